/* A save as JSON, a zero byte, and bytes for it: put into its memories, switches and displays,
 * or a bench, names and types for its circuit. What was put in is there again when the save is
 * written and read. */
#include "promises.h"

enum { MOST_MEMORIES = 3, MOST_SWITCHES = 64, MOST_COLORS = 256, TICKS = 5 };

struct given {
    const uint8_t *data;
    size_t size;
};

static uint8_t byte_of(const struct given *given, size_t at)
{
    return given->size > 0 ? given->data[at % given->size] : 0;
}

/* Memories are kept as they are. */
static size_t copy(void *context, const void *from, size_t from_size, void *to, size_t room)
{
    (void)context;
    if (from_size > room)
        return 0;
    memcpy(to, from, from_size);
    return from_size;
}

static const ow_simulation_options packed = {.inflate = copy, .deflate = copy};

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false; /* a bench may ask for more ticks than anybody waits for */
}

/* What a save holds after its circuit was programmed. */
struct programmed {
    uint32_t memories[MOST_MEMORIES], memory_count;
    uint32_t switches[MOST_SWITCHES], switch_count;
};

static void fill_memories(const ow_circuit *circuit, ow_simulation *run, const struct given *given,
                          struct programmed *programmed)
{
    ow_error error = {0};
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        size_t size = 0, cell = 0;
        uint8_t *memory = ow_simulation_memory(run, i, &size, &cell);
        if (!memory || programmed->memory_count == MOST_MEMORIES)
            continue;
        PROMISE(cell > 0 && size % cell == 0);
        for (size_t k = 0; k < size; k++)
            memory[k] = byte_of(given, k);
        uint8_t out[16];
        ow_bytes queue = {given->data, given->size < 70000 ? given->size : 70000};
        ow_status status = ow_simulation_fill_queue(run, i, queue, &error);
        PROMISE(status == OW_OK || status == OW_BAD_ARGUMENT || status == OW_TOO_MUCH_MEMORY);
        if (status == OW_OK)
            PROMISE(ow_simulation_read_queue(run, i, out, sizeof out) == queue.size);
        else
            programmed->memories[programmed->memory_count++] = i;
    }
}

/* Switches in rows and columns are words of a program. */
static void set_switches(const ow_document *document, const ow_circuit *circuit, ow_simulation *run,
                         const struct given *given, struct programmed *programmed)
{
    ow_switch_grids grids;
    ow_error error = {0};
    ow_status status = ow_circuit_find_switch_grids(document, circuit, NULL, &grids, &error);
    expect_clean(status, &error, SIZE_MAX);
    for (uint32_t i = 0; status == OW_OK && i < grids.grid_count; i++)
        for (uint32_t k = 0; k < grids.grids[i].rows * grids.grids[i].columns; k++) {
            uint32_t at = grids.grids[i].switches[k];
            if (at == OW_NO_NET || programmed->switch_count == MOST_SWITCHES)
                continue;
            PROMISE(ow_simulation_set(run, at, byte_of(given, k) & 1, &error) == OW_OK);
            programmed->switches[programmed->switch_count++] = at;
        }
    ow_switch_grids_free(&grids);
}

static void expect_colors(const ow_document *document, const ow_circuit *circuit,
                          const struct given *given)
{
    uint8_t colors[3 * MOST_COLORS], found[3 * MOST_COLORS];
    char path[200];
    for (uint32_t i = 0; i < circuit->component_count && i < 50; i++) {
        uint32_t count = 0;
        size_t size = ow_circuit_display_file(document, circuit, i, path, sizeof path, &count);
        if (size == 0 || count > MOST_COLORS)
            continue;
        struct collected file = {0};
        const ow_sink sink = {.context = &file, .write = collect};
        for (uint32_t k = 0; k < 3 * count; k++)
            colors[k] = byte_of(given, k);
        PROMISE(ow_display_write(colors, count, &sink));
        PROMISE(ow_display_read((ow_bytes){file.data, file.size}, found, MOST_COLORS) == count);
        PROMISE(memcmp(colors, found, 3 * (size_t)count) == 0);
        free(file.data);
    }
    ow_display_read((ow_bytes){given->data, given->size}, found, MOST_COLORS);
}

/* The states show in a picture of the save, whichever of the two is closed first. */
static void show(const ow_document *document, ow_simulation *run, ow_scene *scene)
{
    ow_options options = options_with_pictures();
    ow_error error = {0};
    if (ow_scene_open_document(document, &options, NULL, scene, &error) != OW_OK)
        return;
    PROMISE(ow_simulation_show(run, scene, NULL, NULL, &error) == OW_OK);
}

static const uint8_t *custom_data_of(const ow_document *document, uint32_t component)
{
    return document->as.blotter->components[component].custom_data.data;
}

