/* A worker's step: a file is read, and its facts are found. */
#include "read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void cannot(struct found *found, const char *why)
{
    found->kind = FOUND_UNREAD;
    found->why = escape_text(&found->pool, ow_text_of(why));
    if (found->why.kind != VALUE_TEXT)
        found->why = text_value("cannot be read, and there is not enough memory to say why");
}

/* As long as nothing is known of it the next run reads it. */
static void lack_memory(struct found *found)
{
    if (found->has_facts)
        facts_free(&found->facts);
    found->has_facts = false;
    found->kind = FOUND_UNREAD;
    found->why = text_value("there is not enough memory");
}

static int64_t time_of(const struct stat *about)
{
    return (int64_t)about->st_mtim.tv_sec * 1000000000 + about->st_mtim.tv_nsec;
}

/* Reads so many bytes, or fewer where the file became shorter. False with errno. */
static bool read_whole(int file, uint8_t *bytes, size_t *size)
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

/* The bytes are read, not mapped: a file that becomes shorter meanwhile is one with fewer bytes, and no
 * signal. */
static uint8_t *read_bytes(struct found *found, int file, uint64_t max_size, size_t *size)
{
    struct stat about;
    char why[80];
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        cannot(found, S_ISREG(about.st_mode) ? strerror(errno) : "is no file");
        return NULL;
    }
    if (max_size && (uint64_t)about.st_size > max_size) {
        snprintf(why, sizeof why, "is larger than %llu bytes, which --max-size says",
                 (unsigned long long)max_size);
        cannot(found, why);
        return NULL;
    }
    *size = (size_t)about.st_size;
    uint8_t *bytes = malloc(*size ? *size : 1);
    if (!bytes || !read_whole(file, bytes, size)) {
        cannot(found, bytes ? strerror(errno) : "is too large for the memory");
        free(bytes);
        return NULL;
    }
    found->size = about.st_size; /* from before: what changed since then is read again */
    found->modified = time_of(&about);
    return bytes;
}

static void read_beside(struct found *found)
{
    if (!has_sidecars(found->file_name))
        return;
    size_t size = (size_t)(found->file_name - found->path);
    char *folder = strndup(found->path, size);
    found->pool.has_failed |= !folder;
    int descriptor = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (descriptor >= 0) {
        sidecar_read(descriptor, &found->pool, &found->sidecar);
        close(descriptor);
    }
    free(folder);
}

void read_found(struct found *found, uint64_t max_size, const struct fact_options *options)
{
    if (found->kind != FOUND_WORLD)
        return;
    size_t size = 0;
    int file = open(found->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {
        cannot(found, strerror(errno));
        return;
    }
    uint8_t *bytes = read_bytes(found, file, max_size, &size);
    close(file);
    if (!bytes)
        return;
    found->has_facts = facts_find(bytes, size, options, &found->facts);
    free(bytes);
    if (found->has_facts)
        read_beside(found);
    if (!found->has_facts || found->pool.has_failed)
        lack_memory(found);
}
