/* Names that stand twice in a list, among many and among those made to collide. */
#include "../support/test.h"

#include "../support/collisions.h"
#include "../support/ledger.h"

#include "base/names.h"

#define TEXT(literal)                                                                              \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }

static void the_first_of_the_same_name_is_found(void **state)
{
    (void)state;
    static const struct {
        int something_else;
        ow_text name;
    } records[] = {{1, TEXT("a")},  {2, TEXT("b")}, {3, TEXT("a")}, {4, TEXT("")},
                   {5, TEXT("ab")}, {6, TEXT("")},  {7, TEXT("a")}, {8, TEXT("a\0")}};
    static const uint32_t earlier[] = {NO_NAME, NO_NAME, 0, NO_NAME, NO_NAME, 3, 0, NO_NAME};
    ow_options options = options_or_default(NULL, 0);
    struct arena arena;
    struct names names;
    arena_init(&arena, &options);
    assert_int_equal(names_init(&names, &arena, &records[0].name, sizeof *records, LENGTH(records)),
                     OW_OK);
    for (uint32_t i = 0; i < LENGTH(records); i++)
        assert_int_equal(names_find_earlier(&names, i), earlier[i]);
    arena_free(&arena);
}

static void no_names_are_fine(void **state)
{
    (void)state;
    ow_options options = options_or_default(NULL, 0);
    struct arena arena;
    struct names names;
    arena_init(&arena, &options);
    assert_int_equal(names_init(&names, &arena, NULL, sizeof(ow_text), 0), OW_OK);
    arena_free(&arena);
}

static void many_names_are_distinguished(void **state)
{
    (void)state;
    enum { COUNT = 50000, SIZE = 12 };
    char *text = malloc(COUNT * SIZE);
    ow_text *list = malloc(COUNT * sizeof *list);
    for (uint32_t i = 0; i < COUNT; i++)
        list[i] = (ow_text){text + (size_t)i * SIZE,
                            (size_t)snprintf(text + (size_t)i * SIZE, SIZE, "n%u", i % 40000)};
    ow_options options = options_or_default(NULL, 0);
    struct arena arena;
    struct names names;
    arena_init(&arena, &options);
    assert_int_equal(names_init(&names, &arena, list, sizeof *list, COUNT), OW_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(names_find_earlier(&names, i), i < 40000 ? NO_NAME : i - 40000);
    arena_free(&arena);
    free(list);
    free(text);
}

/* Each of these names stands twice, and all of them have one hash: no answer is missing. */
static void names_made_to_collide_are_distinguished(void **state)
{
    (void)state;
    enum { COUNT = 2 * COLLIDING_NAMES };
    static char text[COUNT][COLLIDING_SIZE];
    static ow_text list[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        make_colliding_name(i * 7 % COLLIDING_NAMES, text[i]);
        list[i] = (ow_text){text[i], COLLIDING_SIZE};
    }
    ow_options options = options_or_default(NULL, 0);
    for (uint32_t seed = 0; seed < 3; seed++) { /* with the first one all collide */
        struct arena arena;
        struct names names;
        arena_init(&arena, &options);
        assert_int_equal(names_init_seeded(&names, &arena, list, sizeof *list, COUNT, seed), OW_OK);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(names_find_earlier(&names, i),
                             i < COLLIDING_NAMES ? NO_NAME : i - COLLIDING_NAMES);
        arena_free(&arena);
    }
}

/* The seed is chance, and decides whether the hashes happen to ascend. */
static void memory_does_not_depend_on_the_seed(void **state)
{
    (void)state;
    const ow_text list[] = {OW_LITERAL("a"), OW_LITERAL("b"), OW_LITERAL("c")};
    uint64_t calls = 0, peak = 0;
    for (uint32_t seed = 0; seed < 50; seed++) {
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        options = options_or_default(&options, 0);
        struct arena arena;
        struct names names;
        arena_init(&arena, &options);
        assert_int_equal(names_init_seeded(&names, &arena, list, sizeof *list, LENGTH(list), seed),
                         OW_OK);
        arena_free(&arena);
        if (seed > 0)
            assert_true(ledger.calls == calls && ledger.peak == peak);
        calls = ledger.calls;
        peak = ledger.peak;
    }
}

static void without_memory_it_says_so(void **state)
{
    (void)state;
    struct ledger ledger = {.refuse = 1};
    ow_options options = ledger_options(&ledger);
    options = options_or_default(&options, 0);
    struct arena arena;
    struct names names;
    arena_init(&arena, &options);
    assert_int_equal(names_init(&names, &arena, NULL, sizeof(ow_text), 100000), OW_NO_MEMORY);
    arena_free(&arena);
    options.max_memory = 1000;
    arena_init(&arena, &options);
    assert_int_equal(names_init(&names, &arena, NULL, sizeof(ow_text), 100000), OW_TOO_MUCH_MEMORY);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_of_the_same_name_is_found),
        cmocka_unit_test(no_names_are_fine),
        cmocka_unit_test(many_names_are_distinguished),
        cmocka_unit_test(names_made_to_collide_are_distinguished),
        cmocka_unit_test(memory_does_not_depend_on_the_seed),
        cmocka_unit_test(without_memory_it_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
