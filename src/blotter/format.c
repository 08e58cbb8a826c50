/* Blotter's row in the registry. */
#include "blotter.h"
#include "board.h"
#include "folder/folder.h"
#include "meanings.h"
#include "parts/parts.h"
#include "roster.h"

#include "../base/stir.h"
#include "../base/utf8.h"
#include "../change/identity.h"
#include "../change/pointer.h"
#include "../driver/row.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool sniff(const uint8_t *bytes, size_t size)
{
    /* A file that is truncated inside its header is still recognised as a save. */
    return size >= 8 && memcmp(bytes, "Logic World save", size < 16 ? size : 16) == 0;
}

static void start(void *document)
{
    ((ow_blotter_save *)document)->save_type = OW_BLOTTER_WORLD;
}

DECLARE_RUNS(blotter);
DEFINE_CALLS(blotter, ow_blotter_save);

/* The game has written .partialworld since 0.92. The specification's name is .lwsubassembly, and
 * .tung dates from version 4. */
static const char *const extensions[] = {"logicworld", "partialworld", "lwsubassembly", "tung",
                                         NULL};
static const char *const *extensions_of(const void *document)
{
    static const char *const world[] = {"logicworld", "tung", NULL};
    static const char *const part[] = {"partialworld", "lwsubassembly", "tung", NULL};
    const ow_blotter_save *save = document;
    if (save->version < 5) /* does not distinguish them */
        return extensions;
    return save->save_type == OW_BLOTTER_WORLD ? world : part;
}

static ow_status read_front(const struct file *file, void *document)
{
    ow_blotter_reader *reader;
    ow_status status = blotter_read_front(file, &reader, NULL);
    if (status == OW_OK) {
        const ow_blotter_save *save = ow_blotter_reader_save(reader);
        *(ow_blotter_save *)document =
            (ow_blotter_save){.version = save->version, .save_type = save->save_type};
    }
    ow_blotter_reader_close(reader);
    return status;
}

static const char *const folder_files[] = {"data.logicworld", "data.partialworld", NULL};

static uint64_t component_key(const void *record)
{
    const ow_blotter_component *component = record;
    return stir((uint64_t)1 << 32, component->address); /* not 0 */
}

static uint64_t peg_key(const ow_blotter_peg *peg)
{
    uint64_t place = (uint64_t)peg->component << 32 | (uint32_t)peg->index;
    return stir(stir(0, place), (uint64_t)peg->kind + 1);
}

/* A wire has no direction: its pegs may be swapped. */
static uint64_t wire_key(const void *record)
{
    const ow_blotter_wire *wire = record;
    return peg_key(&wire->first) + peg_key(&wire->second);
}

static const struct identity identities[] = {
    {"/mods", {"id"}, NULL},
    {"/component_types", {"name"}, NULL},
    {"/components", {"address"}, component_key},
    {"/wires", {"first", "second"}, wire_key},
    {NULL, {NULL}, NULL},
};

static void name_record(const void *document, const char *record, char *text, size_t size)
{
    const ow_blotter_save *save = document;
    uint32_t at;
    if (pointer_indexes(record, "/components/*", &at)) {
        const ow_blotter_component *component = &save->components[at];
        const ow_text *name = blotter_name_of_type(save, component->type);
        ow_text type = name ? *name : OW_LITERAL("component");
        snprintf(text, size, "%.*s C-%" PRIu32, (int)utf8_cut(type, size / 2), type.data,
                 component->address);
    } else if (pointer_indexes(record, "/wires/*", &at)) {
        const ow_blotter_peg *first = &save->wires[at].first, *second = &save->wires[at].second;
        snprintf(text, size, "wire C-%" PRIu32 " %s %" PRId32 " - C-%" PRIu32 " %s %" PRId32,
                 first->component, first->kind == OW_BLOTTER_INPUT ? "input" : "output",
                 first->index, second->component,
                 second->kind == OW_BLOTTER_INPUT ? "input" : "output", second->index);
    } else if (pointer_indexes(record, "/mods/*", &at)) {
        ow_text id = save->mods[at].id;
        snprintf(text, size, "mod %.*s", (int)utf8_cut(id, size / 2), id.data);
    } else if (pointer_indexes(record, "/component_types/*", &at)) {
        ow_text name = save->component_types[at].name;
        snprintf(text, size, "type %.*s", (int)utf8_cut(name, size / 2), name.data);
    }
}

static const struct part_calls part_calls = {
    PART_DEFAULTS,
    .y_is_up = true,
    .fills_at_once = true,
    .open = blotter_open_parts,
    .relate = blotter_relate_parts,
    .fill = blotter_fill_part,
    .remove = blotter_remove_parts,
    .replace = blotter_replace_type,
    .extract = blotter_extract_parts,
    .list_files = blotter_list_part_files,
    .merge = blotter_merge_parts,
    .rearrange = blotter_rearrange_parts,
    .mark_wired = blotter_mark_wired,
    .find_origin = blotter_find_origin,
};

static const struct folder_calls folder_calls = {blotter_check_folder,    blotter_summarise_folder,
                                                 blotter_find_title,      blotter_name_file,
                                                 blotter_mark_used_texts, blotter_carry_texts};

const struct format_row blotter_format = {
    ROW_DEFAULTS(blotter, ow_blotter_save),
    .about.title = "Logic World save (Blotter)",
    .about.extensions = extensions,
    .about.folder_files = folder_files,
    .about.variants = blotter_variants,
    .about.oldest_version = OW_BLOTTER_OLDEST,
    .about.newest_version = OW_BLOTTER_NEWEST,
    .about.oldest_written = OW_BLOTTER_OLDEST_WRITTEN,
    .about.issue_codes = blotter_issue_codes,
    .about.folder_codes = blotter_folder_codes,
    .folder = &folder_calls,
    .versions = blotter_versions,
    .version_count = BLOTTER_VERSIONS,
    .notes = blotter_notes,
    .meanings = &blotter_meanings,
    .parts = &part_calls,
    .address = "/components/*/address",
    .identities = identities,
    .name_record = name_record,
    .find_group = blotter_find_group,
    .sniff = sniff,
    .extensions_of = extensions_of,
    .read_front = read_front,
    .start = start,
    .take_variant = blotter_take_variant,
    .name_variant = blotter_name_variant,
    .candidates = blotter_candidates,
    .convert = blotter_convert,
    .remedies = blotter_remedies,
    .finish_salvaged = blotter_finish_salvaged,
    .check = blotter_check,
    .summarise = blotter_summarise,
};
