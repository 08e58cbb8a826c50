/* Running a circuit: start, ticks, switches and buttons. */
#include "simulation.h"

#include "../base/error.h"

#include <string.h>

/* Returns true if an input updates its component: for all with logic on inputs. */
static bool is_load(const ow_circuit *circuit, uint32_t input)
{
    const ow_circuit_input *peg = &circuit->inputs[input];
    switch (circuit->components[peg->component].logic) {
    /* a link */
    case OW_LOGIC_NONE:
    case OW_LOGIC_UNKNOWN:
    case OW_LOGIC_SWITCH:
    case OW_LOGIC_BUTTON:
    case OW_LOGIC_FAST_BUFFER:
        return false;
    case OW_LOGIC_RELAY:
        return peg->index == 0;
    default:
        return true;
    }
}

/* Lists the loads of each net. A component is listed once for each of its inputs at the net. */
static void find_loads(ow_simulation *run, uint32_t number, uint32_t *next)
{
    const ow_circuit *circuit = run->circuit;
    const ow_circuit_net *from = &circuit->nets[number];
    struct running_net *net = &run->nets[number];
    *net = (struct running_net){
        .load = *next,
        .flags = (uint8_t)((from->on ? NET_ON : 0) | (from->link_count > 0 ? NET_LINKED : 0))};
    for (uint32_t i = 0; i < from->peg_count; i++)
        if (is_load(circuit, circuit->pegs[from->first_peg + i]))
            run->loads[*next + net->load_count++] =
                circuit->inputs[circuit->pegs[from->first_peg + i]].component;
    *next += net->load_count;
    if (net->load_count == 1)
        net->load = run->loads[net->load];
    for (uint32_t i = 0; i < from->driver_count; i++)
        net->drivers += circuit->outputs[circuit->drivers[from->first_driver + i]].on;
}

/* The loads of a slice of the nets begin where their pegs do: there are at most as many. */
static void find_loads_of_slice(void *context, uint32_t slice)
{
    ow_simulation *run = context;
    uint32_t next = run->circuit->nets[slice * CIRCUIT_SLICE].first_peg;
    uint32_t end = slice_end(slice, run->circuit->net_count, CIRCUIT_SLICE);
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++)
        find_loads(run, i, &next);
}

static void find_input_nets(void *context, uint32_t slice)
{
    const ow_simulation *run = context;
    uint32_t end = slice_end(slice, run->circuit->input_count, CIRCUIT_SLICE);
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++)
        run->input_nets[i] = run->circuit->inputs[i].net;
}

static ow_status open_nets(ow_simulation *run)
{
    const ow_circuit *circuit = run->circuit;
    run->nets = arena_take(&run->arena, circuit->net_count * sizeof *run->nets);
    run->loads = arena_take(&run->arena, circuit->input_count * sizeof *run->loads);
    run->input_nets = arena_take(&run->arena, circuit->input_count * sizeof *run->input_nets);
    run->queued_nets = arena_take(&run->arena, circuit->net_count * sizeof *run->queued_nets);
    run->spread = arena_take(&run->arena, circuit->net_count * sizeof *run->spread);
    run->front = arena_take(&run->arena, circuit->net_count * sizeof *run->front);
    if (!run->nets || !run->loads || !run->input_nets || !run->queued_nets || !run->spread ||
        !run->front)
        return run->arena.status;
    pool_run(&run->options, slices_of(circuit->input_count, CIRCUIT_SLICE), find_input_nets, run);
    pool_run(&run->options, slices_of(circuit->net_count, CIRCUIT_SLICE), find_loads_of_slice, run);
    return OW_OK;
}

static ow_status open_outputs(ow_simulation *run)
{
    const ow_circuit *circuit = run->circuit;
    size_t room = (size_t)circuit->output_count + 1; /* the estimate may be too large */
    run->outputs = arena_take(&run->arena, room * sizeof *run->outputs);
    run->output_on = arena_take(&run->arena, room);
    if (!run->outputs || !run->output_on)
        return run->arena.status;
    run->outputs[circuit->output_count] = (struct running_output){0};
    for (uint32_t i = 0; i < circuit->output_count; i++) {
        const ow_circuit_output *from = &circuit->outputs[i];
        run->outputs[i] = (struct running_output){
            from->net_count == 1 ? circuit->driven[from->first_net] : from->first_net,
            from->net_count};
        run->output_on[i] = from->on;
    }
    return OW_OK;
}

/* Saved states may contradict links, so the first tick tests each link, besides those that
 * switch. */
