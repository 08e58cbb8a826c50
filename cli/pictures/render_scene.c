/* overworld render: opens a file as a scene. */
#include "io/assets.h"
#include "io/input.h"
#include "pictures/render.h"
#include "pictures/render_tick.h"
#include "pictures/scene_files.h"
#include "pictures/selectors.h"
#include "terminal/terminal.h"

#include <math.h>
#include <stdlib.h>

/* The selectors of an option, expanded; NULL if the option is not set. */
static int read_selectors(struct rendering *rendering, const char *asked, char **selectors)
{
    struct input *input = &rendering->input;
    int status = asked ? expand_selectors(input, asked, selectors) : EXIT_FINE;
    if (status == EXIT_FINE && asked)
        status = warn_of_unmatched(input, &rendering->scene, *selectors);
    return status;
}

static bool has_upright_labels(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->label_count; i++)
        if (scene->labels[i].flags & OW_FACES_VIEWER)
            return true;
    return false;
}

/* Warns about options that do not affect the picture of this world. */
static void warn_about_options(const struct rendering *rendering)
{
    const ow_scene *scene = &rendering->scene;
    const struct {
        const char *option;
        bool has_effect;
        const char *why;
    } options[] = {
        {"labels", has_upright_labels(scene), "the world has no names to write"},
        {"no-states", scene->state_count > 0, "the world has no states"},
        {"tileset", scene->layer_count > 0, "the world has no tiles"},
        {"scale-bar", !rendering->picture.perspective, "--perspective draws near things larger"},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (option_set(rendering->arguments, options[i].option) && !options[i].has_effect)
            warn_of("%s: warning: --%s has no effect: %s", rendering->input.path, options[i].option,
                    options[i].why);
}

static int nothing_matches(struct rendering *rendering, const char *option)
{
    complain("%s: nothing to draw: no part of the picture matches --%s", rendering->input.path,
             option);
    return EXIT_USAGE;
}

/* The extent of a scene on each axis, in tenths, the unit of --cut. */
struct extent {
    double least[3], most[3];
};

static struct extent extent_of(const ow_scene *scene)
{
    struct extent extent;
    for (int i = 0; i < 3; i++) {
        extent.least[i] = floor((scene->origin[i] + (double)scene->least[i]) * 10 + 0.5) / 10;
        extent.most[i] = floor((scene->origin[i] + (double)scene->most[i]) * 10 + 0.5) / 10;
    }
    return extent;
}

static bool has_cuts(const ow_scene_choice *choice)
{
    return choice->cuts[0] || choice->cuts[1] || choice->cuts[2];
}

static bool is_empty(const ow_scene *scene)
{
    for (int i = 0; i < 3; i++)
        if (scene->least[i] < scene->most[i])
            return false;
    return true;
}

/* Reports a cut that leaves nothing, and the extent of the world. */
static int cut_away(const struct rendering *rendering, const struct extent *whole)
{
    complain("%s: nothing to draw: no part has its middle within --cut \"%s\"; the world reaches "
             "from %g to %g on x, %g to %g on y, %g to %g on z",
             rendering->input.path, option_value(rendering->arguments, "cut"), whole->least[0],
             whole->most[0], whole->least[1], whole->most[1], whole->least[2], whole->most[2]);
    return EXIT_USAGE;
}

static int choose(struct rendering *rendering)
{
    ow_error error = {0};
    const char *only = rendering->only ? rendering->only : rendering->choice.only;
    int status = read_selectors(rendering, only, &rendering->only_parts);
    if (status == EXIT_FINE && only && !*rendering->only_parts)
        status = nothing_matches(rendering, "only");
    if (status == EXIT_FINE)
        status = read_selectors(rendering, rendering->choice.hide, &rendering->hidden_parts);
    if (status != EXIT_FINE)
        return status;
    ow_scene_choice choice = rendering->choice;
    choice.only = rendering->only_parts;
    choice.hide = rendering->hidden_parts;
    if (!choice.only && !choice.hide && !has_cuts(&choice)) /* as the scene was opened */
        return EXIT_FINE;
    struct extent whole = extent_of(&rendering->scene);
    if (ow_scene_choose(&rendering->scene, &choice, &error) == OW_OK)
        return has_cuts(&choice) && is_empty(&rendering->scene) ? cut_away(rendering, &whole)
                                                                : EXIT_FINE;
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
    ow_scene_options asked;
    status = scene_options(&files, rendering->arguments, input, &asked);
    if (status != EXIT_FINE)
        return status;
    files.written = &rendering->written;
    asked.as_placed = rendering->picture.view == OW_VIEW_GAME;
    if (ow_scene_open(input->bytes, input->size, &options, &asked, &rendering->scene, &error) !=
        OW_OK)
        return input_failed(input, &error);
    clear_progress();
    warn_about_options(rendering);
    status = run_to_tick(rendering);
    return status == EXIT_FINE ? choose(rendering) : status;
}

void close_scene(struct rendering *rendering)
{
    end_run_to_tick(rendering);
    ow_scene_close(&rendering->scene);
    free(rendering->only_parts);
    free(rendering->hidden_parts);
    rendering->only_parts = rendering->hidden_parts = NULL;
    close_input(&rendering->input);
}
