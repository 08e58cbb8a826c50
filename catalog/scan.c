/* overworld catalog scan: walks like catalog add, and writes rows of the queue. */
#include "scan.h"

#include "add_counts.h"
#include "ids.h"
#include "open.h"
#include "prune.h"
#include "store.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AT_ONCE = 2000, MOST_ROUNDS = 8 };

struct scan {
    const struct add_options *options;
    struct scan_totals *totals;
    struct add_totals others; /* files that are not queued */
    struct catalog writer, reader;
    int64_t turn; /* of the last file: files are read in the order of scans */
    struct found *to_queue, **queue_end, *rest;
    size_t count;
    int64_t ids[AT_ONCE]; /* of the files to queue */
    bool was_waiting[AT_ONCE];
    bool is_repeated, has_failed;
};

/* The number of a path in the queue, so that none is there twice. */
static int64_t id_of(const struct found *found)
{
    return digest_id(found->recorded, strlen(found->recorded));
}

/* The name at the beginning of a recorded path; "" for an absolute one. */
static struct value root_of(const struct roots *roots, const struct found *found)
{
    size_t size = strcspn(found->recorded, "/");
    for (size_t i = 0; roots && i < roots->count; i++)
        if (strlen(roots->list[i].name) == size &&
            memcmp(roots->list[i].name, found->recorded, size) == 0)
            return text_value(roots->list[i].name);
    return text_value("");
}

static bool take_waiting(void *context, const struct value *values, size_t count)
{
    struct scan *scan = context;
    for (size_t i = 0; count == 1 && i < scan->count; i++)
        if (scan->ids[i] == values[0].integer)
            scan->was_waiting[i] = true;
    return true;
}

static bool write_rows(struct scan *scan)
{
    static const char *const columns[] = {"id",       "root", "folder", "name",  "kind",    "size",
                                          "modified", "turn", "worker", "claim", "attempts"};
    const struct database_kind *kind = scan->writer.kind;
    size_t i = 0;
    bool fine = true;
    if (!kind->bulk_begin(scan->writer.database, "queue", columns,
                          sizeof columns / sizeof *columns))
        return false;
    for (const struct found *found = scan->to_queue; fine && found; found = found->next, i++) {
        const char *is = found->kind == FOUND_ARCHIVE ? "archive" : "world";
        struct value none = integer_value(0);
        fine = scan->was_waiting[i] ||
               kind->bulk_row(scan->writer.database,
                              (struct value[]){
                                  integer_value(scan->ids[i]), root_of(scan->options->roots, found),
                                  found->folder, found->name, text_value(is),
                                  integer_value(found->size), integer_value(found->modified),
                                  integer_value(scan->turn + (int64_t)i), none, none, none});
    }
    return fine && kind->bulk_end(scan->writer.database);
}

static bool queue_all(struct scan *scan)
{
    size_t i = 0;
    if (!scan->to_queue)
        return true;
    for (const struct found *found = scan->to_queue; found; found = found->next, i++) {
        scan->ids[i] = id_of(found);
        scan->was_waiting[i] = false;
    }
    return scan->writer.kind->begin(scan->writer.database) &&
           catalog_end(&scan->writer, run_for_ids(&scan->writer, "SELECT id FROM queue WHERE id IN",
                                                  "", scan->ids, i, NULL, take_waiting, scan) &&
                                          write_rows(scan));
}

static bool store_all(struct scan *scan)
{
    struct attempts attempts = {0};
    bool fine;
    while (!(fine = queue_all(scan) && (!scan->rest || store_batch(&scan->writer, scan->rest))) &&
           patience_allows(scan->options->patience, &attempts, catalog_failure(&scan->writer)))
        continue;
    patience_end(scan->options->patience, &attempts, fine);
    return fine;
}

static void report_queued(struct scan *scan, const struct found *found, bool was_waiting)
{
    const struct add_options *options = scan->options;
    *(was_waiting ? &scan->totals->waiting : &scan->totals->queued) += 1;
    if (options->report_file)
        options->report_file(
            options->context,
            &(struct added_file){.path = found->recorded,
                                 .verdict = was_waiting ? ADD_WAITING : ADD_QUEUED});
}

static void count_and_free(struct scan *scan, bool is_stored)
{
    size_t i = 0;
    bool tells = is_stored && !scan->is_repeated;
    for (struct found *found = scan->to_queue, *next; found; found = next, i++) {
        next = found->next;
        if (tells)
            report_queued(scan, found, scan->was_waiting[i]);
        found_free(found);
    }
    for (struct found *found = scan->rest, *next; found; found = next) {
        next = found->next;
        if (tells)
            count_added(scan->options, found, &scan->others);
        found_free(found);
    }
    scan->to_queue = scan->rest = NULL;
    scan->queue_end = &scan->to_queue;
    scan->count = 0;
}

