/* overworld convert: determines what OUT becomes, and whether it may be written. */
#include "convert/convert.h"
#include "io/made.h"
#include "io/output.h"
#include "io/walk.h"
#include "terminal/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *name; /* for --to, and as an extension */
    enum conversion_to to;
    const char *title;
} kinds[] = {
    {"json", TO_JSON, "JSON"},          {"png", TO_PICTURE, "a PNG image"},
    {"glb", TO_GLB, "a glTF scene"},    {"gltf", TO_GLTF, "a glTF scene as text"},
    {"tmj", TO_TMJ, "a map for Tiled"}, {"tmx", TO_TMX, "a map for Tiled as XML"},
    {"csv", TO_CSV, "a table"},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static bool set_output(struct conversion *conversion, const char *name, bool is_extension)
{
    conversion->to = TO_BINARY;
    for (size_t i = 0; i < KINDS; i++)
        if (strcasecmp(name, kinds[i].name) == 0)
            conversion->to = kinds[i].to;
    if (conversion->to == TO_BINARY)
        conversion->to_format =
            is_extension ? ow_format_by_extension(name) : ow_format_by_name(name);
    return conversion->to != TO_BINARY || conversion->to_format;
}

const char *kind_of_output(const struct conversion *conversion)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].to == conversion->to)
            return kinds[i].name;
    return "binary";
}

/* "blotter, leveld, city" */
static const char *format_names(void)
{
    static char names[256];
    const ow_format *format;
    size_t size = 0;
    for (size_t i = 0; (format = ow_format_at(i)) && size < sizeof names; i++)
        size += (size_t)snprintf(names + size, sizeof names - size, "%s%s", i > 0 ? ", " : "",
                                 format->name);
    return names;
}

static int refuse_folder(const char *folder)
{
    complain(
        "%s: a folder does not say what to write; add --to json, png, glb, gltf, tmj, tmx, csv "
        "or %s, or --version",
        folder, format_names());
    return EXIT_USAGE;
}

/* Files of many kinds may go into a folder. If only other properties change, each keeps its
 * kind. */
static int choose_in_folder(struct conversion *conversion)
{
    const struct arguments *arguments = conversion->arguments;
    if (!option_set(arguments, "version") && !option_set(arguments, "variant") &&
        !option_set(arguments, "terrain")) {
        return refuse_folder(conversion->destination->folder);
    }
    conversion->to = conversion->from_json ? TO_JSON : TO_BINARY;
    return EXIT_FINE;
}

/* What --to asks for; NULL without it. The --to of a change, such as a move, is another option. */
static const char *wanted_kind(const struct conversion *conversion)
{
    return conversion->is_change ? NULL : option_value(conversion->arguments, "to");
}

static int choose(struct conversion *conversion)
{
    const char *to = wanted_kind(conversion), *out = conversion->out;
    bool in_place = option_set(conversion->arguments, "in-place");
    if (to && !set_output(conversion, to, false)) {
        complain("--to takes json, png, glb, gltf, tmj, tmx, csv or a format (%s), not \"%s\"",
                 format_names(), to);
        return EXIT_USAGE;
    }
    if (in_place && conversion->to == TO_PICTURE) {
        complain("--in-place would lose the world: a picture holds only the heights; name an OUT");
        return EXIT_USAGE;
    }
    if (in_place && is_gltf(conversion)) {
        complain("--in-place would lose the world: a glTF holds only the looks; name an OUT");
        return EXIT_USAGE;
    }
    if (in_place && (conversion->from_tiled || writes_level(conversion))) {
        complain("--in-place cannot change the kind of a file; name an OUT");
        return EXIT_USAGE;
    }
    if (to)
        return EXIT_FINE;
    if (conversion->destination->is_save)
        return conversion->from_json ? EXIT_FINE : refuse_folder(out);
    if (conversion->destination->folder)
        return choose_in_folder(conversion);
    bool keeps_kind = in_place || conversion->is_change;
    if (keeps_kind)
        conversion->to = conversion->from_json ? TO_JSON : TO_BINARY;
    else if (strcmp(out, "-") == 0)
        conversion->to = conversion->from_json || conversion->from_tiled ? TO_BINARY : TO_JSON;
    if (in_place || strcmp(out, "-") == 0)
        return EXIT_FINE;
    enum conversion_to own = conversion->to;
    if (set_output(conversion, extension_of(out), true))
        return EXIT_FINE;
    if (keeps_kind) { /* and an extension that means nothing does not change the kind */
        conversion->to = own;
        return EXIT_FINE;
    }
    complain("%s: the extension does not say what to write; add --to json, png, glb, gltf, tmj, "
             "tmx, csv or %s",
             out, format_names());
    if (conversion->from_json && !*extension_of(out))
        hint("to make the folder of a save from its JSON, write %s/", out);
    return EXIT_USAGE;
}

static int check_terminal(const struct conversion *conversion)
{
    bool is_bytes =
        conversion->to == TO_BINARY || conversion->to == TO_PICTURE || conversion->to == TO_GLB;
    if (!is_bytes || !is_terminal(STDOUT_FILENO) || option_set(conversion->arguments, "force"))
        return EXIT_FINE;
    complain(
        "a %s is binary and is not written to a terminal; name a file as OUT, or add --to json",
        conversion->to == TO_PICTURE ? "picture"
        : is_gltf(conversion)        ? "scene"
                                     : "world");
    return EXIT_USAGE;
}

bool can_be_in_place(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode))
        return true; /* reported now or when it is opened */
    complain(
        "%s: --in-place takes a file, not a pipe or a device; write - as OUT for standard output",
        path);
    return false;
}

