/* Three-way merge of documents. */
#include "draft_document.h"
#include "pair.h"
#include "room.h"

#include "../base/error.h"
#include "../change/merge3.h"

#include <stdio.h>
#include <string.h>

struct merging {
    const struct format_row *row;
    ow_options options;
    struct document_source sides[3]; /* in one form, if possible */
    void *copies[3];                 /* copies made for that */
    ow_warn warn;
    void *warn_context;
    ow_conflict_visitor visit;
    void *context;
    uint64_t conflicts;
    struct arena account, nodes, scratch[3];
    struct merge3 merge;
};

/* Names the innermost record on a pointer that has a name. */
static void name_record(const struct merging *merging, const struct merge_conflict *conflict,
                        char *name, size_t size)
{
    char pointer[POINTER_ROOM];
    const char *const pointers[] = {conflict->base, conflict->ours, conflict->theirs};
    unsigned side = conflict->ours ? SIDE_OURS : conflict->base ? SIDE_BASE : SIDE_THEIRS;
    *name = '\0';
    snprintf(pointer, sizeof pointer, "%s", pointers[side]);
    for (char *end = pointer + strlen(pointer); *pointer && !*name; end = strrchr(pointer, '/')) {
        *end = '\0';
        if (*pointer)
            merging->row->name_record(merging->sides[side].document, pointer, name, size);
    }
}

/* Writes a value, shortened for a sentence. */
static void put_value(char *text, size_t size, struct json_text value)
{
    enum { SHOWN = 48 };
    bool whole = value.size <= SHOWN;
    snprintf(text, size, "%.*s%s", (int)(whole ? value.size : SHOWN - 3), value.data,
             whole ? "" : "...");
}

static void describe(const struct merge_conflict *conflict, char *text, size_t size)
{
    static const char *const sentences[] = {
        [OW_CONFLICT_CHANGED] = "both changed it; ours is kept",
        [OW_CONFLICT_REMOVED_BY_OURS] = "ours removed what theirs changed; it stays removed",
        [OW_CONFLICT_REMOVED_BY_THEIRS] = "theirs removed what ours changed; it is kept",
        [OW_CONFLICT_ADDED] = "both added it with different contents; ours is kept",
        [OW_CONFLICT_ORDER] = "both moved records of this list; the order of ours is kept",
        [OW_CONFLICT_REFERENCES] =
            "both changed indexes that records refer to; the changes of theirs are left out",
        [OW_CONFLICT_FORM] = "both changed the version or the variant; ours is kept",
    };
    char ours[64], theirs[64];
    if (conflict->count > 0) {
        snprintf(text, size, "both changed %llu value%s from here on; ours %s kept",
                 (unsigned long long)conflict->count, plural(conflict->count),
                 conflict->count == 1 ? "is" : "are");
        return;
    }
    if (!conflict->ours_value.data || !conflict->theirs_value.data) {
        snprintf(text, size, "%s", sentences[conflict->kind]);
        return;
    }
    put_value(ours, sizeof ours, conflict->ours_value);
    put_value(theirs, sizeof theirs, conflict->theirs_value);
    snprintf(text, size, "ours %s it %s, theirs %s; ours is kept",
             conflict->kind == OW_CONFLICT_ADDED ? "added" : "made", ours, theirs);
}

static void report_conflict(void *context, const struct merge_conflict *conflict)
{
    struct merging *merging = context;
    char name[160], message[256];
    merging->conflicts++;
    if (!merging->visit)
        return;
    name_record(merging, conflict, name, sizeof name);
    describe(conflict, message, sizeof message);
    ow_conflict reported = {.kind = conflict->kind,
                            .base = conflict->base,
                            .ours = conflict->ours,
                            .theirs = conflict->theirs,
                            .name = name,
                            .message = message,
                            .count = conflict->count};
    merging->visit(merging->context, &reported);
}

static uint32_t row_length(void *context, const char *list)
{
    const struct merging *merging = context;
    return merging->row->row_length(merging->sides[SIDE_OURS].document, list);
}

static ow_status check_arguments(const ow_document *const documents[3], ow_error *error)
{
    error_clear(error);
    for (unsigned side = 0; side < 3; side++)
        if (!document_is_there(documents[side]))
            return document_missing(error);
    for (unsigned side = 1; side < 3; side++)
        if (documents[side]->format != documents[0]->format)
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                             "worlds of different formats cannot be merged: a %s and a %s",
                             documents[0]->format->title, documents[side]->format->title);
    return OW_OK;
}

/* The side whose form the result gets: the one that changed it. */
static enum merge_side choose_form(struct merging *merging, const struct form forms[3])
{
    if (form_is_same(&forms[SIDE_THEIRS], &forms[SIDE_BASE]) ||
        form_is_same(&forms[SIDE_THEIRS], &forms[SIDE_OURS]))
        return SIDE_OURS;
    if (form_is_same(&forms[SIDE_OURS], &forms[SIDE_BASE]))
        return SIDE_THEIRS;
    report_conflict(merging, &(struct merge_conflict){
                                 .kind = OW_CONFLICT_FORM, .base = "", .ours = "", .theirs = ""});
    return SIDE_OURS;
}

