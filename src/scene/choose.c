/* Choosing what of a scene is visible. */
#include "scene.h"
#include "selector.h"

#include "../base/error.h"

struct choosing {
    ow_scene *scene;
    const ow_scene_choice *choice;
    const struct selector *selectors; /* those of `only`, then those of `hide` */
    size_t only_count, count;
    uint64_t left; /* number of visible records */
};

static bool takes_any(const struct choosing *choosing, size_t first, size_t end,
                      const struct selected *record)
{
    for (size_t i = first; i < end; i++)
        if (selector_takes(&choosing->selectors[i], choosing->scene, record))
            return true;
    return false;
}

static bool is_cut(const struct choosing *choosing, struct vector middle)
{
    const double axes[3] = {middle.x, middle.y, middle.z};
    for (int i = 0; i < 3; i++) {
        double at = rounded_to_double(axes[i] + choosing->scene->origin[i]);
        if (choosing->choice->cuts[i] &&
            !(at >= choosing->choice->least[i] && at <= choosing->choice->most[i]))
            return true;
    }
    return false;
}

/* The flags of a record, with OW_HIDDEN set or cleared by the selectors. */
static uint16_t judge_uncut(struct choosing *choosing, const struct selected *record,
                            uint16_t flags)
{
    bool seen = choosing->only_count == 0 || takes_any(choosing, 0, choosing->only_count, record);
    seen = seen && !takes_any(choosing, choosing->only_count, choosing->count, record);
    choosing->left += seen;
    return (uint16_t)(seen ? flags & ~OW_HIDDEN : flags | OW_HIDDEN);
}

/* As above; a record that is cut away is hidden too. */
static uint16_t judge(struct choosing *choosing, const struct selected *record,
                      struct vector middle, uint16_t flags)
{
    if (is_cut(choosing, middle))
        return flags | OW_HIDDEN;
    return judge_uncut(choosing, record, flags);
}

static struct vector middle_of(const float from[3], const float to[3])
{
    return vector_scale(vector_add(scene_vector(from), scene_vector(to)), 0.5);
}

static void choose_items(struct choosing *choosing, const struct scene_bounds *shapes)
{
    ow_scene *scene = choosing->scene;
    for (uint32_t i = 0; i < scene->item_count; i++) {
        ow_scene_item *item = &scene->items[i];
        const struct scene_bounds *shape = &shapes[item->shape];
        struct selected record = {item->kind, item->subject, item->type, item->group,
                                  item->address};
        struct vector middle = {(shape->least[0] + shape->most[0]) / 2,
                                (shape->least[1] + shape->most[1]) / 2,
                                (shape->least[2] + shape->most[2]) / 2};
        item->flags = judge(choosing, &record, scene_vertex(item, middle), item->flags);
    }
}

static void choose_others(struct choosing *choosing)
{
    ow_scene *scene = choosing->scene;
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        ow_scene_segment *segment = &scene->segments[i];
        struct selected record = {segment->kind, segment->subject, OW_NONE, segment->group, 0};
        segment->flags =
            judge(choosing, &record, middle_of(segment->from, segment->to), segment->flags);
    }
    for (uint32_t i = 0; i < scene->label_count; i++) {
        ow_scene_label *label = &scene->labels[i];
        struct selected record = {label->kind, label->subject, OW_NONE, label->group, 0};
        label->flags = judge(choosing, &record, scene_vector(label->position), label->flags);
    }
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        ow_scene_layer *layer = &scene->layers[i];
        struct selected record = {layer->kind, layer->subject, OW_NONE, layer->group, 0};
        struct vector half = {layer->width / 2.0, 0, layer->height / 2.0};
        layer->flags =
            judge(choosing, &record, vector_add(scene_vector(layer->position), half), layer->flags);
    }
    for (uint32_t i = 0; i < scene->ground_count; i++) {
        ow_scene_ground *ground = &scene->grounds[i];
        /* The ground reaches under everything, so it is never cut away. */
        struct selected record = {ground->kind, OW_NONE, OW_NONE, OW_NONE, 0};
        ground->flags = judge_uncut(choosing, &record, ground->flags);
    }
}

