/* Waves as a Value Change Dump (IEEE 1364-2005, section 18). */
#include "simulation.h"

#include "../base/error.h"
#include "../base/output.h"
#include "../base/sort.h"

#include <overworld/bench.h>
#include <stdio.h>
#include <string.h>

struct wave {
    ow_text name;
    uint8_t *on; /* of each of its nets, as last written */
    uint32_t count;
    bool has_changed; /* in the current tick */
};

/* A net of a wave, which may have several. */
struct wave_net {
    uint32_t wave, bit;
};

struct ow_vcd {
    struct simulation_user user; /* first, so that a pointer to it is one to the struct */
    ow_simulation *run;          /* NULL: closed before the VCD */
    struct net_watcher watcher;
    ow_options options;
    struct arena arena;
    ow_sink sink;
    struct output output;
    struct wave *waves;
    uint32_t count;
    uint64_t *by_net; /* net in the high half, index into `nets` in the low; ascending */
    struct wave_net *nets;
    uint32_t net_count;
    uint32_t *changed_waves; /* waves that changed in the current tick */
    uint32_t changed_count;
    uint64_t tick; /* of the last change */
    uint64_t last; /* the tick at which the simulation was closed */
};

/* Writes the identifier of a wave: digits of base 94, from '!' on. */
static void put_mark(struct output *output, uint32_t number)
{
    char mark[8];
    size_t size = 0;
    do {
        mark[size++] = (char)('!' + number % 94);
        number /= 94;
    } while (number-- > 0);
    output_bytes(output, mark, size);
}

static void put_text(struct output *output, const char *text)
{
    output_bytes(output, text, strlen(text));
}

/* A name is one word: spaces and unprintable characters become underscores. */
static void put_name(struct output *output, ow_text name)
{
    if (name.size == 0)
        put_text(output, "_");
    for (size_t i = 0; i < name.size; i++) {
        char letter = name.data[i];
        if (letter <= ' ' || letter > '~')
            letter = '_';
        output_bytes(output, &letter, 1);
    }
}

static void put_header(struct ow_vcd *vcd)
{
    struct output *output = &vcd->output;
    char text[64];
    put_text(output, "$comment one tick of the game is 1 ns here $end\n$timescale 1 ns $end\n"
                     "$scope module world $end\n");
    for (uint32_t i = 0; i < vcd->count; i++) {
        snprintf(text, sizeof text, "$var wire %u ", (unsigned)vcd->waves[i].count);
        put_text(output, text);
        put_mark(output, i);
        put_text(output, " ");
        put_name(output, vcd->waves[i].name);
        if (vcd->waves[i].count > 1) {
            snprintf(text, sizeof text, " [%u:0]", (unsigned)vcd->waves[i].count - 1);
            put_text(output, text);
        }
        put_text(output, " $end\n");
    }
    put_text(output, "$upscope $end\n$enddefinitions $end\n");
}

static void put_value(struct ow_vcd *vcd, uint32_t number)
{
    const struct wave *wave = &vcd->waves[number];
    struct output *output = &vcd->output;
    if (wave->count > 1)
        put_text(output, "b");
    for (uint32_t i = wave->count; i-- > 0;)
        put_text(output, wave->on[i] ? "1" : "0");
    if (wave->count > 1)
        put_text(output, " ");
    put_mark(output, number);
    put_text(output, "\n");
}

static void put_time(struct ow_vcd *vcd, uint64_t tick)
{
    char text[32];
    snprintf(text, sizeof text, "#%llu\n", (unsigned long long)tick);
    put_text(&vcd->output, text);
}

/* Writes a tick when the next one begins: a bus changes once in it. */
static void put_tick(struct ow_vcd *vcd)
{
    if (vcd->changed_count > 0)
        put_time(vcd, vcd->tick);
    for (uint32_t i = 0; i < vcd->changed_count; i++) {
        vcd->waves[vcd->changed_waves[i]].has_changed = false;
        put_value(vcd, vcd->changed_waves[i]);
    }
    vcd->changed_count = 0;
}

static void net_changed(void *context, uint64_t tick, uint32_t net, bool on)
{
    struct ow_vcd *vcd = context;
    if (tick != vcd->tick)
        put_tick(vcd);
    vcd->tick = tick;
    size_t at = first_not_below(vcd->by_net, vcd->net_count, (uint64_t)net << 32);
    for (; at < vcd->net_count && vcd->by_net[at] >> 32 == net; at++) {
        const struct wave_net *place = &vcd->nets[(uint32_t)vcd->by_net[at]];
        struct wave *wave = &vcd->waves[place->wave];
        wave->on[place->bit] = on;
        if (!wave->has_changed)
            vcd->changed_waves[vcd->changed_count++] = place->wave;
        wave->has_changed = true;
    }
}

static bool copy_wave(struct ow_vcd *vcd, const ow_wave *from, uint32_t number)
{
    struct wave *wave = &vcd->waves[number];
    char *name = arena_take(&vcd->arena, from->name.size + 1);
    *wave =
        (struct wave){.on = arena_take(&vcd->arena, (size_t)from->count + 1), .count = from->count};
    if (!name || !wave->on)
        return false;
    if (from->name.size > 0)
        memcpy(name, from->name.data, from->name.size);
    wave->name = (ow_text){name, from->name.size};
    for (uint32_t i = 0; i < from->count; i++) {
        wave->on[i] = ow_simulation_net(vcd->run, from->nets[i]);
        vcd->by_net[vcd->net_count] = (uint64_t)from->nets[i] << 32 | vcd->net_count;
        vcd->nets[vcd->net_count++] = (struct wave_net){number, i};
    }
    return true;
}

