/* Benches: run a circuit as a bench says, and answer with the result. */
#include "calls.h"
#include "circuit.h"
#include "events.h"
#include "settings.h"

#include <stdlib.h>

/* A file that the bench wrote. */
struct written {
    char *path;
    uint8_t *data;
    size_t path_size, size;
    struct written *next;
};

struct bench_run {
    struct circuit *circuit;
    struct run_settings settings;
    ow_simulation *simulation;
    ow_bench *bench;
    ow_bench_totals totals;
    ow_watch *watch;
    struct net_events events; /* of the nets that are watched */
    ow_json_writer *writer;
    struct written *first, **last;
    uint8_t *printed;
    size_t printed_size, printed_room;
    bool has_no_room;
};

static uint8_t *copy_of(const void *data, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    if (copy && size > 0)
        memcpy(copy, data, size);
    return copy;
}

static bool keep_file(void *context, ow_text path, ow_bytes bytes)
{
    struct bench_run *run = context;
    struct written *file = calloc(1, sizeof *file);
    if (!file)
        return false;
    *run->last = file;
    run->last = &file->next;
    *file = (struct written){.path = (char *)copy_of(path.data, path.size),
                             .data = copy_of(bytes.data, bytes.size),
                             .path_size = path.size,
                             .size = bytes.size};
    return file->path && file->data;
}

static void print_byte(void *context, uint8_t byte)
{
    struct bench_run *run = context;
    if (run->printed_size == run->printed_room) {
        size_t room = 2 * run->printed_room + 256;
        uint8_t *moved = realloc(run->printed, room);
        run->has_no_room |= !moved;
        if (!moved)
            return;
        run->printed = moved;
        run->printed_room = room;
    }
    run->printed[run->printed_size++] = byte;
}

static void answer_failure(void *context, const ow_bench_failure *failure)
{
    const struct bench_run *run = context;
    answer_bench_failure(run->writer, failure);
}

static ow_status open_bench(struct bench_run *run, const char *text, size_t size,
                            const ow_options *options)
{
    const ow_bench_options asked = {.context = run,
                                    .read = host_read,
                                    .release = host_release,
                                    .write = keep_file,
                                    .print = print_byte,
                                    .failed = answer_failure};
    ow_status status = open_simulation(run->circuit, &run->settings, options, &run->simulation);
    if (status != OW_OK)
        return status;
    return ow_bench_open(text, size, &run->circuit->circuit, run->simulation, &asked, options,
                         &run->bench, fresh_error());
}

/* A watched net or bus: a name of the bench, or of the circuit. */
static ow_status find_wave(const struct bench_run *run, const char *name, ow_wave *wave)
{
    uint32_t count = 0;
    const uint32_t *nets = ow_bench_find(run->bench, ow_text_of(name), &count);
    if (!nets)
        return refuse(name, "unknown net");
    *wave = (ow_wave){.name = ow_text_of(name), .nets = nets, .count = count};
    return OW_OK;
}

/* Notes what the nets of all waves do from now on. */
static ow_status watch_waves(struct bench_run *run, const ow_wave *waves, size_t count)
{
    size_t nets = 0;
    for (size_t i = 0; i < count; i++)
        nets += waves[i].count;
    uint32_t *numbers = malloc((nets + 1) * sizeof *numbers);
    if (!numbers || !events_begin(&run->events)) {
        free(numbers);
        return fresh_error()->status = OW_NO_MEMORY;
    }
    nets = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < waves[i].count; k++)
            numbers[nets++] = waves[i].nets[k];
    ow_status status = nets == 0
                           ? OW_OK
                           : ow_watch_open(run->simulation, numbers, (uint32_t)nets, events_note,
                                           &run->events, &run->watch, fresh_error());
    free(numbers);
    return status;
}

