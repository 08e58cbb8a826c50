/* Linked into each program and library of `make coverage`. At exit gcov writes a file of counts
 * for every object, 700 for the command. Most objects of a run have no counts. This takes them
 * out of gcov's list before it writes, which makes short runs several times faster. The list is
 * internal to gcc, so another version than 12 writes all files. */
#define _GNU_SOURCE
#if __GNUC__ == 12

#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { COUNTERS = 8 };

struct counts {
    unsigned number;
    int64_t *values;
};

struct function {
    const struct object *object;
    unsigned identity, checksum_of_lines, checksum_of_graph;
    struct counts counts[1]; /* one for each kind of counter that the object uses */
};

struct object {
    unsigned version;
    struct object *next;
    unsigned stamp, checksum;
    const char *file;
    void (*merge[COUNTERS])(int64_t *, unsigned);
    unsigned functions_number;
    const struct function *const *functions;
};

/* libgcov defines it, once in each program and library. Only its first member matters here. It
 * is weak because Meson links programs without gcov to find out what the compiler can do. */
__attribute__((weak, visibility("hidden"))) extern struct root {
    struct object *list;
} __gcov_root;

static bool has_counts(const struct object *object)
{
    for (unsigned i = 0; i < object->functions_number; i++) {
        const struct function *function = object->functions[i];
        /* A function that the linker merged with that of another object belongs to the other. */
        if (!function || function->object != object)
            continue;
        for (unsigned kind = 0, used = 0; kind < COUNTERS; kind++) {
            if (!object->merge[kind])
                continue;
            const struct counts *counts = &function->counts[used++];
            for (unsigned at = 0; at < counts->number; at++)
                if (counts->values[at])
                    return true;
        }
    }
    return false;
}

/* gcov writes in a destructor of priority 100, after this one. */
__attribute__((destructor)) static void drop_objects_without_counts(void)
{
    const struct root *root = &__gcov_root;
    if (!root)
        return;
    struct object **link = &__gcov_root.list;
    while (*link) {
        if (has_counts(*link))
            link = &(*link)->next;
        else
            *link = (*link)->next;
    }
}

/* A process that is about to enter the sandbox can write its counts for the last time: those of
 * what it does before. A test may have a prctl of its own. */
__attribute__((weak)) int prctl(int option, ...)
{
    unsigned long words[4];
    va_list rest;
    va_start(rest, option);
    for (size_t i = 0; i < 4; i++)
        words[i] = va_arg(rest, unsigned long);
    va_end(rest);
    void (*dump)(void) = NULL;
    *(void **)&dump = dlsym(RTLD_DEFAULT, "__gcov_dump");
    if (option == PR_SET_NO_NEW_PRIVS && dump) {
        drop_objects_without_counts();
        dump();
    }
    return (int)syscall(SYS_prctl, option, words[0], words[1], words[2], words[3]);
}

#endif
