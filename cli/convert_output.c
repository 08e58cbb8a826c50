/* overworld convert: what OUT becomes, and whether it may be written. */
#include "convert.h"
#include "output.h"
#include "terminal.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *extension_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && (!slash || dot > slash) ? dot + 1 : "";
}

static bool set_output(struct conversion *conversion, const char *name, bool is_extension)
{
    static const struct {
        const char *name;
        enum conversion_to to;
    } kinds[] = {{"json", TO_JSON}, {"png", TO_PICTURE}, {"glb", TO_GLB}, {"gltf", TO_GLTF},
                 {"tmj", TO_TMJ},   {"tmx", TO_TMX},     {"csv", TO_CSV}};
    conversion->to = TO_BINARY;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcasecmp(name, kinds[i].name) == 0)
            conversion->to = kinds[i].to;
    if (conversion->to == TO_BINARY)
        conversion->to_format =
            is_extension ? ow_format_by_extension(name) : ow_format_by_name(name);
    return conversion->to != TO_BINARY || conversion->to_format;
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

static int choose(struct conversion *conversion)
{
    const char *to = option_value(conversion->arguments, "to"), *out = conversion->out;
    bool in_place = option_set(conversion->arguments, "in-place");
    if (to && !set_output(conversion, to, false)) {
        complain("--to takes json, png, glb, gltf, tmj, tmx, csv or the name of a format (%s), "
                 "not \"%s\"",
                 format_names(), to);
        return EXIT_USAGE;
    }
    if (in_place && conversion->to == TO_PICTURE) {
        complain("--in-place keeps the world, of which a picture has only the heights");
        return EXIT_USAGE;
    }
    if (in_place && is_gltf(conversion)) {
        complain("--in-place keeps the world, of which a glTF has only the looks");
        return EXIT_USAGE;
    }
    if (in_place && (conversion->from_tiled || writes_level(conversion))) {
        complain("--in-place keeps the kind of a file: name an OUT for what is made of it");
        return EXIT_USAGE;
    }
    if (to)
        return EXIT_FINE;
    if (in_place)
        conversion->to = conversion->from_json ? TO_JSON : TO_BINARY;
    else if (strcmp(out, "-") == 0)
        conversion->to = conversion->from_json || conversion->from_tiled ? TO_BINARY : TO_JSON;
    if (in_place || strcmp(out, "-") == 0 || set_output(conversion, extension_of(out), true))
        return EXIT_FINE;
    complain(
        "%s: its extension does not say what it should be; add --to and one of json, png, glb, "
        "gltf, tmj, tmx, csv, %s",
        out, format_names());
    return EXIT_USAGE;
}

/* A folder is no output: which of the files in it is meant, nobody can tell. */
static bool is_folder(const char *path)
{
    struct stat about;
    if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return false;
    complain("%s: is a folder; name the file in it that is to be written", path);
    return true;
}

static int check_terminal(const struct conversion *conversion)
{
    bool is_bytes =
        conversion->to == TO_BINARY || conversion->to == TO_PICTURE || conversion->to == TO_GLB;
    if (!is_bytes || !isatty(STDOUT_FILENO) || option_set(conversion->arguments, "force"))
        return EXIT_FINE;
    complain("the bytes of a %s are nothing for a terminal; name a file as OUT, or add --to json",
             conversion->to == TO_PICTURE ? "picture"
             : is_gltf(conversion)        ? "scene"
                                          : "world");
    return EXIT_USAGE;
}

bool can_be_in_place(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode))
        return true; /* or told when it is opened */
    complain("%s: --in-place takes a file, which a pipe or a device is not; - as OUT is standard "
             "output",
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

/* Nothing that exists is replaced unless the user said so. */
static int check_output(const struct conversion *conversion)
{
    if (strcmp(conversion->out, "-") == 0)
        return check_terminal(conversion);
    if (option_set(conversion->arguments, "in-place") || !is_input(conversion))
        return check_output_path(conversion->out, may_replace(conversion));
    complain("%s: is the input itself; add --in-place to replace it", conversion->out);
    return EXIT_FILES;
}

int choose_output(struct conversion *conversion)
{
    if (is_folder(conversion->out))
        return EXIT_FILES;
    if (option_set(conversion->arguments, "in-place") && !can_be_in_place(conversion->out))
        return EXIT_USAGE;
    int status = choose(conversion);
    if (status == EXIT_FINE && option_set(conversion->arguments, "instancing") &&
        !is_gltf(conversion)) {
        complain("--instancing is for glb and gltf");
        return EXIT_USAGE;
    }
    return status == EXIT_FINE ? check_output(conversion) : status;
}
