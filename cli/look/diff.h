/* Declarations that the parts of overworld diff share. */
#ifndef OW_CLI_LOOK_DIFF_H
#define OW_CLI_LOOK_DIFF_H

#include "look/diff_groups.h"
#include "terminal/json.h"

enum { REGION_ROOM = 512, MOST_PLACES = 128, PLACE_ROOM = 64, WORD_NAME = 64 };

/* Changed cells or heights of one list, as their bounding rectangle. */
struct region {
    char list[REGION_ROOM]; /* a JSON Pointer; "" if there is no region */
    uint64_t count, least[2], most[2];
    double largest; /* the largest change of a height */
    bool heights;
};

/* The number of changes in a kind of place, such as "components/position". */
struct place_count {
    char place[PLACE_ROOM];
    uint64_t by_kind[4];
};

/* JSON members that a verb adds to a list of changes. */
struct extra_output {
    void (*write)(void *context, ow_json_writer *writer);
    void *context;
};

struct save_folder;

struct comparison {
    struct input inputs[2];
    ow_document documents[2];
    struct save_folder *folders; /* the texts beside both worlds; NULL: not compared */
    bool json, stat, quiet;
    unsigned long long most, shown_count; /* printed changes; most 0: no limit */
    ow_change_totals totals;
    ow_error error;
    bool no_memory; /* for the decoded values of fields */

    ow_json_writer *writer;
    const struct extra_output *beside; /* NULL: none */
    struct diff_groups *groups;        /* the text; NULL: it is printed as it comes */
    FILE *out;                         /* for the lines of the current change */
    char record[REGION_ROOM];          /* of the last line */
    char word[WORD_NAME];              /* the decoded field of the last line */
    struct region region;
    struct place_count places[MOST_PLACES];
    unsigned place_count;
};

bool diff_differs(const struct comparison *comparison);

/* Visitors: one line per change for people, one object per change for programs, or only counts. */
ow_visit diff_print(void *context, const ow_change *change);
ow_visit diff_count(void *context, const ow_change *change);

/* Prints the change of a field's decoded value. Returns false if there is nothing to print. */
bool diff_print_words(struct comparison *comparison, const ow_change *change);

/* Prints the end of the text. */
void diff_finish(struct comparison *comparison);

/* Compares the two documents, and reports differences according to the flags. EXIT_PROBLEMS if
 * there are any; otherwise an exit status, after a message unless it is EXIT_FINE. */
int diff_documents(struct comparison *comparison);

void diff_close(struct comparison *comparison);

/* Writes everything as one JSON value. `status` is the exit status of opening the files; if it is
 * EXIT_FINE, `compare` is called. Returns the exit status. */
int diff_write_all(struct comparison *comparison, int status,
                   int (*run)(struct comparison *comparison));

#endif
