/* The command `overworld`: the table of its verbs, and the way to them. */
#include "assets.h"
#include "terminal.h"
#include "verb.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define READ_AS_OPTION                                                                             \
    {                                                                                              \
        0, "read-as", "NAME", "read as this variant, even if it does not fit"                      \
    }
#define JSON_OPTION                                                                                \
    {                                                                                              \
        0, "json", NULL, "print JSON instead of text"                                              \
    }

#define MEMORY_OPTION                                                                              \
    {                                                                                              \
        0, "max-memory", "SIZE", "most memory for one step, such as 64M or 2G"                     \
    }

#define ASSETS_OPTION                                                                              \
    {                                                                                              \
        0, "assets", "FOLDER", "look for images below this folder too: the game's own"             \
    }

const struct verb verbs[] = {
    {
        .name = "info",
        .operands = "FILE...",
        .summary = "what is this file: one screen",
        .description =
            "Tells what a file is: its kind and version, counts, what it is made of.\n"
            "Files of more than 32 MiB are told by their header alone, which is instant\n"
            "however large they are, unless --full asks for every figure.\n"
            "--map draws the world from above instead: in colours on a terminal, in symbols\n"
            "elsewhere. Pictures that a world names are looked for below its own folder, below\n"
            "that of --assets, and beside it, nowhere else.",
        .options = {JSON_OPTION,
                    READ_AS_OPTION,
                    {'f', "full", NULL, "every figure, even of a large file"},
                    {0, "header", NULL, "only what the first bytes tell"},
                    {'m', "map", NULL, "draw the world from above"},
                    {0, "layer", "N", "of the map, this layer alone, from 0 on"},
                    {0, "at", "X,Y", "the height of the ground at a point"},
                    ASSETS_OPTION,
                    MEMORY_OPTION},
        .examples = {{"overworld info MySave/", "a world's folder"},
                     {"overworld info --map level.lvd", "a level from above"},
                     {"overworld info --at 10,5.5 my.city", "how high the ground is there"},
                     {"overworld info --json *.partialworld", "one JSON object for each file"}},
        .least_operands = 1,
        .most_operands = -1,
        .run = run_info,
    },
    {
        .name = "check",
        .operands = "FILE...",
        .summary = "everything that is wrong with it, and where",
        .description =
            "Checks files against their format and against what holds in every real file.\n"
            "An error breaks the file for its game; a warning is something that no real file\n"
            "has; an info is worth knowing. The exit status is 1 when there are errors.",
        .options = {JSON_OPTION,
                    READ_AS_OPTION,
                    {'s', "strict", NULL, "warnings make the exit status 1 too"},
                    {0, "only", "CODES", "report these codes alone, with commas between them"},
                    {0, "ignore", "CODES", "leave these codes out"},
                    {'n', "max-issues", "N", "print no more than N (text: 100; 0: all)"},
                    {'e', "explain", "CODE", "tell what a code means, or \"all\" for a list"},
                    ASSETS_OPTION,
                    MEMORY_OPTION},
        .examples = {{"overworld check MySave/", "what is wrong with a save"},
                     {"overworld check --strict --json upload.partialworld",
                      "a verdict for a program"},
                     {"overworld check --explain BLOTTER_DANGLING_PEG", "what a code means"}},
        .least_operands = 0,
        .most_operands = -1,
        .run = run_check,
    },
    {
        .name = "show",
        .operands = "FILE [POINTER]",
        .summary = "the file as a tree with byte ranges and raw bytes",
        .description =
            "Shows a file field by field: offset, size, bytes in hex, name and value. A JSON\n"
            "Pointer picks a part. Long lists are cut. Of a broken file, everything up to the\n"
            "break is shown.",
        .options = {JSON_OPTION,
                    READ_AS_OPTION,
                    {'a', "all", NULL, "every element of long lists"},
                    {'d', "depth", "N", "no deeper than N levels, from 1 on"},
                    MEMORY_OPTION},
        .examples = {{"overworld show world.logicworld", "the whole file, long lists cut"},
                     {"overworld show world.logicworld /components/12", "one component"},
                     {"overworld show --depth 1 world.logicworld", "the outline"}},
        .least_operands = 1,
        .most_operands = 2,
        .run = run_show,
    },
    {
        .name = "convert",
        .operands = "IN OUT",
        .summary = "to JSON, another version, a picture of heights, and back",
        .description =
            "Converts a file. What OUT becomes is told by its extension or by --to. JSON is\n"
            "lossless: turned back, it gives the same bytes. What another version cannot carry\n"
            "is told as a warning. OUT is written whole or not at all.\n"
            "A PNG as OUT gets the heights of the world's ground, in 16-bit grey and with their\n"
            "scale as texts in it; --terrain puts those of a PNG, or its red, into a world.",
        .options = {{'t', "to", "FORMAT", "json, png (heights), or the name of a format"},
                    {'V', "version", "N", "write this version of the format"},
                    {0, "variant", "NAME",
                     "write this variant of the format (docs/FORMAT.md names them)"},
                    READ_AS_OPTION,
                    {0, "terrain", "FILE", "put the heights of a PNG in place of the ground"},
                    ASSETS_OPTION,
                    {'f', "force", NULL, "replace OUT if it exists"},
                    {'i', "in-place", NULL, "replace IN itself; no OUT is given"},
                    MEMORY_OPTION},
        .examples = {{"overworld convert MySave/ save.json", "a world as JSON"},
                     {"overworld convert save.json data.logicworld", "and back"},
                     {"overworld convert old.logicworld new.logicworld --version 7",
                      "to the newest version"},
                     {"overworld convert - - < data.logicworld | jq .wires[0]",
                      "through standard input and output"},
                     {"overworld convert my.city heights.png", "the ground as a picture"},
                     {"overworld convert my.city new.city --terrain heights.png",
                      "and the picture as ground"}},
        .least_operands = 0, /* run_convert knows about --in-place */
        .most_operands = 2,
        .run = run_convert,
    },
    {
        .name = "schema",
        .operands = "FORMAT",
        .summary = "what the JSON of a format looks like, as JSON Schema",
        .description =
            "Prints the JSON Schema (2020-12) of a format, for editors and other programs. It is\n"
            "made from the description by which the format is read and written.",
        .options = {JSON_OPTION, {0, "fields", NULL, "a table of the fields instead, in Markdown"}},
        .examples = {{"overworld schema leveld > leveld.schema.json", "for an editor"},
                     {"overworld schema --fields blotter", "which version has which field"},
                     {"overworld schema --fields --json city", "the same for a program"}},
        .least_operands = 1,
        .most_operands = 1,
        .run = run_schema,
    },
    {
        .name = "help",
        .operands = "[VERB]",
        .summary = "help on a verb",
        .description = "Shows help on all verbs, or on one.",
        .most_operands = 1,
        .run = run_help,
    },
    {
        .name = "completion",
        .operands = "bash|zsh|fish",
        .summary = "a completion script for a shell",
        .description = "Prints a script that teaches a shell to complete this command.",
        .examples = {{"overworld completion bash > /etc/bash_completion.d/overworld",
                      "for every user of bash"}},
        .least_operands = 1,
        .most_operands = 1,
        .run = run_completion,
    },
    {
        .name = "man",
        .operands = "",
        .summary = "the man page, as roff",
        .description = "Prints the man page's source.",
        .examples = {{"overworld man | man -l -", "read it without installing it"}},
        .run = run_man,
    },
    {.name = NULL},
};

