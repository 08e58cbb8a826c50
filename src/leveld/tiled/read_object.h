/* An object of a map that becomes a record of a level. */
#ifndef OW_SRC_LEVELD_TILED_READ_OBJECT_H
#define OW_SRC_LEVELD_TILED_READ_OBJECT_H

#include "read.h"

enum {
    OBJECT_TYPE,
    OBJECT_CLASS,
    OBJECT_NAME,
    OBJECT_X,
    OBJECT_Y,
    OBJECT_WIDTH,
    OBJECT_HEIGHT,
    OBJECT_ROTATION,
    OBJECT_POINT,
    OBJECT_ELLIPSE,
    OBJECT_POLYGON,
    OBJECT_POLYLINE,
    OBJECT_TEXT,
    OBJECT_GID,
    OBJECT_TEMPLATE,
    OBJECT_PROPERTIES,
    OBJECT_MEMBERS
};

enum { NO_KIND = UINT8_MAX };

struct object {
    struct member members[OBJECT_MEMBERS];
    char place[PLACE_ROOM];
    enum { SHAPE_POINT, SHAPE_RECTANGLE, SHAPE_ELLIPSE, SHAPE_LINE } shape;
    int64_t x, y, width, height; /* in thousandths of a pixel */
    uint32_t gid;                /* of an object with a tile; 0: none */
    const char *line;            /* the JSON of its points */
    bool closed;                 /* it is a polygon */
};

/* The properties of an object; missing ones are 0. */
struct object_properties {
    uint32_t id, tag, layer_id, flags, type, a1, a2, a3, a4, a5;
    uint32_t area_type, looping, point_count;
    uint32_t x, y; /* exact values, where Tiled may have rounded them */
    bool has_id, has_x, has_y, has_area_type, has_looping, has_point_count;
    const char *values, *points; /* strings of a path */
    ow_text metadata;
    struct added_value *added; /* in scratch memory */
};
bool tiled_read_properties(struct tiled_reader *reader, const struct object *object, unsigned kind,
                           struct object_properties *properties);

/* Creates the next record of a block from an object. */
bool tiled_fill_object(struct tiled_reader *reader, const struct object *object,
                       struct planned *planned);
bool tiled_fill_path(struct tiled_reader *reader, const struct object *object,
                     const struct object_properties *properties, ow_leveld_path *path);

/* Converts a place from thousandths to whole pixels: `exact` if Tiled may have rounded it, see
 * tiled_may_be; otherwise the nearest valid place, with a warning. */
uint32_t tiled_place(struct tiled_reader *reader, const struct object *object, int64_t thousandths,
                     const uint32_t *exact);

/* Rounds thousandths to an integer, halves up. */
int64_t tiled_whole(int64_t thousandths);

#endif
