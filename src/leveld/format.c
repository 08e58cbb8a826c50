/* LevelD's row in the registry. */
#include "leveld.h"
#include "meanings.h"
#include "parts/parts.h"

#include "../base/bytes.h"
#include "../change/identity.h"
#include "../change/pointer.h"
#include "../change/references.h"
#include "../driver/row.h"

#include <inttypes.h>
#include <stdio.h>

static bool is_letter(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z';
}

/* There is no magic number, and other formats have files called .lvd. So the test looks for a
 * plausible version, also a future one, and then the letters of a block id, known or not. The file
 * may be truncated inside them. */
static bool sniff(const uint8_t *bytes, size_t size)
{
    enum { VERSION_SIZE = 2, ID_SIZE = 4, ANY_VERSION = 15 };
    if (size < VERSION_SIZE)
        return false;
    uint16_t little = load_u16(bytes, false), big = load_u16(bytes, true);
    uint16_t version = little < big ? little : big;
    if (size == VERSION_SIZE) /* the reference accepts a level without blocks */
        return version <= OW_LEVELD_NEWEST;
    for (size_t i = VERSION_SIZE; i < size && i < VERSION_SIZE + ID_SIZE; i++)
        if (!is_letter(bytes[i]))
            return false;
    return version <= ANY_VERSION;
}

DECLARE_RUNS(leveld);
DEFINE_CALLS(leveld, ow_leveld_level);

static const char *const extensions[] = {"lvd", NULL};

/* If there are several blocks of one kind, they are matched in order. */
static const struct identity identities[] = {{"/blocks", {"id"}, NULL}, {NULL, {NULL}, NULL}};

/* For lists "/blocks/I/layers/J". */
static uint32_t row_length(const void *document, const char *list)
{
    const ow_leveld_level *level = document;
    uint32_t at[2];
    bool layer = pointer_indexes(list, "/blocks/*/layers/*", at) && at[0] < level->block_count &&
                 level->blocks[at[0]].id == OW_LEVELD_MESH;
    return layer ? level->blocks[at[0]].mesh->width : 0;
}

/* Prints a coordinate in cells with at most three decimals; in pixels if the level has no cell
 * size. */
static void write_cells(uint32_t pixels, uint32_t cell, char text[32])
{
    uint64_t scaled = (uint64_t)pixels * 1000, thousandths = scaled / cell;
    uint64_t twice = scaled % cell * 2;
    /* rounds halves to even */
    thousandths += twice > cell || (twice == cell && thousandths % 2 == 1);
    int size =
        snprintf(text, 32, "%" PRIu64 ".%03u", thousandths / 1000, (unsigned)(thousandths % 1000));
    while (text[size - 1] == '0')
        text[--size] = '\0';
    if (text[size - 1] == '.')
        text[size - 1] = '\0';
}

static void name_object(const ow_leveld_level *level, const char *what, uint32_t id, uint32_t x,
                        uint32_t y, char *text, size_t size)
{
    const struct cell_size cell = leveld_cell_size(level);
    char column[32], row[32];
    write_cells(x, cell.width, column);
    write_cells(y, cell.height, row);
    snprintf(text, size, "%s%s%" PRIu32 " at %s,%s", what, *what ? " " : "", id, column, row);
}

/* "META", "layer 0". */
static void name_other(const ow_leveld_level *level, const char *record, char *text, size_t size)
{
    uint32_t at[2];
    if (pointer_indexes(record, "/blocks/*/layers/*", at))
        snprintf(text, size, "layer %" PRIu32, at[1]);
    else if (pointer_indexes(record, "/blocks/*/paths/*", at))
        snprintf(text, size, "path of %" PRIu32 " points, tag %" PRIu32,
                 level->blocks[at[0]].paths[at[1]].point_count,
                 level->blocks[at[0]].paths[at[1]].tag);
    else if (pointer_indexes(record, "/blocks/*", at))
        snprintf(text, size, "%s", leveld_words[level->blocks[at[0]].id].id);
}

static void name_record(const void *document, const char *record, char *text, size_t size)
{
    const ow_leveld_level *level = document;
    uint32_t at[2];
    if (pointer_indexes(record, "/blocks/*/things/*", at)) {
        const ow_leveld_thing *thing = &level->blocks[at[0]].things[at[1]];
        name_object(level, "thing", thing->id, thing->x, thing->y, text, size);
    } else if (pointer_indexes(record, "/blocks/*/triggers/*", at)) {
        const ow_leveld_trigger *trigger = &level->blocks[at[0]].triggers[at[1]];
        name_object(level, "trigger", trigger->id, trigger->x, trigger->y, text, size);
    } else if (pointer_indexes(record, "/blocks/*/actors/*", at)) {
        const ow_leveld_actor *actor = &level->blocks[at[0]].actors[at[1]];
        name_object(level, "", actor->id, actor->x, actor->y, text, size);
    } else {
        name_other(level, record, text, size);
    }
}

static const struct part_calls part_calls = {
    PART_DEFAULTS,
    .in_cells = true,
    .open = leveld_open_parts,
    .fill = leveld_fill_part,
    .remove = leveld_remove_parts,
    .replace = leveld_replace_type,
    .extract = leveld_extract_parts,
    .merge = leveld_merge_parts,
    .rearrange = leveld_rearrange_parts,
};

static const struct references references = {
    {"/blocks/*/layers"},
    {"/blocks/*/things/*/layer_id", "/blocks/*/triggers/*/layer_id", "/blocks/*/paths/*/layer_id"}};

const struct format_row leveld_format = {
    ROW_DEFAULTS(leveld, ow_leveld_level),
    .about.title = "LevelD level",
    .about.extensions = extensions,
    .about.variants = leveld_variants,
    .about.oldest_version = OW_LEVELD_OLDEST,
    .about.newest_version = OW_LEVELD_NEWEST,
    .about.oldest_written = OW_LEVELD_OLDEST,
    .about.issue_codes = leveld_issue_codes,
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
    .set_defaults = leveld_set_defaults,
    .take_variant = leveld_take_variant,
    .name_variant = leveld_name_variant,
    .candidates = leveld_candidates,
    .convert = leveld_convert,
    .remedies = leveld_remedies,
    .finish_salvaged = leveld_finish_salvaged,
    .check = leveld_check,
    .summarise = leveld_summarise,
    .map = leveld_map,
};
