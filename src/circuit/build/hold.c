/* Adds buffers at inputs of latches. Inputs may change in the tick in which the clock goes on. A
 * latch that is open while the clock is off closes one tick later, because its enable is an
 * inverter of the clock. Without a gate before it, such a latch would take the input's new
 * value. */
#include "build.h"

/* Marks the nets where inputs come without a gate. */
static void mark_inputs(const struct builder *builder, uint8_t *marks)
{
    memset(marks, 0, builder->net_count);
    for (uint32_t i = 0; i < builder->net_count; i++)
        marks[i] = builder->nets[i].port != NO_BIT && i != builder->clock;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[builder->order[i]];
        for (unsigned k = 0; cell->kind == CELL_OR && k < cell->input_count; k++)
            if (is_net(cell->in[k]) && marks[cell->in[k]])
                marks[cell->out] = 1;
    }
}

static bool takes_too_early(const struct builder *builder, const struct build_cell *cell,
                            const uint8_t *marks)
{
    if (cell->kind != CELL_LATCH || !is_net(cell->in[1]) || !is_net(cell->in[0]))
        return false;
    const struct build_follow *enable = &builder->follows[cell->in[1]];
    return enable->follows && enable->phase == SECOND_PHASE && enable->fall.most > 0 &&
           marks[cell->in[0]];
}

/* One buffer serves all latches with the same data. `buffered`: of nets, the net after its
 * buffer. */
static void put_buffer(struct builder *builder, uint32_t latch, uint32_t *buffered)
{
    uint32_t data = builder->cells[latch].in[0];
    if (buffered[data] == NO_BIT)
        buffered[data] =
            build_add_gate(builder, CELL_BUFFER, data, NO_BIT, builder->cells[latch].name);
    builder->cells[latch].in[0] = buffered[data];
}

ow_status build_hold_inputs(struct builder *builder)
{
    uint32_t nets = builder->net_count, cells = builder->cell_count, count = 0;
    uint8_t *marks = arena_take(&builder->arena, nets);
    uint32_t *buffered = arena_take(&builder->arena, nets * sizeof *buffered);
    if (!marks || !buffered)
        return builder->arena.status;
    mark_inputs(builder, marks);
    for (uint32_t i = 0; i < nets; i++)
        buffered[i] = NO_BIT;
    for (uint32_t i = 0; i < cells; i++)
        count += takes_too_early(builder, &builder->cells[i], marks);
    ow_status status = count > 0 ? build_make_room(builder, count) : OW_OK;
    if (count == 0 || status != OW_OK)
        return status;
    for (uint32_t i = 0; i < cells; i++)
        if (takes_too_early(builder, &builder->cells[i], marks))
            put_buffer(builder, i, buffered);
    return build_look_again(builder);
}
