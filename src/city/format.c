/* City saves' row in the registry. */
#include "city.h"
#include "meanings.h"
#include "parts.h"

#include "../base/utf8.h"
#include "../change/pointer.h"
#include "../change/references.h"
#include "../driver/row.h"

#include <stdio.h>
#include <string.h>

static void start(void *document)
{
    ((ow_city_save *)document)->terrain.kind = OW_CITY_HEIGHTS;
}

DECLARE_RUNS(city);
DEFINE_CALLS(city, ow_city_save);

static const char *const extensions[] = {"city", NULL};

static uint32_t row_length(const void *document, const char *list)
{
    const ow_city_save *save = document;
    return strcmp(list, "/terrain/heights") == 0 ? save->terrain.x_vertices : 0;
}

static void name_record(const void *document, const char *record, char *text, size_t size)
{
    const ow_city_save *save = document;
    uint32_t at;
    uint32_t kind = save->meta_thing_count;
    if (pointer_indexes(record, "/things/*", &at))
        kind = save->things[at].meta_thing;
    else if (pointer_indexes(record, "/meta_things/*", &at))
        kind = at;
    if (kind < save->meta_thing_count)
        snprintf(text, size, "%.*s", (int)utf8_cut(save->meta_things[kind], size - 1),
                 save->meta_things[kind].data);
}

static const struct part_calls part_calls = {
    PART_DEFAULTS,
    .open = city_open_parts,
    .fill = city_fill_part,
    .remove = city_remove_parts,
    .replace = city_replace_type,
    .extract = city_extract_parts,
    .merge = city_merge_parts,
    .rearrange = city_rearrange_parts,
    .find_origin = city_find_origin,
};

static const struct references references = {{"/meta_things"}, {"/things/*/meta_thing"}};

const struct format_row city_format = {
    ROW_DEFAULTS(city, ow_city_save),
    .about.title = "City save",
    .about.extensions = extensions,
    .about.variants = city_variant_names,
    .about.issue_codes = city_issue_codes,
    .versions = city_versions,
    .version_count = CITY_VERSIONS,
    .notes = city_notes,
    .meanings = &city_meanings,
    .parts = &part_calls,
    .row_length = row_length,
    .references = &references,
    .name_record = name_record,
    .states_sizes = true,
    .sniff = city_sniff,
    .start = start,
    .take_variant = city_take_variant,
    .name_variant = city_name_variant,
    .candidates = city_candidates,
    .find = city_find,
    .convert = city_convert,
    .remedies = city_remedies,
    .finish_salvaged = city_finish_salvaged,
    .check = city_check,
    .summarise = city_summarise,
    .map = city_map,
    .get_heights = city_get_heights,
    .set_heights = city_set_heights,
    .set_heights_image = city_set_heights_image,
};
