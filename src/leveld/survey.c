/* Walks a level once to its end: which blocks count, and their offsets. */
#include "survey.h"

bool leveld_next_block(struct survey *survey, struct block_place *place)
{
    struct codec *c = &survey->codec;
    if (c->at == c->end || !go_on(c, survey->next.index))
        return false;
    ow_leveld_block head = {0};
    survey->next.at = offset_now(survey);
    block_head(c, &head);
    survey->next.id = head.id;
    survey->next.count = head.count;
    *place = survey->next;
    survey->next.index++;
    return c->status == OW_OK;
}

uint32_t leveld_pass_layers(struct codec *c, uint32_t count)
{
    uint32_t first = 0;
    struct codec codec = *c;
    codec.passes = true;
    for (uint32_t i = 0; i < count && go_on(&codec, i); i++) {
        ow_leveld_layer passed;
        layer(&codec, &passed);
        first = i == 0 ? passed.cell_count : first;
    }
    codec.passes = false;
    *c = codec;
    return first;
}

/* Skips records. Returns how many have a tag. */
static inline ALWAYS_INLINE uint32_t skip_in_order(struct survey *survey,
                                                   const struct block_place *place, bool big_endian)
{
    uint32_t tagged = 0;
    struct codec codec = survey->codec;
    codec.big_endian = big_endian;
    for (uint32_t i = 0; i < place->count && go_on(&codec, i); i++) {
        union {
            ow_leveld_actor actor;
            ow_leveld_thing thing;
            ow_leveld_trigger trigger;
            ow_leveld_path path;
        } record;
        if (place->id == OW_LEVELD_THNG) {
            thing(&codec, &record.thing);
            tagged += record.thing.tag != 0;
        } else if (place->id == OW_LEVELD_TRIG) {
            trigger(&codec, &record.trigger);
            tagged += record.trigger.tag != 0;
        } else if (place->id == OW_LEVELD_PATH) {
            arena_reset(&survey->scratch);
            path(&codec, &record.path);
            tagged += record.path.tag != 0;
        } else {
            actor(&codec, &record.actor);
        }
    }
    survey->codec = codec;
    return tagged;
}

/* For each byte order, a local copy of the codec with an order that the compiler knows, so its
 * cursor stays in a register. */
static uint32_t skip_records(struct survey *survey, const struct block_place *place)
{
    return survey->codec.big_endian ? skip_in_order(survey, place, true)
                                    : skip_in_order(survey, place, false);
}

void leveld_pass_block(struct survey *survey, const struct block_place *place)
{
    ow_leveld_meta meta_passed;
    ow_leveld_mesh mesh_passed;
    if (place->id == OW_LEVELD_META) {
        meta(&survey->codec, &meta_passed);
    } else if (place->id == OW_LEVELD_MESH) {
        mesh_head(&survey->codec, &mesh_passed);
        leveld_pass_layers(&survey->codec, mesh_passed.layer_count);
    } else {
        skip_records(survey, place);
    }
}

/* In versions 0 to 2, a map of width 0 has no height. The reference would crash on it. */
static void note_mesh(struct survey *survey)
{
    mesh_head(&survey->codec, &survey->mesh);
    uint32_t cells = leveld_pass_layers(&survey->codec, survey->mesh.layer_count);
    survey->height = survey->mesh.height;
    if (leveld_layout_of(&survey->level) < 3)
        survey->height = survey->mesh.width > 0 ? cells / survey->mesh.width : 0;
}

static ow_status read_to_the_end(struct survey *survey)
{
    struct block_place place;
    header(&survey->codec, &survey->level);
    survey->blocks_at = offset_now(survey);
    while (leveld_next_block(survey, &place)) {
        struct block_kind *kind = &survey->kinds[place.id];
        kind->count++;
        kind->last = place;
        if (place.id == OW_LEVELD_META)
            meta(&survey->codec, &survey->meta);
        else if (place.id == OW_LEVELD_MESH)
            note_mesh(survey);
        else
            kind->tagged = skip_records(survey, &place);
    }
    survey->level.block_count = survey->next.index;
    return survey->codec.status;
}

static ow_status survey_as(struct survey *survey, const ow_leveld_level *preset)
{
    survey->codec = decode_from(survey->file);
    survey->codec.arena = &survey->scratch;
    survey->next = (struct block_place){0};
    memset(survey->kinds, 0, sizeof survey->kinds);
    survey->level = *preset;
    return read_to_the_end(survey);
}

ow_status leveld_survey_open(struct survey *survey, const struct file *file, struct arena *account)
{
    *survey = (struct survey){.file = file};
    arena_share(&survey->scratch, account);
    ow_leveld_level candidates[MOST_CANDIDATES] = {0};
    unsigned count = leveld_candidates(file, candidates);
    ow_status status = survey_as(survey, &candidates[0]);
    for (unsigned i = 1; i < count && driver_may_retry(status); i++)
        status = survey_as(survey, &candidates[i]);
    return status;
}

void leveld_survey_close(struct survey *survey)
{
    arena_free(&survey->scratch);
}

ow_status leveld_survey_explain(const struct survey *survey, ow_status status, ow_error *error)
{
    ow_leveld_level preset = {0};
    leveld_take_variant(&survey->level, &preset);
    if (driver_may_retry(status))
        driver_find(&leveld_format, survey->file, &preset);
    return driver_explain(&leveld_format, survey->file, &preset, status, error);
}

ow_status leveld_read_mesh(struct survey *survey, struct arena *arena, ow_leveld_mesh *read)
{
    struct codec codec = survey->codec;
    ow_leveld_block head;
    codec.at = codec.begin + survey->kinds[OW_LEVELD_MESH].last.at;
    codec.arena = arena;
    block_head(&codec, &head);
    mesh(&codec, read);
    return codec.status;
}
