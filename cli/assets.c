/* Files that a world refers to. A stranger's file must open nothing but what lies with it. */
#include "assets.h"

#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USUAL_LIMIT = 256 << 20 };

static const char *asset_folder;
static const char cannot_be_read[] = "cannot be read";
static const char no_memory[] = "cannot be read: there is not enough memory";

void set_asset_folder(const char *folder)
{
    asset_folder = folder;
}

uint64_t asset_limit(void)
{
    return memory_limit() ? memory_limit() : USUAL_LIMIT;
}

/* A relative path of plain names. The library has made sure of it; a path from a stranger's file that
 * is about to be opened is looked at twice. */
static bool is_plain(ow_text path)
{
    if (path.size == 0 || path.size >= PATH_MAX || memchr(path.data, '\0', path.size) ||
        memchr(path.data, '\\', path.size))
        return false;
    for (size_t at = 0; at <= path.size;) {
        const char *part = path.data + at;
        const char *slash = memchr(part, '/', path.size - at);
        size_t size = slash ? (size_t)(slash - part) : path.size - at;
        if (size == 0 || (size == 1 && *part == '.') || (size == 2 && memcmp(part, "..", 2) == 0))
            return false;
        at += size + 1;
    }
    return true;
}

/* A file is there, which cannot be read: the search is over. */
static bool be_trouble(struct asset *asset, const char *what, const char **problem)
{
    *problem = what;
    asset->trouble = true;
    return true;
}

/* Whether a file was not opened for another reason than that there is none, or a link or a socket. */
static bool is_trouble(int reason)
{
    return reason != ENOENT && reason != ENOTDIR && reason != ELOOP && reason != ENXIO;
}

/* Reads a file whole. False where it is none to read; `problem` where it is one, but too much. */
static bool read_whole(int file, struct asset *asset, const char **problem)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return be_trouble(asset, cannot_be_read, problem);
    if (!S_ISREG(about.st_mode))
        return false;
    if ((uint64_t)about.st_size > asset_limit()) {
        *problem = memory_limit() ? "is larger than --max-memory allows"
                                  : "is larger than 256 MiB; --max-memory allows more";
        return true;
    }
    size_t size = (size_t)about.st_size;
    asset->bytes = malloc(size + 1);
    while (asset->bytes && asset->size < size) {
        ssize_t got = read(file, asset->bytes + asset->size, size - asset->size);
        if (got < 0 && errno != EINTR)
            *problem = cannot_be_read;
        if (got == 0 || *problem)
            break;
        asset->size += got > 0 ? (size_t)got : 0;
    }
    if (!asset->bytes)
        *problem = no_memory;
    asset->trouble = *problem != NULL;
    return true;
}

/* Opens `path`, which is below a folder and has no links, from there step by step: whoever puts a link in
 * its place meanwhile leads nowhere. Pipes and devices are not waited for. */
static int open_without_links(const char *folder, char *path)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0 && path) {
        char *slash = strchr(path, '/');
        if (slash)
            *slash = '\0';
        int kind = slash ? O_DIRECTORY : O_NONBLOCK;
        int next = openat(at, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | kind);
        int reason = errno;
        close(at);
        errno = reason;
        at = next;
        path = slash ? slash + 1 : NULL;
    }
    return at;
}

/* Reads `path` below a folder, through no link that leads out of it. */
static bool read_below(const char *folder, const char *path, struct asset *asset,
                       const char **problem)
{
    char inside[PATH_MAX], joined[PATH_MAX * 2], real[PATH_MAX];
    if (!realpath(folder, inside))
        return false;
    snprintf(joined, sizeof joined, "%s/%s", inside, path);
    if (!realpath(joined, real))
        return false;
    size_t size = strcmp(inside, "/") == 0 ? 0 : strlen(inside);
    if (strncmp(real, inside, size) != 0 || real[size] != '/')
        return false;
    int file = open_without_links(inside, real + size + 1);
    if (file < 0)
        return is_trouble(errno) && be_trouble(asset, cannot_be_read, problem);
    bool found = read_whole(file, asset, problem);
    close(file);
    return found;
}

/* The folder of a world's file, or the one that the user is in. */
static void name_folder(const struct input *input, char folder[PATH_MAX])
{
    const char *file = input->file, *slash = file ? strrchr(file, '/') : NULL;
    if (slash)
        snprintf(folder, PATH_MAX, "%.*s", slash > file ? (int)(slash - file) : 1, file);
    else
        strcpy(folder, ".");
}

static bool find(const struct input *input, const char *path, struct asset *asset,
                 const char **problem)
{
    char folder[PATH_MAX];
    name_folder(input, folder);
    const char *slash = strrchr(path, '/');
    return read_below(folder, path, asset, problem) ||
           (asset_folder && read_below(asset_folder, path, asset, problem)) ||
           (slash && read_below(folder, slash + 1, asset, problem));
}

/* Tells what became of a search. Where nothing was found it is always the same sentence, so that a world
 * cannot ask what there is on a machine. */
static bool finish(struct asset *asset, bool found, const char *problem, char *message, size_t room)
{
    if (found && !problem)
        return true;
    free(asset->bytes);
    asset->bytes = NULL;
    if (problem)
        snprintf(message, room, "%s %s", asset->name, problem);
    else
        snprintf(message, room, "%s is not below the world's own folder%s", asset->name,
                 asset_folder ? " or that of --assets"
                              : "; --assets FOLDER names where the game keeps its files");
    return false;
}

bool asset_read(const struct input *input, ow_text path, struct asset *asset, char *message,
                size_t room)
{
    const char *problem = NULL;
    bool found = false;
    *asset = (struct asset){0};
    snprintf(asset->name, sizeof asset->name, "%.*s",
             path.size < sizeof asset->name ? (int)path.size : (int)sizeof asset->name, path.data);
    if (is_plain(path)) {
        char *plain = strndup(path.data, path.size);
        asset->trouble = !plain;
        problem = plain ? NULL : no_memory;
        found = plain && find(input, plain, asset, &problem);
        free(plain);
    }
    return finish(asset, found, problem, message, room);
}

bool asset_read_named(const char *path, struct asset *asset, char *message, size_t room)
{
    const char *problem = NULL;
    *asset = (struct asset){0};
    snprintf(asset->name, sizeof asset->name, "%s", path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        problem = strerror(errno);
        asset->trouble = is_trouble(errno);
    } else if (!read_whole(file, asset, &problem))
        problem = "is no file";
    if (file >= 0)
        close(file);
    return finish(asset, true, problem, message, room);
}
