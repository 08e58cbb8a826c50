/* Fills a scene with a Blotter save: the order of its parts, its states, its warnings. */
#include "fill.h"

#include <stdio.h>

void fill_failed(struct filler *filler, ow_status status)
{
    if (filler->builder->status == OW_OK)
        filler->builder->status = status;
}

bool fill_peg_is_on(const struct filler *filler, const ow_blotter_component *component, bool output,
                    uint32_t index)
{
    const int32_t *states = output ? component->outputs : component->inputs;
    uint32_t count = output ? component->output_count : component->input_count;
    return states && index < count && saved_state_is_on(&filler->states, states[index]);
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

static void add_warnings(struct filler *filler)
{
    WARN(filler, bad_parents, first_bad_parent, "components",
         "components drawn as roots because their parents are missing or form a loop");
    WARN(filler, bad_numbers, first_bad_number, "components",
         "components drawn at 0 because their position is not a number");
    WARN(filler, bad_data, first_bad_data, "components",
         "components drawn with their type's default look because their custom data does not match "
         "the type");
    WARN(filler, dangling, first_dangling, "wires",
         "wires drawn as stubs or omitted because an end is at no existing peg");
}

ow_status blotter_scene(const void *document, struct scene_builder *builder, ow_error *error)
{
    struct filler filler = {.save = document,
                            .builder = builder,
                            .loose_group = OW_NONE,
                            .turn = {{0, 0, 0, 1}, {0, 0, 0, 1}}};
    (void)error;
    arena_share(&filler.scratch, &builder->arena);
    begin_kinds(&filler);
    if (builder->asked.as_placed)
        fill_find_turn(&filler);
    ow_status status =
        saved_states_open(&filler.states, filler.save, &filler.scratch, builder->total);
    if (status != OW_OK)
        fill_failed(&filler, status);
    filler.save = filler.states.save;
    if (builder->status == OW_OK)
        fill_find_types(&filler);
    if (builder->status == OW_OK && builder->asked.carriers_only)
        fill_keep_carriers(&filler);
    if (builder->status == OW_OK)
        fill_find_placements(&filler);
    if (builder->status == OW_OK) {
        fill_things(&filler);
        add_warnings(&filler);
    }
    arena_free(&filler.scratch);
    return OW_OK;
}
