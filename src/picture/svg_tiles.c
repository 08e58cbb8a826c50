/* Layers as SVG: adjacent equal cells become one rectangle, in the layer's own coordinates. */
#include "svg.h"

#include "../base/sort.h"

#include "../scene/looks.h"
#include "../scene/scene.h"

#include <string.h>

enum {
    MOST_RECTANGLES = 20 * OW_SVG_MOST_FACES,
    MOST_PIXELS = 1 << 18, /* of all tiles drawn pixel by pixel */
    KEY_OF_HATCH = OW_TILE + 1,
    KEYS,
};

struct rectangle {
    uint32_t x, y, width, height;
};

struct tiling {
    struct svg *svg;
    const ow_scene *scene;
    const ow_scene_layer *layer;
    uint8_t *taken; /* a bit for each cell */
    struct rectangle *rectangles;
    uint64_t *order; /* keys in the high half, numbers in the low */
    uint32_t count, room;
    bool has_pixels; /* draw tiles with the tileset's pixels, not in one colour */
};

/* The look of a cell; KEYS: nothing. */
static uint32_t key_of(const struct tiling *tiling, uint64_t cell, bool for_hatch)
{
    uint16_t raw = tiling->layer->cells[cell];
    uint32_t tile = raw & OW_TILE;
    if (for_hatch)
        return raw & OW_TILE_BLOCKED && !scene_tile_is_drawn(tiling->scene, tile)
                   ? (uint32_t)KEY_OF_HATCH
                   : (uint32_t)KEYS;
    return tile == 0 && tiling->layer->flags & OW_ZERO_IS_EMPTY ? (uint32_t)KEYS : tile;
}

static bool is_free(const struct tiling *tiling, uint64_t cell, uint32_t key, bool for_hatch)
{
    return cell < tiling->layer->cell_count && !(tiling->taken[cell / 8] >> cell % 8 & 1) &&
           key_of(tiling, cell, for_hatch) == key;
}

/* Extends a rectangle as wide as possible, then as high as possible. */
static struct rectangle grow(struct tiling *tiling, uint32_t x, uint32_t y, uint32_t key,
                             bool for_hatch)
{
    const ow_scene_layer *layer = tiling->layer;
    uint64_t first = (uint64_t)y * layer->width + x;
    struct rectangle grown = {x, y, 1, 1};
    while (x + grown.width < layer->width && is_free(tiling, first + grown.width, key, for_hatch))
        grown.width++;
    for (bool goes_on = true; y + grown.height < layer->height && goes_on;
         grown.height += goes_on) {
        uint64_t row = first + (uint64_t)grown.height * layer->width;
        for (uint32_t i = 0; i < grown.width && goes_on; i++)
            goes_on = is_free(tiling, row + i, key, for_hatch);
    }
    for (uint32_t down = 0; down < grown.height; down++)
        for (uint32_t i = 0; i < grown.width; i++) {
            uint64_t cell = first + (uint64_t)down * layer->width + i;
            tiling->taken[cell / 8] |= (uint8_t)(1u << cell % 8);
        }
    return grown;
}

static bool add(struct tiling *tiling, struct rectangle rectangle, uint32_t key)
{
    struct job *job = &tiling->svg->job;
    if (tiling->count == tiling->room) {
        uint32_t room = tiling->room ? tiling->room * 2 : 1024;
        struct rectangle *rectangles =
            job_take(&job->scratch, job, room, sizeof *tiling->rectangles);
        uint64_t *order = job_take(&job->scratch, job, room, sizeof *order);
        if (!rectangles || !order)
            return false;
        if (tiling->count > 0) {
            memcpy(rectangles, tiling->rectangles, tiling->count * sizeof *rectangles);
            memcpy(order, tiling->order, tiling->count * sizeof *order);
        }
        tiling->rectangles = rectangles, tiling->order = order, tiling->room = room;
    }
    tiling->order[tiling->count] = (uint64_t)key << 32 | tiling->count;
    tiling->rectangles[tiling->count++] = rectangle;
    tiling->svg->is_full = tiling->count >= MOST_RECTANGLES;
    return !tiling->svg->is_full;
}

