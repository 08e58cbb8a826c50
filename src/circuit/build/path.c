/* Reports the longest path by signals and lines of the source.
 *
 * Synthesis drops the names of gates but keeps those of many nets. So the steps of the report are
 * the nets with names, the latches and the ports on the path. A step counts the ticks of all gates
 * since the step before. */
#include "name.h"
#include "timing.h"

#include "../../base/sort.h"

/* A net on the path. */
struct station {
    uint32_t net;
    uint32_t cell; /* that drives it; NO_BIT: none */
    int64_t at;    /* its tick, or gates before it */
};

struct critical_path {
    const struct timing *timing;
    struct builder *builder;
    struct station *stations; /* from the end to the start */
    struct build_name *names; /* of stations */
    uint32_t count, most;
    uint64_t *bits; /* in the text, ascending: the bit, and the number of the station */
    size_t bit_count;
};

static const struct build_cell *driver_of(const struct builder *builder, uint32_t net)
{
    uint32_t cell = builder->nets[net].cell;
    return cell != NO_BIT ? &builder->cells[cell] : NULL;
}

static void add_station(struct critical_path *path, uint32_t net, int64_t at)
{
    if (path->count < path->most)
        path->stations[path->count] =
            (struct station){.net = net, .cell = path->builder->nets[net].cell, .at = at};
    path->count++;
}

/* The pin that the output of a gate waits for longest; NO_BIT: none. */
static uint32_t latest_pin(const struct timing *timing, enum way way, const struct build_cell *cell)
{
    for (unsigned i = first_awaited(cell); i < cell->input_count; i++)
        if (is_net(cell->in[i]) && timing->reach[way][cell->in[i]] >= 0 &&
            timing->reach[way][cell->in[i]] + ticks_on_path(timing, way, cell) ==
                timing->reach[way][cell->out])
            return cell->in[i];
    return NO_BIT;
}

/* Follows the path from its end back to its start. A latch of the first phase is passed if it is
 * open before its data arrive. */
static void trace(struct critical_path *path)
{
    const struct timing *timing = path->timing;
    enum way way = timing->critical.way;
    uint32_t net = timing->critical.net;
    while (net != NO_BIT) {
        const struct build_cell *cell = driver_of(path->builder, net);
        add_station(path, net, timing->reach[way][net]);
        if (!cell)
            return;
        uint32_t pin = latest_pin(timing, way, cell);
        if (pin != NO_BIT || !keeps_data(cell)) {
            net = pin;
            continue;
        }
        int64_t data = reach_of(timing, WAY_SECOND, cell->in[0]);
        if (way != WAY_FIRST || data < 0 ||
            data + most_ticks(path->builder) != timing->reach[way][net])
            return;
        way = WAY_SECOND;
        net = cell->in[0];
    }
}

/* The path of the clock: all that follows it are gates behind the latch's enable. */
static void trace_clock(struct critical_path *path)
{
    const struct builder *builder = path->builder;
    uint32_t net = path->timing->critical.net;
    add_station(path, net, builder->follows[net].rise.most);
    if (net != builder->clock)
        add_station(path, builder->clock, 0);
}

/* The latch that ends the path takes a tick. A flip-flop has its name at its second latch. */
static void add_latch(struct critical_path *path)
{
    const struct builder *builder = path->builder;
    const struct timing_end *end = &path->timing->critical;
    uint32_t net = builder->cells[end->latch].out;
    int64_t arrival = end->is_enable ? builder->follows[end->net].rise.most
                                     : path->timing->reach[end->way][end->net];
    add_station(path, net, arrival + most_ticks(builder));
    for (uint32_t i = 0; i < builder->nets[net].load_count; i++) {
        struct build_pin load = builder->loads[builder->nets[net].first_load + i];
        if (path->stations && builder->cells[load.cell].kind == CELL_LATCH && load.index == 0)
            path->stations[0].cell = load.cell;
    }
}

/* Called twice: at first there is no room, and stations are only counted. */
static void follow(struct critical_path *path)
{
    path->count = 0;
    if (path->timing->critical.latch != NO_BIT)
        add_latch(path);
    (path->timing->critical.is_enable ? trace_clock : trace)(path);
}

static ow_status find_stations(struct critical_path *path)
{
    follow(path);
    path->stations = arena_take(&path->builder->arena, path->count * sizeof *path->stations);
    if (!path->stations)
        return path->builder->arena.status;
    path->most = path->count;
    follow(path);
    return OW_OK;
}