/* Pegs are parts of shapes, not records: all of them or none. */
static void choose_pegs(struct choosing *choosing)
{
    bool hidden = false;
    for (size_t i = choosing->only_count; i < choosing->count; i++)
        hidden = hidden || choosing->selectors[i].sort == BY_PEG;
    for (uint32_t i = 0; i < choosing->scene->part_count; i++)
        choosing->scene->parts[i].is_hidden = hidden && choosing->scene->parts[i].is_peg;
}

static ow_status read_selectors(const char *text, const ow_scene *scene, struct arena *arena,
                                struct selector *selectors, size_t *count, ow_error *error)
{
    ow_status status = OW_OK;
    while (text && *text) {
        if (*count == MOST_SELECTORS)
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "too many selectors: more than %d",
                             (int)MOST_SELECTORS);
        if (!selector_next(&text, &selectors[*count], error))
            return OW_BAD_ARGUMENT;
        status = selector_prepare(&selectors[(*count)++], scene, arena);
        if (status != OW_OK)
            return error_plain(error, status);
    }
    return OW_OK;
}

/* A mistyped word is an error, not an empty picture. */
static ow_status nothing_left(const ow_scene_choice *choice, ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                     "nothing to draw: no part of the picture is selected%s%.200s%s",
                     choice->only ? " by \"" : "", choice->only ? choice->only : "",
                     choice->only ? "\"" : "");
}

ow_status ow_scene_choose(ow_scene *scene, const ow_scene_choice *choice, ow_error *error)
{
    static const ow_scene_choice everything;
    struct selector selectors[MOST_SELECTORS];
    struct arena arena;
    error_clear(error);
    if (!scene || !scene->owner)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing scene: the pointer is NULL");
    struct choosing choosing = {scene, choice ? choice : &everything, selectors, 0, 0, 0};
    arena_share(&arena, scene->owner);
    ow_status status = read_selectors(choosing.choice->only, scene, &arena, selectors,
                                      &choosing.only_count, error);
    choosing.count = choosing.only_count;
    if (status == OW_OK)
        status =
            read_selectors(choosing.choice->hide, scene, &arena, selectors, &choosing.count, error);
    struct scene_bounds *shapes = NULL;
    if (status == OW_OK && !(shapes = scene_shape_bounds(scene, &arena)))
        status = error_plain(error, arena.status);
    if (status == OW_OK) {
        choose_items(&choosing, shapes);
        choose_others(&choosing);
        choose_pegs(&choosing);
        bool left = choosing.left > 0 || choosing.count == 0;
        status = left ? scene_find_bounds(scene, NULL) : nothing_left(choosing.choice, error);
        if (left && status != OW_OK)
            error_plain(error, status);
    }
    arena_free(&arena);
    return status;
}

static ow_status find_in(const ow_scene *scene, const struct selector *selectors,
                         size_t selector_count, ow_scene_part_kind part, uint32_t *indices,
                         size_t room, size_t *count)
{
    bool items = part == OW_IN_ITEMS;
    uint32_t records = items ? scene->item_count : scene->segment_count;
    for (uint32_t i = 0; i < records; i++) {
        const ow_scene_item *item = items ? &scene->items[i] : NULL;
        const ow_scene_segment *segment = items ? NULL : &scene->segments[i];
        struct selected record =
            item ? (struct selected){item->kind, item->subject, item->type, item->group,
                                     item->address}
                 : (struct selected){segment->kind, segment->subject, OW_NONE, segment->group, 0};
        bool taken = false;
        for (size_t s = 0; s < selector_count && !taken; s++)
            taken = selector_takes(&selectors[s], scene, &record);
        if (taken && *count < room)
            indices[*count] = i;
        *count += taken;
    }
    return OW_OK;
}

ow_status ow_scene_find(const ow_scene *scene, const char *selectors, ow_scene_part_kind part,
                        uint32_t *indices, size_t room, size_t *count, ow_error *error)
{
    struct selector taken_apart[MOST_SELECTORS];
    struct arena arena;
    size_t selector_count = 0;
    error_clear(error);
    if (!scene || !scene->owner || !selectors || !count || (!indices && room > 0) ||
        (part != OW_IN_ITEMS && part != OW_IN_SEGMENTS))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing scene, selectors, or items or segments to search");
    *count = 0;
    arena_share(&arena, scene->owner);
    ow_status status =
        read_selectors(selectors, scene, &arena, taken_apart, &selector_count, error);
    if (status == OW_OK)
        status = find_in(scene, taken_apart, selector_count, part, indices, room, count);
    arena_free(&arena);
    return status;
}
