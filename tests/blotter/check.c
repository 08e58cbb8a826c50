/* What a check counts, hands out and leaves out; that each issue points at its bytes. */
#include "../support/test.h"

#include "../support/saves.h"

struct seen {
    int count;
    struct {
        const ow_issue_code *code;
        char pointer[128];
        uint64_t offset, size;
    } issues[40];
};

static void see(void *context, const ow_issue *issue)
{
    struct seen *seen = context;
    assert_true(issue->message[0] != '\0');
    assert_true(seen->count < 40);
    seen->issues[seen->count].code = issue->code;
    snprintf(seen->issues[seen->count].pointer, 128, "%s", issue->pointer);
    seen->issues[seen->count].offset = issue->offset;
    seen->issues[seen->count].size = issue->size;
    seen->count++;
}

static ow_check_totals check(const struct bytes *bytes, ow_check_options options, struct seen *seen)
{
    ow_check_totals totals;
    ow_error error = {0};
    *seen = (struct seen){0};
    options.issue = see;
    options.issue_context = seen;
    if (ow_check(bytes->data, bytes->size, NULL, &options, &totals, &error) != OW_OK)
        ROW_FAILED("%s at %s\n", error.message, error.pointer);
    return totals;
}

static void set(struct bytes *bytes, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes->data[at + (size_t)i] = (uint8_t)(value >> 8 * i);
}

static void a_sound_save_has_no_issues(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    struct seen seen;
    ow_check_totals totals = check(&bytes, (ow_check_options){0}, &seen);
    assert_int_equal(bytes.size, SOUND_SIZE);
    assert_int_equal(totals.errors + totals.warnings + totals.infos + totals.not_shown, 0);
    assert_int_equal(seen.count, 0);
    bytes_free(&bytes);
}

/* One change each to the sound save, and the issue that it must raise first. */
static const struct {
    size_t at;
    uint32_t value;
    const char *code, *pointer;
    uint64_t offset, size;
} rows[] = {
    {50 + 13, 1, "BLOTTER_TYPE_ID_TWICE", "/component_types/1/id", 63, 2},
    {SOUND_ROOT, 0, "BLOTTER_ADDRESS_ZERO", "/components/0/address", SOUND_ROOT, 4},
    {SOUND_CHILD, 10, "BLOTTER_DUPLICATE_ADDRESS", "/components/1/address", SOUND_CHILD, 4},
    {SOUND_ROOT + 4, 20, "BLOTTER_FIRST_NOT_ROOT", "/components/0/parent", SOUND_ROOT + 4, 4},
    {SOUND_CHILD + 4, 11, "BLOTTER_PARENT_MISSING", "/components/1/parent", SOUND_CHILD + 4, 4},
    {SOUND_CHILD + 4, 20, "BLOTTER_PARENT_CYCLE", "/components/1/parent", SOUND_CHILD + 4, 4},
    {SOUND_ROOT + 22, 0x7fc00000, "BLOTTER_ROTATION_NOT_FINITE", "/components/0/rotation",
     SOUND_ROOT + 22, 16},
    {SOUND_ROOT + 22, 0x3f800000, "BLOTTER_ROTATION_NOT_UNIT", "/components/0/rotation",
     SOUND_ROOT + 22, 16},
    {SOUND_ROOT + 42, UINT32_MAX, "BLOTTER_STATE_OUTSIDE", "/components/0/inputs/0",
     SOUND_ROOT + 42, 4},
    {SOUND_ROOT + 46, 2, "BLOTTER_OUTPUT_STATE_SHARED", "/components/1/outputs/0", SOUND_CHILD + 46,
     4},
    {SOUND_WIRE + 1, 77, "BLOTTER_DANGLING_COMPONENT", "/wires/0/first/component", SOUND_WIRE + 1,
     4},
    {SOUND_WIRE + 5, 2, "BLOTTER_DANGLING_PEG", "/wires/0/first/index", SOUND_WIRE + 5, 4},
    {SOUND_WIRE + 5, UINT32_MAX, "BLOTTER_DANGLING_PEG", "/wires/0/first/index", SOUND_WIRE + 5, 4},
    {SOUND_WIRE + 14, 1, "BLOTTER_DANGLING_PEG", "/wires/0/second/index", SOUND_WIRE + 14, 4},
    {SOUND_WIRE + 18, 1, "BLOTTER_WIRE_STATE_DIFFERS", "/wires/0/circuit_state", SOUND_WIRE + 18,
     4},
    {SOUND_WIRE + 22, 0x3f800000, "BLOTTER_WIRE_ROTATION", "/wires/0/rotation", SOUND_WIRE + 22, 4},
    {SOUND_WIRE + 22, 0xff800000, "BLOTTER_WIRE_ROTATION_NOT_FINITE", "/wires/0/rotation",
     SOUND_WIRE + 22, 4},
    {SOUND_STATES + 4, 9, "BLOTTER_ON_STATE_UNUSED", "/circuit_states/0", SOUND_STATES + 4, 4},
};

