/* The registry's row: what a format gives to the calls that work on any. Knows no format. */
#ifndef OW_SRC_FORMAT_H
#define OW_SRC_FORMAT_H

#include <overworld/overworld.h>

struct json_text;
struct report;
struct emitter;

typedef void (*ow_warn)(void *context, const char *pointer, const char *message);

/* A document is the format's own, such as an ow_blotter_save. */
struct format_row {
    ow_format about;
    bool (*sniff)(const uint8_t *bytes, size_t size);
    ow_status (*read)(const void *bytes, size_t size, const ow_options *options, void **document,
                      ow_error *error);
    ow_status (*parse)(const struct json_text *text, const ow_options *options, void **document,
                       ow_error *error);
    void (*free)(void *document);
    ow_status (*write)(const void *document, const ow_options *options, const ow_sink *sink,
                       ow_error *error);
    ow_status (*write_buffer)(const void *document, const ow_options *options, ow_buffer *buffer,
                              ow_error *error);
    ow_status (*convert)(const void *document, const ow_target *target, const ow_options *options,
                         ow_warn warn, void *warn_context, void **converted, ow_error *error);
    ow_status (*trace)(const void *bytes, size_t size, const ow_options *options, ow_visitor visit,
                       void *context, ow_error *error);
    ow_status (*check)(const void *bytes, size_t size, const ow_options *options,
                       struct report *report, ow_error *error);
    ow_status (*summarise)(const void *bytes, size_t size, const ow_options *options, bool whole,
                           struct emitter *emit, ow_error *error);

    /* NULL where the format has no such thing. */
    ow_status (*map)(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                     ow_error *error);
    ow_status (*get_heights)(const void *document, const ow_options *options, ow_heights *heights,
                             ow_error *error);
    ow_status (*set_heights)(void *document, const ow_heights *heights, ow_error *error);
};

#endif
