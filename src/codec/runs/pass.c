/* Records that follow each other: where they end, and what is in them. */
#include "run.h"

#include "../decode.h"

#include FORMAT_LAYOUT

#include "records.h"

static void pass_one(struct codec *c, unsigned kind, const DOCUMENT *v)
{
    (void)v;
    switch (kind) {
#define PASS(number, pointer, type, call)                                                          \
    case number: {                                                                                 \
        type record = {0};                                                                         \
        call;                                                                                      \
        break;                                                                                     \
    }
        RECORDS(PASS)
#undef PASS
    default:
        c->status = OW_BAD_VALUE;
    }
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
    uint64_t wanted = *end;
    uint32_t passed = 0;
    *end = first->offset;
    resume(&codec, document);
    while (passed < most && *end < wanted) {
        arena_reset(scratch);
        pass_one(&codec, first->kind, document);
        if (codec.status != OW_OK)
            break;
        *end = (uint64_t)(codec.at - codec.begin);
        passed++;
    }
    return passed;
}

#define DECODE(number, pointer, type, call)                                                        \
    case number:                                                                                   \
        for (; item_size == sizeof(type) && done < most && c->at < end && go_on(c, done);          \
             done++) {                                                                             \
            type record = {0};                                                                     \
            call;                                                                                  \
            ((type *)items)[done] = record;                                                        \
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
        RECORDS(DECODE)
    default:
        break;
    }
    *stop = (uint64_t)(codec.at - codec.begin);
    *count = done;
    return codec.status;
}
#undef DECODE
