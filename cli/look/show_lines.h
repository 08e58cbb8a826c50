/* What show prints of one event: a line of the tree, or a node of JSON. */
#ifndef OW_CLI_LOOK_SHOW_LINES_H
#define OW_CLI_LOOK_SHOW_LINES_H

#include "io/input.h"
#include "look/part.h"

enum { ROW_VALUES = 8, ROW_MEANING = 64 };

struct level {
    bool array;
    uint64_t count, shown, hidden, offset;
};

/* A short array of numbers, held back until its end so that it stands on one line. */
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
    bool has_no_bytes;      /* what is shown is no part of the file: texts beside it */
    ow_json_writer *writer; /* NULL for text */
    struct part part;
    bool full;               /* all bytes of a value, and all of its text */
    unsigned long long most; /* elements of a list; 0: all */
    unsigned slack;          /* so many more are shown where they are all */
    uint64_t not_shown;
    unsigned long long most_depth; /* below the part that is shown */
    unsigned base;                 /* the depth of the wanted part */
    bool skipped; /* the container that was begun last has no inside: skip its end */
    bool alone;   /* the wanted part is one value, which was shown */
    struct row row;
    ow_event line;        /* the value whose line is open: its meaning may follow */
    bool line_open;       /* it is */
    unsigned in_meaning;  /* how deep in the object that a value stands for */
    bool meaning_started; /* it has a field already */
    struct level levels[PART_DEPTH];
};

/* The value at hand: its line, or its node, stays open for its meaning. Of a row it is kept until the end. */
void show_value(struct tree *tree, const ow_event *event);

/* What the value of the open line stands for: one value, or the fields of an object. */
void show_meaning(struct tree *tree, const ow_event *event);

/* Decoded fields that begin: all of them stand on a line, told by show_meaning. */
void show_decoded(struct tree *tree, const ow_event *event);

/* Ends the line, or the node, of a value, if one is open. */
void show_finish_line(struct tree *tree);

/* The line of a list or an object that begins; a short list begins a row instead. */
void show_container(struct tree *tree, const ow_event *event);

/* Ends a row of numbers; the depth is that of its line. */
void show_row(struct tree *tree, const ow_event *end);

/* What began as a row has records in it: its own line comes first. */
void show_broken_row(struct tree *tree);

/* How many elements of a list were left out, if any. */
void show_elided(struct tree *tree, const struct level *level);

/* Where a file breaks off, behind what could be read of it. */
void show_break(const struct tree *tree, const ow_error *error);

#endif
