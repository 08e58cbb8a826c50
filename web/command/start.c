/* Starts and ends the command in WebAssembly. */
#include "host.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int count, char **words);
void __wasm_call_ctors(void);

/* files.ts writes these members. */
_Static_assert(offsetof(struct stat, st_mode) == 12 && offsetof(struct stat, st_size) == 40 &&
                   offsetof(struct stat, st_atim) == 56 && offsetof(struct stat, st_ino) == 80 &&
                   sizeof(struct stat) == 88,
               "struct stat is as files.ts writes it");

/* Memory for the words of the command line. */
EXPORT void *memory_at(size_t size)
{
    return malloc(size);
}

void exit(int status)
{
    fflush(NULL);
    _exit(status);
}

/* Runs the command to its end. */
EXPORT void run(int count, char **words)
{
    __wasm_call_ctors();
    /* Locks a database for this process alone, in no memory shared by processes (locks.ts). */
    sqlite3_vfs_register(sqlite3_vfs_find("unix-excl"), 1);
    exit(main(count, words));
}

pid_t getpid(void)
{
    return host_pid();
}

int gethostname(char *name, size_t size)
{
    host_machine(name, size);
    return 0;
}

void arc4random_buf(void *bytes, size_t size)
{
    host_random(bytes, size);
}

enum { PAGE = 65536 };

size_t emscripten_get_heap_max(void)
{
    return UINT32_MAX;
}

/* Called for more memory. Grows by an eighth at least, because each step costs the host a new view
 * of the memory. */
int emscripten_resize_heap(size_t size)
{
    size_t pages = __builtin_wasm_memory_size(0), step = pages / 8;
    size_t missing = (size - 1) / PAGE + 1 - pages;
    return __builtin_wasm_memory_grow(0, missing > step ? missing : step) != SIZE_MAX ||
           __builtin_wasm_memory_grow(0, missing) != SIZE_MAX;
}

/* Advice is welcome, but there is nothing to do. */
int madvise(void *address, size_t size, int advice)
{
    (void)address;
    (void)size;
    (void)advice;
    return 0;
}

/* Called by memcpy for long copies. */
void *emscripten_memcpy_big(void *restrict to, const void *restrict from, size_t size)
{
    __asm__("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0"
            :
            : "r"(to), "r"(from), "r"(size)
            : "memory");
    return to;
}
