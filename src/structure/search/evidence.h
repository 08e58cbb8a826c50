/* The evidence for each switch of the variant that was found. */
#ifndef OW_SRC_STRUCTURE_EVIDENCE_H
#define OW_SRC_STRUCTURE_EVIDENCE_H

#include "search.h"

struct emitter;

/* Emits `evidence`, an array of objects { switch, value, verdict }: whether the file decides a
 * switch, fits both values, or does not depend on it. Also emits `other_variants`, the names of
 * other variants that fit as a whole; searches for them if the search has not done so. Both are
 * empty if no variant fits. The cost is limited like that of a search. */
ow_status structure_emit_evidence(struct emitter *emit, const struct file *file,
                                  const struct structure_search *search);

#endif
