/* Streams: standard output and errors, files, pipes and memory. */
#include "layer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 1 << 16, LINE = 1024 };

struct stream {
    int file;                          /* -1: memory */
    bool has_failed, is_read, is_line; /* is_line: written at the end of each line */
    size_t used, begin;                /* bytes in `bytes`; those before `begin` have been read */
    size_t room;
    char *bytes;
    char **text; /* of open_memstream: where the caller finds the bytes */
    size_t *size, end;
};

static char output_bytes[ROOM], error_bytes[ROOM];

FILE stream_output = {.file = STDOUT_FILENO, .room = ROOM, .bytes = output_bytes};
FILE stream_errors = {.file = STDERR_FILENO, .is_line = true, .room = ROOM, .bytes = error_bytes};

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    (void)buffer;
    (void)size;
    stream->is_line = mode == _IOLBF;
    return 0;
}

int ferror(FILE *stream)
{
    return stream->has_failed;
}

/* Writes what has been collected. */
static int flush_file(FILE *stream)
{
    size_t done = 0;
    while (done < stream->used) {
        int part = write(stream->file, stream->bytes + done, (unsigned)(stream->used - done));
        if (part < 0)
            break;
        done += (size_t)part;
    }
    bool is_fine = done == stream->used;
    stream->used = 0;
    stream->has_failed |= !is_fine;
    return is_fine ? 0 : EOF;
}

int fflush(FILE *stream)
{
    if (stream)
        return stream->file >= 0 ? flush_file(stream) : 0;
    int output = fflush(stdout), errors = fflush(stderr);
    return output == 0 && errors == 0 ? 0 : EOF;
}

/* Makes room for memory to grow. */
static bool grow(FILE *stream, size_t more)
{
    size_t room = stream->room;
    while (room - stream->used <= more)
        room *= 2;
    char *larger = room > stream->room ? realloc(stream->bytes, room) : stream->bytes;
    if (!larger) {
        stream->has_failed = true;
        errno = ENOMEM;
        return false;
    }
    stream->bytes = *stream->text = larger;
    stream->room = room;
    return true;
}

static bool add_to_memory(FILE *stream, const char *data, size_t size)
{
    if (!grow(stream, size))
        return false;
    memcpy(stream->bytes + stream->used, data, size);
    stream->used += size;
    stream->end = stream->used;
    stream->bytes[stream->end] = '\0';
    *stream->size = stream->end;
    return true;
}

static bool add(FILE *stream, const char *data, size_t size)
{
    if (stream->file < 0)
        return add_to_memory(stream, data, size);
    while (size > 0) {
        size_t part = stream->room - stream->used < size ? stream->room - stream->used : size;
        memcpy(stream->bytes + stream->used, data, part);
        stream->used += part;
        data += part;
        size -= part;
        if (stream->used == stream->room && flush_file(stream) != 0)
            return false;
    }
    return true;
}

static bool add_whole(FILE *stream, const char *data, size_t size)
{
    bool is_added = add(stream, data, size);
    bool ends =
        stream->is_line && stream->used > 0 && (stream == stderr || memchr(data, '\n', size));
    return is_added && (!ends || flush_file(stream) == 0);
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
    return add_whole(stream, data, size * count) ? count : 0;
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    return add_whole(stream, text, strlen(text)) ? 0 : EOF;
}

int puts(const char *text)
{
    return add(stdout, text, strlen(text)) && putc('\n', stdout) == '\n' ? 0 : EOF;
}

int putc(int byte, FILE *stream)
{
    char data = (char)byte;
    return add_whole(stream, &data, 1) ? (unsigned char)data : EOF;
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list values)
{
    char line[LINE], *text = line;
    va_list again;
    va_copy(again, values);
    int size = vsnprintf(line, sizeof line, format, values);
    if (size >= (int)sizeof line) {
        text = malloc((size_t)size + 1);
        if (text)
            vsnprintf(text, (size_t)size + 1, format, again);
    }
    va_end(again);
    bool is_added = size >= 0 && text && add_whole(stream, text, (size_t)size);
    stream->has_failed |= !is_added;
    if (text != line)
        free(text);
    return is_added ? size : EOF;
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list values;
    va_start(values, format);
    int size = vfprintf(stream, format, values);
    va_end(values);
    return size;
}

static FILE *new_stream(int file, size_t room)
{
    FILE *stream = calloc(1, sizeof *stream);
    char *bytes = stream ? malloc(room) : NULL;
    if (!bytes) {
        free(stream);
        errno = ENOMEM;
        return NULL;
    }
    stream->file = file;
    stream->room = room;
    stream->bytes = bytes;
    return stream;
}

/* Only for reading. */
FILE *fdopen(int file, const char *mode)
{
    FILE *stream = new_stream(file, ROOM);
    (void)mode;
    if (stream)
        stream->is_read = true;
    return stream;
}

/* Only for writing a file that must be new: mode "wx". */
FILE *fopen(const char *path, const char *mode)
{
    (void)mode;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *stream = file >= 0 ? new_stream(file, ROOM) : NULL;
    if (!stream && file >= 0)
        close(file);
    return stream;
}

FILE *open_memstream(char **text, size_t *size)
{
    FILE *stream = new_stream(-1, 256);
    if (!stream)
        return NULL;
    stream->text = text;
    stream->size = size;
    *size = 0;
    *stream->bytes = '\0';
    *text = stream->bytes;
    return stream;
}

int fclose(FILE *stream)
{
    int flushed = 0, closed = 0;
    if (stream->file >= 0) {
        flushed = stream->is_read ? 0 : flush_file(stream);
        closed = close(stream->file);
        free(stream->bytes);
    }
    bool has_failed = stream->has_failed && stream->file < 0;
    free(stream);
    return flushed == 0 && closed == 0 && !has_failed ? 0 : EOF;
}

/* Of memory only. */
long ftell(FILE *stream)
{
    return (long)stream->used;
}

void rewind(FILE *stream)
{
    stream->used = 0;
}

/* Reading: `begin` is the first byte that was not read yet. */

static bool fill(FILE *stream)
{
    if (stream->begin < stream->used)
        return true;
    int got = read(stream->file, stream->bytes, (unsigned)stream->room);
    stream->begin = 0;
    stream->used = got > 0 ? (size_t)got : 0;
    stream->has_failed |= got < 0;
    return got > 0;
}

size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
    size_t done = 0, most = size * count;
    while (done < most && fill(stream)) {
        size_t part = stream->used - stream->begin;
        part = part < most - done ? part : most - done;
        memcpy((char *)data + done, stream->bytes + stream->begin, part);
        stream->begin += part;
        done += part;
    }
    return size > 0 ? done / size : 0;
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream)
{
    size_t size = 0;
    bool is_over = false;
    while (!is_over && fill(stream)) {
        if (size + 2 > *room) {
            size_t more = *room > 0 ? *room * 2 : 128;
            char *larger = realloc(*line, more);
            if (!larger)
                return -1;
            *line = larger;
            *room = more;
        }
        char byte = stream->bytes[stream->begin++];
        (*line)[size++] = byte;
        is_over = byte == '\n';
    }
    if (size == 0)
        return -1;
    (*line)[size] = '\0';
    return (ssize_t)size;
}