static ow_status open_links(ow_simulation *run)
{
    const ow_circuit *circuit = run->circuit;
    run->link_closed = arena_take(&run->arena, circuit->link_count);
    run->switched =
        arena_take(&run->arena, 2 * (size_t)circuit->link_count * sizeof *run->switched);
    run->led_by = arena_take(&run->arena, circuit->net_count * sizeof *run->led_by);
    if (!run->link_closed || !run->switched || !run->led_by)
        return run->arena.status;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        run->led_by[i] = OW_NO_NET;
    for (uint32_t i = 0; i < circuit->link_count; i++) {
        run->link_closed[i] = circuit->links[i].closed;
        run->switched[run->switched_count++] = i;
        run->components[circuit->links[i].component].own = i;
    }
    return OW_OK;
}

static void open_component(ow_simulation *run, uint32_t number, uint32_t *delayers)
{
    const ow_circuit_component *from = &run->circuit->components[number];
    const ow_blotter_component *saved = &run->save->components[number];
    struct running_component *component = &run->components[number];
    struct component_data data;
    *component = (struct running_component){
        .first_input = from->first_input,
        .first_output = from->first_output,
        .logic = (uint8_t)from->logic,
        .inputs = from->input_count < MANY_INPUTS ? (uint8_t)from->input_count : MANY_INPUTS,
    };
    if (from->logic == OW_LOGIC_SWITCH || from->logic == OW_LOGIC_BUTTON) {
        bool known = run->types[saved->type].type->data != NULL;
        type_read_data(run->types[saved->type].type, saved->custom_data, &data);
        component->own =
            known && saved->custom_data.data ? data.on : run->output_on[from->first_output];
    } else if (from->logic == OW_LOGIC_DELAYER) {
        type_read_data(run->types[saved->type].type, saved->custom_data, &data);
        int32_t most = data.counter < from->delay ? data.counter : from->delay;
        run->delays[*delayers] = (struct delay_line){most > 0 ? most : 0, from->delay};
        component->own = (*delayers)++;
    } else if (from->logic == OW_LOGIC_RANDOMIZER) {
        component->was_on = input_is_on(run, from->first_input);
    }
}

/* Returns false without memory. */
static bool open_late(ow_simulation *run)
{
    size_t count = run->circuit->component_count;
    if (run->asked.extra_delay == 0)
        return true;
    run->late = arena_take(&run->arena, count);
    if (run->late && count > 0)
        memset(run->late, 0, count);
    return run->late != NULL;
}

static ow_status open_components(ow_simulation *run)
{
    const ow_circuit *circuit = run->circuit;
    uint32_t count = circuit->component_count, delayers = 0;
    run->components = arena_take(&run->arena, count * sizeof *run->components);
    run->queue = arena_take(&run->arena, count * sizeof *run->queue);
    run->next_queue = arena_take(&run->arena, count * sizeof *run->next_queue);
    run->delays =
        arena_take(&run->arena, run->logic_counts[OW_LOGIC_DELAYER] * sizeof *run->delays);
    if (!run->components || !run->queue || !run->next_queue || !run->delays || !open_late(run))
        return run->arena.status;
    for (uint32_t i = 0; i < count; i++)
        open_component(run, i, &delayers);
    return OW_OK;
}

/* It is unknown if the game updates all components at first; it does no harm. */
static void queue_all(ow_simulation *run)
{
    for (uint32_t i = 0; i < run->circuit->component_count; i++)
        if (run->circuit->components[i].logic > OW_LOGIC_UNKNOWN)
            queue_component(run, i);
    for (uint32_t i = 0; i < run->circuit->net_count; i++) {
        run->nets[i].flags |= NET_QUEUED;
        run->queued_nets[run->queued_net_count++] = i;
    }
}

static void count_logics(ow_simulation *run)
{
    for (uint32_t i = 0; i < run->circuit->component_count; i++) {
        const unsigned logic = run->circuit->components[i].logic;
        if (logic < LOGICS)
            run->logic_counts[logic]++;
    }
}

static ow_status open_all(ow_simulation *run)
{
    static ow_status (*const parts[])(ow_simulation * run) = {
        open_nets,
        open_outputs,
        open_components,
        open_links,
        simulation_open_memories,
        simulation_open_timers,
    };
    ow_status status =
        circuit_list_types(run->save, run->circuit, NULL, &run->arena, &run->types, NULL);
    count_logics(run);
    for (size_t i = 0; status == OW_OK && i < sizeof parts / sizeof *parts; i++)
        status = parts[i](run);
    if (status == OW_OK)
        queue_all(run);
    return status;
}

