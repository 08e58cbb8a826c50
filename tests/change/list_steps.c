/* How one list becomes another, step by step: held against a list that does the steps. */
#include "../support/test.h"

#include "../../src/circuit/random.h"

#include "change/list_steps.h"

enum { MOST = 40 };

struct list {
    uint32_t elements[MOST];
    uint32_t count;
    unsigned steps;
};

static void remove_at(struct list *list, uint64_t at)
{
    assert_true(at < list->count);
    list->count--;
    memmove(&list->elements[at], &list->elements[at + 1], (list->count - at) * sizeof(uint32_t));
}

static void put_in(struct list *list, uint64_t at, uint32_t element)
{
    assert_true(at <= list->count && list->count < MOST);
    memmove(&list->elements[at + 1], &list->elements[at], (list->count - at) * sizeof(uint32_t));
    list->elements[at] = element;
    list->count++;
}

/* What comes is known by where it will stand: 100 and more. */
static bool do_step(void *context, const struct list_step *step)
{
    struct list *list = context;
    uint32_t element = 100 + step->after;
    list->steps++;
    if (step->kind != STEP_ADD) {
        element = step->from < list->count ? list->elements[step->from] : 0;
        remove_at(list, step->from);
    }
    if (step->kind != STEP_REMOVE)
        put_in(list, step->to, element);
    return true;
}

/* Marks what is not in its order, as a diff does: here what is lower than something before it,
 * or what is higher than something behind it. */
static void mark_moved(const uint32_t *after, uint32_t count, bool from_the_end, bool *moved)
{
    uint32_t highest = 0, lowest = 100;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = from_the_end ? count - 1 - n : n;
        moved[i] = after[i] < 100 && (from_the_end ? after[i] > lowest : after[i] < highest);
        if (after[i] < 100 && after[i] > highest)
            highest = after[i];
        if (after[i] < lowest)
            lowest = after[i];
    }
}

/* Some of 0 to count - 1 in any order, and some new ones between them. */
static uint32_t make_after(struct random *random, uint32_t count, uint32_t *after)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++)
        if (random_below(random, 4) > 0)
            after[made++] = i;
    for (uint32_t swaps = random_below(random, 4); made > 1 && swaps > 0; swaps--) {
        uint32_t a = random_below(random, made), b = random_below(random, made), kept = after[a];
        after[a] = after[b];
        after[b] = kept;
    }
    for (uint32_t more = random_below(random, 5); more > 0; more--) {
        uint32_t at = random_below(random, made + 1);
        memmove(&after[at + 1], &after[at], (made - at) * sizeof *after);
        after[at] = 100;
        made++;
    }
    for (uint32_t i = 0; i < made; i++)
        if (after[i] >= 100)
            after[i] = 100 + i;
    return made;
}

static uint32_t list_changes(const uint32_t *after, uint32_t made, uint32_t count,
                             bool from_the_end, struct list_change *changes)
{
    bool moved[MOST], there[MOST] = {false};
    uint32_t found = 0;
    mark_moved(after, made, from_the_end, moved);
    for (uint32_t i = 0; i < made; i++) {
        if (after[i] < 100)
            there[after[i]] = true;
        if (after[i] >= 100 || moved[i])
            changes[found++] = (struct list_change){after[i] < 100 ? after[i] : NO_INDEX, i};
    }
    for (uint32_t i = 0; i < count; i++)
        if (!there[i])
            changes[found++] = (struct list_change){i, NO_INDEX};
    return found;
}

static void steps_make_of_one_list_the_other(void **state)
{
    (void)state;
    ow_options options = {.max_memory = 1 << 20};
    options = options_or_default(&options, 0);
    for (unsigned seed = 0; seed < 20000; seed++) {
        struct random random = random_begin(seed);
        struct list list = {.count = random_below(&random, 24)};
        uint32_t after[MOST], count = list.count, made = make_after(&random, count, after);
        struct list_change changes[2 * MOST];
        struct arena scratch;
        for (uint32_t i = 0; i < count; i++)
            list.elements[i] = i;
        uint32_t found = list_changes(after, made, count, seed % 2 == 1, changes);
        arena_init(&scratch, &options);
        assert_true(list_steps(changes, found, &scratch, do_step, &list));
        arena_free(&scratch);
        if (list.count != made || memcmp(list.elements, after, made * sizeof *after) != 0 ||
            list.steps > found)
            ROW_FAILED("seed %u: another list of %u, in %u steps for %u changes\n", seed,
                       list.count, list.steps, found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_make_of_one_list_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
