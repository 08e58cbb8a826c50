/* Detects whether a file has changed since it was read. */
#include "io/file_mark.h"

struct file_mark mark_of(const struct stat *about)
{
    return (struct file_mark){.is_known = true,
                              .device = about->st_dev,
                              .number = about->st_ino,
                              .size = about->st_size,
                              .modified = about->st_mtim,
                              .changed = about->st_ctim};
}

static bool is_same_time(struct timespec one, struct timespec other)
{
    return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

bool is_same_mark(const struct file_mark *one, const struct file_mark *other)
{
    return one->is_known && other->is_known && one->device == other->device &&
           one->number == other->number && one->size == other->size &&
           is_same_time(one->modified, other->modified) &&
           is_same_time(one->changed, other->changed);
}

uint64_t hash_of_bytes(const uint8_t *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
