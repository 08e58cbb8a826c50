/* Events of a document as rows of a batch. */
#ifndef OW_SQL_GATHER_H
#define OW_SQL_GATHER_H

#include "rows.h"

/* Notes which nodes a walk has to look into. */
void gather_plan(struct rows *rows);

/* Puts rows of what stands at a pointer into the batch, behind those that it has, until it is
 * full. Where it became full, `next` and `level` are where the rest begins. */
void gather(struct rows *rows, const char *pointer, uint64_t first, uint64_t count);

/* Frees what the batch's rows alone held. */
void gather_forget(struct rows *rows);

#endif
