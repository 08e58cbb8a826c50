/* The temporary file that a run writes before it is moved to its place. */
#include "io/output_temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char prefix[] = ".overworld.";
static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";

enum { PREFIX = sizeof prefix - 1, RANDOM = 6, MOST_TRIES = 100, MOST_OPEN = 8, MOST_SWEPT = 32 };

/* What a signal that ends the run must remove. */
static struct {
    volatile sig_atomic_t is_there;
    int folder;
    char name[TEMPORARY_NAME];
} leftovers[MOST_OPEN];

static void guard_leftovers(void);

enum { MOST_PATHS = 256 };

static char paths[MOST_PATHS][TEMPORARY_PATH];
static volatile sig_atomic_t path_count;

bool temporary_note_path(const char *path)
{
    if (path_count == MOST_PATHS || strlen(path) >= TEMPORARY_PATH)
        return false;
    strcpy(paths[path_count], path);
    path_count = path_count + 1;
    guard_leftovers();
    return true;
}

void temporary_remove_paths(void)
{
    while (path_count > 0) {
        const char *path = paths[path_count - 1];
        if (unlink(path) != 0)
            rmdir(path);
        path_count = path_count - 1;
    }
}

void temporary_remove_all(void)
{
    temporary_remove_paths();
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (leftovers[i].is_there)
            unlinkat(leftovers[i].folder, leftovers[i].name, 0);
}

static void on_interrupt(int number)
{
    temporary_remove_all();
    signal(number, SIG_DFL);
    raise(number);
}

/* A signal that was already ignored stays ignored, such as SIGHUP under nohup. Another handler
 * stays too: that of --sandbox for SIGXCPU. */
static void guard_leftovers(void)
{
    static const int numbers[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                                  SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        void (*before)(int) = signal(numbers[i], on_interrupt);
        if (before != SIG_DFL && before != SIG_ERR)
            signal(numbers[i], before);
    }
}

static void note_leftover(int folder, const char *name)
{
    for (size_t i = 0; i < MOST_OPEN; i++) {
        if (leftovers[i].is_there)
            continue;
        leftovers[i].folder = folder;
        strcpy(leftovers[i].name, name);
        leftovers[i].is_there = 1;
        return;
    }
}

static void forget_leftover(int folder, const char *name)
{
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (leftovers[i].is_there && leftovers[i].folder == folder &&
            strcmp(leftovers[i].name, name) == 0)
            leftovers[i].is_there = 0;
}

static void make_name(char name[TEMPORARY_NAME])
{
    static uint64_t count;
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t mixed = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    mixed = (mixed ^ (uint64_t)getpid() << 40) + ++count;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    strcpy(name, prefix);
    for (size_t i = 0; i < RANDOM; i++, mixed /= sizeof letters - 1)
        name[PREFIX + i] = letters[mixed % (sizeof letters - 1)];
    name[PREFIX + RANDOM] = '\0';
}

/* Whether a name is that of a temporary file, including those of mkstemp. */
static bool is_temporary(const char *name)
{
    return strncmp(name, prefix, PREFIX) == 0 && strlen(name) == PREFIX + RANDOM &&
           strspn(name + PREFIX,
                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == RANDOM;
}

/* Whether a name is an open file, which is a regular file of this user. */
static bool is_own(int folder, const char *name, int file)
{
    struct stat named, about;
    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
           about.st_nlink == 1 && fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           named.st_dev == about.st_dev && named.st_ino == about.st_ino;
}

/* A running command holds the lock of its temporary file. If the lock is free, the command is dead
 * and the file is removed. */
static void remove_if_dead(int folder, const char *name)
{
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return;
    if (is_own(folder, name, file) && flock(file, LOCK_EX | LOCK_NB) == 0 &&
        is_own(folder, name, file))
        unlinkat(folder, name, 0);
    close(file);
}

/* Whether this run has cleaned a folder already: a folder with many files is not read again for
 * each of them. */
static bool was_cleaned(int folder)
{
    static struct {
        dev_t device;
        ino_t number;
    } swept[MOST_SWEPT];
    static size_t count;
    struct stat about;
    if (fstat(folder, &about) != 0)
        return true;
    for (size_t i = 0; i < count && i < MOST_SWEPT; i++)
        if (swept[i].device == about.st_dev && swept[i].number == about.st_ino)
            return true;
    swept[count % MOST_SWEPT].device = about.st_dev;
    swept[count++ % MOST_SWEPT].number = about.st_ino;
    return false;
}

/* Removes files of dead runs. In a folder that cannot be read, they stay. */
static void remove_dead(int folder)
{
    int copy = was_cleaned(folder) ? -1 : openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0)
        return;
    DIR *open = fdopendir(copy);
    if (!open) {
        close(copy);
        return;
    }
    for (struct dirent *entry; (entry = readdir(open));)
        if (is_temporary(entry->d_name))
            remove_if_dead(folder, entry->d_name);
    closedir(open);
}

static bool is_gone(int folder, const char *name)
{
    struct stat about;
    return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT;
}

/* Another run may have removed the file before it was locked; then it is created again. If the file
 * system has no locks, nothing is ever removed. */
static bool lock_file(int folder, const char *name, int file, int *lock)
{
    *lock = dup(file);
    if (*lock < 0)
        return true;
    fcntl(*lock, F_SETFD, FD_CLOEXEC);
    bool is_locked = flock(*lock, LOCK_EX | LOCK_NB) == 0;
    if ((is_locked || errno != EWOULDBLOCK) && !is_gone(folder, name))
        return true;
    close(*lock);
    *lock = -1;
    return false;
}

int temporary_make(int folder, struct temporary *temporary)
{
    int problem = errno;
    temporary->lock = -1;
    remove_dead(folder);
    guard_leftovers();
    errno = problem;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        make_name(temporary->name);
        note_leftover(folder, temporary->name);
        int file = openat(folder, temporary->name,
                          O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file >= 0 && lock_file(folder, temporary->name, file, &temporary->lock))
            return file;
        problem = file < 0 ? errno : EEXIST;
        forget_leftover(folder, temporary->name);
        *temporary->name = '\0';
        if (file >= 0)
            close(file);
        errno = problem;
        if (problem != EEXIST)
            return -1;
    }
    return -1;
}

void temporary_forget(int folder, struct temporary *temporary)
{
    if (!*temporary->name)
        return;
    forget_leftover(folder, temporary->name);
    if (temporary->lock >= 0)
        close(temporary->lock);
    *temporary = (struct temporary){.lock = -1};
}

void temporary_remove(int folder, struct temporary *temporary)
{
    if (*temporary->name)
        unlinkat(folder, temporary->name, 0);
    temporary_forget(folder, temporary);
}
