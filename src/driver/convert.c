/* Copying documents and converting them to other versions and variants. */
#include "driver.h"

#include <string.h>

/* A copy may take as much memory as the document, which is not hostile input. */
static ow_options options_of_copy(const ow_options *options)
{
    ow_options filled = options_or_default(options, 0);
    if (!options || !options->max_memory)
        filled.max_memory = UINT64_MAX;
    return filled;
}

/* Finds the error of a document by tracing it. */
static ow_status explain(const struct format_row *row, const void *document,
                         const ow_options *options, ow_error *error)
{
    ow_options quiet = *options;
    quiet.progress = NULL;
    ow_status found = driver_emit(row, document, &quiet, NULL, NULL, error);
    return found != OW_OK ? found
                          : error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                                      "the document has records or text with a NULL pointer");
}

static ow_status copy_into(const struct format_row *row, const void *document,
                           const ow_options *options, struct arena *arena, struct preset *record,
                           ow_error *error)
{
    arena_init(arena, options);
    memcpy(record, document, row->runs.document_size);
    row->set_defaults(record);
    ow_status status = row->runs.copy(record, options, arena);
    if (status == OW_OK)
        return OW_OK;
    arena_free(arena);
    return status == OW_BAD_ARGUMENT ? explain(row, document, options, error)
                                     : error_limited(error, status, options->max_memory);
}

ow_status driver_own(const struct format_row *row, const ow_options *options, struct arena *arena,
                     void *record, void **document, ow_error *error)
{
    row->set_defaults(record);
    ow_status status = row->runs.copy(record, options, arena);
    if (status == OW_OK)
        return driver_keep(row, arena, record, document, error);
    status = status == OW_BAD_ARGUMENT ? explain(row, record, options, error)
                                       : error_limited(error, status, options->max_memory);
    arena_free(arena);
    return status;
}

/* Checks the arguments of a copy. */
static ow_status check_arguments(const void *document, void **result, ow_error *error)
{
    error_clear(error);
    if (!document)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing document: the pointer is NULL");
    if (!result)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing output for the result: the pointer is NULL");
    *result = NULL;
    return OW_OK;
}

ow_status driver_copy(const struct format_row *row, const void *document, const ow_options *options,
                      void **copy, ow_error *error)
{
    struct arena arena;
    struct preset record;
    ow_options filled = options_of_copy(options);
    ow_status status = check_arguments(document, copy, error);
    if (status == OW_OK)
        status = copy_into(row, document, &filled, &arena, &record, error);
    return status == OW_OK ? driver_keep(row, &arena, &record, copy, error) : status;
}

/* Version members have one, two or four bytes. */
static void set_version(const struct format_row *row, void *record, unsigned version)
{
    uint8_t *place = (uint8_t *)record + row->version_offset;
    if (row->version_size == sizeof(uint8_t))
        *place = (uint8_t)version;
    else if (row->version_size == sizeof(uint16_t))
        memcpy(place, &(uint16_t){(uint16_t)version}, sizeof(uint16_t));
    else
        memcpy(place, &(uint32_t){version}, sizeof(uint32_t));
}

void driver_start(const struct format_row *row, void *record)
{
    set_version(row, record, row->about.newest_version);
    row->start(record);
    row->set_defaults(record);
}

ow_status driver_convert_version(struct conversion *conversion, const ow_target *target,
                                 ow_error *error)
{
    (void)error;
    if (target->has_version)
        set_version(conversion->row, conversion->to, target->version);
    if (target->variant)
        conversion->row->name_variant(conversion->to, target->variant);
    return OW_OK;
}

ow_status driver_new(const struct format_row *row, const ow_options *options, void **document,
                     ow_error *error)
{
    struct arena arena;
    struct preset record = {{0}};
    ow_options filled = options_of_copy(options);
    ow_status status = check_arguments(&record, document, error);
    if (status != OW_OK)
        return status;
    arena_init(&arena, &filled);
    driver_start(row, &record);
    return driver_keep(row, &arena, &record, document, error);
}

/* Rejects a target that the format does not have. */
static ow_status check_target(const ow_format *format, const ow_target *target, ow_error *error)
{
    if (target->has_version &&
        (target->version < format->oldest_written || target->version > format->newest_version))
        return format->oldest_written == format->newest_version
                   ? error_set(error, OW_BAD_ARGUMENT, 0, "/version",
                               "version %u of %s cannot be written; only version %u can",
                               target->version, format->name, format->newest_version)
                   : error_set(error, OW_BAD_ARGUMENT, 0, "/version",
                               "version %u of %s cannot be written; versions %u to %u can",
                               target->version, format->name, format->oldest_written,
                               format->newest_version);
    const char *const *variant = format->variants;
    while (target->variant && *variant && strcmp(*variant, target->variant) != 0)
        variant++;
    if (target->variant && !*variant)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/variant", "%s has no variant \"%s\"",
                         format->name, target->variant);
    return OW_OK;
}

