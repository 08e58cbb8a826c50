/* A city save's summary on one screen: the lines of `overworld info`. */
#include "summary.h"

#include "../base/error.h"
#include "../base/floats.h"

#include <math.h>

static const char *const writers[] = {
    "the final version of the game", "the published specification", "a generator of test files",
    "the game's first writer",       "an earlier writer",
};

static void emit_header(struct emitter *emit, uint8_t variant, const ow_city_save *save)
{
    emit_string(emit, "variant", city_variant_names[variant]);
    emit_string(emit, "variant_of", writers[variant]);
    if (!city_is_early(variant))
        emit_integer(emit, "version", save->version);
    emit_text(emit, "name", save->name);
}

static void emit_terrain(struct emitter *emit, uint8_t variant, const ow_city_terrain *terrain)
{
    bool heights = terrain->kind == OW_CITY_HEIGHTS;
    emit_string(emit, "terrain", heights ? "heights" : "image");
    if (heights) {
        emit_integer(emit, "x_vertices", terrain->x_vertices);
        emit_integer(emit, "y_vertices", terrain->y_vertices);
    } else {
        emit_text(emit, "image_path", terrain->image_path);
        if (city_has_z_scale(variant))
            emit_stored_float(emit, "z_scale", &terrain->z_scale);
    }
}

/* Emits the sections that could be read. */
static void emit_front(struct emitter *emit, uint8_t variant, const struct city_front *front)
{
    enum { HEADER = 1, TERRAIN, TABLE, THINGS };
    if (front->sections >= HEADER)
        emit_header(emit, variant, &front->save);
    if (front->sections >= TERRAIN)
        emit_terrain(emit, variant, &front->save.terrain);
    if (front->sections >= TABLE)
        emit_integer(emit, "meta_thing_count", front->save.meta_thing_count);
    if (front->sections >= THINGS)
        emit_integer(emit, "thing_count", front->save.thing_count);
}

/* The range of the finite heights. */
struct range {
    float least, most;
    double sum;
    uint64_t count, under_water;
};

static void add_height(struct range *range, float height)
{
    if (!isfinite(height))
        return;
    bool first = range->count++ == 0;
    range->least = first || height < range->least ? height : range->least;
    range->most = first || height > range->most ? height : range->most;
    range->sum += (double)height;
    range->under_water += height < OW_CITY_WATER_LEVEL;
}

static void emit_range(struct emitter *emit, const struct range *range)
{
    if (range->count == 0)
        return;
    emit_float(emit, "heights_least", in_thousandths((double)range->least));
    emit_float(emit, "heights_most", in_thousandths((double)range->most));
    emit_float(emit, "heights_mean", in_thousandths(range->sum / (double)range->count));
    emit_float(emit, "share_under_water",
               in_thousandths((double)range->under_water / (double)range->count));
}

static ow_status measure_heights(const struct city_file *file, struct range *range)
{
    const ow_city_terrain *terrain = &file->front.save.terrain;
    uint64_t count = (uint64_t)terrain->x_vertices * terrain->y_vertices;
    struct codec codec = walk_file(file, file->front.heights_at);
    for (uint64_t i = 0; i < count && go_on(&codec, (uint32_t)i); i++)
        add_height(range, walk_height(&codec));
    return codec.status;
}

/* If the terrain cannot be loaded, the rest is still reported. */
static ow_status measure_image(const struct city_file *file, struct range *range,
                               struct emitter *emit)
{
    ow_heights heights;
    ow_error error = {0};
    if (!file->options.images.load)
        return OW_OK;
    ow_status status = city_file_heights(file, &heights, &error);
    if (status == OW_BAD_VALUE) {
        emit_string(emit, "terrain_problem", error.message);
        return OW_OK;
    }
    for (uint64_t i = 0; i < (uint64_t)heights.x_vertices * heights.y_vertices; i++)
        add_height(range, heights.values[i]);
    ow_heights_free(&heights);
    return status;
}

static ow_status summarise_terrain(const struct city_file *file, struct emitter *emit)
{
    struct range range = {0};
    ow_status status = file->front.save.terrain.kind == OW_CITY_HEIGHTS
                           ? measure_heights(file, &range)
                           : measure_image(file, &range, emit);
    if (status == OW_OK)
        emit_range(emit, &range);
    return status;
}

static ow_status summarise_figures(const struct city_file *file, struct emitter *emit,
                                   ow_error *error)
{
    ow_status status = summarise_terrain(file, emit);
    if (status == OW_OK && !city_is_early(file->variant))
        status = city_summarise_things(file, emit);
    return status == OW_OK ? OW_OK : error_limited(error, status, file->options.max_memory);
}

static ow_status summarise_front(const struct file *file, uint8_t variant, struct emitter *emit,
                                 ow_error *error)
{
    struct city_front front;
    ow_status status =
        city_read_front(file->bytes, file->size, variant, &file->options, &front, error);
    emit_front(emit, variant, &front);
    return status;
}

ow_status city_summarise(const struct file *file, bool whole, struct emitter *emit, ow_error *error)
{
    if (!whole)
        return summarise_front(file, city_guess_variant(file), emit, error);
    struct city_file opened;
    ow_status status = city_open_file(&opened, file, error);
    if (status == OW_OK) {
        emit_front(emit, opened.variant, &opened.front);
        return summarise_figures(&opened, emit, error);
    }
    summarise_front(file, opened.variant, emit, NULL);
    return status;
}
