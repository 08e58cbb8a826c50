/* .structure's row of the registry. */
#include "structure.h"

#include "../base/error.h"

/* The registry speaks of documents without a type; these give the type back. */
static ow_status read(const void *bytes, size_t size, const ow_options *options, void **document,
                      ow_error *error)
{
    ow_structure_build *build;
    ow_status status = ow_structure_read(bytes, size, options, &build, error);
    *document = build;
    return status;
}

static ow_status parse(const struct json_text *text, const ow_options *options, void **document,
                       ow_error *error)
{
    ow_structure_build *build;
    ow_status status = structure_parse(text, options, &build, error);
    *document = build;
    return status;
}

static void free_document(void *document)
{
    ow_structure_free(document);
}

static ow_status write(const void *document, const ow_options *options, const ow_sink *sink,
                       ow_error *error)
{
    return ow_structure_write(document, options, sink, error);
}

static ow_status write_buffer(const void *document, const ow_options *options, ow_buffer *buffer,
                              ow_error *error)
{
    return ow_structure_write_buffer(document, options, buffer, error);
}

static ow_status convert(const void *document, const ow_target *target, const ow_options *options,
                         ow_warn warn, void *warn_context, void **converted, ow_error *error)
{
    ow_structure_build *build;
    ow_status status =
        ow_structure_convert(document, target, options, warn, warn_context, &build, error);
    *converted = build;
    return status;
}

static ow_status trace(const void *bytes, size_t size, const ow_options *options, ow_visitor visit,
                       void *context, ow_error *error)
{
    ow_options filled = options_or_default(options, size);
    struct structure_search search;
    ow_status status = structure_find_variant(bytes, size, &filled, false, &search);
    if (status != OW_OK)
        return error_limited(error, status, filled.max_memory);
    status = structure_trace_variant(bytes, size, &search.variant, &filled, visit, context, error);
    if (status != OW_OK)
        structure_tell_search(&search, error);
    return status;
}

static const char *const variants[] = {"game", "spec", NULL};
static const char *const extensions[] = {"structure", NULL};
static const char *const folder_files[] = {NULL};

const struct format_row structure_format = {
    .about =
        {
            .name = "structure",
            .title = "Sandbox World build",
            .extensions = extensions,
            .folder_files = folder_files,
            .forced_variants = variants,
            .variants = variants,
            .oldest_version = OW_STRUCTURE_VERSION,
            .newest_version = OW_STRUCTURE_VERSION,
            .oldest_written = OW_STRUCTURE_VERSION,
            .issue_codes = structure_issue_codes,
        },
    .sniff = structure_sniff,
    .read = read,
    .parse = parse,
    .free = free_document,
    .write = write,
    .write_buffer = write_buffer,
    .convert = convert,
    .trace = trace,
    .check = structure_check,
    .summarise = structure_summarise,
};
