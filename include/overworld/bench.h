/* Test benches: inputs for a running circuit and the expected results; and its waves as a VCD.
 *
 * A bench is JSON text (docs/schema/bench.schema.json). It names nets and buses, has clocks and
 * memories on a bus, and lists steps. Each step waits, checks and sets. Examples:
 * docs/reference/benches.md.
 *
 * Threads: a bench and a VCD belong to their simulation. One thread at a time may use the three. */
#ifndef OVERWORLD_BENCH_H
#define OVERWORLD_BENCH_H

#include "circuit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A check of a bench that failed. Only passed to a callback: it grows at its end. */
typedef struct ow_bench_failure {
    uint64_t tick;
    uint64_t step;            /* number of the step, from 0 on */
    ow_text name;             /* the step's own name; may be empty */
    ow_text signal;           /* name of the net, bus or memory */
    ow_text message;          /* one sentence: what was expected, what was found */
    uint64_t expected, found; /* values of a net or bus */
} ow_bench_failure;

/* Callbacks of a bench, each with `context`. All members zero: no files, no reports. */
typedef struct ow_bench_options {
    void *context;

    /* Reads the file with the contents of a memory. Returns false if it cannot be read. `release`
     * releases the bytes. */
    bool (*read)(void *context, ow_text path, ow_bytes *bytes);
    void (*release)(void *context, ow_bytes *bytes);

    /* Writes the contents of a memory at the end of a run. Returns false on failure. */
    bool (*write)(void *context, ow_text path, ow_bytes bytes);

    /* Called with each byte that the circuit writes to a printing memory. */
    void (*print)(void *context, uint8_t byte);
    void (*failed)(void *context, const ow_bench_failure *failure);
    uint64_t reserved[8];
} ow_bench_options;

typedef struct ow_bench_totals {
    uint64_t steps, checks; /* steps run; values checked */
    uint64_t failures;
    uint64_t ticks;
    uint64_t reserved[4];
} ow_bench_totals;

typedef struct ow_bench ow_bench;

/* Reads a bench and attaches its memories to a simulation that has not run yet. The bench, the
 * simulation and the circuit can be closed in any order.
 *
 * text, size: the JSON, size in bytes; read during the call only.
 * circuit, simulation: the simulation must be of this circuit.
 * bench_options: copied; NULL: all zero.
 * bench: receives the bench; release it with ow_bench_close. NULL on failure.
 * Returns OW_OK; OW_BAD_JSON if the text is not a valid bench; OW_NOT_THERE if the circuit lacks a
 * net or component of the bench; OW_BAD_ARGUMENT if the simulation is of another circuit.
 * Since 0.1. */
OW_API ow_status ow_bench_open(const char *text, size_t size, const ow_circuit *circuit,
                               ow_simulation *simulation, const ow_bench_options *bench_options,
                               const ow_options *options, ow_bench **bench, ow_error *error);

/* Releases a bench. NULL is allowed. Since 0.1. */
OW_API void ow_bench_close(ow_bench *bench);

/* Runs the steps, then runs on to the end tick. Failed checks are reported and counted; they are
 * not an error.
 *
 * ticks: end tick; the bench's own `ticks` if that is later. 0: only the bench's own.
 * totals: receives the counts; may be NULL.
 * Returns OW_OK; OW_CANCELLED; OW_BAD_ARGUMENT if the simulation has been closed; or the status of
 * a failed read or write of a memory.
 * Since 0.1. */
OW_API ow_status ow_bench_run(ow_bench *bench, uint64_t ticks, ow_bench_totals *totals,
                              ow_error *error);

/* Finds nets by a name of the bench, or by a net or peg of the circuit.
 *
 * count: receives the number of nets; 0 if there are none.
 * Returns the nets, lowest bit first, valid as long as the bench; NULL if there are none.
 * Since 0.1. */
OW_API const uint32_t *ow_bench_find(ow_bench *bench, ow_text name, uint32_t *count);

/* Lists the signals of a bench in its order.
 *
 * at: from 0 on.
 * Returns the name, valid as long as the bench; empty text after the last signal.
 * Since 0.1. */
OW_API ow_text ow_bench_signal(const ow_bench *bench, uint32_t at);

/* A signal of a dump: a net, or a bus with its lowest bit first. */
typedef struct ow_wave {
    ow_text name;
    const uint32_t *nets;
    uint32_t count;
} ow_wave;

/* A Value Change Dump (IEEE 1364-2005, section 18) in progress; one tick is one unit of time. */
typedef struct ow_vcd ow_vcd;

/* Starts to dump the changes of nets. A simulation can have several dumps, and watches
 * (ow_watch_open). The dump and the simulation can be closed in either order; the dump ends
 * where the simulation ended.
 *
 * waves, count: copied, with what they point to.
 * sink: receives the text; copied. Its context must stay until ow_vcd_close.
 * vcd: receives the dump; release it with ow_vcd_close. NULL on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if a net does not exist.
 * Since 0.1. */
OW_API ow_status ow_vcd_open(ow_simulation *simulation, const ow_wave *waves, uint32_t count,
                             const ow_options *options, const ow_sink *sink, ow_vcd **vcd,
                             ow_error *error);

/* Writes the rest of a dump and releases it. NULL is allowed.
 * Returns OW_OK or OW_WRITE_FAILED.
 * Since 0.1. */
OW_API ow_status ow_vcd_close(ow_vcd *vcd, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
