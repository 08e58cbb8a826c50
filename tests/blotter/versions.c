/* One small save of each version, its bytes written by hand after the specification: a second
 * reader of it, which shares nothing with the variant. Every field is looked at both ways. */
#include "../support/bytes.h"
#include "../support/test.h"

#define HEADER "4c6f67696320576f726c642073617665" /* Logic World save */
#define FOOTER "72656473746f6e6520737578206c6f6c" /* redstone sux lol */
#define GAME   "00000000 5c000000 03000000 39000000"

/* Rotation 0.5, -0.5, 0.5, -0.0 as x, y, z, w. */
#define ROTATION         "0000003f 000000bf 0000003f 00000080"
#define ROTATION_W_FIRST "00000080 0000003f 000000bf 0000003f"

/* Two components and one wire. Where a version has them: one mod with a fourth number of -1; type
 * 258 "A.B"; states 5, 6, 7 and 9. */
static const char version_4[] =
    HEADER "04" GAME "02000000 01000000"
           "01000000 0201 03000000 412e42"
           "0a000000 00000000 0201 0000c03f 000000c0 00007a44" ROTATION_W_FIRST "02000000 01 00"
           "01000000 01"
           "02000000 beef"
           "ffffff7f 0a000000 0201 00000000 00000000 00000080" ROTATION_W_FIRST
           "00000000 00000000 ffffffff"
           "01 0a000000 01 00 ffffff7f 00 0000803f" FOOTER;

static const char version_5_draft[] =
    HEADER "05" GAME "01 02000000 01000000"
           "01000000 0201 03000000 412e42"
           "0a000000 00000000 0201 0000c03f 000000c0 00007a44" ROTATION "02 01 05000000 00 06000000"
           "01 07000000"
           "02000000 beef"
           "ffffff7f 0a000000 0201 00000000 00000000 00000080" ROTATION "00 00 00000000"
           "01 0a000000 01 00 ffffff7f 00 07000000 0000803f"
           "02000000 e001" FOOTER;

static const char version_5[] =
    HEADER "05" GAME "01 02000000 01000000"
           "01000000 03000000 4d4847 00000000 5c000000 03000000 ffffffff"
           "01000000 0201 03000000 412e42"
           "0a000000 00000000 0201 0000c03f 000000c0 00007a44" ROTATION "02000000 05000000 06000000"
           "01000000 07000000"
           "02000000 beef"
           "ffffff7f 0a000000 0201 00000000 00000000 00000080" ROTATION "00000000 00000000 ffffffff"
           "01 0a000000 01000000 00 ffffff7f 00000000 07000000 0000803f"
           "02000000 e001" FOOTER;

static const char version_6[] =
    HEADER "06" GAME "02 02000000 01000000"
           "01000000 03000000 4d4847 00000000 5c000000 03000000 ffffffff"
           "01000000 0201 03000000 412e42"
           "0a000000 00000000 0201 dc050000 30f8ffff 40420f00" ROTATION "02000000 05000000 06000000"
           "01000000 07000000"
           "02000000 beef"
           "ffffff7f 0a000000 0201 00000000 00000000 ffffffff" ROTATION "00000000 00000000 ffffffff"
           "01 0a000000 01000000 00 ffffff7f 00000000 07000000 0000803f"
           "02000000 09000000 05000000" FOOTER;

static const char version_7[] =
    HEADER "07" GAME "02 02000000 01000000"
           "01000000 03000000 4d4847 00000000 5c000000 03000000 ffffffff"
           "01000000 0201 03000000 412e42"
           "0a000000 00000000 0201 dc050000 30f8ffff 40420f00" ROTATION "02000000 05000000 06000000"
           "01000000 07000000"
           "02000000 beef"
           "ffffff7f 0a000000 0201 00000000 00000000 ffffffff" ROTATION "00000000 00000000 ffffffff"
           "01 0a000000 01000000 02 ffffff7f 00000000 07000000 0000803f"
           "02000000 09000000 05000000" FOOTER;

/* What reading `hex` gives; the caller frees bytes and save. */
struct sample {
    struct bytes bytes;
    ow_blotter_save *save;
};

static struct sample read_sample(const char *hex)
{
    struct sample sample = {0};
    ow_error error = {0};
    put_hex(&sample.bytes, hex);
    ow_status status =
        ow_blotter_read(sample.bytes.data, sample.bytes.size, NULL, &sample.save, &error);
    if (status != OW_OK)
        ROW_FAILED("%s at %u, %s\n", error.message, (unsigned)error.offset, error.pointer);
    return sample;
}

