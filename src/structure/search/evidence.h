/* What speaks for each switch of the variant that was found. */
#ifndef OW_SRC_STRUCTURE_EVIDENCE_H
#define OW_SRC_STRUCTURE_EVIDENCE_H

#include "search.h"

struct emitter;

/* Tells `evidence`, an array of objects { switch, value, verdict }: whether the file decides a switch,
 * fits both ways, or has nothing that depends on it; and `other_variants`, an array of the names of
 * whole variants that fit as well, looked for where the search did not. Both are empty where no variant
 * fits. The cost is bounded like a search's. */
ow_status structure_emit_evidence(struct emitter *emit, const struct file *file,
                                  const struct structure_search *search);

#endif
