/* Saves as circuits that run; JSON that is no save is a bench, names and types for one that is. */
#include "promises.h"

#include "../tests/support/truths.h"

/* A switch, an inverter on a socket, a relay between two pegs, a memory: all that a bench may
 * name. */
static const char board[] =
    "{\"format\": \"blotter\", \"version\": 7, \"game_version\": [0, 92, 3, 57], \"save_type\": "
    "\"world\", \"mods\": [], \"component_types\": [{\"id\": 1, \"name\": \"MHG.Switch\"}, "
    "{\"id\": 2, "
    "\"name\": \"MHG.Inverter\"}, {\"id\": 3, \"name\": \"MHG.Relay\"}, {\"id\": 4, \"name\": "
    "\"MHG.Socket\"}], \"components\": ["
    "{\"address\": 1, \"parent\": 0, \"type\": 1, \"position\": [0, 0, 0], \"rotation\": [0, 0, 0, "
    "1], "
    "\"inputs\": [], \"outputs\": [0], \"custom_data\": \"mkgNAQ==\"},"
    "{\"address\": 2, \"parent\": 0, \"type\": 2, \"position\": [0, 0, 0], \"rotation\": [0, 0, 0, "
    "1], "
    "\"inputs\": [1], \"outputs\": [2], \"custom_data\": null},"
    "{\"address\": 3, \"parent\": 0, \"type\": 3, \"position\": [0, 0, 0], \"rotation\": [0, 0, 0, "
    "1], "
    "\"inputs\": [3, 4, 5], \"outputs\": [], \"custom_data\": null},"
    "{\"address\": 4, \"parent\": 0, \"type\": 4, \"position\": [0, 0, 0], \"rotation\": [0, 0, 0, "
    "1], "
    "\"inputs\": [5], \"outputs\": [], \"custom_data\": null}], \"wires\": ["
    "{\"first\": {\"kind\": \"output\", \"component\": 1, \"index\": 0}, \"second\": {\"kind\": "
    "\"input\", \"component\": 2, \"index\": 0}, \"circuit_state\": 0, \"rotation\": 0},"
    "{\"first\": {\"kind\": \"output\", \"component\": 2, \"index\": 0}, \"second\": {\"kind\": "
    "\"input\", \"component\": 3, \"index\": 0}, \"circuit_state\": 2, \"rotation\": 0}],"
    "\"circuit_states\": \"\"}";

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false; /* a bench may ask for more ticks than anybody waits for */
}

static bool read_contents(void *context, ow_text path, ow_bytes *bytes)
{
    (void)context;
    *bytes = (ow_bytes){(const uint8_t *)path.data, path.size};
    return path.size > 0 && *path.data != '/';
}

static bool write_contents(void *context, ow_text path, ow_bytes bytes)
{
    (void)context, (void)path;
    return bytes.size != 1;
}

/* What was reached is stored, and the save can be written. */
static void store(const ow_simulation *run, ow_document *document)
{
    ow_buffer buffer = {0};
    PROMISE(ow_simulation_store(run, document, NULL, NULL) == OW_OK);
    PROMISE(ow_write_buffer(document, NULL, &buffer, NULL) == OW_OK);
    ow_buffer_free(&buffer, NULL);
}

static bool take_wave(void *context, const void *data, size_t size)
{
    (void)context, (void)data;
    return size != 0;
}

/* The waves of the first signals of a bench. */
static ow_vcd *open_waves(ow_simulation *run, ow_bench *bench)
{
    static const ow_sink sink = {.write = take_wave};
    ow_wave waves[3] = {{{NULL, 0}, NULL, 0}};
    uint32_t count = 0;
    ow_vcd *vcd = NULL;
    for (; bench && count < 3 && ow_bench_signal(bench, count).size > 0; count++) {
        waves[count].name = ow_bench_signal(bench, count);
        waves[count].nets = ow_bench_find(bench, waves[count].name, &waves[count].count);
        PROMISE(waves[count].nets);
    }
    PROMISE(ow_vcd_open(run, waves, count, NULL, &sink, &vcd, NULL) == OW_OK);
    return vcd;
}

/* The bench, the waves and the simulation go in an order that the size of the text chooses. */
static void close_all(ow_simulation *run, ow_bench *bench, ow_vcd *vcd, size_t order)
{
    for (size_t i = 0; i < 3; i++)
        switch ((order + i * (1 + order % 2)) % 3) {
        case 0:
            ow_simulation_close(run);
            break;
        case 1:
            ow_bench_close(bench);
            break;
        default:
            PROMISE(ow_vcd_close(vcd, NULL) == OW_OK);
        }
}

static void keep_promises_of_bench(const char *text, size_t size, ow_document *document,
                                   const ow_circuit *circuit)
{
    const ow_options options = {.progress = stop};
    const ow_bench_options lent = {.read = read_contents, .write = write_contents};
    ow_simulation *run;
    ow_bench *bench;
    ow_error error = {0};
    ow_bench_totals totals;
    PROMISE(ow_simulation_open(document, circuit, NULL, &options, &run, &error) == OW_OK);
    ow_status status = ow_bench_open(text, size, circuit, run, &lent, NULL, &bench, &error);
    expect_clean(status, &error, size);
    ow_vcd *vcd = open_waves(run, bench);
    if (status == OW_OK) {
        status = ow_bench_run(bench, 0, &totals, &error);
        expect_clean(status, &error, SIZE_MAX);
    }
    status = ow_simulation_run(run, 3, &error);
    PROMISE(status == OW_OK || status == OW_CANCELLED);
    store(run, document);
    close_all(run, bench, vcd, size);
}

static void keep_promises_of_text(const char *text, size_t size)
{
    const ow_circuit_options given = {.names_json = {text, size}, .types_json = {text, size}};
    ow_document document;
    ow_circuit circuit;
    ow_error error = {0};
    PROMISE(ow_from_json(board, sizeof board - 1, NULL, &document, &error) == OW_OK);
    ow_status status = ow_circuit_open(&document, &given, NULL, &circuit, &error);
    expect_clean(status, &error, size);
    ow_circuit_close(&circuit);
    PROMISE(ow_circuit_open(&document, NULL, NULL, &circuit, &error) == OW_OK);
    keep_promises_of_bench(text, size, &document, &circuit);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_document document = {0};
    ow_error error = {0};
    bool json = size > 0 && data[0] == '{';
    ow_status status = json ? ow_from_json((const char *)data, size, NULL, &document, &error)
                            : ow_open(data, size, NULL, &document, &error);
    if (status == OW_OK && strcmp(document.format->name, "blotter") == 0)
        keep_promises_of_circuit(&document);
    else if (json)
        keep_promises_of_text((const char *)data, size);
    ow_close(&document);
    return 0;
}
