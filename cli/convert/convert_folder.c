/* overworld convert: the files beside a world, in its JSON and back in a folder. */
#include "convert/convert.h"

#include "io/assets.h"
#include "io/folder_json.h"
#include "io/new_folder.h"
#include "terminal/terminal.h"
#include "verb.h"

#include "../../files/below.h"

#include <string.h>

static void warn_of_left_out(struct conversion *conversion)
{
    const uint32_t count = conversion->folder.folder.file_count;
    if (count > 0)
        warn(conversion,
             "the JSON has %u file%s beside the world, which %s left out; convert it to a folder, "
             "such as Save/",
             (unsigned)count, plural(count), count == 1 ? "is" : "are");
}

/* A JSON without files beside its world is one world for any folder. */
static int refuse_world_alone(const struct conversion *conversion)
{
    complain("%s: the JSON is of a world alone, without \"folder\"; name a file as OUT, or add "
             "--to %s",
             conversion->input.path, conversion->document.format->name);
    return EXIT_USAGE;
}

static int take_json_folder(struct conversion *conversion)
{
    struct input *input = &conversion->input;
    const ow_text json = {(const char *)input->bytes, input->size};
    int status = read_json_folder(input, json, true, &conversion->folder);
    if (status != EXIT_FINE)
        return status;
    if (conversion->destination->is_save)
        return conversion->folder.is_there ? EXIT_FINE : refuse_world_alone(conversion);
    if (conversion->to == TO_BINARY)
        warn_of_left_out(conversion);
    return EXIT_FINE;
}

int take_folder(struct conversion *conversion)
{
    const bool is_part = conversion->step && conversion->step->makes_part;
    const bool in_place = option_set(conversion->arguments, "in-place");
    if (is_part)
        return EXIT_FINE;
    if (conversion->from_json)
        return conversion->to == TO_JSON || conversion->to == TO_BINARY
                   ? take_json_folder(conversion)
                   : EXIT_FINE;
    return conversion->to == TO_JSON && conversion->input.is_folder && !in_place
               ? read_whole_folder(&conversion->input, &conversion->folder)
               : EXIT_FINE;
}

/* The name that the game gives to the file of a world: "data.logicworld". */
static const char *name_of_world(const ow_document *document)
{
    const char *extension = ow_document_extensions(document)[0];
    const char *const *name = document->format->folder_files;
    while (name[1] && strcmp(extension_of(*name), extension) != 0)
        name++;
    return *name;
}

int write_save_folder(struct conversion *conversion)
{
    const ow_document *document = document_to_write(conversion);
    ow_options options = input_options(&conversion->input, "writing");
    ow_buffer bytes = {0};
    ow_error error = {0};
    const char *name = name_of_world(document);
    if (ow_write_buffer(document, &options, &bytes, &error) != OW_OK)
        return input_failed(&conversion->input, &error);
    clear_progress();
    conversion->named = below_join(conversion->out, name);
    int status = EXIT_FILES;
    if (conversion->named) {
        const ow_folder_file world = {ow_text_of(name), {bytes.data, bytes.size}};
        status = write_new_folder(conversion->out, &world, &conversion->folder.folder);
        conversion->out = conversion->named;
        conversion->folder.bytes = bytes.size;
    } else {
        complain("not enough memory");
    }
    ow_buffer_free(&bytes, NULL);
    return status;
}
