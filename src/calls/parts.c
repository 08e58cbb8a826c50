/* Parts of documents of any format: finding, removing, replacing, extracting, merging. */
#include "input.h"

#include "../above.h"
#include "../base/error.h"
#include "../change/conditions.h"
#include "../change/parts_hint.h"
#include "../driver/meanings.h"

#include <string.h>

/* A document whose parts are searched. */
struct look {
    const struct format_row *row;
    const void *document;
    ow_options options;
    struct parts parts;
    bool with_words; /* conditions are about decoded fields too, see driver/meanings.h */
};

static ow_status open_look(struct look *look, const ow_document *document,
                           const ow_options *options, ow_error *error)
{
    error_clear(error);
    *look = (struct look){0};
    if (!document_is_there(document))
        return document_missing(error);
    look->row = format_row_of(document->format);
    look->document = document->as.any;
    look->options = options_or_default(
        options,
        options && options->max_memory ? 0 : driver_measure(look->row, look->document, options));
    ow_status status =
        parts_open(&look->parts, look->row->parts, look->document, &look->options, error);
    if (status == OW_OK && libraries_above.offer_nets) {
        libraries_above.offer_nets(document, options, &look->parts);
        if (look->parts.arena.status != OW_OK)
            status = error_limited(error, look->parts.arena.status, look->options.max_memory);
    }
    return format_outcome(look->row, status, "parts", error);
}

/* For calls that need parents and positions. */
static ow_status open_related(struct look *look, const ow_document *document,
                              const ow_options *options, ow_error *error)
{
    ow_status status = open_look(look, document, options, error);
    return status == OW_OK ? parts_relate(&look->parts, error) : status;
}

static void close_look(struct look *look)
{
    if (look->parts.calls)
        parts_close(&look->parts);
}

static ow_status emit_with_words(const struct look *look, ow_visitor visit, void *visit_context,
                                 ow_error *error)
{
    struct arena arena;
    struct meaning_walk walk;
    arena_init(&arena, &look->options);
    ow_status status =
        meanings_open(&walk, look->row->meanings, visit, visit_context, NULL, &arena);
    if (status == OW_OK)
        meanings_note(&walk, look->document);
    if (status == OW_OK && arena.status == OW_OK)
        status =
            driver_emit(look->row, look->document, &look->options, meanings_visit, &walk, error);
    if (arena.status != OW_OK)
        status = error_limited(error, arena.status, look->options.max_memory);
    arena_free(&arena);
    return status;
}

/* The second time, it is asked for names that may have been meant. */
static ow_status emit_document(void *context, ow_visitor visit, void *visit_context,
                               ow_error *error)
{
    struct look *look = context;
    bool with_words = look->with_words;
    look->with_words = true;
    if (with_words)
        return emit_with_words(look, visit, visit_context, error);
    return driver_emit(look->row, look->document, &look->options, visit, visit_context, error);
}

/* Returns true if a condition is about a decoded field. Decoding takes time, so it is done only
 * for these. */
static bool is_of_words(const struct format_row *row, const char *condition)
{
    size_t size = strcspn(condition += *condition == '/', "/ =!<>~");
    const struct decoded_field *decoded = row->meanings->decoded;
    for (; decoded && decoded->path; decoded++) {
        const char *name = strrchr(decoded->path, '/') + 1;
        if (strlen(name) == size && memcmp(name, condition, size) == 0)
            return true;
    }
    return false;
}

static ow_status choose(struct look *look, const ow_part_choice *choice, ow_error *error)
{
    const struct event_source source = {emit_document, look};
    for (const char *const *where = choice->where; where && *where; where++)
        look->with_words = look->with_words || is_of_words(look->row, *where);
    const struct part_notes notes = {choice->warn, choice->warn_context};
    ow_status status = OW_OK;
    for (uint32_t i = 0; !choice->selectors && i < look->parts.count; i++)
        look->parts.chosen[i] = 1;
    if (choice->selectors)
        status = parts_choose(&look->parts, choice->selectors, &notes, error);
    if (status == OW_OK && choice->where)
        status = conditions_narrow(&look->parts, choice->where, &source, &notes, error);
    return status == OW_OK ? parts_narrow(&look->parts, choice, error) : status;
}

