/* overworld simulate: what its parts share. */
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
    ow_bench *bench; /* NULL: none */
    ow_bench_totals totals;
    unsigned long long ticks;
    ow_wave *waves;
    uint32_t *single; /* the nets of waves of one */
    char (*names)[NET_NAME];
    uint32_t wave_count;
    char *watch_list;
    uint64_t *values; /* of waves as printed, bit 0 their lowest net */
    bool *changed;    /* waves that changed in the tick `changed_at` and are not printed yet */
    uint64_t changed_at;
    bool until_rest; /* no number of ticks was given */
    ow_vcd *vcd;
    struct output_file vcd_file;
    bool has_vcd_file;
    ow_json_writer *writer; /* of failures as they come, NULL: text */
    bool printed;
    bool has_trouble; /* a file of the bench could not be read */
    ow_error error;
};

/* Ticks that a circuit runs at most if nobody says how many. */
enum { MOST_UNTIL_REST = 10000 };

/* Opens what --bench says. */
int open_bench(struct simulating *run);

/* Prints what changed in the last tick; lines wait for its end, as a bus changes in several nets. */
void flush_waves(struct simulating *run);

/* With --json: begins the value, in which failures are told as they come. False without memory. */
bool begin_run(struct simulating *run);

/* Tells what came of it: a line, or JSON. Returns `status`, or another one where that failed. */
int report_run(struct simulating *run, int status);

#endif