/* A word that is no verb: a file, an option too early, or a slip. */
static int no_verb(const char *word)
{
    if (*word == '-' && word[1])
        complain("there is no option %s before the verb; overworld --help shows how to begin",
                 word);
    else if (strcmp(word, "-") == 0 || access(word, F_OK) == 0)
        complain("a verb comes before the file, such as: overworld info %s", word);
    else
        complain("there is no verb \"%s\"; overworld --help lists them", word);
    return EXIT_USAGE;
}

/* A file that took the place of a closed stream would get what is meant for the stream. Reading
 * and writing still fail, as the wrong end of /dev/null is open. */
static void occupy_streams(void)
{
    for (int stream = 0; stream <= 2; stream++) {
        bool closed = fcntl(stream, F_GETFD) < 0;
        if (closed && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) < 0)
            return;
    }
}

int main(int argc, char **argv)
{
    occupy_streams();
    if (argc < 2) {
        print_help();
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("overworld %s\n", ow_version());
        return finish_output();
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return finish_output();
    }
    for (const struct verb *verb = verbs; verb->name; verb++) {
        struct arguments arguments;
        if (strcmp(verb->name, argv[1]) != 0)
            continue;
        if (!parse_arguments(verb, argc - 1, argv + 1, &arguments) ||
            !read_memory_limit(&arguments))
            return EXIT_USAGE;
        set_asset_folder(option_value(&arguments, "assets"));
        return verb->run(&arguments);
    }
    return no_verb(argv[1]);
}
