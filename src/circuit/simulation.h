/* A running circuit: shared data and calls of a tick. */
#ifndef OW_SRC_CIRCUIT_SIMULATION_H
#define OW_SRC_CIRCUIT_SIMULATION_H

#include "circuit.h"
#include "random.h"

/* A net: all data for a change together. */
struct running_net {
    uint32_t drivers; /* drivers that are on: outputs, devices, the caller */
    uint32_t load;    /* the component at the net; of several, index of the first in `loads` */
    uint32_t load_count;
    uint8_t flags;
    uint8_t reserved[3];
};

enum {
    NET_ON = 1,
    NET_QUEUED = 2, /* in the list of nets to update */
    NET_LINKED = 4, /* a link leads to or from it */
    NET_WATCHED = 8,
    NET_ON_BUS = 16,  /* a device reads it */
    NET_OUTSIDE = 32, /* the caller drives it */
    NET_SPREAD = 64,  /* the linker has touched it in this tick */
    NET_WAS_ON = 128  /* before that */
};

/* A timer of a mod: its custom data. */
enum { TIMER_SIZE = 19 };
struct timer {
    uint8_t state[TIMER_SIZE];
};

/* A component. */
struct running_component {
    uint32_t first_input, first_output; /* as in ow_circuit */
    /* of a relay its link, of a delayer its counter, of a memory or timer its index; of a switch or
     * button: on */
    uint32_t own;
    uint8_t logic;
    bool is_queued;
    uint8_t inputs; /* number of inputs; MANY_INPUTS: see ow_circuit */
    bool was_on;    /* input 0 of a randomizer */
};

enum { MANY_INPUTS = 255 };

/* The nets of an output: the number of one net, or the index of the first in ow_circuit.driven. */
struct running_output {
    uint32_t net, net_count;
};

struct delay_line {
    int32_t counter, delay;
};

/* The contents of a mod's memory: the bytes that its custom data stores compressed, if the format
 * is known. */
struct memory {
    uint32_t component, data_bits, address_bits;
    size_t cell_size, size;
    uint8_t *bytes;
    bool was_changed, was_clock;
    const ow_circuit_memory *shape; /* of OW_LOGIC_MEMORY */
};

struct running_device {
    ow_device device;
    uint8_t *inputs, *outputs; /* states for `update`, and its last outputs */
    uint32_t *input_nets, *output_nets;
    bool is_due;
    struct running_device *next;
};

/* Something that is notified of changes of nets: NET_WATCHED marks the nets of all watchers. */
struct net_watcher {
    uint32_t *nets; /* ascending */
    uint32_t count;
    ow_net_visitor changed;
    void *context;
    struct net_watcher *next;
};

/* An object that points to a simulation. If the simulation is closed first, `closing` is called
 * and the object must not use the simulation any more. */
struct simulation_user {
    void (*closing)(struct simulation_user *user);
    struct simulation_user *next;
};

/* How many values ow_logic has. */
enum { LOGICS = OW_LOGIC_TIMER + 1 };

struct ow_simulation {
    const ow_circuit *circuit; /* `shared`; NULL while the simulation is being opened */
    ow_circuit shared; /* keeps the circuit's arrays if the caller closes the circuit first */
    const ow_blotter_save *save;   /* while the simulation is being opened; then NULL */
    struct roster_type *types;     /* its names are not valid after opening */
    uint32_t logic_counts[LOGICS]; /* of components, by their logic */
    ow_simulation_options asked;
    ow_options options;
    struct arena arena;
    uint64_t tick, updates;
    uint64_t asked_at_tick, asked_at_updates; /* time of the last progress report */

    struct running_net *nets;
    struct running_component *components;
    struct running_output *outputs;
    uint32_t *input_nets; /* of each input */
    uint32_t *loads;
    uint8_t *output_on;

    uint32_t *queue, *next_queue; /* components to update in this tick, in the next one */
    uint32_t queued, next_queued;
    uint32_t *queued_nets; /* nets whose drivers changed */
    uint32_t queued_net_count;

    uint8_t *link_closed;
    uint32_t *switched; /* links that were switched in this tick */
    uint32_t switched_count;
    uint32_t *spread;    /* nets that the linker has touched */
    uint32_t *front;     /* nets from which spreading continues */
    uint32_t *led_by;    /* of each net: the link that turned it on; OW_NO_NET: none */
    uint64_t link_steps; /* links visited, for tests of proportion */

