/* Files that a world, a catalogue or a folder names: opened part by part, through no link. */
#include "below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder that may be searched need not be readable. */
#ifdef O_PATH
enum { ENTER = O_PATH | O_DIRECTORY | O_CLOEXEC };
#else
enum { ENTER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
#endif

const char *below_words(enum below why)
{
    switch (why) {
    case BELOW_FINE:
        return "is fine";
    case BELOW_MISSING:
        return strerror(ENOENT);
    case BELOW_OUTSIDE:
        return "is outside its folder";
    case BELOW_LINK:
        return "is a symbolic link or behind one; symbolic links are not followed";
    case BELOW_NO_FILE:
        return "is not a regular file";
    case BELOW_NO_FOLDER:
        return strerror(ENOTDIR);
    case BELOW_TOO_LARGE:
        return "is too large";
    case BELOW_NO_MEMORY:
        return "not enough memory";
    case BELOW_FAILED:
        break;
    }
    return strerror(errno);
}

bool below_is_plain(const char *path)
{
    if (!*path)
        return false;
    for (const char *part = path;; part++) {
        size_t size = strcspn(part, "/");
        if (size == 0 || (size == 1 && *part == '.') || (size == 2 && memcmp(part, "..", 2) == 0))
            return false;
        part += size;
        if (!*part)
            return true;
    }
}

char *below_join(const char *folder, const char *name)
{
    size_t size = strlen(folder);
    char *path = malloc(size + strlen(name) + 2);
    if (path)
        sprintf(path, "%s%s%s", folder, size > 0 && folder[size - 1] == '/' ? "" : "/", name);
    return path;
}

static bool has_drive(const char *path)
{
#ifdef _WIN32
    return *path && path[1] == ':' && path[2] == '/';
#else
    (void)path;
    return false;
#endif
}

bool below_is_absolute(const char *path)
{
    return *path == '/' || has_drive(path);
}

const char *below_root(const char *path, char root[4])
{
    size_t drive = has_drive(path) ? 2 : 0;
    snprintf(root, 4, "%.*s/", (int)drive, path);
    return path + drive + strspn(path + drive, "/");
}

static enum below why_of(int problem)
{
    switch (problem) {
    case ENOENT:
        return BELOW_MISSING;
    case ENOTDIR:
        return BELOW_NO_FOLDER;
    case ELOOP:
        return BELOW_LINK;
    case ENOMEM:
        return BELOW_NO_MEMORY;
    default:
        return BELOW_FAILED;
    }
}

static void close_quietly(int file)
{
    int problem = errno;
    if (file >= 0)
        close(file);
    errno = problem;
}

/* Looks at the file of a name, because O_DIRECTORY with O_NOFOLLOW gives ENOTDIR for a link too. */
static enum below why_no_folder(int folder, const char *name, int problem)
{
    struct stat about;
    if (problem == ENOTDIR && fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISLNK(about.st_mode))
        problem = ELOOP;
    errno = problem;
    return why_of(problem);
}

/* Enters a folder. Makes it if it is missing and `make` is set. */
static enum below enter(int folder, const char *name, bool make, int *next)
{
    *next = openat(folder, name, ENTER | O_NOFOLLOW);
    if (*next < 0 && errno == ENOENT && make) {
        if (mkdirat(folder, name, 0777) != 0 && errno != EEXIST)
            return why_of(errno);
        *next = openat(folder, name, ENTER | O_NOFOLLOW);
    }
    return *next >= 0 ? BELOW_FINE : why_no_folder(folder, name, errno);
}

/* Enters the first `end` bytes of a plain path. Closes neither `folder` nor, after a failure,
 * leaves one open. */
static enum below enter_all(int folder, const char *path, const char *end, bool make, int *last)
{
    char name[NAME_MAX + 1];
    *last = folder;
    for (const char *part = path; part < end; part += strcspn(part, "/") + 1) {
        size_t size = strcspn(part, "/");
        int next = -1;
        enum below why = BELOW_FAILED;
        errno = ENAMETOOLONG;
        if (size <= NAME_MAX) {
            memcpy(name, part, size);
            name[size] = '\0';
            why = enter(*last, name, make, &next);
        }
        if (*last != folder)
            close_quietly(*last);
        *last = next;
        if (why != BELOW_FINE)
            return why;
    }
    return BELOW_FINE;
}

enum below below_open_folder(const char *folder, const char *path, bool make, int *descriptor)
{
    int last;
    *descriptor = -1;
    if (*path && !below_is_plain(path))
        return BELOW_OUTSIDE;
    int top = open(*folder ? folder : ".", ENTER);
    if (top < 0)
        return why_of(errno);
    enum below why = enter_all(top, path, path + strlen(path), make, &last);
    if (last != top)
        close_quietly(top);
    *descriptor = last;
    return why;
}

/* Opening a device may have effects, so the file is examined before and again after. */
static enum below open_file(int folder, const char *name, int *file)
{
    struct stat about;
    *file = -1;
    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return why_of(errno);
    if (S_ISLNK(about.st_mode)) {
        errno = ELOOP;
        return BELOW_LINK;
    }
    if (!S_ISREG(about.st_mode))
        return BELOW_NO_FILE;
    int opened = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (opened < 0)
        return why_of(errno);
    enum below why = fstat(opened, &about) != 0 ? BELOW_FAILED
                     : !S_ISREG(about.st_mode)  ? BELOW_NO_FILE
                                                : BELOW_FINE;
    if (why == BELOW_FINE)
        *file = opened;
    else
        close_quietly(opened);
    return why;
}

enum below below_open_at(int folder, const char *path, int *file)
{
    int last;
    *file = -1;
    if (!below_is_plain(path))
        return BELOW_OUTSIDE;
    const char *slash = strrchr(path, '/');
    enum below why = enter_all(folder, path, slash ? slash : path, false, &last);
    if (why == BELOW_FINE)
        why = open_file(last, slash ? slash + 1 : path, file);
    if (last != folder)
        close_quietly(last);
    return why;
}

enum below below_open(const char *folder, const char *path, int *file)
{
    *file = -1;
    int top = open(*folder ? folder : ".", ENTER);
    if (top < 0)
        return why_of(errno);
    enum below why = below_open_at(top, path, file);
    close_quietly(top);
    return why;
}

/* Reads `size` bytes, or fewer if the file became shorter. */
static bool read_bytes(int file, uint8_t *bytes, size_t *size)
{
    size_t done = 0;
    while (done < *size) {
        ssize_t got = read(file, bytes + done, *size - done);
        if (got < 0 && errno != EINTR)
            return false;
        if (got == 0)
            break;
        done += got > 0 ? (size_t)got : 0;
    }
    *size = done;
    return true;
}

enum below below_read_all(int file, uint64_t most, uint8_t **bytes, size_t *size)
{
    struct stat about;
    *bytes = NULL;
    *size = 0;
    if (fstat(file, &about) != 0)
        return BELOW_FAILED;
    if (!S_ISREG(about.st_mode))
        return BELOW_NO_FILE;
    if ((uint64_t)about.st_size > most)
        return BELOW_TOO_LARGE;
    *size = (size_t)about.st_size;
    *bytes = malloc(*size + 1);
    if (!*bytes)
        return BELOW_NO_MEMORY;
    if (read_bytes(file, *bytes, size))
        return BELOW_FINE;
    int problem = errno;
    free(*bytes);
    *bytes = NULL;
    errno = problem;
    return BELOW_FAILED;
}

enum below below_read(const char *folder, const char *path, uint64_t most, uint8_t **bytes,
                      size_t *size)
{
    int file;
    *bytes = NULL;
    *size = 0;
    enum below why = below_open(folder, path, &file);
    if (why == BELOW_FINE)
        why = below_read_all(file, most, bytes, size);
    close_quietly(file);
    return why;
}

bool below_write_all(int file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(file, at, size);
        if (written < 0 && errno != EINTR)
            return false;
        at += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

enum below below_look_at(int folder, const char *name, bool *is_there)
{
    struct stat about;
    *is_there = false;
    if (!below_is_plain(name) || strchr(name, '/'))
        return BELOW_OUTSIDE;
    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? BELOW_FINE : why_of(errno);
    *is_there = true;
    return S_ISLNK(about.st_mode)    ? BELOW_LINK
           : !S_ISREG(about.st_mode) ? BELOW_NO_FILE
                                     : BELOW_FINE;
}
