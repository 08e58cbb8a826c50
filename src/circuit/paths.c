/* Paths through a circuit: depths of nets, loops, and paths between nets.
 *
 * The graph has a node for each net, then one for each component. A net leads to the components
 * whose input it is, at no cost, and along links. A component leads to the nets that it drives, at
 * the cost of its ticks. */
#include "circuit.h"

#include "../base/compiler.h"
#include "../base/error.h"

#include <string.h>

struct graph {
    const ow_circuit *circuit;
    uint32_t count;
    uint32_t *first; /* of each node: its first successor; and one more */
    uint32_t *next;  /* successors */
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

static uint32_t most_next(const struct graph *graph, uint32_t node)
{
    const ow_circuit *circuit = graph->circuit;
    if (node < circuit->net_count)
        return circuit->nets[node].peg_count + circuit->nets[node].link_count;
    const ow_circuit_component *component = component_of(graph, node);
    return component->logic == OW_LOGIC_RELAY ? 2 : count_driven(circuit, component);
}

/* Successor number `at` of a node, below most_next; the node itself: no successor. */
static uint32_t find_next(const struct graph *graph, uint32_t node, uint32_t at)
{
    const ow_circuit *circuit = graph->circuit;
    if (node < circuit->net_count)
        return next_of_net(graph, node, at);
    const ow_circuit_component *component = component_of(graph, node);
    return component->logic == OW_LOGIC_RELAY
               ? next_of_relay(circuit, component, at)
               : circuit->driven[first_driven(circuit, component) + at];
}

/* The successors that a slice of the nodes has. */
struct successors {
    uint64_t most; /* as many as there may be */
    uint32_t first, end;
};

struct collecting {
    struct graph *graph;
    struct successors *of; /* each slice */
};

static void count_slice(void *context, uint32_t slice)
{
    const struct collecting *collecting = context;
    const struct graph *graph = collecting->graph;
    uint64_t most = 0;
    for (uint32_t i = slice * CIRCUIT_SLICE; i < slice_end(slice, graph->count, CIRCUIT_SLICE); i++)
        most += most_next(graph, i);
    collecting->of[slice] = (struct successors){.most = most};
}

static void collect_slice(void *context, uint32_t slice)
{
    const struct collecting *collecting = context;
    const struct graph *graph = collecting->graph;
    uint32_t used = collecting->of[slice].first;
    for (uint32_t i = slice * CIRCUIT_SLICE; i < slice_end(slice, graph->count, CIRCUIT_SLICE);
         i++) {
        graph->first[i] = used;
        for (uint32_t k = 0, count = most_next(graph, i); k < count; k++) {
            uint32_t next = find_next(graph, i, k);
            if (next != i)
                graph->next[used++] = next;
        }
    }
    collecting->of[slice].end = used;
}

/* Moves the successors of each slice up to those of the one before. */
static void close_gaps(const struct collecting *collecting, uint32_t slices)
{
    const struct graph *graph = collecting->graph;
    uint32_t used = 0;
    for (uint32_t slice = 0; slice < slices; slice++) {
        const struct successors *of = &collecting->of[slice];
        uint32_t count = of->end - of->first, gap = of->first - used;
        uint32_t end = slice_end(slice, graph->count, CIRCUIT_SLICE);
        memmove(graph->next + used, graph->next + of->first, count * sizeof *graph->next);
        for (uint32_t i = slice * CIRCUIT_SLICE; gap > 0 && i < end; i++)
            graph->first[i] -= gap;
        used += count;
    }
    graph->first[graph->count] = used;
}

/* Collects the successors, so that a walk reads them one after another. */
static ow_status make_graph(struct graph *graph, const ow_options *options, struct arena *arena)
{
    uint64_t most = 0;
    uint32_t slices = slices_of(graph->count, CIRCUIT_SLICE);
    struct collecting collecting = {graph, arena_take(arena, slices * sizeof *collecting.of)};
    if (!collecting.of)
        return arena->status;
    pool_run(options, slices, count_slice, &collecting);
    for (uint32_t i = 0; i < slices; i++) {
        collecting.of[i].first = (uint32_t)most;
        most += collecting.of[i].most;
    }
    if (most > UINT32_MAX)
        return OW_TOO_MUCH_MEMORY;
    graph->first = arena_take(arena, (graph->count + (size_t)1) * sizeof *graph->first);
    graph->next = arena_take(arena, (size_t)most * sizeof *graph->next);
    if (!graph->first || !graph->next)
        return arena->status;
    pool_run(options, slices, collect_slice, &collecting);
    close_gaps(&collecting, slices);
    return OW_OK;
}

/* What the usual limits of memory follow from. */
static uint64_t size_of_graph(const ow_circuit *circuit)
{
    return ((uint64_t)circuit->net_count + circuit->component_count + circuit->input_count +
            circuit->output_count + circuit->link_count) *
           16;
}

static uint32_t ticks_of(const struct graph *graph, uint32_t node)
{
    if (node < graph->circuit->net_count)
        return 0;
    return (uint32_t)component_of(graph, node)->delay;
}

/* Tarjan's strongly connected components, without recursion. Loops are finished after all that
 * they lead to, so depths are computed in the opposite order. */
struct node {
    uint32_t order; /* in which the nodes were met */
    uint32_t low;   /* the least order of the nodes on the stack that it leads to */
    /* Of a finished node: its loop + 1; 0: in none. Before: the next of its successors to visit. */
    uint32_t loop;
    uint32_t depth; /* before the node is finished: the end of its successors */
};

struct walk {
    struct graph graph;
    struct node *nodes;
    uint32_t *path; /* of nodes */
    uint32_t path_size, stack_size, met;
    ow_circuit_depths *depths;
    /* Nodes in the order in which they were finished. The stack of nodes that are not finished
     * grows down from the end. */
    uint32_t *finished;
    uint32_t finished_count;
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
        walk->nodes[member].low = UINT32_MAX; /* done */
        walk->nodes[member].loop = loop ? walk->depths->loop_count : 0;
        walk->nodes[member].depth = 0;
        walk->finished[walk->finished_count++] = member;
    }
}

