/* The letters of pictures: each is there, and no two of one script look the same. */
#include "../support/test.h"

#include "picture/font.h"
#include "picture/overlay.h"

static bool is_empty(const uint8_t rows[GLYPH_ROWS])
{
    static const uint8_t nothing[GLYPH_ROWS];
    return memcmp(rows, nothing, GLYPH_ROWS) == 0;
}

static void what_is_no_letter_is_empty_or_a_box(void **state)
{
    (void)state;
    static const uint32_t empty[] = {0, '\n', ' ' - 1, ' ', 0x7f, 0xa0, 0xad};
    static const uint32_t boxes[] = {0x80, 0xa1, 0xbf, 0x100, 0x40f, 0x450, 0x452, 0x4e00, 0x1f600};
    uint8_t rows[GLYPH_ROWS], box[GLYPH_ROWS];
    font_glyph(0xfffd, box);
    assert_false(is_empty(box));
    for (size_t i = 0; i < LENGTH(empty); i++) {
        font_glyph(empty[i], rows);
        if (!is_empty(rows))
            ROW_FAILED("U+%04X is not empty\n", (unsigned)empty[i]);
    }
    for (size_t i = 0; i < LENGTH(boxes); i++) {
        font_glyph(boxes[i], rows);
        if (memcmp(rows, box, GLYPH_ROWS) != 0)
            ROW_FAILED("U+%04X is no box\n", (unsigned)boxes[i]);
    }
}

static void letters_of_a_script_differ(void **state)
{
    (void)state;
    static const struct {
        uint32_t first, last;
    } scripts[] = {{'!', '~'}, {0xc0, 0xff}, {0x410, 0x44f}};
    for (size_t i = 0; i < LENGTH(scripts); i++)
        for (uint32_t one = scripts[i].first; one <= scripts[i].last; one++)
            for (uint32_t other = scripts[i].first; other < one; other++) {
                uint8_t rows[GLYPH_ROWS], others[GLYPH_ROWS];
                font_glyph(one, rows);
                font_glyph(other, others);
                if (is_empty(rows) || memcmp(rows, others, GLYPH_ROWS) == 0)
                    ROW_FAILED("U+%04X looks like U+%04X\n", (unsigned)one, (unsigned)other);
            }
}

/* Letters with marks have what the letter has, and more; but for the dot of an i. */
static void marks_are_added_to_letters(void **state)
{
    (void)state;
    static const struct {
        uint32_t character, plain;
        unsigned from; /* the rows from here on are the plain letter's, and more */
    } rows[] = {{0xc0, 'A', 0},  {0xc7, 'C', 0},    {0xe7, 'c', 0},   {0xd8, 'O', 0},
                {0xf8, 'o', 0},  {0xef, 'i', 4},    {0xf1, 'n', 0},   {0x401, 'E', 0},
                {0x451, 'e', 0}, {0x419, 0x418, 0}, {0x439, 0x438, 0}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t marked[GLYPH_ROWS], plain[GLYPH_ROWS];
        unsigned more = 0;
        font_glyph(rows[i].character, marked);
        font_glyph(rows[i].plain, plain);
        for (unsigned row = 0; row < GLYPH_ROWS; row++) {
            if (row >= rows[i].from && (marked[row] & plain[row]) != plain[row])
                ROW_FAILED("U+%04X: row %u\n", (unsigned)rows[i].character, row);
            more += (marked[row] & ~plain[row]) != 0;
        }
        if (more == 0)
            ROW_FAILED("U+%04X has no mark\n", (unsigned)rows[i].character);
    }
}

static void signs_stand_where_they_belong(void **state)
{
    (void)state;
    uint8_t degree[GLYPH_ROWS], dot[GLYPH_ROWS];
    unsigned degree_rows = 0, dot_rows = 0;
    font_glyph(0xb0, degree);
    font_glyph(0xb7, dot);
    for (unsigned row = 0; row < GLYPH_ROWS; row++) {
        degree_rows += degree[row] != 0;
        dot_rows += dot[row] != 0;
        assert_false(degree[row] && dot[row]); /* one is above, the other in the middle */
    }
    assert_int_equal(degree_rows, 3);
    assert_int_equal(dot_rows, 1);
}

static void lengths_of_scale_bars_are_round(void **state)
{
    (void)state;
    static const struct {
        double most, round;
    } rows[] = {{1e13, 5e12 / 1000},
                {1234, 1000},
                {1000, 1000},
                {999, 500},
                {5, 5},
                {4.9, 2},
                {1.5, 1},
                {0.3, 0.2},
                {0.06, 0.05},
                {0.004, 0.002},
                {0.0001, 0.001}};
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (round_length(rows[i].most) != rows[i].round)
            ROW_FAILED("%g: %g\n", rows[i].most, round_length(rows[i].most));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_letter_is_empty_or_a_box),
        cmocka_unit_test(letters_of_a_script_differ),
        cmocka_unit_test(marks_are_added_to_letters),
        cmocka_unit_test(signs_stand_where_they_belong),
        cmocka_unit_test(lengths_of_scale_bars_are_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
