/* Reading files and JSON text into documents. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

ow_status driver_keep(const struct format_row *row, struct arena *arena, const void *record,
                      void **document, ow_error *error)
{
    struct arena *owner = arena_adopt(arena, record, row->runs.document_size, document);
    if (!owner) {
        *document = NULL;
        return error_limited(error, arena->status, arena_limit(arena));
    }
    row->own(*document, owner);
    return OW_OK;
}

static unsigned candidates_of(const struct format_row *row, const struct file *file,
                              struct preset *preset)
{
    memset(preset, 0, MOST_CANDIDATES * sizeof *preset);
    return row->candidates(file, preset);
}

/* The candidates are consecutive documents. */
static void *candidate(const struct format_row *row, struct preset *preset, unsigned index)
{
    return (uint8_t *)preset + index * row->runs.document_size;
}

void driver_find(const struct format_row *row, const struct file *file, void *preset)
{
    memset(preset, 0, row->runs.document_size);
    if (!file->preset && row->find(file, preset))
        return;
    struct preset candidates[MOST_CANDIDATES];
    unsigned count = candidates_of(row, file, candidates);
    ow_options quiet = file->options;
    quiet.progress = NULL;
    uint64_t furthest = 0;
    memcpy(preset, candidates, row->runs.document_size);
    for (unsigned i = 0; i < count && count > 1; i++) {
        ow_error error = {0};
        void *tried = candidate(row, candidates, i);
        ow_status status =
            row->runs.trace(file->bytes, file->size, tried, NULL, &quiet, NULL, NULL, &error);
        if (status == OW_OK || error.offset > furthest) {
            furthest = error.offset;
            memcpy(preset, tried, row->runs.document_size);
        }
        if (status == OW_OK)
            return;
    }
}

ow_status driver_trace_file(const struct file *file, ow_visitor visit, void *context,
                            ow_error *error)
{
    struct preset preset;
    driver_find(file->row, file, &preset);
    return driver_trace(file->row, file, &preset, visit, context, error);
}

ow_status driver_trace(const struct format_row *row, const struct file *file, const void *preset,
                       ow_visitor visit, void *context, ow_error *error)
{
    return row->runs.trace(file->bytes, file->size, preset, file->places, &file->options, visit,
                           context, error);
}

ow_status driver_explain(const struct format_row *row, const struct file *file, const void *preset,
                         ow_status status, ow_error *error)
{
    if (!driver_may_retry(status))
        return error_limited(error, status, file->options.max_memory);
    ow_options quiet = file->options;
    quiet.progress = NULL;
    ow_status found =
        row->runs.trace(file->bytes, file->size, preset, NULL, &quiet, NULL, NULL, error);
    return found != OW_OK ? found : error_plain(error, status);
}

static ow_status read_as(const struct format_row *row, const struct file *file, const void *preset,
                         void **document, ow_error *error)
{
    struct arena arena;
    struct preset record;
    arena_init(&arena, &file->options);
    memcpy(&record, preset, row->runs.document_size);
    ow_status status = row->runs.decode(file->bytes, file->size, &file->options, &arena, &record);
    if (status == OW_OK)
        return driver_keep(row, &arena, &record, document, error);
    arena_free(&arena);
    return status;
}

ow_status driver_read_file(const struct file *file, void **document, ow_error *error)
{
    const struct format_row *row = file->row;
    struct preset candidates[MOST_CANDIDATES], found;
    unsigned count = candidates_of(row, file, candidates);
    ow_status status = OW_OK;
    for (unsigned i = 0; i < count; i++) {
        status = read_as(row, file, candidate(row, candidates, i), document, error);
        if (*document || !driver_may_retry(status))
            break;
    }
    if (*document)
        return OW_OK;
    if (driver_may_retry(status))
        driver_find(row, file, &found);
    return driver_explain(row, file, &found, status, error);
}

