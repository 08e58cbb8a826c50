/* Custom properties of Tiled. */
#ifndef OW_SRC_LEVELD_TILED_PROPERTIES_H
#define OW_SRC_LEVELD_TILED_PROPERTIES_H

#include "../../json/walk.h"

/* The custom properties of an object: an array of objects, or an object, as Tiled wrote them before
 * 1.2. */
struct property {
    struct json_token name;
    const char *value;
    uint64_t index;
};
struct properties {
    struct elements elements;
    bool object;
};
struct properties walk_properties(struct json_walk *walk, const char *at);
bool next_property(struct properties *properties, struct property *property);

#endif
