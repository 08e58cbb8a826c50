/* Suggestions for selectors that match no part of a scene. */
#include "scene.h"
#include "selector.h"

#include "../base/error.h"
#include "../base/nearest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_HINT = 256 };

static bool takes_items(const struct selector *selector, const ow_scene *scene)
{
    bool taken = false;
    for (uint32_t i = 0; i < scene->item_count && !taken; i++) {
        const ow_scene_item *item = &scene->items[i];
        const struct selected record = {item->kind, item->subject, item->type, item->group,
                                        item->address};
        taken = selector_takes(selector, scene, &record);
    }
    return taken;
}

static bool takes_others(const struct selector *selector, const ow_scene *scene)
{
    struct selected record = {.type = OW_NONE, .group = OW_NONE};
    bool taken = false;
    for (uint32_t i = 0; i < scene->segment_count && !taken; i++) {
        const ow_scene_segment *segment = &scene->segments[i];
        record = (struct selected){segment->kind, segment->subject, OW_NONE, segment->group, 0};
        taken = selector_takes(selector, scene, &record);
    }
    for (uint32_t i = 0; i < scene->label_count && !taken; i++) {
        const ow_scene_label *label = &scene->labels[i];
        record = (struct selected){label->kind, label->subject, OW_NONE, label->group, 0};
        taken = selector_takes(selector, scene, &record);
    }
    for (uint32_t i = 0; i < scene->layer_count && !taken; i++) {
        const ow_scene_layer *layer = &scene->layers[i];
        record = (struct selected){layer->kind, layer->subject, OW_NONE, layer->group, 0};
        taken = selector_takes(selector, scene, &record);
    }
    for (uint32_t i = 0; i < scene->ground_count && !taken; i++) {
        record = (struct selected){scene->grounds[i].kind, OW_NONE, OW_NONE, OW_NONE, 0};
        taken = selector_takes(selector, scene, &record);
    }
    return taken;
}

static bool takes_pegs(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->part_count; i++)
        if (scene->parts[i].is_peg)
            return true;
    return false;
}

/* Finds the nearest of the names that the selector is compared with. */
static void find_nearest(const ow_scene *scene, enum selector_sort sort, struct nearest *nearest)
{
    for (uint32_t i = 0; sort == BY_KIND && i < scene->kind_count; i++)
        nearest_try(nearest, ow_text_of(scene->kinds[i].name));
    for (uint32_t i = 0; sort == BY_TYPE && i < scene->type_count; i++)
        nearest_try_type(nearest, scene->types[i].name);
    for (uint32_t i = 0; sort == BY_GROUP && i < scene->group_count; i++)
        nearest_try(nearest, scene->groups[i].name);
}

static void hint_at(const ow_scene *scene, const struct selector *selector, char hint[LONGEST_HINT])
{
    static const struct {
        enum selector_sort sort;
        const char *prefix;
    } sorts[] = {{BY_KIND, ""}, {BY_TYPE, "type:"}, {BY_GROUP, "group:"}};
    struct nearest nearest;
    char words[NEAREST_TEXT];
    *hint = '\0';
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts && !*hint; i++) {
        if (selector->sort != sorts[i].sort && selector->sort != BY_KIND)
            continue;
        nearest_begin(&nearest, selector->text);
        find_nearest(scene, sorts[i].sort, &nearest);
        snprintf(hint, LONGEST_HINT, "%s", nearest_words(&nearest, sorts[i].prefix, words));
    }
    if (*hint || selector->sort != BY_KIND)
        return;
    size_t size = (size_t)snprintf(hint, LONGEST_HINT, "; the kinds of this world are");
    for (uint32_t i = 0; i < scene->kind_count && size < LONGEST_HINT; i++)
        size += (size_t)snprintf(hint + size, LONGEST_HINT - size, "%s %s", i > 0 ? "," : "",
                                 scene->kinds[i].name);
}

static ow_status warn_if_unmatched(const ow_scene *scene, struct selector *selector, ow_text whole,
                                   ow_warn warn, void *context, ow_error *error)
{
    struct arena arena;
    char hint[LONGEST_HINT], message[512];
    arena_share(&arena, scene->owner);
    ow_status status = selector_prepare(selector, scene, &arena);
    bool taken = status == OW_OK && (selector->sort == BY_PEG ? takes_pegs(scene)
                                                              : takes_items(selector, scene) ||
                                                                    takes_others(selector, scene));
    if (status == OW_OK && !taken) {
        hint_at(scene, selector, hint);
        snprintf(message, sizeof message, "no part of the picture matches \"%.*s\"%s",
                 (int)(whole.size < 200 ? whole.size : 200), whole.data, hint);
        warn(context, "", message);
    }
    arena_free(&arena);
    return status == OW_OK ? OW_OK : error_plain(error, status);
}

ow_status ow_scene_find_unmatched(const ow_scene *scene, const char *selectors, ow_warn warn,
                                  void *context, ow_error *error)
{
    ow_status status = OW_OK;
    error_clear(error);
    if (!scene || !scene->owner || !selectors || !warn)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing scene, selectors or callback");
    size_t count = 0;
    for (const char *rest = selectors; *rest;) {
        struct selector selector;
        if (count++ == MOST_SELECTORS)
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "too many selectors: more than %d",
                             (int)MOST_SELECTORS);
        if (!selector_next(&rest, &selector, error))
            return OW_BAD_ARGUMENT;
    }
    for (const char *rest = selectors; *rest && status == OW_OK;) {
        struct selector selector;
        const char *start = rest;
        if (!selector_next(&rest, &selector, error))
            return OW_BAD_ARGUMENT;
        ow_text whole = {start, (size_t)(rest - start)};
        whole.size -= whole.size > 0 && whole.data[whole.size - 1] == ',';
        status = warn_if_unmatched(scene, &selector, whole, warn, context, error);
    }
    return status;
}
