/* Fields of a level that have no equivalent in a Tiled map: fields of the layout that the writer
 * and the reader do not know. Numbers and texts of an object's record become properties of the
 * object. A block with other such fields is stored as its bytes. So a field that is added to the
 * layout survives the round trip. */
#ifndef OW_SRC_LEVELD_TILED_FIELDS_H
#define OW_SRC_LEVELD_TILED_FIELDS_H

#include "tiled.h"

#include "../../json/reader.h"

enum { MOST_ADDED = 16 };

struct tiled_fields {
    /* By block id: names of numbers and texts of its records, in the order of the layout. */
    const char *added[LEVELD_BLOCK_IDS][MOST_ADDED];
    unsigned added_count[LEVELD_BLOCK_IDS];
    bool travels[LEVELD_BLOCK_IDS]; /* blocks of this id are stored as their bytes */
};

/* Finds these fields for the version and the variant of a level, by tracing one record of each
 * kind. */
void tiled_find_fields(const ow_leveld_level *level, const ow_options *options,
                       struct tiled_fields *fields);

/* The same for a given set of known fields: paths by block id, separated by spaces. */
void tiled_find_unknown_fields(const ow_leveld_level *level, const ow_options *options,
                               const char *const known[LEVELD_BLOCK_IDS],
                               struct tiled_fields *fields);

/* The added field that a property stands for, with or without BASE64_SUFFIX; NULL: none. */
const char *tiled_added_field(const struct tiled_fields *fields, unsigned id,
                              const struct json_token *name, bool *base64);

#endif
