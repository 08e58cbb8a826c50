/* Options that several verbs share. */
#ifndef OW_CLI_OPTIONS_H
#define OW_CLI_OPTIONS_H

#include "verb.h"

#define READ_AS_OPTION                                                                             \
    {                                                                                              \
        0, "read-as", "NAME", "read as this variant even if it does not fit"                       \
    }
#define JSON_OPTION                                                                                \
    {                                                                                              \
        0, "json", NULL, "print JSON instead of text"                                              \
    }
#define JSON_LINES_OPTION                                                                          \
    {                                                                                              \
        0, "json-lines", NULL, "print JSON, each object on one line"                               \
    }

/* For verbs that write files and otherwise print nothing. */
#define TELL_OPTIONS                                                                               \
    {0, "json", NULL, "print what was written, and warnings, as JSON"}, JSON_LINES_OPTION

#define COLOR_OPTION                                                                               \
    {                                                                                              \
        0, "color", "WHEN", "use colours: always, never, or auto (on a terminal)"                  \
    }

#define MEMORY_OPTION                                                                              \
    {                                                                                              \
        0, "max-memory", "SIZE", "limit the memory of each step, such as 64M or 2G"                \
    }

#define SIZE_OPTION                                                                                \
    {                                                                                              \
        0, "max-size", "SIZE", "refuse larger files (streams: 2G by default)"                      \
    }

#define SANDBOX_OPTIONS                                                                            \
    {0, "sandbox", NULL, "leave this process only the rights that its files need"},                \
    {                                                                                              \
        0, "timeout", "SECONDS", "with --sandbox: limit the processor time (default: 60)"          \
    }

#define JOBS_OPTION                                                                                \
    {                                                                                              \
        'j', "jobs", "N", "work with N threads (default: one per processor)"                       \
    }

#define ASSETS_OPTION                                                                              \
    {                                                                                              \
        0, "assets", "FOLDER", "also look for images below this folder, such as the game's"        \
    }

#define MODS_OPTION                                                                                \
    {                                                                                              \
        0, "mods", "FOLDER", "read shapes and pegs of components from mods below this folder"      \
    }

#define RECURSIVE_OPTION                                                                           \
    {                                                                                              \
        'r', "recursive", NULL, "take all worlds below folders"                                    \
    }

#define WANTED_OPTIONS                                                                             \
    {0, "format", "NAMES", "refuse formats other than these (with commas)"},                       \
    {                                                                                              \
        0, "json-input", NULL, "accept JSON under any name and from standard input"                \
    }

#define STRICT_OPTION                                                                              \
    {                                                                                              \
        0, "strict", NULL, "on a warning, write nothing and exit with status 1"                    \
    }

/* For verbs that change a world, see change_file.h. */
#define UNDO_OPTION                                                                                \
    {                                                                                              \
        0, "keep-undo", NULL, "with -i: keep the way back in FILE.undo"                            \
    }

#define CHANGE_OPTIONS                                                                             \
    {'i', "in-place", NULL, "replace FILE; without -o and -i, nothing is written"},                \
        CHANGE_OPTIONS_BUT_IN_PLACE

/* Of a verb that has another name for the file that is replaced. */
#define CHANGE_OPTIONS_BUT_IN_PLACE                                                                \
    {'o', "output", "OUT", "write the result to OUT; - for standard output"},                      \
        {0, "backup", "SUFFIX", "with -i: keep the old file, with SUFFIX added to its name"},      \
        {'f', "force", NULL, "replace OUT if it exists"}, STRICT_OPTION, JSON_OPTION,              \
        JSON_LINES_OPTION, READ_AS_OPTION, SIZE_OPTION, MEMORY_OPTION

#endif
