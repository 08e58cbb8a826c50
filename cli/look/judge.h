/* What a game would open: a world in its own format, of a kind that is wanted, under a name of its kind. */
#ifndef OW_CLI_LOOK_JUDGE_H
#define OW_CLI_LOOK_JUDGE_H

#include "io/input.h"
#include "verb.h"

enum { MOST_WANTED = 16 };

/* What --format and --json-input allow. */
struct wanted {
    const ow_format *formats[MOST_WANTED]; /* any, where there is none */
    size_t format_count;
    bool text; /* JSON and maps of Tiled, whatever their name is */
};

/* Reads the options. False after a message. */
bool read_wanted(const struct arguments *arguments, struct wanted *wanted);

/* Opens an input as open_input does, and refuses with EXIT_BROKEN, after a message, what is not wanted: text
 * where neither --json-input nor the file's own name says so, and another format than those of --format. */
int open_wanted(const char *path, const struct wanted *wanted, struct input *input);

/* The format whose extension the file has; NULL where it has none of a format, or there is no file. */
const ow_format *format_of_name(const struct input *input);

/* What the command itself finds out about a file; ends with a row whose code is NULL. */
extern const ow_issue_code file_issue_codes[];

/* The issue of a file whose name is not that of its kind. False where there is none. It lives as long as
 * `message`. */
bool find_name_issue(const struct input *input, char *message, size_t room, ow_issue *issue);

#endif
