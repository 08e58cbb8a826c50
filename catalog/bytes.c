/* The bytes of worlds in a folder, each file named by its hash. */
#include "bytes.h"

#include "../files/below.h"
#include "../files/walk_below.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FOLDER_DIGITS = 2, NAME_ROOM = DIGEST_DIGITS + 1 };

/* One call for a whole file system is much faster than one for each file. */
#if defined __linux__ && defined _GNU_SOURCE
#define HAS_SYNCFS
#endif

/* Writes a file through to the disk, unless bytes_settle does it for all. */
static bool settle_file(int file)
{
#ifdef HAS_SYNCFS
    (void)file;
    return true;
#else
    return fsync(file) == 0;
#endif
}

static bool fail(char why[BYTES_WHY], const char *what)
{
    snprintf(why, BYTES_WHY, "%s", what);
    return false;
}

/* Opens the folder of a hash. */
static enum below open_folder(const char *folder, const char *name, bool make, int *descriptor)
{
    char first[FOLDER_DIGITS + 1] = {name[0], name[1], '\0'};
    return below_open_folder(folder, first, make, descriptor);
}

/* Writes under a name of this process and these bytes, and renames the file once it is whole. */
static bool write_file(int folder, const char *name, const void *bytes, size_t size)
{
    char draft[NAME_ROOM + 48];
    snprintf(draft, sizeof draft, ".%s.%ld.%llx", name, (long)getpid(),
             (unsigned long long)(uintptr_t)bytes);
    int file = openat(folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool fine = below_write_all(file, bytes, size) && settle_file(file);
    int reason = errno;
    fine = close(file) == 0 && fine && renameat(folder, draft, folder, name) == 0;
    if (!fine) {
        reason = errno ? errno : reason;
        unlinkat(folder, draft, 0);
        errno = reason;
    }
    return fine;
}

/* A file of another size is one that a power cut left. */
static bool is_kept_already(int folder, const char *name, size_t size)
{
    struct stat about;
    return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode) &&
           (uint64_t)about.st_size == size;
}

bool bytes_are_possible(const char *folder, char why[BYTES_WHY])
{
    int descriptor;
    enum below opened = below_open_folder(folder, "", false, &descriptor);
    if (opened == BELOW_MISSING)
        return fail(why, "there is no such folder; make it first");
    if (opened != BELOW_FINE)
        return fail(why, below_words(opened));
    close(descriptor);
    return access(folder, W_OK | X_OK) == 0 || fail(why, strerror(errno));
}

bool bytes_keep(const char *folder, const uint8_t hash[DIGEST_SIZE], const void *bytes, size_t size,
                char why[BYTES_WHY])
{
    char name[NAME_ROOM];
    int descriptor;
    digest_write(hash, name);
    enum below opened = open_folder(folder, name, true, &descriptor);
    if (opened != BELOW_FINE)
        return fail(why, below_words(opened));
    bool fine = is_kept_already(descriptor, name, size) ||
                write_file(descriptor, name, bytes, size) || fail(why, strerror(errno));
    close(descriptor);
    return fine;
}

bool bytes_are_kept(const char *folder, const uint8_t hash[DIGEST_SIZE])
{
    char name[NAME_ROOM];
    struct stat about;
    int descriptor;
    digest_write(hash, name);
    if (open_folder(folder, name, false, &descriptor) != BELOW_FINE)
        return false;
    bool fine = fstatat(descriptor, name, &about, AT_SYMLINK_NOFOLLOW) == 0;
    close(descriptor);
    return fine;
}

void bytes_settle(const char *folder)
{
#ifdef HAS_SYNCFS
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        syncfs(descriptor);
        close(descriptor);
    }
#else
    (void)folder;
#endif
}

enum bytes_state bytes_read(const char *folder, const uint8_t hash[DIGEST_SIZE], uint8_t **bytes,
                            size_t *size, char why[BYTES_WHY])
{
    char name[NAME_ROOM], path[NAME_ROOM + FOLDER_DIGITS + 1];
    uint8_t found[DIGEST_SIZE];
    digest_write(hash, name);
    snprintf(path, sizeof path, "%.2s/%s", name, name);
    enum below read = below_read(folder, path, UINT64_MAX, bytes, size);
    if (read != BELOW_FINE) {
        *bytes = NULL;
        fail(why, below_words(read));
        return read == BELOW_MISSING ? BYTES_MISSING : BYTES_FAILED;
    }
    digest(*bytes, *size, found);
    if (memcmp(found, hash, DIGEST_SIZE) == 0)
        return BYTES_FINE;
    free(*bytes);
    *bytes = NULL;
    return BYTES_DAMAGED;
}

bool bytes_remove(const char *folder, const uint8_t hash[DIGEST_SIZE], bool *was_there,
                  char why[BYTES_WHY])
{
    char name[NAME_ROOM];
    int descriptor;
    *was_there = false;
    digest_write(hash, name);
    enum below opened = open_folder(folder, name, false, &descriptor);
    if (opened == BELOW_MISSING)
        return true;
    if (opened != BELOW_FINE)
        return fail(why, below_words(opened));
    *was_there = unlinkat(descriptor, name, 0) == 0;
    bool fine = *was_there || errno == ENOENT || fail(why, strerror(errno));
    close(descriptor);
    return fine;
}

struct visiting {
    bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]);
    void *context;
    char *why;
    bool has_failed;
};

static enum below_step visit_entry(void *context, const struct below_entry *entry)
{
    struct visiting *visiting = context;
    uint8_t hash[DIGEST_SIZE];
    if (S_ISDIR(entry->about->st_mode))
        return entry->depth == 0 ? BELOW_ENTER : BELOW_GO_ON;
    return !digest_read(entry->name, hash) || visiting->visit(visiting->context, hash) ? BELOW_GO_ON
                                                                                       : BELOW_STOP;
}

static void visit_failed(void *context, const char *path, const char *name, enum below why)
{
    struct visiting *visiting = context;
    snprintf(visiting->why, BYTES_WHY, "%s%s: %s", path, name, below_words(why));
    visiting->has_failed = true;
}

bool bytes_visit(const char *folder, bool (*visit)(void *context, const uint8_t hash[DIGEST_SIZE]),
                 void *context, char why[BYTES_WHY])
{
    struct visiting visiting = {visit, context, why, false};
    const struct below_walk walk = {
        .context = &visiting, .visit = visit_entry, .cannot = visit_failed};
    int descriptor;
    enum below opened = below_open_folder(folder, "", false, &descriptor);
    if (opened != BELOW_FINE)
        return fail(why, below_words(opened));
    bool fine = walk_below(descriptor, &walk) || fail(why, "not enough memory");
    close(descriptor);
    return fine && !visiting.has_failed;
}
