/* Finds a sound build behind unrelated bytes, such as the text of a log. Builds have no magic
 * number, so only reading one to its end is a reliable test. */
#include "behind.h"
#include "search.h"
#include "walk.h"

#include "../../base/bytes.h"

enum {
    MOST_STRAY = 1 << 20, /* unrelated bytes in front */
    TRY_WORK = 2048,      /* cost of beginning a walk, in bytes that could be read meanwhile */
    FREE_TRIES = 256
};

/* Whether a walk is worth the cost: there are roots, and the first one has a plausible place. */
static bool may_begin(const uint8_t *bytes, size_t size)
{
    enum { LEAST = 5, ROOTS_AT = 3 };
    unsigned version = bytes[0];
    if (version > OW_STRUCTURE_NEWEST || size < LEAST)
        return false;
    if (structure_has_tables(version))
        return true; /* roots come after the tables, which a walk reads */
    size_t roots = load_u16(bytes + 1, false), root_size = structure_root_size(version);
    if (roots == 0 || roots > (size - LEAST) / root_size)
        return false;
    size_t behind = ROOTS_AT + roots * root_size;
    return size - behind > 2 && load_u16(bytes + behind, false) > 0;
}

/* Reads all blocks as `game`. Returns whether they are plausible and end where the file ends. */
static bool is_sound(struct walk *walk)
{
    ow_structure_block block;
    if (structure_walk_header(walk, &ow_structure_game) != OW_OK ||
        structure_judge_roots(&walk->build) || walk->build.block_count == 0)
        return false;
    while (walk->index < walk->build.block_count)
        if (structure_walk_block(walk, &block) != OW_OK ||
            structure_judge_block(&walk->build, &block))
            return false;
    return structure_walk_end(walk) == OW_OK;
}

static bool is_sound_at(const uint8_t *bytes, size_t size, uint64_t *work)
{
    struct walk walk;
    ow_options options = options_or_default(NULL, size);
    structure_walk_open(&walk, bytes, size, &options);
    bool sound = is_sound(&walk);
    *work += TRY_WORK + (walk.codec.status == OW_OK ? walk_offset(&walk) : walk_failed_at(&walk));
    structure_walk_close(&walk);
    return sound;
}

bool structure_find_behind(const uint8_t *bytes, size_t size, uint64_t *offset)
{
    uint64_t work = 0, most = 4 * (uint64_t)size + (uint64_t)FREE_TRIES * TRY_WORK;
    for (size_t at = 1; at < size && at <= MOST_STRAY && work < most; at++) {
        if (!may_begin(bytes + at, size - at) || !is_sound_at(bytes + at, size - at, &work))
            continue;
        *offset = at;
        return true;
    }
    return false;
}
