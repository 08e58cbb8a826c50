/* City saves of an isometric city builder (.city): a terrain and the things on it.
 *
 * Section names are those of the published specification, "Save File Format". Where real files differ
 * from it, docs/reference/city.md says how. All numbers are in host byte order. */
#ifndef OVERWORLD_CITY_H
#define OVERWORLD_CITY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ow_city_save.variant: what the game and its tools wrote over time; no version number tells them
 * apart. They are tried in this order, and the first that ends where the file ends is the one. */
#define OW_CITY_D3 0 /* "d3": the final one */
#define OW_CITY_S1 1 /* "s1": the published specification; no z_scale */
#define OW_CITY_P0 2 /* "p0": as s1, no reserved data, floats little-endian */
#define OW_CITY_L2 3 /* "l2": no version, no tables, terrain size of two bytes */
#define OW_CITY_L1 4 /* "l1": as l2 without z_scale */

/* ow_city_terrain.kind. Another byte is refused: what follows depends on it. */
#define OW_CITY_IMAGE   0
#define OW_CITY_HEIGHTS 1

/* The scale of the terrain that the game writes, for where a variant has none. */
#define OW_CITY_USUAL_Z_SCALE 0.1f

/* Where water stands. */
#define OW_CITY_WATER_LEVEL 5.0f

/* "Terrain". Heights are those of vertices, one to a unit of x and y. */
typedef struct ow_city_terrain {
    ow_stated_size size;
    uint16_t kind;      /* OW_CITY_IMAGE or OW_CITY_HEIGHTS */
    ow_text image_path; /* of an image: relative to the game's folder; at most 65535 bytes */
    float z_scale;      /* of an image: a height is the red channel (0 to 255) times this; d3, l2 */
    uint32_t x_vertices, y_vertices; /* of heights */
    float *heights;                  /* of heights: at heights[y * x_vertices + x] */
} ow_city_terrain;

/* "Things": one that stands in the world. */
typedef struct ow_city_thing {
    uint32_t meta_thing; /* index in ow_city_save.meta_things */
    uint8_t direction;   /* 0 to 7, in steps of 45 degrees */
    float x, y;
    float z;           /* absolute in d3; the specification (s1) has it relative to the ground */
    ow_bytes reserved; /* empty in every real file; none in p0 */
} ow_city_thing;

/* A whole save. Zero-initialise one to build a save by program, or get one from ow_city_read. */
typedef struct ow_city_save {
    uint8_t variant;
    ow_stated_size header_size;
    uint16_t version; /* 0 */
    ow_text name;     /* UTF-8, at most 65535 bytes */
    ow_city_terrain terrain;
    ow_stated_size meta_things_size;
    uint32_t meta_thing_count;
    ow_text *meta_things; /* names; "author-thing" by custom */
    ow_stated_size things_size;
    uint32_t thing_count;
    ow_city_thing *things;
    void *owner; /* the memory behind it all; NULL in a save that the caller built */
    uint64_t reserved[4];
} ow_city_save;

/* Reads a save into memory of its own: `bytes` may go away afterwards. On failure *save is NULL and
 * *error says why. `options` may be NULL. Every save that reads is written back byte for byte. */
OW_API ow_status ow_city_read(const void *bytes, size_t size, const ow_options *options,
                              ow_city_save **save, ow_error *error);

/* Gives a save from ow_city_read or ow_city_convert back. NULL is fine. */
OW_API void ow_city_free(ow_city_save *save);

/* Writes a save in its own variant, through a sink or into memory. */
OW_API ow_status ow_city_write(const ow_city_save *save, const ow_options *options,
                               const ow_sink *sink, ow_error *error);
OW_API ow_status ow_city_write_buffer(const ow_city_save *save, const ow_options *options,
                                      ow_buffer *buffer, ow_error *error);

/* Makes a copy of `save` in the variant that `target` names, with true sizes. What cannot be carried
 * is told to `warn`, one sentence a call, with the JSON Pointer of the first place (warn may be NULL).
 * The copy shares no memory with `save`. `target`
 * NULL or all zero: a copy as it is. */
OW_API ow_status ow_city_convert(const ow_city_save *save, const ow_target *target,
                                 const ow_options *options, ow_warn warn, void *warn_context,
                                 ow_city_save **converted, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
