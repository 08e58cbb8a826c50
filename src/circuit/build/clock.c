/* Computes the shortest clock period of a build from the delays of gates, one tick each, between
 * latches of two phases.
 *
 * Gates may be late by up to a margin, if one is asked for. Each tick of a gate or latch below is
 * then 1 tick at least and 1 + margin at most. A formula that needs something to be over takes the
 * most. One that needs it not to have begun takes the least.
 *
 * A latch of the first phase is open while the clock is on, one of the second while it is off.
 * Ticks are counted from the moment when the clock goes on; half a clock has h ticks. The enable
 * of a latch goes on `rise` ticks after its phase begins, and off `fall` ticks after its phase
 * ends (follow.c). A latch takes one tick and reads the state of the tick before.
 *
 * A latch of the second phase has its value from tick 0 on. M is the last tick in which a change
 * arrives from there at a pin. So for each latch of the first phase:
 *
 *     h >= M + 1 - fall      its data arrive before it closes
 *     h >= rise - fall + 1   it opens at all
 *
 * It shows its data in tick max(rise, M) + 1. An input changes in tick 1 at the latest, like
 * latches. L is the largest number of ticks from there to a latch of the second phase:
 *
 *     h  >= 1 + rise + E     a latch of the second phase opens within its half
 *     2 h >= L + 1 + E       its data arrive before the clock goes on again
 *
 * Memories have gated enables: an AND of the clock and of data, such as an address. The data have
 * to be stable before the clock reaches the AND. So does the address at which a RAM writes. E is
 * the number of ticks by which the latest of them is late; latches of the second phase have to be
 * ready earlier by E. Data of a gate may come only from latches of the second phase, which do not
 * change while the clock is on.
 *
 * Nothing may change too early: the last latch of one phase has to close before the first of the
 * other phase lets new data through. So fall <= rise + 1 for any two of them. */
#include "timing.h"

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Raises the half period if a path needs more. */
static void need(struct timing *timing, int64_t half, struct timing_end end)
{
    if (half <= timing->least)
        return;
    timing->least = half;
    timing->critical = end;
}

static ow_status begin(struct timing *timing)
{
    struct builder *builder = timing->builder;
    for (int way = 0; way < WAYS; way++) {
        timing->reach[way] =
            arena_take(&builder->arena, builder->net_count * sizeof *timing->reach[way]);
        if (!timing->reach[way])
            return builder->arena.status;
        for (uint32_t i = 0; i < builder->net_count; i++)
            timing->reach[way][i] = -1;
    }
    return OW_OK;
}

/* Starts paths at inputs. */
static void start_at_inputs(struct timing *timing)
{
    struct builder *builder = timing->builder;
    for (uint32_t i = 0; i < builder->net_count; i++)
        if (builder->nets[i].port != NO_BIT && i != timing->builder->clock)
            timing->reach[WAY_INPUT][i] = timing->reach[WAY_ANY][i] = 0;
}

/* Starts paths at latches. */
static void start_at_latches(struct timing *timing)
{
    struct builder *builder = timing->builder;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        if (!keeps_data(cell))
            continue;
        timing->reach[WAY_ANY][cell->out] = 0;
        const struct build_follow *enable = build_find_enable(builder, cell);
        if (enable && enable->phase == SECOND_PHASE)
            timing->reach[WAY_SECOND][cell->out] = 0;
    }
}

/* Visits cells in order: each gate is one tick after the last of its inputs. Nets that follow the
 * clock are not data. */
static void reach_through_gates(struct timing *timing, enum way way)
{
    struct builder *builder = timing->builder;
    int64_t *reach = timing->reach[way];
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[builder->order[i]];
        if (builder->follows[cell->out].follows)
            continue;
        for (unsigned k = first_awaited(cell); k < cell->input_count; k++)
            if (is_net(cell->in[k]) && reach[cell->in[k]] >= 0)
                reach[cell->out] =
                    larger(reach[cell->out], reach[cell->in[k]] + ticks_on_path(timing, way, cell));
    }
}

/* The path of the clock to a latch. */
static struct timing_end enable_of(const struct builder *builder, uint32_t latch)
{
    return (struct timing_end){WAY_ANY, builder->cells[latch].in[1], latch, true};
}

/* Latches of the first phase: when their data arrive, and when they show them. */
static void time_first_phase(struct timing *timing)
{
    struct builder *builder = timing->builder;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        const struct build_follow *enable =
            keeps_data(cell) ? build_find_enable(builder, cell) : NULL;
        if (!enable || enable->phase != FIRST_PHASE)
            continue;
        int64_t data = larger(reach_of(timing, WAY_SECOND, cell->in[0]), 0);
        need(timing, data + most_ticks(builder) - enable->fall.least,
             (struct timing_end){WAY_SECOND, cell->in[0], i, false});
        need(timing, (int64_t)enable->rise.most - enable->fall.least + most_ticks(builder),
             enable_of(builder, i));
        need(timing, builder->apart, enable_of(builder, i));
        timing->reach[WAY_FIRST][cell->out] = larger(enable->rise.most, data) + most_ticks(builder);
    }
}

/* E of inputs that must be right when a net goes on that follows the clock: `begins` ticks after
 * its phase. */
static int64_t lateness_of_pins(struct timing *timing, const uint32_t *pins, unsigned count,
                                const struct build_follow *enable, int64_t begins)
{
    int64_t late = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t pin = pins[i];
        if (!is_net(pin) || timing->builder->follows[pin].follows)
            continue;
        if (enable->phase == SECOND_PHASE || timing->reach[WAY_FIRST][pin] >= 0 ||
            timing->reach[WAY_INPUT][pin] >= 0)
            timing->is_timed = false;
        late = larger(late, timing->reach[WAY_SECOND][pin] - begins);
    }
    return late;
}

