/* glTF: the passes over the scene, in slices. */
#include "gltf.h"

enum { ITEMS_OF_UNIT = PIECE(4096, 3) };

/* What instances share is made once, in the order of the slices. */
static bool is_measured_alone(const struct gltf *gltf, uint32_t slice)
{
    return gltf->slices[slice].is_large || gltf->asked.instancing;
}

static bool is_written_alone(const struct gltf *gltf, uint32_t slice)
{
    return is_measured_alone(gltf, slice) || gltf->slices[slice].size > gltf->most_block;
}

static void note_items(struct gltf_slot *slot, void *context)
{
    (void)context;
    gltf_note_items(&slot->gltf, slot->unit * ITEMS_OF_UNIT,
                    slice_end(slot->unit, slot->gltf.scene->item_count, ITEMS_OF_UNIT));
}

static void put_cells(struct gltf_slot *slot, void *context)
{
    gltf_note_cells(context, &slot->gltf.found);
}

static void measure(struct gltf_slot *slot, void *context)
{
    (void)context;
    slot->gltf.slice = &slot->gltf.slices[slot->unit];
    if (!slot->gltf.is_alone)
        slot->gltf.mesh_count = 0;
    gltf_build(&slot->gltf);
}

/* The meshes of a slice are numbered behind those before. */
static void put_meshes(struct gltf *gltf, const struct gltf *own)
{
    const struct gltf_slice *slice = own->slice;
    for (uint32_t i = slice->bucket; i < slice->end && !own->is_alone; i++)
        if (gltf->buckets[i].mesh != OW_NONE)
            gltf->buckets[i].mesh += gltf->mesh_count;
    gltf->mesh_count = own->is_alone ? own->mesh_count : gltf->mesh_count + own->mesh_count;
}

/* The shares of a bucket are one mesh. */
static void put_share(struct gltf *gltf, const struct gltf *own)
{
    struct gltf_slice *slice = own->slice;
    struct gltf_bucket *bucket = &gltf->buckets[slice->bucket];
    struct gltf_piece *pieces = own->pieces.data; /* not copied yet */
    if (own->pieces.count == 0)
        return;
    if (bucket->mesh == OW_NONE) {
        bucket->mesh = gltf->mesh_count++;
    } else {
        pieces[0].begins_mesh = false;
        gltf->last_share->goes_on = true;
    }
    gltf->last_share = slice;
}

static void put_swarms(struct gltf *gltf, const struct gltf *own)
{
    const struct gltf_swarm *swarms = own->swarms.data;
    for (size_t i = 0; i < own->swarms.count; i++) {
        struct gltf_swarm *swarm = gltf_add(gltf, &gltf->swarms, sizeof *swarm);
        if (!swarm)
            return;
        *swarm = swarms[i];
        swarm->offset += own->slice->offset;
        swarm->first_accessor = gltf->swarm_accessor_count;
        gltf->swarm_accessor_count += gltf_swarm_accessors(swarm);
    }
}

static void put_measures(struct gltf_slot *slot, void *context)
{
    struct gltf *gltf = context, *own = &slot->gltf;
    struct gltf_slice *slice = own->slice;
    slice->offset = gltf->size;
    slice->size = own->size;
    slice->first_piece = gltf->piece_count;
    slice->first_mesh = gltf->mesh_count;
    slice->first_swarm = (uint32_t)gltf->swarms.count;
    slice->piece_count = (uint32_t)own->pieces.count;
    slice->pieces = gltf_keep(gltf, slot, &own->pieces, sizeof *slice->pieces);
    slice->starts = gltf_keep(gltf, slot, &own->starts, sizeof *slice->starts);
    slice->extents = gltf_keep(gltf, slot, &own->extents, 1);
    slice->hidden_faces = gltf_keep(gltf, slot, &own->hidden_faces, sizeof *slice->hidden_faces);
    if (slice->share == GLTF_WHOLE)
        put_meshes(gltf, own);
    else
        put_share(gltf, own);
    put_swarms(gltf, own);
    for (int i = 0; i < GLTF_LOOKS; i++)
        gltf->has_look[i] |= own->has_look[i];
    gltf->piece_count += slice->piece_count;
    gltf->size += slice->size;
}

static void note_all_items(struct gltf *gltf)
{
    uint32_t count = gltf->scene->item_count;
    const struct gltf_job job = {.count = slices_of(count, ITEMS_OF_UNIT),
                                 .work = note_items,
                                 .put = put_cells,
                                 .context = gltf};
    gltf->item_looks = gltf_take(gltf, count, sizeof *gltf->item_looks);
    gltf_run(gltf, &job);
}

void gltf_measure(struct gltf *gltf)
{
    gltf_look_at_tileset(gltf);
    gltf_forget_meshes(gltf);
    if (!gltf->asked.instancing)
        note_all_items(gltf);
    gltf_cut(gltf);
    const struct gltf_job job = {.count = gltf->slice_count,
                                 .work = measure,
                                 .put = put_measures,
                                 .is_alone = is_measured_alone,
                                 .context = gltf};
    gltf_run(gltf, &job);
    gltf_pass(gltf, 0); /* the last slice may have made it too large */
}

/* The whole slice, or its largest piece. */
static size_t room_of(const struct gltf *gltf)
{
    const struct gltf_slice *slice = gltf->slice;
    size_t most = 0;
    if (!gltf->is_alone)
        return (size_t)slice->size;
    for (uint32_t i = 0; i < slice->piece_count; i++) {
        size_t size = gltf_piece_size(&slice->pieces[i]);
        most = size > most ? size : most;
    }
    return most;
}

static void write_slice(struct gltf_slot *slot, void *context)
{
    struct gltf *gltf = &slot->gltf;
    (void)context;
    gltf->slice = &gltf->slices[slot->unit];
    size_t room = room_of(gltf);
    gltf->piece = 0;
    gltf->box = 0;
    if (slot->output.capacity < room && !output_make_room(&slot->output, room)) {
        gltf_fail(gltf, slot->output.status);
        return;
    }
    gltf->block = slot->output.begin;
    gltf_build(gltf);
    if (!gltf->is_alone && room > 0) /* without room there may be no memory */
        slot->output.at = slot->output.begin + room;
}

static void put_block(struct gltf_slot *slot, void *context)
{
    struct gltf *gltf = context;
    output_bytes(gltf->bin, slot->output.begin, (size_t)(slot->output.at - slot->output.begin));
}

void gltf_write_slices(struct gltf *gltf)
{
    const struct gltf_job job = {.count = gltf->slice_count,
                                 .work = write_slice,
                                 .put = put_block,
                                 .is_alone = is_written_alone,
                                 .context = gltf};
    gltf_forget_meshes(gltf);
    gltf_run(gltf, &job);
}
