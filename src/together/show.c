/* Putting the states that a simulation has reached into a scene of its save. */
#include "../base/error.h"
#include "../blotter/scene/fill.h"
#include "../circuit/simulation.h"

#include <overworld/show.h>
#include <string.h>

/* A scene that is being updated. */
struct showing {
    const ow_simulation *run;
    ow_scene *scene;
    ow_shown_visitor changed;
    void *context;
};

static void show_peg(const struct showing *showing, uint64_t number, bool on)
{
    ow_scene *scene = showing->scene;
    if (number >= scene->state_count) /* which 32 bits have room for */
        return;
    uint8_t *byte = &scene->states[number / 8], bit = (uint8_t)(1u << number % 8);
    if (((*byte & bit) != 0) == on)
        return;
    *byte ^= bit;
    if (showing->changed)
        showing->changed(showing->context, OW_SHOWN_STATE, (uint32_t)number, on);
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
        show_peg(showing, first + i, output_is_on(run, component->first_output + i));
}

/* A wire shows the state of its output if it has one, else that of its net. */
static void show_wire(const struct showing *showing, uint32_t number)
{
    ow_scene_segment *segment = &showing->scene->segments[number];
    const ow_circuit *circuit = showing->run->circuit;
    const struct circuit_index *index = circuit->index;
    uint32_t net = circuit->wires[segment->subject];
    uint32_t output = index ? index->wire_outputs[segment->subject] : OW_NO_NET;
    if (net == OW_NO_NET)
        return;
    bool on = output != OW_NO_NET ? showing->run->output_on[output]
                                  : ow_simulation_net(showing->run, net);
    if (segment->on == on)
        return;
    segment->on = on;
    segment->color = color_of(on ? COLOR_ON : COLOR_OFF);
    if (showing->changed)
        showing->changed(showing->context, OW_SHOWN_WIRE, number, on);
}

/* Returns true if the shape of the switch has changed. */
static bool show_switch(const struct showing *showing, const ow_scene_switch *hand)
{
    ow_scene_item *item = &showing->scene->items[hand->item];
    bool on = showing->run->components[item->subject].own != 0;
    uint32_t shape = on ? hand->on_shape : hand->off_shape;
    if (item->shape == shape)
        return false;
    item->shape = shape;
    if (showing->changed)
        showing->changed(showing->context, OW_SHOWN_ITEM, hand->item, on);
    return true;
}

static uint32_t value_of(const ow_simulation *run, uint32_t number)
{
    const ow_circuit_component *component = &run->circuit->components[number];
    uint32_t count = component->input_count < 32 ? component->input_count : 32;
    return number_of_inputs(run, component->first_input, count);
}

/* Returns true if the flags of the item have changed. */
static bool show_display(const struct showing *showing, const ow_scene_display *display)
{
    ow_scene_item *item = &showing->scene->items[display->item];
    uint32_t value = value_of(showing->run, item->subject);
    ow_color color = display_color(display, value);
    bool is_inferred = display->is_inferred || !display_is_known(display, value);
    uint16_t flags =
        (uint16_t)((item->flags & ~OW_INFERRED_COLOR) | (is_inferred ? OW_INFERRED_COLOR : 0));
    bool other_flags = item->flags != flags;
    item->flags = flags;
    if (memcmp(&item->color, &color, sizeof color) == 0)
        return other_flags;
    item->color = color;
    if (showing->changed)
        showing->changed(showing->context, OW_SHOWN_ITEM, display->item, false);
    return other_flags;
}

/* The flags of types are those of their items. */
static void collect_flags(ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->type_count; i++)
        scene->types[i].flags &= ~(uint32_t)OW_INFERRED_COLOR;
    for (uint32_t i = 0; i < scene->item_count; i++)
        if (scene->items[i].type < scene->type_count)
            scene->types[scene->items[i].type].flags |= scene->items[i].flags & OW_INFERRED_COLOR;
}

static ow_status show_controls(const struct showing *showing)
{
    const ow_scene_controls *controls = showing->scene->controls;
    bool moved = false, other_flags = false;
    if (!controls)
        return OW_OK;
    for (uint32_t i = 0; i < controls->display_count; i++)
        other_flags = show_display(showing, &controls->displays[i]) || other_flags;
    for (uint32_t i = 0; i < controls->switch_count; i++)
        moved = show_switch(showing, &controls->switches[i]) || moved;
    if (other_flags)
        collect_flags(showing->scene);
    return moved ? scene_find_bounds(showing->scene, NULL) : OW_OK;
}

/* Returns true if an element of a scene is a record of a list of the save. */
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
        return error_missing(error, "simulation, or scene of the same save");
    const struct showing showing = {
        .run = run, .scene = scene, .changed = changed, .context = context};
    for (uint32_t i = 0; i < scene->item_count; i++)
        show_component(&showing, &scene->items[i]);
    for (uint32_t i = 0; i < scene->segment_count; i++)
        show_wire(&showing, i);
    ow_status status = show_controls(&showing);
    return status == OW_OK ? status : error_limited(error, status, run->options.max_memory);
}
