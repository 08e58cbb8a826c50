/* A library to load before a program (LD_PRELOAD): it counts the calls that the program and its
 * libraries make of the C library, and fails one of them. tests/faults.py says which.
 *
 * FAULT_TRACE=FILE       the name of every call goes into FILE, a line each, with the addresses of
 *                        its callers
 * FAULT=NAME:N:ERRNO     call N of NAME (from 0 on) fails with this errno; "NAME:N+:ERRNO" all from
 *                        it on; several of them are joined by commas
 * FAULT_DO=NAME:N:WORDS  before call N of NAME a shell does WORDS; $PPID is the program
 * FAULT_CLOCK=SECONDS    the clock is that much later each time it is looked at
 *
 * glibc alone, as it needs the functions that malloc and its like have there behind the usual
 * ones. */
#undef _FILE_OFFSET_BITS /* both names of a function are defined below */
#define _GNU_SOURCE
#include "due.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

enum { LONGEST = 4096 };

static struct call doing;
static char words[LONGEST];
static long clock_step;
static int trace = -1;
static bool begun; /* false before main, and when it has returned */

static void end(void)
{
    begun = false;
}

static void read_settings(void)
{
    if (getenv("FAULT"))
        faults_read(getenv("FAULT"));
    const char *rest = getenv("FAULT_DO") ? call_read(getenv("FAULT_DO"), &doing) : "";
    if (!rest)
        abort();
    snprintf(words, sizeof words, "%s", rest);
    if (getenv("FAULT_TRACE"))
        trace = open(getenv("FAULT_TRACE"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (trace >= 0) /* the program does not get this number when it opens a file */
        trace = fcntl(trace, F_DUPFD_CLOEXEC, 900);
    if (getenv("FAULT_CLOCK"))
        clock_step = atol(getenv("FAULT_CLOCK"));
    unsetenv("LD_PRELOAD"); /* the shell is not to be failed */
    unsetenv("FAULT");
    unsetenv("FAULT_DO");
    unsetenv("FAULT_TRACE");
    unsetenv("FAULT_CLOCK");
}

typedef int main_function(int, char **, char **);
static main_function *real_main;

static int main_with_faults(int argc, char **argv, char **environment)
{
    read_settings();
    atexit(end);
    begun = true;
    return real_main(argc, argv, environment);
}

/* From here programs get to their main. What runs before and behind it is not theirs. */
int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*at_end)(void), void *stack)
{
    int (*real)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                void *);
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = program;
    return real(main_with_faults, argc, argv, init, fini, at_end, stack);
}

/* Where the program or library is that has an address; 0: nowhere. Finding the name of the function
 * as well would take most of the time of a trace. */
static uintptr_t base_of(void *address)
{
    struct dl_find_object found;
    return _dl_find_object(address, &found) == 0 ? (uintptr_t)found.dlfo_map_start : 0;
}

/* A line with a name and the addresses on the stack, innermost first, as they lie in their
 * files: a program is somewhere else in each run. Addresses in libraries begin with "*". Returns
 * the line's size. */
static int write_callers(const char *name, char *line, size_t room)
{
    enum { DEEPEST = 64 };
    void *callers[DEEPEST];
    int size = snprintf(line, room, "%s", name);
    int count = backtrace(callers, DEEPEST);
    uintptr_t program = base_of(*(void **)&real_main);
    if (!program)
        abort();
    for (int i = 0; i < count; i++) {
        uintptr_t base = base_of(callers[i]);
        size += snprintf(line + size, room - (size_t)size, base == program ? " %llx" : " *%llx",
                         (unsigned long long)((uintptr_t)callers[i] - base));
    }
    line[size] = '\n';
    return size + 1;
}

static void note(const char *name)
{
    static ssize_t (*real)(int, const void *, size_t);
    char line[2048];
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    int size = write_callers(name, line, sizeof line);
    if (real(trace, line, (size_t)size) == size)
        return;
    if (errno != EBADF)
        abort();
    trace = -1; /* --sandbox closes what it does not know: the calls before are noted */
}

