/* Simulations: ticks, states, events, switches, and the resulting save. */
#include "calls.h"
#include "circuit.h"
#include "events.h"
#include "host.h"
#include "settings.h"

#include <stdlib.h>

struct simulation {
    struct circuit *circuit;
    ow_simulation *run;
    uint8_t *states; /* as requested last: of nets, then of outputs */
    ow_watch *watch;
    struct net_events events; /* since they were last taken */
};

const char *const delayer_words[] = {"counts", "restarts", NULL};

static size_t unpack(void *context, const void *packed, size_t packed_size, void *plain,
                     size_t size)
{
    (void)context;
    return host_unpack(packed, packed_size, plain, size);
}

static size_t pack(void *context, const void *plain, size_t plain_size, void *packed, size_t size)
{
    (void)context;
    return host_pack(plain, plain_size, packed, size);
}

ow_status open_simulation(struct circuit *circuit, const struct run_settings *settings,
                          const ow_options *options, ow_simulation **simulation)
{
    const ow_simulation_options asked = {.delayers = (ow_delayer_reading)settings->delayers,
                                         .seed = settings->seed,
                                         .extra_delay = settings->extra_delay,
                                         .inflate = host_packs() ? unpack : NULL,
                                         .deflate = host_packs() ? pack : NULL};
    return ow_simulation_open(&circuit->world->document, &circuit->circuit, &asked, options,
                              simulation, fresh_error());
}

/* Opens a simulation in the saved state. */
EXPORTED struct simulation *web_simulation(struct circuit *circuit, const char *text)
{
    static const struct setting table[] = {
        {"delayers", SETTING_WORD, offsetof(struct run_settings, delayers), delayer_words, 0},
        {"seed", SETTING_U32, offsetof(struct run_settings, seed), NULL, 0},
        {"extraDelay", SETTING_U32, offsetof(struct run_settings, extra_delay), NULL, 0},
        {0}};
    struct run_settings settings = {0};
    fresh_error();
    if (read_settings(text, table, &settings) != OW_OK)
        return NULL;
    const ow_circuit *of = &circuit->circuit;
    struct simulation *simulation = calloc(1, sizeof *simulation);
    if (simulation)
        simulation->states = calloc((size_t)of->net_count + of->output_count + 1, 1);
    if (!simulation || !simulation->states) {
        free(simulation);
        fresh_error()->status = OW_NO_MEMORY;
        return NULL;
    }
    simulation->circuit = circuit;
    circuit->holders++;
    ow_options options = options_of(circuit->world);
    if (open_simulation(circuit, &settings, &options, &simulation->run) == OW_OK)
        return simulation;
    web_simulation_close(simulation);
    return NULL;
}

EXPORTED void web_simulation_close(struct simulation *simulation)
{
    if (!simulation)
        return;
    ow_watch_close(simulation->watch);
    ow_simulation_close(simulation->run);
    free(simulation->states);
    free(simulation->events.items);
    web_circuit_close(simulation->circuit);
    free(simulation);
}

EXPORTED int web_simulation_run(struct simulation *simulation, double ticks)
{
    if (!(ticks >= 0 && ticks <= 9007199254740992.0))
        return (int)refuse("ticks", "invalid number of ticks");
    return (int)ow_simulation_run(simulation->run, (uint64_t)ticks, fresh_error());
}

EXPORTED double web_simulation_tick(const struct simulation *simulation)
{
    return (double)ow_simulation_tick(simulation->run);
}

EXPORTED double web_simulation_updates(const struct simulation *simulation)
{
    return (double)ow_simulation_updates(simulation->run);
}

EXPORTED int web_simulation_rests(const struct simulation *simulation)
{
    return ow_simulation_is_settled(simulation->run);
}