    struct delay_line *delays;
    uint8_t *late; /* of each component: ticks left until its update, and one; NULL: none is late */
    struct memory *memories;
    struct timer *timers;
    uint32_t memory_count, timer_count;
    struct random random; /* of randomizers */

    struct running_device *devices;
    bool device_is_due, stopped;
    struct net_watcher *watchers;
    struct simulation_user *users;
};

/* Sets an output, and queues the nets that it drives. */
static inline void queue_net(ow_simulation *run, uint32_t number, bool on)
{
    struct running_net *net = &run->nets[number];
    net->drivers += on ? 1u : (uint32_t)-1;
    if (!(net->flags & NET_QUEUED)) {
        net->flags |= NET_QUEUED;
        run->queued_nets[run->queued_net_count++] = number;
    }
}

static inline void set_output(ow_simulation *run, uint32_t output, bool on)
{
    if (run->output_on[output] == on)
        return;
    run->output_on[output] = on;
    const struct running_output *drives = &run->outputs[output];
    if (LIKELY(drives->net_count == 1)) {
        queue_net(run, drives->net, on);
        return;
    }
    for (uint32_t i = 0; i < drives->net_count; i++)
        queue_net(run, run->circuit->driven[drives->net + i], on);
}

/* Also of an output of a packed circuit, which has no state of its own. */
static inline bool output_is_on(const ow_simulation *run, uint32_t output)
{
    const struct circuit_index *index = run->circuit->index;
    return run->output_on[index && index->shown_outputs ? index->shown_outputs[output] : output];
}

static inline bool input_is_on(const ow_simulation *run, uint32_t input)
{
    return run->nets[run->input_nets[input]].flags & NET_ON;
}

/* Consecutive inputs as a number, lowest first; at most 32. */
static inline uint32_t number_of_inputs(const ow_simulation *run, uint32_t first, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value |= (uint32_t)input_is_on(run, first + i) << i;
    return value;
}

static inline void queue_component(ow_simulation *run, uint32_t number)
{
    struct running_component *component = &run->components[number];
    if (component->is_queued)
        return;
    component->is_queued = true;
    run->next_queue[run->next_queued++] = number;
}

/* Queues the components at a changed net for the next tick. */
void simulation_net_changed(ow_simulation *run, uint32_t net);

/* Updates one component: see logic.c. */
void simulation_update(ow_simulation *run, uint32_t component);

/* Spreads on and off along links, from the changed nets that have links: see linker.c. */
void simulation_switch_link(ow_simulation *run, uint32_t link, bool closed);
void simulation_spread(ow_simulation *run, uint32_t linked);

/* Memories: see memories.c. */
ow_status simulation_open_memories(ow_simulation *run);
void simulation_update_ram(ow_simulation *run, uint32_t component);
void simulation_update_dual_port_ram(ow_simulation *run, uint32_t component);
void simulation_update_fifo(ow_simulation *run, uint32_t component);
void simulation_update_memory(ow_simulation *run, uint32_t component);

/* Timers: see timers.c. */
ow_status simulation_open_timers(ow_simulation *run);
void simulation_update_timer(ow_simulation *run, uint32_t component);

/* Finds the compressed contents in the custom data of a memory; returns false if the data is
 * something else. */
bool memory_find_packed(ow_logic logic, const struct component_type *type, ow_bytes data,
                        size_t *first, size_t *size);

/* Devices: see devices.c. */
void simulation_update_devices(ow_simulation *run);
void simulation_notify_devices(ow_simulation *run, uint32_t net);

/* Detaches the last attached device with a context, and stops its driving. */
void simulation_detach(ow_simulation *run, const void *context);

/* Watchers and users: see watch.c. */
void simulation_notify_watchers(const ow_simulation *run, uint32_t net);
void simulation_add_watcher(ow_simulation *run, struct net_watcher *watcher);
void simulation_remove_watcher(ow_simulation *run, struct net_watcher *watcher);
void simulation_add_user(ow_simulation *run, struct simulation_user *user);
void simulation_remove_user(ow_simulation *run, struct simulation_user *user);

/* Tells the users that the simulation closes. */
void simulation_leave_users(ow_simulation *run);

#endif
