/* Counts what became of a file, and reports it. */
#include "add_counts.h"

#include <string.h>

static ow_text text_of(const struct value *value)
{
    bool is_text = value->kind == VALUE_TEXT;
    return is_text ? (ow_text){value->bytes, value->size} : (ow_text){0};
}

static void report_unread(const struct add_options *options, const struct found *found,
                          const char *why)
{
    if (options->report_unread)
        options->report_unread(options->context, found->path, why);
}

static void count_world(const struct add_options *options, const struct found *found,
                        struct add_totals *totals, struct added_file *file)
{
    const struct facts *facts = &found->facts;
    bool is_broken = strcmp(facts->world[WORLD_STATUS].bytes, ow_status_name(OW_OK)) != 0;
    *file = (struct added_file){.verdict = found->had_bytes ? ADD_KNOWN : ADD_ADDED,
                                .hash = facts->hash,
                                .status = facts->world[WORLD_STATUS].bytes};
    totals->added++;
    totals->broken += is_broken;
    if (is_broken)
        file->message = text_of(&facts->world[WORLD_ERROR]);
    if (!found->sidecars.problem)
        return;
    totals->incomplete++;
    report_unread(options, found, found->sidecars.problem);
    if (!is_broken)
        file->message = ow_text_of(found->sidecars.problem);
}

/* The walk has counted unchanged files already. */
static void count_unread(const struct add_options *options, const struct found *found,
                         struct add_totals *totals, struct added_file *file)
{
    bool is_archive = found->kind == FOUND_ARCHIVE;
    *file = (struct added_file){.message = text_of(&found->why)};
    if (found->is_unchanged && (!is_archive || found->was_opened)) {
        file->verdict = ADD_UNCHANGED;
        file->hash = is_archive ? NULL : found->known_hash;
        file->message = (ow_text){0};
    } else if (is_archive) {
        file->verdict = ADD_SKIPPED;
        totals->archives += !found->is_unchanged;
    } else if (found->kind == FOUND_OPENED) {
        file->verdict = ADD_OPENED;
        file->message = (ow_text){0};
        totals->opened++;
    } else if (found->kind == FOUND_REFUSED) {
        file->verdict = ADD_REFUSED;
        file->hash = found->facts.hash;
        totals->refused++;
    } else {
        file->verdict = ADD_UNREADABLE;
        totals->unread++;
        report_unread(options, found, found->why.bytes);
    }
}

void count_added(const struct add_options *options, const struct found *found,
                 struct add_totals *totals)
{
    struct added_file file;
    totals->files += !found->is_unchanged;
    if (found->has_facts)
        count_world(options, found, totals, &file);
    else
        count_unread(options, found, totals, &file);
    file.path = found->recorded;
    if (options->report_file)
        options->report_file(options->context, &file);
}
