/* overworld remove, replace, extract and merge, and functions that verbs for parts share. */
#include "change/parts.h"

#include "change/change_file.h"
#include "change/used_texts.h"
#include "io/assets.h"
#include "io/part_folder.h"
#include "options.h"
#include "terminal/terminal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int run_remove(const struct arguments *arguments);

const struct verb remove_verb = {
    .name = "remove",
    .group = "Change",
    .operands = "FILE SELECTOR",
    .summary = "remove records with everything on them",
    .description =
        "Wires of a removed component and connections to a removed block are removed too.\n"
        "References by number are renumbered. Nothing else changes. If a selector matches\n"
        "nothing, nothing is removed.",
    .options = {CHANGE_OPTIONS, UNDO_OPTION},
    .examples = {{"overworld remove MySave/ C-12", "what would be removed"},
                 {"overworld remove MySave/ C-12 -o smaller.logicworld",
                  "a board with everything on it"},
                 {"overworld remove level.lvd tag:3 -i --backup .old",
                  "in place, keep the old file"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_remove,
};

static int run_replace(const struct arguments *arguments);

const struct verb replace_verb = {
    .name = "replace",
    .group = "Change",
    .operands = "FILE --type OLD NEW | FILE --tile OLD NEW",
    .summary = "change records from one type to another",
    .description =
        "Types are the text id of a component's type, the name of a thing in a city, the name\n"
        "or id of a block in a build, and the id of an object in a level. OLD and NEW are whole\n"
        "names, not patterns. Cells of --tile stay passable or impassable. A type with other\n"
        "settings is refused.",
    .options = {{0, "type", "OLD", "the type to replace"},
                {0, "tile", "OLD", "the tile of a level to replace, by number"},
                CHANGE_OPTIONS,
                UNDO_OPTION},
    .examples =
        {{"overworld replace MySave/ --type OldMod.Lamp NewMod.Lamp -i --backup .old",
          "a mod with a new name"},
         {"overworld replace car.structure --type 'Metal block' 'Wood block' -o wood.structure",
          "a build of wood"},
         {"overworld replace level.lvd --tile 3 7 -o new.lvd", "grass for sand"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_replace,
};

static int run_extract(const struct arguments *arguments);

const struct verb extract_verb = {
    .name = "extract",
    .group = "Change",
    .operands = "FILE SELECTOR... -o OUT",
    .summary = "copy a part into a world of its own",
    .description =
        "Writes a world of the matching records, with everything on them and what joins them.\n"
        "Logic World: a subassembly, with the wires among its components and their states; the\n"
        "first component stands at 0. LevelD: the cells of box:, with the objects in it. A\n"
        "warning names what cannot be copied. If OUT is a folder, the subassembly is written as\n"
        "Logic World keeps it, with meta.jecs and placements.jecs, and with the colours of its\n"
        "displays from the folder of FILE. OUT is required.",
    .options = {{'o', "output", "OUT", "write to OUT: a file, a folder/, or - for standard output"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                READ_AS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld extract MySave/ C-12 -o adder.partialworld", "a board as a part"},
                 {"overworld extract MySave/ C-12 -o Adder/", "a folder for the game"},
                 {"overworld extract level.lvd box:0,0..15,9 -o corner.lvd",
                  "a rectangle of a level"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_extract,
};

static int run_merge(const struct arguments *arguments);

const struct verb merge_verb = {
    .name = "merge",
    .group = "Change",
    .operands = "WORLD PART...",
    .summary = "insert worlds into another world",
    .description =
        "Inserts everything of each PART into WORLD: components with wires and states, blocks,\n"
        "cells and objects. Numbers of WORLD stay. A part gets new numbers if WORLD has them\n"
        "already. A part in another version is converted; one of another format is refused.\n"
        "Positions are in squares, cells or blocks. With -i, colours of displays in the folder\n"
        "of PART are added to that of WORLD. If WORLD has others under a number, the displays of\n"
        "PART get another number.",
    .options = {{0, "at", "PLACE", "put the origin of the part here: X,Y,Z, or X,Y in a level"},
                {0, "under", "ADDRESS",
                 "mount the part on this component, such as C-9; --at counts from it"},
                {0, "turn", "N", "turn by 0 to 3 quarters, clockwise from above"},
                CHANGE_OPTIONS,
                UNDO_OPTION},
    .examples = {{"overworld merge MySave/ adder.partialworld --at 10,0,4 -o new.logicworld",
                  "a part into a world"},
                 {"overworld merge MySave/ adder.partialworld --under C-9 --turn 1 -i",
                  "on a board, turned"},
                 {"overworld merge level.lvd house.lvd --at 12,3 -i", "a house into a level"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_merge,
};

bool option_place(const struct arguments *arguments, const char *name, double place[3],
                  unsigned *axes)
{
    const char *value = option_value(arguments, name);
    unsigned count = 0;
    memset(place, 0, 3 * sizeof *place);
    for (const char *at = value; at && *at;) {
        char *end;
        size_t size = strspn(at, "-0123456789.");
        double number = strtod(at, &end);
        bool more = *end == ',' && end[1] != '\0';
        if (count == 3 || size == 0 || end != at + size || (*end && !more)) {
            complain("--%s takes numbers separated by commas, not \"%s\"", name, value);
            return false;
        }
        place[count++] = number;
        at = end + more;
    }
    if (value && count == 0)
        complain("--%s needs a value", name);
    if (axes)
        *axes = count;
    return !value || count > 0;
}

/* Reports why the library refused: a mistake of the caller, or a finding. */
int part_failed(struct input *input, const ow_error *error)
{
    if (error->status != OW_BAD_ARGUMENT && error->status != OW_BAD_VALUE)
        return input_failed(input, error);
    complain("%s: %s", input->path, error->message);
    return EXIT_PROBLEMS;
}

static int remove_parts(void *context, struct input *input, ow_document *document)
{
    const struct arguments *arguments = context;
    ow_options options = input_options(input, "removing");
    ow_error error = {0};
    ow_status status = ow_remove_parts(document, arguments->operands[1], &options, NULL, &error);
    clear_progress();
    return status == OW_OK ? EXIT_FINE : part_failed(input, &error);
}

static int run_remove(const struct arguments *arguments)
{
    struct arguments copy = *arguments;
    struct change_step step = {.change = remove_parts, .context = &copy};
    return change_file(arguments, &step);
}

static int replace(void *context, struct input *input, ow_document *document)
{
    const struct arguments *arguments = context;
    const char *type = option_value(arguments, "type"), *tile = option_value(arguments, "tile");
    ow_options options = input_options(input, "replacing");
    ow_error error = {0};
    ow_status status =
        ow_replace_parts(document, tile ? OW_REPLACE_TILE : OW_REPLACE_TYPE, tile ? tile : type,
                         arguments->operands[1], &options, NULL, &error);
    clear_progress();
    return status == OW_OK ? EXIT_FINE : part_failed(input, &error);
}

static int run_replace(const struct arguments *arguments)
{
    struct arguments copy = *arguments;
    struct change_step step = {.change = replace, .context = &copy};
    if (option_set(arguments, "type") != option_set(arguments, "tile"))
        return change_file(arguments, &step);
    complain("missing option: --type OLD NEW or --tile OLD NEW");
    return EXIT_USAGE;
}

/* A verb that replaces a world by another one. */
struct replacing {
    const struct arguments *arguments;
    const char *path; /* of the current part */
    ow_placement placement;
    bool to_folder;            /* extract writes a folder */
    struct part_folder folder; /* that one */
    struct used_texts used;    /* by the extracted part */
};

static void print_note(void *context, const char *pointer, const char *message)
{
    const struct replacing *replacing = context;
    clear_progress();
    warn_of("%s: warning: %s (%s)", replacing->path, message, pointer);
}

/* The selectors of several operands, joined by commas. NULL after a message. */
char *join_selectors(const struct arguments *arguments)
{
    size_t size = 1;
    for (int i = 1; i < arguments->operand_count; i++)
        size += strlen(arguments->operands[i]) + 1;
    char *joined = malloc(size);
    if (!joined)
        complain("not enough memory");
    else
        joined[0] = '\0';
    for (int i = 1; joined && i < arguments->operand_count; i++) {
        if (i > 1)
            strcat(joined, ",");
        strcat(joined, arguments->operands[i]);
    }
    return joined;
}

static int extract(void *context, struct input *input, ow_document *document)
{
    struct replacing *replacing = context;
    ow_options options = input_options(input, "removing");
    ow_document part;
    ow_error error = {0};
    char *selectors = join_selectors(replacing->arguments);
    if (!selectors)
        return EXIT_FILES;
    ow_status status =
        ow_extract_parts(document, selectors, &options, print_note, replacing, &part, &error);
    clear_progress();
    free(selectors);
    if (status != OW_OK)
        return part_failed(input, &error);
    ow_close(document);
    *document = part;
    int found = find_used_texts(input, document, &replacing->used);
    if (found == EXIT_FINE && replacing->to_folder)
        found = part_folder_list(&replacing->folder, document);
    if (!replacing->to_folder)
        warn_of_used_texts(&replacing->used, input->path, "end OUT with / to write a folder");
    return found;
}

/* Writes the part to `out`. */
static int extract_to(void *context, const char *out)
{
    struct replacing *replacing = context;
    struct arguments arguments = *replacing->arguments;
    struct change_step step = {.change = extract, .context = replacing, .makes_part = true};
    arguments.values[0] = out; /* --output is the first row */
    return change_file(&arguments, &step);
}

static int extract_to_folder(struct replacing *replacing)
{
    struct input input;
    int status = open_input(replacing->path, &input);
    const ow_format *format = status == EXIT_FINE ? ow_identify(input.bytes, input.size) : NULL;
    if (status == EXIT_FINE && !format)
        status = extract_to(replacing, option_value(replacing->arguments, "output"));
    close_input(&input);
    if (!format)
        return status;
    replacing->to_folder = true;
    status = part_folder_open(replacing->arguments, format, &replacing->folder);
    if (status == EXIT_FINE)
        status = extract_to(replacing, replacing->folder.world);
    status = part_folder_close(&replacing->folder, status);
    if (status == EXIT_FINE)
        status = write_used_texts(&replacing->used, option_value(replacing->arguments, "output"),
                                  option_set(replacing->arguments, "force"));
    return status;
}

static int run_extract(const struct arguments *arguments)
{
    struct replacing replacing = {.arguments = arguments, .path = arguments->operands[0]};
    const char *out = option_value(arguments, "output");
    if (!out) {
        complain("extract needs -o OUT, the file to write the new world to");
        return EXIT_USAGE;
    }
    int status = is_folder(out) ? extract_to_folder(&replacing) : extract_to(&replacing, out);
    free_used_texts(&replacing.used);
    return status;
}

/* The texts that a part uses, for a world that is not written to its folder. */
static int warn_of_texts(const struct replacing *replacing, struct input *world,
                         struct input *input, const ow_document *part)
{
    struct used_texts used;
    int status = find_used_texts(input, part, &used);
    if (status == EXIT_FINE && used.belongs)
        status = omit_known_texts(&used, input->path, world);
    if (status == EXIT_FINE && (option_value(replacing->arguments, "output") ||
                                option_set(replacing->arguments, "in-place")))
        warn_of_used_texts(&used, input->path, "merge -i into a folder copies it");
    free_used_texts(&used);
    return status;
}

/* Without -o, the texts that a part uses belong to the folder of the world. */
static bool takes_texts(const struct replacing *replacing, const struct input *world)
{
    return has_folder(world) && !option_value(replacing->arguments, "output");
}

/* The texts are added to the folder of the world before the world uses them. */
static int write_texts(const struct replacing *replacing, const struct input *world,
                       const struct carried_texts *carried)
{
    char folder[PATH_MAX];
    if (!option_set(replacing->arguments, "in-place") || strict_refuses())
        return EXIT_FINE;
    folder_of_file(world->file, folder);
    return write_carried_texts(carried, folder);
}

/* Merges an open part with its texts. */
static int merge_open(struct replacing *replacing, struct input *world, struct input *input,
                      const ow_document *document, ow_document *part, ow_document *merged)
{
    struct carried_texts carried = {0};
    const bool takes = takes_texts(replacing, world);
    ow_options options = input_options(input, "reading");
    ow_error error = {0};
    int status = takes ? carry_used_texts(world, document, input, part, &carried) : EXIT_FINE;
    if (status == EXIT_FINE && ow_merge(document, part, &replacing->placement, &options, print_note,
                                        replacing, merged, &error) != OW_OK)
        status = part_failed(world, &error);
    if (status == EXIT_PROBLEMS && part->format != document->format)
        status = EXIT_USAGE;
    clear_progress();
    if (status == EXIT_FINE)
        status = takes ? write_texts(replacing, world, &carried)
                       : warn_of_texts(replacing, world, input, part);
    free_carried_texts(&carried);
    return status;
}

/* Merges one part into the document, which is replaced. */
static int merge_part(struct replacing *replacing, struct input *world, ow_document *document)
{
    struct input input;
    ow_document part = {0}, merged = {0};
    ow_error error = {0};
    int status = open_input(replacing->path, &input);
    ow_options options = input_options(&input, "reading");
    if (status == EXIT_FINE && ow_open(input.bytes, input.size, &options, &part, &error) != OW_OK)
        status = input_failed(&input, &error);
    if (status == EXIT_FINE)
        status = merge_open(replacing, world, &input, document, &part, &merged);
    ow_close(&part);
    close_input(&input);
    if (status != EXIT_FINE) {
        ow_close(&merged);
        return status;
    }
    ow_close(document);
    *document = merged;
    return EXIT_FINE;
}

static int merge(void *context, struct input *input, ow_document *document)
{
    struct replacing *replacing = context;
    int status = EXIT_FINE;
    for (int i = 1; i < replacing->arguments->operand_count && status == EXIT_FINE; i++) {
        replacing->path = replacing->arguments->operands[i];
        status = merge_part(replacing, input, document);
    }
    return status;
}

/* Reads "C-9" or the number alone. */
static bool read_under(const struct arguments *arguments, uint32_t *under)
{
    const char *value = option_value(arguments, "under");
    if (!value)
        return true;
    const char *digits = strncmp(value, "C-", 2) == 0 ? value + 2 : value;
    size_t size = strspn(digits, "0123456789");
    unsigned long long number = size > 0 && size < 11 ? strtoull(digits, NULL, 10) : 0;
    *under = number <= UINT32_MAX ? (uint32_t)number : 0;
    if (digits[size] == '\0' && *under != 0)
        return true;
    complain("--under takes the address of a component, such as C-9, not \"%s\"", value);
    return false;
}

static int run_merge(const struct arguments *arguments)
{
    struct replacing replacing = {.arguments = arguments, .path = arguments->operands[0]};
    struct change_step step = {.change = merge, .context = &replacing};
    enum { MOST_TURNS = 3 };
    unsigned long long turns = 0;
    if (!option_place(arguments, "at", replacing.placement.at, NULL) ||
        !read_under(arguments, &replacing.placement.under) ||
        !option_number(arguments, "turn", &turns))
        return EXIT_USAGE;
    if (turns > MOST_TURNS) {
        complain("--turn takes a number of quarter turns, 0 to 3, not \"%s\"",
                 option_value(arguments, "turn"));
        return EXIT_USAGE;
    }
    replacing.placement.quarter_turns = (int)turns;
    return change_file(arguments, &step);
}