static ow_status align(struct merging *merging, ow_error *error)
{
    struct form forms[3];
    for (unsigned side = 0; side < 3; side++) {
        ow_status status = form_of(&merging->sides[side], &forms[side], error);
        if (status != OW_OK)
            return status;
    }
    enum merge_side model = choose_form(merging, forms);
    for (unsigned side = 0; side < 3; side++) {
        if (form_is_same(&forms[side], &forms[model]))
            continue;
        /* No warnings for the base: what only the base has is not missed, and the rest is reported
         * for a side. */
        ow_warn warn = side == SIDE_BASE ? NULL : merging->warn;
        ow_status status = driver_convert_like(
            merging->row, merging->sides[side].document, merging->sides[model].document,
            &merging->options, warn, merging->warn_context, &merging->copies[side], error);
        if (status == OW_OK)
            merging->sides[side].document = merging->copies[side];
        /* the form cannot hold the data, or there is no conversion */
        else if (status == OW_BAD_VALUE || status == OW_BAD_ARGUMENT)
            error_clear(error);
        else
            return status;
    }
    return OW_OK;
}

/* Finds the changes of one side. */
static ow_status find_edits(struct merging *merging, enum merge_side side, struct edits *edits,
                            ow_error *error)
{
    struct pair pair = {
        .row = merging->row,
        .options = merging->options,
        .sides = {merging->sides[SIDE_BASE].document, merging->sides[side].document}};
    struct difference_sink sink = {.find = edits_find, .context = edits};
    ow_status status = pair_compare(&pair, &sink, &merging->account, error);
    if (status == OW_OK && !edits_finish(edits))
        status = error_limited(error, edits->status, merging->options.max_memory);
    return status;
}

static ow_status emit_part(void *context, struct part_request *part, ow_visitor visit,
                           void *visit_context, ow_error *error)
{
    const struct document_source *source = context;
    return driver_emit_part(source->row, source->document, part, source->options, visit,
                            visit_context, error);
}

static bool open_drafts(struct merging *merging)
{
    struct merge3 *merge = &merging->merge;
    for (unsigned side = 0; side < 3; side++) {
        const struct draft_source source = {emit_part, &merging->sides[side],
                                            merging->row->about.name};
        if (side == SIDE_OURS && !draft_init(&merge->draft, &source, &merging->nodes))
            return false;
        merge->sides[side] = (struct draft){.source = source, .arena = &merging->scratch[side]};
    }
    return true;
}

static ow_status merge(struct merging *merging, ow_document *merged, ow_error *error)
{
    struct merge3 *merge = &merging->merge;
    merge->account = &merging->account;
    merge->options = &merging->options;
    merge->references = merging->row->references;
    merge->row_length = row_length;
    merge->on_conflict = report_conflict;
    merge->context = merging;
    ow_status status = align(merging, error);
    if (status == OW_OK)
        status = find_edits(merging, SIDE_OURS, &merge->ours, error);
    if (status == OW_OK)
        status = find_edits(merging, SIDE_THEIRS, &merge->theirs, error);
    if (status != OW_OK)
        return status;
    if (open_drafts(merging))
        merge3_apply(merge);
    return draft_document(&merge->draft, merging->row, &merging->options, &merged->as.any, error);
}

static void begin(struct merging *merging, const ow_document *const documents[3],
                  const ow_options *options)
{
    uint64_t size = 0;
    merging->row = format_row_of(documents[0]->format);
    for (unsigned side = 0; side < 3; side++) {
        size += driver_measure(merging->row, documents[side]->as.any, options);
        merging->sides[side] = (struct document_source){
            .row = merging->row, .document = documents[side]->as.any, .options = &merging->options};
    }
    merging->options = change_options(options, size);
    arena_init(&merging->account, &merging->options);
    arena_share(&merging->nodes, &merging->account);
    for (unsigned side = 0; side < 3; side++)
        arena_share(&merging->scratch[side], &merging->account);
    edits_init(&merging->merge.ours, &merging->account);
    edits_init(&merging->merge.theirs, &merging->account);
}

static void end(struct merging *merging)
{
    edits_free(&merging->merge.ours);
    edits_free(&merging->merge.theirs);
    arena_free(&merging->nodes);
    for (unsigned side = 0; side < 3; side++) {
        arena_free(&merging->scratch[side]);
        if (merging->copies[side])
            arena_release(merging->row->owner_of(merging->copies[side]));
    }
    arena_free(&merging->account);
}

ow_status ow_merge3(const ow_document *base, const ow_document *ours, const ow_document *theirs,
                    const ow_options *options, ow_warn warn, void *warn_context,
                    ow_conflict_visitor visit, void *context, uint64_t *conflict_count,
                    ow_document *merged, ow_error *error)
{
    const ow_document *const documents[] = {base, ours, theirs};
    ow_error local_error = {0};
    error = error ? error : &local_error;
    ow_status status = result_open(merged, error);
    if (status == OW_OK)
        status = check_arguments(documents, error);
    if (status != OW_OK)
        return status;
    struct merging merging = {
        .warn = warn, .warn_context = warn_context, .visit = visit, .context = context};
    begin(&merging, documents, options);
    status = merge(&merging, merged, error);
    end(&merging);
    if (conflict_count)
        *conflict_count = merging.conflicts;
    return result_keep(merging.row, status, merged);
}
