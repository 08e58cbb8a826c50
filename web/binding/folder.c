/* Folders of saves: lists of files, what they say of a world, and both in JSON. */
#include "folder.h"
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>

EXPORTED struct folder *web_folder(void)
{
    struct folder *folder = calloc(1, sizeof *folder);
    fresh_error()->status = folder ? OW_OK : OW_NO_MEMORY;
    return folder;
}

EXPORTED void web_folder_close(struct folder *folder)
{
    for (uint32_t i = 0; folder && i < folder->folder.file_count; i++) {
        free((void *)(uintptr_t)folder->files[i].path.data);
        free((void *)(uintptr_t)folder->files[i].bytes.data);
    }
    if (folder)
        free(folder->files);
    free(folder);
}

static bool make_room(struct folder *folder)
{
    if (folder->folder.file_count < folder->room)
        return true;
    uint32_t room = folder->room ? folder->room * 2 : 64;
    ow_folder_file *files = realloc(folder->files, room * sizeof *files);
    if (!files)
        return false;
    folder->files = files;
    folder->folder.files = files;
    folder->room = room;
    return true;
}

/* Adds a file and takes ownership of its path, which ends with a zero, and its bytes, also if it
 * fails. */
EXPORTED int web_folder_add(struct folder *folder, char *path, size_t path_size, uint8_t *bytes,
                            size_t size)
{
    ow_error *error = fresh_error();
    if (path && bytes && make_room(folder)) {
        folder->files[folder->folder.file_count++] =
            (ow_folder_file){{path, path_size}, {bytes, size}};
        return OW_OK;
    }
    free(path);
    free(bytes);
    return (int)(error->status = OW_NO_MEMORY);
}

EXPORTED uint32_t web_folder_count(const struct folder *folder)
{
    return folder->folder.file_count;
}

EXPORTED const char *web_folder_path(const struct folder *folder, uint32_t index)
{
    return folder->files[index].path.data;
}

EXPORTED const uint8_t *web_folder_bytes(const struct folder *folder, uint32_t index)
{
    return folder->files[index].bytes.data;
}

EXPORTED double web_folder_size(const struct folder *folder, uint32_t index)
{
    return (double)folder->files[index].bytes.size;
}

/* JSON. */

static void *copy_of(const void *data, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy && size > 0)
        memcpy(copy, data, size);
    if (copy)
        copy[size] = '\0';
    return copy;
}

struct taking {
    struct folder *folder;
    bool no_memory;
};

static void take_file(void *context, const ow_folder_file *file)
{
    struct taking *taking = context;
    if (taking->no_memory)
        return;
    taking->no_memory =
        web_folder_add(taking->folder, copy_of(file->path.data, file->path.size), file->path.size,
                       copy_of(file->bytes.data, file->bytes.size), file->bytes.size) != OW_OK;
}

/* The files in the JSON of a save's folder. NULL without an error if it has no folder. */
EXPORTED struct folder *web_folder_from_json(const char *text, size_t size)
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
static void choose_files(const struct folder *folder, ow_folder_file *files, ow_json_writer *losses,
                         ow_folder *chosen)
{
    *chosen = (ow_folder){.files = files};
    for (uint32_t i = 0; i < folder->folder.file_count; i++) {
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
EXPORTED int web_folder_to_json(struct world *world, const struct folder *folder)
{
    fresh_error();
    if (need_bytes(world) != OW_OK)
        return (int)last_error()->status;
    ow_json_writer *writer = open_answer();
    ow_folder_file *files =
        writer ? calloc(folder->folder.file_count + (size_t)1, sizeof *files) : NULL;
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
EXPORTED int web_folder_info(struct world *world, const struct folder *folder)
{
    struct summary_answer answer = {.writer = open_answer()};
    const ow_format *format = ow_format_by_name(web_format(world));
    ow_error broken;
    if (!answer.writer)
        return (int)last_error()->status;
    ow_error *error = fresh_error();
    ow_status status = OW_OK;
    json_begin_object(answer.writer, NULL);
    if (format && ow_find_title(format, &folder->folder, NULL, add_title, answer.writer, &broken) ==
                      OW_NO_MEMORY)
        status = error->status = OW_NO_MEMORY;
    if (format && status == OW_OK)
        status = ow_summarise_folder(format, &folder->folder, NULL, answer_summary, &answer, error);
    json_end_object(answer.writer);
    return (int)close_answer(answer.writer, status);
}