static bool write_down(struct scan *scan)
{
    bool fine = store_all(scan);
    scan->turn += AT_ONCE;
    count_and_free(scan, fine);
    scan->has_failed = scan->has_failed || !fine;
    if (scan->options->progress)
        scan->options->progress(scan->options->context, scan->totals->queued);
    return fine;
}

static bool take(void *context, struct found *found)
{
    struct scan *scan = context;
    bool is_queued =
        found->kind == FOUND_WORLD || (found->kind == FOUND_ARCHIVE && scan->options->archives);
    found->next = NULL;
    if (found->is_unchanged) {
        if (!scan->is_repeated)
            count_added(scan->options, found, &scan->others);
        found_free(found);
        return true;
    }
    if (is_queued) {
        *scan->queue_end = found;
        scan->queue_end = &found->next;
    } else {
        found->next = scan->rest;
        scan->rest = found;
    }
    return ++scan->count < AT_ONCE || write_down(scan);
}

static bool fail(struct database_failure *failure, struct catalog *catalog)
{
    *failure = *catalog_failure(catalog);
    return false;
}

static bool scan_once(struct scan *scan, struct walk_counts *counts,
                      struct database_failure *failure)
{
    const struct add_options *options = scan->options;
    const struct walk_plan plan = {.paths = options->paths,
                                   .count = options->path_count,
                                   .bytes = options->facts.bytes,
                                   .pictures = options->facts.draw != NULL,
                                   .opens_archives = options->archives != NULL,
                                   .takes_unchanged = options->report_file && !scan->is_repeated,
                                   .leaves_deadly = true,
                                   .roots = options->roots,
                                   .patience = options->patience,
                                   .take = take,
                                   .context = scan};
    bool walked = walk_paths(&scan->reader, &plan, counts);
    if (scan->has_failed || !write_down(scan))
        return fail(failure, &scan->writer);
    return walked || fail(failure, &scan->reader);
}

static bool forget_gone(struct scan *scan, struct database_failure *failure)
{
    const struct add_options *options = scan->options;
    struct attempts attempts = {0};
    bool fine;
    while (!(fine = prune_paths(&scan->writer, options->paths, options->path_count, options->roots,
                                &scan->totals->files_gone, &scan->totals->worlds_gone)) &&
           patience_allows(options->patience, &attempts, catalog_failure(&scan->writer)))
        continue;
    patience_end(options->patience, &attempts, fine);
    return fine || fail(failure, &scan->writer);
}

static void sum_up(struct scan *scan, const struct walk_counts *counts)
{
    struct scan_totals *totals = scan->totals;
    totals->unchanged = counts->unchanged;
    totals->archives = counts->archives + scan->others.archives;
    totals->unread = scan->others.unread;
    totals->files =
        totals->queued + totals->waiting + totals->unchanged + totals->archives + totals->unread;
}

/* After a server was away, its last transactions may be lost: everything is looked at once more. */
static bool scan_all(struct scan *scan, struct database_failure *failure)
{
    struct walk_counts counts = {0}, repeated;
    patience_take_losses(scan->options->patience);
    bool fine = scan_once(scan, &counts, failure);
    sum_up(scan, &counts);
    for (unsigned round = 0;
         fine && round < MOST_ROUNDS && patience_take_losses(scan->options->patience) > 0;
         round++) {
        scan->is_repeated = true;
        fine = scan_once(scan, &repeated, failure);
    }
    return fine && (!scan->options->prune || forget_gone(scan, failure));
}

static int64_t first_turn(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool open_and_scan(struct scan *scan, struct database_failure *failure)
{
    const struct add_options *options = scan->options;
    if (!catalog_open_patiently(&scan->writer, options->place, false, options->patience, failure))
        return false;
    bool fine =
        catalog_open_patiently(&scan->reader, options->place, true, options->patience, failure);
    if (fine) {
        fine = scan_all(scan, failure);
        catalog_close(&scan->reader);
    }
    catalog_close(&scan->writer);
    return fine;
}

bool catalog_scan(const struct add_options *options, struct scan_totals *totals,
                  struct database_failure *failure)
{
    *totals = (struct scan_totals){0};
    *failure = (struct database_failure){0};
    if (!has_digests) {
        *failure = (struct database_failure){.message = LACKS_DIGESTS};
        return false;
    }
    struct scan *scan = calloc(1, sizeof *scan);
    if (!scan)
        return false;
    scan->options = options;
    scan->totals = totals;
    scan->turn = first_turn();
    scan->queue_end = &scan->to_queue;
    bool fine = open_and_scan(scan, failure);
    free(scan);
    return fine;
}