static void each_issue_points_at_its_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = sound_save();
        struct seen seen;
        if (rows[i].at == 63) /* two bytes wide */
            bytes.data[63] = 1;
        else
            set(&bytes, rows[i].at, rows[i].value);
        check(&bytes, (ow_check_options){0}, &seen);
        int found = 0;
        while (found < seen.count && strcmp(seen.issues[found].code->code, rows[i].code) != 0)
            found++;
        if (found == seen.count)
            ROW_FAILED("%s is not raised\n", rows[i].code);
        if (strcmp(seen.issues[found].pointer, rows[i].pointer) != 0 ||
            seen.issues[found].offset != rows[i].offset || seen.issues[found].size != rows[i].size)
            ROW_FAILED("%s is at %s, %u, %u bytes\n", rows[i].code, seen.issues[found].pointer,
                       (unsigned)seen.issues[found].offset, (unsigned)seen.issues[found].size);
        bytes_free(&bytes);
    }
}

static void whole_records_and_lists_are_ranges_too(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    struct seen seen;
    put_head(&bytes, 2, 2, 3);
    put_types(&bytes, 3); /* the third is unused */
    put_component(&bytes, 10, 0, 1, 0, 1, 0);
    put_component(&bytes, 20, 10, 2, 0, 1, 1);
    size_t wires = bytes.size;
    put_wire(&bytes, 2, 10, 0, 2, 20, 0, 0); /* outputs joined */
    put_wire(&bytes, 2, 20, 0, 2, 10, 0, 0); /* again, the other way round */
    put_wire(&bytes, 2, 10, 0, 2, 10, 0, 0); /* to itself */
    put_on_states(&bytes, 2, (const int32_t[]){1, 1});
    put_footer(&bytes);
    size_t end = bytes.size;
    put_raw(&bytes, "xyz", 3);
    ow_check_totals totals = check(&bytes, (ow_check_options){0}, &seen);
    const struct {
        const char *code, *pointer;
        uint64_t offset, size;
    } expected[] = {
        {"BLOTTER_TRAILING_BYTES", "/trailing", end, 3},
        {"BLOTTER_TYPE_UNUSED", "/component_types/2", 76, 13},
        {"BLOTTER_OUTPUTS_JOINED", "/wires/0", wires, 26},
        {"BLOTTER_OUTPUTS_JOINED", "/wires/1", wires + 26, 26},
        {"BLOTTER_DUPLICATE_WIRE", "/wires/1", wires + 26, 26},
        {"BLOTTER_OUTPUTS_JOINED", "/wires/2", wires + 52, 26},
        {"BLOTTER_WIRE_TO_ITSELF", "/wires/2", wires + 52, 26},
        {"BLOTTER_ON_STATE_TWICE", "/circuit_states/1", end - 20, 4},
    };
    for (size_t i = 0; i < LENGTH(expected); i++) {
        assert_string_equal(seen.issues[i].code->code, expected[i].code);
        assert_string_equal(seen.issues[i].pointer, expected[i].pointer);
        assert_int_equal(seen.issues[i].offset, expected[i].offset);
        assert_int_equal(seen.issues[i].size, expected[i].size);
    }
    assert_int_equal(seen.count, LENGTH(expected));
    assert_int_equal(totals.errors, 0);
    assert_int_equal(totals.warnings, 6);
    assert_int_equal(totals.infos, 2);
    bytes_free(&bytes);
}

