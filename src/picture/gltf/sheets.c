/* glTF: layers of tiles as flat sheets. Cells of one colour become one rectangle. */
#include "gltf.h"

/* Cells from..to of a row, and of the rows above it from `top` on. */
struct stretch {
    uint32_t from, to, top;
    ow_color color;
};

struct stretches {
    struct stretch *list;
    uint32_t count;
};

static bool is_same(ow_color a, ow_color b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha;
}

/* Rectangles overlap a little: if the corner of one is on the side of another, viewers would show
 * dots of the background. */
static const double over = 1.0 / 1024;

static void add_rectangle(struct gltf *gltf, const ow_scene_layer *layer,
                          const struct stretch *stretch, uint32_t bottom)
{
    struct vector corner = scene_vector(layer->position);
    struct vector least = {rounded_to_double(stretch->from - over), 0,
                           rounded_to_double(stretch->top - over)};
    struct vector most = {rounded_to_double(stretch->to + over), 0,
                          rounded_to_double(bottom + over)};
    gltf_linear(stretch->color, gltf->color);
    uint32_t first = gltf_room(gltf, 4, 6);
    gltf_vertex(gltf, vector_add(corner, least));
    gltf_vertex(gltf, vector_add(corner, (struct vector){least.x, 0, most.z}));
    gltf_vertex(gltf, vector_add(corner, most));
    gltf_vertex(gltf, vector_add(corner, (struct vector){most.x, 0, least.z}));
    gltf_triangle(gltf, first, first + 1, first + 2);
    gltf_triangle(gltf, first, first + 2, first + 3);
}

/* Finds the stretches of a row with one look. */
static void find_stretches(struct gltf *gltf, const ow_scene_layer *layer, uint32_t y,
                           enum gltf_look look, struct stretches *row)
{
    uint64_t begin = (uint64_t)y * layer->width, left = layer->cell_count - begin;
    uint32_t count = left < layer->width ? (uint32_t)left : layer->width;
    row->count = 0;
    for (uint32_t x = 0; x < count; x++) {
        ow_color color = gltf_tile_color(gltf, layer, layer->cells[begin + x]);
        struct stretch *last = row->count > 0 ? &row->list[row->count - 1] : NULL;
        if (color.alpha == 0 || (look == GLTF_GLASS) != (color.alpha < 255))
            continue;
        if (last && last->to == x && is_same(last->color, color))
            last->to++;
        else
            row->list[row->count++] = (struct stretch){x, x + 1, y, color};
    }
}

/* Stretches that continue in this row keep their top; the others end here. */
static void join(struct gltf *gltf, const ow_scene_layer *layer, const struct stretches *above,
                 struct stretches *row, uint32_t y)
{
    uint32_t here = 0;
    for (uint32_t i = 0; i < above->count; i++) {
        const struct stretch *stretch = &above->list[i];
        while (here < row->count && row->list[here].from < stretch->from)
            here++;
        struct stretch *below = here < row->count ? &row->list[here] : NULL;
        if (below && below->from == stretch->from && below->to == stretch->to &&
            is_same(below->color, stretch->color))
            below->top = stretch->top;
        else
            add_rectangle(gltf, layer, stretch, y);
    }
}

void gltf_add_layer(struct gltf *gltf, const ow_scene_layer *layer, enum gltf_look look)
{
    uint32_t widest = layer->width < layer->cell_count ? layer->width : layer->cell_count;
    struct arena scratch;
    struct stretches above = {0}, row = {0};
    arena_share(&scratch, &gltf->arena);
    above.list = arena_take(&scratch, (size_t)widest * sizeof *above.list);
    row.list = above.list ? arena_take(&scratch, (size_t)widest * sizeof *row.list) : NULL;
    if (!row.list)
        gltf_fail(gltf, scratch.status);
    uint32_t y = 0;
    for (; row.list && y < layer->height && (uint64_t)y * layer->width < layer->cell_count &&
           widest > 0 && gltf_go_on(gltf);
         y++) {
        find_stretches(gltf, layer, y, look, &row);
        join(gltf, layer, &above, &row, y);
        struct stretches next = above;
        above = row;
        row = next;
    }
    row.count = 0;
    join(gltf, layer, &above, &row, y);
    arena_free(&scratch);
}
