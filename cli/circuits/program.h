/* overworld program: what its parts share. */
#ifndef OW_CLI_CIRCUITS_PROGRAM_H
#define OW_CLI_CIRCUITS_PROGRAM_H

#include "answers.h"
#include "circuits/circuit.h"
#include "io/output.h"

enum { DISPLAY_FILE = 128 };

/* Something that holds a program: a grid of switches, a memory of D latches, or a memory of a mod. */
struct store {
    uint32_t component;         /* the memory; of a grid its first switch, of latches their label */
    const ow_switch_grid *grid; /* NULL: a memory */
    const ow_latch_memory *latches; /* a memory of D latches; NULL: of a mod */
    bool is_panel;                  /* switches that have labels: not chosen unless --at says so */
    bool is_queue;
    bool is_display; /* the colours of a display, in a file beside the save */
    uint32_t words;  /* of a queue as many as it has room for */
    uint32_t bits, word_bytes;
};

/* Where words and bits lie, as --layout says. */
struct layout {
    bool columns; /* a word is a column of switches, not a row */
    bool lsb_first, last_word_first, inverted, big_endian;
    bool of_switches; /* something was said that holds for switches alone */
};

struct programming {
    const struct arguments *arguments;
    struct opened_circuit opened;
    struct input data; /* what is to be put in */
    bool has_data, reads, writes;
    struct layout layout;
    unsigned long long ticks; /* in which the circuit has to come to rest */
    ow_simulation *simulation;
    ow_switch_grids grids;
    ow_latch_memories latches;
    struct store *stores;
    uint32_t store_count;
    uint32_t *store_of;               /* of each component: the number of its store + 1; 0: none */
    const struct store *store;        /* that is meant */
    struct store display;             /* what it is, if that is a display */
    char file[DISPLAY_FILE];          /* where the save has its colours */
    uint8_t *now, *then;              /* its words in the order of the file, before and after */
    size_t now_size, then_size, room; /* in bytes */
    char *text;                       /* the bits of a word */
    bool is_listed;                   /* `stores` is what there is */
    bool is_fit;                      /* `now` and `then` are what is there, and what is to be */
    bool rests;                       /* came to rest at the end */
    uint32_t verified, differ; /* words that were read through the circuit; that were wrong */
    ow_json_writer *writer;
    ow_options options;
    ow_error error;
};

/* What can be programmed, as the answer to --at says which is meant. EXIT_FINE, or another status after a message. */
int list_stores(struct programming *run);
int choose_store(struct programming *run);

/* How a store is called. */
enum { STORE_NAME = 16, MOST_BITS = 64 /* of a bus */ };
const char *store_name(const struct programming *run, const struct store *store,
                       char name[STORE_NAME]);
const char *store_kind(const struct programming *run, const struct store *store);

/* Reads --layout. EXIT_FINE, or EXIT_USAGE after a message. */
int read_layout(struct programming *run);

/* The switch of a bit of a word; OW_NO_NET: there is none. */
uint32_t switch_at(const struct programming *run, uint32_t word, uint32_t bit);

/* A bit of a word in such contents. */
bool bit_at(const struct programming *run, const uint8_t *contents, uint32_t word, uint32_t bit);

/* What is in the store. */
int read_contents(struct programming *run);

/* Makes run->then of the data: refuses what does not fit. */
int fit_data(struct programming *run);

/* Puts run->then into the store of the simulation. */
int put_contents(struct programming *run);

/* Runs until the circuit rests, or as long as --ticks says. */
int run_ticks(struct programming *run);

/* A message of the library's, as an exit status. */
int fail_program(struct programming *run, ow_status status);

/* Makes run->store of the display that --at names, by its address or by a net that displays with one file are on: how
 * many files there are. */
uint32_t find_display(struct programming *run, const char *at);

/* The colours of run->store as they are, and where they go when they are changed: beside the save, or to -o. */
int read_display(struct programming *run);
int write_display(struct programming *run);

/* Reads each word through the circuit, as --verify says. EXIT_PROBLEMS where one is not as it should be. */
int verify(struct programming *run);

/* Tells what can be programmed, or which words would change; with --json begins the value, in which differences are
 * told as they come. False without memory. */
bool begin_program(struct programming *run);

/* Tells what came of it. Returns `status`, or another one where that failed. */
int report_program(struct programming *run, int status);

#endif
