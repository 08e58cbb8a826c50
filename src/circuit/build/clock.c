/* How fast the clock of a build may be: from how long gates take, a tick each, between latches of two phases.
 *
 * A latch of the first phase is open while the clock is on, one of the second while it is off. With ticks counted
 * from where the clock goes on, S1 and S2 the gates between the clock and latches of each phase, M the most gates
 * from a latch of the second phase to one of the first, and L back again, half a clock of h ticks is enough where
 *
 *     h >= 1 + S2                               the second phase opens within its half,
 *     h >= M + 1 - S1                           the first has what it takes before it closes,
 *     2 h >= max(1 + S1, M + 1) + L + 1         and the second before the clock goes on again.
 *
 * An input counts as what a latch of the first phase holds: it may change when the clock goes on. */
#include "build.h"

enum { FIRST_PHASE, SECOND_PHASE, INPUT_PHASE, PHASES };

struct timing {
    struct builder *builder;
    int64_t
        *reach[PHASES]; /* of nets: most gates from a latch of that phase, or an input; -1: none */
    uint32_t clock;     /* the net of the clock */
    int64_t skew[2];
    int64_t most[2][2]; /* gates from a phase to another; -1: none */
    bool is_timed;      /* nothing speaks against a half period */
};

/* More of them are no clock of anybody's. */
enum { MOST_SKEW = 64 };

/* An input on which the enable of a latch hangs, through so many gates. */
struct enable {
    uint32_t input;
    int phase;
    int64_t skew;
};

/* Through inverters and buffers up to an input; false where something else is in the way. */
static bool trace_enable(const struct builder *builder, uint32_t pin, struct enable *enable)
{
    *enable = (struct enable){.phase = FIRST_PHASE};
    for (; is_net(pin) && enable->skew <= MOST_SKEW; enable->skew++) {
        const struct build_net *net = &builder->nets[pin];
        const struct build_cell *cell = net->cell != NO_BIT ? &builder->cells[net->cell] : NULL;
        if (!cell) {
            enable->input = pin;
            return net->port != NO_BIT;
        }
        if (cell->kind != CELL_NOT && cell->kind != CELL_BUFFER)
            return false;
        enable->phase ^= cell->kind == CELL_NOT;
        pin = cell->in[0];
    }
    return false;
}

/* A latch with a reset has an OR of the clock and the reset as its enable. */
static const struct build_cell *or_of_enable(const struct builder *builder,
                                             const struct build_cell *latch)
{
    uint32_t pin = latch->in[1], cell = is_net(pin) ? builder->nets[pin].cell : NO_BIT;
    return cell != NO_BIT && builder->cells[cell].kind == CELL_OR ? &builder->cells[cell] : NULL;
}

/* How a latch hangs on the clock; false if it does not. */
static bool find_enable(const struct builder *builder, const struct build_cell *latch,
                        uint32_t clock, struct enable *enable)
{
    const struct build_cell *either = or_of_enable(builder, latch);
    if (!either)
        return trace_enable(builder, latch->in[1], enable) && enable->input == clock;
    for (unsigned i = 0; i < either->input_count; i++)
        if (trace_enable(builder, either->in[i], enable) && enable->input == clock)
            return true;
    return false;
}

/* Notes for which phases an input enables a latch: a clock does it for both, a reset for one. */
static void note_enables(const struct builder *builder, const struct build_cell *latch,
                         uint8_t *phases)
{
    const struct build_cell *either = or_of_enable(builder, latch);
    struct enable enable;
    for (unsigned i = 0; i < (either ? either->input_count : 1); i++)
        if (trace_enable(builder, either ? either->in[i] : latch->in[1], &enable))
            phases[enable.input] |= (uint8_t)(1 << enable.phase);
}

/* The input that enables latches of both phases, else one that enables some; NO_BIT where there is none. */
static ow_status find_clock(struct timing *timing)
{
    struct builder *builder = timing->builder;
    enum { BOTH = 1 << FIRST_PHASE | 1 << SECOND_PHASE };
    uint8_t *phases = arena_take(&builder->arena, builder->net_count);
    if (!phases)
        return builder->arena.status;
    memset(phases, 0, builder->net_count);
    for (uint32_t i = 0; i < builder->cell_count; i++)
        if (builder->cells[i].kind == CELL_LATCH)
            note_enables(builder, &builder->cells[i], phases);
    timing->clock = NO_BIT;
    for (uint32_t i = 0; i < builder->net_count; i++)
        if (phases[i] == BOTH || (phases[i] != 0 && timing->clock == NO_BIT)) {
            timing->clock = i;
            if (phases[i] == BOTH)
                break;
        }
    return OW_OK;
}

