/* Prints one event for show: a line of the tree, or a node of JSON. */
#ifndef OW_CLI_LOOK_SHOW_LINES_H
#define OW_CLI_LOOK_SHOW_LINES_H

#include "io/input.h"
#include "look/part.h"

enum { ROW_VALUES = 8, ROW_MEANING = 64 };

struct level {
    bool array;
    uint64_t count, shown, hidden, offset;
};

/* A short array of numbers, kept until its end so that it fits on one line. */
struct row {
    bool open;
    const char *name;
    uint64_t index, offset;
    unsigned count;
    ow_event values[ROW_VALUES];
    char meanings[ROW_VALUES][ROW_MEANING]; /* "" for none */
};

struct tree {
    struct input *input;
    bool has_no_bytes;      /* for texts beside the file, which have no bytes in it */
    ow_json_writer *writer; /* NULL for text */
    struct part part;
    bool full;               /* print all bytes of a value, and its whole text */
    unsigned long long most; /* elements of a list; 0: no limit */
    unsigned slack;          /* this many more elements are printed if they complete the list */
    uint64_t not_shown;
    unsigned long long most_depth; /* below the part that is printed */
    unsigned base;                 /* the depth of the wanted part */
    bool skipped; /* the container that was begun last is skipped: ignore its end */
    bool alone;   /* the wanted part is a single value, which has been printed */
    struct row row;
    ow_event line;        /* the value on the open line, whose meaning may follow */
    bool line_open;       /* there is an open line */
    unsigned in_meaning;  /* depth in the object that is a value's meaning */
    bool meaning_started; /* that object has a field already */
    struct level levels[PART_DEPTH];
};

/* Prints the current value. Its line or node stays open for its meaning. A value in a row is kept
 * until the end. */
void show_value(struct tree *tree, const ow_event *event);

/* Prints the meaning of the value on the open line: one value, or the fields of an object. */
void show_meaning(struct tree *tree, const ow_event *event);

/* Begins decoded fields: all of them are on one line, printed by show_meaning. */
void show_decoded(struct tree *tree, const ow_event *event);

/* Ends the line or the node of a value, if one is open. */
void show_finish_line(struct tree *tree);

/* Prints the line of a list or an object that begins; a short list begins a row instead. */
void show_container(struct tree *tree, const ow_event *event);

/* Ends a row of numbers; the depth is that of its line. */
void show_row(struct tree *tree, const ow_event *end);

/* A row has records after all: prints its own line first. */
void show_broken_row(struct tree *tree);

/* Prints how many elements of a list were omitted, if any. */
void show_elided(struct tree *tree, const struct level *level);

/* Prints where a file cannot be read further, after everything before it. */
void show_break(const struct tree *tree, const ow_error *error);

#endif
