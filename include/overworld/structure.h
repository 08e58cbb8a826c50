/* .structure: builds of Sandbox World, version 6.
 *
 * Section names are those of the published specification (in Russian), whose text leaves open, or says
 * twice differently, how a file is to be read: each point of doubt is a switch of an
 * ow_structure_variant, see docs/structure.md. All numbers are in host byte order. */
#ifndef OVERWORLD_STRUCTURE_H
#define OVERWORLD_STRUCTURE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OW_STRUCTURE_VERSION 6

/* ow_structure_variant.byte_order, .tables, .string_prefix. */
#define OW_STRUCTURE_LITTLE        0
#define OW_STRUCTURE_BIG           1
#define OW_STRUCTURE_COUNTS_FIRST  0 /* both counts, then colours, then rotations */
#define OW_STRUCTURE_LENGTHS_FIRST 1 /* each table behind its own count */
#define OW_STRUCTURE_VARINT        0 /* seven bits a byte, the lowest first */
#define OW_STRUCTURE_U16           1

/* How a file is written: a switch for each point of doubt. All members zero: as the game has it. */
typedef struct ow_structure_variant {
    uint8_t byte_order;            /* OW_STRUCTURE_LITTLE or _BIG */
    uint8_t tables;                /* OW_STRUCTURE_COUNTS_FIRST or _LENGTHS_FIRST */
    uint8_t string_prefix;         /* of a block's name: OW_STRUCTURE_VARINT or _U16 */
    bool empty_custom_bounds;      /* min and max stand even where a custom block has no vertices */
    uint16_t metadata_color_bytes; /* 3, or 4 with alpha; 0 stands for the game's */

    /* Rotation indices take two bytes in a table of so many entries, 256 or 257; 0 stands for the
     * game's. */
    uint16_t wide_index_from;
    uint8_t flipped_ids[32]; /* bit id % 8 of byte id / 8: not as the block types table has it */
    uint8_t reserved[8];
} ow_structure_variant;

/* What files of the game and of its Java library fit, and the published specification to the
 * letter. */
OW_API extern const ow_structure_variant ow_structure_game;
OW_API extern const ow_structure_variant ow_structure_spec;

/* "ow_structure_block.mask": which bits say that a field is there (or, ABSENT, is not). */
#define OW_STRUCTURE_HAS_NAME        0x01
#define OW_STRUCTURE_HAS_CONNECTIONS 0x02
#define OW_STRUCTURE_NO_METADATA     0x04
#define OW_STRUCTURE_NO_COLOR        0x08
#define OW_STRUCTURE_NO_BEARING      0x10
#define OW_STRUCTURE_NO_INTEGERS     0x20
#define OW_STRUCTURE_FAST            0x40 /* the speed byte is the speed itself, not 255ths */
#define OW_STRUCTURE_HAS_SPEED       0x80

/* "Roots": a part of the build with a place of its own. */
typedef struct ow_structure_root {
    float position[3];
    float rotation[3];
    float bounds_center[3];
    float bounds_size[3];
    uint16_t last_block; /* the index of its last block, counted through the whole file */
} ow_structure_root;

typedef struct ow_structure_group {
    uint32_t value_count; /* at most 255, as all counts inside blocks */
    uint16_t *values;     /* 65535 stands for none */
} ow_structure_group;

typedef struct ow_structure_gradient {
    uint32_t color_count, color_position_count, alpha_count, alpha_position_count;
    uint8_t (*colors)[4]; /* red, green, blue and, with four bytes, alpha */
    float *color_positions;
    float *alphas;
    float *alpha_positions;
} ow_structure_gradient;

/* "Block metadata". Arrays that a file does not have at all are NULL. */
typedef struct ow_structure_metadata {
    uint32_t boolean_count, float_count, vector_count, vertex_count, group_count, byte_count;
    uint32_t color_count, gradient_count;
    uint8_t *booleans; /* packed: the first in the top bit of the first byte */
    float *floats;
    float (*vectors)[3];     /* of blocks that are not custom */
    int8_t min, max;         /* of custom blocks: what vertices lie between */
    uint16_t (*vertices)[3]; /* of custom blocks */
    ow_structure_group *groups;
    uint8_t *bytes; /* at most 63 */
    uint8_t (*colors)[4];
    ow_structure_gradient *gradients;
    ow_text formula; /* of the math block, as inputs and slots: ASCII */
    uint32_t input_count, slot_count;
    uint8_t *inputs, *slots;
} ow_structure_metadata;

