/* The scene of every save there is: the same from its document and from its conversions; wires
 * end on the pegs that the items have; in real saves no wire runs through a block. */
#include "../support/scenes.h"
#include "../robust/harness.h"

#include "scene/scene.h"

#include <math.h>

/* What should be nothing is nothing, not what a host's registers leave of it. */
static bool is_dust(const float *values, size_t count)
{
    const float least = 0x1p-32f;
    for (size_t i = 0; i < count; i++)
        if (values[i] != 0 && fabsf(values[i]) < least)
            return true;
    return false;
}

static void check_dust(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->item_count; i++)
        if (is_dust(scene->items[i].position, 3) || is_dust(scene->items[i].rotation, 4))
            broken("item %u has what should be nothing", i);
    for (uint32_t i = 0; i < scene->segment_count; i++)
        if (is_dust(scene->segments[i].from, 3) || is_dust(scene->segments[i].to, 3))
            broken("wire %u has what should be nothing", i);
}

/* Every component is there, in the file's order, and groups come after those that they are in. */
static void check_subjects(const ow_scene *scene, const ow_blotter_save *save)
{
    const char *fault = scene_fault(scene);
    if (fault)
        broken("%s", fault);
    if (scene->item_count != save->component_count)
        broken("%u items of %u components", scene->item_count, save->component_count);
    for (uint32_t i = 0; i < scene->item_count && i < save->component_count; i++)
        if (scene->items[i].subject != i || scene->items[i].address != save->components[i].address)
            broken("item %u is of another component", i);
    for (uint32_t i = 0; i < scene->group_count; i++)
        if (scene->groups[i].parent != OW_NONE && scene->groups[i].parent >= i)
            broken("group %u comes before its parent", i);
}

static void check_same(const char *what, const ow_scene *found, const ow_scene *expected)
{
    if (found->item_count != expected->item_count ||
        found->segment_count != expected->segment_count ||
        found->label_count != expected->label_count || found->part_count != expected->part_count ||
        found->state_count != expected->state_count ||
        found->group_count != expected->group_count) {
        broken("%s: other counts", what);
        return;
    }
    for (uint32_t i = 0; i < found->item_count; i++)
        if (memcmp(&found->items[i], &expected->items[i], sizeof *found->items) != 0)
            broken("%s: item %u differs", what, i);
    for (uint32_t i = 0; i < found->segment_count; i++)
        if (memcmp(&found->segments[i], &expected->segments[i], sizeof *found->segments) != 0)
            broken("%s: wire %u differs", what, i);
    for (uint32_t i = 0; i < found->label_count; i++)
        if (memcmp(found->labels[i].position, expected->labels[i].position, 12) != 0 ||
            found->labels[i].text.size != expected->labels[i].text.size)
            broken("%s: label %u differs", what, i);
    for (uint64_t i = 0; i < found->state_count / 8; i++)
        if (found->states[i] != expected->states[i])
            broken("%s: states from %u on differ", what, (unsigned)i * 8);
}

/* Whether an item of a first look is one of the whole scene, in its own place. */
static bool is_same_item(const ow_scene *few, const ow_scene *all, uint32_t index)
{
    const ow_scene_item *item = &few->items[index];
    if (item->subject >= all->item_count)
        return false;
    const ow_scene_item *whole = &all->items[item->subject];
    for (int i = 0; i < 3; i++) {
        double at = (double)item->position[i] + few->origin[i];
        double expected = (double)whole->position[i] + all->origin[i];
        if (fabs(at - expected) > 1e-4 + 1e-6 * fabs(expected) || item->scale[i] != whole->scale[i])
            return false;
    }
    ow_text group = few->groups[item->group].name, other = all->groups[whole->group].name;
    return item->address == whole->address && item->flags == whole->flags &&
           memcmp(item->rotation, whole->rotation, sizeof item->rotation) == 0 &&
           memcmp(&item->color, &whole->color, sizeof item->color) == 0 &&
           group.size == other.size && memcmp(group.data, other.data, group.size) == 0;
}

