/* Objects of a map as the records of a level. */
#include "read_object.h"

#include <stdio.h>

enum { THOUSAND = 1000, NAMED = PLACE_ROOM + 32 };

/* The properties that stand for fields, the kinds that have them, and the largest value of each. */
#define KIND(id)   (1u << (id))
#define ACTORS     (KIND(OW_LEVELD_PLRS) | KIND(OW_LEVELD_NPCS) | KIND(OW_LEVELD_ITEM))
#define THINGS     KIND(OW_LEVELD_THNG)
#define TRIGGERS   KIND(OW_LEVELD_TRIG)
#define PATHS      KIND(OW_LEVELD_PATH)
#define SAID(name) offsetof(struct said, name)
static const struct {
    const char *name;
    size_t value, has; /* where in struct said; `has` 0: nobody asks */
    uint32_t most;
    unsigned kinds;
} fields[] = {
    {"id", SAID(id), SAID(has_id), UINT32_MAX, ACTORS | THINGS | TRIGGERS},
    {"tag", SAID(tag), 0, UINT32_MAX, THINGS | TRIGGERS | PATHS},
    {"layer_id", SAID(layer_id), 0, UINT32_MAX, THINGS | TRIGGERS | PATHS},
    {"flags", SAID(flags), 0, UINT16_MAX, ACTORS | THINGS},
    {"x", SAID(x), SAID(has_x), UINT32_MAX, ACTORS | THINGS | TRIGGERS},
    {"y", SAID(y), SAID(has_y), UINT32_MAX, ACTORS | THINGS | TRIGGERS},
    {"type", SAID(type), 0, UINT16_MAX, TRIGGERS},
    {"a1", SAID(a1), 0, UINT32_MAX, TRIGGERS},
    {"a2", SAID(a2), 0, UINT32_MAX, TRIGGERS},
    {"a3", SAID(a3), 0, UINT32_MAX, TRIGGERS},
    {"a4", SAID(a4), 0, UINT32_MAX, TRIGGERS},
    {"a5", SAID(a5), 0, UINT32_MAX, TRIGGERS},
    {"area_type", SAID(area_type), SAID(has_area_type), UINT8_MAX, TRIGGERS},
    {"looping", SAID(looping), SAID(has_looping), UINT8_MAX, PATHS},
    {"point_count", SAID(point_count), SAID(has_point_count), UINT32_MAX, PATHS},
};

/* Notes a property that stands for a number; false where it is none. */
static bool read_number(struct tiled_reader *reader, const struct property *property,
                        const char *pointer, unsigned kind, struct said *said)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!(fields[i].kinds & KIND(kind)) || !json_token_is(&property->name, fields[i].name))
            continue;
        uint32_t value = tiled_take_number(reader, property->value, fields[i].most, pointer);
        memcpy((char *)said + fields[i].value, &value, sizeof value);
        if (fields[i].has > 0)
            *((bool *)(void *)((char *)said + fields[i].has)) = true;
        return true;
    }
    return false;
}

/* What the layout has besides: noted, to be put in its place behind all else. */
static bool read_added(struct tiled_reader *reader, const struct property *property,
                       const char *pointer, unsigned kind, struct said *said)
{
    bool base64;
    const char *field = tiled_added_field(&reader->fields, kind, &property->name, &base64);
    if (!field) {
        tiled_warn(reader, UNKNOWN_PROPERTIES, pointer);
        return true;
    }
    struct added_value *added = arena_take(&reader->scratch, sizeof *added);
    if (!added)
        return tiled_starve(reader, &reader->scratch);
    *added = (struct added_value){
        .next = said->added, .field = field, .at = property->value, .base64 = base64};
    snprintf(added->pointer, sizeof added->pointer, "%s", pointer);
    said->added = added;
    return true;
}

/* Moves what an object says of added fields to its block. */
static void keep_added(struct tiled_reader *reader, struct planned *planned, uint32_t record,
                       struct added_value *added)
{
    while (added) {
        struct added_value *next = added->next;
        added->next = NULL;
        added->record = record;
        *(planned->last_added ? &planned->last_added->next : &planned->added) = added;
        planned->last_added = added;
        reader->has_added = true;
        added = next;
    }
}

