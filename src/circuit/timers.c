/* HuntaBaddayCPUmod's TSC6530: two 16-bit counters behind eight registers, as its source has them.
 *
 * Inputs: 0 to 7 data with bit 7 first, 8 select, 9 read, 10 write, 11 to 13 the register with bit
 * 2 first, 14 to 16 external signals, 17 CNT, 18 reset, 19 clock. Outputs: 0 to 7 data with bit 7
 * first, 8 and 9 the counters A and B, 10 the interrupt. */
#include "simulation.h"

#include "../base/bytes.h"

#include <string.h>

/* The state, byte by byte as in custom data. Pairs are of A, then of B; counts have their low byte
 * first. */
enum {
    LAST_CLOCK,
    LAST_CNT,
    LAST_WRITE,
    LAST_SIGNALS,
    FLAGS_READ, /* the flags have been read, and are cleared when the read ends */
    FLAGS,
    MASK,
    CONTROL,
    COUNT = CONTROL + 2,
    LATCH = COUNT + 4,
    OUTPUT = LATCH + 4
};

/* Bits of a control register. */
enum { RUNS = 1, SHOWN = 2, TOGGLES = 4, ONE_SHOT = 8, LOADS = 16 };

/* What makes a counter count: the value of a control register from bit 5 on, one bit of A's and two
 * of B's. */
enum source { BY_CLOCK, BY_CNT, BY_A, BY_A_WHILE_CNT };

enum {
    IN_SELECT = 8,
    IN_READ,
    IN_WRITE,
    IN_REGISTER,
    IN_SIGNALS = IN_REGISTER + 3,
    IN_CNT = IN_SIGNALS + 3,
    IN_RESET,
    IN_CLOCK,
    OUT_COUNTERS = 8,
    OUT_INTERRUPT = 10,
    SIGNALS = 3,
    FIRST_SIGNAL_FLAG = 2,
    INTERRUPT_FLAG = 0x80,
    REGISTER_FLAGS = 4,
    REGISTER_CONTROL
};

static enum source source_of(const uint8_t *state, unsigned counter)
{
    return (enum source)(state[CONTROL + counter] >> 5 & (counter == 0 ? 1 : 3));
}

/* Counts down once. Below 0, the count begins again at the latch. */
static bool underflows(uint8_t *state, unsigned counter)
{
    uint8_t *control = &state[CONTROL + counter], *count = &state[COUNT + 2 * counter];
    uint8_t *output = &state[OUTPUT + counter];
    if (!(*control & RUNS))
        return false;
    uint16_t value = load_u16(count, false);
    if (value > 0) {
        store_u16(count, (uint16_t)(value - 1), false);
        return false;
    }
    memcpy(count, &state[LATCH + 2 * counter], 2);
    *output = !(*control & TOGGLES) || !*output;
    if (*control & ONE_SHOT)
        *control &= (uint8_t)~RUNS;
    state[FLAGS] |= (uint8_t)(1u << counter);
    return true;
}

/* Both counters see the source that B had before. */
static void count_by(uint8_t *state, enum source source, bool cnt)
{
    enum source of_b = source_of(state, 1);
    if (source_of(state, 0) == source && underflows(state, 0) &&
        (of_b == BY_A || (of_b == BY_A_WHILE_CNT && cnt)))
        underflows(state, 1);
    if (of_b == source)
        underflows(state, 1);
}

static uint8_t read_register(uint8_t *state, uint32_t number)
{
    if (number < REGISTER_FLAGS)
        return state[COUNT + number];
    if (number == REGISTER_FLAGS)
        state[FLAGS_READ] = 1;
    return number == REGISTER_FLAGS        ? state[FLAGS]
           : number < REGISTER_CONTROL + 2 ? state[CONTROL + number - REGISTER_CONTROL]
                                           : 0;
}

static void write_register(uint8_t *state, uint32_t number, uint8_t data)
{
    if (number < REGISTER_FLAGS) {
        uint8_t control = state[CONTROL + number / 2];
        state[LATCH + number] = data;
        if (control & LOADS || !(control & RUNS))
            state[COUNT + number] = data;
    } else if (number == REGISTER_FLAGS) {
        uint8_t bits = data & (uint8_t)~INTERRUPT_FLAG;
        state[MASK] = (uint8_t)(data & INTERRUPT_FLAG ? state[MASK] | bits : state[MASK] & ~bits);
    } else if (number < REGISTER_CONTROL + 2) {
        unsigned counter = number - REGISTER_CONTROL;
        if (data & RUNS && data & TOGGLES && !(state[CONTROL + counter] & RUNS))
            state[OUTPUT + counter] = 1;
        state[CONTROL + counter] = data;
    }
}

