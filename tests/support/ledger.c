/* An allocator that keeps books: what is live, what was most, and which call to refuse. */
#include "ledger.h"

#include <stdlib.h>
#include <string.h>

/* Each block has its size in front, so that the size that a caller tells can be held against it.
 * After each block is a guard, which must not change. */
enum { HEAD = 16, GUARD = 8, GUARD_BYTE = 0xa5 };

/* A hash of the return addresses on the stack. Follows frame pointers; in a build without them,
 * some callers are taken for the same. */
static uint64_t hash_callers(const void *bottom)
{
    uint64_t hash = 0;
#if defined(__GNUC__)
    const uintptr_t *frame = __builtin_frame_address(0);
    while ((uintptr_t)frame < (uintptr_t)bottom && (uintptr_t)frame % sizeof *frame == 0) {
        hash = (hash ^ frame[1]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
        const uintptr_t *next = (const uintptr_t *)frame[0];
        if (next <= frame)
            break;
        frame = next;
    }
#endif
    return hash;
}

static bool refuses(struct ledger *ledger)
{
    if (ledger->calls < ledger->callers_room)
        ledger->callers[ledger->calls] = hash_callers(ledger->bottom);
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
    uint8_t *block = malloc(HEAD + size + GUARD);
    if (!block)
        return NULL;
    memcpy(block, &size, sizeof size);
    /* What is not set must not be relied on to be zero. */
    memset(block + HEAD, 0xa5, size < 4096 ? size : 4096);
    memset(block + HEAD + size, GUARD_BYTE, GUARD);
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
    for (size_t i = 0; i < GUARD; i++)
        ledger->overrun |= block[HEAD + real + i] != GUARD_BYTE;
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
