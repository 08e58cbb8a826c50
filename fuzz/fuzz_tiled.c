/* Maps of Tiled: any text is refused cleanly, or becomes a level that can be written; as a map
 * again, that level comes back byte for byte. */
#include "promises.h"

/* Packed layers: a byte is the count of the next one, which is simple enough to be found. */
static bool unpack(void *context, const void *packed, size_t packed_size, void *cells, size_t size)
{
    const uint8_t *from = packed;
    uint8_t *to = cells;
    (void)context;
    for (size_t i = 0; i + 1 < packed_size; i += 2) {
        if (from[i] > size)
            return false;
        memset(to, from[i + 1], from[i]);
        to += from[i];
        size -= from[i];
    }
    return size == 0;
}

/* The level of a text, NULL where it is none. */
static ow_leveld_level *level_of(const void *text, size_t size, const ow_options *options)
{
    const ow_tiled_options tiled = {.inflate = unpack};
    ow_leveld_level *level;
    ow_error error = {0};
    ow_status status =
        ow_leveld_from_tiled(text, size, &tiled, options, NULL, NULL, &level, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == (level != NULL));
    return level;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ow_options plenty = {.max_memory = 1u << 30};
    ow_tiled_is_map((const char *)data, size);
    ow_leveld_level *level = level_of(data, size, NULL);
    if (!level)
        return 0;
    ow_error error = {0};
    ow_buffer before = {0}, after = {0};
    struct collected map = {0};
    const ow_sink sink = {.context = &map, .write = collect};
    PROMISE(ow_leveld_write_buffer(level, NULL, &before, &error) == OW_OK);
    PROMISE(ow_leveld_to_tiled(level, NULL, NULL, &sink, &error) == OW_OK);
    ow_leveld_level *again = level_of(map.data, map.size, &plenty);
    PROMISE(again && ow_leveld_write_buffer(again, NULL, &after, &error) == OW_OK);
    PROMISE(same_bytes(before.data, before.size, after.data, after.size));
    ow_buffer_free(&before, NULL);
    ow_buffer_free(&after, NULL);
    ow_leveld_free(again);
    ow_leveld_free(level);
    free(map.data);
    return 0;
}
