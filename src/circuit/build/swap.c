/* Swaps cells of a row to shorten wires: of each net, those along a channel and those below the
 * board. First accepts moves that cost a little, then gets stricter. All numbers are integers and
 * the random numbers are the library's own, so every build of a netlist is the same. */
#include "place.h"

#include "../random.h"

/* Nets with more pins are everywhere anyway. */
enum { MOST_PINS_OF_NET = 64 };

struct swapping {
    struct builder *builder;
    bool with_units;
    uint32_t *pins_of_net;                        /* number of pins */
    int64_t *lengths;                             /* of nets, where their cells are now */
    uint32_t *first_pin_of_cell, *groups_of_cell; /* groups of the pins of cells */
    uint32_t *places;                             /* of cells in builder.placed */
    struct random random;
};

struct span {
    int32_t least, most;
};

static void widen(const struct swapping *swapping, uint32_t group_number, struct span *span)
{
    const struct builder *builder = swapping->builder;
    const struct build_group *group = &builder->groups[group_number];
    for (uint32_t i = 0; i < group->count; i++) {
        int32_t x = build_pin_x(builder, &builder->pins[group->first + i]);
        span->least = x < span->least ? x : span->least;
        span->most = x > span->most ? x : span->most;
    }
}

/* Inserts a number into `count` sorted ones. */
static void insert(int32_t *numbers, uint32_t count, int32_t number)
{
    for (; count > 0 && numbers[count - 1] > number; count--)
        numbers[count] = numbers[count - 1];
    numbers[count] = number;
}

/* The length of a net at all its channels if its pegs stand in one column, the best one: at the
 * middle of all ends of its spans. */
static int64_t length_of_net(const struct swapping *swapping, uint32_t net)
{
    const struct builder *builder = swapping->builder;
    uint32_t first = builder->first_group_of_net[net],
             count = builder->first_group_of_net[net + 1] - first;
    int32_t ends[2 * MOST_PINS_OF_NET];
    int64_t length = 0;
    if (swapping->pins_of_net[net] > MOST_PINS_OF_NET)
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        struct span span = {INT32_MAX, INT32_MIN};
        widen(swapping, builder->groups_of_net[first + i], &span);
        insert(ends, 2 * i, span.least);
        insert(ends, 2 * i + 1, span.most);
        length += span.most - span.least;
    }
    /* Half of the ends are before the column, each as far as the others are behind it. */
    int64_t apart = 0;
    for (uint32_t i = 0; count > 1 && i < count; i++)
        apart += ends[2 * count - 1 - i] - ends[i];
    return count > 1 ? (apart + length) / 2 : length;
}

/* How much longer the nets of a cell are than stored; a net at two pins counts twice. */
static int64_t longer_by(const struct swapping *swapping, uint32_t cell)
{
    int64_t longer = 0;
    for (uint32_t i = swapping->first_pin_of_cell[cell]; i < swapping->first_pin_of_cell[cell + 1];
         i++) {
        uint32_t net = swapping->builder->groups[swapping->groups_of_cell[i]].net;
        longer += length_of_net(swapping, net) - swapping->lengths[net];
    }
    return longer;
}

static void store_lengths(struct swapping *swapping, uint32_t cell)
{
    for (uint32_t i = swapping->first_pin_of_cell[cell]; i < swapping->first_pin_of_cell[cell + 1];
         i++) {
        uint32_t net = swapping->builder->groups[swapping->groups_of_cell[i]].net;
        swapping->lengths[net] = length_of_net(swapping, net);
    }
}

static void swap(struct swapping *swapping, uint32_t a, uint32_t b)
{
    struct builder *builder = swapping->builder;
    uint32_t x = builder->cells[a].x, place = swapping->places[a];
    builder->cells[a].x = builder->cells[b].x;
    builder->cells[b].x = x;
    swapping->places[a] = swapping->places[b];
    swapping->places[b] = place;
    builder->placed[swapping->places[a]] = a;
    builder->placed[swapping->places[b]] = b;
}

/* The place in a row nearest to an x. */
static uint32_t place_at(const struct builder *builder, const struct build_row *row, int32_t x)
{
    uint32_t low = 0, high = row->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((int32_t)builder->cells[builder->placed[row->first + middle]].x * FRACTION < x)
            low = middle + 1;
        else
            high = middle;
    }
    return row->first + low;
}

