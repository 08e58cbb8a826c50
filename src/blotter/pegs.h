/* What a check keeps of each component: enough to judge a wire by, and to find the component again. */
#ifndef OW_SRC_BLOTTER_PEGS_H
#define OW_SRC_BLOTTER_PEGS_H

#include "../base/compiler.h"
#include "../base/memory.h"

#include <overworld/blotter.h>

/* Numbers up to 2^40, by ordinal: four bytes each, and a fifth where the file is that large. */
struct long_numbers {
    uint32_t *low;
    uint8_t *high; /* NULL for files below 4 GiB: no offset and no count in them needs it */
};

static inline void long_numbers_set(struct long_numbers *numbers, uint32_t index, uint64_t number)
{
    numbers->low[index] = (uint32_t)number;
    if (numbers->high)
        numbers->high[index] = (uint8_t)(number >> 32);
}

static inline uint64_t long_numbers_get(const struct long_numbers *numbers, uint32_t index)
{
    uint64_t high = numbers->high ? numbers->high[index] : 0;
    return high << 32 | numbers->low[index];
}

/* Sixteen bytes a component and four a peg. */
struct peg_notes {
    uint32_t count;              /* of components noted so far */
    uint64_t peg_count;          /* of all of them */
    struct long_numbers offsets; /* of the component in the file */
    struct long_numbers first;   /* its first peg among all pegs; inputs stand before outputs */
    uint32_t *parents, *input_counts;
    uint8_t *odd;          /* a bit for each component: see pegs_note */
    int32_t **states;      /* circuit states of all pegs, in blocks; NULL in versions without */
    uint32_t block_size;   /* how many a block has: STATE_BLOCK, fewer in a small file */
    int32_t lowest_state;  /* 0 where there is none */
    int32_t highest_state; /* -1 where there is none */
};

/* What a component has for pegs. */
struct pegs {
    uint64_t first;
    uint32_t inputs, outputs;
};

/* Takes memory for `count` components of a file of `size` bytes; with circuit states, if it has them. */
ow_status pegs_init(struct peg_notes *notes, struct arena *arena, uint32_t count, uint64_t size,
                    bool with_states);

/* Notes the next component. `odd`: a rule on this component alone may have something to say. */
ow_status pegs_note(struct peg_notes *notes, struct arena *arena, uint64_t offset,
                    const ow_blotter_component *record, bool odd);

/* Closes the notes after the last component. */
void pegs_end(struct peg_notes *notes);

enum { STATE_BLOCK_BITS = 16, STATE_BLOCK = 1 << STATE_BLOCK_BITS };

static inline int32_t *pegs_state(const struct peg_notes *notes, uint64_t peg)
{
    return &notes->states[peg >> STATE_BLOCK_BITS][peg & (STATE_BLOCK - 1)];
}

static inline bool pegs_odd(const struct peg_notes *notes, uint32_t ordinal)
{
    return notes->odd[ordinal / 8] >> ordinal % 8 & 1;
}

/* Asks for what pegs_of will need. */
static inline void pegs_prefetch(const struct peg_notes *notes, uint32_t ordinal)
{
    if (ordinal < notes->count) {
        PREFETCH(&notes->first.low[ordinal]);
        PREFETCH(&notes->input_counts[ordinal]);
    }
}

static inline struct pegs pegs_of(const struct peg_notes *notes, uint32_t ordinal)
{
    uint64_t first = long_numbers_get(&notes->first, ordinal);
    uint32_t inputs = notes->input_counts[ordinal];
    uint64_t behind = long_numbers_get(&notes->first, ordinal + 1);
    return (struct pegs){first, inputs, (uint32_t)(behind - first - inputs)};
}

#endif
