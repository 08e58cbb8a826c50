/* The library's rows: each beside a memcpy of the same bytes, in memory that is used again;
 * those called fresh as a process meets them, once, in memory that nothing was in before. */
#define _DEFAULT_SOURCE
#include "bench.h"

#include <fcntl.h>
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
    ow_buffer file, written;
    const char *path; /* where the file is */
    uint8_t *all;     /* the file, or copies of it one behind another */
    size_t total;
    unsigned copies;
    uint8_t *copy;
    char *json;
    size_t json_size, json_capacity;
    struct pool pool;
    ow_options options;
    ow_check_options check;
    ow_document document;
    uint64_t events;
    bool failed;
    clockid_t clock;
} bench = {.clock = CLOCK_PROCESS_CPUTIME_ID};

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

double median(double durations[], int runs)
{
    qsort(durations, (size_t)runs, sizeof *durations, compare);
    return durations[runs / 2];
}

bool runs_again(int runs, double began)
{
    double passed = seconds_now() - began;
    return runs < 1 || (runs < LEAST_RUNS && passed < LONG_SECONDS) ||
           (runs < MOST_RUNS && passed < USUAL_SECONDS);
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
    memcpy(bench.copy, bench.all, bench.total);
    __asm__ volatile("" : : "r"(bench.copy) : "memory");
}

/* The next of several files may use what the one before it held. */
static const uint8_t *begin_copy(unsigned index)
{
    if (bench.copies > 1)
        bench.pool.used = 0;
    return bench.all + index * bench.file.size;
}

