/* Output for people: messages, colour, progress, the end of standard output. */
#ifndef OW_CLI_TERMINAL_TERMINAL_H
#define OW_CLI_TERMINAL_TERMINAL_H

#include <overworld/overworld.h>
#include <stdio.h>

/* Prints "overworld: " and a message on standard error. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void complain(const char *format, ...);

/* Prints an error of the library about a file, with its place. */
void complain_of_error(const char *file, const ow_error *error);

/* The same as complain, for a warning. With --strict, a warning makes the exit status 1, and
 * nothing is written. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void warn_of(const char *format, ...);

/* Counts the last message as a warning. */
void count_warning(void);

/* Forgets warnings before another file, whose output is refused separately. */
void forget_warnings(void);

/* Whether --strict is set. */
void set_strict(bool strict);

/* Whether --strict refuses to write because of a warning about the current file. */
bool strict_refuses(void);

/* The exit status of a run that was fine so far. */
int strict_status(int status);

/* The same as complain, for a hint about the last message. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void hint(const char *format, ...);

/* The last message: an error of the library, or the words of complain with status OW_OK. */
const ow_error *last_complaint(void);

/* From now on, messages about the file PATH call it NAME. Both must stay valid. At most four files
 * can be renamed. */
void call_in_messages(const char *path, const char *name);

/* Whether messages are only kept for last_complaint, not printed. */
void mute_complaints(bool mute);

/* The exit status for a status of the library. */
int exit_status_of(ow_status status);

/* Whether to use escape sequences: standard output is a terminal that supports them, and NO_COLOR
 * is not set; or --color says so. */
bool colors_wanted(void);

/* Whether standard output or standard error is a terminal. The system is asked once: millions of
 * short texts ask here. */
bool is_terminal(int descriptor);

struct arguments;

/* Reads and applies --color. Returns false after a message. */
bool read_color_mode(const struct arguments *arguments);

/* Whether the terminal has all colours, not only 256. */
bool has_all_colors(void);

/* The width of lines: COLUMNS, or that of the terminal; `otherwise` if standard output is not a
 * terminal. */
unsigned terminal_columns(unsigned otherwise);

/* Whether the locale's encoding is UTF-8, and the ellipsis in that encoding. */
bool has_utf8(void);
const char *ellipsis(void);

/* Escape sequences, "" if they are not used. */
const char *color_bold(void);
const char *color_dim(void);
const char *color_severity(ow_severity severity);
const char *color_off(void);

/* Writes a number with commas between thousands. Returns `text`. */
char *with_commas(long long number, char text[32]);
/* "s" unless COUNT is 1. */
const char *plural(uint64_t count);
char *count_with_commas(uint64_t number, char text[32]);

/* Prints text from a file, a name or the command line for people, escaped by show_safely. Every
 * verb prints untrusted text with one of these. */
void print_safely(FILE *to, const char *text, size_t size);
void print_words(FILE *to, const char *text);

/* Prints data for a program on standard output, in pieces: raw, but on a terminal escaped like
 * text, except line breaks and tabs. print_data_end ends data that may end inside a character;
 * finish_output calls it. Returns false if the data cannot be written. */
bool print_data(const void *data, size_t size);
void print_data_end(void);

/* The limits of --max-memory, for ow_options.max_memory, and of --max-size, for files; 0 if not
 * set. */
void set_limits(uint64_t memory, uint64_t file);
uint64_t memory_limit(void);
uint64_t file_limit(void);

/* Options for the library with the memory limit and, on a terminal, a progress line with
 * `doing`. */
ow_options options_with_progress(const char *doing);

/* On a terminal, shows which of many files is processed. All other output removes it. */
void show_count(const char *doing, size_t done, size_t total);

/* On a terminal, shows what an external program is doing. */
void show_step(const char *doing, const char *step);

/* Removes the progress line; call it before printing. */
void clear_progress(void);

/* Flushes standard output. EXIT_FINE, or EXIT_FILES after a message. */
int finish_output(void);

#endif
