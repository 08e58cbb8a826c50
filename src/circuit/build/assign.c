/* Assigns cells to rows, and their pins to sides, with few through pegs.
 *
 * A net at one channel needs no peg, a net at several needs one in each. The method is annealing:
 * random moves of a cell to a row at a channel of one of its nets. A move that costs pegs is
 * accepted less often the later it comes. All numbers are integers and the random numbers are the
 * library's own, so every build of a netlist is the same. */
#include "place.h"

#include "../random.h"

/* What another row for a unit costs, in pegs. */
enum { UNIT_APART = 4 };

/* Number of a net's pins at a channel. */
struct touch {
    uint32_t channel, pins;
};

struct assigning {
    struct placing *placing;
    struct builder *builder;
    uint32_t *first_touch, *touch_count; /* of nets; behind them, of units at the rows of latches */
    struct touch *touches;
    uint8_t *is_below;                 /* of nets: it has a port */
    uint32_t *members, *member_counts; /* of rows: cells, `slots` for each row */
    uint32_t *used;                    /* of rows: squares */
    uint32_t *places;                  /* of cells: index among the members of their row */
    uint32_t slots;
    struct random random;
    uint32_t chances[16]; /* chance to accept a move by its cost in pegs, of 2^32 */
};

/* Pegs of a net at this many channels. */
static int pegs_of(const struct assigning *assigning, uint32_t net)
{
    uint32_t count = assigning->touch_count[net];
    return count + assigning->is_below[net] > 1 ? (int)count : 0;
}

/* Adds or removes a pin at a channel. Returns the additional pegs. */
static int put_pin(struct assigning *assigning, uint32_t net, uint32_t channel, bool away)
{
    struct touch *touches = assigning->touches + assigning->first_touch[net];
    uint32_t *count = &assigning->touch_count[net], i = 0;
    while (i < *count && touches[i].channel != channel)
        i++;
    if (i < *count && !away) {
        touches[i].pins++;
        return 0;
    }
    if (i < *count && touches[i].pins > 1) {
        touches[i].pins--;
        return 0;
    }
    int before = pegs_of(assigning, net);
    if (away)
        touches[i] = touches[--*count];
    else
        touches[(*count)++] = (struct touch){channel, 1};
    return pegs_of(assigning, net) - before;
}

/* Adds or removes all pins of a cell. */
static int put_pins(struct assigning *assigning, uint32_t number, bool away)
{
    const struct builder *builder = assigning->builder;
    const struct build_cell *cell = &builder->cells[number];
    int cost = 0;
    for (unsigned i = 0; i < cell->input_count; i++)
        if (is_net(cell->in[i]))
            cost += put_pin(assigning, cell->in[i], cell->row + cell->in_side, away);
    if (cell->unit > 0)
        cost +=
            UNIT_APART * put_pin(assigning, builder->net_count + cell->unit - 1, cell->row, away);
    for (uint32_t i = 0; i < cell->driven_count; i++)
        cost += put_pin(assigning, builder->driven[cell->first_driven + i],
                        cell->row + cell->out_side, away);
    return cost;
}

static void enter_row(struct assigning *assigning, uint32_t number, uint32_t row)
{
    struct build_cell *cell = &assigning->builder->cells[number];
    uint32_t *count = &assigning->member_counts[row];
    cell->row = row;
    assigning->places[number] = *count;
    assigning->members[(size_t)row * assigning->slots + (*count)++] = number;
    assigning->used[row] += width_of(cell);
}

static void leave_row(struct assigning *assigning, uint32_t number)
{
    struct build_cell *cell = &assigning->builder->cells[number];
    uint32_t *members = assigning->members + (size_t)cell->row * assigning->slots;
    uint32_t last = members[--assigning->member_counts[cell->row]];
    members[assigning->places[number]] = last;
    assigning->places[last] = assigning->places[number];
    assigning->used[cell->row] -= width_of(cell);
}

