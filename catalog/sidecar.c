/* What a game keeps beside a world in its folder: the title and the description that a player gave it. */
#include "sidecar.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of a subassembly, and of a world. */
static const char *const names[] = {"meta.jecs", "meta.succ"};

enum { LARGEST = 48 << 10 };

bool has_sidecars(const char *name)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        for (const char *const *file = format->folder_files; *file; file++)
            if (strcmp(*file, name) == 0)
                return true;
    return false;
}

static int64_t time_of(const struct stat *about)
{
    return (int64_t)about->st_mtim.tv_sec * 1000000000 + about->st_mtim.tv_nsec;
}

bool sidecar_time(int folder, int64_t *modified)
{
    struct stat about;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (fstatat(folder, names[i], &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode)) {
            *modified = time_of(&about);
            return true;
        }
    }
    return false;
}

/* The value of a line "Key: value", which may stand in quotes. */
static struct value value_of(struct pool *pool, const char *line, const char *end)
{
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    while (end > line && strchr(" \t\r", end[-1]))
        end--;
    if (end - line >= 2 && *line == '"' && end[-1] == '"') {
        line++;
        end--;
    }
    if (end == line || (end - line == 4 && memcmp(line, "null", 4) == 0))
        return (struct value){.kind = VALUE_NULL};
    return escape_text(pool, (ow_text){line, (size_t)(end - line)});
}

static void take_lines(struct pool *pool, const char *text, size_t size, struct sidecar *sidecar)
{
    const char *end = text + size;
    for (const char *line = text, *next; line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next : end;
        size_t length = (size_t)(next - line);
        if (length > 6 && memcmp(line, "Title:", 6) == 0)
            sidecar->title = value_of(pool, line + 6, next);
        else if (length > 12 && memcmp(line, "Description:", 12) == 0)
            sidecar->description = value_of(pool, line + 12, next);
    }
}

void sidecar_read(int folder, struct pool *pool, struct sidecar *sidecar)
{
    *sidecar = (struct sidecar){0};
    for (size_t i = 0; i < sizeof names / sizeof *names && !sidecar->is_there && !sidecar->problem;
         i++) {
        struct stat about;
        int file;
        sidecar->name = names[i];
        const enum below why = below_open_at(folder, names[i], &file);
        if (why == BELOW_FINE && fstat(file, &about) == 0) {
            char text[LARGEST];
            ssize_t size = read(file, text, sizeof text);
            sidecar->problem = size < 0 ? BELOW_FAILED : BELOW_FINE;
            sidecar->error = errno;
            sidecar->is_there = true;
            sidecar->modified = time_of(&about);
            take_lines(pool, text, size > 0 ? (size_t)size : 0, sidecar);
        } else if (why != BELOW_MISSING) {
            sidecar->problem = why == BELOW_FINE ? BELOW_FAILED : why;
            sidecar->error = errno;
        }
        if (file >= 0)
            close(file);
    }
}
