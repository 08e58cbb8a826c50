/* JSON of a file, written by several threads. When the trace of the file reaches a long list, its
 * records are passed, which is fast, and cut into slices. A thread traces the records of a slice
 * and writes their text into memory. Meanwhile another one passes the text of the slices before to
 * the sink. The trace goes on at the last record. */
#include "json_slices.h"

#include "../base/memory.h"
#include "../base/pool.h"
#include "../codec/lanes.h"
#include "../codec/places.h"
#include "../json/writer.h"

#include <string.h>

enum {
    SLICE = PIECE(64 << 10, 100),  /* bytes of a file; of text most files have four times more */
    SLICES_OF_THREAD = 4,          /* in a batch: threads that are done early take one more */
    LEAST_RECORDS = PIECE(256, 2), /* of a list that is cut into slices */
    LIST_DEPTH = 2                 /* of a list of the document, with the records in it */
};

struct slice {
    struct record_place first;
    uint32_t count;
    ow_json_writer *piece;
};

/* Slices that are written at once. */
struct batch {
    struct slice *slices;
    uint32_t count;
};

struct json_slices {
    struct input *input;
    ow_json_writer *writer;
    ow_visitor rest;
    void *rest_context;
    struct list_places places; /* tells the trace where to go on, and us its document */
    struct list_place behind;
    struct arena scratch;
    ow_options quiet; /* of the threads, which report no progress */
    unsigned depth;
    bool has_failed;     /* the rest of the file is not needed */
    struct batch now;    /* is filled or written */
    struct batch before; /* has text that goes to the sink */
    uint32_t room;       /* slices of a batch */
};

static void trace_slice(struct json_slices *slices, const struct slice *slice,
                        ow_json_writer *writer)
{
    const struct file *file = &slices->input->file;
    ow_status status = file->row->runs.trace_records(&slice->first, slice->count, file->bytes,
                                                     file->size, slices->places.document,
                                                     &slices->quiet, ow_json_visit, writer, NULL);
    ow_json_fail(writer, status);
}

static void put_batch(struct json_slices *slices, struct batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++)
        json_piece_put(slices->writer, batch->slices[i].piece);
    batch->count = 0;
}

static void work(void *context, uint32_t number)
{
    struct json_slices *slices = context;
    if (number == 0) {
        put_batch(slices, &slices->before);
        return;
    }
    struct slice *slice = &slices->now.slices[number - 1];
    json_piece_begin(slice->piece, slices->writer, slice->first.at[0] == 0);
    trace_slice(slices, slice, slice->piece);
}

static void run_batch(struct json_slices *slices)
{
    struct batch done = slices->now;
    if (done.count == 0)
        return;
    pool_run(&slices->quiet, done.count + 1, work, slices);
    slices->has_failed |= !json_piece_join(slices->writer, done.slices[done.count - 1].piece);
    slices->now = slices->before;
    slices->before = done;
}

/* Nothing waits any more: what comes now is written behind it. */
static void finish_batches(struct json_slices *slices)
{
    run_batch(slices);
    put_batch(slices, &slices->before);
}

static void report_progress(struct json_slices *slices, uint64_t offset)
{
    const struct file *file = &slices->input->file;
    const ow_options *options = &file->options;
    if (!options->progress || options->progress(options->progress_context, offset, file->size))
        return;
    ow_json_fail(slices->writer, OW_CANCELLED);
    slices->has_failed = true;
}

/* The text of a large record goes to the sink as it is made: it may take more memory than all
 * slices. */
static void add_slice(struct json_slices *slices, const struct slice *slice, uint64_t size)
{
    struct batch *batch = &slices->now;
    if (size > 2 * SLICE) {
        finish_batches(slices);
        trace_slice(slices, slice, slices->writer);
        return;
    }
    batch->slices[batch->count].first = slice->first;
    batch->slices[batch->count++].count = slice->count;
    if (batch->count < slices->room)
        return;
    run_batch(slices);
    report_progress(slices, slice->first.offset + size);
}

