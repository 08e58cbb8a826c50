/* Putting the states that a simulation has reached into a scene of its save. */
#include "simulation.h"

#include "../base/error.h"
#include "../blotter/scene/fill.h"

#include <overworld/scene.h>
#include <string.h>

/* A scene on its way to new states. */
struct showing {
    const ow_simulation *run;
    ow_scene *scene;
    ow_shown_visitor changed;
    void *context;
};

static void show_peg(const struct showing *showing, uint64_t number, bool on)
{
    ow_scene *scene = showing->scene;
    if (number >= scene->state_count || number > UINT32_MAX)
        return;
    uint8_t *byte = &scene->states[number / 8], bit = (uint8_t)(1u << number % 8);
    if (((*byte & bit) != 0) == on)
        return;
    *byte ^= bit;
    if (showing->changed)
        showing->changed(showing->context, false, (uint32_t)number, on);
}

static void show_component(const struct showing *showing, const ow_scene_item *item)
{
    const ow_simulation *run = showing->run;
    const ow_circuit_component *component = &run->circuit->components[item->subject];
    uint64_t first = item->first_state;
    for (uint32_t i = 0; i < component->input_count; i++)
        show_peg(showing, first + i, input_is_on(run, component->first_input + i));
    first += component->input_count;
    for (uint32_t i = 0; i < component->output_count; i++)
        show_peg(showing, first + i, run->output_on[component->first_output + i]);
}

/* Above the number of an output. */
static const uint32_t OF_OUTPUT = UINT32_C(1) << 31;

/* A wire shows the state of the output that it begins at, else that of its net. */
static uint32_t find_shown(const ow_simulation *run, const struct component_index *index,
                           const ow_blotter_wire *wire, uint32_t net)
{
    const ow_blotter_peg *peg =
        wire->first.kind == OW_BLOTTER_OUTPUT ? &wire->first : &wire->second;
    if (net == OW_NO_NET || peg->kind != OW_BLOTTER_OUTPUT)
        return net;
    uint32_t component = index_find(index, peg->component);
    uint32_t output = component == NO_COMPONENT
                          ? OW_NO_NET
                          : circuit_output_at(run->circuit, component, peg->index);
    return output == OW_NO_NET ? net : output | OF_OUTPUT;
}

/* Found once: components are looked for by their addresses. */
static ow_status find_shown_wires(ow_simulation *run)
{
    const ow_blotter_save *save = run->save;
    struct arena scratch;
    struct component_index index;
    uint32_t *shown = arena_take(&run->arena, save->wire_count * sizeof *shown);
    if (!shown)
        return run->arena.status;
    arena_init(&scratch, &run->options);
    index_init(&index, &scratch, save->component_count);
    for (uint32_t i = 0; i < save->component_count; i++)
        index_note(&index, i, save->components[i].address);
    ow_status status = index_build(&index);
    for (uint32_t i = 0; status == OW_OK && i < save->wire_count; i++)
        shown[i] = find_shown(run, &index, &save->wires[i], run->circuit->wires[i]);
    arena_free(&scratch);
    if (status == OW_OK)
        run->shown_wires = shown;
    return status;
}

static void show_wire(const struct showing *showing, uint32_t number)
{
    ow_scene_segment *segment = &showing->scene->segments[number];
    uint32_t shown = showing->run->shown_wires[segment->subject];
    if (shown == OW_NO_NET)
        return;
    bool on = shown & OF_OUTPUT ? showing->run->output_on[shown & ~OF_OUTPUT]
                                : ow_simulation_net(showing->run, shown);
    if (segment->on == on)
        return;
    segment->on = on;
    segment->color = color_of(on ? COLOR_ON : COLOR_OFF);
    if (showing->changed)
        showing->changed(showing->context, true, number, on);
}

/* Whether something of a scene is a record of a list of the save. */
static bool is_in(const ow_scene *scene, uint16_t kind, const char *list)
{
    return kind < scene->kind_count && strcmp(scene->kinds[kind].list, list) == 0;
}

static bool is_of(const ow_scene *scene, const ow_circuit *circuit)
{
    for (uint32_t i = 0; i < scene->item_count; i++) {
        const ow_scene_item *item = &scene->items[i];
        if (!is_in(scene, item->kind, "/components") || item->subject >= circuit->component_count ||
            item->address != circuit->components[item->subject].address)
            return false;
    }
    for (uint32_t i = 0; i < scene->segment_count; i++)
        if (!is_in(scene, scene->segments[i].kind, "/wires") ||
            scene->segments[i].subject >= circuit->wire_count)
            return false;
    return true;
}

ow_status ow_simulation_show(ow_simulation *run, ow_scene *scene, ow_shown_visitor changed,
                             void *context, ow_error *error)
{
    error_clear(error);
    if (!run || !scene || !is_of(scene, run->circuit))
        return error_missing(error, "a simulation, and a scene of the same save");
    ow_status status = run->shown_wires ? OW_OK : find_shown_wires(run);
    if (status != OW_OK)
        return error_limited(error, status, run->options.max_memory);
    const struct showing showing = {
        .run = run, .scene = scene, .changed = changed, .context = context};
    for (uint32_t i = 0; i < scene->item_count; i++)
        show_component(&showing, &scene->items[i]);
    for (uint32_t i = 0; i < scene->segment_count; i++)
        show_wire(&showing, i);
    return OW_OK;
}
