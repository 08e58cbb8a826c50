/* overworld merge3: what could not be merged, for people and for programs. */
#include "merge3.h"

#include "json.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

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

ow_visit conflicts_visit(void *context, const ow_conflict *conflict)
{
    report_conflict(context, conflict_word(conflict->kind), conflict);
    return OW_GO_ON;
}

/* How many errors of each code the worlds have: ours, theirs, merged. */
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
    snprintf(message, sizeof message, "merged, the world has an error that neither side has: %s %s",
             issue->code->code, issue->message);
    report_conflict(errors->conflicts, "error",
                    &(ow_conflict){.ours = issue->pointer, .name = "", .message = message});
}

ow_status conflicts_check(struct conflicts *conflicts, const ow_document *ours,
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

void conflicts_write(void *context, ow_json_writer *writer)
{
    const struct conflicts *conflicts = context;
    json_begin_array(writer, "conflicts");
    for (size_t i = 0; i < conflicts->kept_count; i++) {
        const struct kept_conflict *kept = &conflicts->kept[i];
        answer_conflict(writer, kept->kind,
                        &(ow_conflict){.base = kept->base,
                                       .ours = kept->ours,
                                       .theirs = kept->theirs,
                                       .name = kept->name ? kept->name : "",
                                       .message = kept->message ? kept->message : "",
                                       .count = kept->count});
    }
    json_end_array(writer);
}

void conflicts_free(struct conflicts *conflicts)
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