static void visit_chosen(const struct look *look, ow_part_visitor visit, void *context)
{
    const struct parts *parts = &look->parts;
    char pointer[PART_POINTER], name[128];
    ow_part part;
    for (uint32_t k = 0; k < parts->list_count; k++) {
        const struct part_list *list = &parts->lists[k];
        for (uint32_t i = 0; i < list->count; i++) {
            if (!parts->chosen[list->first + i])
                continue;
            parts_fill(parts, list, i, &part);
            parts_point(list, i, pointer);
            part.pointer = pointer;
            name[0] = '\0';
            if (part.type.size == 0 && part.axes == 0)
                look->row->name_record(look->document, pointer, name, sizeof name);
            part.name = name;
            if (visit(context, &part) == OW_STOP)
                return;
        }
    }
}

ow_status ow_find_parts(const ow_document *document, const ow_part_choice *choice,
                        const ow_options *options, ow_part_visitor visit, void *context,
                        uint64_t *count, ow_error *error)
{
    static const ow_part_choice everything;
    struct look look;
    ow_status status = open_look(&look, document, options, error);
    if (status == OW_OK)
        status = choose(&look, choice ? choice : &everything, error);
    if (status == OW_OK && visit)
        status = parts_relate(&look.parts, error);
    if (count)
        *count = status == OW_OK ? parts_count_chosen(&look.parts) : 0;
    if (status == OW_OK && visit)
        visit_chosen(&look, visit, context);
    close_look(&look);
    return status;
}

/* Selects the records that match, with everything on them. */
static ow_status choose_with_all_on_it(struct look *look, const char *selectors, ow_error *error)
{
    ow_status status = parts_choose(&look->parts, selectors, NULL, error);
    if (status != OW_OK)
        return status;
    status = parts_choose_above(&look->parts);
    return status == OW_OK ? OW_OK : error_limited(error, status, look->options.max_memory);
}

static ow_status no_memory_of_its_own(ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                     "the document cannot be changed: its owner is NULL");
}

ow_status ow_remove_parts(ow_document *document, const char *selectors, const ow_options *options,
                          uint64_t *removed, ow_error *error)
{
    struct look look;
    if (removed)
        *removed = 0;
    if (!selectors)
        return error_missing(error, "selectors of the records to remove");
    ow_status status = open_related(&look, document, options, error);
    if (status == OW_OK && !look.row->owner_of(look.document))
        status = no_memory_of_its_own(error);
    if (status == OW_OK)
        status = choose_with_all_on_it(&look, selectors, error);
    uint64_t count = status == OW_OK ? parts_count_chosen(&look.parts) : 0;
    if (status == OW_OK && count == 0)
        status =
            error_set(error, OW_BAD_ARGUMENT, 0, NULL, "no record matches \"%.200s\"", selectors);
    if (status == OW_OK)
        status =
            format_outcome(look.row, look.row->parts->remove(document->as.any, &look.parts, error),
                           "records that can be removed", error);
    if (removed && status == OW_OK)
        *removed = count;
    close_look(&look);
    return status;
}

static ow_status check_replacing(const ow_document *document, ow_replaced what, const char *from,
                                 const char *to, ow_error *error)
{
    error_clear(error);
    if (!document_is_there(document))
        return document_missing(error);
    const struct format_row *row = format_row_of(document->format);
    if (!from || !to)
        return error_missing(error, "types: the old and the new one");
    if (what != OW_REPLACE_TYPE && what != OW_REPLACE_TILE)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "types and tiles can be replaced, and nothing else");
    if (!row->owner_of(document->as.any))
        return no_memory_of_its_own(error);
    return OW_OK;
}

