/* overworld move, turn, mirror and copy: changes the places of records. */
#include "change/change_file.h"
#include "change/parts.h"
#include "io/assets.h"
#include "options.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_move(const struct arguments *arguments);
static int run_turn(const struct arguments *arguments);
static int run_mirror(const struct arguments *arguments);
static int run_copy(const struct arguments *arguments);

#define NO_OVERLAP_OPTION                                                                          \
    {                                                                                              \
        0, "no-overlap", NULL, "write nothing if records would overlap others"                     \
    }

const struct verb move_verb = {
    .name = "move",
    .group = "Change",
    .operands = "FILE SELECTOR...",
    .summary = "move records with everything on them",
    .description =
        "Wires, connections and everything that is mounted follow. With box:, the cells of a\n"
        "level move too, and leave 0 behind. Blocks of a build stay within the bounds of their\n"
        "root. Give either --by or --to.",
    .options = {{0, "by", "STEP", "how far: X,Y,Z in squares, cells or blocks"},
                {0, "to", "PLACE", "where the first record goes: X,Y,Z, as find prints it"},
                NO_OVERLAP_OPTION,
                CHANGE_OPTIONS,
                UNDO_OPTION},
    .examples = {{"overworld move MySave/ C-12 --by 2,0,0 -i", "a board, two squares to the right"},
                 {"overworld move level.lvd tag:3 --to 4,5 -o new.lvd", "things, to a cell"},
                 {"overworld move level.lvd box:0,0..3,3 --by 8,0 -i",
                  "cells with all that stands there"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_move,
};

const struct verb turn_verb = {
    .name = "turn",
    .group = "Change",
    .operands = "FILE SELECTOR...",
    .summary = "turn records with everything on them",
    .description =
        "The first record stays where it is, and the others turn about it. 3 quarters are one\n"
        "counter-clockwise. Works for Logic World and cities.",
    .options = {{0, "quarters", "N", "quarter turns clockwise from above: 1 (default) to 3"},
                NO_OVERLAP_OPTION,
                CHANGE_OPTIONS,
                UNDO_OPTION},
    .examples = {{"overworld turn MySave/ C-12 -i", "a board, by a quarter"},
                 {"overworld turn MySave/ C-12 --quarters 3 -i", "the other way"},
                 {"overworld turn my.city type:house --quarters 2 -o new.city", "all houses"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_turn,
};

const struct verb mirror_verb = {
    .name = "mirror",
    .group = "Change",
    .operands = "FILE SELECTOR...",
    .summary = "mirror records with everything on them",
    .description =
        "Without --at, the mirror stands in the middle of the first record, or of box:. Records\n"
        "keep their type and take the place of their mirror image. Records without a mirror image\n"
        "are listed, and nothing changes. With box:, the cells of a level and the heights of a\n"
        "city are mirrored too.",
    .options = {{0, "axis", "AXIS", "x swaps left and right (default), y or z the other axes"},
                {0, "at", "N", "where the mirror stands on the axis (default: in the middle)"},
                NO_OVERLAP_OPTION,
                CHANGE_OPTIONS,
                UNDO_OPTION},
    .examples = {{"overworld mirror MySave/ C-12 -i", "a board, left for right"},
                 {"overworld mirror MySave/ C-12 --axis z -o new.logicworld", "front for back"},
                 {"overworld mirror level.lvd box:0,0..7,9 --at 8 -i",
                  "the left half of a level becomes the right half"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_mirror,
};

const struct verb copy_verb = {
    .name = "copy",
    .group = "Change",
    .operands = "FILE SELECTOR...",
    .summary = "copy records with everything on them",
    .description =
        "Copies have the wires or connections among them, and addresses and states of their own.\n"
        "Wires to components that are not copied are left out, with a warning. Copies of mounted\n"
        "components are mounted on the same component. With box:, the cells of a level are copied\n"
        "too.",
    .options = {{0, "step", "STEP", "how far each copy is from the one before: X,Y,Z (required)"},
                {'n', "count", "N", "how many copies, up to 10,000 (default: 1)"},
                NO_OVERLAP_OPTION,
                CHANGE_OPTIONS,
                UNDO_OPTION},
    .examples = {{"overworld copy MySave/ C-12 --step 0,0,4 --count 8 -i", "a row of boards"},
                 {"overworld copy level.lvd box:0,0..3,3 --step 4,0 -n 2 -o new.lvd",
                  "a house, twice more"},
                 {"overworld copy my.city type:oak --step 2,0,0 -i", "more trees"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_copy,
};

struct rearrange_step {
    const struct arguments *arguments;
    char *selectors;
    struct input *input;
    ow_rearrangement how;
    bool has_to;
    double to[3], from[3];
    unsigned axes;
};

static void print_note(void *context, const char *pointer, const char *message)
{
    const struct rearrange_step *step = context;
    clear_progress();
    warn_of(*pointer ? "%s: warning: %s (%s)" : "%s: warning: %s", step->input->path, message,
            pointer);
}

static ow_visit take_first(void *context, const ow_part *part)
{
    struct rearrange_step *step = context;
    if (part->axes == 0)
        return OW_GO_ON;
    memcpy(step->from, part->position, sizeof step->from);
    step->axes = part->axes;
    return OW_STOP;
}

/* Finds the distance from the first record to the place of --to. */
static ow_status find_step(struct rearrange_step *step, const ow_document *document,
                           const ow_options *options, ow_error *error)
{
    ow_part_choice choice = {.selectors = step->selectors};
    ow_status status = ow_find_parts(document, &choice, options, take_first, step, NULL, error);
    for (unsigned axis = 0; axis < step->axes; axis++)
        step->how.by[axis] = step->to[axis] - step->from[axis];
    return status;
}

static int rearrange(void *context, struct input *input, ow_document *document)
{
    struct rearrange_step *step = context;
    ow_options options = input_options(input, "moving");
    ow_document changed = {0};
    ow_error error = {0};
    ow_status status = OW_OK;
    step->input = input;
    if (step->has_to)
        status = find_step(step, document, &options, &error);
    if (status == OW_OK)
        status = ow_rearrange_parts(document, step->selectors, &step->how, &options, print_note,
                                    step, &changed, NULL, &error);
    clear_progress();
    if (status != OW_OK)
        return part_failed(input, &error);
    ow_close(document);
    *document = changed;
    return EXIT_FINE;
}

static int run_step(const struct arguments *arguments, struct rearrange_step *step)
{
    struct change_step change = {.change = rearrange, .context = step};
    step->arguments = arguments;
    step->how.refuse_overlaps = option_set(arguments, "no-overlap");
    step->selectors = join_selectors(arguments);
    int status = step->selectors ? change_file(arguments, &change) : EXIT_FILES;
    free(step->selectors);
    return status;
}

static int run_move(const struct arguments *arguments)
{
    struct rearrange_step step = {.has_to = option_set(arguments, "to")};
    if (!option_place(arguments, "by", step.how.by, NULL) ||
        !option_place(arguments, "to", step.to, NULL))
        return EXIT_USAGE;
    if (option_set(arguments, "by") == step.has_to) {
        complain("move takes --by STEP or --to PLACE");
        return EXIT_USAGE;
    }
    return run_step(arguments, &step);
}

static int run_turn(const struct arguments *arguments)
{
    enum { MOST_QUARTERS = 3 };
    unsigned long long quarters = 1;
    struct rearrange_step step = {0};
    if (!option_number(arguments, "quarters", &quarters))
        return EXIT_USAGE;
    if (quarters < 1 || quarters > MOST_QUARTERS) {
        complain("--quarters takes 1, 2 or 3, not \"%s\"", option_value(arguments, "quarters"));
        return EXIT_USAGE;
    }
    step.how.quarter_turns = (int32_t)quarters;
    return run_step(arguments, &step);
}

static int run_mirror(const struct arguments *arguments)
{
    static const char axes[] = "xyz";
    const char *axis = option_set(arguments, "axis") ? option_value(arguments, "axis") : "x";
    const char *found = strlen(axis) == 1 ? strchr(axes, *axis) : NULL;
    struct rearrange_step step = {.how.has_mirror_at = option_set(arguments, "at")};
    double at[3] = {0};
    unsigned count = 0;
    if (!found) {
        complain("--axis takes x, y or z, not \"%s\"", axis);
        return EXIT_USAGE;
    }
    if (!option_place(arguments, "at", at, &count))
        return EXIT_USAGE;
    if (count > 1) {
        complain("--at takes one number, not \"%s\"", option_value(arguments, "at"));
        return EXIT_USAGE;
    }
    step.how.mirror = OW_MIRROR_X + (uint32_t)(found - axes);
    step.how.mirror_at = at[0];
    return run_step(arguments, &step);
}

static int run_copy(const struct arguments *arguments)
{
    enum { MOST_COPIES = 10000 };
    unsigned long long count = 1;
    struct rearrange_step step = {0};
    if (!option_number(arguments, "count", &count) ||
        !option_place(arguments, "step", step.how.by, NULL))
        return EXIT_USAGE;
    if (count < 1 || count > MOST_COPIES || !option_set(arguments, "step")) {
        complain(option_set(arguments, "step") ? "--count is from 1 to 10000"
                                               : "copy takes --step: where each copy goes");
        return EXIT_USAGE;
    }
    step.how.copies = (uint32_t)count;
    return run_step(arguments, &step);
}
