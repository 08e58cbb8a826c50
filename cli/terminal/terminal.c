/* Output for people: messages, colour, progress, the end of standard output. */
#include "terminal/terminal.h"

#include "answers.h"
#include "help/choices.h"
#include "io/output.h"
#include "verb.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static ow_error complaint;

const ow_error *last_complaint(void)
{
    return &complaint;
}

enum { LONGEST_COMPLAINT = 8192 }; /* two paths of the system's maximum length, and words */

static struct renamed {
    const char *path, *name;
} renamed[4];

static unsigned renamed_count;

void call_in_messages(const char *path, const char *name)
{
    if (renamed_count < sizeof renamed / sizeof *renamed)
        renamed[renamed_count++] = (struct renamed){path, name};
}

/* A message begins with the path of its file. */
static void rename_file(char message[LONGEST_COMPLAINT])
{
    for (unsigned i = 0; i < renamed_count; i++) {
        char rest[LONGEST_COMPLAINT];
        size_t size = strlen(renamed[i].path);
        if (strncmp(message, renamed[i].path, size) != 0 || message[size] != ':')
            continue;
        snprintf(rest, sizeof rest, "%s", message + size);
        snprintf(message, LONGEST_COMPLAINT, "%s%s", renamed[i].name, rest);
        return;
    }
}

static bool is_mute;

void mute_complaints(bool mute)
{
    is_mute = mute;
}

static void write_error(const char *message)
{
    if (is_mute)
        return;
    clear_progress();
    print_data_end();
    fflush(stdout);
    fputs("overworld: ", stderr);
    print_words(stderr, message);
    fputc('\n', stderr);
}

void hint(const char *format, ...)
{
    char message[LONGEST_COMPLAINT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    rename_file(message);
    write_error(message);
}

static void print_complaint(const char *format, va_list arguments)
{
    char message[LONGEST_COMPLAINT];
    vsnprintf(message, sizeof message, format, arguments);
    rename_file(message);
    write_error(message);
    complaint = (ow_error){.status = OW_OK};
    snprintf(complaint.message, sizeof complaint.message, "%.*s", (int)sizeof complaint.message - 1,
             message);
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_complaint(format, arguments);
    va_end(arguments);
}

static struct {
    bool is_set, any, of_file;
} strict;

void set_strict(bool is_strict)
{
    strict.is_set = is_strict;
}

void warn_of(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_complaint(format, arguments);
    va_end(arguments);
    count_warning();
}

void count_warning(void)
{
    strict.any = strict.of_file = true;
}

void forget_warnings(void)
{
    strict.of_file = false;
}

bool strict_refuses(void)
{
    return strict.is_set && strict.of_file;
}

int strict_status(int status)
{
    return status == EXIT_FINE && strict.is_set && strict.any ? EXIT_PROBLEMS : status;
}

void complain_of_error(const char *file, const ow_error *error)
{
    const char *message = words_of_error(error);
    /* An error about a document has fields, but no bytes. */
    bool has_place =
        error->offset > 0 && (error->status == OW_TRUNCATED || error->status == OW_BAD_VALUE ||
                              error->status == OW_UNKNOWN_VERSION);
    if (has_place)
        complain("%s: %s (byte %" PRIu64 ", %s)", file, message, error->offset,
                 *error->pointer ? error->pointer : "/");
    else if (*error->pointer && error->status != OW_BAD_ARGUMENT) /* not an error of a file */
        complain("%s: %s (%s)", file, message, error->pointer);
    else
        complain("%s: %s", file, message);
    complaint = *error;
    if (error->status == OW_TOO_MUCH_MEMORY && strstr(error->message, "memory"))
        hint("--max-memory SIZE, such as 2G, can allow more");
}

int exit_status_of(ow_status status)
{
    switch (status) {
    case OW_OK:
        return EXIT_FINE;
    case OW_BAD_ARGUMENT:
        return EXIT_USAGE;
    case OW_NOT_THERE:
        return EXIT_PROBLEMS;
    case OW_NO_MEMORY:
    case OW_TOO_MUCH_MEMORY:
    case OW_WRITE_FAILED:
    case OW_CANCELLED:
        return EXIT_FILES;
    default:
        return EXIT_BROKEN;
    }
}

static enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_mode;

bool read_color_mode(const struct arguments *arguments)
{
    const char *mode = option_value(arguments, "color");
    color_mode = mode && strcmp(mode, "always") == 0  ? COLOR_ALWAYS
                 : mode && strcmp(mode, "never") == 0 ? COLOR_NEVER
                                                      : COLOR_AUTO;
    if (!mode || color_mode != COLOR_AUTO || strcmp(mode, "auto") == 0)
        return true;
    complain("--color takes always, never or auto, not \"%s\"%s", mode,
             did_you_mean("", mode, choice_words(arguments->verb, "color")));
    return false;
}

bool is_terminal(int descriptor)
{
    static signed char known[STDERR_FILENO + 1]; /* 0: the system has not been asked */
    if (known[descriptor] == 0)
        known[descriptor] = isatty(descriptor) ? 1 : -1;
    return known[descriptor] > 0;
}

bool colors_wanted(void)
{
    if (color_mode != COLOR_AUTO)
        return color_mode == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return is_terminal(STDOUT_FILENO) && !(no_color && *no_color) &&
           !(terminal && strcmp(terminal, "dumb") == 0);
}

bool has_all_colors(void)
{
    const char *color = getenv("COLORTERM");
    return color && (strcmp(color, "truecolor") == 0 || strcmp(color, "24bit") == 0);
}

unsigned terminal_columns(unsigned otherwise)
{
    enum { USUAL = 80, MOST = 1000 };
    struct winsize size = {0};
    const char *columns = getenv("COLUMNS");
    long from_environment = columns ? strtol(columns, NULL, 10) : 0;
    if (from_environment > 0)
        return from_environment < MOST ? (unsigned)from_environment : MOST;
    if (!is_terminal(STDOUT_FILENO))
        return otherwise;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col < MOST ? size.ws_col : MOST;
    return USUAL;
}

/* Reads the names in the environment: loading a locale takes memory, and it may not be installed on
 * this machine. */
bool has_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = NULL;
    for (size_t i = 0; i < sizeof variables / sizeof *variables && !(locale && *locale); i++)
        locale = getenv(variables[i]);
    return locale && (strstr(locale, "UTF-8") || strstr(locale, "utf8") || strstr(locale, "UTF8") ||
                      strstr(locale, "utf-8"));
}

