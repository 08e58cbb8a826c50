/* Rules on blocks and the settings of interactive ones. */
#include "check.h"

#include <math.h>

static void check_indices(struct checker *check, struct record_place place,
                          const ow_structure_block *record)
{
    const ow_structure_build *build = &check->build;
    if (build->rotation_count > 0 && record->rotation_index < build->rotation_count)
        check->used_rotations[record->rotation_index] = true;
    else if (build->rotation_count > 0 && report_counts(check->report, ROTATION_OUTSIDE))
        report_record(&check->records, ROTATION_OUTSIDE, place, "/rotation_index",
                      "the block has rotation %u; the highest in the table is %u",
                      record->rotation_index, build->rotation_count - 1);
    if (record->mask & OW_STRUCTURE_NO_COLOR)
        return;
    check->colored_count++;
    if (build->color_count > 0 && record->color_index < build->color_count)
        check->used_colors[record->color_index] = true;
    else if (build->color_count > 0 && report_counts(check->report, COLOR_OUTSIDE))
        report_record(&check->records, COLOR_OUTSIDE, place, "/color_index",
                      "the block has colour %u; the highest in the table is %u",
                      record->color_index, build->color_count - 1);
}

static void check_position(struct checker *check, struct record_place place,
                           const ow_structure_block *record)
{
    bool world = check->build.version == 0;
    for (uint32_t i = 0; i < 3 && world; i++)
        if (!isfinite(record->world_position[i]) &&
            report_counts(check->report, POSITION_NOT_FINITE))
            report_element(&check->records, POSITION_NOT_FINITE, place, "/position", i,
                           "the coordinate is infinite or not a number");
    for (uint32_t i = 0; i < 3 && !world; i++)
        if (record->position[i] == INT16_MIN && report_counts(check->report, POSITION_OUTSIDE))
            report_element(
                &check->records, POSITION_OUTSIDE, place, "/position", i,
                "the coordinate is -32768; expected at least -32767, as in all real files");
}

/* Bit 8: the speed is not zero. Bit 7: the speed is above one, and the byte is the speed itself. */
static void check_speed(struct checker *check, struct record_place place,
                        const ow_structure_block *record)
{
    bool says = structure_mask_has_speed(check->build.version);
    bool bit = record->mask & OW_STRUCTURE_HAS_SPEED;
    bool announced = says ? bit : record->speed != 0;
    if (!says && bit && report_counts(check->report, SPEED_BIT_EARLY))
        report_record(&check->records, SPEED_BIT_EARLY, place, "/mask",
                      "bit 8 of the mask is set, which has no meaning in version %u",
                      check->build.version);
    if (record->mask & OW_STRUCTURE_FAST && (!announced || record->speed == 0)) {
        if (report_counts(check->report, FAST_WITHOUT_SPEED))
            report_record(&check->records, FAST_WITHOUT_SPEED, place, "/mask",
                          "by the mask the speed is above 1, but %s",
                          announced || !says ? "it is 0" : "also 0");
    } else if (announced && record->speed == 0) {
        if (report_counts(check->report, SPEED_ZERO))
            report_record(&check->records, SPEED_ZERO, place, "/speed",
                          "the speed is 0, but by the mask it is not");
    } else if (!announced && record->speed != 0 &&
               report_counts(check->report, SPEED_UNANNOUNCED)) {
        report_record(&check->records, SPEED_UNANNOUNCED, place, "/speed",
                      "the speed is %u, but by the mask it is 0", record->speed);
    }
}

static void check_name(struct checker *check, struct record_place place, ow_text name)
{
    if (name.size == 0 && report_counts(check->report, NAME_EMPTY))
        report_record(&check->records, NAME_EMPTY, place, "/name", "the name is empty");
    if (!ow_text_is_utf8(name) && report_counts(check->report, NAME_NOT_UTF8))
        report_record(&check->records, NAME_NOT_UTF8, place, "/name",
                      "the name is not valid UTF-8");
}

/* Sources disagree: the field refers to the bearing, or to the block on the bearing. */
static void check_bearing(struct checker *check, struct record_place place, uint8_t id,
                          uint16_t bearing)
{
    if (bearing >= check->build.block_count) {
        if (report_counts(check->report, BEARING_OUTSIDE))
            report_record(&check->records, BEARING_OUTSIDE, place, "/bearing",
                          "the bearing is block %u; the highest block is %u", bearing,
                          check->build.block_count - 1);
    } else if (bearing == place.at[0]) {
        if (report_counts(check->report, BEARING_TO_ITSELF))
            report_record(&check->records, BEARING_TO_ITSELF, place, "/bearing",
                          "the block is its own bearing");
    } else if (check->types[bearing] != BEARING_TYPE && id != BEARING_TYPE &&
               report_counts(check->report, BEARING_OTHER_TYPE)) {
        report_record(
            &check->records, BEARING_OTHER_TYPE, place, "/bearing",
            "the bearing is block %u of type %u, for a block of type %u; a bearing has type %d",
            bearing, check->types[bearing], id, BEARING_TYPE);
    }
}

