/* Encode's text and bytes after their length. Included by encode.h. */
#ifndef OW_SRC_CODEC_ENCODE_TEXT_H
#define OW_SRC_CODEC_ENCODE_TEXT_H

VERB void put_varint(struct codec *c, size_t rest)
{
    for (; rest > 127; rest >>= 7)
        *put(c, 1) = (uint8_t)(rest | 128);
    *put(c, 1) = (uint8_t)rest;
}

VERB void sized(struct codec *c, const void *data, size_t size, enum length length)
{
    if (UNLIKELY(size > most_of_length(length))) {
        fail(c, OW_BAD_VALUE);
        return;
    }
    if (length == VARINT)
        put_varint(c, size);
    else
        put_length(c, length, (uint32_t)size);
    if (size > 0 && is_there(c, data, size))
        put_bytes(c, data, size);
}

VERB void text(struct codec *c, const char *name, const ow_text *v, enum length length)
{
    (void)name;
    sized(c, v->data, v->size, length);
}

VERB void bytes(struct codec *c, const char *name, const ow_bytes *v, enum length length)
{
    (void)name;
    if (length == I32_OR_NONE && !v->data) {
        is_there(c, v->data, v->size);
        put_length(c, length, UINT32_MAX);
    } else {
        sized(c, v->data, v->size, length);
    }
}

#endif
