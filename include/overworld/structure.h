/* .structure: builds of Sandbox World, versions 0 to 6.
 *
 * Section names are those of the published specification (in Russian). It describes version 6
 * only, and leaves open or contradicts how some parts of a file are read. Each open point is a
 * member of ow_structure_variant, see docs/explanation/structure-variants.md. All numbers are in
 * host byte order.
 *
 * Threads: the calls may run at once on different objects, and on the same build if it is const.
 * More in formats.h. */
#ifndef OVERWORLD_STRUCTURE_H
#define OVERWORLD_STRUCTURE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OW_STRUCTURE_OLDEST 0
#define OW_STRUCTURE_NEWEST 6

/* Values of ow_structure_variant.byte_order, .tables and .string_prefix. */
#define OW_STRUCTURE_LITTLE        0
#define OW_STRUCTURE_BIG           1
#define OW_STRUCTURE_COUNTS_FIRST  0 /* both counts, then colours, then rotations */
#define OW_STRUCTURE_LENGTHS_FIRST 1 /* each table after its own count */
#define OW_STRUCTURE_VARINT        0 /* seven bits per byte, lowest first */
#define OW_STRUCTURE_U16           1
#define OW_STRUCTURE_U16_BIG       2 /* high byte first in a little-endian file: JSW 1.0.0 */

/* How a file is written: a member for each open point. All members zero: as the game writes. */
typedef struct ow_structure_variant {
    uint8_t byte_order;       /* OW_STRUCTURE_LITTLE or _BIG */
    uint8_t tables;           /* OW_STRUCTURE_COUNTS_FIRST or _LENGTHS_FIRST */
    uint8_t string_prefix;    /* of a block's name: OW_STRUCTURE_VARINT, _U16 or _U16_BIG */
    bool empty_custom_bounds; /* min and max are there even if a custom block has no vertices */
    uint16_t metadata_color_bytes; /* 4, or 3 without alpha; 0: the game's */

    /* Rotation indices have two bytes if the table has this many entries, 256 or 257; 0: the
     * game's. */
    uint16_t wide_index_from;
    uint8_t flipped_ids[32];    /* bit id % 8 of byte id / 8: not as in the table of block types */
    uint16_t group_count_bytes; /* version 0: 2 or 1; 0: the game's, and for other versions */
    /* versions 1 to 4: 4 or 2; 0: the game's, and for other versions */
    uint16_t group_value_bytes;
    uint8_t reserved[4];
} ow_structure_variant;

/* The variant of the game and its Java library, and that of the published specification taken
 * literally. */
OW_API extern const ow_structure_variant ow_structure_game;
OW_API extern const ow_structure_variant ow_structure_spec;

/* ow_structure_block.mask: HAS bits mark fields that are there, NO bits fields that are not. */
#define OW_STRUCTURE_HAS_NAME        0x01
#define OW_STRUCTURE_HAS_CONNECTIONS 0x02
#define OW_STRUCTURE_NO_METADATA     0x04
#define OW_STRUCTURE_NO_COLOR        0x08
#define OW_STRUCTURE_NO_BEARING      0x10
#define OW_STRUCTURE_NO_INTEGERS     0x20
#define OW_STRUCTURE_FAST            0x40 /* the speed byte is the speed itself, not 255ths */
#define OW_STRUCTURE_HAS_SPEED       0x80

/* "Roots": a part of the build with its own place. */
typedef struct ow_structure_root {
    float position[3];
    float rotation[3];
    float bounds_center[3]; /* since version 1, like bounds_size */
    float bounds_size[3];   /* full size, in units */
    uint16_t last_block;    /* since version 2: index of its last block in the whole file */
} ow_structure_root;

/* Indices of blocks, presumably by connection slot. */
typedef struct ow_structure_group {
    uint32_t value_count; /* at most 255, like all counts inside blocks; 65535 in version 0 */
    union {
        uint16_t *values;     /* since version 5, or of two bytes before: 65535 is none */
        int32_t *wide_values; /* before version 5: -1 is none */
    };
} ow_structure_group;

typedef struct ow_structure_gradient {
    uint32_t color_count, color_position_count, alpha_count, alpha_position_count;
    uint8_t (*colors)[4]; /* red, green, blue and, with four bytes, alpha */
    float *color_positions;
    float *alphas;
    float *alpha_positions;
} ow_structure_gradient;