static bool read_property(struct tiled_reader *reader, const struct object *object,
                          const struct property *property, unsigned kind, struct said *said)
{
    char pointer[NAMED];
    bool base64, is_path = kind == OW_LEVELD_PATH;
    bool has_text = kind == OW_LEVELD_THNG || kind == OW_LEVELD_TRIG;
    snprintf(pointer, sizeof pointer, "%s/properties/%u", object->place, (unsigned)property->index);
    if (read_number(reader, property, pointer, kind, said))
        return true;
    if (has_text && tiled_is_text_property(&property->name, "metadata", &base64))
        return tiled_take_short_text(reader, property->value, pointer, base64, &said->metadata);
    if (is_path && json_token_is(&property->name, "values"))
        said->values = property->value;
    else if (is_path && json_token_is(&property->name, "points"))
        said->points = property->value;
    else
        return read_added(reader, property, pointer, kind, said);
    return true;
}

bool tiled_read_said(struct tiled_reader *reader, const struct object *object, unsigned kind,
                     struct said *said)
{
    struct properties properties =
        walk_properties(&reader->walk, object->members[OBJECT_PROPERTIES].at);
    struct property property;
    *said = (struct said){0};
    while (next_property(&properties, &property))
        if (!read_property(reader, object, &property, kind, said))
            return false;
    if (said->layer_id > 0 && leveld_layout_of(&reader->level) < 4) {
        tiled_warn(reader, "layer_ids of objects, which levels before version 4 do not have",
                   object->place);
        said->layer_id = 0;
    }
    return !reader->walk.problem;
}

int64_t tiled_whole(int64_t thousandths)
{
    int64_t halves = thousandths + THOUSAND / 2;
    return halves >= 0 ? halves / THOUSAND : -((-halves + THOUSAND - 1) / THOUSAND);
}

uint32_t tiled_place(struct tiled_reader *reader, const struct object *object, int64_t thousandths,
                     const uint32_t *exact)
{
    if (exact && tiled_may_be(thousandths, *exact))
        return *exact;
    int64_t whole = tiled_whole(thousandths);
    if (whole >= 0 && whole <= UINT32_MAX) {
        if (thousandths % THOUSAND != 0)
            tiled_warn(reader, "places between pixels: they are the nearest pixel now",
                       object->place);
        return (uint32_t)whole;
    }
    tiled_warn(reader,
               "places left of the map, above it or beyond 4294967295: they are the nearest "
               "that a level has",
               object->place);
    return whole < 0 ? 0 : UINT32_MAX;
}

/* The same for a length of at most `most`. */
static uint16_t size_of(struct tiled_reader *reader, const struct object *object,
                        int64_t thousandths)
{
    int64_t whole = tiled_whole(thousandths);
    if (whole >= 0 && whole <= UINT16_MAX && thousandths % THOUSAND == 0)
        return (uint16_t)whole;
    tiled_warn(reader,
               "areas whose size is no whole number of at most 65535 pixels: they have the "
               "nearest size",
               object->place);
    return whole < 0 ? 0 : whole > UINT16_MAX ? UINT16_MAX : (uint16_t)whole;
}

/* Where a thing is: its point, or the middle of its tile (which stands on x, y) or rectangle. */
static void find_middle(struct tiled_reader *reader, const struct object *object,
                        const struct said *said, uint32_t *x, uint32_t *y)
{
    int64_t to_right = object->width / 2, down = object->height / 2;
    if (object->gid > 0)
        down = -down;
    *x = tiled_place(reader, object, object->x + to_right, said->has_x ? &said->x : NULL);
    *y = tiled_place(reader, object, object->y + down, said->has_y ? &said->y : NULL);
}

static uint32_t id_of(struct tiled_reader *reader, const struct object *object,
                      const struct said *said)
{
    uint16_t tile = 0;
    bool block;
    if (!said->has_id && object->gid > 0)
        tiled_tile_of(reader, object->gid, object->place, &tile, &block);
    return said->has_id ? said->id : tile;
}

