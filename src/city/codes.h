/* The kinds of issue that a check of a city save can report, as indexes into the table in
 * codes.c. */
#ifndef OW_SRC_CITY_CODES_H
#define OW_SRC_CITY_CODES_H

enum city_code {
    /* The rest of the file cannot be read. */
    TRUNCATED,
    BROKEN,
    UNKNOWN_VERSION,
    /* The whole save. */
    OLD_VARIANT,
    VARIANT_UNCERTAIN,
    SIZE_WRONG,
    BAD_UTF8,
    /* Terrain. */
    IMAGE_PATH_EMPTY,
    IMAGE_PATH_UNSAFE,
    IMAGE_MISSING,
    IMAGE_SIZE_ODD,
    Z_SCALE_NOT_FINITE,
    Z_SCALE_NOT_POSITIVE,
    HEIGHTS_IN_FILE,
    VERTICES_TOO_FEW,
    HEIGHT_NOT_FINITE,
    /* Meta things. */
    META_THING_TWICE,
    META_THING_UNUSED,
    /* Things. */
    META_THING_MISSING,
    DIRECTION_UNKNOWN,
    COORDINATE_NOT_FINITE,
    THING_OUTSIDE,
    RESERVED_DATA,
    CITY_CODE_COUNT
};

#endif