const char *ellipsis(void)
{
    return has_utf8() ? "…" : "...";
}

static const char *color(const char *sequence)
{
    return colors_wanted() ? sequence : "";
}

const char *color_bold(void)
{
    return color("\033[1m");
}

const char *color_dim(void)
{
    return color("\033[2m");
}

const char *color_severity(ow_severity severity)
{
    return color(severity == OW_SEVERITY_ERROR     ? "\033[1;31m"
                 : severity == OW_SEVERITY_WARNING ? "\033[1;33m"
                                                   : "\033[36m");
}

const char *color_off(void)
{
    return color("\033[0m");
}

/* Writes at most 27 characters. */
static void put_count(uint64_t number, char *to)
{
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < size; i++) {
        if (i > 0 && (size - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
}

const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

char *count_with_commas(uint64_t number, char text[32])
{
    put_count(number, text);
    return text;
}

char *with_commas(long long number, char text[32])
{
    if (number >= 0)
        return count_with_commas((uint64_t)number, text);
    *text = '-';
    put_count(0 - (uint64_t)number, text + 1);
    return text;
}

static uint64_t limit, largest_file;

void set_limits(uint64_t memory, uint64_t file)
{
    limit = memory;
    largest_file = file;
}

uint64_t memory_limit(void)
{
    return limit;
}

uint64_t file_limit(void)
{
    return largest_file;
}

static struct {
    const char *doing;
    struct timespec since;
    int shown; /* per cent, -1 before the first line */
} progress;

static double seconds_since(const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - since->tv_sec) + (double)(now.tv_nsec - since->tv_nsec) * 1e-9;
}

static bool show_progress(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    enum { NO_TOTAL = 101 };
    int percent = total ? (int)(done * 100 / total) : NO_TOTAL;
    const double patience = 0.5;
    if (percent == progress.shown || seconds_since(&progress.since) < patience)
        return true;
    progress.shown = percent;
    if (total)
        fprintf(stderr, "\r%s %d %%\033[K", progress.doing, percent);
    else
        fprintf(stderr, "\r%s ...\033[K", progress.doing);
    return true;
}

ow_options options_with_progress(const char *doing)
{
    clear_progress();
    ow_options options = {.max_memory = limit};
    if (is_terminal(STDERR_FILENO)) {
        progress.doing = doing;
        progress.shown = -1;
        clock_gettime(CLOCK_MONOTONIC, &progress.since);
        options.progress = show_progress;
    }
    return options;
}

void show_count(const char *doing, size_t done, size_t total)
{
    static struct timespec since;
    static double pause;
    const double patience = 0.5, often = 0.1;
    if (total < 2 || !is_terminal(STDERR_FILENO))
        return;
    if (done == 0) {
        clock_gettime(CLOCK_MONOTONIC, &since);
        pause = patience;
    }
    if (seconds_since(&since) < pause)
        return;
    pause = often;
    clock_gettime(CLOCK_MONOTONIC, &since);
    fprintf(stderr, "\r%s %zu of %zu\033[K", doing, done + 1, total);
    progress.doing = doing;
    progress.shown = 0;
}

void show_step(const char *doing, const char *step)
{
    if (!is_terminal(STDERR_FILENO))
        return;
    fprintf(stderr, "\r%s ", doing);
    print_words(stderr, step);
    fputs("\033[K", stderr);
    progress.doing = doing;
    progress.shown = 0;
}

void clear_progress(void)
{
    if (progress.doing && progress.shown >= 0)
        fputs("\r\033[K", stderr);
    progress.shown = -1;
}

int finish_output(void)
{
    clear_progress();
    print_data_end();
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_FINE;
    complain("standard output: cannot be written: %s", strerror(standard_output_problem()));
    return EXIT_FILES;
}