static void assert_written(const ow_blotter_save *save, const struct bytes *expected)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    assert_int_equal(ow_blotter_write_buffer(save, NULL, &buffer, &error), OW_OK);
    assert_int_equal(buffer.size, expected->size);
    assert_memory_equal(buffer.data, expected->data, expected->size);
    ow_buffer_free(&buffer, NULL);
    struct bytes collected = {0};
    ow_sink sink = sink_to(&collected);
    assert_int_equal(ow_blotter_write(save, NULL, &sink, &error), OW_OK);
    assert_int_equal(collected.size, expected->size);
    assert_memory_equal(collected.data, expected->data, expected->size);
    bytes_free(&collected);
}

static void close_sample(struct sample *sample)
{
    ow_blotter_free(sample->save);
    bytes_free(&sample->bytes);
}

static void assert_head(const ow_blotter_save *save, unsigned version, unsigned save_type)
{
    static const int32_t game[] = {0, 92, 3, 57};
    assert_int_equal(save->version, version);
    assert_memory_equal(save->game_version, game, sizeof game);
    assert_int_equal(save->save_type, save_type);
    assert_int_equal(save->component_count, 2);
    assert_int_equal(save->wire_count, 1);
    assert_int_equal(save->component_type_count, 1);
    assert_int_equal(save->component_types[0].id, 258);
    assert_text(save->component_types[0].name, "A.B");
    assert_int_equal(save->trailing.size, 0);
}

static void assert_one_mod(const ow_blotter_save *save)
{
    static const int32_t version[] = {0, 92, 3, -1};
    assert_int_equal(save->mod_count, 1);
    assert_text(save->mods[0].id, "MHG");
    assert_memory_equal(save->mods[0].version, version, sizeof version);
}

static void assert_common(const ow_blotter_component *c)
{
    assert_int_equal(c[0].address, 10);
    assert_int_equal(c[0].parent, 0);
    assert_int_equal(c[0].type, 258);
    assert_int_equal(c[0].input_count, 2);
    assert_int_equal(c[0].output_count, 1);
    assert_int_equal(c[0].custom_data.size, 2);
    assert_memory_equal(c[0].custom_data.data, "\xbe\xef", 2);
    assert_int_equal(c[1].address, 0x7fffffff);
    assert_int_equal(c[1].parent, 10);
    assert_int_equal(c[1].type, 258);
    assert_int_equal(c[1].input_count, 0);
    assert_int_equal(c[1].output_count, 0);
    static const uint32_t rotation[] = {0x3f000000, 0xbf000000, 0x3f000000, 0x80000000};
    for (int i = 0; i < 2; i++)
        assert_memory_equal(c[i].rotation, rotation, sizeof rotation);
}

static void assert_units(const ow_blotter_component *c)
{
    assert_float(c[0].position.units[0], 1.5f);
    assert_float(c[0].position.units[1], -2.0f);
    assert_float(c[0].position.units[2], 1000.0f);
    assert_float(c[1].position.units[2], -0.0f);
}

static void assert_thousandths(const ow_blotter_component *c)
{
    assert_int_equal(c[0].position.fixed[0], 1500);
    assert_int_equal(c[0].position.fixed[1], -2000);
    assert_int_equal(c[0].position.fixed[2], 1000000);
    assert_int_equal(c[1].position.fixed[2], -1);
}

static void assert_peg_states(const ow_blotter_component *c)
{
    assert_int_equal(c[0].inputs[0], 5);
    assert_int_equal(c[0].inputs[1], 6);
    assert_int_equal(c[0].outputs[0], 7);
    assert_null(c[0].outputs_on);
}

static void assert_one_wire(const ow_blotter_wire *wire, int32_t state)
{
    assert_int_equal(wire->first.kind, OW_BLOTTER_INPUT);
    assert_int_equal(wire->first.component, 10);
    assert_int_equal(wire->first.index, 1);
    assert_int_equal(wire->second.kind, OW_BLOTTER_OUTPUT);
    assert_int_equal(wire->second.component, 0x7fffffff);
    assert_int_equal(wire->second.index, 0);
    assert_int_equal(wire->circuit_state, state);
    assert_float(wire->rotation, 1.0f);
}

static void version_4_has_flags_and_w_first(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_4);
    const ow_blotter_save *save = sample.save;
    assert_head(save, 4, 0);
    assert_int_equal(save->mod_count, 0);
    assert_common(save->components);
    assert_units(save->components);
    assert_null(save->components[0].inputs);
    assert_null(save->components[0].outputs);
    assert_memory_equal(save->components[0].inputs_exclusive, "\1\0", 2);
    assert_memory_equal(save->components[0].outputs_on, "\1", 1);
    assert_null(save->components[1].custom_data.data);
    assert_one_wire(save->wires, 0);
    assert_written(save, &sample.bytes);
    close_sample(&sample);
}

