/* Files in memory. */
#ifndef WINDOWS_SYS_MMAN_H
#define WINDOWS_SYS_MMAN_H

#include <stddef.h>
#include <sys/types.h>

enum { PROT_READ = 1, MAP_PRIVATE = 2, MADV_SEQUENTIAL = 2, MADV_DONTNEED = 4 };

#define MAP_FAILED ((void *)-1)

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int munmap(void *address, size_t size);
int madvise(void *address, size_t size, int advice);

#endif
