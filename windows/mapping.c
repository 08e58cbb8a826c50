/* Files in memory. Windows lets nobody replace or shorten a file that is mapped, so the file is
 * read instead. */
#include "layer.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    unsigned char *bytes = malloc(size);
    size_t done = 0;
    (void)address;
    (void)protection;
    (void)flags;
    (void)offset; /* always 0, and nothing has been read */
    while (bytes && done < size) {
        size_t most = size - done < 1 << 30 ? size - done : 1 << 30;
        int got = read(file, bytes + done, (unsigned)most);
        if (got > 0) {
            done += (size_t)got;
            continue;
        }
        free(bytes);
        bytes = NULL;
        errno = EIO;
    }
    return bytes ? bytes : MAP_FAILED;
}

int munmap(void *address, size_t size)
{
    (void)size;
    free(address);
    return 0;
}

int madvise(void *address, size_t size, int advice)
{
    (void)address;
    (void)size;
    (void)advice;
    return 0;
}
