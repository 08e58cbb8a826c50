/* Folders of saves: lists of files, what they say of a world, and both in JSON. */
#include "calls.h"
#include "held_files.h"

#include <stdio.h>
#include <stdlib.h>

EXPORTED ow_folder *web_folder(void)
{
    ow_folder *folder = calloc(1, sizeof *folder);
    fresh_error()->status = folder ? OW_OK : OW_NO_MEMORY;
    return folder;
}

EXPORTED void web_folder_close(ow_folder *folder)
{
    if (folder)
        folder_free_files(folder);
    free(folder);
}

/* Adds a file and takes ownership of its path, which ends with a zero, and its bytes, also if it
 * fails. */
EXPORTED int web_folder_add(ow_folder *folder, char *path, size_t path_size, uint8_t *bytes,
                            size_t size)
{
    bool is_added = folder_take_file(folder, (ow_text){path, path_size}, (ow_bytes){bytes, size});
    return (int)(fresh_error()->status = is_added ? OW_OK : OW_NO_MEMORY);
}

EXPORTED uint32_t web_folder_count(const ow_folder *folder)
{
    return folder->file_count;
}

EXPORTED const char *web_folder_path(const ow_folder *folder, uint32_t index)
{
    return folder->files[index].path.data;
}

EXPORTED const uint8_t *web_folder_bytes(const ow_folder *folder, uint32_t index)
{
    return folder->files[index].bytes.data;
}

EXPORTED double web_folder_size(const ow_folder *folder, uint32_t index)
{
    return (double)folder->files[index].bytes.size;
}

/* JSON. */

struct taking {
    ow_folder *folder;
    bool no_memory;
};

static void take_file(void *context, const ow_folder_file *file)
{
    struct taking *taking = context;
    taking->no_memory =
        taking->no_memory || !folder_copy_file(taking->folder, file->path, file->bytes);
}

/* The files in the JSON of a save's folder. NULL without an error if it has no folder. */
EXPORTED ow_folder *web_folder_from_json(const char *text, size_t size)
{
    struct taking taking = {.folder = web_folder()};
    bool has_folder = false;
    const ow_options options = {.progress = host_goes_on};
    if (!taking.folder)
        return NULL;
    ow_status status =
        ow_folder_from_json(text, size, &options, &has_folder, take_file, &taking, fresh_error());
    if (status == OW_OK && taking.no_memory)
        status = fresh_error()->status = OW_NO_MEMORY;
    if (status == OW_OK && has_folder)
        return taking.folder;
    web_folder_close(taking.folder);
    return NULL;
}

/* The files that JSON can have; the others become losses. */
static void choose_files(const ow_folder *folder, ow_folder_file *files, ow_json_writer *losses,
                         ow_folder *chosen)
{
    *chosen = (ow_folder){.files = files};
    for (uint32_t i = 0; i < folder->file_count; i++) {
        char message[300];
        const ow_folder_file *file = &folder->files[i];
        if (ow_folder_path_is_portable(file->path)) {
            files[chosen->file_count++] = *file;
            continue;
        }
        snprintf(message, sizeof message, "%.200s is skipped: its name is not portable",
                 file->path.data);
        answer_loss(losses, NULL, message);
    }
}

/* Passes the JSON of a world and the files of its folder to the host. Answers with {"losses":
 * [...]}. */
EXPORTED int web_folder_to_json(struct world *world, const ow_folder *folder)
{
    fresh_error();
    if (need_bytes(world) != OW_OK)
        return (int)last_error()->status;
    ow_json_writer *writer = open_answer();
    ow_folder_file *files = writer ? calloc(folder->file_count + (size_t)1, sizeof *files) : NULL;
    if (!writer)
        return (int)last_error()->status;
    ow_folder chosen;
    ow_sink sink = host_sink();
    ow_options options = options_of(world);
    ow_status status = OW_NO_MEMORY;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "losses");
    if (!files) {
        fresh_error()->status = status;
    } else {
        choose_files(folder, files, writer, &chosen);
        status = ow_folder_to_json(world->bytes.data, world->bytes.size, &chosen, &options, &sink,
                                   fresh_error());
    }
    json_end_array(writer);
    json_end_object(writer);
    free(files);
    return (int)close_answer(writer, status);
}

/* What the files say of a world. */

static void add_title(void *context, ow_text title, ow_text description)
{
    ow_json_writer *writer = context;
    if (title.data)
        json_add_text(writer, "title", title);
    if (description.data)
        json_add_text(writer, "description", description);
}

/* Answers with the title, the description, and the members that the command's `info --json` has in
 * "folder". Empty if worlds of the format have no folder. A title that cannot be read is
 * omitted. */
EXPORTED int web_folder_info(struct world *world, const ow_folder *folder)
{
    struct summary_answer answer = {.writer = open_answer()};
    const ow_format *format = ow_format_by_name(web_format(world));
    ow_error broken;
    if (!answer.writer)
        return (int)last_error()->status;
    ow_error *error = fresh_error();
    ow_status status = OW_OK;
    json_begin_object(answer.writer, NULL);
    if (format &&
        ow_find_title(format, folder, NULL, add_title, answer.writer, &broken) == OW_NO_MEMORY)
        status = error->status = OW_NO_MEMORY;
    if (format && status == OW_OK)
        status = ow_summarise_folder(format, folder, NULL, answer_summary, &answer, error);
    json_end_object(answer.writer);
    return (int)close_answer(answer.writer, status);
}