/* Bits on inputs, the highest first. */
static uint32_t highest_first(const ow_simulation *run, uint32_t first, uint32_t bits)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < bits; i++)
        value = value << 1 | input_is_on(run, first + i);
    return value;
}

static void count_at_edges(const ow_simulation *run, uint32_t in, uint8_t *state)
{
    bool clock = input_is_on(run, in + IN_CLOCK), cnt = input_is_on(run, in + IN_CNT);
    if (clock && !state[LAST_CLOCK])
        count_by(state, BY_CLOCK, cnt);
    for (unsigned i = 0; i < 2; i++)
        if (!clock && state[LAST_CLOCK] && !(state[CONTROL + i] & TOGGLES))
            state[OUTPUT + i] = 0;
    if (cnt && !state[LAST_CNT])
        count_by(state, BY_CNT, cnt);
    state[LAST_CLOCK] = clock;
    state[LAST_CNT] = cnt;
}

/* Returns the byte on the outputs. */
static uint8_t use_registers(const ow_simulation *run, uint32_t in, uint8_t *state)
{
    bool selected = input_is_on(run, in + IN_SELECT), writes = input_is_on(run, in + IN_WRITE);
    uint32_t number = highest_first(run, in + IN_REGISTER, 3);
    uint8_t shown = 0;
    if (selected && input_is_on(run, in + IN_READ)) {
        shown = read_register(state, number);
    } else if (state[FLAGS_READ]) {
        state[FLAGS] = 0;
        state[FLAGS_READ] = 0;
    }
    if (selected && writes && !state[LAST_WRITE])
        write_register(state, number, (uint8_t)highest_first(run, in, 8));
    state[LAST_WRITE] = writes;
    return shown;
}

void simulation_update_timer(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    uint8_t *state = run->timers[component->own].state;
    uint32_t in = component->first_input, out = component->first_output;
    if (input_is_on(run, in + IN_RESET))
        memset(state + FLAGS, 0, TIMER_SIZE - FLAGS);
    count_at_edges(run, in, state);
    uint8_t shown = use_registers(run, in, state);
    uint32_t signals = number_of_inputs(run, in + IN_SIGNALS, SIGNALS);
    state[FLAGS] |= (uint8_t)((signals & ~(uint32_t)state[LAST_SIGNALS]) << FIRST_SIGNAL_FLAG);
    state[LAST_SIGNALS] = (uint8_t)signals;
    for (unsigned i = 0; i < 8; i++)
        set_output(run, out + i, shown >> (7 - i) & 1);
    for (unsigned i = 0; i < 2; i++)
        set_output(run, out + OUT_COUNTERS + i, state[CONTROL + i] & SHOWN && state[OUTPUT + i]);
    bool interrupts = state[FLAGS] & state[MASK] & (uint8_t)~INTERRUPT_FLAG;
    if (interrupts)
        state[FLAGS] |= INTERRUPT_FLAG;
    set_output(run, out + OUT_INTERRUPT, interrupts);
}

/* A timer begins with the state in its custom data; without any, as after a reset. */
static void open_timer(ow_simulation *run, uint32_t number)
{
    const ow_bytes data = run->save->components[number].custom_data;
    struct timer *timer = &run->timers[run->timer_count];
    *timer = (struct timer){{0}};
    if (data.data && data.size == TIMER_SIZE)
        memcpy(timer->state, data.data, TIMER_SIZE);
    run->components[number].own = run->timer_count++;
}

ow_status simulation_open_timers(ow_simulation *run)
{
    const ow_circuit *circuit = run->circuit;
    const uint32_t count = run->logic_counts[OW_LOGIC_TIMER];
    run->timers = arena_take(&run->arena, count * sizeof *run->timers);
    if (!run->timers)
        return run->arena.status;
    for (uint32_t i = 0; run->timer_count < count; i++)
        if (circuit->components[i].logic == OW_LOGIC_TIMER)
            open_timer(run, i);
    return OW_OK;
}
