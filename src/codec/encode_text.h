/* Encode's text and bytes after their length. Included by encode.h. */
#ifndef OW_SRC_CODEC_ENCODE_TEXT_H
#define OW_SRC_CODEC_ENCODE_TEXT_H

VERB void sized32(struct codec *c, const char *name, const void *data, size_t size, bool null)
{
    (void)name;
    if (UNLIKELY(size > INT32_MAX)) {
        fail(c, OW_BAD_VALUE);
        return;
    }
    store_u32(put(c, 4), null ? UINT32_MAX : (uint32_t)size, NUMBERS_ARE_BIG(c));
    if (size > 0 && is_there(c, data, size))
        put_bytes(c, data, size);
}

VERB void sized(struct codec *c, const char *name, const void *data, size_t size, size_t most,
                bool big)
{
    (void)name;
    if (UNLIKELY(size > most)) {
        fail(c, OW_BAD_VALUE);
        return;
    }
    if (most == UINT8_MAX)
        *put(c, 1) = (uint8_t)size;
    else if (most == UINT16_MAX)
        store_u16(put(c, 2), (uint16_t)size, big);
    else
        store_u32(put(c, 4), (uint32_t)size, big);
    if (size > 0 && is_there(c, data, size))
        put_bytes(c, data, size);
}

VERB void text_u8(struct codec *c, const char *name, const ow_text *v)
{
    sized(c, name, v->data, v->size, UINT8_MAX, false);
}

VERB void text_u16(struct codec *c, const char *name, const ow_text *v)
{
    sized(c, name, v->data, v->size, UINT16_MAX, NUMBERS_ARE_BIG(c));
}

VERB void text_u16_big(struct codec *c, const char *name, const ow_text *v)
{
    sized(c, name, v->data, v->size, UINT16_MAX, true);
}

VERB void text_varint(struct codec *c, const char *name, const ow_text *v)
{
    (void)name;
    if (UNLIKELY(v->size > INT32_MAX)) {
        fail(c, OW_BAD_VALUE);
        return;
    }
    size_t rest = v->size;
    for (; rest > 127; rest >>= 7)
        *put(c, 1) = (uint8_t)(rest | 128);
    *put(c, 1) = (uint8_t)rest;
    if (v->size > 0 && is_there(c, v->data, v->size))
        put_bytes(c, v->data, v->size);
}

VERB void bytes_u32(struct codec *c, const char *name, const ow_bytes *v)
{
    sized(c, name, v->data, v->size, UINT32_MAX, NUMBERS_ARE_BIG(c));
}

VERB void text_i32(struct codec *c, const char *name, const ow_text *v)
{
    sized32(c, name, v->data, v->size, false);
}

VERB void bytes_i32(struct codec *c, const char *name, const ow_bytes *v)
{
    sized32(c, name, v->data, v->size, false);
}

VERB void nullable_bytes_i32(struct codec *c, const char *name, const ow_bytes *v)
{
    if (v->data || is_there(c, v->data, v->size) || v->size == 0)
        sized32(c, name, v->data, v->size, !v->data);
}

#endif
