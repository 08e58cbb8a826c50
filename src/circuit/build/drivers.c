/* ORs become wires: several outputs on one net are an OR and take no time, and an output may drive
 * several nets without joining them. So the net of an OR has the outputs that come together in it
 * as its drivers.
 *
 * An OR of ORs has the drivers of all of them. Where that would repeat many wires, a fast buffer
 * leads from the net of the one to the net of the other, in no time and one way. The same holds
 * for an input: its socket is a part of its net, so it cannot drive another. And for a RAM, which
 * stands apart from the rows of cells: each of its outputs leads to one net. */
#include "build.h"

/* An OR with its own net and at least this many drivers is linked to others by a fast buffer. */
enum { LEAST_LINKED = 5 };

/* A driver of a net: a cell, or (with this bit) a net that leads to it. */
#define SOURCE_NET 0x80000000u

struct sources {
    uint32_t *first, *count; /* of nets of ORs, in `list` */
    uint32_t *list, used, room;
    uint32_t *seen;    /* of cells, then of nets: last net with it, plus 1 */
    uint8_t *wanted;   /* of nets: whether it is needed, see enum want */
    uint32_t *or_uses; /* of nets: ORs that include it */
    uint32_t link_count;
};

static bool is_kind(const struct builder *builder, uint32_t net, enum cell_kind kind)
{
    uint32_t cell = builder->nets[net].cell;
    return cell != NO_BIT && builder->cells[cell].kind == kind;
}

static bool is_or(const struct builder *builder, uint32_t net)
{
    return is_kind(builder, net, CELL_OR);
}

/* Finds nets of gates, ports and stems, and the number of ORs that include each. */
static ow_status find_uses(struct builder *builder, struct sources *sources)
{
    uint32_t count = builder->net_count;
    sources->wanted = arena_take(&builder->arena, count);
    sources->or_uses = arena_take(&builder->arena, count * sizeof *sources->or_uses);
    if (!sources->wanted || !sources->or_uses)
        return builder->arena.status;
    for (uint32_t i = 0; i < count; i++) {
        sources->wanted[i] = builder->nets[i].outputs > 0;
        sources->or_uses[i] = 0;
    }
    for (uint32_t i = 0; i < builder->cell_count; i++)
        for (unsigned k = 0; k < builder->cells[i].input_count; k++) {
            uint32_t net = builder->cells[i].in[k];
            if (is_net(net) && builder->cells[i].kind == CELL_OR)
                sources->or_uses[net]++;
            else if (is_net(net))
                sources->wanted[net] = 1;
        }
    return OW_OK;
}

static ow_status begin(struct builder *builder, struct sources *sources)
{
    uint32_t nets = builder->net_count, marks = nets + builder->cell_count;
    *sources = (struct sources){.first = arena_take(&builder->arena, nets * sizeof *sources->first),
                                .count = arena_take(&builder->arena, nets * sizeof *sources->count),
                                .seen = arena_take(&builder->arena, marks * sizeof *sources->seen)};
    if (!sources->first || !sources->count || !sources->seen)
        return builder->arena.status;
    memset(sources->first, 0, nets * sizeof *sources->first);
    memset(sources->count, 0, nets * sizeof *sources->count);
    memset(sources->seen, 0, marks * sizeof *sources->seen);
    return find_uses(builder, sources);
}

static ow_status put_source(struct builder *builder, struct sources *sources, uint32_t net,
                            uint32_t source)
{
    uint32_t *seen =
        &sources->seen[source & SOURCE_NET ? builder->cell_count + (source & ~SOURCE_NET) : source];
    if (*seen == net + 1)
        return OW_OK;
    *seen = net + 1;
    if (sources->used == sources->room) {
        enum { AT_FIRST = 256 };
        uint32_t room = sources->room > 0 ? 2 * sources->room : AT_FIRST;
        uint32_t *list = arena_take(&builder->arena, room * sizeof *list);
        if (!list)
            return builder->arena.status;
        if (sources->used > 0)
            memcpy(list, sources->list, sources->used * sizeof *list);
        sources->list = list;
        sources->room = room;
    }
    sources->list[sources->used++] = source;
    sources->count[net]++;
    return OW_OK;
}

/* Returns true if the net of an OR is linked to other ORs by fast buffers. */
static bool is_linked(const struct sources *sources, uint32_t net)
{
    return sources->count[net] >= LEAST_LINKED &&
           (sources->wanted[net] || sources->or_uses[net] > 1);
}

