/* Where everything stands: rows of ports in front, cells behind them in the order of signals, ports at the end; as
 * wide as deep, on as many boards as that takes. */
#include "build.h"

/* The least number of columns whose rows of cells make a square. */
static uint32_t columns_for(const struct builder *builder)
{
    uint64_t area = (uint64_t)builder->cell_count * COLUMN * CELL_ROW, side = 1;
    uint32_t least =
        builder->input_count > builder->output_count ? builder->input_count : builder->output_count;
    while (side * side < area && side < LARGEST_SIDE)
        side++;
    uint32_t columns = (uint32_t)((side + COLUMN - 1) / COLUMN);
    columns = columns < least ? least : columns;
    return columns < LARGEST_SIDE / COLUMN ? columns : LARGEST_SIDE / COLUMN;
}

/* The highest bit of a port stands at the left, as numbers are written. */
static ow_status list_ports(struct builder *builder)
{
    uint32_t count = builder->port_count;
    builder->input_ports = arena_take(&builder->arena, count * sizeof *builder->input_ports);
    builder->output_ports = arena_take(&builder->arena, count * sizeof *builder->output_ports);
    if (!builder->input_ports || !builder->output_ports)
        return builder->arena.status;
    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && builder->ports[end].place > 0;)
            end++;
        for (uint32_t i = end; i-- > first;) {
            if (builder->ports[i].is_output)
                builder->output_ports[builder->output_count++] = i;
            else
                builder->input_ports[builder->input_count++] = i;
        }
    }
    return OW_OK;
}

static uint32_t rows_of(const struct builder *builder, uint32_t count)
{
    return count / builder->columns + (count % builder->columns > 0);
}

static uint32_t depth_of(enum row_kind kind)
{
    return kind == ROW_CELLS ? CELL_ROW : PORT_ROW;
}

/* Puts `count` things into rows, behind those that are there. */
static void put_rows(struct builder *builder, enum row_kind kind, uint32_t count, uint32_t *z)
{
    for (uint32_t first = 0; first < count; first += builder->columns) {
        uint32_t left = count - first, depth = depth_of(kind);
        if (*z + depth > LARGEST_SIDE) {
            builder->board_count++;
            *z = 0;
        }
        builder->rows[builder->row_count++] =
            (struct build_row){kind, first, left < builder->columns ? left : builder->columns,
                               builder->board_count - 1, *z};
        *z += depth;
    }
}

static void place_row(struct builder *builder, uint32_t number)
{
    const struct build_row *row = &builder->rows[number];
    for (uint32_t i = 0; i < row->count; i++) {
        if (row->kind == ROW_CELLS) {
            struct build_cell *cell = &builder->cells[builder->order[row->first + i]];
            cell->column = i;
            cell->row = number;
            continue;
        }
        const uint32_t *ports =
            row->kind == ROW_INPUTS ? builder->input_ports : builder->output_ports;
        builder->ports[ports[row->first + i]].column = i;
        builder->ports[ports[row->first + i]].row = number;
    }
}

ow_status build_place(struct builder *builder)
{
    ow_status status = list_ports(builder);
    uint32_t z = 0;
    if (status != OW_OK)
        return status;
    builder->columns = columns_for(builder);
    builder->columns = builder->columns > 0 ? builder->columns : 1;
    uint32_t most = rows_of(builder, builder->input_count) + rows_of(builder, builder->cell_count) +
                    rows_of(builder, builder->output_count);
    builder->rows = arena_take(&builder->arena, most * sizeof *builder->rows);
    if (!builder->rows)
        return builder->arena.status;
    builder->board_count = 1;
    put_rows(builder, ROW_INPUTS, builder->input_count, &z);
    put_rows(builder, ROW_CELLS, builder->cell_count, &z);
    put_rows(builder, ROW_OUTPUTS, builder->output_count, &z);
    for (uint32_t i = 0; i < builder->row_count; i++)
        place_row(builder, i);
    return OW_OK;
}