static ow_status no_types(const struct format_row *row, ow_status status, ow_error *error)
{
    return format_outcome(row, status, "types that could be replaced", error);
}

/* A name without its mod means the type that has it. If nothing has the type, the error suggests
 * the nearest. */
static ow_status replace_type(ow_document *document, ow_text from, ow_text to,
                              const ow_options *options, uint64_t *replaced, ow_error *error)
{
    struct look look;
    ow_status status = open_look(&look, document, options, error);
    if (status == OW_OK) {
        status = parts_resolve_type(&look.parts, &from);
        if (status == OW_OK)
            status = parts_resolve_type(&look.parts, &to);
        if (status != OW_OK)
            error_limited(error, status, look.options.max_memory);
    }
    if (status == OW_OK) {
        status =
            look.row->parts->replace(document->as.any, OW_REPLACE_TYPE, from, to, replaced, error);
        if (status == OW_NOT_THERE)
            status = parts_none_of_type_here(&look.parts, from, error);
        status = no_types(look.row, status, error);
    }
    close_look(&look);
    return status;
}

static ow_status replace_other(ow_document *document, ow_replaced what, ow_text from, ow_text to,
                               uint64_t *replaced, ow_error *error)
{
    const struct format_row *row = format_row_of(document->format);
    ow_status status = row->parts->replace(document->as.any, what, from, to, replaced, error);
    return no_types(row, status, error);
}

ow_status ow_replace_parts(ow_document *document, ow_replaced what, const char *from,
                           const char *to, const ow_options *options, uint64_t *count,
                           ow_error *error)
{
    uint64_t replaced = 0;
    ow_error local_error = {0};
    error = error ? error : &local_error;
    ow_status status = check_replacing(document, what, from, to, error);
    if (status == OW_OK && what == OW_REPLACE_TYPE)
        status =
            replace_type(document, ow_text_of(from), ow_text_of(to), options, &replaced, error);
    else if (status == OW_OK)
        status = replace_other(document, what, ow_text_of(from), ow_text_of(to), &replaced, error);
    if (count)
        *count = replaced;
    return status;
}

ow_status ow_extract_parts(const ow_document *document, const char *selectors,
                           const ow_options *options, ow_warn warn, void *warn_context,
                           ow_document *part, ow_error *error)
{
    const struct part_notes notes = {warn, warn_context};
    ow_document copy;
    struct look look = {0};
    ow_status status = result_open(part, error);
    if (status == OW_OK && !selectors)
        status = error_missing(error, "selectors of the records to extract");
    if (status == OW_OK)
        status = ow_copy(document, options, &copy, error);
    if (status != OW_OK)
        return status;
    status = open_related(&look, &copy, options, error);
    if (status == OW_OK)
        status = choose_with_all_on_it(&look, selectors, error);
    if (status == OW_OK)
        status = format_outcome(look.row,
                                look.row->parts->extract(copy.as.any, &look.parts, &notes, error),
                                "records that can be extracted", error);
    close_look(&look);
    if (status == OW_OK)
        *part = copy;
    else
        ow_close(&copy);
    return status;
}

static ow_status check_merge(const ow_document *world, const ow_document *part, ow_error *error)
{
    if (!document_is_there(world) || !document_is_there(part))
        return document_missing(error);
    if (world->format != part->format)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "worlds of different formats cannot be merged: a %s and a %s",
                         world->format->title, part->format->title);
    return OW_OK;
}

