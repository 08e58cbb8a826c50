/* Verilog: shared by its two styles. */
#ifndef OW_SRC_CIRCUIT_NETLIST_VERILOG_H
#define OW_SRC_CIRCUIT_NETLIST_VERILOG_H

#include "netlist.h"

/* Writes the module's head with ports and wires; and its end. */
void verilog_begin(struct netlist *netlist, const char *about);
void verilog_end(struct netlist *netlist);

/* "{n3, n2}", highest first: inputs from one on, and outputs; only the name of a single one. */
void verilog_put_inputs(struct netlist *netlist, uint32_t component);
void verilog_put_outputs(struct netlist *netlist, uint32_t component);

/* "2'b10": saved states of outputs, highest first. */
void verilog_put_saved(struct netlist *netlist, uint32_t component);

/* "C-12 (.in({n3, n2}), .out(o4));": the end of an instance. */
void verilog_put_ends(struct netlist *netlist, uint32_t component);

/* What differs between the styles. */
struct verilog_style {
    /* The gate of each logic for `put_gate`; NULL: not a gate in this style. */
    const char *gates[OW_LOGIC_TIMER + 1];
    void (*put_gate)(struct netlist *netlist, const char *gate, uint32_t component);
    /* Writes a component with a truth table. */
    void (*put_table)(struct netlist *netlist, uint32_t component);
};

/* Writes all components except links, which are separate. */
void verilog_put_cells(struct netlist *netlist, const struct verilog_style *style);
void verilog_put_relays(struct netlist *netlist);

/* Writes black boxes as modules; those of simulators keep their saved outputs. */
ow_status verilog_put_boxes(struct netlist *netlist, bool for_yosys);

#endif
