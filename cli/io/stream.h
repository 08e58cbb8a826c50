/* Reads input without a known size, such as standard input or a pipe, to its end. */
#ifndef OW_CLI_IO_STREAM_H
#define OW_CLI_IO_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stream_end {
    STREAM_READ,      /* reached the end */
    STREAM_FAILED,    /* errno has the reason */
    STREAM_NO_MEMORY, /* for what was to be stored */
    STREAM_TOO_LARGE, /* longer than the limit */
    STREAM_RULED_OUT  /* its first bytes belong to no world; the rest was not read */
};

/* The bytes read, to be freed after every kind of end. */
struct stream {
    uint8_t *bytes;
    size_t size;
};

/* Reads a stream to its end or to the limit on files (see file_limit in terminal.h). If a world is
 * expected and the first bytes belong to none, no more than 4 MiB are read. */
enum stream_end read_stream(int file, bool world, struct stream *stream);

/* The limit on streams: that of --max-size, of --max-memory or the default. */
uint64_t stream_limit(void);

#endif
