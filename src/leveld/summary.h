/* Declarations that the parts of a summary share. */
#ifndef OW_SRC_LEVELD_SUMMARY_H
#define OW_SRC_LEVELD_SUMMARY_H

#include "survey.h"

#include "../base/emit.h"

/* The front of a level. Text points into the file. */
struct front {
    ow_leveld_level level; /* version, byte order, variant */
    bool has_meta, has_mesh;
    ow_leveld_meta meta;
    ow_leveld_mesh mesh; /* without its layers */
    uint32_t height;
};

/* Reads a level up to its first list of records, and skips only the layers of a map. These bytes
 * alone determine the variant. On failure, *front has what came before. */
ow_status leveld_read_front(const struct file *file, struct front *front);

/* Emits the number of cells of each tile: a histogram. Memory from `arena`. */
ow_status leveld_emit_histogram(struct emitter *emit, const ow_leveld_mesh *map,
                                struct arena *arena);

/* Emits figures that need the whole level. */
ow_status leveld_emit_figures(struct emitter *emit, struct survey *survey, struct arena *arena);

#endif
