/* JSON of a file, written by several threads. */
#ifndef OW_SRC_CALLS_JSON_SLICES_H
#define OW_SRC_CALLS_JSON_SLICES_H

#include "input.h"

struct json_slices;

/* Prepares to write `input` to `writer`. `rest` gets the events of all but the records of long
 * lists. NULL without memory; then, or with one thread, a plain trace does. */
struct json_slices *json_slices_open(struct input *input, ow_json_writer *writer, ow_visitor rest,
                                     void *rest_context);

/* The visitor for a trace of the input. */
ow_visit json_slices_visit(void *context, const ow_event *event);

void json_slices_close(struct json_slices *slices);

#endif
