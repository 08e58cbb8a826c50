/* The things of a city as parts, see change/parts.h. */
#ifndef OW_SRC_CITY_PARTS_H
#define OW_SRC_CITY_PARTS_H

#include "../change/parts.h"
#include "city.h"

ow_status city_open_parts(struct parts *parts, ow_error *error);
void city_fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                    ow_part *part);
ow_status city_remove_parts(void *document, struct parts *parts, ow_error *error);
ow_status city_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                            uint64_t *count, ow_error *error);
ow_status city_extract_parts(void *document, struct parts *parts, const struct part_notes *notes,
                             ow_error *error);
ow_status city_merge_parts(void *world, void *part, const ow_placement *placement,
                           const struct part_notes *notes, ow_error *error);

ow_status city_rearrange_parts(void *document, struct parts *parts, const ow_rearrangement *how,
                               const struct part_notes *notes, uint64_t *count, ow_error *error);
void city_find_origin(const struct parts *parts, ow_placement *placement);

/* Moves a thing. Returns false if a save cannot store its new place. */
bool city_move_thing(ow_city_thing *thing, const double by[3]);

/* Vertices of a ground, last column and row included. */
struct patch {
    uint32_t first[2], last[2];
};

/* The part of the ground below a box: all vertices that affect heights within the box. Returns
 * false if there are none. */
bool city_find_patch(const struct parts *parts, const ow_city_terrain *terrain,
                     struct patch *patch);

#endif