static void run_decode(void)
{
    ow_error error;
    for (unsigned i = 0; i < bench.copies; i++)
        expect(ow_open(begin_copy(i), bench.file.size, &bench.options, &bench.document, &error),
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
        ow_blotter_reader_open(bench.file.data, bench.file.size, &bench.options, &reader, &error);
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
    for (unsigned i = 0; i < bench.copies; i++)
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
    for (unsigned i = 0; i < bench.copies; i++)
        expect(ow_trace(begin_copy(i), bench.file.size, &bench.options, count_event, &bench.events,
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
    ow_sink sink = {.write = take_json};
    bench.json_size = 0;
    expect(ow_to_json(bench.file.data, bench.file.size, &bench.options, &sink, &error), &error);
}

static void run_json_in(void)
{
    ow_error error;
    ow_document document;
    expect(ow_from_json(bench.json, bench.json_size, &bench.options, &document, &error), &error);
}

static const uint8_t *map_file(void)
{
    int file = open(bench.path, O_RDONLY);
    const uint8_t *bytes = mmap(NULL, bench.file.size, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0 && bytes != MAP_FAILED)
        return bytes;
    perror("bench: the file");
    bench.failed = true;
    return NULL;
}

/* From a file to its records, with the library's own memory; whatever follows is not waited for. */
static void run_decode_fresh(void)
{
    ow_error error;
    const uint8_t *bytes = map_file();
    if (bytes)
        expect(ow_open(bytes, bench.file.size, NULL, &bench.document, &error), &error);
}

/* With the threads started and ended. */
static void run_decode_on_threads(void)
{
    ow_error error;
    ow_pool *threads = NULL;
    const uint8_t *bytes = map_file();
    expect(ow_pool_open(2, NULL, &threads, &error), &error);
    const ow_options options = {.pool = threads};
    if (bytes)
        expect(ow_open(bytes, bench.file.size, &options, &bench.document, &error), &error);
    ow_pool_close(threads);
}

static void run_json_in_fresh(void)
{
    ow_error error;
    ow_document document;
    expect(ow_from_json(bench.json, bench.json_size, NULL, &document, &error), &error);
}

/* From the bytes on, and given back: what a caller waits for. */
static void run_scene(void)
{
    ow_error error;
    ow_scene scene;
    ow_options options = bench.options;
    options.max_memory = bench.pool.size;
    for (unsigned i = 0; i < bench.copies; i++) {
        expect(ow_scene_open(begin_copy(i), bench.file.size, &options, NULL, &scene, &error),
               &error);
        ow_scene_close(&scene);
    }
}

/* Usually of the processor: what else the machine does meanwhile does not count. */
static double seconds_of_clock(void)
{
    struct timespec now;
    clock_gettime(bench.clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds_of(void (*run)(void))
{
    double began = seconds_of_clock();
    run();
    return seconds_of_clock() - began;
}

/* What a run takes in a process that begins with it, whose memory it is the first to write to. */
static double fresh_seconds_of(void (*run)(void))
{
    int ends[2];
    double taken = 0;
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0) {
        taken = seconds_of(run);
        bool reported = !bench.failed && write(ends[1], &taken, sizeof taken) == sizeof taken;
        _exit(reported ? 0 : 1);
    }
    if (child > 0)
        close(ends[1]);
    if (child < 0 || read(ends[0], &taken, sizeof taken) != sizeof taken)
        bench.failed = true;
    else
        close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return taken;
}

/* Beside each run stands one of memcpy, right before it: the machine's speed drifts, and a ratio of
 * neighbours does not. One run more than is counted comes first and warms caches and memory up. */
static struct row measure_with(double (*seconds)(void (*run)(void)), const char *name,
                               void (*run)(void), const size_t *bytes, bool uses_pool)
{
    struct row row = {.name = name};
    double durations[MOST_RUNS], ratios[MOST_RUNS], began = seconds_now();
    bench.pool.peak = 0;
    for (int i = -1; runs_again(i, began) && !bench.failed; i++) {
        bench.pool.used = 0;
        run_memcpy(); /* after a fork what it writes to has to become its own again */
        double limit = seconds_of(run_memcpy), taken = seconds(run);
        if (i < 0)
            continue;
        durations[i] = taken;
        ratios[i] = (double)*bytes / taken / ((double)bench.total / limit);
        row.runs = i + 1;
    }
    if (bench.failed)
        return row;
    row.bytes = *bytes;
    row.seconds = median(durations, row.runs);
    row.ratio = median(ratios, row.runs);
    row.peak_memory = uses_pool ? bench.pool.peak : 0;
    return row;
}

static struct row measure(const char *name, void (*run)(void), const size_t *bytes, bool uses_pool)
{
    return measure_with(seconds_of, name, run, bytes, uses_pool);
}

static void run_check(void)
{
    ow_error error;
    ow_check_totals totals;
    for (unsigned i = 0; i < bench.copies; i++)
        expect(
            ow_check(begin_copy(i), bench.file.size, &bench.options, &bench.check, &totals, &error),
            &error);
}

static bool prepare(const struct subject *subject, size_t size)
{
    if (!subject->make(size, &bench.file))
        return false;
    bench.json_capacity = subject->all ? bench.file.size * 6 : 1;
    bench.pool.size = bench.file.size * 24 + (64u << 20);
    bench.copies = subject->copies > 1 ? subject->copies : 1;
    bench.total = bench.file.size * bench.copies;
    bench.all = bench.copies > 1 ? malloc(bench.total) : bench.file.data;
    for (unsigned i = 0; i < bench.copies && bench.copies > 1 && bench.all; i++)
        memcpy(bench.all + i * bench.file.size, bench.file.data, bench.file.size);
    bench.copy = malloc(bench.total);
    bench.json = malloc(bench.json_capacity);
    bench.pool.begin = mmap(NULL, bench.pool.size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    bench.options.allocator = (ow_allocator){.context = &bench.pool,
                                             .allocate = pool_allocate,
                                             .reallocate = pool_reallocate,
                                             .release = pool_release};
    return bench.all && bench.copy && bench.json && bench.pool.begin != MAP_FAILED;
}

static void add_row(struct result *result, struct row row)
{
    result->rows[result->count++] = row;
}

static void library_rows(const struct subject *subject, struct result *result)
{
    const size_t *file = &bench.total;
    add_row(result, measure("memcpy", run_memcpy, file, false));
    if (subject->all)
        add_row(result, measure("stream", run_stream, file, true));
    add_row(result, measure("decode, reused", run_decode, file, true));
    if (bench.copies == 1) /* small files are read into memory that is used again anyway */
        add_row(result,
                measure_with(fresh_seconds_of, "decode, fresh", run_decode_fresh, file, false));
    bench.clock = CLOCK_MONOTONIC; /* the processor's time is that of all threads */
    if (bench.copies == 1)
        add_row(result, measure_with(fresh_seconds_of, "fresh, 2 threads", run_decode_on_threads,
                                     file, false));
    bench.clock = CLOCK_PROCESS_CPUTIME_ID;
    add_row(result, measure("encode", run_encode, file, false));
    if (!bench.failed && (bench.written.size != bench.file.size ||
                          memcmp(bench.written.data, bench.file.data, bench.file.size) != 0)) {
        fprintf(stderr, "bench: what was written is not what was read\n");
        bench.failed = true;
    }
    if (!bench.failed && strcmp(bench.document.format->name, "structure") == 0) {
        bench.options.variant = "game"; /* without finding out how the file is to be read */
        add_row(result, measure("decode, known", run_decode, file, true));
        bench.options.variant = NULL;
    }
    add_row(result, measure("trace", run_trace, file, true));
    add_row(result, measure("check", run_check, file, true));
    add_row(result, measure("scene", run_scene, file, true));
    if (subject->all) {
        add_row(result, measure("json out", run_json_out, &bench.json_size, true));
        add_row(result, measure("json in, reused", run_json_in, &bench.json_size, true));
        add_row(result, measure_with(fresh_seconds_of, "json in, fresh", run_json_in_fresh,
                                     &bench.json_size, false));
    }
    result->file_size = bench.file.size;
    result->json_size = bench.json_size;
}

static bool save_to(const char *path)
{
    FILE *file = fopen(path, "wb");
    bool saved = file && fwrite(bench.file.data, 1, bench.file.size, file) == bench.file.size;
    return file && fclose(file) == 0 && saved;
}

bool measure_library(const struct subject *subject, size_t size, const char *path,
                     struct result *result)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        bench.path = path;
        bool prepared = prepare(subject, size) && save_to(path);
        if (!prepared)
            fprintf(stderr, "bench: not enough memory or disk\n");
        else
            library_rows(subject, result);
        bool reported = prepared && !bench.failed &&
                        write(ends[1], result, sizeof *result) == (ssize_t)sizeof *result;
        _exit(reported ? 0 : 1);
    }
    close(ends[1]);
    bool reported = child > 0 && read(ends[0], result, sizeof *result) == (ssize_t)sizeof *result;
    close(ends[0]);
    return waitpid(child, NULL, 0) == child && reported;
}
