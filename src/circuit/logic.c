/* The update of each kind of component in a tick. */
#include "simulation.h"

static uint32_t inputs_of(const ow_simulation *run, uint32_t number)
{
    uint8_t inputs = run->components[number].inputs;
    return inputs != MANY_INPUTS ? inputs : run->circuit->components[number].input_count;
}

static bool all_inputs_on(const ow_simulation *run, uint32_t number)
{
    uint32_t first = run->components[number].first_input, count = inputs_of(run, number);
    for (uint32_t i = 0; i < count; i++)
        if (!input_is_on(run, first + i))
            return false;
    return true;
}

/* See ow_delayer_reading. */
static void update_delayer(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    struct delay_line *line = &run->delays[component->own];
    bool in = input_is_on(run, component->first_input);
    bool out = run->output_on[component->first_output];
    if (run->asked.delayers == OW_DELAYER_RESTARTS && in == out) {
        line->counter = out ? line->delay : 0;
        return;
    }
    if (in && line->counter < line->delay)
        line->counter++;
    else if (!in && line->counter > 0)
        line->counter--;
    if (line->counter == (in ? line->delay : 0))
        set_output(run, component->first_output, in);
    else
        queue_component(run, number);
}

static void update_randomizer(ow_simulation *run, uint32_t number)
{
    struct running_component *component = &run->components[number];
    bool in = input_is_on(run, component->first_input);
    if (in == component->was_on)
        return;
    component->was_on = in;
    bool chance = random_below(&run->random, 2) == 1;
    set_output(run, component->first_output, in && chance);
}

static void update_bcd(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    uint32_t value = number_of_inputs(run, component->first_input, 8);
    for (uint32_t digit = 0; digit < 3; digit++, value /= 10)
        for (uint32_t bit = 0; bit < 4; bit++)
            set_output(run, component->first_output + 4 * digit + bit, value % 10 >> bit & 1);
}

static void update_table(ow_simulation *run, uint32_t number)
{
    const ow_circuit_component *component = &run->circuit->components[number];
    const ow_circuit_type *table = &run->circuit->tables[component->table];
    const uint8_t *row =
        table->table +
        (size_t)number_of_inputs(run, component->first_input, table->inputs) * table->outputs;
    for (uint32_t i = 0; i < table->outputs; i++)
        set_output(run, component->first_output + i, row[i] & 1);
}

static void update_other(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    switch ((ow_logic)component->logic) {
    case OW_LOGIC_DELAYER:
        update_delayer(run, number);
        break;
    case OW_LOGIC_RANDOMIZER:
        update_randomizer(run, number);
        break;
    case OW_LOGIC_SWITCH:
    case OW_LOGIC_BUTTON:
        set_output(run, component->first_output, component->own);
        break;
    case OW_LOGIC_RAM:
        simulation_update_ram(run, number);
        break;
    case OW_LOGIC_DUAL_PORT_RAM:
        simulation_update_dual_port_ram(run, number);
        break;
    case OW_LOGIC_FIFO:
        simulation_update_fifo(run, number);
        break;
    case OW_LOGIC_MEMORY:
        simulation_update_memory(run, number);
        break;
    case OW_LOGIC_TIMER:
        simulation_update_timer(run, number);
        break;
    case OW_LOGIC_BCD:
        update_bcd(run, number);
        break;
    case OW_LOGIC_TABLE:
        update_table(run, number);
        break;
    default: /* no logic or unknown: outputs stay */
        break;
    }
}

void simulation_update(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    uint32_t in = component->first_input, out = component->first_output;
    switch ((ow_logic)component->logic) {
    case OW_LOGIC_INVERTER:
        set_output(run, out, !input_is_on(run, in));
        break;
    case OW_LOGIC_BUFFER:
        set_output(run, out, input_is_on(run, in));
        break;
    case OW_LOGIC_AND:
        set_output(run, out, all_inputs_on(run, number));
        break;
    case OW_LOGIC_XOR:
        set_output(run, out, input_is_on(run, in) != input_is_on(run, in + 1));
        break;
    case OW_LOGIC_LATCH:
        if (input_is_on(run, in + 1))
            set_output(run, out, input_is_on(run, in));
        break;
    case OW_LOGIC_RELAY:
        simulation_switch_link(run, component->own, input_is_on(run, in));
        break;
    default:
        update_other(run, number);
        break;
    }
}
