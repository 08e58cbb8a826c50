/* How fast the library and the command are, beside the limit: memcpy and cat of the same bytes.
 *
 * Usage: bench [--json] [--size MIB] COMMAND. Medians of seven runs; ratios within one run. */
#define _DEFAULT_SOURCE
#include "bench.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Memory that is used again in every run, so that a row does not time the system's page faults. */
struct pool {
    uint8_t *begin;
    size_t used, peak, size;
};

static struct bench {
    ow_buffer world, written;
    uint8_t *copy;
    char *json;
    size_t json_size, json_capacity;
    struct pool pool;
    ow_options options;
    ow_document document;
    uint64_t events;
    bool failed;
} bench;

/* What the library's rows tell the process that prints. */
struct result {
    struct row rows[16];
    size_t count, world_size, json_size;
    uint32_t component_count, wire_count;
};

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double median(double durations[RUNS])
{
    qsort(durations, RUNS, sizeof *durations, compare);
    return durations[RUNS / 2];
}

static void *pool_allocate(void *context, size_t size)
{
    struct pool *pool = context;
    size = (size + 15) & ~(size_t)15;
    if (pool->size - pool->used < size)
        return NULL;
    void *memory = pool->begin + pool->used;
    pool->used += size;
    pool->peak = pool->used > pool->peak ? pool->used : pool->peak;
    return memory;
}

static void *pool_reallocate(void *context, void *memory, size_t old_size, size_t new_size)
{
    void *moved = pool_allocate(context, new_size);
    if (moved)
        memcpy(moved, memory, old_size < new_size ? old_size : new_size);
    return moved;
}

static void pool_release(void *context, void *memory, size_t size)
{
    (void)context, (void)memory, (void)size;
}

static void expect(ow_status status, const ow_error *error)
{
    if (status == OW_OK)
        return;
    fprintf(stderr, "bench: %s\n", error->message);
    bench.failed = true;
}

static void run_memcpy(void)
{
    memcpy(bench.copy, bench.world.data, bench.world.size);
    __asm__ volatile("" : : "r"(bench.copy) : "memory");
}

static void run_decode(void)
{
    ow_error error;
    expect(ow_open(bench.world.data, bench.world.size, &bench.options, &bench.document, &error),
           &error);
}

static void run_stream(void)
{
    ow_error error;
    ow_blotter_reader *reader;
    const ow_blotter_component *component;
    const ow_blotter_wire *wire;
    uint64_t sum = 0;
    ow_status status =
        ow_blotter_reader_open(bench.world.data, bench.world.size, &bench.options, &reader, &error);
    while (status == OW_OK &&
           (status = ow_blotter_next_component(reader, &component, &error)) == OW_OK && component)
        sum += component->address;
    while (status == OW_OK && (status = ow_blotter_next_wire(reader, &wire, &error)) == OW_OK &&
           wire)
        sum += wire->first.component;
    if (status == OW_OK)
        status = ow_blotter_reader_finish(reader, &error);
    expect(status, &error);
    ow_blotter_reader_close(reader);
    __asm__ volatile("" : : "r"(sum));
}

static void run_encode(void)
{
    ow_error error;
    expect(ow_write_buffer(&bench.document, NULL, &bench.written, &error), &error);
}

static ow_visit count_event(void *context, const ow_event *event)
{
    (void)event;
    ++*(uint64_t *)context;
    return OW_GO_ON;
}

static void run_trace(void)
{
    ow_error error;
    expect(ow_trace(bench.world.data, bench.world.size, &bench.options, count_event, &bench.events,
                    &error),
           &error);
}

static bool take_json(void *context, const void *data, size_t size)
{
    (void)context;
    if (bench.json_capacity - bench.json_size < size)
        return false;
    memcpy(bench.json + bench.json_size, data, size);
    bench.json_size += size;
    return true;
}

static void run_json_out(void)
{
    ow_error error;
    ow_sink sink = {NULL, take_json};
    bench.json_size = 0;
    expect(ow_to_json(bench.world.data, bench.world.size, &bench.options, &sink, &error), &error);
}

