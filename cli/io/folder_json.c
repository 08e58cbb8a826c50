/* The files beside a world in its JSON. */
#include "io/folder_json.h"

#include "io/assets.h"
#include "terminal/terminal.h"

#include "../../catalog/sidecars.h"

struct taking {
    struct save_folder *folder;
    bool all, no_memory;
};

static void take_file(void *context, const ow_folder_file *file)
{
    struct taking *taking = context;
    if (taking->no_memory || (!taking->all && !is_sidecar(file->path.data)))
        return;
    taking->no_memory = !folder_add_copy(taking->folder, file->path.data, file->bytes);
}

int read_json_folder(struct input *input, ow_text json, bool all, struct save_folder *folder)
{
    struct taking taking = {.folder = folder, .all = all};
    ow_options options = input_options(input, "reading");
    *folder = (struct save_folder){0};
    ow_status status = ow_folder_from_json(json.data, json.size, &options, &folder->is_there,
                                           take_file, &taking, &input->error);
    clear_progress();
    if (status == OW_OK && !taking.no_memory)
        return EXIT_FINE;
    if (status == OW_OK) {
        complain("%s: there is not enough memory for the files beside the world", input->path);
        return EXIT_FILES;
    }
    return input_failed(input, &input->error);
}
