/* Maps of Tiled on their way in. */
#include "assets.h"
#include "images.h"
#include "terminal.h"
#include "tiled.h"
#include "tmx.h"
#include "verb.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

bool is_tiled_map(const struct input *input)
{
    return looks_like_xml(input->bytes, input->size) ||
           (looks_like_json(input->bytes, input->size) &&
            ow_tiled_is_map((const char *)input->bytes, input->size));
}

/* By zlib, which finds out itself whether it is zlib's format or gzip's. */
static bool unpack(void *context, const void *packed, size_t packed_size, void *cells, size_t size)
{
    enum { EITHER = 32 };
    z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)packed, .next_out = cells};
    struct input *input = context;
    if (packed_size > UINT_MAX || size > UINT_MAX)
        return false;
    stream.avail_in = (uInt)packed_size;
    stream.avail_out = (uInt)size;
    int status = inflateInit2(&stream, EITHER + MAX_WBITS);
    if (status == Z_OK) {
        status = inflate(&stream, Z_FINISH);
        inflateEnd(&stream);
    }
    input->trouble |= status == Z_MEM_ERROR;
    return status == Z_STREAM_END && stream.avail_out == 0;
}

/* The file of a tileset as JSON. */
static bool read_tileset(void *context, ow_text path, ow_bytes *text)
{
    struct asset asset;
    char message[512];
    struct input *input = context;
    bool found = asset_read(input, path, &asset, message, sizeof message);
    input->trouble |= asset.trouble;
    if (!found)
        return false;
    *text = (ow_bytes){asset.bytes, asset.size};
    if (!looks_like_xml(asset.bytes, asset.size))
        return true;
    ow_buffer json = {0};
    ow_status status = tmx_to_json(asset.bytes, asset.size, NULL, &json, NULL);
    free(asset.bytes);
    input->trouble |= status == OW_NO_MEMORY;
    if (status != OW_OK)
        ow_buffer_free(&json, NULL);
    *text = (ow_bytes){json.data, json.size};
    return status == OW_OK;
}

static void release(void *context, ow_bytes *text)
{
    (void)context;
    free((void *)(uintptr_t)text->data);
    *text = (ow_bytes){0};
}

int open_tiled_map(struct input *input, ow_warn warn, void *warn_context, ow_document *document)
{
    ow_tiled_options tiled = {
        .context = input, .inflate = unpack, .read = read_tileset, .release = release};
    ow_options options = input_options(input, "reading");
    ow_buffer json = {0};
    ow_error error = {0};
    ow_leveld_level *level = NULL;
    const char *text = (const char *)input->bytes;
    size_t size = input->size;
    ow_status status = OW_OK;
    if (looks_like_xml(input->bytes, size)) {
        status = tmx_to_json(input->bytes, size, &options, &json, &error);
        text = (const char *)json.data;
        size = json.size;
    }
    if (status == OW_OK)
        status =
            ow_leveld_from_tiled(text, size, &tiled, &options, warn, warn_context, &level, &error);
    ow_buffer_free(&json, NULL);
    clear_progress();
    if (status != OW_OK && !input->trouble)
        return input_failed(input, &error);
    if (input->trouble) {
        complain(
            "%s: the map cannot be read whole: a file that it names cannot be, or there is not "
            "enough memory",
            input->path);
        ow_leveld_free(level);
        return EXIT_FILES;
    }
    *document = (ow_document){.format = ow_format_by_name("leveld"), .as.leveld = level};
    return EXIT_FINE;
}
