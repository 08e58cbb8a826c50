/* Where everything stands: rows of inputs in front, rows of cells behind them, rows of outputs at
 * the end.
 *
 * The strip between two rows is a channel. Pins that are at the same channel are joined by wires
 * over the board; a net that touches several channels has a through peg in each of them, and these
 * are joined below the board. So the fewer channels nets touch, the fewer pegs there are: rows are
 * long, on as many as `BOARDS_WIDE` boards side by side. */
#include "place.h"

/* Percentage of free squares in a row, so that cells can move. */
enum { FREE = 3, HUNDRED = 100 };

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return a / b + (a % b > 0);
}

/* Cells of two squares must not cross board borders: each border may leave a square free. */
static uint32_t capacity_of(uint32_t width)
{
    uint32_t borders = (width - 1) / LARGEST_SIDE, left = width - borders;
    uint32_t spare = left * FREE / HUNDRED;
    return left - spare > 0 ? left - spare : 1;
}

struct room {
    uint32_t squares[ROW_CLASSES], rows[ROW_CLASSES], depth;
};

static void find_room(const struct builder *builder, uint32_t width, struct room *room)
{
    uint32_t capacity = capacity_of(width),
             inputs = divide_up(builder->input_count, width / COLUMN),
             outputs = divide_up(builder->output_count, width / COLUMN);
    room->depth = (inputs + outputs) * PORT_ROW + CHANNEL + build_depth_of_rams(builder, width);
    for (unsigned class = 0; class < ROW_CLASSES; class ++) {
        /* One square stays free if a gate of two does not fit. */
        uint32_t filled = class == CLASS_GATES && capacity > 2 ? capacity - 1 : capacity;
        room->rows[class] = divide_up(room->squares[class], filled);
        room->depth += room->rows[class] * (depth_of_class(class) + CHANNEL);
    }
}

/* One board is square. Larger ones are twice as wide as deep, since long rows make few channels. */
static void choose_width(struct builder *builder, struct room *room)
{
    uint32_t ports =
        builder->input_count > builder->output_count ? builder->input_count : builder->output_count;
    uint32_t most = LARGEST_SIDE * BOARDS_WIDE, width = 2 * COLUMN;
    uint32_t least = build_widest_ram(builder);
    *room = (struct room){.depth = 0};
    for (uint32_t i = 0; i < builder->cell_count; i++)
        room->squares[class_of(&builder->cells[i])] += width_of(&builder->cells[i]);
    while (width < LARGEST_SIDE && (width < ports * COLUMN || width < least))
        width += COLUMN;
    for (find_room(builder, width, room);
         width < most && room->depth * (width < LARGEST_SIDE ? 1 : 2) > width;
         find_room(builder, width, room))
        width += COLUMN;
    builder->width = width;
}

/* The highest bit of a port is on the left, as numbers are written. */
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

/* Spreads pairs of latch rows, and rows of links, evenly among rows of gates: a flip-flop is two
 * latches. */
static void mix_rows(struct placing *placing, const struct room *room)
{
    uint32_t latches = room->rows[CLASS_LATCHES], pairs = divide_up(latches, 2),
             links = room->rows[CLASS_LINKS], gates = room->rows[CLASS_GATES];
    uint32_t put = 0, groups = pairs + links, next = 0, at = 0;
    for (uint32_t group = 0; group < groups; group++) {
        uint32_t before = (uint32_t)((uint64_t)gates * (2 * group + 1) / (2 * groups));
        for (; put < before; put++)
            placing->classes[at++] = CLASS_GATES;
        /* `next` counts the links among the groups. */
        if ((uint64_t)(group + 1) * links / groups > next) {
            placing->classes[at++] = CLASS_LINKS;
            next++;
            continue;
        }
        for (int i = 0; i < 2 && latches > 0; i++, latches--)
            placing->classes[at++] = CLASS_LATCHES;
    }
    for (; put < gates; put++)
        placing->classes[at++] = CLASS_GATES;
}

/* Places ports of one kind in rows. */
static void put_port_rows(struct builder *builder, enum row_kind kind, uint32_t count)
{
    uint32_t columns = builder->width / COLUMN;
    const uint32_t *ports = kind == ROW_INPUTS ? builder->input_ports : builder->output_ports;
    for (uint32_t first = 0; first < count; first += columns) {
        uint32_t left = count - first, number = builder->row_count++;
        builder->rows[number] = (struct build_row){.kind = kind,
                                                   .first = first,
                                                   .count = left < columns ? left : columns,
                                                   .depth = PORT_ROW};
        for (uint32_t i = 0; i < builder->rows[number].count; i++) {
            builder->ports[ports[first + i]].column = i;
            builder->ports[ports[first + i]].row = number;
        }
    }
}

/* Each programmable memory has a row for its label, after all others. */
static void put_memory_rows(struct builder *builder)
{
    for (uint32_t i = 0; i < builder->memory_count; i++) {
        if (!has_label(&builder->memories[i]))
            continue;
        builder->memories[i].row = builder->row_count;
        builder->rows[builder->row_count++] =
            (struct build_row){.kind = ROW_MEMORY, .first = i, .count = 1, .depth = PORT_ROW};
    }
}

static ow_status put_rows(struct placing *placing, const struct room *room)
{
    struct builder *builder = placing->builder;
    uint32_t columns = builder->width / COLUMN, most = placing->row_count + 1;
    most += builder->memory_count + builder->ram_count + divide_up(builder->input_count, columns) +
            divide_up(builder->output_count, columns);
    builder->rows = arena_take(&builder->arena, most * sizeof *builder->rows);
    placing->classes = arena_take(&builder->arena, placing->row_count + 1);
    if (!builder->rows || !placing->classes)
        return builder->arena.status;
    mix_rows(placing, room);
    put_port_rows(builder, ROW_INPUTS, builder->input_count);
    builder->first_cell_row = builder->row_count;
    for (uint32_t i = 0; i < placing->row_count; i++)
        builder->rows[builder->row_count++] =
            (struct build_row){.kind = ROW_CELLS, .depth = depth_of_class(placing->classes[i])};
    builder->cell_row_count = placing->row_count;
    put_port_rows(builder, ROW_OUTPUTS, builder->output_count);
    put_memory_rows(builder);
    build_put_ram_rows(builder);
    return OW_OK;
}

ow_status build_place(struct builder *builder)
{
    struct placing placing = {.builder = builder};
    struct room room;
    ow_status status = list_ports(builder);
    if (status != OW_OK)
        return status;
    choose_width(builder, &room);
    placing.capacity = capacity_of(builder->width);
    for (unsigned class = 0; class < ROW_CLASSES; class ++)
        placing.row_count += room.rows[class];
    status = put_rows(&placing, &room);
    if (status == OW_OK)
        status = build_assign_rows(&placing);
    if (status == OW_OK)
        status = build_group_pins(builder);
    if (status == OW_OK)
        status = build_order_rows(&placing);
    if (status == OW_OK)
        status = build_swap_cells(&placing, true);
    if (status == OW_OK && builder->unit_count > 0)
        status = build_gather_units(builder);
    if (status == OW_OK && builder->unit_count > 0)
        status = build_swap_cells(&placing, false);
    return status == OW_OK ? build_place_pegs(builder) : status;
}
