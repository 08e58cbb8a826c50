/* Detects whether a file has changed since it was read. */
#ifndef OW_CLI_IO_FILE_MARK_H
#define OW_CLI_IO_FILE_MARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct file_mark {
    bool is_known; /* false without a file, such as for standard input */
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec modified, changed;
};

struct file_mark mark_of(const struct stat *about);

/* Whether both are known and belong to the same file with the same contents. */
bool is_same_mark(const struct file_mark *one, const struct file_mark *other);

/* FNV-1a, 64 bits. It detects accidental changes, but a file with the same hash can be made on
 * purpose. */
uint64_t hash_of_bytes(const uint8_t *bytes, size_t size);

#endif
