/* What the fuzz targets share: collecting bytes, and stopping where a promise is broken. */
#ifndef OW_FUZZ_FUZZ_H
#define OW_FUZZ_FUZZ_H

#include <overworld/overworld.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROMISE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a sink was given. */
struct collected {
    uint8_t *data;
    size_t size, capacity;
};

static inline bool collect(void *context, const void *data, size_t size)
{
    struct collected *collected = context;
    if (collected->capacity - collected->size < size) {
        collected->capacity = collected->capacity * 2 + size;
        collected->data = realloc(collected->data, collected->capacity);
        PROMISE(collected->data);
    }
    if (size > 0)
        memcpy(collected->data + collected->size, data, size);
    collected->size += size;
    return true;
}

/* An error says what is wrong, and where, within what was read. */
static inline void expect_clean(ow_status status, const ow_error *error, size_t size)
{
    PROMISE(status == OW_OK || (error->status == status && error->message[0] &&
                                error->offset <= size && strlen(error->pointer) < 128));
}

/* A document as bytes. */
static inline ow_status write_document(const ow_document *document, ow_buffer *buffer)
{
    ow_error error = {0};
    ow_status status = ow_write_buffer(document, NULL, buffer, &error);
    expect_clean(status, &error, SIZE_MAX);
    return status;
}

static inline bool same_bytes(const void *a, size_t a_size, const void *b, size_t b_size)
{
    return a_size == b_size && (a_size == 0 || memcmp(a, b, a_size) == 0);
}

#endif
