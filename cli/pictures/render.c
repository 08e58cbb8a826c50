/* overworld render: draws pictures of worlds. */
#include "pictures/render.h"

#include "circuits/circuit.h"
#include "io/assets.h"
#include "io/confine.h"
#include "io/made.h"
#include "io/output.h"
#include "io/part_folder.h"
#include "io/threads.h"
#include "io/walk.h"
#include "options.h"
#include "pictures/png.h"
#include "pictures/png_meanwhile.h"
#include "pictures/render_marks.h"
#include "terminal/terminal.h"

#include "../../files/below.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static int run_render(const struct arguments *arguments);
static int outputs(const struct arguments *arguments, struct confined *confined);

const struct verb render_verb = {
    .name = "render",
    .group = "Look",
    .is_first = true,
    .operands = "FILE... -o OUT | FILE... --thumbnails",
    .summary = "draw worlds as PNG or SVG",
    .description =
        "One FILE is drawn to OUT. Several go into a folder, to a pattern with {name} in it, or\n"
        "on one page with --contact-sheet. Anything whose appearance is unknown is drawn as a\n"
        "plain box, and --legend names it. --net draws a net of a Logic World save in colour:\n"
        "what drives it is darker, what it drives is lighter. In an SVG of three dimensions,\n"
        "shapes that pass through each other may be in the wrong order. Besides the selectors\n"
        "of other verbs, group:NAME is a layer, a root or a board, and pegs can be hidden.",
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
                MEMORY_OPTION,
                JOBS_OPTION,
                SANDBOX_OPTIONS},
    .examples = {{"overworld render MySave/ -o save.png", "a computer on its boards"},
                 {"overworld render save.partialworld -o cut.png --hide wires --cut y=0..3",
                  "the lowest boards without wires"},
                 {"overworld render *.lvd -o levels.png --contact-sheet", "all on one page"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_render,
    .outputs = outputs,
};

enum { THUMBNAIL = 128, MOST_PATH = PATH_MAX + NAME_MAX };

/* The path of the game's picture of a save, in the save's folder. */
static const char thumbnail[] = "images/thumbnail.png";

/* Not even --force replaces a world by its picture. */
static bool is_same_file(const char *file, const char *out)
{
    struct stat in, about;
    if (!file || strcmp(out, "-") == 0 || stat(out, &about) != 0 || stat(file, &in) != 0 ||
        in.st_dev != about.st_dev || in.st_ino != about.st_ino)
        return false;
    complain("%s: OUT is the world itself; name another file for the picture", out);
    return true;
}

int check_picture_output(const struct arguments *arguments, const char *out)
{
    if (strcmp(out, "-") == 0 && is_terminal(STDOUT_FILENO) && !option_set(arguments, "force")) {
        complain("a picture is not written to a terminal; name a file with -o");
        return EXIT_USAGE;
    }
    return check_output_path(out, option_set(arguments, "force"));
}

static void warn(struct rendering *rendering, const char *pointer, const char *message)
{
    warn_of("%s: warning: %s", rendering->input.path, message);
    written_warn(&rendering->written, pointer, message);
}

/* Reports where the records outside the picture are. */
static void warn_about_outlying(struct rendering *rendering)
{
    enum { LONGEST_POINTER = 128 };
    const ow_scene *scene = &rendering->scene;
    char pointer[LONGEST_POINTER] = "";
    unsigned long long count = scene->outlying_count;
    if (count == 0 || rendering->picture.view == OW_VIEW_GAME)
        return;
    for (uint32_t i = scene->segment_count; i-- > 0;)
        if (scene->segments[i].flags & OW_OUTLYING)
            ow_scene_pointer(scene, OW_IN_SEGMENTS, i, pointer, sizeof pointer);
    for (uint32_t i = scene->item_count; i-- > 0;)
        if (scene->items[i].flags & OW_OUTLYING)
            ow_scene_pointer(scene, OW_IN_ITEMS, i, pointer, sizeof pointer);
    char message[160 + LONGEST_POINTER];
    snprintf(message, sizeof message,
             "%llu thing%s omitted because %s so far away that the rest would be a dot; the first "
             "one is %s; --only shows it",
             count, plural(count), count == 1 ? "it is" : "they are", pointer);
    warn(rendering, pointer, message);
}

int draw_scene(struct rendering *rendering, ow_picture *picture)
{
    struct marks marks;
    ow_error error = {0};
    int status = make_marks(rendering, &marks);
    ow_options options = input_options(&rendering->input, "drawing");
    options.pool = threads_for(SIZE_MAX); /* a picture is work enough, of any world */
    if (status == EXIT_FINE &&
        ow_picture_draw(marks.scene, &rendering->picture, &options, picture, &error) != OW_OK)
        status = input_failed(&rendering->input, &error);
    clear_progress();
    if (status == EXIT_FINE)
        write_net_names(&marks.nets, picture);
    free_marks(rendering, &marks);
    if (status == EXIT_FINE && picture->has_less_detail)
        warn(rendering, NULL,
             "too much to draw: details were omitted; narrow it down with --only or --hide, or "
             "draw a smaller --size");
    if (status == EXIT_FINE)
        warn_about_outlying(rendering);
    return status;
}

/* An SVG has no pixels: `width` is 0. */
static int finish_file(struct rendering *rendering, struct output_file *output, uint32_t width,
                       uint32_t height, ow_status status, const ow_error *error)
{
    if (status == OW_OK) {
        int committed = output_file_commit(output);
        struct written_file file = {rendering->out,
                                    rendering->is_svg ? "svg" : "png",
                                    output->size,
                                    width,
                                    height,
                                    false,
                                    {0}};
        if (committed == EXIT_FINE)
            written_add(&rendering->written, &file);
        return committed;
    }
    const char *path = output->path ? output->path : "standard output";
    if (status != OW_WRITE_FAILED)
        complain_of_error(path, error);
    output_file_abandon(output);
    return exit_status_of(status);
}

static int open_output(const struct rendering *rendering, struct output_file *output)
{
    bool force = option_set(rendering->arguments, "force");
    if (rendering->save)
        return output_file_open_below(rendering->save, thumbnail, rendering->out, force, output);
    return output_file_open(rendering->out, force, output);
}

int write_png(struct rendering *rendering, const ow_color *pixels, uint32_t width, uint32_t height)
{
    struct output_file output;
    ow_error error = {0};
    int status = open_output(rendering, &output);
    if (status != EXIT_FINE)
        return status;
    ow_status written = png_encode_color(pixels, width, height, &output.sink, &error);
    return finish_file(rendering, &output, width, height, written, &error);
}

/* Writes an image that is encoded already. */
static int write_encoded(struct rendering *rendering, ow_buffer bytes, const ow_picture *picture)
{
    struct output_file output;
    const ow_error error = {0};
    int status = open_output(rendering, &output);
    if (status != EXIT_FINE)
        return status;
    bool taken = output.sink.write(output.sink.context, bytes.data, bytes.size);
    return finish_file(rendering, &output, picture->width, picture->height,
                       taken ? OW_OK : OW_WRITE_FAILED, &error);
}

static int write_svg(struct rendering *rendering)
{
    struct output_file output;
    struct marks marks;
    ow_error error = {0};
    int status = make_marks(rendering, &marks);
    if (status == EXIT_FINE)
        warn_about_outlying(rendering);
    if (status == EXIT_FINE)
        status = open_output(rendering, &output);
    if (status == EXIT_FINE) {
        ow_options options = input_options(&rendering->input, "drawing");
        ow_status written =
            ow_picture_write_svg(marks.scene, &rendering->picture, &options, &output.sink, &error);
        clear_progress();
        status = finish_file(rendering, &output, 0, 0, written, &error);
    }
    free_marks(rendering, &marks);
    return status;
}

/* Writes the scene to rendering->out. */
static int write_rendering(struct rendering *rendering)
{
    ow_picture picture = {0};
    if (rendering->is_svg)
        return write_svg(rendering);
    struct png_meanwhile png = {0};
    if (!option_set(rendering->arguments, "net")) /* names of nets are drawn last */
        png_meanwhile_begin(&png, &rendering->picture);
    int status = draw_scene(rendering, &picture);
    bool is_encoded = png_meanwhile_end(&png, &rendering->picture, &picture);
    if (status == EXIT_FINE)
        status = is_encoded ? write_encoded(rendering, png.bytes, &picture)
                            : write_png(rendering, picture.pixels, picture.width, picture.height);
    free(png.bytes.data);
    ow_picture_free(&picture);
    return status;
}

int end_rendering(struct rendering *rendering, const char *file, int status)
{
    struct input *input = &rendering->input;
    status = with_trouble(input, status);
    if (!input->path)
        input->path = file;
    status = written_end(&rendering->written, input, NULL, status);
    close_scene(rendering);
    return status;
}

/* Renders one file to one picture. */
static int render_file(struct rendering *rendering, const char *file, const char *out)
{
    rendering->out = out;
    int status = rendering->save ? EXIT_FINE : check_picture_output(rendering->arguments, out);
    if (status == EXIT_FINE)
        status = open_scene(rendering, file);
    if (status == EXIT_FINE && is_same_file(rendering->input.file, out))
        status = EXIT_FILES;
    if (status == EXIT_FINE && rendering->makes_folders)
        status = make_parent_folders(out);
    if (status == EXIT_FINE)
        status = write_rendering(rendering);
    return end_rendering(rendering, file, status);
}

/* "old/{name}.png" with {name} replaced by the name of a world, or "old/NAME.png" for the folder
 * "old". A name with slashes is refused, because it could leave the folder. */
static int fill_pattern(const char *out, const char *name, const char *extension,
                        char path[MOST_PATH])
{
    const char *place = strstr(out, "{name}");
    size_t size = strlen(out);
    int written = place ? snprintf(path, MOST_PATH, "%.*s%s%s", (int)(place - out), out, name,
                                   place + strlen("{name}"))
                        : snprintf(path, MOST_PATH, "%s%s%s.%s", out,
                                   size > 0 && out[size - 1] == '/' ? "" : "/", name, extension);
    if (written < MOST_PATH && !strchr(name, '/'))
        return EXIT_FINE;
    complain("%s: the path of its picture is too long, or its name cannot be a file name", name);
    return EXIT_FILES;
}

/* "old/level.png" for a world that was found as level.lvd below a folder. */
static int fill_folder(const char *folder, const char *below, const char *extension,
                       char path[MOST_PATH])
{
    const char *slash = strrchr(below, '/'), *dot = strrchr(slash ? slash : below, '.');
    size_t size = strlen(folder);
    int stem =
        (int)(dot && dot != below && dot - 1 != slash ? (size_t)(dot - below) : strlen(below));
    int written = snprintf(path, MOST_PATH, "%s%s%.*s.%s", folder,
                           size && folder[size - 1] == '/' ? "" : "/", stem, below, extension);
    if (written < MOST_PATH)
        return EXIT_FINE;
    complain("%s: the path of its picture is too long", below);
    return EXIT_FILES;
}

/* Names the picture of one world among many. Worlds of a walk keep their folders. */
static int name_picture(struct rendering *rendering, const struct world_path *world,
                        const char *out, char path[MOST_PATH])
{
    struct input *input = &rendering->input;
    const char *extension = rendering->is_svg ? "svg" : "png";
    if (option_set(rendering->arguments, "recursive") && !strstr(out, "{name}"))
        return fill_folder(out, world->below, extension, path);
    int status = open_raw_input(world->path, input);
    if (status == EXIT_FINE)
        status = fill_pattern(out, input->name ? input->name : "", extension, path);
    if (status == EXIT_FINE)
        close_input(input);
    return status;
}

static int worse(int first, int second)
{
    return first > second ? first : second;
}

/* Renders one world among many. No picture replaces that of another world. */
static int render_one(struct rendering *rendering, const struct world_path *world, const char *out,
                      struct made_list *made)
{
    char path[MOST_PATH];
    int status = name_picture(rendering, world, out, path);
    if (status == EXIT_FINE && !is_not_made(made, world->path, path))
        status = EXIT_FILES;
    if (status != EXIT_FINE)
        return end_rendering(rendering, world->path, status);
    rendering->makes_folders = true;
    status = render_file(rendering, world->path, path);
    if (status != EXIT_FINE || note_made(made, world->path, path))
        return status;
    complain("not enough memory");
    return EXIT_FILES;
}

/* Draws all files that can be drawn. The exit status is the worst of all. */
static int render_many(const struct rendering *asked, const char *out)
{
    const struct worlds *worlds = asked->worlds;
    struct made_list made = {0};
    int status = EXIT_FINE;
    for (size_t i = 0; i < worlds->count; i++) {
        struct rendering rendering = *asked;
        forget_warnings();
        show_count("drawing", i, worlds->count);
        status = worse(status, render_one(&rendering, &worlds->list[i], out, &made));
    }
    free_made(&made);
    return status;
}

/* Makes the folder of the picture in a save's folder, which may be untrusted, and checks what
 * exists there. */
static int check_thumbnail(const struct rendering *rendering, const char *path)
{
    int images;
    bool is_there;
    enum below why = below_open_folder(rendering->save, "images", true, &images);
    const char *words = why == BELOW_FINE ? NULL : below_words(why);
    if (words) {
        complain("%s/images: %s", rendering->save, words);
        return EXIT_FILES;
    }
    why = below_look_at(images, strrchr(thumbnail, '/') + 1, &is_there);
    if (why != BELOW_FINE)
        complain("%s: %s", path, below_words(why));
    close(images);
    if (why != BELOW_FINE)
        return EXIT_FILES;
    return is_there ? check_output_path(path, option_set(rendering->arguments, "force"))
                    : EXIT_FINE;
}

/* Once there is a save, determines the path of its picture. */
static int place_thumbnail(struct rendering *rendering, const char *folder, char path[MOST_PATH])
{
    struct input *input = &rendering->input;
    int problem = look_for_folder(folder);
    if (problem == ENOENT)
        complain("%s: not the folder of a save; --thumbnails takes only folders of saves", folder);
    else if (problem != 0)
        complain("%s: cannot be opened: %s", folder, strerror(problem));
    if (problem != 0)
        return EXIT_FILES;
    int status = open_raw_input(folder, input);
    if (status != EXIT_FINE)
        return status;
    close_input(input);
    rendering->save = folder;
    if (snprintf(path, MOST_PATH, "%s/%s", folder, thumbnail) < MOST_PATH)
        return check_thumbnail(rendering, path);
    complain("%s: its name is too long", folder);
    return EXIT_FILES;
}

/* Renders the picture that the game keeps in a save's folder, in the game's style. */
static int render_thumbnails(const struct rendering *asked)
{
    const struct arguments *arguments = asked->arguments;
    int status = EXIT_FINE;
    for (int i = 0; i < arguments->operand_count; i++) {
        struct rendering rendering = *asked;
        char path[MOST_PATH];
        forget_warnings();
        rendering.picture = (ow_picture_options){
            .width = THUMBNAIL, .height = THUMBNAIL, .view = OW_VIEW_GAME, .transparent = true};
        const char *folder = arguments->operands[i];
        int done = place_thumbnail(&rendering, folder, path);
        done = done == EXIT_FINE ? render_file(&rendering, folder, path)
                                 : end_rendering(&rendering, folder, done);
        status = worse(status, done);
    }
    return status;
}

/* Chooses what OUT becomes, by --to or its extension; PNG for a folder and a pipe. */
static int choose_kind(struct rendering *rendering, const char *out)
{
    const char *to = option_value(rendering->arguments, "to");
    const char *dot = out ? strrchr(out, '.') : NULL, *slash = out ? strrchr(out, '/') : NULL;
    bool has_extension = dot && (!slash || dot > slash);
    if (!to && out && strcmp(out, "-") != 0 && !is_folder(out))
        to = has_extension ? dot + 1 : "";
    rendering->is_svg = to && strcasecmp(to, "svg") == 0;
    if (!to || rendering->is_svg || strcasecmp(to, "png") == 0)
        return EXIT_FINE;
    if (option_set(rendering->arguments, "to"))
        complain("--to takes png or svg, not \"%s\"", to);
    else
        complain("%s: the extension does not say what to write; name the file .png or .svg, or add "
                 "--to png or --to svg; end the name of a new folder with /",
                 out);
    return EXIT_USAGE;
}

static int render(struct rendering *rendering)
{
    const struct arguments *arguments = rendering->arguments;
    const char *out = option_value(arguments, "output");
    if (option_set(arguments, "thumbnails"))
        return render_thumbnails(rendering);
    if (!out) {
        complain("missing option: -o OUT, a file, a folder for several pictures, or - for standard "
                 "output; see overworld render --help");
        return EXIT_USAGE;
    }
    if (!json_has_room(arguments, out))
        return EXIT_USAGE;
    if (option_set(arguments, "contact-sheet"))
        return render_contact_sheet(rendering, out);
    if (is_folder(out) || strstr(out, "{name}"))
        return render_many(rendering, out);
    if (rendering->worlds->count == 1)
        return render_file(rendering, rendering->worlds->list[0].path, out);
    complain("%s: one file cannot hold several pictures; name a folder, a pattern such as "
             "\"pictures/{name}.png\", or add --contact-sheet",
             out);
    return EXIT_USAGE;
}

/* Replaces the operands by the worlds that they name. */
static int render_worlds(const struct rendering *rendering)
{
    struct rendering here = *rendering;
    struct arguments arguments = *rendering->arguments;
    struct worlds worlds;
    const char *out = option_value(&arguments, "output");
    const struct walk_options walk = {option_set(&arguments, "recursive"), false, out};
    find_worlds(arguments.operands, arguments.operand_count, &walk, &worlds);
    int status = worlds.status;
    arguments.operands = calloc(worlds.count + 1, sizeof *arguments.operands);
    if (!arguments.operands) {
        complain("not enough memory");
        status = EXIT_FILES;
    }
    for (size_t i = 0; arguments.operands && i < worlds.count; i++)
        arguments.operands[i] = worlds.list[i].path;
    arguments.operand_count = (int)worlds.count;
    here.arguments = &arguments;
    here.worlds = &worlds;
    if (arguments.operands && worlds.count > 0)
        status = worse(status, render(&here));
    free(arguments.operands);
    free_worlds(&worlds);
    return status;
}

/* The folder in front of the first name with {name} in it is that of all pictures. */
static void add_pattern(struct confined *confined, const char *out)
{
    char folder[PATH_MAX];
    const char *place = strstr(out, "{name}");
    size_t size = place ? (size_t)(place - out) : strlen(out);
    while (place && size > 0 && out[size - 1] != '/')
        size--;
    if (snprintf(folder, sizeof folder, "%.*s", (int)size, out) < (int)sizeof folder)
        confined_writes_folder(confined, folder);
}

static int outputs(const struct arguments *arguments, struct confined *confined)
{
    int count = arguments->operand_count;
    const char *out = option_value(arguments, "output");
    for (int i = 0; i < count && option_set(arguments, "thumbnails"); i++)
        confined_writes_folder(confined, arguments->operands[i]);
    if (out && !option_set(arguments, "contact-sheet") && (is_folder(out) || strstr(out, "{name}")))
        add_pattern(confined, out);
    else if (out)
        confined_writes_file(confined, out);
    return count;
}

static int run_render(const struct arguments *arguments)
{
    struct rendering rendering = {.arguments = arguments,
                                  .written = {.asked = json_asked(arguments)}};
    int status = read_render_options(&rendering);
    if (status == EXIT_FINE)
        status = choose_kind(&rendering, option_value(arguments, "output"));
    if (status == EXIT_FINE)
        status = render_worlds(&rendering);
    free(rendering.only);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