static ow_status begin(struct assigning *assigning)
{
    struct builder *builder = assigning->builder;
    struct arena *arena = &builder->arena;
    uint32_t nets = builder->net_count + builder->unit_count, rows = assigning->placing->row_count,
             total = 0;
    assigning->slots = assigning->placing->capacity + 1;
    assigning->first_touch = arena_take(arena, nets * sizeof(uint32_t));
    assigning->touch_count = arena_take(arena, nets * sizeof(uint32_t));
    assigning->is_below = arena_take(arena, nets);
    assigning->members = arena_take(arena, (size_t)rows * assigning->slots * sizeof(uint32_t));
    assigning->member_counts = arena_take(arena, rows * sizeof(uint32_t));
    assigning->used = arena_take(arena, rows * sizeof(uint32_t));
    assigning->places = arena_take(arena, builder->cell_count * sizeof(uint32_t));
    if (!assigning->first_touch || !assigning->touch_count || !assigning->is_below ||
        !assigning->members || !assigning->member_counts || !assigning->used || !assigning->places)
        return arena->status;
    for (uint32_t i = 0; i < nets; i++) {
        const struct build_net *net = i < builder->net_count ? &builder->nets[i] : NULL;
        uint32_t most = net ? net->load_count + net->driver_count
                            : builder->units[i - builder->net_count].count;
        assigning->first_touch[i] = total;
        assigning->touch_count[i] = 0;
        assigning->is_below[i] = net && is_below(net);
        total += most < rows + 1 ? most : rows + 1;
    }
    for (uint32_t i = 0; i < rows; i++)
        assigning->member_counts[i] = assigning->used[i] = 0;
    assigning->touches = arena_take(arena, total * sizeof *assigning->touches);
    return assigning->touches ? OW_OK : arena->status;
}

/* Initial rows: cells in order, row after row of their class, so that dependent cells are near
 * each other. */
static void fill_rows(struct assigning *assigning)
{
    struct builder *builder = assigning->builder;
    const struct placing *placing = assigning->placing;
    uint32_t at[ROW_CLASSES] = {0, 0, 0};
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        struct build_cell *cell = &builder->cells[i];
        enum row_class class = class_of(cell);
        uint32_t row = at[class];
        while (placing->classes[row] != class ||
               assigning->used[row] + width_of(cell) > placing->capacity)
            row = row + 1 < placing->row_count ? row + 1 : 0;
        at[class] = row;
        cell->in_side = 0;
        cell->out_side = 1;
        enter_row(assigning, i, row);
        put_pins(assigning, i, false);
    }
}

struct spot {
    uint32_t row;
    uint8_t in_side, out_side;
};

static void set_sides(struct assigning *assigning, struct build_cell *cell, struct spot *spot)
{
    uint32_t bits = random_below(&assigning->random, 4);
    spot->in_side = class_of(cell) == CLASS_LATCHES ? 0 : bits & 1;
    spot->out_side = cell->kind == CELL_NOT ? (uint8_t)(bits >> 1) : !spot->in_side;
}

/* Chooses a row at a channel of one of the cell's nets, or one of its unit. Returns false if the
 * cell cannot be there. */
static bool choose_spot(struct assigning *assigning, const struct build_cell *cell,
                        struct spot *spot)
{
    const struct builder *builder = assigning->builder;
    uint32_t pins = cell->input_count + cell->driven_count,
             pin = random_below(&assigning->random, pins + (cell->unit > 0)), net;
    if (pin == pins) {
        net = builder->net_count + cell->unit - 1;
        uint32_t touch = random_below(&assigning->random, assigning->touch_count[net]);
        spot->row = assigning->touches[assigning->first_touch[net] + touch].channel;
        return true;
    }
    net = pin < cell->input_count ? cell->in[pin]
                                  : builder->driven[cell->first_driven + pin - cell->input_count];
    if (!is_net(net))
        return false;
    uint32_t touch = random_below(&assigning->random, assigning->touch_count[net]);
    uint32_t channel = assigning->touches[assigning->first_touch[net] + touch].channel;
    uint32_t back = random_below(&assigning->random, 2);
    if (channel < back)
        return false;
    spot->row = channel - back;
    return spot->row < assigning->placing->row_count &&
           assigning->placing->classes[spot->row] == class_of(cell);
}

