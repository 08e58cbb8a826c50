/* Topics of help that concern several verbs, for `overworld help TOPIC` and the man page. */
#include "help/topics.h"

#include <overworld/overworld.h>
#include <stdio.h>
#include <string.h>

const struct topic topics[] = {
    {
        .name = "selectors",
        .section = "SELECTORS",
        .summary = "how to name parts of a world",
        .text = "SELECTOR is one or more of these, joined by commas:\n"
                "\n"
                "  /components/3         a record by its JSON Pointer, with everything on it\n"
                "  /blocks/2/things      all records of a list\n"
                "  C-12                  a component by its address, with everything on it\n"
                "  type:MHG.*Gate        a type, with or without its mod\n"
                "  wires, kind:thing     a kind of record\n"
                "  tag:3                 things, triggers and paths of a level with this tag\n"
                "  text:clock            records with these words on them, in any case\n"
                "  at:3,4                in a cell of a level, or within half a unit\n"
                "  near:3,4:2            at most 2 units away\n"
                "  box:0,0..9,9          everything inside, both corners included\n"
                "  only:C-12             a component without what is on it\n"
                "  wired:C-12            what wires join with a component, and those wires\n"
                "  net:clk               parts and wires on a net, by its name or a peg\n"
                "  not:tag:3             takes away what a selector matches: of all that stands\n"
                "                        before it, or of everything if it is the first\n"
                "\n"
                "* in a name stands for any characters. Case matters, except in text:. Positions\n"
                "are in squares, cells or blocks, as in pictures: X,Y of levels and cities, X,Y,Z\n"
                "of Logic World and builds, where Y is the height. render also takes group:NAME\n"
                "(a layer, a root or a board) and pegs. A selector that matches nothing is\n"
                "reported, with the nearest one that exists, and verbs that change a world then\n"
                "write nothing.",
        .word = "SELECTOR",
    },
    {
        .name = "files",
        .section = "FILES",
        .summary = "what a FILE can be, folders, formats",
        .text = "FILE is a save, the folder of a save, JSON that convert wrote, or - for standard\n"
                "input. Options may come before or after the files. After -- everything is a\n"
                "file.\n"
                "\n"
                "-r takes all worlds below folders, by their extensions. Hidden files and\n"
                "symbolic links are skipped unless named.\n"
                "\n"
                "info and check judge a file as its game would. The name of another format is an\n"
                "error. JSON and maps of Tiled are accepted under their own names (.json, .tmj,\n"
                ".tmx) or with --json-input, and refused elsewhere with exit status 4. --format\n"
                "refuses other formats.\n"
                "\n"
                "Files that a world names, such as images, are looked for below its own folder,\n"
                "below the folder of --assets, and beside the world, and nowhere else. No\n"
                "symbolic link is followed there.\n"
                "\n"
                "Formats:\n",
        .lists_formats = true,
        .word = "FILE",
    },
    {
        .name = "writing",
        .section = "WRITING FILES",
        .summary = "-o, -i and when files are replaced",
        .text = "  -o OUT                write another file; - for standard output\n"
                "  -i                    replace the file\n"
                "  -i --backup .old      replace the file, keep the old one under another name\n"
                "\n"
                "Without these, a verb that changes a world prints what would change and writes\n"
                "nothing. An existing OUT is replaced only with --force. A replaced file is old\n"
                "or new, never half. With -i, a file that another program has changed since it\n"
                "was read is not replaced; the exit status is 3.\n"
                "\n"
                "--backup replaces an existing backup only with --force. undo takes back the last\n"
                "change that was made with -i --keep-undo; it replaces the file unless -o or -n\n"
                "is given.\n"
                "\n"
                "With --strict, which most verbs have, a warning makes the exit status 1, and\n"
                "nothing is written.",
        .option = "force",
    },
    {
        .name = "json",
        .section = "JSON",
        .summary = "--json and --json-lines",
        .text = "With --json, each file yields one object, in the same shape whether or not it\n"
                "succeeds. With --json-lines, each object is on one line. Lists are complete\n"
                "unless -n cuts them, and then not_shown says by how much. Fields of a world\n"
                "with 64 bits, such as a time, are strings, because many readers of JSON round\n"
                "large numbers. Sizes and offsets are numbers.\n"
                "\n"
                "overworld schema VERB prints the JSON Schema of the output. render has that of\n"
                "convert. set, move, turn, mirror, copy, patch, undo, remove, replace, merge and\n"
                "merge3 have that of diff. Those of catalog are named catalog-search and so on.",
        .option = "json",
    },
    {
        .name = "variants",
        .section = "VARIANTS",
        .summary = "--variant and --read-as",
        .text = "A variant is the same version of a format, written differently: another byte\n"
                "order, a draft, the way of another tool. The variant of a file is detected.\n"
                "--read-as NAME reads a file as another variant even if it does not fit.\n"
                "--variant NAME of convert writes one. docs/reference has a page on each format,\n"
                "which says what its variants are. Their names are:\n",
        .lists_variants = true,
        .option = "read-as",
    },
    {
        .name = "limits",
        .section = "LIMITS",
        .summary = "--max-memory, --max-size, --timeout, --jobs, --sandbox",
        .text = "SIZE is a number of bytes, or a number with K, M or G.\n"
                "\n"
                "K is 1024 bytes, M is 1024 K and G is 1024 M.\n"
                "\n"
                "--max-memory limits the memory of each step: reading a file, drawing it,\n"
                "simulating it. Steps add up; ulimit -v limits the whole process. The defaults:\n"
                "\n"
                "  reading a file        4 times the file + 16 MiB\n"
                "  comparing, patching, setting values, merge3\n"
                "                        48 times the files + 16 MiB\n"
                "  drawing               16 times the file + 64 MiB, and the picture\n"
                "  circuits              16 times the file + 16 MiB, and the same to simulate\n"
                "  an image that a world names\n"
                "                        256 MiB\n"
                "\n"
                "The error says how much was allowed.\n"
                "\n"
                "--max-size refuses larger files. Streams end at 2 GiB by default, and after\n"
                "4 MiB if they do not begin like a world. catalog add skips files above 512 MiB.\n"
                "\n"
                "--timeout stops a query of SQL, with exit status 3.\n"
                "\n"
                "--jobs is the number of threads that read, check, find, convert or draw. Without\n"
                "it there is one for each processor. With --sandbox there is one alone, and also\n"
                "for files below 4 MiB that are not drawn. The result is the same with any\n"
                "number.\n"
                "\n"
                "--sandbox of info, check, render and convert takes from the process every right\n"
                "that its files do not need, before it reads them (Linux). It can then read the\n"
                "named files and the folders that they are in, and write to the folder of the\n"
                "output. It can start no program and use no network. It has 4 GiB of memory, or\n"
                "with --max-memory 4 times that and 1 GiB, and 60 s of processor time, or\n"
                "--timeout. A run that attempts more, or takes longer, ends with exit status 5.",
        .option = "max-memory",
    },
    {
        .name = "status",
        .section = "EXIT STATUS",
        .summary = "what the exit status means",
        .text = "  0  fine\n"
                "  1  problems or differences found, nothing found, no such part, or a change\n"
                "     that this world does not allow; with --strict, a warning\n"
                "  2  wrong usage: the command line, a value that a field cannot have, or a\n"
                "     question that does not fit the format, such as the nets of a level\n"
                "  3  a file cannot be read or written, or a folder has no world\n"
                "  4  not a known format, not one of --format, broken, or a world that the\n"
                "     target version cannot hold\n"
                "  5  --sandbox ended the run: out of time, or it attempted what is forbidden\n"
                "\n"
                "For several files, the exit status is the highest one.",
        .word = "",
    },
    {
        .name = "environment",
        .section = "ENVIRONMENT",
        .summary = "variables that Overworld reads",
        .text = "  BROWSER               the browser of view; without it, xdg-open or open\n"
                "  NO_COLOR              no colours, unless --color=always\n"
                "  TERM=dumb             no colours\n"
                "  COLORTERM             truecolor or 24bit: maps in every colour, not in 256\n"
                "  COLUMNS               the width of lines, whatever the terminal says\n"
                "  LC_ALL, LC_CTYPE, LANG\n"
                "                        if the encoding is not UTF-8, a terminal gets only\n"
                "                        ASCII, and other bytes as \\xNN\n"
                "  OVERWORLD_CATALOG     the catalogue, if --db does not name one\n"
                "  OVERWORLD_MODS        the folder of mods, if --mods does not name one\n"
                "  TMPDIR                where view and build put temporary files, not in /tmp\n"
                "  XDG_DATA_HOME         the folder of overworld/catalog.db, your own catalogue\n"
                "                        (default: ~/.local/share)\n"
                "\n"
                "info --picture asks TERM and KITTY_WINDOW_ID which pictures the terminal shows.\n"
                "catalog passes PGHOST and the like on to PostgreSQL.",
    },
    {.name = NULL},
};

