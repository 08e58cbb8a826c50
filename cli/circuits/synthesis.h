/* Converts Verilog to a netlist with Yosys. */
#ifndef OW_CLI_CIRCUITS_SYNTHESIS_H
#define OW_CLI_CIRCUITS_SYNTHESIS_H

#include "io/input.h"
#include "verb.h"

/* Whether a path ends with .v or .sv. */
bool is_verilog(const char *path);

/* Reads --and-inputs, or its default. Returns false after a message. */
bool read_and_inputs(const struct arguments *arguments, unsigned long long *and_inputs);

/* Runs Yosys on the operands, with the options, and opens the netlist. Returns EXIT_FINE, or
 * another exit status after a message. Temporary files are removed before it returns. */
int synthesise(const struct arguments *arguments, struct input *netlist);

#endif
