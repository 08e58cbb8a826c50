/* Blotter read one record after another, in memory that does not grow with the file. */
#include "../codec/decode.h"

#include "blotter.h"
#include "layout.h"

#include "../base/error.h"

/* Records are read a few at a time and handed out one by one: what a call costs is shared. */
enum { BATCH = 32 };

struct ow_blotter_reader {
    struct codec codec;
    ow_options options;
    struct arena kept;    /* mods, types, circuit states */
    struct arena scratch; /* what the records of the batch point at */
    ow_blotter_save save;
    uint32_t components_done, wires_done; /* read, whether handed out or not */
    uint32_t batch_size, batch_next;
    bool batch_of_wires;
    uint64_t offsets[BATCH];
    ow_blotter_component components[BATCH];
    ow_blotter_wire wires[BATCH];
};

static ow_status outcome(const ow_blotter_reader *reader, ow_error *error)
{
    const struct codec *c = &reader->codec;
    if (c->status == OW_OK)
        return OW_OK;
    return blotter_explain(c->begin, (size_t)(c->end - c->begin), c->variant, &reader->options,
                           c->status, error);
}

static void start(ow_blotter_reader *reader, const void *bytes, size_t size, bool draft)
{
    reader->codec = (struct codec){
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .borrows = true,
        .variant = draft,
        .arena = &reader->kept,
        .options = &reader->options,
    };
    prologue(&reader->codec, &reader->save);
    mods(&reader->codec, &reader->save);
    component_types(&reader->codec, &reader->save);
    reader->codec.arena = &reader->scratch;
}

/* Reads the next records of one kind; false where there are none. A record that breaks off ends the
 * batch: those before it are handed out first. */
static bool read_batch(ow_blotter_reader *reader, bool wires)
{
    uint32_t *done = wires ? &reader->wires_done : &reader->components_done;
    uint32_t count = wires ? reader->save.wire_count : reader->save.component_count;
    uint32_t left = count - *done, size = 0;
    struct codec codec = reader->codec; /* a copy whose cursor can live in a register */
    arena_reset(&reader->scratch);
    if (left > 0 && *done % PROGRESS_EVERY == 0)
        go_on(&codec, PROGRESS_EVERY - 1);
    for (; size < left && size < BATCH && codec.status == OW_OK; size++) {
        reader->offsets[size] = (uint64_t)(codec.at - codec.begin);
        if (wires)
            wire(&codec, &reader->wires[size]);
        else
            component(&codec, &reader->components[size]);
    }
    if (size > 0 && codec.status != OW_OK)
        size--;
    *done += size;
    reader->codec = codec;
    reader->batch_of_wires = wires;
    reader->batch_size = size;
    reader->batch_next = 0;
    return size > 0;
}

/* Moves to the next record of a kind. */
static inline bool step(ow_blotter_reader *reader, bool wires)
{
    if (reader->batch_of_wires != wires || reader->batch_next == reader->batch_size)
        if (reader->codec.status != OW_OK || !read_batch(reader, wires))
            return false;
    reader->batch_next++;
    return true;
}

static bool step_component(ow_blotter_reader *reader)
{
    return !reader->batch_of_wires && step(reader, false);
}

static bool step_wire(ow_blotter_reader *reader)
{
    while (step_component(reader))
        ;
    return step(reader, true);
}

static void finish(ow_blotter_reader *reader)
{
    while (step_wire(reader))
        ;
    if (reader->codec.status != OW_OK)
        return;
    reader->codec.arena = &reader->kept;
    epilogue(&reader->codec, &reader->save);
}

/* Walks a file in one variant; returns the byte where it broke, or `size` where it did not. */
static size_t walk(const void *bytes, size_t size, bool draft, const ow_options *options,
                   enum blotter_effort effort)
{
    enum { FIRST_RECORDS = 256 };
    ow_blotter_reader reader = {.options = *options};
    reader.options.progress = NULL; /* a look ahead is no progress */
    arena_init(&reader.kept, &reader.options);
    arena_share(&reader.scratch, &reader.kept);
    start(&reader, bytes, size, draft);
    if (effort == BLOTTER_WHOLE_FILE)
        finish(&reader);
    for (int i = 0; effort == BLOTTER_FIRST_RECORDS && i < FIRST_RECORDS; i++)
        if (!step_component(&reader) && !step_wire(&reader))
            break;
    ow_status status = reader.codec.status;
    size_t reached = status == OW_OK ? size : (size_t)(reader.codec.failed_at - reader.codec.begin);
    arena_free(&reader.scratch);
    arena_free(&reader.kept);
    if (status != OW_NO_MEMORY && status != OW_TOO_MUCH_MEMORY)
        return reached;
    /* Which variant it is does not depend on memory: a trace takes none. */
    ow_error error = {0};
    status = blotter_trace_variant(bytes, size, draft, &reader.options, NULL, NULL, &error);
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
    arena_share(&opened->scratch, &opened->kept);
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
    *record = step_component(reader) ? &reader->components[reader->batch_next - 1] : NULL;
    return *record ? OW_OK : outcome(reader, error);
}

ow_status ow_blotter_next_wire(ow_blotter_reader *reader, const ow_blotter_wire **record,
                               ow_error *error)
{
    *record = step_wire(reader) ? &reader->wires[reader->batch_next - 1] : NULL;
    return *record ? OW_OK : outcome(reader, error);
}

uint64_t ow_blotter_record_offset(const ow_blotter_reader *reader)
{
    return reader->batch_next > 0 ? reader->offsets[reader->batch_next - 1] : 0;
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
    arena_free(&reader->scratch);
    arena_free(&reader->kept);
    allocator_give(&allocator, reader, sizeof *reader);
}