ow_status ow_merge(const ow_document *world, const ow_document *part, const ow_placement *placement,
                   const ow_options *options, ow_warn warn, void *warn_context, ow_document *merged,
                   ow_error *error)
{
    static const ow_placement in_place;
    const struct part_notes notes = {warn, warn_context};
    ow_error local_error = {0};
    ow_document copy = {0};
    void *joined = NULL;
    error = error ? error : &local_error;
    ow_status status = result_open(merged, error);
    if (status == OW_OK)
        status = check_merge(world, part, error);
    if (status == OW_OK)
        status = ow_copy(world, options, &copy, error);
    if (status != OW_OK)
        return status;
    const struct format_row *row = format_row_of(world->format);
    status = driver_convert_like(row, part->as.any, copy.as.any, options, warn, warn_context,
                                 &joined, error);
    if (status == OW_OK) {
        arena_join(row->owner_of(copy.as.any), row->owner_of(joined));
        status = row->parts->merge(copy.as.any, joined, placement ? placement : &in_place, &notes,
                                   error);
        status = format_outcome(row, status, "records that can be merged", error);
    }
    if (status == OW_OK)
        *merged = copy;
    else
        ow_close(&copy);
    return status;
}

/* Returns true if the caller asks for overlaps, and records of the format should not overlap. */
static bool overlaps_matter(const ow_document *document, const ow_rearrangement *how,
                            const struct part_notes *notes)
{
    return (notes->warn || how->refuse_overlaps) &&
           !format_row_of(document->format)->parts->in_cells;
}

static ow_status report_overlaps(const struct rearranged *rearranged, const ow_options *options,
                                 const struct part_notes *notes, ow_error *error)
{
    static const char missing[] =
        "overlaps are found in scenes, and this library is one of formats alone";
    if (libraries_above.report_overlaps)
        return libraries_above.report_overlaps(rearranged, options, notes, error);
    if (rearranged->how->refuse_overlaps)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "%s", missing);
    parts_note(notes, "", "%s", missing);
    return OW_OK;
}

/* Moves records of a copy. */
static ow_status rearrange(const ow_document *document, const char *selectors,
                           const ow_rearrangement *how, const ow_options *options,
                           const struct part_notes *notes, ow_document *changed, uint64_t *count,
                           ow_error *error)
{
    ow_document copy;
    struct look look = {0};
    ow_status status = ow_copy(document, options, &copy, error);
    if (status != OW_OK)
        return status;
    status = open_related(&look, &copy, options, error);
    if (status == OW_OK)
        status = choose_with_all_on_it(&look, selectors, error);
    if (status == OW_OK)
        status = look.row->parts->rearrange(copy.as.any, &look.parts, how, notes, count, error);
    if (status == OW_OK && how->copies == 0 && overlaps_matter(&copy, how, notes)) {
        const struct rearranged rearranged = {&copy, &look.parts, NULL, how};
        status = report_overlaps(&rearranged, options, notes, error);
    }
    close_look(&look);
    if (status == OW_OK && *count == 0)
        status =
            error_set(error, OW_BAD_ARGUMENT, 0, NULL, "no record matches \"%.200s\"", selectors);
    if (status == OW_OK)
        *changed = copy;
    else
        ow_close(&copy);
    return status;
}

/* Finds the placement of copy number `times` of the selected records, and their number. */
static ow_status find_placement(const ow_document *document, const char *selectors,
                                const ow_rearrangement *how, uint32_t times,
                                const ow_options *options, ow_placement *placement, uint64_t *count,
                                ow_error *error)
{
    struct look look = {0};
    *placement = (ow_placement){.quarter_turns = how->quarter_turns};
    for (int axis = 0; axis < 3; axis++)
        placement->at[axis] = how->by[axis] * times;
    ow_status status = open_related(&look, document, options, error);
    if (status == OW_OK)
        status = choose_with_all_on_it(&look, selectors, error);
    if (status == OW_OK)
        look.row->parts->find_origin(&look.parts, placement);
    if (status == OW_OK)
        *count += parts_count_chosen(&look.parts);
    close_look(&look);
    return status;
}

/* Extracts the records, and merges them as often as there are copies. Both say what does not come
 * along: once is enough. */
