/* Columns of through pegs. The pegs of a net are joined below the board, from channel to channel.
 * If they stand in one column, a square wide, these wires run straight; so those of many nets are
 * parallel. But a peg that is far from the pins of its net makes the wires over the board longer.
 *
 * Nets take their columns one after another, each at the least cost while the others stay: the
 * cheapest way from channel to channel. This is done several times, so that early nets make way. */
#include "place.h"

/* Prices, in FRACTIONs of a square. */
enum {
    NOWHERE = INT32_MAX / 2,
    ASIDE = 3 * FRACTION,   /* of a square across the columns, below the board */
    SHARED = 20 * FRACTION, /* of a wire that runs along another, or under another peg */
    PASSES = 4
};

struct columns {
    struct builder *builder;
    uint32_t width, channels;
    uint16_t *pegs;  /* by channel and column */
    uint16_t *wires; /* that run straight, by gap and column */
    int32_t *costs;  /* by column: of the cheapest way so far that ends there */
    int32_t *ways;   /* the same while a channel is added */
    int32_t *shared; /* by column: what else is there, from a channel of the net to the next */
    uint32_t *from;  /* by channel of the net and column: the column of the channel before */
    uint32_t *first_x,
        *last_x; /* of nets: of the ports before and after their pegs; NO_BIT: none */
};

static int32_t x_of(uint32_t column)
{
    return (int32_t)column * FRACTION + FRACTION / 2;
}

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

/* The groups of a net with pegs are all of its groups, or none. */
static const uint32_t *groups_of(const struct builder *builder, uint32_t net, uint32_t *count)
{
    const uint32_t *groups = builder->groups_of_net + builder->first_group_of_net[net];
    *count = builder->first_group_of_net[net + 1] - builder->first_group_of_net[net];
    if (*count > 0 && !builder->groups[groups[0]].has_peg)
        *count = 0;
    return groups;
}

static uint16_t *pegs_at(const struct columns *columns, uint32_t channel)
{
    return columns->pegs + (size_t)channel * columns->width;
}

/* Gap g is before channel g, and the last one behind all channels. */
static void add_wire(struct columns *columns, uint32_t column, uint32_t first_gap,
                     uint32_t last_gap, int by)
{
    for (uint32_t i = first_gap; i <= last_gap; i++) {
        uint16_t *wires = columns->wires + (size_t)i * columns->width + column;
        *wires = (uint16_t)(*wires + by);
    }
}

/* Counts what else is in each column where a wire would run. */
static void count_shared(struct columns *columns, uint32_t first_gap, uint32_t last_gap)
{
    int32_t *shared = columns->shared;
    memset(shared, 0, columns->width * sizeof *shared);
    for (uint32_t i = first_gap; i <= last_gap; i++) {
        const uint16_t *wires = columns->wires + (size_t)i * columns->width;
        for (uint32_t k = 0; k < columns->width; k++)
            shared[k] += wires[k];
    }
    for (uint32_t i = first_gap; i < last_gap; i++)
        for (uint32_t k = 0; k < columns->width; k++)
            shared[k] += pegs_at(columns, i)[k];
}

/* Adds or removes the pegs of a net at their columns, and its straight wires. */
static void count_net(struct columns *columns, uint32_t net, int by)
{
    const struct builder *builder = columns->builder;
    uint32_t count, x = columns->first_x[net], gap = 0;
    const uint32_t *groups = groups_of(builder, net, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct build_group *group = &builder->groups[groups[i]];
        uint32_t column = (uint32_t)group->x / FRACTION;
        uint16_t *pegs = &pegs_at(columns, group->channel)[column];
        *pegs = (uint16_t)(*pegs + by);
        if (x == (uint32_t)group->x)
            add_wire(columns, column, gap, group->channel, by);
        x = (uint32_t)group->x;
        gap = group->channel + 1;
    }
    if (count > 0 && x == columns->last_x[net])
        add_wire(columns, x / FRACTION, gap, columns->channels, by);
}

/* What the peg of a group costs at each column: the wire to the nearest pin beyond those that are
 * joined anyway. */
