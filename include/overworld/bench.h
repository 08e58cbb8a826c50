/* Test benches: what is done to a circuit that runs, and what must come of it; and its waves as a VCD.
 *
 * A bench is JSON text, docs/schema/bench.schema.json: names for nets and buses, clocks, memories on a bus,
 * and steps in order: each waits, looks and sets. docs/reference/benches.md has examples. */
#ifndef OVERWORLD_BENCH_H
#define OVERWORLD_BENCH_H

#include "circuit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Something that did not come out as a step says. Only ever handed out: it grows at its end. */
typedef struct ow_bench_failure {
    uint64_t tick;
    uint64_t step;            /* from 0 on */
    ow_text name;             /* the step's own; empty where it has none */
    ow_text signal;           /* the net, the bus or the memory */
    ow_text message;          /* in a sentence: what was expected, what was found */
    uint64_t expected, found; /* of a net or a bus */
} ow_bench_failure;

/* What a caller lends to a bench. All members zero: no files, nobody to tell. */
typedef struct ow_bench_options {
    void *context;

    /* Reads the file with the contents of a memory. False where it cannot be had. `release` gives it back. */
    bool (*read)(void *context, ow_text path, ow_bytes *bytes);
    void (*release)(void *context, ow_bytes *bytes);

    /* Writes the contents of a memory in the end. */
    bool (*write)(void *context, ow_text path, ow_bytes bytes);

    /* A byte that the circuit wrote to where a memory prints. */
    void (*print)(void *context, uint8_t byte);
    void (*failed)(void *context, const ow_bench_failure *failure);
    uint64_t reserved[8];
} ow_bench_options;

typedef struct ow_bench_totals {
    uint64_t steps, checks; /* gone through; values that were looked at */
    uint64_t failures;
    uint64_t ticks;
    uint64_t reserved[4];
} ow_bench_totals;

typedef struct ow_bench ow_bench;

/* Reads a bench and attaches its memories to a simulation of `circuit` that has not run yet. The bench, the
 * simulation and the circuit can be closed in any order; after the simulation is closed, ow_bench_run returns
 * OW_BAD_ARGUMENT. OW_BAD_JSON: the text is not a valid bench. OW_NOT_THERE: the circuit does not have a net or
 * component of the bench. OW_BAD_ARGUMENT: the simulation is of another circuit. The message says where. */
OW_API ow_status ow_bench_open(const char *text, size_t size, const ow_circuit *circuit,
                               ow_simulation *simulation, const ow_bench_options *bench_options,
                               const ow_options *options, ow_bench **bench, ow_error *error);
OW_API void ow_bench_close(ow_bench *bench);

/* Goes through the steps, and then runs until `ticks` of the bench, or at least `ticks` of the caller (0: none).
 * Failures are told and counted, and are no error. */
OW_API ow_status ow_bench_run(ow_bench *bench, uint64_t ticks, ow_bench_totals *totals,
                              ow_error *error);

/* The nets of a name of the bench, or of a net or a peg of the circuit, lowest bit first: NULL where there is
 * none. Lives as long as the bench. */
OW_API const uint32_t *ow_bench_find(ow_bench *bench, ow_text name, uint32_t *count);

/* The name of signal `at` of the bench, in its order: empty behind the last one. */
OW_API ow_text ow_bench_signal(const ow_bench *bench, uint32_t at);

/* A line of a wave: a net, or a bus with its lowest bit first. */
typedef struct ow_wave {
    ow_text name;
    const uint32_t *nets;
    uint32_t count;
} ow_wave;

/* Writes the changes of nets as a Value Change Dump (IEEE 1364-2005, section 18), one tick per unit of time.
 * `waves`, what they point to, and `sink` are copied. A simulation can have several dumps besides the visitor of
 * ow_simulation_watch. The dump and the simulation can be closed in either order: the dump ends where the simulation
 * ended, and ow_vcd_close writes the rest. */
typedef struct ow_vcd ow_vcd;
OW_API ow_status ow_vcd_open(ow_simulation *simulation, const ow_wave *waves, uint32_t count,
                             const ow_options *options, const ow_sink *sink, ow_vcd **vcd,
                             ow_error *error);
OW_API ow_status ow_vcd_close(ow_vcd *vcd, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