static ow_status copy_parts(const ow_document *document, const char *selectors,
                            const ow_rearrangement *how, const ow_options *options, ow_warn warn,
                            void *warn_context, ow_document *changed, uint64_t *count,
                            ow_error *error)
{
    ow_document part = {0}, world = {0};
    ow_status status =
        ow_extract_parts(document, selectors, options, warn, warn_context, &part, error);
    for (uint32_t times = 1; times <= how->copies && status == OW_OK; times++) {
        ow_placement placement;
        ow_document merged = {0};
        status = find_placement(document, selectors, how, times, options, &placement, count, error);
        if (status == OW_OK)
            status = ow_merge(world.format ? &world : document, &part, &placement, options, NULL,
                              NULL, &merged, error);
        ow_close(&world);
        world = merged;
    }
    ow_close(&part);
    if (status == OW_OK)
        *changed = world;
    else
        ow_close(&world);
    return status;
}

/* Copies are behind the records that were there before. */
static ow_status report_overlaps_of_copies(const ow_document *before, const ow_document *document,
                                           const ow_rearrangement *how, const ow_options *options,
                                           const struct part_notes *notes, ow_error *error)
{
    struct look past = {0}, present = {0};
    ow_status status = open_related(&past, before, options, error);
    if (status == OW_OK)
        status = open_related(&present, document, options, error);
    if (status == OW_OK) {
        const struct rearranged rearranged = {document, &present.parts, &past.parts, how};
        status = report_overlaps(&rearranged, options, notes, error);
    }
    close_look(&present);
    close_look(&past);
    return status;
}

static ow_status check_rearranging(const char *selectors, const ow_rearrangement *how,
                                   ow_error *error)
{
    if (!selectors || !how)
        return error_missing(error, selectors ? "way to rearrange records" : "selectors");
    if (how->mirror > OW_MIRROR_Z)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "unknown axis %u of a mirror",
                         (unsigned)how->mirror);
    if (how->mirror != OW_MIRROR_NONE && (how->copies > 0 || how->quarter_turns % 4 != 0))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "records cannot be mirrored and turned or copied in one call");
    return OW_OK;
}

ow_status ow_rearrange_parts(const ow_document *document, const char *selectors,
                             const ow_rearrangement *how, const ow_options *options, ow_warn warn,
                             void *warn_context, ow_document *changed, uint64_t *count,
                             ow_error *error)
{
    const struct part_notes notes = {warn, warn_context};
    ow_error local_error = {0};
    uint64_t uncounted = 0;
    count = count ? count : &uncounted;
    error = error ? error : &local_error;
    *count = 0;
    ow_status status = result_open(changed, error);
    if (status == OW_OK)
        status = check_rearranging(selectors, how, error);
    if (status == OW_OK)
        status = rearrange(document, selectors, how, options, &notes, changed, count, error);
    if (status == FORMAT_HAS_NONE && how->copies > 0)
        status = copy_parts(document, selectors, how, options, warn, warn_context, changed, count,
                            error);
    else if (status == FORMAT_HAS_NONE)
        status = format_outcome(format_row_of(document->format), status,
                                "records that can be moved", error);
    if (status == OW_OK && how->copies > 0 && overlaps_matter(changed, how, &notes))
        status = report_overlaps_of_copies(document, changed, how, options, &notes, error);
    if (status != OW_OK && changed)
        ow_close(changed);
    return status;
}

ow_status ow_part_files(const ow_format *format, const ow_document *part, ow_text title,
                        const ow_options *options, ow_part_file_visitor visit, void *context,
                        ow_error *error)
{
    error_clear(error);
    if (!format_is_ours(format) || !visit || (part && part->format != format) ||
        (part && !part->as.any))
        return error_missing(error, "format of this library and of the part, or visitor");
    const struct format_row *row = format_row_of(format);
    const ow_options own = options_or_default(options, 0);
    ow_status status =
        row->parts->list_files(part ? part->as.any : NULL, title, &own.allocator, visit, context);
    return status == OW_NO_MEMORY
               ? error_plain(error, status)
               : format_outcome(row, status, "folder for parts: they are files", error);
}
