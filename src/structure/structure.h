/* Declarations that the files of .structure share, and its row in the registry. Include before a
 * codec. */
#ifndef OW_SRC_STRUCTURE_STRUCTURE_H
#define OW_SRC_STRUCTURE_STRUCTURE_H

#ifdef OW_SRC_CODEC_VERBS_H
#error "the byte order of a format has to be known before a codec"
#endif

/* The layout sets it from the variant. */
#define NUMBERS_ARE_BIG(c) ((c)->big_endian)

#include "../base/memory.h"
#include "../change/repair.h"
#include "../driver/driver.h"

#include <overworld/structure.h>

#define DOCUMENT ow_structure_build

/* Each byte order has code of its own. */
#define COMMON_FIELD variant.byte_order
#define COMMON_VALUE OW_STRUCTURE_LITTLE

/* What an issue can refer to, see RECORDS of the layout. */
enum structure_part { PART_BUILD, PART_ROOT, PART_BLOCK };

/* See struct format_row. Variants are switches, not rows. */
enum { STRUCTURE_VERSIONS = OW_STRUCTURE_NEWEST - OW_STRUCTURE_OLDEST + 1 };
extern const struct version structure_versions[STRUCTURE_VERSIONS];
extern const char *const structure_variants[];
void structure_set_defaults(void *document);
void structure_take_variant(const void *from, void *to);
void structure_name_variant(void *preset, const char *name);
bool structure_find(const struct file *file, void *preset);
ow_status structure_read(const struct file *file, void **document, ow_error *error);
ow_status structure_convert(struct conversion *conversion, const ow_target *target,
                            ow_error *error);

/* Changes the contents of conversion->to where its version and variant, which are set, differ from
 * the original. */
ow_status structure_change(struct conversion *conversion, ow_error *error);

extern const struct format_row structure_format;

/* Whether a type is interactive according to the published specification. */
enum structure_word { SAYS_BLANK, SAYS_NO, SAYS_YES };

/* All but the passive ones are interactive, as `game` reads them. */
enum structure_kind {
    TYPE_UNKNOWN_KIND, /* treated as interactive, like most known types */
    TYPE_PASSIVE,
    TYPE_INTERACTIVE,
    TYPE_CUSTOM, /* has vertices in its metadata */
    TYPE_TOOL    /* is never placed */
};

/* A row of the block types table; without a name for a type that is in no table. */
struct structure_type {
    const char *name, *russian;
    enum structure_kind kind;
    enum structure_word specification;
};
extern const struct structure_type structure_types[256];

static inline bool structure_is_custom(uint8_t id)
{
    return structure_types[id].kind == TYPE_CUSTOM;
}

static inline bool structure_is_flipped(const ow_structure_variant *variant, uint8_t id)
{
    return variant->flipped_ids[id / 8] >> id % 8 & 1;
}

/* The prefix that a variant effectively has: in a big-endian file the two orders of a prefix are
 * the same. */
static inline uint8_t structure_string_prefix(const ow_structure_variant *variant)
{
    return variant->string_prefix == OW_STRUCTURE_U16_BIG && variant->byte_order == OW_STRUCTURE_BIG
               ? OW_STRUCTURE_U16
               : variant->string_prefix;
}

/* The default for variants that leave it open, as a document from JSON or a program may do. */
static inline uint16_t structure_color_bytes(const ow_structure_variant *variant)
{
    return variant->metadata_color_bytes ? variant->metadata_color_bytes
                                         : ow_structure_game.metadata_color_bytes;
}

static inline uint16_t structure_wide_index_from(const ow_structure_variant *variant)
{
    return variant->wide_index_from ? variant->wide_index_from : ow_structure_game.wide_index_from;
}

/* Which versions leave open how groups are written, and the default if the variant does not say. */
static inline bool structure_has_group_counts(unsigned version)
{
    return version == 0;
}

static inline bool structure_has_group_values(unsigned version)
{
    return version >= 1 && version <= 4;
}

static inline uint16_t structure_group_count_bytes(unsigned version,
                                                   const ow_structure_variant *variant)
{
    if (!structure_has_group_counts(version))
        return 1;
    return variant->group_count_bytes ? variant->group_count_bytes : 2;
}

static inline uint16_t structure_group_value_bytes(unsigned version,
                                                   const ow_structure_variant *variant)
{
    if (!structure_has_group_values(version))
        return version == 0 ? 4 : 2;
    return variant->group_value_bytes ? variant->group_value_bytes : 4;
}

/* Sets how a variant writes groups in a version; 0 where there is no choice. */
static inline ow_structure_variant structure_with_group_defaults(unsigned version,
                                                                 ow_structure_variant variant)
{
    variant.group_count_bytes =
        structure_has_group_counts(version) ? structure_group_count_bytes(version, &variant) : 0;
    variant.group_value_bytes =
        structure_has_group_values(version) ? structure_group_value_bytes(version, &variant) : 0;
    return variant;
}

