/* Saves as circuits that run; JSON that is no save is a bench, names and types for one that is. */
#include "promises.h"

#include "../tests/support/truths.h"

/* A switch, an inverter on a socket, a relay between two pegs, a memory: all that a bench may name. */
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

static void keep_promises_of_bench(const char *text, size_t size, const ow_document *document,
                                   const ow_circuit *circuit)
{
    const ow_options options = {.progress = stop};
    ow_simulation *run;
    ow_bench *bench;
    ow_error error = {0};
    ow_bench_totals totals;
    PROMISE(ow_simulation_open(document, circuit, NULL, &options, &run, &error) == OW_OK);
    ow_status status = ow_bench_open(text, size, circuit, run, NULL, NULL, &bench, &error);
    expect_clean(status, &error, size);
    if (status == OW_OK) {
        status = ow_bench_run(bench, 0, &totals, &error);
        expect_clean(status, &error, SIZE_MAX);
    }
    ow_bench_close(bench);
    status = ow_simulation_run(run, 3, &error);
    PROMISE(status == OW_OK || status == OW_CANCELLED);
    ow_simulation_close(run);
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
