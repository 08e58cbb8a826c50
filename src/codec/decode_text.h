/* Decode's text and bytes: a length, then its bytes. Include after the codec is declared. */
#ifndef OW_SRC_CODEC_DECODE_TEXT_H
#define OW_SRC_CODEC_DECODE_TEXT_H

#include "verbs.h"

/* Short runs are copied in whole steps, without a loop or a call whose length the processor would
 * have to predict. The surplus comes from the input and goes to free memory of the arena. */
enum { STEP = 16, LONGEST_SHORT = 4 * STEP };

/* Near the memory limit a small block may have a chunk of its own, without free memory after it. */
VERB bool has_free_memory(const struct arena *arena, const void *to)
{
    size_t room = (size_t)(arena->end - arena->begin), at = (uintptr_t)to - (uintptr_t)arena->begin;
    return at <= room && room - at >= LONGEST_SHORT;
}

VERB bool may_copy_short(const struct codec *c, const uint8_t *from, const void *to, size_t size)
{
    return size <= LONGEST_SHORT && c->end - from >= LONGEST_SHORT && has_free_memory(c->arena, to);
}

VERB void copy_short(void *to, const uint8_t *from, size_t size)
{
    memcpy(to, from, STEP);
    for (size_t done = STEP; UNLIKELY(done < size); done += STEP)
        memcpy((uint8_t *)to + done, from + done, STEP);
}

/* Bytes of a record: a copy in the arena, near the rest of the record, or the input's own. Without
 * the copy a writer would wait for memory at each of them. */
VERB const uint8_t *keep_bytes(struct codec *c, const uint8_t *bytes, size_t size)
{
    if (c->borrows)
        return bytes;
    uint8_t *copy = take_memory(c, size);
    if (UNLIKELY(!copy))
        return NULL;
    if (LIKELY(may_copy_short(c, bytes, copy, size)))
        copy_short(copy, bytes, size);
    else if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

/* An i32 length and its bytes. Avoids a branch on empty bytes, because in real saves they are as
 * good as random. */
VERB const uint8_t *sized32(struct codec *c, size_t *size, bool nullable)
{
    const uint8_t *place = c->at;
    int32_t length = (int32_t)load_u32(take(c, 4), NUMBERS_ARE_BIG(c));
    bool none = nullable && length == -1;
    const uint8_t *bytes = c->at;
    *size = none ? 0 : (size_t)(uint32_t)length;
    bool cut = (length < 0 && !none) || (size_t)(c->end - bytes) < *size;
    if (UNLIKELY(cut) && !(length > 0 && keeps_bytes(c, bytes, size))) {
        fail_at(c, length < 0 ? OW_BAD_VALUE : OW_TRUNCATED, place);
        *size = 0;
        return NULL;
    }
    c->at = bytes + *size;
    const uint8_t *kept = keep_bytes(c, bytes, *size);
    if (UNLIKELY(cut))
        fail_at(c, OW_TRUNCATED, c->at);
    return none ? NULL : kept;
}

/* A length and its bytes. */
VERB const uint8_t *sized(struct codec *c, const uint8_t *place, size_t size)
{
    const uint8_t *bytes = c->at;
    if (UNLIKELY((size_t)(c->end - bytes) < size)) {
        fail_at(c, OW_TRUNCATED, place);
        return NULL;
    }
    c->at = bytes + size;
    return keep_bytes(c, bytes, size);
}

VERB void text_u8(struct codec *c, const char *name, ow_text *v)
{
    (void)name;
    const uint8_t *place = c->at;
    size_t size = *take(c, 1);
    v->data = (const char *)sized(c, place, size);
    v->size = v->data ? size : 0;
}

VERB void text16(struct codec *c, ow_text *v, bool big)
{
    const uint8_t *place = c->at;
    size_t size = load_u16(take(c, 2), big);
    v->data = (const char *)sized(c, place, size);
    v->size = v->data ? size : 0;
}

VERB void text_u16(struct codec *c, const char *name, ow_text *v)
{
    (void)name;
    text16(c, v, NUMBERS_ARE_BIG(c));
}

VERB void text_u16_big(struct codec *c, const char *name, ow_text *v)
{
    (void)name;
    text16(c, v, true);
}

/* Seven bits per byte, lowest first; a set top bit means that more follow. At most five bytes. */
VERB void text_varint(struct codec *c, const char *name, ow_text *v)
{
    (void)name;
    const uint8_t *place = c->at;
    uint64_t size = 0;
    uint8_t byte;
    unsigned shift = 0;
    do {
        byte = *take(c, 1);
        size |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128 && shift < 35);
    v->data = NULL;
    /* also if the length uses more bytes than needed */
    if (byte & 128 || size > INT32_MAX || (byte == 0 && shift > 7))
        fail_at(c, OW_BAD_VALUE, place);
    else
        v->data = (const char *)sized(c, place, (size_t)size);
    v->size = v->data ? (size_t)size : 0;
}

VERB void bytes_u32(struct codec *c, const char *name, ow_bytes *v)
{
    (void)name;
    const uint8_t *place = c->at;
    size_t size = load_u32(take(c, 4), NUMBERS_ARE_BIG(c));
    v->data = sized(c, place, size);
    v->size = v->data ? size : 0;
}

VERB void text_i32(struct codec *c, const char *name, ow_text *v)
{
    (void)name;
    v->data = (const char *)sized32(c, &v->size, false);
}

VERB void bytes_i32(struct codec *c, const char *name, ow_bytes *v)
{
    (void)name;
    v->data = sized32(c, &v->size, false);
}

VERB void nullable_bytes_i32(struct codec *c, const char *name, ow_bytes *v)
{
    (void)name;
    v->data = sized32(c, &v->size, true);
}

#endif
