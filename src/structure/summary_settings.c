/* What the settings of blocks say, for a summary: names, tones, formulas. */
#include "summary.h"

#include "../base/emit.h"
#include "../base/floats.h"
#include "../base/sort.h"

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
    uint32_t told = 0;
    for (uint32_t i = 0; i < build->block_count && told < MOST_TOLD; i++)
        told += has_name(&build->blocks[i]);
    if (told == 0)
        return;
    emit_begin_array(emit, "first_named_blocks", told);
    for (uint32_t i = 0; told > 0; i++) {
        if (!has_name(&build->blocks[i]))
            continue;
        emit_named_block(emit, build, i);
        told--;
    }
    emit_end_array(emit);
}

/* The note of the scale of twelve equal steps, with an A of 440 Hz, that is nearest; false where there is
 * none with a name. */
static bool nearest_note(double hertz, char text[8])
{
    enum { NOTES = 12, LOWEST = -1, HIGHEST = 10 };
    static const char *const names[NOTES] = {"C",  "C#", "D",  "D#", "E",  "F",
                                             "F#", "G",  "G#", "A",  "A#", "B"};
    /* Where each ends, half a step above it, in terms of the C of its octave: 2 to the (i + 0.5) / 12. */
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

/* Notes once each, in the order of the tones, as long as there is room. */
static void emit_notes(struct emitter *emit, const uint64_t *keys, uint32_t count)
{
    char text[200] = "", before[8] = "", note[8];
    size_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)keys[i];
        float hertz;
        memcpy(&hertz, &bits, sizeof hertz);
        if (!nearest_note((double)hertz, note) || strcmp(note, before) == 0)
            continue;
        if (used + sizeof note + sizeof " ..." > sizeof text) {
            snprintf(text + used, sizeof text - used, " ...");
            break;
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "", note);
        memcpy(before, note, sizeof before);
    }
    if (used > 0)
        emit_string(emit, "nearest_notes", text);
}

static void emit_hertz(struct emitter *emit, const char *name, uint64_t key)
{
    uint32_t bits = (uint32_t)key;
    float hertz;
    memcpy(&hertz, &bits, sizeof hertz);
    emit_float(emit, name, hertz);
}

/* The bits of positive floats sort as they do. */
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

/* A formula that math blocks have, and the first of them. */
struct formula {
    const ow_structure_metadata *metadata;
    uint32_t count;
};

static bool same_formula(const ow_structure_metadata *a, const ow_structure_metadata *b)
{
    return a->formula.size == b->formula.size &&
           (a->formula.size == 0 || memcmp(a->formula.data, b->formula.data, a->formula.size) == 0);
}

/* The different ones, as many as are told; the others are left out. */
static uint32_t find_formulas(const ow_structure_build *build, struct formula found[MOST_TOLD])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < build->block_count; i++) {
        const ow_structure_block *block = &build->blocks[i];
        if (block->id != OW_STRUCTURE_MATH_BLOCK || !block->settings || !block->settings->metadata)
            continue;
        uint32_t at = 0;
        while (at < count && !same_formula(found[at].metadata, block->settings->metadata))
            at++;
        if (at < count)
            found[at].count++;
        else if (count < MOST_TOLD)
            found[count++] = (struct formula){block->settings->metadata, 1};
    }
    return count;
}

/* "A = input 2, B = input 0". */
static void emit_variables(struct emitter *emit, const ow_structure_metadata *metadata)
{
    char text[160] = "";
    size_t used = 0;
    uint32_t count =
        metadata->input_count < metadata->slot_count ? metadata->input_count : metadata->slot_count;
    for (uint32_t i = 0; i < count && used + 32 < sizeof text; i++) {
        char variable = ow_structure_variable(metadata->slots[i]);
        if (variable)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%c = input %u",
                                     used ? ", " : "", variable, metadata->inputs[i]);
    }
    if (used > 0)
        emit_string(emit, "variables", text);
}

/* The beginning of a formula: some have thousands of characters. */
static void emit_formula(struct emitter *emit, const struct formula *formula)
{
    enum { MOST_SHOWN = 80 };
    char text[MOST_SHOWN + 40];
    ow_text whole = formula->metadata->formula;
    emit_begin_object(emit, NULL);
    emit_integer(emit, "count", formula->count);
    if (whole.size <= MOST_SHOWN) {
        emit_text(emit, "formula", whole);
    } else {
        int used = snprintf(text, sizeof text, "%.*s", MOST_SHOWN, whole.data);
        snprintf(text + used, sizeof text - (size_t)used, "... (%zu characters)", whole.size);
        emit_string(emit, "formula", text);
    }
    emit_variables(emit, formula->metadata);
    emit_end_object(emit);
}

static void emit_formulas(struct emitter *emit, const ow_structure_build *build)
{
    struct formula found[MOST_TOLD];
    uint32_t count = find_formulas(build, found);
    if (count == 0)
        return;
    emit_begin_array(emit, "first_formulas", count);
    for (uint32_t i = 0; i < count; i++)
        emit_formula(emit, &found[i]);
    emit_end_array(emit);
}

ow_status structure_emit_settings(struct emitter *emit, const ow_structure_build *build,
                                  struct arena *arena)
{
    emit_names(emit, build);
    emit_formulas(emit, build);
    return emit_tones(emit, build, arena);
}