/* Up to version 1 a block stores its root; from version 2 on a root stores its last block. */
static inline bool structure_has_last_block(unsigned version)
{
    return version >= 2;
}

/* In versions below 5, bytes of metadata take four. */
static inline bool structure_has_wide_bytes(unsigned version)
{
    return version < 5;
}

/* From version 3 on, a mask says whether the speed is 0, also for a plain block. */
static inline bool structure_mask_has_speed(unsigned version)
{
    return version >= 3;
}

static inline bool structure_has_tables(unsigned version)
{
    return version >= 6;
}

/* Sets defaults for the switches that matter in all versions. */
void structure_set_switch_defaults(ow_structure_variant *variant);

/* The size of a root in bytes. */
static inline size_t structure_root_size(unsigned version)
{
    return version == 0 ? 24 : version == 1 ? 48 : 50;
}

/* Whether a type is interactive in a variant: its blocks have settings from version 1 on. */
static inline bool structure_is_interactive(const ow_structure_variant *variant, uint8_t id)
{
    return (structure_types[id].kind != TYPE_PASSIVE) != structure_is_flipped(variant, id);
}

/* Version 0 writes all fields of every block. */
static inline bool structure_has_settings(const ow_structure_build *build, uint8_t id)
{
    return build->version == 0 || structure_is_interactive(&build->variant, id);
}

/* Whether a type's kind is in doubt: no table has the type, the specification contradicts, or (for
 * the text sticker) the Java library does. */
static inline bool structure_is_doubtful(uint8_t id)
{
    const struct structure_type *type = &structure_types[id];
    return !type->name || (type->kind != TYPE_PASSIVE && type->specification == SAYS_NO) ||
           id == 126;
}

/* The name of a switch with an invalid value; NULL if there is none. */
const char *structure_wrong_switch(const ow_structure_variant *variant);

bool structure_same_variant(const ow_structure_variant *a, const ow_structure_variant *b);

/* "game", "spec", or the nearer of them with the names of the switches that differ. */
enum { STRUCTURE_VARIANT_NAME = EXTERNAL_NAME };
void structure_variant_name(const ow_structure_variant *variant, char name[STRUCTURE_VARIANT_NAME]);

/* The variant that a name begins with. Returns false if it is neither. */
bool structure_variant_by_name(ow_text name, ow_structure_variant *variant);

/* The switches of a variant, in the order in which a search changes them. */
enum structure_switch {
    SWITCH_TABLES,
    SWITCH_IDS,
    SWITCH_PREFIX,
    SWITCH_PREFIX_ORDER, /* of two bytes in a little-endian file */
    SWITCH_COLOR_BYTES,
    SWITCH_EMPTY_BOUNDS,
    SWITCH_GROUP_COUNTS,
    SWITCH_GROUP_VALUES,
    SWITCH_WIDE_INDEX,
    SWITCH_BYTE_ORDER,
    SWITCHES
};

/* Changes a switch to its other value; SWITCH_IDS only for the type `id`. The other value of a
 * prefix with seven bits per byte is the prefix of two bytes that a known library writes. */
void structure_flip(ow_structure_variant *variant, enum structure_switch what, uint8_t id);

/* A block's rotation, from the table or its own; NULL if its index is outside the table. */
static inline const uint16_t *structure_rotation_of(const ow_structure_build *build,
                                                    const ow_structure_block *block)
{
    if (build->rotation_count == 0)
        return block->rotation;
    return block->rotation_index < build->rotation_count ? build->rotations[block->rotation_index]
                                                         : NULL;
}

/* An angle before it was rounded down to steps: a multiple of 15 degrees if one is within a step.
 * Quarter turns must be exact for the faces of blocks to meet. */
double structure_meant_degrees(uint16_t raw, uint32_t scale);

/* The unused bits after the last boolean, in the byte that they share. */
static inline unsigned structure_spare_bits(const ow_structure_metadata *metadata)
{
    uint32_t used = metadata->boolean_count % 8;
    return used ? metadata->booleans[metadata->boolean_count / 8] & (0xffu >> used) : 0;
}

/* The vertices of a custom block as they are written, without the game's change to them in versions
 * below 4. In version 0 they are the vectors. */
uint32_t structure_count_vertices(const ow_structure_build *build,
                                  const ow_structure_metadata *metadata);
void structure_find_vertex(const ow_structure_build *build, const ow_structure_metadata *metadata,
                           uint32_t index, uint32_t scale, double vertex[3]);

/* Functions of the row in format.c, see struct format_row. */
bool structure_sniff(const uint8_t *bytes, size_t size);
ow_status structure_check(const struct file *file, struct report *report, ow_error *error);
ow_status structure_summarise(const struct file *file, bool whole, struct emitter *emit,
                              ow_error *error);

extern const struct remedy structure_remedies[];
bool structure_salvage_as(void *preset);
bool structure_finish_salvaged(void *document, struct salvage *salvage);

extern const ow_issue_code structure_issue_codes[];
extern const struct field_note structure_notes[];

#endif
