/* Saves in another version: what is carried, what is rounded, and what is told about it. */
#include "../support/test.h"

#include "../support/ledger.h"
#include "../support/saves.h"

struct warnings {
    int count;
    char text[8][400]; /* pointer, space, message */
};

static void note(void *context, const char *pointer, const char *message)
{
    struct warnings *warnings = context;
    assert_true(warnings->count < 8);
    snprintf(warnings->text[warnings->count++], sizeof *warnings->text, "%s %s", pointer, message);
}

static void assert_warned(const struct warnings *warnings, const char *pointer,
                          const char *fragment)
{
    for (int i = 0; i < warnings->count; i++)
        if (strncmp(warnings->text[i], pointer, strlen(pointer)) == 0 &&
            warnings->text[i][strlen(pointer)] == ' ' && strstr(warnings->text[i], fragment))
            return;
    ROW_FAILED("no warning at %s of %s; the first: %s\n", pointer, fragment, warnings->text[0]);
}

static ow_blotter_save *convert(const ow_blotter_save *save, unsigned version,
                                struct warnings *warnings)
{
    ow_blotter_save *converted;
    ow_error error = {0};
    ow_target target = {.has_version = true, .version = version};
    *warnings = (struct warnings){0};
    if (ow_blotter_convert(save, &target, NULL, note, warnings, &converted, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(converted->version, version);
    return converted;
}

/* A save of one component whose position is told. */
static ow_blotter_save save_of(unsigned version, ow_blotter_component *component)
{
    component->address = 1;
    component->rotation[3] = 1;
    return (ow_blotter_save){.version = (uint8_t)version,
                             .save_type = OW_BLOTTER_SUBASSEMBLY,
                             .component_count = 1,
                             .components = component};
}

static void units_are_rounded_to_thousandths(void **state)
{
    (void)state;
    static const struct {
        float units;
        int32_t fixed;
        const char *warning; /* NULL: none */
    } rows[] = {
        {0.0f, 0, NULL},
        {-0.0f, 0, "rounded to a thousandth"},         /* comes back as 0.0 */
        {0.14999981f, 150, "rounded to a thousandth"}, /* truncation would give 149 */
        {-0.14999981f, -150, "rounded to a thousandth"},
        {0.15f, 150, NULL},
        {0.3f, 300, NULL},
        {1.5f, 1500, NULL},
        {-2.001f, -2001, NULL},
        {1000.001f, 1000001, NULL},
        {0.0004f, 0, "between thousandths"},
        {0.00061f, 1, "between thousandths"},
        {3.0e9f, INT32_MAX, "not finite or too large"},
        {-3.0e9f, INT32_MIN, "not finite or too large"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct warnings warnings;
        ow_blotter_component component = {.position.units = {0, rows[i].units, 0}};
        ow_blotter_save save = save_of(5, &component);
        ow_blotter_save *converted = convert(&save, 7, &warnings);
        if (converted->components[0].position.fixed[1] != rows[i].fixed)
            ROW_FAILED("row %zu is %d\n", i, converted->components[0].position.fixed[1]);
        assert_int_equal(warnings.count, rows[i].warning ? 1 : 0);
        if (rows[i].warning)
            assert_warned(&warnings, "/components/0/position", rows[i].warning);
        ow_blotter_free(converted);
    }
}

static void units_that_are_not_finite_become_something(void **state)
{
    (void)state;
    struct warnings warnings;
    ow_blotter_component component = {
        .position.units = {float_of(0x7f800000), float_of(0xff800000), float_of(0x7fc00000)}};
    ow_blotter_save save = save_of(5, &component);
    ow_blotter_save *converted = convert(&save, 6, &warnings);
    assert_int_equal(converted->components[0].position.fixed[0], INT32_MAX);
    assert_int_equal(converted->components[0].position.fixed[1], INT32_MIN);
    assert_int_equal(converted->components[0].position.fixed[2], 0);
    assert_warned(&warnings, "/components/0/position",
                  "not finite or too large were set to the nearest that fits: 3");
    ow_blotter_free(converted);
}

static void thousandths_are_divided(void **state)
{
    (void)state;
    static const struct {
        int32_t fixed;
        float units;
        bool lost;
    } rows[] = {
        {0, 0.0f, false},
        {150, 0.15f, false},
        {-1, -0.001f, false},
        {300, 0.3f, false},
        {1000000, 1000.0f, false},
        {16777217, 16777.217f, true},
        {INT32_MAX, 2147483.647f, true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct warnings warnings;
        ow_blotter_component component = {.position.fixed = {rows[i].fixed, 0, 0}};
        ow_blotter_save save = save_of(6, &component);
        ow_blotter_save *converted = convert(&save, 5, &warnings);
        assert_float(converted->components[0].position.units[0], rows[i].units);
        if (!rows[i].lost)
            assert_int_equal(warnings.count, 0);
        ow_blotter_free(converted);
    }
    struct warnings warnings;
    ow_blotter_component component = {.position.fixed = {INT32_MAX, 0, 0}};
    ow_blotter_save save = save_of(7, &component);
    ow_blotter_save *converted = convert(&save, 5, &warnings);
    assert_warned(&warnings, "/components/0/position", "too large for a float");
    ow_blotter_free(converted);
}

/* Each thousandth up to 16 units and back is itself. */
static void thousandths_come_back_from_version_5(void **state)
{
    (void)state;
    enum { COUNT = 16000 };
    ow_blotter_component *components = calloc(COUNT, sizeof *components);
    for (int i = 0; i < COUNT; i++) {
        components[i].address = (uint32_t)i + 1;
        components[i].parent = i > 0;
        components[i].position.fixed[0] = i;
        components[i].position.fixed[1] = -i;
        components[i].position.fixed[2] = i * 1000;
    }
    ow_blotter_save save = save_of(6, components);
    save.component_count = COUNT;
    struct warnings warnings;
    ow_blotter_save *five = convert(&save, 5, &warnings);
    assert_int_equal(warnings.count, 0);
    ow_blotter_save *six = convert(five, 6, &warnings);
    assert_int_equal(warnings.count, 0);
    for (int i = 0; i < COUNT; i++)
        assert_memory_equal(six->components[i].position.fixed, components[i].position.fixed, 12);
    ow_blotter_free(six);
    ow_blotter_free(five);
    free(components);
}

static void raw_kinds_do_not_come_to_mean_something(void **state)
{
    (void)state;
    static const struct {
        unsigned from, to;
        uint16_t kind, becomes;
    } rows[] = {
        {7, 6, OW_BLOTTER_RAW_KIND + 0, OW_BLOTTER_RAW_KIND + 255}, /* 0 is an output there */
        {6, 7, OW_BLOTTER_RAW_KIND + 2, OW_BLOTTER_RAW_KIND + 255}, /* 2 is an output there */
        {7, 6, OW_BLOTTER_RAW_KIND + 3, OW_BLOTTER_RAW_KIND + 3},
        {6, 7, OW_BLOTTER_RAW_KIND + 3, OW_BLOTTER_RAW_KIND + 3},
        {6, 5, OW_BLOTTER_RAW_KIND + 2, OW_BLOTTER_RAW_KIND + 2},
        {7, 5, OW_BLOTTER_INPUT, OW_BLOTTER_INPUT},
        {5, 7, OW_BLOTTER_OUTPUT, OW_BLOTTER_OUTPUT},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct warnings warnings;
        ow_blotter_wire wire = {.first.kind = rows[i].kind, .second.kind = rows[i].kind};
        ow_blotter_save save = {.version = (uint8_t)rows[i].from,
                                .save_type = OW_BLOTTER_WORLD,
                                .wire_count = 1,
                                .wires = &wire};
        ow_blotter_save *converted = convert(&save, rows[i].to, &warnings);
        assert_int_equal(converted->wires[0].first.kind, rows[i].becomes);
        assert_int_equal(converted->wires[0].second.kind, rows[i].becomes);
        assert_int_equal(warnings.count, rows[i].kind == rows[i].becomes ? 0 : 1);
        if (warnings.count)
            assert_warned(&warnings, "/wires/0/first/kind", "became 255: 2");
        ow_blotter_free(converted);
    }
}

static void the_draft_loses_its_exclusive_flags(void **state)
{
    (void)state;
    struct warnings warnings;
    int32_t inputs[] = {3, 4, 5};
    uint8_t exclusive[] = {0, 1, 0}; /* one is enough, wherever it stands */
    ow_blotter_component component = {
        .input_count = 3, .inputs = inputs, .inputs_exclusive = exclusive};
    ow_blotter_save save = save_of(5, &component);
    save.variant = OW_BLOTTER_DRAFT;
    ow_blotter_save *converted = convert(&save, 5, &warnings);
    assert_int_equal(converted->variant, OW_BLOTTER_PLAIN);
    assert_null(converted->components[0].inputs_exclusive);
    assert_int_equal(converted->components[0].inputs[1], 4);
    assert_int_equal(warnings.count, 1);
    assert_warned(&warnings, "/components/0/inputs",
                  "exclusive inputs, which are unknown in later versions: 1");
    ow_blotter_free(converted);
    exclusive[1] = 0;
    converted = convert(&save, 5, &warnings);
    assert_int_equal(warnings.count, 0);
    ow_blotter_free(converted);
}

static void several_roots_are_reported_in_version_5(void **state)
{
    (void)state;
    struct warnings warnings;
    ow_blotter_component components[3] = {
        {.address = 1}, {.address = 2, .parent = 1}, {.address = 3}};
    ow_blotter_save save = save_of(7, components);
    save.component_count = 3;
    ow_blotter_save *converted = convert(&save, 5, &warnings);
    assert_int_equal(warnings.count, 1);
    assert_warned(&warnings, "/components/2/parent", "in which games expect only one: 2");
    ow_blotter_free(converted);
    converted = convert(&save, 6, &warnings);
    assert_int_equal(warnings.count, 0);
    ow_blotter_free(converted);
}

/* Version 4 has no states: joined inputs share one, outputs have their own, wires follow. */
static void version_4_gets_states_from_its_wires(void **state)
{
    (void)state;
    uint8_t exclusive[3] = {0}, on[] = {1, 0};
    ow_blotter_component components[] = {
        {.address = 10, .input_count = 3, .inputs_exclusive = exclusive},
        {.address = 20, .parent = 10, .output_count = 2, .outputs_on = on},
        {.address = 30, .parent = 10, .input_count = 1, .inputs_exclusive = exclusive},
    };
    ow_blotter_wire wires[] = {
        {.first = {OW_BLOTTER_INPUT, 10, 0}, .second = {OW_BLOTTER_INPUT, 30, 0}},
        {.first = {OW_BLOTTER_OUTPUT, 20, 0}, .second = {OW_BLOTTER_INPUT, 30, 0}},
        {.first = {OW_BLOTTER_INPUT, 10, 1}, .second = {OW_BLOTTER_OUTPUT, 20, 1}},
        {.first = {OW_BLOTTER_INPUT, 99, 1}, .second = {OW_BLOTTER_OUTPUT, 98, 1}},
        {.first = {OW_BLOTTER_INPUT, 10, 7}, .second = {OW_BLOTTER_INPUT, 10, -1}},
        {.first = {OW_BLOTTER_OUTPUT, 20, 5}, .second = {OW_BLOTTER_RAW_KIND + 9, 20, 0}},
    };
    ow_blotter_save save = {.version = 4,
                            .component_count = LENGTH(components),
                            .components = components,
                            .wire_count = LENGTH(wires),
                            .wires = wires};
    struct warnings warnings;
    ow_blotter_save *converted = convert(&save, 7, &warnings);
    assert_warned(&warnings, "/save_type", "written as a world");
    assert_int_equal(converted->save_type, OW_BLOTTER_WORLD);
    const ow_blotter_component *c = converted->components;
    int32_t joined = c[0].inputs[0], second = c[0].inputs[1], third = c[0].inputs[2];
    assert_int_equal(c[2].inputs[0], joined);
    assert_int_not_equal(second, joined);
    assert_int_not_equal(third, joined);
    assert_int_not_equal(third, second);
    /* All states are told apart: three of inputs, two of outputs. */
    uint32_t seen =
        1u << joined | 1u << second | 1u << third | 1u << c[1].outputs[0] | 1u << c[1].outputs[1];
    assert_int_equal(seen, 31);
    assert_int_equal(converted->wires[0].circuit_state, joined);
    assert_int_equal(converted->wires[1].circuit_state, c[1].outputs[0]);
    assert_int_equal(converted->wires[2].circuit_state, c[1].outputs[1]);
    assert_int_equal(converted->circuit_states.bits.size, 1);
    assert_int_equal(converted->circuit_states.bits.data[0], 1u << joined | 1u << c[1].outputs[0]);
    ow_blotter_free(converted);
}

static void versions_that_cannot_be_written_are_refused(void **state)
{
    (void)state;
    static const unsigned rows[] = {0, 3, 4, 8, 256 + 7, 1000};
    ow_blotter_component component = {0};
    ow_blotter_save save = save_of(7, &component), *converted;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error = {0};
        ow_target target = {.has_version = true, .version = rows[i]};
        assert_int_equal(ow_blotter_convert(&save, &target, NULL, NULL, NULL, &converted, &error),
                         OW_BAD_ARGUMENT);
        assert_null(converted);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "/version", "cannot be written");
    }
}

static void what_a_field_cannot_hold_is_not_written(void **state)
{
    (void)state;
    int32_t many[300] = {0};
    uint8_t flags[300] = {0};
    ow_blotter_component component = {
        .input_count = 300, .inputs = many, .inputs_exclusive = flags};
    ow_blotter_save save = save_of(5, &component);
    ow_buffer buffer = {0};
    ow_error error = {0};
    assert_int_equal(ow_blotter_write_buffer(&save, NULL, &buffer, &error), OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, error.offset, "/components/0/inputs_exclusive",
                 "inputs_exclusive is set, but this version");
    component.inputs_exclusive = NULL;
    assert_int_equal(ow_blotter_write_buffer(&save, NULL, &buffer, &error), OW_OK);
    component.inputs_exclusive = flags;
    save.variant = OW_BLOTTER_DRAFT;
    assert_int_equal(ow_blotter_write_buffer(&save, NULL, &buffer, &error), OW_BAD_VALUE);
    assert_int_equal(buffer.size, 0);
    assert_error(&error, OW_BAD_VALUE, error.offset, "/components/0/input_count",
                 "input_count is 300");
    ow_blotter_wire wire = {.first = {OW_BLOTTER_INPUT, 1, 300},
                            .second = {OW_BLOTTER_INPUT, 1, 0}};
    save = (ow_blotter_save){.version = 4, .wire_count = 1, .wires = &wire};
    assert_int_equal(ow_blotter_write_buffer(&save, NULL, &buffer, &error), OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "index is 300"));
    wire.first.index = 255;
    assert_int_equal(ow_blotter_write_buffer(&save, NULL, &buffer, &error), OW_OK);
    wire.first.kind = 77;
    assert_int_equal(ow_blotter_write_buffer(&save, NULL, &buffer, &error), OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "kind is 77"));
    save = (ow_blotter_save){.version = 9};
    assert_int_equal(ow_blotter_write_buffer(&save, NULL, &buffer, &error), OW_UNKNOWN_VERSION);
    save = (ow_blotter_save){.version = 7, .save_type = 9};
    assert_int_equal(ow_blotter_write_buffer(&save, NULL, &buffer, &error), OW_BAD_VALUE);
    ow_buffer_free(&buffer, NULL);
}

