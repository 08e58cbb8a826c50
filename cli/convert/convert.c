/* overworld convert: opens a world, changes it, and writes it as binary, JSON, a picture, glTF or a
 * Tiled map. */
#include "convert/convert.h"

#include "io/assets.h"
#include "io/confine.h"
#include "io/input.h"
#include "io/made.h"
#include "io/output.h"
#include "io/output_place.h"
#include "io/part_folder.h"
#include "io/walk.h"
#include "options.h"
#include "pictures/png.h"
#include "pictures/scene_files.h"
#include "terminal/terminal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
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

/* overworld convert: writes the scene of a world as glTF. */

bool is_gltf(const struct conversion *conversion)
{
    return conversion->to == TO_GLB || conversion->to == TO_GLTF;
}

/* `document`: NULL if the scene is made of the input's bytes. */
static int make_scene(struct conversion *conversion, const ow_document *document)
{
    struct scene_files files;
    struct input *input = &conversion->input;
    ow_error error = {0};
    ow_options options = input_options(input, "looking");
    ow_scene_options asked;
    int found = scene_options(&files, conversion->arguments, input, &asked);
    if (found != EXIT_FINE)
        return found;
    files.written = &conversion->written;
    ow_status status =
        document ? ow_scene_open_document(document, &options, &asked, &conversion->scene, &error)
                 : ow_scene_open(input->bytes, input->size, &options, &asked, &conversion->scene,
                                 &error);
    clear_progress();
    return status == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

static ow_status write_gltf(struct conversion *conversion, const ow_sink *sink, ow_error *error)
{
    ow_options options = input_options(&conversion->input, "writing");
    ow_gltf_options asked = {.as_text = conversion->to == TO_GLTF,
                             .instancing = option_set(conversion->arguments, "instancing"),
                             .title = conversion->input.name};
    /* 0: the limit depends on the scene's size, not on that of its file */
    options.max_memory = memory_limit();
    return ow_gltf_write(&conversion->scene, &asked, &options, sink, error);
}

/* The verb. */

void warn(struct conversion *conversion, const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    clear_progress();
    warn_of("%s: warning: %s", conversion->input.path, message);
    written_warn(&conversion->written, NULL, message);
}

static void take_loss(void *context, const char *pointer, const char *message)
{
    struct conversion *conversion = context;
    clear_progress();
    warn_of("%s: warning: %s (%s)", conversion->input.path, message, pointer);
    written_warn(&conversion->written, pointer, message);
}

int read_raw_world(struct input *input, ow_warn on_loss, void *context, ow_document *document)
{
    if (is_tiled_map(input))
        return open_tiled_map(input, on_loss, context, document);
    ow_options options = input_options(input, "reading");
    ow_error *error = &input->error; /* from where the verbs write it as JSON */
    ow_status status =
        looks_like_json(input->bytes, input->size)
            ? ow_from_json((const char *)input->bytes, input->size, &options, document, error)
            : ow_open(input->bytes, input->size, &options, document, error);
    clear_progress();
    return status == OW_OK ? EXIT_FINE : input_failed(input, error);
}

static int read_document(struct conversion *conversion)
{
    const struct change_step *step = conversion->step;
    struct input *input = &conversion->input;
    return step && step->open ? step->open(step->context, input, &conversion->document)
                              : read_raw_world(input, take_loss, conversion, &conversion->document);
}

static int open_document(struct conversion *conversion)
{
    int status = read_document(conversion);
    if (status != EXIT_FINE)
        return status;
    const ow_format *format = conversion->document.format;
    if (!conversion->to_format || conversion->to_format == format)
        return EXIT_FINE;
    complain("%s: a %s cannot be converted to a %s", conversion->input.path, format->title,
             conversion->to_format->title);
    return EXIT_USAGE;
}

bool read_target(const struct arguments *arguments, ow_target *target)
{
    unsigned long long version = 0;
    if (!option_number(arguments, "version", &version))
        return false;
    target->has_version = option_set(arguments, "version");
    target->version = version < UINT_MAX ? (unsigned)version : UINT_MAX; /* which no format has */
    target->variant = option_value(arguments, "variant");
    return true;
}

static bool changes_target(const struct conversion *conversion)
{
    return conversion->target.has_version || conversion->target.variant;
}

/* After an error about an unknown variant, lists the known ones. */
static void list_variants(const ow_format *format, const char *wanted)
{
    char list[256] = "";
    size_t size = 0;
    for (const char *const *variant = format->variants; *variant && size < sizeof list; variant++) {
        if (strcmp(*variant, wanted) == 0)
            return;
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%s", size > 0 ? ", " : "",
                                 *variant);
    }
    if (size > 0)
        hint("the variants of %s: %s", format->name, list);
}