static void early_version_5_keeps_flag_and_state_of_inputs(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_5_draft);
    const ow_blotter_save *save = sample.save;
    assert_head(save, 5, OW_BLOTTER_WORLD);
    assert_int_equal(save->variant, OW_BLOTTER_DRAFT);
    assert_int_equal(save->mod_count, 0);
    assert_common(save->components);
    assert_units(save->components);
    assert_peg_states(save->components);
    assert_memory_equal(save->components[0].inputs_exclusive, "\1\0", 2);
    assert_non_null(save->components[1].custom_data.data);
    assert_int_equal(save->components[1].custom_data.size, 0);
    assert_one_wire(save->wires, 7);
    assert_int_equal(save->circuit_states.bits.size, 2);
    assert_memory_equal(save->circuit_states.bits.data, "\xe0\x01", 2);
    assert_written(save, &sample.bytes);
    close_sample(&sample);
}

static void version_5_has_units_and_boolean_kinds(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_5);
    const ow_blotter_save *save = sample.save;
    assert_head(save, 5, OW_BLOTTER_WORLD);
    assert_int_equal(save->variant, OW_BLOTTER_PLAIN);
    assert_one_mod(save);
    assert_common(save->components);
    assert_units(save->components);
    assert_peg_states(save->components);
    assert_null(save->components[0].inputs_exclusive);
    assert_null(save->components[1].custom_data.data);
    assert_one_wire(save->wires, 7);
    assert_int_equal(save->circuit_states.bits.size, 2);
    assert_memory_equal(save->circuit_states.bits.data, "\xe0\x01", 2);
    assert_written(save, &sample.bytes);
    close_sample(&sample);
}

static void assert_from_version_6(const char *hex, unsigned version)
{
    struct sample sample = read_sample(hex);
    const ow_blotter_save *save = sample.save;
    assert_head(save, version, OW_BLOTTER_SUBASSEMBLY);
    assert_one_mod(save);
    assert_common(save->components);
    assert_thousandths(save->components);
    assert_peg_states(save->components);
    assert_null(save->components[0].inputs_exclusive);
    assert_null(save->components[1].custom_data.data);
    assert_one_wire(save->wires, 7);
    assert_int_equal(save->circuit_states.on_count, 2);
    assert_int_equal(save->circuit_states.on[0], 9);
    assert_int_equal(save->circuit_states.on[1], 5);
    assert_written(save, &sample.bytes);
    close_sample(&sample);
}

static void version_6_has_thousandths_and_boolean_kinds(void **state)
{
    (void)state;
    assert_from_version_6(version_6, 6);
}

static void version_7_has_thousandths_and_enumerated_kinds(void **state)
{
    (void)state;
    assert_from_version_6(version_7, 7);
}

/* The records of a save that a program builds are written as a file would have them. */
static void a_save_built_by_program_is_written(void **state)
{
    (void)state;
    int32_t inputs[] = {5, 6}, outputs[] = {7}, on[] = {9, 5};
    ow_blotter_mod mod = {{"MHG", 3}, {0, 92, 3, -1}};
    ow_blotter_component_type type = {258, {"A.B", 3}};
    ow_blotter_component components[2] = {
        {.address = 10, .type = 258, .position.fixed = {1500, -2000, 1000000}},
        {.address = 0x7fffffff, .parent = 10, .type = 258, .position.fixed = {0, 0, -1}},
    };
    for (int i = 0; i < 2; i++)
        memcpy(components[i].rotation, (const float[]){0.5f, -0.5f, 0.5f, -0.0f}, 16);
    components[0].input_count = 2, components[0].inputs = inputs;
    components[0].output_count = 1, components[0].outputs = outputs;
    components[0].custom_data = (ow_bytes){(const uint8_t *)"\xbe\xef", 2};
    ow_blotter_wire wire = {{OW_BLOTTER_INPUT, 10, 1}, {OW_BLOTTER_OUTPUT, 0x7fffffff, 0}, 7, 1};
    ow_blotter_save save = {.version = 7,
                            .game_version = {0, 92, 3, 57},
                            .save_type = OW_BLOTTER_SUBASSEMBLY,
                            .mod_count = 1,
                            .component_type_count = 1,
                            .component_count = 2,
                            .wire_count = 1,
                            .mods = &mod,
                            .component_types = &type,
                            .components = components,
                            .wires = &wire,
                            .circuit_states = {.on = on, .on_count = 2}};
    struct bytes expected = {0};
    put_hex(&expected, version_7);
    assert_written(&save, &expected);
    bytes_free(&expected);
}

