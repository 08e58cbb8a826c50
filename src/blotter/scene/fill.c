/* Filling a scene with a Blotter save: the order of its parts, its states, what is told. */
#include "fill.h"

#include <stdio.h>
#include <string.h>

void fill_failed(struct filler *filler, ow_status status)
{
    if (filler->builder->status == OW_OK)
        filler->builder->status = status;
}

/* Version 4 keeps no states: they are made as a conversion makes them, in copies. */
static void make_states(struct filler *filler, ow_blotter_save *copy)
{
    const ow_blotter_save *save = filler->save;
    *copy = *save;
    copy->components =
        arena_take(&filler->scratch, save->component_count * sizeof *copy->components);
    copy->wires = arena_take(&filler->scratch, save->wire_count * sizeof *copy->wires);
    if (!copy->components || !copy->wires) {
        fill_failed(filler, filler->scratch.status);
        return;
    }
    if (save->component_count > 0)
        memcpy(copy->components, save->components,
               save->component_count * sizeof *copy->components);
    if (save->wire_count > 0)
        memcpy(copy->wires, save->wires, save->wire_count * sizeof *copy->wires);
    ow_status status = blotter_make_states(copy, &filler->scratch);
    if (status != OW_OK)
        fill_failed(filler, status);
    copy->save_type = OW_BLOTTER_WORLD;
    filler->save = copy;
}

void fill_note_states(struct filler *filler)
{
    const ow_blotter_circuit_states *states = &filler->save->circuit_states;
    int32_t highest = -1;
    if (filler->save->save_type == OW_BLOTTER_WORLD)
        return; /* its bits are a table already */
    for (uint32_t i = 0; i < states->on_count; i++)
        if (states->on[i] > highest)
            highest = states->on[i];
    if (states_init(&filler->on, &filler->scratch, highest, states->on_count,
                    filler->builder->total) != OW_OK) {
        fill_failed(filler, filler->scratch.status);
        return;
    }
    for (uint32_t i = 0; filler->on.ids && i < states->on_count; i++)
        states_collect(&filler->on, states->on[i]);
    ow_status sorted = filler->on.ids ? states_sort(&filler->on, &filler->scratch) : OW_OK;
    if (sorted != OW_OK) {
        fill_failed(filler, sorted);
        return;
    }
    for (uint32_t i = 0; i < states->on_count; i++) {
        uint8_t *flags = states_flags(&filler->on, states->on[i]);
        if (flags)
            *flags = STATE_ON;
    }
}

bool fill_state_is_on(const struct filler *filler, int32_t state)
{
    const ow_bytes *bits = &filler->save->circuit_states.bits;
    if (filler->save->save_type == OW_BLOTTER_WORLD)
        return state >= 0 && (uint32_t)state / 8 < bits->size &&
               bits->data[state / 8] >> state % 8 & 1;
    const uint8_t *flags = states_flags(&filler->on, state);
    return flags && *flags == STATE_ON;
}

bool fill_peg_is_on(const struct filler *filler, const ow_blotter_component *component, bool output,
                    uint32_t index)
{
    const int32_t *states = output ? component->outputs : component->inputs;
    uint32_t count = output ? component->output_count : component->input_count;
    return states && index < count && fill_state_is_on(filler, states[index]);
}

static void begin_kinds(struct filler *filler)
{
    struct scene_builder *builder = filler->builder;
    filler->component_kind = scene_kind(builder, "component", "/components");
    filler->wire_kind = scene_kind(builder, "wire", "/wires");
    filler->label_kind = scene_kind(builder, "label", "/components");
    builder->scene.unit_name = "square";
}

#define WARN(filler, count, first, list, words)                                                    \
    do {                                                                                           \
        char pointer[32];                                                                          \
        snprintf(pointer, sizeof pointer, "/" list "/%u", (unsigned)(filler)->first);              \
        if ((filler)->count > 0)                                                                   \
            scene_warn((filler)->builder, pointer, words ": %llu",                                 \
                       (unsigned long long)(filler)->count);                                       \
    } while (0)

static void tell(struct filler *filler)
{
    WARN(filler, bad_parents, first_bad_parent, "components",
         "components drawn as roots, as their parents are missing or go round in a circle");
    WARN(filler, bad_numbers, first_bad_number, "components",
         "components drawn at 0, as their position is no number");
    WARN(filler, bad_data, first_bad_data, "components",
         "components drawn as their type is by default, as their custom data is not of its kind");
    WARN(filler, dangling, first_dangling, "wires",
         "wires drawn as stubs, or not at all, as an end of theirs is at no peg");
}

ow_status blotter_scene(const void *document, struct scene_builder *builder, ow_error *error)
{
    struct filler filler = {.save = document,
                            .builder = builder,
                            .loose_group = OW_NONE,
                            .turn = {{0, 0, 0, 1}, {0, 0, 0, 1}}};
    ow_blotter_save with_states;
    (void)error;
    arena_share(&filler.scratch, &builder->arena);
    begin_kinds(&filler);
    if (builder->asked.as_placed)
        fill_find_turn(&filler);
    if (filler.save->version == 4)
        make_states(&filler, &with_states);
    if (builder->status == OW_OK)
        fill_note_states(&filler);
    if (builder->status == OW_OK)
        fill_find_types(&filler);
    if (builder->status == OW_OK)
        fill_find_placements(&filler);
    if (builder->status == OW_OK) {
        scene_expect(builder, filler.save->component_count, filler.save->wire_count);
        fill_components(&filler);
        fill_wires(&filler);
        tell(&filler);
    }
    arena_free(&filler.scratch);
    return OW_OK;
}
