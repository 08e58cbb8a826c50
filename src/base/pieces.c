/* Long loops in pieces. */
#include "pieces.h"

bool run_in_pieces(uint32_t count, piece_runner *run, void *context)
{
    enum { PIECE = 2048 };
    for (uint32_t first = 0; first < count;) {
        uint32_t end = count - first > PIECE ? first + PIECE : count;
        if (!run(context, first, end))
            return false;
        first = end;
    }
    return true;
}
