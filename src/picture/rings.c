/* Rings around highlighted things that are too small to see. */
#include "rings.h"

/* Radii in pixels: for few things, and for so many that large rings would hide each other. */
enum { LARGE = 9, SMALL = 3, FEW = 100 };

static int32_t radius_of(const struct painter *painter)
{
    const ow_picture_options *asked = painter->projection.options;
    bool few = asked->highlight_count + asked->highlight_segment_count <= FEW;
    return (int32_t)painter->samples * SPOT_STEPS * (few ? LARGE : SMALL);
}

static void widen(struct ring *ring, const struct spot *spot)
{
    ring->left = spot->x < ring->left ? spot->x : ring->left;
    ring->right = spot->x > ring->right ? spot->x : ring->right;
    ring->top = spot->y < ring->top ? spot->y : ring->top;
    ring->bottom = spot->y > ring->bottom ? spot->y : ring->bottom;
}

void ring_finish(struct painter *painter)
{
    static const ow_color color = {255, 140, 0, 255};
    const struct ring ring = painter->ring;
    int32_t radius = radius_of(painter), far = radius * 946 / 1024, near = radius * 392 / 1024;
    const int32_t ways[8][2] = {{far, near},   {near, far},   {-near, far}, {-far, near},
                                {-far, -near}, {-near, -far}, {near, -far}, {far, -near}};
    painter->ring.id = 0;
    if (ring.id == 0 || ring.is_behind || ring.right - ring.left > radius ||
        ring.bottom - ring.top > radius)
        return;
    int32_t x = ring.left + (ring.right - ring.left) / 2;
    int32_t y = ring.top + (ring.bottom - ring.top) / 2;
    for (unsigned i = 0; i < 8; i++) {
        const int32_t *one = ways[i], *next = ways[(i + 1) % 8];
        painter_draw_line(painter, (struct spot){x + one[0], y + one[1], NEAREST_DEPTH},
                          (struct spot){x + next[0], y + next[1], NEAREST_DEPTH}, 2, color,
                          ring.id);
    }
}

void ring_include(struct painter *painter, const struct solid *solid, const struct spot *spots,
                  unsigned count)
{
    struct ring *ring = &painter->ring;
    if (ring->id != solid->id) {
        ring_finish(painter);
        *ring = (struct ring){solid->id, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN, count == 0};
    }
    for (unsigned i = 0; i < count; i++) {
        widen(ring, &spots[i]);
        ring->is_behind = ring->is_behind || spots[i].depth == SPOT_BEHIND;
    }
}
