/* Sorting records so that parents come before children. Knows no format. */
#ifndef OW_SRC_CHANGE_ANCESTRY_H
#define OW_SRC_CHANGE_ANCESTRY_H

#include "../base/memory.h"

/* Writes the numbers of `count` records into `order`, each after its parent. `parents` has the
 * parent of each, or UINT32_MAX. A cycle is broken where it is first met: that parent becomes
 * UINT32_MAX. Linear. */
ow_status ancestry_order(uint32_t *parents, uint32_t count, uint32_t *order, struct arena *account);

#endif