static void fill_actor(struct tiled_reader *reader, const struct object *object,
                       const struct said *said, ow_leveld_actor *actor)
{
    find_middle(reader, object, said, &actor->x, &actor->y);
    actor->flags = (uint16_t)said->flags;
    actor->id = id_of(reader, object, said);
    if (actor->id > 0 && leveld_layout_of(&reader->level) == 0) {
        tiled_warn(reader, "ids of actors, which version 0 does not have", object->place);
        actor->id = 0;
    }
}

static void fill_thing(struct tiled_reader *reader, const struct object *object,
                       const struct said *said, ow_leveld_thing *thing)
{
    find_middle(reader, object, said, &thing->x, &thing->y);
    thing->id = id_of(reader, object, said);
    thing->tag = said->tag;
    thing->layer_id = said->layer_id;
    thing->flags = (uint16_t)said->flags;
    thing->metadata = said->metadata;
}

/* A circle stands on its centre, in a level. */
static void fill_circle(struct tiled_reader *reader, const struct object *object,
                        const struct said *said, ow_leveld_trigger *trigger)
{
    if (object->width != object->height)
        tiled_warn(reader,
                   "ellipses that are no circles: they are as wide and as high as they were "
                   "wide",
                   object->place);
    trigger->area_type = OW_LEVELD_CIRCLE;
    trigger->radius = size_of(reader, object, object->width / 2);
    int64_t back = (int64_t)trigger->radius * THOUSAND;
    bool same_x = said->has_x && tiled_may_be(object->x, (int64_t)said->x - trigger->radius);
    bool same_y = said->has_y && tiled_may_be(object->y, (int64_t)said->y - trigger->radius);
    trigger->x = same_x ? said->x : tiled_place(reader, object, object->x + back, NULL);
    trigger->y = same_y ? said->y : tiled_place(reader, object, object->y + back, NULL);
}

static void fill_area(struct tiled_reader *reader, const struct object *object,
                      const struct said *said, ow_leveld_trigger *trigger)
{
    if (object->shape == SHAPE_ELLIPSE) {
        fill_circle(reader, object, said, trigger);
        return;
    }
    trigger->x = tiled_place(reader, object, object->x, said->has_x ? &said->x : NULL);
    trigger->y = tiled_place(reader, object, object->y, said->has_y ? &said->y : NULL);
    if (object->shape == SHAPE_POINT && said->has_area_type && said->area_type > OW_LEVELD_CIRCLE) {
        trigger->area_type = (uint8_t)said->area_type;
        return;
    }
    trigger->area_type = OW_LEVELD_RECTANGLE;
    trigger->width = size_of(reader, object, object->width);
    trigger->height = size_of(reader, object, object->height);
}

static void fill_trigger(struct tiled_reader *reader, const struct object *object,
                         const struct said *said, ow_leveld_trigger *trigger)
{
    fill_area(reader, object, said, trigger);
    trigger->id = said->id;
    trigger->tag = said->tag;
    trigger->layer_id = said->layer_id;
    trigger->type = (uint16_t)said->type;
    trigger->a1 = said->a1;
    trigger->a2 = said->a2;
    trigger->a3 = said->a3;
    trigger->a4 = said->a4;
    trigger->a5 = said->a5;
    trigger->metadata = said->metadata;
}

bool tiled_fill_object(struct tiled_reader *reader, const struct object *object,
                       struct planned *planned)
{
    ow_leveld_block *block = &planned->block;
    uint32_t index = planned->filled++;
    struct said said;
    if (!tiled_read_said(reader, object, block->id, &said))
        return false;
    keep_added(reader, planned, index, said.added);
    if (block->id == OW_LEVELD_THNG)
        fill_thing(reader, object, &said, &block->things[index]);
    else if (block->id == OW_LEVELD_TRIG)
        fill_trigger(reader, object, &said, &block->triggers[index]);
    else if (block->id == OW_LEVELD_PATH)
        return tiled_fill_path(reader, object, &said, &block->paths[index]);
    else
        fill_actor(reader, object, &said, &block->actors[index]);
    return true;
}
