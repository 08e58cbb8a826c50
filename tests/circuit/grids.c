/* Grids of switches: rows and columns by where they stand; and queues, which programs are put
 * into. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/refusals.h"

#include <time.h>

enum { ROOT = 1 };

/* A subassembly of switches, as JSON that grows. */
struct save {
    struct bytes text;
    uint32_t last;
};

static const char level[] = "0,0,0,1", quarter[] = "0,0.70710677,0,0.70710677",
                  eighth[] = "0,0.38268343,0,0.92387953", upright[] = "0.70710677,0,0,0.70710677";

static void add_text(struct save *save, const char *text)
{
    put_raw(&save->text, text, strlen(text));
}

static uint32_t add(struct save *save, uint32_t parent, int type, int x, int y, int z,
                    const char *rotation)
{
    char text[400];
    const char *pegs = type == 1 ? "\"inputs\":[],\"outputs\":[0],\"custom_data\":\"mkgNAA==\""
                       : type == 3
                           ? "\"inputs\":[0,1,2,3,4,5,6,7,8,9,10],"
                             "\"outputs\":[11,12,13,14,15,16,17,18,19,20],\"custom_data\":null"
                           : "\"inputs\":[],\"outputs\":[],\"custom_data\":\"MzMzFwAAAFAAAAA=\"";
    snprintf(
        text, sizeof text,
        "%s{\"address\":%u,\"parent\":%u,\"type\":%d,\"position\":[%d,%d,%d],\"rotation\":[%s],%s}",
        save->last > 0 ? "," : "", (unsigned)save->last + 1, (unsigned)parent, type, x, y, z,
        rotation, pegs);
    add_text(save, text);
    return ++save->last;
}

static struct save begin(const char *rotation)
{
    struct save save = {0};
    add_text(&save,
             "{\"format\":\"blotter\",\"version\":7,\"game_version\":[0,92,0,352],"
             "\"save_type\":\"subassembly\",\"mods\":[],\"component_types\":["
             "{\"id\":1,\"name\":\"MHG.PanelSwitch\"},{\"id\":2,\"name\":\"MHG.CircuitBoard\"},"
             "{\"id\":3,\"name\":\"HuntaBaddayCPUmod.Buffer8_sw\"}],\"components\":[");
    add(&save, 0, 2, 0, 0, 0, rotation);
    return save;
}

static void add_grid(struct save *save, uint32_t parent, int rows, int columns, int x, int z)
{
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            add(save, parent, 1, x + 300 * column, 150, z - 900 * row, level);
}

struct found {
    ow_document document;
    ow_circuit circuit;
    ow_switch_grids grids;
};

