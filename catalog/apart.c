/* Finding facts in a process of its own. It has the bytes of the world already, so it needs no
 * file: only the pipe on which the facts come back. */
#include "apart.h"

#include "facts_pass.h"

#include "../files/below.h"
#include "../files/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* How the process ends. */
enum { IS_FINE, LACKS_MEMORY, IS_OVER, IS_FORBIDDEN, NOT_ENTERED };

static _Noreturn void stop(long call)
{
    _exit(call < 0 ? IS_OVER : IS_FORBIDDEN);
}

static bool enter(const struct apart_limits *limits, int pipe, char why[APART_WHY])
{
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", pipe);
    const struct sandbox_path left = {path, SANDBOX_READ};
    const struct sandbox sandbox = {.paths = &left,
                                    .path_count = 1,
                                    .memory = limits->memory,
                                    .seconds = limits->seconds,
                                    .stop = stop};
    return sandbox_enter(&sandbox, why, APART_WHY);
}

/* The process has nothing to say on the terminal of its parent. */
static void be_quiet(void)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (nothing < 0 || dup2(nothing, stream) < 0)
            close(stream);
}

/* Never returns to the caller's code, whose other threads are not in this process. */
static _Noreturn void run_apart(const struct apart_limits *limits, int pipe,
                                bool (*work)(void *context, int pipe), void *context)
{
    char why[APART_WHY] = "";
    be_quiet();
    if (!enter(limits, pipe, why)) {
        (void)below_write_all(pipe, why, strlen(why));
        _exit(NOT_ENTERED);
    }
    _exit(work(context, pipe) ? IS_FINE : LACKS_MEMORY);
}

/* What facts are found of. */
struct question {
    const void *bytes;
    size_t size;
    const ow_folder *folder;
    const struct fact_options *options;
};

static bool answer(void *context, int pipe)
{
    const struct question *question = context;
    struct facts facts;
    struct packed packed = {0};
    return facts_find(question->bytes, question->size, question->folder, question->options,
                      &facts) &&
           facts_pack(&facts, &packed) && below_write_all(pipe, packed.bytes, packed.size);
}

/* Reads to the end, but not more than `most` bytes. Returns NULL if memory runs out or there is
 * more. */
static uint8_t *read_all(int pipe, size_t most, size_t *size)
{
    size_t room = 1 << 16;
    uint8_t *bytes = malloc(room);
    *size = 0;
    while (bytes) {
        ssize_t got = read(pipe, bytes + *size, room - *size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return bytes;
        *size += (size_t)got;
        if (*size < room)
            continue;
        uint8_t *larger = room < most ? realloc(bytes, room *= 2) : NULL;
        if (!larger)
            free(bytes);
        bytes = larger;
    }
    return NULL;
}

static int wait_for(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

/* Says how the process ended without facts. */
static void tell(int status, const struct apart_limits *limits, const uint8_t *said, size_t size,
                 char why[APART_WHY])
{
    int ended = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (ended == NOT_ENTERED)
        snprintf(why, APART_WHY, "--sandbox %.*s", (int)(size < 250 ? size : 250),
                 (const char *)said);
    else if (ended == LACKS_MEMORY)
        *why = '\0';
    else if (ended == IS_OVER || signal == SIGKILL)
        snprintf(why, APART_WHY, "takes more than %u s of processor time, the limit of --timeout",
                 limits->seconds);
    else if (signal == SIGSYS) /* and not IS_FORBIDDEN, which takes calls that every filter has */
        snprintf(why, APART_WHY,
                 "cannot be read: the sandbox was broken, presumably for lack of memory");
    else if (ended == IS_FORBIDDEN)
        snprintf(
            why, APART_WHY,
            "attempted a forbidden system call, by a bug that the file perhaps provoked; please "
            "report it");
    else
        snprintf(why, APART_WHY,
                 "ended its reader, by a bug (signal %d, status %d); please report it", signal,
                 ended);
}

bool apart_start(struct apart_process *process, const struct apart_limits *limits,
                 bool (*work)(void *context, int pipe), void *context, char why[APART_WHY])
{
    int ends[2];
    process->process = -1;
    if (pipe2(ends, O_CLOEXEC) == 0) {
        process->process = fork();
        if (process->process == 0)
            run_apart(limits, ends[1], work, context);
        int problem = errno;
        close(ends[1]);
        if (process->process < 0)
            close(ends[0]);
        process->results = ends[0];
        errno = problem;
    }
    if (process->process < 0)
        snprintf(why, APART_WHY, "cannot be read in the sandbox: %s", strerror(errno));
    return process->process >= 0;
}

bool apart_wait(struct apart_process *process, const struct apart_limits *limits,
                const uint8_t *said, size_t size, char why[APART_WHY])
{
    close(process->results);
    int status = wait_for(process->process);
    if (WIFEXITED(status) && WEXITSTATUS(status) == IS_FINE)
        return true;
    tell(status, limits, said, size, why);
    return false;
}

/* Facts are smaller than this: names and texts are limited, mods are as many as the file has. */
static size_t most_facts(size_t size)
{
    enum { BESIDE = 64 << 20 };
    return size < SIZE_MAX - BESIDE ? size + BESIDE : SIZE_MAX;
}

bool apart_find(const void *bytes, size_t size, const ow_folder *folder,
                const struct fact_options *options, const struct apart_limits *limits,
                struct facts *facts, char why[APART_WHY])
{
    uint8_t hash[DIGEST_SIZE];
    struct fact_options asked = *options;
    struct question question = {bytes, size, folder, &asked};
    struct apart_process process;
    size_t said_size = 0;
    digest(bytes, size, hash);
    /* The set of what is drawn is here, so it is asked here. */
    if (asked.draw && asked.drawn && !hash_set_add(asked.drawn, hash))
        asked.draw = NULL;
    asked.drawn = NULL;
    *why = '\0';
    if (!apart_start(&process, limits, answer, &question, why))
        return false;
    uint8_t *said = read_all(process.results, most_facts(size), &said_size);
    char ended[APART_WHY] = "";
    bool fine = apart_wait(&process, limits, said, said_size, ended);
    bool lacks_memory = !said, found = false;
    if (said && fine) {
        found = facts_unpack(said, said_size, hash, facts, &lacks_memory);
        if (!found && !lacks_memory)
            snprintf(why, APART_WHY, "made its reader answer nonsense, by a bug; please report it");
    } else if (said) {
        memcpy(why, ended, APART_WHY);
    }
    free(said);
    return found;
}

bool apart_is_possible(const struct apart_limits *limits, char why[APART_WHY])
{
#ifdef UNDER_SANITIZERS
    /* The sanitizer's memory may be locked by another thread when a process is forked. */
    snprintf(why, APART_WHY, "--sandbox is not in a build with sanitizers");
    return false;
#endif
    struct facts facts;
    const struct fact_options options = {0};
    bool possible = apart_find("", 0, NULL, &options, limits, &facts, why);
    if (possible)
        facts_free(&facts);
    else if (!*why)
        snprintf(why, APART_WHY, "not enough memory");
    return possible;
}
