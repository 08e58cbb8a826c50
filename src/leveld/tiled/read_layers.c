/* The layers of a map, including those in groups: which of them become layers of the level. */
#include "read.h"

#include <stdio.h>

enum { TYPE, NAME, INSIDE, OBJECTS, PROPERTIES, CHUNKS, OFFSET_X, OFFSET_Y, MEMBERS };

/* Adds one, in scratch memory that doubles. */
static struct tile_layer *add_tile_layer(struct tiled_reader *reader)
{
    if (reader->tile_layer_count == reader->tile_layer_room) {
        uint32_t room = reader->tile_layer_room ? reader->tile_layer_room * 2 : 16;
        struct tile_layer *layers = arena_take(&reader->scratch, room * sizeof *layers);
        if (!layers) {
            tiled_no_memory(reader, &reader->scratch);
            return NULL;
        }
        if (reader->tile_layer_count > 0)
            memcpy(layers, reader->tile_layers, reader->tile_layer_count * sizeof *layers);
        reader->tile_layers = layers;
        reader->tile_layer_room = room;
    }
    return &reader->tile_layers[reader->tile_layer_count++];
}

static bool begins_with_blocks(const struct json_token *name)
{
    const size_t size = sizeof CELLS_BLOCKS - 1;
    return name->size >= size && memcmp(name->data, CELLS_BLOCKS, size) == 0;
}

static void read_layer_property(struct tiled_reader *reader, const struct property *property,
                                struct tile_layer *layer, const char *place)
{
    char pointer[PLACE_ROOM + 32];
    uint64_t was;
    if (json_token_is(&property->name, PROPERTY_CELLS))
        layer->blocks = value_is_text(&reader->walk, property->value, CELLS_BLOCKS);
    else if (json_token_is(&property->name, PROPERTY_LAYER) &&
             value_unsigned(&reader->walk, property->value, &was) && was < NO_LAYER)
        layer->was = (uint32_t)was;
    else {
        snprintf(pointer, sizeof pointer, "%s/properties/%u", place, (unsigned)property->index);
        losses_note(&reader->losses, 1, UNKNOWN_PROPERTIES, "%s", pointer);
    }
}

static bool note_tile_layer(struct tiled_reader *reader, const char *at,
                            const struct member *members, const char *place)
{
    struct json_token name;
    if (members[CHUNKS].at)
        return tiled_refuse(reader, place,
                            "the layer is stored in chunks, like layers of infinite maps; turn off "
                            "Infinite in Tiled's Map Properties");
    if (reader->tile_layer_count == MOST_TILE_LAYERS)
        return tiled_refuse(reader, place, "the map has more than %d tile layers",
                            MOST_TILE_LAYERS);
    struct tile_layer *layer = add_tile_layer(reader);
    if (!layer)
        return false;
    *layer = (struct tile_layer){.at = at, .was = NO_LAYER, .index = NO_LAYER};
    snprintf(layer->place, sizeof layer->place, "%s", place);
    layer->blocks = value_text(&reader->walk, members[NAME].at, &name) && begins_with_blocks(&name);
    struct properties properties = walk_properties(&reader->walk, members[PROPERTIES].at);
    struct property property;
    while (next_property(&properties, &property))
        read_layer_property(reader, &property, layer, place);
    return !reader->walk.problem;
}

static void warn_about_offset(struct tiled_reader *reader, const struct member *members,
                              const char *place)
{
    int64_t x = 0, y = 0;
    value_thousandths(&reader->walk, members[OFFSET_X].at, &x);
    value_thousandths(&reader->walk, members[OFFSET_Y].at, &y);
    if (x != 0 || y != 0)
        tiled_warn(reader, "layers with an offset, which levels cannot store", place);
}

