/* Makes a build bear late gates: `margin` of the options.
 *
 * Without a margin, latches of one phase close in the tick in which those of the other let the
 * first new data through. A late gate in the way of the clock would let data through both. So the
 * clock gets two nets that are never on together: each goes on late, through a chain of buffers and
 * an AND, and off at once. Inputs, which may change when the clock goes on, are delayed until the
 * latches of the second phase are closed. clock.c then finds a half period that is long enough. */
#include "build.h"

/* One of the two nets: the AND of a net, and of that net through a chain. */
struct separated {
    uint32_t gate, net; /* the AND, and its output */
    uint32_t end;       /* of the chain */
};

static const ow_text no_name = {"", 0};

static void put_separated(struct builder *builder, uint32_t from, struct separated *separated)
{
    separated->end = build_add_gate(builder, CELL_BUFFER, from, NO_BIT, no_name);
    separated->gate = builder->cell_count;
    separated->net = build_add_gate(builder, CELL_AND, from, separated->end, no_name);
}

static bool takes_anything(const struct build_cell *cell, unsigned pin)
{
    (void)cell, (void)pin;
    return true;
}

/* Other nets for pins of the cells that are there now. */
struct exchange {
    uint32_t cell_count;
    uint32_t *instead; /* of nets; NO_BIT: the net stays */
};

static ow_status exchange_open(struct builder *builder, struct exchange *exchange)
{
    exchange->cell_count = builder->cell_count;
    exchange->instead = arena_take(&builder->arena, builder->net_count * sizeof *exchange->instead);
    if (!exchange->instead)
        return builder->arena.status;
    memset(exchange->instead, 0xff, builder->net_count * sizeof *exchange->instead);
    return OW_OK;
}

static void exchange_nets(struct builder *builder, const struct exchange *exchange,
                          bool (*takes)(const struct build_cell *cell, unsigned pin))
{
    for (uint32_t i = 0; i < exchange->cell_count; i++) {
        struct build_cell *cell = &builder->cells[i];
        for (unsigned k = 0; k < cell->input_count; k++)
            if (is_net(cell->in[k]) && exchange->instead[cell->in[k]] != NO_BIT && takes(cell, k))
                cell->in[k] = exchange->instead[cell->in[k]];
    }
}

static bool is_inverter(const struct builder *builder, uint32_t cell)
{
    return builder->cells[cell].kind == CELL_NOT && builder->cells[cell].in[0] == builder->clock;
}

/* An inverter of the clock; NO_BIT if there is none. */
static uint32_t find_inverter(const struct builder *builder)
{
    for (uint32_t i = 0; i < builder->cell_count; i++)
        if (is_inverter(builder, i))
            return i;
    return NO_BIT;
}

/* Replaces the clock and its inverse by nets that are never on together. */
static ow_status separate(struct builder *builder, struct separated separated[PHASES])
{
    enum { GATES = 4 };
    uint32_t inverter = find_inverter(builder);
    struct exchange exchange;
    ow_status status = exchange_open(builder, &exchange);
    if (status == OW_OK)
        status = build_make_room(builder, GATES);
    if (status != OW_OK)
        return status;
    put_separated(builder, builder->clock, &separated[FIRST_PHASE]);
    put_separated(builder, builder->cells[inverter].out, &separated[SECOND_PHASE]);
    for (uint32_t i = 0; i < exchange.cell_count; i++)
        if (is_inverter(builder, i))
            exchange.instead[builder->cells[i].out] = separated[SECOND_PHASE].net;
    exchange.instead[builder->clock] = separated[FIRST_PHASE].net;
    exchange_nets(builder, &exchange, takes_clock);
    builder->cells[inverter].in[0] = builder->clock;
    return build_look_again(builder);
}

static ow_status lengthen(struct builder *builder, struct separated *separated, int64_t count)
{
    ow_status status = build_make_room(builder, (uint64_t)count);
    if (status != OW_OK)
        return status;
    for (int64_t i = 0; i < count; i++)
        separated->end = build_add_gate(builder, CELL_BUFFER, separated->end, NO_BIT, no_name);
    builder->cells[separated->gate].in[1] = separated->end;
    return OW_OK;
}

/* Lengthens the chains until the latches of one phase are closed before those of the other open. */
static ow_status hold_back(struct builder *builder, struct separated separated[PHASES])
{
    struct build_phases phases = build_find_phases(builder);
    ow_status status = OW_OK;
    for (int phase = 0; phase < PHASES && status == OW_OK; phase++)
        status = lengthen(builder, &separated[phase],
                          build_overlap(phases.most_fall[!phase], phases.least_rise[phase]));
    return status == OW_OK ? build_look_again(builder) : status;
}

static bool is_data_input(const struct builder *builder, uint32_t net)
{
    return builder->nets[net].port != NO_BIT && net != builder->clock &&
           builder->nets[net].load_count > 0;
}

/* Delays each input until no latch of the second phase is open any more. */
static ow_status delay_inputs(struct builder *builder)
{
    struct build_phases phases = build_find_phases(builder);
    uint32_t nets = builder->net_count, inputs = 0;
    struct exchange exchange;
    uint32_t delay = phases.all_follow && phases.most_fall[SECOND_PHASE] > 0
                         ? (uint32_t)phases.most_fall[SECOND_PHASE]
                         : 0;
    for (uint32_t i = 0; i < nets; i++)
        inputs += is_data_input(builder, i);
    ow_status status = exchange_open(builder, &exchange);
    if (status == OW_OK)
        status = build_make_room(builder, (uint64_t)inputs * delay);
    for (uint32_t i = 0; i < nets && status == OW_OK; i++) {
        if (!is_data_input(builder, i))
            continue;
        uint32_t end = i;
        for (uint32_t k = 0; k < delay; k++)
            end = build_add_gate(builder, CELL_BUFFER, end, NO_BIT, no_name);
        exchange.instead[i] = end;
    }
    if (status != OW_OK)
        return status;
    exchange_nets(builder, &exchange, takes_anything);
    return build_look_again(builder);
}

ow_status build_add_margin(struct builder *builder)
{
    struct separated separated[PHASES] = {{0, 0, 0}};
    struct build_phases phases = build_find_phases(builder);
    ow_status status = OW_OK;
    if (builder->asked->margin == 0 || builder->clock == NO_BIT || !phases.all_follow)
        return OW_OK;
    if (phases.most_fall[FIRST_PHASE] >= 0 && phases.most_fall[SECOND_PHASE] >= 0 &&
        find_inverter(builder) != NO_BIT) {
        status = separate(builder, separated);
        if (status == OW_OK)
            status = hold_back(builder, separated);
    }
    return status == OW_OK ? delay_inputs(builder) : status;
}