/* Writes all records but the last, or all before one that is not sound. */
static void cut_list(struct json_slices *slices, struct record_place place, uint64_t count)
{
    const struct file *file = &slices->input->file;
    uint64_t list = place.offset;
    while (place.at[0] < count - 1 && !slices->has_failed) {
        uint64_t end = place.offset + SLICE;
        uint32_t passed = file->row->runs.pass_records(
            &place, (uint32_t)(count - 1) - place.at[0], &end, file->bytes, file->size,
            slices->places.document, &slices->quiet, &slices->scratch);
        if (passed == 0)
            break;
        struct slice slice = {.first = place, .count = passed};
        add_slice(slices, &slice, end - place.offset);
        place.at[0] += passed;
        place.offset = end;
    }
    finish_batches(slices);
    slices->behind = (struct list_place){
        .offset = place.offset, .list = list, .index = place.at[0], .depth = LIST_DEPTH};
    slices->places.items = &slices->behind;
    slices->places.count = place.at[0] > 0;
    slices->places.element = place.at[0];
    slices->places.offset = place.offset;
}

ow_visit json_slices_visit(void *context, const ow_event *event)
{
    struct json_slices *slices = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    struct record_place first = {.offset = event->offset};
    slices->depth += begins;
    slices->depth -= ends;
    ow_visit result = slices->rest(slices->rest_context, event);
    if (event->kind == OW_BEGIN_ARRAY && slices->depth == LIST_DEPTH &&
        event->count >= LEAST_RECORDS && result == OW_GO_ON && slices->places.document &&
        lanes_find_kind(slices->input->row->runs.record_pointer, event->name, &first.kind))
        cut_list(slices, first, event->count);
    return slices->has_failed ? OW_STOP : result;
}

static bool open_batch(struct json_slices *slices, struct batch *batch)
{
    const ow_options *options = &slices->quiet;
    size_t size = slices->room * sizeof *batch->slices;
    batch->slices = allocator_take(&options->allocator, size);
    if (!batch->slices)
        return false;
    memset(batch->slices, 0, size);
    for (uint32_t i = 0; i < slices->room; i++)
        if (!(batch->slices[i].piece = json_piece_open(options)))
            return false;
    return true;
}

static void close_batch(struct json_slices *slices, struct batch *batch)
{
    for (uint32_t i = 0; batch->slices && i < slices->room; i++)
        json_piece_close(batch->slices[i].piece);
    allocator_give(&slices->quiet.allocator, batch->slices, slices->room * sizeof *batch->slices);
}

struct json_slices *json_slices_open(struct input *input, ow_json_writer *writer, ow_visitor rest,
                                     void *rest_context)
{
    const ow_options *options = &input->file.options;
    unsigned threads = pool_threads(options);
    struct json_slices *slices =
        threads > 1 ? allocator_take(&options->allocator, sizeof *slices) : NULL;
    if (!slices)
        return NULL;
    *slices = (struct json_slices){.input = input,
                                   .writer = writer,
                                   .rest = rest,
                                   .rest_context = rest_context,
                                   .quiet = *options,
                                   .room = threads * SLICES_OF_THREAD};
    slices->quiet.progress = NULL;
    arena_init(&slices->scratch, options);
    if (!open_batch(slices, &slices->now) || !open_batch(slices, &slices->before)) {
        json_slices_close(slices);
        return NULL;
    }
    input->file.places = &slices->places;
    return slices;
}

void json_slices_close(struct json_slices *slices)
{
    if (!slices)
        return;
    ow_allocator allocator = slices->quiet.allocator;
    slices->input->file.places = NULL;
    close_batch(slices, &slices->now);
    close_batch(slices, &slices->before);
    arena_free(&slices->scratch);
    allocator_give(&allocator, slices, sizeof *slices);
}