static struct found find(struct save *save)
{
    static const ow_options roomy = {.max_memory = (uint64_t)4 << 30};
    struct found found = {0};
    ow_error error = {0};
    add_text(save, "],\"wires\":[],\"circuit_states\":[]}");
    if (ow_from_json((const char *)save->text.data, save->text.size, &roomy, &found.document,
                     &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    bytes_free(&save->text);
    assert_int_equal(ow_circuit_open(&found.document, NULL, &roomy, &found.circuit, NULL), OW_OK);
    assert_int_equal(
        ow_circuit_find_switch_grids(&found.document, &found.circuit, NULL, &found.grids, &error),
        OW_OK);
    return found;
}

static void give_back(struct found *found)
{
    ow_switch_grids_free(&found->grids);
    ow_circuit_close(&found->circuit);
    ow_close(&found->document);
}

static void assert_size(const struct found *found, uint32_t grid, uint32_t rows, uint32_t columns,
                        uint32_t switches)
{
    assert_true(grid < found->grids.grid_count);
    assert_int_equal(found->grids.grids[grid].rows, rows);
    assert_int_equal(found->grids.grids[grid].columns, columns);
    assert_int_equal(found->grids.grids[grid].switch_count, switches);
}

/* The address of the switch in a place of a grid. */
static uint32_t at(const struct found *found, uint32_t grid, uint32_t row, uint32_t column)
{
    const ow_switch_grid *of = &found->grids.grids[grid];
    uint32_t component = of->switches[row * of->columns + column];
    return component == OW_NO_NET ? 0 : found->circuit.components[component].address;
}

static void a_save_without_switches_has_none(void **state)
{
    (void)state;
    struct save save = begin(level);
    struct found found = find(&save);
    assert_int_equal(found.grids.grid_count, 0);
    assert_int_equal(found.grids.loose, 0);
    give_back(&found);
}

static void the_top_row_comes_first(void **state)
{
    (void)state;
    static const char *const rotations[] = {level, quarter, eighth, upright};
    /* The first switch stands at the left of the row that lies furthest ahead: on a board that
     * is turned by a quarter at the top of the right column, and so on. */
    for (size_t i = 0; i < LENGTH(rotations); i++) {
        struct save save = begin(rotations[i]);
        add_grid(&save, ROOT, 3, 4, 0, 9000);
        struct found found = find(&save);
        assert_int_equal(found.grids.grid_count, 1);
        bool turned = i == 1;
        assert_size(&found, 0, turned ? 4 : 3, turned ? 3 : 4, 12);
        if (i == 0) {
            assert_int_equal(at(&found, 0, 0, 0), 2);
            assert_int_equal(at(&found, 0, 0, 3), 5);
            assert_int_equal(at(&found, 0, 2, 3), 13);
        }
        if (turned)
            assert_int_equal(at(&found, 0, 0, 2), 2);
        give_back(&found);
    }
}

static void rows_on_boards_of_their_own_are_one_grid(void **state)
{
    (void)state;
    struct save save = begin(level);
    for (int i = 0; i < 5; i++) {
        uint32_t board = add(&save, ROOT, 2, 0, 150, 6000 - 600 * i, level);
        add_grid(&save, board, 1, 8, 150, 150);
    }
    /* Another board turned by a quarter has the last row; switches in it are turned too. */
    uint32_t turned = add(&save, ROOT, 2, 0, 150, 3000, quarter);
    for (int i = 0; i < 8; i++)
        add(&save, turned, 1, -150, 150, 150 + 300 * i, level);
    struct found found = find(&save);
    assert_int_equal(found.grids.grid_count, 1);
    assert_size(&found, 0, 6, 8, 48);
    assert_int_equal(found.grids.loose, 0);
    give_back(&found);
}

static void gaps_and_odd_ones_out(void **state)
{
    (void)state;
    struct save save = begin(level);
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 8; column++)
            if (row != 2 || column != 5)
                add(&save, ROOT, 1, 300 * column + (column > 3 ? 300 : 0), 150, 9000 - 300 * row,
                    level);
    add(&save, ROOT, 1, 0, 150, 7500, level);    /* below it, alone in its row */
    add(&save, ROOT, 1, 2850, 150, 9000, level); /* beside it, alone in its column */
    add(&save, ROOT, 1, 0, 1150, 9000, level);   /* higher up */
    add(&save, ROOT, 1, 0, 150, 9000, level);    /* where one stands */
    add(&save, ROOT, 1, 150, 150, 8850, eighth); /* turned by half a quarter */
    struct found found = find(&save);
    assert_int_equal(found.grids.grid_count, 1);
    assert_size(&found, 0, 4, 8, 31);
    assert_int_equal(found.grids.loose, 5);
    assert_int_equal(at(&found, 0, 2, 5), 0);
    assert_int_equal(at(&found, 0, 0, 0), 2);
    give_back(&found);
}

static void grids_far_from_each_other_are_two(void **state)
{
    (void)state;
    struct save save = begin(level);
    add_grid(&save, ROOT, 4, 4, 20000, 9000);
    add_grid(&save, ROOT, 4, 4, 0, 9000);
    add_grid(&save, ROOT, 4, 4, 0, 90000);
    struct found found = find(&save);
    assert_int_equal(found.grids.grid_count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_size(&found, i, 4, 4, 16);
    assert_int_equal(at(&found, 0, 0, 0), 2);
    assert_int_equal(at(&found, 1, 0, 0), 18);
    give_back(&found);
}

static void a_diagonal_is_no_grid(void **state)
{
    (void)state;
    struct save save = begin(level);
    for (int i = 0; i < 100; i++)
        add(&save, ROOT, 1, 300 * i, 150, 300 * i, level);
    struct found found = find(&save);
    assert_int_equal(found.grids.grid_count, 0);
    assert_int_equal(found.grids.loose, 100);
    give_back(&found);
}

/* However they stand: at one place, each in a plane of its own, in pairs, far out, or along a
 * line whose gaps double. */
static void many_switches_take_no_time(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    for (int kind = 0; kind < 5; kind++) {
        struct save save = begin(level);
        for (int i = 0; i < MANY; i++)
            add(&save, ROOT, 1,
                kind == 4   ? 1 << i % 30
                : kind == 3 ? INT32_MAX - i
                            : 0,
                kind == 1   ? i * 1000
                : kind == 2 ? i / 2 * 1000
                            : 150,
                kind == 2   ? i % 2 * 300
                : kind == 4 ? i * 300
                            : 150,
                level);
        struct found found = find(&save);
        clock_t begun = clock();
        ow_switch_grids again;
        assert_int_equal(
            ow_circuit_find_switch_grids(&found.document, &found.circuit, NULL, &again, NULL),
            OW_OK);
        if ((double)(clock() - begun) / CLOCKS_PER_SEC > 5)
            ROW_FAILED("kind %d takes too long\n", kind);
        if (kind == 2)
            assert_int_equal(again.grid_count, MANY / 2);
        uint64_t held = again.loose;
        for (uint32_t i = 0; i < again.grid_count; i++)
            held += again.grids[i].switch_count;
        assert_int_equal(held, MANY);
        ow_switch_grids_free(&again);
        give_back(&found);
    }
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    struct save save = begin(level);
    add_grid(&save, ROOT, 2, 2, 0, 0);
    struct found found = find(&save);
    ow_switch_grids grids;
    ow_circuit none = {0};
    ASSERT_REFUSED(ow_circuit_find_switch_grids(NULL, &found.circuit, NULL, &grids, error));
    ASSERT_REFUSED(ow_circuit_find_switch_grids(&found.document, NULL, NULL, &grids, error));
    ASSERT_REFUSED(ow_circuit_find_switch_grids(&found.document, &none, NULL, &grids, error));
    ASSERT_REFUSED(
        ow_circuit_find_switch_grids(&found.document, &found.circuit, NULL, NULL, error));
    ow_switch_grids_free(NULL);
    /* However little memory there may be, it is refused or done. */
    ow_status status = OW_TOO_MUCH_MEMORY;
    uint32_t refused = 0;
    for (uint64_t most = 64; status != OW_OK; most += 64) {
        ow_options little = {.max_memory = most};
        status =
            ow_circuit_find_switch_grids(&found.document, &found.circuit, &little, &grids, NULL);
        refused += status != OW_OK;
        if (status != OW_OK) {
            assert_int_equal(status, OW_TOO_MUCH_MEMORY);
            assert_null(grids.grids);
        }
    }
    assert_true(refused > 1);
    assert_int_equal(grids.grid_count, 1);
    ow_switch_grids_free(&grids);
    give_back(&found);
}

static void queues_are_filled_and_read(void **state)
{
    (void)state;
    static uint8_t bytes[65537], back[65537];
    struct save save = begin(level);
    uint32_t queue = add(&save, ROOT, 3, 0, 150, 0, level) - 1;
    struct found found = find(&save);
    ow_simulation *run;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    assert_int_equal(ow_simulation_open(&found.document, &found.circuit, NULL, NULL, &run, NULL),
                     OW_OK);
    assert_int_equal(ow_simulation_read_queue(run, queue, back, sizeof back), 0);
    static const size_t sizes[] = {65536, 3, 65535, 0};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        ow_bytes contents = {bytes, sizes[i]};
        assert_int_equal(ow_simulation_fill_queue(run, queue, contents, NULL), OW_OK);
        assert_int_equal(ow_simulation_run(run, 2, NULL), OW_OK);
        assert_int_equal(ow_simulation_read_queue(run, queue, NULL, 0), sizes[i]);
        assert_int_equal(ow_simulation_read_queue(run, queue, back, sizeof back), sizes[i]);
        assert_memory_equal(back, bytes, sizes[i]);
        /* Output 8 says that there is something, 9 that it is full. */
        uint32_t first = found.circuit.components[queue].first_output;
        assert_int_equal(ow_simulation_output(run, first + 8), sizes[i] > 0);
        assert_int_equal(ow_simulation_output(run, first + 9), sizes[i] == 65536);
    }
    ow_bytes large = {bytes, 65537}, none = {0};
    ASSERT_REFUSED(ow_simulation_fill_queue(run, queue, large, error));
    ASSERT_REFUSED(ow_simulation_fill_queue(run, 0, none, error));
    ASSERT_REFUSED(ow_simulation_fill_queue(NULL, queue, none, error));
    assert_int_equal(ow_simulation_read_queue(run, 0, back, 1), 0);
    ow_simulation_close(run);
    give_back(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_save_without_switches_has_none),
        cmocka_unit_test(the_top_row_comes_first),
        cmocka_unit_test(rows_on_boards_of_their_own_are_one_grid),
        cmocka_unit_test(gaps_and_odd_ones_out),
        cmocka_unit_test(grids_far_from_each_other_are_two),
        cmocka_unit_test(a_diagonal_is_no_grid),
        cmocka_unit_test(many_switches_take_no_time),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(queues_are_filled_and_read),
    };
    return cmocka_run_group_tests_name("grids of switches", tests, NULL, NULL);
}