/* Removes what the version cannot hold, and warns. A value that cannot be written at all is an
 * error at the first place. */
static ow_status fit(const struct format_row *row, struct conversion *conversion,
                     const ow_options *options, ow_error *error)
{
    uint64_t sizes[MOST_SIZES] = {0};
    ow_options quiet = *options;
    quiet.progress = NULL;
    ow_status status =
        row->runs.emit(conversion->to, sizes, &conversion->losses, NULL, &quiet, NULL, NULL, error);
    if (conversion->losses.overflows == 0)
        return status;
    struct preset record;
    memcpy(&record, conversion->to, row->runs.document_size);
    return row->runs.emit(&record, sizes, NULL, NULL, &quiet, NULL, NULL, error);
}

static ow_status change(const struct format_row *row, struct conversion *conversion,
                        ow_status (*convert)(struct conversion *conversion, const ow_target *target,
                                             ow_error *error),
                        const ow_target *target, const ow_options *options, ow_error *error)
{
    ow_status status = convert(conversion, target, error);
    if (status != OW_OK)
        return status;
    row->set_defaults(conversion->to);
    return fit(row, conversion, options, error);
}

ow_status driver_convert_by(const struct format_row *row,
                            ow_status (*convert)(struct conversion *conversion,
                                                 const ow_target *target, ow_error *error),
                            const void *document, const ow_target *target,
                            const ow_options *options, ow_warn warn, void *warn_context,
                            void **converted, ow_error *error)
{
    static const ow_target as_it_is;
    struct arena arena;
    struct preset from, to;
    ow_options filled = options_of_copy(options);
    ow_status status = check_arguments(document, converted, error);
    target = target ? target : &as_it_is;
    if (status == OW_OK)
        status = check_target(&row->about, target, error);
    if (status == OW_OK)
        status = copy_into(row, document, &filled, &arena, &to, error);
    if (status != OW_OK)
        return status;
    memcpy(&from, document, row->runs.document_size);
    row->set_defaults(&from);
    struct conversion conversion = {.row = row, .from = &from, .to = &to, .arena = &arena};
    status = change(row, &conversion, convert, target, &filled, error);
    losses_warn(&conversion.losses, warn, warn_context);
    if (status == OW_OK)
        return driver_keep(row, &arena, &to, converted, error);
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY)
        error_limited(error, status, filled.max_memory);
    arena_free(&arena);
    return status;
}

ow_status driver_convert(const struct format_row *row, const void *document,
                         const ow_target *target, const ow_options *options, ow_warn warn,
                         void *warn_context, void **converted, ow_error *error)
{
    return driver_convert_by(row, row->convert, document, target, options, warn, warn_context,
                             converted, error);
}

/* The version is among the first fields of every format, always as "version". */
static ow_visit read_version(void *context, const ow_event *event)
{
    if (event->kind != OW_VALUE || !event->name || strcmp(event->name, "version") != 0)
        return OW_GO_ON;
    *(int64_t *)context = event->value.integer;
    return OW_STOP;
}

/* A conversion to the form of another document: a target, and data that only a document has. */
struct likeness {
    ow_target target; /* the first member, so that a pointer to it is one to the struct */
    const struct format_row *row;
    const void *like;
};

/* Copies the variant first, for records whose memory depends on it, and again if a version brings
 * its own. */
static ow_status convert_like(struct conversion *conversion, const ow_target *target,
                              ow_error *error)
{
    const struct likeness *likeness = (const struct likeness *)(const void *)target;
    const struct format_row *row = likeness->row;
    row->take_variant(likeness->like, conversion->to);
    ow_status status = row->convert(conversion, target, error);
    if (status == OW_OK)
        row->take_variant(likeness->like, conversion->to);
    return status;
}

ow_status driver_convert_like(const struct format_row *row, const void *document, const void *like,
                              const ow_options *options, ow_warn warn, void *warn_context,
                              void **converted, ow_error *error)
{
    int64_t wanted = 0, own = 0;
    struct likeness likeness = {.row = row, .like = like};
    ow_options quiet = options_or_default(options, 0);
    quiet.progress = NULL;
    ow_status status = driver_emit(row, like, &quiet, read_version, &wanted, error);
    if (status == OW_OK)
        status = driver_emit(row, document, &quiet, read_version, &own, error);
    if (status != OW_OK)
        return status;
    likeness.target.has_version = wanted != own;
    likeness.target.version = (unsigned)wanted;
    return driver_convert_by(row, convert_like, document, &likeness.target, options, warn,
                             warn_context, converted, error);
}
