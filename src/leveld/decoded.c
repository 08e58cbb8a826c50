/* Sets values of a level that are given in a player's terms. */
#include "meanings.h"

#include "leveld.h"
#include "parts/parts.h"

#include "../base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static enum decoded_outcome no_such(struct decoded_change *change, const char *what)
{
    return decoded_fail(change, OW_NOT_THERE, "there is no such %s", what);
}

static const char *list_name(const ow_leveld_level *level, uint32_t block)
{
    uint8_t id = level->blocks[block].id;
    return leveld_words[id < LEVELD_BLOCK_IDS ? id : OW_LEVELD_META].list;
}

/* A coordinate of the record that contains the pointer's target. */
static enum decoded_outcome set_coordinate(struct decoded_change *change, bool is_point,
                                           const char *name, int64_t pixels)
{
    const uint32_t *at = change->indexes;
    struct decoded_value *value =
        is_point ? decoded_value(change, "/blocks/%u/paths/%u/points/%u/%s", (unsigned)at[0],
                                 (unsigned)at[1], (unsigned)at[2], name)
                 : decoded_value(change, "/blocks/%u/%s/%u/%s", (unsigned)at[0],
                                 list_name(change->document, at[0]), (unsigned)at[1], name);
    return decoded_put(change, value, (ow_value){.type = OW_INTEGER, .value.integer = pixels});
}

/* ---- places ---- */

struct coordinates {
    uint32_t x, y;
};

static bool take_point(const ow_leveld_block *block, const uint32_t *indexes,
                       struct coordinates *found)
{
    if (indexes[1] >= block->count || indexes[2] >= block->paths[indexes[1]].point_count)
        return false;
    const ow_leveld_point *point = &block->paths[indexes[1]].points[indexes[2]];
    *found = (struct coordinates){point->x, point->y};
    return true;
}

static bool take_place(const ow_leveld_block *block, const uint32_t *indexes,
                       struct coordinates *found)
{
    uint32_t index = indexes[1];
    if (index >= block->count)
        return false;
    if (block->id == OW_LEVELD_THNG)
        *found = (struct coordinates){block->things[index].x, block->things[index].y};
    else if (block->id == OW_LEVELD_TRIG)
        *found = (struct coordinates){block->triggers[index].x, block->triggers[index].y};
    else
        *found = (struct coordinates){block->actors[index].x, block->actors[index].y};
    return true;
}

/* "/blocks/2/things/1/place/0": the pointer names a list, which must be the block's own. */
static bool find_place(const struct decoded_change *change, bool is_point,
                       struct coordinates *found)
{
    const ow_leveld_level *level = change->document;
    static const char inside[] = "/blocks/*/";
    const char *list = change->pattern + sizeof inside - 1;
    if (change->indexes[0] >= level->block_count)
        return false;
    const ow_leveld_block *block = &level->blocks[change->indexes[0]];
    const char *name = list_name(level, change->indexes[0]);
    if (!name || strncmp(list, name, strlen(name)) != 0 || list[strlen(name)] != '/' ||
        is_point != (block->id == OW_LEVELD_PATH))
        return false;
    return is_point ? take_point(block, change->indexes, found)
                    : take_place(block, change->indexes, found);
}

static enum decoded_outcome set_place(struct decoded_change *change, const struct leaf *leaf)
{
    struct coordinates found;
    bool is_point = strstr(change->pattern, "/points/") != NULL;
    struct cell_size size = leveld_cell_size(change->document);
    unsigned steps = is_point ? 4 : 3;
    double cells;
    if (change->index_count != steps || change->indexes[steps - 1] > 1)
        return DECODED_NOT;
    if (!find_place(change, is_point, &found))
        return no_such(change, "record");
    bool is_x = change->indexes[steps - 1] == 0;
    uint32_t cell = is_x ? size.width : size.height, old = is_x ? found.x : found.y;
    if (!leaf_number(change, leaf, &cells))
        return DECODED_FAILED;
    double pixels = nearbyint(rounded_to_double(cells * cell));
    if (leveld_cells(old, cell) == rounded_to_float(cells))
        pixels = old;
    if (!(pixels >= 0 && pixels <= UINT32_MAX))
        return decoded_fail(change, OW_BAD_JSON, "a level has places from 0 to %u pixels",
                            (unsigned)UINT32_MAX);
    return set_coordinate(change, is_point, is_x ? "x" : "y", (int64_t)pixels);
}

