/* Paths through a circuit: depths of nets, loops, and paths between nets.
 *
 * The graph has a node for each net, then one for each component. A net leads to the components
 * whose input it is, at no cost, and along links. A component leads to the nets that it drives, at
 * the cost of its ticks. */
#include "circuit.h"

#include "../base/error.h"

#include <string.h>

struct graph {
    const ow_circuit *circuit;
    uint32_t count;
};

/* Components whose outputs do not follow from their inputs lead nowhere; a relay's sides lead to
 * each other along its link. */
static bool passes(const ow_circuit *circuit, const ow_circuit_input *peg)
{
    ow_logic logic = circuit->components[peg->component].logic;
    return logic != OW_LOGIC_NONE && logic != OW_LOGIC_UNKNOWN && logic != OW_LOGIC_FAST_BUFFER &&
           (logic != OW_LOGIC_RELAY || peg->index == 0);
}

static const ow_circuit_component *component_of(const struct graph *graph, uint32_t node)
{
    return &graph->circuit->components[node - graph->circuit->net_count];
}

static uint32_t next_of_net(const struct graph *graph, uint32_t node, uint32_t at)
{
    const ow_circuit *circuit = graph->circuit;
    const ow_circuit_net *net = &circuit->nets[node];
    if (at < net->peg_count) {
        const ow_circuit_input *peg = &circuit->inputs[circuit->pegs[net->first_peg + at]];
        return passes(circuit, peg) ? circuit->net_count + peg->component : node;
    }
    const ow_circuit_link *link =
        &circuit->links[circuit->linked[net->first_link + at - net->peg_count]];
    if (link->from == node)
        return link->to;
    return link->both_ways ? link->from : node;
}

static uint32_t first_driven(const ow_circuit *circuit, const ow_circuit_component *component)
{
    return component->output_count > 0 ? circuit->outputs[component->first_output].first_net : 0;
}

static uint32_t count_driven(const ow_circuit *circuit, const ow_circuit_component *component)
{
    if (component->output_count == 0)
        return 0;
    const ow_circuit_output *last =
        &circuit->outputs[component->first_output + component->output_count - 1];
    return last->first_net + last->net_count - first_driven(circuit, component);
}

/* A relay changes both nets that it joins. */
static uint32_t next_of_relay(const ow_circuit *circuit, const ow_circuit_component *relay,
                              uint32_t at)
{
    return circuit->inputs[relay->first_input + 1 + at].net;
}

static uint32_t count_next(const struct graph *graph, uint32_t node)
{
    const ow_circuit *circuit = graph->circuit;
    if (node < circuit->net_count)
        return circuit->nets[node].peg_count + circuit->nets[node].link_count;
    const ow_circuit_component *component = component_of(graph, node);
    return component->logic == OW_LOGIC_RELAY ? 2 : count_driven(circuit, component);
}

/* Successor number `at` of a node; the node itself: no successor. */
static uint32_t next_at(const struct graph *graph, uint32_t node, uint32_t at)
{
    const ow_circuit *circuit = graph->circuit;
    if (node < circuit->net_count)
        return next_of_net(graph, node, at);
    const ow_circuit_component *component = component_of(graph, node);
    return component->logic == OW_LOGIC_RELAY
               ? next_of_relay(circuit, component, at)
               : circuit->driven[first_driven(circuit, component) + at];
}

static uint32_t ticks_of(const struct graph *graph, uint32_t node)
{
    if (node < graph->circuit->net_count)
        return 0;
    return (uint32_t)component_of(graph, node)->delay;
}

/* Tarjan's strongly connected components, without recursion. Loops are finished after all that
 * they lead to, so depths are computed in the opposite order. */
struct walk {
    struct graph graph;
    uint32_t *order, *low, *path; /* by node; the path contains nodes */
    uint32_t path_size, stack_size, met;
    ow_circuit_depths *depths;
    /* Nodes in the order in which they were finished. The stack of nodes that are not finished
     * grows down from the end. */
    uint32_t *finished;
    uint32_t finished_count;
    /* Of each finished node: its loop + 1; 0: in none. Of a node on the path: the number of its
     * successors that were visited. */
    uint32_t *loops;
};

enum { NOT_MET = 0 };

/* The top of the stack. No node is both finished and on the stack, so the two never meet. */
static uint32_t *top_of_stack(const struct walk *walk)
{
    return &walk->finished[walk->graph.count - walk->stack_size];
}

static void finish(struct walk *walk, uint32_t node)
{
    const uint32_t *top = top_of_stack(walk);
    uint32_t size = 1;
    while (top[size - 1] != node)
        size++;
    bool loop = size > 1;
    walk->depths->loop_count += loop;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t member = *top_of_stack(walk);
        walk->stack_size--;
        walk->low[member] = UINT32_MAX; /* done */
        walk->loops[member] = loop ? walk->depths->loop_count : 0;
        walk->finished[walk->finished_count++] = member;
    }
}

