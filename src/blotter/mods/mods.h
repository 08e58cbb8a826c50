/* Mods as pictures and circuits use them. */
#ifndef OW_SRC_BLOTTER_MODS_MODS_H
#define OW_SRC_BLOTTER_MODS_MODS_H

#include "../../jecs/jecs.h"
#include "../types/types.h"

#include <overworld/mods.h>

/* A text in the form of ow_circuit_options.types_json, and its file. */
struct mod_text {
    ow_text path, text; /* zero-terminated */
};

/* What ow_mods.owner leads to. */
struct mod_records {
    struct arena *arena;
    struct component_type *types; /* of each ow_mods.types */
    struct mod_text *texts;
    uint32_t text_count;
};

static inline const struct mod_records *mods_records(const ow_mods *mods)
{
    return mods->owner;
}

/* The order of names: as bytes, a name in front of those that it begins. */
int mods_compare_names(ow_text a, ow_text b);

/* The type of that name; NULL if there is none, or if `mods` is NULL. */
const struct component_type *mods_find_type(const ow_mods *mods, ow_text name);

/* A component file on its way in. */
struct mod_reader {
    struct arena *arena;
    ow_warn warn;
    void *context;
    ow_text path;
    ow_status status; /* OW_OK, or why there is no memory */
};

/* Reports what is wrong with a line. Returns false. */
bool mod_refuse(struct mod_reader *reader, const ow_jecs_node *node, const char *format, ...)
    OW_PRINTF(3, 4);

/* Reads what a type's text says of its shape and its pegs. Returns false, after a warning or without memory, if it
 * cannot be read. */
bool mod_read_type(struct mod_reader *reader, const ow_jecs_node *node, ow_mod_type *about,
                   struct component_type *type);

#endif