static void check_connection(struct checker *check, struct record_place place, uint32_t i,
                             uint16_t to)
{
    static const char list[] = "/connections";
    if (to >= check->build.block_count) {
        if (report_counts(check->report, CONNECTION_OUTSIDE))
            report_element(&check->records, CONNECTION_OUTSIDE, place, list, i,
                           "the connection leads to block %u; the highest block is %u", to,
                           check->build.block_count - 1);
        return;
    }
    if (to == place.at[0] && report_counts(check->report, CONNECTION_TO_ITSELF))
        report_element(&check->records, CONNECTION_TO_ITSELF, place, list, i,
                       "the block is connected to itself");
    if (check->connected_by[to] == place.at[0] + 1 &&
        report_counts(check->report, CONNECTION_TWICE))
        report_element(&check->records, CONNECTION_TWICE, place, list, i,
                       "the block is already connected to block %u", to);
    check->connected_by[to] = place.at[0] + 1;
    if (!structure_has_settings(&check->build, check->types[to]) &&
        report_counts(check->report, CONNECTION_TO_PASSIVE))
        report_element(&check->records, CONNECTION_TO_PASSIVE, place, list, i,
                       "the connection leads to block %u, but its type %u has no signal", to,
                       check->types[to]);
}

static void check_settings(struct checker *check, struct record_place place,
                           const ow_structure_block *record)
{
    const ow_structure_settings *settings = record->settings;
    if (record->mask & OW_STRUCTURE_HAS_NAME)
        check_name(check, place, settings->name);
    if (!(record->mask & OW_STRUCTURE_NO_BEARING))
        check_bearing(check, place, record->id, settings->bearing);
    for (uint32_t i = 0; i < settings->connection_count; i++)
        check_connection(check, place, i, settings->connections[i]);
    if (record->mask & OW_STRUCTURE_HAS_CONNECTIONS && settings->connection_count == 0 &&
        report_counts(check->report, LIST_EMPTY))
        report_record(&check->records, LIST_EMPTY, place, "/connections",
                      "the list of connections is empty");
    if (!(record->mask & OW_STRUCTURE_NO_INTEGERS) && settings->integer_count == 0 &&
        report_counts(check->report, LIST_EMPTY))
        report_record(&check->records, LIST_EMPTY, place, "/integers",
                      "the list of integers is empty");
    if (settings->metadata)
        structure_check_metadata(check, place, settings->metadata);
}

void structure_check_block(struct checker *check, struct record_place place,
                           const ow_structure_block *record)
{
    if (!structure_has_last_block(check->build.version) &&
        record->root >= check->build.root_count && report_counts(check->report, ROOT_OUTSIDE))
        report_record(
            &check->records, ROOT_OUTSIDE, place, "/root",
            "the block belongs to root %u, but the build has only %u root%s (counted from 0)",
            record->root, check->build.root_count, plural(check->build.root_count));
    check_position(check, place, record);
    check_indices(check, place, record);
    check_speed(check, place, record);
    if (record->settings)
        check_settings(check, place, record);
}

static const char *blocks_of(uint32_t number)
{
    return number == 1 ? "block is" : "blocks are";
}

/* The source that disagrees with how a type's settings are read; NULL if there is none. The
 * specification does not mention some types. */
static const char *rival_of(const struct checker *check, uint8_t id)
{
    const struct structure_type *type = &structure_types[id];
    bool interactive = structure_is_interactive(&check->build.variant, id);
    if (!type->name || check->build.version == 0)
        return NULL;
    if (type->specification != SAYS_BLANK)
        return interactive == (type->specification == SAYS_YES) ? NULL : "the specification";
    if (interactive == (type->kind != TYPE_PASSIVE))
        return structure_is_doubtful(id) ? "the Java library" : NULL;
    return "the source that knows all types";
}

/* What holds for all blocks of a type is only reported for the first. */
static void check_type(struct checker *check, uint8_t id)
{
    const struct structure_type *type = &structure_types[id];
    const struct tally *met = &check->types_met[id], *odd = &check->odd_masks[id];
    bool interactive = structure_has_settings(&check->build, id);
    if (met->count > 0 && !type->name && report_counts(check->report, TYPE_UNKNOWN))
        report_record(&check->records, TYPE_UNKNOWN, met->first, "/id",
                      "%u %s of the unknown type %u, read as a type %s settings", met->count,
                      blocks_of(met->count), id, interactive ? "with" : "without");
    if (met->count > 0 && type->kind == TYPE_TOOL && report_counts(check->report, TYPE_OF_TOOL))
        report_record(&check->records, TYPE_OF_TOOL, met->first, "/id",
                      "%u %s of type %u (%s), which is a tool and cannot be placed", met->count,
                      blocks_of(met->count), id, type->name);
    if (met->count > 0 && rival_of(check, id) && report_counts(check->report, TYPE_DOUBTFUL))
        report_record(
            &check->records, TYPE_DOUBTFUL, met->first, "/id",
            "%u %s of type %u (%s), read as a type %s settings, although %s says otherwise",
            met->count, blocks_of(met->count), id, type->name, interactive ? "with" : "without",
            rival_of(check, id));
    if (odd->count > 0 && report_counts(check->report, MASK_MEANINGLESS))
        report_record(&check->records, MASK_MEANINGLESS, odd->first, "/mask",
                      "the mask of %u block%s of type %u announces data that types without "
                      "settings cannot have",
                      odd->count, plural(odd->count), id);
}

void structure_check_types(struct checker *check)
{
    for (unsigned id = 0; id < 256; id++)
        check_type(check, (uint8_t)id);
}
