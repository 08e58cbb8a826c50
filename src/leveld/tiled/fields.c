/* Fields of a level that have no equivalent in a Tiled map. */
#include "fields.h"

#include "../../base/text.h"
#include "../../codec/pattern.h"

#include <stdio.h>

/* Paths, relative to the block, of the fields that the writer and the reader know. */
static const char *const known_fields[LEVELD_BLOCK_IDS] = {
    [OW_LEVELD_META] = " id timestamp level_id name author description ",
    [OW_LEVELD_MESH] = " id tile_width tile_height width height layers layers/* layers/*/* ",
    [OW_LEVELD_PLRS] = " id actors actors/* actors/*/id actors/*/x actors/*/y actors/*/flags ",
    [OW_LEVELD_NPCS] = " id actors actors/* actors/*/id actors/*/x actors/*/y actors/*/flags ",
    [OW_LEVELD_ITEM] = " id actors actors/* actors/*/id actors/*/x actors/*/y actors/*/flags ",
    [OW_LEVELD_THNG] = " id things things/* things/*/id things/*/tag things/*/x things/*/y "
                       "things/*/layer_id things/*/flags things/*/metadata ",
    [OW_LEVELD_TRIG] = " id triggers triggers/* triggers/*/x triggers/*/y triggers/*/layer_id "
                       "triggers/*/area_type triggers/*/width triggers/*/height triggers/*/radius "
                       "triggers/*/id triggers/*/tag triggers/*/type triggers/*/a1 triggers/*/a2 "
                       "triggers/*/a3 triggers/*/a4 triggers/*/a5 triggers/*/metadata ",
    [OW_LEVELD_PATH] = " id paths paths/* paths/*/looping paths/*/tag paths/*/layer_id "
                       "paths/*/points paths/*/points/* paths/*/points/*/x paths/*/points/*/y "
                       "paths/*/points/*/value ",
};

struct finding {
    const char *const *known;
    struct tiled_fields *fields;
    unsigned id; /* of the current block */
    struct pattern pattern;
};

static bool is_known(const struct finding *finding, const char *path)
{
    char word[PATTERN_ROOM + 2];
    snprintf(word, sizeof word, " %s ", path);
    return strstr(finding->known[finding->id], word) != NULL;
}

/* Whether a path is a field directly in a record: "things/ * /mood" without spaces. */
static bool is_of_record(unsigned id, const char *path)
{
    const char *list = leveld_words[id].list;
    size_t size = list && id >= OW_LEVELD_PLRS ? strlen(list) : 0;
    return size > 0 && strncmp(path, list, size) == 0 && strncmp(path + size, "/*/", 3) == 0 &&
           !strchr(path + size + 3, '/');
}

static void note_added(struct finding *finding, const char *path, const ow_event *event)
{
    struct tiled_fields *fields = finding->fields;
    unsigned *count = &fields->added_count[finding->id];
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(fields->added[finding->id][i], event->name) == 0)
            return;
    bool is_property =
        event->kind == OW_VALUE &&
        (event->type == OW_TEXT || event->type == OW_INTEGER || event->type == OW_BOOLEAN);
    if (is_property && is_of_record(finding->id, path) && *count < MOST_ADDED)
        fields->added[finding->id][(*count)++] = event->name;
    else
        fields->travels[finding->id] = true;
}

static ow_visit look(void *context, const ow_event *event)
{
    static const char blocks[] = "/blocks/*/";
    struct finding *finding = context;
    struct pattern *pattern = &finding->pattern;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        pattern_leave(pattern);
        return OW_GO_ON;
    }
    pattern_move(pattern, event);
    bool inside = strncmp(pattern->text, blocks, sizeof blocks - 1) == 0;
    const char *path = inside ? pattern->text + sizeof blocks - 1 : "";
    if (inside && strcmp(path, "id") == 0) /* comes first */
        for (unsigned id = 0; id < LEVELD_BLOCK_IDS; id++)
            if (text_is_word(event->value.text, leveld_words[id].id))
                finding->id = id;
    if (inside && !event->derived && !is_known(finding, path))
        note_added(finding, path, event);
    return event->kind == OW_VALUE || pattern_enter(pattern) ? OW_GO_ON : OW_STOP;
}

void tiled_find_unknown_fields(const ow_leveld_level *level, const ow_options *options,
                               const char *const known[LEVELD_BLOCK_IDS],
                               struct tiled_fields *fields)
{
    enum { AREA_TYPES = 3 };
    ow_leveld_meta meta = {0};
    uint16_t cell = 0;
    ow_leveld_layer layer = {.cell_count = 1, .cells = &cell};
    ow_leveld_mesh mesh = {.width = 1, .height = 1, .layer_count = 1, .layers = &layer};
    ow_leveld_actor actor = {0};
    ow_leveld_thing thing = {0};
    ow_leveld_trigger triggers[AREA_TYPES] = {
        {.area_type = OW_LEVELD_RECTANGLE}, {.area_type = OW_LEVELD_CIRCLE}, {.area_type = 2}};
    ow_leveld_point point = {0};
    ow_leveld_path path = {.point_count = 1, .points = &point};
    ow_leveld_block blocks[LEVELD_BLOCK_IDS] = {
        [OW_LEVELD_META] = {.meta = &meta},
        [OW_LEVELD_MESH] = {.mesh = &mesh},
        [OW_LEVELD_PLRS] = {.count = 1, .actors = &actor},
        [OW_LEVELD_NPCS] = {.count = 1, .actors = &actor},
        [OW_LEVELD_ITEM] = {.count = 1, .actors = &actor},
        [OW_LEVELD_THNG] = {.count = 1, .things = &thing},
        [OW_LEVELD_TRIG] = {.count = AREA_TYPES, .triggers = triggers},
        [OW_LEVELD_PATH] = {.count = 1, .paths = &path},
    };
    ow_leveld_level one = *level;
    ow_options quiet = *options;
    struct finding finding = {.known = known, .fields = fields};
    for (unsigned id = 0; id < LEVELD_BLOCK_IDS; id++)
        blocks[id].id = (uint8_t)id;
    one.blocks = blocks;
    one.block_count = LEVELD_BLOCK_IDS;
    quiet.progress = NULL;
    *fields = (struct tiled_fields){0};
    driver_emit(&leveld_format, &one, &quiet, look, &finding, NULL);
}

void tiled_find_fields(const ow_leveld_level *level, const ow_options *options,
                       struct tiled_fields *fields)
{
    tiled_find_unknown_fields(level, options, known_fields, fields);
}

const char *tiled_added_field(const struct tiled_fields *fields, unsigned id,
                              const struct json_token *name, bool *base64)
{
    for (unsigned i = 0; i < fields->added_count[id]; i++) {
        char longer[64];
        snprintf(longer, sizeof longer, "%s" BASE64_SUFFIX, fields->added[id][i]);
        *base64 = json_token_is(name, longer);
        if (*base64 || json_token_is(name, fields->added[id][i]))
            return fields->added[id][i];
    }
    return NULL;
}
