/* The rows of the verbs that look at worlds and change nothing. */
#include "circuit.h"
#include "options.h"

const struct verb info_verb = {
    .name = "info",
    .group = "Look",
    .is_first = true,
    .operands = "FILE...",
    .summary = "print what a file is: kind, version, counts",
    .description =
        "Files above 32 MiB are summarised from their header, which takes milliseconds, unless\n"
        "--full asks for every figure. --map draws the world from above: in colours on a\n"
        "terminal, in symbols elsewhere.",
    .options = {{'f', "full", NULL, "omit nothing, even for a large file"},
                {'n', "max-items", "N", "print at most N elements of a list (text: 10; 0: all)"},
                {0, "header", NULL, "read only the first bytes"},
                {'m', "map", NULL, "draw the world from above"},
                {0, "layer", "N", "of the map, only this layer, from 0 on"},
                {0, "picture", "HOW",
                 "draw a picture on the terminal: auto, kitty, iterm2, sixel or blocks"},
                {0, "at", "X,Y", "print the height of the ground at a point"},
                STRICT_OPTION,
                RECURSIVE_OPTION,
                WANTED_OPTIONS,
                READ_AS_OPTION,
                ASSETS_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld info MySave/", "the folder of a save"},
                 {"overworld info --map level.lvd", "a level from above"},
                 {"overworld info --json *.partialworld", "one JSON object per file"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_info,
};

const struct verb check_verb = {
    .name = "check",
    .group = "Look",
    .is_first = true,
    .operands = "FILE...",
    .summary = "report everything that is wrong with a file, and where",
    .description =
        "Checks files against their format and against what holds in all real files. An error\n"
        "breaks the file for its game. A warning is something that no real file has. An info is\n"
        "worth knowing. The exit status is 1 if there are errors; of several files it is the\n"
        "highest.",
    .options = {{0, "only", "CODES", "report only these codes (with commas)"},
                {0, "ignore", "CODES", "do not report these codes"},
                {0, "severity", "LEVEL",
                 "report only info, warning or error and worse; skip fine files"},
                {'q', "quiet", NULL, "print nothing; the exit status is the answer"},
                {'n', "max-issues", "N", "print at most N issues (text: 100; 0: all)"},
                {'e', "explain", "CODE", "explain a code, or list \"all\""},
                {'s', "strict", NULL, "warnings make the exit status 1 too"},
                RECURSIVE_OPTION,
                WANTED_OPTIONS,
                READ_AS_OPTION,
                ASSETS_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld check -r saves/", "all worlds below a folder"},
                 {"overworld check --explain BLOTTER_DANGLING_PEG", "what a code means"},
                 {"overworld check --format leveld --max-size 4M --strict --json upload.lvd",
                  "a verdict for a site"}},
    .least_operands = 0,
    .most_operands = -1,
    .run = run_check,
};

const struct verb show_verb = {
    .name = "show",
    .group = "Look",
    .operands = "FILE [PART]",
    .summary = "print the fields of a file beside their bytes",
    .description =
        "Prints offset, size, bytes in hexadecimal, name and value of each field. It also prints\n"
        "what a number means, if that is known: the name of a type, custom data, a colour. PART\n"
        "is a JSON Pointer, or C-12 for the component with that address. Long lists are cut. A\n"
        "broken file is printed up to the break.",
    .options = {{'f', "full", NULL, "omit nothing"},
                {'n', "max-items", "N", "print at most N elements of a list (text: 8; 0: all)"},
                {'d', "depth", "N", "print at most N levels, from 1 on"},
                {0, "textconv", NULL, "print text for git diff; the exit status is always 0"},
                STRICT_OPTION,
                READ_AS_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld show --depth 1 world.logicworld", "the outline"},
                 {"overworld show world.logicworld /components/12", "one component"},
                 {"overworld show world.logicworld C-1204", "a component by its address"}},
    .least_operands = 1,
    .most_operands = 2,
    .run = run_show,
};

const struct verb get_verb = {
    .name = "get",
    .group = "Look",
    .operands = "FILE PART",
    .summary = "print the value of one field",
    .description =
        "Prints nothing else: text as it is, numbers bare, bytes in base64, lists and records as\n"
        "JSON. PART is a JSON Pointer, or C-12 for the component with that address. The exit\n"
        "status is 1 if there is no such part.",
    .options = {STRICT_OPTION, READ_AS_OPTION, JSON_OPTION, JSON_LINES_OPTION, SIZE_OPTION,
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
    .group = "Look",
    .is_first = true,
    .operands = "BEFORE AFTER",
    .summary = "compare two worlds record by record",
    .description =
        "Components are matched by address, wires by their pegs, named records by name, and\n"
        "others by likeness. The order in the file does not count, but '>' marks a record that\n"
        "moved in its list. Worlds of different versions or variants are compared by their\n"
        "contents. The exit status is 0 if nothing differs, and 1 otherwise.",
    .options = {{0, "stat", NULL, "print only the count of differences by list and field"},
                {0, "patch", NULL, "print a JSON Patch from BEFORE to AFTER"},
                {'q', "quiet", NULL, "print nothing; the exit status is the answer"},
                {'n', "max-changes", "N", "print at most N differences (0: all)"},
                {0, "picture", "OUT", "draw the differences in colour, as a PNG"},
                {'s', "size", "WxH", "size of the picture in pixels (1200x900)"},
                {'v', "view", "VIEW", "view of the picture, as in render"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                READ_AS_OPTION,
                ASSETS_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld diff yesterday.logicworld today.logicworld", "what was built"},
                 {"overworld diff --picture changes.png old.lvd new.lvd", "the same in colour"},
                 {"overworld diff -q a.city b.city && echo same", "in a script"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_diff,
};

const struct verb render_verb = {
    .name = "render",
    .group = "Look",
    .is_first = true,
    .operands = "FILE...",
    .summary = "draw worlds as PNG or SVG",
    .description =
        "One FILE is drawn to OUT. Several go into a folder, to a pattern with {name} in it, or "
        "on\n"
        "one page with --contact-sheet. Anything whose appearance is unknown is drawn as a plain\n"
        "box, and --legend names it. --net draws a net of a Logic World save in colour: what\n"
        "drives it is darker, what it drives is lighter. In an SVG of three dimensions, shapes\n"
        "that pass through each other may be in the wrong order. Besides the selectors of other\n"
        "verbs, group:NAME is a layer, a root or a board, and pegs match alone.",
    .options = {{'o', "output", "OUT",
                 "write to OUT; a folder/ or a pattern for several; - for stdout"},
                {'t', "to", "KIND", "write png or svg, if the name of OUT does not say"},
                {0, "contact-sheet", NULL, "draw all worlds on one page, with their names"},
                {0, "thumbnails", NULL, "write images/thumbnail.png into the folders of saves"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                {0, "only", "SELECTORS", "show only these parts"},
                {0, "hide", "SELECTORS", "hide these parts"},
                {0, "cut", "AXIS=A..B", "show parts whose middle is there, such as y=0..4,x=..10"},
                {0, "layer", "N", "show only this layer of a level, from 0 on"},
                {0, "highlight", "SELECTORS", "draw these parts in orange, the rest in grey"},
                {0, "issues", NULL, "draw what check finds in orange, the rest in grey"},
                {0, "net", "NET", "draw a net in colour, the rest in grey; repeat for more"},
                {0, "tick", "N", "run the circuit for N ticks and draw it then"},
                CIRCUIT_OPTIONS,
                {'s', "size", "WxH", "size in pixels (1200x900)"},
                {'v', "view", "VIEW",
                 "iso, top, bottom, front, back, left, right, city, game, or YAW,PITCH"},
                {0, "turn", "N", "turn by 0 to 3 quarters"},
                {0, "perspective", NULL, "draw near things larger"},
                {'g', "grid", NULL, "draw lines one unit apart"},
                {0, "scale-bar", NULL, "draw a bar with its length"},
                {'l', "legend", NULL, "list types with colours and counts, and what is inferred"},
                {0, "labels", NULL, "write names beside things"},
                {0, "no-states", NULL, "draw wires and pegs as when off"},
                {0, "background", "COLOR", "use this background, such as #202428"},
                {0, "transparent", NULL, "draw no background"},
                {0, "plain", NULL, "draw no edges and no shade"},
                {0, "samples", "N", "1 (no antialiasing) to 4 samples along each side of a pixel"},
                {0, "tileset", "FILE", "use the tiles of an image, a config or a clip"},
                RECURSIVE_OPTION,
                READ_AS_OPTION,
                ASSETS_OPTION,
                TELL_OPTIONS,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld render MySave/ -o save.png", "a computer on its boards"},
                 {"overworld render save.partialworld -o cut.png --hide wires --cut y=0..3",
                  "the lowest boards without wires"},
                 {"overworld render *.lvd -o levels.png --contact-sheet", "all on one page"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_render,
};

const struct verb view_verb = {
    .name = "view",
    .group = "Look",
    .is_first = true,
    .operands = "FILE...",
    .summary = "open worlds in a browser page",
    .description =
        "The page shows worlds, their tree, their problems and their bytes. With -o, the page is\n"
        "written instead of opened. It is one file and needs no network. Files beside a world\n"
        "that its picture shows, such as a tileset, are put into the page too.",
    .options = {{'o', "output", "OUT", "write the page to OUT; - for stdout"},
                {0, "beside", "FILE", "add names, types, a bench or a tileset; repeat for more"},
                {0, "page", "FILE", "use this page without worlds instead of the built one"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                ASSETS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld view MySave/", "look around"},
                 {"overworld view level.lvd -o level.html", "a page for somebody else"},
                 {"overworld view adder.partialworld --beside bench.json",
                  "with a bench that the page runs"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_view,
};
