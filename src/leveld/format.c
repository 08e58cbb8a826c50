/* LevelD's row of the registry. */
#include "leveld.h"

#include "../base/bytes.h"

static bool is_letter(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z';
}

/* There is no magic number, and other formats have files called .lvd: a version that is or may come
 * to be, then the letters of a block, known or not. A file may be cut short inside them. */
static bool sniff(const uint8_t *bytes, size_t size)
{
    enum { VERSION_SIZE = 2, ID_SIZE = 4, ANY_VERSION = 15 };
    if (size < VERSION_SIZE)
        return false;
    uint16_t little = load_u16(bytes, false), big = load_u16(bytes, true);
    uint16_t version = little < big ? little : big;
    if (size == VERSION_SIZE) /* a level without blocks is fine for the reference */
        return version <= OW_LEVELD_NEWEST;
    for (size_t i = VERSION_SIZE; i < size && i < VERSION_SIZE + ID_SIZE; i++)
        if (!is_letter(bytes[i]))
            return false;
    return version <= ANY_VERSION;
}

/* The registry speaks of documents without a type; these give the type back. */
static ow_status read(const void *bytes, size_t size, const ow_options *options, void **document,
                      ow_error *error)
{
    ow_leveld_level *level;
    ow_status status = ow_leveld_read(bytes, size, options, &level, error);
    *document = level;
    return status;
}

static ow_status parse(const struct json_text *text, const ow_options *options, void **document,
                       ow_error *error)
{
    ow_leveld_level *level;
    ow_status status = leveld_parse(text, options, &level, error);
    *document = level;
    return status;
}

static void free_document(void *document)
{
    ow_leveld_free(document);
}

static ow_status write(const void *document, const ow_options *options, const ow_sink *sink,
                       ow_error *error)
{
    return ow_leveld_write(document, options, sink, error);
}

static ow_status write_buffer(const void *document, const ow_options *options, ow_buffer *buffer,
                              ow_error *error)
{
    return ow_leveld_write_buffer(document, options, buffer, error);
}

static ow_status convert(const void *document, const ow_target *target, const ow_options *options,
                         ow_warn warn, void *warn_context, void **converted, ow_error *error)
{
    ow_leveld_level *level;
    ow_status status =
        ow_leveld_convert(document, target, options, warn, warn_context, &level, error);
    *converted = level;
    return status;
}

static ow_status trace(const void *bytes, size_t size, const ow_options *options, ow_visitor visit,
                       void *context, ow_error *error)
{
    ow_options filled = options_or_default(options, size);
    return leveld_trace_variant(bytes, size, leveld_find_variant(bytes, size), &filled, visit,
                                context, error);
}

static const char *const extensions[] = {"lvd", NULL};
static const char *const forced_variants[] = {NULL};
static const char *const folder_files[] = {NULL};

const struct format_row leveld_format = {
    .about =
        {
            .name = "leveld",
            .title = "LevelD level",
            .extensions = extensions,
            .folder_files = folder_files,
            .forced_variants = forced_variants,
            .variants = leveld_variants,
            .oldest_version = OW_LEVELD_OLDEST,
            .newest_version = OW_LEVELD_NEWEST,
            .oldest_written = OW_LEVELD_OLDEST,
            .issue_codes = leveld_issue_codes,
        },
    .sniff = sniff,
    .read = read,
    .parse = parse,
    .free = free_document,
    .write = write,
    .write_buffer = write_buffer,
    .convert = convert,
    .trace = trace,
    .check = leveld_check,
    .summarise = leveld_summarise,
    .map = leveld_map,
};
