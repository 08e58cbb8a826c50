/* Walks a level once to its end, block by block: which blocks count, and their offsets.
 *
 * The rules of a check, the figures of a summary and a map need several passes over a large level.
 * They survey it once and then walk it again. Records are never kept. */
#ifndef OW_SRC_LEVELD_SURVEY_H
#define OW_SRC_LEVELD_SURVEY_H

#include "leveld.h"

#include "../codec/decode.h"
#include "layout.h"

/* A block that a walk has visited. */
struct block_place {
    uint32_t index; /* among the blocks of the file */
    uint32_t count; /* number of records, if the block is a list */
    uint64_t at;    /* its first byte */
    uint8_t id;     /* OW_LEVELD_META and its like */
};

/* All blocks of one id. */
struct block_kind {
    uint32_t count; /* number of blocks */
    struct block_place
        /* the last block, if any: for META, MESH, THNG, TRIG and PATH the only one that counts */
        last;
    uint32_t tagged; /* objects in the last block whose tag is not 0 */
};

struct survey {
    const struct file *file;
    struct codec codec;      /* walks the file */
    struct arena scratch;    /* memory for the current record */
    ow_leveld_level level;   /* version, byte order, variant and number of blocks */
    struct block_place next; /* the next block of the walk */
    uint64_t blocks_at;      /* the first block */
    struct block_kind kinds[BLOCK_IDS];
    ow_leveld_meta meta; /* the one that counts; text points into the file */
    ow_leveld_mesh mesh; /* the same, without its layers */
    uint32_t height;     /* of that map, in cells: computed if the version does not store it */
};

/* A codec at the beginning of a level. Its text points into the file. */
static inline struct codec decode_from(const struct file *file)
{
    return (struct codec){
        .begin = file->bytes,
        .at = file->bytes,
        .end = file->bytes + file->size,
        .borrows = true,
        .options = &file->options,
    };
}

/* Reads the file to its end, in the variant that fits. Memory is for one record at a time and is
 * counted in `account`. `account` and the file must stay at their addresses. After a failure, only
 * call leveld_survey_explain and leveld_survey_close. */
ow_status leveld_survey_open(struct survey *survey, const struct file *file, struct arena *account);
void leveld_survey_close(struct survey *survey);

/* Finds the message for a failure of a survey or of a walk after it. Only uses survey->file and,
 * after a successful survey, survey->level. */
ow_status leveld_survey_explain(const struct survey *survey, ow_status status, ow_error *error);

/* Reads the map that counts, with its layers, into an arena. The level must have a map. */
ow_status leveld_read_mesh(struct survey *survey, struct arena *arena, ow_leveld_mesh *mesh);

/* Moves the walk to the first block. */
static inline void leveld_first_block(struct survey *survey)
{
    survey->codec.at = survey->codec.begin + survey->blocks_at;
    survey->next.index = 0;
}

/* Moves the walk to a block that it has visited. */
static inline void leveld_go_to(struct survey *survey, const struct block_place *place)
{
    survey->codec.at = survey->codec.begin + place->at;
    survey->next.index = place->index;
}

/* Reads the head of the next block. The caller reads or skips the rest. Returns false at the end of
 * the file and on failure; survey->codec.status distinguishes them. */
bool leveld_next_block(struct survey *survey, struct block_place *place);

/* Skips the rest of a block after its head. */
void leveld_pass_block(struct survey *survey, const struct block_place *place);

/* Skips the cells of layers without copying them. Returns how many cells the first layer has. */
uint32_t leveld_pass_layers(struct codec *c, uint32_t count);

static inline uint64_t offset_now(const struct survey *survey)
{
    return (uint64_t)(survey->codec.at - survey->codec.begin);
}

static inline bool is_actor_block(uint8_t id)
{
    return id == OW_LEVELD_PLRS || id == OW_LEVELD_NPCS || id == OW_LEVELD_ITEM;
}

/* Whether a game uses a block, as the reference reader does: of repeated blocks the last counts,
 * and a THNG block replaces all actors before it. */
static inline bool block_counts(const struct survey *survey, const struct block_place *place)
{
    const struct block_kind *things = &survey->kinds[OW_LEVELD_THNG];
    if (is_actor_block(place->id))
        return things->count == 0 || things->last.index < place->index;
    return survey->kinds[place->id].last.index == place->index;
}

/* Reads the current record of the walk. The local copy lets its cursor stay in a register. The
 * points of a path are valid until the next record. */
static inline void walk_actor(struct survey *survey, ow_leveld_actor *record)
{
    struct codec codec = survey->codec;
    actor(&codec, record);
    survey->codec = codec;
}

static inline void walk_thing(struct survey *survey, ow_leveld_thing *record)
{
    struct codec codec = survey->codec;
    thing(&codec, record);
    survey->codec = codec;
}

static inline void walk_trigger(struct survey *survey, ow_leveld_trigger *record)
{
    struct codec codec = survey->codec;
    trigger(&codec, record);
    survey->codec = codec;
}

static inline void walk_path(struct survey *survey, ow_leveld_path *record)
{
    arena_reset(&survey->scratch);
    struct codec codec = survey->codec;
    path(&codec, record);
    survey->codec = codec;
}

#endif
