/* Levels alone, as bytes or as JSON, so that time is spent on them; and what only levels have: a
 * view of what a game makes of them, their cells, changes to their metadata. */
#include "promises.h"

/* The last bytes of an input stand for the value of a field. */
static void change_meta(ow_leveld_level *level, const uint8_t *data, size_t size)
{
    static const char *const fields[] = {"timestamp", "level_id", "name",
                                         "author",    "",         "description"};
    size_t value_size = size < 300 ? size : 300;
    ow_text value = {(const char *)data + size - value_size, value_size};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        ow_buffer before = {0}, after = {0};
        ow_error error = {0};
        PROMISE(ow_leveld_write_buffer(level, NULL, &before, &error) == OW_OK);
        ow_status status = ow_leveld_set_meta(level, fields[i], value, &error);
        expect_clean(status, &error, SIZE_MAX);
        PROMISE(ow_leveld_write_buffer(level, NULL, &after, &error) == OW_OK);
        PROMISE(status == OW_OK || same_bytes(before.data, before.size, after.data, after.size));
        ow_buffer_free(&before, NULL);
        ow_buffer_free(&after, NULL);
    }
    ow_error error = {0};
    PROMISE(ow_leveld_set_meta(level, "timestamp", (ow_text){"7", 1}, &error) == OW_OK);
}

static void look_at_cells(const ow_leveld_mesh *mesh)
{
    ow_leveld_cell cell;
    for (uint32_t layer = 0; layer <= mesh->layer_count && layer < 4; layer++)
        for (uint32_t y = 0; y < 9; y++)
            for (uint32_t x = 0; x < 9; x++)
                if (ow_leveld_cell_at(mesh, layer, x, y, &cell))
                    PROMISE(cell.tile <= OW_LEVELD_TILE && x < mesh->width);
    PROMISE(!ow_leveld_cell_at(mesh, mesh->layer_count, 0, 0, &cell));
}

static void view(const ow_leveld_level *level)
{
    ow_leveld_view seen;
    ow_error error = {0};
    PROMISE(ow_leveld_view_open(level, NULL, &seen, &error) == OW_OK);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < seen.thing_count; i++)
        sum += seen.things[i].x + seen.things[i].metadata.size;
    for (uint32_t i = 0; i < seen.trigger_count; i++)
        sum += seen.triggers[i].a5 + seen.triggers[i].metadata.size;
    for (uint32_t i = 0; i < seen.path_count; i++)
        sum += seen.paths[i].point_count ? seen.paths[i].points[0].value : 0;
    if (seen.mesh)
        look_at_cells(seen.mesh);
    PROMISE(sum != UINT64_MAX);
    ow_leveld_view_close(&seen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_leveld_level *level;
    ow_error error = {0};
    if (size > 0 && data[0] == '{') {
        keep_promises_of_json(data, size);
        return 0;
    }
    ow_status status = ow_leveld_read(data, size, NULL, &level, &error);
    expect_clean(status, &error, size);
    const ow_format *format = ow_identify(data, size);
    if (format && strcmp(format->name, "leveld") == 0)
        keep_promises_of_bytes(data, size);
    if (status == OW_OK) {
        view(level);
        change_meta(level, data, size);
        view(level);
    }
    ow_leveld_free(level);
    return 0;
}
