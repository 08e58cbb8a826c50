/* The kinds of issue that a check of a build can raise, as indexes of the table in codes.c. */
#ifndef OW_SRC_STRUCTURE_CODES_H
#define OW_SRC_STRUCTURE_CODES_H

enum structure_code {
    /* The file cannot be read on. */
    TRUNCATED,
    BROKEN,
    UNKNOWN_VERSION,
    /* The variant. */
    VARIANT_GUESSED,
    VARIANT_NOT_UNIQUE,
    VARIANTS_NOT_ALL_TRIED,
    VARIANT_NOT_GAME,
    /* Tables. */
    TABLE_EMPTY,
    TABLE_NOT_WORTHWHILE,
    COLOR_TWICE,
    COLOR_UNUSED,
    ROTATION_TWICE,
    ROTATION_UNUSED,
    /* Roots. */
    EMPTY_BUILD,
    LAST_BLOCK_ORDER,
    LAST_BLOCK_END,
    ROOT_NOT_FINITE,
    BOUNDS_SIZE,
    /* Blocks. */
    TYPE_UNKNOWN,
    TYPE_DOUBTFUL,
    POSITION_OUTSIDE,
    ROTATION_OUTSIDE,
    COLOR_OUTSIDE,
    MASK_MEANINGLESS,
    SPEED_UNANNOUNCED,
    SPEED_ZERO,
    FAST_WITHOUT_SPEED,
    /* What interactive blocks have beside. */
    NAME_NOT_UTF8,
    NAME_EMPTY,
    BEARING_OUTSIDE,
    BEARING_TO_ITSELF,
    BEARING_OTHER_TYPE,
    CONNECTION_OUTSIDE,
    CONNECTION_TO_ITSELF,
    CONNECTION_TWICE,
    CONNECTION_TO_PASSIVE,
    LIST_EMPTY,
    /* Metadata. */
    METADATA_NOT_FINITE,
    SPARE_BITS,
    VERTEX_BOUNDS,
    GRADIENT_KEYS,
    GRADIENT_POSITION,
    FORMULA_NOT_ASCII,
    SLOTS_DIFFER,
    STRUCTURE_CODE_COUNT
};

#endif
