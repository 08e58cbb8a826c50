/* .structure: builds of Sandbox World, versions 0 to 6.
 *
 * Section names are those of the published specification (in Russian), which describes version 6 alone,
 * and leaves open, or says twice differently, how a file is to be read: each point of doubt is a switch
 * of an ow_structure_variant, see docs/explanation/structure-variants.md. All numbers are in host byte order. */
#ifndef OVERWORLD_STRUCTURE_H
#define OVERWORLD_STRUCTURE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OW_STRUCTURE_OLDEST 0
#define OW_STRUCTURE_NEWEST 6

/* ow_structure_variant.byte_order, .tables, .string_prefix. */
#define OW_STRUCTURE_LITTLE        0
#define OW_STRUCTURE_BIG           1
#define OW_STRUCTURE_COUNTS_FIRST  0 /* both counts, then colours, then rotations */
#define OW_STRUCTURE_LENGTHS_FIRST 1 /* each table behind its own count */
#define OW_STRUCTURE_VARINT        0 /* seven bits a byte, the lowest first */
#define OW_STRUCTURE_U16           1
#define OW_STRUCTURE_U16_BIG       2 /* the high byte first in a little-endian file: JSW 1.0.0 */

/* How a file is written: a switch for each point of doubt. All members zero: as the game has it. */
typedef struct ow_structure_variant {
    uint8_t byte_order;            /* OW_STRUCTURE_LITTLE or _BIG */
    uint8_t tables;                /* OW_STRUCTURE_COUNTS_FIRST or _LENGTHS_FIRST */
    uint8_t string_prefix;         /* of a block's name: OW_STRUCTURE_VARINT or _U16 */
    bool empty_custom_bounds;      /* min and max stand even where a custom block has no vertices */
    uint16_t metadata_color_bytes; /* 4, or 3 without alpha; 0 stands for the game's */

    /* Rotation indices take two bytes in a table of so many entries, 256 or 257; 0 stands for the
     * game's. */
    uint16_t wide_index_from;
    uint8_t flipped_ids[32]; /* bit id % 8 of byte id / 8: not as the block types table has it */
    uint16_t
        group_count_bytes; /* version 0: 2, or 1; 0 stands for the game's, and is all others' */
    uint16_t group_value_bytes; /* versions 1 to 4: 4, or 2; the same */
    uint8_t reserved[4];
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
    float bounds_center[3]; /* from version 1 on, as the size */
    float bounds_size[3];   /* the whole size */
    uint16_t last_block;    /* from version 2 on: the index of its last block in the whole file */
} ow_structure_root;

