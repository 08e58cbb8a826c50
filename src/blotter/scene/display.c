/* The colours of a display: one for each value of its inputs, from a file beside the world. */
#include "fill.h"

#include "../display_file.h"

#include <string.h>

/* Reads at most `most` colours of a file: as many as the inputs have values. */
static ow_status read_colors(struct filler *filler, ow_bytes file, uint32_t most,
                             struct configuration *configuration, ow_error *error)
{
    struct display_colors read;
    const ow_options options = scene_text_options(filler->builder);
    ow_status status = display_colors_open(&read, file, &options, error);
    uint32_t rgb;
    if (status != OW_OK)
        return status;
    most = read.count < most ? read.count : most;
    ow_color *colors = scene_take(filler->builder, most, sizeof *colors);
    configuration->colors = colors;
    while (colors && configuration->count < most && display_colors_next(&read, &rgb))
        colors[configuration->count++] = color_of(rgb);
    display_colors_close(&read);
    return OW_OK;
}

static void read_configuration(struct filler *filler, uint32_t inputs, int32_t number,
                               struct configuration *configuration)
{
    char path[DISPLAY_PATH];
    struct scene_file file;
    configuration->was_read = true;
    bool found = false;
    for (int newer = 1; newer >= 0 && !found; newer--) {
        display_path(path, sizeof path, inputs, number, newer == 1);
        found = scene_read_file(filler->builder, path, &file);
    }
    if (!found)
        return;
    ow_error error;
    ow_status status = read_colors(filler, file.bytes, 1u << inputs, configuration, &error);
    scene_release_file(filler->builder, &file);
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY)
        fill_failed(filler, status);
    else if (status != OW_OK)
        scene_warn(filler->builder, NULL, "%s: %s", path, error.message);
    else if (configuration->count == 0)
        scene_warn(filler->builder, NULL,
                   "%s has no colours: its displays are drawn white if they are on", path);
}

/* Returns NULL for a configuration that is not looked up. */
static struct configuration *find_configuration(struct filler *filler, uint32_t inputs,
                                                int32_t number)
{
    const size_t size =
        (DISPLAY_INPUTS + 1) * DISPLAY_CONFIGURATIONS * sizeof(struct configuration);
    if (inputs > DISPLAY_INPUTS || number < 0 || number >= DISPLAY_CONFIGURATIONS)
        return NULL;
    if (!filler->configurations) {
        filler->configurations = arena_take(&filler->scratch, size);
        if (!filler->configurations) {
            fill_failed(filler, filler->scratch.status);
            return NULL;
        }
        memset(filler->configurations, 0, size);
    }
    struct configuration *found =
        &filler->configurations[inputs * DISPLAY_CONFIGURATIONS + (uint32_t)number];
    if (!found->was_read)
        read_configuration(filler, inputs, number, found);
    return found;
}

void fill_find_display(struct filler *filler, const struct use *use, ow_scene_display *display)
{
    const struct configuration *configuration =
        find_configuration(filler, use->type.inputs, use->type.data.configuration);
    *display = (ow_scene_display){.input_count = use->type.inputs,
                                  .is_inferred = (use->flags & OW_INFERRED_COLOR) != 0};
    if (configuration) {
        display->colors = configuration->colors;
        display->color_count = configuration->count;
    }
}

/* The inputs of a component as a binary number, input 0 lowest, at most 32 inputs. */
static uint32_t value_of(const struct filler *filler, const ow_blotter_component *component)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < component->input_count && i < 32; i++)
        value |= (uint32_t)fill_peg_is_on(filler, component, false, i) << i;
    return value;
}

ow_color fill_find_color_shown(struct filler *filler, struct use *use,
                               const ow_scene_display *display)
{
    uint32_t value = value_of(filler, use->component);
    if (!display_is_known(display, value))
        use->flags |= OW_INFERRED_COLOR;
    return display_color(display, value);
}
