/* Rules on objects in the map: actors, things, triggers, paths. */
#include "check.h"

#include <inttypes.h>

/* `code` is for objects outside the map. Returns whether the object is inside a map. */
static bool check_position(struct checker *check, struct record_place place, enum leveld_code code,
                           uint32_t x, uint32_t y)
{
    if (check->wide == 0)
        return false;
    if (x < check->wide && y < check->high)
        return true;
    if (!report_counts(check->report, code))
        return false;
    const char *field = x < check->wide ? "/y" : "/x";
    if (place.kind == LEVELD_POINT)
        report_record(&check->records, code, place, field,
                      "point %u of path %u is at %u, %u, outside the map of %" PRIu64 " x %" PRIu64
                      " pixels",
                      place.at[2], place.at[1], x, y, check->wide, check->high);
    else
        report_record(&check->records, code, place, field,
                      "%s %u is at %u, %u, outside the map of %" PRIu64 " x %" PRIu64 " pixels",
                      leveld_name_of_part(place.kind), place.at[1], x, y, check->wide, check->high);
    return false;
}

static void check_layer(struct checker *check, struct record_place place, uint32_t layer)
{
    if (leveld_layout_of(&check->survey.level) < 4 ||
        check->survey.kinds[OW_LEVELD_MESH].count == 0 || layer < check->mesh.layer_count ||
        !report_counts(check->report, LAYER_MISSING))
        return;
    report_record(&check->records, LAYER_MISSING, place, "/layer_id",
                  "%s %u is on layer %u, but the map has %u (counted from 0)",
                  leveld_name_of_part(place.kind), place.at[1], layer, check->mesh.layer_count);
}

/* For objects inside the map. */
static void check_wall(struct checker *check, struct record_place place, uint32_t layer, uint32_t x,
                       uint32_t y)
{
    ow_leveld_cell cell;
    x /= check->mesh.tile_width, y /= check->mesh.tile_height;
    if (!ow_leveld_cell_at(&check->mesh, layer, x, y, &cell) || !cell.impassable ||
        !report_counts(check->report, THING_IN_WALL))
        return;
    report_record(&check->records, THING_IN_WALL, place, "",
                  "%s %u is in cell %u, %u of layer %u, which is impassable",
                  leveld_name_of_part(place.kind), place.at[1], x, y, layer);
}

void leveld_check_actors(struct checker *check, const struct block_place *block)
{
    struct survey *survey = &check->survey;
    for (uint32_t i = 0; i < block->count && go_on(&survey->codec, i); i++) {
        struct record_place place = {block->id, {block->index, i}, offset_now(survey)};
        ow_leveld_actor read;
        walk_actor(survey, &read);
        if (check_position(check, place, ACTOR_OUTSIDE, read.x, read.y))
            check_wall(check, place, 0, read.x, read.y);
    }
}

/* A local copy of the codec with a byte order that the compiler knows, so its cursor stays in a
 * register. */
static inline ALWAYS_INLINE void check_things(struct checker *check,
                                              const struct block_place *block, bool big_endian)
{
    struct codec codec = check->survey.codec;
    codec.big_endian = big_endian;
    for (uint32_t i = 0; i < block->count && go_on(&codec, i); i++) {
        uint64_t offset = (uint64_t)(codec.at - codec.begin);
        struct record_place place = {OW_LEVELD_THNG, {block->index, i}, offset};
        ow_leveld_thing read;
        thing(&codec, &read);
        leveld_note_tag(check, read.tag);
        repeats_note(&check->noted.things, &read);
        check_layer(check, place, read.layer_id);
        if (check_position(check, place, THING_OUTSIDE, read.x, read.y))
            check_wall(check, place, read.layer_id, read.x, read.y);
        leveld_check_text(check, place, "/metadata", read.metadata);
    }
    check->survey.codec = codec;
}

