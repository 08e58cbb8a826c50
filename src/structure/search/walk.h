/* Walks a build block by block in some variant, keeping none. For a search, which continues from
 * any block in many variants, and for a check. */
#ifndef OW_SRC_STRUCTURE_WALK_H
#define OW_SRC_STRUCTURE_WALK_H

#include "../structure.h"

#include "../../codec/decode.h"

struct touches;
static inline void note_touch(struct codec *c, enum structure_switch what);
static inline void note_id(struct codec *c, uint8_t id);
#undef depends_on
#define depends_on(c, what, condition)                                                             \
    do {                                                                                           \
        if (condition)                                                                             \
            note_touch(c, what);                                                                   \
    } while (0)
#undef depends_on_element
#define depends_on_element(c, what, id, condition)                                                 \
    do {                                                                                           \
        if (condition)                                                                             \
            note_id(c, id);                                                                        \
    } while (0)

#include "../layout.h"

enum { MOST_TOUCHES = 8, ID_BYTES = 32 };

/* The switches that a walk has depended on. */
struct touches {
    unsigned decided;      /* bits by switch, except ids */
    uint8_t ids[ID_BYTES]; /* bit id % 8 of byte id / 8: types that occurred, or are not doubtful */
    unsigned count;        /* how many were new in the current block */
    uint8_t order[MOST_TOUCHES]; /* those; SWITCH_IDS stands for the type of the current block */
};

/* The state of a walk: enough to continue from there, also in another variant. */
struct walk_state {
    ow_structure_variant variant;
    unsigned decided;
    uint8_t ids[ID_BYTES];
    uint32_t color_count, rotation_count, root_count, block_count;
    uint32_t index;  /* of the next block */
    uint64_t offset; /* where it begins */
};

struct walk {
    struct codec codec;
    ow_options options;
    struct arena kept;    /* tables and roots */
    struct arena scratch; /* the current block */
    /* everything but the blocks; after structure_walk_restore only the counts */
    ow_structure_build build;
    struct shape shape;
    struct touches touches;
    uint32_t index; /* of the next block */
    uint64_t roots_at;
};

static inline void note_touch(struct codec *c, enum structure_switch what)
{
    struct touches *touches = c->notes;
    if (touches->decided >> what & 1 || c->status != OW_OK)
        return;
    touches->decided |= 1u << what;
    touches->order[touches->count++] = (uint8_t)what;
}

static inline void note_id(struct codec *c, uint8_t id)
{
    struct touches *touches = c->notes;
    if (touches->ids[id / 8] >> id % 8 & 1 || c->status != OW_OK)
        return;
    touches->ids[id / 8] |= (uint8_t)(1 << id % 8);
    touches->order[touches->count++] = SWITCH_IDS;
}

/* The walk holds pointers to itself, so it must stay at its address. */
void structure_walk_open(struct walk *walk, const void *bytes, size_t size,
                         const ow_options *options);
void structure_walk_close(struct walk *walk);

/* Whether the walk has met a doubtful type. */
bool structure_walk_met_doubt(const struct walk *walk);

/* Reads everything up to the first block. The status is that of walk->codec. */
ow_status structure_walk_header(struct walk *walk, const ow_structure_variant *variant);

/* Reads the next block, which is valid until the one after. */
ow_status structure_walk_block(struct walk *walk, ow_structure_block *record);

/* After the last block: whether the file ends there. */
ow_status structure_walk_end(struct walk *walk);

/* Saves the state of a walk, and restores it. */
void structure_walk_save(const struct walk *walk, struct walk_state *state);
void structure_walk_restore(struct walk *walk, const struct walk_state *state);

static inline uint64_t walk_offset(const struct walk *walk)
{
    return (uint64_t)(walk->codec.at - walk->codec.begin);
}

/* The offset of the error. */
static inline uint64_t walk_failed_at(const struct walk *walk)
{
    return (uint64_t)(walk->codec.failed_at - walk->codec.begin);
}

#endif
