/* overworld convert: opens a world, changes it, and writes it as binary, JSON, a picture, glTF or a
 * Tiled map. */
#include "convert/convert.h"

#include "io/confine.h"
#include "io/input.h"
#include "io/made.h"
#include "io/part_folder.h"
#include "io/walk.h"
#include "options.h"
#include "terminal/terminal.h"

#include <string.h>
#include <sys/stat.h>

static int run_convert(const struct arguments *arguments);
static int outputs(const struct arguments *arguments, struct confined *confined);

const struct verb convert_verb = {
    .name = "convert",
    .group = "Convert",
    .is_first = true,
    .operands = "IN OUT | IN... FOLDER",
    .summary = "convert to JSON, another version, Tiled or glTF, and back",
    .description =
        "The extension of OUT, or --to, says what is written. JSON is lossless: converted back,\n"
        "it gives the same bytes. convert warns about data that the target cannot hold and\n"
        "about a mismatched extension. OUT is written whole or not at all. Warnings do not keep\n"
        "it from being written unless --strict is given. OUT cannot be IN. A world never\n"
        "becomes one of another format. JSON of a save's folder has all files of the folder; if\n"
        "OUT is a new or empty folder, it becomes that folder again. Several files, and with -r\n"
        "all below folders, are written into FOLDER, in the same folders as before. A PNG gets\n"
        "the heights of the ground in 16-bit grey, with their scale as text. --terrain takes\n"
        "the heights of a PNG (or its red) as the ground of a city: an image beside OUT that\n"
        "the save names, as the game reads it. A TMJ or TMX is a level as a map of Tiled, with\n"
        "a tileset beside it; converted back, the level has your changes and is otherwise the\n"
        "same, byte for byte. A CSV gets the cells of one layer: the tile, plus 32768 if\n"
        "impassable. A glTF (.glb, or .gltf as text) is for viewers, engines and modellers.",
    .options = {{'t', "to", "FORMAT",
                 "write json, png (heights), glb, gltf, tmj, tmx, csv, or this format"},
                {'V', "version", "N", "write this version of the format"},
                {0, "variant", "NAME", "write this variant of the format"},
                {0, "terrain", "FILE", "replace the ground by the heights of a PNG"},
                {0, "tileset", "IMAGE", "use this PNG as tileset of a map of Tiled"},
                {0, "layer", "N", "write this layer of a level to a CSV, from 0 on (default: 0)"},
                {0, "instancing", NULL,
                 "write equal parts of a glTF once: EXT_mesh_gpu_instancing"},
                {'f', "force", NULL, "replace OUT if it exists"},
                {'i', "in-place", NULL, "replace IN; there is no OUT"},
                {'s', "strict", NULL, "on a warning, write nothing and exit with status 1"},
                RECURSIVE_OPTION,
                READ_AS_OPTION,
                ASSETS_OPTION,
                MODS_OPTION,
                TELL_OPTIONS,
                SIZE_OPTION,
                MEMORY_OPTION,
                JOBS_OPTION,
                SANDBOX_OPTIONS},
    .examples = {{"overworld convert MySave/ save.json",
                  "JSON of all files; to go back: save.json Copy/"},
                 {"overworld convert old.logicworld new.logicworld --version 7",
                  "to the newest version"},
                 {"overworld convert -r saves/ json/ --to json", "all worlds below a folder"}},
    .least_operands = 0, /* run_convert handles --in-place */
    .most_operands = -1,
    .run = run_convert,
    .outputs = outputs,
};

/* For many inputs, OUT is a folder, which may not exist yet. Returns false after a message. */
static bool is_fit_for_many(const char *out)
{
    struct stat about;
    if (strcmp(out, "-") != 0 && (stat(out, &about) != 0 || S_ISDIR(about.st_mode)))
        return true;
    complain("%s: not a folder; to convert several files, OUT must be a folder", out);
    return false;
}

