/* Output of bytes: to a sink through a small block, or into growing memory. */
#include "output.h"

#include "memory.h"

ow_status output_to_sink(struct output *output, const ow_options *options, const ow_sink *sink)
{
    *output = (struct output){.sink = sink, .allocator = options->allocator};
    output->begin = allocator_take(&output->allocator, OUTPUT_BLOCK);
    if (!output->begin)
        return output->status = OW_NO_MEMORY;
    output->capacity = OUTPUT_BLOCK;
    output->at = output->begin;
    output->end = output->begin + OUTPUT_BLOCK;
    return OW_OK;
}

void output_to_buffer(struct output *output, const ow_options *options, const ow_buffer *buffer)
{
    *output = (struct output){.allocator = options->allocator};
    output->begin = output->at = buffer->data;
    output->capacity = buffer->capacity;
    output->end = buffer->data ? buffer->data + buffer->capacity : NULL;
}

/* After a failure nothing fits any more, so that every later write fails too. */
static bool fail(struct output *output, ow_status status)
{
    if (output->status == OW_OK)
        output->status = status;
    output->end = output->at;
    return false;
}

static bool flush(struct output *output)
{
    size_t size = (size_t)(output->at - output->begin);
    if (size > 0 && !output->sink->write(output->sink->context, output->begin, size))
        return fail(output, OW_WRITE_FAILED);
    output->passed += size;
    output->at = output->begin;
    return true;
}

static bool resize(struct output *output, size_t capacity)
{
    size_t used = output->begin ? (size_t)(output->at - output->begin) : 0;
    uint8_t *memory =
        allocator_resize(&output->allocator, output->begin, output->capacity, capacity);
    if (!memory)
        return fail(output, OW_NO_MEMORY);
    output->begin = memory;
    output->capacity = capacity;
    output->at = memory + used;
    output->end = memory + capacity;
    return true;
}

static bool grow(struct output *output, size_t size)
{
    size_t used = output->begin ? (size_t)(output->at - output->begin) : 0;
    if (size > SIZE_MAX / 4 || output->capacity > SIZE_MAX / 4)
        return fail(output, OW_NO_MEMORY);
    if (output->foresee) {
        uint64_t foreseen = output->foresee(output->foresee_context);
        output->foresee = NULL;
        if (foreseen >= used + size && foreseen <= SIZE_MAX / 4)
            return resize(output, (size_t)foreseen);
    }
    size_t capacity = output->capacity + output->capacity / 2;
    capacity = capacity < used + size ? used + size : capacity;
    capacity = capacity < OUTPUT_BLOCK ? OUTPUT_BLOCK : capacity;
    return resize(output, capacity);
}

void output_foresee(struct output *output, uint64_t (*size)(void *context), void *context)
{
    output->foresee = size;
    output->foresee_context = context;
}

bool output_make_room(struct output *output, size_t size)
{
    if (output->status != OW_OK)
        return false;
    return output->sink ? flush(output) : grow(output, size);
}

void output_bytes(struct output *output, const void *data, size_t size)
{
    if (size == 0)
        return;
    if (output->sink && size > OUTPUT_BLOCK / 2) { /* large runs need no copy */
        if (output->status != OW_OK || !flush(output))
            return;
        if (!output->sink->write(output->sink->context, data, size))
            fail(output, OW_WRITE_FAILED);
        output->passed += size;
        return;
    }
    uint8_t *room = output_room(output, size);
    if (room)
        memcpy(room, data, size);
}

ow_status output_close_sink(struct output *output)
{
    if (output->status == OW_OK)
        flush(output);
    allocator_give(&output->allocator, output->begin, OUTPUT_BLOCK);
    return output->status;
}

ow_status output_close_buffer(struct output *output, ow_buffer *buffer)
{
    bool failed = output->status != OW_OK;
    buffer->data = output->begin;
    buffer->size = failed || !output->begin ? 0 : (size_t)(output->at - output->begin);
    buffer->capacity = output->capacity;
    return output->status;
}

void ow_buffer_free(ow_buffer *buffer, const ow_options *options)
{
    if (!buffer)
        return;
    ow_options filled = options_or_default(options, 0);
    allocator_give(&filled.allocator, buffer->data, buffer->capacity);
    *buffer = (ow_buffer){0};
}
