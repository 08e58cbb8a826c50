/* What a process attempts in the sandbox. */
#include "sandbox_deeds.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Files */

static bool open_it(const char *path, int flags)
{
    char byte;
    int file = open(path, flags, 0600);
    if (file < 0)
        return false;
    bool fine =
        (flags & O_ACCMODE) == O_RDONLY ? read(file, &byte, 1) >= 0 : write(file, "text", 4) == 4;
    return close(file) == 0 && fine;
}

bool read_it(const char *path)
{
    return open_it(path, O_RDONLY);
}

bool read_descriptor(const char *path)
{
    char byte;
    return read(atoi(path), &byte, 1) == 1;
}

bool list_it(const char *path)
{
    DIR *folder = opendir(path);
    bool fine = folder && readdir(folder);
    if (folder)
        closedir(folder);
    return fine;
}

bool look_at_it(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

bool write_it(const char *path)
{
    return open_it(path, O_WRONLY);
}

bool make_it(const char *path)
{
    return open_it(path, O_WRONLY | O_CREAT | O_EXCL);
}

bool truncate_by_opening(const char *path)
{
    return open_it(path, O_RDONLY | O_TRUNC);
}

bool truncate_it(const char *path)
{
    return truncate(path, 0) == 0;
}

bool remove_it(const char *path)
{
    return unlink(path) == 0;
}

bool rename_it(const char *path)
{
    char to[200];
    snprintf(to, sizeof to, "%s.renamed", path);
    return rename(path, to) == 0;
}

bool make_folder(const char *path)
{
    return mkdir(path, 0700) == 0;
}

bool remove_folder(const char *path)
{
    return rmdir(path) == 0;
}

bool link_it(const char *path)
{
    return link("own/world", path) == 0;
}

bool link_secret(const char *path)
{
    return link("else/secret", path) == 0;
}

bool move_secret(const char *path)
{
    return rename("else/secret", path) == 0;
}

bool move_out(const char *path)
{
    return rename(path, "else/moved") == 0;
}

bool symlink_it(const char *path)
{
    return symlink("../else/secret", path) == 0;
}

bool make_pipe(const char *path)
{
    return mkfifo(path, 0600) == 0;
}

bool chmod_it(const char *path)
{
    return chmod(path, 0777) == 0;
}

bool fchmod_it(const char *path)
{
    int file = open(path, O_RDONLY);
    return file >= 0 && fchmod(file, 0700) == 0;
}

bool touch_it(const char *path)
{
    return utimensat(AT_FDCWD, path, NULL, 0) == 0;
}

bool move_between(const char *path)
{
    (void)path;
    return mkdir("made/from", 0700) == 0 && make_it("made/from/new") &&
           rename("made/from/new", "made/new") == 0 && rename("made/from", "made/to") == 0 &&
           unlink("made/new") == 0 && rmdir("made/to") == 0;
}

/* Beyond files */

bool make_socket(const char *path)
{
    return socket(strcmp(path, "unix") == 0 ? AF_UNIX : AF_INET, SOCK_STREAM, 0) >= 0;
}

bool run_program(const char *path)
{
    char name[] = "true", *words[] = {name, NULL}, *none[] = {NULL};
    return execve(path, words, none) == 0;
}

bool make_code(const char *path)
{
    (void)path;
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
}

bool allow_code(const char *path)
{
    (void)path;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0;
}

/* Calls that would fail with these arguments anyway, or do no harm. */
bool call_number(const char *path)
{
    static const struct {
        const char *name;
        long number;
    } calls[] = {
        {"memfd_create", SYS_memfd_create},
        {"io_uring_setup", SYS_io_uring_setup},
        {"unshare", SYS_unshare},
        {"open_by_handle_at", SYS_open_by_handle_at},
        {"bpf", SYS_bpf},
        {"keyctl", SYS_keyctl},
        {"mount", SYS_mount},
        {"prctl", SYS_prctl},
        {"none", 1000},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(calls[i].name, path) == 0)
            return syscall(calls[i].number, 0, 0, 0, 0, 0) >= 0;
    abort();
}

bool type_into_terminal(const char *path)
{
    (void)path;
    return ioctl(STDIN_FILENO, TIOCSTI, "x") == 0;
}

bool own_descriptor(const char *path)
{
    (void)path;
    return fcntl(STDIN_FILENO, F_SETOWN, 1) == 0;
}

bool raise_limit(const char *path)
{
    struct rlimit limit = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    (void)path;
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

static void *open_socket(void *context)
{
    (void)context;
    (void)socket(AF_INET, SOCK_STREAM, 0);
    return NULL;
}

static void *add_one(void *context)
{
    ++*(int *)context;
    return NULL;
}

static bool run_thread(void *(*run)(void *), void *context)
{
    pthread_t thread;
    int problem = pthread_create(&thread, NULL, run, context);
    errno = problem;
    return problem == 0 && pthread_join(thread, NULL) == 0;
}

bool socket_in_thread(const char *path)
{
    (void)path;
    return run_thread(open_socket, NULL);
}

bool start_thread(const char *path)
{
    int count = 0;
    (void)path;
    return run_thread(add_one, &count) && run_thread(add_one, &count) && count == 2;
}

/* Other processes: number 1 is always there. */

bool make_process(const char *path)
{
    (void)path;
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    return child > 0;
}

bool trace_another(const char *path)
{
    (void)path;
    return ptrace(PTRACE_SEIZE, 1, NULL, NULL) == 0;
}

bool signal_another(const char *path)
{
    (void)path;
    return kill(1, 0) == 0;
}

bool signal_thread_of_another(const char *path)
{
    (void)path;
    return syscall(SYS_tgkill, 1, 1, 0) == 0;
}

bool read_memory_of_another(const char *path)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {&byte, 1};
    (void)path;
    return process_vm_readv(1, &here, 1, &there, 1, 0) == 1;
}

static volatile sig_atomic_t signals;

static void count(int number)
{
    (void)number;
    signals = signals + 1;
}

bool signal_itself(const char *path)
{
    (void)path;
    return signal(SIGUSR1, count) != SIG_ERR && raise(SIGUSR1) == 0 && signals == 1;
}

bool ask_terminal(const char *path)
{
    (void)path;
    errno = 0;
    return dup(STDIN_FILENO) >= 0 && isatty(open("own/world", O_RDONLY)) == 1;
}

bool read_limit(const char *path)
{
    struct rlimit limit;
    (void)path;
    return getrlimit(RLIMIT_AS, &limit) == 0;
}

bool core_is_limited(const char *path)
{
    struct rlimit limit;
    (void)path;
    return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max == 0;
}

bool wait_a_moment(const char *path)
{
    struct timespec now, moment = {.tv_nsec = 1000};
    (void)path;
    return clock_gettime(CLOCK_REALTIME, &now) == 0 && nanosleep(&moment, NULL) == 0;
}

/* Limits */

bool work_forever(const char *path)
{
    (void)path;
    for (;;)
        signals = 0;
}

bool take_memory(const char *path)
{
    size_t size = (size_t)atoi(path) << 20;
    char *memory = malloc(size);
    if (!memory)
        return false;
    memory[0] = memory[size - 1] = 'x';
    free(memory);
    return true;
}

bool take_all_memory(const char *path)
{
    (void)path;
    for (int blocks = 0; blocks < 100000; blocks++)
        if (!malloc(1 << 16))
            return false;
    return true;
}
