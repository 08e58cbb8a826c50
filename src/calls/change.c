/* Differences between two documents. */
#include "pair.h"
#include "room.h"

#include "../base/error.h"
#include "../change/write_patch.h"

#include <stdio.h>
#include <string.h>

/* Converts the older world to the form of the newer one; leaves it if that form cannot hold it. */
static ow_status align(struct pair *pair, const struct form *forms, ow_error *error)
{
    unsigned older = forms[0].version <= forms[1].version ? 0 : 1, newer = 1 - older;
    ow_status status =
        driver_convert_like(pair->row, pair->sides[older], pair->sides[newer], &pair->options,
                            pair->warn, pair->warn_context, &pair->aligned, error);
    if (status == OW_OK)
        pair->sides[older] = pair->aligned;
    else if (status == OW_BAD_VALUE)
        error_clear(error);
    return status == OW_BAD_VALUE ? OW_OK : status;
}

static ow_status find_forms(const struct pair *pair, struct form forms[2], ow_error *error)
{
    ow_status status = OW_OK;
    for (unsigned side = 0; side < 2 && status == OW_OK; side++) {
        const struct document_source source = {
            .row = pair->row, .document = pair->sides[side], .options = &pair->options};
        status = form_of(&source, &forms[side], error);
    }
    return status;
}

static ow_status align_where_needed(struct pair *pair, ow_error *error)
{
    struct form forms[2];
    ow_status status = find_forms(pair, forms, error);
    bool is_aligned = status != OW_OK || form_is_same(&forms[0], &forms[1]);
    return is_aligned ? status : align(pair, forms, error);
}

static uint32_t row_length(void *context, const char *list)
{
    const struct pair *pair = context;
    return pair->row->row_length(pair->sides[1], list);
}

static void name_record(void *context, bool before, const char *record, char *text, size_t size)
{
    const struct pair *pair = context;
    pair->row->name_record(pair->sides[before ? 0 : 1], record, text, size);
}

/* A record inside of another, such as "/components/2/inputs/0", is where that one is. */
static void find_group(void *context, bool before, const char *record, char *text, size_t size)
{
    struct pair *pair = context;
    unsigned side = before ? 0 : 1;
    char pointer[POINTER_ROOM];
    snprintf(pointer, sizeof pointer, "%s", record);
    for (char *slash; *text == '\0' && (slash = strrchr(pointer, '/')); *slash = '\0')
        pair->row->find_group(pair->sides[side], &pair->groups, &pair->group_states[side], pointer,
                              text, size);
}

/* Records can be compared by their bytes if both worlds would be written in one form. */
static void open_sources(const struct pair *pair, bool has_one_form, struct field_names *names,
                         struct document_source documents[2], struct outline_source sources[2])
{
    memset(names, 0, sizeof *names);
    for (unsigned side = 0; side < 2; side++) {
        documents[side] = (struct document_source){
            .row = pair->row, .document = pair->sides[side], .options = &pair->options};
        sources[side] =
            (struct outline_source){.emit = document_emit,
                                    .encode_list = has_one_form ? document_encode_list : NULL,
                                    .context = &documents[side],
                                    .names = names,
                                    .identities = pair->row->identities};
    }
}

ow_status pair_compare(struct pair *pair, struct difference_sink *sink, struct arena *account,
                       ow_error *error)
{
    struct field_names *names = arena_take(account, sizeof *names);
    struct form forms[2];
    struct document_source documents[2];
    struct outline_source sources[2];
    if (!names)
        return error_limited(error, account->status, pair->options.max_memory);
    ow_status status = find_forms(pair, forms, error);
    if (status != OW_OK)
        return status;
    open_sources(pair, form_is_same(&forms[0], &forms[1]), names, documents, sources);
    sink->row_length = row_length;
    sink->name_record = name_record;
    sink->find_group = find_group;
    sink->asked = pair;
    arena_init(&pair->groups, &pair->options);
    status = diff_worlds(&sources[0], &sources[1], sink, account, error);
    if (status == OW_OK && pair->groups.status != OW_OK)
        status = error_limited(error, pair->groups.status, pair->options.max_memory);
    arena_free(&pair->groups);
    return status;
}

static ow_status check_arguments(const ow_document *before, const ow_document *after,
                                 ow_error *error)
{
    error_clear(error);
    if (!document_is_there(before) || !document_is_there(after))
        return document_missing(error);
    if (before->format != after->format)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "worlds of different formats cannot be compared: a %s and a %s",
                         before->format->title, after->format->title);
    return OW_OK;
}

static struct pair make_pair(const ow_document *before, const ow_document *after,
                             const ow_options *options)
{
    struct pair pair = {.row = format_row_of(before->format),
                        .sides = {before->as.any, after->as.any}};
    pair.options = change_options(options, driver_measure(pair.row, before->as.any, options) +
                                               driver_measure(pair.row, after->as.any, options));
    return pair;
}

ow_status ow_diff(const ow_document *before, const ow_document *after, const ow_options *options,
                  ow_warn warn, void *warn_context, ow_change_visitor visit, void *context,
                  ow_change_totals *totals, ow_error *error)
{
    ow_error local_error = {0};
    ow_change_totals counted = {0};
    error = error ? error : &local_error;
    totals = totals ? totals : &counted;
    *totals = counted;
    struct difference_sink sink = {.visit = visit, .context = context, .totals = totals};
    ow_status status = check_arguments(before, after, error);
    if (status != OW_OK)
        return status;
    struct pair pair = make_pair(before, after, options);
    struct arena account;
    pair.warn = warn;
    pair.warn_context = warn_context;
    arena_init(&account, &pair.options);
    status = align_where_needed(&pair, error);
    if (status == OW_OK)
        status = pair_compare(&pair, &sink, &account, error);
    arena_free(&account);
    if (pair.aligned)
        arena_release(pair.row->owner_of(pair.aligned));
    return status;
}

static ow_status emit_part(void *context, struct part_request *part, ow_visitor visit,
                           void *visit_context, ow_error *error)
{
    const struct pair *pair = context;
    return driver_emit_part(pair->row, pair->sides[1], part, &pair->options, visit, visit_context,
                            error);
}

ow_status ow_diff_patch(const ow_document *before, const ow_document *after,
                        const ow_options *options, const ow_sink *sink, ow_error *error)
{
    ow_error local_error = {0};
    error = error ? error : &local_error;
    ow_status status = check_arguments(before, after, error);
    if (status != OW_OK)
        return status;
    if (!sink || !sink->write)
        return error_missing(error, "sink to write to");
    struct pair pair = make_pair(before, after, options);
    struct arena account;
    arena_init(&account, &pair.options);
    const struct draft_source source = {emit_part, &pair, before->format->name};
    struct patch_writer *writer;
    status = patch_writer_open(&source, &pair.options, &account, &writer);
    if (status == OW_OK) {
        struct difference_sink findings = {.find = patch_writer_find, .context = writer};
        status = pair_compare(&pair, &findings, &account, error);
        ow_status closed = patch_writer_close(writer, status == OW_OK ? sink : NULL, error);
        status = status == OW_OK ? closed : status;
    } else {
        error_limited(error, status, pair.options.max_memory);
    }
    arena_free(&account);
    return status;
}
