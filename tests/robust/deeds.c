/* What can be done with a file, each with one outcome that can be compared. */
#include "harness.h"

ow_status write_to(const ow_document *document, const ow_options *options, struct bytes *result,
                   ow_error *error)
{
    ow_sink sink = sink_to(result);
    ow_buffer buffer = {0};
    ow_status status = ow_write(document, options, &sink, error);
    if (status == OW_OK)
        status = ow_write_buffer(document, options, &buffer, error);
    if (status == OW_OK &&
        (buffer.size > result->size ||
         memcmp(buffer.data, result->data + result->size - buffer.size, buffer.size) != 0))
        broken("a buffer and a sink got different bytes");
    ow_buffer_free(&buffer, options);
    return status;
}

ow_status deed_open(const void *bytes, size_t size, const ow_options *options, struct bytes *result,
                    ow_error *error)
{
    ow_document document;
    ow_status status = ow_open(bytes, size, options, &document, error);
    if (status == OW_OK)
        status = write_to(&document, options, result, error);
    ow_close(&document);
    return status;
}

/* Only Blotter's files can be read record by record; of others it does what a trace does. */
ow_status deed_stream(const void *bytes, size_t size, const ow_options *options,
                      struct bytes *result, ow_error *error)
{
    const ow_format *format = ow_identify(bytes, size);
    if (format && strcmp(format->name, "blotter") != 0)
        return deed_trace(bytes, size, options, result, error);
    ow_blotter_reader *reader;
    const ow_blotter_component *component = NULL;
    const ow_blotter_wire *wire = NULL;
    ow_status status = ow_blotter_reader_open(bytes, size, options, &reader, error);
    while (status == OW_OK &&
           (status = ow_blotter_next_component(reader, &component, error)) == OW_OK && component)
        put_u32(result, component->address);
    while (status == OW_OK && (status = ow_blotter_next_wire(reader, &wire, error)) == OW_OK &&
           wire)
        put_u32(result, wire->first.component);
    if (status == OW_OK)
        status = ow_blotter_reader_finish(reader, error);
    ow_blotter_reader_close(reader);
    return status;
}

static ow_visit note_event(void *context, const ow_event *event)
{
    struct bytes *result = context;
    put_u32(result, (uint32_t)event->kind);
    put_u32(result, (uint32_t)event->offset);
    put_u32(result, (uint32_t)event->size);
    if (event->name)
        put_text(result, event->name);
    if (event->kind == OW_VALUE && (event->type == OW_INTEGER || event->type == OW_BOOLEAN))
        put_u32(result, (uint32_t)event->value.integer);
    if (event->kind == OW_VALUE && event->type == OW_UNSIGNED_64) {
        put_u32(result, (uint32_t)event->value.unsigned_64);
        put_u32(result, (uint32_t)(event->value.unsigned_64 >> 32));
    }
    if (event->kind == OW_VALUE && event->type == OW_FLOAT)
        put_f32(result, event->value.number);
    if (event->kind == OW_VALUE && event->type == OW_TEXT)
        put_raw(result, event->value.text.data, event->value.text.size);
    if (event->kind == OW_VALUE && event->type == OW_BYTES)
        put_raw(result, event->value.bytes.data, event->value.bytes.size);
    return OW_GO_ON;
}

ow_status deed_trace(const void *bytes, size_t size, const ow_options *options,
                     struct bytes *result, ow_error *error)
{
    return ow_trace(bytes, size, options, note_event, result, error);
}

static void note_issue(void *context, const ow_issue *issue)
{
    struct bytes *result = context;
    put_text(result, issue->code->code);
    put_text(result, issue->pointer);
    put_text(result, issue->message);
    put_u32(result, (uint32_t)issue->offset);
    put_u32(result, (uint32_t)issue->size);
}

