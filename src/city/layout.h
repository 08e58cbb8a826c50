/* A city save's bytes, in each of its variants, each field once and in file order.
 *
 * Include city.h and a codec first. `c->variant` is the variant. Section names are those of the
 * published specification; docs/reference/city.md describes where the game differs from it. */
#ifndef OW_SRC_CITY_LAYOUT_H
#define OW_SRC_CITY_LAYOUT_H

#include <overworld/city.h>

/* The fewest bytes that a record takes in any variant, to check counts against. */
enum { META_THING_LEAST = 2, THING_LEAST = 17 };

static const struct choice terrain_kinds[] = {
    {0, OW_CITY_IMAGE, "image"},
    {1, OW_CITY_HEIGHTS, "heights"},
};

/* The game's first versions wrote no version and no tables, and terrain sizes of two bytes. */
VERB bool is_early(const struct codec *c)
{
    return c->variant == OW_CITY_L2 || c->variant == OW_CITY_L1;
}

/* Whether the file says that this section has so many bytes. Some truncated saves would be complete
 * in another variant; only the size that they state shows the difference. */
VERB bool says(const ow_stated_size *size, uint64_t bytes)
{
    return size->keep && size->stated == bytes;
}

/* "Header". */
VERB void header(struct codec *c, ow_city_save *v)
{
    stated_size(c, "header_size", &v->header_size, U16);
    if (is_early(c)) {
        absent(c, "version", v->version);
    } else {
        u16(c, "version", &v->version);
        if (v->version != 0)
            refuse(c, OW_UNKNOWN_VERSION, "version", "unknown version %u; only version 0 is known",
                   v->version);
    }
    text(c, "name", &v->name, U16);
    end_size(c, &v->header_size);
}

VERB void image(struct codec *c, ow_city_terrain *v)
{
    text(c, "image_path", &v->image_path, U16);
    if (c->variant == OW_CITY_D3 || c->variant == OW_CITY_L2)
        f32(c, "z_scale", &v->z_scale);
    else
        absent(c, "z_scale", v->z_scale);
    absent(c, "x_vertices", v->x_vertices);
    absent(c, "y_vertices", v->y_vertices);
    absent_pointer(c, "heights", v->heights);
}

VERB void heights(struct codec *c, ow_city_terrain *v)
{
    no_text(c, "image_path", &v->image_path);
    absent(c, "z_scale", v->z_scale);
    u32(c, "x_vertices", &v->x_vertices);
    u32(c, "y_vertices", &v->y_vertices);
    f32_grid(c, "heights", &v->heights, (uint64_t)v->x_vertices * v->y_vertices);
}

/* "Terrain". */
VERB void terrain(struct codec *c, ow_city_terrain *v)
{
    if (is_early(c))
        stated_size(c, "size", &v->size, U16);
    else
        stated_size(c, "size", &v->size, U32);
    choice8(c, "kind", &v->kind, terrain_kinds, 2);
    if (v->kind == OW_CITY_HEIGHTS)
        heights(c, v);
    else if (v->kind == OW_CITY_IMAGE)
        image(c, v);
    else
        refuse(c, OW_BAD_VALUE, "kind",
               "unknown kind of terrain %d; expected 0 (image) or 1 (heights)",
               v->kind - RAW_CHOICE);
    end_size(c, &v->size);
    if (c->variant == OW_CITY_L1 && v->kind == OW_CITY_IMAGE &&
        says(&v->size, 5 + 4 + (uint64_t)v->image_path.size))
        refuse(c, OW_TRUNCATED, "size",
               "the terrain has no z_scale, although its size includes one");
}

VERB void meta_thing(struct codec *c, ow_text *v)
{
    text(c, NULL, v, U16);
}

/* "Meta Things Table". */
VERB void meta_things(struct codec *c, ow_city_save *v)
{
    stated_size(c, "meta_things_size", &v->meta_things_size, U32);
    count(c, "meta_thing_count", &v->meta_thing_count, U32, META_THING_LEAST);
    array_list(c, "meta_things", v->meta_things, v->meta_thing_count, meta_thing);
    end_size(c, &v->meta_things_size);
}

VERB void thing(struct codec *c, ow_city_thing *v)
{
    u32(c, "meta_thing", &v->meta_thing);
    u8(c, "direction", &v->direction);
    f32(c, "x", &v->x);
    f32(c, "y", &v->y);
    f32(c, "z", &v->z);
    if (c->variant == OW_CITY_P0) {
        no_bytes(c, "reserved", &v->reserved);
    } else {
        bytes(c, "reserved", &v->reserved, U32);
    }
}

/* Everything before the first thing. Code that walks the things one by one begins behind it. */
VERB void things_head(struct codec *c, ow_city_save *v)
{
    stated_size(c, "things_size", &v->things_size, U32);
    count(c, "thing_count", &v->thing_count, U32, THING_LEAST);
}

/* "Things". */
VERB void things(struct codec *c, ow_city_save *v)
{
    things_head(c, v);
    list(c, "things", v->things, v->thing_count, thing);
    end_size(c, &v->things_size);
    if (c->variant == OW_CITY_P0 && v->thing_count > 0 &&
        says(&v->things_size, 8 + 21 * (uint64_t)v->thing_count))
        refuse(c, OW_TRUNCATED, "things_size",
               "each thing has 17 bytes, but 21 are announced: the things are truncated");
}

VERB void resume(struct codec *c, const ow_city_save *v)
{
    c->variant = v->variant;
    c->big_endian = c->variant != OW_CITY_P0;
}

VERB void begin_save(struct codec *c, ow_city_save *v)
{
    external_variant(c, "variant", &v->variant, city_versions, CITY_VERSIONS);
    resume(c, v);
}

/* See runs/run.h. */
#define RECORDS(RECORD, NUMBER)                                                                    \
    RECORD(CITY_HEADER, "", ow_city_save, header(c, &record))                                      \
    RECORD(CITY_TERRAIN, "/terrain", ow_city_terrain, terrain(c, &record))                         \
    RECORD(CITY_THING, "/things/*", ow_city_thing, thing(c, &record))

VERB void document(struct codec *c, ow_city_save *v)
{
    begin_save(c, v);
    header(c, v);
    begin_object(c, "terrain");
    terrain(c, &v->terrain);
    end_object(c);
    if (is_early(c)) {
        no_list(c, "meta_things", v->meta_things, v->meta_thing_count);
        no_list(c, "things", v->things, v->thing_count);
        absent(c, "meta_things_size", v->meta_things_size.keep);
        absent(c, "things_size", v->things_size.keep);
    } else {
        meta_things(c, v);
        things(c, v);
    }
    end_of_file(c);
}

#endif
