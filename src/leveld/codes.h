/* The kinds of issue that a check of a level can report, as indexes into the table in codes.c. */
#ifndef OW_SRC_LEVELD_CODES_H
#define OW_SRC_LEVELD_CODES_H

enum leveld_code {
    /* The rest of the file cannot be read. */
    TRUNCATED,
    BROKEN,
    UNKNOWN_VERSION,
    /* The file and its blocks. */
    BYTE_ORDER,
    OLD_VARIANT,
    NEWER_LAYOUT,
    META_MISSING,
    META_NOT_FIRST,
    MESH_MISSING,
    BLOCK_REPEATED,
    BLOCK_TOO_EARLY,
    ACTORS_REPLACED,
    ACTORS_AS_THINGS,
    /* Text. */
    BAD_UTF8,
    DESCRIPTION_IS_PATH,
    /* The map. */
    WIDTH_ZERO,
    LAYER_LENGTH,
    CELLS_LEFT_OVER,
    NO_LAYERS,
    MAP_EMPTY,
    TILE_SIZE_ZERO,
    /* Actors, things, triggers and paths. */
    LAYER_MISSING,
    ACTOR_OUTSIDE,
    THING_OUTSIDE,
    TRIGGER_OUTSIDE,
    POINT_OUTSIDE,
    THING_IN_WALL,
    THING_TWICE,
    AREA_TYPE_UNKNOWN,
    AREA_EMPTY,
    PATH_EMPTY,
    LOOP_TOO_SHORT,
    LOOPING_NOT_BOOLEAN,
    TAG_ALONE,
    LEVELD_CODE_COUNT
};

#endif
