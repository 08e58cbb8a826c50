/* Parts of documents as events. */
#include "input.h"

#include "../base/error.h"
#include "../base/memory.h"
#include "../codec/way.h"
#include "../driver/meanings.h"

/* What is asked for. */
struct wish {
    const struct format_row *row;
    const void *document;
    const char *pointer;
    uint64_t first, count;
    const ow_options *options;
    ow_visitor visit;
    void *context;
};

/* Whether the part was met. */
struct telling {
    ow_status status;
    bool found;
};

/* The walk leads to the way, or is NULL: without meanings. */
static struct telling tell(const struct wish *wish, struct part_way *way, struct meaning_walk *walk,
                           ow_error *error)
{
    way_open(way, wish->pointer, wish->visit, wish->context);
    way->part.first = wish->first;
    way->part.count = wish->count;
    way->part.has_sizes = wish->count == 0; /* which takes a look at the whole document */
    struct telling outcome;
    outcome.status =
        driver_emit_part(wish->row, wish->document, &way->part, wish->options,
                         walk ? meanings_visit : way_walk, walk ? (void *)walk : way, error);
    outcome.found = way->target > 0;
    return outcome;
}

/* What values stand for rests on a table that may stand elsewhere. */
static struct telling tell_with_meanings(const struct wish *wish, ow_error *error)
{
    struct arena arena;
    struct meaning_walk walk;
    struct part_way way;
    ow_options filled = options_or_default(wish->options, 0);
    arena_init(&arena, &filled);
    struct telling outcome = {
        .status = meanings_open(&walk, wish->row->meanings, way_walk, &way, NULL, &arena)};
    if (outcome.status == OW_OK)
        meanings_note(&walk, wish->document);
    if (arena.status == OW_OK)
        outcome = tell(wish, &way, &walk, error);
    if (arena.status != OW_OK)
        outcome.status = error_limited(error, arena.status, filled.max_memory);
    arena_free(&arena);
    return outcome;
}

ow_status ow_trace_part(const ow_document *document, const char *pointer, uint64_t first,
                        uint64_t count, const ow_options *options, ow_visitor visit, void *context,
                        ow_error *error)
{
    error_clear(error);
    if (!document_is_there(document))
        return document_missing(error);
    if (!pointer || !visit)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "there is no %s: it is a null pointer",
                         pointer ? "visitor" : "JSON Pointer");
    struct wish wish = {.row = format_row_of(document->format),
                        .document = document->as.any,
                        .pointer = pointer,
                        .first = first,
                        .count = count,
                        .options = options,
                        .visit = visit,
                        .context = context};
    struct part_way way;
    struct telling outcome = options && options->meanings ? tell_with_meanings(&wish, error)
                                                          : tell(&wish, &way, NULL, error);
    if (outcome.status == OW_OK && !outcome.found)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "nothing stands at \"%s\"", pointer);
    return outcome.status;
}
