/* Components that share space, as a check finds them. */
#include "../robust/cheap.h"
#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/saves.h"

#define HEAD                                                                                       \
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': "            \
    "'subassembly', 'mods': [{'id': 'MHG', 'version': [0, 92, 3, -1]}], 'component_types': "       \
    "[{'id': 1, 'name': 'MHG.CircuitBoard'}, {'id': 2, 'name': 'MHG.Inverter'}, {'id': 3, "        \
    "'name': 'MHG.PanelSwitch'}, {'id': 4, 'name': 'MHG.Peg'}, {'id': 5, 'name': "                 \
    "'Mod.Unknown'}, {'id': 6, 'name': 'MHG.Buffer_WithOutput'}], 'components': ["
#define TAIL "], 'wires': [], 'circuit_states': []}"

#define COMPONENT(address, parent, type, place, rotation, inputs, outputs, data)                   \
    "{'address': " #address ", 'parent': " #parent ", 'type': " #type ", 'position': [" place      \
    "], 'rotation': [" rotation "], 'inputs': [" inputs "], 'outputs': [" outputs                  \
    "], 'custom_data': " data "}"
#define STRAIGHT "0.0, 0.0, 0.0, 1.0"
#define TURNED   "0.0, 0.70710677, 0.0, 0.70710677"

/* A board of 2 x 1 squares. */
#define BOARD(address, parent, place, rotation)                                                    \
    COMPONENT(address, parent, 1, place, rotation, "", "", "'MzMzAgAAAAEAAAA='")
#define INVERTER(address, parent, place, rotation)                                                 \
    COMPONENT(address, parent, 2, place, rotation, "0", "1", "null")
#define PANEL_SWITCH(address, parent, place)                                                       \
    COMPONENT(address, parent, 3, place, STRAIGHT, "", "2", "'mkgNAQ=='")

static const struct {
    const char *components, *expected;
} rows[] = {
    {INVERTER(1, 0, "0, 0, 0", STRAIGHT) "," INVERTER(2, 0, "150, 0, 0", STRAIGHT),
     "/components/1/position MHG.Inverter C-2 overlaps MHG.Inverter C-1\n"},
    {INVERTER(1, 0, "0, 0, 0", STRAIGHT) "," INVERTER(2, 0, "300, 0, 0", STRAIGHT), ""},
    {INVERTER(1, 0, "0, 0, 0", STRAIGHT) "," INVERTER(2, 0, "0, 299, 0", STRAIGHT), ""},
    /* one of several is named; the first of a save overlaps nothing before it */
    {INVERTER(1, 0, "0, 0, 0", STRAIGHT) "," INVERTER(2, 0, "0, 0, 0", STRAIGHT) "," INVERTER(
         3, 0, "0, 0, 100", STRAIGHT),
     "/components/1/position MHG.Inverter C-2 overlaps MHG.Inverter C-1\n"
     "/components/2/position MHG.Inverter C-3 overlaps MHG.Inverter C-1\n"},
    /* panels reach into what carries them, but not into another board */
    {BOARD(1, 0, "0, 0, 0", STRAIGHT) "," PANEL_SWITCH(2, 1, "150, 150, 150"), ""},
    {BOARD(1, 0, "0, 0, 0", STRAIGHT) "," BOARD(2, 1, "0, 150, 0",
                                                STRAIGHT) "," PANEL_SWITCH(3, 2, "150, 150, 150"),
     ""},
    {BOARD(1, 0, "0, 0, 0", STRAIGHT) "," BOARD(2, 0, "0, 150, 300",
                                                STRAIGHT) "," PANEL_SWITCH(3, 2, "150, 0, -150"),
     "/components/2/position MHG.PanelSwitch C-3 overlaps MHG.CircuitBoard C-1\n"},
    /* a board that is turned lies elsewhere, with all that it carries */
    {BOARD(1, 0, "0, 0, 0", STRAIGHT) "," BOARD(2, 0, "300, 0, 0", STRAIGHT),
     "/components/1/position MHG.CircuitBoard C-2 overlaps MHG.CircuitBoard C-1\n"},
    {BOARD(1, 0, "0, 0, 0", STRAIGHT) "," BOARD(2, 0, "300, 0, 0", TURNED), ""},
    {BOARD(1, 0, "0, 0, 0", TURNED) "," INVERTER(2, 1, "450, 150, 150", STRAIGHT) "," INVERTER(
         3, 0, "150, 150, -450", STRAIGHT),
     "/components/2/position MHG.Inverter C-3 overlaps MHG.Inverter C-2\n"},
    /* a buffer is lower at one end */
    {COMPONENT(1, 0, 6, "0, 0, 0", STRAIGHT, "0", "1", "null") "," INVERTER(2, 0, "0, 300, 0",
                                                                            STRAIGHT),
     ""},
    /* pegs, unknown types and bad data take no space */
    {COMPONENT(1, 0, 4, "0, 0, 0", STRAIGHT, "0", "",
               "null") "," COMPONENT(2, 0, 4, "0, 0, 0", STRAIGHT, "1", "", "null"),
     ""},
    {COMPONENT(1, 0, 5, "0, 0, 0", STRAIGHT, "", "", "null") "," INVERTER(2, 0, "0, 0, 0",
                                                                          STRAIGHT),
     ""},
    {COMPONENT(1, 0, 1, "0, 0, 0", STRAIGHT, "", "", "'MzMz'") "," INVERTER(2, 0, "0, 0, 0",
                                                                            STRAIGHT),
     ""},
    /* no certain place: the parent is missing, listed later, or itself without one */
    {INVERTER(1, 0, "0, 0, 0", STRAIGHT) "," INVERTER(2, 9, "0, 0, 0", STRAIGHT) "," INVERTER(
         3, 2, "0, 0, 0", STRAIGHT) "," INVERTER(4, 5, "0, 0, 0", STRAIGHT) "," INVERTER(5, 0,
                                                                                         "9000, 0, "
                                                                                         "0",
                                                                                         STRAIGHT),
     ""},
};