static void meet(struct walk *walk, uint32_t node)
{
    walk->nodes[node].order = walk->nodes[node].low = ++walk->met;
    walk->path[walk->path_size++] = node;
    walk->stack_size++;
    *top_of_stack(walk) = node;
}

static void walk_from(struct walk *walk, uint32_t start)
{
    meet(walk, start);
    while (walk->path_size > 0) {
        uint32_t number = walk->path[walk->path_size - 1];
        struct node *node = &walk->nodes[number];
        if (node->loop < node->depth) {
            uint32_t next = walk->graph.next[node->loop++];
            const struct node *other = &walk->nodes[next];
            if (other->order == NOT_MET)
                meet(walk, next);
            else if (other->low != UINT32_MAX && other->order < node->low)
                node->low = other->order;
            continue;
        }
        walk->path_size--;
        if (walk->path_size > 0) {
            struct node *before = &walk->nodes[walk->path[walk->path_size - 1]];
            if (node->low < before->low)
                before->low = node->low;
        }
        if (node->low == node->order)
            finish(walk, number);
    }
}

/* Updates depths from that of a finished node. */
static void lead_on(const struct walk *walk, uint32_t number)
{
    const struct node *node = &walk->nodes[number];
    uint32_t ticks = ticks_of(&walk->graph, number);
    uint32_t through = node->depth < UINT32_MAX - ticks ? node->depth + ticks : UINT32_MAX;
    for (uint32_t k = walk->graph.first[number]; k < walk->graph.first[number + 1]; k++) {
        struct node *next = &walk->nodes[walk->graph.next[k]];
        bool same_loop = next->loop != 0 && next->loop == node->loop;
        if (!same_loop && next->depth < through)
            next->depth = through;
    }
}

/* Nodes are far from each other in memory: asks for what lead_on reads before its turn. */
static void prefetch(const struct walk *walk, uint32_t at)
{
    enum { AHEAD = 16, SUCCESSOR_AHEAD = 8 };
    if (at < AHEAD)
        return;
    uint32_t far = walk->finished[at - AHEAD], near = walk->finished[at - SUCCESSOR_AHEAD];
    PREFETCH_TO_WRITE(&walk->nodes[far]);
    PREFETCH(&walk->graph.first[far]);
    if (near >= walk->graph.circuit->net_count)
        PREFETCH(&component_of(&walk->graph, near)->delay);
    if (walk->graph.first[near] < walk->graph.first[near + 1])
        PREFETCH_TO_WRITE(&walk->nodes[walk->graph.next[walk->graph.first[near]]]);
}