static int move_cell(struct assigning *assigning, uint32_t number, const struct spot *spot)
{
    struct build_cell *cell = &assigning->builder->cells[number];
    int cost = put_pins(assigning, number, true);
    if (cell->row != spot->row) {
        leave_row(assigning, number);
        enter_row(assigning, number, spot->row);
    }
    cell->in_side = spot->in_side;
    cell->out_side = spot->out_side;
    return cost + put_pins(assigning, number, false);
}

static struct spot spot_of(const struct build_cell *cell)
{
    return (struct spot){cell->row, cell->in_side, cell->out_side};
}

static bool is_accepted(struct assigning *assigning, int cost)
{
    enum { MOST = sizeof assigning->chances / sizeof *assigning->chances };
    if (cost <= 0)
        return true;
    return cost < MOST && random_below(&assigning->random, UINT32_MAX) < assigning->chances[cost];
}

/* Chooses the cell of a full row to exchange. NO_BIT: none fits. */
static uint32_t choose_partner(struct assigning *assigning, const struct build_cell *cell,
                               uint32_t row)
{
    const struct placing *placing = assigning->placing;
    uint32_t other =
        assigning->members[(size_t)row * assigning->slots +
                           random_below(&assigning->random, assigning->member_counts[row])];
    uint32_t width = width_of(cell), theirs = width_of(&assigning->builder->cells[other]);
    return assigning->used[row] - theirs + width <= placing->capacity &&
                   assigning->used[cell->row] - width + theirs <= placing->capacity
               ? other
               : NO_BIT;
}

static void try_move(struct assigning *assigning)
{
    struct builder *builder = assigning->builder;
    uint32_t number = random_below(&assigning->random, builder->cell_count), other = NO_BIT;
    struct build_cell *cell = &builder->cells[number];
    struct spot target, old = spot_of(cell), theirs = {0}, given;
    if (!choose_spot(assigning, cell, &target))
        return;
    set_sides(assigning, cell, &target);
    bool leaves = target.row != cell->row;
    if (leaves && assigning->used[target.row] + width_of(cell) > assigning->placing->capacity) {
        other = choose_partner(assigning, cell, target.row);
        if (other == NO_BIT)
            return;
    }
    int cost = 0;
    if (other != NO_BIT) {
        theirs = spot_of(&builder->cells[other]);
        given.row = old.row;
        set_sides(assigning, &builder->cells[other], &given);
        cost = move_cell(assigning, other, &given);
    }
    cost += move_cell(assigning, number, &target);
    if (is_accepted(assigning, cost))
        return;
    move_cell(assigning, number, &old);
    if (other != NO_BIT)
        move_cell(assigning, other, &theirs);
}

/* Each peg multiplies the chance by a factor, of 2^32. */
static void set_chances(struct assigning *assigning, uint64_t factor)
{
    uint64_t chance = UINT32_MAX;
    for (size_t i = 0; i < sizeof assigning->chances / sizeof *assigning->chances; i++) {
        assigning->chances[i] = (uint32_t)chance;
        chance = chance * factor >> 32;
    }
}

/* From accepting half of the moves that cost a peg to accepting none. */
static void anneal(struct assigning *assigning)
{
    enum { STEPS = 60, MOVES = 40, KEPT = 90, HUNDRED = 100 };
    uint64_t factor = 0x60000000;
    for (int step = 0; step < STEPS; step++, factor = factor * KEPT / HUNDRED) {
        set_chances(assigning, factor);
        for (uint64_t i = 0; i < (uint64_t)assigning->builder->cell_count * MOVES; i++)
            try_move(assigning);
    }
}

ow_status build_assign_rows(struct placing *placing)
{
    struct assigning assigning = {
        .placing = placing, .builder = placing->builder, .random = random_begin(0)};
    ow_status status = begin(&assigning);
    if (status != OW_OK || placing->builder->cell_count == 0)
        return status;
    fill_rows(&assigning);
    anneal(&assigning);
    return OW_OK;
}
