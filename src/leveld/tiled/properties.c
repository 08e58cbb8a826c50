/* Custom properties of Tiled. */
#include "properties.h"

struct properties walk_properties(struct json_walk *walk, const char *at)
{
    struct properties properties = {.elements = walk_elements(walk, at)};
    properties.object = at && *at == '{';
    return properties;
}

static bool next_old_property(struct elements *elements, struct property *property)
{
    struct json_cursor *cursor = &elements->cursor;
    bool first = !elements->begun;
    if (first)
        cursor->at++;
    else if (!json_skip(cursor))
        return walk_fail(elements->walk, cursor, NULL);
    else
        elements->index++;
    elements->begun = true;
    if (!walk_name(cursor, first, &property->name))
        return cursor->problem ? walk_fail(elements->walk, cursor, NULL) : false;
    json_peek(cursor);
    property->value = cursor->at;
    property->index = elements->index;
    return true;
}

bool next_property(struct properties *properties, struct property *property)
{
    enum { NAME, VALUE, MEMBERS };
    struct elements *elements = &properties->elements;
    const char *at;
    if (properties->object)
        return next_old_property(elements, property);
    while (next_element(elements, &at)) {
        struct member members[MEMBERS] = {[NAME] = {.name = "name"}, [VALUE] = {.name = "value"}};
        if (!walk_members(elements->walk, at, members, MEMBERS))
            return false;
        property->value = members[VALUE].at;
        property->index = elements->index;
        if (value_text(elements->walk, members[NAME].at, &property->name))
            return true;
    }
    return false;
}
