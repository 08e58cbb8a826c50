/* Rules on the variant, the roots and the tables. */
#include "check.h"

#include "../base/floats.h"
#include "../base/sort.h"

#include <math.h>
#include <stdio.h>

static const struct record_place whole = {PART_BUILD, {0}, 0};

/* Writes the name of the first other variant that fits, and how many more there are. */
static void name_others(const struct structure_search *search, char *text, size_t size)
{
    char name[STRUCTURE_VARIANT_NAME];
    structure_variant_name(&search->others[0], name);
    int used = snprintf(text, size, "\"%s\"", name);
    if (search->other_count > 1)
        snprintf(text + used, size - (size_t)used, " and %u more%s", search->other_count - 1,
                 search->other_count == STRUCTURE_OTHERS ? " at least" : "");
}

void structure_check_variant(struct checker *check)
{
    const struct structure_search *search = &check->search;
    char name[STRUCTURE_VARIANT_NAME], others[STRUCTURE_VARIANT_NAME + 40];
    structure_variant_name(&search->variant, name);
    if (!search->found && !search->forced && report_counts(check->report, VARIANT_GUESSED))
        report_record(&check->records, VARIANT_GUESSED, whole, "/variant",
                      "no variant fits the file; with \"%s\", at least all bytes are used", name);
    if (search->other_count > 0 && report_counts(check->report, VARIANT_NOT_UNIQUE)) {
        name_others(search, others, sizeof others);
        report_record(&check->records, VARIANT_NOT_UNIQUE, whole, "/variant",
                      "the file is read as \"%s\", but it also fits %s", name, others);
    }
    if (search->gave_up && report_counts(check->report, VARIANTS_NOT_ALL_TRIED))
        report_record(&check->records, VARIANTS_NOT_ALL_TRIED, whole, "/variant",
                      "the search for the variant stopped after %u tries", search->tries);
    if (!structure_same_variant(&search->variant, &ow_structure_game) &&
        report_counts(check->report, VARIANT_NOT_GAME))
        report_record(&check->records, VARIANT_NOT_GAME, whole, "/variant",
                      "the file is read as \"%s\"", name);
}

static bool are_finite(const float values[3])
{
    return isfinite(values[0]) && isfinite(values[1]) && isfinite(values[2]);
}

static void check_root(struct checker *check, struct record_place place, int64_t last)
{
    const ow_structure_root *root = &check->build.roots[place.at[0]];
    const struct {
        const char *name;
        const float *values;
    } fields[] = {{"/position", root->position},
                  {"/rotation", root->rotation},
                  {"/bounds_center", root->bounds_center},
                  {"/bounds_size", root->bounds_size}};
    for (unsigned i = 0; i < 4; i++)
        if (!are_finite(fields[i].values) && report_counts(check->report, ROOT_NOT_FINITE))
            report_record(&check->records, ROOT_NOT_FINITE, place, fields[i].name,
                          "the root's %s is infinite or not a number", fields[i].name + 1);
    const float *size = root->bounds_size;
    if (check->build.version >= 1 && (size[0] <= 0 || size[1] <= 0 || size[2] <= 0) &&
        report_counts(check->report, BOUNDS_SIZE))
        report_record(&check->records, BOUNDS_SIZE, place, "/bounds_size",
                      "the bounds are %g by %g by %g; each must be above 0", shown_float(size[0]),
                      shown_float(size[1]), shown_float(size[2]));
    if (structure_has_last_block(check->build.version) && root->last_block <= last &&
        report_counts(check->report, LAST_BLOCK_ORDER))
        report_record(&check->records, LAST_BLOCK_ORDER, place, "/last_block",
                      "the root ends with block %u, but the root before it ends with block %lld",
                      root->last_block, (long long)last);
}

void structure_check_roots(struct checker *check)
{
    const ow_structure_build *build = &check->build;
    struct record_place place = {PART_ROOT, {0}, check->walk.roots_at};
    size_t size = structure_root_size(build->version);
    int64_t last = -1;
    for (uint32_t i = 0; i < build->root_count; i++, place.offset += size) {
        place.at[0] = i;
        check_root(check, place, last);
        last = build->roots[i].last_block;
    }
    if (build->block_count == 0 && report_counts(check->report, EMPTY_BUILD))
        report_record(&check->records, EMPTY_BUILD, whole, "/blocks", "the build has no blocks");
    if (!structure_has_last_block(build->version) || last + 1 == (int64_t)build->block_count ||
        !report_counts(check->report, LAST_BLOCK_END))
        return;
    place.at[0] = build->root_count - 1;
    place.offset -= size;
    if (build->root_count == 0)
        report_record(&check->records, LAST_BLOCK_END, whole, "/roots",
                      "there is no root for %u block%s", build->block_count,
                      plural(build->block_count));
    else
        report_record(
            &check->records, LAST_BLOCK_END, place, "/last_block",
            "the last root ends with block %lld, but the build has %u block%s (counted from 0)",
            (long long)last, build->block_count, plural(build->block_count));
}

