/* Finished scenes: memory, and the subjects of their parts. */
#include "scene.h"

#include "build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void keep_controls(struct scene_builder *builder)
{
    const ow_scene_controls *controls = &builder->controls;
    if (controls->switch_count == 0 && controls->display_count == 0)
        return;
    builder->scene.controls = scene_take(builder, 1, sizeof *controls);
    if (builder->scene.controls)
        *builder->scene.controls = *controls;
}

ow_status scene_finish(struct scene_builder *builder, ow_scene *scene)
{
    void *copy = NULL;
    keep_controls(builder);
    if (builder->status != OW_OK) {
        arena_free(&builder->arena);
        return builder->status;
    }
    void *owner = arena_adopt(&builder->arena, &builder->scene, sizeof builder->scene, &copy);
    if (!owner)
        return builder->arena.status;
    *scene = builder->scene;
    scene->owner = owner;
    ow_status status = scene_find_bounds(scene, &builder->options);
    if (status != OW_OK)
        ow_scene_close(scene);
    return status;
}

void ow_scene_close(ow_scene *scene)
{
    if (!scene)
        return;
    arena_release(scene->owner);
    *scene = (ow_scene){0};
}

/* Finds the kind and subject of one record; returns false if there is none. */
static bool find_subject(const ow_scene *scene, ow_scene_part_kind part, uint32_t index,
                         uint16_t *kind, uint32_t *subject)
{
    if (part == OW_IN_ITEMS && index < scene->item_count)
        *kind = scene->items[index].kind, *subject = scene->items[index].subject;
    else if (part == OW_IN_SEGMENTS && index < scene->segment_count)
        *kind = scene->segments[index].kind, *subject = scene->segments[index].subject;
    else if (part == OW_IN_LABELS && index < scene->label_count)
        *kind = scene->labels[index].kind, *subject = scene->labels[index].subject;
    else if (part == OW_IN_LAYERS && index < scene->layer_count)
        *kind = scene->layers[index].kind, *subject = scene->layers[index].subject;
    else if (part == OW_IN_GROUNDS && index < scene->ground_count)
        *kind = scene->grounds[index].kind, *subject = OW_NONE;
    else
        return false;
    return *kind < scene->kind_count;
}

size_t ow_scene_pointer(const ow_scene *scene, ow_scene_part_kind part, uint32_t index, char *text,
                        size_t room)
{
    uint16_t kind;
    uint32_t subject;
    if (room > 0)
        text[0] = '\0';
    if (!scene || !find_subject(scene, part, index, &kind, &subject))
        return 0;
    const char *list = scene->kinds[kind].list;
    int length = subject == OW_NONE ? snprintf(text, room, "%s", list)
                                    : snprintf(text, room, "%s/%u", list, (unsigned)subject);
    return length > 0 ? (size_t)length : 0;
}
