/* What a check keeps of each component. */
#include "pegs.h"

#include <string.h>

static bool take_long_numbers(struct long_numbers *numbers, struct arena *arena, uint64_t count,
                              bool large)
{
    numbers->low = arena_take(arena, count * sizeof *numbers->low);
    numbers->high = large ? arena_take(arena, count) : NULL;
    return numbers->low && (!large || numbers->high);
}

/* A peg has at least the four bytes of its state. */
static bool take_blocks(struct peg_notes *notes, struct arena *arena, uint64_t size)
{
    uint64_t most = size / sizeof(int32_t) + 1;
    notes->block_size = most < STATE_BLOCK ? (uint32_t)most : STATE_BLOCK;
    notes->states = arena_take(arena, ((most >> STATE_BLOCK_BITS) + 1) * sizeof *notes->states);
    return notes->states != NULL;
}

ow_status pegs_init(struct peg_notes *notes, struct arena *arena, uint32_t count, uint64_t size,
                    bool with_states)
{
    bool large = size > UINT32_MAX;
    *notes = (struct peg_notes){.highest_state = -1};
    bool taken = take_long_numbers(&notes->offsets, arena, count, large) &&
                 take_long_numbers(&notes->first, arena, count + 1ull, large) &&
                 (!with_states || take_blocks(notes, arena, size));
    notes->parents = arena_take(arena, count * sizeof *notes->parents);
    notes->input_counts = arena_take(arena, count * sizeof *notes->input_counts);
    notes->odd = arena_take(arena, count / 8 + 1);
    if (!taken || !notes->parents || !notes->input_counts || !notes->odd)
        return arena->status;
    memset(notes->odd, 0, count / 8 + 1);
    return OW_OK;
}

static ow_status note_states(struct peg_notes *notes, struct arena *arena, const int32_t *states,
                             uint32_t count)
{
    uint64_t peg = notes->peg_count;
    int32_t lowest = notes->lowest_state, highest = notes->highest_state;
    for (uint32_t i = 0; i < count; i++, peg++) {
        if ((peg & (STATE_BLOCK - 1)) == 0) {
            int32_t *block = arena_take(arena, notes->block_size * sizeof *block);
            if (!block)
                return arena->status;
            notes->states[peg >> STATE_BLOCK_BITS] = block;
        }
        *pegs_state(notes, peg) = states[i];
        lowest = states[i] < lowest ? states[i] : lowest;
        highest = states[i] > highest ? states[i] : highest;
    }
    notes->peg_count = peg;
    notes->lowest_state = lowest;
    notes->highest_state = highest;
    return OW_OK;
}

ow_status pegs_note(struct peg_notes *notes, struct arena *arena, uint64_t offset,
                    const ow_blotter_component *record, bool odd)
{
    uint32_t ordinal = notes->count++;
    long_numbers_set(&notes->offsets, ordinal, offset);
    long_numbers_set(&notes->first, ordinal, notes->peg_count);
    notes->parents[ordinal] = record->parent;
    notes->input_counts[ordinal] = record->input_count;
    notes->odd[ordinal / 8] = (uint8_t)(notes->odd[ordinal / 8] | (unsigned)odd << ordinal % 8);
    if (!notes->states) {
        notes->peg_count += (uint64_t)record->input_count + record->output_count;
        return OW_OK;
    }
    ow_status status = note_states(notes, arena, record->inputs, record->input_count);
    return status == OW_OK ? note_states(notes, arena, record->outputs, record->output_count)
                           : status;
}

void pegs_end(struct peg_notes *notes)
{
    long_numbers_set(&notes->first, notes->count, notes->peg_count);
}