static int convert_document(struct conversion *conversion)
{
    ow_error error = {0};
    if (!changes_target(conversion))
        return EXIT_FINE;
    ow_options options = input_options(&conversion->input, "converting");
    ow_status status = ow_convert(&conversion->document, &conversion->target, &options, take_loss,
                                  conversion, &conversion->converted, &error);
    clear_progress();
    if (status == OW_OK)
        return EXIT_FINE;
    int result = input_failed(&conversion->input, &error);
    if (status == OW_BAD_ARGUMENT && conversion->target.variant)
        list_variants(conversion->document.format, conversion->target.variant);
    return result;
}

ow_document *document_to_write(struct conversion *conversion)
{
    return conversion->converted.format ? &conversion->converted : &conversion->document;
}

static ow_status bytes_to_json(const struct conversion *conversion, ow_bytes bytes,
                               const ow_options *options, const ow_sink *sink, ow_error *error)
{
    const struct save_folder *folder = &conversion->folder;
    return folder->is_there
               ? ow_folder_to_json(bytes.data, bytes.size, &folder->folder, options, sink, error)
               : ow_to_json(bytes.data, bytes.size, options, sink, error);
}

/* Writes the document, or the bytes of the file if no document was opened. */
static ow_status write_json(struct conversion *conversion, const ow_sink *sink, ow_error *error)
{
    struct input *input = &conversion->input;
    ow_options options = input_options(input, "writing");
    const ow_document *result = document_to_write(conversion);
    if (!result->format)
        return bytes_to_json(conversion, (ow_bytes){input->bytes, input->size}, &options, sink,
                             error);
    ow_buffer bytes = {0};
    ow_status status = ow_write_buffer(result, &options, &bytes, error);
    if (status == OW_OK)
        status =
            bytes_to_json(conversion, (ow_bytes){bytes.data, bytes.size}, &options, sink, error);
    ow_buffer_free(&bytes, NULL);
    return status;
}

static ow_status write_to(struct conversion *conversion, const ow_sink *sink, ow_error *error)
{
    if (conversion->to == TO_JSON)
        return write_json(conversion, sink, error);
    if (conversion->to == TO_PICTURE)
        return png_encode(&conversion->picture, sink, error);
    if (is_gltf(conversion))
        return write_gltf(conversion, sink, error);
    if (writes_level(conversion))
        return write_level(conversion, document_to_write(conversion), sink, error);
    ow_options options = input_options(&conversion->input, "writing");
    return ow_write(document_to_write(conversion), &options, sink, error);
}

static struct written_world world_written(struct conversion *conversion)
{
    const ow_document *document = document_to_write(conversion);
    return document->format ? world_of_document(document) : world_of_bytes(&conversion->input);
}

static void report_output(struct conversion *conversion, uint64_t bytes)
{
    bool is_picture = conversion->to == TO_PICTURE;
    struct written_file file = {.path = conversion->out,
                                .kind = kind_of_output(conversion),
                                .bytes = bytes,
                                .width = is_picture ? conversion->picture.width : 0,
                                .height = is_picture ? conversion->picture.height : 0};
    file.has_world = !is_picture && !is_gltf(conversion) && conversion->to != TO_CSV;
    if (conversion->written.asked && file.has_world)
        file.world = world_written(conversion);
    written_add(&conversion->written, &file);
}

static int note_output(struct conversion *conversion, uint64_t bytes, int status)
{
    struct made_list *made = conversion->destination->made;
    if (status == EXIT_FINE)
        report_output(conversion, bytes);
    if (status == EXIT_FINE && made && !note_made(made, conversion->input.path, conversion->out)) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    return status;
}

static int commit_output(struct conversion *conversion, struct output_file *output)
{
    int status = output_file_commit(output);
    return note_output(conversion, output->size, status);
}

static int write_output(struct conversion *conversion)
{
    struct output_file output;
    ow_error error = {0};
    if (conversion->destination->is_save) {
        int status = write_save_folder(conversion); /* before its bytes are read */
        return note_output(conversion, conversion->folder.bytes, status);
    }
    int opened = output_file_open(conversion->out, may_replace(conversion), &output);
    if (opened != EXIT_FINE)
        return opened;
    ow_status status = write_to(conversion, &output.sink, &error);
    clear_progress();
    if (status == OW_OK && option_set(conversion->arguments, "in-place"))
        opened = output_file_hold(&output, &conversion->input.mark);
    if (status == OW_OK && opened == EXIT_FINE)
        opened = keep_backup(&output, option_value(conversion->arguments, "backup"),
                             option_set(conversion->arguments, "force"));
    if (status == OW_OK && opened == EXIT_FINE)
        return commit_output(conversion, &output);
    output_file_abandon(&output);
    if (status == OW_OK)
        return opened;
    return status == OW_WRITE_FAILED ? EXIT_FILES : input_failed(&conversion->input, &error);
}

