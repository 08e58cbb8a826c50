/* Test benches: shared by reading and running them. */
#ifndef OW_SRC_CIRCUIT_BENCH_H
#define OW_SRC_CIRCUIT_BENCH_H

#include "../json/walk.h"
#include "simulation.h"

#include <overworld/bench.h>

/* Most bits of a value. */
enum { MOST_BITS = 64 };

/* Sets a net by all switches and buttons that drive it. */
#define ALL_HANDS (NO_COMPONENT - 1)

/* Nets under one name, lowest bit first. */
struct bench_signal {
    struct bench_signal *next, *next_in_bucket;
    ow_text name;
    uint32_t *nets; /* OW_NO_NET: an output without a wire */
    /* the switch or button that sets it, ALL_HANDS, or NO_COMPONENT: the net itself is driven */
    uint32_t *hands;
    uint32_t *outputs; /* outputs without a wire; else OW_NO_NET */
    uint32_t count;
    uint32_t named_in; /* the last object of values with this name */
};

struct bench_value {
    struct bench_signal *signal;
    uint64_t value;
    const char *at; /* in the text */
};

/* A button while it is pressed. */
struct bench_press {
    struct bench_press *next;
    struct bench_signal *signal;
    uint64_t end;
};

struct bench_clock {
    struct bench_signal *signal;
    uint64_t half, next, cycles_left; /* `next`: the tick before which it changes */
    bool on;
};

/* A memory on a bus. */
struct bench_memory {
    struct bench_memory *next;
    ow_simulation *run;
    ow_text name, contents, write_to;
    uint32_t address_bits, data_bits;
    bool has_read, has_write, has_print, is_writing, read_only;
    uint64_t from, print_at;
    uint64_t address, value; /* of the current write */
    size_t cell_size;
    uint8_t *bytes;
    size_t size;
    struct ow_bench *bench;
    struct running_device *device;
};

/* Expected contents of a memory. */
struct bench_content {
    struct bench_memory *memory;
    uint64_t at;
    const uint8_t *bytes;
    size_t size;
};

/* Vectors: each row sets signals, waits and expects values. */
struct bench_table {
    struct bench_value *values; /* rows * (sets + expects): the set values of each row first */
    uint32_t rows, sets, expects;
    bool until_rest;
    uint64_t ticks; /* ticks to wait, or to wait for rest at most */
};

enum bench_wait { WAIT_NOT, WAIT_AT, WAIT_AFTER, WAIT_UNTIL, WAIT_REST };

struct bench_step {
    ow_text name;
    enum bench_wait wait;
    uint64_t ticks; /* of WAIT_AT, WAIT_AFTER; the maximum for the others */
    /* press: value is the number of ticks */
    struct bench_value *until, *expect, *set, *drive, *press;
    uint32_t until_count, expect_count, set_count, drive_count, press_count;
    struct bench_table table;
    struct bench_content *contents;
    uint32_t content_count;
    const uint8_t *printed; /* NULL: not checked */
    size_t printed_size;
};

struct ow_bench {
    struct simulation_user user; /* first, so that a pointer to it is one to the struct */
    ow_simulation *run;          /* NULL: closed before the bench */
    ow_bench_options asked;
    ow_options options;
    struct arena arena;
    struct bench_signal *signals, **last_signal; /* those of the bench come first */
    uint32_t own_signals, signal_count;
    struct bench_signal **buckets; /* by circuit_name_key; bucket_count is a power of two */
    uint32_t bucket_count;
    uint32_t row; /* of a table, from 1 on; 0: no table is running */
    struct bench_clock *clocks;
    uint32_t clock_count;
    struct bench_memory *memories;
    struct bench_step *steps;
    uint32_t step_count;
    struct bench_press *presses;
    uint64_t ticks;
    uint8_t *printed; /* output of printing memories */
    size_t printed_size, printed_room;
    bool print_was_lost; /* output was lost without memory */
    ow_bench_totals totals;
};

/* A bench text that is being read. */
struct bench_reader {
    struct json_walk walk;
    struct ow_bench *bench;
    ow_error *error;
    ow_status status;
    uint32_t objects; /* objects of values read so far */
};

/* Ends reading with an error at the line of a place; returns false. */
bool bench_refuse(struct bench_reader *reader, ow_status status, const char *at, const char *format,
                  ...) OW_PRINTF(4, 5);
bool bench_no_memory(struct bench_reader *reader);
void *bench_take(struct bench_reader *reader, size_t count, size_t size);

/* Read values of the text. Each fails with an error for other kinds. */
bool bench_read_text(struct bench_reader *reader, const char *at, ow_text *text);

/* A member of an object whose names are nets or memories. */
struct bench_entry {
    ow_text name;
    const char *name_at, *at; /* place of its name, and of its value */
};

/* Moves to the next member of an object. Returns false at its end, or on an error (see the
 * reader's status). */
bool bench_next_entry(struct bench_reader *reader, struct object_walk *object,
                      struct bench_entry *entry);
bool bench_read_number(struct bench_reader *reader, const char *at, uint64_t *number);

/* Finds members of an object and rejects unknown ones. */
bool bench_members(struct bench_reader *reader, const char *at, struct member *members,
                   size_t count);

/* Finds or adds the signal of a name or a peg. NULL after an error. */
struct bench_signal *bench_find_signal(struct bench_reader *reader, const char *at, ow_text name);

/* The next switch or button that drives a net, from driver number *at on. */
bool bench_next_hand(const ow_circuit *circuit, uint32_t net, uint32_t *at, uint32_t *component);

/* Rejects a signal that cannot be set, or is in no net. */
bool bench_check_settable(struct bench_reader *reader, const char *at,
                          const struct bench_signal *signal);
bool bench_check_nets(struct bench_reader *reader, const char *at,
                      const struct bench_signal *signal);

bool bench_read_signals(struct bench_reader *reader, const char *at);
bool bench_read_memories(struct bench_reader *reader, const char *at);
bool bench_read_steps(struct bench_reader *reader, const char *at);
bool bench_read_table(struct bench_reader *reader, const char *at, struct bench_table *table);

/* Checks that values fit their signals. */
bool bench_check_widths(struct bench_reader *reader, const struct bench_value *values,
                        uint32_t count);

/* The memory of a name, or NULL. */
struct bench_memory *bench_find_memory(const struct ow_bench *bench, ow_text name);

/* Bytes as text, or as pairs of hex digits. */
bool bench_read_bytes(struct bench_reader *reader, const char *text, const char *hex,
                      ow_bytes *bytes);

/* Stores a byte that a memory printed. */
void bench_print(struct ow_bench *bench, uint8_t byte);

/* Reads the value of a signal, and sets it. */
uint64_t bench_value_of(const struct ow_bench *bench, const struct bench_signal *signal);
void bench_set(struct ow_bench *bench, const struct bench_signal *signal, uint64_t value);

#endif