static void an_empty_world_is_its_header_and_footer(void **state)
{
    (void)state;
    struct sample sample =
        read_sample(HEADER "07" GAME "01 00000000 00000000 00000000 00000000 00000000" FOOTER);
    assert_int_equal(sample.save->component_count, 0);
    assert_non_null(sample.save->circuit_states.bits.data);
    assert_int_equal(sample.save->circuit_states.bits.size, 0);
    assert_written(sample.save, &sample.bytes);
    close_sample(&sample);
    sample = read_sample(HEADER "04" GAME "00000000 00000000 00000000" FOOTER);
    assert_int_equal(sample.save->version, 4);
    assert_written(sample.save, &sample.bytes);
    close_sample(&sample);
}

static void unknown_peg_kinds_are_kept(void **state)
{
    (void)state;
    static const struct {
        const char *version;
        unsigned byte, kind;
    } rows[] = {
        {"07", 0, OW_BLOTTER_RAW_KIND + 0},
        {"07", 1, OW_BLOTTER_INPUT},
        {"07", 2, OW_BLOTTER_OUTPUT},
        {"07", 3, OW_BLOTTER_RAW_KIND + 3},
        {"07", 255, OW_BLOTTER_RAW_KIND + 255},
        {"06", 0, OW_BLOTTER_OUTPUT},
        {"06", 1, OW_BLOTTER_INPUT},
        {"06", 2, OW_BLOTTER_RAW_KIND + 2},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char hex[512];
        snprintf(hex, sizeof hex,
                 HEADER "%s" GAME "02 00000000 01000000 00000000 00000000"
                        "%02x 01000000 00000000 %02x 01000000 00000000 00000000 00000000"
                        "00000000" FOOTER,
                 rows[i].version, rows[i].byte, rows[i].byte);
        struct sample sample = read_sample(hex);
        assert_int_equal(sample.save->wires[0].first.kind, rows[i].kind);
        assert_int_equal(sample.save->wires[0].second.kind, rows[i].kind);
        assert_written(sample.save, &sample.bytes);
        close_sample(&sample);
    }
}

/* Nothing of a document points into the bytes that it was read from. */
static void a_save_outlives_its_bytes(void **state)
{
    (void)state;
    static const char *const all[] = {version_4, version_5_draft, version_5, version_6, version_7};
    for (size_t i = 0; i < LENGTH(all); i++) {
        struct sample sample = read_sample(all[i]);
        struct bytes kept = sample.bytes;
        sample.bytes = (struct bytes){0};
        put_raw(&sample.bytes, kept.data, kept.size);
        memset(kept.data, 0xee, kept.size);
        bytes_free(&kept);
        assert_written(sample.save, &sample.bytes);
        close_sample(&sample);
    }
}

static void bytes_behind_the_footer_are_kept_unless_strict(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    put_hex(&bytes, version_7);
    size_t whole = bytes.size;
    put_hex(&bytes, "00ff");
    ow_blotter_save *save;
    ow_error error = {0};
    assert_int_equal(ow_blotter_read(bytes.data, bytes.size, NULL, &save, &error), OW_OK);
    assert_int_equal(save->trailing.size, 2);
    assert_memory_equal(save->trailing.data, bytes.data + whole, 2);
    assert_written(save, &bytes);
    ow_blotter_free(save);
    ow_options strict = {.strict = true};
    assert_int_equal(ow_blotter_read(bytes.data, bytes.size, &strict, &save, &error), OW_BAD_VALUE);
    assert_null(save);
    assert_error(&error, OW_BAD_VALUE, whole, "/trailing", "the end of the file: 2 bytes");
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_4_has_flags_and_w_first),
        cmocka_unit_test(early_version_5_keeps_flag_and_state_of_inputs),
        cmocka_unit_test(version_5_has_units_and_boolean_kinds),
        cmocka_unit_test(version_6_has_thousandths_and_boolean_kinds),
        cmocka_unit_test(version_7_has_thousandths_and_enumerated_kinds),
        cmocka_unit_test(a_save_built_by_program_is_written),
        cmocka_unit_test(an_empty_world_is_its_header_and_footer),
        cmocka_unit_test(unknown_peg_kinds_are_kept),
        cmocka_unit_test(a_save_outlives_its_bytes),
        cmocka_unit_test(bytes_behind_the_footer_are_kept_unless_strict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
