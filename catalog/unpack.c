/* Worlds in archives (zip, 7z, tar), unpacked by libarchive in a process of the sandbox.
 *
 * The process has the bytes of the archive already. It writes a record for each world on its pipe:
 * the kind, the sizes of a path and of what follows, and both. The parent believes nothing of what
 * it reads: it checks paths and sizes again. */
#include "unpack.h"

#include "../files/below.h"
#include "../files/library.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libarchive brings a dozen libraries, so it is loaded on demand. */
static const struct library libarchive = {"--archives needs", "libarchive.so.13", "libarchive13"};
#define EACH_OF_LIBARCHIVE(FUNCTION)                                                               \
    FUNCTION(read_new)                                                                             \
    FUNCTION(read_support_format_zip)                                                              \
    FUNCTION(read_support_format_7zip)                                                             \
    FUNCTION(read_support_format_tar)                                                              \
    FUNCTION(read_support_filter_gzip)                                                             \
    FUNCTION(read_support_filter_bzip2)                                                            \
    FUNCTION(read_support_filter_xz)                                                               \
    FUNCTION(read_support_filter_zstd)                                                             \
    FUNCTION(read_open_memory)                                                                     \
    FUNCTION(read_next_header)                                                                     \
    FUNCTION(read_data)                                                                            \
    FUNCTION(error_string)                                                                         \
    FUNCTION(entry_pathname)                                                                       \
    FUNCTION(entry_pathname_utf8)                                                                  \
    FUNCTION(entry_filetype)                                                                       \
    FUNCTION(entry_hardlink)                                                                       \
    FUNCTION(entry_is_encrypted)

#define POINTER(name) __typeof__(&archive_##name) name;
static struct {
    EACH_OF_LIBARCHIVE(POINTER)
    locale_t utf8; /* (locale_t)0: the system has none, so only plain names can be read */
} archive;

enum record_kind {
    RECORD_WORLD = 'w',
    RECORD_REFUSED = 'r',
    RECORD_END = 'e',
    RECORD_BROKEN = 'b'
};

struct record {
    uint32_t kind, path_size;
    uint64_t size;
};

static bool load(char why[APART_WHY])
{
    void *library = library_open(&libarchive);
    bool found = library != NULL;
#define FIND(name) found = found && library_find(library, "archive_" #name, &archive.name);
    EACH_OF_LIBARCHIVE(FIND)
    if (!found)
        library_tell(&libarchive, NULL, why, APART_WHY);
    else if (archive.utf8 == (locale_t)0)
        archive.utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return found;
}

bool unpack_is_possible(const struct unpack_limits *limits, char why[APART_WHY])
{
    return load(why) && apart_is_possible(&limits->apart, why);
}

/* The work of the process. */

struct work {
    const void *bytes;
    size_t size;
    uint64_t most_file, left; /* bytes of a world, and of all that are still to come */
    int pipe;
    uint8_t *data; /* of one world */
    size_t room;
};

static bool put_record(const struct work *work, enum record_kind kind, const char *path,
                       const void *bytes, size_t size)
{
    const struct record record = {kind, (uint32_t)strlen(path), size};
    return below_write_all(work->pipe, &record, sizeof record) &&
           below_write_all(work->pipe, path, record.path_size) &&
           below_write_all(work->pipe, bytes, size);
}

static bool put_words(const struct work *work, enum record_kind kind, const char *path,
                      const char *words)
{
    return put_record(work, kind, path, words, strlen(words));
}

static bool grow(struct work *work)
{
    size_t room = work->room ? 2 * work->room : 1 << 16;
    uint8_t *data = realloc(work->data, room);
    if (data) {
        work->data = data;
        work->room = room;
    }
    return data != NULL;
}

/* How the reading of an entry ended. */
enum entry_end { ENTRY_READ, ENTRY_BROKEN, ENTRY_TOO_LARGE, ENTRY_OVER, ENTRY_NO_MEMORY };

