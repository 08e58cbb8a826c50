/* overworld program: declarations that its parts share. */
#ifndef OW_CLI_CIRCUITS_PROGRAM_H
#define OW_CLI_CIRCUITS_PROGRAM_H

#include "answers.h"
#include "circuits/circuit.h"
#include "io/output.h"

enum { DISPLAY_FILE = 128 };

/* A store of a program: a grid of switches, a memory that `build` made, or a memory of a mod. */
struct store {
    /* the memory; for a grid its first switch, for what `build` made its label */
    uint32_t component;
    const ow_switch_grid *grid;   /* NULL: a memory */
    const ow_built_memory *built; /* what `build` made; NULL: anything else */
    bool is_panel;                /* switches with labels: only used if --at names them */
    bool is_queue;
    bool is_display; /* the colours of a display, in a file beside the save */
    uint32_t words;  /* for a queue: its capacity */
    uint32_t bits, word_bytes;
};

/* The order of words and bits, from --layout. */
struct layout {
    bool columns; /* a word is a column of switches, not a row */
    bool lsb_first, last_word_first, inverted, big_endian;
    bool of_switches; /* an option was given that only applies to switches */
};

struct programming {
    const struct arguments *arguments;
    struct opened_circuit opened;
    struct input data; /* the data to store */
    bool has_data, reads, writes;
    struct layout layout;
    unsigned long long ticks; /* limit for the circuit to become stable */
    ow_simulation *simulation;
    ow_switch_grids grids;
    ow_built_memories built;
    struct store *stores;
    uint32_t store_count;
    uint32_t *store_of;               /* of each component: the number of its store + 1; 0: none */
    const struct store *store;        /* the selected store */
    struct store display;             /* the selected store, if it is a display */
    char file[DISPLAY_FILE];          /* the file of its colours in the save */
    uint8_t *now, *then;              /* its words in the order of the file, before and after */
    size_t now_size, then_size, room; /* in bytes */
    char *text;                       /* the bits of a word */
    bool is_listed;                   /* `stores` is filled */
    bool is_fit;                      /* `now` and `then` are filled */
    bool rests;                       /* the circuit is stable at the end */
    uint32_t verified, differ;        /* words read through the circuit; wrong ones among them */
    ow_json_writer *writer;
    ow_options options;
    ow_error error;
};

/* Lists the stores, and selects the one that --at names. EXIT_FINE, or another status after a
 * message. */
int list_stores(struct programming *run);
int choose_store(struct programming *run);

/* Formats the name of a store. */
enum { STORE_NAME = 16, MOST_BITS = 64 /* of a bus */ };
const char *store_name(const struct programming *run, const struct store *store,
                       char name[STORE_NAME]);
const char *store_kind(const struct programming *run, const struct store *store);

/* The bits of a word of a mod's memory. */
uint32_t bits_of_memory(const ow_circuit_component *component);

/* Reads --layout. EXIT_FINE, or EXIT_USAGE after a message. */
int read_layout(struct programming *run);

/* The switch of a bit of a word; OW_NO_NET if there is none. */
uint32_t switch_at(const struct programming *run, uint32_t word, uint32_t bit);

/* A bit of a word in such contents. */
bool bit_at(const struct programming *run, const uint8_t *contents, uint32_t word, uint32_t bit);

/* Reads the contents of the store. */
int read_contents(struct programming *run);

/* Fills run->then from the data; refuses data that does not fit. */
int fit_data(struct programming *run);

/* Stores run->then in the store of the simulation. */
int put_contents(struct programming *run);

/* Runs until the circuit is stable, at most the ticks of --ticks. */
int run_ticks(struct programming *run);

/* Reports an error of the library. Returns the exit status. */
int fail_program(struct programming *run, ow_status status);

/* Sets run->store to the display that --at names: by its address, or by a net of displays that
 * share one file. Returns the number of files. */
uint32_t find_display(struct programming *run, const char *at);

/* Reads the current colours of run->store, and finds the file for changed ones: beside the save, or
 * that of -o. */
int read_display(struct programming *run);
int write_display(struct programming *run);

/* Reads each word through the circuit, for --verify. EXIT_PROBLEMS if a word is wrong. */
int verify(struct programming *run);

/* Lists the stores, or the words that would change. With --json begins the value; differences are
 * then written as they are found. Returns false if memory runs out. */
bool begin_program(struct programming *run);

/* Reports the result. Returns `status`, or another one if the report fails. */
int report_program(struct programming *run, int status);

#endif
