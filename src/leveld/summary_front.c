/* The front of a level: what is known without reading all of it. */
#include "summary.h"

enum { MOST_BLOCKS = 100, MOST_LAYERS = 1000 };

/* Returns whether there may be more to read after the map. */
static bool read_mesh(struct codec *c, struct front *front)
{
    mesh_head(c, &front->mesh);
    if (c->status != OW_OK)
        return false;
    uint32_t count = front->mesh.layer_count < MOST_LAYERS ? front->mesh.layer_count : MOST_LAYERS;
    uint32_t cells = leveld_pass_layers(c, count);
    front->has_mesh = true;
    front->height = front->mesh.height;
    if (leveld_layout_of(&front->level) < 3)
        front->height = front->mesh.width > 0 ? cells / front->mesh.width : 0;
    return front->mesh.layer_count <= MOST_LAYERS;
}

static bool read_block(struct codec *c, struct front *front)
{
    ow_leveld_block head;
    block_head(c, &head);
    if (c->status != OW_OK)
        return false;
    if (head.id == OW_LEVELD_MESH)
        return read_mesh(c, front);
    if (head.id != OW_LEVELD_META)
        return head.count == 0;
    meta(c, &front->meta);
    front->has_meta = c->status == OW_OK;
    return true;
}

static struct codec read_as(const struct file *file, const ow_leveld_level *preset,
                            struct front *front)
{
    struct codec codec = decode_from(file);
    *front = (struct front){.level = *preset};
    header(&codec, &front->level);
    for (unsigned blocks = 0; blocks < MOST_BLOCKS && codec.at < codec.end; blocks++)
        if (!read_block(&codec, front))
            break;
    return codec;
}

ow_status leveld_read_front(const struct file *file, struct front *best)
{
    ow_leveld_level candidates[MOST_CANDIDATES] = {0};
    unsigned count = leveld_candidates(file, candidates);
    const uint8_t *furthest = NULL;
    ow_status status = OW_OK;
    for (unsigned i = 0; i < count; i++) {
        struct front front;
        struct codec codec = read_as(file, &candidates[i], &front);
        if (codec.status == OW_OK) {
            *best = front;
            return OW_OK;
        }
        if (furthest && codec.failed_at <= furthest)
            continue;
        furthest = codec.failed_at;
        *best = front;
        status = codec.status;
    }
    return status;
}
