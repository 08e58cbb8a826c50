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

/* Components that are modules in both. */
void verilog_put_latch(struct netlist *netlist, uint32_t component);
void verilog_put_delayer(struct netlist *netlist, uint32_t component);
void verilog_put_randomizer(struct netlist *netlist, uint32_t component);
void verilog_put_box(struct netlist *netlist, uint32_t component);
void verilog_put_relays(struct netlist *netlist);

/* Black boxes as modules; those of simulators keep their outputs as saved. */
ow_status verilog_put_boxes(struct netlist *netlist, bool for_yosys);

#endif
