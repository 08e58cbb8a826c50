/* The reader that hands out one record after another gives what the whole reader gives. */
#include "../support/test.h"

#include "../support/ledger.h"
#include "../support/saves.h"

static struct bytes large_save(uint32_t components)
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, components, components - 1);
    put_types(&bytes, 2);
    for (uint32_t i = 0; i < components; i++)
        put_component(&bytes, i * 3 + 1, i ? 1 : 0, 1 + i % 2, i % 5, i % 3, (int32_t)i);
    for (uint32_t i = 1; i < components; i++)
        put_wire(&bytes, 1, 1, (int32_t)i, 2, i * 3 + 1, 0, (int32_t)i);
    put_on_states(&bytes, 3, (const int32_t[]){7, 3, 5});
    put_footer(&bytes);
    put_u8(&bytes, 0xaa);
    return bytes;
}

static void assert_same_component(const ow_blotter_component *a, const ow_blotter_component *b)
{
    assert_int_equal(a->address, b->address);
    assert_int_equal(a->parent, b->parent);
    assert_int_equal(a->type, b->type);
    assert_memory_equal(&a->position, &b->position, sizeof a->position);
    assert_memory_equal(a->rotation, b->rotation, sizeof a->rotation);
    assert_int_equal(a->input_count, b->input_count);
    assert_int_equal(a->output_count, b->output_count);
    if (a->input_count)
        assert_memory_equal(a->inputs, b->inputs, 4 * a->input_count);
    if (a->output_count)
        assert_memory_equal(a->outputs, b->outputs, 4 * a->output_count);
    assert_ptr_equal(a->custom_data.data, b->custom_data.data);
}

static void assert_same_peg(const ow_blotter_peg *a, const ow_blotter_peg *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->component, b->component);
    assert_int_equal(a->index, b->index);
}

static void every_record_is_the_same(void **state)
{
    (void)state;
    struct bytes bytes = large_save(5000);
    ow_blotter_save *whole;
    ow_blotter_reader *reader;
    const ow_blotter_component *component;
    const ow_blotter_wire *wire;
    ow_error error = {0};
    assert_int_equal(ow_blotter_read(bytes.data, bytes.size, NULL, &whole, &error), OW_OK);
    assert_int_equal(ow_blotter_reader_open(bytes.data, bytes.size, NULL, &reader, &error), OW_OK);
    const ow_blotter_save *known = ow_blotter_reader_save(reader);
    assert_int_equal(known->component_count, whole->component_count);
    assert_int_equal(known->component_type_count, 2);
    assert_text(known->component_types[1].name, "M.Type2");
    uint64_t last = 0;
    for (uint32_t i = 0; i < whole->component_count; i++) {
        assert_int_equal(ow_blotter_next_component(reader, &component, &error), OW_OK);
        assert_same_component(component, &whole->components[i]);
        assert_true(i == 0 || ow_blotter_record_offset(reader) > last);
        last = ow_blotter_record_offset(reader);
    }
    assert_int_equal(ow_blotter_next_component(reader, &component, &error), OW_OK);
    assert_null(component);
    for (uint32_t i = 0; i < whole->wire_count; i++) {
        assert_int_equal(ow_blotter_next_wire(reader, &wire, &error), OW_OK);
        assert_same_peg(&wire->first, &whole->wires[i].first);
        assert_same_peg(&wire->second, &whole->wires[i].second);
        assert_int_equal(wire->circuit_state, whole->wires[i].circuit_state);
        assert_float(wire->rotation, whole->wires[i].rotation);
        assert_int_equal(bytes.data[ow_blotter_record_offset(reader)], 1);
    }
    assert_int_equal(ow_blotter_next_wire(reader, &wire, &error), OW_OK);
    assert_null(wire);
    assert_int_equal(known->circuit_states.on_count, 0);
    assert_int_equal(ow_blotter_reader_finish(reader, &error), OW_OK);
    assert_int_equal(known->circuit_states.on_count, 3);
    assert_int_equal(known->circuit_states.on[1], 3);
    assert_int_equal(known->trailing.size, 1);
    ow_blotter_reader_close(reader);
    ow_blotter_free(whole);
    bytes_free(&bytes);
}

static void wires_may_be_asked_for_at_once(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    ow_blotter_reader *reader;
    const ow_blotter_wire *wire;
    const ow_blotter_component *component;
    ow_error error = {0};
    assert_int_equal(ow_blotter_reader_open(bytes.data, bytes.size, NULL, &reader, &error), OW_OK);
    assert_int_equal(ow_blotter_next_component(reader, &component, &error), OW_OK);
    assert_int_equal(ow_blotter_record_offset(reader), SOUND_ROOT);
    assert_int_equal(ow_blotter_next_wire(reader, &wire, &error), OW_OK);
    assert_int_equal(ow_blotter_record_offset(reader), SOUND_WIRE);
    assert_int_equal(wire->circuit_state, 2);
    assert_int_equal(ow_blotter_next_component(reader, &component, &error), OW_OK);
    assert_null(component);
    assert_int_equal(ow_blotter_reader_finish(reader, &error), OW_OK);
    ow_blotter_reader_close(reader);
    bytes_free(&bytes);
}

static void memory_does_not_grow_with_the_file(void **state)
{
    (void)state;
    uint64_t peaks[2];
    static const uint32_t counts[] = {100, 50000};
    for (int i = 0; i < 2; i++) {
        struct bytes bytes = large_save(counts[i]);
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_blotter_reader *reader;
        ow_error error = {0};
        assert_int_equal(ow_blotter_reader_open(bytes.data, bytes.size, &options, &reader, &error),
                         OW_OK);
        assert_int_equal(ow_blotter_reader_finish(reader, &error), OW_OK);
        ow_blotter_reader_close(reader);
        assert_int_equal(ledger.blocks, 0);
        peaks[i] = ledger.peak;
        bytes_free(&bytes);
    }
    assert_int_equal(peaks[0], peaks[1]);
}

static void a_break_comes_after_the_records_before_it(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    bytes.data[SOUND_CHILD + 38] = 0xff;
    bytes.data[SOUND_CHILD + 41] = 0xff;
    ow_blotter_reader *reader;
    const ow_blotter_component *component;
    ow_error error = {0};
    assert_int_equal(ow_blotter_reader_open(bytes.data, bytes.size, NULL, &reader, &error), OW_OK);
    assert_int_equal(ow_blotter_next_component(reader, &component, &error), OW_OK);
    assert_int_equal(component->address, 10);
    for (int i = 0; i < 2; i++) { /* and stays */
        assert_int_equal(ow_blotter_next_component(reader, &component, &error), OW_BAD_VALUE);
        assert_null(component);
        assert_error(&error, OW_BAD_VALUE, SOUND_CHILD + 38, "/components/1/input_count",
                     "negative");
    }
    assert_int_equal(ow_blotter_reader_finish(reader, &error), OW_BAD_VALUE);
    ow_blotter_reader_close(reader);
    bytes.size = 40;
    assert_int_equal(ow_blotter_reader_open(bytes.data, bytes.size, NULL, &reader, &error),
                     OW_TRUNCATED);
    assert_null(reader);
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_record_is_the_same),
        cmocka_unit_test(wires_may_be_asked_for_at_once),
        cmocka_unit_test(memory_does_not_grow_with_the_file),
        cmocka_unit_test(a_break_comes_after_the_records_before_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
