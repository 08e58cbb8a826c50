/* overworld convert: one file, or many into a folder. */
#include "convert.h"
#include "made_list.h"
#include "terminal.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat about;
    size_t size = strlen(path);
    return strcmp(path, "-") != 0 && ((size > 0 && path[size - 1] == '/') ||
                                      (stat(path, &about) == 0 && S_ISDIR(about.st_mode)));
}

/* Many inputs have a folder as OUT, which need not be there yet. False after a message. */
static bool is_fit_for_many(const char *out)
{
    struct stat about;
    if (strcmp(out, "-") != 0 && (stat(out, &about) != 0 || S_ISDIR(about.st_mode)))
        return true;
    complain("%s: is no folder, which OUT has to be for many files", out);
    return false;
}

static bool check_operands(const struct arguments *arguments, bool in_place)
{
    int count = arguments->operand_count;
    if (count < (in_place ? 1 : 2)) {
        complain(in_place ? "--in-place takes files, and no OUT; see overworld convert --help"
                          : "needed: IN OUT (or --in-place FILE); see overworld convert --help");
        return false;
    }
    for (int i = 0; in_place && i < count; i++) {
        if (strcmp(arguments->operands[i], "-") == 0) {
            complain("--in-place takes a file, which standard input is not; - as OUT is standard "
                     "output");
            return false;
        }
        if (!can_be_in_place(arguments->operands[i]))
            return false;
    }
    return true;
}

/* JSON and maps for Tiled below a folder are meant where worlds are to be made of them. */
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

static int convert_operands(const struct arguments *arguments, bool in_place)
{
    int count = arguments->operand_count;
    const char *out = arguments->operands[count - 1];
    if (in_place)
        return convert_many(arguments, count, NULL);
    if (!json_has_room(arguments, out))
        return EXIT_USAGE;
    if (count > 2 || is_folder(out) || option_set(arguments, "recursive"))
        return is_fit_for_many(out) ? convert_many(arguments, count - 1, out) : EXIT_USAGE;
    struct destination destination = {.out = out};
    return convert_file(arguments, arguments->operands[0], &destination, NULL);
}

int run_convert(const struct arguments *arguments)
{
    bool in_place = option_set(arguments, "in-place");
    if (!check_operands(arguments, in_place))
        return EXIT_USAGE;
    int status = convert_operands(arguments, in_place);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