ow_status ow_simulation_open(const ow_document *document, const ow_circuit *circuit,
                             const ow_simulation_options *simulation_options,
                             const ow_options *options, ow_simulation **simulation, ow_error *error)
{
    static const ow_simulation_options nothing;
    error_clear(error);
    if (!simulation)
        return error_missing(error, "output for the simulation");
    *simulation = NULL;
    if (!document || !circuit || document->format != &blotter_format.about || !document->as.any ||
        circuit->component_count != document->as.blotter->component_count)
        return error_missing(error, "document that the circuit was made of");
    if (simulation_options && simulation_options->extra_delay > OW_MOST_EXTRA_DELAY)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "extra delays are at most %d ticks",
                         OW_MOST_EXTRA_DELAY);
    uint64_t size = driver_measure(&blotter_format, document->as.any, options);
    ow_options own = options_or_default(options, size * CIRCUIT_OF_FILE);
    ow_simulation *run = allocator_take(&own.allocator, sizeof *run);
    if (!run)
        return error_plain(error, OW_NO_MEMORY);
    *run = (ow_simulation){.shared = circuit_share(circuit),
                           .save = document->as.blotter,
                           .asked = simulation_options ? *simulation_options : nothing,
                           .options = own};
    run->circuit = &run->shared;
    run->random = random_begin(run->asked.seed);
    arena_init(&run->arena, &own);
    ow_status status = open_all(run);
    run->save = NULL;
    run->options.pool = NULL; /* it was lent to this call */
    if (status != OW_OK) {
        error_limited(error, status, arena_limit(&run->arena));
        ow_simulation_close(run);
        return status;
    }
    *simulation = run;
    return OW_OK;
}

void ow_simulation_close(ow_simulation *run)
{
    if (!run)
        return;
    ow_allocator allocator = run->options.allocator;
    simulation_leave_users(run);
    ow_circuit_close(&run->shared);
    arena_free(&run->arena);
    allocator_give(&allocator, run, sizeof *run);
}

void simulation_net_changed(ow_simulation *run, uint32_t number)
{
    const struct running_net *net = &run->nets[number];
    if (LIKELY(net->load_count == 1))
        queue_component(run, net->load);
    else
        for (uint32_t i = 0; i < net->load_count; i++)
            queue_component(run, run->loads[net->load + i]);
    if (UNLIKELY(net->flags & NET_ON_BUS))
        simulation_notify_devices(run, number);
    if (UNLIKELY(net->flags & NET_WATCHED))
        simulation_notify_watchers(run, number);
}

/* Steps ahead at which memory is loaded early: a large circuit in random order would wait for it
 * at every step. A circuit in file order, with consecutive numbers, would not. */
enum { NEAR = 6, FAR = 12 };

static inline bool jumps(uint32_t from, uint32_t to)
{
    return to - from > 4 * FAR;
}

static inline ALWAYS_INLINE void foresee_net(const ow_simulation *run, uint32_t at)
{
    if (at + FAR >= run->queued_net_count ||
        !jumps(run->queued_nets[at], run->queued_nets[at + FAR]))
        return;
    PREFETCH_TO_WRITE(&run->nets[run->queued_nets[at + FAR]]);
    const struct running_net *net = &run->nets[run->queued_nets[at + NEAR]];
    if (net->load_count == 1)
        PREFETCH_TO_WRITE(&run->components[net->load]);
}

/* Updates nets from their drivers. Nets with links move to the front of the list, for the
 * linker. */
static void update_nets(ow_simulation *run)
{
    uint32_t linked = 0;
    for (uint32_t i = 0; i < run->queued_net_count; i++) {
        uint32_t number = run->queued_nets[i];
        struct running_net *net = &run->nets[number];
        foresee_net(run, i);
        net->flags &= (uint8_t)~NET_QUEUED;
        if (net->flags & NET_LINKED) {
            run->queued_nets[linked++] = number;
        } else if ((net->drivers > 0) != (net->flags & NET_ON)) {
            net->flags ^= NET_ON;
            simulation_net_changed(run, number);
        }
    }
    if (linked > 0 || run->switched_count > 0)
        simulation_spread(run, linked);
    run->queued_net_count = 0;
}

static inline ALWAYS_INLINE void foresee_component(const ow_simulation *run, const uint32_t *queue,
                                                   uint32_t at, uint32_t count)
{
    if (at + FAR >= count || !jumps(queue[at], queue[at + FAR]))
        return;
    const struct running_component *far = &run->components[queue[at + FAR]];
    PREFETCH(&run->outputs[far->first_output]);
    PREFETCH(&run->input_nets[far->first_input]);
    const struct running_component *near = &run->components[queue[at + NEAR]];
    if (near->inputs > 0)
        PREFETCH(&run->nets[run->input_nets[near->first_input]]);
    if (near->logic != OW_LOGIC_RELAY && run->outputs[near->first_output].net_count == 1)
        PREFETCH_TO_WRITE(&run->nets[run->outputs[near->first_output].net]);
}

