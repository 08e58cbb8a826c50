/* What the steps of a conversion share. */
#ifndef OW_SRC_BLOTTER_CONVERT_H
#define OW_SRC_BLOTTER_CONVERT_H

#include "../base/memory.h"
#include "../format.h"

#include <overworld/blotter.h>

/* Makes circuit states for a save of version 4, which has none: each output has its own; inputs
 * that wires join share one, which is on where any output wired to them is. `save` is the copy,
 * whose components and wires are written to. */
ow_status blotter_make_states(ow_blotter_save *save, struct arena *arena);

#endif