static bool find_rectangles(struct tiling *tiling, bool for_hatch)
{
    const ow_scene_layer *layer = tiling->layer;
    memset(tiling->taken, 0, layer->cell_count / 8 + 1);
    for (uint64_t cell = 0; cell < layer->cell_count; cell++) {
        uint32_t key = key_of(tiling, cell, for_hatch);
        if (key == KEYS || tiling->taken[cell / 8] >> cell % 8 & 1)
            continue;
        struct rectangle grown = grow(tiling, (uint32_t)(cell % layer->width),
                                      (uint32_t)(cell / layer->width), key, for_hatch);
        if (!add(tiling, grown, key) || !watch_go_on(&tiling->svg->job.watch, 1))
            return false;
    }
    return true;
}

/* ---- what tiles are filled with ---- */

/* The mean colour of a tile, for tilesets that are too large to draw pixel by pixel. */
static ow_color mean_of_tile(const ow_scene_tileset *tileset, uint32_t tile)
{
    uint64_t sums[3] = {0}, count = 0;
    for (uint32_t y = 0; y < tileset->tile_height && scene_tile_pixel(tileset, tile, 0, y); y++)
        for (uint32_t x = 0; x < tileset->tile_width; x++) {
            const ow_color *pixel = scene_tile_pixel(tileset, tile, x, y);
            if (!pixel)
                break;
            sums[0] += (uint64_t)pixel->red * pixel->alpha;
            sums[1] += (uint64_t)pixel->green * pixel->alpha;
            sums[2] += (uint64_t)pixel->blue * pixel->alpha;
            count += pixel->alpha;
        }
    if (count == 0)
        return (ow_color){0};
    return (ow_color){(uint8_t)(sums[0] / count), (uint8_t)(sums[1] / count),
                      (uint8_t)(sums[2] / count), 255};
}

static bool is_same_color(const ow_color *a, const ow_color *b)
{
    return a && b ? memcmp(a, b, sizeof *a) == 0 : a == b;
}

/* Writes a tile as a pattern of one cell: its pixels in rows of one colour. */
static void write_pattern(struct svg *svg, const ow_scene_tileset *tileset, uint32_t tile)
{
    svg_put(svg,
            "<pattern id=\"t%u\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\" "
            "viewBox=\"0 0 %u %u\" preserveAspectRatio=\"none\">",
            (unsigned)tile, (unsigned)tileset->tile_width, (unsigned)tileset->tile_height);
    for (uint32_t y = 0; y < tileset->tile_height; y++)
        for (uint32_t x = 0, next; x < tileset->tile_width; x = next) {
            const ow_color *color = scene_tile_pixel(tileset, tile, x, y);
            next = x + 1;
            while (next < tileset->tile_width &&
                   is_same_color(color, scene_tile_pixel(tileset, tile, next, y)))
                next++;
            if (color && color->alpha > 0)
                svg_put(svg, "<path fill=\"#%02x%02x%02x\" d=\"M%u %uh%uv1h-%uz\"/>", color->red,
                        color->green, color->blue, (unsigned)x, (unsigned)y, (unsigned)(next - x),
                        (unsigned)(next - x));
        }
    svg_put(svg, "</pattern>\n");
}

static void find_used(const ow_scene *scene, uint8_t *used)
{
    for (uint32_t i = 0; i < scene->layer_count; i++)
        for (uint32_t k = 0;
             k < scene->layers[i].cell_count && !(scene->layers[i].flags & OW_HIDDEN); k++)
            used[(scene->layers[i].cells[k] & OW_TILE) / 8] |=
                (uint8_t)(1u << (scene->layers[i].cells[k] & 7));
}

/* Lines from the lower left to the upper right, two in a cell. */
static void write_definitions(struct tiling *tiling)
{
    const ow_scene_tileset *tileset = &tiling->scene->tileset;
    uint8_t used[(OW_TILE + 1) / 8] = {0};
    uint64_t pixels = 0;
    find_used(tiling->scene, used);
    svg_put(tiling->svg, "<defs>\n<pattern id=\"blocked\" width=\".5\" height=\".5\" "
                         "patternUnits=\"userSpaceOnUse\"><path fill-opacity=\".36\" "
                         "d=\"M0 0H.15L0 .15ZM.5 0V.15L.15 .5H0Z\"/>"
                         "</pattern>\n");
    for (uint32_t tile = 0; tile < tileset->count && tileset->image.pixels; tile++)
        if (used[tile / 8] >> tile % 8 & 1)
            pixels += (uint64_t)tileset->tile_width * tileset->tile_height;
    tiling->has_pixels = pixels > 0 && pixels <= MOST_PIXELS;
    for (uint32_t tile = 0; tile < tileset->count && tiling->has_pixels; tile++)
        if (used[tile / 8] >> tile % 8 & 1)
            write_pattern(tiling->svg, tileset, tile);
    svg_put(tiling->svg, "</defs>\n");
}