struct lines {
    char text[4096];
};

static void note_issue(void *context, const ow_issue *issue)
{
    struct lines *lines = context;
    size_t size = strlen(lines->text);
    assert_string_equal(issue->code->code, "BLOTTER_COMPONENTS_OVERLAP");
    assert_int_equal(issue->code->severity, OW_SEVERITY_WARNING);
    snprintf(lines->text + size, sizeof lines->text - size, "%s %s\n", issue->pointer,
             issue->message);
}

static const char *const only[] = {"BLOTTER_COMPONENTS_OVERLAP", NULL};

static void bodies_that_share_space_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[4096];
        struct lines lines = {""};
        ow_check_options options = {.only = only, .issue = note_issue, .issue_context = &lines};
        ow_error error;
        snprintf(text, sizeof text, "%s%s%s", HEAD, rows[i].components, TAIL);
        ow_document document = document_of(text);
        assert_int_equal(ow_check_document(&document, NULL, &options, NULL, &error), OW_OK);
        if (strcmp(lines.text, rows[i].expected) != 0)
            ROW_FAILED("row %u: %s", (unsigned)i, lines.text);
        ow_close(&document);
    }
}

/* Positions of version 5 may be no numbers. */
static void a_place_that_is_no_number_overlaps_nothing(void **state)
{
    (void)state;
    ow_blotter_component components[2] = {{.address = 1}, {.address = 2}};
    ow_blotter_component_type type = {.id = 0, .name = OW_LITERAL("MHG.Inverter")};
    ow_blotter_save save = {.version = 5,
                            .save_type = OW_BLOTTER_WORLD,
                            .component_type_count = 1,
                            .component_types = &type,
                            .component_count = 2,
                            .components = components};
    ow_document document = {.format = ow_format_by_name("blotter"), .as.blotter = &save};
    ow_check_options options = {.only = only};
    ow_check_totals totals;
    ow_error error;
    components[0].rotation[3] = components[1].rotation[3] = 1;
    assert_int_equal(ow_check_document(&document, NULL, &options, &totals, &error), OW_OK);
    assert_int_equal(totals.warnings, 1);
    components[1].position.units[2] = float_of(0x7f800000);
    assert_int_equal(ow_check_document(&document, NULL, &options, &totals, &error), OW_OK);
    assert_int_equal(totals.warnings, 0);
}

