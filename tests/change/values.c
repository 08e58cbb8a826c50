/* When two values are the same: what diff, patch and merge stand on. */
#include "../support/test.h"

#include "change/compare.h"

static ow_value text(const char *data)
{
    ow_value value = {.type = OW_TEXT};
    value.value.text = ow_text_of(data);
    return value;
}

/* NULL: bytes that are not there. */
static ow_value bytes(const char *data)
{
    ow_value value = {.type = OW_BYTES};
    value.value.bytes = (ow_bytes){(const uint8_t *)data, data ? strlen(data) : 0};
    return value;
}

static ow_value number(float data)
{
    ow_value value = {.type = OW_FLOAT};
    value.value.number = data;
    return value;
}

static ow_value integer(int64_t data)
{
    ow_value value = {.type = OW_INTEGER};
    value.value.integer = data;
    return value;
}

static void values_are_the_same_by_their_bits(void **state)
{
    (void)state;
    const struct {
        ow_value first, second;
        bool same;
    } rows[] = {
        {text("a"), text("a"), true},
        {text(""), text(""), true},
        {text("a"), text("b"), false},
        {text("a"), text("aa"), false},
        {text("a"), bytes("a"), false},
        {bytes("a"), bytes("a"), true},
        {bytes("a"), bytes("b"), false},
        {bytes("a"), bytes("ab"), false},
        {bytes(""), bytes(""), true},
        {bytes(NULL), bytes(NULL), true},
        {bytes(NULL), bytes(""), false},
        {number(0.0f), number(-0.0f), false},
        {number(float_of(0x7fc00001)), number(float_of(0x7fc00001)), true},
        {integer(-1), integer(-1), true},
        {integer(-1), integer(1), false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (values_are_same(&rows[i].first, &rows[i].second) != rows[i].same)
            ROW_FAILED("row %zu\n", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_same_by_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
