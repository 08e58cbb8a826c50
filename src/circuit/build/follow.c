/* How nets follow the clock: which nets go on and off with it, and how many ticks later.
 *
 * An inverter or a buffer follows its input. So does an OR of the clock and data, while the data
 * are off: a reset. An AND of the clock and data follows while the data are on; it is *gated*: see
 * clock.c on what the data must keep. An AND of two nets that follow goes on with the later one,
 * and off with the earlier one. */
#include "build.h"

/* A larger skew is not a usable clock. */
enum { MOST_SKEW = 64 };

/* Follows inverters and buffers up to an input; NO_BIT if something else is in the way. */
static uint32_t trace_enable(const struct builder *builder, uint32_t pin, int *phase)
{
    enum { MOST_STEPS = 64 };
    *phase = FIRST_PHASE;
    for (int steps = 0; is_net(pin) && steps <= MOST_STEPS; steps++) {
        const struct build_net *net = &builder->nets[pin];
        const struct build_cell *cell = net->cell != NO_BIT ? &builder->cells[net->cell] : NULL;
        if (!cell)
            return net->port != NO_BIT ? pin : NO_BIT;
        if (cell->kind != CELL_NOT && cell->kind != CELL_BUFFER)
            return NO_BIT;
        *phase ^= cell->kind == CELL_NOT;
        pin = cell->in[0];
    }
    return NO_BIT;
}

/* A latch with a reset has an OR of the clock and the reset as its enable. */
static const struct build_cell *or_of_enable(const struct builder *builder,
                                             const struct build_cell *latch)
{
    uint32_t pin = latch->in[1], cell = is_net(pin) ? builder->nets[pin].cell : NO_BIT;
    return cell != NO_BIT && builder->cells[cell].kind == CELL_OR ? &builder->cells[cell] : NULL;
}

/* Records for which phases an input enables latches: a clock for both, a reset for one. */
static void note_enables(const struct builder *builder, const struct build_cell *latch,
                         uint8_t *phases)
{
    const struct build_cell *either = or_of_enable(builder, latch);
    for (unsigned i = 0; i < (either ? either->input_count : 1); i++) {
        int phase;
        uint32_t input = trace_enable(builder, either ? either->in[i] : latch->in[1], &phase);
        if (input != NO_BIT)
            phases[input] |= (uint8_t)(1 << phase);
    }
}

/* Finds the input that enables latches of both phases, else one that enables some; NO_BIT: none. */
static ow_status find_clock(struct builder *builder)
{
    enum { BOTH = 1 << FIRST_PHASE | 1 << SECOND_PHASE };
    uint8_t *phases = arena_take(&builder->arena, builder->net_count);
    if (!phases)
        return builder->arena.status;
    memset(phases, 0, builder->net_count);
    for (uint32_t i = 0; i < builder->cell_count; i++)
        if (builder->cells[i].kind == CELL_LATCH)
            note_enables(builder, &builder->cells[i], phases);
    builder->clock = NO_BIT;
    for (uint32_t i = 0; i < builder->net_count; i++)
        if (phases[i] == BOTH || (phases[i] != 0 && builder->clock == NO_BIT)) {
            builder->clock = i;
            if (phases[i] == BOTH)
                break;
        }
    return OW_OK;
}

static struct build_span later(struct build_span a, struct build_span b)
{
    return (struct build_span){a.least > b.least ? a.least : b.least,
                               a.most > b.most ? a.most : b.most};
}

static struct build_span earlier(struct build_span a, struct build_span b)
{
    return (struct build_span){a.least < b.least ? a.least : b.least,
                               a.most < b.most ? a.most : b.most};
}

static struct build_span after_gate(const struct builder *builder, const struct build_cell *cell,
                                    struct build_span span)
{
    uint32_t ticks = ticks_of_cell(cell);
    return (struct build_span){span.least + ticks, span.most + ticks * most_ticks(builder)};
}

/* An AND of two nets must see the one that goes off last before the next one goes on, or it has a
 * pulse of its own. An OR must see the one that goes on last before the first goes off. */
static void keep_pulses_apart(struct builder *builder, const struct build_follow *a,
                              const struct build_follow *b, bool is_and)
{
    int64_t apart =
        is_and ? (int64_t)a->fall.most - b->rise.least : (int64_t)a->rise.most - b->fall.least;
    if (apart > builder->apart)
        builder->apart = apart;
}

