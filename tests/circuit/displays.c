/* The colours of displays: where they lie, and what is in such a file. */
#include "../support/test.h"

#include "../support/circuits.h"

static void a_display_says_where_its_colours_lie(void **state)
{
    (void)state;
    static const struct {
        const char *circuit, *path;
        uint32_t colors;
    } rows[] = {
        {"MHG.StandingDisplay/1/0:1{00000000}",
         "ExtraData/MHG.DisplayConfigurations/1_pegs/Configuration0.jecs", 2},
        {"MHG.StandingDisplay/4/0:1{07000000}",
         "ExtraData/MHG.DisplayConfigurations/4_pegs/Configuration7.jecs", 16},
        {"MHG.PanelDisplay/9/0:1{ff0000000100000001000000}",
         "ExtraData/MHG.DisplayConfigurations/9_pegs/Configuration255.jecs", 512},
        {"MHG.StandingDisplay/17/0:1{00000000}", "", 0},
        {"MHG.StandingDisplay/1/0:1{00010000}", "", 0},
        {"MHG.StandingDisplay/1/0:1{ffffffff}", "", 0},
        {"MHG.StandingDisplay/1/0:1{0000}", "", 0},
        {"peg:1", "", 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct board board;
        char path[128] = "", cut[4] = "";
        uint32_t colors = 0;
        board_open(&board, rows[i].circuit);
        size_t size =
            ow_circuit_display_file(&board.document, &board.circuit, 0, path, sizeof path, &colors);
        if (size != strlen(rows[i].path) || strcmp(path, rows[i].path) != 0 ||
            colors != rows[i].colors)
            ROW_FAILED("row %zu: %s, %u colours\n", i, path, (unsigned)colors);
        assert_int_equal(
            ow_circuit_display_file(&board.document, &board.circuit, 0, cut, sizeof cut, NULL),
            size);
        assert_int_equal(
            ow_circuit_display_file(&board.document, &board.circuit, 1, path, sizeof path, NULL),
            0);
        board_free(&board);
    }
    struct board board;
    char path[128];
    board_open(&board, "MHG.StandingDisplay/1/0:1{00000000}");
    board.document.as.blotter->game_version[1] = 91; /* before the files had their newer ending */
    assert_true(
        ow_circuit_display_file(&board.document, &board.circuit, 0, path, sizeof path, NULL) > 0);
    assert_non_null(strstr(path, "Configuration0.succ"));
    board_free(&board);
    assert_int_equal(ow_circuit_display_file(NULL, NULL, 0, NULL, 0, NULL), 0);
}

static void colors_are_read_up_to_the_first_that_is_none(void **state)
{
    (void)state;
    static const char text[] =
        "DataType: JimmysUnityUtilities.Color24[]\r\nData:\r\n    - 202020\r\n"
        "    - \"0aFf10\"\n    -FEDCBA # comment\n    - 12345\n    - 202020";
    static const uint8_t expected[] = {0x20, 0x20, 0x20, 0x0a, 0xff, 0x10, 0xfe, 0xdc, 0xba};
    static const char broken[] = "Data:\n    - 202020\n   - 202020";
    uint8_t colors[12] = {0};
    const ow_bytes file = {(const uint8_t *)text, sizeof text - 1};
    assert_int_equal(ow_display_read(file, colors, 4), 3);
    assert_memory_equal(colors, expected, sizeof expected);
    assert_int_equal(ow_display_read(file, colors, 2), 2);
    assert_int_equal(ow_display_read((ow_bytes){NULL, 0}, colors, 4), 0);
    const ow_bytes wrong = {(const uint8_t *)broken, sizeof broken - 1};
    assert_int_equal(ow_display_read(wrong, colors, 4), 0);
}

static bool add(void *context, const void *data, size_t size)
{
    struct bytes *bytes = context;
    if (bytes->size + size > 100)
        return false;
    put_raw(bytes, data, size);
    return true;
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    static const uint8_t colors[] = {0x20, 0x20, 0x20, 0x0a, 0xff, 0x10};
    uint8_t again[6] = {0};
    struct bytes bytes = {0};
    const ow_sink sink = {.write = add, .context = &bytes};
    assert_true(ow_display_write(colors, 2, &sink));
    assert_int_equal(ow_display_read((ow_bytes){bytes.data, bytes.size}, again, 2), 2);
    assert_memory_equal(again, colors, sizeof colors);
    assert_false(ow_display_write(colors, 2, &sink)); /* no more room */
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_display_says_where_its_colours_lie),
        cmocka_unit_test(colors_are_read_up_to_the_first_that_is_none),
        cmocka_unit_test(what_is_written_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