/* Not by system, which keeps signals from the program meanwhile. */
static void do_words(void)
{
    pid_t shell = fork();
    if (shell == 0) {
        execl("/bin/sh", "sh", "-c", words, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    while (waitpid(shell, &status, 0) < 0 && errno == EINTR)
        continue;
    if (shell < 0 || status != 0)
        abort();
}

/* Whether this call of a function is to fail; errno says how. */
static bool fails(const char *name)
{
    static bool busy; /* what follows calls functions, too */
    int before = errno;
    if (!begun || busy)
        return false;
    busy = true;
    unsigned problem = 0;
    if (trace >= 0)
        note(name);
    if (call_is_due(&doing, name))
        do_words();
    bool due = faults_are_due(name, &problem);
    busy = false;
    errno = due ? (int)problem : before;
    return due;
}

void *malloc(size_t size)
{
    return fails("malloc") ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails("malloc") ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails("malloc") ? NULL : __libc_realloc(block, size);
}

/* A function `symbol`, told as `name`, which fails by returning `failure`. */
#define FAULTY(type, symbol, name, failure, parameters, values)                                    \
    type symbol parameters                                                                         \
    {                                                                                              \
        static type(*real) parameters;                                                             \
        if (!real)                                                                                 \
            *(void **)&real = dlsym(RTLD_NEXT, #symbol);                                           \
        return fails(name) ? (failure) : real values;                                              \
    }

FAULTY(int, access, "access", -1, (const char *path, int mode), (path, mode))
FAULTY(int, fchmod, "fchmod", -1, (int file, mode_t mode), (file, mode))
FAULTY(int, fchown, "fchown", -1, (int file, uid_t user, gid_t group), (file, user, group))
FAULTY(int, fsync, "fsync", -1, (int file), (file))
FAULTY(int, isatty, "isatty", 0, (int file), (file))
FAULTY(int, dup, "dup", -1, (int file), (file))
FAULTY(int, flock, "flock", -1, (int file, int how), (file, how))
FAULTY(int, linkat, "link", -1, (int there, const char *from, int here, const char *to, int how),
       (there, from, here, to, how))
FAULTY(int, madvise, "madvise", -1, (void *at, size_t size, int advice), (at, size, advice))
FAULTY(int, mkdir, "mkdir", -1, (const char *path, mode_t mode), (path, mode))
FAULTY(int, mkdirat, "mkdir", -1, (int folder, const char *path, mode_t mode), (folder, path, mode))
FAULTY(int, renameat, "rename", -1, (int there, const char *from, int here, const char *to),
       (there, from, here, to))
FAULTY(int, unlink, "unlink", -1, (const char *path), (path))
FAULTY(int, unlinkat, "unlink", -1, (int folder, const char *path, int how), (folder, path, how))
FAULTY(ssize_t, read, "read", -1, (int file, void *to, size_t size), (file, to, size))
/* What _FORTIFY_SOURCE makes of read, and below of realpath. */
FAULTY(ssize_t, __read_chk, "read", -1, (int file, void *to, size_t size, size_t room),
       (file, to, size, room))
FAULTY(ssize_t, write, "write", -1, (int file, const void *from, size_t size), (file, from, size))
FAULTY(ssize_t, readlink, "readlink", -1, (const char *path, char *to, size_t size),
       (path, to, size))
FAULTY(char *, realpath, "realpath", NULL, (const char *path, char *to), (path, to))
FAULTY(char *, __realpath_chk, "realpath", NULL, (const char *path, char *to, size_t room),
       (path, to, room))
FAULTY(FILE *, fopen, "fopen", NULL, (const char *path, const char *mode), (path, mode))
FAULTY(FILE *, fopen64, "fopen", NULL, (const char *path, const char *mode), (path, mode))
FAULTY(FILE *, fdopen, "fdopen", NULL, (int file, const char *mode), (file, mode))
FAULTY(int, symlink, "symlink", -1, (const char *to, const char *path), (to, path))
FAULTY(int, pipe, "pipe", -1, (int ends[2]), (ends))
FAULTY(char *, mkdtemp, "mkdtemp", NULL, (char *name), (name))
FAULTY(FILE *, fopencookie, "fopencookie", NULL,
       (void *context, const char *mode, cookie_io_functions_t calls), (context, mode, calls))
FAULTY(int, setvbuf, "setvbuf", -1, (FILE * file, char *to, int mode, size_t size),
       (file, to, mode, size))
FAULTY(int, mkstemp, "mkstemp", -1, (char *name), (name))
FAULTY(int, mkstemp64, "mkstemp", -1, (char *name), (name))
FAULTY(int, stat, "stat", -1, (const char *path, struct stat *about), (path, about))
FAULTY(int, stat64, "stat", -1, (const char *path, struct stat64 *about), (path, about))
FAULTY(int, fstatat, "stat", -1, (int folder, const char *path, struct stat *about, int how),
       (folder, path, about, how))
FAULTY(int, fstatat64, "stat", -1, (int folder, const char *path, struct stat64 *about, int how),
       (folder, path, about, how))
FAULTY(int, fstat, "fstat", -1, (int file, struct stat *about), (file, about))
FAULTY(int, fstat64, "fstat", -1, (int file, struct stat64 *about), (file, about))
FAULTY(void *, mmap, "mmap", MAP_FAILED,
       (void *at, size_t size, int how, int kind, int file, off_t from),
       (at, size, how, kind, file, from))
FAULTY(void *, mmap64, "mmap", MAP_FAILED,
       (void *at, size_t size, int how, int kind, int file, off64_t from),
       (at, size, how, kind, file, from))

/* The file is closed in any case, as Linux does. */
int close(int file)
{
    static int (*real)(int);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "close");
    int problem = fails("close") ? errno : 0, result = real(file);
    if (!problem)
        return result;
    errno = problem;
    return -1;
}

int openat(int folder, const char *path, int flags, ...)
{
    int (*real)(int, const char *, int, ...);
    va_list list;
    va_start(list, flags);
    unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;
    va_end(list);
    *(void **)&real = dlsym(RTLD_NEXT, "openat");
    return fails("openat") ? -1 : real(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;
    va_end(list);
    return openat(folder, path, flags, mode);
}

static int open_really(const char *symbol, const char *path, int flags, unsigned mode)
{
    int (*real)(const char *, int, ...);
    *(void **)&real = dlsym(RTLD_NEXT, symbol);
    return fails("open") ? -1 : real(path, flags, mode);
}

#define OPEN(symbol)                                                                               \
    int symbol(const char *path, int flags, ...)                                                   \
    {                                                                                              \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;                              \
        va_end(list);                                                                              \
        return open_really(#symbol, path, flags, mode);                                            \
    }

OPEN(open)
OPEN(open64)

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    static long later;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    now->tv_sec += later;
    later += clock_step;
    return result;
}

/* What a program has counted of itself (gcov) it tells at its end, which that of a signal is
 * not. */
static void dump_coverage(void)
{
    void (*dump)(void);
    *(void **)&dump = dlsym(RTLD_DEFAULT, "__gcov_dump");
    begun = false;
    if (dump)
        dump();
}

int raise(int number)
{
    int (*real)(int);
    *(void **)&real = dlsym(RTLD_NEXT, "raise");
    dump_coverage();
    return real(number);
}

void _exit(int status)
{
    void (*real)(int);
    *(void **)&real = dlsym(RTLD_NEXT, "_exit");
    dump_coverage();
    real(status);
    abort(); /* which it does not come to */
}

/* The command makes one call by its number. */
long syscall(long number, ...)
{
    long (*real)(long, ...), values[5];
    va_list list;
    va_start(list, number);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        values[i] = va_arg(list, long);
    va_end(list);
    *(void **)&real = dlsym(RTLD_NEXT, "syscall");
    if (number == SYS_renameat2 && fails("renameat2"))
        return -1;
    return real(number, values[0], values[1], values[2], values[3], values[4]);
}
