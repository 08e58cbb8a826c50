/* Walks a build block by block in some variant. */
#include "walk.h"

void structure_walk_open(struct walk *walk, const void *bytes, size_t size,
                         const ow_options *options)
{
    *walk = (struct walk){.options = *options};
    walk->codec = (struct codec){
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .borrows = true,
        .options = &walk->options,
        .notes = &walk->touches,
    };
    arena_init(&walk->kept, options);
    arena_share(&walk->scratch, &walk->kept);
}

void structure_walk_close(struct walk *walk)
{
    arena_free(&walk->scratch);
    arena_free(&walk->kept);
}

static bool is_certain(unsigned id)
{
    return !structure_is_doubtful((uint8_t)id);
}

static void reset_touches(struct touches *touches)
{
    *touches = (struct touches){.decided = 0};
    for (unsigned id = 0; id < 256; id++)
        touches->ids[id / 8] |= (uint8_t)(is_certain(id) << id % 8);
}

bool structure_walk_met_doubt(const struct walk *walk)
{
    struct touches none;
    reset_touches(&none);
    return memcmp(none.ids, walk->touches.ids, ID_BYTES) != 0;
}

ow_status structure_walk_header(struct walk *walk, const ow_structure_variant *variant)
{
    arena_reset(&walk->kept);
    struct codec *c = &walk->codec;
    c->at = c->begin;
    c->status = OW_OK;
    c->arena = &walk->kept;
    reset_touches(&walk->touches);
    walk->build = (ow_structure_build){.variant = *variant};
    walk->index = 0;
    prologue(c, &walk->build, &walk->shape);
    /* Two bytes after the roots count the blocks. */
    if (c->status == OW_OK)
        walk->roots_at = walk_offset(walk) - 2 -
                         (uint64_t)walk->build.root_count * structure_root_size(c->version);
    return c->status;
}

ow_status structure_walk_block(struct walk *walk, ow_structure_block *record)
{
    arena_reset(&walk->scratch);
    struct codec codec = walk->codec; /* a local copy's cursor stays in a register */
    codec.arena = &walk->scratch;
    walk->touches.count = 0;
    if (codec.version == OW_STRUCTURE_NEWEST) { /* has code of its own, as in `document` */
        codec.version = OW_STRUCTURE_NEWEST;
        block(&codec, record, &walk->shape);
    } else {
        block(&codec, record, &walk->shape);
    }
    walk->codec = codec;
    walk->index++;
    return codec.status;
}

ow_status structure_walk_end(struct walk *walk)
{
    end_of_file(&walk->codec);
    return walk->codec.status;
}

void structure_walk_save(const struct walk *walk, struct walk_state *state)
{
    *state = (struct walk_state){
        .variant = walk->build.variant,
        .decided = walk->touches.decided,
        .color_count = walk->build.color_count,
        .rotation_count = walk->build.rotation_count,
        .root_count = walk->build.root_count,
        .block_count = walk->build.block_count,
        .index = walk->index,
        .offset = walk_offset(walk),
    };
    memcpy(state->ids, walk->touches.ids, ID_BYTES);
}

/* Walks are continued often, so only the types that are read differently are updated. */
static void change_types(struct walk *walk, const ow_structure_variant *variant)
{
    for (unsigned i = 0; i < ID_BYTES; i++) {
        unsigned changed = walk->build.variant.flipped_ids[i] ^ variant->flipped_ids[i];
        for (unsigned bit = 0; changed >> bit; bit++)
            if (changed >> bit & 1)
                walk->shape.interactive[i * 8 + bit] = !walk->shape.interactive[i * 8 + bit];
    }
}

void structure_walk_restore(struct walk *walk, const struct walk_state *state)
{
    change_types(walk, &state->variant);
    walk->build = (ow_structure_build){
        .version = (uint8_t)walk->codec.version,
        .variant = state->variant,
        .color_count = state->color_count,
        .rotation_count = state->rotation_count,
        .root_count = state->root_count,
        .block_count = state->block_count,
    };
    make_shape_but_types(&walk->build, &walk->shape);
    walk->touches.decided = state->decided;
    memcpy(walk->touches.ids, state->ids, ID_BYTES);
    walk->index = state->index;
    walk->codec.at = walk->codec.begin + state->offset;
    walk->codec.status = OW_OK;
    walk->codec.big_endian = state->variant.byte_order == OW_STRUCTURE_BIG;
}