/* A first look has what has a group of its own: boards, and all that carry others. */
static void check_carriers(const ow_document *document, const ow_scene *all)
{
    const ow_scene_options asked = {.carriers_only = true};
    ow_scene few;
    ow_error error;
    uint32_t expected = 0;
    if (ow_scene_open_document(document, NULL, &asked, &few, &error) != OW_OK) {
        broken("%s", error.message);
        return;
    }
    for (uint32_t i = 0; i < all->group_count; i++)
        expected += all->groups[i].subject != OW_NONE;
    if (few.item_count != expected || few.group_count != expected || few.segment_count > 0)
        broken("%u carriers in %u groups, not %u", few.item_count, few.group_count, expected);
    for (uint32_t i = 0; i < few.item_count; i++)
        if (!is_same_item(&few, all, i))
            broken("carrier %u is not the component %u", i, few.items[i].subject);
    for (uint32_t i = 1; i < few.item_count; i++)
        if (few.items[i - 1].subject >= few.items[i].subject)
            broken("carrier %u is not in the order of the file", i);
    ow_scene_close(&few);
}

/* Places that another version cannot hold are told, and differ then. */
static void note_lost_place(void *lost, const char *pointer, const char *message)
{
    (void)pointer;
    if (strstr(message, "not finite") || strstr(message, "too large"))
        *(bool *)lost = true;
}

static void check_conversions(const ow_document *document, const ow_scene *expected)
{
    for (unsigned version = OW_BLOTTER_OLDEST_WRITTEN; version <= OW_BLOTTER_NEWEST; version++) {
        ow_target target = {.has_version = true, .version = version};
        ow_document converted;
        ow_scene scene;
        ow_error error;
        bool lost = false;
        char what[32];
        snprintf(what, sizeof what, "as version %u", version);
        if (ow_convert(document, &target, NULL, note_lost_place, &lost, &converted, &error) !=
            OW_OK) {
            broken("%s: %s", what, error.message);
            continue;
        }
        if (ow_scene_open_document(&converted, NULL, NULL, &scene, &error) != OW_OK)
            broken("%s: %s", what, error.message);
        else if (!lost)
            check_same(what, &scene, expected);
        ow_scene_close(&scene);
        ow_close(&converted);
    }
}

/* A point in a part's own unit, -0.5 to 0.5 on each axis inside of it. */
static struct vector into_part(const ow_scene_item *item, const ow_scene_part *part,
                               struct vector point)
{
    const struct vector scale = scene_vector(item->scale), size = scene_vector(part->size);
    point = vector_subtract(point, scene_vector(item->position));
    point = vector_turn(rotation_inverse(scene_rotation(item->rotation)), point);
    point = (struct vector){point.x / scale.x, point.y / scale.y, point.z / scale.z};
    point = vector_subtract(point, scene_vector(part->center));
    point = vector_turn(rotation_inverse(scene_rotation(part->rotation)), point);
    return (struct vector){point.x / size.x, point.y / size.y, point.z / size.z};
}

/* The component that has a peg; the count of components where there is none. */
static uint32_t component_of(const ow_blotter_save *save, const ow_blotter_peg *peg)
{
    uint32_t at = 0;
    while (at < save->component_count && save->components[at].address != peg->component)
        at++;
    if (at == save->component_count)
        return at;
    uint32_t pegs = peg->kind == OW_BLOTTER_INPUT    ? save->components[at].input_count
                    : peg->kind == OW_BLOTTER_OUTPUT ? save->components[at].output_count
                                                     : 0;
    return (uint32_t)peg->index < pegs ? at : save->component_count;
}

/* A wire ends in the middle of its peg, nine tenths up. */
static void check_end(const ow_scene *scene, const ow_blotter_save *save, uint32_t wire,
                      const ow_blotter_peg *peg, const float end[3])
{
    uint32_t at = component_of(save, peg);
    const ow_scene_item *item = &scene->items[at];
    const ow_scene_shape *shape = &scene->shapes[item->shape];
    uint32_t state = (uint32_t)peg->index;
    if (peg->kind == OW_BLOTTER_OUTPUT)
        state += save->components[at].input_count;
    for (uint32_t k = 0; k < shape->part_count; k++) {
        const ow_scene_part *part = &scene->parts[shape->first_part + k];
        if (!part->is_peg || part->state != state)
            continue;
        struct vector point = into_part(item, part, scene_vector(end));
        /* Far away a float has no more digits than these. */
        double far = fabs((double)end[0]) + fabs((double)end[1]) + fabs((double)end[2]);
        double room = 1e-4 + 1e-6 * far;
        if (fabs(point.x) > room || fabs(point.z) > room || fabs(point.y - 0.4) > room)
            broken("wire %u: %g %g %g of its peg", wire, point.x, point.y, point.z);
        return;
    }
    broken("wire %u: its peg is not drawn", wire);
}

