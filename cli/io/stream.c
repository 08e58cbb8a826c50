/* Reads input without a known size, such as standard input or a pipe, to its end. */
#include "io/stream.h"

#include "convert/tmx.h"
#include "io/input.h"
#include "terminal/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* An endless stream must not take all memory. Real worlds are far smaller. */
static const uint64_t usual_limit = UINT64_C(2) << 30;

enum { FIRST_ROOM = 1 << 16, FIRST_LOOK = 4 << 20 };

uint64_t stream_limit(void)
{
    if (file_limit())
        return file_limit();
    return memory_limit() && memory_limit() < usual_limit ? memory_limit() : usual_limit;
}

/* A few formats have no magic number and are recognised because the file ends where it should. A
 * stream that is longer than the first part is only recognised by its magic number. */
static bool may_be_world(const struct stream *stream)
{
    return looks_like_json(stream->bytes, stream->size) ||
           looks_like_xml(stream->bytes, stream->size) ||
           ow_identify(stream->bytes, stream->size) != NULL;
}

static bool has_room(struct stream *stream, size_t *room)
{
    if (stream->size < *room)
        return true;
    size_t more = *room > 0 ? *room * 2 : FIRST_ROOM;
    uint8_t *larger = more > *room ? realloc(stream->bytes, more) : NULL;
    if (!larger)
        return false;
    stream->bytes = larger;
    *room = more;
    return true;
}

enum stream_end read_stream(int file, bool world, struct stream *stream)
{
    size_t room = 0;
    bool looked = !world;
    *stream = (struct stream){0};
    for (;;) {
        if (!looked && stream->size >= FIRST_LOOK) {
            looked = true;
            if (!may_be_world(stream))
                return STREAM_RULED_OUT;
        }
        if (!has_room(stream, &room))
            return STREAM_NO_MEMORY;
        ssize_t got = read(file, stream->bytes + stream->size, room - stream->size);
        if (got == 0)
            return STREAM_READ;
        if (got < 0 && errno != EINTR)
            return STREAM_FAILED;
        stream->size += got > 0 ? (size_t)got : 0;
        if (stream->size > stream_limit())
            return STREAM_TOO_LARGE;
    }
}
