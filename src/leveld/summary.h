/* What the parts of a summary share. */
#ifndef OW_SRC_LEVELD_SUMMARY_H
#define OW_SRC_LEVELD_SUMMARY_H

#include "survey.h"

#include "../base/emit.h"

/* What stands at the front of a level. Text is borrowed from the file. */
struct front {
    ow_leveld_level level; /* version, byte order, variant */
    bool has_meta, has_mesh;
    ow_leveld_meta meta;
    ow_leveld_mesh mesh; /* without its layers */
    uint32_t height;
};

/* Reads a level up to its first list of records, and passes by no more than the layers of a map.
 * Which variant fits is judged by these bytes alone. On failure there is what stood before. */
ow_status leveld_read_front(const struct file *file, struct front *front);

/* How many cells each tile has: the list of a histogram. Memory from `arena`. */
ow_status leveld_emit_histogram(struct emitter *emit, const ow_leveld_mesh *map,
                                struct arena *arena);

/* Figures that need the whole level. */
ow_status leveld_emit_figures(struct emitter *emit, struct survey *survey, struct arena *arena);

#endif
