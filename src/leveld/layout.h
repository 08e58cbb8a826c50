/* LevelD's bytes, versions 0 to 4, each field once and in file order.
 *
 * Include leveld.h and a codec first. `c->version` is the version whose blocks the level has, which
 * the header states or the variant implies. `c->variant` is an OW_LEVELD_ variant, `c->big_endian`
 * the byte order. Block names are those of the published specification; docs/reference/leveld.md
 * describes where it is wrong. */
#ifndef OW_SRC_LEVELD_LAYOUT_H
#define OW_SRC_LEVELD_LAYOUT_H

#include <overworld/leveld.h>

/* The fewest bytes that a record takes in any version, to check counts against. */
enum {
    LAYER_LEAST = 4,
    CELL_LEAST = 2,
    ACTOR_LEAST = 10,
    THING_LEAST = 19,
    TRIGGER_LEAST = 40,
    PATH_LEAST = 9,
    POINT_LEAST = 12
};

/* By OW_LEVELD_META and its like. */
static const char *const block_ids[] = {"META", "MESH", "PLRS", "NPCS",
                                        "ITEM", "THNG", "TRIG", "PATH"};
enum { BLOCK_IDS = sizeof block_ids / sizeof *block_ids };

static const struct choice byte_orders[] = {
    {0, OW_LEVELD_LITTLE, "little"},
    {0, OW_LEVELD_BIG, "big"},
};

/* What each version and variant has. versions.c lists them. */
VERB bool has_tile_size(const struct codec *c)
{
    return c->version >= 2 || c->variant == OW_LEVELD_1B;
}

VERB bool has_layers(const struct codec *c)
{
    return c->version >= 3;
}

VERB bool has_layer_ids(const struct codec *c)
{
    return c->version >= 4;
}

VERB void meta(struct codec *c, ow_leveld_meta *v)
{
    u64(c, "timestamp", &v->timestamp);
    if (c->variant == OW_LEVELD_SHORT_META) {
        no_text(c, "level_id", &v->level_id);
        no_text(c, "name", &v->name);
    } else {
        text(c, "level_id", &v->level_id, U8);
        text(c, "name", &v->name, U8);
    }
    text(c, "author", &v->author, U8);
    text(c, "description", &v->description, U8);
}

VERB void layer(struct codec *c, ow_leveld_layer *v)
{
    count(c, NULL, &v->cell_count, U32, CELL_LEAST);
    u16s(c, NULL, &v->cells, &v->cell_count);
}

/* The bytes before the layers. Code that walks the layers one by one begins behind it. There are
 * three forms: without tile sizes, with tile sizes, and with height and layers. */
VERB void mesh_head(struct codec *c, ow_leveld_mesh *v)
{
    if (has_tile_size(c)) {
        u16(c, "tile_width", &v->tile_width);
        u16(c, "tile_height", &v->tile_height);
    } else {
        absent(c, "tile_width", v->tile_width);
        absent(c, "tile_height", v->tile_height);
    }
    u32(c, "width", &v->width);
    if (!has_layers(c)) {
        absent(c, "height", v->height);
        count_is(c, &v->layer_count, 1);
    } else {
        u32(c, "height", &v->height);
        if (c->variant == OW_LEVELD_U64_COUNTS)
            count(c, "layer_count", &v->layer_count, U64, LAYER_LEAST);
        else
            count(c, "layer_count", &v->layer_count, U32, LAYER_LEAST);
    }
}

static const char one_layer[] = "version %u has one layer, not %u";

VERB bool has_wrong_layers(const struct codec *c, const ow_leveld_mesh *v)
{
    return !has_layers(c) && v->layer_count != 1;
}

VERB void mesh(struct codec *c, ow_leveld_mesh *v)
{
    mesh_head(c, v);
    refuse_held(c, has_wrong_layers(c, v), OW_BAD_VALUE, "layers", one_layer, c->version,
                v->layer_count);
    array_list(c, "layers", v->layers, v->layer_count, layer);
    if (has_wrong_layers(c, v)) /* in JSON, the count is only known now */
        refuse(c, OW_BAD_VALUE, "layers", one_layer, c->version, v->layer_count);
}

VERB void actor(struct codec *c, ow_leveld_actor *v)
{
    if (c->version >= 1)
        u32(c, "id", &v->id);
    else
        absent(c, "id", v->id);
    u32(c, "x", &v->x);
    u32(c, "y", &v->y);
    u16(c, "flags", &v->flags);
}

VERB void layer_id(struct codec *c, uint32_t *v)
{
    if (has_layer_ids(c))
        u32(c, "layer_id", v);
    else
        absent(c, "layer_id", *v);
}

VERB void thing(struct codec *c, ow_leveld_thing *v)
{
    u32(c, "id", &v->id);
    u32(c, "tag", &v->tag);
    u32(c, "x", &v->x);
    u32(c, "y", &v->y);
    layer_id(c, &v->layer_id);
    u16(c, "flags", &v->flags);
    text(c, "metadata", &v->metadata, U8);
}

/* An area of an unknown type has no size; the reference reads it the same way. */
VERB void area(struct codec *c, ow_leveld_trigger *v)
{
    u8(c, "area_type", &v->area_type);
    if (v->area_type == OW_LEVELD_RECTANGLE) {
        u16(c, "width", &v->width);
        u16(c, "height", &v->height);
        absent(c, "radius", v->radius);
    } else if (v->area_type == OW_LEVELD_CIRCLE) {
        u16(c, "radius", &v->radius);
        absent(c, "width", v->width);
        absent(c, "height", v->height);
    } else {
        absent(c, "radius", v->radius);
        absent(c, "width", v->width);
        absent(c, "height", v->height);
    }
}

