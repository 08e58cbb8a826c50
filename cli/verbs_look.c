/* The rows of the verbs that look at worlds and change nothing. */
#include "circuit.h"
#include "options.h"

const struct verb info_verb = {
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
                STRICT_OPTION,
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
};

const struct verb check_verb = {
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
                {0, "severity", "LEVEL",
                 "lowest severity to report: info, warning or error; skips fine files"},
                {'q', "quiet", NULL, "print nothing: the exit status tells"},
                {'n', "max-issues", "N", "print no more than N (text: 100; 0: all)"},
                {'e', "explain", "CODE", "tell what a code means, or \"all\" for a list"},
                RECURSIVE_OPTION,
                WANTED_OPTIONS,
                ASSETS_OPTION,
                COLOR_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld check MySave/", "what is wrong with a save"},
                 {"overworld check --strict --json upload.partialworld", "a verdict for a program"},
                 {"overworld check --format leveld --max-size 4M upload.lvd",
                  "of levels alone, and no large one"},
                 {"overworld check -r saves/", "every world below a folder"},
                 {"overworld check --explain BLOTTER_DANGLING_PEG", "what a code means"}},
    .least_operands = 0,
    .most_operands = -1,
    .run = run_check,
};

const struct verb show_verb = {
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
                {0, "textconv", NULL, "print text for git diff; the exit status is always 0"},
                STRICT_OPTION,
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
};

const struct verb get_verb = {
    .name = "get",
    .operands = "FILE PART",
    .summary = "the bare value of one part",
    .description = "Prints the value of one field, and nothing else: text as it is, numbers "
                   "bare, bytes in\n"
                   "base64, lists and records as JSON. PART is a JSON Pointer, or C-12 for the "
                   "component of\n"
                   "that address. The exit status is 1 where there is no such part.",
    .options = {JSON_OPTION, JSON_LINES_OPTION, STRICT_OPTION, READ_AS_OPTION, SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld get level.lvd /blocks/0/name", "the name of a level"},
                 {"overworld get MySave/ C-1204", "a component as JSON"},
                 {"overworld get --json MySave/ /mods/0/id", "text in quotes"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_get,
};

const struct verb diff_verb = {
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
                {0, "patch", NULL, "print a JSON Patch that makes the second of the first"},
                {0, "picture", "OUT", "draw it in colour over the world after, as a PNG"},
                {'s', "size", "WxH", "of the picture in pixels; 1200x900 where not said"},
                {'v', "view", "VIEW", "of the picture, as for render"},
                {'f', "force", NULL, "replace OUT if it exists"},
                ASSETS_OPTION,
                {'q', "quiet", NULL, "print nothing: the exit status tells"},
                {'n', "max-changes", "N", "print no more than N differences; 0: all"},
                STRICT_OPTION,
                COLOR_OPTION,
                READ_AS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld diff yesterday.logicworld today.logicworld", "what was built"},
                 {"overworld diff --stat a.lvd b.lvd", "how much differs, and where"},
                 {"overworld diff -q a.city b.city && echo same", "in a script"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_diff,
};

const struct verb render_verb = {
    .name = "render",
    .operands = "FILE...",
    .summary = "a picture of the world",
    .description =
        "Draws worlds as PNG or SVG: a computer on its boards, a level with its tiles, a city\n"
        "on its ground, a build of blocks. One FILE goes to OUT; several go into a folder, to\n"
        "a pattern with {name} in it, or on one page with --contact-sheet. What nobody knows\n"
        "to look so is drawn plainly, and --legend says which that is.\n"
        "--net shows a net of a Logic World save: its wires in a colour, what drives it darker,\n"
        "what it drives lighter; a net is called as `overworld nets` tells it.\n"
        "SELECTORS are joined by commas: a JSON Pointer, C-12 (a component and all on it),\n"
        "type:NAME, group:NAME and kind:NAME with * for any characters, a kind alone such as\n"
        "wires, or pegs. In an SVG of three dimensions, pieces that pass through each other\n"
        "may come in the wrong order.",
    .options = {{'o', "output", "OUT",
                 "the picture; a folder/ or a pattern for many; - for stdout"},
                RECURSIVE_OPTION,
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
                {0, "net", "NET",
                 "a net of a save in colour, all else pale; several times for more"},
                CIRCUIT_OPTIONS,
                {0, "background", "COLOR", "such as #202428"},
                {0, "transparent", NULL, "no background"},
                {0, "plain", NULL, "no edges and no shade"},
                {0, "samples", "N", "1 (no antialiasing) to 4 along each side of a pixel"},
                {0, "tileset", "FILE", "an image of a level's tiles, a config or a clip"},
                ASSETS_OPTION,
                {0, "contact-sheet", NULL, "all worlds on one page, with their names"},
                {0, "thumbnails", NULL, "write images/thumbnail.png into saves' folders"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                TELL_OPTIONS,
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
                 {"overworld render cpu.partialworld -o clock.png --net CLK --net C-12",
                  "where two nets lead"},
                 {"overworld render --thumbnails subassemblies/*/", "thumbnails for the game"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_render,
};

const struct verb view_verb = {
    .name = "view",
    .operands = "FILE...",
    .summary = "worlds in a page, in the browser",
    .description =
        "Puts worlds into a page that shows them, their tree, their problems and their bytes,\n"
        "and opens it in the browser; with -o it is written, to be sent to somebody else. It\n"
        "is one file that needs no network. What lies beside a world and shows in its picture,\n"
        "such as a tileset, is in it too. --beside adds what else the page takes with a world:\n"
        "for a circuit names of nets, types of components, benches and what they read.",
    .options = {{'o', "output", "OUT", "write the page there; - for stdout"},
                {0, "beside", "FILE", "put this beside the worlds; several times for more"},
                {0, "page", "FILE",
                 "the page without worlds; where not said, the one that was built"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                ASSETS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld view MySave/", "look around"},
                 {"overworld view level.lvd -o level.html", "for somebody else"},
                 {"overworld view adder.partialworld --beside bench.json",
                  "with a bench that the page runs"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_view,
};