/* Checks the arguments of a reader. */
static ow_status check_input(const void *bytes, size_t size, void *document, ow_error *error)
{
    error_clear(error);
    if (!bytes && size > 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing bytes to read: the pointer is NULL");
    if (!document)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing output for the result: the pointer is NULL");
    return OW_OK;
}

static ow_status no_such_variant(const struct format_row *row, const char *variant, ow_error *error)
{
    char preset[200] = "";
    size_t used = 0;
    for (const char *const *name = row->about.variants; *name && used < sizeof preset; name++)
        used += (size_t)snprintf(preset + used, sizeof preset - used, "%s%s", used > 0 ? ", " : "",
                                 *name);
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                     "a %s cannot be read as the variant \"%.60s\"; it has %s", row->about.title,
                     variant, used > 0 ? preset : "no named variants");
}

ow_status driver_open(const struct format_row *row, const void *bytes, size_t size,
                      const ow_options *options, struct file *file, void *preset, ow_error *error)
{
    static const uint8_t nothing;
    ow_status status = check_input(bytes, size, preset, error);
    if (status != OW_OK)
        return status;
    *file = (struct file){
        .row = row,
        .bytes = bytes ? bytes : &nothing,
        .size = size,
        .options = options_or_default(options, size),
        .asked_memory = options ? options->max_memory : 0,
    };
    if (!file->options.variant)
        return OW_OK;
    for (const char *const *name = row->about.variants; *name; name++) {
        if (strcmp(*name, file->options.variant) != 0)
            continue;
        memset(preset, 0, row->runs.document_size);
        row->name_variant(preset, *name);
        file->preset = preset;
        return OW_OK;
    }
    return no_such_variant(row, file->options.variant, error);
}

ow_status driver_read(const struct format_row *row, const void *bytes, size_t size,
                      const ow_options *options, void **document, ow_error *error)
{
    struct file file;
    struct preset preset;
    ow_status status = check_input(bytes, size, document, error);
    if (status != OW_OK)
        return status;
    *document = NULL;
    status = driver_open(row, bytes, size, options, &file, &preset, error);
    if (status != OW_OK)
        return status;
    return file.preset ? driver_read_file(&file, document, error)
                       : row->read(&file, document, error);
}

ow_status driver_read_preset(const struct format_row *row, const void *bytes, size_t size,
                             const void *preset, const ow_options *options, void **document,
                             ow_error *error)
{
    ow_status status = check_input(bytes, size, document, error);
    if (status != OW_OK)
        return status;
    *document = NULL;
    struct file file = {row, bytes, size, .options = options_or_default(options, size),
                        .preset = preset};
    status = read_as(row, &file, preset, document, error);
    return *document ? OW_OK : driver_explain(row, &file, preset, status, error);
}

ow_status driver_parse(const struct format_row *row, const struct json_text *text,
                       const ow_options *options, void **document, ow_error *error)
{
    struct arena arena;
    struct preset record = {{0}};
    ow_options filled = options_or_default(options, text->size);
    *document = NULL;
    arena_init(&arena, &filled);
    arena_use_pool(&arena, &filled);
    ow_status status = row->runs.parse(text, NULL, &filled, &arena, &record, error);
    if (status == OW_OK) {
        row->set_defaults(&record);
        return driver_keep(row, &arena, &record, document, error);
    }
    arena_free(&arena);
    return status;
}

ow_status driver_parse_runs(const struct format_row *row, const struct json_text *text,
                            struct record_runs *reused, const ow_options *options, void **document,
                            ow_error *error)
{
    struct arena arena;
    struct preset record = {{0}};
    *document = NULL;
    arena_init(&arena, options);
    ow_status status = row->runs.parse(text, reused, options, &arena, &record, error);
    if (status == OW_OK) /* what was taken over still belongs to the other document */
        return driver_own(row, options, &arena, &record, document, error);
    arena_free(&arena);
    return status;
}