/* Returns a byte for each net, 0 or 1, then one for each output. */
EXPORTED const uint8_t *web_simulation_states(struct simulation *simulation)
{
    const ow_circuit *circuit = &simulation->circuit->circuit;
    uint8_t *states = simulation->states;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        *states++ = ow_simulation_net(simulation->run, i);
    for (uint32_t i = 0; i < circuit->output_count; i++)
        *states++ = ow_simulation_output(simulation->run, i);
    return simulation->states;
}

/* Sets a switch or a button, by the number of its component in the save. */
EXPORTED int web_simulation_set(struct simulation *simulation, uint32_t component, int on)
{
    if (component >= simulation->circuit->circuit.component_count)
        return (int)refuse("component", "unknown component");
    return (int)ow_simulation_set(simulation->run, component, on != 0, fresh_error());
}

EXPORTED int web_simulation_drive(struct simulation *simulation, uint32_t net, int on)
{
    if (net >= simulation->circuit->circuit.net_count)
        return (int)refuse("net", "unknown net");
    return (int)ow_simulation_drive(simulation->run, net, on != 0, fresh_error());
}

static bool are_nets(const struct simulation *simulation, const uint32_t *nets, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (nets[i] >= simulation->circuit->circuit.net_count)
            return false;
    return count <= UINT32_MAX;
}

/* Records the changes of these nets from now on, and of no others; of none if there are none. */
EXPORTED int web_simulation_watch(struct simulation *simulation, const uint32_t *nets, size_t size)
{
    size_t count = size / sizeof *nets;
    if (!are_nets(simulation, nets, count))
        return (int)refuse("watch", "unknown net");
    if (!events_begin(&simulation->events))
        return (int)(fresh_error()->status = OW_NO_MEMORY);
    ow_watch *watch = NULL;
    ow_status status = count == 0
                           ? OW_OK
                           : ow_watch_open(simulation->run, nets, (uint32_t)count, events_note,
                                           &simulation->events, &watch, fresh_error());
    if (status != OW_OK)
        return (int)status;
    ow_watch_close(simulation->watch);
    simulation->watch = watch;
    return (int)OW_OK;
}

/* Answers with the events recorded since the last call; if there were too many, with the last
 * ones. */
EXPORTED int web_simulation_events(struct simulation *simulation)
{
    ow_sink sink = answer_sink();
    size_t size;
    uint8_t *events = events_copy(&simulation->events, &size);
    fresh_error();
    bool fine = events && sink.write(sink.context, events, size);
    free(events);
    simulation->events.count = 0;
    return (int)(fine ? OW_OK : (fresh_error()->status = OW_NO_MEMORY));
}

/* Runs, and answers with the states after each tick: a byte each, in the order of `nets`. */
EXPORTED int web_simulation_sample(struct simulation *simulation, const uint32_t *nets, size_t size,
                                   double ticks)
{
    size_t count = size / sizeof *nets;
    if (!are_nets(simulation, nets, count) || !(ticks >= 0 && ticks * (double)count <= 1e9))
        return (int)refuse("sample", "unknown net, or too many ticks");
    ow_sink sink = answer_sink();
    uint8_t *row = malloc(count + 1);
    ow_status status = row ? OW_OK : OW_NO_MEMORY;
    fresh_error()->status = status;
    for (double tick = 0; status == OW_OK && tick < ticks; tick++) {
        status = ow_simulation_run(simulation->run, 1, fresh_error());
        for (size_t i = 0; i < count; i++)
            row[i] = ow_simulation_net(simulation->run, nets[i]);
        if (status == OW_OK && count > 0 && !sink.write(sink.context, row, count))
            status = fresh_error()->status = OW_NO_MEMORY;
    }
    free(row);
    return (int)status;
}

/* Copies a document. */
static ow_status copy_document(struct world *world, ow_document *copy)
{
    const ow_target same = {0};
    ow_options options = options_of(world);
    return ow_convert(&world->document, &same, &options, NULL, NULL, copy, fresh_error());
}

