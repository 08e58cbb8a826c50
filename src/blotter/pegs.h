/* What a check stores of each component: what is needed to check a wire, and to find the component
 * again. */
#ifndef OW_SRC_BLOTTER_PEGS_H
#define OW_SRC_BLOTTER_PEGS_H

#include "../base/compiler.h"
#include "../base/memory.h"

/* Four and a half bytes per component, and a record in blocks of words: the number of pegs, then
 * the circuit state of each, inputs before outputs. So looking up a peg touches little memory. */
struct peg_notes {
    uint32_t count;     /* of components added so far */
    uint64_t peg_count; /* of all of them */
    uint32_t *first;    /* by ordinal: the first word of its record */
    uint64_t *marks;    /* of every MARK_EVERYth component: its offset in the file */
    uint8_t *odd;       /* a bit for each component: see pegs_note */
    bool with_states;   /* otherwise records have counts only */
    uint32_t **blocks;
    uint32_t block_size; /* words: PEG_BLOCK, fewer in a small file */
    uint32_t block_count, most_blocks;
    uint32_t next, left; /* the next record's first word, and the words left in its block */
};

enum { PEG_BLOCK_BITS = 16, PEG_BLOCK = 1 << PEG_BLOCK_BITS, MARK_EVERY = 16 };

/* The first word of a record: inputs in the high half, outputs in the low half. MANY_PEGS if either
 * needs more bits: then a word for each follows. */
#define MANY_PEGS UINT32_MAX

/* The pegs of a component. */
struct pegs {
    uint32_t inputs, outputs;
    const int32_t *states;
};

/* Allocates memory for `count` components of a file of `size` bytes; with circuit states, if it has
 * them. */
ow_status pegs_init(struct peg_notes *notes, struct arena *arena, uint32_t count, uint64_t size,
                    bool with_states);

/* Allocates the block for a record. Returns false if memory runs out; the arena has the status. */
bool pegs_make_room(struct peg_notes *notes, struct arena *arena, uint64_t words);

static inline uint32_t *pegs_word(const struct peg_notes *notes, uint32_t at)
{
    return &notes->blocks[at >> PEG_BLOCK_BITS][at & (PEG_BLOCK - 1)];
}

/* Adds the next component. `odd`: a rule may find an issue in this component alone. Returns where
 * to store the circuit states of its pegs; NULL if memory runs out (the arena has the status). */
static inline int32_t *pegs_note(struct peg_notes *notes, struct arena *arena, uint64_t offset,
                                 uint32_t inputs, uint32_t outputs, bool odd)
{
    uint32_t ordinal = notes->count;
    bool many = (inputs | outputs) >= UINT16_MAX;
    uint64_t pegs = (uint64_t)inputs + outputs;
    uint64_t words = (many ? 3 : 1) + (notes->with_states ? pegs : 0);
    if (UNLIKELY(words > notes->left) && !pegs_make_room(notes, arena, words))
        return NULL;
    uint32_t *at = pegs_word(notes, notes->next);
    *at = inputs << 16 | outputs;
    if (UNLIKELY(many)) {
        *at++ = MANY_PEGS;
        *at++ = inputs;
        *at = outputs;
    }
    if (ordinal % MARK_EVERY == 0)
        notes->marks[ordinal / MARK_EVERY] = offset;
    notes->first[ordinal] = notes->next;
    notes->odd[ordinal / 8] = (uint8_t)(notes->odd[ordinal / 8] | (unsigned)odd << ordinal % 8);
    notes->count++;
    notes->peg_count += pegs;
    notes->next += (uint32_t)words;
    notes->left -= (uint32_t)words;
    return (int32_t *)(at + 1);
}

static inline bool pegs_odd(const struct peg_notes *notes, uint32_t ordinal)
{
    return notes->odd[ordinal / 8] >> ordinal % 8 & 1;
}

/* Two steps that prefetch what pegs_of needs. */
static inline ALWAYS_INLINE void pegs_prefetch(const struct peg_notes *notes, uint32_t ordinal)
{
    if (ordinal < notes->count)
        PREFETCH(&notes->first[ordinal]);
}

static inline ALWAYS_INLINE void pegs_prefetch_states(const struct peg_notes *notes,
                                                      uint32_t ordinal)
{
    if (ordinal < notes->count)
        PREFETCH(pegs_word(notes, notes->first[ordinal]));
}

static inline struct pegs pegs_of(const struct peg_notes *notes, uint32_t ordinal)
{
    const uint32_t *at = pegs_word(notes, notes->first[ordinal]);
    if (UNLIKELY(*at == MANY_PEGS))
        return (struct pegs){at[1], at[2], (const int32_t *)(at + 3)};
    return (struct pegs){*at >> 16, *at & UINT16_MAX, (const int32_t *)(at + 1)};
}

#endif
