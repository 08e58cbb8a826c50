/* LevelD's row of the registry. */
#include "leveld.h"
#include "meanings.h"
#include "parts/parts.h"

#include "../base/bytes.h"
#include "../change/identity.h"
#include "../change/pointer.h"
#include "../change/references.h"

#include <inttypes.h>
#include <stdio.h>

static bool is_letter(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z';
}

/* There is no magic number, and other formats have files called .lvd: a version that is or may come
 * to be, then the letters of a block, known or not. A file may be cut short inside them. */
static bool sniff(const uint8_t *bytes, size_t size)
{
    enum { VERSION_SIZE = 2, ID_SIZE = 4, ANY_VERSION = 15 };
    if (size < VERSION_SIZE)
        return false;
    uint16_t little = load_u16(bytes, false), big = load_u16(bytes, true);
    uint16_t version = little < big ? little : big;
    if (size == VERSION_SIZE) /* a level without blocks is fine for the reference */
        return version <= OW_LEVELD_NEWEST;
    for (size_t i = VERSION_SIZE; i < size && i < VERSION_SIZE + ID_SIZE; i++)
        if (!is_letter(bytes[i]))
            return false;
    return version <= ANY_VERSION;
}

static void start(void *document)
{
    ((ow_leveld_level *)document)->version = OW_LEVELD_NEWEST;
}

DECLARE_RUNS(leveld);
DEFINE_CALLS(leveld, ow_leveld_level);

static const char *const extensions[] = {"lvd", NULL};

/* Of several blocks of one kind the first belongs to the first. */
static const struct identity identities[] = {{"/blocks", {"id"}}, {NULL, {NULL}}};

/* Of "/blocks/I/layers/J". */
static uint32_t row_length(const void *document, const char *list)
{
    const ow_leveld_level *level = document;
    uint32_t at[2];
    bool layer = pointer_indexes(list, "/blocks/*/layers/*", at) && at[0] < level->block_count &&
                 level->blocks[at[0]].id == OW_LEVELD_MESH;
    return layer ? level->blocks[at[0]].mesh->width : 0;
}

static void name_record(const void *document, const char *record, char *text, size_t size)
{
    const ow_leveld_level *level = document;
    uint32_t at[2];
    if (pointer_indexes(record, "/blocks/*/things/*", at)) {
        const ow_leveld_thing *thing = &level->blocks[at[0]].things[at[1]];
        snprintf(text, size, "thing %" PRIu32 " at %" PRIu32 ",%" PRIu32, thing->id, thing->x,
                 thing->y);
    } else if (pointer_indexes(record, "/blocks/*/triggers/*", at)) {
        const ow_leveld_trigger *trigger = &level->blocks[at[0]].triggers[at[1]];
        snprintf(text, size, "trigger %" PRIu32 " at %" PRIu32 ",%" PRIu32, trigger->id, trigger->x,
                 trigger->y);
    } else if (pointer_indexes(record, "/blocks/*/actors/*", at)) {
        const ow_leveld_actor *actor = &level->blocks[at[0]].actors[at[1]];
        snprintf(text, size, "%" PRIu32 " at %" PRIu32 ",%" PRIu32, actor->id, actor->x, actor->y);
    }
}

static const struct part_calls part_calls = {
    .in_cells = true,
    .open = leveld_open_parts,
    .tell = leveld_tell_part,
    .remove = leveld_remove_parts,
    .replace = leveld_replace_type,
    .extract = leveld_extract_parts,
    .merge = leveld_merge_parts,
};

static const struct references references = {
    {"/blocks/*/layers"},
    {"/blocks/*/things/*/layer_id", "/blocks/*/triggers/*/layer_id", "/blocks/*/paths/*/layer_id"}};

const struct format_row leveld_format = {
    .about =
        {
            .name = "leveld",
            .title = "LevelD level",
            .extensions = extensions,
            .folder_files = driver_no_names,
            .variants = leveld_variants,
            .oldest_version = OW_LEVELD_OLDEST,
            .newest_version = OW_LEVELD_NEWEST,
            .oldest_written = OW_LEVELD_OLDEST,
            .issue_codes = leveld_issue_codes,
        },
    .runs = RUNS_OF(leveld, ow_leveld_level),
    .versions = leveld_versions,
    .version_count = LEVELD_VERSIONS,
    .notes = leveld_notes,
    .meanings = &leveld_meanings,
    .parts = &part_calls,
    .identities = identities,
    .row_length = row_length,
    .references = &references,
    .name_record = name_record,
    .sniff = sniff,
    .own = own,
    .owner_of = owner_of,
    .start = start,
    .settle = leveld_settle,
    .take_variant = leveld_take_variant,
    .name_variant = leveld_name_variant,
    .candidates = leveld_candidates,
    .convert = leveld_convert,
    .remedies = leveld_remedies,
    .settle_salvaged = leveld_settle_salvaged,
    .check = leveld_check,
    .summarise = leveld_summarise,
    .map = leveld_map,
    .scene = leveld_scene,
};
