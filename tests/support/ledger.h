/* An allocator that keeps books: what is live, what was most, and which call to refuse. */
#ifndef OW_TESTS_SUPPORT_LEDGER_H
#define OW_TESTS_SUPPORT_LEDGER_H

#include <overworld/base.h>

struct ledger {
    uint64_t calls;    /* of allocate and reallocate */
    uint64_t blocks;   /* that are live */
    uint64_t bytes;    /* in them */
    uint64_t peak;     /* most bytes at once */
    uint64_t refused;  /* calls that got NULL */
    uint64_t refuse;   /* the call to refuse, from 1; 0: none */
    bool refuse_all;   /* that call and every later one */
    uint64_t *callers; /* a hash of who asks, for each call; NULL: not wanted */
    size_t callers_room;
    const void *bottom; /* of the stack: a local variable of whoever wants the callers */
    bool wrong_size;    /* a block was given back or resized with a size that is not its own */
    bool overrun;       /* a byte after a block had changed when the block was given back */
};

/* Options that take memory through a ledger, which must live as long. */
ow_options ledger_options(struct ledger *ledger);

#endif
