/* Objects of a map as records of a level. */
#include "read_object.h"

#include <stdio.h>

enum { THOUSAND = 1000, NAMED = PLACE_ROOM + 32 };

/* The properties that stand for fields, the kinds that have them, and the largest value of each. */
#define KIND(id)       (1u << (id))
#define ACTORS         (KIND(OW_LEVELD_PLRS) | KIND(OW_LEVELD_NPCS) | KIND(OW_LEVELD_ITEM))
#define THINGS         KIND(OW_LEVELD_THNG)
#define TRIGGERS       KIND(OW_LEVELD_TRIG)
#define PATHS          KIND(OW_LEVELD_PATH)
#define PROPERTY(name) offsetof(struct object_properties, name)
static const struct {
    const char *name;
    size_t value, has; /* offsets in struct object_properties; `has` 0: not needed */
    uint32_t most;
    unsigned kinds;
} fields[] = {
    {"id", PROPERTY(id), PROPERTY(has_id), UINT32_MAX, ACTORS | THINGS | TRIGGERS},
    {"tag", PROPERTY(tag), 0, UINT32_MAX, THINGS | TRIGGERS | PATHS},
    {"layer_id", PROPERTY(layer_id), 0, UINT32_MAX, THINGS | TRIGGERS | PATHS},
    {"flags", PROPERTY(flags), 0, UINT16_MAX, ACTORS | THINGS},
    {"x", PROPERTY(x), PROPERTY(has_x), UINT32_MAX, ACTORS | THINGS | TRIGGERS},
    {"y", PROPERTY(y), PROPERTY(has_y), UINT32_MAX, ACTORS | THINGS | TRIGGERS},
    {"type", PROPERTY(type), 0, UINT16_MAX, TRIGGERS},
    {"a1", PROPERTY(a1), 0, UINT32_MAX, TRIGGERS},
    {"a2", PROPERTY(a2), 0, UINT32_MAX, TRIGGERS},
    {"a3", PROPERTY(a3), 0, UINT32_MAX, TRIGGERS},
    {"a4", PROPERTY(a4), 0, UINT32_MAX, TRIGGERS},
    {"a5", PROPERTY(a5), 0, UINT32_MAX, TRIGGERS},
    {"area_type", PROPERTY(area_type), PROPERTY(has_area_type), UINT8_MAX, TRIGGERS},
    {"looping", PROPERTY(looping), PROPERTY(has_looping), UINT8_MAX, PATHS},
    {"point_count", PROPERTY(point_count), PROPERTY(has_point_count), UINT32_MAX, PATHS},
};

/* Stores a property that stands for a number. Returns false for other properties. */
static bool read_number(struct tiled_reader *reader, const struct property *property,
                        const char *pointer, unsigned kind, struct object_properties *properties)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!(fields[i].kinds & KIND(kind)) || !json_token_is(&property->name, fields[i].name))
            continue;
        uint32_t value = tiled_take_number(reader, property->value, fields[i].most, pointer);
        memcpy((char *)properties + fields[i].value, &value, sizeof value);
        if (fields[i].has > 0)
            *((bool *)(void *)((char *)properties + fields[i].has)) = true;
        return true;
    }
    return false;
}

/* Stores a property that stands for an added field, to be inserted at the end. */
static bool read_added(struct tiled_reader *reader, const struct property *property,
                       const char *pointer, unsigned kind, struct object_properties *properties)
{
    bool base64;
    const char *field = tiled_added_field(&reader->fields, kind, &property->name, &base64);
    if (!field) {
        tiled_warn(reader, UNKNOWN_PROPERTIES, pointer);
        return true;
    }
    struct added_value *added = arena_take(&reader->scratch, sizeof *added);
    if (!added)
        return tiled_no_memory(reader, &reader->scratch);
    *added = (struct added_value){
        .next = properties->added, .field = field, .at = property->value, .base64 = base64};
    snprintf(added->pointer, sizeof added->pointer, "%s", pointer);
    properties->added = added;
    return true;
}

