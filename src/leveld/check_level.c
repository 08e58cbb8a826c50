/* Rules on the whole level, on META and on the map. */
#include "check.h"

#include "../base/ascii.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { VERSION_SIZE = 2, ID_SIZE = 4 };

/* An issue of a field without bytes: the version does not determine the variant, so it was detected
 * from later bytes. */
static void report_variant(struct checker *check, enum leveld_code code, const char *message)
{
    const char *pointer =
        check->survey.level.variant == OW_LEVELD_PLAIN ? "/byte_order" : "/variant";
    report_issue(check->report, code, pointer, VERSION_SIZE, 0, "%s", message);
}

static void check_byte_order(struct checker *check)
{
    static const char *const messages[] = {
        [OW_LEVELD_PLAIN] =
            "the numbers are little-endian, as in levels written before February 2020",
        [OW_LEVELD_SHORT_META] =
            "META has no level_id and no name, as in the first days of version 0",
        [OW_LEVELD_1B] = "the level has version 1, but its MESH is that of version 2, as in levels "
                         "of a few days in February 2020",
        [OW_LEVELD_U64_COUNTS] = "the counts of layers and triggers take 8 bytes, as in levels of "
                                 "a few days in December 2020",
    };
    const ow_leveld_level *level = &check->survey.level;
    bool little = level->byte_order == OW_LEVELD_LITTLE;
    bool never = level->version != 2 &&
                 level->byte_order != leveld_usual_order(level->version, level->variant);
    if (never && report_counts(check->report, BYTE_ORDER))
        report_issue(check->report, BYTE_ORDER, "/byte_order", VERSION_SIZE, 0,
                     "the numbers are %s-endian; levels of version %u are %s-endian",
                     little ? "little" : "big", level->version, little ? "big" : "little");
    if (level->variant == OW_LEVELD_V4_LAYOUT) {
        if (report_counts(check->report, NEWER_LAYOUT))
            report_variant(check, NEWER_LAYOUT,
                           "the level has version 0, but it is big-endian and its blocks are those "
                           "of version 4");
    } else if ((level->variant != OW_LEVELD_PLAIN || (little && !never)) &&
               report_counts(check->report, OLD_VARIANT)) {
        report_variant(check, OLD_VARIANT, messages[level->variant]);
    }
}

void leveld_check_file(struct checker *check)
{
    const struct survey *survey = &check->survey;
    const struct block_kind *meta_blocks = &survey->kinds[OW_LEVELD_META];
    uint64_t size = survey->file->size - survey->blocks_at;
    check_byte_order(check);
    if (meta_blocks->count == 0 && report_counts(check->report, META_MISSING))
        report_issue(check->report, META_MISSING, "/blocks", survey->blocks_at, size,
                     "the level has no META block, so it has no id, name, author and description");
    if (survey->kinds[OW_LEVELD_MESH].count == 0 && report_counts(check->report, MESH_MISSING))
        report_issue(check->report, MESH_MISSING, "/blocks", survey->blocks_at, size,
                     "the level has no MESH block, so it has no map");
    if (meta_blocks->count == 1 && meta_blocks->last.index > 0 &&
        report_counts(check->report, META_NOT_FIRST))
        leveld_range_issue(
            check, META_NOT_FIRST, meta_blocks->last.index, "/id", meta_blocks->last.at, ID_SIZE,
            "the META block is block %u; expected block 0, the first", meta_blocks->last.index);
}

/* A point gets the word of its path. */
const char *leveld_name_of_part(unsigned kind)
{
    return leveld_words[kind == LEVELD_POINT ? OW_LEVELD_PATH : kind].record;
}

void leveld_range_issue(struct checker *check, enum leveld_code code, uint32_t block,
                        const char *field, uint64_t offset, uint64_t size, const char *format, ...)
{
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/blocks/%u%s", block, field);
    va_list arguments;
    va_start(arguments, format);
    report_issue_list(check->report, code, pointer, offset, size, format, arguments);
    va_end(arguments);
}

void leveld_check_text(struct checker *check, struct record_place place, const char *field,
                       ow_text text)
{
    if (ow_text_is_utf8(text) || !report_counts(check->report, BAD_UTF8))
        return;
    if (place.kind == OW_LEVELD_META)
        report_record(&check->records, BAD_UTF8, place, field, "the %s is not valid UTF-8",
                      field + 1);
    else
        report_record(&check->records, BAD_UTF8, place, field, "the %s of %s %u is not valid UTF-8",
                      field + 1, leveld_name_of_part(place.kind), place.at[1]);
}

/* "C:\...", "\\server\..." or "/.../config.json". */
static bool is_path(ow_text text)
{
    static const char ending[] = ".json";
    const size_t ending_size = sizeof ending - 1;
    if (text.size >= 3 && is_ascii_letter(text.data[0]) && text.data[1] == ':')
        return text.data[2] == '\\' || text.data[2] == '/';
    if (text.size >= 2 && text.data[0] == '\\' && text.data[1] == '\\')
        return true;
    return text.size > ending_size && text.data[0] == '/' &&
           memcmp(text.data + text.size - ending_size, ending, ending_size) == 0;
}