/* Ports have names even if the text does not name their nets. */
static void name_ports(struct critical_path *path)
{
    const struct builder *builder = path->builder;
    for (uint32_t i = 0; i < path->count; i++)
        for (uint32_t k = 0; k < builder->port_count; k++) {
            const struct build_port *port = &builder->ports[k];
            struct build_name *name = &path->names[i];
            if (port->net != path->stations[i].net || name->is_own)
                continue;
            name->signal = port->name;
            name->escaped = port->escaped;
            name->index = port->index;
            name->is_numbered = port->is_numbered;
            name->is_own = true;
        }
}

static ow_status list_bits(struct critical_path *path)
{
    struct builder *builder = path->builder;
    path->bits = arena_take(&builder->arena, path->count * sizeof *path->bits);
    path->names = arena_take(&builder->arena, path->count * sizeof *path->names);
    if (!path->bits || !path->names)
        return builder->arena.status;
    memset(path->names, 0, path->count * sizeof *path->names);
    for (uint32_t i = 0; i < path->count; i++) {
        uint32_t cell = path->stations[i].cell;
        if (cell != NO_BIT && builder->cells[cell].bit != NO_BIT)
            path->bits[path->bit_count++] = (uint64_t)builder->cells[cell].bit << 32 | i;
    }
    return sort_u64(path->bits, path->bit_count, 0, &builder->arena);
}

/* Latches have lines in the source, and so do gates of memories. */
static void read_cell(struct critical_path *path, const struct json_token *name, const char *at)
{
    struct member attributes[] = {{"attributes", NULL}};
    for (uint32_t i = 0; i < path->count; i++) {
        const struct station *station = &path->stations[i];
        if (path->names[i].source.size > 0 || station->cell == NO_BIT ||
            path->builder->cells[station->cell].name.data != name->data ||
            !walk_members(&path->builder->walk, at, attributes, 1))
            continue;
        ow_text source = build_source_of(path->builder, attributes[0].at);
        if (!build_is_of_mapping(source))
            path->names[i].source = source;
    }
}

static void read_cells(struct critical_path *path)
{
    const char *at = path->builder->cells_at, *value;
    struct object_walk object = walk_object(&path->builder->walk, at);
    struct json_token name;
    while (at && *at == '{' && next_object_member(&object, &name, &value))
        read_cell(path, &name, value);
}

static bool is_latch(const struct critical_path *path, const struct station *station)
{
    return station->cell != NO_BIT && path->builder->cells[station->cell].kind == CELL_LATCH;
}

/* The name is passed on without its escapes. */
static ow_status report_station(struct critical_path *path, uint32_t index, int64_t ticks)
{
    const struct build_name *name = &path->names[index];
    const ow_build_options *asked = path->builder->asked;
    struct json_token token = {
        .data = name->signal.data, .size = name->signal.size, .escaped = name->escaped};
    char *plain = arena_take(&path->builder->arena, token.size + 1);
    size_t size = 0;
    if (!plain)
        return path->builder->arena.status;
    ow_build_step step = {.signal = {plain, 0},
                          .source = name->source,
                          .ticks = (uint32_t)ticks,
                          .index = (uint32_t)name->index,
                          .is_numbered = name->is_numbered,
                          .is_latch = is_latch(path, &path->stations[index])};
    if (token.size > 0 && json_unescape(&token, plain, &size))
        step.signal = (ow_text){plain, size};
    asked->step(asked->step_context, &step);
    return OW_OK;
}

/* The start, the end, the net before a latch at the end, latches, and nets with names are steps.
 * The first latch of a flip-flop has no name; if the path starts there, it belongs to the step of
 * the second. */
static bool is_step(const struct critical_path *path, uint32_t index)
{
    const struct station *station = &path->stations[index];
    uint32_t arrival = path->timing->critical.latch != NO_BIT, start = path->count - 1;
    if (path->names[index].signal.size > 0 || index <= arrival)
        return true;
    if (index == start)
        return !is_latch(path, station) || !is_latch(path, station - 1);
    return is_latch(path, station);
}

static ow_status report_steps(struct critical_path *path)
{
    int64_t before = 0;
    ow_status status = OW_OK;
    for (uint32_t i = path->count; i-- > 0 && status == OW_OK;) {
        if (!is_step(path, i))
            continue;
        status = report_station(path, i, path->stations[i].at - before);
        before = path->stations[i].at;
    }
    return status;
}

ow_status build_report_path(const struct timing *timing)
{
    struct builder *builder = timing->builder;
    struct critical_path path = {.timing = timing, .builder = builder};
    if (!is_net(timing->critical.net))
        return OW_OK;
    ow_status status = find_stations(&path);
    if (status == OW_OK)
        status = list_bits(&path);
    if (status != OW_OK)
        return status;
    build_offer_names(builder, &(struct named_bits){path.bits, path.bit_count, path.names});
    name_ports(&path);
    read_cells(&path);
    return report_steps(&path);
}
