/* The parts of a summary. */
#ifndef OW_SRC_STRUCTURE_SUMMARY_H
#define OW_SRC_STRUCTURE_SUMMARY_H

#include "structure.h"

struct emitter;

/* The figures that need every block of a build that was read. */
ow_status structure_emit_figures(struct emitter *emit, const ow_structure_build *build);

#endif