/* Sizes that an archive states are not believed: what comes is counted. */
static enum entry_end read_entry(struct work *work, struct archive *from, size_t *size)
{
    for (*size = 0;;) {
        if (*size == work->room && !grow(work))
            return ENTRY_NO_MEMORY;
        la_ssize_t got = archive.read_data(from, work->data + *size, work->room - *size);
        if (got == ARCHIVE_RETRY)
            continue;
        if (got <= 0)
            return got == 0 ? ENTRY_READ : ENTRY_BROKEN;
        *size += (size_t)got;
        if ((uint64_t)got > work->left)
            return ENTRY_OVER;
        work->left -= (uint64_t)got;
        if (*size > work->most_file)
            return ENTRY_TOO_LARGE;
    }
}

static const char *words_of(struct archive *from)
{
    const char *words = archive.error_string(from);
    return words ? words : "it is damaged";
}

static bool take_entry(struct work *work, struct archive *from, const char *path, bool *goes_on)
{
    size_t size;
    switch (read_entry(work, from, &size)) {
    case ENTRY_READ:
        return put_record(work, RECORD_WORLD, path, work->data, size);
    case ENTRY_BROKEN:
        return put_words(work, RECORD_REFUSED, path, words_of(from));
    case ENTRY_TOO_LARGE:
        return put_words(work, RECORD_REFUSED, path, "is larger than the limit of --max-size");
    case ENTRY_OVER:
        *goes_on = false;
        return put_words(work, RECORD_BROKEN, "",
                         "holds far more bytes than it has: it is not read further");
    case ENTRY_NO_MEMORY:
        break;
    }
    return false;
}

/* The path without "./" at its beginning; NULL if it has no characters. */
static const char *path_of(struct archive_entry *entry)
{
    const char *path = archive.entry_pathname(entry);
    if (!path)
        path = archive.entry_pathname_utf8(entry);
    while (path && path[0] == '.' && path[1] == '/')
        path += 2;
    return path && *path ? path : NULL;
}

static bool is_world(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && (!slash || dot > slash) && ow_format_by_extension(dot + 1);
}

static bool look_at(struct work *work, struct archive *from, struct archive_entry *entry,
                    bool *goes_on)
{
    const char *path = path_of(entry);
    if (archive.entry_filetype(entry) != AE_IFREG)
        return true;
    if (!path)
        return put_words(work, RECORD_REFUSED, "", "has a file whose name cannot be converted");
    if (archive.entry_hardlink(entry) || !is_world(path))
        return true;
    if (!below_is_plain(path) || strlen(path) > UNPACK_LONGEST_PATH)
        return put_words(work, RECORD_REFUSED, "", "has a file whose path leads out of it");
    if (archive.entry_is_encrypted(entry))
        return put_words(work, RECORD_REFUSED, path, "is encrypted");
    return take_entry(work, from, path, goes_on);
}

static bool read_all(struct work *work, struct archive *from)
{
    struct archive_entry *entry;
    bool goes_on = true;
    for (unsigned count = 0; goes_on; count++) {
        int status = archive.read_next_header(from, &entry);
        if (status == ARCHIVE_EOF)
            return put_words(work, RECORD_END, "", "");
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
            return put_words(work, RECORD_BROKEN, "", words_of(from));
        if (count == UNPACK_MOST_ENTRIES)
            return put_words(work, RECORD_BROKEN, "", "has more than 100,000 entries");
        if (!look_at(work, from, entry, &goes_on))
            return false;
    }
    return true;
}

/* The process ends soon, so nothing is freed. */
static bool unpack_here(void *context, int pipe)
{
    struct work *work = context;
    work->pipe = pipe;
    if (archive.utf8 != (locale_t)0)
        uselocale(archive.utf8); /* libarchive converts names to the encoding of the locale */
    struct archive *from = archive.read_new();
    if (!from)
        return false;
    archive.read_support_format_zip(from);
    archive.read_support_format_7zip(from);
    archive.read_support_format_tar(from);
    archive.read_support_filter_gzip(from);
    archive.read_support_filter_bzip2(from);
    archive.read_support_filter_xz(from);
    archive.read_support_filter_zstd(from);
    if (archive.read_open_memory(from, work->bytes, work->size) != ARCHIVE_OK)
        return put_words(work, RECORD_BROKEN, "", words_of(from));
    return read_all(work, from);
}

