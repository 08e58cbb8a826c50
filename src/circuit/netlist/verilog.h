/* Verilog: what the two ways of writing it share. */
#ifndef OW_SRC_CIRCUIT_NETLIST_VERILOG_H
#define OW_SRC_CIRCUIT_NETLIST_VERILOG_H

#include "netlist.h"

/* The module's head with its ports, and its wires; its end. */
void verilog_begin(struct netlist *netlist, const char *about);
void verilog_end(struct netlist *netlist);

/* "{n3, n2}", the highest first: inputs from one on, and outputs; of a single one its name alone. */
void verilog_put_inputs(struct netlist *netlist, uint32_t component);
void verilog_put_outputs(struct netlist *netlist, uint32_t component);

/* "2'b10": what outputs were as saved, the highest first. */
void verilog_put_saved(struct netlist *netlist, uint32_t component);

/* "C-12 (.in({n3, n2}), .out(o4));": how an instance of a module ends. */
void verilog_put_ends(struct netlist *netlist, uint32_t component);

/* What the two ways say each in its own words. */
struct verilog_style {
    /* By logic what a gate is to `put_gate`; NULL: to this style it is none. */
    const char *gates[OW_LOGIC_MEMORY + 1];
    void (*put_gate)(struct netlist *netlist, const char *gate, uint32_t component);
    /* A component that has a truth table. */
    void (*put_table)(struct netlist *netlist, uint32_t component);
};

/* All components but links, which are by themselves. */
void verilog_put_cells(struct netlist *netlist, const struct verilog_style *style);
void verilog_put_relays(struct netlist *netlist);

/* Black boxes as modules; those of simulators keep their outputs as saved. */
ow_status verilog_put_boxes(struct netlist *netlist, bool for_yosys);

#endif