/* Wires with an end at no peg are drawn as stubs: tests/blotter/scene.c looks at these. */
static void check_ends(const ow_scene *scene, const ow_blotter_save *save)
{
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        const ow_scene_segment *segment = &scene->segments[i];
        const ow_blotter_wire *wire = &save->wires[segment->subject];
        if (component_of(save, &wire->first) == save->component_count ||
            component_of(save, &wire->second) == save->component_count)
            continue;
        check_end(scene, save, segment->subject, &wire->first, segment->from);
        check_end(scene, save, segment->subject, &wire->second, segment->to);
    }
}

/* Cuts the stretch from..to of a line by a plane: what is left of [*begin, *end] is where at(t)
 * <= 0. */
static void cut(double at_from, double at_to, double *begin, double *end)
{
    if (at_from > 0 && at_to > 0)
        *end = -1;
    else if (at_from > 0)
        *begin = fmax(*begin, at_from / (at_from - at_to));
    else if (at_to > 0)
        *end = fmin(*end, at_from / (at_from - at_to));
}

/* Whether a wire runs through a part, by more than a touch. */
static bool meets(const ow_scene_item *item, const ow_scene_part *part,
                  const ow_scene_segment *segment)
{
    const double inside = 0.49;
    struct vector from = into_part(item, part, scene_vector(segment->from));
    struct vector to = into_part(item, part, scene_vector(segment->to));
    double begin = 0, end = 1;
    const double begins[3] = {from.x, from.y, from.z}, ends[3] = {to.x, to.y, to.z};
    for (int axis = 0; axis < 3; axis++) {
        cut(begins[axis] - inside, ends[axis] - inside, &begin, &end);
        cut(-begins[axis] - inside, -ends[axis] - inside, &begin, &end);
    }
    if (part->solid == OW_WEDGE) {
        double slope = 1 - (double)part->low; /* from its whole height at z = 0.5 down */
        cut(from.y - inside + slope * (0.5 - from.z), to.y - inside + slope * (0.5 - to.z), &begin,
            &end);
    }
    return begin < end;
}

static void check_blocks(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        for (uint32_t k = 0; k < scene->item_count; k++) {
            const ow_scene_item *item = &scene->items[k];
            const ow_scene_shape *shape = &scene->shapes[item->shape];
            for (uint32_t p = 0; p < shape->part_count; p++) {
                const ow_scene_part *part = &scene->parts[shape->first_part + p];
                if (!part->is_peg && meets(item, part, &scene->segments[i]))
                    broken("wire %u runs through %.*s %u", scene->segments[i].subject,
                           (int)scene->types[item->type].name.size,
                           scene->types[item->type].name.data, k);
            }
        }
    }
}

/* Wires of the project's own samples were laid without looking. */
static bool is_real(const char *name)
{
    static const char *const names[] = {"data.partialworld", "lwcpu4",     "rom16x16",
                                        "switches",          "one-switch", "v5-reconstructed"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void check_file(const struct test_file *file)
{
    ow_document document;
    ow_scene scene, again;
    ow_error error;
    if (strcmp(ow_identify(file->data, file->size)->name, "blotter") != 0 ||
        ow_open(file->data, file->size, NULL, &document, &error) != OW_OK) {
        leave_out(); /* other tests tell of these */
        return;
    }
    if (ow_scene_open(file->data, file->size, NULL, NULL, &scene, &error) != OW_OK ||
        ow_scene_open_document(&document, NULL, NULL, &again, &error) != OW_OK) {
        broken("%s", error.message);
        return;
    }
    check_subjects(&scene, document.as.blotter);
    check_dust(&scene);
    check_carriers(&document, &scene);
    check_same("of the document", &again, &scene);
    check_conversions(&document, &scene);
    check_ends(&scene, document.as.blotter);
    if (is_real(file->name))
        check_blocks(&scene);
    ow_scene_close(&scene);
    ow_scene_close(&again);
    ow_close(&document);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "scene", 0, check_file);
}
