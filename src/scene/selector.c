/* What picks parts of a scene: a selector's text, and what it chooses. */
#include "selector.h"

#include "../base/error.h"

#include <string.h>

/* What is known of a group. */
enum { UNKNOWN, CHOSEN, LEFT_OUT, ON_THE_WAY };

static bool begins(ow_text text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && memcmp(text.data, word, size) == 0;
}

static ow_text without(ow_text text, size_t size)
{
    return (ow_text){text.data + size, text.size - size};
}

/* "C-12", as Logic World writes an address. */
static bool read_address(ow_text text, uint32_t *address)
{
    uint64_t value = 0;
    if (!begins(text, "C-") || text.size == 2 || text.size > 12)
        return false;
    for (size_t i = 2; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        value = value * 10 + (unsigned)(text.data[i] - '0');
    }
    *address = (uint32_t)value;
    return value <= UINT32_MAX;
}

static bool is_word(ow_text text, const char *word)
{
    return begins(text, word) && text.size == strlen(word);
}

static void take_apart(ow_text text, struct selector *selector)
{
    static const struct {
        const char *prefix;
        enum selector_sort sort;
    } prefixes[] = {{"type:", BY_TYPE}, {"kind:", BY_KIND}, {"group:", BY_GROUP}};
    *selector = (struct selector){.sort = BY_KIND, .text = text};
    if (text.data[0] == '/')
        selector->sort = BY_POINTER;
    else if (read_address(text, &selector->address))
        selector->sort = BY_ADDRESS;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (begins(text, prefixes[i].prefix)) {
            selector->sort = prefixes[i].sort;
            selector->text = without(text, strlen(prefixes[i].prefix));
        }
    }
    if (selector->sort == BY_KIND &&
        (is_word(selector->text, "peg") || is_word(selector->text, "pegs")))
        selector->sort = BY_PEG;
}

bool selector_next(const char **rest, struct selector *selector, ow_error *error)
{
    if (!**rest)
        return false;
    const char *comma = strchr(*rest, ',');
    ow_text text = {*rest, comma ? (size_t)(comma - *rest) : strlen(*rest)};
    *rest += text.size + (comma ? 1 : 0);
    if (text.size == 0) {
        error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                  "a selector is empty: they are joined by single commas");
        return false;
    }
    take_apart(text, selector);
    return true;
}

/* Whether text is what a pattern says, * standing for any characters. Goes back to the last * alone, so
 * it takes at most the product of both lengths. */
static bool matches(ow_text text, ow_text pattern)
{
    size_t at = 0, in_pattern = 0, star = SIZE_MAX, after = 0;
    while (at < text.size) {
        if (in_pattern < pattern.size && pattern.data[in_pattern] == '*') {
            star = in_pattern++;
            after = at;
        } else if (in_pattern < pattern.size && pattern.data[in_pattern] == text.data[at]) {
            at++, in_pattern++;
        } else if (star != SIZE_MAX) {
            in_pattern = star + 1;
            at = ++after;
        } else {
            return false;
        }
    }
    while (in_pattern < pattern.size && pattern.data[in_pattern] == '*')
        in_pattern++;
    return in_pattern == pattern.size;
}

/* A kind by its name, in the plural too. */
static bool is_kind(const char *name, ow_text pattern)
{
    if (matches(ow_text_of(name), pattern))
        return true;
    bool plural = pattern.size > 1 && pattern.data[pattern.size - 1] == 's';
    return plural && matches(ow_text_of(name), (ow_text){pattern.data, pattern.size - 1});
}

/* The index that a pointer goes on with, up to its next slash. */
static bool read_index(ow_text text, uint32_t *index)
{
    uint64_t value = 0;
    size_t size = 0;
    while (size < text.size && text.data[size] >= '0' && text.data[size] <= '9' && size < 11)
        value = value * 10 + (unsigned)(text.data[size++] - '0');
    bool is_plain = size > 0 && (size == 1 || text.data[0] != '0');
    *index = (uint32_t)value;
    return is_plain && value < OW_NONE && (size == text.size || text.data[size] == '/');
}

/* What a pointer chooses of the records of a list: all where it is the list's, or one above; else the
 * one that it is of, or is inside of. */
static struct of_kind chosen_by_pointer(ow_text pointer, const char *list)
{
    struct of_kind kind = {NO_RECORD, 0};
    ow_text own = ow_text_of(list);
    size_t shorter = own.size < pointer.size ? own.size : pointer.size;
    if (memcmp(own.data, pointer.data, shorter) != 0)
        return kind;
    if (pointer.size <= own.size) {
        bool ends_there = pointer.size == own.size || own.data[shorter] == '/';
        kind.chosen = ends_there ? EVERY_RECORD : NO_RECORD;
    } else if (pointer.data[shorter] == '/') {
        bool is_one = read_index(without(pointer, shorter + 1), &kind.subject);
        kind.chosen = is_one ? ONE_RECORD : THE_LIST;
    }
    return kind;
}

static bool takes_subject(const struct selector *selector, const ow_scene *scene, uint16_t kind,
                          uint32_t subject)
{
    if (kind >= scene->kind_count)
        return false;
    const struct of_kind *of = &selector->kinds[kind];
    return of->chosen == EVERY_RECORD || (of->chosen != NO_RECORD && subject == OW_NONE) ||
           (of->chosen == ONE_RECORD && subject == of->subject);
}

/* Of a group of no record of its own, a pointer to one of a list says nothing. */
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
        return matches(group->name, selector->text);
    return selector->sort == BY_POINTER && takes_group_by_pointer(selector, scene, group);
}

/* The groups of the first component that has an address. */
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

/* What stands on a group is chosen with it. Each group is passed once on the way up and once on the
 * way back, whatever the parents are, loops included. */
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

/* Words are compared once for each kind and type, not for each record. */
static void find_kinds(struct selector *selector, const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->kind_count; i++) {
        const ow_scene_kind *kind = &scene->kinds[i];
        selector->kinds[i] = (struct of_kind){NO_RECORD, 0};
        if (selector->sort == BY_POINTER)
            selector->kinds[i] = chosen_by_pointer(selector->text, kind->list);
        else if (selector->sort == BY_KIND && is_kind(kind->name, selector->text))
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
            selector->sort == BY_TYPE && matches(scene->types[i].name, selector->text);
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
        break;
    }
    return false;
}
