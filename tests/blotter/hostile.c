/* Files made to cost much: they take no more time and memory than others of their size. */
#include "../robust/cheap.h"
#include "../support/documents.h"
#include "../support/folders.h"
#include "../support/saves.h"

struct last_issue {
    uint64_t peg_offset, first_wire_offset;
};

static void remember_issue(void *context, const ow_issue *issue)
{
    struct last_issue *last = context;
    if (issue->pointer[1] == 'c')
        last->peg_offset = issue->offset;
    else if (last->first_wire_offset == 0)
        last->first_wire_offset = issue->offset;
}

static ow_check_totals totals_of(const struct bytes *bytes)
{
    ow_check_totals totals;
    ow_check_options options = {0};
    ow_error error = {0};
    if (ow_check(bytes->data, bytes->size, NULL, &options, &totals, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return totals;
}

static void finish(struct bytes *bytes)
{
    put_on_states(bytes, 0, NULL);
    put_footer(bytes);
    assert_cheap(bytes);
}

static void all_wires_between_the_same_two_pegs(void **state)
{
    (void)state;
    enum { WIRES = 1000000 };
    struct bytes bytes = {0};
    put_head(&bytes, 2, 2, WIRES);
    put_types(&bytes, 2);
    put_component(&bytes, 10, 0, 1, 2, 0, 0);
    put_component(&bytes, 20, 10, 2, 0, 1, 2);
    for (int i = 0; i < WIRES; i++)
        put_wire(&bytes, 1, 10, 0, 2, 20, 0, 2);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    clock_t began = clock();
    assert_int_equal(totals_of(&bytes).infos, WIRES - 1);
    assert_true((clock() - began) / CLOCKS_PER_SEC < SECONDS_ALLOWED);
    bytes_free(&bytes);
}

/* A look at the component for each wire, or a trace of it for each issue, would read its pegs each
 * time: 10^10 of them. */
static void one_component_with_all_pegs_and_wires(void **state)
{
    (void)state;
    enum { PEGS = 100000 };
    struct bytes bytes = {0};
    put_head(&bytes, 2, 1, PEGS);
    put_types(&bytes, 1);
    put_component(&bytes, 10, 0, 1, PEGS, 0, INT32_MIN);
    for (int i = 0; i < PEGS; i++)
        put_wire(&bytes, 1, 10, i, 1, 10, (i + 1) % PEGS, -5);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    struct last_issue last = {0};
    ow_check_options options = {.issue = remember_issue, .issue_context = &last};
    options.only = (const char *const[]){"BLOTTER_STATE_OUTSIDE", NULL};
    ow_check_totals totals;
    ow_error error = {0};
    clock_t began = clock();
    assert_int_equal(ow_check(bytes.data, bytes.size, NULL, &options, &totals, &error), OW_OK);
    assert_int_equal(totals.errors, 2 * PEGS); /* of the pegs, then of the wires */
    assert_true((clock() - began) / CLOCKS_PER_SEC < SECONDS_ALLOWED);
    /* The last peg's place is found by counting, not by a trace: four bytes before the output count
     * and the length of the custom data, which the wires follow. */
    assert_int_equal(last.peg_offset + 4 + 4 + 4, last.first_wire_offset - 18);
    bytes_free(&bytes);
}

static void all_addresses_equal(void **state)
{
    (void)state;
    enum { COMPONENTS = 50000 };
    struct bytes bytes = {0};
    put_head(&bytes, 2, COMPONENTS, COMPONENTS);
    put_types(&bytes, 1);
    for (uint32_t i = 0; i < COMPONENTS; i++)
        put_component(&bytes, 7, i ? 7 : 0, 1, 0, 0, 0);
    for (int i = 0; i < COMPONENTS; i++)
        put_wire(&bytes, 1, 7, i, 1, 7, i + 1, 0);
    finish(&bytes);
    /* Every other address is a double, every wire dangles at both ends. */
    assert_int_equal(totals_of(&bytes).errors, COMPONENTS - 1 + 2 * COMPONENTS);
    bytes_free(&bytes);
}

static void parents_in_circles(void **state)
{
    (void)state;
    enum { COMPONENTS = 50000 };
    static const uint32_t lengths[] = {1, 2, 7, COMPONENTS};
    for (size_t i = 0; i < LENGTH(lengths); i++) {
        struct bytes bytes = {0};
        uint32_t length = lengths[i], count = COMPONENTS / length * length;
        put_head(&bytes, 2, count, 0);
        put_types(&bytes, 1);
        for (uint32_t k = 0; k < count; k++)
            put_component(&bytes, k + 1, k / length * length + (k + 1) % length + 1, 1, 0, 0, 0);
        finish(&bytes);
        static const char *const only[] = {"BLOTTER_PARENT_CYCLE", NULL};
        ow_check_options options = {.only = only};
        ow_check_totals totals;
        ow_error error;
        assert_int_equal(ow_check(bytes.data, bytes.size, NULL, &options, &totals, &error), OW_OK);
        assert_int_equal(totals.errors, count / length);
        bytes_free(&bytes);
    }
}

static void state_ids_far_apart(void **state)
{
    (void)state;
    enum { COMPONENTS = 20000 };
    struct bytes bytes = {0};
    put_head(&bytes, 2, COMPONENTS, 1);
    put_types(&bytes, 1);
    for (int i = 0; i < COMPONENTS; i++)
        put_component(&bytes, (uint32_t)i + 1, i > 0, 1, 1, 0, INT32_MAX - i * 7919);
    put_wire(&bytes, 1, 1, 0, 1, 2, 0, INT32_MAX);
    finish(&bytes);
    ow_check_totals totals = totals_of(&bytes);
    assert_int_equal(totals.errors, 0);
    assert_int_equal(totals.warnings, 1); /* the joined inputs differ */
    bytes_free(&bytes);
}

static void many_types_and_mods_of_one_name(void **state)
{
    (void)state;
    enum { COUNT = 60000 };
    struct bytes bytes = {0};
    put_head(&bytes, 1, 0, 0);
    put_u32(&bytes, COUNT);
    for (int i = 0; i < COUNT; i++) {
        put_text(&bytes, "M");
        for (int k = 0; k < 4; k++)
            put_u32(&bytes, 0);
    }
    put_u32(&bytes, COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        put_u16(&bytes, i);
        put_text(&bytes, "");
    }
    put_u32(&bytes, 0);
    put_footer(&bytes);
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

static void counts_beyond_the_file_take_no_memory(void **state)
{
    (void)state;
    static const size_t places[] = {34, 38, 42, 46, SOUND_ROOT + 38, SOUND_STATES};
    for (size_t i = 0; i < LENGTH(places); i++) {
        struct bytes bytes = sound_save();
        memcpy(bytes.data + places[i], "\xff\xff\xff\x7f", 4);
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_document document;
        ow_error error;
        assert_int_equal(ow_open(bytes.data, bytes.size, &options, &document, &error),
                         OW_TRUNCATED);
        assert_true(ledger.peak < 100000);
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

static void json_of_commas(void **state)
{
    (void)state;
    assert_json_is_cheap(
        "{\"format\":\"blotter\",\"version\":4,\"game_version\":[0,0,0,0],"
        "\"component_types\":[],\"components\":[{\"address\":1,\"parent\":0,\"type\":1,"
        "\"position\":[0,0,0],\"rotation\":[0,0,0,1],\"inputs\":[");
}

static void a_limit_of_the_caller_holds(void **state)
{
    (void)state;
    enum { COMPONENTS = 6000 };
    struct bytes bytes = {0};
    put_head(&bytes, 2, COMPONENTS, 0);
    put_types(&bytes, 1);
    for (uint32_t i = COMPONENTS; i > 0; i--)
        put_component(&bytes, i, 0, 1, 2, 1, 0);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    assert_limits_hold(&bytes);
    bytes_free(&bytes);
}

/* A list of flags. The world has none of them. */
static void put_flags(struct bytes *text, unsigned count, unsigned first)
{
    char line[32];
    put_raw(text, "Data:\n", 6);
    for (unsigned i = 0; i < count; i++) {
        snprintf(line, sizeof line, "  - C-%X\n", first + i);
        put_raw(text, line, strlen(line));
    }
    put_u8(text, 0);
}

/* Keeps the pointer. */
static void remember_pointer(void *context, const ow_issue *issue)
{
    snprintf(context, 100, "%s", issue->pointer);
}

static ow_visit remember_change(void *context, const ow_change *change)
{
    snprintf(context, 100, "%s", change->after);
    return OW_GO_ON;
}

/* To count the place of each flag from the first one would be 5 * 10^9 steps. */
static void an_order_of_many_flags(void **state)
{
    (void)state;
    enum { FLAGS = 100000 };
    struct bytes texts[2] = {{0}};
    ow_folder_file files[2][MOST_FILES];
    ow_folder folders[2];
    for (unsigned i = 0; i < 2; i++) {
        put_flags(&texts[i], FLAGS, 1 + i * FLAGS);
        folders[i] = folder_of((const char *const[]){"ExtraData/MHG.FlagListOrder.jecs",
                                                     (const char *)texts[i].data, NULL},
                               files[i]);
    }
    ow_document world = document_of("{'format': 'blotter', 'version': 7, 'game_version': [0, 0, 0, "
                                    "0], 'save_type': 'world', 'mods': [], 'component_types': [], "
                                    "'components': [], 'wires': [], 'circuit_states': ''}");
    char pointer[100];
    ow_check_options check = {.issue = remember_pointer, .issue_context = pointer};
    check.only = (const char *const[]){"FOLDER_FLAG_MISSING", NULL};
    ow_check_totals totals;
    ow_change_totals changes;
    ow_error error = {0};
    clock_t began = clock();
    assert_int_equal(ow_check_folder(&world, &folders[0], NULL, &check, &totals, &error), OW_OK);
    assert_int_equal(totals.warnings, FLAGS);
    assert_string_equal(pointer, "/folder/ExtraData/MHG.FlagListOrder.jecs/Data/99999");
    assert_true((clock() - began) / CLOCKS_PER_SEC < SECONDS_ALLOWED);
    began = clock();
    assert_int_equal(ow_diff_folders(world.format, &folders[0], &folders[1], NULL, remember_change,
                                     pointer, &changes, &error),
                     OW_OK);
    assert_int_equal(changes.changed, FLAGS);
    assert_string_equal(pointer, "/folder/ExtraData/MHG.FlagListOrder.jecs/Data/99999");
    assert_true((clock() - began) / CLOCKS_PER_SEC < SECONDS_ALLOWED);
    ow_close(&world);
    for (unsigned i = 0; i < 2; i++)
        bytes_free(&texts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_wires_between_the_same_two_pegs),
        cmocka_unit_test(one_component_with_all_pegs_and_wires),
        cmocka_unit_test(all_addresses_equal),
        cmocka_unit_test(parents_in_circles),
        cmocka_unit_test(state_ids_far_apart),
        cmocka_unit_test(many_types_and_mods_of_one_name),
        cmocka_unit_test(counts_beyond_the_file_take_no_memory),
        cmocka_unit_test(json_of_commas),
        cmocka_unit_test(an_order_of_many_flags),
        cmocka_unit_test(a_limit_of_the_caller_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
