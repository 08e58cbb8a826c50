/* Descriptions of layouts that are larger than there is room for: an error in words, and nothing
 * is overrun. The limits of lists. What is tried of derived numbers and of variant names. */
#include "../support/test.h"

#include "codec/describe.h"

enum { MORE = MOST_PLACES + 8 };

static struct description described; /* large */
static char names[MORE][8];

static struct description *fresh(void)
{
    described = (struct description){.place_count = 1, .decider_count = 1};
    for (unsigned i = 0; i < MORE; i++)
        snprintf(names[i], sizeof names[i], "f%u", i);
    return &described;
}

static struct field_type integer_to(int64_t most)
{
    return (struct field_type){.kind = TYPE_INTEGER, .file = "u32", .most = most};
}

static void assert_problem(const struct description *d, const char *fragment)
{
    assert_non_null(d->problem);
    if (!strstr(d->problem, fragment))
        ROW_FAILED("\"%s\" and not \"%s\"\n", d->problem, fragment);
}

static void fields_have_a_bound(void **state)
{
    (void)state;
    struct description *d = fresh();
    for (unsigned i = 1; i < MOST_PLACES; i++)
        assert_int_equal(describe_field(d, names[i], integer_to(7)), i);
    assert_null(d->problem);
    assert_int_equal(d->type_count, 1);
    assert_in_range(describe_field(d, names[MOST_PLACES], integer_to(7)), 1, MOST_PLACES - 1);
    assert_int_equal(d->place_count, MOST_PLACES);
    assert_problem(d, "more fields");
}

static void types_have_a_bound(void **state)
{
    (void)state;
    struct description *d = fresh();
    for (unsigned i = 0; i < MOST_TYPES; i++)
        describe_field(d, "same", integer_to(i));
    assert_null(d->problem);
    assert_int_equal(d->type_count, MOST_TYPES);
    describe_field(d, "same", integer_to(MOST_TYPES));
    assert_int_equal(d->type_count, MOST_TYPES);
    assert_problem(d, "more kinds of fields");
}

static void decisions_have_a_bound(void **state)
{
    (void)state;
    struct description *d = fresh();
    const struct decider boolean = {.kind = DECIDES_CHOICE, .count = 2, .usual = 1};
    for (unsigned i = 1; i < MOST_DECIDERS; i++)
        assert_int_equal(describe_decision(d, names[i], boolean), 1);
    assert_null(d->problem);
    describe_decision(d, names[MOST_DECIDERS], boolean);
    assert_int_equal(d->decider_count, MOST_DECIDERS);
    assert_problem(d, "more to decide on");
}

static void counts_have_a_bound(void **state)
{
    (void)state;
    struct description *d = fresh();
    static uint32_t counts[MOST_OPEN_COUNTS + 1];
    for (unsigned i = 0; i < MOST_OPEN_COUNTS; i++)
        describe_count(d, names[i], &counts[i], NULL, "u32", 10);
    assert_null(d->problem);
    describe_count(d, names[MOST_OPEN_COUNTS], &counts[MOST_OPEN_COUNTS], NULL, "u32", 10);
    assert_int_equal(d->open_count, MOST_OPEN_COUNTS);
    assert_problem(d, "more counts");
}

/* A length of 31 or 32 bits is no limit of the format: a schema states only smaller ones. With a
 * table that may be missing, the highest number stands for no table. */
static void lists_have_a_limit_if_their_length_is_short(void **state)
{
    (void)state;
    static const struct {
        uint32_t most;
        bool may_be_missing;
        int64_t limit;
    } rows[] = {
        {UINT8_MAX, false, UINT8_MAX},      {UINT16_MAX, false, UINT16_MAX},
        {UINT16_MAX, true, UINT16_MAX - 1}, {INT32_MAX, false, NO_MOST},
        {INT32_MAX, true, NO_MOST},         {UINT32_MAX, false, NO_MOST},
        {UINT32_MAX, true, NO_MOST},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct description *d = fresh();
        uint32_t count;
        bool none;
        describe_count(d, "count", &count, rows[i].may_be_missing ? &none : NULL, "length",
                       rows[i].most);
        struct field_type list = describe_list_type(d, "items", &count);
        assert_null(d->problem);
        assert_int_equal(list.kind, TYPE_LIST);
        if (list.most != rows[i].limit)
            ROW_FAILED("row %zu: %lld\n", i, (long long)list.most);
    }
}

/* Fields depend on bits of a length that is also a tag, and on its size. */
static void lengths_are_tried_on_both_sides_of_each_power_of_two(void **state)
{
    (void)state;
    static const enum length lengths[] = {U8, U16};
    for (size_t row = 0; row < LENGTH(lengths); row++) {
        static bool is_tried[UINT16_MAX + 1];
        uint32_t most = most_of_length(lengths[row]);
        struct description *d = fresh();
        struct codec codec = {.description = d};
        memset(is_tried, 0, sizeof is_tried);
        for (uint16_t i = 0; i == 0 || i < d->deciders[1].count; i++) {
            uint16_t length;
            description_begin_run(d);
            d->chosen[1] = (uint16_t)(i + 1);
            derived_number(&codec, "length", &length, lengths[row]);
            is_tried[length] = true;
        }
        assert_null(d->problem);
        assert_true(is_tried[0]);
        assert_true(is_tried[most]);
        for (uint32_t power = 2; power < most; power *= 2)
            if (!is_tried[power - 2] || !is_tried[power - 1] || !is_tried[power])
                ROW_FAILED("%u\n", power);
    }
}

static bool read_name(ow_text name, void *variant)
{
    (void)variant;
    return name.size == 5 && memcmp(name.data, "plain", 5) == 0;
}

static bool read_name_and_words(ow_text name, void *variant)
{
    (void)variant;
    return name.size >= 5 && memcmp(name.data, "plain", 5) == 0 &&
           (name.size == 5 || name.data[5] == ' ');
}

static void words_may_follow_a_variant_if_its_reader_takes_them(void **state)
{
    (void)state;
    static const char *const variants[] = {"plain", NULL};
    static const struct {
        bool (*read)(ow_text name, void *variant);
        bool may_follow;
    } rows[] = {{read_name, false}, {read_name_and_words, true}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t variant = 0;
        struct codec codec = {.description = fresh()};
        codec.description->variants = variants;
        external_name(&codec, "name", &variant, NULL, rows[i].read, "plain");
        assert_int_equal(described.types[0].kind, TYPE_TITLE);
        assert_int_equal(described.types[0].most, rows[i].may_follow);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_have_a_bound),
        cmocka_unit_test(types_have_a_bound),
        cmocka_unit_test(decisions_have_a_bound),
        cmocka_unit_test(counts_have_a_bound),
        cmocka_unit_test(lists_have_a_limit_if_their_length_is_short),
        cmocka_unit_test(lengths_are_tried_on_both_sides_of_each_power_of_two),
        cmocka_unit_test(words_may_follow_a_variant_if_its_reader_takes_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
