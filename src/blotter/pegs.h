/* What a check keeps of each component: enough to judge a wire by, and to find the component again. */
#ifndef OW_SRC_BLOTTER_PEGS_H
#define OW_SRC_BLOTTER_PEGS_H

#include "../base/compiler.h"
#include "../base/memory.h"

/* Four and a half bytes a component, and a record of it in blocks of words: how many pegs it has, then the
 * circuit state of each, inputs before outputs. So a look at a peg comes by little memory. */
struct peg_notes {
    uint32_t count;     /* of components noted so far */
    uint64_t peg_count; /* of all of them */
    uint32_t *first;    /* by ordinal: the word that its record begins with */
    uint64_t *marks;    /* of every MARK_EVERYth component: its offset in the file */
    uint8_t *odd;       /* a bit for each component: see pegs_note */
    bool with_states;   /* else records end behind the counts */
    uint32_t **blocks;
    uint32_t block_size; /* words: PEG_BLOCK, fewer in a small file */
    uint32_t block_count, most_blocks;
    uint32_t next, left; /* where the next record begins, and how many words there are for it */
};

enum { PEG_BLOCK_BITS = 16, PEG_BLOCK = 1 << PEG_BLOCK_BITS, MARK_EVERY = 16 };

/* The first word of a record: inputs in the high half, outputs in the low one; MANY_PEGS where either needs
 * more: then a word for each follows. */
#define MANY_PEGS UINT32_MAX

/* What a component has for pegs. */
struct pegs {
    uint32_t inputs, outputs;
    const int32_t *states;
};

/* Takes memory for `count` components of a file of `size` bytes; with circuit states, if it has them. */
ow_status pegs_init(struct peg_notes *notes, struct arena *arena, uint32_t count, uint64_t size,
                    bool with_states);

/* Finds room for a record. False where not enough memory, as the arena's status says. */
bool pegs_make_room(struct peg_notes *notes, struct arena *arena, uint64_t words);

static inline uint32_t *pegs_word(const struct peg_notes *notes, uint32_t at)
{
    return &notes->blocks[at >> PEG_BLOCK_BITS][at & (PEG_BLOCK - 1)];
}

/* Notes the next component. `odd`: a rule on this component alone may have something to say. Returns where
 * the circuit states of its pegs belong; NULL where not enough memory, as the arena's status says. */
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

/* Two steps that ask for what pegs_of will need. */
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
