/* The table of the issues of a check. */
#include "issues.h"
#include "computed_table.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ISSUES = 100000 }; /* kept for a world; further ones are counted */

struct found_issue {
    const ow_issue_code *code;
    uint64_t offset, size;
    char *message, *pointer; /* in one allocation */
    bool has_no_bytes;       /* it is about the texts beside the world, or about mods */
};

struct issue_list {
    struct found_issue *issues;
    size_t count, room;
    ow_check_totals totals;
    bool no_memory;
    bool is_beside; /* checking what is not in the world's bytes */
};

static void keep_issue(void *context, const ow_issue *issue)
{
    struct issue_list *list = context;
    size_t message = strlen(issue->message) + 1, pointer = strlen(issue->pointer) + 1;
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        struct found_issue *grown = realloc(list->issues, room * sizeof *grown);
        if (!grown) {
            list->no_memory = true;
            return;
        }
        list->issues = grown;
        list->room = room;
    }
    struct found_issue *found = &list->issues[list->count];
    *found =
        (struct found_issue){issue->code, issue->offset, issue->size, NULL, NULL, list->is_beside};
    found->message = malloc(message + pointer);
    if (!found->message) {
        list->no_memory = true;
        return;
    }
    found->pointer = found->message + message;
    memcpy(found->message, issue->message, message);
    memcpy(found->pointer, issue->pointer, pointer);
    list->count++;
}

void issues_free(struct issue_list *list)
{
    for (size_t i = 0; list && i < list->count; i++)
        free(list->issues[i].message);
    if (list)
        free(list->issues);
    free(list);
}

/* Checks the world against the texts beside it, and against mods. */
static ow_status check_beside(const struct world *world, struct issue_list *list,
                              const ow_check_options *check, ow_error *error)
{
    ow_status status = OW_OK;
    list->is_beside = true;
    ow_check_totals totals = {0};
    if (world->folder)
        status = ow_check_folder(&world->document, world->folder, &world->options, check, &totals,
                                 error);
    list->totals.not_shown += totals.not_shown;
    totals = (ow_check_totals){0};
    if (status == OW_OK && world->mods)
        status =
            ow_check_mods(&world->document, world->mods, &world->options, check, &totals, error);
    list->totals.not_shown += totals.not_shown;
    return status;
}

static bool open_issues(struct world *world, ow_error *error)
{
    if (world->issues)
        return true;
    struct issue_list *list = calloc(1, sizeof *list);
    ow_check_options check = {.max_issues = MOST_ISSUES};
    check.issue = keep_issue;
    check.issue_context = list;
    *error = (ow_error){.status = OW_NO_MEMORY};
    if (!list)
        return false;
    ow_status status = ow_check(world->bytes.data, world->bytes.size, &world->options, &check,
                                &list->totals, error);
    if (status == OW_OK)
        status = check_beside(world, list, &check, error);
    if (status == OW_OK && list->no_memory)
        error->status = OW_NO_MEMORY;
    if (status == OW_OK && !list->no_memory)
        world->issues = list;
    else
        issues_free(list);
    return world->issues != NULL;
}

/* One more row says how many are not listed. */
static uint64_t count_issues(const struct world *world)
{
    return world->issues->count + (world->issues->totals.not_shown > 0);
}

static void issue_value(struct world *world, uint64_t row, int column, sqlite3_context *context)
{
    const struct issue_list *list = world->issues;
    if (row == list->count) { /* the row that says how many are not listed */
        char *rest =
            sqlite3_mprintf("%llu more are not listed", (unsigned long long)list->totals.not_shown);
        if (column == 5)
            sqlite3_result_text(context, rest, -1, sqlite3_free);
        else
            sqlite3_free(rest);
        return;
    }
    const struct found_issue *issue = &list->issues[row];
    const char *texts[] = {issue->code->code,
                           ow_severity_name(issue->code->severity),
                           issue->pointer,
                           NULL,
                           NULL,
                           issue->message,
                           ow_fix_name(issue->code->fix)};
    bool is_place = column == 3 || column == 4;
    if (is_place && !world->has_no_offsets && !issue->has_no_bytes)
        sqlite3_result_int64(context, (sqlite3_int64)(column == 3 ? issue->offset : issue->size));
    else if (!is_place)
        sqlite3_result_text(context, texts[column], -1, SQLITE_TRANSIENT);
}

const struct computed_table world_issues = {
    .name = "issues",
    .note = "The issues that `overworld check` finds.",
    .columns = {{"code", "TEXT", NULL},
                {"severity", "TEXT", "error, warning or info"},
                {"pointer", "TEXT", "of the field, as a JSON Pointer"},
                {"offset", "INTEGER",
                 "the first byte of the field; NULL for JSON, texts beside the world, and mods"},
                {"size", "INTEGER", "in bytes"},
                {"message", "TEXT", NULL},
                {"fix", "TEXT", "none, lossless or lossy, as `overworld repair` knows it"}},
    .open = open_issues,
    .count = count_issues,
    .value = issue_value,
};
