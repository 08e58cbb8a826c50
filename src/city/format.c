/* City saves' row of the registry. */
#include "city.h"

/* The registry speaks of documents without a type; these give the type back. */
static ow_status read(const void *bytes, size_t size, const ow_options *options, void **document,
                      ow_error *error)
{
    ow_city_save *save;
    ow_status status = ow_city_read(bytes, size, options, &save, error);
    *document = save;
    return status;
}

static ow_status parse(const struct json_text *text, const ow_options *options, void **document,
                       ow_error *error)
{
    ow_city_save *save;
    ow_status status = city_parse(text, options, &save, error);
    *document = save;
    return status;
}

static void free_document(void *document)
{
    ow_city_free(document);
}

static ow_status write(const void *document, const ow_options *options, const ow_sink *sink,
                       ow_error *error)
{
    return ow_city_write(document, options, sink, error);
}

static ow_status write_buffer(const void *document, const ow_options *options, ow_buffer *buffer,
                              ow_error *error)
{
    return ow_city_write_buffer(document, options, buffer, error);
}

static ow_status convert(const void *document, const ow_target *target, const ow_options *options,
                         ow_warn warn, void *warn_context, void **converted, ow_error *error)
{
    ow_city_save *save;
    ow_status status = ow_city_convert(document, target, options, warn, warn_context, &save, error);
    *converted = save;
    return status;
}

static ow_status trace(const void *bytes, size_t size, const ow_options *options, ow_visitor visit,
                       void *context, ow_error *error)
{
    ow_options filled = options_or_default(options, size);
    return city_trace_variant(bytes, size, city_find_variant(bytes, size), &filled, visit, context,
                              error);
}

static ow_status get_heights(const void *document, const ow_options *options, ow_heights *heights,
                             ow_error *error)
{
    return city_get_heights(document, options, heights, error);
}

static ow_status set_heights(void *document, const ow_heights *heights, ow_error *error)
{
    return city_set_heights(document, heights, error);
}

static const char *const extensions[] = {"city", NULL};
static const char *const forced_variants[] = {NULL};
static const char *const folder_files[] = {NULL};

const struct format_row city_format = {
    .about =
        {
            .name = "city",
            .title = "City save",
            .extensions = extensions,
            .folder_files = folder_files,
            .forced_variants = forced_variants,
            .variants = city_variant_names,
            .oldest_version = 0,
            .newest_version = 0,
            .oldest_written = 0,
            .issue_codes = city_issue_codes,
        },
    .sniff = city_sniff,
    .read = read,
    .parse = parse,
    .free = free_document,
    .write = write,
    .write_buffer = write_buffer,
    .convert = convert,
    .trace = trace,
    .check = city_check,
    .summarise = city_summarise,
    .map = city_map,
    .get_heights = get_heights,
    .set_heights = set_heights,
};
