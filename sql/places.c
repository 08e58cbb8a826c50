/* Tables of the places of records in the world, in the units of its game. */
#include "computed_table.h"

#include <math.h>
#include <string.h>

static void result_number(sqlite3_context *context, double value)
{
    if (isfinite(value))
        sqlite3_result_double(context, value);
}

struct frame {
    double place[3], turn[4]; /* a quaternion, x, y, z, w */
};

/* Rotates a vector by a quaternion of length 1. */
static void turn(const double by[4], double vector[3])
{
    double across[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        across[i] = by[j] * vector[k] - by[k] * vector[j] + by[3] * vector[i];
    }
    const double from[3] = {vector[0], vector[1], vector[2]};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        vector[i] = from[i] + 2 * (by[j] * across[k] - by[k] * across[j]);
    }
}

/* The rotation `first`, followed by `by`. */
static void combine(const double by[4], const double first[4], double turned[4])
{
    const double *a = by, *b = first;
    const double made[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(turned, made, sizeof made);
}

/* Game units. Positions are stored in them before version 6, and in thousandths since. */
static void frame_of(const ow_blotter_save *save, const ow_blotter_component *component,
                     struct frame *frame)
{
    double length = 0;
    for (int i = 0; i < 3; i++)
        frame->place[i] = save->version >= 6 ? component->position.fixed[i] / 1000.0
                                             : (double)component->position.units[i];
    for (int i = 0; i < 4; i++)
        length += (double)component->rotation[i] * (double)component->rotation[i];
    length = sqrt(length);
    for (int i = 0; i < 4; i++)
        frame->turn[i] = length > 0 ? (double)component->rotation[i] / length : i == 3;
}

/* Adds the places of all parents. Returns false if a parent is missing, or if parents form a cycle
 * or are too many. */
static bool find_frame(struct world *world, uint32_t item, struct frame *frame)
{
    enum { MOST_PARENTS = 1000 };
    const ow_blotter_save *save = world->document.as.blotter;
    const struct table *components = table_by_name(world->tables, "components");
    const ow_blotter_component *component = &save->components[item];
    frame_of(save, component, frame);
    for (int i = 0; component->parent != 0; i++) {
        struct frame carrier;
        uint32_t single;
        size_t count;
        bool failed;
        const uint32_t *found =
            world_find(world, components, 0, component->parent, &single, &count, &failed);
        if (!found && !failed) /* the first query finds no index yet */
            found = world_find(world, components, 0, component->parent, &single, &count, &failed);
        if (!found || count == 0 || i == MOST_PARENTS)
            return false;
        component = &save->components[*found];
        frame_of(save, component, &carrier);
        turn(carrier.turn, frame->place);
        for (int axis = 0; axis < 3; axis++)
            frame->place[axis] += carrier.place[axis];
        combine(carrier.turn, frame->turn, frame->turn);
    }
    return true;
}

static uint64_t count_components(const struct world *world)
{
    return world->document.as.blotter->component_count;
}

static void component_place(struct world *world, uint64_t row, int column, sqlite3_context *context)
{
    struct frame frame;
    if (column == 0)
        sqlite3_result_int64(context, (sqlite3_int64)row);
    else if (!find_frame(world, (uint32_t)row, &frame))
        sqlite3_result_null(context);
    else if (column <= 3)
        result_number(context, frame.place[column - 1]);
    else
        result_number(context, frame.turn[column - 4]);
}

const struct computed_table blotter_places = {
    .name = "places",
    .format = "blotter",
    .note = "The place of each component in the world, through all its parents.",
    .columns = {{"component", "INTEGER", "item of the table components"},
                {"x", "REAL", "in game units; a grid square is 0.3"},
                {"y", "REAL", "up"},
                {"z", "REAL", NULL},
                {"rotation_x", "REAL", "a quaternion"},
                {"rotation_y", "REAL", NULL},
                {"rotation_z", "REAL", NULL},
                {"rotation_w", "REAL", NULL}},
    .count = count_components,
    .is_numbered = true,
    .value = component_place,
};

static uint64_t count_blocks(const struct world *world)
{
    return world->document.as.structure->block_count;
}

static void block_place(struct world *world, uint64_t row, int column, sqlite3_context *context)
{
    const ow_structure_build *build = world->document.as.structure;
    double place[3];
    uint32_t root = ow_structure_root_of(build, (uint32_t)row);
    if (column == 0)
        sqlite3_result_int64(context, (sqlite3_int64)row);
    else if (column == 1 && root < build->root_count)
        sqlite3_result_int64(context, root);
    else if (column > 1 && ow_structure_position_of(build, (uint32_t)row, place))
        result_number(context, place[column - 2]);
}

const struct computed_table structure_places = {
    .name = "places",
    .format = "structure",
    .note = "The place of each block, relative to its root.",
    .columns = {{"block", "INTEGER", "item of the table blocks"},
                {"root", "INTEGER", "item of the table roots"},
                {"x", "REAL", NULL},
                {"y", "REAL", NULL},
                {"z", "REAL", NULL}},
    .count = count_blocks,
    .is_numbered = true,
    .value = block_place,
};
