/* Writing documents as bytes and events. */
#include "driver.h"

#include "../base/output.h"

#include <string.h>

/* A document being written: a copy of its own record with all defaults filled in. */
struct outgoing {
    const struct format_row *row;
    ow_options options;
    struct preset record;
    uint64_t sizes[MOST_SIZES];
};

static ow_status open_outgoing(struct outgoing *out, const struct format_row *row,
                               const void *document, const ow_options *options, ow_error *error)
{
    error_clear(error);
    if (!document)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing document: the pointer is NULL");
    out->row = row;
    out->options = options_or_default(options, 0);
    memset(out->sizes, 0, sizeof out->sizes);
    memcpy(&out->record, document, row->runs.document_size);
    row->set_defaults(&out->record);
    return OW_OK;
}

/* The size of the document and of its sections, in bytes. */
static uint64_t measure(void *outgoing)
{
    struct outgoing *out = outgoing;
    return out->row->runs.measure(&out->record, out->sizes);
}

static ow_status emit_record(struct outgoing *out, const ow_options *options, ow_visitor visit,
                             void *context, ow_error *error)
{
    return out->row->runs.emit(&out->record, out->sizes, NULL, NULL, options, visit, context,
                               error);
}

/* Finds the error that stopped encode, by tracing the same records. */
static ow_status explain(struct outgoing *out, ow_status status, ow_error *error)
{
    if (status == OW_CANCELLED)
        return error_plain(error, status);
    ow_options quiet = out->options;
    quiet.progress = NULL;
    ow_status found = emit_record(out, &quiet, NULL, NULL, error);
    return found != OW_OK ? found : error_plain(error, status);
}

static ow_status outcome(struct outgoing *out, ow_status encoding, ow_status output,
                         ow_error *error)
{
    if (output != OW_OK && encoding == OW_OK)
        return error_plain(error, output);
    return encoding == OW_OK ? OW_OK : explain(out, encoding, error);
}

ow_status driver_write(const struct format_row *row, const void *document,
                       const ow_options *options, const ow_sink *sink, ow_error *error)
{
    struct outgoing out;
    struct output output;
    ow_status status = open_outgoing(&out, row, document, options, error);
    if (status != OW_OK)
        return status;
    if (!sink || !sink->write)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing sink: the pointer is NULL");
    if (output_to_sink(&output, &out.options, sink) != OW_OK)
        return error_plain(error, OW_NO_MEMORY);
    if (row->states_sizes)
        measure(&out);
    status = row->runs.encode(&out.record, &out.options, out.sizes, &output);
    return outcome(&out, status, output_close_sink(&output), error);
}

static ow_status encode_to_buffer(struct outgoing *out, ow_buffer *buffer, ow_error *error)
{
    struct output output;
    output_to_buffer(&output, &out->options, buffer);
    output_foresee(&output, measure, out);
    if (out->row->states_sizes)
        measure(out);
    ow_status status = out->row->runs.encode(&out->record, &out->options, out->sizes, &output);
    status = outcome(out, status, output_close_buffer(&output, buffer), error);
    if (status != OW_OK)
        buffer->size = 0;
    return status;
}

ow_status driver_write_buffer(const struct format_row *row, const void *document,
                              const ow_options *options, ow_buffer *buffer, ow_error *error)
{
    struct outgoing out;
    ow_status status = open_outgoing(&out, row, document, options, error);
    if (status != OW_OK)
        return status;
    if (!buffer)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing buffer: the pointer is NULL");
    return encode_to_buffer(&out, buffer, error);
}

ow_status driver_emit(const struct format_row *row, const void *document, const ow_options *options,
                      ow_visitor visit, void *context, ow_error *error)
{
    struct outgoing out;
    ow_status status = open_outgoing(&out, row, document, options, error);
    if (status != OW_OK)
        return status;
    if (row->states_sizes)
        measure(&out);
    return emit_record(&out, &out.options, visit, context, error);
}

ow_status driver_emit_part(const struct format_row *row, const void *document,
                           struct part_request *part, const ow_options *options, ow_visitor visit,
                           void *context, ow_error *error)
{
    struct outgoing out;
    ow_status status = open_outgoing(&out, row, document, options, error);
    if (status != OW_OK)
        return status;
    if (row->states_sizes && (part->depth == 0 || part->has_sizes))
        measure(&out);
    return row->runs.emit(&out.record, out.sizes, NULL, part, &out.options, visit, context, error);
}

uint64_t driver_measure(const struct format_row *row, const void *document,
                        const ow_options *options)
{
    struct outgoing out;
    return open_outgoing(&out, row, document, options, NULL) == OW_OK ? measure(&out) : 0;
}

ow_status driver_open_document(const struct format_row *row, const void *document,
                               const ow_options *options, ow_buffer *buffer, struct file *file,
                               void *preset, ow_error *error)
{
    struct outgoing out;
    *buffer = (ow_buffer){0};
    ow_status status = open_outgoing(&out, row, document, options, error);
    if (status == OW_OK)
        status = encode_to_buffer(&out, buffer, error);
    if (status != OW_OK)
        return status;
    memset(preset, 0, row->runs.document_size);
    row->take_variant(&out.record, preset);
    *file = (struct file){
        .row = row,
        .bytes = buffer->data,
        .size = buffer->size,
        .options = options_or_default(options, buffer->size),
        .asked_memory = options ? options->max_memory : 0,
        .preset = preset,
    };
    file->options.variant = NULL;
    return OW_OK;
}
