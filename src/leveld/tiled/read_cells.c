/* Tile layers of a map as the cells of a level. */
#include "read.h"

#include <stdio.h>

enum { LAYER_WIDTH, LAYER_HEIGHT, DATA, ENCODING, COMPRESSION, MEMBERS };

/* Stores one layer's gids in the cells that the level has: layers may differ in size. */
static void put_cells(struct tiled_reader *reader, const struct tile_layer *layer,
                      const uint32_t *gids, uint32_t width, uint32_t height, uint16_t *cells)
{
    char pointer[PLACE_ROOM + 8];
    snprintf(pointer, sizeof pointer, "%s/data", layer->place);
    uint32_t columns = width < reader->width ? width : reader->width;
    uint32_t rows = height < reader->height ? height : reader->height;
    for (uint32_t y = 0; y < rows; y++) {
        for (uint32_t x = 0; x < columns; x++) {
            uint16_t tile;
            bool block;
            bool any = tiled_tile_of(reader, gids[(size_t)y * width + x], pointer, &tile, &block);
            uint16_t *cell = &cells[(size_t)y * reader->width + x];
            if (layer->blocks || block)
                *cell |= any ? OW_LEVELD_IMPASSABLE : 0;
            else
                *cell |= tile;
        }
    }
}

/* Reads a layer's width or height, if it has one. */
static bool read_size(struct tiled_reader *reader, const struct tile_layer *layer,
                      const struct member *member, uint64_t *size)
{
    if (!member->at || (value_unsigned(&reader->walk, member->at, size) && *size <= INT32_MAX))
        return true;
    return tiled_refuse(reader, layer->place, "the layer has a size that no map can have");
}

static bool read_layer(struct tiled_reader *reader, const struct tile_layer *layer, uint16_t *cells)
{
    struct member members[MEMBERS] = {
        [LAYER_WIDTH] = {.name = "width"},
        [LAYER_HEIGHT] = {.name = "height"},
        [DATA] = {.name = "data"},
        [ENCODING] = {.name = "encoding"},
        [COMPRESSION] = {.name = "compression"},
    };
    uint64_t width = reader->width, height = reader->height;
    uint32_t *gids = NULL;
    if (!walk_members(&reader->walk, layer->at, members, MEMBERS) ||
        !read_size(reader, layer, &members[LAYER_WIDTH], &width) ||
        !read_size(reader, layer, &members[LAYER_HEIGHT], &height))
        return false;
    if (width != reader->width || height != reader->height)
        tiled_warn(reader, "layers that differ in size from the map, cut or filled up",
                   layer->place);
    if (!tiled_take_data(reader, &members[DATA], &members[ENCODING], &members[COMPRESSION],
                         width * height, layer->place, &gids))
        return false;
    put_cells(reader, layer, gids, (uint32_t)width, (uint32_t)height, cells);
    arena_free(&reader->data);
    return true;
}

/* "7,8,9": the cells of an incomplete last row, in versions without a height. */
static uint32_t read_left_cells(struct tiled_reader *reader, uint16_t *cells, uint32_t most)
{
    struct json_token text;
    uint32_t count = 0, value = 0;
    bool digits = false;
    if (!value_text(&reader->walk, reader->left_cells, &text))
        return 0;
    for (size_t i = 0; i <= text.size; i++) {
        char character = i < text.size ? text.data[i] : ',';
        if (character >= '0' && character <= '9') {
            value = (value * 10 + (uint32_t)(character - '0')) & 0xffff;
            digits = true;
        } else if (digits) {
            if (count < most && cells)
                cells[count] = (uint16_t)value;
            count++;
            value = 0;
            digits = false;
        }
    }
    return count;
}

/* Allocates the cells of a layer, all of them tile 0. */
static bool take_layer(struct tiled_reader *reader, ow_leveld_layer *layer)
{
    uint32_t left = leveld_layout_of(&reader->level) < 3 ? read_left_cells(reader, NULL, 0) : 0;
    if (left >= reader->width) { /* a whole row: the map was made narrower in Tiled */
        if (left > 0)
            tiled_warn(reader, "cells after the last full row, of a map that is now narrower",
                       "/properties");
        left = 0;
    }
    uint64_t count = (uint64_t)reader->width * reader->height;
    if (count + left > UINT32_MAX)
        return tiled_refuse(reader, "/width", "the map has more cells than a level can have");
    layer->cell_count = (uint32_t)(count + left);
    layer->cells = arena_take(&reader->arena, (size_t)layer->cell_count * sizeof *layer->cells);
    if (!layer->cells)
        return tiled_no_memory(reader, &reader->arena);
    memset(layer->cells, 0, (size_t)layer->cell_count * sizeof *layer->cells);
    if (left > 0)
        read_left_cells(reader, layer->cells + count, left);
    return true;
}

static bool take_layers(struct tiled_reader *reader, ow_leveld_mesh *mesh)
{
    bool single = leveld_layout_of(&reader->level) < 3;
    if (single && reader->layer_count > 1)
        losses_note(&reader->losses, reader->layer_count - 1,
                    "dropped tile layers beyond the first: levels before version 3 have only one",
                    "/layers");
    mesh->layer_count = single ? 1 : reader->layer_count;
    mesh->layers = arena_take(&reader->arena, mesh->layer_count * sizeof *mesh->layers);
    if (!mesh->layers)
        return tiled_no_memory(reader, &reader->arena);
    for (uint32_t i = 0; i < mesh->layer_count; i++)
        if (!take_layer(reader, &mesh->layers[i]))
            return false;
    for (uint32_t i = 0; i < reader->tile_layer_count; i++) {
        const struct tile_layer *layer = &reader->tile_layers[i];
        if (layer->index < mesh->layer_count &&
            !read_layer(reader, layer, mesh->layers[layer->index].cells))
            return false;
    }
    return true;
}

bool tiled_read_cells(struct tiled_reader *reader)
{
    if (reader->layer_count == 0 && !reader->last[OW_LEVELD_MESH])
        return true;
    struct planned *planned = tiled_block_for(reader, OW_LEVELD_MESH, NO_BLOCK);
    ow_leveld_mesh *mesh = arena_take(&reader->arena, sizeof *mesh);
    if (!mesh)
        return tiled_no_memory(reader, &reader->arena);
    *mesh = (ow_leveld_mesh){.width = reader->width};
    if (leveld_layout_of(&reader->level) >= 3)
        mesh->height = reader->height;
    if (leveld_has_tile_size(&reader->level)) {
        bool usual_width = reader->tile_width == USUAL_TILE,
             usual_height = reader->tile_height == USUAL_TILE;
        mesh->tile_width = usual_width && reader->no_tile_width ? 0 : (uint16_t)reader->tile_width;
        mesh->tile_height =
            usual_height && reader->no_tile_height ? 0 : (uint16_t)reader->tile_height;
    }
    planned->block.mesh = mesh;
    return take_layers(reader, mesh);
}