/* Indices of blocks, presumably by the slot of a connection. */
typedef struct ow_structure_group {
    uint32_t value_count; /* at most 255, as all counts inside blocks; in version 0 65535 */
    union {
        uint16_t *values; /* from version 5 on, and of two bytes before: 65535 stands for none */
        int32_t *wide_values; /* below version 5: -1 stands for none */
    };
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
    float (*vectors)[3];     /* of blocks that are not custom, and in version 0 of these too */
    int8_t min, max;         /* of custom blocks: what vertices lie between */
    uint16_t (*vertices)[3]; /* of custom blocks, from version 1 on */
    ow_structure_group *groups;
    union {
        uint8_t *bytes;      /* from version 5 on: at most 63 */
        int32_t *wide_bytes; /* below version 5 */
    };
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

/* "Blocks": one block. Which fields count follows from version, id, mask and the tables. */
typedef struct ow_structure_block {
    union {
        int16_t position[3]; /* from version 1 on: in 32767ths of the bounds, from their centre */
        float world_position[3]; /* version 0: "position" in JSON and events */
    };
    union {
        uint16_t rotation[3];    /* without a rotation table */
        uint16_t rotation_index; /* with one */
    };
    uint8_t id;
    uint8_t root; /* versions 0 and 1: the index of its root */
    uint8_t mask, speed;
    union {
        uint8_t color_index; /* with a colour table */
        uint16_t color;      /* without: 5, 6 and 5 bits */
        uint8_t rgba[4];     /* version 0: red, green, blue, alpha; "color" in JSON and events */
    };
    ow_structure_settings *settings; /* of interactive blocks, else NULL */
} ow_structure_block;

/* A whole build. To build one, zero it and set version, as 0 is the oldest of them; or get one from ow_new
 * or ow_structure_read. A table that is NULL is not there, which the file keeps apart from an empty one. */
typedef struct ow_structure_build {
    uint8_t version; /* 0 to 6 */
    ow_structure_variant variant;
    uint32_t color_count, rotation_count, root_count, block_count;
    uint16_t *colors;           /* version 6: at most 254 */
    uint16_t (*rotations)[3];   /* version 6: at most 65534 */
    ow_structure_root *roots;   /* at most 65535 */
    ow_structure_block *blocks; /* at most 65535 */
    void *owner;                /* the memory behind it all; NULL in a build that the caller made */
    uint64_t reserved[4];
} ow_structure_build;

/* Reads a build into memory of its own, in the first variant that fits, see docs/explanation/structure-variants.md;
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

/* The same to a version in a variant that has no name; NULL stands for `game`. */
OW_API ow_status ow_structure_convert_as(const ow_structure_build *build, unsigned version,
                                         const ow_structure_variant *variant,
                                         const ow_options *options, ow_warn warn,
                                         void *warn_context, ow_structure_build **converted,
                                         ow_error *error);

/* Types whose blocks hold more than others. */
#define OW_STRUCTURE_MATH_BLOCK     129
#define OW_STRUCTURE_TONE_GENERATOR 125

/* "Block types": what is known of one. */
typedef struct ow_structure_block_type {
    uint8_t id;
    bool known;               /* 0 to 132; otherwise both names say that it is unknown */
    bool interactive;         /* has settings, in the variant that was asked about */
    bool custom;              /* its metadata has vertices */
    bool tool;                /* in the player's hand: never a block of a build */
    const char *name;         /* in English; both names are constant */
    const char *russian_name; /* the specification's; a translation of what it lacks */
} ow_structure_block_type;

/* What is known of a type in a variant; NULL stands for `game`. Which types are interactive rests on
 * one source where it differs from the specification; version 0 writes every block as if it were. */
OW_API ow_structure_block_type ow_structure_block_type_at(const ow_structure_variant *variant,
                                                          uint8_t id);

/* The index of the root that a block belongs to; build->root_count where there is no such root. From
 * version 2 on it follows from last_block, which rises in every variant that fits. */
OW_API uint32_t ow_structure_root_of(const ow_structure_build *build, uint32_t block);

/* A block's position from version 1 on, in the game's units and the frame of root->position: raw /
 * (32767 / bounds_size) + bounds_center on each axis, which is bounds_center where bounds_size is 0. The
 * root's rotation is not applied: blocks store places in the world. */
OW_API void ow_structure_position(const ow_structure_root *root, const int16_t raw[3],
                                  double position[3]);

/* The same for any version. False, and zeros, where the block or its root is not there. */
OW_API bool ow_structure_position_of(const ow_structure_build *build, uint32_t block,
                                     double position[3]);

/* What stands for a full turn of 360 degrees in a build's rotations: 65535. Values never change a
 * length, so no file can prove it; files of the Java library JSW show 32767, and the specification says
 * 2047. Where one of these makes more angles multiples of 15 degrees, give or take a step, and no number
 * is too large for it, it is named beside. Counted are the numbers of the rotation table, or of the
 * blocks where there is none. */
#define OW_STRUCTURE_FULL_TURN 65535
typedef struct ow_structure_rotation_scale {
    uint32_t scale;               /* OW_STRUCTURE_FULL_TURN */
    uint32_t angle_count;         /* angles that can tell: 0 and 1 fit every scale */
    uint32_t fitting_count;       /* of these, how many are multiples of 15 degrees */
    uint32_t large_count;         /* above 32767, which 65535 alone has room for */
    uint32_t other_scale;         /* that fits better: 32767 or 2047 (inferred), else 0 */
    uint32_t other_fitting_count; /* by that one, else 0 */
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

/* The shape of a custom block: what its vertices, in version 0 its vectors, stand for, by a scale. Below
 * version 4, of four and more: the first and third gain half the height of the second and fourth, which
 * becomes 0. That 0 and 2 are the middles of the upper and lower face, 1 and 3 their sizes is inferred.
 * At most `most` are put into `vertices`, which may be NULL; returns how many there are. */
OW_API uint32_t ow_structure_shape(const ow_structure_build *build, const ow_structure_block *block,
                                   uint32_t scale, double (*vertices)[3], uint32_t most);

/* One value of a group, -1 for none, and one of metadata's extra bytes, whatever their width. The index
 * is below value_count, byte_count. */
OW_API int32_t ow_structure_group_value(const ow_structure_build *build,
                                        const ow_structure_group *group, uint32_t index);
OW_API int32_t ow_structure_extra_byte(const ow_structure_build *build,
                                       const ow_structure_metadata *metadata, uint32_t index);

/* The variable that a slot of a math block stands for in its formula: A for 0 and so on; 0 behind Z. Its
 * input i sits in slot slots[i]. */
OW_API char ow_structure_variable(uint8_t slot);

/* What a tone generator plays, in hertz; false where a block is none, or says nothing. Inferred from the
 * songs that there are. */
OW_API bool ow_structure_frequency(const ow_structure_block *block, double *hertz);

/* Which end of a 16-bit colour is red; green is in the middle. That it is the high one rests on two
 * functions of one source; files of the Java library JSW have it low. */
#define OW_STRUCTURE_RED_LOW  0
#define OW_STRUCTURE_RED_HIGH 1

/* A 16-bit colour as 8 bits of red, green and blue each, the high bits repeated below; `bit_order` is
 * OW_STRUCTURE_RED_HIGH or _LOW. */
OW_API void ow_structure_rgb(uint16_t color, int bit_order, uint8_t rgb[3]);

/* The 16-bit colour of a block, from the table or its own. False where it has none: its mask says
 * so, its index is outside the table, or the build is of version 0, which has 32 bits. */
OW_API bool ow_structure_color_of(const ow_structure_build *build, const ow_structure_block *block,
                                  uint16_t *color);

/* The colour of a block in any version, by the bit order of a 16-bit one, which has an alpha of 255. */
OW_API bool ow_structure_rgba_of(const ow_structure_build *build, const ow_structure_block *block,
                                 int bit_order, uint8_t rgba[4]);

#ifdef __cplusplus
}
#endif

#endif
