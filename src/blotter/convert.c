/* Converts a save to another version: a copy whose components and wires are rewritten where the
 * versions differ. */
#include "blotter.h"

#include "../base/error.h"
#include "../base/floats.h"

#include <math.h>
#include <string.h>

static bool has_units(unsigned version)
{
    return version < 6;
}

#define NOT_FINITE "coordinates that are not finite or too large were set to the nearest that fits"

#define NOT_THOUSANDTHS "coordinates between thousandths of a unit were rounded"
#define NOISE                                                                                      \
    "coordinates rounded to a thousandth of a unit because a float cannot hold them exactly"
#define TOO_FINE     "coordinates too large for a float to hold to the thousandth"
#define SAME_MEANING "unknown peg kinds that would mean something in this version became 255"

static void note_position(struct conversion *conversion, const char *words, uint32_t index)
{
    losses_note(&conversion->losses, 1, words, "/components/%u/position", index);
}

/* Rounds: truncation would give 149 for 0.14999981, which is how the game writes 0.15. */
static int32_t to_fixed(struct conversion *conversion, const float *units, uint32_t index)
{
    double thousandths = rounded_to_double((double)*units * 1000.0);
    if (!(thousandths >= INT32_MIN && thousandths <= INT32_MAX)) { /* also true for NaN */
        note_position(conversion, NOT_FINITE, index);
        return thousandths > 0 ? INT32_MAX : thousandths < 0 ? INT32_MIN : 0;
    }
    double whole = nearbyint(thousandths);
    float back = rounded_to_float((int32_t)whole / 1000.0);
    if (fabs(thousandths - whole) > 0.001 + fabs(thousandths) * 1e-6)
        note_position(conversion, NOT_THOUSANDTHS, index);
    else if (memcmp(&back, units, sizeof back) != 0)
        note_position(conversion, NOISE, index);
    return (int32_t)whole;
}

static void to_units(struct conversion *conversion, int32_t fixed, float *units, uint32_t index)
{
    *units = rounded_to_float(fixed / 1000.0);
    if (nearbyint(rounded_to_double((double)*units * 1000.0)) != fixed)
        note_position(conversion, TOO_FINE, index);
}

static void convert_component(struct conversion *conversion, ow_blotter_component *component,
                              uint32_t index)
{
    const ow_blotter_save *from = conversion->from, *to = conversion->to;
    for (int axis = 0; axis < 3 && has_units(from->version) != has_units(to->version); axis++) {
        if (has_units(from->version))
            component->position.fixed[axis] =
                to_fixed(conversion, &component->position.units[axis], index);
        else
            to_units(conversion, component->position.fixed[axis], &component->position.units[axis],
                     index);
    }
    bool exclusive = false;
    for (uint32_t i = 0; component->inputs_exclusive && i < component->input_count; i++)
        exclusive = exclusive || component->inputs_exclusive[i];
    losses_note(&conversion->losses, exclusive,
                "components with exclusive inputs, which are unknown in later versions",
                "/components/%u/inputs", index);
    component->inputs_exclusive = NULL;
}

/* A byte that has no meaning in one version may have one in the other. 255 has no meaning in any
 * version. */
static void convert_kind(struct conversion *conversion, uint16_t *kind, const char *end,
                         uint32_t index)
{
    const ow_blotter_save *to = conversion->to;
    uint16_t output_byte = to->version >= 7 ? 2 : 0;
    if (*kind != OW_BLOTTER_RAW_KIND + output_byte && *kind != OW_BLOTTER_RAW_KIND + 1)
        return;
    *kind = OW_BLOTTER_RAW_KIND + 255;
    losses_note(&conversion->losses, 1, SAME_MEANING, "/wires/%u/%s/kind", index, end);
}

/* Games that read version 5 expect a subassembly to have one root. */
static void note_roots(struct conversion *conversion)
{
    const ow_blotter_save *to = conversion->to;
    uint32_t roots = 0, second = 0;
    for (uint32_t i = 0; i < to->component_count; i++)
        if (to->components[i].parent == 0 && ++roots == 2)
            second = i;
    if (to->version == 5 && to->save_type == OW_BLOTTER_SUBASSEMBLY && roots > 1)
        losses_note(&conversion->losses, roots,
                    "roots in a subassembly of version 5, in which games expect only one",
                    "/components/%u/parent", second);
}

static const char no_draft[] = "the early draft of version 5 can only be read, not written";

static ow_status resolve_target(const ow_target *target, ow_blotter_save *to, ow_error *error)
{
    if (target->variant)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/variant", no_draft);
    to->version = (uint8_t)target->version;
    to->variant = OW_BLOTTER_PLAIN;
    return OW_OK;
}

ow_status blotter_convert(struct conversion *conversion, const ow_target *target, ow_error *error)
{
    const ow_blotter_save *from = conversion->from;
    ow_blotter_save *to = conversion->to;
    /* In a draft, each input has a flag of its own besides its state. */
    if (to->variant == OW_BLOTTER_DRAFT && from->variant != OW_BLOTTER_DRAFT)
        return error_set(error, OW_BAD_VALUE, 0, "/variant", no_draft);
    if (!target->has_version && !target->variant)
        return OW_OK; /* unchanged */
    ow_status status = resolve_target(target, to, error);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < to->component_count; i++)
        convert_component(conversion, &to->components[i], i);
    for (uint32_t i = 0; i < to->wire_count; i++) {
        convert_kind(conversion, &to->wires[i].first.kind, "first", i);
        convert_kind(conversion, &to->wires[i].second.kind, "second", i);
    }
    note_roots(conversion);
    if (from->version > 4)
        return OW_OK;
    to->save_type = OW_BLOTTER_WORLD;
    losses_note_sentence(&conversion->losses, "/save_type",
                         "version 4 does not say whether it is a world or a subassembly: written "
                         "as a world, with circuit states made from its wires and outputs");
    return blotter_make_states(to, conversion->arena);
}
