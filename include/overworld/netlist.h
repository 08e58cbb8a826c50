/* Circuits as netlists for other programs, and netlists as saves.
 *
 * docs/how-to/netlists.md says what each kind holds, what becomes a port of the module, and how
 * names are adapted to a language.
 *
 * Threads: the calls may run at once, also on the same circuit. More in formats.h. */
#ifndef OVERWORLD_NETLIST_H
#define OVERWORLD_NETLIST_H

#include "circuit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ow_netlist_kind {
    OW_NETLIST_YOSYS,   /* JSON of Yosys, without delays */
    OW_NETLIST_VERILOG, /* structural Verilog, with the modules of overworld_cells.v */
    OW_NETLIST_BLIF,    /* Berkeley's format, only for combinational circuits */
    OW_NETLIST_DOT,     /* a graph for Graphviz */
    OW_NETLIST_CIRCUIT, /* the library's own JSON: all of ow_circuit */
    OW_NETLIST_TABLE    /* a truth table as CSV, only for small combinational circuits */
} ow_netlist_kind;

/* Names a kind of netlist.
 * Returns a constant: "yosys", "verilog", "blif", "dot", "circuit" or "table"; "" for other values.
 * Since 0.1. */
OW_API const char *ow_netlist_kind_name(ow_netlist_kind kind);

/* All members zero: the defaults. */
typedef struct ow_netlist_options {
    ow_text module; /* name of the module; empty: "overworld" */

    /* Write Verilog for Yosys, which supports neither delays nor strengths: explicit ORs, gates
     * without delay, relays as black boxes. Otherwise it is for simulators, and agrees with
     * ow_simulation tick by tick. */
    bool for_yosys;
    uint8_t reserved_bytes[7];

    /* Called for what a netlist cannot represent: one sentence, and the index of the component of
     * the circuit. May be NULL. */
    void (*warn)(void *context, uint32_t component, const char *message);
    void *warn_context;
    uint64_t reserved[8];
} ow_netlist_options;

/* Writes a circuit as a netlist.
 *
 * netlist_options: NULL: all zero.
 * sink: receives the text.
 * Returns OW_OK; OW_BAD_VALUE if the kind cannot represent the circuit (BLIF and tables: latches or
 * loops; tables: more than 16 inputs or 64 outputs), with the component in the message; or
 * OW_WRITE_FAILED.
 * Since 0.1. */
OW_API ow_status ow_netlist_write(const ow_circuit *circuit, ow_netlist_kind kind,
                                  const ow_netlist_options *netlist_options,
                                  const ow_options *options, const ow_sink *sink, ow_error *error);

/* How ports of a build are made. */
typedef enum ow_build_ports {
    OW_BUILD_PANELS, /* switches and displays, with labels */
    OW_BUILD_SOCKETS /* chubby sockets, with labels */
} ow_build_ports;

/* A part of the longest path: what leads from the step before it to a signal. */
typedef struct ow_build_step {
    ow_text signal;   /* name in the source, such as "pc"; empty: unknown */
    ow_text source;   /* lines of the source, such as "cpu.v:33.5-33.20"; empty: unknown */
    uint32_t ticks;   /* that this part adds */
    uint32_t index;   /* of the bit, if `signal` is a bus */
    bool is_numbered; /* `signal` is a bus */
    bool is_latch;    /* a latch drives the signal */
    uint8_t reserved_bytes[6];
    uint64_t reserved[2];
} ow_build_step;

/* All members zero: the defaults. */
typedef struct ow_build_options {
    /* Name of the module to build; empty: the one marked as top, or the only one with cells. */
    ow_text module;
    ow_build_ports ports;
    uint32_t and_inputs; /* ow_build_table: most inputs of an AND, 2 to 4; 0: 4 */
    /* Called for each step of the longest path, from its start on: of the path that sets the half
     * period if there is one, else of the longest chain of gates. Texts are valid during the call.
     * May be NULL. */
    void (*step)(void *context, const ow_build_step *step);
    void *step_context;
    /* Ticks, up to OW_MOST_MARGIN, by which each gate and latch may be late, at random each time.
     * The clock's two phases are then kept apart, inputs are delayed, and the half period gets
     * longer. 0, as in the game: none. */
    uint32_t margin;
    uint32_t reserved_number;
    uint64_t reserved[5];
} ow_build_options;

#define OW_MOST_MARGIN 8

/* The size and timing of a built save. */
typedef struct ow_build_report {
    uint32_t cells;           /* components with logic: gates, latches, fast buffers */
    uint32_t inputs, outputs; /* bits of the ports */
    uint32_t depth;           /* most gates between latches, inputs and outputs */
    uint32_t half_period;     /* fewest ticks of half a clock period; 0: no single clock */
    uint64_t settled;         /* ticks until nothing changes any more; 0: never */
    uint32_t margin;          /* ticks by which each gate may be late at that period */
    uint32_t reserved_number;
    uint64_t reserved[3];
} ow_build_report;

/* Builds a Logic World subassembly from a netlist: the JSON that Yosys writes of one flattened
 * module. Cells are $_NOT_, $_AND_, $_XOR_, $_OR_, $_BUF_ and $_DLATCH_P_, and those of
 * overworld.genlib, such as ow_and3. An OR becomes several drivers of one net.
 *
 * text, size: the JSON, size in bytes.
 * build_options: NULL: all zero.
 * options: `max_memory` limits each step (reading, the circuit of the save, running it); the save
 *   is not counted.
 * document: receives a document with memory of its own; release it with ow_close. Zeroed on
 *   failure.
 * report: receives the figures; may be NULL.
 * Returns OW_OK; OW_BAD_JSON if the text is not JSON or not a netlist; OW_BAD_VALUE for other
 * cells, a bit with two drivers or a loop of gates, which the message names.
 * Since 0.1. */
OW_API ow_status ow_build_netlist(const char *text, size_t size,
                                  const ow_build_options *build_options, const ow_options *options,
                                  ow_document *document, ow_build_report *report, ow_error *error);

/* Builds a Logic World subassembly from a truth table in CSV. The header has the names of inputs, a
 * column "->", and the names of outputs; NAME[7:0] is a bus. Each other line has a value for each
 * name, as in benches; "-" is any value. docs/how-to/netlists.md has all rules. The parameters are
 * those of ow_build_netlist.
 *
 * text, size: the table in UTF-8, size in bytes. At most 16 bits of inputs and 64 of outputs.
 * Returns OW_OK; or OW_BAD_VALUE for text that is not a truth table, a missing case or a
 * contradiction, with the line in the message.
 * Since 0.1. */
OW_API ow_status ow_build_table(const char *text, size_t size,
                                const ow_build_options *build_options, const ow_options *options,
                                ow_document *document, ow_build_report *report, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
