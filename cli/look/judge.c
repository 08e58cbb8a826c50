/* Checks what a game would open: a world in its own format, of a wanted kind, with a matching
 * extension. */
#include "look/judge.h"

#include "convert/tiled.h"
#include "help/choices.h"
#include "io/walk.h"
#include "terminal/terminal.h"

#include <string.h>
#include <strings.h>

const ow_issue_code file_issue_codes[] = {
    {"FILE_WRONG_EXTENSION", OW_SEVERITY_ERROR, OW_LOSSLESS_FIX,
     "The file's name has the extension of another format. The game that opens such names cannot "
     "read this file, and the game that can read it does not look for it.",
     "Rename the file to its own format's extension, or check that it is the right file."},
    {"FILE_UNUSUAL_EXTENSION", OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
     "The file's name has the extension of another kind of the same format, such as that of a "
     "world for a subassembly. The game looks for the file elsewhere.",
     "Rename the file to its own kind's extension."},
    {NULL, OW_SEVERITY_INFO, OW_NO_FIX, NULL, NULL},
};

enum { WRONG_EXTENSION, UNUSUAL_EXTENSION };

static bool add_wanted(struct wanted *wanted, const char *name, size_t size)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        if (strlen(format->name) != size || strncasecmp(format->name, name, size) != 0)
            continue;
        if (wanted->format_count < MOST_WANTED)
            wanted->formats[wanted->format_count++] = format;
        return true;
    }
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)size, name);
    complain("--format takes formats separated by commas (such as %s), not \"%.*s\"%s",
             ow_format_at(0)->name, (int)size, name, did_you_mean("", word, format_words()));
    return false;
}

bool read_wanted(const struct arguments *arguments, struct wanted *wanted)
{
    const char *names = option_value(arguments, "format");
    *wanted = (struct wanted){.text = option_set(arguments, "json-input")};
    while (names) {
        size_t size = strcspn(names, ",");
        if (!add_wanted(wanted, names, size))
            return false;
        names = names[size] ? names + size + 1 : NULL;
    }
    return true;
}

/* Refuses an input; input->error has the rest of the sentence already. */
static int refuse(struct input *input)
{
    input->error.status = OW_UNKNOWN_FORMAT;
    complain("%s: %s", input->path, input->error.message);
    return EXIT_BROKEN;
}

static bool may_be_text(const struct input *input, const struct wanted *wanted)
{
    return wanted->text || (input->file && is_text_extension(extension_of(input->file)));
}

static int refuse_text(struct input *input)
{
    const ow_format *named = format_of_name(input);
    const char *kind = is_tiled_map(input) ? "a map of Tiled" : "JSON";
    snprintf(input->error.message, sizeof input->error.message,
             "this is %s%s%s, which %s cannot open; add --json-input to read the world in it", kind,
             named ? " with the extension of a " : "", named ? named->title : "",
             named ? "its game" : "games");
    return refuse(input);
}

/* A file of no format at all is reported when it is read. */
static int check_format(struct input *input, const struct wanted *wanted)
{
    char *message = input->error.message;
    size_t room = sizeof input->error.message;
    const ow_format *format =
        wanted->format_count > 0 ? ow_identify(input->bytes, input->size) : NULL;
    if (!format)
        return EXIT_FINE;
    for (size_t i = 0; i < wanted->format_count; i++)
        if (wanted->formats[i] == format)
            return EXIT_FINE;
    int size = snprintf(message, room, "this is a %s, but --format allows only", format->title);
    for (size_t i = 0; i < wanted->format_count && size >= 0 && (size_t)size < room; i++)
        size += snprintf(message + size, room - (size_t)size, "%s %s", i > 0 ? "," : "",
                         wanted->formats[i]->name);
    return refuse(input);
}

int open_wanted(const char *path, const struct wanted *wanted, struct input *input)
{
    int status = open_raw_input(path, input);
    if (status == EXIT_FINE && is_text(input))
        status = may_be_text(input, wanted) ? read_text(input) : refuse_text(input);
    return status == EXIT_FINE ? check_format(input, wanted) : status;
}

const ow_format *format_of_name(const struct input *input)
{
    return input->file ? ow_format_by_extension(extension_of(input->file)) : NULL;
}

static bool is_one_of(const char *const *extensions, const char *extension)
{
    for (; *extensions; extensions++)
        if (strcasecmp(*extensions, extension) == 0)
            return true;
    return false;
}

bool find_name_issue(const struct input *input, char *message, size_t room, ow_issue *issue)
{
    const ow_format *named = format_of_name(input);
    const ow_format *format = named ? ow_identify(input->bytes, input->size) : NULL;
    const char *const *usual = format ? ow_file_extensions(input->bytes, input->size) : NULL;
    if (!usual || (named == format && is_one_of(usual, extension_of(input->file))))
        return false;
    *issue = (ow_issue){.pointer = "", .message = message};
    issue->code = &file_issue_codes[named == format ? UNUSUAL_EXTENSION : WRONG_EXTENSION];
    if (named == format)
        snprintf(message, room,
                 "this %s is of a kind with the extension .%s, not .%s; rename the file",
                 format->title, usual[0], extension_of(input->file));
    else
        snprintf(message, room,
                 "this is a %s, but it has the extension of a %s; its game looks for .%s",
                 format->title, named->title, usual[0]);
    return true;
}
