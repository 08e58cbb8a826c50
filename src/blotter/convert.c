/* A save in another version: a copy whose components and wires are rewritten where versions differ.
 */
#include "convert.h"

#include "blotter.h"

#include "../base/error.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One kind of loss: how often it happened and where first. */
struct loss {
    uint32_t count, first;
};

struct conversion {
    const ow_blotter_save *from;
    ow_blotter_save to;
    struct arena arena;
    ow_warn warn;
    void *warn_context;
    struct loss rounded, out_of_range, exclusive_flags, first_kinds, second_kinds;
};

static void note(struct loss *loss, uint32_t index)
{
    if (loss->count++ == 0)
        loss->first = index;
}

static void tell_loss(const struct conversion *conversion, const char *pointer, const char *format,
                      ...) OW_PRINTF(3, 4);

static void tell_loss(const struct conversion *conversion, const char *pointer, const char *format,
                      ...)
{
    char message[256];
    if (!conversion->warn)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    conversion->warn(conversion->warn_context, pointer, message);
}

/* `pointer` and `format` each have one %u, for the first place and for the count. */
#define warn_of_loss(conversion, loss, pointer, format)                                            \
    do {                                                                                           \
        char place_[96];                                                                           \
        if ((loss).count == 0)                                                                     \
            break;                                                                                 \
        snprintf(place_, sizeof place_, pointer, (loss).first);                                    \
        tell_loss(conversion, place_, format, (loss).count);                                       \
    } while (0)

static bool has_units(unsigned version)
{
    return version < 6;
}

/* Rounds: truncation would make 149 of 0.14999981, which is how the game writes 0.15. */
static int32_t to_fixed(struct conversion *conversion, float units, uint32_t index)
{
    double thousandths = (double)units * 1000.0;
    if (!(thousandths >= INT32_MIN && thousandths <= INT32_MAX)) { /* NaN too */
        note(&conversion->out_of_range, index);
        return thousandths > 0 ? INT32_MAX : thousandths < 0 ? INT32_MIN : 0;
    }
    double whole = nearbyint(thousandths);
    /* More than the float's own noise at this size was lost. */
    if (fabs(thousandths - whole) > 0.001 + fabs(thousandths) * 1e-6)
        note(&conversion->rounded, index);
    return (int32_t)whole;
}

static float to_units(struct conversion *conversion, int32_t fixed, uint32_t index)
{
    float units = (float)(fixed / 1000.0);
    if (nearbyint((double)units * 1000.0) != fixed)
        note(&conversion->rounded, index);
    return units;
}

static void convert_component(struct conversion *conversion, uint32_t index)
{
    ow_blotter_component *to = &conversion->to.components[index];
    const ow_blotter_component *from = &conversion->from->components[index];
    bool was_units = has_units(conversion->from->version),
         is_units = has_units(conversion->to.version);
    for (int axis = 0; axis < 3 && was_units != is_units; axis++) {
        if (was_units)
            to->position.fixed[axis] = to_fixed(conversion, from->position.units[axis], index);
        else
            to->position.units[axis] = to_units(conversion, from->position.fixed[axis], index);
    }
    for (uint32_t i = 0; from->inputs_exclusive && i < from->input_count; i++) {
        if (from->inputs_exclusive[i]) {
            note(&conversion->exclusive_flags, index);
            break;
        }
    }
    to->inputs_exclusive = NULL;
}

/* A byte that means nothing in one version may mean something in the other; 255 means nothing in
 * any. */
static void convert_kind(struct conversion *conversion, uint16_t *kind, struct loss *loss,
                         uint32_t index)
{
    uint16_t output_byte = conversion->to.version >= 7 ? 2 : 0;
    if (*kind != OW_BLOTTER_RAW_KIND + output_byte && *kind != OW_BLOTTER_RAW_KIND + 1)
        return;
    *kind = OW_BLOTTER_RAW_KIND + 255;
    note(loss, index);
}

