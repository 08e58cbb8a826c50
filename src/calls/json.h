/* A world as JSON text, as a call receives it. */
#ifndef OW_SRC_CALLS_JSON_H
#define OW_SRC_CALLS_JSON_H

#include "../formats.h"

struct json_world {
    const struct format_row *row;
    struct json_text text; /* without the byte order mark */
    size_t mark;           /* size of that */
};

/* Finds the format of the text. Returns OW_OK; OW_BAD_ARGUMENT without text; OW_UNKNOWN_FORMAT or
 * OW_BAD_JSON if there is none. */
ow_status json_world_open(struct json_world *world, const char *text, size_t size, ow_error *error);

/* The members that a writer adds at the end of the root; may be NULL. */
struct json_extra {
    void (*write)(void *context, ow_json_writer *writer);
    void *context;
};

/* ow_to_json, with more members. */
ow_status json_write_file(const void *bytes, size_t size, const struct json_extra *extra,
                          const ow_options *options, const ow_sink *sink, ow_error *error);

#endif
