/* Sorting cells so that each comes after what it depends on, and computing their states. */
#include "build.h"

struct ordering {
    uint32_t *waits; /* of cells: inputs that are not ready */
    uint32_t count;  /* of cells in order */
};

/* Latches, inputs and bits without a driver are ready from the start. */
static bool waits_for(const struct builder *builder, uint32_t pin)
{
    return is_net(pin) && builder->nets[pin].cell != NO_BIT &&
           builder->cells[builder->nets[pin].cell].kind != CELL_LATCH;
}

static uint32_t count_waits(const struct builder *builder, const struct build_cell *cell)
{
    uint32_t waits = 0;
    for (unsigned i = first_awaited(cell); i < cell->input_count; i++)
        if (waits_for(builder, cell->in[i]))
            waits++;
    return waits;
}

static void release_loads(struct builder *builder, struct ordering *ordering, uint32_t number)
{
    const struct build_net *net = &builder->nets[builder->cells[number].out];
    if (builder->cells[number].kind == CELL_LATCH)
        return;
    for (uint32_t i = 0; i < net->load_count; i++) {
        struct build_pin load = builder->loads[net->first_load + i];
        if (load.index >= first_awaited(&builder->cells[load.cell]) &&
            --ordering->waits[load.cell] == 0)
            builder->order[ordering->count++] = load.cell;
    }
}

ow_status build_order_cells(struct builder *builder)
{
    struct ordering ordering = {0};
    uint32_t count = builder->cell_count;
    ordering.waits = arena_take(&builder->arena, count * sizeof *ordering.waits);
    builder->order = arena_take(&builder->arena, count * sizeof *builder->order);
    if (!ordering.waits || !builder->order)
        return builder->arena.status;
    for (uint32_t i = 0; i < count; i++) {
        ordering.waits[i] = count_waits(builder, &builder->cells[i]);
        if (ordering.waits[i] == 0)
            builder->order[ordering.count++] = i;
    }
    for (uint32_t i = 0; i < ordering.count; i++)
        release_loads(builder, &ordering, builder->order[i]);
    for (uint32_t i = 0; ordering.count < count && i < count; i++)
        if (ordering.waits[i] > 0)
            return build_refuse_loop(builder, ordering.waits, i);
    return OW_OK;
}

static bool find_output(const struct builder *builder, const struct build_cell *cell)
{
    unsigned on = 0;
    for (unsigned i = 0; i < cell->input_count; i++)
        on += build_pin_is_on(builder, cell->in[i]);
    switch (cell->kind) {
    case CELL_NOT:
        return on == 0;
    case CELL_AND:
        return on == cell->input_count;
    case CELL_XOR:
        return on == 1;
    case CELL_BUFFER:
    case CELL_OR:
        return on > 0;
    case CELL_RAM:
        return build_ram_is_on(builder, cell);
    default:
        return cell->on; /* a latch: its initial state */
    }
}

/* Computes all states with inputs off and latches in their initial states. The simulation finds
 * latches that are open. The gates are stable by then, so no latch opens by mistake. */
void build_find_states(struct builder *builder)
{
    for (uint32_t i = 0; i < builder->start_count; i++) {
        uint32_t cell = builder->nets[builder->starts[i].net].cell;
        if (cell != NO_BIT && builder->cells[cell].kind == CELL_LATCH)
            builder->cells[cell].on = builder->starts[i].on;
    }
    for (uint32_t i = 0; i < builder->cell_count; i++)
        if (builder->cells[i].kind == CELL_LATCH && builder->cells[i].on)
            builder->nets[builder->cells[i].out].on = true;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        struct build_cell *cell = &builder->cells[builder->order[i]];
        cell->on = find_output(builder, cell);
        if (cell->on)
            builder->nets[cell->out].on = true;
    }
}
