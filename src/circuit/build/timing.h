/* Timing of a build: shared by finding the period (clock.c) and reporting its path (path.c). */
#ifndef OW_SRC_CIRCUIT_BUILD_TIMING_H
#define OW_SRC_CIRCUIT_BUILD_TIMING_H

#include "build.h"

/* Starts of paths. `WAY_ANY` counts only gates, for the report. */
enum way { WAY_FIRST, WAY_SECOND, WAY_INPUT, WAY_ANY, WAYS };

/* The end of a path. */
struct timing_end {
    enum way way;
    uint32_t net;   /* NO_BIT: there is no path */
    uint32_t latch; /* the cell that takes it; NO_BIT: an output port */
    bool is_enable; /* the path is the one of the clock to the latch */
};

struct timing {
    struct builder *builder;
    int64_t *reach[WAYS]; /* of nets: the latest tick, or most gates, from this start; -1: none */
    int64_t least;        /* ticks that half a period needs for the paths that were examined */
    /* The path that needs `least`. If there is no half period, the longest chain of gates. */
    struct timing_end critical;
    bool is_timed; /* the clock has a valid half period */
};

/* What a gate adds to a path. */
static inline int64_t ticks_on_path(const struct timing *timing, enum way way,
                                    const struct build_cell *cell)
{
    return (int64_t)ticks_of_cell(cell) * (way == WAY_ANY ? 1 : most_ticks(timing->builder));
}

/* When the last change from a start arrives at a pin; -1: none does. */
static inline int64_t reach_of(const struct timing *timing, enum way way, uint32_t pin)
{
    return is_net(pin) ? timing->reach[way][pin] : -1;
}

/* Calls the step of the build options for each part of the critical path. */
ow_status build_report_path(const struct timing *timing); /* path.c */

#endif