/* ---- writing ---- */

static void open_fill(struct tiling *tiling, uint32_t key)
{
    const ow_scene *scene = tiling->scene;
    if (key == KEY_OF_HATCH) {
        svg_put(tiling->svg, "<path fill=\"url(#blocked)\" d=\"");
    } else if (scene_tile_is_drawn(scene, key) && tiling->has_pixels) {
        svg_put(tiling->svg, "<path fill=\"url(#t%u)\" d=\"", (unsigned)key);
    } else {
        ow_color color = scene_tile_is_drawn(scene, key) ? mean_of_tile(&scene->tileset, key)
                                                         : scene_tile_color(scene, key);
        svg_put(tiling->svg, "<path fill=\"#%02x%02x%02x\" d=\"", color.red, color.green,
                color.blue);
    }
}

static void write_rectangles(struct tiling *tiling)
{
    uint32_t last = KEYS;
    for (uint32_t i = 0; i < tiling->count; i++) {
        const struct rectangle *at = &tiling->rectangles[(uint32_t)tiling->order[i]];
        uint32_t key = (uint32_t)(tiling->order[i] >> 32);
        if (key != last) {
            svg_put(tiling->svg, "%s", last == KEYS ? "" : "\"/>\n");
            open_fill(tiling, key);
        }
        svg_put(tiling->svg, "M%u %uh%uv%uh-%uz", (unsigned)at->x, (unsigned)at->y,
                (unsigned)at->width, (unsigned)at->height, (unsigned)at->width);
        last = key;
    }
    svg_put(tiling->svg, "%s", last == KEYS ? "" : "\"/>\n");
}

/* The place of a layer's corner on the picture, in pixels. */
static struct vector corner_of(const struct tiling *tiling, double x, double z)
{
    const struct camera *camera = &tiling->svg->job.painter.camera;
    struct vector at = vector_add(scene_vector(tiling->layer->position), (struct vector){x, 0, z});
    return camera_pixel(camera, camera_project(camera, camera_see(camera, at)));
}

/* A layer is flat, so six numbers map its coordinates to the picture. In perspective they fit the
 * whole layer, and near parts are not larger. */
static void open_layer(const struct tiling *tiling)
{
    struct vector corner = corner_of(tiling, 0, 0);
    struct vector right = vector_subtract(corner_of(tiling, tiling->layer->width, 0), corner);
    struct vector down = vector_subtract(corner_of(tiling, 0, tiling->layer->height), corner);
    const double numbers[6] = {right.x / tiling->layer->width,
                               right.y / tiling->layer->width,
                               down.x / tiling->layer->height,
                               down.y / tiling->layer->height,
                               corner.x,
                               corner.y};
    svg_put(tiling->svg, "<g shape-rendering=\"crispEdges\" transform=\"matrix(");
    for (int i = 0; i < 6; i++) {
        svg_put(tiling->svg, "%s", i > 0 ? " " : "");
        svg_put_number(tiling->svg, rounded_to_double(numbers[i]));
    }
    svg_put(tiling->svg, ")\">\n");
}

static bool write_layer(struct tiling *tiling)
{
    struct job *job = &tiling->svg->job;
    tiling->count = 0;
    if (!find_rectangles(tiling, false) || !find_rectangles(tiling, true))
        return false;
    ow_status status = sort_u64(tiling->order, tiling->count, 0, &job->scratch);
    if (status != OW_OK) {
        job->watch.status = status;
        return false;
    }
    open_layer(tiling);
    write_rectangles(tiling);
    svg_put(tiling->svg, "</g>\n");
    return true;
}

bool svg_write_layers(struct svg *svg)
{
    const ow_scene *scene = svg->job.painter.projection.scene;
    struct tiling tiling = {.svg = svg, .scene = scene};
    uint32_t most = 0;
    for (uint32_t i = 0; i < scene->layer_count; i++)
        most = scene->layers[i].cell_count > most ? scene->layers[i].cell_count : most;
    if (most == 0)
        return true;
    tiling.taken = job_take(&svg->job.scratch, &svg->job, most / 8 + 1, 1);
    if (!tiling.taken)
        return false;
    write_definitions(&tiling);
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        tiling.layer = &scene->layers[i];
        if (tiling.layer->flags & OW_HIDDEN || tiling.layer->width == 0 ||
            tiling.layer->height == 0)
            continue;
        if (!write_layer(&tiling))
            return false;
    }
    return true;
}
