/* The command `overworld`: the table of its verbs, and the way to them. */
#include "assets.h"
#include "choices.h"
#include "output.h"
#include "terminal.h"
#include "verb.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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
            "that of --assets, and beside it, nowhere else.\n"
            "A file is judged as its game would: --format refuses other formats, and JSON is "
            "taken\n"
            "where the file's name or --json-input says so. -r takes the worlds below folders, by\n"
            "their extensions, and passes by what is hidden or a symbolic link.",
        .options = {JSON_OPTION,
                    JSON_LINES_OPTION,
                    READ_AS_OPTION,
                    {'f', "full", NULL, "leave nothing out, even of a large file"},
                    {'n', "max-items", "N", "of a list no more than N (text: 10; 0: all)"},
                    {0, "header", NULL, "only what the first bytes tell"},
                    {'m', "map", NULL, "draw the world from above"},
                    {0, "layer", "N", "of the map, this layer alone, from 0 on"},
                    {0, "picture", "HOW", "a picture: auto, kitty, iterm2, sixel or blocks"},
                    {0, "at", "X,Y", "the height of the ground at a point"},
                    RECURSIVE_OPTION,
                    WANTED_OPTIONS,
                    ASSETS_OPTION,
                    COLOR_OPTION,
                    SIZE_OPTION,
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
            "has; an info is worth knowing. The exit status is 1 when there are errors, and of "
            "many\n"
            "files the highest of theirs.\n"
            "A file is judged as its game would: a name of another format is an error, --format\n"
            "refuses other formats with status 4, and JSON is taken where the file's name or\n"
            "--json-input says so. -r takes the worlds below folders, by their extensions, and\n"
            "passes by what is hidden or a symbolic link.",
        .options = {JSON_OPTION,
                    JSON_LINES_OPTION,
                    READ_AS_OPTION,
                    {'s', "strict", NULL, "warnings make the exit status 1 too"},
                    {0, "only", "CODES", "report these codes alone, with commas between them"},
                    {0, "ignore", "CODES", "leave these codes out"},
                    {'n', "max-issues", "N", "print no more than N (text: 100; 0: all)"},
                    {'e', "explain", "CODE", "tell what a code means, or \"all\" for a list"},
                    RECURSIVE_OPTION,
                    WANTED_OPTIONS,
                    ASSETS_OPTION,
                    COLOR_OPTION,
                    SIZE_OPTION,
                    MEMORY_OPTION},
        .examples = {{"overworld check MySave/", "what is wrong with a save"},
                     {"overworld check --strict --json upload.partialworld",
                      "a verdict for a program"},
                     {"overworld check --format leveld --max-size 4M upload.lvd",
                      "of levels alone, and no large one"},
                     {"overworld check -r saves/", "every world below a folder"},
                     {"overworld check --explain BLOTTER_DANGLING_PEG", "what a code means"}},
        .least_operands = 0,
        .most_operands = -1,
        .run = run_check,
    },
    {
        .name = "show",
        .operands = "FILE [PART]",
        .summary = "the file as a tree with byte ranges and raw bytes",
        .description =
            "Shows a file field by field: offset, size, bytes in hex, name and value, and what a\n"
            "number stands for where that is known: the name of a component's type, what its\n"
            "custom data says, a packed colour. PART is a JSON Pointer, or C-12 for the component\n"
            "of that address. Long lists are cut. Of a broken file, everything up to the break is\n"
            "shown, and where it breaks off.",
        .options = {JSON_OPTION,
                    JSON_LINES_OPTION,
                    READ_AS_OPTION,
                    {'f', "full", NULL, "leave nothing out"},
                    {'n', "max-items", "N", "of a list no more than N (text: 8; 0: all)"},
                    {'d', "depth", "N", "no deeper than N levels, from 1 on"},
                    COLOR_OPTION,
                    SIZE_OPTION,
                    MEMORY_OPTION},
        .examples = {{"overworld show world.logicworld", "the whole file, long lists cut"},
                     {"overworld show world.logicworld /components/12", "one component"},
                     {"overworld show world.logicworld C-1204", "the one of an address"},
                     {"overworld show --depth 1 world.logicworld", "the outline"}},
        .least_operands = 1,
        .most_operands = 2,
        .run = run_show,
    },
    {
        .name = "get",
        .operands = "FILE PART",
        .summary = "the bare value of one part",
        .description = "Prints the value of one field, and nothing else: text as it is, numbers "
                       "bare, bytes in\n"
                       "base64, lists and records as JSON. PART is a JSON Pointer, or C-12 for the "
                       "component of\n"
                       "that address. The exit status is 1 where there is no such part.",
        .options = {JSON_OPTION, JSON_LINES_OPTION, READ_AS_OPTION, SIZE_OPTION, MEMORY_OPTION},
        .examples = {{"overworld get level.lvd /blocks/0/name", "the name of a level"},
                     {"overworld get MySave/ C-1204", "a component as JSON"},
                     {"overworld get --json MySave/ /mods/0/id", "text in quotes"}},
        .least_operands = 2,
        .most_operands = 2,
        .run = run_get,
    },
    {
        .name = "convert",
        .operands = "IN OUT | IN... FOLDER",
        .summary = "to JSON, another version, Tiled, a picture of heights, and back; to glTF",
        .description =
            "Converts a file. What OUT becomes is told by its extension or by --to. JSON is\n"
            "lossless: turned back, it gives the same bytes. What another version cannot carry\n"
            "is told as a warning, and so is a name that is not of its kind; --strict allows\n"
            "neither. OUT is written whole or not at all.\n"
            "Many files, and with -r those below folders (not what is hidden or a link), become\n"
            "files in FOLDER, as --to says, with the folders that they stand in.\n"
            "A PNG as OUT gets the heights of the world's ground, in 16-bit grey and with their\n"
            "scale as texts in it. --terrain takes those of a PNG, or its red, for the ground of\n"
            "a city: as its game reads it, an image beside OUT that the save names.\n"
            "A TMJ or TMX as OUT gets a level as a map for Tiled, and a tileset beside it; edited\n"
            "there and converted back, the level has what was changed and is else the same, byte\n"
            "for byte. A CSV gets the cells of one layer: the tile, and 32768 more where nothing\n"
            "passes. A glTF (.glb, or .gltf as text) shows the world in viewers, engines and\n"
            "modellers; with --instancing a large one takes a tenth, for those that know it.",
        .options = {{'t', "to", "FORMAT",
                     "json, png (heights), glb, gltf, tmj, tmx, csv, or the name of a format"},
                    {'V', "version", "N", "write this version of the format"},
                    {0, "variant", "NAME", "write this variant of the format"},
                    READ_AS_OPTION,
                    RECURSIVE_OPTION,
                    {'s', "strict", NULL, "write nothing where a warning would be told"},
                    {0, "terrain", "FILE", "put the heights of a PNG in place of the ground"},
                    {0, "tileset", "IMAGE", "of a map for Tiled: take this PNG, make none"},
                    {0, "layer", "N", "of a CSV: this layer of the level, from 0 on"},
                    {0, "instancing", NULL,
                     "in a glTF, what is alike once: EXT_mesh_gpu_instancing"},
                    ASSETS_OPTION,
                    {'f', "force", NULL, "replace OUT if it exists"},
                    {'i', "in-place", NULL, "replace IN itself; no OUT is given"},
                    SIZE_OPTION,
                    MEMORY_OPTION},
        .examples = {{"overworld convert MySave/ save.json", "a world as JSON"},
                     {"overworld convert save.json data.logicworld", "and back"},
                     {"overworld convert old.logicworld new.logicworld --version 7",
                      "to the newest version"},
                     {"overworld convert - - < data.logicworld | jq .wires[0]",
                      "through standard input and output"},
                     {"overworld convert my.city heights.png", "the ground as a picture"},
                     {"overworld convert my.city new.city --terrain heights.png",
                      "and the picture as ground"},
                     {"overworld convert MySave/ save.glb", "for viewers of 3D models"},
                     {"overworld convert level.lvd level.tmj", "a level for Tiled"},
                     {"overworld convert -r saves/ json/ --to json", "all worlds below a folder"}},
        .least_operands = 0, /* run_convert knows about --in-place */
        .most_operands = -1,
        .run = run_convert,
    },
    {
        .name = "render",
        .operands = "FILE...",
        .summary = "a picture of the world",
        .description =
            "Draws worlds as PNG or SVG: a computer on its boards, a level with its tiles, a city\n"
            "on its ground, a build of blocks. One FILE goes to OUT; several go into a folder, to\n"
            "a pattern with {name} in it, or on one page with --contact-sheet. What nobody knows\n"
            "to look so is drawn plainly, and --legend says which that is.\n"
            "SELECTORS are joined by commas: a JSON Pointer, C-12 (a component and all on it),\n"
            "type:NAME, group:NAME and kind:NAME with * for any characters, a kind alone such as\n"
            "wires, or pegs. In an SVG of three dimensions, pieces that pass through each other\n"
            "may come in the wrong order.",
        .options =
            {{'o', "output", "OUT", "the picture; a folder or a pattern for many; - for stdout"},
             {'t', "to", "KIND", "png or svg, where OUT does not tell"},
             {'s', "size", "WxH", "in pixels; 1200x900 where not said"},
             {'v', "view", "VIEW",
              "iso, top, bottom, front, back, left, right, city, game, or YAW,PITCH"},
             {0, "turn", "N", "turn by so many quarters, 0 to 3"},
             {0, "perspective", NULL, "near things larger"},
             {0, "only", "SELECTORS", "show these parts alone"},
             {0, "hide", "SELECTORS", "leave these parts out"},
             {0, "cut", "AXIS=A..B", "what has its middle there, such as y=0..4,x=..10"},
             {0, "layer", "N", "of a level, this layer alone, from 0 on"},
             {'g', "grid", NULL, "lines a unit apart"},
             {0, "scale-bar", NULL, "a bar that says how long it is"},
             {'l', "legend", NULL, "types, their colours and counts, and what is inferred"},
             {0, "labels", NULL, "names beside things"},
             {0, "no-states", NULL, "wires and pegs all as when they are off"},
             {0, "highlight", "SELECTORS", "mark these parts"},
             {0, "issues", NULL, "mark what check finds"},
             {0, "background", "COLOR", "such as #202428"},
             {0, "transparent", NULL, "no background"},
             {0, "plain", NULL, "no edges and no shade"},
             {0, "samples", "N", "1 (no antialiasing) to 4 along each side of a pixel"},
             {0, "tileset", "FILE", "an image of a level's tiles, a config or a clip"},
             ASSETS_OPTION,
             {0, "contact-sheet", NULL, "all worlds on one page, with their names"},
             {0, "thumbnails", NULL, "write images/thumbnail.png into saves' folders"},
             {'f', "force", NULL, "replace OUT if it exists"},
             READ_AS_OPTION,
             SIZE_OPTION,
             MEMORY_OPTION},
        .examples = {{"overworld render MySave/ -o save.png", "a computer on its boards"},
                     {"overworld render level.lvd -o level.svg --tileset tiles.png",
                      "a level, for the web"},
                     {"overworld render my.city -o - --size 256x256 | imgcat", "into a pipe"},
                     {"overworld render save.partialworld -o cut.png --hide wires --cut y=0..3",
                      "the lowest boards without wires"},
                     {"overworld render *.lvd -o levels.png --contact-sheet", "all on one page"},
                     {"overworld render MySave/ -o broken.png --issues", "where the problems are"},
                     {"overworld render --thumbnails subassemblies/*/", "thumbnails for the game"}},
        .least_operands = 1,
        .most_operands = -1,
        .run = run_render,
    },
    {
        .name = "diff",
        .operands = "BEFORE AFTER",
        .summary = "what differs between two worlds",
        .description = "Tells what differs between two worlds of one format, record by record: a "
                       "component of a\n"
                       "save belongs to the one with its address, a wire to the one between its "
                       "pegs, what has a\n"
                       "name to its name, anything else to what is most like it. Where they stand "
                       "in the file\n"
                       "does not count, but for '>', a record that stands elsewhere in its list. "
                       "Worlds of two\n"
                       "versions or variants are compared by what they hold. Exit status 0: they "
                       "are the same; 1:\n"
                       "they are not.",
        .options = {JSON_OPTION,
                    JSON_LINES_OPTION,
                    {0, "stat", NULL, "how many differences each list and field has, alone"},
                    {'q', "quiet", NULL, "print nothing: the exit status tells"},
                    {'n', "max-changes", "N", "print no more than N differences; 0: all"},
                    READ_AS_OPTION,
                    SIZE_OPTION,
                    MEMORY_OPTION},
        .examples = {{"overworld diff yesterday.logicworld today.logicworld", "what was built"},
                     {"overworld diff --stat a.lvd b.lvd", "how much differs, and where"},
                     {"overworld diff -q a.city b.city && echo same", "in a script"}},
        .least_operands = 2,
        .most_operands = 2,
        .run = run_diff,
    },
    {
        .name = "schema",
        .operands = "FORMAT|OUTPUT",
        .summary = "what JSON looks like, as JSON Schema",
        .description =
            "Prints the JSON Schema (2020-12) of a format, for editors and other programs. It is\n"
            "made from the description by which the format is read and written. An OUTPUT is what\n"
            "--json makes a verb write: info, check, show, explain (check --explain) or fields\n"
            "(schema --fields).",
        .options = {JSON_OPTION,
                    JSON_LINES_OPTION,
                    {0, "fields", NULL, "a table of the fields instead, in Markdown"}},
        .examples = {{"overworld schema leveld > leveld.schema.json", "for an editor"},
                     {"overworld schema --fields blotter", "which version has which field"},
                     {"overworld schema --fields --json city", "the same for a program"},
                     {"overworld schema check", "what check --json writes"}},
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
        return no_such_verb(word);
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
    guard_standard_output();
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
            !read_color_mode(&arguments) || !read_limits(&arguments))
            return EXIT_USAGE;
        set_asset_folder(option_value(&arguments, "assets"));
        return verb->run(&arguments);
    }
    return no_verb(argv[1]);
}
