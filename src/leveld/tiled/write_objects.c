/* Things, triggers, paths and actors of a level as objects of Tiled. */
#include "write.h"

#include <inttypes.h>
#include <stdio.h>

enum { POINT_ROOM = 36 }; /* "4294967295,4294967295,4294967295 " */

static bool is_rounded(int64_t value)
{
    return value >= FIRST_ROUNDED || value <= -FIRST_ROUNDED;
}

static void begin_object(struct tiled_writer *writer, unsigned kind, int64_t x, int64_t y,
                         uint32_t width, uint32_t height)
{
    struct emitter *emit = &writer->emit;
    emit_begin_object(emit, NULL);
    emit_integer(emit, "id", writer->next_object++);
    emit_string(emit, "name", "");
    emit_string(emit, "type", leveld_words[kind].name);
    emit_integer(emit, "x", x);
    emit_integer(emit, "y", y);
    emit_integer(emit, "width", width);
    emit_integer(emit, "height", height);
    emit_integer(emit, "rotation", 0);
    emit_boolean(emit, "visible", true);
}

static void begin_properties(struct tiled_writer *writer)
{
    emit_begin_array(&writer->emit, "properties", OW_UP_TO_THE_END);
}

static void end_object(struct tiled_writer *writer)
{
    tiled_write_added(writer, writer->block, writer->record);
    emit_end_array(&writer->emit);
    emit_end_object(&writer->emit);
}

/* Stores the place again as strings if Tiled's XML would round x, y. */
static void write_place(struct tiled_writer *writer, uint32_t x, uint32_t y, uint32_t left)
{
    char digits[16];
    if (!is_rounded((int64_t)x - left) && !is_rounded((int64_t)y - left))
        return;
    snprintf(digits, sizeof digits, "%" PRIu32, x);
    tiled_write_string_property(writer, "x", digits);
    snprintf(digits, sizeof digits, "%" PRIu32, y);
    tiled_write_string_property(writer, "y", digits);
}

static void write_layer_id(struct tiled_writer *writer, uint32_t layer_id)
{
    if (leveld_layout_of(writer->level) >= 4)
        tiled_write_property(writer, "layer_id", layer_id);
}

static void write_metadata(struct tiled_writer *writer, ow_text metadata)
{
    if (metadata.size > 0)
        tiled_write_text_property(writer, "metadata", metadata);
}

static void write_actor(struct tiled_writer *writer, unsigned kind, const ow_leveld_actor *actor)
{
    begin_object(writer, kind, actor->x, actor->y, 0, 0);
    emit_boolean(&writer->emit, "point", true);
    begin_properties(writer);
    if (leveld_layout_of(writer->level) > 0)
        tiled_write_property(writer, "id", actor->id);
    tiled_write_property(writer, "flags", actor->flags);
    write_place(writer, actor->x, actor->y, 0);
    end_object(writer);
}

static void write_thing(struct tiled_writer *writer, const ow_leveld_thing *thing)
{
    begin_object(writer, OW_LEVELD_THNG, thing->x, thing->y, 0, 0);
    emit_boolean(&writer->emit, "point", true);
    begin_properties(writer);
    tiled_write_property(writer, "id", thing->id);
    tiled_write_property(writer, "tag", thing->tag);
    write_layer_id(writer, thing->layer_id);
    tiled_write_property(writer, "flags", thing->flags);
    write_metadata(writer, thing->metadata);
    write_place(writer, thing->x, thing->y, 0);
    end_object(writer);
}

static void begin_area(struct tiled_writer *writer, const ow_leveld_trigger *trigger)
{
    uint32_t radius = trigger->radius;
    if (trigger->area_type == OW_LEVELD_RECTANGLE) {
        begin_object(writer, OW_LEVELD_TRIG, trigger->x, trigger->y, trigger->width,
                     trigger->height);
    } else if (trigger->area_type == OW_LEVELD_CIRCLE) {
        begin_object(writer, OW_LEVELD_TRIG, (int64_t)trigger->x - radius,
                     (int64_t)trigger->y - radius, 2 * radius, 2 * radius);
        emit_boolean(&writer->emit, "ellipse", true);
    } else {
        begin_object(writer, OW_LEVELD_TRIG, trigger->x, trigger->y, 0, 0);
        emit_boolean(&writer->emit, "point", true);
    }
}

static void write_trigger(struct tiled_writer *writer, const ow_leveld_trigger *trigger)
{
    bool circle = trigger->area_type == OW_LEVELD_CIRCLE;
    begin_area(writer, trigger);
    begin_properties(writer);
    tiled_write_property(writer, "id", trigger->id);
    tiled_write_property(writer, "tag", trigger->tag);
    write_layer_id(writer, trigger->layer_id);
    tiled_write_property(writer, "type", trigger->type);
    tiled_write_property(writer, "a1", trigger->a1);
    tiled_write_property(writer, "a2", trigger->a2);
    tiled_write_property(writer, "a3", trigger->a3);
    tiled_write_property(writer, "a4", trigger->a4);
    tiled_write_property(writer, "a5", trigger->a5);
    if (!circle && trigger->area_type != OW_LEVELD_RECTANGLE)
        tiled_write_property(writer, "area_type", trigger->area_type);
    write_metadata(writer, trigger->metadata);
    write_place(writer, trigger->x, trigger->y, circle ? trigger->radius : 0);
    end_object(writer);
}

