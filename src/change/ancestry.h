/* Records that stand on each other: an order in which what carries comes before what is carried. Knows no
 * format. */
#ifndef OW_SRC_CHANGE_ANCESTRY_H
#define OW_SRC_CHANGE_ANCESTRY_H

#include "../base/memory.h"

/* Puts the numbers of `count` records into `order`, each behind the one that it is on; `parents` has
 * that of each, or UINT32_MAX. Parents that go round in a circle are set to UINT32_MAX where the circle
 * is met first. Linear. */
ow_status ancestry_order(uint32_t *parents, uint32_t count, uint32_t *order, struct arena *account);

#endif
