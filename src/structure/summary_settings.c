/* The settings of blocks, for a summary: names, tones, formulas. */
#include "summary.h"

#include "../base/emit.h"
#include "../base/floats.h"
#include "../base/hash.h"
#include "../base/ranking.h"
#include "../base/text.h"

#include <stdio.h>
#include <string.h>

static void emit_named_block(struct emitter *emit, const ow_structure_build *build, uint32_t index)
{
    const ow_structure_block *block = &build->blocks[index];
    emit_begin_object(emit, NULL);
    emit_integer(emit, "block", index);
    emit_text(emit, "name", block->settings->name);
    emit_string(emit, "type", ow_structure_block_type_at(&build->variant, block->id).name);
    emit_float(emit, "signal", in_thousandths(ow_structure_signal(block->settings->signal)));
    emit_float(emit, "speed", in_thousandths(ow_structure_speed(block)));
    emit_end_object(emit);
}

static bool has_name(const ow_structure_block *block)
{
    return block->settings && block->settings->name.size > 0;
}

static void emit_names(struct emitter *emit, const ow_structure_build *build)
{
    uint32_t named = 0;
    for (uint32_t i = 0; i < build->block_count; i++)
        named += has_name(&build->blocks[i]);
    if (named == 0)
        return;
    emit_begin_array(emit, "named_blocks", named);
    for (uint32_t i = 0; i < build->block_count; i++)
        if (has_name(&build->blocks[i]))
            emit_named_block(emit, build, i);
    emit_end_array(emit);
}

/* The nearest note of the equal-tempered scale with A = 440 Hz. Returns false if there is none with
 * a name. */
static bool nearest_note(double hertz, char text[8])
{
    enum { NOTES = 12, LOWEST = -1, HIGHEST = 10 };
    static const char *const names[NOTES] = {"C",  "C#", "D",  "D#", "E",  "F",
                                             "F#", "G",  "G#", "A",  "A#", "B"};
    /* The upper limit of each note, half a semitone above it, relative to the C of its octave: 2 to
     * the (i + 0.5) / 12. */
    static const double ends[NOTES] = {1.029302236643492,  1.0905077326652577, 1.155352656894972,
                                       1.2240535433046553, 1.2968395546510096, 1.3739536474580893,
                                       1.4556531828421874, 1.542210825407941,  1.6339154532410997,
                                       1.7310731220122859, 1.8340080864093424, 1.9430638823072117};
    static const double middle_c = 261.6255653005986;
    int octave = 4;
    double part = hertz / middle_c;
    for (; part < ends[NOTES - 1] / 2 && octave >= LOWEST; octave--)
        part *= 2;
    for (; part >= ends[NOTES - 1] && octave <= HIGHEST; octave++)
        part /= 2;
    unsigned note = 0;
    while (note < NOTES - 1 && part >= ends[note])
        note++;
    if (octave < LOWEST || octave > HIGHEST)
        return false;
    snprintf(text, 8, "%s%d", names[note], octave);
    return true;
}

/* Emits each note once, in the order of the tones. */
static void emit_notes(struct emitter *emit, const uint64_t *keys, uint32_t count)
{
    char before[8] = "", note[8];
    emit_begin_array(emit, "nearest_notes", OW_UP_TO_THE_END);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)keys[i];
        float hertz;
        memcpy(&hertz, &bits, sizeof hertz);
        if (!nearest_note((double)hertz, note) || strcmp(note, before) == 0)
            continue;
        emit_string(emit, NULL, note);
        memcpy(before, note, sizeof before);
    }
    emit_end_array(emit);
}

static void emit_hertz(struct emitter *emit, const char *name, uint64_t key)
{
    uint32_t bits = (uint32_t)key;
    float hertz;
    memcpy(&hertz, &bits, sizeof hertz);
    emit_float(emit, name, hertz);
}