static bool check_operands(const struct arguments *arguments, bool in_place)
{
    int count = arguments->operand_count;
    if (count < (in_place ? 1 : 2)) {
        complain(
            in_place
                ? "--in-place takes only files to convert, and no OUT; see overworld convert --help"
                : "missing operands: IN OUT (or --in-place FILE); see overworld convert --help");
        return false;
    }
    for (int i = 0; in_place && i < count; i++) {
        if (strcmp(arguments->operands[i], "-") == 0) {
            complain(
                "--in-place takes a file, not standard input; write - as OUT for standard output");
            return false;
        }
        if (!can_be_in_place(arguments->operands[i]))
            return false;
    }
    return true;
}

/* JSON and Tiled maps below a folder are included if the output is binary. */
static bool wants_text(const struct arguments *arguments)
{
    const char *to = option_value(arguments, "to");
    return to && ow_format_by_name(to);
}

static int convert_many(const struct arguments *arguments, int inputs, const char *folder)
{
    struct worlds worlds;
    struct made_list made = {0};
    struct destination destination = {.folder = folder, .made = folder ? &made : NULL};
    if (check_choice(arguments, &destination) != EXIT_FINE)
        return EXIT_USAGE;
    struct walk_options walk = {option_set(arguments, "recursive"), wants_text(arguments), folder};
    find_worlds(arguments->operands, inputs, &walk, &worlds);
    int worst = worlds.status;
    for (size_t i = 0; i < worlds.count; i++) {
        destination.below = worlds.list[i].below;
        show_count("converting", i, worlds.count);
        set_walked(&worlds.list[i]);
        forget_warnings();
        int status = convert_file(arguments, worlds.list[i].path, &destination, NULL);
        worst = status > worst ? status : worst;
    }
    clear_progress();
    free_made(&made);
    set_walked(NULL);
    free_worlds(&worlds);
    return worst;
}

/* A JSON with the files beside its world becomes a folder, unless an option says what to write into
 * the folder. */
static bool becomes_save(const struct arguments *arguments, const char *out)
{
    static const char *const kinds[] = {"to", "version", "variant", "terrain", "recursive"};
    struct stat about;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (option_set(arguments, kinds[i]))
            return false;
    return arguments->operand_count == 2 && is_folder(out) &&
           (stat(arguments->operands[0], &about) != 0 || !S_ISDIR(about.st_mode));
}

static bool is_for_many(const struct arguments *arguments, const char *out)
{
    return arguments->operand_count > 2 || is_folder(out) || option_set(arguments, "recursive");
}

/* A file that is replaced is in a folder of its own. */
static void add_in_place(struct confined *confined, const char *path)
{
    if (is_folder(path))
        confined_writes_folder(confined, path);
    else
        confined_writes_file(confined, path);
}

static int outputs(const struct arguments *arguments, struct confined *confined)
{
    int count = arguments->operand_count;
    const char *out = count > 0 ? arguments->operands[count - 1] : "-";
    if (option_set(arguments, "in-place")) {
        for (int i = 0; i < count; i++)
            add_in_place(confined, arguments->operands[i]);
        return count;
    }
    if (becomes_save(arguments, out))
        confined_makes_folder(confined, out);
    else if (is_for_many(arguments, out))
        confined_writes_folder(confined, out);
    else
        confined_writes_file(confined, out);
    return count > 0 ? count - 1 : 0;
}

static int convert_operands(const struct arguments *arguments, bool in_place)
{
    int count = arguments->operand_count;
    const char *out = arguments->operands[count - 1];
    if (in_place)
        return convert_many(arguments, count, NULL);
    if (!json_has_room(arguments, out))
        return EXIT_USAGE;
    if (becomes_save(arguments, out)) {
        const struct destination save = {.out = out, .is_save = true};
        return convert_file(arguments, arguments->operands[0], &save, NULL);
    }
    if (is_for_many(arguments, out))
        return is_fit_for_many(out) ? convert_many(arguments, count - 1, out) : EXIT_USAGE;
    struct destination destination = {.out = out};
    return convert_file(arguments, arguments->operands[0], &destination, NULL);
}

static int run_convert(const struct arguments *arguments)
{
    bool in_place = option_set(arguments, "in-place");
    if (!check_operands(arguments, in_place))
        return EXIT_USAGE;
    int status = convert_operands(arguments, in_place);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