/* Groups of options, in the order of help. Names are separated by spaces. An option with another
 * meaning in one verb has the name of that verb before it. The first group has all options that are
 * in no other one. */
static const struct option_group {
    const char *heading, *options;
} groups[] = {
    {"Options", " convert.layer copy.count merge.turn merge3.path "},
    {"Choose", " only hide cut layer highlight issues net path type text tag near within where "
               "ignore severity format-version kind mod issue larger status hash count tile "
               "same-bytes same-content alike percent skip "},
    {"Picture", " size view turn perspective grid scale-bar legend labels no-states background "
                "transparent plain samples picture "},
    {"Circuit", " names types delayers seed extra-delay "},
    {"Input",
     " recursive format json-input read-as assets mods tileset beside page db name archives "},
    {"Result", " output in-place backup force strict dry-run "},
    {"Printing", " json json-lines csv color "},
    {"Limits", " max-size max-memory timeout wait jobs sandbox "},
};

const struct topic *topic_by_name(const char *name)
{
    for (const struct topic *topic = topics; topic->name; topic++)
        if (strcmp(topic->name, name) == 0)
            return topic;
    return NULL;
}

bool topic_concerns(const struct topic *topic, const struct verb *verb)
{
    if (topic->word && strstr(verb->operands, topic->word))
        return true;
    for (const struct option_row *row = verb->options; row->name; row++)
        if ((topic->option && strcmp(row->name, topic->option) == 0) ||
            (topic->word && row->argument && strstr(row->argument, topic->word) == row->argument &&
             strcmp(topic->word, "FILE") != 0))
            return true;
    return false;
}

