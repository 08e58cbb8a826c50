/* Long loops in pieces. An engine of WebAssembly begins with code that it makes quickly, and makes
 * faster code meanwhile, but only the next call of a function uses it. So what is done for each
 * record of a file is a function for some records, which is called again and again. */
#ifndef OW_SRC_BASE_PIECES_H
#define OW_SRC_BASE_PIECES_H

#include <stdbool.h>
#include <stdint.h>

/* Runs for the numbers from `first` up to `end`. Returns false to stop. */
typedef bool piece_runner(void *context, uint32_t first, uint32_t end);

/* Calls `run` for all numbers below `count`, some at a time. Returns false if it stopped. */
bool run_in_pieces(uint32_t count, piece_runner *run, void *context);

#endif
