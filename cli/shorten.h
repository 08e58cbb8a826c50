/* The lists of a summary, cut to so many elements each. */
#ifndef OW_CLI_SHORTEN_H
#define OW_CLI_SHORTEN_H

#include <overworld/overworld.h>

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