/* Chooses a preferred place of a cell: at another pin of one of its nets. */
static uint32_t choose_place(struct swapping *swapping, uint32_t number)
{
    struct builder *builder = swapping->builder;
    const struct build_cell *cell = &builder->cells[number];
    const struct build_row *row = &builder->rows[builder->first_cell_row + cell->row];
    uint32_t first = swapping->first_pin_of_cell[number],
             count = swapping->first_pin_of_cell[number + 1] - first;
    if (count == 0 || random_below(&swapping->random, 4) == 0)
        return row->first + random_below(&swapping->random, row->count);
    uint32_t net =
        builder->groups[swapping->groups_of_cell[first + random_below(&swapping->random, count)]]
            .net;
    uint32_t groups = builder->first_group_of_net[net + 1] - builder->first_group_of_net[net];
    const struct build_group *group =
        &builder->groups[builder->groups_of_net[builder->first_group_of_net[net] +
                                                random_below(&swapping->random, groups)]];
    const struct build_pin *pin =
        &builder->pins[group->first + random_below(&swapping->random, group->count)];
    return place_at(builder, row, build_pin_x(builder, pin));
}

static void try_swap(struct swapping *swapping, uint32_t slack)
{
    struct builder *builder = swapping->builder;
    uint32_t a = random_below(&swapping->random, builder->cell_count);
    uint32_t b = builder->placed[choose_place(swapping, a)];
    const struct build_cell *cell = &builder->cells[a], *other = &builder->cells[b];
    if (a == b || is_wide(cell) != is_wide(other) ||
        (!swapping->with_units && (cell->unit > 0 || other->unit > 0)))
        return;
    swap(swapping, a, b);
    int64_t longer = longer_by(swapping, a) + longer_by(swapping, b);
    if (longer > (int64_t)random_below(&swapping->random, slack)) {
        swap(swapping, a, b);
        return;
    }
    store_lengths(swapping, a);
    store_lengths(swapping, b);
}

static ow_status begin(struct swapping *swapping)
{
    struct builder *builder = swapping->builder;
    struct arena *arena = &builder->arena;
    uint32_t nets = builder->net_count, cells = builder->cell_count;
    swapping->pins_of_net = arena_take(arena, nets * sizeof(uint32_t));
    swapping->lengths = arena_take(arena, nets * sizeof *swapping->lengths);
    swapping->first_pin_of_cell = arena_take(arena, ((size_t)cells + 2) * sizeof(uint32_t));
    swapping->groups_of_cell = arena_take(arena, builder->pin_count * sizeof(uint32_t));
    swapping->places = arena_take(arena, cells * sizeof(uint32_t));
    if (!swapping->pins_of_net || !swapping->lengths || !swapping->first_pin_of_cell ||
        !swapping->groups_of_cell || !swapping->places)
        return arena->status;
    memset(swapping->first_pin_of_cell, 0, ((size_t)cells + 2) * sizeof(uint32_t));
    memset(swapping->pins_of_net, 0, nets * sizeof(uint32_t));
    return OW_OK;
}

/* Counts first, then stores each at its running start: starts are two ahead meanwhile. */
static void list_groups(struct swapping *swapping)
{
    struct builder *builder = swapping->builder;
    uint32_t *cells = swapping->first_pin_of_cell + 2;
    for (uint32_t i = 0; i < builder->group_count; i++) {
        const struct build_group *group = &builder->groups[i];
        swapping->pins_of_net[group->net] += group->count;
        for (uint32_t k = 0; k < group->count; k++)
            if (builder->pins[group->first + k].cell + 1 < builder->cell_count)
                cells[builder->pins[group->first + k].cell]++;
    }
    for (uint32_t i = 1; i + 1 < builder->cell_count; i++)
        cells[i] += cells[i - 1];
    for (uint32_t i = 0; i < builder->group_count; i++) {
        const struct build_group *group = &builder->groups[i];
        for (uint32_t k = 0; k < group->count; k++) {
            uint32_t cell = builder->pins[group->first + k].cell;
            swapping->groups_of_cell[swapping->first_pin_of_cell[cell + 1]++] = i;
        }
    }
    for (uint32_t i = 0; i < builder->cell_count; i++)
        swapping->places[builder->placed[i]] = i;
    for (uint32_t i = 0; i < builder->net_count; i++)
        swapping->lengths[i] = length_of_net(swapping, i);
}

/* Once more follows if units are to be gathered in between. */
ow_status build_swap_cells(struct placing *placing, bool with_units)
{
    enum { STEPS = 16, MOVES = 24, FIRST_MOVES = 8, WIDEST = 48 * FRACTION };
    struct builder *builder = placing->builder;
    struct swapping swapping = {
        .builder = builder, .with_units = with_units, .random = random_begin(0)};
    uint64_t moves = with_units && builder->unit_count > 0 ? FIRST_MOVES : MOVES;
    ow_status status = begin(&swapping);
    if (status != OW_OK || builder->cell_count == 0)
        return status;
    list_groups(&swapping);
    for (uint32_t step = 0; step < STEPS; step++) {
        uint32_t left = STEPS - 1 - step, slack = WIDEST / (STEPS * STEPS) * left * left + 1;
        for (uint64_t i = 0; i < builder->cell_count * moves; i++)
            try_swap(&swapping, slack);
    }
    return OW_OK;
}
