/* Netlists for tests of builds, and building them. */
#ifndef OW_TESTS_CIRCUIT_NETLISTS_H
#define OW_TESTS_CIRCUIT_NETLISTS_H

#include "../support/test.h"

#include <overworld/netlist.h>

/* A module "m" of cells, with the ports a and b (bits 2 and 3), c (bit 4), and y as told. */
#define MODULE(y, cells)                                                                           \
    "{'modules': {'m': {'attributes': {'top': 1}, 'ports': {'a': {'direction': 'input', 'bits': "  \
    "[2]}, 'b': {'direction': 'input', 'bits': [3]}, 'c': {'direction': 'input', 'bits': [4]}, "   \
    "'y': {'direction': 'output', 'bits': [" y "]}}, 'cells': {" cells "}, 'netnames': {}}}}"
#define CELL1(name, type, a, y)                                                                    \
    "'" name "': {'type': '" type "', 'connections': {'A': [" a "], 'Y': [" y "]}}"
#define CELL2(name, type, a, b, y)                                                                 \
    "'" name "': {'type': '" type "', 'connections': {'A': [" a "], 'B': [" b "], 'Y': [" y "]}}"
#define CELL3(name, type, a, b, c, y)                                                              \
    "'" name "': {'type': '" type "', 'connections': {'A': [" a "], 'B': [" b "], 'C': [" c        \
    "], 'Y': [" y "]}}"
#define CELL4(name, type, a, b, c, d, y)                                                           \
    "'" name "': {'type': '" type "', 'connections': {'A': [" a "], 'B': [" b "], 'C': [" c        \
    "], 'D': [" d "], 'Y': [" y "]}}"
#define LATCH(name, d, e, q)                                                                       \
    "'" name "': {'type': '$_DLATCH_P_', 'connections': {'D': [" d "], 'E': [" e "], 'Q': [" q "]" \
    "}"                                                                                            \
    "}"

struct built {
    ow_status status;
    ow_document document;
    ow_build_report report;
    ow_error error;
};

static inline struct built build_with(const char *text, const ow_build_options *asked,
                                      const ow_options *options)
{
    struct built built = {.status = OW_OK};
    char *json = malloc(strlen(text) + 1);
    assert_non_null(json);
    strcpy(json, text);
    for (char *at = json; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    built.status = ow_build_netlist(json, strlen(json), asked, options, &built.document,
                                    &built.report, &built.error);
    free(json);
    return built;
}

static inline struct built build_of(const char *text)
{
    struct built built = build_with(text, NULL, NULL);
    if (built.status != OW_OK)
        ROW_FAILED("%s\n%s\n", text, built.error.message);
    return built;
}

static inline void expect_clean(const struct built *built)
{
    ow_check_totals totals;
    ow_error error;
    assert_int_equal(ow_check_document(&built->document, NULL, NULL, &totals, &error), OW_OK);
    assert_int_equal(totals.errors + totals.warnings + totals.infos, 0);
}

/* The first phase is open while the clock is on, the second while it is off. */
#define FLIP_FLOP(name, d, held, q) LATCH(name "1", d, "9", held) "," LATCH(name "2", held, "2", q)

/* A build that runs. */
struct machine {
    struct built built;
    ow_circuit circuit;
    ow_simulation *run;
};

/* Opens what `machine->built` has. */
static inline void run_machine(struct machine *machine, const ow_simulation_options *how)
{
    ow_error error;
    assert_int_equal(
        ow_circuit_open(&machine->built.document, NULL, NULL, &machine->circuit, &error), OW_OK);
    assert_int_equal(ow_simulation_open(&machine->built.document, &machine->circuit, how, NULL,
                                        &machine->run, &error),
                     OW_OK);
}

static inline void close_machine(struct machine *machine)
{
    ow_simulation_close(machine->run);
    ow_circuit_close(&machine->circuit);
    ow_close(&machine->built.document);
}

/* Sets the switch of a port. */
static inline void put(struct machine *machine, const char *port, bool on)
{
    ow_error error;
    uint32_t net = ow_circuit_find_net(&machine->circuit, ow_text_of(port));
    for (uint32_t i = 0; i < machine->circuit.port_count; i++)
        if (machine->circuit.ports[i].kind == OW_PORT_SWITCH &&
            machine->circuit.ports[i].net == net)
            assert_int_equal(
                ow_simulation_set(machine->run, machine->circuit.ports[i].component, on, &error),
                OW_OK);
}

#endif
