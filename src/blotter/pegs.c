/* What a check stores of each component. */
#include "pegs.h"

#include <string.h>

/* Allocates the next block. A record of n words belongs to a component that takes more than 4 n
 * bytes in the file. A record that does not fit begins the next block, so at most half of the words
 * are unused. */
static bool take_blocks(struct peg_notes *notes, struct arena *arena, uint64_t size)
{
    uint64_t words = size / sizeof(uint32_t) + 1, most = (words * 2 >> PEG_BLOCK_BITS) + 2;
    notes->block_size = words < PEG_BLOCK ? (uint32_t)words : PEG_BLOCK;
    notes->most_blocks = most < PEG_BLOCK ? (uint32_t)most : PEG_BLOCK;
    notes->blocks = arena_take(arena, notes->most_blocks * sizeof *notes->blocks);
    return notes->blocks != NULL;
}

ow_status pegs_init(struct peg_notes *notes, struct arena *arena, uint32_t count, uint64_t size,
                    bool with_states)
{
    *notes = (struct peg_notes){.with_states = with_states};
    notes->first = arena_take(arena, count * sizeof *notes->first);
    notes->marks = arena_take(arena, (count / MARK_EVERY + 1) * sizeof *notes->marks);
    notes->odd = arena_take(arena, count / 8 + 1);
    if (!notes->first || !notes->marks || !notes->odd || !take_blocks(notes, arena, size))
        return arena->status;
    memset(notes->odd, 0, count / 8 + 1);
    return OW_OK;
}

bool pegs_make_room(struct peg_notes *notes, struct arena *arena, uint64_t words)
{
    uint64_t needed = (words + notes->block_size - 1) / notes->block_size;
    if (needed > notes->most_blocks - notes->block_count) { /* 2^32 words or more */
        arena->status = OW_TOO_MUCH_MEMORY;
        return false;
    }
    uint32_t *block = arena_take(arena, (size_t)needed * notes->block_size * sizeof *block);
    if (!block)
        return false;
    notes->next = notes->block_count << PEG_BLOCK_BITS;
    notes->left = (uint32_t)needed * notes->block_size;
    for (uint32_t i = 0; i < needed; i++)
        notes->blocks[notes->block_count++] = block + (size_t)i * notes->block_size;
    return true;
}