VERB void trigger(struct codec *c, ow_leveld_trigger *v)
{
    u32(c, "x", &v->x);
    u32(c, "y", &v->y);
    layer_id(c, &v->layer_id);
    area(c, v);
    u32(c, "id", &v->id);
    u32(c, "tag", &v->tag);
    u16(c, "type", &v->type);
    u32(c, "a1", &v->a1);
    u32(c, "a2", &v->a2);
    u32(c, "a3", &v->a3);
    u32(c, "a4", &v->a4);
    u32(c, "a5", &v->a5);
    text(c, "metadata", &v->metadata, U8);
}

VERB void point(struct codec *c, ow_leveld_point *v)
{
    u32(c, "x", &v->x);
    u32(c, "y", &v->y);
    u32(c, "value", &v->value);
}

VERB void path(struct codec *c, ow_leveld_path *v)
{
    u8(c, "looping", &v->looping);
    u32(c, "tag", &v->tag);
    layer_id(c, &v->layer_id);
    count(c, "point_count", &v->point_count, U32, POINT_LEAST);
    list(c, "points", v->points, v->point_count, point);
}

VERB void trigger_count(struct codec *c, uint32_t *n)
{
    if (c->variant == OW_LEVELD_U64_COUNTS)
        count(c, "trigger_count", n, U64, TRIGGER_LEAST);
    else
        count(c, "trigger_count", n, U32, TRIGGER_LEAST);
}

/* The head of every block: its id and, for a list, the number of records. */
VERB void block_head(struct codec *c, ow_leveld_block *v)
{
    tag4(c, "id", &v->id, block_ids, BLOCK_IDS);
    if (v->id == OW_LEVELD_META || v->id == OW_LEVELD_MESH)
        absent(c, "count", v->count);
    else if (v->id == OW_LEVELD_THNG)
        count(c, "thing_count", &v->count, U32, THING_LEAST);
    else if (v->id == OW_LEVELD_TRIG)
        trigger_count(c, &v->count);
    else if (v->id == OW_LEVELD_PATH)
        count(c, "path_count", &v->count, U32, PATH_LEAST);
    else
        count(c, "actor_count", &v->count, U32, ACTOR_LEAST);
}

VERB void block(struct codec *c, ow_leveld_block *v)
{
    block_head(c, v);
    switch (v->id) {
    case OW_LEVELD_META:
        one(c, "META", v->meta, meta(c, v->meta));
        break;
    case OW_LEVELD_MESH:
        one(c, "MESH", v->mesh, mesh(c, v->mesh));
        break;
    case OW_LEVELD_THNG:
        list(c, "things", v->things, v->count, thing);
        break;
    case OW_LEVELD_TRIG:
        list(c, "triggers", v->triggers, v->count, trigger);
        break;
    case OW_LEVELD_PATH:
        list(c, "paths", v->paths, v->count, path);
        break;
    default:
        list(c, "actors", v->actors, v->count, actor);
    }
}

/* The version of the codec is that of the blocks. */
VERB void resume(struct codec *c, const ow_leveld_level *v)
{
    c->version = leveld_layout_of(v);
    c->variant = v->variant;
    c->big_endian = v->byte_order == OW_LEVELD_BIG;
}

/* Everything before the first block. From here on, the file's byte order also applies to the
 * version. */
VERB void header(struct codec *c, ow_leveld_level *v)
{
    c->big_endian = v->byte_order == OW_LEVELD_BIG;
    u16(c, "version", &v->version);
    c->version = v->version;
    if (v->version > OW_LEVELD_NEWEST)
        refuse(c, OW_UNKNOWN_VERSION, "version",
               "unknown LevelD version %u; versions %d to %d are known", v->version,
               OW_LEVELD_OLDEST, OW_LEVELD_NEWEST);
    external(c, "byte_order", &v->byte_order, byte_orders, 2);
    external_variant(c, "variant", &v->variant, leveld_versions, LEVELD_VERSIONS);
    resume(c, v);
}

/* See runs/run.h. */
#define RECORDS(RECORD, NUMBER)                                                                    \
    RECORD(OW_LEVELD_META, "/blocks/*", ow_leveld_meta, meta(c, &record))                          \
    RECORD(OW_LEVELD_MESH, "/blocks/*", ow_leveld_mesh, mesh(c, &record))                          \
    RECORD(OW_LEVELD_PLRS, "/blocks/*/actors/*", ow_leveld_actor, actor(c, &record))               \
    RECORD(OW_LEVELD_NPCS, "/blocks/*/actors/*", ow_leveld_actor, actor(c, &record))               \
    RECORD(OW_LEVELD_ITEM, "/blocks/*/actors/*", ow_leveld_actor, actor(c, &record))               \
    RECORD(OW_LEVELD_THNG, "/blocks/*/things/*", ow_leveld_thing, thing(c, &record))               \
    RECORD(OW_LEVELD_TRIG, "/blocks/*/triggers/*", ow_leveld_trigger, trigger(c, &record))         \
    RECORD(OW_LEVELD_PATH, "/blocks/*/paths/*", ow_leveld_path, path(c, &record))                  \
    RECORD(LEVELD_POINT, "/blocks/*/paths/*/points/*", ow_leveld_point, point(c, &record))

VERB void document(struct codec *c, ow_leveld_level *v)
{
    header(c, v);
    list_to_end(c, "blocks", v->blocks, v->block_count, block);
}

#endif