static ow_status take_waves(struct ow_vcd *vcd, const ow_wave *waves, uint32_t count)
{
    size_t nets = 0;
    for (uint32_t i = 0; i < count; i++)
        nets += waves[i].count;
    vcd->waves = arena_take(&vcd->arena, count * sizeof *vcd->waves);
    vcd->changed_waves = arena_take(&vcd->arena, count * sizeof *vcd->changed_waves);
    vcd->by_net = arena_take(&vcd->arena, nets * sizeof *vcd->by_net);
    vcd->nets = arena_take(&vcd->arena, nets * sizeof *vcd->nets);
    if (!vcd->waves || !vcd->changed_waves || !vcd->by_net || !vcd->nets)
        return vcd->arena.status;
    for (; vcd->count < count; vcd->count++)
        if (!copy_wave(vcd, &waves[vcd->count], vcd->count))
            return vcd->arena.status;
    return sort_u64(vcd->by_net, vcd->net_count, 0, &vcd->arena);
}

static void leave_simulation(struct simulation_user *user)
{
    struct ow_vcd *vcd = (struct ow_vcd *)user;
    vcd->last = ow_simulation_tick(vcd->run);
    vcd->run = NULL;
}

/* Watches all nets of the waves. */
static ow_status watch(struct ow_vcd *vcd, ow_error *error)
{
    uint32_t *nets = arena_take(&vcd->arena, (vcd->net_count + (size_t)1) * sizeof *nets);
    if (!nets)
        return error_limited(error, vcd->arena.status, arena_limit(&vcd->arena));
    for (uint32_t i = 0; i < vcd->net_count; i++)
        nets[i] = (uint32_t)(vcd->by_net[i] >> 32);
    vcd->watcher = (struct net_watcher){
        .nets = nets, .count = vcd->net_count, .changed = net_changed, .context = vcd};
    vcd->user.closing = leave_simulation;
    simulation_add_watcher(vcd->run, &vcd->watcher);
    simulation_add_user(vcd->run, &vcd->user);
    return OW_OK;
}

static void put_start(struct ow_vcd *vcd)
{
    put_header(vcd);
    put_time(vcd, ow_simulation_tick(vcd->run));
    put_text(&vcd->output, "$dumpvars\n");
    for (uint32_t i = 0; i < vcd->count; i++)
        put_value(vcd, i);
    put_text(&vcd->output, "$end\n");
}

static bool all_there(const ow_simulation *run, const ow_wave *waves, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (waves[i].count == 0 || !waves[i].nets || !text_is_there(waves[i].name))
            return false;
        for (uint32_t k = 0; k < waves[i].count; k++)
            if (waves[i].nets[k] >= run->circuit->net_count)
                return false;
    }
    return true;
}

static void give_back(struct ow_vcd *vcd)
{
    ow_allocator allocator = vcd->options.allocator;
    arena_free(&vcd->arena);
    allocator_give(&allocator, vcd, sizeof *vcd);
}

ow_status ow_vcd_open(ow_simulation *simulation, const ow_wave *waves, uint32_t count,
                      const ow_options *options, const ow_sink *sink, ow_vcd **opened,
                      ow_error *error)
{
    error_clear(error);
    if (!opened)
        return error_missing(error, "output for the VCD");
    *opened = NULL;
    if (!simulation || !sink || !sink->write || (!waves && count > 0) ||
        !all_there(simulation, waves, count))
        return error_missing(error, "simulation, sink, or nets that the simulation has");
    ow_options own = options_or_default(options, simulation->circuit->net_count);
    ow_vcd *vcd = allocator_take(&own.allocator, sizeof *vcd);
    if (!vcd)
        return error_plain(error, OW_NO_MEMORY);
    *vcd = (ow_vcd){.run = simulation, .options = own, .sink = *sink};
    arena_init(&vcd->arena, &own);
    ow_status status = take_waves(vcd, waves, count);
    if (status != OW_OK)
        error_limited(error, status, arena_limit(&vcd->arena));
    if (status == OW_OK && (status = output_to_sink(&vcd->output, &own, &vcd->sink)) != OW_OK)
        error_plain(error, status);
    if (status == OW_OK && (status = watch(vcd, error)) != OW_OK)
        output_close_sink(&vcd->output);
    if (status != OW_OK) {
        give_back(vcd);
        return status;
    }
    put_start(vcd);
    *opened = vcd;
    return OW_OK;
}

ow_status ow_vcd_close(ow_vcd *vcd, ow_error *error)
{
    error_clear(error);
    if (!vcd)
        return OW_OK;
    put_tick(vcd);
    uint64_t last = vcd->run ? ow_simulation_tick(vcd->run) : vcd->last;
    if (last > vcd->tick)
        put_time(vcd, last);
    if (vcd->run) {
        simulation_remove_watcher(vcd->run, &vcd->watcher);
        simulation_remove_user(vcd->run, &vcd->user);
    }
    ow_status status = output_close_sink(&vcd->output);
    give_back(vcd);
    return status == OW_OK ? OW_OK : error_plain(error, status);
}