void leveld_check_meta(struct checker *check, const struct block_place *block)
{
    struct record_place place = {OW_LEVELD_META, {block->index}, offset_now(&check->survey)};
    ow_leveld_meta read;
    meta(&check->survey.codec, &read);
    leveld_check_text(check, place, "/level_id", read.level_id);
    leveld_check_text(check, place, "/name", read.name);
    leveld_check_text(check, place, "/author", read.author);
    leveld_check_text(check, place, "/description", read.description);
    if (is_path(read.description) && report_counts(check->report, DESCRIPTION_IS_PATH))
        report_record(&check->records, DESCRIPTION_IS_PATH, place, "/description",
                      "the description is a path on the author's computer");
}

/* Rules on the size of the map that a game uses. */
static void check_size(struct checker *check, struct record_place place, const ow_leveld_mesh *read)
{
    bool stores_height = leveld_layout_of(&check->survey.level) >= 3;
    bool has_tiles = leveld_has_tile_size(&check->survey.level);
    bool none_wide = read->width == 0, none_high = stores_height && read->height == 0;
    if (has_tiles && (read->tile_width == 0 || read->tile_height == 0) &&
        report_counts(check->report, TILE_SIZE_ZERO))
        report_record(&check->records, TILE_SIZE_ZERO, place,
                      read->tile_width == 0 ? "/tile_width" : "/tile_height",
                      "tiles are %u x %u pixels", read->tile_width, read->tile_height);
    if (stores_height && (none_wide || none_high) && report_counts(check->report, MAP_EMPTY))
        report_record(&check->records, MAP_EMPTY, place, none_wide ? "/width" : "/height",
                      "the map is %u x %u cells", read->width, read->height);
    if (read->layer_count == 0 && report_counts(check->report, NO_LAYERS))
        report_record(&check->records, NO_LAYERS, place, "/layers", "the map has no layers");
}

/* Versions 0 to 2: one layer, whose height follows from the width. */
static void check_only_layer(struct checker *check, struct record_place place,
                             const ow_leveld_mesh *read, uint64_t offset, uint32_t cells, bool seen)
{
    uint64_t size = offset_now(&check->survey) - offset;
    if (read->width == 0) {
        if (report_counts(check->report, WIDTH_ZERO))
            report_record(
                &check->records, WIDTH_ZERO, place, "/width",
                "the map is 0 cells wide; its height, %u cells divided by its width, is unknown",
                cells);
        return;
    }
    if (!seen)
        return;
    if (cells == 0 && report_counts(check->report, MAP_EMPTY))
        leveld_range_issue(check, MAP_EMPTY, place.at[0], "/layers/0", offset, size,
                           "the map has no cells");
    if (cells % read->width != 0 && report_counts(check->report, CELLS_LEFT_OVER))
        leveld_range_issue(check, CELLS_LEFT_OVER, place.at[0], "/layers/0", offset, size,
                           "%u cells do not fill rows of %u; cells left over: %u", cells,
                           read->width, cells % read->width);
}

static void check_length(struct checker *check, struct record_place place,
                         const ow_leveld_mesh *read, uint32_t layer, uint64_t offset,
                         uint32_t cells)
{
    uint64_t needed = (uint64_t)read->width * read->height;
    if (cells == needed || !report_counts(check->report, LAYER_LENGTH))
        return;
    char field[32];
    snprintf(field, sizeof field, "/layers/%u", layer);
    leveld_range_issue(
        check, LAYER_LENGTH, place.at[0], field, offset, offset_now(&check->survey) - offset,
        "layer %u has %u cell%s; %u x %u need %" PRIu64 "%s", layer, cells, plural(cells),
        read->width, read->height, needed,
        cells == (uint32_t)needed
            ? ", which the reference library does not notice: it multiplies in 32 bits"
            : "");
}

/* Cells are skipped: only their number matters here. */
void leveld_check_mesh(struct checker *check, const struct block_place *block)
{
    struct codec *c = &check->survey.codec;
    struct record_place place = {OW_LEVELD_MESH, {block->index}, offset_now(&check->survey)};
    bool seen = block_counts(&check->survey, block);
    ow_leveld_mesh read;
    mesh_head(c, &read);
    if (seen)
        check_size(check, place, &read);
    for (uint32_t i = 0; i < read.layer_count && go_on(c, i); i++) {
        uint64_t offset = offset_now(&check->survey);
        uint32_t cells = leveld_skip_layers(c, 1);
        if (leveld_layout_of(&check->survey.level) < 3)
            check_only_layer(check, place, &read, offset, cells, seen);
        else
            check_length(check, place, &read, i, offset, cells);
    }
}