static void add_peg(struct columns *columns, const struct build_group *group)
{
    const struct builder *builder = columns->builder;
    const uint16_t *pegs = pegs_at(columns, group->channel);
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (uint32_t i = 0; i < group->count; i++) {
        int32_t x = build_pin_x(builder, &builder->pins[group->first + i]);
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    for (uint32_t i = 0; i < columns->width; i++) {
        int32_t x = x_of(i);
        columns->costs[i] += x < least ? least - x : x > most ? x - most : 0;
        if (pegs[i] >= builder->channel_lines[group->channel])
            columns->costs[i] = NOWHERE;
        else if (pegs[i] > 0)
            columns->costs[i] += SHARED;
    }
}

/* The cheapest way to each column of the next channel of a net. */
static void go_on(struct columns *columns, uint32_t channel, uint32_t to, uint32_t *from)
{
    uint32_t width = columns->width, nearest = 0;
    int32_t best = NOWHERE;
    count_shared(columns, channel + 1, to);
    for (uint32_t i = 0; i < width; i++) {
        int32_t straight = columns->costs[i] + SHARED * columns->shared[i];
        best = best < NOWHERE ? best + ASIDE : best;
        columns->ways[i] = straight <= best ? straight : best;
        from[i] = straight <= best ? i : nearest;
        if (columns->costs[i] < best) {
            best = columns->costs[i];
            nearest = i;
        }
    }
    best = NOWHERE;
    for (uint32_t i = width; i-- > 0;) {
        best = best < NOWHERE ? best + ASIDE : best;
        if (best < columns->ways[i]) {
            columns->ways[i] = best;
            from[i] = nearest;
        }
        if (columns->costs[i] < best) {
            best = columns->costs[i];
            nearest = i;
        }
    }
    int32_t *costs = columns->costs;
    columns->costs = columns->ways;
    columns->ways = costs;
}

/* Adds the wire to a port. */
static void add_port(struct columns *columns, uint32_t port_x, uint32_t first_gap,
                     uint32_t last_gap)
{
    if (port_x == NO_BIT)
        return;
    count_shared(columns, first_gap, last_gap);
    for (uint32_t i = 0; i < columns->width; i++) {
        int32_t aside = distance(x_of(i), (int32_t)port_x);
        if (columns->costs[i] < NOWHERE)
            columns->costs[i] += aside > 0 ? ASIDE / FRACTION * aside : SHARED * columns->shared[i];
    }
}

static void choose_columns(struct columns *columns, uint32_t net)
{
    struct builder *builder = columns->builder;
    uint32_t count, best = 0;
    const uint32_t *groups = groups_of(builder, net, &count);
    if (count == 0)
        return;
    memset(columns->costs, 0, columns->width * sizeof *columns->costs);
    add_port(columns, columns->first_x[net], 0, builder->groups[groups[0]].channel);
    for (uint32_t i = 0; i < count; i++) {
        const struct build_group *group = &builder->groups[groups[i]];
        if (i > 0)
            go_on(columns, builder->groups[groups[i - 1]].channel, group->channel,
                  columns->from + (size_t)i * columns->width);
        add_peg(columns, group);
    }
    add_port(columns, columns->last_x[net], builder->groups[groups[count - 1]].channel + 1,
             columns->channels);
    for (uint32_t i = 0; i < columns->width; i++)
        best = columns->costs[i] < columns->costs[best] ? i : best;
    for (uint32_t i = count; i-- > 0;) {
        builder->groups[groups[i]].x = x_of(best);
        best = i > 0 ? columns->from[(size_t)i * columns->width + best] : best;
    }
}

static ow_status begin(struct columns *columns, struct arena *arena)
{
    struct builder *builder = columns->builder;
    size_t places = (size_t)columns->channels * columns->width, nets = builder->net_count;
    columns->pegs = arena_take(arena, places * sizeof *columns->pegs);
    columns->wires = arena_take(arena, (places + columns->width) * sizeof *columns->wires);
    columns->from = arena_take(arena, places * sizeof *columns->from);
    columns->costs = arena_take(arena, columns->width * sizeof *columns->costs);
    columns->ways = arena_take(arena, columns->width * sizeof *columns->ways);
    columns->shared = arena_take(arena, columns->width * sizeof *columns->shared);
    columns->first_x = arena_take(arena, nets * sizeof *columns->first_x);
    columns->last_x = arena_take(arena, nets * sizeof *columns->last_x);
    if (!columns->pegs || !columns->wires || !columns->from || !columns->costs || !columns->ways ||
        !columns->shared || !columns->first_x || !columns->last_x)
        return arena->status;
    memset(columns->pegs, 0, places * sizeof *columns->pegs);
    memset(columns->wires, 0, (places + columns->width) * sizeof *columns->wires);
    memset(columns->first_x, 0xff, nets * sizeof *columns->first_x);
    memset(columns->last_x, 0xff, nets * sizeof *columns->last_x);
    for (uint32_t i = 0; i < builder->port_count; i++) {
        const struct build_port *port = &builder->ports[i];
        if (is_net(port->net))
            (port->is_output ? columns->last_x : columns->first_x)[port->net] =
                port->column * COLUMN * FRACTION + FRACTION / 2;
    }
    return OW_OK;
}

/* So many lines that each peg finds a place. */
static void choose_lines(struct columns *columns)
{
    struct builder *builder = columns->builder;
    for (uint32_t i = 0; i < columns->channels; i++) {
        uint32_t count = 0;
        for (uint32_t k = builder->first_group[i]; k < builder->first_group[i + 1]; k++)
            count += builder->groups[k].has_peg;
        builder->channel_lines[i] = count / columns->width + (count % columns->width > 0);
    }
}

/* Pegs in one column of a channel stand behind each other. */
static void take_lines(struct columns *columns)
{
    struct builder *builder = columns->builder;
    for (uint32_t i = 0; i < builder->group_count; i++) {
        struct build_group *group = &builder->groups[i];
        if (group->has_peg)
            group->line = --pegs_at(columns, group->channel)[group->x / FRACTION];
    }
}

ow_status build_choose_columns(struct builder *builder)
{
    struct columns columns = {
        .builder = builder, .width = builder->width, .channels = builder->cell_row_count + 1};
    struct arena scratch;
    arena_share(&scratch, &builder->arena);
    ow_status status = begin(&columns, &scratch);
    if (status == OW_OK)
        choose_lines(&columns);
    for (int pass = 0; status == OW_OK && pass < PASSES; pass++)
        for (uint32_t i = 0; i < builder->net_count; i++) {
            if (pass > 0)
                count_net(&columns, i, -1);
            choose_columns(&columns, i);
            count_net(&columns, i, 1);
        }
    if (status == OW_OK)
        take_lines(&columns);
    arena_free(&scratch);
    return status;
}
