/* overworld render: a file as a scene. */
#include "render.h"

#include "images.h"
#include "read_as.h"
#include "scene_files.h"
#include "terminal.h"

static int choose(struct rendering *rendering)
{
    ow_error error = {0};
    if (ow_scene_choose(&rendering->scene, &rendering->choice, &error) == OW_OK)
        return EXIT_FINE;
    complain_of_error(rendering->input.path, &error);
    return exit_status_of(error.status);
}

int open_scene(struct rendering *rendering, const char *file)
{
    struct input *input = &rendering->input;
    ow_error error = {0};
    int status = read_as(input, rendering->arguments, open_input(file, input));
    if (status != EXIT_FINE)
        return status;
    ow_options options = input_options(input, "reading");
    struct scene_files files;
    ow_scene_options asked = scene_options(&files, rendering->arguments, input);
    files.written = &rendering->written;
    asked.as_placed = rendering->picture.view == OW_VIEW_GAME;
    if (ow_scene_open(input->bytes, input->size, &options, &asked, &rendering->scene, &error) !=
        OW_OK)
        return input_failed(input, &error);
    clear_progress();
    return choose(rendering);
}

void close_scene(struct rendering *rendering)
{
    ow_scene_free(&rendering->scene);
    close_input(&rendering->input);
}
