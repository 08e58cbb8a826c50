/* City saves of an isometric city builder (.city): a terrain and the things on it.
 *
 * Section names are those of the published specification, "Save File Format".
 * docs/reference/city.md lists where real files differ. All numbers are in host byte order.
 *
 * Threads: the calls may run at once on different objects, and on the same save if it is const.
 * More in formats.h. */
#ifndef OVERWORLD_CITY_H
#define OVERWORLD_CITY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ow_city_save.variant: the forms that the game and its tools wrote over time. No version number
 * tells them apart. Readers try them in this order and take the first whose end is the end of the
 * file. */
#define OW_CITY_D3 0 /* "d3": the final one */
#define OW_CITY_S1 1 /* "s1": the published specification; no z_scale */
#define OW_CITY_P0 2 /* "p0": as s1, no reserved data, floats little-endian */
#define OW_CITY_L2 3 /* "l2": no version, no tables, terrain size of two bytes */
#define OW_CITY_L1 4 /* "l1": as l2 without z_scale */

/* ow_city_terrain.kind. Other values are rejected, because the rest of the file depends on the
 * kind. */
#define OW_CITY_IMAGE   0
#define OW_CITY_HEIGHTS 1

/* The terrain scale that the game writes, used for variants without a scale. */
#define OW_CITY_USUAL_Z_SCALE 0.1f

/* The height of water. */
#define OW_CITY_WATER_LEVEL 5.0f

/* "Terrain". One vertex per unit of x and y. */
typedef struct ow_city_terrain {
    ow_stated_size size;
    uint16_t kind;      /* OW_CITY_IMAGE or OW_CITY_HEIGHTS */
    ow_text image_path; /* of an image: relative to the game's folder; at most 65535 bytes */
    /* of an image: height = red channel (0 to 255) times z_scale; d3 and l2 only */
    float z_scale;
    uint32_t x_vertices, y_vertices; /* of heights */
    float *heights;                  /* of heights: at heights[y * x_vertices + x] */
} ow_city_terrain;

/* "Things": one thing in the world. x and y are in units. */
typedef struct ow_city_thing {
    uint32_t meta_thing; /* index into ow_city_save.meta_things */
    uint8_t direction;   /* 0 to 7, in steps of 45 degrees */
    float x, y;
    float z;           /* absolute in d3; relative to the ground in s1, by the specification */
    ow_bytes reserved; /* empty in real files; p0 has none */
} ow_city_thing;

/* A whole save. To build one, zero it and set its members, or call ow_new. Arrays have as many
 * records as the count of the same name. */
typedef struct ow_city_save {
    uint8_t variant;
    ow_stated_size header_size;
    uint16_t version; /* 0 */
    ow_text name;     /* UTF-8, at most 65535 bytes */
    ow_city_terrain terrain;
    ow_stated_size meta_things_size;
    uint32_t meta_thing_count;
    ow_text *meta_things; /* names; "author-thing" by convention */
    ow_stated_size things_size;
    uint32_t thing_count;
    ow_city_thing *things;
    void *owner; /* the memory of all members; NULL in a save that the caller built */
    uint64_t reserved[4];
} ow_city_save;

/* Reads a save. Writing it again gives the same bytes.
 *
 * bytes, size: the file, size in bytes.
 * save: receives the save; release it with ow_city_free. NULL on failure.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_city_read(const void *bytes, size_t size, const ow_options *options,
                              ow_city_save **save, ow_error *error);

/* Releases a save from ow_city_read or ow_city_convert. NULL is allowed. Since 0.1. */
OW_API void ow_city_free(ow_city_save *save);

/* Writes a save in its own variant.
 *
 * sink: receives the bytes, in order.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_city_write(const ow_city_save *save, const ow_options *options,
                               const ow_sink *sink, ow_error *error);

/* Writes a save in its own variant into memory.
 *
 * buffer: receives the bytes; release it with ow_buffer_free.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_city_write_buffer(const ow_city_save *save, const ow_options *options,
                                      ow_buffer *buffer, ow_error *error);

/* Converts a save to another variant. Stated sizes become the true ones.
 *
 * target: NULL or all zero: a copy in the same variant.
 * warn: called for each loss, with the JSON Pointer of its first place; may be NULL.
 * converted: receives a save that shares no memory with `save`; release it with ow_city_free.
 * Returns OW_OK; OW_BAD_ARGUMENT if there is no such variant; OW_BAD_VALUE if the target cannot
 * hold a value.
 * Since 0.1. */
OW_API ow_status ow_city_convert(const ow_city_save *save, const ow_target *target,
                                 const ow_options *options, ow_warn warn, void *warn_context,
                                 ow_city_save **converted, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
