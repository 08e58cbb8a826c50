/* Ordering the cells of rows: repeatedly moves each cell to the middle of its connections, so that
 * wires get short. */
#include "place.h"

#include "../../base/sort.h"

enum { SWEEPS = 30 };

/* The middle of a net, of its pins at a channel or of all. */
struct middle {
    int64_t sum;
    uint32_t count;
};

struct sweeping {
    struct builder *builder;
    struct middle *nets, *cells; /* of nets, and of cells: the middle of their connections */
    uint64_t *keys; /* of cells: preferred place in the high half, the cell in the low */
};

int32_t build_pin_x(const struct builder *builder, const struct build_pin *pin)
{
    const struct build_cell *cell = &builder->cells[pin->cell];
    static const int32_t gates[2][3][GATE_INPUTS] = {
        {{75, 225}, {150, 300, 450}, {75, 225, 375, 525}},
        {{225, 75}, {450, 300, 150}, {525, 375, 225, 75}}};
    int32_t left = (int32_t)cell->x * FRACTION, half = FRACTION / 2;
    bool turned = cell->out_side == 0;
    if (cell->kind == CELL_AND && pin->index != OUTPUT_PIN)
        return left + gates[turned][cell->input_count - 2][pin->index];
    if (cell->kind == CELL_AND)
        return left + (cell->input_count > 2 ? FRACTION : half);
    if (cell->kind != CELL_XOR)
        return left + half;
    return left + half + (((pin->index > 0) != turned) ? FRACTION : 0);
}

static int32_t port_x(const struct build_port *port)
{
    return (int32_t)port->column * COLUMN * FRACTION + FRACTION / 2;
}

static void add(struct middle *middle, int64_t x, uint32_t times)
{
    middle->sum += x * times;
    middle->count += times;
}

static int64_t value_of(const struct middle *middle)
{
    return middle->count > 0 ? middle->sum / middle->count : 0;
}

/* Packs cells from left to right; none crosses board borders. */
static void pack_row(struct builder *builder, const struct build_row *row)
{
    uint32_t x = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        struct build_cell *cell = &builder->cells[builder->placed[row->first + i]];
        uint32_t width = width_of(cell);
        if (width == 2 && x % LARGEST_SIDE == LARGEST_SIDE - 1)
            x++;
        cell->x = x;
        x += width;
    }
}

/* Spreads the free squares over a row. */
static void spread_row(struct builder *builder, const struct build_row *row)
{
    uint32_t used = 0, before = 0;
    for (uint32_t i = 0; i < row->count; i++)
        used += width_of(&builder->cells[builder->placed[row->first + i]]);
    uint32_t borders = (builder->width - 1) / LARGEST_SIDE;
    uint32_t spare = builder->width - used > borders ? builder->width - used - borders : 0;
    uint32_t x = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        struct build_cell *cell = &builder->cells[builder->placed[row->first + i]];
        uint32_t gap = (uint32_t)((uint64_t)spare * (2 * i + 1) / (2 * row->count));
        x += gap - before;
        before = gap;
        x += width_of(cell) == 2 && x % LARGEST_SIDE == LARGEST_SIDE - 1;
        cell->x = x;
        x += width_of(cell);
    }
}

static void find_nets(struct sweeping *sweeping)
{
    struct builder *builder = sweeping->builder;
    memset(sweeping->nets, 0, builder->net_count * sizeof *sweeping->nets);
    for (uint32_t i = 0; i < builder->port_count; i++)
        if (is_net(builder->ports[i].net))
            add(&sweeping->nets[builder->ports[i].net], port_x(&builder->ports[i]), 1);
    for (uint32_t i = 0; i < builder->group_count; i++)
        for (uint32_t k = 0; k < builder->groups[i].count; k++)
            add(&sweeping->nets[builder->groups[i].net],
                build_pin_x(builder, &builder->pins[builder->groups[i].first + k]), 1);
}

/* Pins at the same channel have more weight than those far away. */
static void draw_cells(struct sweeping *sweeping)
{
    enum { NEAR = 3 };
    struct builder *builder = sweeping->builder;
    memset(sweeping->cells, 0, builder->cell_count * sizeof *sweeping->cells);
    for (uint32_t i = 0; i < builder->group_count; i++) {
        const struct build_group *group = &builder->groups[i];
        struct middle near = {0, 0};
        for (uint32_t k = 0; k < group->count; k++)
            add(&near, build_pin_x(builder, &builder->pins[group->first + k]), 1);
        for (uint32_t k = 0; k < group->count; k++) {
            struct middle *cell = &sweeping->cells[builder->pins[group->first + k].cell];
            if (group->count > 1)
                add(cell, value_of(&near), NEAR);
            add(cell, value_of(&sweeping->nets[group->net]), 1);
        }
    }
}

static ow_status sort_rows(struct sweeping *sweeping)
{
    struct builder *builder = sweeping->builder;
    for (uint32_t i = 0; i < builder->cell_count; i++)
        sweeping->keys[i] = (uint64_t)value_of(&sweeping->cells[i]) << 32 | i;
    ow_status status = sort_u64(sweeping->keys, builder->cell_count, 0, &builder->arena);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < builder->cell_row_count; i++)
        builder->rows[builder->first_cell_row + i].count = 0;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        uint32_t cell = (uint32_t)sweeping->keys[i];
        struct build_row *row = &builder->rows[builder->first_cell_row + builder->cells[cell].row];
        builder->placed[row->first + row->count++] = cell;
    }
    for (uint32_t i = 0; i < builder->cell_row_count; i++)
        spread_row(builder, &builder->rows[builder->first_cell_row + i]);
    return OW_OK;
}

/* Keeps the order of cells in each row. */
static void begin_rows(struct builder *builder)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < builder->cell_count; i++)
        builder->rows[builder->first_cell_row + builder->cells[i].row].count++;
    for (uint32_t i = 0; i < builder->cell_row_count; i++) {
        struct build_row *row = &builder->rows[builder->first_cell_row + i];
        row->first = first;
        first += row->count;
        row->count = 0;
    }
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        struct build_row *row = &builder->rows[builder->first_cell_row + builder->cells[i].row];
        builder->placed[row->first + row->count++] = i;
    }
    for (uint32_t i = 0; i < builder->cell_row_count; i++)
        pack_row(builder, &builder->rows[builder->first_cell_row + i]);
}

ow_status build_order_rows(struct placing *placing)
{
    struct builder *builder = placing->builder;
    struct sweeping sweeping = {
        .builder = builder,
        .nets = arena_take(&builder->arena, builder->net_count * sizeof *sweeping.nets),
        .cells = arena_take(&builder->arena, builder->cell_count * sizeof *sweeping.cells),
        .keys = arena_take(&builder->arena, builder->cell_count * sizeof *sweeping.keys)};
    builder->placed = arena_take(&builder->arena, builder->cell_count * sizeof(uint32_t));
    if (!sweeping.nets || !sweeping.cells || !sweeping.keys || !builder->placed)
        return builder->arena.status;
    ow_status status = OW_OK;
    begin_rows(builder);
    for (int i = 0; status == OW_OK && i < SWEEPS; i++) {
        find_nets(&sweeping);
        draw_cells(&sweeping);
        status = sort_rows(&sweeping);
    }
    return status;
}