void leveld_check_things(struct checker *check, const struct block_place *block)
{
    if (check->survey.codec.big_endian)
        check_things(check, block, true);
    else
        check_things(check, block, false);
}

static void check_area(struct checker *check, struct record_place place,
                       const ow_leveld_trigger *read)
{
    if (read->area_type > OW_LEVELD_CIRCLE) {
        if (report_counts(check->report, AREA_TYPE_UNKNOWN))
            report_record(
                &check->records, AREA_TYPE_UNKNOWN, place, "/area_type",
                "the area of trigger %u has type %u; expected 0 (rectangle) or 1 (circle)",
                place.at[1], read->area_type);
        return;
    }
    bool circle = read->area_type == OW_LEVELD_CIRCLE;
    bool empty = circle ? read->radius == 0 : read->width == 0 || read->height == 0;
    if (!empty || !report_counts(check->report, AREA_EMPTY))
        return;
    if (circle)
        report_record(&check->records, AREA_EMPTY, place, "/radius",
                      "the circle of trigger %u has radius 0", place.at[1]);
    else
        report_record(&check->records, AREA_EMPTY, place, read->width == 0 ? "/width" : "/height",
                      "the rectangle of trigger %u is %u x %u pixels", place.at[1], read->width,
                      read->height);
}

void leveld_check_triggers(struct checker *check, const struct block_place *block)
{
    struct survey *survey = &check->survey;
    for (uint32_t i = 0; i < block->count && go_on(&survey->codec, i); i++) {
        struct record_place place = {OW_LEVELD_TRIG, {block->index, i}, offset_now(survey)};
        ow_leveld_trigger read;
        walk_trigger(survey, &read);
        leveld_note_tag(check, read.tag);
        check_position(check, place, TRIGGER_OUTSIDE, read.x, read.y);
        check_layer(check, place, read.layer_id);
        check_area(check, place, &read);
        leveld_check_text(check, place, "/metadata", read.metadata);
    }
}

static void check_looping(struct checker *check, struct record_place place,
                          const ow_leveld_path *read)
{
    if (read->looping > 1 && report_counts(check->report, LOOPING_NOT_BOOLEAN))
        report_record(&check->records, LOOPING_NOT_BOOLEAN, place, "/looping",
                      "\"looping\" of path %u is %u; expected 0 or 1", place.at[1], read->looping);
    if (read->point_count == 0 && report_counts(check->report, PATH_EMPTY))
        report_record(&check->records, PATH_EMPTY, place, "/points", "path %u has no points",
                      place.at[1]);
    if (read->point_count == 1 && read->looping && report_counts(check->report, LOOP_TOO_SHORT))
        report_record(&check->records, LOOP_TOO_SHORT, place, "/points",
                      "path %u loops, but has only one point", place.at[1]);
}

/* Points are at the end of a path and have the same size, so each is found directly. */
static void check_points(struct checker *check, struct record_place place,
                         const ow_leveld_path *read)
{
    uint64_t points_at = offset_now(&check->survey) - (uint64_t)POINT_LEAST * read->point_count;
    place.kind = LEVELD_POINT;
    for (uint32_t i = 0; check->wide > 0 && i < read->point_count; i++) {
        place.at[2] = i;
        place.offset = points_at + (uint64_t)POINT_LEAST * i;
        check_position(check, place, POINT_OUTSIDE, read->points[i].x, read->points[i].y);
    }
}

void leveld_check_paths(struct checker *check, const struct block_place *block)
{
    struct survey *survey = &check->survey;
    for (uint32_t i = 0; i < block->count && go_on(&survey->codec, i); i++) {
        struct record_place place = {OW_LEVELD_PATH, {block->index, i}, offset_now(survey)};
        ow_leveld_path read;
        walk_path(survey, &read);
        leveld_note_tag(check, read.tag);
        check_layer(check, place, read.layer_id);
        check_looping(check, place, &read);
        check_points(check, place, &read);
    }
}
