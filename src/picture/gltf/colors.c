/* glTF: colours, which are linear in the format. */
#include "gltf.h"

#include "../../scene/looks.h"

/* The linear value of each of 256 steps of sRGB (IEC 61966-2-1), of 65,535, rounded. A table,
 * because libraries differ in the last digit of a power. */
static const uint16_t linear_of[256] = {
    0,     20,    40,    60,    80,    99,    119,   139,   159,   179,   199,   219,   241,
    264,   288,   313,   340,   367,   396,   427,   458,   491,   526,   562,   599,   637,
    677,   718,   761,   805,   851,   898,   947,   997,   1048,  1101,  1156,  1212,  1270,
    1330,  1391,  1453,  1517,  1583,  1651,  1720,  1790,  1863,  1937,  2013,  2090,  2170,
    2250,  2333,  2418,  2504,  2592,  2681,  2773,  2866,  2961,  3058,  3157,  3258,  3360,
    3464,  3570,  3678,  3788,  3900,  4014,  4129,  4247,  4366,  4488,  4611,  4736,  4864,
    4993,  5124,  5257,  5392,  5530,  5669,  5810,  5953,  6099,  6246,  6395,  6547,  6700,
    6856,  7014,  7174,  7335,  7500,  7666,  7834,  8004,  8177,  8352,  8528,  8708,  8889,
    9072,  9258,  9445,  9635,  9828,  10022, 10219, 10417, 10619, 10822, 11028, 11235, 11446,
    11658, 11873, 12090, 12309, 12530, 12754, 12980, 13209, 13440, 13673, 13909, 14146, 14387,
    14629, 14874, 15122, 15371, 15623, 15878, 16135, 16394, 16656, 16920, 17187, 17456, 17727,
    18001, 18277, 18556, 18837, 19121, 19407, 19696, 19987, 20281, 20577, 20876, 21177, 21481,
    21787, 22096, 22407, 22721, 23038, 23357, 23678, 24002, 24329, 24658, 24990, 25325, 25662,
    26001, 26344, 26688, 27036, 27386, 27739, 28094, 28452, 28813, 29176, 29542, 29911, 30282,
    30656, 31033, 31412, 31794, 32179, 32567, 32957, 33350, 33745, 34143, 34544, 34948, 35355,
    35764, 36176, 36591, 37008, 37429, 37852, 38278, 38706, 39138, 39572, 40009, 40449, 40891,
    41337, 41785, 42236, 42690, 43147, 43606, 44069, 44534, 45002, 45473, 45947, 46423, 46903,
    47385, 47871, 48359, 48850, 49344, 49841, 50341, 50844, 51349, 51858, 52369, 52884, 53401,
    53921, 54445, 54971, 55500, 56032, 56567, 57105, 57646, 58190, 58737, 59287, 59840, 60396,
    60955, 61517, 62082, 62650, 63221, 63795, 64372, 64952, 65535};

enum { OPAQUE = 255, MARK_ALPHA = 96 };

void gltf_linear(ow_color color, uint16_t linear[4])
{
    linear[0] = linear_of[color.red];
    linear[1] = linear_of[color.green];
    linear[2] = linear_of[color.blue];
    linear[3] = (uint16_t)(color.alpha * 257);
}

bool gltf_has_own_color(const ow_scene_part *part)
{
    return part->paint == OW_PAINT_PART;
}

ow_color gltf_part_color(const struct gltf *gltf, const ow_scene_item *item,
                         const ow_scene_part *part)
{
    ow_color color = scene_part_color(gltf->scene, item, part, gltf->asked.without_states);
    if (part->material == OW_MARK && color.alpha == OPAQUE)
        color.alpha = MARK_ALPHA;
    return color;
}

enum gltf_look gltf_part_look(const ow_scene_part *part, ow_color color)
{
    if (color.alpha < OPAQUE)
        return GLTF_GLASS;
    return part->solid == OW_SOLID_MESH ? GLTF_SHEET : GLTF_SOLID;
}

/* The step of sRGB with the nearest linear value from below. */
static uint8_t step_of(uint64_t linear)
{
    unsigned low = 0, high = 255;
    while (low < high) {
        unsigned middle = (low + high + 1) / 2;
        if (linear_of[middle] <= linear)
            low = middle;
        else
            high = middle - 1;
    }
    return (uint8_t)low;
}

/* The mean of a tile's pixels in linear light; transparent ones do not count. */
static ow_color mean_color(const ow_scene_tileset *set, uint32_t tile)
{
    uint64_t sums[3] = {0}, alpha = 0, count = 0;
    for (uint32_t y = 0; y < set->tile_height && scene_tile_pixel(set, tile, 0, y); y++)
        for (uint32_t x = 0; x < set->tile_width; x++) {
            const ow_color *pixel = scene_tile_pixel(set, tile, x, y);
            if (!pixel)
                break;
            sums[0] += (uint64_t)linear_of[pixel->red] * pixel->alpha;
            sums[1] += (uint64_t)linear_of[pixel->green] * pixel->alpha;
            sums[2] += (uint64_t)linear_of[pixel->blue] * pixel->alpha;
            alpha += pixel->alpha;
            count++;
        }
    if (alpha == 0)
        return (ow_color){0, 0, 0, 0};
    return (ow_color){step_of(sums[0] / alpha), step_of(sums[1] / alpha), step_of(sums[2] / alpha),
                      (uint8_t)(alpha / count)};
}

/* Computes the tileset's means; none without pixels. */
void gltf_look_at_tileset(struct gltf *gltf)
{
    const ow_scene_tileset *set = &gltf->scene->tileset;
    if (gltf->scene->layer_count == 0 || !set->image.pixels || set->columns == 0)
        return;
    uint32_t count = set->count <= OW_TILE ? set->count : OW_TILE + 1;
    gltf->tiles = gltf_take(gltf, (size_t)count + 1, sizeof *gltf->tiles);
    if (!gltf->tiles)
        return;
    gltf->tile_count = count;
    for (uint32_t i = 0; i < count; i++)
        gltf->tiles[i] = mean_color(set, i);
}

ow_color gltf_tile_color(const struct gltf *gltf, const ow_scene_layer *layer, uint16_t cell)
{
    uint32_t tile = cell & OW_TILE;
    if (tile == 0 && layer->flags & OW_ZERO_IS_EMPTY)
        return (ow_color){0, 0, 0, 0};
    return tile < gltf->tile_count ? gltf->tiles[tile] : scene_tile_color(gltf->scene, tile);
}
