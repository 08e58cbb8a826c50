/* Options that several verbs have. */
#ifndef OW_CLI_OPTIONS_H
#define OW_CLI_OPTIONS_H

#include "verb.h"

#define READ_AS_OPTION                                                                             \
    {                                                                                              \
        0, "read-as", "NAME", "read the bytes as this variant, fitting or not"                     \
    }
#define JSON_OPTION                                                                                \
    {                                                                                              \
        0, "json", NULL, "print JSON instead of text"                                              \
    }
#define JSON_LINES_OPTION                                                                          \
    {                                                                                              \
        0, "json-lines", NULL, "the same, each value on a line of its own"                         \
    }

/* Of verbs that write files and else print nothing. */
#define TELL_OPTIONS                                                                               \
    {0, "json", NULL, "print what was written, and what was warned of, as JSON"}, JSON_LINES_OPTION

#define COLOR_OPTION                                                                               \
    {                                                                                              \
        0, "color", "WHEN", "always, never, or auto: on a terminal"                                \
    }

#define MEMORY_OPTION                                                                              \
    {                                                                                              \
        0, "max-memory", "SIZE", "most memory for one step, such as 64M or 2G"                     \
    }

#define SIZE_OPTION                                                                                \
    {                                                                                              \
        0, "max-size", "SIZE", "refuse a larger file; a stream may have 2G where not said"         \
    }

#define ASSETS_OPTION                                                                              \
    {                                                                                              \
        0, "assets", "FOLDER", "look for images below this folder too: the game's own"             \
    }

#define RECURSIVE_OPTION                                                                           \
    {                                                                                              \
        'r', "recursive", NULL, "take the worlds below folders"                                    \
    }

#define WANTED_OPTIONS                                                                             \
    {0, "format", "NAMES", "refuse other formats than these, with commas between them"},           \
    {                                                                                              \
        0, "json-input", NULL, "take JSON whatever the file is called, and from standard input"    \
    }

#define STRICT_OPTION                                                                              \
    {                                                                                              \
        0, "strict", NULL, "warnings make the exit status 1, and nothing is written"               \
    }

/* Of verbs that change a world, see change_file.h. */
#define CHANGE_OPTIONS                                                                             \
    {'o', "output", "OUT", "write the changed world here; - for standard output"},                 \
        {'i', "in-place", NULL, "replace FILE itself"},                                            \
        {0, "backup", "SUFFIX", "with -i: keep the old file, with this behind its name"},          \
        {'f', "force", NULL, "replace OUT if it exists"}, STRICT_OPTION, JSON_OPTION,              \
        JSON_LINES_OPTION, READ_AS_OPTION, SIZE_OPTION, MEMORY_OPTION

#endif
