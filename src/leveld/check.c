/* Checks a level: reads it to its end, then runs the rules on each block. Memory is that of the map
 * plus, where the rules need them, 19 bytes per thing and 16 per tag. */
#include "check.h"

/* A block that a game ignores: the rules do not read its contents. Only contents that make the file
 * invalid are found. */
static void check_lost(struct checker *check, const struct block_place *block)
{
    struct survey *survey = &check->survey;
    bool actors = is_actor_block(block->id);
    if (block->id == OW_LEVELD_MESH)
        leveld_check_mesh(check, block);
    else
        leveld_skip_block(survey, block);
    enum leveld_code code = actors ? ACTORS_REPLACED : BLOCK_REPEATED;
    if (actors && block->count == 0)
        return;
    if (survey->codec.status != OW_OK || !report_counts(check->report, code))
        return;
    uint64_t size = offset_now(survey) - block->at;
    uint32_t by = survey->kinds[actors ? OW_LEVELD_THNG : block->id].last.index;
    if (actors)
        leveld_range_issue(
            check, code, block->index, "", block->at, size,
            "the actors of this %s block (%u) have no effect: THNG block %u replaces them",
            block_ids[block->id], block->count, by);
    else
        leveld_range_issue(check, code, block->index, "", block->at, size,
                           "this %s block has no effect: block %u is of the same kind, and only "
                           "the last one counts",
                           block_ids[block->id], by);
}

/* Blocks that do not belong to the level's version. */
static void check_block_version(struct checker *check, const struct block_place *block)
{
    enum { ID_SIZE = 4 };
    unsigned version = check->survey.level.version, layout = leveld_layout_of(&check->survey.level);
    bool newer = block->id >= OW_LEVELD_THNG;
    if (layout < 3 && newer && report_counts(check->report, BLOCK_TOO_EARLY))
        leveld_range_issue(check, BLOCK_TOO_EARLY, block->index, "/id", block->at, ID_SIZE,
                           "%s blocks exist only from version 3 on; this level has version %u",
                           block_ids[block->id], version);
    if (layout >= 3 && is_actor_block(block->id) && block_counts(&check->survey, block) &&
        report_counts(check->report, ACTORS_AS_THINGS))
        leveld_range_issue(check, ACTORS_AS_THINGS, block->index, "/id", block->at, ID_SIZE,
                           "the actors of this %s block (%u) are read as things in version %u",
                           block_ids[block->id], block->count, version);
}

static void check_block(struct checker *check, const struct block_place *block)
{
    check_block_version(check, block);
    if (!block_counts(&check->survey, block))
        check_lost(check, block);
    else if (block->id == OW_LEVELD_META)
        leveld_check_meta(check, block);
    else if (block->id == OW_LEVELD_MESH)
        leveld_check_mesh(check, block);
    else if (block->id == OW_LEVELD_THNG)
        leveld_check_things(check, block);
    else if (block->id == OW_LEVELD_TRIG)
        leveld_check_triggers(check, block);
    else if (block->id == OW_LEVELD_PATH)
        leveld_check_paths(check, block);
    else
        leveld_check_actors(check, block);
}

static bool any_can_be_in_a_wall(const struct survey *survey)
{
    uint32_t blocks = 0;
    for (uint8_t id = OW_LEVELD_PLRS; id <= OW_LEVELD_THNG; id++)
        blocks += survey->kinds[id].count;
    return blocks > 0;
}

/* The map may come after the objects that are placed in it. */
static ow_status prepare(struct checker *check)
{
    struct survey *survey = &check->survey;
    if (survey->kinds[OW_LEVELD_MESH].count == 0)
        return OW_OK;
    check->wide = (uint64_t)survey->mesh.width * survey->mesh.tile_width;
    check->high = (uint64_t)survey->height * survey->mesh.tile_height;
    if (check->wide == 0 || check->high == 0)
        check->wide = check->high = 0;
    check->mesh = survey->mesh;
    if (check->wide == 0 || !any_can_be_in_a_wall(survey)) {
        check->mesh.layers = NULL;
        return OW_OK;
    }
    return leveld_read_mesh(survey, &check->arena, &check->mesh);
}

static ow_status run_rules(struct checker *check)
{
    struct block_place block;
    leveld_check_file(check);
    leveld_first_block(&check->survey);
    while (leveld_next_block(&check->survey, &block))
        check_block(check, &block);
    ow_status status = check->survey.codec.status;
    return status == OW_OK ? leveld_check_noted(check) : status;
}

ow_status leveld_check(const struct file *file, struct report *report, ow_error *error)
{
    struct checker check = {.report = report};
    check.records =
        (struct record_reporter){.report = report, .file = file, .document = &check.survey.level};
    arena_init(&check.arena, &file->options);
    ow_status status = leveld_survey_open(&check.survey, file, &check.arena);
    if (status == OW_OK)
        status = prepare(&check);
    if (status == OW_OK)
        status = leveld_prepare_notes(&check);
    if (status == OW_OK)
        status = run_rules(&check);
    ow_error found;
    if (status != OW_OK) {
        status = leveld_survey_explain(&check.survey, status, &found);
        report_break(report, &found);
        if (error)
            *error = found;
    }
    leveld_survey_close(&check.survey);
    arena_free(&check.arena);
    return status;
}