/* Makes a world of the save with the reached states. */
EXPORTED struct world *web_simulation_store(struct simulation *simulation)
{
    struct world *world = simulation->circuit->world;
    ow_document copy = {0};
    if (copy_document(world, &copy) != OW_OK)
        return NULL;
    ow_options options = options_of(world);
    if (ow_simulation_store(simulation->run, &copy, &options, fresh_error()) == OW_OK)
        return world_of(&copy, world);
    ow_close(&copy);
    return NULL;
}

struct shown {
    ow_sink sink;
    const ow_scene *scene;
    bool fine;
};

static void note_shown(void *context, ow_shown what, uint32_t index, bool on)
{
    struct shown *shown = context;
    uint32_t entry[4] = {index, (uint32_t)what << 1 | (on ? 1u : 0u), 0, 0};
    const ow_scene *scene = shown->scene;
    if (what == OW_SHOWN_WIRE)
        memcpy(&entry[2], &scene->segments[index].color, sizeof entry[2]);
    if (what == OW_SHOWN_ITEM) {
        memcpy(&entry[2], &scene->items[index].color, sizeof entry[2]);
        entry[3] = scene->items[index].shape;
    }
    shown->fine = shown->fine && shown->sink.write(shown->sink.context, entry, sizeof entry);
}

/* Updates a scene of the same save with the states. The answer has four numbers for each change:
 * its index; its ow_shown, shifted left by one bit, with bit 0 set if it is on; the colour of a
 * segment or an item; the shape of an item. */
EXPORTED int web_simulation_show(struct simulation *simulation, struct scene *scene)
{
    struct shown shown = {.sink = answer_sink(), .scene = &scene->scene, .fine = true};
    ow_status status =
        ow_simulation_show(simulation->run, &scene->scene, note_shown, &shown, fresh_error());
    if (status == OW_OK && !shown.fine)
        status = fresh_error()->status = OW_NO_MEMORY;
    return (int)status;
}

/* Watches nets under their own names. */
static ow_wave *waves_of(const ow_circuit *circuit, const uint32_t *nets, size_t count,
                         char (*names)[64])
{
    ow_wave *waves = calloc(count + 1, sizeof *waves);
    for (size_t i = 0; waves && i < count; i++) {
        ow_circuit_net_name(circuit, nets[i], names[i], sizeof names[i]);
        waves[i] = (ow_wave){.name = ow_text_of(names[i]), .nets = &nets[i], .count = 1};
    }
    return waves;
}

static ow_status write_vcd(struct simulation *simulation, const ow_wave *waves, size_t count,
                           uint64_t ticks)
{
    ow_vcd *vcd = NULL;
    ow_error local_error;
    ow_sink sink = answer_sink();
    ow_status status =
        ow_vcd_open(simulation->run, waves, (uint32_t)count, NULL, &sink, &vcd, fresh_error());
    if (status == OW_OK)
        status = ow_simulation_run(simulation->run, ticks, fresh_error());
    ow_status closed = ow_vcd_close(vcd, status == OW_OK ? last_error() : &local_error);
    return status == OW_OK ? closed : status;
}

/* Runs, and answers with a Value Change Dump of nets. Ends earlier watching. */
EXPORTED int web_simulation_vcd(struct simulation *simulation, const uint32_t *nets, size_t size,
                                double ticks)
{
    size_t count = size / sizeof *nets;
    if (!are_nets(simulation, nets, count) || !(ticks >= 0 && ticks <= 9007199254740992.0))
        return (int)refuse("vcd", "unknown net, or invalid number of ticks");
    char(*names)[64] = calloc(count + 1, sizeof *names);
    ow_wave *waves = names ? waves_of(&simulation->circuit->circuit, nets, count, names) : NULL;
    ow_status status = OW_NO_MEMORY;
    fresh_error()->status = status;
    if (waves)
        status = write_vcd(simulation, waves, count, (uint64_t)ticks);
    free(waves);
    free(names);
    return (int)status;
}
