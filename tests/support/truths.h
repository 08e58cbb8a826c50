/* What holds of any circuit, and of any that runs: for unit tests, robust programs and fuzz
 * targets. */
#ifndef OW_TESTS_SUPPORT_TRUTHS_H
#define OW_TESTS_SUPPORT_TRUTHS_H

#include <overworld/overworld.h>

/* What is wrong with a circuit, NULL if nothing: each number lies within its array, each input
 * is in one net and one net only, what is told twice (drivers and driven nets, links and nets)
 * agrees. */
const char *circuit_fault(const ow_circuit *circuit);

/* What is wrong with the nets of a simulation that no caller and no device drives, after a tick:
 * they have to be the least fixed point of drivers and closed links, found here from nothing. */
const char *nets_fault(const ow_circuit *circuit, const ow_simulation *run);

/* The same where nets are driven from outside: those of which `driven` is not 0. */
const char *driven_nets_fault(const ow_circuit *circuit, const ow_simulation *run,
                              const uint8_t *driven);

#endif
