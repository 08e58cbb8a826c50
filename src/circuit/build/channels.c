/* Which nets get through pegs in which channels, and where channels and rows stand. */
#include "place.h"

/* Returns true if a straight wire between an output and an input meets no body. The input of an
 * inverter is on its top: a wire from there down to an output of the same row would touch the
 * bodies between them. */
bool build_can_wire(const struct builder *builder, const struct build_pin *output,
                    const struct build_pin *input)
{
    const struct build_cell *from = &builder->cells[output->cell],
                            *to = &builder->cells[input->cell];
    return to->kind != CELL_NOT || from->row != to->row;
}

bool build_is_driver(const struct builder *builder, const struct build_pin *pin)
{
    return pin->index == OUTPUT_PIN && builder->cells[pin->cell].kind != CELL_LINK;
}

/* Returns true if each output of a group can be wired to an input there. */
static bool can_do_without_peg(const struct builder *builder, const struct build_group *group)
{
    const struct build_pin *pins = builder->pins + group->first;
    for (uint32_t i = 0; i < group->count; i++) {
        bool found = !build_is_driver(builder, &pins[i]);
        for (uint32_t k = 0; !found && k < group->count; k++)
            found =
                !build_is_driver(builder, &pins[k]) && build_can_wire(builder, &pins[i], &pins[k]);
        if (!found)
            return false;
    }
    return true;
}

/* A net at several channels, or with a port, gets a peg in each channel. */
static ow_status choose_pegs(struct builder *builder)
{
    struct arena scratch;
    arena_share(&scratch, &builder->arena);
    uint32_t *counts = arena_take(&scratch, builder->net_count * sizeof *counts);
    if (!counts)
        return scratch.status;
    for (uint32_t i = 0; i < builder->net_count; i++) {
        counts[i] = is_below(&builder->nets[i]);
    }
    for (uint32_t i = 0; i < builder->group_count; i++)
        counts[builder->groups[i].net]++;
    for (uint32_t i = 0; i < builder->group_count; i++) {
        struct build_group *group = &builder->groups[i];
        group->has_peg = counts[group->net] > 1 || !can_do_without_peg(builder, group);
    }
    arena_free(&scratch);
    return OW_OK;
}

static ow_status find_labels(struct builder *builder)
{
    uint32_t rows = builder->cell_row_count;
    builder->has_labels = arena_take(&builder->arena, rows + 1);
    if (!builder->has_labels)
        return builder->arena.status;
    builder->has_labels[0] = false;
    for (uint32_t i = 0; i < rows; i++)
        builder->has_labels[i + 1] =
            build_has_unit_labels(builder, &builder->rows[builder->first_cell_row + i]);
    return OW_OK;
}

/* Places rows one after another, with channels between rows of cells. */
static void place_rows(struct builder *builder)
{
    uint32_t z = 0, channel = 0;
    for (uint32_t i = 0; i < builder->row_count; i++) {
        bool is_channel = builder->cell_row_count > 0 && i >= builder->first_cell_row &&
                          i <= builder->first_cell_row + builder->cell_row_count;
        if (is_channel)
            z += build_channel_depth(builder, channel++);
        builder->rows[i].z = z;
        z += builder->rows[i].depth;
    }
    if (channel == builder->cell_row_count && builder->cell_row_count > 0)
        z += build_channel_depth(builder, channel);
    builder->depth = z;
}

ow_status build_place_pegs(struct builder *builder)
{
    ow_status status = choose_pegs(builder);
    if (status == OW_OK)
        status = build_choose_columns(builder);
    if (status == OW_OK)
        status = find_labels(builder);
    if (status == OW_OK)
        place_rows(builder);
    return status;
}
