/* Checks what a game would open: a world in its own format, of a wanted kind, with a matching
 * extension. */
#ifndef OW_CLI_LOOK_JUDGE_H
#define OW_CLI_LOOK_JUDGE_H

#include "io/input.h"
#include "verb.h"

enum { MOST_WANTED = 16 };

/* The formats that --format and --json-input allow. */
struct wanted {
    const ow_format *formats[MOST_WANTED]; /* any if there is none */
    size_t format_count;
    bool text; /* JSON and Tiled maps, whatever their name */
};

/* Reads the options. Returns false after a message. */
bool read_wanted(const struct arguments *arguments, struct wanted *wanted);

/* Opens an input like open_input, and refuses unwanted ones with EXIT_BROKEN, after a message:
 * text, unless --json-input or the file's extension allows it, and formats that --format does not
 * name. */
int open_wanted(const char *path, const struct wanted *wanted, struct input *input);

/* The format that the file's extension belongs to; NULL if there is none, or no file. */
const ow_format *format_of_name(const struct input *input);

/* Issues that the command itself finds; ends with a row whose code is NULL. */
extern const ow_issue_code file_issue_codes[];

/* The issue of a file whose extension does not match its format. Returns false if there is none.
 * The issue is valid as long as `message`. */
bool find_name_issue(const struct input *input, char *message, size_t room, ow_issue *issue);

#endif