/* "Block metadata". Arrays that a file does not have are NULL. */
typedef struct ow_structure_metadata {
    uint32_t boolean_count, float_count, vector_count, vertex_count, group_count, byte_count;
    uint32_t color_count, gradient_count;
    uint8_t *booleans; /* packed: the first in the top bit of the first byte */
    float *floats;
    float (*vectors)[3];     /* of blocks that are not custom, and of all in version 0 */
    int8_t min, max;         /* of custom blocks: range of the vertices */
    uint16_t (*vertices)[3]; /* of custom blocks, since version 1 */
    ow_structure_group *groups;
    union {
        uint8_t *bytes;      /* since version 5: at most 63 */
        int32_t *wide_bytes; /* before version 5 */
    };
    uint8_t (*colors)[4];
    ow_structure_gradient *gradients;
    ow_text formula; /* of the math block, like inputs and slots: ASCII */
    uint32_t input_count, slot_count;
    uint8_t *inputs, *slots;
} ow_structure_metadata;

/* What interactive blocks have in addition. */
typedef struct ow_structure_settings {
    ow_text name;   /* UTF-8 */
    uint8_t signal; /* in 255ths */
    uint16_t bearing;
    uint32_t connection_count, integer_count;
    uint16_t *connections; /* indices of blocks in the whole file */
    int32_t *integers;
    ow_structure_metadata *metadata; /* NULL with OW_STRUCTURE_NO_METADATA */
} ow_structure_settings;

/* "Blocks": one block. Version, id, mask and the tables decide which fields are used. */
typedef struct ow_structure_block {
    union {
        int16_t position[3];     /* since version 1: in 32767ths of the bounds, from their centre */
        float world_position[3]; /* version 0: "position" in JSON and events */
    };
    union {
        uint16_t rotation[3];    /* without a rotation table */
        uint16_t rotation_index; /* with one */
    };
    uint8_t id;
    uint8_t root; /* versions 0 and 1: index of its root */
    uint8_t mask, speed;
    union {
        uint8_t color_index; /* with a colour table */
        uint16_t color;      /* without: 5, 6 and 5 bits */
        uint8_t rgba[4];     /* version 0: red, green, blue, alpha; "color" in JSON and events */
    };
    ow_structure_settings *settings; /* of interactive blocks, else NULL */
} ow_structure_block;

/* A whole build. To build one, zero it and set `version` (0 is the oldest), or call ow_new. A
 * table that is NULL is missing, which the file distinguishes from an empty one. */
typedef struct ow_structure_build {
    uint8_t version; /* 0 to 6 */
    ow_structure_variant variant;
    uint32_t color_count, rotation_count, root_count, block_count;
    uint16_t *colors;           /* version 6: at most 254 */
    uint16_t (*rotations)[3];   /* version 6: at most 65534 */
    ow_structure_root *roots;   /* at most 65535 */
    ow_structure_block *blocks; /* at most 65535 */
    void *owner; /* the memory of all members; NULL in a build that the caller made */
    uint64_t reserved[4];
} ow_structure_build;

/* Reads a build, in the first variant that fits, see docs/explanation/structure-variants.md.
 * Writing it again gives the same bytes.
 *
 * bytes, size: the file, size in bytes.
 * build: receives the build; release it with ow_structure_free. NULL on failure.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_structure_read(const void *bytes, size_t size, const ow_options *options,
                                   ow_structure_build **build, ow_error *error);

/* Reads a build in a known variant, even if the result makes no sense.
 *
 * bytes, size: the file, size in bytes.
 * variant: NULL: ow_structure_game.
 * build: receives the build; release it with ow_structure_free. NULL on failure.
 * Returns OW_OK or a read error; OW_BAD_ARGUMENT for an invalid variant.
 * Since 0.1. */
OW_API ow_status ow_structure_read_as(const void *bytes, size_t size,
                                      const ow_structure_variant *variant,
                                      const ow_options *options, ow_structure_build **build,
                                      ow_error *error);

/* Releases a build. NULL is allowed. Since 0.1. */
OW_API void ow_structure_free(ow_structure_build *build);

/* Writes a build in its own variant.
 *
 * sink: receives the bytes, in order.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_structure_write(const ow_structure_build *build, const ow_options *options,
                                    const ow_sink *sink, ow_error *error);

/* Writes a build in its own variant into memory.
 *
 * buffer: receives the bytes; release it with ow_buffer_free.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_structure_write_buffer(const ow_structure_build *build,
                                           const ow_options *options, ow_buffer *buffer,
                                           ow_error *error);

/* Converts a build to another version or named variant.
 *
 * target: its variant is "game", "spec", or NULL for the build's own. NULL or all zero: a copy.
 * warn: called for each loss, with the JSON Pointer of its first place; may be NULL.
 * converted: receives a build that shares no memory with `build`; release it with
 *   ow_structure_free.
 * Returns OW_OK; OW_BAD_ARGUMENT if there is no such version or variant; OW_BAD_VALUE if the
 * target cannot hold a value.
 * Since 0.1. */
