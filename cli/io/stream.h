/* What has no size of its own, such as standard input or a pipe, read to its end. */
#ifndef OW_CLI_IO_STREAM_H
#define OW_CLI_IO_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stream_end {
    STREAM_READ,      /* to its end */
    STREAM_FAILED,    /* errno says why */
    STREAM_NO_MEMORY, /* for what has been read so far */
    STREAM_TOO_LARGE, /* it goes on behind the limit */
    STREAM_RULED_OUT  /* its first bytes are of no world; it may go on */
};

/* What was read, to be freed whatever the end is. */
struct stream {
    uint8_t *bytes;
    size_t size;
};

/* Reads a stream to its end, or to the limit on files (see file_limit in terminal.h), which endless ones
 * do not pass. Where a world is meant, one that begins like none is read no further than 4 MiB. */
enum stream_end read_stream(int file, bool world, struct stream *stream);

/* The limit on streams: --max-size, or what --max-memory or the command allows. */
uint64_t stream_limit(void);

#endif
