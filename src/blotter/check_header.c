/* Rules on mods, component types and the save as a whole. */
#include "check.h"

#include "../base/names.h"

static void check_mods(struct checker *check)
{
    const ow_blotter_save *save = &check->survey.save;
    walk_from(&check->survey, check->survey.mods_at + 4);
    for (uint32_t i = 0; i < save->mod_count; i++) {
        struct record_place place = {PART_MODS, {i}, offset_now(&check->survey)};
        ow_blotter_mod record = {0};
        mod(&check->survey.codec, &record);
        if (!ow_text_is_utf8(record.id) && report_counts(check->report, BAD_UTF8))
            report_record(&check->records, BAD_UTF8, place, "/id",
                          "the id of mod %u is not valid UTF-8", i);
        /* The check takes quadratic time, so it is limited to as many mods as a player could
         * install. */
        enum { MOST_MODS = 1000 };
        for (uint32_t k = 0; save->mod_count <= MOST_MODS && k < i; k++) {
            if (save->mods[k].id.size != record.id.size ||
                memcmp(save->mods[k].id.data, record.id.data, record.id.size) != 0)
                continue;
            if (report_counts(check->report, MOD_TWICE))
                report_record(&check->records, MOD_TWICE, place, "/id",
                              "mod %u has the same id as mod %u, %.*s", i, k,
                              (int)(record.id.size < 80 ? record.id.size : 80), record.id.data);
            break;
        }
    }
}

static void check_type(struct checker *check, struct names *names, struct record_place place,
                       const ow_blotter_component_type *type)
{
    int shown = (int)(type->name.size < 80 ? type->name.size : 80);
    if (!ow_text_is_utf8(type->name) && report_counts(check->report, BAD_UTF8))
        report_record(&check->records, BAD_UTF8, place, "/name",
                      "the text id of component type %u is not valid UTF-8", type->id);
    if (check->types[type->id] & TYPE_IN_MAP && report_counts(check->report, TYPE_ID_TWICE))
        report_record(&check->records, TYPE_ID_TWICE, place, "/id",
                      "number %u is used twice in the component IDs map, here for %.*s", type->id,
                      shown, type->name.data);
    check->types[type->id] |= TYPE_IN_MAP;
    uint32_t same = names_find_earlier(names, (uint32_t)place.at[0]);
    if (same != NO_NAME && report_counts(check->report, TYPE_NAME_TWICE))
        report_record(&check->records, TYPE_NAME_TWICE, place, "/name",
                      "%.*s has two numbers, %u and %u", shown, type->name.data,
                      check->survey.save.component_types[same].id, type->id);
}

static ow_status check_types(struct checker *check)
{
    const ow_blotter_save *save = &check->survey.save;
    const ow_text *first = save->component_type_count ? &save->component_types->name : NULL;
    struct names names;
    ow_status status = names_init(&names, &check->survey.kept, first, sizeof *save->component_types,
                                  save->component_type_count);
    if (status != OW_OK)
        return status;
    walk_from(&check->survey, check->survey.types_at + 4);
    for (uint32_t i = 0; i < check->survey.save.component_type_count; i++) {
        struct record_place place = {PART_COMPONENT_TYPES, {i}, offset_now(&check->survey)};
        ow_blotter_component_type record = {0};
        component_type(&check->survey.codec, &record);
        check_type(check, &names, place, &record);
    }
    return OW_OK;
}

void check_types_used(struct checker *check)
{
    if (check->survey.save.version < 6)
        return;
    walk_from(&check->survey, check->survey.types_at + 4);
    for (uint32_t i = 0; i < check->survey.save.component_type_count; i++) {
        struct record_place place = {PART_COMPONENT_TYPES, {i}, offset_now(&check->survey)};
        ow_blotter_component_type record = {0};
        component_type(&check->survey.codec, &record);
        if (check->types[record.id] & TYPE_USED || !report_counts(check->report, TYPE_UNUSED))
            continue;
        report_record(&check->records, TYPE_UNUSED, place, "", "no component has the type %.*s",
                      (int)(record.name.size < 80 ? record.name.size : 80), record.name.data);
    }
}

ow_status check_header(struct checker *check)
{
    const ow_blotter_save *save = &check->survey.save;
    check_mods(check);
    ow_status status = check_types(check);
    if (status != OW_OK)
        return status;
    if (save->save_type == OW_BLOTTER_SUBASSEMBLY && save->component_count == 0 &&
        report_counts(check->report, EMPTY_SUBASSEMBLY))
        report_issue(check->report, EMPTY_SUBASSEMBLY, "/components", check->survey.components_at,
                     0, "the subassembly has no components");
    if (save->trailing.size > 0 && report_counts(check->report, TRAILING_BYTES))
        report_issue(check->report, TRAILING_BYTES, "/trailing",
                     (uint64_t)(save->trailing.data - check->survey.file->bytes),
                     save->trailing.size, "%zu byte%s after the footer", save->trailing.size,
                     plural(save->trailing.size));
    return OW_OK;
}
