/* Decides which objects of a map become things, triggers, paths and actors. */
#include "read_object.h"

#include <stdio.h>

static const char *const member_names[OBJECT_MEMBERS] = {
    [OBJECT_TYPE] = "type",
    [OBJECT_CLASS] = "class",
    [OBJECT_NAME] = "name",
    [OBJECT_X] = "x",
    [OBJECT_Y] = "y",
    [OBJECT_WIDTH] = "width",
    [OBJECT_HEIGHT] = "height",
    [OBJECT_ROTATION] = "rotation",
    [OBJECT_POINT] = "point",
    [OBJECT_ELLIPSE] = "ellipse",
    [OBJECT_POLYGON] = "polygon",
    [OBJECT_POLYLINE] = "polyline",
    [OBJECT_TEXT] = "text",
    [OBJECT_GID] = "gid",
    [OBJECT_TEMPLATE] = "template",
    [OBJECT_PROPERTIES] = "properties",
};

bool tiled_number(struct tiled_reader *reader, const struct member *member, const char *place,
                  int64_t *value)
{
    static const int64_t limit =
        INT64_C(1000000000000000); /* 10^12 pixels: no program supports such maps */
    *value = 0;
    if (!member->at || reader->walk.problem)
        return true;
    if (!value_thousandths(&reader->walk, member->at, value))
        return tiled_refuse(reader, place, "\"%s\" is not a number", member->name);
    if (*value > -limit && *value < limit)
        return true;
    return tiled_refuse(reader, place, "\"%s\" is out of range: it must be less than 10^12 pixels",
                        member->name);
}

static bool find_shape(struct tiled_reader *reader, struct object *object)
{
    const struct member *members = object->members;
    uint64_t gid = 0;
    if (!tiled_number(reader, &members[OBJECT_X], object->place, &object->x) ||
        !tiled_number(reader, &members[OBJECT_Y], object->place, &object->y) ||
        !tiled_number(reader, &members[OBJECT_WIDTH], object->place, &object->width) ||
        !tiled_number(reader, &members[OBJECT_HEIGHT], object->place, &object->height))
        return false;
    object->line =
        members[OBJECT_POLYGON].at ? members[OBJECT_POLYGON].at : members[OBJECT_POLYLINE].at;
    object->closed = members[OBJECT_POLYGON].at != NULL;
    value_unsigned(&reader->walk, members[OBJECT_GID].at, &gid);
    object->gid = gid <= UINT32_MAX ? (uint32_t)gid : 0;
    if (object->line)
        object->shape = SHAPE_LINE;
    else if (value_is_true(&reader->walk, members[OBJECT_ELLIPSE].at))
        object->shape = SHAPE_ELLIPSE;
    else if (value_is_true(&reader->walk, members[OBJECT_POINT].at) || object->gid > 0)
        object->shape = SHAPE_POINT;
    else
        object->shape = SHAPE_RECTANGLE;
    return true;
}

/* The kind by the object's type or, in Tiled 1.9, its class; NO_KIND. */
static unsigned kind_by_name(struct tiled_reader *reader, const struct object *object)
{
    for (unsigned kind = OW_LEVELD_PLRS; kind <= OW_LEVELD_PATH; kind++)
        if (value_is_text(&reader->walk, object->members[OBJECT_TYPE].at,
                          leveld_words[kind].name) ||
            value_is_text(&reader->walk, object->members[OBJECT_CLASS].at, leveld_words[kind].name))
            return kind;
    return NO_KIND;
}

/* The kind by the block of the object's layer; NO_KIND. */
static unsigned kind_by_group(const struct tiled_reader *reader, uint32_t group)
{
    bool known = group < reader->plan_count && !reader->plan[group].bytes &&
                 reader->plan[group].block.id >= OW_LEVELD_PLRS;
    return known ? reader->plan[group].block.id : NO_KIND;
}

static bool is_actor(unsigned kind)
{
    return kind >= OW_LEVELD_PLRS && kind <= OW_LEVELD_ITEM;
}

