/* overworld simulate: runs a circuit, alone or with a bench. */
#include "circuits/simulate.h"

#include "change/change_file.h"
#include "circuits/circuit.h"
#include "convert/convert.h"
#include "io/assets.h"
#include "io/output.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_simulate(const struct arguments *arguments);

const struct verb simulate_verb = {
    .name = "simulate",
    .group = "Circuits",
    .is_first = true,
    .operands = "FILE",
    .summary = "run a Logic World save without the game, and test it",
    .description =
        "Runs a save from its saved state, tick by tick as the game does. Parts at rest cost\n"
        "nothing. A bench names nets and buses, sets switches, drives clocks, adds memories\n"
        "with contents from a file, and checks values; the exit status is 1 if a check fails.\n"
        "docs/reference/benches.md describes it. The bench runs to its end, whatever -n says.\n"
        "What a memory prints goes to standard output, the summary of the run to standard\n"
        "error. -o writes the save with the states that were reached.",
    .options = {{'b', "bench", "FILE", "run the bench in this JSON file"},
                {'n', "ticks", "N",
                 "run N ticks, or on to N after a bench (default: until rest, at most 10000)"},
                {'w', "watch", "NETS", "print each change of these nets and buses (with commas)"},
                {0, "vcd", "OUT", "write waves for GTKWave: of --watch, or of all named nets"},
                {0, "delayers", "HOW", "how delayers take short signals: counts or restarts"},
                {0, "seed", "N", "seed of randomizers and of --extra-delay"},
                {0, "extra-delay", "N", "let each gate be up to N ticks late, at random"},
                CIRCUIT_OPTIONS,
                COLOR_OPTION,
                JOBS_OPTION,
                CHANGE_OPTIONS},
    .examples = {{"overworld simulate -n 200 -w CLK,C-12 cpu.partialworld",
                  "each change of two nets"},
                 {"overworld simulate --bench cpu.json cpu.partialworld", "a test, for CI"},
                 {"overworld simulate --bench cpu.json --vcd cpu.vcd cpu.partialworld",
                  "its waves for GTKWave"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_simulate,
};

/* Prints a line of --watch: one for each net or bus in each tick in which it changed. */

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

/* Prints a line for each change of a wave, a bus as a number. */
static int watch_waves(struct simulating *run)
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
    ow_status watched = count == 0 ? OW_OK
                                   : ow_watch_open(run->simulation, nets, (uint32_t)count,
                                                   note_change, run, &run->watch, &run->error);
    free(nets);
    if (watched == OW_OK)
        return EXIT_FINE;
    complain("%s: %s", run->opened.input.path, run->error.message);
    return exit_status_of(watched);
}

/* The verb. */

static int fail(struct simulating *run, ow_status status)
{
    clear_progress();
    complain("%s: %s", run->opened.input.path, run->error.message);
    return exit_status_of(status);
}

/* --watch: names separated by commas, of the bench's buses or of nets. */
static int find_watched(struct simulating *run)
{
    const char *list = option_value(run->arguments, "watch");
    char *at = run->watch_list = list ? strdup(list) : NULL;
    size_t most = 1;
    if (list && !at)
        return complain("not enough memory"), EXIT_FILES;
    for (const char *letter = list; letter && *letter; letter++)
        most += *letter == ',';
    run->waves = list ? calloc(most, sizeof *run->waves) : NULL;
    run->single = list ? calloc(most, sizeof *run->single) : NULL;
    if (list && (!run->waves || !run->single))
        return complain("not enough memory"), EXIT_FILES;
    for (char *name; at; run->wave_count++) {
        name = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
        ow_wave *wave = &run->waves[run->wave_count];
        uint32_t *single = &run->single[run->wave_count];
        *wave = (ow_wave){ow_text_of(name), single, 1};
        uint32_t count = 0;
        const uint32_t *nets =
            run->bench ? ow_bench_find(run->bench, ow_text_of(name), &count) : NULL;
        if (nets)
            *wave = (ow_wave){ow_text_of(name), nets, count};
        else if ((*single = find_net(&run->opened, name)) == OW_NO_NET)
            return EXIT_USAGE;
    }
    return EXIT_FINE;
}

static bool is_known(const ow_circuit_net *net)
{
    return net->name.size > 0 || net->first_port != OW_NO_NET;
}

/* Without --watch, a VCD has what the bench names, and all nets with names. */
static int find_named(struct simulating *run)
{
    const ow_circuit *circuit = &run->opened.circuit;
    uint32_t own = 0, named = 0;
    while (ow_bench_signal(run->bench, own).size > 0)
        own++;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        named += is_known(&circuit->nets[i]);
    run->waves = calloc((size_t)own + named + 1, sizeof *run->waves);
    run->single = calloc((size_t)named + 1, sizeof *run->single);
    run->names = calloc((size_t)named + 1, sizeof *run->names);
    if (!run->waves || !run->single || !run->names)
        return complain("not enough memory"), EXIT_FILES;
    for (uint32_t i = 0; i < own; i++) {
        ow_wave *wave = &run->waves[run->wave_count];
        wave->name = ow_bench_signal(run->bench, i);
        wave->nets = ow_bench_find(run->bench, wave->name, &wave->count);
        run->wave_count += wave->nets != NULL; /* an output without a wire has no net */
    }
    for (uint32_t i = 0, at = 0; i < circuit->net_count; i++) {
        if (!is_known(&circuit->nets[i]))
            continue;
        run->single[at] = i;
        net_name(circuit, i, run->names[at]);
        run->waves[run->wave_count++] = (ow_wave){ow_text_of(run->names[at]), &run->single[at], 1};
        at++;
    }
    return EXIT_FINE;
}

static int open_vcd(struct simulating *run, const char *path)
{
    int status = check_output_path(path, option_set(run->arguments, "force"));
    if (status == EXIT_FINE)
        status = output_file_open(path, option_set(run->arguments, "force"), &run->vcd_file);
    if (status != EXIT_FINE)
        return status;
    run->has_vcd_file = true;
    ow_status opened = ow_vcd_open(run->simulation, run->waves, run->wave_count, NULL,
                                   &run->vcd_file.sink, &run->vcd, &run->error);
    return opened == OW_OK ? EXIT_FINE : fail(run, opened);
}

static int watch(struct simulating *run)
{
    const char *vcd = option_value(run->arguments, "vcd");
    int status = find_watched(run);
    if (status == EXIT_FINE && vcd && run->wave_count == 0)
        status = find_named(run);
    if (status != EXIT_FINE)
        return status;
    if (vcd && (status = open_vcd(run, vcd)) != EXIT_FINE)
        return status;
    bool has_stdout = !json_asked(run->arguments) && !(vcd && strcmp(vcd, "-") == 0);
    return run->watch_list && has_stdout ? watch_waves(run) : EXIT_FINE;
}

/* Only one output can go to standard output. */
static bool check_streams(const struct arguments *arguments)
{
    const char *vcd = option_value(arguments, "vcd"), *out = option_value(arguments, "output");
    bool is_stream = vcd && strcmp(vcd, "-") == 0;
    if (!is_stream || (!json_asked(arguments) && !(out && strcmp(out, "-") == 0)))
        return true;
    complain("the waves go to standard output, so nothing else can be printed there; write one of "
             "them to a file");
    return false;
}

static int read_options(struct simulating *run)
{
    const char *reading = option_value(run->arguments, "delayers");
    unsigned long long seed = 0, extra_delay = 0;
    run->asked = (ow_simulation_options){.inflate = inflate_memory, .deflate = deflate_memory};
    if (reading && strcmp(reading, "restarts") == 0)
        run->asked.delayers = OW_DELAYER_RESTARTS;
    else if (reading && strcmp(reading, "counts") != 0)
        return complain("--delayers takes counts or restarts, not \"%s\"", reading), EXIT_USAGE;
    if (check_written(run->arguments) != EXIT_FINE || !check_streams(run->arguments))
        return EXIT_USAGE;
    if (!option_number(run->arguments, "seed", &seed) ||
        !option_number(run->arguments, "extra-delay", &extra_delay) ||
        !option_number(run->arguments, "ticks", &run->ticks))
        return EXIT_USAGE;
    if (seed > UINT32_MAX)
        return complain("--seed takes a number up to %" PRIu32, UINT32_MAX), EXIT_USAGE;
    if (extra_delay > OW_MOST_EXTRA_DELAY)
        return complain("--extra-delay takes a number up to %d", OW_MOST_EXTRA_DELAY), EXIT_USAGE;
    run->asked.seed = (uint32_t)seed;
    run->asked.extra_delay = (uint32_t)extra_delay;
    run->until_rest = !option_set(run->arguments, "ticks");
    return EXIT_FINE;
}

static int open_simulation(struct simulating *run)
{
    run->options = input_options(&run->opened.input, "simulating");
    ow_status status = ow_simulation_open(&run->opened.document, &run->opened.circuit, &run->asked,
                                          &run->options, &run->simulation, &run->error);
    return status == OW_OK ? EXIT_FINE : fail(run, status);
}

/* Runs until the circuit is stable, if there is neither --ticks nor a bench. */
static ow_status run_until_rest(struct simulating *run)
{
    ow_status status = OW_OK;
    while (status == OW_OK && !ow_simulation_is_settled(run->simulation) &&
           ow_simulation_tick(run->simulation) < MOST_UNTIL_REST)
        status = ow_simulation_run(run->simulation, 1, &run->error);
    return status;
}

static int run_ticks(struct simulating *run)
{
    ow_status status = run->bench ? ow_bench_run(run->bench, run->ticks, &run->totals, &run->error)
                       : run->until_rest
                           ? run_until_rest(run)
                           : ow_simulation_run(run->simulation, run->ticks, &run->error);
    clear_progress();
    flush_waves(run);
    if (status != OW_OK)
        return fail(run, status);
    return run->totals.failures > 0 ? EXIT_PROBLEMS : EXIT_FINE;
}

static int close_vcd(struct simulating *run, int status)
{
    ow_status closed = ow_vcd_close(run->vcd, &run->error);
    if (run->vcd && closed != OW_OK && status <= EXIT_PROBLEMS)
        status = fail(run, closed);
    if (!run->has_vcd_file)
        return status;
    if (status > EXIT_PROBLEMS) {
        output_file_abandon(&run->vcd_file);
        return status;
    }
    int committed = output_file_commit(&run->vcd_file);
    return committed != EXIT_FINE ? committed : status;
}

/* Writes the save with the states that were reached. */
static int write_save(struct simulating *run, int status)
{
    const char *out = option_value(run->arguments, "output");
    const struct destination destination = {.out = out};
    if ((!out && !option_set(run->arguments, "in-place")) || status > EXIT_PROBLEMS)
        return status;
    ow_status stored =
        ow_simulation_store(run->simulation, &run->opened.document, NULL, &run->error);
    if (stored != OW_OK)
        return fail(run, stored);
    int written =
        write_changed(run->arguments, &run->opened.input, &run->opened.document, &destination);
    return written != EXIT_FINE ? written : status;
}

static int simulate(struct simulating *run)
{
    int status = read_options(run);
    if (status != EXIT_FINE)
        return status;
    status = open_circuit(run->arguments, &run->opened);
    if (status == EXIT_FINE)
        status = open_simulation(run);
    if (status == EXIT_FINE)
        status = open_bench(run);
    if (status == EXIT_FINE)
        status = watch(run);
    if (status == EXIT_FINE)
        warn_of_oddities(&run->opened);
    if (!begin_run(run))
        return EXIT_FILES;
    if (status == EXIT_FINE)
        status = run_ticks(run);
    status = close_vcd(run, status);
    status = report_run(run, status);
    status = write_save(run, status);
    return status;
}

static int run_simulate(const struct arguments *arguments)
{
    struct simulating run = {.arguments = arguments};
    int status = simulate(&run);
    ow_bench_close(run.bench);
    ow_watch_close(run.watch);
    ow_simulation_close(run.simulation);
    close_input(&run.bench_file);
    close_circuit(&run.opened);
    free(run.waves);
    free(run.single);
    free(run.names);
    free(run.watch_list);
    free(run.values);
    free(run.changed);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
