/* Turning bits of the text into nets, numbered from 0 on, each with its driver and loads. */
#include "build.h"

#include "../../base/sort.h"

/* Lists all pins that have a bit, if there is room, and counts them. */
static uint64_t list_pins(struct builder *builder, uint32_t **pins)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        struct build_cell *cell = &builder->cells[i];
        for (uint32_t k = 0; k <= cell->input_count; k++, count++)
            if (pins)
                pins[count] = k < cell->input_count ? &cell->in[k] : &cell->out;
    }
    for (uint32_t i = 0; i < builder->port_count; i++, count++)
        if (pins)
            pins[count] = &builder->ports[i].net;
    for (uint32_t i = 0; i < builder->start_count; i++, count++)
        if (pins)
            pins[count] = &builder->starts[i].net;
    return count;
}

/* Sorts bits: each gets the number of its run of equal bits. */
static ow_status number_pins(struct builder *builder)
{
    uint64_t count = list_pins(builder, NULL), used = 0;
    struct arena scratch;
    arena_share(&scratch, &builder->arena);
    uint32_t **pins = arena_take(&scratch, (size_t)count * sizeof *pins);
    uint64_t *keys = arena_take(&scratch, (size_t)count * sizeof *keys);
    ow_status status = pins && keys ? OW_OK : scratch.status;
    if (status == OW_OK) {
        list_pins(builder, pins);
        for (uint64_t i = 0; i < count; i++)
            if (is_net(*pins[i]))
                keys[used++] = (uint64_t)*pins[i] << 32 | i;
        status = sort_u64(keys, (size_t)used, 0, &scratch);
    }
    for (uint64_t i = 0; status == OW_OK && i < used; i++) {
        if (i == 0 || keys[i] >> 32 != keys[i - 1] >> 32)
            builder->net_count++;
        *pins[(uint32_t)keys[i]] = builder->net_count - 1;
    }
    arena_free(&scratch);
    return status;
}

static ow_status note_drivers(struct builder *builder)
{
    for (uint32_t i = 0; i < builder->port_count; i++) {
        struct build_port *port = &builder->ports[i];
        if (port->is_output && is_net(port->net))
            builder->nets[port->net].outputs++;
        if (port->is_output)
            continue;
        if (builder->nets[port->net].port != NO_BIT)
            return build_refuse(builder, port->name,
                                "is an input, but its bit is already another input");
        builder->nets[port->net].port = i;
    }
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        struct build_net *net = &builder->nets[builder->cells[i].out];
        if (net->cell != NO_BIT || net->port != NO_BIT)
            return build_refuse(builder, builder->cells[i].name,
                                "drives a bit that another driver already drives");
        net->cell = i;
    }
    return OW_OK;
}

ow_status build_list_loads(struct builder *builder)
{
    uint32_t first = 0, count = 0, cells = builder->cell_count + builder->bit_count;
    for (uint32_t i = 0; i < builder->net_count; i++)
        builder->nets[i].load_count = 0;
    for (uint32_t i = 0; i < cells; i++)
        for (unsigned k = 0; k < builder->cells[i].input_count; k++)
            if (is_net(builder->cells[i].in[k])) {
                builder->nets[builder->cells[i].in[k]].load_count++;
                count++;
            }
    builder->loads = arena_take(&builder->arena, count * sizeof *builder->loads);
    if (!builder->loads)
        return builder->arena.status;
    for (uint32_t i = 0; i < builder->net_count; i++) {
        builder->nets[i].first_load = first;
        first += builder->nets[i].load_count;
        builder->nets[i].load_count = 0;
    }
    for (uint32_t i = 0; i < cells; i++)
        for (unsigned k = 0; k < builder->cells[i].input_count; k++)
            if (is_net(builder->cells[i].in[k])) {
                struct build_net *net = &builder->nets[builder->cells[i].in[k]];
                builder->loads[net->first_load + net->load_count++] = (struct build_pin){i, k};
            }
    return OW_OK;
}

