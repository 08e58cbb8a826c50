/* The form of documents: version and variant. */
#include "forms.h"

#include "../change/form.h"

#include <stdio.h>
#include <string.h>

ow_status document_emit(void *context, ow_visitor visit, void *visit_context, ow_error *error)
{
    struct document_source *source = context;
    source->request = (struct part_request){.depth = 0};
    return driver_emit_part(source->row, source->document, &source->request, source->options, visit,
                            visit_context, error);
}

enum list_encoded document_encode_list(void *context, const char *pointer,
                                       const struct record_receiver *receiver)
{
    const struct document_source *source = context;
    const struct record_run *list = &source->request.list;
    const ow_options options = options_or_default(source->options, 0);
    struct output output;
    ow_buffer buffer = {0};
    bool found = false;
    if (!list->records || run_is_of_numbers(list))
        return LIST_UNKNOWN;
    output_to_buffer(&output, &options, &buffer);
    bool taken = source->row->runs.encode_records(pointer, list, source->document, &options,
                                                  &output, receiver, &found);
    ow_status status = output_close_buffer(&output, &buffer);
    ow_buffer_free(&buffer, &options);
    if (status != OW_OK)
        return LIST_LACKS_MEMORY;
    return taken ? LIST_TAKEN : found ? LIST_FAILED : LIST_UNKNOWN;
}

static void add_words(struct form *form, const ow_event *event)
{
    size_t room = sizeof form->words - form->size;
    const char *name = event->name ? event->name : "";
    char *words = form->words + form->size;
    if (event->type == OW_TEXT)
        snprintf(words, room, "%s %.*s ", name, (int)event->value.text.size,
                 event->value.text.data);
    else
        snprintf(words, room, "%s %lld ", name, (long long)event->value.integer);
    form->size += strlen(words);
}

/* They come before any list. */
static ow_visit look_at_form(void *context, const ow_event *event)
{
    struct form *form = context;
    const char *name = event->name ? event->name : "";
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
        form->in_variant = form->depth++ == 1 && strcmp(name, "variant") == 0;
        break;
    case OW_END_OBJECT:
        form->depth--;
        form->in_variant = false;
        break;
    case OW_VALUE:
        if (form->depth == 1 && strcmp(name, "version") == 0)
            form->version = event->value.integer;
        else if (form->in_variant || (form->depth == 1 && form_has(name)))
            add_words(form, event);
        break;
    case OW_BEGIN_ARRAY:
        return form->in_variant ? OW_GO_ON : OW_STOP;
    case OW_END_ARRAY:
        break;
    }
    return OW_GO_ON;
}

ow_status form_of(const struct document_source *source, struct form *form, ow_error *error)
{
    struct document_source context = *source;
    *form = (struct form){0};
    return document_emit(&context, look_at_form, form, error);
}

bool form_is_same(const struct form *a, const struct form *b)
{
    return a->version == b->version && strcmp(a->words, b->words) == 0;
}
