/* glTF: hiding faces of boxes that touch other boxes. Only boxes of one unit along the axes count,
 * as in builds of blocks. A hash slot holds 4 x 4 x 4 places, so that neighbours are usually in
 * the same slot. */
#include "gltf.h"

#define R(number) rounded_to_double(number)

enum {
    STEPS = 1024,    /* per unit: nearer places count as equal */
    REACH = 1 << 20, /* units from the origin; beyond, a float cannot hold steps */
    MOST_TRIES = 64, /* limits the work on boxes placed to collide */
    FIRST_ROOM = 256
};

/* A unit box: its cell on each axis (above 0), and its offset from the grid. */
struct cell {
    uint32_t at[3], fraction, bucket;
};

/* The world axis along a box's axis: 2 × axis, + 1 if forward. */
static bool find_direction(struct vector axis, unsigned *direction)
{
    static const double half = 0.5, nearly = 1e-4;
    const double along[3] = {axis.x, axis.y, axis.z};
    unsigned found = 0;
    for (unsigned i = 0; i < 3; i++) {
        double length = fabs(along[i]);
        if (fabs(R(length - half)) < nearly) {
            *direction = 2 * i + (along[i] > 0);
            found++;
        } else if (!(length < nearly)) {
            return false;
        }
    }
    return found == 1;
}

static bool find_cell(const struct gltf_frame *frame, uint32_t bucket, struct cell *cell,
                      unsigned directions[3])
{
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    *cell = (struct cell){.bucket = bucket};
    for (int i = 0; i < 3; i++)
        if (!find_direction(frame->axes[i], &directions[i]) || !(fabs(center[i]) < REACH))
            return false;
    if (directions[0] / 2 == directions[1] / 2 || directions[0] / 2 == directions[2] / 2 ||
        directions[1] / 2 == directions[2] / 2)
        return false;
    for (int i = 0; i < 3; i++) {
        double steps = rint(R(R(center[i] + 2 * (double)REACH) * STEPS));
        uint64_t place = (uint64_t)steps;
        cell->at[i] = (uint32_t)(place / STEPS);
        cell->fraction = cell->fraction * STEPS + (uint32_t)(place % STEPS);
    }
    return true;
}

static uint64_t place_of(const struct cell *cell)
{
    return (uint64_t)(cell->at[0] / 4) << 40 | (uint64_t)(cell->at[1] / 4) << 20 | cell->at[2] / 4;
}

static uint64_t bit_of(const struct cell *cell)
{
    return (uint64_t)1 << (cell->at[0] % 4 * 16 + cell->at[1] % 4 * 4 + cell->at[2] % 4);
}

/* The slot of a block, or a free one; NULL: neither within the limit. */
static struct gltf_block *find_block(const struct gltf_cells *cells,
                                     const struct gltf_block *wanted)
{
    uint64_t hash = wanted->place * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 29 ^ wanted->fraction ^ (uint64_t)wanted->bucket << 30) *
           UINT64_C(0xbf58476d1ce4e5b9);
    uint32_t slot = (uint32_t)(hash >> 32) & (cells->room - 1);
    for (int i = 0; i < MOST_TRIES; i++, slot = (slot + 1) & (cells->room - 1)) {
        struct gltf_block *block = &cells->blocks[slot];
        if (block->full == 0 ||
            (block->place == wanted->place && block->fraction == wanted->fraction &&
             block->bucket == wanted->bucket))
            return block;
    }
    return NULL;
}

/* At most half of the slots are used. */
static bool make_room(struct gltf *gltf)
{
    struct gltf_cells *cells = &gltf->cells, grown = {.room = cells->room * 2};
    if (cells->room / 2 > cells->used)
        return true;
    grown.room = grown.room ? grown.room : FIRST_ROOM;
    if (grown.room == 0x80000000u)
        return false;
    grown.blocks = gltf_take(gltf, grown.room, sizeof *grown.blocks);
    if (!grown.blocks)
        return false;
    memset(grown.blocks, 0, grown.room * sizeof *grown.blocks);
    for (uint32_t i = 0; i < cells->room; i++) {
        struct gltf_block *slot =
            cells->blocks[i].full ? find_block(&grown, &cells->blocks[i]) : NULL;
        if (slot) {
            *slot = cells->blocks[i];
            grown.used++;
        }
    }
    *cells = grown;
    return true;
}

void gltf_find_cell(struct gltf *gltf, const struct gltf_frame *frame, uint32_t bucket)
{
    struct cell cell;
    unsigned directions[3];
    if (!find_cell(frame, bucket, &cell, directions))
        return;
    struct gltf_block *block = gltf_add(gltf, &gltf->found, sizeof *block);
    if (block)
        *block = (struct gltf_block){.place = place_of(&cell),
                                     .full = bit_of(&cell),
                                     .fraction = cell.fraction,
                                     .bucket = bucket};
}

void gltf_note_cells(struct gltf *gltf, const struct gltf_list *found)
{
    const struct gltf_block *blocks = found->data;
    for (size_t i = 0; i < found->count && make_room(gltf); i++) {
        struct gltf_block block = blocks[i];
        struct gltf_block *slot = find_block(&gltf->cells, &block);
        if (!slot)
            continue;
        gltf->cells.used += slot->full == 0;
        block.full |= slot->full;
        *slot = block;
    }
}

static bool is_full(const struct gltf_cells *cells, const struct cell *cell)
{
    struct gltf_block block = {
        .place = place_of(cell), .fraction = cell->fraction, .bucket = cell->bucket};
    const struct gltf_block *slot = find_block(cells, &block);
    return slot && (slot->full & bit_of(cell)) != 0;
}

unsigned gltf_hidden_faces(const struct gltf *gltf, const struct gltf_frame *frame, uint32_t bucket)
{
    struct cell cell;
    unsigned directions[3], hidden = 0;
    if (gltf->cells.used == 0 || !find_cell(frame, bucket, &cell, directions))
        return 0;
    for (unsigned face = 0; face < 6; face++) {
        unsigned direction = directions[face / 2] ^ (face % 2 ? 0 : 1);
        struct cell beside = cell;
        beside.at[direction / 2] += direction % 2 ? 1 : UINT32_MAX;
        hidden |= (unsigned)is_full(&gltf->cells, &beside) << face;
    }
    return hidden;
}
