/* Salvaging truncated files: their complete records, as a document. */
#include "driver.h"

#include "../base/error.h"

#include <string.h>

/* Chooses the variant: the caller's, the format's choice for damaged files, or the one that gets
 * furthest. */
static void choose_variant(const struct format_row *row, const struct file *file, void *preset)
{
    memset(preset, 0, row->runs.document_size);
    if (file->preset)
        row->take_variant(file->preset, preset);
    else if (!row->salvage_as(preset))
        driver_find(row, file, preset);
}

ow_status driver_salvage(const struct format_row *row, const struct file *file,
                         struct salvage *salvage, void **document, ow_error *error)
{
    struct arena arena;
    struct preset record;
    ow_options options = file->options;
    options.strict = false;
    *document = NULL;
    choose_variant(row, file, &record);
    arena_init(&arena, &options);
    ow_status status =
        row->runs.salvage(file->bytes, file->size, &options, &arena, &record, salvage);
    if (status == OW_OK && row->finish_salvaged(&record, salvage))
        return driver_keep(row, &arena, &record, document, error);
    arena_free(&arena);
    return status == OW_OK ? error_set(error, OW_BAD_VALUE, salvage->offset, salvage->pointer,
                                       "nothing of the file can be saved: it is unreadable before "
                                       "its first complete record")
                           : error_limited(error, status, options.max_memory);
}
