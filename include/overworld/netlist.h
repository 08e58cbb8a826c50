/* Circuits as netlists for other programs, and netlists as saves.
 *
 * What each kind holds, what becomes a port of the module and how names are made fit for a language stands in
 * docs/netlists.md. */
#ifndef OVERWORLD_NETLIST_H
#define OVERWORLD_NETLIST_H

#include "circuit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ow_netlist_kind {
    OW_NETLIST_YOSYS,   /* JSON as Yosys reads and writes it, without time */
    OW_NETLIST_VERILOG, /* structural, over the modules of overworld_cells.v */
    OW_NETLIST_BLIF,    /* Berkeley's format, of combinational circuits alone */
    OW_NETLIST_DOT,     /* a graph for Graphviz */
    OW_NETLIST_CIRCUIT  /* the library's own JSON: all that ow_circuit holds */
} ow_netlist_kind;

/* "yosys", "verilog", "blif", "dot", "circuit"; a constant, "" for what is no kind. */
OW_API const char *ow_netlist_kind_name(ow_netlist_kind kind);

/* All members zero: a fine choice. */
typedef struct ow_netlist_options {
    ow_text module; /* what it is called; empty: "overworld" */

    /* Verilog for Yosys, which knows neither time nor strength: explicit ORs, gates without a delay, relays as
     * black boxes. Else it is for simulators, and agrees with ow_simulation tick by tick. */
    bool for_yosys;
    uint8_t reserved_bytes[7];

    /* Is told what a netlist cannot carry: one sentence, with the number of a component of the circuit for
     * which it is so. May be NULL. */
    void (*warn)(void *context, uint32_t component, const char *message);
    void *warn_context;
    uint64_t reserved[8];
} ow_netlist_options;

/* Writes a circuit. OW_BAD_VALUE: a kind that cannot have it, such as BLIF where the circuit has latches or
 * loops; the message says by which component. */
OW_API ow_status ow_netlist_write(const ow_circuit *circuit, ow_netlist_kind kind,
                                  const ow_netlist_options *netlist_options,
                                  const ow_options *options, const ow_sink *sink, ow_error *error);

/* How the ports of a netlist's module are built. */
typedef enum ow_build_ports {
    OW_BUILD_PANELS, /* switches and displays, with labels */
    OW_BUILD_SOCKETS /* chubby sockets, with labels */
} ow_build_ports;

/* All members zero: a fine choice. */
typedef struct ow_build_options {
    ow_text
        module; /* of several modules with cells; empty: the one marked as top, or the only one */
    ow_build_ports ports;
    uint32_t reserved_number;
    uint64_t reserved[8];
} ow_build_options;

/* What was built. */
typedef struct ow_build_report {
    uint32_t cells;           /* components that have logic: gates, latches, fast buffers */
    uint32_t inputs, outputs; /* ports, bit by bit */
    uint32_t depth;           /* most gates from a latch or an input to the next latch or output */
    uint32_t half_period;     /* fewest ticks of half a clock; 0: there is no one clock */
    uint64_t settled;         /* after how many ticks it rests; 0: it never does */
    uint64_t reserved[4];
} ow_build_report;

/* Makes a Logic World subassembly of a netlist: the JSON that Yosys writes of one flattened module. Its cells are
 * $_NOT_, $_AND_, $_XOR_, $_OR_, $_BUF_ and $_DLATCH_P_, and those of overworld.genlib, such as ow_and3. An OR becomes
 * several drivers of one net. The document has memory of its own; give it back with ow_close. `report` may be NULL.
 * OW_BAD_JSON: the text is not JSON or not a netlist. OW_BAD_VALUE: it has other cells, a bit with two drivers, or gates
 * in a loop; the message names them. ow_options.max_memory holds for each step (reading, the circuit of the save,
 * running it); the save comes on top. */
OW_API ow_status ow_build_netlist(const char *text, size_t size,
                                  const ow_build_options *build_options, const ow_options *options,
                                  ow_document *document, ow_build_report *report, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