/* A gate has inputs 0 and 1, with states 0 and 1, and output 0, with state 2. A wire from an output
 * is held against the outputs alone: an input with its number or its state does not count. */
static void wires_from_outputs_are_held_against_outputs(void **state)
{
    (void)state;
    static const struct {
        int32_t output, state;
        const char *code; /* NULL: none */
    } cases[] = {
        {0, 2, NULL},
        {0, 0, "BLOTTER_WIRE_STATE_DIFFERS"},
        {0, 1, "BLOTTER_WIRE_STATE_DIFFERS"},
        {1, 1, "BLOTTER_DANGLING_PEG"},
        {1, 2, "BLOTTER_DANGLING_PEG"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct bytes bytes = {0};
        struct seen seen;
        put_head(&bytes, 2, 2, 1);
        put_types(&bytes, 2);
        put_component(&bytes, 10, 0, 1, 2, 1, 0);
        put_component(&bytes, 20, 10, 2, 1, 0, 3);
        put_wire(&bytes, 2, 10, cases[i].output, 1, 20, 0, cases[i].state);
        put_on_states(&bytes, 0, NULL);
        put_footer(&bytes);
        check(&bytes, (ow_check_options){0}, &seen);
        const char *code = seen.count > 0 ? seen.issues[0].code->code : "none";
        if (seen.count > 1 || strcmp(code, cases[i].code ? cases[i].code : "none") != 0)
            ROW_FAILED("row %zu: %d issues, the first %s\n", i, seen.count, code);
        bytes_free(&bytes);
    }
}

/* A save with an error, a warning and an info, several times. */
static struct bytes troubled_save(void)
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, 2, 4);
    put_types(&bytes, 2);
    put_component(&bytes, 10, 0, 1, 2, 0, 0);
    put_component(&bytes, 20, 10, 2, 0, 1, 2);
    for (int i = 0; i < 3; i++)
        put_wire(&bytes, 1, 10, 0, 2, 20, 0, 1); /* differs; two of them double */
    put_wire(&bytes, 1, 99, 0, 2, 20, 0, 2);     /* dangling */
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    return bytes;
}

static void lists_of_codes_and_a_cap_are_kept_to(void **state)
{
    (void)state;
    static const char *const differs[] = {"BLOTTER_WIRE_STATE_DIFFERS", NULL};
    static const char *const two[] = {"BLOTTER_WIRE_STATE_DIFFERS", "BLOTTER_DUPLICATE_WIRE", NULL};
    static const char *const none[] = {NULL};
    static const struct {
        const char *const *only, *const *ignore;
        uint64_t cap, errors, warnings, infos, not_shown;
    } cases[] = {
        {NULL, NULL, 0, 1, 3, 2, 0},    {differs, NULL, 0, 0, 3, 0, 0},
        {NULL, differs, 0, 1, 0, 2, 0}, {two, differs, 0, 0, 0, 2, 0},
        {none, NULL, 0, 0, 0, 0, 0},    {NULL, none, 0, 1, 3, 2, 0},
        {NULL, NULL, 2, 1, 3, 2, 4},    {NULL, NULL, 6, 1, 3, 2, 0},
        {differs, NULL, 1, 0, 3, 0, 2},
    };
    struct bytes bytes = troubled_save();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct seen seen;
        ow_check_options options = {
            .only = cases[i].only, .ignore = cases[i].ignore, .max_issues = cases[i].cap};
        ow_check_totals totals = check(&bytes, options, &seen);
        assert_int_equal(totals.errors, cases[i].errors);
        assert_int_equal(totals.warnings, cases[i].warnings);
        assert_int_equal(totals.infos, cases[i].infos);
        assert_int_equal(totals.not_shown, cases[i].not_shown);
        assert_int_equal((uint64_t)seen.count + totals.not_shown,
                         totals.errors + totals.warnings + totals.infos);
    }
    bytes_free(&bytes);
}