/* The work of the parent. */

struct reading {
    int pipe;
    uint64_t most_file, left;
    bool (*visit)(void *context, const struct unpacked *file);
    void *context;
    char *why;
    bool is_whole; /* the process has seen the end of the archive */
};

/* Returns false at the end of the pipe. */
static bool read_exactly(int pipe, void *bytes, size_t size)
{
    unsigned char *at = bytes;
    while (size > 0) {
        ssize_t got = read(pipe, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool is_allowed(struct reading *reading, const struct record *record)
{
    bool is_world = record->kind == RECORD_WORLD;
    uint64_t most = !is_world                            ? APART_WHY
                    : reading->left < reading->most_file ? reading->left
                                                         : reading->most_file;
    bool is_known = is_world || record->kind == RECORD_REFUSED || record->kind == RECORD_END ||
                    record->kind == RECORD_BROKEN;
    if (!is_known || record->path_size > UNPACK_LONGEST_PATH || record->size > most)
        return false;
    reading->left -= is_world ? record->size : 0;
    return true;
}

/* PATH and BYTES have a zero behind them. Returns false to stop. */
static bool take_record(struct reading *reading, const struct record *record, const char *path,
                        const uint8_t *bytes)
{
    bool is_world = record->kind == RECORD_WORLD;
    if (record->kind == RECORD_END) {
        reading->is_whole = true;
        return false;
    }
    if (record->kind == RECORD_BROKEN || *path == '\0') {
        snprintf(reading->why, APART_WHY, "%s", (const char *)bytes);
        return record->kind != RECORD_BROKEN;
    }
    return below_is_plain(path) &&
           reading->visit(reading->context,
                          &(struct unpacked){.path = path,
                                             .bytes = is_world ? bytes : NULL,
                                             .size = is_world ? (size_t)record->size : 0,
                                             .why = is_world ? NULL : (const char *)bytes});
}

/* Reads one record. Returns false at the end, and if a record is not as it should be. */
static bool read_record(struct reading *reading)
{
    struct record record;
    char path[UNPACK_LONGEST_PATH + 1];
    if (!read_exactly(reading->pipe, &record, sizeof record) || !is_allowed(reading, &record) ||
        !read_exactly(reading->pipe, path, record.path_size))
        return false;
    path[record.path_size] = '\0';
    uint8_t *bytes = malloc((size_t)record.size + 1);
    bool goes_on = bytes && read_exactly(reading->pipe, bytes, (size_t)record.size);
    if (goes_on) {
        bytes[record.size] = '\0';
        goes_on = take_record(reading, &record, path, bytes);
    }
    free(bytes);
    return goes_on;
}

bool unpack(const void *bytes, size_t size, const struct unpack_limits *limits,
            bool (*visit)(void *context, const struct unpacked *file), void *context,
            char why[APART_WHY])
{
    uint64_t left = (uint64_t)size * UNPACK_MOST_RATIO + UNPACK_MOST_BESIDE;
    uint64_t most_file = limits->file_size ? limits->file_size : UINT64_MAX;
    struct work work = {.bytes = bytes, .size = size, .most_file = most_file, .left = left};
    struct reading reading = {
        .most_file = most_file, .left = left, .visit = visit, .context = context, .why = why};
    struct apart_process process;
    char ended[APART_WHY] = "";
    *why = '\0';
    if (!apart_start(&process, &limits->apart, unpack_here, &work, why))
        return false;
    reading.pipe = process.results;
    while (read_record(&reading))
        continue;
    bool is_fine = apart_wait(&process, &limits->apart, NULL, 0, ended);
    if (!is_fine && !reading.is_whole && *why == '\0')
        memcpy(why, ended, APART_WHY);
    return reading.is_whole && *why == '\0';
}