/* E of one AND, without its own tick; or of a RAM, which must not write to a wrong address. */
static int64_t lateness_of_cell(struct timing *timing, const struct build_cell *cell)
{
    const struct builder *builder = timing->builder;
    const struct build_follow *out = &builder->follows[cell->out], *enable;
    if (cell->kind == CELL_AND && out->gated)
        return lateness_of_pins(timing, cell->in, cell->input_count, out,
                                (int64_t)out->rise.least - 1);
    if (cell->kind != CELL_RAM || !keeps_data(cell) || !(enable = build_find_enable(builder, cell)))
        return 0;
    return lateness_of_pins(timing, cell->in + RAM_TO, ram_address_bits(cell), enable,
                            enable->rise.least);
}

static int64_t find_lateness(struct timing *timing)
{
    struct builder *builder = timing->builder;
    int64_t late = 0;
    for (uint32_t i = 0; i < builder->cell_count; i++)
        late = larger(late, lateness_of_cell(timing, &builder->cells[i]));
    return late;
}

/* Latches of the second phase. Data through two open latches of one phase make the timing
 * unknown. */
static void time_second_phase(struct timing *timing)
{
    struct builder *builder = timing->builder;
    int64_t late = find_lateness(timing);
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        const struct build_follow *enable =
            keeps_data(cell) ? build_find_enable(builder, cell) : NULL;
        if (!enable)
            continue;
        enum way same = enable->phase == FIRST_PHASE ? WAY_FIRST : WAY_SECOND;
        if (reach_of(timing, same, cell->in[0]) >= 0)
            timing->is_timed = false;
        if (enable->phase == FIRST_PHASE)
            continue;
        int64_t first = reach_of(timing, WAY_FIRST, cell->in[0]),
                input = reach_of(timing, WAY_INPUT, cell->in[0]) + 1;
        enum way way = first >= input ? WAY_FIRST : WAY_INPUT;
        need(timing, (int64_t)most_ticks(builder) + enable->rise.most + late,
             enable_of(builder, i));
        need(timing, (larger(larger(first, input), 1) + most_ticks(builder) + late + 1) / 2,
             (struct timing_end){way, cell->in[0], i, false});
    }
}

/* Makes the chain of gates to a net the longest one, unless another is as long. */
static void deepen(const struct timing *timing, uint32_t net, uint32_t latch, int64_t *depth,
                   struct timing_end *end)
{
    int64_t reached = reach_of(timing, WAY_ANY, net);
    if (reached <= *depth)
        return;
    *depth = reached;
    *end = (struct timing_end){WAY_ANY, net, latch, false};
}

/* Most gates to a latch or an output. `end`: the end of that path. */
static uint32_t find_depth(const struct timing *timing, struct timing_end *end)
{
    const struct builder *builder = timing->builder;
    int64_t depth = -1;
    *end = (struct timing_end){WAY_ANY, NO_BIT, NO_BIT, false};
    for (uint32_t i = 0; i < builder->cell_count; i++)
        if (keeps_data(&builder->cells[i]))
            deepen(timing, builder->cells[i].in[0], i, &depth, end);
    for (uint32_t i = 0; i < builder->port_count; i++)
        if (builder->ports[i].is_output)
            deepen(timing, builder->ports[i].net, NO_BIT, &depth, end);
    return (uint32_t)larger(depth, 0);
}

/* Whether the clock, or what follows it, is data anywhere: its changes have no time of their own
 * here. */
static bool has_clock_as_data(const struct builder *builder)
{
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        for (unsigned k = 0; k < cell->input_count; k++)
            if (is_net(cell->in[k]) && builder->follows[cell->in[k]].follows &&
                !takes_clock(cell, k))
                return true;
    }
    return false;
}

/* Checks that latches of one phase close before those of the other let new data through. */
static bool keeps_apart(const struct build_phases *phases)
{
    return build_overlap(phases->most_fall[FIRST_PHASE], phases->least_rise[SECOND_PHASE]) == 0 &&
           build_overlap(phases->most_fall[SECOND_PHASE], phases->least_rise[FIRST_PHASE]) == 0;
}

ow_status build_time_clock(struct builder *builder)
{
    struct build_phases phases = build_find_phases(builder);
    struct timing timing = {.builder = builder,
                            .least = 1,
                            .critical = {.net = NO_BIT},
                            .is_timed = builder->clock != NO_BIT && phases.all_follow &&
                                        !has_clock_as_data(builder)};
    struct timing_end deepest;
    ow_status status = begin(&timing);
    if (status != OW_OK)
        return status;
    start_at_inputs(&timing);
    reach_through_gates(&timing, WAY_INPUT);
    start_at_latches(&timing);
    reach_through_gates(&timing, WAY_SECOND);
    reach_through_gates(&timing, WAY_ANY);
    time_first_phase(&timing);
    reach_through_gates(&timing, WAY_FIRST);
    time_second_phase(&timing);
    builder->report->depth = find_depth(&timing, &deepest);
    if (timing.is_timed && keeps_apart(&phases)) {
        builder->report->half_period = (uint32_t)timing.least;
        builder->report->margin = builder->asked->margin;
    }
    if (builder->report->half_period == 0 || timing.critical.net == NO_BIT)
        timing.critical = deepest;
    return builder->asked->step ? build_report_path(&timing) : OW_OK;
}
