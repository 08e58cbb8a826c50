/* The board that a record stands on. */
#ifndef OW_SRC_BLOTTER_BOARD_H
#define OW_SRC_BLOTTER_BOARD_H

#include "../base/memory.h"

/* A component's nearest board, and the board of a wire between components of one board; see
 * format_row.find_group. */
void blotter_find_group(const void *document, struct arena *arena, void **state, const char *record,
                        char *text, size_t size);

#endif
