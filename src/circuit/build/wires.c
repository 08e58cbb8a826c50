/* Wires. At a channel, the inputs of a net and its through peg are a chain from left to right, and
 * each output leads to the input that is nearest. Below the boards, where nothing stands, another
 * chain joins the pegs and ports of the net. Wires over the board run straight between pins at the
 * height of 0.5 squares and more, and through pegs are a third of a square high; pins on top of a
 * body look down at the channel steeply enough to clear the bodies beside it. */
#include "save.h"

#include "../../base/sort.h"

/* A pin of a group as the end of a wire; NO_BIT means the peg. */
static ow_blotter_peg end_of(const struct builder *builder, const struct build_group *group,
                             uint32_t number)
{
    if (number == NO_BIT)
        return build_input_of(group->peg, 0);
    const struct build_pin *pin = &builder->pins[group->first + number];
    const struct build_cell *cell = &builder->cells[pin->cell];
    if (build_is_driver(builder, pin))
        return build_output_of(cell->component, 0);
    return build_input_of(cell->component, pin->index == OUTPUT_PIN ? 1 : (int32_t)pin->index);
}

static int32_t end_x(const struct builder *builder, const struct build_group *group,
                     uint32_t number)
{
    return number == NO_BIT ? group->x
                            : build_pin_x(builder, &builder->pins[group->first + number]);
}

/* Lists the inputs of a group from left to right, as keys: x in the high half, the number of the
 * pin in the low. */
static ow_status list_inputs(struct writer *writer, const struct build_group *group, uint64_t *keys,
                             uint32_t *count)
{
    struct builder *builder = writer->builder;
    *count = 0;
    for (uint32_t i = 0; i < group->count; i++)
        if (!build_is_driver(builder, &builder->pins[group->first + i]))
            keys[(*count)++] = (uint64_t)(uint32_t)end_x(builder, group, i) << 32 | i;
    if (group->has_peg)
        keys[(*count)++] = (uint64_t)(uint32_t)group->x << 32 | NO_BIT;
    return sort_u64(keys, *count, 0, &builder->arena);
}

/* The nearest input that a wire can reach; a peg is always reachable. */
static uint32_t nearest_input(const struct builder *builder, const struct build_group *group,
                              const uint64_t *keys, uint32_t count, uint32_t output)
{
    int32_t x = end_x(builder, group, output), best = INT32_MAX;
    uint32_t nearest = NO_BIT;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = (uint32_t)keys[i];
        int32_t to = (int32_t)(keys[i] >> 32), distance = to > x ? to - x : x - to;
        bool fits =
            number == NO_BIT || build_can_wire(builder, &builder->pins[group->first + output],
                                               &builder->pins[group->first + number]);
        if (fits && distance < best) {
            best = distance;
            nearest = number;
        }
    }
    return nearest;
}

static ow_status wire_group(struct writer *writer, const struct build_group *group, uint64_t *keys)
{
    const struct builder *builder = writer->builder;
    uint32_t count;
    ow_status status = list_inputs(writer, group, keys, &count);
    for (uint32_t i = 1; status == OW_OK && i < count; i++)
        build_put_wire(writer, end_of(builder, group, (uint32_t)keys[i - 1]),
                       end_of(builder, group, (uint32_t)keys[i]));
    for (uint32_t i = 0; status == OW_OK && i < group->count; i++)
        if (build_is_driver(builder, &builder->pins[group->first + i]))
            build_put_wire(writer, end_of(builder, group, i),
                           end_of(builder, group, nearest_input(builder, group, keys, count, i)));
    return status;
}

/* Chains below the board: the last end of each net, and its input. */
struct chain {
    uint32_t component;
    int32_t index;
};

static void lengthen(struct writer *writer, struct chain *chain, uint32_t component, int32_t index)
{
    if (chain->component != NO_BIT)
        build_put_wire(writer, build_input_of(chain->component, chain->index),
                       build_input_of(component, index));
    *chain = (struct chain){component, index};
}

/* Connects a port to its net by its own peg, by a display, or by a switch, which is wired to the
 * first peg. */
static void chain_port(struct writer *writer, struct chain *chains, const struct build_port *port)
{
    bool is_panel = writer->builder->asked->ports == OW_BUILD_PANELS;
    if (is_wired(writer->builder, port->net) && port->peg != NO_BIT)
        lengthen(writer, &chains[port->net], port->peg, is_panel && port->is_output ? 0 : 1);
}

static void wire_switches(struct writer *writer, const uint32_t *firsts)
{
    const struct builder *builder = writer->builder;
    for (uint32_t i = 0; i < builder->input_count; i++) {
        const struct build_port *port = &builder->ports[builder->input_ports[i]];
        if (is_wired(builder, port->net) && firsts[port->net] != NO_BIT)
            build_put_wire(writer, build_output_of(port->component, 0),
                           build_input_of(firsts[port->net], 1));
    }
}

static void chain_pegs(struct writer *writer, struct chain *chains, uint32_t *firsts)
{
    struct builder *builder = writer->builder;
    for (uint32_t i = 0; i < builder->net_count; i++) {
        chains[i].component = NO_BIT;
        firsts[i] = NO_BIT;
    }
    for (uint32_t i = 0; i < builder->input_count; i++) {
        const struct build_port *port = &builder->ports[builder->input_ports[i]];
        chain_port(writer, chains, port);
        if (port->is_stem)
            firsts[port->net] = port->peg;
    }
    for (uint32_t i = 0; i < builder->group_count; i++) {
        const struct build_group *group = &builder->groups[i];
        if (!group->has_peg)
            continue;
        if (firsts[group->net] == NO_BIT)
            firsts[group->net] = group->peg;
        lengthen(writer, &chains[group->net], group->peg, 1);
    }
    for (uint32_t i = 0; i < builder->tap_count; i++) {
        const struct build_tap *tap = &builder->taps[i];
        if (firsts[tap->net] == NO_BIT)
            firsts[tap->net] = tap->peg;
        lengthen(writer, &chains[tap->net], tap->peg, 1);
    }
    for (uint32_t i = 0; i < builder->output_count; i++)
        chain_port(writer, chains, &builder->ports[builder->output_ports[i]]);
    if (builder->asked->ports == OW_BUILD_PANELS)
        wire_switches(writer, firsts);
}

ow_status build_put_wires(struct writer *writer)
{
    struct builder *builder = writer->builder;
    uint32_t most = 0;
    for (uint32_t i = 0; i < builder->group_count; i++)
        most = builder->groups[i].count > most ? builder->groups[i].count : most;
    struct arena scratch;
    arena_share(&scratch, &builder->arena);
    uint64_t *keys = arena_take(&scratch, ((size_t)most + 1) * sizeof *keys);
    struct chain *chains = arena_take(&scratch, builder->net_count * sizeof *chains);
    uint32_t *firsts = arena_take(&scratch, builder->net_count * sizeof *firsts);
    ow_status status = keys && chains && firsts ? OW_OK : scratch.status;
    for (uint32_t i = 0; status == OW_OK && i < builder->group_count; i++)
        status = wire_group(writer, &builder->groups[i], keys);
    if (status == OW_OK)
        chain_pegs(writer, chains, firsts);
    arena_free(&scratch);
    return status;
}