/* Three inputs joined through the first, a wire to the input behind the last; eight states in
 * all. */
static void version_4_joins_what_hangs_together_and_no_more(void **state)
{
    (void)state;
    uint8_t exclusive[3] = {0}, on[6] = {0, 0, 0, 0, 0, 1};
    ow_blotter_component components[] = {
        {.address = 10, .input_count = 3, .inputs_exclusive = exclusive},
        {.address = 20, .input_count = 1, .inputs_exclusive = exclusive},
        {.address = 30, .output_count = 6, .outputs_on = on},
    };
    ow_blotter_wire wires[] = {
        {.first = {OW_BLOTTER_INPUT, 10, 0}, .second = {OW_BLOTTER_INPUT, 10, 1}},
        {.first = {OW_BLOTTER_INPUT, 10, 0}, .second = {OW_BLOTTER_INPUT, 10, 2}},
        {.first = {OW_BLOTTER_INPUT, 10, 3}, .second = {OW_BLOTTER_INPUT, 10, 0}},
    };
    ow_blotter_save save = {.version = 4,
                            .component_count = LENGTH(components),
                            .components = components,
                            .wire_count = LENGTH(wires),
                            .wires = wires};
    struct warnings warnings;
    ow_blotter_save *converted = convert(&save, 7, &warnings);
    const ow_blotter_component *c = converted->components;
    assert_int_equal(c[0].inputs[1], c[0].inputs[0]);
    assert_int_equal(c[0].inputs[2], c[0].inputs[0]);
    assert_int_not_equal(c[1].inputs[0], c[0].inputs[0]);
    assert_int_equal(converted->circuit_states.bits.size, 1);
    assert_int_equal(converted->circuit_states.bits.data[0], 1u << c[2].outputs[5]);
    ow_blotter_free(converted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_rounded_to_thousandths),
        cmocka_unit_test(units_that_are_not_finite_become_something),
        cmocka_unit_test(thousandths_are_divided),
        cmocka_unit_test(thousandths_come_back_from_version_5),
        cmocka_unit_test(raw_kinds_do_not_come_to_mean_something),
        cmocka_unit_test(the_draft_loses_its_exclusive_flags),
        cmocka_unit_test(several_roots_are_reported_in_version_5),
        cmocka_unit_test(version_4_gets_states_from_its_wires),
        cmocka_unit_test(version_4_joins_what_hangs_together_and_no_more),
        cmocka_unit_test(versions_that_cannot_be_written_are_refused),
        cmocka_unit_test(what_a_field_cannot_hold_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