static void meet(struct walk *walk, uint32_t node)
{
    walk->order[node] = walk->low[node] = ++walk->met;
    walk->loops[node] = 0;
    walk->path[walk->path_size++] = node;
    walk->stack_size++;
    *top_of_stack(walk) = node;
}

static void walk_from(struct walk *walk, uint32_t start)
{
    meet(walk, start);
    while (walk->path_size > 0) {
        uint32_t node = walk->path[walk->path_size - 1];
        if (walk->loops[node] < count_next(&walk->graph, node)) {
            uint32_t next = next_at(&walk->graph, node, walk->loops[node]++);
            if (walk->order[next] == NOT_MET)
                meet(walk, next);
            else if (walk->low[next] != UINT32_MAX && walk->order[next] < walk->low[node])
                walk->low[node] = walk->order[next];
            continue;
        }
        walk->path_size--;
        if (walk->path_size > 0) {
            uint32_t before = walk->path[walk->path_size - 1];
            if (walk->low[node] < walk->low[before])
                walk->low[before] = walk->low[node];
        }
        if (walk->low[node] == walk->order[node])
            finish(walk, node);
    }
}

/* Updates depths from that of a finished node. */
static void lead_on(const struct walk *walk, uint32_t node, uint32_t *depth)
{
    uint32_t ticks = ticks_of(&walk->graph, node);
    uint32_t through = depth[node] < UINT32_MAX - ticks ? depth[node] + ticks : UINT32_MAX;
    for (uint32_t k = 0; k < count_next(&walk->graph, node); k++) {
        uint32_t next = next_at(&walk->graph, node, k);
        bool same_loop = walk->loops[next] != 0 && walk->loops[next] == walk->loops[node];
        if (next != node && !same_loop && depth[next] < through)
            depth[next] = through;
    }
}

/* In the reverse of the finishing order, sources come first and the nodes of a loop are adjacent.
 * Depth does not grow within a loop, which has no end: all its nets have the depth of what leads
 * there. */
static void find_depths(struct walk *walk, uint32_t *depth)
{
    for (uint32_t end = walk->finished_count, first; end > 0; end = first) {
        uint32_t loop = walk->loops[walk->finished[end - 1]], deepest = 0;
        for (first = end - 1;
             loop != 0 && first > 0 && walk->loops[walk->finished[first - 1]] == loop;)
            first--;
        for (uint32_t i = first; i < end; i++)
            if (deepest < depth[walk->finished[i]])
                deepest = depth[walk->finished[i]];
        for (uint32_t i = first; i < end; i++) {
            depth[walk->finished[i]] = deepest;
            lead_on(walk, walk->finished[i], depth);
        }
    }
}

static ow_status walk_all(struct walk *walk, struct arena *kept, struct arena *scratch)
{
    uint32_t count = walk->graph.count, nets = walk->graph.circuit->net_count;
    ow_circuit_depths *depths = walk->depths;
    size_t size = (count + (size_t)1) * sizeof(uint32_t);
    uint32_t **tables[] = {&walk->order, &walk->low, &walk->loops, &walk->finished};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!(*tables[i] = arena_take(scratch, size)))
            return scratch->status;
    uint32_t *depth = walk->path = arena_take(kept, size); /* depths come after the last path */
    depths->loop = arena_take(kept, (nets + (size_t)1) * sizeof *depths->loop);
    if (!depth || !depths->loop)
        return kept->status;
    memset(walk->order, 0, size);
    for (uint32_t i = 0; i < count; i++)
        if (walk->order[i] == NOT_MET)
            walk_from(walk, i);
    memset(depth, 0, size);
    find_depths(walk, depth);
    depths->depth = depth;
    for (uint32_t i = 0; i < nets; i++) {
        depths->loop[i] = walk->loops[i];
        if (depth[i] > depths->deepest)
            depths->deepest = depth[i];
    }
    return OW_OK;
}

ow_status ow_circuit_find_depths(const ow_circuit *circuit, const ow_options *options,
                                 ow_circuit_depths *depths, ow_error *error)
{
    struct arena kept, scratch;
    error_clear(error);
    if (depths)
        *depths = (ow_circuit_depths){0};
    if (!circuit || !depths)
        return error_missing(error, "circuit, or output for the depths");
    uint64_t nodes = (uint64_t)circuit->net_count + circuit->component_count;
    if (nodes >= UINT32_MAX)
        return error_plain(error, OW_TOO_MUCH_MEMORY);
    ow_options own = options_or_default(options, nodes * 16);
    struct walk walk = {.graph = {circuit, (uint32_t)nodes}, .depths = depths};
    arena_init(&kept, &own);
    arena_share(&scratch, &kept);
    ow_status status = walk_all(&walk, &kept, &scratch);
    arena_free(&scratch);
    void *record;
    if (status == OW_OK && !(depths->owner = arena_adopt(&kept, depths, sizeof *depths, &record)))
        status = OW_NO_MEMORY;
    else if (status != OW_OK)
        arena_free(&kept);
    if (status == OW_OK)
        return OW_OK;
    *depths = (ow_circuit_depths){0};
    return error_limited(error, status, own.max_memory);
}

