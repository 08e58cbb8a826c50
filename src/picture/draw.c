/* A picture from its scene: frame, draw, resolve. */
#include "faces.h"

#include "../base/error.h"
#include "../base/memory.h"
#include "../scene/scene.h"

#include <overworld/picture.h>

#include <string.h>

enum { USUAL_WIDTH = 1200, USUAL_HEIGHT = 900, MOST_BAND = 24 << 20 };

/* Logic World's thumbnails leave 4 % on each side of what is seen. */
static const double game_room = 1.08;

struct framing {
    const struct painter *painter;
    struct extent extent;
};

static bool include_solid(void *context, const struct solid *solid)
{
    struct framing *framing = context;
    const struct camera *camera = &framing->painter->camera;
    struct vector corners[MOST_CORNERS];
    unsigned count = solid_corners(solid, corners);
    for (unsigned i = 0; i < count; i++)
        extent_include(&framing->extent, camera_project(camera, corners[i]));
    if (solid->kind == OW_SOLID_MESH)
        for (uint32_t i = 0; i < solid->mesh->vertex_count; i++) {
            const ow_scene *scene = framing->painter->gaze.scene;
            struct vector at = scene_vector(scene->vertices[solid->mesh->first_vertex + i]);
            extent_include(&framing->extent,
                           camera_project(camera, solid_point(solid, at.x, at.y, at.z)));
        }
    return true;
}

static ow_color resolve_pixel(const struct raster *raster, uint32_t x, uint32_t y, unsigned samples,
                              ow_color background)
{
    unsigned sums[4] = {0}, count = samples * samples, drawn = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct sample *sample =
            &raster->samples[((size_t)y * samples + i / samples) * (size_t)raster->width +
                             (size_t)x * samples + i % samples];
        if (sample->depth == 0)
            continue;
        sums[0] += sample->color.red;
        sums[1] += sample->color.green;
        sums[2] += sample->color.blue;
        drawn++;
    }
    if (drawn == 0)
        return background;
    if (background.alpha != 0) {
        sums[0] += background.red * (count - drawn);
        sums[1] += background.green * (count - drawn);
        sums[2] += background.blue * (count - drawn);
        drawn = count;
    }
    return (ow_color){
        (uint8_t)((sums[0] + drawn / 2) / drawn), (uint8_t)((sums[1] + drawn / 2) / drawn),
        (uint8_t)((sums[2] + drawn / 2) / drawn), (uint8_t)((drawn * 255 + count / 2) / count)};
}

static void draw_all(struct painter *painter, ow_picture *picture, unsigned samples,
                     ow_color background)
{
    solid_walk(&painter->gaze, painter_draw_solid, painter);
    for (uint32_t y = 0; y < picture->height; y++)
        for (uint32_t x = 0; x < picture->width; x++)
            picture->pixels[(size_t)y * picture->width + x] =
                resolve_pixel(&painter->raster, x, y, samples, background);
}

ow_status ow_picture_draw(const ow_scene *scene, const ow_picture_options *picture_options,
                          const ow_options *options, ow_picture *picture, ow_error *error)
{
    static const ow_color usual_background = {0xf4, 0xf7, 0xfa, 255};
    ow_picture_options asked = {0};
    error_clear(error);
    if (!scene || !picture)
        return error_missing(error, "the scene and the place for its picture");
    *picture = (ow_picture){0};
    if (picture_options)
        asked = *picture_options;
    asked.width = asked.width ? asked.width : USUAL_WIDTH;
    asked.height = asked.height ? asked.height : USUAL_HEIGHT;
    if (asked.width > OW_PICTURE_LARGEST || asked.height > OW_PICTURE_LARGEST)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a picture has at most %d pixels a side",
                         OW_PICTURE_LARGEST);
    bool is_game = asked.view == OW_VIEW_GAME;
    unsigned samples = is_game ? 1 : asked.samples ? asked.samples : 3;
    ow_color background = usual_background;
    if (asked.has_background)
        background = asked.background;
    if (asked.transparent || (is_game && !asked.has_background))
        background = (ow_color){0};
    struct painter painter = {.like_game = is_game};
    painter.gaze = (struct gaze){.scene = scene, .options = &asked, .camera = &painter.camera};
    camera_turn(&painter.camera, scene, &asked);
    light_turn(&painter.light, &scene->light, &painter.camera);
    struct framing framing = {.painter = &painter};
    solid_walk(&painter.gaze, include_solid, &framing);
    camera_frame(&painter.camera, &framing.extent, (double)asked.width * samples,
                 (double)asked.height * samples, game_room);
    ow_options own = options ? *options : (ow_options){0};
    if (own.max_memory == 0)
        own.max_memory = UINT64_MAX;
    own = options_or_default(&own, 0);
    struct arena arena, scratch;
    arena_init(&arena, &own);
    arena_init(&scratch, &own);
    painter.raster.width = (int32_t)(asked.width * samples);
    painter.raster.height = (int32_t)(asked.height * samples);
    size_t count = (size_t)painter.raster.width * (size_t)painter.raster.height;
    picture->width = asked.width;
    picture->height = asked.height;
    picture->pixels = arena_take(&arena, (size_t)asked.width * asked.height * sizeof(ow_color));
    painter.raster.samples = arena_take(&scratch, count * sizeof *painter.raster.samples);
    painter.raster.crossings =
        arena_take(&scratch, (size_t)painter.raster.height * sizeof *painter.raster.crossings);
    if (!picture->pixels || !painter.raster.samples || !painter.raster.crossings) {
        ow_status status = arena.status != OW_OK ? arena.status : scratch.status;
        arena_free(&scratch);
        arena_free(&arena);
        *picture = (ow_picture){0};
        return error_limited(error, status, own.max_memory);
    }
    raster_clear(&painter.raster);
    draw_all(&painter, picture, samples, background);
    arena_free(&scratch);
    void *copy;
    picture->owner = arena_adopt(&arena, picture, sizeof *picture, &copy);
    return OW_OK;
}

void ow_picture_free(ow_picture *picture)
{
    if (!picture)
        return;
    arena_let_go(picture->owner);
    *picture = (ow_picture){0};
}
