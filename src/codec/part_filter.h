/* The way to a part of a document: a visitor that passes on the events of what stands at a JSON Pointer, and of
 * nothing else. */
#ifndef OW_SRC_CODEC_PART_FILTER_H
#define OW_SRC_CODEC_PART_FILTER_H

#include "record_runs.h"

#include <overworld/base.h>

struct part_filter {
    struct part_request part;
    const char *rest; /* of the pointer, from the step on that comes next */
    unsigned depth;   /* of what is open */
    unsigned target;  /* how deep the part itself stands, once it was met; 0: not yet */
    bool in_range;    /* of the part's elements the last one is wanted */
    bool behind;      /* a value was the part: what it stands for may follow */
    unsigned meaning; /* how deep inside that the walk is */
    ow_visitor visit;
    void *context;
};

/* A walk to `pointer`, which must outlive it. */
void part_filter_open(struct part_filter *filter, const char *pointer, ow_visitor visit,
                      void *context);

/* A visitor for emit, which is given way->part; the context is the way. */
ow_visit part_filter_visit(void *context, const ow_event *event);

#endif