/* Whether a kind of record can have the shape of an object. */
static bool fits(unsigned kind, const struct object *object)
{
    bool empty = object->width == 0 && object->height == 0;
    if (kind == OW_LEVELD_PATH)
        return object->shape == SHAPE_LINE || object->shape == SHAPE_POINT;
    if (kind == OW_LEVELD_TRIG)
        return object->shape != SHAPE_LINE && object->gid == 0;
    return object->shape == SHAPE_POINT || (object->shape == SHAPE_RECTANGLE && empty);
}

/* The kind that an object becomes: that of its type or its layer if the shape fits, otherwise one
 * that fits the shape. */
static unsigned kind_of(struct tiled_reader *reader, const struct object *object, uint32_t group)
{
    unsigned named = kind_by_name(reader, object), grouped = kind_by_group(reader, group);
    bool empty = object->width == 0 && object->height == 0;
    unsigned kind = object->shape == SHAPE_LINE ? OW_LEVELD_PATH
                    : object->shape == SHAPE_POINT || (empty && object->shape != SHAPE_ELLIPSE)
                        ? OW_LEVELD_THNG
                        : OW_LEVELD_TRIG;
    if (named != NO_KIND &&
        (fits(named, object) ||
         (named != OW_LEVELD_PATH && named != OW_LEVELD_TRIG && object->shape == SHAPE_RECTANGLE)))
        kind = named;
    else if (grouped != NO_KIND && fits(grouped, object))
        kind = grouped;
    if (kind == OW_LEVELD_THNG && !tiled_has_block(reader, kind))
        return OW_LEVELD_NPCS; /* versions before 3 have actors instead of things */
    if (is_actor(kind) && !tiled_has_block(reader, kind))
        return OW_LEVELD_THNG;
    return kind;
}

static void warn_about_looks(struct tiled_reader *reader, const struct object *object)
{
    int64_t rotation = 0;
    value_thousandths(&reader->walk, object->members[OBJECT_ROTATION].at, &rotation);
    struct json_token name;
    if (rotation != 0)
        tiled_warn(reader, "rotated objects, which levels cannot store: rotations removed",
                   object->place);
    if (value_text(&reader->walk, object->members[OBJECT_NAME].at, &name) && name.size > 0)
        tiled_warn(reader, "names of objects, which levels cannot store", object->place);
}

static bool read_object(struct tiled_reader *reader, struct object *object, uint32_t group)
{
    if (object->members[OBJECT_TEMPLATE].at)
        return tiled_refuse(
            reader, object->place,
            "the object uses a template; detach it in Tiled (Detach Selected Template Instances)");
    if (object->members[OBJECT_TEXT].at) {
        tiled_warn(reader, "dropped texts, which levels cannot store", object->place);
        return true;
    }
    if (!find_shape(reader, object))
        return false;
    unsigned kind = kind_of(reader, object, group);
    struct planned *planned = tiled_block_for(reader, kind, group);
    if (!planned) {
        tiled_warn(reader, "dropped triggers and paths, which levels before version 3 do not have",
                   object->place);
        return true;
    }
    if (!reader->filling) {
        if (planned->block.count == UINT32_MAX)
            return tiled_refuse(reader, object->place,
                                "the map has more objects than a level can have");
        planned->block.count++;
        return true;
    }
    warn_about_looks(reader, object);
    return tiled_fill_object(reader, object, planned);
}

bool tiled_read_objects(struct tiled_reader *reader, const char *at, uint32_t group,
                        const char *place)
{
    enum { OFTEN = 1024 };
    struct elements elements = walk_elements(&reader->walk, at);
    struct object object;
    while (next_element(&elements, &at)) {
        for (size_t i = 0; i < OBJECT_MEMBERS; i++)
            object.members[i].name = member_names[i];
        snprintf(object.place, sizeof object.place, "%.*s/objects/%u", PLACE_ROOM - 32, place,
                 (unsigned)elements.index);
        if (elements.index % OFTEN == 0 && !tiled_go_on(reader, at))
            return false;
        if (!walk_members(&reader->walk, at, object.members, OBJECT_MEMBERS) ||
            !read_object(reader, &object, group))
            return false;
    }
    return !reader->walk.problem;
}
