/* The data of a tile layer: numbers, or base64 with or without compression. */
#include "read.h"

#include "../../base/bytes.h"
#include "../../json/base64.h"

#include <inttypes.h>

enum { GID_SIZE = 4 };

static uint32_t *take_gids(struct tiled_reader *reader, uint64_t count)
{
    const size_t size = count < SIZE_MAX / GID_SIZE ? (size_t)count * GID_SIZE : SIZE_MAX;
    uint32_t *gids = arena_take(&reader->data, size);
    if (!gids)
        tiled_no_memory(reader, &reader->data);
    return gids;
}

static bool refuse_count(struct tiled_reader *reader, const char *place, uint64_t found,
                         uint64_t count)
{
    return tiled_refuse(reader, place,
                        "the layer has %" PRIu64 " cells; its width and height need %" PRIu64,
                        found, count);
}

static bool take_numbers(struct tiled_reader *reader, const char *at, uint64_t count,
                         const char *place, uint32_t **gids)
{
    struct json_walk *walk = &reader->walk;
    struct json_cursor cursor = walk_cursor(walk, at);
    struct json_token token;
    uint64_t found = 0, value;
    size_t text_size;
    if (!json_take(&cursor, '[', "an array of numbers, or a string"))
        return walk_fail(walk, &cursor, NULL);
    if (!json_count_elements(&cursor, &found, &text_size) || found != count)
        return refuse_count(reader, place, found, count);
    *gids = take_gids(reader, count);
    for (uint64_t i = 0; *gids && i < count; i++) {
        if (!json_number(&cursor, &token) || (i + 1 < count && !json_take(&cursor, ',', "a comma")))
            return walk_fail(walk, &cursor, NULL);
        if (!token.integer || *token.data == '-' || !json_unsigned(&token, &value) ||
            value > UINT32_MAX)
            return tiled_refuse(reader, place, "cell %" PRIu64 " of the layer is not a tile number",
                                i);
        (*gids)[i] = (uint32_t)value;
    }
    return *gids != NULL;
}

static bool decode_base64(struct tiled_reader *reader, const char *at, const char *place,
                          ow_bytes *bytes)
{
    struct json_token token;
    if (!value_text(&reader->walk, at, &token))
        return tiled_refuse(reader, place, "the layer's data is not a string");
    char *text = arena_take(&reader->data, token.size);
    if (!text)
        return tiled_no_memory(reader, &reader->data);
    size_t size = 0, kept = 0;
    if (!json_unescape(&token, text, &size))
        return tiled_refuse(reader, place, "the layer's data has an unknown escape");
    for (size_t i = 0; i < size; i++) /* XML may have line breaks and spaces around the data */
        if (text[i] > ' ')
            text[kept++] = text[i];
    uint8_t *to = (uint8_t *)text; /* three bytes replace four letters that have been read */
    *bytes = (ow_bytes){to, base64_decoded_size(text, kept)};
    return (kept % 4 == 0 && base64_decode(text, kept, to)) ||
           tiled_refuse(reader, place, "the layer's data is not base64");
}

static void load_gids(uint32_t *gids, const uint8_t *bytes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        gids[i] = load_u32(bytes + i * GID_SIZE, false);
}

static bool unpack(struct tiled_reader *reader, ow_bytes packed, uint64_t count, const char *place,
                   uint32_t **gids)
{
    const ow_tiled_options *tiled = reader->tiled;
    if (!tiled->inflate)
        return tiled_refuse(reader, place,
                            "the layer's data is compressed, and this build cannot decompress it");
    *gids = take_gids(reader, count);
    if (!*gids)
        return false;
    if (!tiled->inflate(tiled->context, packed.data, packed.size, *gids, (size_t)count * GID_SIZE))
        return tiled_refuse(
            reader, place,
            "the layer's data does not decompress to as many cells as its size needs");
    load_gids(*gids, (const uint8_t *)*gids, count);
    return true;
}

static bool is_packed(struct tiled_reader *reader, const char *at, const char *place, bool *packed)
{
    struct json_token name;
    *packed = value_text(&reader->walk, at, &name) && name.size > 0;
    if (!*packed || json_token_is(&name, "zlib") || json_token_is(&name, "gzip"))
        return true;
    return tiled_refuse(reader, place,
                        "the layer's compression is %.*s, which is not supported; choose a Tile "
                        "Layer Format with gzip, zlib or no compression in Tiled's Map Properties",
                        name.size < 32 ? (int)name.size : 32, name.data);
}

bool tiled_take_data(struct tiled_reader *reader, const struct member *data,
                     const struct member *encoding, const struct member *compression,
                     uint64_t count, const char *place, uint32_t **gids)
{
    struct json_token name;
    ow_bytes bytes = {0};
    bool packed;
    if (!data->at)
        return tiled_refuse(reader, place, "the layer has no data");
    if (!value_text(&reader->walk, encoding->at, &name) || json_token_is(&name, "csv"))
        return take_numbers(reader, data->at, count, place, gids);
    if (!json_token_is(&name, "base64"))
        return tiled_refuse(reader, place,
                            "the layer's encoding is %.*s; only csv and base64 are supported",
                            name.size < 32 ? (int)name.size : 32, name.data);
    if (!is_packed(reader, compression->at, place, &packed) ||
        !decode_base64(reader, data->at, place, &bytes))
        return false;
    if (packed)
        return unpack(reader, bytes, count, place, gids);
    if (bytes.size / GID_SIZE != count || bytes.size % GID_SIZE != 0)
        return refuse_count(reader, place, bytes.size / GID_SIZE, count);
    *gids = take_gids(reader, count);
    if (*gids)
        load_gids(*gids, bytes.data, count);
    return *gids != NULL;
}