static ow_status take_operand(struct builder *builder, struct sources *sources, uint32_t net,
                              uint32_t operand)
{
    ow_status status = OW_OK;
    if (!is_net(operand) ||
        (builder->nets[operand].cell == NO_BIT && builder->nets[operand].port == NO_BIT))
        return OW_OK; /* always off */
    if (builder->nets[operand].port != NO_BIT || is_kind(builder, operand, CELL_RAM))
        return put_source(builder, sources, net, operand | SOURCE_NET);
    if (!is_or(builder, operand))
        return put_source(builder, sources, net, builder->nets[operand].cell);
    if (is_linked(sources, operand))
        return put_source(builder, sources, net, operand | SOURCE_NET);
    for (uint32_t i = 0; status == OW_OK && i < sources->count[operand]; i++)
        status = put_source(builder, sources, net, sources->list[sources->first[operand] + i]);
    return status;
}

/* In order, so that the operands of each OR are known first. */
static ow_status find_sources(struct builder *builder, struct sources *sources)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[builder->order[i]];
        if (cell->kind != CELL_OR)
            continue;
        sources->first[cell->out] = sources->used;
        for (unsigned k = 0; status == OW_OK && k < cell->input_count; k++)
            status = take_operand(builder, sources, cell->out, cell->in[k]);
    }
    return status;
}

/* In reverse order: a net that leads to a needed net is needed too. */
static void find_wanted(struct builder *builder, struct sources *sources)
{
    for (uint32_t i = builder->cell_count; i-- > 0;) {
        const struct build_cell *cell = &builder->cells[builder->order[i]];
        if (cell->kind != CELL_OR || !sources->wanted[cell->out])
            continue;
        for (uint32_t k = 0; k < sources->count[cell->out]; k++) {
            uint32_t source = sources->list[sources->first[cell->out] + k];
            if (source & SOURCE_NET) {
                sources->wanted[source & ~SOURCE_NET] = 1;
                sources->link_count++;
            }
        }
    }
}

/* A buffer becomes an AND of one net twice: the body of a buffer is so high that wires of other
 * cells would meet it. */
static ow_status put_as_built(struct builder *builder, const struct build_cell *cell,
                              struct build_cell *built)
{
    *built = *cell;
    if (cell->kind != CELL_BUFFER)
        return OW_OK;
    built->kind = CELL_AND;
    built->input_count = 2;
    built->in = build_take_pins(builder, 2);
    if (!built->in)
        return builder->arena.status;
    built->in[0] = built->in[1] = cell->in[0];
    return OW_OK;
}

/* Copies the bits of RAMs, and notes what nets they have. */
static void take_bits(struct builder *builder, struct build_cell *cells, uint32_t first,
                      uint32_t *moved)
{
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *bit = &builder->cells[i];
        if (bit->kind != CELL_RAM)
            continue;
        struct build_ram *ram = &builder->rams[bit->ram];
        moved[i] = first + builder->bit_count++;
        cells[moved[i]] = *bit;
        if (bit->place == 0)
            ram->first = moved[i];
        builder->nets[bit->out].has_ram = true;
        for (unsigned k = 0; k < bit->input_count; k++)
            if (is_net(bit->in[k]))
                builder->nets[bit->in[k]].has_ram = true;
    }
}

/* Copies the cells without ORs, in order, with room for links after them, and then for the bits of
 * RAMs. `moved`: their new numbers. */
static ow_status take_cells(struct builder *builder, struct sources *sources, uint32_t **moved)
{
    uint32_t count = 0;
    struct build_cell *cells = arena_take(
        &builder->arena, ((size_t)builder->cell_count + sources->link_count) * sizeof *cells);
    *moved = arena_take(&builder->arena, builder->cell_count * sizeof **moved);
    builder->spare_pins = build_take_pins(builder, sources->link_count);
    ow_status status = cells && *moved && builder->spare_pins ? OW_OK : builder->arena.status;
    for (uint32_t i = 0; status == OW_OK && i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[builder->order[i]];
        (*moved)[builder->order[i]] = count;
        if (cell->kind != CELL_OR && cell->kind != CELL_RAM)
            status = put_as_built(builder, cell, &cells[count++]);
    }
    if (status == OW_OK)
        take_bits(builder, cells, count + sources->link_count, *moved);
    builder->cells = cells;
    builder->cell_count = count;
    return status;
}