OW_API ow_status ow_structure_convert(const ow_structure_build *build, const ow_target *target,
                                      const ow_options *options, ow_warn warn, void *warn_context,
                                      ow_structure_build **converted, ow_error *error);

/* Converts a build to a version in any variant, see ow_structure_convert.
 *
 * variant: NULL: ow_structure_game.
 * converted: as for ow_structure_convert.
 * Returns OW_OK; errors as ow_structure_convert.
 * Since 0.1. */
OW_API ow_status ow_structure_convert_as(const ow_structure_build *build, unsigned version,
                                         const ow_structure_variant *variant,
                                         const ow_options *options, ow_warn warn,
                                         void *warn_context, ow_structure_build **converted,
                                         ow_error *error);

/* Ids of block types with additional fields. */
#define OW_STRUCTURE_MATH_BLOCK     129
#define OW_STRUCTURE_TONE_GENERATOR 125

/* "Block types": what is known of a type. */
typedef struct ow_structure_block_type {
    uint8_t id;
    bool known;               /* 0 to 132; otherwise both names say "unknown" */
    bool interactive;         /* has settings in the variant */
    bool custom;              /* its metadata has vertices */
    bool tool;                /* a tool in the player's hand, never part of a build */
    const char *name;         /* in English; both names are constant */
    const char *russian_name; /* the specification's, or a translation */
} ow_structure_block_type;

/* Describes a block type in a variant. Where types differ from the specification, one source alone
 * says which are interactive. Version 0 writes every block as interactive.
 *
 * variant: NULL: ow_structure_game.
 * Returns the description.
 * Since 0.1. */
OW_API ow_structure_block_type ow_structure_block_type_at(const ow_structure_variant *variant,
                                                          uint8_t id);

/* Finds the root of a block. Since version 2 it follows from last_block, which ascends in every
 * variant that fits.
 * Returns the index of the root; build->root_count if there is none.
 * Since 0.1. */
OW_API uint32_t ow_structure_root_of(const ow_structure_build *build, uint32_t block);

/* Computes the position of a block since version 1: raw / (32767 / bounds_size) + bounds_center on
 * each axis, or bounds_center if bounds_size is 0. The root's rotation is not applied, because
 * blocks store places in the world.
 *
 * position: receives x, y, z in the game's units, in the frame of root->position.
 * Since 0.1. */
OW_API void ow_structure_position(const ow_structure_root *root, const int16_t raw[3],
                                  double position[3]);

/* Computes the position of a block of any version.
 *
 * position: receives x, y, z as for ow_structure_position; zeros on failure.
 * Returns false if there is no such block or root.
 * Since 0.1. */
OW_API bool ow_structure_position_of(const ow_structure_build *build, uint32_t block,
                                     double position[3]);

/* The value of a full turn of 360 degrees in a build's rotations: 65535. No file can prove it,
 * because the values do not change a length. Files of the Java library JSW suggest 32767, the
 * specification says 2047. If one of these makes more angles multiples of 15 degrees, give or take
 * a step, and no number is too large for it, it is reported too. Counted are the numbers of the
 * rotation table, or of the blocks if there is no table. */
#define OW_STRUCTURE_FULL_TURN 65535
typedef struct ow_structure_rotation_scale {
    uint32_t scale;               /* OW_STRUCTURE_FULL_TURN */
    uint32_t angle_count;         /* angles considered: not 0 and 1, which fit every scale */
    uint32_t fitting_count;       /* of these, multiples of 15 degrees */
    uint32_t large_count;         /* above 32767, which only 65535 allows */
    uint32_t other_scale;         /* scale that fits better: 32767 or 2047 (inferred), else 0 */
    uint32_t other_fitting_count; /* multiples of 15 degrees by other_scale, else 0 */
} ow_structure_rotation_scale;

/* Finds the scale of a build's rotations. Returns the scale and the counts behind it. Since 0.1. */
OW_API ow_structure_rotation_scale
ow_structure_find_rotation_scale(const ow_structure_build *build);