/* Memories whose custom data does not match their type are not written. */
static void forget_unwritten(const ow_document *document, struct programmed *programmed,
                             const uint8_t *const *before)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < programmed->memory_count; i++)
        if (custom_data_of(document, programmed->memories[i]) != before[i])
            programmed->memories[count++] = programmed->memories[i];
    programmed->memory_count = count;
}

/* What the save says after it was written and read. */
static void expect_programmed(const ow_document *document, const struct given *given,
                              const struct programmed *programmed)
{
    ow_document again;
    ow_circuit circuit;
    ow_simulation *run;
    ow_buffer buffer = {0};
    ow_error error = {0};
    if (write_document(document, &buffer) != OW_OK) {
        ow_buffer_free(&buffer, NULL);
        return;
    }
    PROMISE(ow_open(buffer.data, buffer.size, NULL, &again, &error) == OW_OK);
    PROMISE(ow_circuit_open(&again, NULL, NULL, &circuit, &error) == OW_OK);
    PROMISE(ow_simulation_open(&again, &circuit, &packed, NULL, &run, &error) == OW_OK);
    for (uint32_t i = 0; i < programmed->memory_count; i++) {
        size_t size = 0, cell = 0;
        const uint8_t *memory = ow_simulation_memory(run, programmed->memories[i], &size, &cell);
        PROMISE(memory);
        for (size_t k = 0; k < size; k++)
            PROMISE(memory[k] == byte_of(given, k));
    }
    ow_close(&again);
    ow_circuit_close(&circuit);
    ow_simulation_close(run);
    ow_buffer_free(&buffer, NULL);
}

static void run_bench(ow_simulation *run, const ow_circuit *circuit, const struct given *given,
                      ow_bench **bench)
{
    ow_error error = {0};
    ow_bench_totals totals;
    ow_status status = ow_bench_open((const char *)given->data, given->size, circuit, run, NULL,
                                     NULL, bench, &error);
    expect_clean(status, &error, given->size);
    if (status == OW_OK) {
        status = ow_bench_run(*bench, 0, &totals, &error);
        expect_clean(status, &error, SIZE_MAX);
    }
}

/* Opens everything, programs it, stores it, and closes it in an order that the given bytes
 * choose. */
static void program(ow_document *document, const struct given *given)
{
    const ow_options options = {.progress = stop};
    const ow_circuit_options known = {.names_json = {(const char *)given->data, given->size},
                                      .types_json = {(const char *)given->data, given->size}};
    struct programmed programmed = {.memory_count = 0};
    ow_circuit circuit;
    ow_scene scene = {0};
    ow_simulation *run = NULL, *other = NULL;
    ow_bench *bench = NULL;
    ow_error error = {0};
    ow_status status = ow_circuit_open(document, &known, NULL, &circuit, &error);
    expect_clean(status, &error, given->size);
    ow_circuit_close(&circuit);
    if (ow_circuit_open(document, NULL, NULL, &circuit, &error) != OW_OK)
        return;
    if (ow_simulation_open(document, &circuit, &packed, NULL, &run, &error) == OW_OK &&
        ow_simulation_open(document, &circuit, &packed, &options, &other, &error) == OW_OK) {
        run_bench(other, &circuit, given, &bench);
        ow_simulation_run(other, TICKS, &error);
        show(document, other, &scene);
        fill_memories(&circuit, run, given, &programmed);
        set_switches(document, &circuit, run, given, &programmed);
        expect_colors(document, &circuit, given);
        const uint8_t *before[MOST_MEMORIES];
        for (uint32_t i = 0; i < programmed.memory_count; i++)
            before[i] = custom_data_of(document, programmed.memories[i]);
        status = ow_simulation_store(run, document, NULL, &error);
        expect_clean(status, &error, SIZE_MAX);
        forget_unwritten(document, &programmed, before);
        if (status == OW_OK)
            expect_programmed(document, given, &programmed);
        status = ow_simulation_store(other, document, NULL, &error);
        expect_clean(status, &error, SIZE_MAX);
    }
    for (size_t i = 0; i < 4; i++)
        switch ((given->size + i) % 4) {
        case 0:
            ow_simulation_close(other);
            break;
        case 1:
            ow_bench_close(bench);
            break;
        case 2:
            ow_scene_close(&scene);
            break;
        default:
            ow_circuit_close(&circuit);
        }
    ow_simulation_close(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, 0, size) : NULL;
    ow_document document;
    ow_error error = {0};
    if (!end)
        return 0;
    struct given given = {end + 1, size - (size_t)(end - data) - 1};
    if (ow_from_json((const char *)data, (size_t)(end - data), NULL, &document, &error) == OW_OK &&
        strcmp(document.format->name, "blotter") == 0)
        program(&document, &given);
    ow_close(&document);
    return 0;
}