void ow_circuit_depths_free(ow_circuit_depths *depths)
{
    if (depths && depths->owner)
        arena_release(depths->owner);
    if (depths)
        *depths = (ow_circuit_depths){0};
}

/* Nodes to visit; those at no further cost come first. */
struct search {
    struct graph graph;
    uint32_t *before; /* of each node: its predecessor; UINT32_MAX: none yet */
    uint32_t *now, *later;
    uint32_t now_count, later_count;
};

/* Adds the successors of a node to one of the lists. */
static void go_on(struct search *search, uint32_t node, uint32_t *list, uint32_t *count)
{
    for (uint32_t k = 0; k < count_next(&search->graph, node); k++) {
        uint32_t next = next_at(&search->graph, node, k);
        if (search->before[next] != UINT32_MAX)
            continue;
        search->before[next] = node;
        list[(*count)++] = next;
    }
}

/* The shortest path: nodes at no cost come before those after components. Components with longer
 * delays count as one step, so the path has the fewest components. */
static ow_status search_path(struct search *search, uint32_t from, uint32_t to,
                             struct arena *scratch)
{
    uint32_t nets = search->graph.circuit->net_count;
    search->now = arena_take(scratch, (search->graph.count + (size_t)1) * sizeof *search->now);
    search->later = arena_take(scratch, (search->graph.count + (size_t)1) * sizeof *search->later);
    if (!search->now || !search->later)
        return scratch->status;
    search->before[from] = from;
    search->now[search->now_count++] = from;
    while (search->now_count > 0 && search->before[to] == UINT32_MAX) {
        for (uint32_t i = 0; i < search->now_count; i++)
            if (search->now[i] < nets)
                go_on(search, search->now[i], search->now, &search->now_count);
        for (uint32_t i = 0; i < search->now_count; i++)
            if (search->now[i] >= nets)
                go_on(search, search->now[i], search->later, &search->later_count);
        uint32_t *spare = search->now;
        search->now = search->later;
        search->later = spare;
        search->now_count = search->later_count;
        search->later_count = 0;
    }
    return OW_OK;
}

static uint32_t write_steps(const struct graph *graph, const uint32_t *before, uint32_t from,
                            uint32_t to, ow_circuit_step *steps, uint32_t room)
{
    uint32_t nets = graph->circuit->net_count, count = 1;
    for (uint32_t node = to; node != from; node = before[node])
        count += node < nets;
    for (uint32_t node = to, at = count; at-- > 0;) {
        ow_circuit_step step = {.net = node, .component = NO_COMPONENT};
        if (at > 0) {
            node = before[node];
            if (node >= nets) {
                step.component = node - nets;
                step.ticks = ticks_of(graph, node);
                node = before[node];
            }
        }
        if (at < room)
            steps[at] = step;
    }
    return count;
}

ow_status ow_circuit_find_path(const ow_circuit *circuit, uint32_t from, uint32_t to,
                               const ow_options *options, ow_circuit_step *steps, uint32_t room,
                               uint32_t *count, ow_error *error)
{
    struct arena scratch;
    error_clear(error);
    if (!circuit || from >= circuit->net_count || to >= circuit->net_count || !count ||
        (!steps && room > 0))
        return error_missing(error, "circuit, two nets of it, or output for the steps");
    struct graph graph = {circuit, circuit->net_count + circuit->component_count};
    ow_options own = options_or_default(options, (uint64_t)graph.count * 16);
    arena_init(&scratch, &own);
    uint32_t *before = arena_take(&scratch, (graph.count + (size_t)1) * sizeof *before);
    struct search search = {.graph = graph, .before = before};
    ow_status status = before ? OW_OK : scratch.status;
    *count = 0;
    if (before)
        memset(before, 0xff, (graph.count + (size_t)1) * sizeof *before);
    if (status == OW_OK)
        status = search_path(&search, from, to, &scratch);
    if (status == OW_OK && before[to] != UINT32_MAX)
        *count = write_steps(&graph, before, from, to, steps, room);
    arena_free(&scratch);
    return status == OW_OK ? OW_OK : error_limited(error, status, own.max_memory);
}
