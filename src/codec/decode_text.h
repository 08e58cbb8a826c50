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

/* Seven bits per byte, lowest first; a set top bit means that more follow. Returns false if it is
 * invalid, also if it uses more bytes than needed. */
VERB bool take_varint(struct codec *c, uint64_t *size)
{
    const uint8_t *place = c->at;
    uint8_t byte;
    unsigned shift = 0;
    *size = 0;
    do {
        byte = *take(c, 1);
        *size |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128 && shift < 35);
    bool valid = !(byte & 128 || *size > INT32_MAX || (byte == 0 && shift > 7));
    if (!valid)
        fail_at(c, OW_BAD_VALUE, place);
    return valid;
}

/* A length that cannot be negative, and its bytes. */
VERB const uint8_t *sized_unsigned(struct codec *c, size_t *size, enum length length)
{
    const uint8_t *place = c->at;
    uint64_t stated = 0;
    *size = 0;
    if (length != VARINT)
        stated = take_length(c, length);
    else if (!take_varint(c, &stated))
        return NULL;
    const uint8_t *bytes = c->at;
    if (UNLIKELY((size_t)(c->end - bytes) < stated)) {
        fail_at(c, OW_TRUNCATED, place);
        return NULL;
    }
    c->at = bytes + stated;
    const uint8_t *kept = keep_bytes(c, bytes, (size_t)stated);
    *size = kept ? (size_t)stated : 0;
    return kept;
}

VERB const uint8_t *sized(struct codec *c, size_t *size, enum length length)
{
    if (length == I32 || length == I32_OR_NONE)
        return sized32(c, size, length == I32_OR_NONE);
    return sized_unsigned(c, size, length);
}

VERB void text(struct codec *c, const char *name, ow_text *v, enum length length)
{
    (void)name;
    v->data = (const char *)sized(c, &v->size, length);
}

VERB void bytes(struct codec *c, const char *name, ow_bytes *v, enum length length)
{
    (void)name;
    v->data = sized(c, &v->size, length);
}

#endif
