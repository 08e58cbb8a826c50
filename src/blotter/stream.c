/* Reads Blotter one record after another, in memory that does not grow with the file. */
#include "blotter.h"

#include "../codec/decode.h"

#include "layout.h"

#include "../base/error.h"

/* Records are decoded a few at a time and returned one by one, to share the cost of a call. */
enum { BATCH = 32 };

struct ow_blotter_reader {
    struct codec codec;
    struct file file;
    ow_blotter_save preset; /* the variant that the caller specified */
    struct arena kept;      /* mods, types, circuit states */
    struct arena scratch;   /* what the records of the batch refer to */
    ow_blotter_save save;
    uint32_t components_done, wires_done; /* decoded, whether returned or not */
    uint32_t batch_size, batch_next;
    bool batch_of_wires;
    bool finished; /* the epilogue has been read */
    uint64_t offsets[BATCH];
    ow_blotter_component components[BATCH];
    ow_blotter_wire wires[BATCH];
};

static ow_status outcome(const ow_blotter_reader *reader, ow_error *error)
{
    error_clear(error);
    if (reader->codec.status == OW_OK)
        return OW_OK;
    ow_blotter_save preset = {0};
    blotter_take_variant(&reader->save, &preset);
    return driver_explain(&blotter_format, &reader->file, &preset, reader->codec.status, error);
}

static void start(ow_blotter_reader *reader, const ow_blotter_save *preset)
{
    const struct file *file = &reader->file;
    reader->save = *preset;
    reader->codec = (struct codec){
        .begin = file->bytes,
        .at = file->bytes,
        .end = file->bytes + file->size,
        .borrows = true,
        .arena = &reader->kept,
        .options = &file->options,
    };
    prologue(&reader->codec, &reader->save);
    mods(&reader->codec, &reader->save);
    component_types(&reader->codec, &reader->save);
    reader->codec.arena = &reader->scratch;
}

/* Reads the next records of one kind. Returns false if there are none. A truncated record ends the
 * batch: the records before it are returned first. */