/* The block that an object layer was made from. */
static uint32_t group_of(struct tiled_reader *reader, const char *at, const char *place)
{
    struct properties properties = walk_properties(&reader->walk, at);
    struct property property;
    uint64_t index = NO_BLOCK;
    while (next_property(&properties, &property))
        if (!json_token_is(&property.name, PROPERTY_GROUP) ||
            !value_unsigned(&reader->walk, property.value, &index))
            tiled_warn(reader, UNKNOWN_PROPERTIES, place);
    return index < NO_BLOCK ? (uint32_t)index : NO_BLOCK;
}

static bool read_layer(struct tiled_reader *reader, const char *at, const char *place,
                       unsigned depth)
{
    struct member members[MEMBERS] = {
        [TYPE] = {.name = "type"},
        [NAME] = {.name = "name"},
        [INSIDE] = {.name = "layers"},
        [OBJECTS] = {.name = "objects"},
        [PROPERTIES] = {.name = "properties"},
        [CHUNKS] = {.name = "chunks"},
        [OFFSET_X] = {.name = "offsetx"},
        [OFFSET_Y] = {.name = "offsety"},
    };
    struct json_walk *walk = &reader->walk;
    char inside[PLACE_ROOM];
    if (!walk_members(walk, at, members, MEMBERS))
        return false;
    warn_about_offset(reader, members, place);
    if (value_is_text(walk, members[TYPE].at, "tilelayer"))
        return reader->filling || note_tile_layer(reader, at, members, place);
    if (value_is_text(walk, members[TYPE].at, "objectgroup"))
        return tiled_read_objects(reader, members[OBJECTS].at,
                                  group_of(reader, members[PROPERTIES].at, place), place);
    if (value_is_text(walk, members[TYPE].at, "group")) {
        snprintf(inside, sizeof inside, "%.*s/layers", PLACE_ROOM - 16, place);
        return tiled_read_layers(reader, members[INSIDE].at, inside, depth + 1);
    }
    tiled_warn(reader, "dropped layers of other kinds than tiles and objects, such as images",
               place);
    return true;
}

bool tiled_read_layers(struct tiled_reader *reader, const char *at, const char *place,
                       unsigned depth)
{
    struct elements elements = walk_elements(&reader->walk, at);
    char inside[PLACE_ROOM];
    if (depth > JSON_DEPTH)
        return tiled_refuse(reader, place, "groups of layers are nested too deep");
    while (next_element(&elements, &at)) {
        snprintf(inside, sizeof inside, "%.*s/%u", PLACE_ROOM - 16, place,
                 (unsigned)elements.index);
        if (!read_layer(reader, at, inside, depth))
            return false;
    }
    return !reader->walk.problem;
}

/* The tile layer that marks belong to: the one made from the same layer of the level. For a layer
 * that was added in Tiled, the nearest one below without marks. */
static struct tile_layer *tiles_of(struct tiled_reader *reader, const struct tile_layer *blocks)
{
    struct tile_layer *layers = reader->tile_layers, *found = NULL;
    for (uint32_t i = 0; i < reader->tile_layer_count; i++) {
        struct tile_layer *tiles = &layers[i];
        if (tiles->blocks || tiles->taken)
            continue;
        if (blocks->was != NO_LAYER && tiles->was == blocks->was)
            return tiles;
        if (blocks->was == NO_LAYER && tiles < blocks)
            found = tiles;
    }
    return found;
}

bool tiled_pair_tile_layers(struct tiled_reader *reader)
{
    for (uint32_t i = 0; i < reader->tile_layer_count; i++)
        if (!reader->tile_layers[i].blocks)
            reader->tile_layers[i].index = reader->layer_count++;
    for (uint32_t i = 0; i < reader->tile_layer_count; i++) {
        struct tile_layer *blocks = &reader->tile_layers[i];
        struct tile_layer *tiles = blocks->blocks ? tiles_of(reader, blocks) : NULL;
        if (tiles) {
            tiles->taken = true;
            blocks->index = tiles->index;
        } else if (blocks->blocks) {
            losses_note(&reader->losses, 1,
                        "dropped layers of impassable cells without a layer of tiles", "%s",
                        blocks->place);
        }
    }
    return true;
}