/* "value,value,..."; if `places` is set, "x,y x,y ...". */
static void write_points(struct tiled_writer *writer, const ow_leveld_path *path, const char *name,
                         bool places)
{
    size_t room = (size_t)path->point_count * POINT_ROOM + 1, size = 0;
    char *text = arena_take(&writer->arena, room);
    if (!text) {
        writer->status = writer->arena.status;
        return;
    }
    text[0] = '\0';
    for (uint32_t i = 0; i < path->point_count; i++) {
        const ow_leveld_point *point = &path->points[i];
        if (places)
            size += (size_t)snprintf(text + size, room - size, "%s%" PRIu32 ",%" PRIu32,
                                     i > 0 ? " " : "", point->x, point->y);
        else
            size += (size_t)snprintf(text + size, room - size, "%s%" PRIu32, i > 0 ? "," : "",
                                     point->value);
    }
    tiled_write_string_property(writer, name, text);
    arena_reset(&writer->arena);
}

static bool any_is_rounded(const ow_leveld_path *path)
{
    for (uint32_t i = 0; i < path->point_count; i++) {
        const ow_leveld_point *first = &path->points[0], *point = &path->points[i];
        if (is_rounded(point->x) || is_rounded(point->y) ||
            is_rounded((int64_t)point->x - first->x) || is_rounded((int64_t)point->y - first->y))
            return true;
    }
    return false;
}

static void write_line(struct tiled_writer *writer, const ow_leveld_path *path)
{
    struct emitter *emit = &writer->emit;
    emit_begin_array(emit, path->looping ? "polygon" : "polyline", path->point_count);
    for (uint32_t i = 0; i < path->point_count; i++) {
        emit_begin_object(emit, NULL);
        emit_integer(emit, "x", (int64_t)path->points[i].x - path->points[0].x);
        emit_integer(emit, "y", (int64_t)path->points[i].y - path->points[0].y);
        emit_end_object(emit);
    }
    emit_end_array(emit);
}

/* Tiled has no lines with fewer than two points. Such a path becomes a point with its number of
 * points. */
static void write_path(struct tiled_writer *writer, const ow_leveld_path *path)
{
    bool line = path->point_count >= 2, any = path->point_count > 0;
    begin_object(writer, OW_LEVELD_PATH, any ? path->points[0].x : 0, any ? path->points[0].y : 0,
                 0, 0);
    if (!line)
        emit_boolean(&writer->emit, "point", true);
    begin_properties(writer);
    tiled_write_property(writer, "tag", path->tag);
    write_layer_id(writer, path->layer_id);
    if (!line || path->looping > 1)
        tiled_write_property(writer, "looping", path->looping);
    if (!line)
        tiled_write_property(writer, "point_count", path->point_count);
    write_points(writer, path, "values", false);
    if (any_is_rounded(path))
        write_points(writer, path, "points", true);
    tiled_write_added(writer, writer->block, writer->record);
    emit_end_array(&writer->emit);
    if (line)
        write_line(writer, path);
    emit_end_object(&writer->emit);
}

static void write_object(struct tiled_writer *writer, const ow_leveld_block *block, uint32_t index)
{
    writer->block = (uint32_t)(block - writer->level->blocks);
    writer->record = index;
    if (block->id == OW_LEVELD_THNG)
        write_thing(writer, &block->things[index]);
    else if (block->id == OW_LEVELD_TRIG)
        write_trigger(writer, &block->triggers[index]);
    else if (block->id == OW_LEVELD_PATH)
        write_path(writer, &block->paths[index]);
    else
        write_actor(writer, block->id, &block->actors[index]);
}

void tiled_write_objects(struct tiled_writer *writer, uint32_t index)
{
    struct emitter *emit = &writer->emit;
    const ow_leveld_block *block = &writer->level->blocks[index];
    tiled_begin_layer(writer, "objectgroup", leveld_words[block->id].records);
    emit_string(emit, "color", tiled_colors[block->id]);
    emit_string(emit, "draworder", "index"); /* Tiled then keeps the order of objects */
    emit_integer(emit, "x", 0);
    emit_integer(emit, "y", 0);
    emit_integer(emit, "opacity", 1);
    emit_boolean(emit, "visible", true);
    emit_begin_array(emit, "properties", 1);
    tiled_write_property(writer, PROPERTY_GROUP, index);
    emit_end_array(emit);
    emit_begin_array(emit, "objects", block->count);
    for (uint32_t i = 0; i < block->count && writer->status == OW_OK && !emit->stopped; i++)
        write_object(writer, block, i);
    emit_end_array(emit);
    emit_end_object(emit);
}
