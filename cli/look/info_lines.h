/* Prints a summary as lines for people. */
#ifndef OW_CLI_LOOK_INFO_LINES_H
#define OW_CLI_LOOK_INFO_LINES_H

#include <overworld/overworld.h>

enum { MOST_KEPT = 48, KEPT_TEXT = 256 };

/* A summary as lines: a label, then a value. A list of plain values takes one line. A list of
 * records has a line with the names of their members, then a line for each record. Initialise with
 * zeros and label "". */
struct lines {
    bool full;      /* omit nothing */
    bool is_hidden; /* the current list is omitted */
    unsigned depth;
    const char *label; /* of the list or object at depth 1; "" after its first line */
    bool in_list;
    bool plain;  /* the list has plain values */
    bool filled; /* the line has a value already */

    /* The first record of a list: the names of its members are the heading. */
    struct kept_event {
        ow_event event;
        char text[KEPT_TEXT];
    } kept[MOST_KEPT];
    unsigned kept_count, kept_depth;
    bool keeps;
};

/* Begins a line with a label, and ends the output of a walk that failed. */
void lines_begin(struct lines *lines, const char *label);
void lines_end(struct lines *lines);

/* A visitor, to be called directly or by visit_shortened; the context is a struct lines. */
ow_visit lines_visit(void *context, const ow_event *event);
void lines_left_out(void *context, const char *list, uint64_t count);

/* Cuts the lists of a summary to a number of elements. */

struct shortened {
    uint64_t most; /* elements of a list; 0: no limit */
    ow_visitor visit;
    void *context;

    /* Called with the number of omitted elements, before the end of the list. */
    void (*left_out)(void *context, const char *list, uint64_t count);

    unsigned depth; /* of the open list or object */
    uint64_t
        /* of the open list at depth 2: only the summary's own lists are cut, not lists inside
         * them */
        count;
    bool in_list, skipped;
};

/* A visitor for ow_summarise; the context is a struct shortened. */
ow_visit visit_shortened(void *context, const ow_event *event);

#endif
