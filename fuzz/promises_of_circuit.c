/* What holds of any save as a circuit, and of what it does. */
#include "promises.h"

#include "../tests/support/truths.h"

enum { TICKS = 50, MOST_IDS = 1 << 20 };

/* Whether states of this id are kept: a world has bits, not for those far away. */
static bool is_kept(const ow_blotter_save *save, int32_t id)
{
    if (id < 0 || id >= MOST_IDS)
        return false;
    return save->save_type != OW_BLOTTER_WORLD || (uint32_t)id / 8 < save->circuit_states.bits.size;
}

/* An id of several pegs is on where one of them is. */
static void note_ids(const ow_blotter_save *save, const ow_circuit *circuit,
                     const ow_simulation *run, uint8_t *on)
{
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        const ow_circuit_component *component = &circuit->components[i];
        const ow_blotter_component *saved = &save->components[i];
        for (uint32_t k = 0; saved->inputs && k < component->input_count; k++)
            if (is_kept(save, saved->inputs[k]))
                on[saved->inputs[k]] |=
                    ow_simulation_net(run, circuit->inputs[component->first_input + k].net);
        for (uint32_t k = 0; saved->outputs && k < component->output_count; k++)
            if (is_kept(save, saved->outputs[k]))
                on[saved->outputs[k]] |= ow_simulation_output(run, component->first_output + k);
    }
}

static void compare_states(const ow_document *document, const ow_circuit *before,
                           const ow_simulation *run, const ow_circuit *after)
{
    const ow_blotter_save *save = document->as.blotter;
    bool flags = save->version == 4;
    uint8_t *on = calloc(MOST_IDS, 1);
    PROMISE(on);
    note_ids(save, before, run, on);
    PROMISE(after->output_count == before->output_count && after->net_count == before->net_count);
    for (uint32_t i = 0; i < after->output_count; i++) {
        int32_t id = after->outputs[i].state;
        if (flags)
            PROMISE(after->outputs[i].on == ow_simulation_output(run, i));
        else if (is_kept(save, id))
            PROMISE(after->outputs[i].on == on[id]);
    }
    for (uint32_t i = 0; !flags && i < after->net_count; i++)
        if (is_kept(save, after->nets[i].state))
            PROMISE(after->nets[i].on == on[after->nets[i].state]);
    free(on);
}

/* What is stored is there again. */
static void store(ow_document *document, const ow_circuit *circuit, const ow_simulation *run)
{
    ow_document again = {0};
    ow_circuit after = {0};
    ow_buffer buffer = {0};
    ow_error error = {0};
    ow_status status = ow_simulation_store(run, document, NULL, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status == OW_OK && write_document(document, &buffer) == OW_OK) {
        PROMISE(ow_open(buffer.data, buffer.size, NULL, &again, &error) == OW_OK);
        status = ow_circuit_open(&again, NULL, NULL, &after, &error);
        expect_clean(status, &error, SIZE_MAX);
        if (status == OW_OK)
            compare_states(document, circuit, run, &after);
    }
    ow_circuit_close(&after);
    ow_close(&again);
    ow_buffer_free(&buffer, NULL);
}

/* The linker works on what changes: the outcome is as if it were found from nothing, each time. */
static void run_ticks(const ow_circuit *circuit, ow_simulation *run, uint8_t *driven)
{
    ow_error error = {0};
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        uint32_t net = circuit->net_count > 0 ? tick * 7919 % circuit->net_count : 0;
        if (tick % 3 == 2 && circuit->net_count > 0) {
            driven[net] = !driven[net];
            PROMISE(ow_simulation_drive(run, net, driven[net], &error) == OW_OK);
        }
        PROMISE(ow_simulation_run(run, 1, &error) == OW_OK);
        PROMISE(ow_simulation_tick(run) == tick + 1);
        PROMISE(driven_nets_fault(circuit, run, driven) == NULL);
    }
}

static void keep_promises_of_run(ow_document *document, const ow_circuit *circuit,
                                 ow_delayer_reading reading)
{
    const ow_simulation_options asked = {.delayers = reading};
    ow_simulation *run;
    ow_error error = {0};
    ow_status status = ow_simulation_open(document, circuit, &asked, NULL, &run, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status != OW_OK)
        return;
    uint8_t *driven = calloc((size_t)circuit->net_count + 1, 1);
    PROMISE(driven);
    run_ticks(circuit, run, driven);
    free(driven);
    if (reading == OW_DELAYER_COUNTS)
        store(document, circuit, run);
    ow_simulation_close(run);
}

static void find_ways(const ow_circuit *circuit)
{
    ow_circuit_depths depths;
    ow_circuit_step steps[4];
    uint32_t count = 0;
    ow_error error = {0};
    ow_status status = ow_circuit_find_depths(circuit, NULL, &depths, &error);
    expect_clean(status, &error, SIZE_MAX);
    for (uint32_t i = 0; status == OW_OK && i < circuit->net_count; i++)
        PROMISE(depths.depth[i] <= depths.deepest && depths.loop[i] <= depths.loop_count);
    ow_circuit_depths_free(&depths);
    if (circuit->net_count == 0)
        return;
    uint32_t last = circuit->net_count - 1;
    PROMISE(ow_circuit_find_path(circuit, 0, last, NULL, steps, 4, &count, &error) == OW_OK);
    PROMISE(count == 0 || steps[0].net == 0);
    PROMISE(count == 0 || count > 4 || steps[count - 1].net == last);
}

void keep_promises_of_circuit(ow_document *document)
{
    ow_circuit circuit;
    ow_error error = {0};
    char name[128];
    ow_status status = ow_circuit_open(document, NULL, NULL, &circuit, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status != OW_OK)
        return;
    PROMISE(circuit_fault(&circuit) == NULL);
    for (uint32_t i = 0; i < circuit.net_count && i < 64; i++) {
        size_t size = ow_circuit_net_name(&circuit, i, name, sizeof name);
        PROMISE(size > 0 && size < sizeof name);
        PROMISE(ow_circuit_find_net(&circuit, (ow_text){name, size}) != OW_NO_NET);
    }
    find_ways(&circuit);
    keep_promises_of_run(document, &circuit, OW_DELAYER_RESTARTS);
    keep_promises_of_run(document, &circuit, OW_DELAYER_COUNTS);
    ow_circuit_close(&circuit);
}
