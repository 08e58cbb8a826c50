/* Parts of a document of any format: found, taken out. */
#include "input.h"

#include "../base/error.h"
#include "../change/conditions.h"

/* A document whose parts are looked for. */
struct look {
    const struct format_row *row;
    const void *document;
    ow_options options;
    struct parts parts;
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
    if (!look->row->parts)
        return format_has_no(look->row, "parts", error);
    look->options = options_or_default(
        options,
        options && options->max_memory ? 0 : driver_measure(look->row, look->document, options));
    return parts_open(&look->parts, look->row->parts, look->document, &look->options, error);
}

static void close_look(struct look *look)
{
    if (look->parts.calls)
        parts_close(&look->parts);
}

static ow_status tell(void *context, ow_visitor visit, void *visit_context, ow_error *error)
{
    const struct look *look = context;
    return driver_tell(look->row, look->document, &look->options, visit, visit_context, error);
}

static ow_status choose(struct look *look, const ow_part_choice *choice, ow_error *error)
{
    struct event_source source = {tell, look};
    ow_status status = OW_OK;
    for (uint32_t i = 0; !choice->selectors && i < look->parts.count; i++)
        look->parts.chosen[i] = 1;
    if (choice->selectors)
        status = parts_choose(&look->parts, choice->selectors, false, error);
    if (status == OW_OK && choice->where)
        status = conditions_narrow(&look->parts, choice->where, &source, error);
    return status == OW_OK ? parts_narrow(&look->parts, choice, error) : status;
}

static void tell_chosen(const struct parts *parts, ow_part_visitor visit, void *context)
{
    char pointer[48];
    ow_part part;
    for (uint32_t k = 0; k < parts->list_count; k++) {
        const struct part_list *list = &parts->lists[k];
        for (uint32_t i = 0; i < list->count; i++) {
            if (!parts->chosen[list->first + i])
                continue;
            parts_tell(parts, list, i, pointer, &part);
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
    if (count)
        *count = status == OW_OK ? parts_count_chosen(&look.parts) : 0;
    if (status == OW_OK && visit)
        tell_chosen(&look.parts, visit, context);
    close_look(&look);
    return status;
}

ow_status ow_remove_parts(ow_document *document, const char *selectors, const ow_options *options,
                          uint64_t *removed, ow_error *error)
{
    struct look look;
    if (removed)
        *removed = 0;
    if (!selectors)
        return error_missing(error, "selectors that say what is removed");
    ow_status status = open_look(&look, document, options, error);
    if (status == OW_OK && !look.row->owner_of(look.document))
        status = error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                           "the document has no memory of its own: its owner is NULL");
    if (status == OW_OK)
        status = parts_choose(&look.parts, selectors, true, error);
    if (status == OW_OK) {
        status = parts_choose_above(&look.parts);
        if (status != OW_OK)
            error_limited(error, status, look.options.max_memory);
    }
    uint64_t count = status == OW_OK ? parts_count_chosen(&look.parts) : 0;
    if (status == OW_OK)
        status = look.row->parts->remove(document->as.any, &look.parts, error);
    if (removed && status == OW_OK)
        *removed = count;
    close_look(&look);
    return status;
}