static void update_components(ow_simulation *run, const uint32_t *queue, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        foresee_component(run, queue, i, count);
        run->components[queue[i]].is_queued = false;
        simulation_update(run, queue[i]);
    }
}

/* Returns true if the update of a component has to wait for a later tick. */
static bool is_late(ow_simulation *run, uint32_t number)
{
    uint8_t *late = &run->late[number];
    switch ((ow_logic)run->components[number].logic) {
    case OW_LOGIC_SWITCH:
    case OW_LOGIC_BUTTON:
    case OW_LOGIC_DELAYER:
        return false;
    default:
        if (*late == 0)
            *late = (uint8_t)(random_below(&run->random, run->asked.extra_delay + 1) + 1);
        return --*late > 0;
    }
}

/* The same with extra delays. */
static void update_components_late(ow_simulation *run, const uint32_t *queue, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        run->components[queue[i]].is_queued = false;
        if (is_late(run, queue[i]))
            queue_component(run, queue[i]);
        else
            simulation_update(run, queue[i]);
    }
}

static void run_tick(ow_simulation *run)
{
    uint32_t *queue = run->next_queue, count = run->next_queued;
    run->next_queue = run->queue;
    run->queue = queue;
    run->next_queued = 0;
    run->tick++;
    run->updates += count;
    if (UNLIKELY(run->late != NULL))
        update_components_late(run, queue, count);
    else
        update_components(run, queue, count);
    if (UNLIKELY(run->device_is_due))
        simulation_update_devices(run);
    update_nets(run);
}

bool ow_simulation_is_settled(const ow_simulation *run)
{
    return run && run->next_queued == 0 && run->queued_net_count == 0 && !run->device_is_due;
}

/* Runs may be short, as in a bench with a clock: progress counts the total of all runs. */
static bool is_cancelled(ow_simulation *run, uint64_t begin, uint64_t ticks)
{
    enum { BETWEEN = 1 << 20 };
    if (!run->options.progress || (run->updates - run->asked_at_updates < BETWEEN &&
                                   run->tick - run->asked_at_tick < BETWEEN))
        return false;
    run->asked_at_updates = run->updates;
    run->asked_at_tick = run->tick;
    return !run->options.progress(run->options.progress_context, run->tick - begin, ticks);
}

ow_status ow_simulation_run(ow_simulation *run, uint64_t ticks, ow_error *error)
{
    error_clear(error);
    if (!run)
        return error_missing(error, "simulation");
    uint64_t begin = run->tick;
    uint64_t end = ticks < UINT64_MAX - begin ? begin + ticks : UINT64_MAX;
    run->stopped = false;
    while (run->tick < end && !ow_simulation_is_settled(run)) {
        run_tick(run);
        if (run->stopped || is_cancelled(run, begin, ticks))
            return error_plain(error, OW_CANCELLED);
    }
    run->tick = end;
    return OW_OK;
}

uint64_t ow_simulation_tick(const ow_simulation *run)
{
    return run ? run->tick : 0;
}

uint64_t ow_simulation_updates(const ow_simulation *run)
{
    return run ? run->updates : 0;
}

bool ow_simulation_net(const ow_simulation *run, uint32_t net)
{
    return run && net < run->circuit->net_count && run->nets[net].flags & NET_ON;
}

bool ow_simulation_output(const ow_simulation *run, uint32_t output)
{
    return run && output < run->circuit->output_count && output_is_on(run, output);
}

bool ow_simulation_link(const ow_simulation *run, uint32_t link)
{
    return run && link < run->circuit->link_count && run->link_closed[link];
}

ow_status ow_simulation_set(ow_simulation *run, uint32_t component, bool on, ow_error *error)
{
    error_clear(error);
    if (run && component < run->circuit->component_count &&
        run->circuit->components[component].logic == OW_LOGIC_LATCH) {
        set_output(run, run->circuit->components[component].first_output, on);
        queue_component(run, component);
        return OW_OK;
    }
    if (!run || component >= run->circuit->component_count ||
        (run->components[component].logic != OW_LOGIC_SWITCH &&
         run->components[component].logic != OW_LOGIC_BUTTON))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "only a switch, a button, a key or a D latch can be set");
    if (run->components[component].own != on) {
        run->components[component].own = on;
        queue_component(run, component);
    }
    return OW_OK;
}

ow_status ow_simulation_drive(ow_simulation *run, uint32_t net, bool on, ow_error *error)
{
    error_clear(error);
    if (!run || net >= run->circuit->net_count)
        return error_missing(error, "simulation, or net that it has");
    if (((run->nets[net].flags & NET_OUTSIDE) != 0) != on) {
        run->nets[net].flags ^= NET_OUTSIDE;
        queue_net(run, net, on);
    }
    return OW_OK;
}