static ow_status copy_records(struct conversion *conversion)
{
    ow_blotter_save *to = &conversion->to;
    size_t components = to->component_count * sizeof *to->components;
    size_t wires = to->wire_count * sizeof *to->wires;
    to->components = arena_take(&conversion->arena, components);
    to->wires = arena_take(&conversion->arena, wires);
    if (!to->components || !to->wires)
        return conversion->arena.status;
    if (components > 0)
        memcpy(to->components, conversion->from->components, components);
    if (wires > 0)
        memcpy(to->wires, conversion->from->wires, wires);
    return OW_OK;
}

static void warn_of_roots(const struct conversion *conversion)
{
    const ow_blotter_save *to = &conversion->to;
    struct loss roots = {0};
    for (uint32_t i = 0; i < to->component_count; i++)
        if (to->components[i].parent == 0 && ++roots.count == 2)
            roots.first = i;
    if (to->version == 5 && to->save_type == OW_BLOTTER_SUBASSEMBLY && roots.count > 1)
        warn_of_loss(conversion, roots, "/components/%u/parent",
                     "the subassembly has %u roots; games that read version 5 expect one");
}

static void tell_losses(const struct conversion *conversion)
{
    warn_of_loss(
        conversion, conversion->out_of_range, "/components/%u/position",
        "coordinates that are not finite or too large were set to the nearest that fits: %u");
    warn_of_loss(conversion, conversion->rounded, "/components/%u/position",
                 has_units(conversion->to.version)
                     ? "coordinates too large for a float to hold to the thousandth: %u"
                     : "coordinates between thousandths of a unit were rounded: %u");
    warn_of_loss(conversion, conversion->exclusive_flags, "/components/%u/inputs",
                 "components with exclusive inputs, which later versions do not know: %u");
    warn_of_loss(conversion, conversion->first_kinds, "/wires/%u/first/kind",
                 "unknown peg kinds that would mean something in this version became 255: %u");
    warn_of_loss(conversion, conversion->second_kinds, "/wires/%u/second/kind",
                 "unknown peg kinds that would mean something in this version became 255: %u");
    if (conversion->from->version == 4)
        tell_loss(
            conversion, "/save_type",
            "version 4 does not say what it is: written as a world, with circuit states made from "
            "its wires and outputs");
    warn_of_roots(conversion);
}

static ow_status convert(struct conversion *conversion)
{
    ow_status status = copy_records(conversion);
    if (status != OW_OK)
        return status;
    ow_blotter_save *to = &conversion->to;
    for (uint32_t i = 0; i < to->component_count; i++)
        convert_component(conversion, i);
    for (uint32_t i = 0; i < to->wire_count; i++) {
        convert_kind(conversion, &to->wires[i].first.kind, &conversion->first_kinds, i);
        convert_kind(conversion, &to->wires[i].second.kind, &conversion->second_kinds, i);
    }
    if (conversion->from->version > 4)
        return OW_OK;
    to->save_type = OW_BLOTTER_WORLD;
    return blotter_make_states(to, &conversion->arena);
}

ow_status ow_blotter_convert(const ow_blotter_save *save, unsigned version,
                             const ow_options *options,
                             void (*warn)(void *context, const char *pointer, const char *message),
                             void *warn_context, ow_blotter_save **converted, ow_error *error)
{
    *converted = NULL;
    if (version < OW_BLOTTER_OLDEST_WRITTEN || version > OW_BLOTTER_NEWEST)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/version",
                         "Blotter version %u cannot be written; versions %d to %d can", version,
                         OW_BLOTTER_OLDEST_WRITTEN, OW_BLOTTER_NEWEST);
    uint64_t held = save->component_count * sizeof *save->components +
                    (uint64_t)save->wire_count * sizeof *save->wires;
    ow_options filled = options_or_default(options, held);
    struct conversion conversion = {
        .from = save, .to = *save, .warn = warn, .warn_context = warn_context};
    conversion.to.version = (uint8_t)version;
    conversion.to.draft = false;
    arena_init(&conversion.arena, &filled);
    ow_status status = convert(&conversion);
    if (status != OW_OK) {
        arena_free(&conversion.arena);
        return error_plain(error, status);
    }
    tell_losses(&conversion);
    return blotter_keep(&conversion.arena, &conversion.to, converted, error);
}
