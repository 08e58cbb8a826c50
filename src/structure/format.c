/* The row of .structure in the registry. */
#include "meanings.h"
#include "parts/parts.h"
#include "search/behind.h"
#include "search/search.h"

#include "../base/error.h"
#include "../change/pointer.h"
#include "../change/references.h"
#include "../driver/row.h"

#include <stdio.h>

DECLARE_RUNS(structure);
DEFINE_CALLS(structure, ow_structure_build);

/* An error names the variant. */
static ow_status trace(const struct file *file, ow_visitor visit, void *context, ow_error *error)
{
    struct structure_search search;
    ow_status status = structure_find_variant(file, false, &search);
    if (status != OW_OK)
        return error_limited(error, status, file->options.max_memory);
    ow_structure_build preset = {.variant = search.variant};
    status = driver_trace(&structure_format, file, &preset, visit, context, error);
    if (status != OW_OK)
        structure_explain_search(&search, error);
    return status;
}

static const char *const extensions[] = {"structure", NULL};

static void name_record(const void *document, const char *record, char *text, size_t size)
{
    const ow_structure_build *build = document;
    uint32_t at;
    if (!pointer_indexes(record, "/blocks/*", &at))
        return;
    const char *name = structure_types[build->blocks[at].id].name;
    snprintf(text, size, "%s (type %u)", name ? name : "block", build->blocks[at].id);
}

/* A build with one root has no groups. */
static void find_group(const void *document, struct arena *arena, void **state, const char *record,
                       char *text, size_t size)
{
    const ow_structure_build *build = document;
    uint32_t at, root;
    (void)arena, (void)state;
    if (build->root_count < 2 || !pointer_indexes(record, "/blocks/*", &at))
        return;
    root = ow_structure_root_of(build, at);
    if (root < build->root_count)
        snprintf(text, size, "root %u", (unsigned)root);
}

static const struct part_calls part_calls = {
    PART_DEFAULTS,
    .y_is_up = true,
    .open = structure_open_parts,
    .fill = structure_fill_part,
    .remove = structure_remove_parts,
    .replace = structure_replace_type,
    .extract = structure_extract_parts,
    .merge = structure_merge_parts,
    .rearrange = structure_rearrange_parts,
};
static const struct references references = {{"/blocks", "/roots", "/colors", "/rotations"},
                                             {"/blocks/*/connections", "/blocks/*/root",
                                              "/blocks/*/rotation_index", "/blocks/*/color_index",
                                              "/roots/*/last_block"}};

const struct format_row structure_format = {
    ROW_DEFAULTS(structure, ow_structure_build),
    .about.title = "Sandbox World build",
    .about.extensions = extensions,
    .about.variants = structure_variants,
    .about.oldest_version = OW_STRUCTURE_OLDEST,
    .about.newest_version = OW_STRUCTURE_NEWEST,
    .about.oldest_written = OW_STRUCTURE_OLDEST,
    .about.issue_codes = structure_issue_codes,
    .versions = structure_versions,
    .version_count = STRUCTURE_VERSIONS,
    .notes = structure_notes,
    .meanings = &structure_meanings,
    .parts = &part_calls,
    .references = &references,
    .name_record = name_record,
    .find_group = find_group,
    .sniff = structure_sniff,
    .find_behind = structure_find_behind,
    .set_defaults = structure_set_defaults,
    .take_variant = structure_take_variant,
    .name_variant = structure_name_variant,
    .find = structure_find,
    .read = structure_read,
    .trace = trace,
    .convert = structure_convert,
    .remedies = structure_remedies,
    .salvage_as = structure_salvage_as,
    .salvaged_as = "the variant \"game\", which the game writes: a truncated file does not "
                   "show another variant",
    .finish_salvaged = structure_finish_salvaged,
    .check = structure_check,
    .summarise = structure_summarise,
};
