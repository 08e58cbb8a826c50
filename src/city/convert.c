/* A save in another dialect: a copy with true sizes, and what that dialect has no room for told. */
#include "city.h"

#include "../base/error.h"
#include "../base/floats.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct conversion {
    const ow_city_save *from;
    ow_city_save to;
    struct arena arena;
    ow_warn warn;
    void *warn_context;
};

static void tell(const struct conversion *conversion, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

static void tell(const struct conversion *conversion, const char *pointer, const char *format, ...)
{
    char message[320];
    if (!conversion->warn)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    conversion->warn(conversion->warn_context, pointer, message);
}

static ow_status find_target(const ow_city_save *save, const ow_target *target, uint8_t *dialect,
                             ow_error *error)
{
    *dialect = save->dialect;
    if (target->has_version && target->version != 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/version",
                         "version %u of city saves cannot be written; version 0 can",
                         target->version);
    for (uint8_t i = 0; target->dialect && i < CITY_DIALECTS; i++) {
        if (strcmp(city_dialect_names[i], target->dialect) == 0) {
            *dialect = i;
            return OW_OK;
        }
    }
    if (target->dialect || *dialect >= CITY_DIALECTS)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/dialect",
                         "city saves have no dialect called \"%s\"; there are d3, s1, p0, l2, l1",
                         target->dialect ? target->dialect : "");
    return OW_OK;
}

/* Some dialects differ in nothing where a save has little in it; the first of them is what is
 * read. */
static ow_status judge_alikes(const struct conversion *conversion, ow_error *error)
{
    const ow_city_save *to = &conversion->to;
    bool heights = to->terrain.kind == OW_CITY_HEIGHTS;
    const char *read_as = NULL;
    if (to->dialect == conversion->from->dialect)
        return OW_OK;
    if (to->dialect == OW_CITY_P0 && to->thing_count == 0 && heights)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/dialect",
                         "without things p0 cannot be told from d3, and all heights would be read "
                         "with their bytes the other way round");
    if (to->dialect == OW_CITY_P0 && to->thing_count == 0)
        read_as = "s1";
    else if (to->dialect == OW_CITY_S1 && heights)
        read_as = "d3";
    else if (to->dialect == OW_CITY_L1 && heights)
        read_as = "l2";
    if (read_as)
        tell(conversion, "/dialect",
             "%s is the same bytes as %s with what this save holds, and will be read as that",
             city_dialect_names[to->dialect], read_as);
    return OW_OK;
}

static void convert_z_scale(struct conversion *conversion)
{
    const ow_city_save *from = conversion->from;
    ow_city_save *to = &conversion->to;
    bool had = city_has_z_scale(from->dialect), has = city_has_z_scale(to->dialect);
    static const float usual = OW_CITY_USUAL_Z_SCALE; /* the constant itself may be wider */
    char text[OW_FLOAT_TEXT];
    if (to->terrain.kind != OW_CITY_IMAGE || had == has)
        return;
    to->terrain.z_scale = has ? OW_CITY_USUAL_Z_SCALE : 0;
    if (has)
        tell(conversion, "/terrain/z_scale",
             "%s has no z_scale: 0.1 was assumed, which is what the game writes",
             city_dialect_names[from->dialect]);
    else if (!(from->terrain.z_scale == usual))
        tell(conversion, "/terrain/z_scale",
             "%s has no room for the z_scale %.*s: whoever reads the save will assume 0.1",
             city_dialect_names[to->dialect], (int)float_text(&from->terrain.z_scale, text), text);
}

static void convert_terrain(struct conversion *conversion)
{
    ow_city_save *to = &conversion->to;
    to->terrain.size = (ow_stated_size){0};
    convert_z_scale(conversion);
    if (!city_is_early(to->dialect) || to->terrain.kind != OW_CITY_HEIGHTS)
        return;
    if (!city_is_early(conversion->from->dialect))
        tell(conversion, "/terrain/kind",
             "that %s has heights in the file is inferred: no save of that time has any",
             city_dialect_names[to->dialect]);
    uint64_t sizes[CITY_SECTIONS];
    city_measure(to, sizes);
    if (sizes[1] > UINT16_MAX)
        tell(conversion, "/terrain/size",
             "the terrain takes %llu bytes, and %s states its size in 16 bits: it will state %u",
             (unsigned long long)sizes[1], city_dialect_names[to->dialect],
             (unsigned)(sizes[1] & UINT16_MAX));
}