static void run_json_in(void)
{
    ow_error error;
    ow_document document;
    expect(ow_from_json(bench.json, bench.json_size, &bench.options, &document, &error), &error);
}

static double seconds_of(void (*run)(void))
{
    double began = seconds_now();
    run();
    return seconds_now() - began;
}

/* Beside each run stands one of memcpy, right before it: the machine's speed drifts, and a ratio of
 * neighbours does not. One run more than is counted comes first and warms caches and memory up. */
static struct row measure(const char *name, void (*run)(void), const size_t *bytes, bool uses_pool)
{
    struct row row = {.name = name};
    double durations[RUNS], ratios[RUNS];
    bench.pool.peak = 0;
    for (int i = -1; i < RUNS && !bench.failed; i++) {
        bench.pool.used = 0;
        double limit = seconds_of(run_memcpy), taken = seconds_of(run);
        if (i < 0)
            continue;
        durations[i] = taken;
        ratios[i] = (double)*bytes / taken / ((double)bench.world.size / limit);
    }
    if (bench.failed)
        return row;
    row.bytes = *bytes;
    row.seconds = median(durations);
    row.ratio = median(ratios);
    row.peak_memory = uses_pool ? bench.pool.peak : 0;
    return row;
}

static bool prepare(size_t size)
{
    if (!make_world(size, &bench.world))
        return false;
    bench.json_capacity = bench.world.size * 6;
    bench.pool.size = bench.world.size * 5 + (64u << 20);
    bench.copy = malloc(bench.world.size);
    bench.json = malloc(bench.json_capacity);
    bench.pool.begin = mmap(NULL, bench.pool.size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    bench.options.allocator =
        (ow_allocator){&bench.pool, pool_allocate, pool_reallocate, pool_release};
    return bench.copy && bench.json && bench.pool.begin != MAP_FAILED;
}

static void add_row(struct result *result, struct row row)
{
    result->rows[result->count++] = row;
}

static void library_rows(struct result *result)
{
    const size_t *file = &bench.world.size;
    add_row(result, measure("memcpy", run_memcpy, file, false));
    add_row(result, measure("stream", run_stream, file, true));
    add_row(result, measure("decode", run_decode, file, true));
    if (!bench.failed) {
        result->component_count = bench.document.as.blotter->component_count;
        result->wire_count = bench.document.as.blotter->wire_count;
    }
    add_row(result, measure("encode", run_encode, file, false));
    if (bench.written.size != bench.world.size ||
        memcmp(bench.written.data, bench.world.data, bench.world.size) != 0) {
        fprintf(stderr, "bench: what was written is not what was read\n");
        bench.failed = true;
    }
    add_row(result, measure("trace", run_trace, file, true));
    add_row(result, measure("json out", run_json_out, &bench.json_size, true));
    add_row(result, measure("json in", run_json_in, &bench.json_size, true));
    result->world_size = bench.world.size;
    result->json_size = bench.json_size;
}

static bool save_to(const char *path)
{
    FILE *file = fopen(path, "wb");
    bool saved = file && fwrite(bench.world.data, 1, bench.world.size, file) == bench.world.size;
    return file && fclose(file) == 0 && saved;
}

/* The library's rows, in a process of their own: a command started from here must not inherit the
 * memory that they need, which the system would count as its own. */
static bool measure_library(size_t size, const char *world_file, struct result *result)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        bool prepared = prepare(size) && save_to(world_file);
        if (!prepared)
            fprintf(stderr, "bench: not enough memory or disk\n");
        else
            library_rows(result);
        bool told = prepared && !bench.failed &&
                    write(ends[1], result, sizeof *result) == (ssize_t)sizeof *result;
        _exit(told ? 0 : 1);
    }
    close(ends[1]);
    bool told = child > 0 && read(ends[0], result, sizeof *result) == (ssize_t)sizeof *result;
    close(ends[0]);
    return waitpid(child, NULL, 0) == child && told;
}