/* What interactive blocks have beside. */
typedef struct ow_structure_settings {
    ow_text name;   /* UTF-8 */
    uint8_t signal; /* in 255ths */
    uint16_t bearing;
    uint32_t connection_count, integer_count;
    uint16_t *connections; /* indices of blocks, through the whole file */
    int32_t *integers;
    ow_structure_metadata *metadata; /* NULL with OW_STRUCTURE_NO_METADATA */
} ow_structure_settings;

/* "Blocks": one block. Which fields count follows from id, mask and the tables. */
typedef struct ow_structure_block {
    int16_t position[3]; /* in 32767ths of the root's bounds, from their centre */
    union {
        uint16_t rotation[3];    /* without a rotation table */
        uint16_t rotation_index; /* with one */
    };
    uint8_t id, mask, speed;
    union {
        uint8_t color_index; /* with a colour table */
        uint16_t color;      /* without: 5, 6 and 5 bits */
    };
    ow_structure_settings *settings; /* of interactive blocks, else NULL */
} ow_structure_block;

/* A whole build. To build one, zero it and set version; or get one from ow_new or
 * ow_structure_read. A table
 * that is NULL is not there, which the file keeps apart from an empty one. */
typedef struct ow_structure_build {
    uint8_t version; /* 6 */
    ow_structure_variant variant;
    uint32_t color_count, rotation_count, root_count, block_count;
    uint16_t *colors;           /* at most 254 */
    uint16_t (*rotations)[3];   /* at most 65534 */
    ow_structure_root *roots;   /* at most 65535 */
    ow_structure_block *blocks; /* at most 65535 */
    void *owner;                /* the memory behind it all; NULL in a build that the caller made */
    uint64_t reserved[4];
} ow_structure_build;

/* Reads a build into memory of its own, in the first variant that fits, see docs/structure.md;
 * `bytes` may go away afterwards. On failure *build is NULL and *error says why. `options` may be
 * NULL. Every build that reads is written back byte for byte. */
OW_API ow_status ow_structure_read(const void *bytes, size_t size, const ow_options *options,
                                   ow_structure_build **build, ow_error *error);

/* The same in a variant that the caller knows, whether what it gives makes sense or not; NULL stands
 * for `game`. */
OW_API ow_status ow_structure_read_as(const void *bytes, size_t size,
                                      const ow_structure_variant *variant,
                                      const ow_options *options, ow_structure_build **build,
                                      ow_error *error);

/* Gives a build back. NULL is fine. */
OW_API void ow_structure_free(ow_structure_build *build);

/* Writes a build in its own variant, through a sink or into memory. */
OW_API ow_status ow_structure_write(const ow_structure_build *build, const ow_options *options,
                                    const ow_sink *sink, ow_error *error);
OW_API ow_status ow_structure_write_buffer(const ow_structure_build *build,
                                           const ow_options *options, ow_buffer *buffer,
                                           ow_error *error);

/* Makes a copy of `build` in another variant: target->variant is "game" or "spec", or NULL for its
 * own. What the other variant has no room for is told to `warn`, one sentence a call, with the JSON
 * Pointer of the first place (warn may be NULL). The copy shares no memory with `build`. `target`
 * NULL or all zero: a copy as it is. */
OW_API ow_status ow_structure_convert(const ow_structure_build *build, const ow_target *target,
                                      const ow_options *options, ow_warn warn, void *warn_context,
                                      ow_structure_build **converted, ow_error *error);

/* The same to a variant that has no name; NULL stands for `game`. */
OW_API ow_status ow_structure_convert_as(const ow_structure_build *build,
                                         const ow_structure_variant *variant,
                                         const ow_options *options, ow_warn warn,
                                         void *warn_context, ow_structure_build **converted,
                                         ow_error *error);