/* The specification writes a table only if it saves enough: `least` tenths of a block for each
 * entry. */
static void check_worth(struct checker *check, const char *field, uint32_t entries, uint32_t blocks,
                        uint32_t least)
{
    if (entries == 0 || (uint64_t)blocks * 10 > (uint64_t)entries * least ||
        !report_counts(check->report, TABLE_NOT_WORTHWHILE))
        return;
    report_record(&check->records, TABLE_NOT_WORTHWHILE, whole, field,
                  "%s has %u entries for %u blocks; a table is written only for more than %u.%u "
                  "blocks per entry",
                  field + 1, entries, blocks, least / 10, least % 10);
}

/* Reports duplicate entries. `entries` has each as its value << 16 | its index. Only the first one
 * of a table is reported. */
static ow_status check_twice(struct checker *check, enum structure_code code, const char *list,
                             uint64_t *entries, uint32_t entry_count)
{
    enum { INDEX_BITS = 16 };
    ow_status status = sort_u64(entries, entry_count, INDEX_BITS, &check->kept);
    if (status != OW_OK)
        return status;
    uint32_t before = 0, twice = 0, first = UINT32_MAX, first_before = 0;
    for (uint32_t i = 1; i < entry_count; i++) {
        if (entries[i] >> 16 != entries[before] >> 16) {
            before = i;
            continue;
        }
        twice++;
        if ((entries[i] & 0xffff) < first) {
            first = entries[i] & 0xffff;
            first_before = entries[before] & 0xffff;
        }
    }
    if (twice > 0 && report_counts(check->report, code))
        report_element(&check->records, code, whole, list, first,
                       "duplicate entries of %s: %u; the first is %u, which equals %u", list + 1,
                       twice, first, first_before);
    return OW_OK;
}

void structure_check_tables(struct checker *check)
{
    const ow_structure_build *build = &check->build;
    if (build->colors && build->color_count == 0 && report_counts(check->report, TABLE_EMPTY))
        report_record(&check->records, TABLE_EMPTY, whole, "/colors",
                      "the table of colours is empty");
    if (build->rotations && build->rotation_count == 0 && report_counts(check->report, TABLE_EMPTY))
        report_record(&check->records, TABLE_EMPTY, whole, "/rotations",
                      "the table of rotations is empty");
}

/* Reports entries that no block uses, at the first one. */
static void check_unused(struct checker *check, enum structure_code code, const char *list,
                         const bool *used, uint32_t entry_count)
{
    uint32_t unused = 0, first = 0;
    for (uint32_t i = entry_count; i-- > 0;) {
        unused += !used[i];
        first = used[i] ? first : i;
    }
    if (unused > 0 && report_counts(check->report, code))
        report_element(&check->records, code, whole, list, first,
                       "unused entries of %s: %u of %u; the first is %u", list + 1, unused,
                       entry_count, first);
}

ow_status structure_check_table_use(struct checker *check)
{
    enum { ENOUGH_FOR_COLOR = 20, ENOUGH_FOR_NARROW_ROTATION = 12, ENOUGH_FOR_WIDE_ROTATION = 15 };
    const ow_structure_build *build = &check->build;
    uint32_t most =
        build->color_count > build->rotation_count ? build->color_count : build->rotation_count;
    uint64_t *entries = arena_take(&check->kept, most * sizeof *entries);
    if (!entries)
        return check->kept.status;
    check_worth(check, "/colors", build->color_count, check->colored_count, ENOUGH_FOR_COLOR);
    check_worth(check, "/rotations", build->rotation_count, build->block_count,
                build->rotation_count >= build->variant.wide_index_from
                    ? ENOUGH_FOR_WIDE_ROTATION
                    : ENOUGH_FOR_NARROW_ROTATION);
    for (uint32_t i = 0; i < build->color_count; i++)
        entries[i] = (uint64_t)build->colors[i] << 16 | i;
    ow_status status = check_twice(check, COLOR_TWICE, "/colors", entries, build->color_count);
    if (status != OW_OK)
        return status;
    check_unused(check, COLOR_UNUSED, "/colors", check->used_colors, build->color_count);
    for (uint32_t i = 0; i < build->rotation_count; i++) {
        const uint16_t *angles = build->rotations[i];
        entries[i] =
            (uint64_t)angles[0] << 48 | (uint64_t)angles[1] << 32 | (uint64_t)angles[2] << 16 | i;
    }
    status = check_twice(check, ROTATION_TWICE, "/rotations", entries, build->rotation_count);
    if (status != OW_OK)
        return status;
    check_unused(check, ROTATION_UNUSED, "/rotations", check->used_rotations,
                 build->rotation_count);
    return OW_OK;
}
