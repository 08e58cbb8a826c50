/* Checks the components of a save against the types of mods. */
#include "folder.h"

#include "../../base/error.h"
#include "../../base/text.h"
#include "../blotter.h"
#include "../roster.h"

#include <stdio.h>

struct mods_check {
    const ow_blotter_save *save;
    const ow_mods *mods;
    struct report *report;
    const ow_mod_type **types; /* by numeric type id; NULL: no type with a shape */
};

static void check_pegs(struct mods_check *check, uint32_t ordinal)
{
    const ow_blotter_component *component = &check->save->components[ordinal];
    const ow_mod_type *type = check->types[component->type];
    char pointer[32];
    if (!type ||
        (type->inputs == component->input_count && type->outputs == component->output_count) ||
        !report_counts(check->report, FOLDER_MOD_PEGS))
        return;
    snprintf(pointer, sizeof pointer, "/components/%u", (unsigned)ordinal);
    report_issue(check->report, FOLDER_MOD_PEGS, pointer, 0, 0,
                 "%u input%s and %u output%s; %.*s has %u and %u (%.*s, line %u)",
                 (unsigned)component->input_count, plural(component->input_count),
                 (unsigned)component->output_count, plural(component->output_count),
                 text_shown_size(type->name), type->name.data, (unsigned)type->inputs,
                 (unsigned)type->outputs, (int)(type->file.size < 200 ? type->file.size : 200),
                 type->file.data, (unsigned)type->line);
}

/* Whether the mods have a type whose name has the same prefix, up to the dot. */
static bool has_mod(const ow_mods *mods, ow_text name)
{
    const char *dot = name.size > 0 ? memchr(name.data, '.', name.size) : NULL;
    if (!dot)
        return false;
    const ow_text prefix = {name.data, (size_t)(dot - name.data) + 1};
    uint32_t low = 0, high = mods->type_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (mods_compare_names(mods->types[middle].name, prefix) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < mods->type_count && mods->types[low].name.size > prefix.size &&
           memcmp(mods->types[low].name.data, prefix.data, prefix.size) == 0;
}

static void check_type(struct mods_check *check, uint32_t number)
{
    const ow_text name = check->save->component_types[number].name;
    char pointer[40];
    if (ow_mods_find(check->mods, name) || type_of_name(name) != &type_unknown ||
        !has_mod(check->mods, name) || !report_counts(check->report, FOLDER_MOD_TYPE_MISSING))
        return;
    snprintf(pointer, sizeof pointer, "/component_types/%u", (unsigned)number);
    report_issue(check->report, FOLDER_MOD_TYPE_MISSING, pointer, 0, 0,
                 "the mod does not have the type \"%.*s\"", text_shown_size(name), name.data);
}

static ow_status check_save(struct mods_check *check, struct arena *arena)
{
    const ow_blotter_save *save = check->save;
    struct roster_type *roster;
    uint32_t count;
    ow_status status = blotter_list_types(save, arena, &roster, &count);
    if (status != OW_OK)
        return status;
    check->types = arena_take(arena, count * sizeof *check->types);
    if (!check->types)
        return arena->status;
    for (uint32_t i = 0; i < count; i++) {
        const ow_mod_type *type = ow_mods_find(check->mods, roster[i].name);
        check->types[i] = type && type->has_shape ? type : NULL;
    }
    for (uint32_t i = 0; i < save->component_type_count; i++)
        check_type(check, i);
    for (uint32_t i = 0; i < save->component_count; i++)
        check_pegs(check, i);
    return OW_OK;
}

ow_status ow_check_mods(const ow_document *document, const ow_mods *mods, const ow_options *options,
                        const ow_check_options *check, ow_check_totals *totals, ow_error *error)
{
    static const ow_check_options everything;
    struct report report = {0};
    error_clear(error);
    if (totals)
        *totals = (ow_check_totals){0};
    if (!document || !document->as.any || !document->format || !mods)
        return error_missing(error, "document, or mods");
    if (document->format != &blotter_format.about)
        return OW_OK;
    ow_status status =
        report_init(&report, blotter_folder_codes, check ? check : &everything, error);
    if (status != OW_OK)
        return status;
    struct mods_check own = {.save = document->as.blotter, .mods = mods, .report = &report};
    struct arena arena;
    ow_options used =
        options_or_default(options, driver_measure(&blotter_format, document->as.blotter, options));
    arena_init(&arena, &used);
    status = check_save(&own, &arena);
    if (status != OW_OK)
        error_limited(error, status, arena_limit(&arena));
    arena_free(&arena);
    if (totals)
        *totals = report.totals;
    return status;
}