/* The processes run one after another on files in `folder`. */
static bool measure_processes(const char *command, const char *folder, const char *world,
                              struct result *result)
{
    char json[256], back[256], copy[256];
    snprintf(json, sizeof json, "%s/world.json", folder);
    snprintf(back, sizeof back, "%s/back.logicworld", folder);
    snprintf(copy, sizeof copy, "%s/copy.logicworld", folder);
    const struct {
        const char *name;
        const char *arguments[7];
        bool in_json;
    } commands[] = {
        {"cat FILE", {"cat", world}, false},
        {"cp FILE", {"cp", world, copy}, false},
        {"info", {command, "info", world}, false},
        {"info --full", {command, "info", "--full", world}, false},
        {"check", {command, "check", "-n", "1", world}, false},
        {"convert to JSON", {command, "convert", "--force", world, json}, true},
        {"convert back", {command, "convert", "--force", json, back}, true},
    };
    bool fine = true;
    for (size_t i = 0; i < sizeof commands / sizeof *commands && fine; i++) {
        struct row row = {.name = commands[i].name};
        row.bytes = commands[i].in_json ? result->json_size : result->world_size;
        fine = run_process(commands[0].arguments, result->world_size, commands[i].arguments, &row);
        add_row(result, row);
    }
    unlink(json), unlink(back), unlink(copy);
    return fine;
}

static void print_text(const struct result *result)
{
    const struct row *rows = result->rows;
    size_t count = result->count;
    printf(
        "A world of %zu bytes, %u components, %u wires; JSON of %zu bytes. Medians of %d runs.\n\n"
        "%-16s %9s %8s  %-10s %s\n",
        result->world_size, result->component_count, result->wire_count, result->json_size, RUNS,
        "", "seconds", "GB/s", "ratio to", "peak memory");
    for (size_t i = 0; i < count; i++) {
        double speed = (double)rows[i].bytes / rows[i].seconds;
        printf("%-16s %9.4f %8.3f  %.3f %-6s", rows[i].name, rows[i].seconds, speed / 1e9,
               rows[i].ratio, rows[i].process ? "cat" : "memcpy");
        if (rows[i].peak_memory)
            printf(" %7.1f MiB, %.3f x the file", (double)rows[i].peak_memory / (1 << 20),
                   (double)rows[i].peak_memory / (double)result->world_size);
        putchar('\n');
    }
}

static void print_json(const struct result *result)
{
    const struct row *rows = result->rows;
    size_t count = result->count;
    printf("{\"world_bytes\": %zu, \"json_bytes\": %zu, \"runs\": %d, \"rows\": [\n",
           result->world_size, result->json_size, RUNS);
    for (size_t i = 0; i < count; i++) {
        double speed = (double)rows[i].bytes / rows[i].seconds;
        printf("  {\"name\": \"%s\", \"seconds\": %.6f, \"bytes\": %llu, \"gb_per_second\": %.4f, "
               "\"ratio\": %.4f, \"ratio_to\": \"%s\", \"peak_memory\": %llu}%s\n",
               rows[i].name, rows[i].seconds, (unsigned long long)rows[i].bytes, speed / 1e9,
               rows[i].ratio, rows[i].process ? "cat" : "memcpy",
               (unsigned long long)rows[i].peak_memory, i + 1 < count ? "," : "");
    }
    puts("]}");
}

int main(int argc, char **argv)
{
    bool json = false;
    unsigned long mebibytes = 256;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "--json") == 0)
            json = true;
        else if (strcmp(argv[at], "--size") == 0 && at + 1 < argc)
            mebibytes = strtoul(argv[++at], NULL, 10);
        else
            break;
    }
    char folder[] = "/tmp/overworld-bench-XXXXXX", world[256];
    struct result result = {0};
    if (at + 1 != argc || mebibytes == 0) {
        fprintf(stderr, "Usage: bench [--json] [--size MIB] COMMAND\n");
        return 2;
    }
    if (!mkdtemp(folder)) {
        perror("bench: a temporary folder");
        return 1;
    }
    snprintf(world, sizeof world, "%s/world.logicworld", folder);
    bool fine = measure_library(mebibytes << 20, world, &result) &&
                measure_processes(argv[at], folder, world, &result);
    unlink(world);
    rmdir(folder);
    if (!fine)
        return 1;
    if (json)
        print_json(&result);
    else
        print_text(&result);
    return 0;
}
