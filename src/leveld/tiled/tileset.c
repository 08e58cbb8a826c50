/* The tilesets of a level's map: their images, and their part of the map. */
#include "write.h"

#include "../../base/error.h"
#include "../palette.h"

enum {
    COLUMNS = 16,
    LEAST_TILES = 64,               /* enough to paint with */
    MOST_PIXELS = 64 * 1024 * 1024, /* of a generated image */
    MOST_IMAGE_SIDE = 32 * 1024,
    OPAQUE = 255
};

void ow_leveld_tile_color(uint16_t tile, uint8_t rgb[3])
{
    leveld_tile_color(tile, rgb);
}

static uint16_t largest_tile(const ow_leveld_mesh *mesh)
{
    uint16_t largest = 0;
    for (uint32_t i = 0; mesh && i < mesh->layer_count; i++) {
        const ow_leveld_layer *layer = &mesh->layers[i];
        for (uint32_t k = 0; k < layer->cell_count; k++) {
            uint16_t tile = layer->cells[k] & OW_LEVELD_TILE;
            largest = tile > largest ? tile : largest;
        }
    }
    return largest;
}

/* An image that cannot be opened is omitted. */
static void set_image(ow_tiled_tileset *tileset)
{
    uint32_t rows = (tileset->tile_count + tileset->columns - 1) / tileset->columns;
    uint64_t width = (uint64_t)tileset->columns * tileset->tile_width,
             height = (uint64_t)rows * tileset->tile_height;
    if (width > MOST_IMAGE_SIDE || height > MOST_IMAGE_SIDE || width * height > MOST_PIXELS)
        return;
    tileset->image_width = (uint32_t)width;
    tileset->image_height = (uint32_t)height;
}

static void make_tilesets(const struct tiled_writer *writer, ow_tiled_tileset *tiles,
                          ow_tiled_tileset *blocks)
{
    const ow_leveld_mesh *mesh = tiled_shown_mesh(writer);
    uint32_t count = largest_tile(mesh) + 1u;
    *tiles = (ow_tiled_tileset){.columns = COLUMNS};
    /* Tiled takes a tile's size from the tileset, so both must have the size of the cells. */
    tiles->tile_width = mesh && mesh->tile_width ? mesh->tile_width : USUAL_TILE;
    tiles->tile_height = mesh && mesh->tile_height ? mesh->tile_height : USUAL_TILE;
    count = (count + COLUMNS - 1) / COLUMNS * COLUMNS;
    tiles->tile_count = count < LEAST_TILES ? LEAST_TILES : count;
    while (tiles->columns * tiles->columns < tiles->tile_count) /* the image becomes about square */
        tiles->columns *= 2;
    set_image(tiles);
    *blocks = (ow_tiled_tileset){.columns = 1, .tile_count = 1};
    blocks->tile_width = tiles->tile_width;
    blocks->tile_height = tiles->tile_height;
    set_image(blocks);
}

ow_status ow_leveld_tilesets(const ow_leveld_level *level, ow_tiled_tileset *tiles,
                             ow_tiled_tileset *blocks, ow_error *error)
{
    ow_leveld_view view;
    error_clear(error);
    if (!tiles || !blocks)
        return error_missing(error, "output for the tilesets");
    ow_status status = ow_leveld_view_open(level, NULL, &view, error);
    if (status != OW_OK)
        return status;
    ow_leveld_view_close(&view);
    struct tiled_writer writer = {.level = level};
    writer.shown = tiled_find_shown(level);
    make_tilesets(&writer, tiles, blocks);
    return OW_OK;
}

void ow_leveld_paint_tiles(const ow_tiled_tileset *tiles, uint32_t y, uint8_t *rgba)
{
    if (tiles->tile_width == 0 || tiles->tile_height == 0)
        return;
    uint32_t tile = y / tiles->tile_height * tiles->columns;
    for (uint32_t x = 0; x < tiles->image_width; x++, rgba += 4) {
        if (x % tiles->tile_width > 0) {
            memcpy(rgba, rgba - 4, 4);
            continue;
        }
        ow_leveld_tile_color((uint16_t)(tile++ & OW_LEVELD_TILE), rgba);
        rgba[3] = OPAQUE;
    }
}

void ow_leveld_paint_blocks(const ow_tiled_tileset *blocks, uint32_t y, uint8_t *rgba)
{
    static const unsigned char clear[4] = {0};
    for (uint32_t x = 0; x < blocks->image_width; x++, rgba += 4)
        memcpy(rgba,
               leveld_is_hatched(x, y, blocks->tile_width, blocks->tile_height) ? leveld_hatch_color
                                                                                : clear,
               sizeof clear);
}

void tiled_choose_tilesets(struct tiled_writer *writer, const ow_tiled_options *tiled)
{
    ow_tiled_tileset tiles, blocks;
    make_tilesets(writer, &tiles, &blocks);
    uint32_t used = largest_tile(tiled_shown_mesh(writer)) + 1u;
    writer->tiles = tiled->tiles.columns > 0 ? tiled->tiles : tiles;
    writer->blocks = tiled->blocks.columns > 0 ? tiled->blocks : blocks;
    /* The map's grid is that of the level, also if the tiles of an image have another size. */
    writer->grid_width = tiles.tile_width;
    writer->grid_height = tiles.tile_height;
    uint32_t count = writer->tiles.tile_count;
    writer->blocks_gid = 1 + (count > used ? count : used);
}

static void write_inside(struct emitter *emit, const ow_tiled_tileset *tileset, const char *name)
{
    emit_string(emit, "name", name);
    emit_integer(emit, "tilewidth", tileset->tile_width);
    emit_integer(emit, "tileheight", tileset->tile_height);
    emit_integer(emit, "tilecount", tileset->tile_count);
    emit_integer(emit, "columns", tileset->columns);
    emit_integer(emit, "margin", 0);
    emit_integer(emit, "spacing", 0);
    emit_string(emit, "image", tileset->image ? tileset->image : "");
    emit_integer(emit, "imagewidth", tileset->image_width);
    emit_integer(emit, "imageheight", tileset->image_height);
}

static void write_tileset(struct tiled_writer *writer, const ow_tiled_tileset *tileset,
                          const char *name, uint32_t first)
{
    emit_begin_object(&writer->emit, NULL);
    emit_integer(&writer->emit, "firstgid", first);
    if (tileset->source)
        emit_string(&writer->emit, "source", tileset->source);
    else
        write_inside(&writer->emit, tileset, name);
    emit_end_object(&writer->emit);
}

void tiled_write_tilesets(struct tiled_writer *writer)
{
    emit_begin_array(&writer->emit, "tilesets", 2);
    write_tileset(writer, &writer->tiles, CELLS_TILES, 1);
    write_tileset(writer, &writer->blocks, BLOCKS_TILESET, writer->blocks_gid);
    emit_end_array(&writer->emit);
}

ow_status ow_tiled_trace_tileset(const ow_tiled_tileset *tileset, ow_visitor visit, void *context,
                                 ow_error *error)
{
    error_clear(error);
    if (!tileset || !visit)
        return error_missing(error, "tileset or visitor");
    struct emitter emit = {.visit = visit, .context = context};
    emit_begin_lines(&emit, NULL);
    emit_string(&emit, "type", "tileset");
    emit_string(&emit, "version", "1.8");
    emit_string(&emit, "tiledversion", "1.8.2");
    write_inside(&emit, tileset, CELLS_TILES);
    emit_end_object(&emit);
    return OW_OK;
}
