/* Schemas and fields of layouts made up for one rule each, and the limits of a description. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/ledger.h"

#include "base/error.h"
#include "codec/describe.h"
#include "driver/row.h"
#include "schema/schema.h"

extern const struct format_row city_format;

typedef void layout_of(struct codec *c);

static layout_of *described;

static void describe(struct description *description, void *preset)
{
    struct codec c = {.description = description};
    (void)preset;
    assert_in_range(description->chosen[0], 0, description->version_count);
    description_begin_run(description);
    described(&c);
}

/* The row of a format with this layout alone, and one version. */
static struct format_row row_of(layout_of *layout)
{
    struct format_row row = city_format;
    described = layout;
    row.about.name = "made_up";
    row.about.title = "Made-up world";
    row.about.oldest_version = row.about.newest_version = 1;
    row.about.variants = row.about.folder_files = driver_no_names;
    row.runs.describe = describe;
    row.version_count = 0;
    row.notes = driver_no_notes;
    row.meanings = &driver_no_meanings;
    return row;
}

static void put_number(struct codec *c, const char *name)
{
    uint32_t number;
    u32(c, name, &number);
}

/* A byte is 0, 1 or 128, and only 128 has more. */
static void one_of_three_bytes(struct codec *c)
{
    uint8_t kind;
    u8(c, "kind", &kind);
    if (kind > 1 && kind != 128)
        refuse(c, OW_BAD_VALUE, "kind", "");
    if (kind == 128)
        put_number(c, "extra");
}

/* A list has a sum unless it is empty. */
static void sum_of_a_list(struct codec *c)
{
    uint32_t length;
    uint8_t *items;
    count(c, "length", &length, U32, 1);
    u8s(c, "items", &items, &length);
    if (length > 0)
        put_number(c, "sum");
}

/* The schema of a layout, without spaces and with single quotes for double ones. */
static struct bytes schema_of(const struct format_row *row, const ow_options *options)
{
    struct bytes text = {0}, squeezed = {0};
    ow_sink sink = sink_to(&text);
    ow_error error = {0};
    if (schema_write(row, options, &sink, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] > ' ')
            put_u8(&squeezed, text.data[i] == '"' ? '\'' : text.data[i]);
    put_u8(&squeezed, 0);
    bytes_free(&text);
    return squeezed;
}

static const struct {
    layout_of *layout;
    const char *rule;
} rules[] = {
    {one_of_three_bytes, "{'if':{'properties':{'kind':{'const':128}},'required':['kind']},"
                         "'then':{'required':['extra']},"
                         "'else':{'properties':{'extra':false}}}"},
    {sum_of_a_list, "{'if':{'properties':{'items':{'type':'array','minItems':1}},"
                    "'required':['items']},"
                    "'then':{'required':['sum']},"
                    "'else':{'properties':{'sum':false}}}"},
};

static void conditions_of_a_layout_are_rules_of_its_schema(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rules); i++) {
        struct format_row row = row_of(rules[i].layout);
        struct bytes text = schema_of(&row, NULL);
        if (!strstr((const char *)text.data, rules[i].rule))
            ROW_FAILED("row %zu:\n%s\n", i, (const char *)text.data);
        bytes_free(&text);
    }
}

/* The ledger's memory is not zero at first. */
static void a_schema_is_the_same_in_any_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rules); i++) {
        struct format_row row = row_of(rules[i].layout);
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        struct bytes plain = schema_of(&row, NULL), other = schema_of(&row, &options);
        assert_string_equal(plain.data, other.data);
        bytes_free(&plain);
        bytes_free(&other);
    }
}

static ow_visit pass_by(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_GO_ON;
}

/* As soon as a limit is enough, every higher one is. */
static void fields_need_memory(void **state)
{
    (void)state;
    enum { STEP = 8 << 10, MOST = 2 << 20 };
    struct format_row row = row_of(one_of_three_bytes);
    uint64_t enough = 0;
    for (uint64_t limit = STEP; limit <= MOST; limit += STEP) {
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_error error;
        options.max_memory = limit;
        ow_status status = schema_fields(&row, &options, pass_by, NULL, &error);
        enough = status == OW_OK && enough == 0 ? limit : enough;
        if (status != (enough > 0 ? OW_OK : OW_TOO_MUCH_MEMORY))
            ROW_FAILED("%u bytes: %d\n", (unsigned)limit, (int)status);
        assert_int_equal(ledger.blocks, 0);
    }
    assert_true(enough > STEP);
}

/* ---- limits ---- */

static unsigned digit_count; /* of the last digit; the others have 8 values */

/* Three digits: each number but 0 gives one of the fields a type that it has with no other. */
static void a_type_for_each_number(struct codec *c)
{
    enum { DIGITS = 3, OTHER_TYPES = MOST_OUTCOMES - 1, FIELDS = 90 };
    static const char *const digits[] = {"0...", "1...", "2...", "3...", "4...",
                                         "5...", "6...", "7...", "8..."};
    static const char *const names[DIGITS] = {"ones", "eights", "rest"};
    static char fields[FIELDS][8];
    unsigned number = 0;
    for (unsigned i = 0, value = 1; i < DIGITS; i++, value *= 8) {
        uint8_t digit;
        tag4(c, names[i], &digit, digits, i + 1 < DIGITS ? 8 : digit_count);
        number += digit * value;
    }
    for (unsigned i = 0; i < FIELDS; i++) {
        bool is_other = number > 0 && (number - 1) / OTHER_TYPES == i;
        int64_t most = is_other ? 1 + (number - 1) % OTHER_TYPES : 0;
        snprintf(fields[i], sizeof fields[i], "f%u", i);
        describe_field(c->description, fields[i], integer_type("u32", 0, most));
    }
}

/* The length of the list is the sum of three numbers. JSON has two of them. */
static void a_sum_of_numbers(struct codec *c)
{
    uint8_t a, b, *items;
    uint16_t hidden;
    uint32_t length;
    u8(c, "a", &a);
    u8(c, "b", &b);
    derived_number(c, "hidden", &hidden, U8);
    count_is(c, &length, 1u + a + b + (hidden > 0));
    u8s(c, "items", &items, &length);
}

static void assert_described(const struct format_row *row, const char *problem)
{
    struct bytes text = {0};
    ow_sink sink = sink_to(&text);
    ow_error error = {0};
    ow_status status = schema_write(row, NULL, &sink, &error);
    assert_int_equal(status, problem ? OW_BAD_VALUE : OW_OK);
    if (problem && !strstr(error.message, problem))
        ROW_FAILED("%s\n", error.message);
    bytes_free(&text);
}

static void ways_have_a_bound(void **state)
{
    (void)state;
    struct format_row row = row_of(a_type_for_each_number);
    digit_count = MOST_CONTEXTS / 64;
    assert_described(&row, NULL);
    digit_count++;
    assert_described(&row, "more ways to go");
}

static void what_a_field_hangs_on_has_a_bound(void **state)
{
    (void)state;
    struct format_row row = row_of(a_sum_of_numbers);
    assert_described(&row, "hangs on too much");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_of_a_layout_are_rules_of_its_schema),
        cmocka_unit_test(a_schema_is_the_same_in_any_memory),
        cmocka_unit_test(fields_need_memory),
        cmocka_unit_test(ways_have_a_bound),
        cmocka_unit_test(what_a_field_hangs_on_has_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
