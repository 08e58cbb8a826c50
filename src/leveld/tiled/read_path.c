/* Polygons and polylines of a map as paths of a level. */
#include "read_object.h"

/* The numbers of a string, with any separators. */
struct numbers {
    const char *at, *end;
};

static struct numbers numbers_of(const struct json_walk *walk, const char *at)
{
    struct json_token text;
    struct numbers numbers = {0};
    if (value_text(walk, at, &text))
        numbers = (struct numbers){text.data, text.data + text.size};
    return numbers;
}

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static bool next_number(struct numbers *numbers, uint32_t *number)
{
    uint64_t value = 0;
    while (numbers->at < numbers->end && !is_digit(*numbers->at))
        numbers->at++;
    const char *begin = numbers->at;
    for (; numbers->at < numbers->end && is_digit(*numbers->at); numbers->at++)
        if (value <= UINT32_MAX)
            value = value * 10 + (uint64_t)(*numbers->at - '0');
    *number = value <= UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    return numbers->at > begin;
}

static uint64_t count_numbers(struct numbers numbers)
{
    uint64_t count = 0;
    uint32_t number;
    while (next_number(&numbers, &number))
        count++;
    return count;
}

/* One coordinate of a point, which Tiled stores relative to the object. `exact` are the exact
 * values of the point and of the path's first point, if the map has them. */
static uint32_t place_of(struct tiled_reader *reader, const struct object *object, int64_t origin,
                         int64_t relative, const uint32_t *exact, const uint32_t *first)
{
    enum { THOUSAND = 1000 };
    if (exact && tiled_may_be(relative, (int64_t)*exact - *first)) {
        relative = ((int64_t)*exact - *first) * THOUSAND;
        if (tiled_may_be(origin, *first))
            return *exact;
    }
    return tiled_place(reader, object, origin + relative, NULL);
}

struct line {
    struct numbers exact; /* "x,y x,y" */
    bool has_exact;
    uint32_t first_x, first_y;
};

static bool fill_point(struct tiled_reader *reader, const struct object *object, const char *at,
                       struct line *line, ow_leveld_point *point)
{
    struct member members[] = {{.name = "x"}, {.name = "y"}};
    int64_t x = 0, y = 0;
    uint32_t exact_x = 0, exact_y = 0;
    if (at && !walk_members(&reader->walk, at, members, 2))
        return false;
    if (at && (!tiled_number(reader, &members[0], object->place, &x) ||
               !tiled_number(reader, &members[1], object->place, &y)))
        return false;
    bool exact = line->has_exact && next_number(&line->exact, &exact_x) &&
                 next_number(&line->exact, &exact_y);
    point->x = place_of(reader, object, object->x, x, exact ? &exact_x : NULL, &line->first_x);
    point->y = place_of(reader, object, object->y, y, exact ? &exact_y : NULL, &line->first_y);
    return true;
}

/* Values are assigned to points in order. If a point was inserted in Tiled, its value is not
 * known. */
static void fill_values(struct tiled_reader *reader, const struct object *object,
                        const struct object_properties *properties, ow_leveld_path *path)
{
    struct numbers values = numbers_of(&reader->walk, properties->values);
    if (properties->values && count_numbers(values) != path->point_count)
        tiled_warn(reader,
                   "paths whose numbers of points and values differ: values are assigned in order, "
                   "missing values are 0",
                   object->place);
    for (uint32_t i = 0; i < path->point_count; i++)
        if (!next_number(&values, &path->points[i].value))
            path->points[i].value = 0;
}

static bool fill_points(struct tiled_reader *reader, const struct object *object,
                        const struct object_properties *properties, ow_leveld_path *path)
{
    struct line line = {.exact = numbers_of(&reader->walk, properties->points)};
    struct numbers ahead = line.exact;
    line.has_exact = count_numbers(line.exact) == (uint64_t)path->point_count * 2 &&
                     next_number(&ahead, &line.first_x) && next_number(&ahead, &line.first_y);
    if (!object->line)
        return path->point_count == 0 || fill_point(reader, object, NULL, &line, path->points);
    struct elements elements = walk_elements(&reader->walk, object->line);
    const char *at;
    while (next_element(&elements, &at))
        if (!fill_point(reader, object, at, &line, &path->points[elements.index]))
            return false;
    return true;
}

static bool count_points(struct tiled_reader *reader, const struct object *object,
                         const struct object_properties *properties, uint32_t *count)
{
    struct elements elements = walk_elements(&reader->walk, object->line);
    const char *at;
    *count = properties->has_point_count && properties->point_count == 0 ? 0 : 1;
    if (!object->line)
        return true;
    for (*count = 0; next_element(&elements, &at); ++*count)
        if (*count == UINT32_MAX)
            return tiled_refuse(reader, object->place,
                                "the path has more points than a level can store");
    return !reader->walk.problem;
}

bool tiled_fill_path(struct tiled_reader *reader, const struct object *object,
                     const struct object_properties *properties, ow_leveld_path *path)
{
    bool closed = object->line ? object->closed : properties->looping > 0;
    path->looping = (uint8_t)(!closed ? 0 : properties->looping > 0 ? properties->looping : 1);
    path->tag = properties->tag;
    path->layer_id = properties->layer_id;
    if (!count_points(reader, object, properties, &path->point_count))
        return false;
    path->points = arena_take(&reader->arena, path->point_count * sizeof *path->points);
    if (!path->points)
        return tiled_no_memory(reader, &reader->arena);
    if (!fill_points(reader, object, properties, path))
        return false;
    fill_values(reader, object, properties, path);
    return true;
}