/* The early dialects end behind the terrain. */
static void drop_tables(struct conversion *conversion)
{
    ow_city_save *to = &conversion->to;
    if (to->thing_count > 0)
        tell(conversion, "/things", "%s has no things: lost are %u",
             city_dialect_names[to->dialect], to->thing_count);
    if (to->meta_thing_count > 0)
        tell(conversion, "/meta_things", "%s has no Meta Things table: lost are %u names",
             city_dialect_names[to->dialect], to->meta_thing_count);
    to->thing_count = to->meta_thing_count = 0;
    to->things = NULL;
    to->meta_things = NULL;
}

/* The things without their reserved data, in memory of their own if there is any. */
static ow_status drop_reserved(struct conversion *conversion)
{
    ow_city_save *to = &conversion->to;
    uint32_t count = 0, first = 0;
    for (uint32_t i = to->thing_count; i-- > 0;)
        if (to->things[i].reserved.size > 0)
            count++, first = i;
    if (count == 0)
        return OW_OK;
    to->things = arena_take(&conversion->arena, to->thing_count * sizeof *to->things);
    if (!to->things)
        return conversion->arena.status;
    memcpy(to->things, conversion->from->things, to->thing_count * sizeof *to->things);
    for (uint32_t i = 0; i < to->thing_count; i++)
        to->things[i].reserved = (ow_bytes){0};
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/things/%u/reserved", first);
    tell(conversion, pointer, "p0 has no reserved data: it was lost from %u thing%s", count,
         count == 1 ? "" : "s");
    return OW_OK;
}

/* Where z counts from; the early dialects have no things. */
static const char *origin_of_z(uint8_t dialect)
{
    return dialect == OW_CITY_D3 ? "0" : "the ground";
}

static ow_status convert_things(struct conversion *conversion)
{
    ow_city_save *to = &conversion->to;
    uint8_t was = conversion->from->dialect;
    to->meta_things_size = to->things_size = (ow_stated_size){0};
    if (city_is_early(to->dialect)) {
        drop_tables(conversion);
        return OW_OK;
    }
    if (to->thing_count > 0 && (to->dialect == OW_CITY_D3) != (was == OW_CITY_D3))
        tell(conversion, "/things/0/z",
             "z was kept as it is for %u thing%s, though %s counts it from %s and %s from %s "
             "(inferred: the game and the specification disagree)",
             to->thing_count, to->thing_count == 1 ? "" : "s", city_dialect_names[was],
             origin_of_z(was), city_dialect_names[to->dialect], origin_of_z(to->dialect));
    return to->dialect == OW_CITY_P0 ? drop_reserved(conversion) : OW_OK;
}

ow_status ow_city_convert(const ow_city_save *save, const ow_target *target,
                          const ow_options *options,
                          void (*warn)(void *context, const char *pointer, const char *message),
                          void *warn_context, ow_city_save **converted, ow_error *error)
{
    *converted = NULL;
    uint8_t dialect;
    ow_status status = find_target(save, target, &dialect, error);
    if (status != OW_OK)
        return status;
    ow_options filled =
        options_or_default(options, save->thing_count * (uint64_t)sizeof *save->things);
    struct conversion conversion = {
        .from = save, .to = *save, .warn = warn, .warn_context = warn_context};
    conversion.to.dialect = dialect;
    conversion.to.header_size = (ow_stated_size){0};
    status = judge_alikes(&conversion, error);
    if (status != OW_OK)
        return status;
    arena_init(&conversion.arena, &filled);
    convert_terrain(&conversion);
    status = convert_things(&conversion);
    if (status == OW_OK)
        return city_keep(&conversion.arena, &conversion.to, converted, error);
    arena_free(&conversion.arena);
    return error_plain(error, status);
}