static bool read_batch(ow_blotter_reader *reader, bool wires)
{
    uint32_t *done = wires ? &reader->wires_done : &reader->components_done;
    uint32_t count = wires ? reader->save.wire_count : reader->save.component_count;
    uint32_t left = count - *done, size = 0;
    struct codec codec = reader->codec; /* a copy whose cursor can stay in a register */
    arena_reset(&reader->scratch);
    if (left > 0 && *done % PROGRESS_EVERY == 0)
        go_on(&codec, PROGRESS_EVERY - 1);
    for (; size < left && size < BATCH && codec.status == OW_OK; size++) {
        read_ahead(&codec);
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
    if (reader->codec.status != OW_OK || reader->finished)
        return;
    reader->finished = true;
    reader->codec.arena = &reader->kept;
    epilogue(&reader->codec, &reader->save);
}

/* Walks the first records of a file in one variant. `reached` is the byte where decoding fails, or
 * the size of the file. Returns an error only for failures unrelated to the file. */
static ow_status probe_variant(const struct file *file, const ow_blotter_save *preset,
                               size_t *reached)
{
    enum { FIRST_RECORDS = 256 };
    ow_blotter_reader reader = {.file = *file};
    reader.file.options.progress = NULL; /* no progress is reported for reading ahead */
    arena_init(&reader.kept, &reader.file.options);
    arena_share(&reader.scratch, &reader.kept);
    start(&reader, preset);
    for (int i = 0; i < FIRST_RECORDS; i++)
        if (!step_component(&reader) && !step_wire(&reader))
            break;
    ow_status status = reader.codec.status;
    *reached = status == OW_OK ? file->size : (size_t)(reader.codec.failed_at - reader.codec.begin);
    arena_free(&reader.scratch);
    arena_free(&reader.kept);
    return driver_may_retry(status) ? OW_OK : status;
}

/* Detects the variant from the first records of the file. */
static ow_status detect_variant(const struct file *file, ow_blotter_save *preset)
{
    ow_blotter_save candidates[MOST_CANDIDATES] = {0};
    unsigned count = blotter_candidates(file, candidates);
    size_t furthest = 0;
    *preset = candidates[0];
    for (unsigned i = 0; i < count && count > 1; i++) {
        size_t reached;
        ow_status status = probe_variant(file, &candidates[i], &reached);
        if (status != OW_OK)
            return status;
        if (i > 0 && reached <= furthest)
            continue;
        furthest = reached;
        *preset = candidates[i];
    }
    return OW_OK;
}

static ow_status open_reader(const struct file *file, bool whole, ow_blotter_reader **reader,
                             ow_error *error)
{
    ow_blotter_save preset = {0};
    ow_allocator allocator = file->options.allocator;
    *reader = NULL;
    ow_blotter_reader *opened = allocator_take(&allocator, sizeof *opened);
    if (!opened)
        return error_plain(error, OW_NO_MEMORY);
    *opened = (ow_blotter_reader){.file = *file};
    if (file->preset)
        blotter_take_variant(file->preset, &opened->preset);
    opened->file.preset = file->preset ? &opened->preset : NULL;
    arena_init(&opened->kept, &opened->file.options);
    arena_share(&opened->scratch, &opened->kept);
    ow_status status = OW_OK;
    if (whole)
        driver_find(&blotter_format, &opened->file, &preset);
    else
        status = detect_variant(&opened->file, &preset);
    if (status != OW_OK) {
        ow_blotter_reader_close(opened);
        return error_limited(error, status, file->options.max_memory);
    }
    start(opened, &preset);
    status = outcome(opened, error);
    if (status == OW_OK)
        *reader = opened;
    else
        ow_blotter_reader_close(opened);
    return status;
}

ow_status blotter_read_front(const struct file *file, ow_blotter_reader **reader, ow_error *error)
{
    return open_reader(file, false, reader, error);
}

ow_status ow_blotter_reader_open(const void *bytes, size_t size, const ow_options *options,
                                 ow_blotter_reader **reader, ow_error *error)
{
    struct file file;
    struct preset preset;
    if (reader)
        *reader = NULL;
    ow_status status =
        driver_open(&blotter_format, bytes, size, options, &file, reader ? &preset : NULL, error);
    return status == OW_OK ? open_reader(&file, true, reader, error) : status;
}

const ow_blotter_save *ow_blotter_reader_save(const ow_blotter_reader *reader)
{
    return reader ? &reader->save : NULL;
}

ow_status ow_blotter_next_component(ow_blotter_reader *reader, const ow_blotter_component **record,
                                    ow_error *error)
{
    error_clear(error);
    if (!record)
        return error_missing(error, "output for the record");
    *record = NULL;
    if (!reader)
        return error_missing(error, "reader");
    *record = step_component(reader) ? &reader->components[reader->batch_next - 1] : NULL;
    return *record ? OW_OK : outcome(reader, error);
}

ow_status ow_blotter_next_wire(ow_blotter_reader *reader, const ow_blotter_wire **record,
                               ow_error *error)
{
    error_clear(error);
    if (!record)
        return error_missing(error, "output for the record");
    *record = NULL;
    if (!reader)
        return error_missing(error, "reader");
    *record = step_wire(reader) ? &reader->wires[reader->batch_next - 1] : NULL;
    return *record ? OW_OK : outcome(reader, error);
}

uint64_t ow_blotter_record_offset(const ow_blotter_reader *reader)
{
    return reader && reader->batch_next > 0 ? reader->offsets[reader->batch_next - 1] : 0;
}

ow_status ow_blotter_reader_finish(ow_blotter_reader *reader, ow_error *error)
{
    error_clear(error);
    if (!reader)
        return error_missing(error, "reader");
    finish(reader);
    return outcome(reader, error);
}

void ow_blotter_reader_close(ow_blotter_reader *reader)
{
    if (!reader)
        return;
    ow_allocator allocator = reader->file.options.allocator;
    arena_free(&reader->scratch);
    arena_free(&reader->kept);
    allocator_give(&allocator, reader, sizeof *reader);
}
