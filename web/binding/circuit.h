/* Circuits for JavaScript: what the calls of a circuit, a simulation and a bench share. */
#ifndef OW_BINDING_CIRCUIT_H
#define OW_BINDING_CIRCUIT_H

#include "binding.h"
#include "settings.h"

/* A circuit holds its world, and a simulation its circuit. Each is freed with its last holder. */
struct circuit {
    uint32_t holders; /* besides its own handle */
    struct world *world;
    ow_circuit circuit;
    ow_circuit_depths depths;
};

/* Settings of a simulation. */
struct run_settings {
    int delayers; /* an ow_delayer_reading */
    uint32_t seed;
    uint32_t extra_delay;
    uint64_t ticks;     /* of a bench */
    struct texts watch; /* of a bench */
};

/* Opens a simulation with the functions of the host. */
ow_status open_simulation(struct circuit *circuit, const struct run_settings *settings,
                          const ow_options *options, ow_simulation **simulation);

extern const char *const delayer_words[];

/* Writes numbers as the answer. */
ow_status answer_numbers(const uint32_t *numbers, size_t count);

#endif