/* ---- cells ---- */

/* "tile 5", "tile 5, impassable" */
static enum decoded_outcome set_cell(struct decoded_change *change, const struct leaf *leaf)
{
    ow_text text = leaf->text;
    unsigned tile;
    bool sound = text_take(&text, "tile ") && text_take_number(&text, OW_LEVELD_TILE, &tile);
    bool blocked = sound && text_take(&text, ", impassable");
    if (!sound || text.size > 0)
        return decoded_fail(change, OW_BAD_JSON,
                            "a cell is a number, \"tile 5\" or \"tile 5, impassable\"");
    return decoded_put(change, decoded_value(change, "%s", change->place),
                       (ow_value){.type = OW_INTEGER,
                                  .value.integer = tile | (blocked ? OW_LEVELD_IMPASSABLE : 0u)});
}

/* ---- dates ---- */

/* Two digits behind a sign. */
static bool take_two(ow_text *text, const char *sign, unsigned most, unsigned *number)
{
    ow_text two = {text->data + 1, 2};
    if (text->size < 3 || !strchr(sign, text->data[0]) || !text_take_number(&two, most, number) ||
        two.size > 0)
        return false;
    *text = (ow_text){text->data + 3, text->size - 3};
    return true;
}

/* Days since 1970-01-01 in the Gregorian calendar. A year begins in March, so its last day is the
 * leap day. */
static uint64_t days_of(unsigned year, unsigned month, unsigned day)
{
    enum { DAYS_BEFORE_1970 = 719468 };
    unsigned from_march = month > 2 ? month - 3 : month + 9, own = year - (month <= 2);
    return (uint64_t)own * 365 + own / 4 - own / 100 + own / 400 + (153 * from_march + 2) / 5 +
           day - 1 - DAYS_BEFORE_1970;
}

/* "2023-11-14", "2023-11-14 22:13", "2023-11-14T22:13:20Z": always UTC. */
static bool read_date(ow_text text, uint64_t *timestamp)
{
    unsigned year, month, day, hour = 0, minute = 0, second = 0;
    ow_text digits = {text.data, 4};
    if (text.size < 10 || !text_take_number(&digits, 9999, &year) || digits.size > 0)
        return false;
    text = (ow_text){text.data + 4, text.size - 4};
    if (!take_two(&text, "-", 12, &month) || !take_two(&text, "-", 31, &day))
        return false;
    if (text.size > 0 && (!take_two(&text, "T ", 23, &hour) || !take_two(&text, ":", 59, &minute)))
        return false;
    if (text.size > 1 && !take_two(&text, ":", 59, &second))
        return false;
    if (month == 0 || day == 0 || (text.size > 0 && !text_take(&text, "Z")) || text.size > 0)
        return false;
    *timestamp = days_of(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
    return true;
}

/* Whether the timestamp is displayed exactly as the given date, which is false for a date that does
 * not exist. */
static bool is_shown(uint64_t timestamp, ow_text text)
{
    char date[LEVELD_DATE];
    return leveld_date(timestamp, date) && strncmp(date, text.data, 10) == 0;
}

static enum decoded_outcome set_date(struct decoded_change *change, const struct leaf *leaf)
{
    uint64_t timestamp;
    ow_text digits = leaf->text;
    while (digits.size > 0 && digits.data[0] >= '0' && digits.data[0] <= '9')
        digits = (ow_text){digits.data + 1, digits.size - 1};
    if (digits.size == 0)
        return DECODED_NOT; /* numbers of 64 bits are text in JSON */
    if (!read_date(leaf->text, &timestamp) || !is_shown(timestamp, leaf->text))
        return decoded_fail(change, OW_BAD_JSON,
                            "\"%.*s\" is not a date from 1990 to 2099 such as 2024-02-29 or "
                            "2024-02-29T18:30:00Z",
                            text_shown_size(leaf->text), leaf->text.data);
    return decoded_put(change, decoded_value(change, "%s", change->place),
                       (ow_value){.type = OW_UNSIGNED_64, .value.unsigned_64 = timestamp});
}

enum decoded_outcome leveld_set_decoded(struct decoded_change *change, const struct leaf *leaf)
{
    if (strcmp(change->pattern, "/blocks/*/timestamp") == 0)
        return set_date(change, leaf);
    if (strcmp(change->pattern, "/blocks/*/layers/*/*") == 0)
        return set_cell(change, leaf);
    return set_place(change, leaf);
}
