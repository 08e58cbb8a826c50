/* Worlds in archives (zip, 7z, tar), unpacked by libarchive in a process of the sandbox. */
#ifndef OW_CATALOG_UNPACK_H
#define OW_CATALOG_UNPACK_H

#include "apart.h"

/* What an archive may hold. What exceeds the first four ends the unpacking. */
enum {
    UNPACK_MOST_ENTRIES = 100000,
    UNPACK_MOST_RATIO = 200,       /* bytes of all worlds, for each byte of the archive ... */
    UNPACK_MOST_BESIDE = 64 << 20, /* ... and these */
    UNPACK_LONGEST_PATH = 4096
};

struct unpack_limits {
    uint64_t file_size;        /* of a world; 0: any that the other limits allow */
    struct apart_limits apart; /* of the process */
};

/* A file in an archive whose name is that of a world. */
struct unpacked {
    const char *path;     /* plain parts only: nothing leads out of the archive */
    const uint8_t *bytes; /* NULL: it is refused, see `why` */
    size_t size;
    const char *why;
};

/* Returns false with a message if this system or build cannot unpack archives. Call it before there
 * are threads. */
bool unpack_is_possible(const struct unpack_limits *limits, char why[APART_WHY]);

/* Passes each world in the bytes of an archive to `visit`, which returns false to stop. Archives
 * inside are not opened. Returns false if the archive cannot be read to its end: `why` says why, or
 * is empty if memory ran out or `visit` stopped. */
bool unpack(const void *bytes, size_t size, const struct unpack_limits *limits,
            bool (*visit)(void *context, const struct unpacked *file), void *context,
            char why[APART_WHY]);

#endif
