/* Turning one list into another in steps. First the removals, from the end on. Then what is added
 * or moved gets its place, from the front on. All other elements keep their order. So the current
 * place of an element follows from counts: of unchanged elements before it, of those placed
 * already, and of those still to move. */
#include "list_steps.h"

#include "../base/sort.h"

#include <string.h>

struct stepper {
    struct arena *scratch;
    uint64_t *gone; /* old indices of removed or moved elements, ascending */
    /* new indices of added or moved elements, ascending; the change in the low half */
    uint64_t *placed;
    uint64_t *moving;  /* old indices of moved elements, ascending */
    uint32_t *waiting; /* a Fenwick tree over them: how many have not moved yet */
    uint32_t gone_count, placed_count, moving_count;
};

/* The number of ascending values below a value. */
static uint32_t count_below(const uint64_t *list, uint32_t count, uint64_t value)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The number of elements of ascending places with at most `stay` unchanged elements before them. */
static uint32_t count_within(const uint64_t *places, uint32_t count, unsigned shift, uint64_t stay)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((places[middle] >> shift) - middle <= stay)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void wait(struct stepper *stepper, uint32_t rank, uint32_t by)
{
    for (uint32_t at = rank + 1; at <= stepper->moving_count; at += at & (0 - at))
        stepper->waiting[at] += by;
}

/* The number of elements before an index that have not moved yet. */
static uint32_t waiting_before(const struct stepper *stepper, uint64_t before)
{
    uint32_t sum = 0;
    for (uint32_t at = count_below(stepper->moving, stepper->moving_count, before); at > 0;
         at &= at - 1)
        sum += stepper->waiting[at];
    return sum;
}

/* The old index of the unchanged element that has `stay` unchanged ones before it. */
static uint64_t index_of_staying(const struct stepper *stepper, uint64_t stay)
{
    return stay + count_within(stepper->gone, stepper->gone_count, 0, stay);
}

static uint64_t place_to(const struct stepper *stepper, uint32_t rank, uint64_t after)
{
    uint64_t stay = after - rank;
    return after + (stay > 0 ? waiting_before(stepper, index_of_staying(stepper, stay - 1)) : 0);
}

static uint64_t place_from(const struct stepper *stepper, uint32_t rank, uint64_t before)
{
    uint64_t stay = before - count_below(stepper->gone, stepper->gone_count, before);
    uint32_t placed = count_within(stepper->placed, stepper->placed_count, 32, stay);
    return stay + (placed < rank ? placed : rank) + waiting_before(stepper, before);
}

static bool take_memory(struct stepper *stepper, uint32_t count)
{
    size_t size = ((size_t)count + 2) * sizeof(uint64_t);
    stepper->gone = arena_take(stepper->scratch, size);
    stepper->placed = arena_take(stepper->scratch, size);
    stepper->moving = arena_take(stepper->scratch, size);
    stepper->waiting = arena_take(stepper->scratch, size);
    if (!stepper->gone || !stepper->placed || !stepper->moving || !stepper->waiting)
        return false;
    memset(stepper->waiting, 0, size);
    return true;
}

static bool sort(struct stepper *stepper, uint64_t *list, uint32_t count, unsigned shift)
{
    ow_status status = sort_u64(list, count, shift, stepper->scratch);
    if (status != OW_OK)
        stepper->scratch->status = status;
    return status == OW_OK;
}

static bool sort_changes(struct stepper *stepper, const struct list_change *changes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct list_change *change = &changes[i];
        if (change->before != NO_INDEX)
            stepper->gone[stepper->gone_count++] = change->before;
        if (change->after != NO_INDEX)
            stepper->placed[stepper->placed_count++] = (uint64_t)change->after << 32 | i;
        if (change->before != NO_INDEX && change->after != NO_INDEX)
            stepper->moving[stepper->moving_count++] = change->before;
    }
    return sort(stepper, stepper->gone, stepper->gone_count, 0) &&
           sort(stepper, stepper->placed, stepper->placed_count, 32) &&
           sort(stepper, stepper->moving, stepper->moving_count, 0);
}

/* From the end on, so that later indices stay valid. */
static bool remove_all(const struct stepper *stepper,
                       bool (*take)(void *context, const struct list_step *step), void *context)
{
    uint32_t moving = stepper->moving_count;
    for (uint32_t i = stepper->gone_count; i-- > 0;) {
        const struct list_step step = {STEP_REMOVE, stepper->gone[i], 0, 0};
        if (moving > 0 && stepper->moving[moving - 1] == stepper->gone[i])
            moving--;
        else if (!take(context, &step))
            return false;
    }
    return true;
}

bool list_steps(const struct list_change *changes, uint32_t count, struct arena *scratch,
                bool (*take)(void *context, const struct list_step *step), void *context)
{
    struct stepper stepper = {.scratch = scratch};
    if (!take_memory(&stepper, count) || !sort_changes(&stepper, changes, count) ||
        !remove_all(&stepper, take, context))
        return false;
    for (uint32_t i = 0; i < stepper.moving_count; i++)
        wait(&stepper, i, 1);
    for (uint32_t rank = 0; rank < stepper.placed_count; rank++) {
        const struct list_change *change = &changes[(uint32_t)stepper.placed[rank]];
        struct list_step step = {STEP_ADD, 0, 0, change->after};
        if (change->before != NO_INDEX) {
            step.kind = STEP_MOVE;
            step.from = place_from(&stepper, rank, change->before);
            wait(&stepper, count_below(stepper.moving, stepper.moving_count, change->before),
                 UINT32_MAX);
        }
        step.to = place_to(&stepper, rank, change->after);
        bool stands = step.kind == STEP_MOVE && step.from == step.to;
        if (!stands && !take(context, &step))
            return false;
    }
    return true;
}
