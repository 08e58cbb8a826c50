/* overworld merge3: applies the changes from one world to another world to a third one. */
#include "change/change_file.h"
#include "io/assets.h"
#include "io/input.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A conflict, kept for JSON. It owns its texts. */
struct kept_conflict {
    const char *kind;
    char *base, *ours, *theirs, *name, *message;
    uint64_t count;
};

struct conflicts {
    const char *file; /* the name of the file in messages */
    uint64_t count;   /* of all conflicts */
    struct kept_conflict *kept;
    size_t kept_count, room;
    bool no_memory;
};

static int run_merge3(const struct arguments *arguments);

const struct verb merge3_verb = {
    .name = "merge3",
    .group = "Change",
    .operands = "BASE OURS THEIRS",
    .summary = "three-way merge: apply the changes from BASE to THEIRS to OURS",
    .description =
        "Records are matched as in diff, so each side may add, remove and change other records\n"
        "of one list. If both sides changed one value, or one changed what the other removed,\n"
        "there is a conflict. It is reported and ours is kept; the rest is merged and written.\n"
        "The exit status is then 1. It is also 1 if the merge introduces an error that neither\n"
        "side had.",
    .options = {{0, "path", "PATH", "name of OURS in messages: %P of git"},
                {'i', "in-place", NULL, "replace OURS; without -o and -i, nothing is written"},
                CHANGE_OPTIONS_BUT_IN_PLACE},
    .examples = {{"overworld merge3 base.lvd ours.lvd theirs.lvd -o merged.lvd",
                  "two people changed one level"},
                 {"overworld merge3 base.lvd ours.lvd theirs.lvd --json",
                  "conflicts for a program"},
                 {"git config merge.overworld.driver 'overworld merge3 %O %A %B -i --path=%P'",
                  "let git merge worlds"}},
    .least_operands = 3,
    .most_operands = 3,
    .run = run_merge3,
};

/* overworld merge3: reports conflicts to people and programs. */

static char *copy_of(struct conflicts *conflicts, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    conflicts->no_memory = conflicts->no_memory || (text && !copy);
    return copy;
}

static void keep(struct conflicts *conflicts, const char *kind, const ow_conflict *conflict)
{
    if (conflicts->kept_count == conflicts->room) {
        size_t room = conflicts->room + conflicts->room / 2 + 16;
        struct kept_conflict *more = realloc(conflicts->kept, room * sizeof *more);
        conflicts->no_memory = conflicts->no_memory || !more;
        if (!more)
            return;
        conflicts->kept = more;
        conflicts->room = room;
    }
    conflicts->kept[conflicts->kept_count++] =
        (struct kept_conflict){.kind = kind,
                               .base = copy_of(conflicts, conflict->base),
                               .ours = copy_of(conflicts, conflict->ours),
                               .theirs = copy_of(conflicts, conflict->theirs),
                               .name = copy_of(conflicts, conflict->name),
                               .message = copy_of(conflicts, conflict->message),
                               .count = conflict->count};
}

static void report_conflict(struct conflicts *conflicts, const char *kind,
                            const ow_conflict *conflict)
{
    const char *place = conflict->ours     ? conflict->ours
                        : conflict->theirs ? conflict->theirs
                                           : conflict->base;
    conflicts->count++;
    keep(conflicts, kind, conflict);
    clear_progress();
    complain("%s: conflict: %s%s%s%s%s", conflicts->file, conflict->name,
             *conflict->name ? "  " : "", place, *place ? ": " : "", conflict->message);
}

/* A visitor for ow_merge3; `context` is the conflicts. */
static ow_visit conflicts_visit(void *context, const ow_conflict *conflict)
{
    report_conflict(context, conflict_word(conflict->kind), conflict);
    return OW_GO_ON;
}

/* How many errors of each code each world has: ours, theirs, merged. */
enum { MOST_CODES = 256 };
struct error_counts {
    struct conflicts *conflicts;
    const ow_issue_code *codes[MOST_CODES];
    uint64_t counts[MOST_CODES][3];
    unsigned code_count, side;
};

static void count_error(void *context, const ow_issue *issue)
{
    struct error_counts *errors = context;
    unsigned at = 0;
    if (issue->code->severity != OW_SEVERITY_ERROR)
        return;
    while (at < errors->code_count && errors->codes[at] != issue->code)
        at++;
    if (at == MOST_CODES)
        return;
    if (at == errors->code_count)
        errors->codes[errors->code_count++] = issue->code;
    uint64_t *counts = errors->counts[at];
    counts[errors->side]++;
    if (errors->side < 2 || counts[2] <= counts[0] + counts[1])
        return;
    char message[512];
    snprintf(message, sizeof message, "the merged world has an error that neither side has: %s %s",
             issue->code->code, issue->message);
    ow_conflict conflict = {.ours = issue->pointer, .name = "", .message = message};
    report_conflict(errors->conflicts, "error", &conflict);
}

/* Notes errors that check finds in the merged world but in neither of the two. */
static ow_status conflicts_check(struct conflicts *conflicts, const ow_document *ours,
                                 const ow_document *theirs, const ow_document *merged,
                                 const ow_options *options, ow_error *error)
{
    const ow_document *const documents[] = {ours, theirs, merged};
    struct error_counts errors = {.conflicts = conflicts};
    const ow_check_options check = {.issue = count_error, .issue_context = &errors};
    ow_status status = OW_OK;
    for (; errors.side < 3 && status == OW_OK; errors.side++)
        status = ow_check_document(documents[errors.side], options, &check, NULL, error);
    return status;
}