/* In the reverse of the finishing order, sources come first and the nodes of a loop are adjacent.
 * Depth does not grow within a loop, which has no end: all its nets have the depth of what leads
 * there. */
static void find_depths(struct walk *walk)
{
    struct node *nodes = walk->nodes;
    const uint32_t *finished = walk->finished;
    for (uint32_t end = walk->finished_count, first; end > 0; end = first) {
        uint32_t loop = nodes[finished[end - 1]].loop, deepest = 0;
        for (first = end - 1; loop != 0 && first > 0 && nodes[finished[first - 1]].loop == loop;)
            first--;
        for (uint32_t i = first; i < end; i++)
            if (deepest < nodes[finished[i]].depth)
                deepest = nodes[finished[i]].depth;
        for (uint32_t i = first; i < end; i++) {
            prefetch(walk, i);
            nodes[finished[i]].depth = deepest;
            lead_on(walk, finished[i]);
        }
    }
}

static ow_status walk_all(struct walk *walk, const ow_options *options, struct arena *kept,
                          struct arena *scratch)
{
    uint32_t count = walk->graph.count, nets = walk->graph.circuit->net_count;
    ow_circuit_depths *depths = walk->depths;
    size_t size = (count + (size_t)1) * sizeof(uint32_t);
    ow_status status = make_graph(&walk->graph, options, scratch);
    if (status != OW_OK)
        return status;
    walk->nodes = arena_take(scratch, (count + (size_t)1) * sizeof *walk->nodes);
    walk->finished = arena_take(scratch, size);
    if (!walk->nodes || !walk->finished)
        return scratch->status;
    depths->depth = walk->path = arena_take(kept, size); /* depths come after the last path */
    depths->loop = arena_take(kept, (nets + (size_t)1) * sizeof *depths->loop);
    if (!depths->depth || !depths->loop)
        return kept->status;
    for (uint32_t i = 0; i < count; i++)
        walk->nodes[i] = (struct node){
            .order = NOT_MET, .loop = walk->graph.first[i], .depth = walk->graph.first[i + 1]};
    for (uint32_t i = 0; i < count; i++)
        if (walk->nodes[i].order == NOT_MET)
            walk_from(walk, i);
    find_depths(walk);
    for (uint32_t i = 0; i < nets; i++) {
        depths->loop[i] = walk->nodes[i].loop;
        depths->depth[i] = walk->nodes[i].depth;
        if (depths->depth[i] > depths->deepest)
            depths->deepest = depths->depth[i];
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
    ow_options own = options_or_default(options, size_of_graph(circuit));
    struct walk walk = {.graph = {.circuit = circuit, .count = (uint32_t)nodes}, .depths = depths};
    arena_init(&kept, &own);
    arena_share(&scratch, &kept);
    ow_status status = walk_all(&walk, &own, &kept, &scratch);
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
    for (uint32_t k = search->graph.first[node]; k < search->graph.first[node + 1]; k++) {
        uint32_t next = search->graph.next[k];
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
    size_t size = (search->graph.count + (size_t)1) * sizeof(uint32_t);
    search->before = arena_take(scratch, size);
    search->now = arena_take(scratch, size);
    search->later = arena_take(scratch, size);
    if (!search->before || !search->now || !search->later)
        return scratch->status;
    memset(search->before, 0xff, size);
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
    struct search search = {
        .graph = {.circuit = circuit, .count = circuit->net_count + circuit->component_count}};
    ow_options own = options_or_default(options, size_of_graph(circuit));
    arena_init(&scratch, &own);
    ow_status status = make_graph(&search.graph, &own, &scratch);
    if (status == OW_OK)
        status = search_path(&search, from, to, &scratch);
    *count = status == OW_OK && search.before[to] != UINT32_MAX
                 ? write_steps(&search.graph, search.before, from, to, steps, room)
                 : 0;
    arena_free(&scratch);
    return status == OW_OK ? OW_OK : error_limited(error, status, own.max_memory);
}
