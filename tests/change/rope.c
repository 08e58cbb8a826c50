/* A rope is cut and joined as an array would be, in any place and any order. */
#include "../support/test.h"

#include "../../src/circuit/random.h"

#include "change/rope.h"

enum { MOST = 400, STEPS = 300 };

/* Elements by number: of a list its place in it, else 1000 and more. */
struct array {
    uint32_t elements[MOST];
    uint32_t count;
};

static void insert(struct array *array, uint32_t at, uint32_t element)
{
    memmove(&array->elements[at + 1], &array->elements[at], (array->count - at) * sizeof(uint32_t));
    array->elements[at] = element;
    array->count++;
}

static void remove_range(struct array *array, uint32_t at, uint32_t count)
{
    array->count -= count;
    memmove(&array->elements[at], &array->elements[at + count],
            (array->count - at) * sizeof(uint32_t));
}

/* Writes what a rope has; an element's node is its number. */
static void list(const struct rope *rope, struct array *array)
{
    if (!rope)
        return;
    list(rope->left, array);
    for (uint64_t i = 0; i < rope->count; i++)
        array->elements[array->count++] =
            rope->is_list ? (uint32_t)(rope->from + i) : (uint32_t)(uintptr_t)rope->node;
    list(rope->right, array);
    assert_int_equal(rope->total, rope_count(rope->left) + rope->count + rope_count(rope->right));
}

static struct rope *step(struct random *random, struct arena *arena, struct rope *rope,
                         struct array *array, uint32_t number)
{
    struct rope *left, *rest, *piece, *right;
    uint32_t at = random_below(random, array->count + 1);
    bool adds = array->count < 100 || (array->count < MOST - 1 && random_below(random, 2) == 0);
    uint32_t count = adds ? 0 : 1 + random_below(random, 3);
    count = count > array->count - at ? array->count - at : count;
    assert_true(rope_cut(arena, rope, at, &left, &rest));
    assert_true(rope_cut(arena, rest, count, &piece, &right));
    assert_int_equal(rope_count(left), at);
    assert_int_equal(rope_count(piece), count);
    if (!adds) {
        remove_range(array, at, count);
        return rope_join(left, right);
    }
    insert(array, at, number);
    struct rope *element = rope_of_element(arena, (struct draft_node *)(uintptr_t)number);
    return rope_join(rope_join(left, element), right);
}

static void a_rope_is_cut_and_joined_as_an_array(void **state)
{
    (void)state;
    ow_options options = options_or_default(NULL, 0);
    for (unsigned seed = 0; seed < 200; seed++) {
        struct random random = random_begin(seed);
        struct array expected = {.count = random_below(&random, MOST / 2)}, found;
        struct arena arena;
        arena_init(&arena, &options);
        for (uint32_t i = 0; i < expected.count; i++)
            expected.elements[i] = i;
        struct rope *rope =
            expected.count > 0 ? rope_of_list(&arena, NULL, 0, expected.count) : NULL;
        for (uint32_t i = 0; i < STEPS; i++)
            rope = step(&random, &arena, rope, &expected, 1000 + i);
        found.count = 0;
        assert_int_equal(rope_count(rope), expected.count);
        list(rope, &found);
        assert_int_equal(found.count, expected.count);
        assert_memory_equal(found.elements, expected.elements, expected.count * sizeof(uint32_t));
        arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rope_is_cut_and_joined_as_an_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
