/* A summary as lines for people. */
#ifndef OW_CLI_LOOK_INFO_LINES_H
#define OW_CLI_LOOK_INFO_LINES_H

#include <overworld/overworld.h>

enum { MOST_KEPT = 48, KEPT_TEXT = 256 };

/* The summary as lines: a label, then a value. A list of plain values takes one line; a list of
 * records has the names of their members, then a line for each. Begins as zeros, with label "". */
struct lines {
    bool full;      /* leave nothing out */
    bool is_hidden; /* the list at hand is left out */
    unsigned depth;
    const char *label; /* of the list or object at depth 1; "" behind its first line */
    bool in_list;
    bool plain;  /* the list is one of plain values */
    bool filled; /* the line has a value already */

    /* The first record of a list: the names of its members head the list. */
    struct kept_event {
        ow_event event;
        char text[KEPT_TEXT];
    } kept[MOST_KEPT];
    unsigned kept_count, kept_depth;
    bool keeps;
};

/* Begins a line with a label, and ends what was printed after a walk that broke off. */
void lines_begin(struct lines *lines, const char *label);
void lines_end(struct lines *lines);

/* A visitor, and what visit_shortened calls; the context is a struct lines. */
ow_visit lines_visit(void *context, const ow_event *event);
void lines_left_out(void *context, const char *list, uint64_t count);

/* The lists of a summary, cut to so many elements each. */

struct shortened {
    uint64_t most; /* elements of a list; 0: all */
    ow_visitor visit;
    void *context;

    /* Is told how many elements were left out, before the end of the list. */
    void (*left_out)(void *context, const char *list, uint64_t count);

    unsigned depth; /* of what is open */
    uint64_t
        count; /* of the list that is open at depth 2: the summary's own are cut, none in them */
    bool in_list, skipped;
};

/* A visitor for ow_summarise; the context is a struct shortened. */
ow_visit visit_shortened(void *context, const ow_event *event);

#endif