static uint32_t put_link(struct builder *builder, uint32_t from, uint32_t to)
{
    uint32_t *pin = builder->spare_pins++;
    *pin = from;
    builder->cells[builder->cell_count] = (struct build_cell){.kind = CELL_LINK,
                                                              .input_count = 1,
                                                              .on = builder->nets[from].on,
                                                              .in = pin,
                                                              .out = to,
                                                              .bit = NO_BIT};
    return builder->cell_count++;
}

/* `builder->drivers` of one net. An OR whose operands are always off is always off itself. */
static void put_drivers(struct builder *builder, const struct sources *sources,
                        const uint32_t *moved, const uint8_t *ors, uint32_t number, uint32_t *used)
{
    struct build_net *net = &builder->nets[number];
    net->first_driver = *used;
    if (!sources->wanted[number] || net->cell == NO_BIT)
        return;
    if (!ors[number])
        builder->drivers[(*used)++] = moved[net->cell];
    for (uint32_t i = 0; ors[number] && i < sources->count[number]; i++) {
        uint32_t source = sources->list[sources->first[number] + i];
        builder->drivers[(*used)++] =
            source & SOURCE_NET ? put_link(builder, source & ~SOURCE_NET, number) : moved[source];
    }
    net->driver_count = *used - net->first_driver;
}

static ow_status list_drivers(struct builder *builder, struct sources *sources,
                              const uint32_t *moved, const uint8_t *ors)
{
    uint32_t used = 0;
    size_t room = (size_t)sources->used + builder->net_count;
    builder->drivers = arena_take(&builder->arena, room * sizeof *builder->drivers);
    if (!builder->drivers)
        return builder->arena.status;
    for (uint32_t i = 0; i < builder->net_count; i++)
        put_drivers(builder, sources, moved, ors, i, &used);
    return OW_OK;
}

/* Lists the nets of each cell, from the cells of each net. */
static ow_status list_driven(struct builder *builder)
{
    uint32_t total = 0, first = 0, cells = builder->cell_count + builder->bit_count;
    for (uint32_t i = 0; i < builder->net_count; i++)
        for (uint32_t k = 0; k < builder->nets[i].driver_count; k++, total++)
            builder->cells[builder->drivers[builder->nets[i].first_driver + k]].driven_count++;
    builder->driven = arena_take(&builder->arena, total * sizeof *builder->driven);
    if (!builder->driven)
        return builder->arena.status;
    for (uint32_t i = 0; i < cells; i++) {
        builder->cells[i].first_driven = first;
        first += builder->cells[i].driven_count;
        builder->cells[i].driven_count = 0;
    }
    for (uint32_t i = 0; i < builder->net_count; i++)
        for (uint32_t k = 0; k < builder->nets[i].driver_count; k++) {
            struct build_cell *cell =
                &builder->cells[builder->drivers[builder->nets[i].first_driver + k]];
            builder->driven[cell->first_driven + cell->driven_count++] = i;
        }
    return OW_OK;
}

/* An unused switch gets a peg. Otherwise it would be in no net, and its label would name
 * nothing. */
static void put_stems(struct builder *builder)
{
    if (builder->asked->ports != OW_BUILD_PANELS)
        return;
    for (uint32_t i = 0; i < builder->port_count; i++) {
        struct build_port *port = &builder->ports[i];
        struct build_net *net = is_net(port->net) ? &builder->nets[port->net] : NULL;
        if (!port->is_output && net && net->load_count == 0 && net->outputs == 0)
            port->is_stem = net->has_stem = true;
    }
}

ow_status build_join_drivers(struct builder *builder)
{
    struct sources sources;
    uint32_t *moved = NULL;
    uint8_t *ors = arena_take(&builder->arena, builder->net_count);
    ow_status status = ors ? begin(builder, &sources) : builder->arena.status;
    for (uint32_t i = 0; status == OW_OK && i < builder->net_count; i++)
        ors[i] = is_or(builder, i);
    if (status == OW_OK)
        status = find_sources(builder, &sources);
    if (status != OW_OK)
        return status;
    find_wanted(builder, &sources);
    status = take_cells(builder, &sources, &moved);
    if (status == OW_OK)
        status = list_drivers(builder, &sources, moved, ors);
    if (status == OW_OK)
        status = list_driven(builder);
    if (status == OW_OK)
        status = build_list_loads(builder);
    if (status == OW_OK)
        put_stems(builder);
    return status;
}