/* Converts an angle to degrees. The angles are presumably Euler angles, applied in the order z, x,
 * y, left-handed with y up (inferred).
 * Returns degrees; 0 if `scale` is 0.
 * Since 0.1. */
OW_API double ow_structure_degrees(uint16_t raw, uint32_t scale);

/* The value of `max` in a vertex. The specification's 2^16 does not fit; the Java library writes
 * 32767. Inferred: no real file of the game shows one. */
#define OW_STRUCTURE_VERTEX_SCALE      65535
#define OW_STRUCTURE_JAVA_VERTEX_SCALE 32767

/* Computes a vertex of a custom block: raw / scale * (max - min) + min on each axis.
 *
 * scale: not 0.
 * vertex: receives x, y, z.
 * Since 0.1. */
OW_API void ow_structure_vertex(const ow_structure_metadata *metadata, const uint16_t raw[3],
                                uint32_t scale, double vertex[3]);

/* Converts a signal. Returns 0 to 1. Since 0.1. */
OW_API double ow_structure_signal(uint8_t raw);

/* Computes the speed of a block.
 * Returns the byte itself with OW_STRUCTURE_FAST, otherwise 0 to 1; 0 without a block.
 * Since 0.1. */
OW_API double ow_structure_speed(const ow_structure_block *block);

/* Computes the shape of a custom block from its vertices (version 0: its vectors). Before version
 * 4, if there are at least four: the first and third gain half the height of the second and
 * fourth, whose height becomes 0. That 0 and 2 are the centres of the upper and lower face, and 1
 * and 3 their sizes, is inferred.
 *
 * vertices, most: receives at most `most` vertices; may be NULL.
 * Returns the number of all vertices.
 * Since 0.1. */
OW_API uint32_t ow_structure_shape(const ow_structure_build *build, const ow_structure_block *block,
                                   uint32_t scale, double (*vertices)[3], uint32_t most);

/* Reads a value of a group, whatever its width.
 *
 * index: below value_count.
 * Returns the value; -1 for none or an invalid index.
 * Since 0.1. */
OW_API int32_t ow_structure_group_value(const ow_structure_build *build,
                                        const ow_structure_group *group, uint32_t index);

/* Reads an extra byte of metadata, whatever its width.
 *
 * index: below byte_count.
 * Returns the value; 0 for an invalid index.
 * Since 0.1. */
OW_API int32_t ow_structure_extra_byte(const ow_structure_build *build,
                                       const ow_structure_metadata *metadata, uint32_t index);

/* Names the variable of a slot of a math block in its formula. Input i of the block is in slot
 * slots[i].
 * Returns 'A' for slot 0 and so on; 0 after 'Z'.
 * Since 0.1. */
OW_API char ow_structure_variable(uint8_t slot);

/* Finds the frequency that a tone generator plays. Inferred from existing songs.
 *
 * hertz: receives the frequency in hertz.
 * Returns false for other blocks, or without a value.
 * Since 0.1. */
OW_API bool ow_structure_frequency(const ow_structure_block *block, double *hertz);

/* Which bits of a 16-bit colour are red; green is in the middle. OW_STRUCTURE_RED_HIGH rests on
 * two functions of one source; files of the Java library JSW have red low. */
#define OW_STRUCTURE_RED_LOW  0
#define OW_STRUCTURE_RED_HIGH 1

/* Converts a 16-bit colour to 8 bits per channel; the high bits are repeated in the low ones.
 *
 * bit_order: OW_STRUCTURE_RED_HIGH or _LOW.
 * rgb: receives red, green, blue.
 * Since 0.1. */
OW_API void ow_structure_rgb(uint16_t color, int bit_order, uint8_t rgb[3]);

/* Finds the 16-bit colour of a block, from the table or its own.
 *
 * color: receives the colour.
 * Returns false if it has none: by its mask, for an index outside the table, or in version 0,
 * which has 32 bits.
 * Since 0.1. */
OW_API bool ow_structure_color_of(const ow_structure_build *build, const ow_structure_block *block,
                                  uint16_t *color);

/* Finds the colour of a block of any version. A 16-bit colour has an alpha of 255.
 *
 * bit_order: of a 16-bit colour, OW_STRUCTURE_RED_HIGH or _LOW.
 * rgba: receives red, green, blue, alpha.
 * Returns false if it has none.
 * Since 0.1. */
OW_API bool ow_structure_rgba_of(const ow_structure_build *build, const ow_structure_block *block,
                                 int bit_order, uint8_t rgba[4]);

#ifdef __cplusplus
}
#endif

#endif
