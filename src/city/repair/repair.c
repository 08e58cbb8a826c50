/* The repair of each code of a city save, and the rest of a truncated save. */
#include "repair.h"

#include "../city.h"

static ow_status fix_texts(struct repair *repair)
{
    ow_city_save *save = repair->document;
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < repair->count && status == OW_OK; i++) {
        const struct found *found = &repair->found[i];
        if (found_is(repair, found, "/name"))
            status = repair_text(repair, &save->name);
        else if (found_is(repair, found, "/terrain/image_path"))
            status = repair_text(repair, &save->terrain.image_path);
        else
            status = repair_text(repair, &save->meta_things[found->at[0]]);
    }
    return status;
}

static ow_status true_sizes(struct repair *repair)
{
    ow_city_save *save = repair->document;
    for (uint32_t i = 0; i < repair->count; i++) {
        const struct found *found = &repair->found[i];
        ow_stated_size *size = found_is(repair, found, "/header_size")    ? &save->header_size
                               : found_is(repair, found, "/terrain/size") ? &save->terrain.size
                               : found_is(repair, found, "/meta_things_size")
                                   ? &save->meta_things_size
                                   : &save->things_size;
        size->keep = false;
    }
    return OW_OK;
}

static ow_status clear_path(struct repair *repair)
{
    ow_city_save *save = repair->document;
    save->terrain.image_path.size = 0;
    save->terrain.size.keep = false;
    return OW_OK;
}

static ow_status usual_scale(struct repair *repair)
{
    /* the constant itself may have more precision */
    static const float usual = OW_CITY_USUAL_Z_SCALE;
    ((ow_city_save *)repair->document)->terrain.z_scale = usual;
    return OW_OK;
}

static ow_status zero_heights(struct repair *repair)
{
    ow_city_terrain *terrain = &((ow_city_save *)repair->document)->terrain;
    repair_floats(terrain->heights, (size_t)terrain->x_vertices * terrain->y_vertices);
    return OW_OK;
}

/* Truncated heights are cut after the last complete row. */
static bool keep_rows(ow_city_terrain *terrain, struct salvage *salvage)
{
    terrain->y_vertices =
        terrain->x_vertices > 0 ? (uint32_t)(salvage->numbers / terrain->x_vertices) : 0;
    terrain->size.keep = false;
    salvage_find(salvage, "heights")->kept = (uint64_t)terrain->x_vertices * terrain->y_vertices;
    return terrain->y_vertices > 0;
}

bool city_finish_salvaged(void *document, struct salvage *salvage)
{
    enum { HEADER, TERRAIN };
    ow_city_save *save = document;
    uint64_t sizes[MOST_SIZES] = {0};
    save->meta_things_size.keep = save->things_size.keep = false;
    if (salvage->numbers > 0)
        return keep_rows(&save->terrain, salvage);
    if (save->terrain.kind > OW_CITY_HEIGHTS)
        return false;
    city_format.runs.measure(save, sizes);
    return salvage->offset >= sizes[HEADER] + sizes[TERRAIN];
}

static const ow_target newest = {.variant = "d3"};

const struct remedy city_remedies[] = {
    REMEDY_BY_SALVAGE(TRUNCATED, "the complete records before that place are kept"),
    REMEDY_BY_SALVAGE(BROKEN, "the complete records before that place are kept"),
    REMEDY_BY_CONVERSION(
        OLD_VARIANT,
        "the save is converted to variant d3, with the assumptions that convert reports", &newest),
    REMEDY(SIZE_WRONG, "true-size", "the true size of the section is written", true_sizes, false),
    REMEDY(BAD_UTF8, "mend-text", "each byte that is not valid UTF-8 becomes a question mark",
           fix_texts, false),
    REMEDY(IMAGE_PATH_UNSAFE, "clear-path", "the image is removed from the terrain", clear_path,
           false),
    REMEDY(Z_SCALE_NOT_FINITE, "usual-scale", "z_scale becomes 0.1, as the game writes it",
           usual_scale, false),
    REMEDY(Z_SCALE_NOT_POSITIVE, "usual-scale", "z_scale becomes 0.1, as the game writes it",
           usual_scale, false),
    REMEDY(HEIGHT_NOT_FINITE, "zero-height", "the height becomes 0", zero_heights, false),
    REMEDY(META_THING_TWICE, "join-meta-things",
           "things with the later entry get the first entry, and the later entry is removed",
           city_join_meta_things, true),
    REMEDY(META_THING_UNUSED, "remove-meta-thing", "the entry is removed", city_remove_meta_things,
           true),
    REMEDY(META_THING_MISSING, "remove-thing", "the thing is removed", city_remove_things, true),
    REMEDY(DIRECTION_UNKNOWN, "turn-thing", "the direction becomes its remainder modulo 8",
           city_turn_things, false),
    REMEDY(COORDINATE_NOT_FINITE, "remove-thing", "the thing is removed", city_remove_things, true),
    REMEDY(THING_OUTSIDE, "remove-thing", "the thing is removed", city_remove_things, true),
    REMEDY(RESERVED_DATA, "clear-reserved", "the reserved data is removed", city_clear_reserved,
           false),
    NO_MORE_REMEDIES,
};