static const struct option_group *group_of(const struct verb *verb, const char *option)
{
    char word[64], word_of_verb[96];
    snprintf(word, sizeof word, " %s ", option);
    snprintf(word_of_verb, sizeof word_of_verb, " %s.%s ", verb->name, option);
    size_t i = strstr(groups[0].options, word_of_verb) ? 0 : sizeof groups / sizeof *groups - 1;
    while (i > 0 && !strstr(groups[i].options, word))
        i--;
    return &groups[i];
}

void each_option(const struct verb *verb,
                 void (*print)(const struct option_row *row, const char *heading))
{
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        const char *heading = groups[i].heading;
        for (const struct option_row *row = verb->options; row->name; row++)
            if (group_of(verb, row->name) == &groups[i]) {
                print(row, heading);
                heading = NULL;
            }
    }
}

void list_formats(void (*print)(const char *text))
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        char text[80];
        snprintf(text, sizeof text, "  %s, version %u", format->title, format->oldest_version);
        print(text);
        snprintf(text, sizeof text, " to %u", format->newest_version);
        print(format->newest_version > format->oldest_version ? text : "");
        print(":");
        for (const char *const *extension = format->extensions; *extension; extension++) {
            print(" .");
            print(*extension);
        }
        print("\n");
    }
}

void list_variants(void (*print)(const char *text))
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        print("  ");
        print(format->name);
        print(":");
        for (const char *const *variant = format->variants; *variant; variant++) {
            print(" ");
            print(*variant);
        }
        print("\n");
    }
}
