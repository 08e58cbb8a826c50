/* What the parts of overworld diff share. */
#ifndef OW_CLI_LOOK_DIFF_H
#define OW_CLI_LOOK_DIFF_H

#include "terminal/json.h"

enum { REGION_ROOM = 512, MOST_PLACES = 128, PLACE_ROOM = 64, WORD_NAME = 64 };

/* Cells or heights of one list that changed, as what they take together. */
struct region {
    char list[REGION_ROOM]; /* a JSON Pointer; "": there is none */
    uint64_t count, least[2], most[2];
    double largest; /* change of a height */
    bool heights;
};

/* How many changes a kind of place has, such as "components/position". */
struct place_count {
    char place[PLACE_ROOM];
    uint64_t by_kind[4];
};

/* What a verb that changes a world tells beside what changed, in JSON. */
struct extra_output {
    void (*write)(void *context, ow_json_writer *writer);
    void *context;
};

struct comparison {
    struct input inputs[2];
    ow_document documents[2];
    bool json, stat, quiet;
    unsigned long long most, shown_count; /* printed changes; most 0: all */
    ow_change_totals totals;
    ow_error error;
    bool no_memory; /* for what a field is in a player's words */

    ow_json_writer *writer;
    const struct extra_output *beside; /* NULL: nothing */
    char record[REGION_ROOM];          /* of the last line */
    char word[WORD_NAME];              /* the same: the decoded field */
    struct region region;
    struct place_count places[MOST_PLACES];
    unsigned place_count;
};

bool diff_differs(const struct comparison *comparison);

/* Visitors: a line each for people, an object each, counts alone. */
ow_visit diff_print(void *context, const ow_change *change);
ow_visit diff_count(void *context, const ow_change *change);

/* Prints what a change of a field is in a player's words. False if there is nothing to print. */
bool diff_print_words(struct comparison *comparison, const ow_change *change);

/* What text ends with. */
void diff_finish(struct comparison *comparison);

/* Compares the two documents, and tells what differs as the flags say. EXIT_PROBLEMS where something does; else
 * an exit status that has told why it is not EXIT_FINE. */
int diff_documents(struct comparison *comparison);

void diff_close(struct comparison *comparison);

/* All as one JSON value; `status` is what opening the files came to, `compare` goes on where that went
 * well (NULL: it did not). Returns the exit status. */
int diff_write_all(struct comparison *comparison, int status,
                   int (*run)(struct comparison *comparison));

#endif