/* Adds the conflicts to the JSON of what changed. */
static void conflicts_write(void *context, ow_json_writer *writer)
{
    const struct conflicts *conflicts = context;
    json_begin_array(writer, "conflicts");
    for (size_t i = 0; i < conflicts->kept_count; i++) {
        const struct kept_conflict *kept = &conflicts->kept[i];
        ow_conflict conflict = {.base = kept->base,
                                .ours = kept->ours,
                                .theirs = kept->theirs,
                                .name = kept->name ? kept->name : "",
                                .message = kept->message ? kept->message : "",
                                .count = kept->count};
        answer_conflict(writer, kept->kind, &conflict);
    }
    json_end_array(writer);
}

static void conflicts_free(struct conflicts *conflicts)
{
    for (size_t i = 0; i < conflicts->kept_count; i++) {
        struct kept_conflict *kept = &conflicts->kept[i];
        free(kept->base);
        free(kept->ours);
        free(kept->theirs);
        free(kept->name);
        free(kept->message);
    }
    free(conflicts->kept);
}

/* The verb. */

struct merge_step {
    struct input inputs[2]; /* base, theirs */
    ow_document documents[2];
    struct conflicts conflicts;
};

static void warn_of_loss(void *context, const char *pointer, const char *message)
{
    const struct merge_step *step = context;
    clear_progress();
    warn_of("%s: warning: %s (%s)", step->conflicts.file, message, pointer);
}

static int merge_document(void *context, struct input *input, ow_document *document)
{
    struct merge_step *step = context;
    struct conflicts *conflicts = &step->conflicts;
    const ow_document *base = &step->documents[0], *theirs = &step->documents[1];
    ow_document merged = {0};
    ow_error error = {0};
    ow_options options = input_options(input, "merging");
    ow_status status = ow_merge3(base, document, theirs, &options, warn_of_loss, step,
                                 conflicts_visit, conflicts, NULL, &merged, &error);
    if (status == OW_OK)
        status = conflicts_check(conflicts, document, theirs, &merged, &options, &error);
    clear_progress();
    if (status == OW_OK) {
        ow_close(document);
        *document = merged;
        return EXIT_FINE;
    }
    ow_close(&merged);
    complain_of_error(input->path, &error);
    return status == OW_BAD_ARGUMENT ? EXIT_USAGE : exit_status_of(status);
}

static int merge(const struct arguments *arguments, struct merge_step *step)
{
    const struct change_step change = {.change = merge_document, .context = step};
    struct conflicts *conflicts = &step->conflicts;
    const struct extra_output beside = {conflicts_write, conflicts};
    struct arguments ours = *arguments;
    ours.operands = arguments->operands + 1;
    ours.operand_count = 1;
    int status =
        open_world(arguments, arguments->operands[0], &step->inputs[0], &step->documents[0]);
    if (status == EXIT_FINE)
        status =
            open_world(arguments, arguments->operands[2], &step->inputs[1], &step->documents[1]);
    status = status == EXIT_FINE ? change_file_beside(&ours, &change, &beside)
                                 : change_refused(&ours, status, &beside);
    if (status != EXIT_FINE || conflicts->count == 0)
        return status;
    complain("%s: %" PRIu64 " conflict%s; everything else is merged", conflicts->file,
             conflicts->count, plural(conflicts->count));
    return EXIT_PROBLEMS;
}

/* Standard input can be used for only one file. */
static bool asks_twice(char *const operands[3])
{
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++)
        count += strcmp(operands[i], "-") == 0;
    return count > 1;
}

/* git passes copies whose names mean nothing, so --path has the name of the file itself. Returns
 * false if memory runs out. */
static bool name_sides(const struct arguments *arguments, char *names[2])
{
    static const char *const sides[] = {"base", "theirs"};
    const char *path = option_value(arguments, "path");
    if (!path)
        return true;
    for (unsigned i = 0; i < 2; i++) {
        size_t size = strlen(path) + 16;
        names[i] = malloc(size);
        if (!names[i]) {
            complain("not enough memory");
            return false;
        }
        snprintf(names[i], size, "%s (%s)", path, sides[i]);
        call_in_messages(arguments->operands[2 * i], names[i]);
    }
    call_in_messages(arguments->operands[1], path);
    return true;
}

static int run_merge3(const struct arguments *arguments)
{
    struct merge_step step = {.conflicts = {.file = arguments->operands[1]}};
    if (asks_twice(arguments->operands)) {
        complain("standard input can be only one of the worlds");
        return EXIT_USAGE;
    }
    char *names[2] = {NULL, NULL};
    int status = name_sides(arguments, names) ? merge(arguments, &step) : EXIT_FILES;
    if (step.conflicts.no_memory)
        complain("not enough memory");
    conflicts_free(&step.conflicts);
    for (unsigned side = 0; side < 2; side++) {
        ow_close(&step.documents[side]);
        close_input(&step.inputs[side]);
    }
    free(names[0]);
    free(names[1]);
    return step.conflicts.no_memory ? EXIT_FILES : status;
}