ow_status deed_check(const void *bytes, size_t size, const ow_options *options,
                     struct bytes *result, ow_error *error)
{
    ow_check_totals totals;
    ow_check_options check = {.issue = note_issue, .issue_context = result};
    ow_status status = ow_check(bytes, size, options, &check, &totals, error);
    put_u32(result, (uint32_t)totals.errors);
    put_u32(result, (uint32_t)totals.warnings);
    put_u32(result, (uint32_t)totals.infos);
    return status;
}

ow_status deed_summarise(const void *bytes, size_t size, const ow_options *options,
                         struct bytes *result, ow_error *error)
{
    ow_status status = ow_summarise(bytes, size, options, false, note_event, result, error);
    if (status != OW_OK)
        return status;
    return ow_summarise(bytes, size, options, true, note_event, result, error);
}

ow_status deed_to_json(const void *bytes, size_t size, const ow_options *options,
                       struct bytes *result, ow_error *error)
{
    ow_sink sink = sink_to(result);
    return ow_to_json(bytes, size, options, &sink, error);
}

ow_status deed_from_json(const void *text, size_t size, const ow_options *options,
                         struct bytes *result, ow_error *error)
{
    ow_document document;
    ow_status status = ow_from_json(text, size, options, &document, error);
    if (status == OW_OK)
        status = write_to(&document, options, result, error);
    ow_close(&document);
    return status;
}

static void note_warning(void *context, const char *pointer, const char *message)
{
    struct bytes *result = context;
    put_text(result, pointer);
    put_text(result, message);
}

static ow_status convert_to(const ow_document *document, const ow_target *target,
                            const ow_options *options, struct bytes *result, ow_error *error)
{
    ow_document converted;
    ow_status status =
        ow_convert(document, target, options, note_warning, result, &converted, error);
    if (status == OW_OK)
        status = write_to(&converted, options, result, error);
    ow_close(&converted);
    put_u8(result, (unsigned)status);
    /* Not every version has every variant. */
    return target->variant && status == OW_BAD_ARGUMENT ? OW_OK : status;
}

ow_status deed_convert(const void *bytes, size_t size, const ow_options *options,
                       struct bytes *result, ow_error *error)
{
    ow_document document;
    ow_target target = {.has_version = true};
    ow_status status = ow_open(bytes, size, options, &document, error);
    if (status != OW_OK)
        return status;
    const ow_format *format = document.format;
    for (target.version = format->oldest_written;
         status == OW_OK && target.version <= format->newest_version; target.version++) {
        target.variant = NULL;
        status = convert_to(&document, &target, options, result, error);
        for (size_t i = 0; format->variants[i] && status == OW_OK; i++) {
            target.variant = format->variants[i];
            status = convert_to(&document, &target, options, result, error);
        }
    }
    ow_close(&document);
    return status;
}

ow_status deed_tiled(const void *bytes, size_t size, const ow_options *options,
                     struct bytes *result, ow_error *error)
{
    struct bytes map = {0};
    ow_sink sink = sink_to(&map);
    ow_leveld_level *level = NULL, *back = NULL;
    ow_status status = ow_leveld_read(bytes, size, NULL, &level, error);
    if (status == OW_OK)
        status = ow_leveld_to_tiled(level, NULL, options, &sink, error);
    if (status == OW_OK)
        status = ow_leveld_from_tiled((const char *)map.data, map.size, NULL, options, NULL, NULL,
                                      &back, error);
    put_raw(result, map.data, map.size);
    ow_leveld_free(level);
    ow_leveld_free(back);
    bytes_free(&map);
    return status;
}

const struct named_deed deeds[] = {
    {"open", deed_open},
    {"stream", deed_stream},
    {"trace", deed_trace},
    {"check", deed_check},
    {"summarise", deed_summarise},
    {"to_json", deed_to_json},
    {"map", deed_map},
    {"heights", deed_heights},
    {"convert", deed_convert},
    {"scene", deed_scene},
    {"circuit", deed_circuit},
    {NULL, NULL},
};
