/* overworld render --tick: draws the circuit of a Logic World save after some ticks. */
#ifndef OW_CLI_RENDER_TICK_H
#define OW_CLI_RENDER_TICK_H

#include "circuits/circuit.h"
#include "pictures/render.h"

/* The circuit of the drawn save, and its simulation. */
struct render_run {
    struct opened_circuit opened;
    ow_simulation *simulation;
};

/* Runs the circuit for the ticks of --tick and puts its states into the scene. Does nothing without
 * --tick. EXIT_FINE, or another exit status after a message. */
int run_to_tick(struct rendering *rendering);

/* Frees the simulation and the circuit. */
void end_run_to_tick(struct rendering *rendering);

#endif