static void without_a_listener_issues_are_counted(void **state)
{
    (void)state;
    struct bytes bytes = troubled_save();
    ow_check_options options = {0};
    ow_check_totals totals;
    ow_error error;
    assert_int_equal(ow_check(bytes.data, bytes.size, NULL, &options, &totals, &error), OW_OK);
    assert_int_equal(totals.errors, 1);
    assert_int_equal(totals.warnings, 3);
    assert_int_equal(totals.infos, 2);
    bytes_free(&bytes);
}

static void a_code_that_does_not_exist_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"BLOTTER_BROKEN", "blotter_broken", NULL};
    struct bytes bytes = sound_save();
    for (int i = 0; i < 2; i++) {
        ow_check_options options = {.only = i ? wrong : NULL, .ignore = i ? NULL : wrong};
        ow_check_totals totals;
        ow_error error = {0};
        assert_int_equal(ow_check(bytes.data, bytes.size, NULL, &options, &totals, &error),
                         OW_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "unknown check \"blotter_broken\""));
    }
    bytes_free(&bytes);
}

static void the_order_is_the_same_each_time(void **state)
{
    (void)state;
    struct bytes bytes = troubled_save();
    struct seen first, again;
    check(&bytes, (ow_check_options){0}, &first);
    for (int turn = 0; turn < 5; turn++) {
        struct bytes copy = {0};
        put_raw(&copy, bytes.data, bytes.size);
        check(&copy, (ow_check_options){0}, &again);
        assert_int_equal(first.count, again.count);
        for (int i = 0; i < first.count; i++) {
            assert_ptr_equal(first.issues[i].code, again.issues[i].code);
            assert_string_equal(first.issues[i].pointer, again.issues[i].pointer);
        }
        bytes_free(&copy);
    }
    bytes_free(&bytes);
}

static void worlds_are_held_against_their_bytes_of_states(void **state)
{
    (void)state;
    static const struct {
        int32_t highest;
        uint32_t stored;
        const char *code; /* NULL: none */
    } cases[] = {
        {7, 1, NULL},
        {8, 2, NULL},
        {7, 2, "BLOTTER_STATE_BYTES_TOO_MANY"},
        {8, 1, "BLOTTER_STATE_BYTES_TOO_FEW"},
        {0, 0, "BLOTTER_STATE_BYTES_TOO_FEW"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct bytes bytes = {0};
        struct seen seen;
        put_head(&bytes, 1, 1, 0);
        put_types(&bytes, 1);
        put_component(&bytes, 1, 0, 1, 1, 0, cases[i].highest);
        put_u32(&bytes, cases[i].stored);
        put_raw(&bytes, "\0\0\0\0", cases[i].stored);
        put_footer(&bytes);
        check(&bytes, (ow_check_options){0}, &seen);
        bool found = false;
        for (int k = 0; k < seen.count; k++) {
            if (!cases[i].code || strcmp(seen.issues[k].code->code, cases[i].code) != 0)
                continue;
            found = true;
            assert_int_equal(seen.issues[k].size, 4 + cases[i].stored);
        }
        assert_true(found == (cases[i].code != NULL));
        assert_true(cases[i].code || seen.count == 0);
        bytes_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_save_has_no_issues),
        cmocka_unit_test(each_issue_points_at_its_bytes),
        cmocka_unit_test(whole_records_and_lists_are_ranges_too),
        cmocka_unit_test(wires_from_outputs_are_held_against_outputs),
        cmocka_unit_test(lists_of_codes_and_a_cap_are_kept_to),
        cmocka_unit_test(without_a_listener_issues_are_counted),
        cmocka_unit_test(a_code_that_does_not_exist_is_refused),
        cmocka_unit_test(the_order_is_the_same_each_time),
        cmocka_unit_test(worlds_are_held_against_their_bytes_of_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