/* A constant 1: an inverter without a wire. */
static ow_status put_constant(struct builder *builder)
{
    uint32_t net = builder->net_count, *pin = build_take_pins(builder, 1);
    bool used = false;
    if (!pin)
        return builder->arena.status;
    *pin = CONSTANT_0;
    for (uint32_t i = 0; i < builder->cell_count; i++)
        for (unsigned k = 0; k < builder->cells[i].input_count; k++)
            if (builder->cells[i].in[k] == CONSTANT_1) {
                builder->cells[i].in[k] = net;
                used = true;
            }
    for (uint32_t i = 0; i < builder->port_count; i++)
        if (builder->ports[i].net == CONSTANT_1) {
            builder->ports[i].net = net;
            used = true;
        }
    if (!used)
        return OW_OK;
    builder->net_count++;
    builder->cells[builder->cell_count++] = (struct build_cell){.kind = CELL_NOT,
                                                                .input_count = 1,
                                                                .in = pin,
                                                                .out = net,
                                                                .bit = NO_BIT,
                                                                .name = OW_LITERAL("1")};
    return OW_OK;
}

/* Labels name nets, and a net has one name. So an output that is also an input, or another output,
 * gets a net of its own with the same drivers: an OR of one. Bits without a driver need none: each
 * display has its own net. */
static ow_status separate_outputs(struct builder *builder)
{
    uint32_t count = builder->net_count;
    uint8_t *is_driven = arena_take(&builder->arena, 2 * (size_t)count + 1);
    uint32_t *pins = build_take_pins(builder, builder->port_count);
    if (!is_driven || !pins)
        return builder->arena.status;
    uint8_t *is_named = is_driven + count;
    memset(is_driven, 0, 2 * (size_t)count);
    for (uint32_t i = 0; i < builder->cell_count; i++)
        is_driven[builder->cells[i].out] = 1;
    for (uint32_t i = 0; i < builder->port_count; i++)
        if (!builder->ports[i].is_output)
            is_driven[builder->ports[i].net] = is_named[builder->ports[i].net] = 1;
    for (uint32_t i = 0; i < builder->port_count; i++) {
        struct build_port *port = &builder->ports[i];
        if (!port->is_output || !is_net(port->net) || !is_driven[port->net])
            continue;
        if (!is_named[port->net]) {
            is_named[port->net] = 1;
            continue;
        }
        pins[i] = port->net;
        builder->cells[builder->cell_count++] = (struct build_cell){.kind = CELL_OR,
                                                                    .input_count = 1,
                                                                    .in = &pins[i],
                                                                    .out = builder->net_count,
                                                                    .bit = NO_BIT,
                                                                    .name = port->name};
        port->net = builder->net_count++;
    }
    return OW_OK;
}

ow_status build_number_nets(struct builder *builder)
{
    ow_status status = number_pins(builder);
    if (status == OW_OK)
        status = put_constant(builder);
    if (status == OW_OK)
        status = separate_outputs(builder);
    if (status != OW_OK)
        return status;
    builder->nets = arena_take(&builder->arena, builder->net_count * sizeof *builder->nets);
    if (!builder->nets)
        return builder->arena.status;
    for (uint32_t i = 0; i < builder->net_count; i++)
        builder->nets[i] = (struct build_net){.cell = NO_BIT, .port = NO_BIT, .state = -1};
    status = note_drivers(builder);
    return status == OW_OK ? build_list_loads(builder) : status;
}

ow_status build_make_room(struct builder *builder, uint64_t count)
{
    if (count > HIGHEST_BIT - builder->cell_count || count > HIGHEST_BIT - builder->net_count)
        return OW_TOO_MUCH_MEMORY;
    struct build_cell *cells =
        arena_take(&builder->arena, ((size_t)builder->cell_count + count) * sizeof *cells);
    struct build_net *nets =
        arena_take(&builder->arena, ((size_t)builder->net_count + count) * sizeof *nets);
    builder->spare_pins = arena_take(&builder->arena, (size_t)count * 2 * sizeof(uint32_t));
    if (!cells || !nets || !builder->spare_pins)
        return builder->arena.status;
    memcpy(cells, builder->cells, builder->cell_count * sizeof *cells);
    memcpy(nets, builder->nets, builder->net_count * sizeof *nets);
    builder->cells = cells;
    builder->nets = nets;
    return OW_OK;
}

uint32_t build_add_gate(struct builder *builder, enum cell_kind kind, uint32_t first,
                        uint32_t second, ow_text name)
{
    uint32_t net = builder->net_count++, *pins = builder->spare_pins;
    builder->spare_pins += 2;
    pins[0] = first;
    pins[1] = second;
    builder->nets[net] =
        (struct build_net){.cell = builder->cell_count, .port = NO_BIT, .state = -1};
    builder->cells[builder->cell_count++] =
        (struct build_cell){.kind = (uint8_t)kind,
                            .input_count = second == NO_BIT ? 1 : 2,
                            .in = pins,
                            .out = net,
                            .bit = NO_BIT,
                            .name = name};
    return net;
}
