/* overworld convert: opens a world, changes it, and writes it as binary, JSON, a picture, glTF or a
 * map of Tiled. */
#include "convert.h"
#include "made_list.h"

#include "backup.h"
#include "images.h"
#include "output.h"
#include "png.h"
#include "read_as.h"
#include "terminal.h"

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
    ow_error *error = &input->error; /* where the verbs look that tell it as JSON */
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
    complain("%s: a %s cannot become a %s", conversion->input.path, format->title,
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

/* Behind an error about a variant that there is not: those that there are. */
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

/* A document's own bytes are told, or those of the file, where it was not opened. */
static ow_status write_json(struct conversion *conversion, const ow_sink *sink, ow_error *error)
{
    struct input *input = &conversion->input;
    ow_options options = input_options(input, "writing");
    const ow_document *result = document_to_write(conversion);
    if (!result->format)
        return ow_to_json(input->bytes, input->size, &options, sink, error);
    ow_buffer bytes = {0};
    ow_status status = ow_write_buffer(result, &options, &bytes, error);
    if (status == OW_OK)
        status = ow_to_json(bytes.data, bytes.size, &options, sink, error);
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

static int note_output(struct conversion *conversion, const struct output_file *output, int status)
{
    struct made_list *made = conversion->destination->made;
    if (status == EXIT_FINE)
        report_output(conversion, output->size);
    if (status == EXIT_FINE && made && !note_made(made, conversion->input.path, conversion->out)) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    return status;
}

static int write_output(struct conversion *conversion)
{
    struct output_file output;
    ow_error error = {0};
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
        return note_output(conversion, &output, output_file_commit(&output));
    output_file_abandon(&output);
    if (status == OW_OK)
        return opened;
    return status == OW_WRITE_FAILED ? EXIT_FILES : input_failed(&conversion->input, &error);
}

/* What is made beside OUT comes first, so that OUT never names what is not there. */
static int prepare_output(struct conversion *conversion)
{
    int status = make_folders(conversion);
    if (status == EXIT_FINE && writes_level(conversion))
        status = prepare_level(conversion);
    return status == EXIT_FINE ? write_terrain(conversion) : status;
}

/* Nothing is written before this. */
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

static int convert(struct conversion *conversion)
{
    int status = choose_output(conversion);
    /* Binary to JSON is told straight from the bytes; everything else goes through a document. */
    bool needs_document = conversion->from_json || conversion->from_tiled ||
                          conversion->is_change || conversion->to != TO_JSON ||
                          changes_target(conversion) ||
                          option_set(conversion->arguments, "terrain");
    if (status == EXIT_FINE && needs_document && !conversion->document.format)
        status = open_document(conversion);
    if (status == EXIT_FINE && conversion->step && conversion->step->change)
        status = conversion->step->change(conversion->step->context, &conversion->input,
                                          &conversion->document);
    if (status == EXIT_FINE)
        status = needs_document ? make_all(conversion) : name_output(conversion);
    if (status == EXIT_FINE)
        status = refuse_losses(conversion);
    if (status == EXIT_FINE)
        status = prepare_output(conversion);
    return status == EXIT_FINE ? write_output(conversion) : status;
}

/* The format of a world that was opened stands in its document, which is the only one to know that of text. */
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
    ow_close(&conversion->converted);
    ow_close(&conversion->document);
    close_input(&conversion->input);
    free(conversion->named);
}

/* Of an input that is open. Gives everything back. */
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
