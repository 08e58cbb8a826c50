/* Checks a build: finds its variant, walks it once to collect facts about its blocks, and then runs
 * the rules. Blocks are not kept; memory is a few bytes for each. */
#include "check.h"

/* Walks from the first block on. The visitor may be NULL. */
static ow_status walk_blocks(struct checker *check, const struct walk_state *first,
                             void (*visit)(struct checker *check, struct record_place place,
                                           const ow_structure_block *record))
{
    struct walk *walk = &check->walk;
    structure_walk_restore(walk, first);
    for (uint32_t i = 0; i < check->build.block_count && go_on(&walk->codec, i); i++) {
        ow_structure_block record;
        uint64_t offset = walk_offset(walk);
        if (structure_walk_block(walk, &record) == OW_OK)
            visit(check, block_place(check, offset), &record);
    }
    return walk->codec.status;
}

static bool announces_settings(uint8_t mask)
{
    const uint8_t positive = OW_STRUCTURE_HAS_NAME | OW_STRUCTURE_HAS_CONNECTIONS;
    const uint8_t negative =
        OW_STRUCTURE_NO_METADATA | OW_STRUCTURE_NO_BEARING | OW_STRUCTURE_NO_INTEGERS;
    return mask & positive || (mask & negative) != negative;
}

static void tally_block(struct tally *tally, struct record_place place)
{
    if (tally->count++ == 0)
        tally->first = place;
}

static void survey_block(struct checker *check, struct record_place place,
                         const ow_structure_block *record)
{
    check->types[place.at[0]] = record->id;
    tally_block(&check->types_met[record->id], place);
    if (!record->settings && announces_settings(record->mask))
        tally_block(&check->odd_masks[record->id], place);
}

/* Allocates zeroed memory; NULL if there is none. */
static void *take_zeros(struct checker *check, size_t size)
{
    void *memory = arena_take(&check->kept, size);
    if (memory)
        memset(memory, 0, size);
    return memory;
}

static ow_status prepare(struct checker *check)
{
    const ow_structure_build *build = &check->build;
    check->types = take_zeros(check, build->block_count);
    check->connected_by = take_zeros(check, build->block_count * sizeof *check->connected_by);
    check->used_colors = take_zeros(check, build->color_count);
    check->used_rotations = take_zeros(check, build->rotation_count);
    return check->types && check->connected_by && check->used_colors && check->used_rotations
               ? OW_OK
               : check->kept.status;
}

static ow_status run_rules(struct checker *check)
{
    struct walk_state first;
    ow_status status = structure_walk_header(&check->walk, &check->search.variant);
    check->build = check->walk.build;
    structure_walk_save(&check->walk, &first);
    if (status == OW_OK)
        status = prepare(check);
    if (status == OW_OK)
        status = walk_blocks(check, &first, survey_block);
    if (status != OW_OK)
        return status;
    structure_check_variant(check);
    structure_check_tables(check);
    structure_check_roots(check);
    status = walk_blocks(check, &first, structure_check_block);
    if (status != OW_OK)
        return status;
    structure_check_types(check);
    return structure_check_table_use(check);
}

/* If no variant fits, the error is the only issue. */
static ow_status report_unreadable(struct checker *check, ow_error *error)
{
    ow_error found = {0};
    ow_structure_build preset = {.variant = check->search.variant};
    ow_status status = driver_trace(&structure_format, check->file, &preset, NULL, NULL, &found);
    if (!check->search.forced)
        structure_explain_search(&check->search, &found);
    report_break(check->report, &found);
    if (error)
        *error = found;
    return status;
}

ow_status structure_check(const struct file *file, struct report *report, ow_error *error)
{
    struct checker check = {.file = file, .report = report};
    check.records =
        (struct record_reporter){.report = report, .file = file, .document = &check.build};
    ow_status status = structure_find_variant(file, true, &check.search);
    if (status != OW_OK)
        return error_limited(error, status, file->options.max_memory);
    if (!check.search.found && !check.search.parsed && !check.search.forced)
        return report_unreadable(&check, error);
    structure_walk_open(&check.walk, file->bytes, file->size, &file->options);
    arena_share(&check.kept, &check.walk.kept);
    status = run_rules(&check);
    arena_free(&check.kept);
    structure_walk_close(&check.walk);
    return status == OW_OK ? OW_OK : error_limited(error, status, file->options.max_memory);
}