static void add_bytes(ow_json_writer *writer, const char *name, const uint8_t *data, size_t size)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BYTES, .name = name};
    event.value.bytes = (ow_bytes){data ? data : (const uint8_t *)"", size};
    ow_json_visit(writer, &event);
}

/* What the command would print or write to files, and what watched nets did. */
static ow_status add_outcome(const struct bench_run *run)
{
    size_t size;
    uint8_t *events = events_copy(&run->events, &size);
    if (!events)
        return fresh_error()->status = OW_NO_MEMORY;
    add_bytes(run->writer, "events", events, size);
    free(events);
    add_bytes(run->writer, "printed", run->printed, run->printed_size);
    json_begin_array(run->writer, "written");
    for (const struct written *file = run->first; file; file = file->next) {
        json_begin_object(run->writer, NULL);
        json_add_text(run->writer, "path", (ow_text){file->path, file->path_size});
        add_bytes(run->writer, "data", file->data, file->size);
        json_end_object(run->writer);
    }
    json_end_array(run->writer);
    return OW_OK;
}

static ow_status go(struct bench_run *run)
{
    const struct texts *watched = &run->settings.watch;
    ow_wave *waves = calloc(watched->count + 1, sizeof *waves);
    ow_status status = waves ? OW_OK : (fresh_error()->status = OW_NO_MEMORY);
    for (size_t i = 0; status == OW_OK && i < watched->count; i++)
        status = find_wave(run, watched->items[i], &waves[i]);
    if (status == OW_OK)
        status = watch_waves(run, waves, watched->count);
    if (status == OW_OK)
        status = ow_bench_run(run->bench, run->settings.ticks, &run->totals, fresh_error());
    if (status == OW_OK && run->has_no_room)
        status = fresh_error()->status = OW_NO_MEMORY;
    json_end_array(run->writer);
    if (status == OW_OK) {
        answer_run(run->writer, &run->circuit->circuit, run->simulation, waves,
                   (uint32_t)watched->count, &run->totals);
        status = add_outcome(run);
    }
    free(waves);
    return status;
}

static void end_run(struct bench_run *run)
{
    ow_watch_close(run->watch);
    free(run->events.items);
    ow_bench_close(run->bench);
    ow_simulation_close(run->simulation);
    free(run->printed);
    while (run->first) {
        struct written *file = run->first;
        run->first = file->next;
        free(file->path);
        free(file->data);
        free(file);
    }
}

static ow_status run_bench(struct bench_run *run, const char *text, size_t size)
{
    ow_options options = options_of(run->circuit->world);
    ow_status status = open_bench(run, text, size, &options);
    if (status != OW_OK)
        return status;
    run->writer = open_answer();
    if (!run->writer)
        return last_error()->status;
    json_begin_object(run->writer, NULL);
    json_begin_array(run->writer, "failed");
    status = go(run);
    json_end_object(run->writer);
    return close_answer(run->writer, status);
}

/* Answers with the members of the command's `simulate --json` about the run, the printed text, and
 * the files that the bench wrote, both as base64. */
EXPORTED int web_bench(struct circuit *circuit, const char *text, size_t size, const char *settings)
{
    static const struct setting table[] = {
        {"delayers", SETTING_WORD, offsetof(struct run_settings, delayers), delayer_words, 0},
        {"seed", SETTING_U32, offsetof(struct run_settings, seed), NULL, 0},
        {"extraDelay", SETTING_U32, offsetof(struct run_settings, extra_delay), NULL, 0},
        {"ticks", SETTING_U64, offsetof(struct run_settings, ticks), NULL, 0},
        {"watch", SETTING_TEXTS, offsetof(struct run_settings, watch), NULL, 0},
        {0}};
    struct bench_run run = {.circuit = circuit};
    run.last = &run.first;
    fresh_error();
    ow_status status = read_settings(settings, table, &run.settings);
    if (status == OW_OK)
        status = run_bench(&run, text, size);
    end_run(&run);
    return (int)status;
}