/* Files beside OUT are written first, so that OUT never refers to a missing file. */
static int prepare_output(struct conversion *conversion)
{
    int status = make_folders(conversion);
    if (status == EXIT_FINE && writes_level(conversion))
        status = prepare_level(conversion);
    return status == EXIT_FINE ? write_terrain(conversion) : status;
}

/* Nothing is written before this check. */
static int refuse_losses(const struct conversion *conversion)
{
    return strict_refuses() ? refuse_for_warnings(conversion->out) : EXIT_FINE;
}

static int make_all(struct conversion *conversion)
{
    int status = convert_document(conversion);
    if (status == EXIT_FINE)
        status = name_output(conversion);
    if (status == EXIT_FINE)
        status = put_terrain(conversion);
    if (status == EXIT_FINE && conversion->to == TO_PICTURE)
        status = make_picture(conversion, document_to_write(conversion));
    if (status == EXIT_FINE && writes_level(conversion))
        status = check_level(conversion);
    if (status == EXIT_FINE && is_gltf(conversion))
        status = make_scene(conversion, document_to_write(conversion));
    return status;
}

/* JSON and scenes of worlds that do not change are made of the bytes. */
static bool needs_document(const struct conversion *conversion)
{
    return conversion->from_json || conversion->from_tiled || conversion->is_change ||
           (conversion->to != TO_JSON && !is_gltf(conversion)) || changes_target(conversion) ||
           option_set(conversion->arguments, "terrain");
}

static int make_of_bytes(struct conversion *conversion)
{
    int status = name_output(conversion);
    return status == EXIT_FINE && is_gltf(conversion) ? make_scene(conversion, NULL) : status;
}

static int convert(struct conversion *conversion)
{
    int status = choose_output(conversion);
    bool has_document = status == EXIT_FINE && needs_document(conversion);
    if (has_document && !conversion->document.format)
        status = open_document(conversion);
    if (status == EXIT_FINE && conversion->step && conversion->step->change)
        status = conversion->step->change(conversion->step->context, &conversion->input,
                                          &conversion->document);
    if (status == EXIT_FINE)
        status = has_document ? make_all(conversion) : make_of_bytes(conversion);
    if (status == EXIT_FINE)
        status = take_folder(conversion);
    if (status == EXIT_FINE)
        status = refuse_losses(conversion);
    if (status == EXIT_FINE)
        status = prepare_output(conversion);
    return status == EXIT_FINE ? write_output(conversion) : status;
}

/* The format of a world that was opened is in its document. For text, only the document has it. */
static int report_written(struct conversion *conversion, int status)
{
    struct input about = conversion->input;
    about.was_text = conversion->from_json || conversion->from_tiled;
    about.tiled = conversion->from_tiled;
    return written_end(&conversion->written, &about, conversion->document.format, status);
}

static void close_conversion(struct conversion *conversion)
{
    ow_scene_close(&conversion->scene);
    ow_image_free(&conversion->picture);
    tiled_output_close(&conversion->tiled);
    made_file_close(&conversion->terrain);
    free_folder(&conversion->folder);
    ow_close(&conversion->converted);
    ow_close(&conversion->document);
    close_input(&conversion->input);
    free(conversion->named);
}

/* Converts an open input and releases everything. */
static int run_conversion(struct conversion *conversion, int status)
{
    const struct input *input = &conversion->input;
    bool in_place = option_set(conversion->arguments, "in-place");
    conversion->out = in_place ? input->file : conversion->destination->out;
    if (status == EXIT_FINE) {
        conversion->from_tiled = is_tiled_map(input);
        conversion->from_json =
            !conversion->from_tiled && looks_like_json(input->bytes, input->size);
        status = convert(conversion);
    }
    status = report_written(conversion, with_trouble(input, status));
    close_conversion(conversion);
    return status;
}

int convert_file(const struct arguments *arguments, const char *in,
                 const struct destination *destination, const struct change_step *step)
{
    struct conversion conversion = {.arguments = arguments,
                                    .destination = destination,
                                    .step = step,
                                    .is_change = step != NULL,
                                    .written = {.asked = !step && json_asked(arguments)}};
    if (!read_target(arguments, &conversion.target))
        return EXIT_USAGE;
    int status = open_raw_input(in, &conversion.input);
    status = read_as(&conversion.input, arguments, status);
    return run_conversion(&conversion, status);
}

int write_changed(const struct arguments *arguments, struct input *input, ow_document *document,
                  const struct destination *destination)
{
    struct conversion conversion = {.arguments = arguments,
                                    .destination = destination,
                                    .is_change = true,
                                    .input = *input,
                                    .document = *document};
    *input = (struct input){0};
    *document = (ow_document){0};
    return run_conversion(&conversion, EXIT_FINE);
}

/* overworld convert: one file, or many into a folder. */

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
