/* LevelD's row of the registry. */
#include "leveld.h"
#include "meanings.h"

#include "../base/bytes.h"

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
    .sniff = sniff,
    .own = own,
    .owner_of = owner_of,
    .start = start,
    .settle = leveld_settle,
    .take_variant = leveld_take_variant,
    .name_variant = leveld_name_variant,
    .candidates = leveld_candidates,
    .convert = leveld_convert,
    .check = leveld_check,
    .summarise = leveld_summarise,
    .map = leveld_map,
    .scene = leveld_scene,
};
