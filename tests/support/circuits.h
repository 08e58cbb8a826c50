/* Circuits in a line of text: what tests of src/circuit build saves with. */
#ifndef OW_TESTS_SUPPORT_CIRCUITS_H
#define OW_TESTS_SUPPORT_CIRCUITS_H

#include "bytes.h"

/* A subassembly of version 7, or a world, as words with blanks between them:
 *
 *   inverter:5      a component with an address and the pegs of its type, see circuits.c
 *   and/4:6         with so many inputs
 *   My.Type/3/2:7   another type, with so many inputs and outputs
 *   switch:8{00000001}  with these bytes of custom data
 *   "CLK":9         a panel label
 *   5<1             stands on component 1
 *   5@150,0,-300    stands there, in thousandths
 *   5^1             is turned by so many quarters about y; 5^5: by that many less 4 about x
 *   5>6 5.1>6.2     a wire from an output (number 1) to an input (number 2);
 *                   without a number it is 0
 *   6-7 6.1-7.1     a wire between two inputs
 *   5=6             a wire between two outputs, as no save of the game has
 *   +5 +5.1         an output that is on as saved
 *   *6 *6.1         an input that is
 *
 * Inputs that wires join have one state id, as in the game; all other pegs their own. */
struct bytes circuit_bytes(const char *text, bool world);

/* The same, opened: fails the test where that cannot be done. */
ow_document circuit_document(const char *text);
ow_document circuit_world(const char *text);

/* A save, its circuit and a simulation of it, for tests that want no more than that. It must
 * stay where it is: the simulation points to the circuit. */
struct board {
    ow_document document;
    ow_circuit circuit;
    ow_simulation *run;
};
void board_open(struct board *board, const char *text);
void board_open_with(struct board *board, const char *text,
                     const ow_circuit_options *circuit_options,
                     const ow_simulation_options *options);
void board_free(struct board *board);

/* By names as ow_circuit_find_net knows them; these fail the test where there is none. */
uint32_t net_of(const ow_circuit *circuit, const char *name);
bool is_on(const struct board *board, const char *name);
void drive(struct board *board, const char *name, bool on);
void set_hand(struct board *board, uint32_t address, bool on);
void run_ticks(struct board *board, uint64_t ticks);

/* Nets, one letter each, as they are: "10" where the first is on. Names with blanks between
 * them. */
const char *states_of(const struct board *board, const char *names, char *text);

/* The component with an address. */
uint32_t component_of(const ow_circuit *circuit, uint32_t address);

#endif