/* Moves an object's added fields to its block. */
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
                          const struct property *property, unsigned kind,
                          struct object_properties *properties)
{
    char pointer[NAMED];
    bool base64, is_path = kind == OW_LEVELD_PATH;
    bool has_text = kind == OW_LEVELD_THNG || kind == OW_LEVELD_TRIG;
    snprintf(pointer, sizeof pointer, "%s/properties/%u", object->place, (unsigned)property->index);
    if (read_number(reader, property, pointer, kind, properties))
        return true;
    if (has_text && tiled_is_text_property(&property->name, "metadata", &base64))
        return tiled_take_short_text(reader, property->value, pointer, base64,
                                     &properties->metadata);
    if (is_path && json_token_is(&property->name, "values"))
        properties->values = property->value;
    else if (is_path && json_token_is(&property->name, "points"))
        properties->points = property->value;
    else
        return read_added(reader, property, pointer, kind, properties);
    return true;
}

bool tiled_read_properties(struct tiled_reader *reader, const struct object *object, unsigned kind,
                           struct object_properties *properties)
{
    struct properties all = walk_properties(&reader->walk, object->members[OBJECT_PROPERTIES].at);
    struct property property;
    *properties = (struct object_properties){0};
    while (next_property(&all, &property))
        if (!read_property(reader, object, &property, kind, properties))
            return false;
    if (properties->layer_id > 0 && leveld_layout_of(&reader->level) < 4) {
        tiled_warn(reader, "layer_ids of objects, which levels before version 4 do not have",
                   object->place);
        properties->layer_id = 0;
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
            tiled_warn(reader, "positions rounded to the nearest pixel", object->place);
        return (uint32_t)whole;
    }
    tiled_warn(reader,
               "positions left of or above the map or beyond 4294967295, moved to the nearest "
               "possible position",
               object->place);
    return whole < 0 ? 0 : UINT32_MAX;
}

/* Converts a length to whole pixels, with a warning if it is changed. */
static uint16_t size_of(struct tiled_reader *reader, const struct object *object,
                        int64_t thousandths)
{
    int64_t whole = tiled_whole(thousandths);
    if (whole >= 0 && whole <= UINT16_MAX && thousandths % THOUSAND == 0)
        return (uint16_t)whole;
    tiled_warn(reader,
               "areas whose size is not a whole number up to 65535 pixels, set to the nearest size",
               object->place);
    return whole < 0 ? 0 : whole > UINT16_MAX ? UINT16_MAX : (uint16_t)whole;
}

/* The place of a thing: its point, or the middle of its rectangle or of its tile (whose bottom left
 * corner is x, y). */
static void find_middle(struct tiled_reader *reader, const struct object *object,
                        const struct object_properties *properties, uint32_t *x, uint32_t *y)
{
    int64_t to_right = object->width / 2, down = object->height / 2;
    if (object->gid > 0)
        down = -down;
    *x = tiled_place(reader, object, object->x + to_right,
                     properties->has_x ? &properties->x : NULL);
    *y = tiled_place(reader, object, object->y + down, properties->has_y ? &properties->y : NULL);
}

static uint32_t id_of(struct tiled_reader *reader, const struct object *object,
                      const struct object_properties *properties)
{
    uint16_t tile = 0;
    bool block;
    if (!properties->has_id && object->gid > 0)
        tiled_tile_of(reader, object->gid, object->place, &tile, &block);
    return properties->has_id ? properties->id : tile;
}

static void fill_actor(struct tiled_reader *reader, const struct object *object,
                       const struct object_properties *properties, ow_leveld_actor *actor)
{
    find_middle(reader, object, properties, &actor->x, &actor->y);
    actor->flags = (uint16_t)properties->flags;
    actor->id = id_of(reader, object, properties);
    if (actor->id > 0 && leveld_layout_of(&reader->level) == 0) {
        tiled_warn(reader, "ids of actors, which version 0 does not have", object->place);
        actor->id = 0;
    }
}

