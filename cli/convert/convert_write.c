/* overworld convert: writes the output and reports it. */
#include "convert/convert.h"

#include "io/assets.h"
#include "io/output.h"
#include "io/output_place.h"
#include "pictures/png.h"
#include "terminal/terminal.h"

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

int write_output(struct conversion *conversion)
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