/* "Block types": a row of the published specification's table. */
typedef struct ow_structure_block_type {
    uint8_t id;
    bool known;               /* the table has it; otherwise both names say that it is unknown */
    bool interactive;         /* has settings, in the variant that was asked about */
    bool custom;              /* its metadata has vertices */
    const char *name;         /* in English, by this project; both names are constant */
    const char *russian_name; /* as the specification has it */
} ow_structure_block_type;

/* What is known of a type in a variant; NULL stands for `game`. Which types are interactive is
 * inferred where the specification and real files differ. */
OW_API ow_structure_block_type ow_structure_block_type_at(const ow_structure_variant *variant,
                                                          uint8_t id);

/* The index of the root that a block belongs to; build->root_count where it is behind the last
 * block of all. Meant for roots whose last_block rises, as it does in every variant that fits. */
OW_API uint32_t ow_structure_root_of(const ow_structure_build *build, uint32_t block);

/* A block's position in the frame of its root, in the game's units: raw / (32767 / bounds_size) +
 * bounds_center on each axis, which is bounds_center where bounds_size is 0. Whether the root's
 * rotation applies to it too is open. */
OW_API void ow_structure_position(const ow_structure_root *root, const int16_t raw[3],
                                  double position[3]);

/* What stands for a full turn of 360 degrees in a build's rotations: 2047, as the specification has
 * it, 32767 or 65535. Nothing in a file says which: the scale is inferred from the angles, most of
 * which are multiples of 15 degrees; where that leaves more than one, it is the smallest. Counted
 * are the numbers of the rotation table, or of the blocks where there is none. */
typedef struct ow_structure_rotation_scale {
    uint32_t scale;       /* inferred: 2047, 32767 or 65535 */
    uint32_t angle_count; /* angles that can tell: 0 and 1 fit every scale. 0: the scale is open */
    uint32_t
        fitting_count; /* of these, how many are multiples of 15 degrees, give or take a step */
    uint32_t next_fitting_count; /* the same by the better of the other two scales */
    uint32_t large_count;        /* angles above 32767, which 65535 alone has room for */
} ow_structure_rotation_scale;
OW_API ow_structure_rotation_scale
ow_structure_find_rotation_scale(const ow_structure_build *build);

/* An angle in degrees, by a scale; 0 by a scale of 0. Presumably these are Euler angles, applied in the
 * order z, x, y, left-handed with y up: inferred. */
OW_API double ow_structure_degrees(uint16_t raw, uint32_t scale);

/* What stands for `max` in a vertex. The specification's 2^16 has no room for it; the Java library
 * writes 32767. Inferred: no real file of the game has shown one. */
#define OW_STRUCTURE_VERTEX_SCALE      65535
#define OW_STRUCTURE_JAVA_VERTEX_SCALE 32767

/* A vertex of a custom block: raw / scale * (max - min) + min on each axis, by a scale that is not
 * 0. */
OW_API void ow_structure_vertex(const ow_structure_metadata *metadata, const uint16_t raw[3],
                                uint32_t scale, double vertex[3]);

/* A signal, from 0 to 1. */
OW_API double ow_structure_signal(uint8_t raw);

/* How fast a block works: the byte itself with OW_STRUCTURE_FAST, otherwise from 0 to 1. */
OW_API double ow_structure_speed(const ow_structure_block *block);

/* Which end of a 16-bit colour is red; green is in the middle. The specification does not say: that
 * red is low is inferred. */
#define OW_STRUCTURE_RED_LOW  0
#define OW_STRUCTURE_RED_HIGH 1

/* A 16-bit colour as 8 bits of red, green and blue each; `bit_order` is OW_STRUCTURE_RED_LOW or
 * _HIGH. */
OW_API void ow_structure_rgb(uint16_t color, int bit_order, uint8_t rgb[3]);

/* The 16-bit colour of a block, from the table or its own. False where it has none: its mask says
 * so, or its index is outside the table. */
OW_API bool ow_structure_color_of(const ow_structure_build *build, const ow_structure_block *block,
                                  uint16_t *color);

#ifdef __cplusplus
}
#endif

#endif
