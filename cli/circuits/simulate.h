/* overworld simulate: declarations that its parts share. */
#ifndef OW_CLI_CIRCUITS_SIMULATE_H
#define OW_CLI_CIRCUITS_SIMULATE_H

#include "answers.h"
#include "circuits/circuit.h"
#include "io/output.h"

struct simulating {
    const struct arguments *arguments;
    struct opened_circuit opened;
    struct input bench_file;
    ow_simulation_options asked;
    ow_options options;
    ow_simulation *simulation;
    ow_watch *watch; /* of the waves that are printed; NULL: none */
    ow_bench *bench; /* NULL: none */
    ow_bench_totals totals;
    unsigned long long ticks;
    ow_wave *waves;
    uint32_t *single; /* the nets of waves with a single net */
    char (*names)[NET_NAME];
    uint32_t wave_count;
    char *watch_list;
    uint64_t *values; /* of waves as printed; bit 0 is their lowest net */
    bool *changed;    /* waves that changed in the tick `changed_at` and have not been printed */
    uint64_t changed_at;
    bool until_rest; /* no number of ticks was given */
    ow_vcd *vcd;
    struct output_file vcd_file;
    bool has_vcd_file;
    ow_json_writer *writer; /* for failures as they occur; NULL: text */
    bool printed;
    bool has_trouble; /* a file of the bench could not be read */
    ow_error error;
};

/* The most ticks that a circuit runs if no number is given. */
enum { MOST_UNTIL_REST = 10000 };

/* Opens the file of --bench. */
int open_bench(struct simulating *run);

/* Prints what changed in the last tick. Lines wait for its end because several nets of a bus may
 * change. */
void flush_waves(struct simulating *run);

/* With --json, begins the value; failures are then written as they occur. Returns false if memory
 * runs out. */
bool begin_run(struct simulating *run);

/* Reports the result: a line, or JSON. Returns `status`, or another one if the report fails. */
int report_run(struct simulating *run, int status);

#endif
