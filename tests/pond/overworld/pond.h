/* Ponds (.pond): a format made up for the tests. What swims, floats and stands in a pond, and
 * where. */
#ifndef OVERWORLD_POND_H
#define OVERWORLD_POND_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OW_POND_OLDEST 1
#define OW_POND_NEWEST 2

/* ow_pond_thing.kind. Another byte is kept as 256 more. */
#define OW_POND_FISH 0
#define OW_POND_FROG 1
#define OW_POND_REED 2

/* A thing in a pond. */
typedef struct ow_pond_thing {
    ow_text name;  /* UTF-8, at most 65535 bytes */
    uint16_t kind; /* OW_POND_FISH and its like */
    uint16_t ring; /* the number of its ring, 0 for none; since version 2 */
    float x, y;    /* in metres */
} ow_pond_thing;

/* A whole pond. Zero-initialise one to build a pond by program, or get one from ow_pond_read. */
typedef struct ow_pond {
    uint16_t version;
    ow_text name; /* UTF-8, at most 65535 bytes */
    uint32_t thing_count;
    ow_pond_thing *things;
    void *owner; /* the memory behind it all; NULL in a pond that the caller built */
    uint64_t reserved[4];
} ow_pond;

/* As the calls of the other formats, see ow_city_read and its like. */
OW_API ow_status ow_pond_read(const void *bytes, size_t size, const ow_options *options,
                              ow_pond **pond, ow_error *error);
OW_API void ow_pond_free(ow_pond *pond);
OW_API ow_status ow_pond_write(const ow_pond *pond, const ow_options *options, const ow_sink *sink,
                               ow_error *error);
OW_API ow_status ow_pond_write_buffer(const ow_pond *pond, const ow_options *options,
                                      ow_buffer *buffer, ow_error *error);
OW_API ow_status ow_pond_convert(const ow_pond *pond, const ow_target *target,
                                 const ow_options *options, ow_warn warn, void *warn_context,
                                 ow_pond **converted, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