/* Adds an input to what a gate follows; returns false if the result is not a clock. */
static bool add_input(struct builder *builder, struct build_follow *sum,
                      const struct build_follow *input, bool is_and)
{
    if (!sum->follows) {
        *sum = *input;
        return true;
    }
    if (sum->phase != input->phase)
        return false;
    keep_pulses_apart(builder, sum, input, is_and);
    keep_pulses_apart(builder, input, sum, is_and);
    sum->rise = is_and ? later(sum->rise, input->rise) : earlier(sum->rise, input->rise);
    sum->fall = is_and ? earlier(sum->fall, input->fall) : later(sum->fall, input->fall);
    sum->gated |= input->gated;
    return true;
}

/* What the inputs give together, without the gate's own delay. */
static struct build_follow follow_inputs(struct builder *builder, const struct build_cell *cell)
{
    static const struct build_follow data;
    struct build_follow sum = data;
    bool has_data = false, is_and = cell->kind == CELL_AND;
    for (unsigned i = 0; i < cell->input_count; i++) {
        if (cell->in[i] == CONSTANT_0 && !is_and)
            continue;
        const struct build_follow *input =
            is_net(cell->in[i]) ? &builder->follows[cell->in[i]] : &data;
        if (!input->follows)
            has_data = true;
        else if (!add_input(builder, &sum, input, is_and))
            return data;
    }
    sum.gated |= is_and && has_data;
    return sum;
}

static void follow_cell(struct builder *builder, const struct build_cell *cell)
{
    if (cell->kind == CELL_XOR || cell->kind == CELL_LATCH || cell->kind == CELL_RAM)
        return;
    struct build_follow sum = follow_inputs(builder, cell);
    if (!sum.follows || sum.rise.least >= MOST_SKEW || sum.fall.least >= MOST_SKEW)
        return;
    if (cell->kind == CELL_NOT)
        sum = (struct build_follow){.follows = true,
                                    .gated = sum.gated,
                                    .phase = (uint8_t)!sum.phase,
                                    .rise = sum.fall,
                                    .fall = sum.rise};
    sum.rise = after_gate(builder, cell, sum.rise);
    sum.fall = after_gate(builder, cell, sum.fall);
    builder->follows[cell->out] = sum;
}

static ow_status follow_cells(struct builder *builder)
{
    builder->follows = arena_take(&builder->arena, builder->net_count * sizeof *builder->follows);
    if (!builder->follows)
        return builder->arena.status;
    memset(builder->follows, 0, builder->net_count * sizeof *builder->follows);
    builder->apart = 0;
    if (builder->clock == NO_BIT)
        return OW_OK;
    builder->follows[builder->clock].follows = true;
    for (uint32_t i = 0; i < builder->cell_count; i++)
        follow_cell(builder, &builder->cells[builder->order[i]]);
    return OW_OK;
}

ow_status build_follow_clock(struct builder *builder)
{
    ow_status status = find_clock(builder);
    return status == OW_OK ? follow_cells(builder) : status;
}

const struct build_follow *build_find_enable(const struct builder *builder,
                                             const struct build_cell *latch)
{
    const struct build_follow *enable =
        is_net(latch->in[1]) ? &builder->follows[latch->in[1]] : NULL;
    return enable && enable->follows && !(enable->gated && enable->phase == SECOND_PHASE) ? enable
                                                                                          : NULL;
}

struct build_phases build_find_phases(const struct builder *builder)
{
    struct build_phases phases = {{INT32_MAX, INT32_MAX}, {-1, -1}, true};
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        if (!keeps_data(&builder->cells[i]))
            continue;
        const struct build_follow *enable = build_find_enable(builder, &builder->cells[i]);
        if (!enable) {
            phases.all_follow = false;
            continue;
        }
        int64_t *rise = &phases.least_rise[enable->phase], *fall = &phases.most_fall[enable->phase];
        if (enable->rise.least < *rise)
            *rise = enable->rise.least;
        if (enable->fall.most > *fall)
            *fall = enable->fall.most;
    }
    return phases;
}

ow_status build_look_again(struct builder *builder)
{
    ow_status status = build_list_loads(builder);
    if (status == OW_OK)
        status = build_order_cells(builder);
    return status == OW_OK ? follow_cells(builder) : status;
}
