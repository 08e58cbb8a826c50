/* Events of a document as rows of a batch. */
#ifndef OW_SQL_GATHER_H
#define OW_SQL_GATHER_H

#include "rows.h"

/* Determines which nodes a walk has to visit. */
void gather_plan(struct rows *rows);

/* Appends rows of the elements at a pointer to the batch, until the batch is full. If it becomes
 * full, `next` and `level` say where to continue. */
void gather(struct rows *rows, const char *pointer, uint64_t first, uint64_t count);

/* Frees the memory of the rows of a batch. */
void gather_forget(struct rows *rows);

#endif
