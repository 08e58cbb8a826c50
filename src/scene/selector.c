/* Selectors of parts of a scene: parsing and matching. */
#include "selector.h"

#include "../base/error.h"
#include "../base/text.h"

#include <string.h>

/* The state of a group. */
enum { UNKNOWN, CHOSEN, LEFT_OUT, ON_THE_WAY };

bool selector_next(const char **rest, struct selector *selector, ow_error *error)
{
    struct selector_words words;
    if (!selector_take(rest, &words, error))
        return false;
    *selector = (struct selector){.sort = words.sort, .text = words.text, .address = words.value};
    if (words.sort <= BY_PEG && !words.negated)
        return true;
    error_set(error, OW_BAD_ARGUMENT, 0, NULL,
              "\"%.*s\" matches records by data that a picture does not have; write the JSON "
              "Pointers of the records",
              text_shown_size(words.whole), words.whole.data);
    return false;
}

static bool takes_subject(const struct selector *selector, const ow_scene *scene, uint16_t kind,
                          uint32_t subject)
{
    if (kind >= scene->kind_count)
        return false;
    const struct of_list *of = &selector->kinds[kind];
    return of->chosen == EVERY_RECORD || (of->chosen != NO_RECORD && subject == OW_NONE) ||
           (of->chosen == ONE_RECORD && subject == of->index);
}

/* A group without a record of its own cannot be selected by a pointer to a record. */
static bool takes_group_by_pointer(const struct selector *selector, const ow_scene *scene,
                                   const ow_scene_group *group)
{
    if (group->subject == OW_NONE)
        return group->kind < scene->kind_count &&
               selector->kinds[group->kind].chosen == EVERY_RECORD;
    return takes_subject(selector, scene, group->kind, group->subject);
}

static bool takes_group(const struct selector *selector, const ow_scene *scene,
                        const ow_scene_group *group)
{
    if (selector->sort == BY_GROUP)
        return pattern_matches(group->name, selector->text);
    return selector->sort == BY_POINTER && takes_group_by_pointer(selector, scene, group);
}

/* Marks the groups of the first component with an address. */
static void mark_addressed(const struct selector *selector, const ow_scene *scene)
{
    const ow_scene_item *found = NULL;
    for (uint32_t i = 0; i < scene->item_count && !found; i++)
        if (scene->items[i].address == selector->address)
            found = &scene->items[i];
    for (uint32_t i = 0; i < scene->group_count && found; i++)
        if (scene->groups[i].kind == found->kind && scene->groups[i].subject == found->subject)
            selector->groups[i] = CHOSEN;
}

/* Children of a selected group are selected too. Each group is visited once upwards and once
 * downwards, whatever the parents are, cycles included. */
static void mark_children(const struct selector *selector, const ow_scene *scene)
{
    uint8_t *marks = selector->groups;
    for (uint32_t i = 0; i < scene->group_count; i++) {
        uint32_t top = i;
        while (top < scene->group_count && marks[top] == UNKNOWN) {
            marks[top] = ON_THE_WAY;
            top = scene->groups[top].parent;
        }
        bool chosen = top < scene->group_count && marks[top] == CHOSEN;
        for (uint32_t at = i; at < scene->group_count && marks[at] == ON_THE_WAY;
             at = scene->groups[at].parent)
            marks[at] = chosen ? CHOSEN : LEFT_OUT;
    }
}

/* Words are compared once per kind and type, not per record. */
static void find_kinds(struct selector *selector, const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->kind_count; i++) {
        const ow_scene_kind *kind = &scene->kinds[i];
        selector->kinds[i] = (struct of_list){NO_RECORD, 0};
        if (selector->sort == BY_POINTER)
            selector->kinds[i] = chosen_by_pointer(selector->text, kind->list);
        else if (selector->sort == BY_KIND && pattern_is_kind(kind->name, selector->text))
            selector->kinds[i].chosen = EVERY_RECORD;
    }
}

ow_status selector_prepare(struct selector *selector, const ow_scene *scene, struct arena *arena)
{
    selector->groups = arena_take(arena, (size_t)scene->group_count + 1);
    selector->types = arena_take(arena, (size_t)scene->type_count + 1);
    selector->kinds = arena_take(arena, ((size_t)scene->kind_count + 1) * sizeof *selector->kinds);
    if (!selector->groups || !selector->types || !selector->kinds)
        return arena->status;
    find_kinds(selector, scene);
    memset(selector->groups, 0, (size_t)scene->group_count + 1);
    for (uint32_t i = 0; i < scene->group_count; i++)
        selector->groups[i] = takes_group(selector, scene, &scene->groups[i]) ? CHOSEN : UNKNOWN;
    if (selector->sort == BY_ADDRESS)
        mark_addressed(selector, scene);
    mark_children(selector, scene);
    for (uint32_t i = 0; i < scene->type_count; i++)
        selector->types[i] =
            selector->sort == BY_TYPE && pattern_is_type(scene->types[i].name, selector->text);
    return OW_OK;
}

bool selector_takes(const struct selector *selector, const ow_scene *scene,
                    const struct selected *record)
{
    if (record->group < scene->group_count && selector->groups[record->group] == CHOSEN)
        return true;
    switch (selector->sort) {
    case BY_POINTER:
    case BY_KIND:
        return takes_subject(selector, scene, record->kind, record->subject);
    case BY_ADDRESS:
        return record->address != 0 && record->address == selector->address;
    case BY_TYPE:
        return record->type < scene->type_count && selector->types[record->type];
    case BY_GROUP:
    case BY_PEG:
    case BY_TAG:
    case BY_TEXT:
    case BY_PLACE:
    case BY_BOX:
    case BY_NEAR:
    case BY_ONLY:
    case BY_WIRED:
    case BY_NET:
        break;
    }
    return false;
}
