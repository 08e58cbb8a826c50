/* Converts a save to another variant: a copy with correct sizes, and warnings about what the
 * variant cannot hold. */
#include "city.h"

#include "../base/error.h"
#include "../base/floats.h"

#include <string.h>

/* If a save has little content, it looks the same in several variants. Reading it again gives the
 * first of these. */
static ow_status judge_alikes(struct conversion *conversion, ow_error *error)
{
    const ow_city_save *from = conversion->from, *to = conversion->to;
    bool heights = to->terrain.kind == OW_CITY_HEIGHTS;
    const char *read_as = NULL;
    if (to->variant == from->variant)
        return OW_OK;
    if (to->variant == OW_CITY_P0 && to->thing_count == 0 && heights)
        return error_set(
            error, OW_BAD_ARGUMENT, 0, "/variant",
            "without things, p0 looks like d3: all heights would be read in the wrong byte order");
    if (to->variant == OW_CITY_P0 && to->thing_count == 0)
        read_as = "s1";
    else if (to->variant == OW_CITY_S1 && heights)
        read_as = "d3";
    else if (to->variant == OW_CITY_L1 && heights)
        read_as = "l2";
    if (read_as)
        losses_note_sentence(&conversion->losses, "/variant",
                             "with this save's contents, %s and %s have the same bytes, and the "
                             "save will be read as the latter",
                             city_variant_names[to->variant], read_as);
    return OW_OK;
}

static void convert_z_scale(struct conversion *conversion)
{
    const ow_city_save *from = conversion->from;
    ow_city_save *to = conversion->to;
    bool had = city_has_z_scale(from->variant), has = city_has_z_scale(to->variant);
    /* the constant itself may have more precision */
    static const float usual = OW_CITY_USUAL_Z_SCALE;
    char text[OW_FLOAT_TEXT];
    if (to->terrain.kind != OW_CITY_IMAGE || had == has)
        return;
    to->terrain.z_scale = has ? usual : 0;
    if (has)
        losses_note_sentence(&conversion->losses, "/terrain/z_scale",
                             "%s has no z_scale: 0.1, which the game writes, was assumed",
                             city_variant_names[from->variant]);
    else if (!(from->terrain.z_scale == usual))
        losses_note_sentence(&conversion->losses, "/terrain/z_scale",
                             "%s cannot store the z_scale %.*s: readers will assume 0.1",
                             city_variant_names[to->variant],
                             (int)float_text(&from->terrain.z_scale, text), text);
}

static void convert_terrain(struct conversion *conversion)
{
    const ow_city_save *from = conversion->from;
    ow_city_save *to = conversion->to;
    to->terrain.size = (ow_stated_size){0};
    convert_z_scale(conversion);
    if (!city_is_early(to->variant) || to->terrain.kind != OW_CITY_HEIGHTS)
        return;
    if (!city_is_early(from->variant))
        losses_note_sentence(
            &conversion->losses, "/terrain/kind",
            "that %s has heights in the file is inferred: no save of that time has them",
            city_variant_names[to->variant]);
    enum { TERRAIN = 1 };
    uint64_t sizes[MOST_SIZES];
    city_format.runs.measure(to, sizes);
    if (sizes[TERRAIN] > UINT16_MAX)
        losses_note_sentence(
            &conversion->losses, "/terrain/size",
            "the terrain takes %llu bytes, but %s states its size in 16 bits, as %u",
            (unsigned long long)sizes[TERRAIN], city_variant_names[to->variant],
            (unsigned)(sizes[TERRAIN] & UINT16_MAX));
}

/* In the early variants, the terrain is the last section. */
static void drop_tables(struct conversion *conversion)
{
    ow_city_save *to = conversion->to;
    if (to->thing_count > 0)
        losses_note_sentence(&conversion->losses, "/things",
                             "%s cannot store things; lost things: %u",
                             city_variant_names[to->variant], to->thing_count);
    if (to->meta_thing_count > 0)
        losses_note_sentence(&conversion->losses, "/meta_things",
                             "%s cannot store Meta Things; lost names: %u",
                             city_variant_names[to->variant], to->meta_thing_count);
    to->thing_count = to->meta_thing_count = 0;
    to->things = NULL;
    to->meta_things = NULL;
}

/* The origin of z. The early variants have no things. */
static const char *origin_of_z(uint8_t variant)
{
    return variant == OW_CITY_D3 ? "0" : "the ground";
}

static void convert_things(struct conversion *conversion)
{
    const ow_city_save *from = conversion->from;
    ow_city_save *to = conversion->to;
    to->meta_things_size = to->things_size = (ow_stated_size){0};
    if (city_is_early(to->variant)) {
        drop_tables(conversion);
        return;
    }
    if (to->thing_count > 0 && (to->variant == OW_CITY_D3) != (from->variant == OW_CITY_D3))
        losses_note_sentence(&conversion->losses, "/things/0/z",
                             "z was kept for %u thing%s, although %s measures it from %s and %s "
                             "from %s (inferred: the game and the specification disagree)",
                             to->thing_count, plural(to->thing_count),
                             city_variant_names[from->variant], origin_of_z(from->variant),
                             city_variant_names[to->variant], origin_of_z(to->variant));
}

ow_status city_convert(struct conversion *conversion, const ow_target *target, ow_error *error)
{
    ow_city_save *to = conversion->to;
    if (target->variant)
        city_name_variant(to, target->variant);
    to->header_size = (ow_stated_size){0};
    ow_status status = judge_alikes(conversion, error);
    if (status != OW_OK)
        return status;
    convert_terrain(conversion);
    convert_things(conversion);
    return OW_OK;
}
