/* Colours of displays: the name of their file beside the save, and its content. */
#include "circuit.h"

#include "../blotter/display_file.h"

static bool is_newer(const ow_blotter_save *save)
{
    enum { MINOR = 92 };
    return save->game_version[0] > 0 || save->game_version[1] >= MINOR;
}

size_t ow_circuit_display_file(const ow_document *document, const ow_circuit *circuit,
                               uint32_t component, char *path, size_t room, uint32_t *colors)
{
    struct component_data data;
    if (!document || !circuit || document->format != &blotter_format.about ||
        component >= circuit->component_count ||
        circuit->component_count != document->as.blotter->component_count)
        return 0;
    const ow_blotter_component *saved = &document->as.blotter->components[component];
    const struct component_type *type =
        type_of_name(circuit->types[circuit->components[component].type]);
    if (!type->is_display || saved->input_count > DISPLAY_INPUTS ||
        !type_read_data(type, saved->custom_data, &data) || data.configuration < 0 ||
        data.configuration >= DISPLAY_CONFIGURATIONS)
        return 0;
    if (colors)
        *colors = (uint32_t)1 << saved->input_count;
    int size = display_path(path, room, saved->input_count, data.configuration,
                            is_newer(document->as.blotter));
    return size > 0 ? (size_t)size : 0;
}

uint32_t ow_display_read(ow_bytes file, uint8_t *colors, uint32_t room)
{
    struct display_colors read;
    uint32_t count = 0, rgb;
    if (!file.data || !colors || display_colors_open(&read, file, NULL, NULL) != OW_OK)
        return 0;
    while (count < room && display_colors_next(&read, &rgb)) {
        colors[3 * (size_t)count] = (uint8_t)(rgb >> 16);
        colors[3 * (size_t)count + 1] = (uint8_t)(rgb >> 8);
        colors[3 * (size_t)count + 2] = (uint8_t)rgb;
        count++;
    }
    display_colors_close(&read);
    return count;
}

bool ow_display_write(const uint8_t *colors, uint32_t count, const ow_sink *sink)
{
    static const char head[] = "DataType: JimmysUnityUtilities.Color24[]\nData:";
    bool fine = sink && sink->write && (colors || count == 0) &&
                sink->write(sink->context, head, sizeof head - 1);
    for (uint32_t i = 0; fine && i < count; i++) {
        char line[24];
        const uint8_t *rgb = colors + 3 * (size_t)i;
        int size = snprintf(line, sizeof line, "\n    - %02X%02X%02X", rgb[0], rgb[1], rgb[2]);
        fine = sink->write(sink->context, line, (size_t)size);
    }
    return fine;
}
