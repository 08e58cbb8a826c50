/* Runs Yosys and reads its output while it works. */
#include "circuits/synthesis_run.h"

#include "terminal/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { LONGEST_MESSAGE = 4096, MOST_WARNINGS = 20, STEP = 40 };

/* What has been read so far. */
struct yosys_log {
    const struct synthesis *synthesis;
    char error[LONGEST_MESSAGE]; /* the last error, with file and line if given */
    char *warnings[MOST_WARNINGS];
    size_t warning_count;
};

/* Puts the user's names of files into a message of Yosys, instead of the names of links. `size` is
 * the size of `named`. */
static void name_designs(const struct synthesis *synthesis, const char *message, char *named,
                         size_t size)
{
    char link[TEMPORARY_PATH + 32];
    size_t used = 0, prefix = (size_t)snprintf(link, sizeof link, "%s/design", synthesis->folder);
    while (*message && used + 1 < size) {
        char *end = NULL;
        unsigned long number =
            strncmp(message, link, prefix) == 0 ? strtoul(message + prefix, &end, 10) : ULONG_MAX;
        if (number >= (unsigned long)synthesis->arguments->operand_count ||
            end == message + prefix) {
            named[used++] = *message++;
            continue;
        }
        const char *path = synthesis->arguments->operands[number];
        used += (size_t)snprintf(named + used, size - used, "%s", path);
        used = used < size ? used : size - 1;
        message = end + strlen(strrchr(path, '.'));
    }
    named[used] = '\0';
}

/* Whether a warning is about the design, not about how it is mapped. */
static bool is_about_design(const char *line)
{
    return strstr(line, "has no driver") || strstr(line, "conflicting drivers") ||
           strstr(line, "implicitly declared");
}

static void note_warning(struct yosys_log *log, const char *line)
{
    const char *warning = strstr(line, "Warning: ");
    if (!warning || !is_about_design(warning) || log->warning_count == MOST_WARNINGS)
        return;
    for (size_t i = 0; i < log->warning_count; i++)
        if (strcmp(log->warnings[i], line) == 0)
            return;
    char *kept = strdup(line);
    if (kept)
        log->warnings[log->warning_count++] = kept;
}

/* "12.3. Executing ABC pass (technology mapping using ABC)." is a step "ABC". */
static void note_step(const char *line)
{
    static const char executing[] = ". Executing ";
    const char *at = strstr(line, executing), *end;
    if (!at || strspn(line, "0123456789.") != (size_t)(at - line) + 1)
        return;
    at += sizeof executing - 1;
    end = strstr(at, " pass");
    size_t size = end ? (size_t)(end - at) : strlen(at);
    char step[STEP];
    snprintf(step, sizeof step, "%.*s", (int)(size < STEP ? size : STEP - 1), at);
    show_step("Yosys:", step);
}

static void note_line(struct yosys_log *log, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    static const char error[] = "ERROR: ";
    if (strncmp(line, error, sizeof error - 1) == 0 || strstr(line, ": ERROR: "))
        name_designs(log->synthesis, line, log->error, sizeof log->error);
    else if (strstr(line, "Warning: "))
        note_warning(log, line);
    else
        note_step(line);
}

static void read_log(struct yosys_log *log, FILE *from)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, from) > 0)
        note_line(log, line);
    free(line);
}

/* Starts Yosys with its output going to `output`. Returns 0, or the error of posix_spawnp. */
static int start_yosys(const struct synthesis *synthesis, int output, pid_t *process)
{
    char script[TEMPORARY_PATH + 16];
    char *words[] = {(char *)(uintptr_t) "yosys",
                     (char *)(uintptr_t) "-Q",
                     (char *)(uintptr_t) "-T",
                     (char *)(uintptr_t) "-s",
                     script,
                     NULL};
    posix_spawn_file_actions_t actions;
    snprintf(script, sizeof script, "%s/build.ys", synthesis->folder);
    int problem = posix_spawn_file_actions_init(&actions);
    if (problem != 0)
        return problem;
    problem = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (problem == 0)
        problem = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (problem == 0)
        problem = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    if (problem == 0)
        problem = posix_spawnp(process, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

/* Waits for the process to end. Returns false if its status is not known. */
static bool await(pid_t process, int *ended)
{
    pid_t found;
    do
        found = waitpid(process, ended, 0);
    while (found < 0 && errno == EINTR);
    return found == process;
}

static int report(struct yosys_log *log, bool is_known, int ended)
{
    char named[LONGEST_MESSAGE];
    clear_progress();
    for (size_t i = 0; i < log->warning_count; i++) {
        name_designs(log->synthesis, log->warnings[i], named, sizeof named);
        warn_of("Yosys: %s", named);
        free(log->warnings[i]);
    }
    if (is_known && WIFEXITED(ended) && WEXITSTATUS(ended) == 0)
        return EXIT_FINE;
    if (log->error[0] != '\0') {
        complain("Yosys: %s", log->error);
        return EXIT_BROKEN;
    }
    if (is_known && WIFSIGNALED(ended))
        complain("Yosys was killed by signal %d", WTERMSIG(ended));
    else
        complain("Yosys failed without an error message");
    return EXIT_FILES;
}

static int no_yosys(int problem)
{
    if (problem == ENOENT) {
        complain("Verilog needs Yosys, which is not installed");
        hint("install Yosys (Debian: apt install yosys), or pass a JSON netlist that Yosys wrote "
             "elsewhere");
    } else {
        complain("Yosys cannot be started: %s", strerror(problem));
    }
    return EXIT_FILES;
}

int run_yosys(const struct synthesis *synthesis)
{
    struct yosys_log log = {.synthesis = synthesis};
    int ends[2], ended = 0;
    pid_t process;
    if (pipe(ends) != 0)
        return no_yosys(errno);
    if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 || fcntl(ends[1], F_SETFD, FD_CLOEXEC) != 0) {
        close(ends[0]);
        close(ends[1]);
        return no_yosys(errno);
    }
    int problem = start_yosys(synthesis, ends[1], &process);
    close(ends[1]);
    FILE *from = problem == 0 ? fdopen(ends[0], "r") : NULL;
    if (from)
        read_log(&log, from);
    if (from)
        fclose(from);
    else
        close(ends[0]);
    if (problem != 0)
        return no_yosys(problem);
    bool is_known = await(process, &ended);
    return report(&log, is_known, ended);
}
