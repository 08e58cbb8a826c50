/* A visitor that passes on only the events of the value at a JSON Pointer. */
#ifndef OW_SRC_CODEC_PART_FILTER_H
#define OW_SRC_CODEC_PART_FILTER_H

#include "record_runs.h"

#include <overworld/base.h>

struct part_filter {
    struct part_request part;
    const char *rest; /* the pointer from the next step on */
    unsigned depth;   /* of the open containers */
    unsigned target;  /* depth of the part, once it was reached; 0: not yet */
    bool in_range;    /* the last element of the part is in range */
    bool behind;      /* the part was a value: its meaning may follow */
    unsigned meaning; /* depth of the walk inside the meaning */
    ow_visitor visit;
    void *context;
};

/* Starts a walk to `pointer`, which must outlive it. */
void part_filter_open(struct part_filter *filter, const char *pointer, ow_visitor visit,
                      void *context);

/* A visitor for emit with `part` as request; the context is the filter. */
ow_visit part_filter_visit(void *context, const ow_event *event);

#endif
