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
    bool is_told;       /* nothing speaks against a half period */
};

/* More of them are no clock of anybody's. */
enum { MOST_SKEW = 64 };

/* Through inverters and buffers up to an input; false where something else is in the way. */
static bool find_clock(const struct builder *builder, uint32_t pin, uint32_t *clock, int *phase,
                       int64_t *skew)
{
    *phase = FIRST_PHASE;
    for (*skew = 0; is_net(pin) && *skew <= MOST_SKEW; ++*skew) {
        const struct build_net *net = &builder->nets[pin];
        const struct build_cell *cell = net->cell != NO_BIT ? &builder->cells[net->cell] : NULL;
        if (net->drivers != 1)
            return false;
        if (!cell) {
            *clock = pin;
            return true;
        }
        if (cell->kind != CELL_NOT && cell->kind != CELL_BUFFER)
            return false;
        *phase ^= cell->kind == CELL_NOT;
        pin = cell->in[0];
    }
    return false;
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

/* Phases of latches, and where their clocks come from. */
static void find_phases(struct timing *timing)
{
    struct builder *builder = timing->builder;
    timing->clock = NO_BIT;
    timing->is_told = true;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        uint32_t clock;
        int phase;
        int64_t skew;
        if (cell->kind != CELL_LATCH)
            continue;
        if (!find_clock(builder, cell->in[1], &clock, &phase, &skew) ||
            (timing->clock != NO_BIT && timing->clock != clock)) {
            timing->is_told = false;
            timing->reach[INPUT_PHASE][cell->out] = 0; /* as good as an input */
            continue;
        }
        timing->clock = clock;
        timing->reach[phase][cell->out] = 0;
        timing->skew[phase] = skew > timing->skew[phase] ? skew : timing->skew[phase];
    }
    timing->is_told &= timing->clock != NO_BIT;
    if (timing->clock != NO_BIT)
        timing->reach[INPUT_PHASE][timing->clock] = -1; /* is no data */
}

/* Cells in order: each is one gate further than the furthest of its inputs. */
static void reach_through_gates(struct timing *timing)
{
    struct builder *builder = timing->builder;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[builder->order[i]];
        if (cell->kind == CELL_LATCH)
            continue;
        for (int phase = 0; phase < PHASES; phase++) {
            int64_t *reach = timing->reach[phase], furthest = reach[cell->out];
            for (unsigned k = 0; k < inputs_of_cell(cell); k++)
                if (is_net(cell->in[k]) && reach[cell->in[k]] >= 0 &&
                    reach[cell->in[k]] + 1 > furthest)
                    furthest = reach[cell->in[k]] + 1;
            reach[cell->out] = furthest;
        }
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
        uint32_t clock;
        int to;
        int64_t skew;
        if (cell->kind != CELL_LATCH || !is_net(cell->in[0]))
            continue;
        bool has_phase = find_clock(builder, cell->in[1], &clock, &to, &skew);
        for (int from = 0; from < PHASES; from++) {
            int64_t reach = timing->reach[from][cell->in[0]];
            depth = reach > depth ? reach : depth;
            int phase = from == INPUT_PHASE ? FIRST_PHASE : from;
            if (has_phase && (from != INPUT_PHASE || to == SECOND_PHASE) &&
                reach > timing->most[phase][to])
                timing->most[phase][to] = reach;
        }
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
    if (!timing->is_told || timing->most[FIRST_PHASE][FIRST_PHASE] >= 0 ||
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
    find_phases(&timing);
    reach_through_gates(&timing);
    reach_ends(&timing);
    builder->report->half_period = half_period(&timing);
    return OW_OK;
}
