/* Blotter's row of the registry. */
#include "blotter.h"

#include <string.h>

static bool sniff(const uint8_t *bytes, size_t size)
{
    /* A file cut short inside its header is still a save, and is told so. */
    return size >= 8 && memcmp(bytes, "Logic World save", size < 16 ? size : 16) == 0;
}

/* The registry speaks of documents without a type; these give the type back. */
static ow_status read(const void *bytes, size_t size, const ow_options *options, void **document,
                      ow_error *error)
{
    ow_blotter_save *save;
    ow_status status = ow_blotter_read(bytes, size, options, &save, error);
    *document = save;
    return status;
}

static ow_status parse(const struct json_text *text, const ow_options *options, void **document,
                       ow_error *error)
{
    ow_blotter_save *save;
    ow_status status = blotter_parse(text, options, &save, error);
    *document = save;
    return status;
}

static ow_status trace(const void *bytes, size_t size, const ow_options *options, ow_visitor visit,
                       void *context, ow_error *error)
{
    ow_options filled = options_or_default(options, size);
    bool draft = blotter_is_draft(bytes, size, &filled, BLOTTER_WHOLE_FILE);
    return blotter_trace_variant(bytes, size, draft, &filled, visit, context, error);
}

static void free_document(void *document)
{
    ow_blotter_free(document);
}

static ow_status write(const void *document, const ow_options *options, const ow_sink *sink,
                       ow_error *error)
{
    return ow_blotter_write(document, options, sink, error);
}

static ow_status write_buffer(const void *document, const ow_options *options, ow_buffer *buffer,
                              ow_error *error)
{
    return ow_blotter_write_buffer(document, options, buffer, error);
}

static ow_status convert(const void *document, const ow_target *target, const ow_options *options,
                         ow_warn warn, void *warn_context, void **converted, ow_error *error)
{
    const ow_blotter_save *from = document;
    unsigned version = target->has_version ? target->version : from->version;
    ow_blotter_save *save;
    ow_status status = ow_blotter_convert(from, version, options, warn, warn_context, &save, error);
    *converted = save;
    return status;
}

/* .partialworld is what the game has written since 0.92, .lwsubassembly the specification's name,
 * .tung the name of version 4's time. */
static const char *const extensions[] = {"logicworld", "partialworld", "lwsubassembly", "tung",
                                         NULL};
static const char *const variants[] = {NULL};
static const char *const forced_variants[] = {NULL};
static const char *const folder_files[] = {"data.logicworld", "data.partialworld", NULL};

const struct format_row blotter_format = {
    .about =
        {
            .name = "blotter",
            .title = "Logic World save (Blotter)",
            .extensions = extensions,
            .folder_files = folder_files,
            .forced_variants = forced_variants,
            .variants = variants,
            .oldest_version = OW_BLOTTER_OLDEST,
            .newest_version = OW_BLOTTER_NEWEST,
            .oldest_written = OW_BLOTTER_OLDEST_WRITTEN,
            .issue_codes = blotter_issue_codes,
        },
    .sniff = sniff,
    .read = read,
    .parse = parse,
    .free = free_document,
    .write = write,
    .write_buffer = write_buffer,
    .convert = convert,
    .trace = trace,
    .check = blotter_check,
    .summarise = blotter_summarise,
};
