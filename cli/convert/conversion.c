/* overworld convert: one world, from its input to its output. */
#include "convert/convert.h"

#include "io/assets.h"
#include "io/input.h"
#include "io/output.h"
#include "terminal/terminal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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
