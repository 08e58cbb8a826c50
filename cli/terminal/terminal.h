/* What people see: messages, colour, progress, the end of standard output. */
#ifndef OW_CLI_TERMINAL_TERMINAL_H
#define OW_CLI_TERMINAL_TERMINAL_H

#include <overworld/overworld.h>
#include <stdio.h>

/* "overworld: " and a message on standard error. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void complain(const char *format, ...);

/* An error of the library about a file, with its place. */
void complain_of_error(const char *file, const ow_error *error);

/* The same as complain, of a warning: with --strict a warning makes the exit status 1, and
 * nothing is written. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void warn_of(const char *format, ...);

/* What was complained of last was a warning. */
void count_warning(void);

/* From here on warnings are about another file, whose output is refused on its own. */
void forget_warnings(void);

/* Whether --strict is set. */
void set_strict(bool strict);

/* Whether --strict refuses to write because of a warning about the file at hand. */
bool strict_refuses(void);

/* The exit status of a run that was fine so far. */
int strict_status(int status);

/* The same as complain, of what helps against the last complaint. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void hint(const char *format, ...);

/* What was complained of last: an error of the library, or words of complain with a status of
 * OW_OK. */
const ow_error *last_complaint(void);

/* From here on, messages about the file PATH call it NAME. Both must outlive the messages. At
 * most four files can be renamed. */
void call_in_messages(const char *path, const char *name);

/* Whether complaints are only kept for last_complaint, not printed. */
void mute_complaints(bool mute);

/* The exit status that a status of the library stands for. */
int exit_status_of(ow_status status);

/* Whether escape sequences are welcome: standard output is a terminal that knows them, and NO_COLOR
 * is not set; or --color says so. */
bool colors_wanted(void);

struct arguments;

/* Reads --color, which from then on holds. False after a message. */
bool read_color_mode(const struct arguments *arguments);

/* Whether the terminal has every colour, not 256 alone. */
bool has_all_colors(void);

/* How wide lines may be: as COLUMNS says, or the terminal; `otherwise` where standard output is
 * none. */
unsigned terminal_columns(unsigned otherwise);

/* Whether the locale's encoding is UTF-8, and what stands for something left out in it. */
bool has_utf8(void);
const char *ellipsis(void);

/* Escape sequences, "" where they are not welcome. */
const char *color_bold(void);
const char *color_dim(void);
const char *color_severity(ow_severity severity);
const char *color_off(void);

/* Writes a number with commas between thousands. Returns `text`. */
char *with_commas(long long number, char text[32]);
/* "s" unless COUNT is 1. */
const char *plural(uint64_t count);
char *count_with_commas(uint64_t number, char text[32]);

/* Text from a file, a name or the command line, on its way to people: escaped by show_safely. Every
 * verb prints foreign text through one of these. */
void print_safely(FILE *to, const char *text, size_t size);
void print_words(FILE *to, const char *text);

/* Data for a program on standard output, in pieces: raw, but on a terminal escaped like text, with
 * line breaks and tabs as they are. print_data_end ends a piece that may end inside a character;
 * finish_output calls it. Returns false if the data cannot be written. */
bool print_data(const void *data, size_t size);
void print_data_end(void);

/* What --max-memory says, for ow_options.max_memory, and --max-size, of a file that is read; 0
 * where they were not given. */
void set_limits(uint64_t memory, uint64_t file);
uint64_t memory_limit(void);
uint64_t file_limit(void);

/* Options for the library with the memory limit and, on a terminal, a progress line that names
 * what is done. */
ow_options options_with_progress(const char *doing);

/* Of many files, on a terminal: which one is at hand. Every message and every line takes it
 * away. */
void show_count(const char *doing, size_t done, size_t total);

/* Of a program that runs, on a terminal: what it is doing. */
void show_step(const char *doing, const char *step);

/* Takes the progress line away; call before printing. */
void clear_progress(void);

/* Flushes standard output: EXIT_FINE, or EXIT_FILES after a message. */
int finish_output(void);

#endif
