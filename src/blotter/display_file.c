/* Reads the colours of a display's configuration. */
#include "display_file.h"

ow_status display_colors_open(struct display_colors *colors, ow_bytes file,
                              const ow_options *options, ow_error *error)
{
    *colors = (struct display_colors){0};
    ow_status status = ow_jecs_read(file.data, file.size, options, &colors->text, error);
    const ow_jecs_node *list = status == OW_OK ? ow_jecs_find(colors->text->root, "Data") : NULL;
    if (list && list->kind == OW_JECS_LIST) {
        colors->next = list->first;
        colors->count = list->child_count;
    }
    return status;
}

bool display_colors_next(struct display_colors *colors, uint32_t *rgb)
{
    const ow_jecs_node *next = colors->next;
    if (!ow_jecs_color(next, rgb))
        return false;
    colors->next = next->next;
    return true;
}

void display_colors_close(struct display_colors *colors)
{
    ow_jecs_free(colors->text);
}
