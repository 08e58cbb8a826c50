/* An allocator that keeps books: what is live, what was most, and which call to refuse. */
#include "ledger.h"

#include <stdlib.h>
#include <string.h>

/* Each block has its size in front, so that the size that a caller tells can be held against it. */
enum { HEAD = 16 };

static bool refuses(struct ledger *ledger)
{
    ledger->calls++;
    bool refused = ledger->refuse && (ledger->calls == ledger->refuse ||
                                      (ledger->refuse_all && ledger->calls > ledger->refuse));
    ledger->refused += refused;
    return refused;
}

static void *take(void *context, size_t size)
{
    struct ledger *ledger = context;
    if (refuses(ledger))
        return NULL;
    uint8_t *block = malloc(size + HEAD);
    if (!block)
        return NULL;
    memcpy(block, &size, sizeof size);
    /* What is not set must not be relied on to be zero. */
    memset(block + HEAD, 0xa5, size < 4096 ? size : 4096);
    ledger->blocks++;
    ledger->bytes += size;
    ledger->peak = ledger->peak < ledger->bytes ? ledger->bytes : ledger->peak;
    return block + HEAD;
}

static void give(void *context, void *memory, size_t size)
{
    struct ledger *ledger = context;
    uint8_t *block = (uint8_t *)memory - HEAD;
    size_t real;
    memcpy(&real, block, sizeof real);
    ledger->wrong_size |= real != size;
    ledger->blocks--;
    ledger->bytes -= real;
    free(block);
}

/* Always moves: a pointer into the old block that is used later shows up. */
static void *resize(void *context, void *memory, size_t old_size, size_t new_size)
{
    void *moved = take(context, new_size);
    if (!moved)
        return NULL;
    memcpy(moved, memory, old_size < new_size ? old_size : new_size);
    give(context, memory, old_size);
    return moved;
}

ow_options ledger_options(struct ledger *ledger)
{
    return (ow_options){
        .allocator = {.context = ledger, .allocate = take, .reallocate = resize, .release = give}};
}
