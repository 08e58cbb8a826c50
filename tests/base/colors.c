/* Colours as a player writes them. */
#include "../support/test.h"

#include "base/colors.h"

static void colors_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint8_t rgb[3];
    } rows[] = {
        {"#0a19fF", {0x0a, 0x19, 0xff}},   {"#AFafAF", {0xaf, 0xaf, 0xaf}},
        {"#09F", {0x00, 0x99, 0xff}},      {"red", {0xff, 0, 0}},
        {"Tomato", {0xff, 0x63, 0x47}},    {"YELLOWGREEN", {0x9a, 0xcd, 0x32}},
        {"aliceblue", {0xf0, 0xf8, 0xff}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t rgb[3];
        if (!color_read(ow_text_of(rows[i].text), rgb) || memcmp(rgb, rows[i].rgb, 3) != 0)
            ROW_FAILED("\"%s\" is another colour\n", rows[i].text);
    }
}

static void other_text_is_no_color(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "",        "#",       "#12",  "#1234",  "#12345", "#123456f", "#12345g", "#@23456",
        "#12345/", "#12345:", "#g23", "0a19ff", "reds",   "re",       " red"};
    uint8_t rgb[3];
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (color_read(ow_text_of(rows[i]), rgb))
            ROW_FAILED("\"%s\" is a colour\n", rows[i]);
    assert_false(color_read((ow_text){"#00\0", 4}, rgb));
}

static void a_slip_finds_the_name(void **state)
{
    (void)state;
    struct nearest nearest;
    nearest_begin(&nearest, OW_LITERAL("turqoise"));
    color_names_try(&nearest);
    assert_string_equal(nearest.best, "turquoise");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_are_read),
        cmocka_unit_test(other_text_is_no_color),
        cmocka_unit_test(a_slip_finds_the_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
