/* Finding records by their own number. */
#include "input.h"

#include "../base/error.h"
#include "../codec/pattern.h"

#include <stdio.h>
#include <string.h>

/* A walk that visits only what leads to the numbers. */
struct search {
    const char *address; /* see struct format_row */
    uint64_t number, element;
    bool found;
    struct pattern pattern;
};

static bool is_on_path(const struct search *search)
{
    size_t size = strlen(search->pattern.text);
    return strncmp(search->pattern.text, search->address, size) == 0 &&
           (search->address[size] == '/' || search->address[size] == '\0');
}

static ow_visit look(void *context, const ow_event *event)
{
    struct search *search = context;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        pattern_leave(&search->pattern);
        return OW_GO_ON;
    }
    bool inside = search->pattern.depth > 0;
    pattern_move(&search->pattern, event);
    if (event->kind == OW_VALUE) {
        search->found = strcmp(search->pattern.text, search->address) == 0 &&
                        (uint64_t)event->value.integer == search->number;
        return search->found ? OW_STOP : OW_GO_ON;
    }
    bool enters = is_on_path(search);
    if (enters && !event->name && inside)
        search->element = event->index;
    return !pattern_enter(&search->pattern) ? OW_STOP : enters ? OW_GO_ON : OW_SKIP;
}

static ow_status open_search(struct search *search, const struct format_row *row, uint64_t number,
                             const char *pointer, ow_error *error)
{
    *search = (struct search){.address = row->address, .number = number};
    if (!pointer)
        return error_missing(error, "output for the pointer");
    return *row->address ? OW_OK : format_has_no(row, "record with a number of its own", error);
}

/* Records before an error are found, whatever comes after it. */
static ow_status finish_search(const struct search *search, ow_status traced, char *pointer,
                               size_t room, ow_error *error)
{
    const char *list_end = strstr(search->address, "/*");
    int size = (int)(list_end - search->address);
    const char *name = strrchr(search->address, '/') + 1;
    if (!search->found && traced != OW_OK)
        return traced;
    if (!search->found)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "no record in %.*s has the %s %llu", size,
                         search->address, name, (unsigned long long)search->number);
    int used = snprintf(pointer, room, "%.*s/%llu", size, search->address,
                        (unsigned long long)search->element);
    if ((size_t)used < room)
        return OW_OK;
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                     "the buffer for the pointer has %zu bytes; it needs %d", room, used + 1);
}

ow_status ow_find_record(const void *bytes, size_t size, const ow_options *options, uint64_t number,
                         char *pointer, size_t room, ow_error *error)
{
    struct input input;
    struct search search;
    ow_status status = input_open(&input, bytes, size, options, error);
    if (status == OW_OK)
        status = open_search(&search, input.row, number, pointer, error);
    if (status != OW_OK)
        return status;
    status = input_trace(&input, look, &search, error);
    return finish_search(&search, status, pointer, room, error);
}

ow_status ow_find_record_document(const ow_document *document, const ow_options *options,
                                  uint64_t number, char *pointer, size_t room, ow_error *error)
{
    struct search search;
    error_clear(error);
    if (!document_is_there(document))
        return document_missing(error);
    const struct format_row *row = format_row_of(document->format);
    ow_status status = open_search(&search, row, number, pointer, error);
    if (status != OW_OK)
        return status;
    status = driver_emit(row, document->as.any, options, look, &search, error);
    return finish_search(&search, status, pointer, room, error);
}
