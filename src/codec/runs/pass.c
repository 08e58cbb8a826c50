/* Records that follow each other: where they end, and what is in them. */
#include "run.h"

#include "../decode.h"

#include FORMAT_LAYOUT

#include "records.h"

/* Lists of numbers are read and written at once, so nobody cuts them. */
#define NOTHING(number, pointer, type, call)

#define PASS(number, pointer, type, call)                                                          \
    case number: {                                                                                 \
        type record = {0};                                                                         \
        while (passed < most && at < wanted) {                                                     \
            arena_reset(scratch);                                                                  \
            call;                                                                                  \
            if (c->status != OW_OK)                                                                \
                break;                                                                             \
            at = (uint64_t)(c->at - c->begin);                                                     \
            passed++;                                                                              \
        }                                                                                          \
        break;                                                                                     \
    }

uint32_t RUN(pass_records)(const struct record_place *first, uint32_t most, uint64_t *end,
                           const void *bytes, size_t size, const void *document,
                           const ow_options *options, struct arena *scratch)
{
    struct codec codec = {
        .begin = bytes,
        .at = (const uint8_t *)bytes + first->offset,
        .end = (const uint8_t *)bytes + size,
        .borrows = true,
        .passes = true,
        .arena = scratch,
        .options = options,
    };
    const DOCUMENT *v = document;
    struct codec *c = &codec;
    uint64_t wanted = *end, at = first->offset;
    uint32_t passed = 0;
    (void)most, (void)wanted;
    resume(c, v);
    switch (first->kind) {
        RECORDS(PASS, NOTHING)
    default:
        break;
    }
    *end = at;
    return passed;
}
#undef PASS

/* The layouts of records name `record`, which is the item itself. */
#define record (*item_)
#define DECODE(number, pointer, type, call)                                                        \
    case number:                                                                                   \
        while (item_size == sizeof(type) && done < most && c->at < end && go_on(c, done)) {        \
            type *item_ = (type *)items + done;                                                    \
            call;                                                                                  \
            done++;                                                                                \
        }                                                                                          \
        break;

ow_status RUN(decode_records)(const struct record_place *first, uint32_t *count, uint64_t *stop,
                              void *items, size_t item_size, const void *bytes, size_t size,
                              const void *document, const ow_options *options, struct arena *arena)
{
    struct codec codec = {
        .begin = bytes,
        .at = (const uint8_t *)bytes + first->offset,
        .end = (const uint8_t *)bytes + size,
        .arena = arena,
        .options = options,
    };
    const uint8_t *end = *stop < size ? codec.begin + *stop : codec.end;
    const DOCUMENT *v = document;
    struct codec *c = &codec;
    uint32_t most = *count, done = 0;
    (void)items, (void)item_size, (void)most, (void)end;
    resume(c, v);
    switch (first->kind) {
        RECORDS(DECODE, NOTHING)
    default:
        break;
    }
    *stop = (uint64_t)(codec.at - codec.begin);
    *count = done;
    return codec.status;
}
#undef DECODE
#undef record
