/* Fields of a level that a map of Tiled has no place of its own for: those that the layout has besides the ones that
 * the writer and the reader know. Numbers and texts of an object's record become properties of the object; a block
 * with other such fields travels as its bytes. So a field that is added to the layout survives the way. */
#ifndef OW_SRC_LEVELD_TILED_FIELDS_H
#define OW_SRC_LEVELD_TILED_FIELDS_H

#include "tiled.h"

#include "../../json/reader.h"

enum { MOST_ADDED = 16 };

struct tiled_fields {
    /* By block id: names of numbers and texts of its records, in the order of the layout. */
    const char *added[LEVELD_BLOCK_IDS][MOST_ADDED];
    unsigned added_count[LEVELD_BLOCK_IDS];
    bool travels[LEVELD_BLOCK_IDS]; /* blocks of this id travel as their bytes */
};

/* Finds them for the version and the variant of a level, by telling one record of each kind. */
void tiled_find_fields(const ow_leveld_level *level, const ow_options *options,
                       struct tiled_fields *fields);

/* The same for other fields than those that the reader and the writer know: paths by block id, each between blanks. */
void tiled_find_unknown_fields(const ow_leveld_level *level, const ow_options *options,
                               const char *const known[LEVELD_BLOCK_IDS],
                               struct tiled_fields *fields);

/* Which added field a property stands for, with or without BASE64_SUFFIX; NULL: none. */
const char *tiled_added_field(const struct tiled_fields *fields, unsigned id,
                              const struct json_token *name, bool *base64);

#endif
