/* The parts of a summary. */
#ifndef OW_SRC_STRUCTURE_SUMMARY_H
#define OW_SRC_STRUCTURE_SUMMARY_H

#include "structure.h"

struct emitter;

/* Emits the figures that need every block of a build. */
ow_status structure_emit_figures(struct emitter *emit, const ow_structure_build *build);

/* Emits some of these figures: types, colours and rotations; settings. Scratch memory comes from
 * the arena. */
ow_status structure_emit_looks(struct emitter *emit, const ow_structure_build *build,
                               struct arena *arena);
ow_status structure_emit_settings(struct emitter *emit, const ow_structure_build *build,
                                  struct arena *arena);

/* Emits three numbers, rounded to thousandths. */
void structure_emit_vector(struct emitter *emit, const char *name, const double numbers[3]);

#endif
