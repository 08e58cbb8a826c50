/* The sandbox, from inside: a process enters it and attempts what a reader that runs a stranger's
 * code could attempt. Each attempt is a process of its own. */
#include "../support/test.h"

#include "place.h"
#include "sandbox_deeds.h"

#include "../../files/sandbox.h"
#include "../../files/sandbox_parts.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the kernel says of its Landlock; 0: the truth. */
static long stated_landlock;

/* A call that the kernel refuses, and why; 0: none. */
static long refused_call;
static int refused_because;

/* What the sandbox asked Landlock to handle: files, network, scope. */
static uint64_t asked[3];

static long (*syscall_of_libc)(long number, ...);

/* In place of those of libc, so that this kernel can pass for an older one, or refuse a call: the
 * sandbox then asks for what the older one has. */
long syscall(long number, ...)
{
    long words[6];
    va_list rest;
    va_start(rest, number);
    for (size_t i = 0; i < 6; i++)
        words[i] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_landlock_create_ruleset && words[0] != 0)
        memcpy(asked, (const void *)words[0], sizeof asked);
    if (number == refused_call && refused_because != 0) {
        errno = refused_because;
        return -1;
    }
    if (number == SYS_landlock_create_ruleset && words[0] == 0 && stated_landlock != 0)
        return stated_landlock;
    return syscall_of_libc(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

int prctl(int option, ...)
{
    unsigned long words[4];
    va_list rest;
    va_start(rest, option);
    for (size_t i = 0; i < 4; i++)
        words[i] = va_arg(rest, unsigned long);
    va_end(rest);
    return (int)syscall(SYS_prctl, (long)option, words[0], words[1], words[2], words[3]);
}

static void put(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("text", file);
    fclose(file);
}

/* The world in its folder, a named file, what is written, and what nobody named. */
static int make_place(void **state)
{
    static const char *const folders[] = {"own", "own/below", "out", "out/below", "made", "else"};
    static const char *const files[] = {"own/world",   "own/below/deep", "named/one", "named/other",
                                        "else/secret", "out/old",        "made/old"};
    (void)state;
    void *found = dlsym(RTLD_NEXT, "syscall");
    memcpy(&syscall_of_libc, &found, sizeof found); /* ISO C converts no pointer to one of a call */
    enter_place();
    assert_int_equal(mkdir("named", 0700), 0);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_int_equal(mkdir(folders[i], 0700), 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        put(files[i]);
    assert_int_equal(symlink("../else/secret", "own/away"), 0);
    assert_int_equal(symlink("below/deep", "own/near"), 0);
    assert_int_equal(symlink("named/one", "link"), 0);
    assert_int_equal(symlink("../else", "out/away"), 0);
    return 0;
}

/* Exit statuses of an attempt besides errno, which is at most 133. */
enum { FORBIDDEN = 200, OVER = 201, NOT_ENTERED = 202 };

static void stop(long call)
{
    _exit(call < 0 ? OVER : FORBIDDEN);
}

static const struct sandbox_path all_paths[] = {
    {"own/world", SANDBOX_READ},  {"own", SANDBOX_READ},       {"link", SANDBOX_READ},
    {"missing", SANDBOX_READ},    {"/dev/fd/9", SANDBOX_READ}, {"/dev/fd/12", SANDBOX_READ},
    {"/dev/fd/12", SANDBOX_READ}, {"out", SANDBOX_WRITE},      {"/dev/null", SANDBOX_WRITE},
    {"made", SANDBOX_MAKE},
};

/* How many of them a sandbox of each kind has. */
enum { FOR_READING = 7, FOR_WRITING = 10 };

static bool enter(size_t paths, char *message, size_t room)
{
    const struct sandbox sandbox = {.paths = all_paths,
                                    .path_count = paths,
                                    .memory = (uint64_t)512 << 20,
                                    .seconds = 1,
                                    .stop = stop};
    return sandbox_enter(&sandbox, message, room);
}

/* Returns how an attempt ended: 0, errno, or one of the above. A signal is negative. */
static int attempt(deed *attempted, const char *path, size_t paths)
{
    char message[300];
    int status;
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int world = open("own/world", O_RDONLY);
        int ready = dup2(world, 9) == 9 && dup2(world, 11) == 11 && dup2(world, 12) == 12;
        if (!ready || !enter(paths, message, sizeof message)) {
            fprintf(stderr, "# %s\n", message);
            _exit(NOT_ENTERED);
        }
        errno = 0;
        _exit(attempted(path) ? 0 : errno);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

struct row {
    const char *name;
    deed *deed;
    const char *path;
    int expected;
};

/* A system without Landlock or seccomp has nothing to test. */
static bool has_sandbox(void)
{
    int status = 0;
    char message[300];
    pid_t child = fork();
    if (child == 0)
        _exit(enter(FOR_READING, message, sizeof message) ? 0 : NOT_ENTERED);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void attempt_all(const struct row *rows, size_t count, size_t paths)
{
    bool fine = true;
    if (!has_sandbox())
        skip();
    for (size_t i = 0; i < count; i++) {
        int ended = attempt(rows[i].deed, rows[i].path, paths);
        if (ended == rows[i].expected)
            continue;
        fprintf(stderr, "# %s: %d instead of %d\n", rows[i].name, ended, rows[i].expected);
        fine = false;
    }
    assert_true(fine);
}

#define ATTEMPT_ALL(rows, paths) attempt_all(rows, sizeof(rows) / sizeof *(rows), paths)

static void reads_what_is_named(void **state)
{
    static const struct row rows[] = {
        {"the world", read_it, "own/world", 0},
        {"a file below its folder", read_it, "own/below/deep", 0},
        {"by a link inside", read_it, "own/near", 0},
        {"its folder", list_it, "own", 0},
        {"a folder in it", list_it, "own/below", 0},
        {"a named link", read_it, "link", 0},
        {"what that leads to", read_it, "named/one", 0},
        {"a named descriptor", read_it, "/dev/fd/9", 0},
        {"another one", read_it, "/dev/fd/12", 0},
        {"a missing file", read_it, "missing", ENOENT},
        {"whether a file is there", look_at_it, "else/secret", 0},
    };
    (void)state;
    ATTEMPT_ALL(rows, FOR_READING);
}

static void reads_nothing_else(void **state)
{
    static const struct row rows[] = {
        {"a file that nobody named", read_it, "else/secret", EACCES},
        {"by ..", read_it, "own/../else/secret", EACCES},
        {"by a link out of the folder", read_it, "own/away", EACCES},
        {"beside a named file", read_it, "named/other", EACCES},
        {"the folder above", list_it, ".", EACCES},
        {"the folder of a named file", list_it, "named", EACCES},
        {"a file of the system", read_it, "/etc/passwd", EACCES},
        {"an inherited descriptor", read_descriptor, "11", EBADF},
    };
    (void)state;
    ATTEMPT_ALL(rows, FOR_READING);
}

static void writes_nothing_unasked(void **state)
{
    static const struct row rows[] = {
        {"the world", write_it, "own/world", EACCES},
        {"a new file", make_it, "own/new", EACCES},
        {"a file of the device", write_it, "/dev/null", EACCES},
        {"its own memory", write_it, "/proc/self/mem", EACCES},
        {"truncate while reading", truncate_by_opening, "own/world", FORBIDDEN},
        {"truncate", truncate_it, "own/world", FORBIDDEN},
        {"remove", remove_it, "own/world", FORBIDDEN},
        {"rename", rename_it, "own/world", FORBIDDEN},
        {"make a folder", make_folder, "own/new", FORBIDDEN},
        {"make a link", link_it, "own/new", FORBIDDEN},
        {"make a symbolic link", symlink_it, "own/new", FORBIDDEN},
        {"make a pipe", make_pipe, "own/new", FORBIDDEN},
        {"change permissions", chmod_it, "own/world", FORBIDDEN},
        {"the same of an open file", fchmod_it, "own/world", FORBIDDEN},
        {"change times", touch_it, "own/world", FORBIDDEN},
    };
    (void)state;
    ATTEMPT_ALL(rows, FOR_READING);
}

static void writes_where_asked(void **state)
{
    static const struct row rows[] = {
        {"a new file", make_it, "out/new", 0},
        {"in a folder below", make_it, "out/below/new", 0},
        {"an old file", write_it, "out/old", 0},
        {"rename", rename_it, "out/new", 0},
        {"remove", remove_it, "out/new.renamed", 0},
        {"permissions of an open file", fchmod_it, "out/old", 0},
        {"a device", write_it, "/dev/null", 0},
        {"make a folder", make_folder, "made/new", 0},
        {"remove a folder", remove_folder, "made/new", 0},
        {"move between folders", move_between, "made", 0},
    };
    (void)state;
    ATTEMPT_ALL(rows, FOR_WRITING);
}

static void writes_nowhere_else(void **state)
{
    static const struct row rows[] = {
        {"a new file elsewhere", make_it, "else/new", EACCES},
        {"by a link", make_it, "out/away/new", EACCES},
        {"by ..", make_it, "out/../else/new", EACCES},
        {"into the world's folder", make_it, "own/new", EACCES},
        {"another file", write_it, "else/secret", EACCES},
        {"another device", write_it, "/dev/full", EACCES},
        {"remove another file", remove_it, "else/secret", EACCES},
        {"rename another file", rename_it, "else/secret", EACCES},
        {"make a folder", make_folder, "out/new", EACCES},
        {"link a file into the folder", link_secret, "out/new", EXDEV},
        {"move a file into the folder", move_secret, "out/new", EACCES},
        {"move a file out of the folder", move_out, "made/old", EACCES},
        {"make a symbolic link", symlink_it, "out/new", FORBIDDEN},
        {"change permissions", chmod_it, "out/old", FORBIDDEN},
        {"truncate", truncate_it, "out/old", FORBIDDEN},
    };
    (void)state;
    ATTEMPT_ALL(rows, FOR_WRITING);
}

static const struct row reaching_out[] = {
    {"a socket", make_socket, "inet", FORBIDDEN},
    {"a socket of this system", make_socket, "unix", FORBIDDEN},
    {"another program", run_program, "/bin/true", FORBIDDEN},
    {"memory with code", make_code, "", FORBIDDEN},
    {"code in memory", allow_code, "", FORBIDDEN},
    {"memory with a name", call_number, "memfd_create", FORBIDDEN},
    {"rings of calls", call_number, "io_uring_setup", FORBIDDEN},
    {"namespaces", call_number, "unshare", FORBIDDEN},
    {"a file by its handle", call_number, "open_by_handle_at", FORBIDDEN},
    {"programs of the kernel", call_number, "bpf", FORBIDDEN},
    {"keys", call_number, "keyctl", FORBIDDEN},
    {"mounting", call_number, "mount", FORBIDDEN},
    {"a call that does not exist", call_number, "none", FORBIDDEN},
    {"typing into the terminal", type_into_terminal, "", FORBIDDEN},
    {"signals by a descriptor", own_descriptor, "", FORBIDDEN},
    {"more memory", raise_limit, "", FORBIDDEN},
    {"a forbidden call in a thread", socket_in_thread, "", FORBIDDEN},
};

static void reaches_nothing(void **state)
{
    (void)state;
    ATTEMPT_ALL(reaching_out, FOR_READING);
    ATTEMPT_ALL(reaching_out, FOR_WRITING);
}

struct refusal {
    long call;
    int problem;
    const char *message;
};

/* If the kernel refuses a call, the sandbox is not entered, and the message says why. */
static void refuse_all(const struct refusal *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int status = -1;
        char message[300] = "";
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            refused_call = rows[i].call;
            refused_because = rows[i].problem;
            _exit(enter(FOR_READING, message, sizeof message) ||
                  strcmp(message, rows[i].message) != 0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        if (status != 0)
            fail_msg("\"%s\" is not said", rows[i].message);
    }
}

static void says_what_is_missing(void **state)
{
    static const struct refusal rows[] = {
        {SYS_landlock_create_ruleset, ENOSYS,
         "needs Landlock, which this kernel lacks (Linux 5.13 has it)"},
        {SYS_landlock_create_ruleset, EOPNOTSUPP,
         "needs Landlock, which this kernel was started without (lsm=)"},
        {SYS_landlock_create_ruleset, EPERM, "cannot be set up: Landlock: Operation not permitted"},
    };
    (void)state;
    refuse_all(rows, LENGTH(rows));
}

static void is_not_entered_in_part(void **state)
{
    static const struct refusal rows[] = {
        {SYS_prctl, EPERM, "cannot be set up: Operation not permitted"},
        {SYS_landlock_restrict_self, E2BIG, "cannot be set up: Landlock: Argument list too long"},
    };
    (void)state;
    if (!has_sandbox())
        skip();
    refuse_all(rows, LENGTH(rows));
}

/* The kernel's manual lists how many rights each version has. Another right is an error there. */
static void uses_each_right_of_a_landlock(void **state)
{
    static const struct {
        unsigned version, files, net, scope;
    } rows[] = {
        {1, 13, 0, 0}, {2, 14, 0, 0}, {3, 15, 0, 0}, {4, 15, 2, 0}, {5, 16, 2, 0}, {6, 16, 2, 2},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char message[300];
        stated_landlock = rows[i].version;
        int rules = sandbox_files_prepare(all_paths, 1, message, sizeof message);
        stated_landlock = 0;
        if (rules >= 0)
            close(rules);
        assert_int_equal(asked[0], (1U << rows[i].files) - 1);
        assert_int_equal(asked[1], (1U << rows[i].net) - 1);
        assert_int_equal(asked[2], (1U << rows[i].scope) - 1);
    }
}

/* What Landlock cannot refuse yet, the filter of calls refuses. */
static void is_whole_with_an_old_landlock(void **state)
{
    for (stated_landlock = 1; stated_landlock <= 5; stated_landlock++) {
        reads_nothing_else(state);
        writes_nothing_unasked(state);
        writes_nowhere_else(state);
        reaches_nothing(state);
    }
    stated_landlock = 0;
}

/* A build with sanitizers allows these calls to the leak sanitizer, see files/sandbox_calls.c. */
static void starts_no_process(void **state)
{
    static const struct row rows[] = {
        {"another process", make_process, "", FORBIDDEN},
        {"tracing", trace_another, "", FORBIDDEN},
        {"a signal", signal_another, "", FORBIDDEN},
        {"a signal to a thread of another process", signal_thread_of_another, "", FORBIDDEN},
        {"other memory", read_memory_of_another, "", FORBIDDEN},
        {"other rights", call_number, "prctl", FORBIDDEN},
    };
    (void)state;
#ifdef UNDER_SANITIZERS
    (void)rows;
    skip();
#else
    ATTEMPT_ALL(rows, FOR_READING);
#endif
}

static void does_its_work(void **state)
{
    static const struct row rows[] = {
        {"threads", start_thread, "", 0},
        {"a signal to itself", signal_itself, "", 0},
        {"is it a terminal", ask_terminal, "", ENOTTY},
        {"reading a limit", read_limit, "", 0},
        {"no picture of its memory", core_is_limited, "", 0},
        {"the time", wait_a_moment, "", 0},
    };
    (void)state;
    ATTEMPT_ALL(rows, FOR_READING);
}

static void has_limits(void **state)
{
    static const struct row time[] = {{"processor time", work_forever, "", OVER}};
    static const struct row memory[] = {
        {"a large block", take_memory, "600", ENOMEM},
        {"a smaller one", take_memory, "300", 0},
        {"many blocks", take_all_memory, "", ENOMEM},
    };
    (void)state;
    ATTEMPT_ALL(time, FOR_READING);
#ifdef UNDER_SANITIZERS
    (void)memory;
#else
    ATTEMPT_ALL(memory, FOR_READING);
#endif
}

/* A process that has a lower limit keeps it. */
static void keeps_lower_limits(void **state)
{
    char message[300];
    int status;
    (void)state;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {.rlim_cur = 1000000, .rlim_max = 2000000};
        bool set = setrlimit(RLIMIT_CORE, &limit) == 0;
        limit = (struct rlimit){.rlim_cur = 1, .rlim_max = 3};
        set = set && setrlimit(RLIMIT_CPU, &limit) == 0 && enter(FOR_READING, message, 300);
        _exit(set && getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur == 1 &&
                      limit.rlim_max == 3
                  ? 0
                  : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_is_named),
        cmocka_unit_test(reads_nothing_else),
        cmocka_unit_test(writes_nothing_unasked),
        cmocka_unit_test(writes_where_asked),
        cmocka_unit_test(writes_nowhere_else),
        cmocka_unit_test(reaches_nothing),
        cmocka_unit_test(says_what_is_missing),
        cmocka_unit_test(is_not_entered_in_part),
        cmocka_unit_test(uses_each_right_of_a_landlock),
        cmocka_unit_test(is_whole_with_an_old_landlock),
        cmocka_unit_test(starts_no_process),
        cmocka_unit_test(does_its_work),
        cmocka_unit_test(has_limits),
        cmocka_unit_test(keeps_lower_limits),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