/* Boards of 4000 x 1 squares, each on the one before, or all on none. */
static struct bytes boards(uint32_t count, bool chain, const int32_t step[3],
                           const float rotation[4])
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, count, 0);
    put_u32(&bytes, 0);
    put_u32(&bytes, 1);
    put_u16(&bytes, 1);
    put_text(&bytes, "MHG.CircuitBoard");
    for (uint32_t i = 0; i < count; i++) {
        put_u32(&bytes, i + 1);
        put_u32(&bytes, chain ? i : 0);
        put_u16(&bytes, 1);
        for (int k = 0; k < 3; k++)
            put_i32(&bytes, step[k] * (chain ? 1 : (int32_t)i));
        for (int k = 0; k < 4; k++)
            put_f32(&bytes, rotation[k]);
        put_u32(&bytes, 0);
        put_u32(&bytes, 0);
        put_u32(&bytes, 11);
        put_hex(&bytes, "333333 a00f0000 01000000");
    }
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    return bytes;
}

static uint64_t count_overlaps(const struct bytes *bytes)
{
    ow_check_options options = {.only = only};
    ow_check_totals totals;
    ow_error error;
    assert_int_equal(ow_check(bytes->data, bytes->size, NULL, &options, &totals, &error), OW_OK);
    return totals.warnings;
}

static void crowds_cost_little(void **state)
{
    (void)state;
    enum { BOARDS = 8000 };
    static const float straight[4] = {0, 0, 0, 1}, diagonal[4] = {0, 0.38268343f, 0, 0.92387953f};
    static const int32_t here[3] = {0, 0, 0}, beside[3] = {320, 0, 320};
    static const struct {
        bool chain;
        const int32_t *step;
        const float *rotation;
        uint64_t expected;
    } crowds[] = {
        {false, here, straight, BOARDS - 1}, /* all in one place */
        {false, beside, diagonal, 0},        /* side by side: their extents all meet */
        {true, here, straight, 0},           /* each carries the next */
    };
    for (size_t i = 0; i < LENGTH(crowds); i++) {
        struct bytes bytes = boards(BOARDS, crowds[i].chain, crowds[i].step, crowds[i].rotation);
        uint64_t found = count_overlaps(&bytes);
        if (found != crowds[i].expected)
            ROW_FAILED("crowd %u: %u overlaps\n", (unsigned)i, (unsigned)found);
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

static void very_large_worlds_are_not_searched(void **state)
{
    (void)state;
    static const float straight[4] = {0, 0, 0, 1};
    static const int32_t here[3] = {0, 0, 0};
    struct bytes bytes = boards((1 << 18) + 1, false, here, straight);
    assert_int_equal(count_overlaps(&bytes), 0);
    bytes_free(&bytes);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    static const float straight[4] = {0, 0, 0, 1};
    static const int32_t step[3] = {0, 0, 0};
    struct bytes bytes = boards(300, false, step, straight);
    ow_check_options check = {.only = only};
    ow_check_totals totals;
    ow_error error;
    ow_status status = OW_NO_MEMORY;
    for (uint64_t call = 1; status != OW_OK; call++) {
        struct ledger ledger = {.refuse = call};
        ow_options options = ledger_options(&ledger);
        status = ow_check(bytes.data, bytes.size, &options, &check, &totals, &error);
        assert_true(status == OW_OK || status == OW_NO_MEMORY);
        assert_int_equal(ledger.blocks, 0);
    }
    status = OW_TOO_MUCH_MEMORY;
    for (uint64_t limit = 1; status != OW_OK; limit += 512) {
        ow_options options = {.max_memory = limit};
        status = ow_check(bytes.data, bytes.size, &options, &check, &totals, &error);
        assert_true(status == OW_OK || status == OW_TOO_MUCH_MEMORY);
    }
    assert_int_equal(totals.warnings, 299);
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_that_share_space_are_named),
        cmocka_unit_test(a_place_that_is_no_number_overlaps_nothing),
        cmocka_unit_test(crowds_cost_little),
        cmocka_unit_test(very_large_worlds_are_not_searched),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
