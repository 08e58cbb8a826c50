/* Blotter read one record after another, in memory that does not grow with the file. */
#include "../codec/decode.h"

#include "blotter.h"
#include "layout.h"

#include "../base/error.h"

struct ow_blotter_reader {
    struct codec codec;
    ow_options options;
    struct arena kept;    /* mods, types, circuit states */
    struct arena scratch; /* the record at hand */
    ow_blotter_save save;
    ow_blotter_component component;
    ow_blotter_wire wire;
    uint32_t components_done, wires_done;
    uint64_t record_offset;
};

/* Runs one step of the layout into scratch memory that the step before no longer needs. */
static void next_record(ow_blotter_reader *reader)
{
    arena_reset(&reader->scratch);
    reader->record_offset = (uint64_t)(reader->codec.at - reader->codec.begin);
}

static ow_status outcome(const ow_blotter_reader *reader, ow_error *error)
{
    const struct codec *c = &reader->codec;
    if (c->status == OW_OK)
        return OW_OK;
    return blotter_explain(c->begin, (size_t)(c->end - c->begin), c->layout, &reader->options,
                           c->status, error);
}

static void start(ow_blotter_reader *reader, const void *bytes, size_t size, bool draft)
{
    reader->codec = (struct codec){
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .layout = draft,
        .arena = &reader->kept,
        .options = &reader->options,
    };
    prologue(&reader->codec, &reader->save);
    mods(&reader->codec, &reader->save);
    component_types(&reader->codec, &reader->save);
    reader->codec.arena = &reader->scratch;
}

static bool step_component(ow_blotter_reader *reader)
{
    if (reader->components_done >= reader->save.component_count ||
        !go_on(&reader->codec, reader->components_done))
        return false;
    next_record(reader);
    reader->components_done++;
    struct codec codec = reader->codec; /* a copy whose cursor can live in a register */
    component(&codec, &reader->component);
    reader->codec = codec;
    return reader->codec.status == OW_OK;
}

static bool step_wire(ow_blotter_reader *reader)
{
    while (step_component(reader))
        ;
    if (reader->wires_done >= reader->save.wire_count || !go_on(&reader->codec, reader->wires_done))
        return false;
    next_record(reader);
    reader->wires_done++;
    struct codec codec = reader->codec;
    wire(&codec, &reader->wire);
    reader->codec = codec;
    return reader->codec.status == OW_OK;
}

static void finish(ow_blotter_reader *reader)
{
    while (step_wire(reader))
        ;
    reader->codec.arena = &reader->kept;
    epilogue(&reader->codec, &reader->save);
}

/* Walks a file in one layout; returns the byte where it broke, or `size` where it did not. */
static size_t walk(const void *bytes, size_t size, bool draft, const ow_options *options,
                   enum blotter_effort effort)
{
    enum { FIRST_RECORDS = 256 };
    ow_blotter_reader reader = {.options = *options};
    reader.options.progress = NULL; /* a look ahead is no progress */
    arena_init(&reader.kept, &reader.options);
    arena_init(&reader.scratch, &reader.options);
    start(&reader, bytes, size, draft);
    if (effort == BLOTTER_WHOLE_FILE)
        finish(&reader);
    for (int i = 0; effort == BLOTTER_FIRST_RECORDS && i < FIRST_RECORDS; i++)
        if (!step_component(&reader) && !step_wire(&reader))
            break;
    ow_status status = reader.codec.status;
    size_t reached = status == OW_OK ? size : (size_t)(reader.codec.failed_at - reader.codec.begin);
    arena_free(&reader.kept);
    arena_free(&reader.scratch);
    if (status != OW_NO_MEMORY && status != OW_TOO_MUCH_MEMORY)
        return reached;
    /* Which layout it is does not depend on memory: a trace takes none. */
    ow_error error = {0};
    status = blotter_trace_layout(bytes, size, draft, &reader.options, NULL, NULL, &error);
    return status == OW_OK ? size : (size_t)error.offset;
}

bool blotter_is_draft(const void *bytes, size_t size, const ow_options *options,
                      enum blotter_effort effort)
{
    enum { VERSION_AT = 16 };
    if (size <= VERSION_AT || ((const uint8_t *)bytes)[VERSION_AT] != 5)
        return false;
    ow_options filled = options_or_default(options, size);
    size_t as_published = walk(bytes, size, false, &filled, effort);
    return as_published < size && walk(bytes, size, true, &filled, effort) > as_published;
}

ow_status blotter_reader_open(const void *bytes, size_t size, const ow_options *options,
                              enum blotter_effort effort, ow_blotter_reader **reader,
                              ow_error *error)
{
    *reader = NULL;
    ow_options filled = options_or_default(options, size);
    ow_blotter_reader *opened = allocator_take(&filled.allocator, sizeof *opened);
    if (!opened)
        return error_plain(error, OW_NO_MEMORY);
    *opened = (ow_blotter_reader){.options = filled};
    arena_init(&opened->kept, &opened->options);
    arena_init(&opened->scratch, &opened->options);
    start(opened, bytes, size, blotter_is_draft(bytes, size, &filled, effort));
    ow_status status = outcome(opened, error);
    if (status == OW_OK)
        *reader = opened;
    else
        ow_blotter_reader_close(opened);
    return status;
}

ow_status ow_blotter_reader_open(const void *bytes, size_t size, const ow_options *options,
                                 ow_blotter_reader **reader, ow_error *error)
{
    return blotter_reader_open(bytes, size, options, BLOTTER_WHOLE_FILE, reader, error);
}

const ow_blotter_save *ow_blotter_reader_save(const ow_blotter_reader *reader)
{
    return &reader->save;
}

ow_status ow_blotter_next_component(ow_blotter_reader *reader, const ow_blotter_component **record,
                                    ow_error *error)
{
    *record = step_component(reader) ? &reader->component : NULL;
    return outcome(reader, error);
}

ow_status ow_blotter_next_wire(ow_blotter_reader *reader, const ow_blotter_wire **record,
                               ow_error *error)
{
    *record = step_wire(reader) ? &reader->wire : NULL;
    return outcome(reader, error);
}

uint64_t ow_blotter_record_offset(const ow_blotter_reader *reader)
{
    return reader->record_offset;
}

ow_status ow_blotter_reader_finish(ow_blotter_reader *reader, ow_error *error)
{
    finish(reader);
    return outcome(reader, error);
}

void ow_blotter_reader_close(ow_blotter_reader *reader)
{
    if (!reader)
        return;
    ow_allocator allocator = reader->options.allocator;
    arena_free(&reader->kept);
    arena_free(&reader->scratch);
    allocator_give(&allocator, reader, sizeof *reader);
}