static void fill_thing(struct tiled_reader *reader, const struct object *object,
                       const struct object_properties *properties, ow_leveld_thing *thing)
{
    find_middle(reader, object, properties, &thing->x, &thing->y);
    thing->id = id_of(reader, object, properties);
    thing->tag = properties->tag;
    thing->layer_id = properties->layer_id;
    thing->flags = (uint16_t)properties->flags;
    thing->metadata = properties->metadata;
}

/* A level stores the centre of a circle. */
static void fill_circle(struct tiled_reader *reader, const struct object *object,
                        const struct object_properties *properties, ow_leveld_trigger *trigger)
{
    if (object->width != object->height)
        tiled_warn(reader, "ellipses that became circles of the same width", object->place);
    trigger->area_type = OW_LEVELD_CIRCLE;
    trigger->radius = size_of(reader, object, object->width / 2);
    int64_t back = (int64_t)trigger->radius * THOUSAND;
    bool same_x =
        properties->has_x && tiled_may_be(object->x, (int64_t)properties->x - trigger->radius);
    bool same_y =
        properties->has_y && tiled_may_be(object->y, (int64_t)properties->y - trigger->radius);
    trigger->x = same_x ? properties->x : tiled_place(reader, object, object->x + back, NULL);
    trigger->y = same_y ? properties->y : tiled_place(reader, object, object->y + back, NULL);
}

static void fill_area(struct tiled_reader *reader, const struct object *object,
                      const struct object_properties *properties, ow_leveld_trigger *trigger)
{
    if (object->shape == SHAPE_ELLIPSE) {
        fill_circle(reader, object, properties, trigger);
        return;
    }
    trigger->x = tiled_place(reader, object, object->x, properties->has_x ? &properties->x : NULL);
    trigger->y = tiled_place(reader, object, object->y, properties->has_y ? &properties->y : NULL);
    if (object->shape == SHAPE_POINT && properties->has_area_type &&
        properties->area_type > OW_LEVELD_CIRCLE) {
        trigger->area_type = (uint8_t)properties->area_type;
        return;
    }
    trigger->area_type = OW_LEVELD_RECTANGLE;
    trigger->width = size_of(reader, object, object->width);
    trigger->height = size_of(reader, object, object->height);
}

static void fill_trigger(struct tiled_reader *reader, const struct object *object,
                         const struct object_properties *properties, ow_leveld_trigger *trigger)
{
    fill_area(reader, object, properties, trigger);
    trigger->id = properties->id;
    trigger->tag = properties->tag;
    trigger->layer_id = properties->layer_id;
    trigger->type = (uint16_t)properties->type;
    trigger->a1 = properties->a1;
    trigger->a2 = properties->a2;
    trigger->a3 = properties->a3;
    trigger->a4 = properties->a4;
    trigger->a5 = properties->a5;
    trigger->metadata = properties->metadata;
}

bool tiled_fill_object(struct tiled_reader *reader, const struct object *object,
                       struct planned *planned)
{
    ow_leveld_block *block = &planned->block;
    uint32_t index = planned->filled++;
    struct object_properties properties;
    if (!tiled_read_properties(reader, object, block->id, &properties))
        return false;
    keep_added(reader, planned, index, properties.added);
    if (block->id == OW_LEVELD_THNG)
        fill_thing(reader, object, &properties, &block->things[index]);
    else if (block->id == OW_LEVELD_TRIG)
        fill_trigger(reader, object, &properties, &block->triggers[index]);
    else if (block->id == OW_LEVELD_PATH)
        return tiled_fill_path(reader, object, &properties, &block->paths[index]);
    else
        fill_actor(reader, object, &properties, &block->actors[index]);
    return true;
}