static ow_status begin(struct timing *timing)
{
    struct builder *builder = timing->builder;
    for (int phase = 0; phase < PHASES; phase++) {
        timing->reach[phase] =
            arena_take(&builder->arena, builder->net_count * sizeof *timing->reach[phase]);
        if (!timing->reach[phase])
            return builder->arena.status;
        for (uint32_t i = 0; i < builder->net_count; i++)
            timing->reach[phase][i] =
                phase == INPUT_PHASE && builder->nets[i].port != NO_BIT ? 0 : -1;
    }
    return OW_OK;
}

/* Phases of latches. */
static void find_phases(struct timing *timing)
{
    struct builder *builder = timing->builder;
    timing->is_timed = timing->clock != NO_BIT;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        struct enable enable;
        if (cell->kind != CELL_LATCH)
            continue;
        if (!find_enable(builder, cell, timing->clock, &enable)) {
            timing->is_timed = false;
            timing->reach[INPUT_PHASE][cell->out] = 0; /* as good as an input */
            continue;
        }
        timing->reach[enable.phase][cell->out] = 0;
        if (enable.skew > timing->skew[enable.phase])
            timing->skew[enable.phase] = enable.skew;
    }
    if (timing->clock != NO_BIT)
        timing->reach[INPUT_PHASE][timing->clock] = -1; /* is no data */
}

/* Cells in order: each gate is one further than the furthest of its inputs. */
static void reach_through_gates(struct timing *timing)
{
    struct builder *builder = timing->builder;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[builder->order[i]];
        if (cell->kind == CELL_LATCH)
            continue;
        for (int phase = 0; phase < PHASES; phase++) {
            int64_t *reach = timing->reach[phase], furthest = reach[cell->out];
            for (unsigned k = 0; k < cell->input_count; k++)
                if (is_net(cell->in[k]) && reach[cell->in[k]] >= 0 &&
                    reach[cell->in[k]] + ticks_of_cell(cell) > furthest)
                    furthest = reach[cell->in[k]] + ticks_of_cell(cell);
            reach[cell->out] = furthest;
        }
    }
}

/* How far data come to one pin of a latch. */
static void reach_latch(struct timing *timing, const struct build_cell *latch, uint32_t pin,
                        int64_t *depth)
{
    struct enable enable;
    bool has_phase = find_enable(timing->builder, latch, timing->clock, &enable);
    for (int from = 0; is_net(pin) && from < PHASES; from++) {
        int64_t reach = timing->reach[from][pin];
        *depth = reach > *depth ? reach : *depth;
        int phase = from == INPUT_PHASE ? FIRST_PHASE : from;
        if (has_phase && (from != INPUT_PHASE || enable.phase == SECOND_PHASE) &&
            reach > timing->most[phase][enable.phase])
            timing->most[phase][enable.phase] = reach;
    }
}

/* How far data come, latch to latch, and to outputs. */
static void reach_ends(struct timing *timing)
{
    struct builder *builder = timing->builder;
    int64_t depth = 0;
    memset(timing->most, -1, sizeof timing->most);
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        if (cell->kind == CELL_LATCH)
            reach_latch(timing, cell, cell->in[0], &depth);
    }
    for (uint32_t i = 0; i < builder->port_count; i++)
        for (int from = 0; from < PHASES; from++)
            if (builder->ports[i].is_output && is_net(builder->ports[i].net) &&
                timing->reach[from][builder->ports[i].net] > depth)
                depth = timing->reach[from][builder->ports[i].net];
    builder->report->depth = (uint32_t)depth;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Where data run through two open latches of one phase, or clocks come too far apart, nothing is told. */
static uint32_t half_period(const struct timing *timing)
{
    int64_t s1 = timing->skew[FIRST_PHASE], s2 = timing->skew[SECOND_PHASE];
    int64_t m = larger(timing->most[SECOND_PHASE][FIRST_PHASE], 0);
    int64_t l = larger(timing->most[FIRST_PHASE][SECOND_PHASE], 0);
    if (!timing->is_timed || timing->most[FIRST_PHASE][FIRST_PHASE] >= 0 ||
        timing->most[SECOND_PHASE][SECOND_PHASE] >= 0 || s2 > s1 + 1 || s1 > s2 + 1)
        return 0;
    int64_t least = larger(1 + s2, m + 1 - s1);
    return (uint32_t)larger(least, (larger(1 + s1, m + 1) + l + 1 + 1) / 2);
}

ow_status build_time_clock(struct builder *builder)
{
    struct timing timing = {.builder = builder};
    ow_status status = begin(&timing);
    if (status != OW_OK)
        return status;
    status = find_clock(&timing);
    if (status != OW_OK)
        return status;
    find_phases(&timing);
    reach_through_gates(&timing);
    reach_ends(&timing);
    builder->report->half_period = half_period(&timing);
    return OW_OK;
}
