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

/* What ow_mods.owner points to. */
struct mod_records {
    struct arena *arena;
    struct component_type *types; /* one for each of ow_mods.types */
    struct mod_text *texts;
    uint32_t text_count;
};

static inline const struct mod_records *mods_records(const ow_mods *mods)
{
    return mods->owner;
}

/* Orders names by bytes; a prefix comes first. */
int mods_compare_names(ow_text a, ow_text b);

/* The type of that name; NULL if there is none, or if `mods` is NULL. */
const struct component_type *mods_find_type(const ow_mods *mods, ow_text name);

/* A component file that is being read. */
struct mod_reader {
    struct arena *arena;
    ow_warn warn;
    void *context;
    ow_text path;
    ow_status status; /* OW_OK, or the failure of an allocation */
};

/* Reports what is wrong with a line. Returns false. */
bool mod_refuse(struct mod_reader *reader, const ow_jecs_node *node, const char *format, ...)
    OW_PRINTF(3, 4);

/* Reads the shape and pegs of a type. Returns false if they cannot be read (after a warning) or if
 * memory runs out. */
bool mod_read_type(struct mod_reader *reader, const ow_jecs_node *node, ow_mod_type *about,
                   struct component_type *type);

#endif
