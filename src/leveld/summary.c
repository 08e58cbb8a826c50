/* A level's summary on one screen: the lines of `overworld info`. */
#include "summary.h"

static void emit_date(struct emitter *emit, uint64_t timestamp)
{
    char date[LEVELD_DATE];
    emit_unsigned_64(emit, "timestamp", timestamp);
    if (leveld_date(timestamp, date))
        emit_string(emit, "date", date);
    else
        emit_null(emit, "date");
}

static void emit_pair(struct emitter *emit, const char *name, uint64_t x, uint64_t y)
{
    emit_begin_array(emit, name, 2);
    emit_integer(emit, NULL, (int64_t)x);
    emit_integer(emit, NULL, (int64_t)y);
    emit_end_array(emit);
}

static void emit_map(struct emitter *emit, const ow_leveld_mesh *map, uint32_t height)
{
    emit_begin_object(emit, "map");
    emit_pair(emit, "cells", map->width, height);
    if (map->tile_width > 0 && map->tile_height > 0) {
        emit_pair(emit, "tile_pixels", map->tile_width, map->tile_height);
        emit_pair(emit, "pixels", (uint64_t)map->width * map->tile_width,
                  (uint64_t)height * map->tile_height);
    }
    emit_end_object(emit);
    emit_integer(emit, "layer_count", map->layer_count);
}

static void emit_front(struct emitter *emit, const struct front *front)
{
    const ow_leveld_level *level = &front->level;
    emit_integer(emit, "version", level->version);
    emit_string(emit, "byte_order", level->byte_order == OW_LEVELD_BIG ? "big" : "little");
    const struct version *version =
        find_version(leveld_versions, LEVELD_VERSIONS, level->version, level->variant);
    if (version && version->name)
        emit_string(emit, "variant", version->name);
    if (front->has_meta) {
        emit_text(emit, "level_id", front->meta.level_id);
        emit_text(emit, "level_name", front->meta.name); /* "name" is the name of the file */
        emit_text(emit, "author", front->meta.author);
        emit_text(emit, "description", front->meta.description);
        emit_date(emit, front->meta.timestamp);
    }
    if (front->has_mesh)
        emit_map(emit, &front->mesh, front->height);
}

/* The front of a level as a game reads it: of repeated blocks, the last one. */
static struct front front_of_survey(const struct survey *survey)
{
    return (struct front){
        .level = survey->level,
        .has_meta = survey->kinds[OW_LEVELD_META].count > 0,
        .has_mesh = survey->kinds[OW_LEVELD_MESH].count > 0,
        .meta = survey->meta,
        .mesh = survey->mesh,
        .height = survey->height,
    };
}

ow_status leveld_summarise(const struct file *file, bool whole, struct emitter *emit,
                           ow_error *error)
{
    struct survey survey = {.file = file};
    struct arena arena;
    struct front front;
    arena_init(&arena, &file->options);
    ow_status status =
        whole ? leveld_survey_open(&survey, file, &arena) : leveld_read_front(file, &front);
    bool surveyed = whole && status == OW_OK;
    if (surveyed)
        front = front_of_survey(&survey);
    else if (whole) /* only the front of a truncated level is reported */
        leveld_read_front(file, &front);
    emit_front(emit, &front);
    if (surveyed)
        status = leveld_emit_figures(emit, &survey, &arena);
    if (status != OW_OK)
        status = leveld_survey_explain(&survey, status, error);
    leveld_survey_close(&survey);
    arena_free(&arena);
    return status;
}
