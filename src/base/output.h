/* Output of bytes: to a sink through a small block, or into growing memory. */
#ifndef OW_SRC_BASE_OUTPUT_H
#define OW_SRC_BASE_OUTPUT_H

#include <overworld/base.h>
#include <string.h>

/* Small enough to stay in the processor's cache until the sink gets it. */
enum { OUTPUT_BLOCK = 64 * 1024 };

struct output {
    uint8_t *begin, *at, *end; /* after a failure `end` equals `at`: nothing fits */
    size_t capacity;
    const ow_sink *sink; /* NULL: memory */
    ow_allocator allocator;
    uint64_t passed;                    /* bytes that the sink has taken */
    uint64_t (*foresee)(void *context); /* final size, asked when memory has to grow */
    void *foresee_context;
    ow_status status;
    uint8_t waste[64]; /* codecs write here after a failure, instead of testing for it */
};

/* Opens an output to a sink. OW_NO_MEMORY if the block cannot be allocated. */
ow_status output_to_sink(struct output *output, const ow_options *options, const ow_sink *sink);

/* Opens an output into a buffer and reuses its memory. */
void output_to_buffer(struct output *output, const ow_options *options, const ow_buffer *buffer);

/* Makes growing memory grow once, to the size that `size` returns. A size that is too small does
 * no harm. */
void output_foresee(struct output *output, uint64_t (*size)(void *context), void *context);

/* Ends an output to a sink: passes on the rest and releases the block. */
ow_status output_close_sink(struct output *output);

/* Ends an output into a buffer, which receives the bytes; no bytes after a failure. */
ow_status output_close_buffer(struct output *output, ow_buffer *buffer);

/* The slow path of output_room. */
bool output_make_room(struct output *output, size_t size);

/* Room for `size` bytes (at most OUTPUT_BLOCK), or NULL after a failure. */
static inline uint8_t *output_room(struct output *output, size_t size)
{
    if ((size_t)(output->end - output->at) < size && !output_make_room(output, size))
        return NULL;
    uint8_t *room = output->at;
    output->at += size;
    return room;
}

/* The same for text whose size is not known yet: at most `size` bytes from output->at on, which the
 * caller then moves behind them. */
static inline uint8_t *output_reserve(struct output *output, size_t size)
{
    uint8_t *room = output_room(output, size);
    output->at -= room ? size : 0;
    return room;
}

/* Any number of bytes. */
void output_bytes(struct output *output, const void *data, size_t size);

/* Bytes written so far. */
static inline uint64_t output_size(const struct output *output)
{
    return output->passed + (uint64_t)(output->at - output->begin);
}

#endif
