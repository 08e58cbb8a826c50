/* Rules on the whole save: its variant, the sizes that it states, its name. */
#include "check.h"

static void check_variant(struct checker *check)
{
    const ow_city_save *save = &check->file.front.save;
    if (check->file.variant != OW_CITY_D3 && report_counts(check->report, OLD_VARIANT))
        report_issue(check->report, OLD_VARIANT, "/variant", 0, 0,
                     "the save is in variant %s; the final version of the game uses d3",
                     city_variant_names[check->file.variant]);
    if (check->file.variant == OW_CITY_S1 && save->thing_count == 0 &&
        report_counts(check->report, VARIANT_UNCERTAIN))
        report_issue(
            check->report, VARIANT_UNCERTAIN, "/variant", 0, 0,
            "the save has no things, so s1 and p0 cannot be distinguished; it is read as s1");
}

/* Checks the size stated at `offset` of a section that ends at `end`. */
static void check_size(struct checker *check, const char *pointer, uint32_t stated, uint64_t offset,
                       uint64_t end)
{
    if (stated != end - offset && report_counts(check->report, SIZE_WRONG))
        report_issue(check->report, SIZE_WRONG, pointer, offset,
                     city_is_early(check->file.variant) || offset == 0 ? 2 : 4,
                     "the section says that it has %u bytes, but it has %llu", stated,
                     (unsigned long long)(end - offset));
}

static void check_sizes(struct checker *check)
{
    const struct city_front *front = &check->file.front;
    const ow_city_save *save = &front->save;
    bool early = city_is_early(check->file.variant);
    uint64_t terrain_end = early ? check->file.size : front->table_at;
    if (!city_is_usual_error(check->file.variant, CITY_HEADER, save->header_size.stated,
                             save->name.size))
        check_size(check, "/header_size", save->header_size.stated, 0, front->terrain_at);
    if (save->terrain.kind != OW_CITY_IMAGE ||
        !city_is_usual_error(check->file.variant, CITY_TERRAIN, save->terrain.size.stated,
                             save->terrain.image_path.size))
        check_size(check, "/terrain/size", save->terrain.size.stated, front->terrain_at,
                   terrain_end);
    if (early)
        return;
    check_size(check, "/meta_things_size", save->meta_things_size.stated, front->table_at,
               front->things_at);
    check_size(check, "/things_size", save->things_size.stated, front->things_at, check->file.size);
}

void city_check_whole(struct checker *check)
{
    check_variant(check);
    check_sizes(check);
    if (!ow_text_is_utf8(check->file.front.save.name) && report_counts(check->report, BAD_UTF8))
        report_record(&check->records, BAD_UTF8, (struct record_place){.kind = CITY_HEADER},
                      "/name", "the name of the save is not valid UTF-8");
}