bool may_replace(const struct conversion *conversion)
{
    return option_set(conversion->arguments, "force") ||
           option_set(conversion->arguments, "in-place");
}

static bool is_input(const struct conversion *conversion)
{
    struct stat in, out;
    return conversion->input.file && stat(conversion->input.file, &in) == 0 &&
           stat(conversion->out, &out) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

/* Existing files are only replaced on request. */
static int check_output(const struct conversion *conversion)
{
    if (strcmp(conversion->out, "-") == 0)
        return check_terminal(conversion);
    if (option_set(conversion->arguments, "in-place") || !is_input(conversion))
        return check_output_path(conversion->out, may_replace(conversion));
    complain("%s: OUT is the input itself; add --in-place to replace it", conversion->out);
    return EXIT_FILES;
}

/* The extensions that games and programs use for the output, the most usual one first; `title` is
 * its name for people. */
static const char *const *fitting_extensions(struct conversion *conversion, const char *one[2],
                                             const char **title)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i].to != conversion->to)
            continue;
        one[0] = kinds[i].name;
        one[1] = NULL;
        *title = kinds[i].title;
        return one;
    }
    const ow_document *document = document_to_write(conversion);
    *title = document->format->title;
    return ow_document_extensions(document);
}

static bool is_one_of(const char *const *list, const char *extension)
{
    for (; list && *list; list++)
        if (strcasecmp(*list, extension) == 0)
            return true;
    return false;
}

static bool means_something(const char *extension)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcasecmp(kinds[i].name, extension) == 0)
            return true;
    return ow_format_by_extension(extension) != NULL;
}

/* Warns about an extension that does not match the contents: games may not open such a file. */
static void warn_about_name(struct conversion *conversion, const char *const *fitting,
                            const char *title)
{
    const char *extension = extension_of(conversion->out);
    bool replaced = option_set(conversion->arguments, "in-place") && !wanted_kind(conversion);
    if (replaced || is_stream(conversion->out) || !means_something(extension) ||
        is_one_of(fitting, extension))
        return;
    const ow_format *format = ow_format_by_extension(*fitting);
    if (format && format == ow_format_by_extension(extension))
        warn(conversion, "the name %s does not fit a %s of this kind, which has the extension .%s",
             conversion->out, format->title, *fitting);
    else
        warn(conversion, "the name %s does not fit %s%s, which has the extension .%s",
             conversion->out, format ? "a " : "", title, *fitting);
}

/* A world keeps its extension if that fits. */
static bool name_in_folder(struct conversion *conversion, const char *const *fitting)
{
    const struct destination *destination = conversion->destination;
    const char *own = extension_of(destination->below);
    const char *extension = is_one_of(fitting, own) ? own : *fitting;
    size_t stem = strlen(destination->below) - strlen(own) - (*own ? 1 : 0);
    bool known = *own && (means_something(own) || is_text_extension(own));
    stem = known ? stem : strlen(destination->below);
    while (stem > 0 && destination->below[stem - 1] == '/')
        stem--; /* a save has the name of its folder */
    size_t folder = strlen(destination->folder);
    while (folder > 1 && destination->folder[folder - 1] == '/')
        folder--;
    size_t size = folder + stem + strlen(extension) + 3;
    conversion->out = conversion->named = malloc(size);
    if (conversion->named)
        snprintf(conversion->named, size, "%.*s/%.*s.%s", (int)folder, destination->folder,
                 (int)stem, destination->below, extension);
    return conversion->named != NULL;
}

int name_output(struct conversion *conversion)
{
    const char *one[2], *title;
    const char *const *fitting = fitting_extensions(conversion, one, &title);
    if (conversion->destination->is_save)
        return EXIT_FINE;
    if (conversion->out) {
        warn_about_name(conversion, fitting, title);
        return EXIT_FINE;
    }
    const struct destination *destination = conversion->destination;
    if (!name_in_folder(conversion, fitting)) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    return is_not_made(destination->made, conversion->input.path, conversion->out)
               ? check_output(conversion)
               : EXIT_FILES;
}

int make_folders(const struct conversion *conversion)
{
    return conversion->named ? make_parent_folders(conversion->named) : EXIT_FINE;
}

int check_choice(const struct arguments *arguments, const struct destination *destination)
{
    struct conversion any = {.arguments = arguments, .destination = destination};
    ow_target target;
    return read_target(arguments, &target) ? choose(&any) : EXIT_USAGE;
}

/* Checks options that only apply to some kinds of output. */
static bool check_kind_options(const struct conversion *conversion)
{
    bool is_map = conversion->to == TO_TMJ || conversion->to == TO_TMX;
    bool is_scene = is_gltf(conversion);
    const struct {
        const char *option, *kinds;
        bool fits;
    } options[] = {{"instancing", "glb and gltf", is_scene},
                   {"layer", "csv", conversion->to == TO_CSV},
                   {"mods", "glb and gltf", is_scene},
                   {"tileset", "tmj, tmx, glb and gltf", is_map || is_scene}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (options[i].fits || !option_set(conversion->arguments, options[i].option))
            continue;
        complain("--%s works only with %s", options[i].option, options[i].kinds);
        return false;
    }
    return true;
}

int choose_output(struct conversion *conversion)
{
    if (option_set(conversion->arguments, "in-place") && !can_be_in_place(conversion->out))
        return EXIT_USAGE;
    int status = choose(conversion);
    if (status == EXIT_FINE && !check_kind_options(conversion))
        return EXIT_USAGE;
    bool is_file = conversion->out && !conversion->destination->is_save;
    return status == EXIT_FINE && is_file ? check_output(conversion) : status;
}
