/* Names that stand twice in a list, among many and among those made to collide. */
#include "../support/test.h"

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

static void many_names_are_told_apart(void **state)
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

static uint32_t fnv_1a(const char *text)
{
    uint32_t hash = 2166136261u;
    while (*text)
        hash = (hash ^ (uint8_t)*text++) * 16777619u;
    return hash ^ hash >> 15;
}

/* All names fall into one slot: none takes more than some steps, and what is said is still true. */
static void names_made_to_collide_cost_no_more(void **state)
{
    (void)state;
    enum { COUNT = 400, SLOTS = 1024, SIZE = 16 };
    static char text[COUNT][SIZE];
    static ow_text list[COUNT];
    for (uint32_t i = 0, number = 0; i < COUNT; number++) {
        snprintf(text[i], SIZE, "%u", number);
        if (fnv_1a(text[i]) % SLOTS == 7) {
            list[i] = (ow_text){text[i], strlen(text[i])};
            i++;
        }
    }
    ow_options options = options_or_default(NULL, 0);
    struct arena arena;
    struct names names;
    arena_init(&arena, &options);
    assert_int_equal(names_init(&names, &arena, list, sizeof *list, COUNT), OW_OK);
    assert_int_equal(names.mask, SLOTS - 1);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(names_find_earlier(&names, i), NO_NAME);
    uint32_t noted = 0;
    for (uint32_t i = 0; i < SLOTS; i++)
        noted += names.slots[i] != 0;
    assert_int_equal(noted, 64); /* the rest gave up */
    arena_free(&arena);
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
        cmocka_unit_test(many_names_are_told_apart),
        cmocka_unit_test(names_made_to_collide_cost_no_more),
        cmocka_unit_test(without_memory_it_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
