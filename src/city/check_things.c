/* Rules on the Meta Things table and on the things. */
#include "check.h"

#include "../base/floats.h"
#include "../base/names.h"

#include <math.h>
#include <stdio.h>

/* Reports a name of the table, with its position. */
static void report_name(struct checker *check, enum city_code code, uint32_t index, ow_text name,
                        const char *message)
{
    enum { LENGTH_SIZE = 2 };
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/meta_things/%u", index);
    report_issue(check->report, code, pointer,
                 (uint64_t)((const uint8_t *)name.data - check->file.bytes) - LENGTH_SIZE,
                 LENGTH_SIZE + name.size, "%s", message);
}

static ow_status check_names(struct checker *check, const ow_city_save *table)
{
    char message[256];
    struct names names;
    ow_status status = names_init(&names, &check->arena, table->meta_things,
                                  sizeof *table->meta_things, table->meta_thing_count);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < table->meta_thing_count; i++) {
        ow_text name = table->meta_things[i];
        if (!ow_text_is_utf8(name) && report_counts(check->report, BAD_UTF8)) {
            snprintf(message, sizeof message, "the name of Meta Thing %u is not valid UTF-8", i);
            report_name(check, BAD_UTF8, i, name, message);
        }
        uint32_t earlier = names_find_earlier(&names, i);
        if (earlier != NO_NAME && report_counts(check->report, META_THING_TWICE)) {
            snprintf(message, sizeof message, "Meta Things %u and %u are both called \"%.*s\"",
                     earlier, i, city_shown_size(name), name.data);
            report_name(check, META_THING_TWICE, i, name, message);
        }
    }
    return OW_OK;
}

static void check_meta_thing(struct checker *check, struct record_place place,
                             const ow_city_thing *thing, uint8_t *used)
{
    uint32_t count = check->file.front.save.meta_thing_count;
    if (thing->meta_thing < count)
        used[thing->meta_thing] = 1;
    else if (report_counts(check->report, META_THING_MISSING))
        report_record(
            &check->records, META_THING_MISSING, place, "/meta_thing",
            "the thing has meta_thing %u, but the table has only %u name%s (counted from 0)",
            thing->meta_thing, count, plural(count));
}

static bool check_finite(struct checker *check, struct record_place place,
                         const ow_city_thing *thing)
{
    const float coordinates[] = {thing->x, thing->y, thing->z};
    static const char *const fields[] = {"/x", "/y", "/z"};
    bool on_the_ground = true; /* x and y are finite */
    for (int i = 0; i < 3; i++) {
        if (isfinite(coordinates[i]))
            continue;
        on_the_ground = on_the_ground && i == 2;
        if (report_counts(check->report, COORDINATE_NOT_FINITE))
            report_record(&check->records, COORDINATE_NOT_FINITE, place, fields[i],
                          "the coordinate %s is %s", fields[i] + 1,
                          isnan(coordinates[i]) ? "not a number" : "infinite");
    }
    return on_the_ground;
}

/* Computed in double, so that the last vertex of a very large terrain is exact. */
static bool is_within(float coordinate, uint32_t vertices)
{
    return coordinate >= 0 && (double)coordinate <= (double)vertices - 1;
}

static void check_place(struct checker *check, struct record_place place,
                        const ow_city_thing *thing)
{
    if (check->x_vertices == 0 || check->y_vertices == 0)
        return;
    bool x = is_within(thing->x, check->x_vertices), y = is_within(thing->y, check->y_vertices);
    if ((x && y) || !report_counts(check->report, THING_OUTSIDE))
        return;
    char text[OW_FLOAT_TEXT];
    int size = (int)float_text(x ? &thing->y : &thing->x, text);
    report_record(&check->records, THING_OUTSIDE, place, x ? "/y" : "/x",
                  "the thing is at %s = %.*s, but the terrain reaches only from 0 to %u",
                  x ? "y" : "x", size, text, (x ? check->y_vertices : check->x_vertices) - 1);
}

static void check_thing(struct checker *check, struct record_place place,
                        const ow_city_thing *thing, uint8_t *used)
{
    enum { DIRECTIONS = 8 };
    check_meta_thing(check, place, thing, used);
    if (thing->direction >= DIRECTIONS && report_counts(check->report, DIRECTION_UNKNOWN))
        report_record(&check->records, DIRECTION_UNKNOWN, place, "/direction",
                      "the direction is %u; expected 0 to 7", thing->direction);
    if (check_finite(check, place, thing))
        check_place(check, place, thing);
    if (thing->reserved.size > 0 && report_counts(check->report, RESERVED_DATA))
        report_record(&check->records, RESERVED_DATA, place, "/reserved",
                      "the thing has %zu byte%s of reserved data, which the game does not skip",
                      thing->reserved.size, plural(thing->reserved.size));
}

static ow_status check_each_thing(struct checker *check, uint8_t *used)
{
    struct codec codec = walk_file(&check->file, check->file.front.first_thing_at);
    for (uint32_t i = 0; i < check->file.front.save.thing_count && go_on(&codec, i); i++) {
        ow_city_thing record;
        struct record_place place = {CITY_THING, {i}, walk_offset(&codec)};
        thing(&codec, &record);
        check_thing(check, place, &record, used);
    }
    return codec.status;
}

static void check_used(struct checker *check, const ow_city_save *table, const uint8_t *used)
{
    char message[256];
    for (uint32_t i = 0; i < table->meta_thing_count; i++) {
        ow_text name = table->meta_things[i];
        if (used[i] || !report_counts(check->report, META_THING_UNUSED))
            continue;
        snprintf(message, sizeof message, "no thing uses Meta Thing %u, \"%.*s\"", i,
                 city_shown_size(name), name.data);
        report_name(check, META_THING_UNUSED, i, name, message);
    }
}

ow_status city_check_things(struct checker *check)
{
    ow_city_save table = {0};
    struct codec codec = walk_file(&check->file, check->file.front.table_at);
    codec.arena = &check->arena;
    meta_things(&codec, &table);
    uint8_t *used = arena_take(&check->arena, table.meta_thing_count);
    if (codec.status != OW_OK || !used)
        return codec.status != OW_OK ? codec.status : check->arena.status;
    memset(used, 0, table.meta_thing_count);
    ow_status status = check_names(check, &table);
    if (status == OW_OK)
        status = check_each_thing(check, used);
    if (status == OW_OK)
        check_used(check, &table, used);
    return status;
}