/* Positive floats sort like their bits. */
static ow_status emit_tones(struct emitter *emit, const ow_structure_build *build,
                            struct arena *arena)
{
    uint32_t generators = 0, count = 0;
    uint64_t *keys = arena_take(arena, build->block_count * sizeof *keys);
    for (uint32_t i = 0; keys && i < build->block_count; i++) {
        double hertz;
        uint32_t bits;
        generators += build->blocks[i].id == OW_STRUCTURE_TONE_GENERATOR;
        if (!ow_structure_frequency(&build->blocks[i], &hertz) || !(hertz > 0))
            continue;
        memcpy(&bits, &build->blocks[i].settings->metadata->floats[0], sizeof bits);
        keys[count++] = bits;
    }
    if (generators == 0)
        return keys ? OW_OK : arena->status;
    ow_status status = sort_u64(keys, count, 0, arena);
    emit_integer(emit, "tone_generators", generators);
    if (count > 0 && status == OW_OK) {
        emit_hertz(emit, "lowest_hertz", keys[0]);
        emit_hertz(emit, "highest_hertz", keys[count - 1]);
        emit_notes(emit, keys, count);
    }
    return status;
}

/* A key with the hash of a formula in the high bits and the block in the low ones. */
static uint64_t key_of_formula(ow_text formula, uint32_t block)
{
    enum { BLOCK_BITS = 16 }; /* a file counts its blocks in as many bits */
    return hash_on(EMPTY_HASH, formula.data, formula.size) << BLOCK_BITS | block;
}

static const ow_structure_metadata *metadata_of(const ow_structure_build *build, uint64_t key)
{
    return build->blocks[key & UINT16_MAX].settings->metadata;
}

/* Ranks the formulas of math blocks, most frequent first, ties by the first block. Only neighbours
 * are compared: two formulas with a deliberate hash collision may get several rows, but none is
 * omitted. */
static ow_status rank_formulas(const ow_structure_build *build, struct arena *arena,
                               struct ranking *formulas)
{
    uint32_t count = 0;
    uint64_t *keys = arena_take(arena, build->block_count * sizeof *keys);
    ow_status status = keys ? ranking_open(formulas, build->block_count, arena) : arena->status;
    for (uint32_t i = 0; i < build->block_count && status == OW_OK; i++) {
        const ow_structure_block *block = &build->blocks[i];
        if (block->id == OW_STRUCTURE_MATH_BLOCK && block->settings && block->settings->metadata)
            keys[count++] = key_of_formula(block->settings->metadata->formula, i);
    }
    if (status == OW_OK)
        status = sort_u64(keys, count, 0, arena);
    for (uint32_t begin = 0, end = 0; begin < count && status == OW_OK; begin = end) {
        while (end < count && text_is_same(metadata_of(build, keys[begin])->formula,
                                           metadata_of(build, keys[end])->formula))
            end++;
        ranking_add(formulas, end - begin, (uint32_t)(keys[begin] & UINT16_MAX));
    }
    return status == OW_OK ? ranking_sort(formulas, arena) : status;
}

/* Emits which input each variable is. */
static void emit_variables(struct emitter *emit, const ow_structure_metadata *metadata)
{
    static const char *const names[] = {"A", "B", "C", "D", "E", "F", "G", "H", "I",
                                        "J", "K", "L", "M", "N", "O", "P", "Q", "R",
                                        "S", "T", "U", "V", "W", "X", "Y", "Z"};
    bool listed[sizeof names / sizeof *names] = {false};
    uint32_t count =
        metadata->input_count < metadata->slot_count ? metadata->input_count : metadata->slot_count;
    emit_begin_object(emit, "variables");
    for (uint32_t i = 0; i < count; i++) {
        uint8_t slot = metadata->slots[i];
        if (!ow_structure_variable(slot) || listed[slot])
            continue;
        listed[slot] = true;
        emit_integer(emit, names[slot], metadata->inputs[i]);
    }
    emit_end_object(emit);
}

static ow_status emit_formulas(struct emitter *emit, const ow_structure_build *build,
                               struct arena *arena)
{
    struct ranking formulas = {0};
    ow_status status = rank_formulas(build, arena, &formulas);
    if (status != OW_OK || formulas.size == 0)
        return status;
    emit_begin_array(emit, "formulas", formulas.size);
    for (uint32_t row = 0; row < formulas.size; row++) {
        const ow_structure_block *block = &build->blocks[ranking_what(&formulas, row)];
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", ranking_count(&formulas, row));
        emit_text(emit, "formula", block->settings->metadata->formula);
        emit_variables(emit, block->settings->metadata);
        emit_end_object(emit);
    }
    emit_end_array(emit);
    return OW_OK;
}

ow_status structure_emit_settings(struct emitter *emit, const ow_structure_build *build,
                                  struct arena *arena)
{
    emit_names(emit, build);
    ow_status status = emit_formulas(emit, build, arena);
    return status == OW_OK ? emit_tones(emit, build, arena) : status;
}
