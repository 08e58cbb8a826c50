/* What can be done with a save as a circuit: made, run under a bench with its waves written,
 * stored back. */
#include "harness.h"

#include "../support/truths.h"

/* A bench that is fine for any circuit with a net. */
static const char bench_text[] =
    "{\"nets\": {\"bus\": [\"n0\", \"n0\"]}, \"clocks\": [{\"net\": \"n0\", \"half\": 2}],"
    "\"memories\": [{\"name\": \"m\", \"address\": \"bus\", \"data\": \"n0\", \"write\": \"n0\","
    "\"hex\": \"01000100\", \"print\": 3}], \"steps\": [{\"set\": {\"bus\": 1}}, {\"after\": 3,"
    "\"expect\": {\"n0\": 1}, \"press\": {\"n0\": 2}}, {\"rest\": 2}], \"ticks\": 12}";

/* Of types that a save of the samples may have, and of none. */
static const char types_text[] =
    "{\"types\": [{\"name\": \"MHG.XorGate\", \"inputs\": 2, \"outputs\": 1, \"table\": \"0110\"},"
    "{\"name\": \"MHG.Inverter\", \"like\": \"MHG.Inverter\"}]}";

static void note_circuit(const ow_circuit *circuit, const ow_circuit_depths *depths,
                         struct bytes *result)
{
    char name[100];
    const char *fault = circuit_fault(circuit);
    if (fault)
        broken("the circuit: %s", fault);
    put_u32(result, circuit->contacts);
    put_u32(result, circuit->loose_wires);
    put_u32(result, depths->deepest);
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        ow_circuit_net_name(circuit, i, name, sizeof name);
        put_text(result, name);
        put_u32(result, depths->depth[i]);
        put_u32(result, circuit->nets[i].on);
    }
}

static ow_status note_way(const ow_circuit *circuit, const ow_options *options,
                          struct bytes *result, ow_error *error)
{
    ow_circuit_step steps[4];
    uint32_t count = 0;
    if (circuit->net_count == 0)
        return OW_OK;
    ow_status status =
        ow_circuit_find_path(circuit, 0, circuit->net_count - 1, options, steps, 4, &count, error);
    put_u32(result, count);
    return status;
}

static void pass_by(void *context, uint64_t tick, uint32_t net, bool on)
{
    (void)context, (void)tick, (void)net, (void)on;
}

static ow_status run_bench(const ow_circuit *circuit, ow_simulation *run, const ow_options *options,
                           struct bytes *result, ow_error *error)
{
    const uint32_t nets[2] = {0, circuit->net_count - 1};
    const ow_wave waves[2] = {{OW_LITERAL("both"), nets, 2}, {OW_LITERAL("first"), nets, 1}};
    ow_sink sink = sink_to(result);
    ow_bench_totals totals = {0};
    ow_bench *bench = NULL;
    ow_vcd *vcd = NULL;
    ow_watch *watch = NULL;
    if (circuit->net_count == 0)
        return ow_simulation_run(run, 12, error);
    ow_status status = ow_vcd_open(run, waves, 2, options, &sink, &vcd, error);
    if (status == OW_OK)
        status = ow_watch_open(run, nets, 2, pass_by, NULL, &watch, error);
    if (status == OW_OK)
        status = ow_bench_open(bench_text, sizeof bench_text - 1, circuit, run, NULL, options,
                               &bench, error);
    if (status == OW_OK)
        status = ow_bench_run(bench, 0, &totals, error);
    put_u32(result, (uint32_t)totals.checks);
    ow_watch_close(watch);
    ow_bench_close(bench);
    ow_status closed = ow_vcd_close(vcd, status == OW_OK ? error : NULL);
    return status == OW_OK ? closed : status;
}

static ow_status run_circuit(ow_document *document, const ow_circuit *circuit,
                             const ow_options *options, struct bytes *result, ow_error *error)
{
    ow_simulation *run = NULL;
    ow_status status = ow_simulation_open(document, circuit, NULL, options, &run, error);
    if (status == OW_OK)
        status = run_bench(circuit, run, options, result, error);
    if (status == OW_OK)
        status = ow_simulation_store(run, document, options, error);
    ow_simulation_close(run);
    return status == OW_OK ? write_to(document, NULL, result, error) : status;
}

static ow_status make_circuit(ow_document *document, const ow_options *options,
                              struct bytes *result, ow_error *error)
{
    const ow_circuit_options asked = {.types_json = ow_text_of(types_text),
                                      .names_json = OW_LITERAL("{\"nets\": {}}")};
    ow_circuit circuit;
    ow_circuit_depths depths = {0};
    ow_status status = ow_circuit_open(document, &asked, options, &circuit, error);
    if (status == OW_OK &&
        (status = ow_circuit_find_depths(&circuit, options, &depths, error)) == OW_OK)
        note_circuit(&circuit, &depths, result);
    if (status == OW_OK)
        status = note_way(&circuit, options, result, error);
    if (status == OW_OK)
        status = run_circuit(document, &circuit, options, result, error);
    ow_circuit_depths_free(&depths);
    ow_circuit_close(&circuit);
    return status;
}

ow_status deed_circuit(const void *bytes, size_t size, const ow_options *options,
                       struct bytes *result, ow_error *error)
{
    ow_document document;
    ow_status status = ow_open(bytes, size, options, &document, error);
    if (status == OW_OK && strcmp(document.format->name, "blotter") == 0)
        status = make_circuit(&document, options, result, error);
    if (status != OW_OK) /* what was written until then is no outcome */
        bytes_free(result);
    ow_close(&document);
    return status;
}
