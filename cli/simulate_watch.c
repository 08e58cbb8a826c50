/* The changes of --watch: a line for each net or bus in each tick in which it changed. */
#include "simulate.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdlib.h>

static void print_wave(const struct simulating *run, uint32_t number)
{
    const ow_wave *wave = &run->waves[number];
    uint64_t value = run->values[number];
    printf("%8" PRIu64 "  ", run->changed_at);
    print_safely(stdout, wave->name.data, wave->name.size);
    if (wave->count == 1)
        printf(" %s\n", value ? "on" : "off");
    else
        printf(" %" PRIu64 " (0x%" PRIx64 ")\n", value, value);
}

void flush_waves(struct simulating *run)
{
    for (uint32_t i = 0; run->changed && i < run->wave_count; i++) {
        if (!run->changed[i])
            continue;
        clear_progress();
        run->changed[i] = false;
        print_wave(run, i);
    }
}

static void note_change(void *context, uint64_t tick, uint32_t net, bool on)
{
    struct simulating *run = context;
    if (tick != run->changed_at)
        flush_waves(run);
    run->changed_at = tick;
    for (uint32_t i = 0; i < run->wave_count; i++)
        for (uint32_t bit = 0; bit < run->waves[i].count; bit++)
            if (run->waves[i].nets[bit] == net) {
                run->values[i] ^= ((run->values[i] >> bit & 1) != on) ? UINT64_C(1) << bit : 0;
                run->changed[i] = true;
            }
}

int watch_waves(struct simulating *run)
{
    size_t count = 0, at = 0;
    for (uint32_t i = 0; i < run->wave_count; i++)
        count += run->waves[i].count;
    uint32_t *nets = calloc(count + 1, sizeof *nets);
    run->values = calloc((size_t)run->wave_count + 1, sizeof *run->values);
    run->changed = calloc((size_t)run->wave_count + 1, sizeof *run->changed);
    if (!nets || !run->values || !run->changed) {
        free(nets);
        return complain("not enough memory"), EXIT_FILES;
    }
    for (uint32_t i = 0; i < run->wave_count; i++)
        for (uint32_t bit = 0; bit < run->waves[i].count; bit++) {
            nets[at++] = run->waves[i].nets[bit];
            run->values[i] |= (uint64_t)ow_simulation_net(run->simulation, run->waves[i].nets[bit])
                              << bit;
        }
    ow_status watched =
        ow_simulation_watch(run->simulation, nets, (uint32_t)count, note_change, run, &run->error);
    free(nets);
    if (watched == OW_OK)
        return EXIT_FINE;
    complain("%s: %s", run->opened.input.path, run->error.message);
    return exit_status_of(watched);
}
