/* Rules on components: addresses, parents, types, numbers, circuit states of pegs. */
#include "check.h"

#include <math.h>
#include <stdio.h>

static bool is_finite(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            return false;
    return true;
}

/* In double, where hosts agree. */
static double square_of(const float q[4])
{
    return (double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3];
}

/* Real saves stay within 0.0001 of length 1; a thousandth leaves room for other tools. */
static bool is_unit(const float q[4])
{
    double square = square_of(q);
    return square > 0.998 && square < 1.002;
}

static bool any_flag_is_odd(const uint8_t *flags, uint32_t count)
{
    for (uint32_t i = 0; flags && i < count; i++)
        if (flags[i] > 1)
            return true;
    return false;
}

bool component_is_odd(const struct checker *check, const ow_blotter_component *record)
{
    return !is_unit(record->rotation) || !(check->types[record->type] & TYPE_LISTED) ||
           (check->survey.save.version < 6 && !is_finite(record->position.units, 3)) ||
           any_flag_is_odd(record->inputs_exclusive, record->input_count) ||
           any_flag_is_odd(record->outputs_on, record->output_count);
}

static void check_numbers(struct checker *check, struct place place,
                          const ow_blotter_component *record)
{
    if (check->survey.save.version < 6 && !is_finite(record->position.units, 3) &&
        report_counts(check->report, POSITION_NOT_FINITE))
        check_issue(check, POSITION_NOT_FINITE, place, "/position",
                    "the position of C-%u is not finite", record->address);
    if (is_unit(record->rotation))
        return;
    if (!is_finite(record->rotation, 4)) {
        if (report_counts(check->report, ROTATION_NOT_FINITE))
            check_issue(check, ROTATION_NOT_FINITE, place, "/rotation",
                        "the rotation of C-%u is not finite", record->address);
    } else if (report_counts(check->report, ROTATION_NOT_UNIT)) {
        check_issue(check, ROTATION_NOT_UNIT, place, "/rotation",
                    "the rotation of C-%u has length %.6g instead of 1", record->address,
                    sqrt(square_of(record->rotation)));
    }
}

static void check_address(struct checker *check, struct place place,
                          const ow_blotter_component *record)
{
    if (record->address == 0 && report_counts(check->report, ADDRESS_ZERO))
        check_issue(check, ADDRESS_ZERO, place, "/address",
                    "a component has the address C-0, which stands for none");
    uint32_t first = index_find(&check->survey.index, record->address);
    if (first != place.index && report_counts(check->report, DUPLICATE_ADDRESS))
        check_issue(check, DUPLICATE_ADDRESS, place, "/address",
                    "C-%u is the address of component %u too", record->address, first);
    if (place.index == 0 && record->parent != 0 && report_counts(check->report, FIRST_NOT_ROOT))
        check_issue(check, FIRST_NOT_ROOT, place, "/parent",
                    "the first component, C-%u, is no root: its parent is C-%u", record->address,
                    record->parent);
}

/* Returns true where the parent is listed at or after its child: only there can a circle close. */
static bool check_parent(struct checker *check, struct place place,
                         const ow_blotter_component *record)
{
    if (record->parent == 0)
        return false;
    uint32_t parent = index_find(&check->survey.index, record->parent);
    if (parent == NO_COMPONENT) {
        if (report_counts(check->report, PARENT_MISSING))
            check_issue(check, PARENT_MISSING, place, "/parent",
                        "the parent of C-%u, C-%u, does not exist", record->address,
                        record->parent);
        return false;
    }
    if (parent < place.index)
        return false;
    if (parent > place.index && report_counts(check->report, PARENT_AFTER_CHILD))
        check_issue(check, PARENT_AFTER_CHILD, place, "/parent",
                    "C-%u is listed before its parent C-%u", record->address, record->parent);
    return true;
}

static void check_type_known(struct checker *check, struct place place,
                             const ow_blotter_component *record)
{
    if (!(check->types[record->type] & TYPE_IN_MAP) && report_counts(check->report, TYPE_MISSING))
        check_issue(check, TYPE_MISSING, place, "/type",
                    "C-%u is of type %u, which the component IDs map does not have",
                    record->address, record->type);
}

static void check_peg_states(struct checker *check, struct place place,
                             const ow_blotter_component *record, const int32_t *ids, uint32_t count,
                             bool inputs)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_outside(check, ids[i]) || !report_counts(check->report, STATE_OUTSIDE))
            continue;
        char field[48];
        if (check->survey.save.variant == OW_BLOTTER_DRAFT && inputs)
            snprintf(field, sizeof field, "/inputs/%u/circuit_state", i);
        else
            snprintf(field, sizeof field, "/%s/%u", inputs ? "inputs" : "outputs", i);
        check_issue(check, STATE_OUTSIDE, place, field,
                    "%s %u of C-%u has circuit state %d, which is outside the states",
                    inputs ? "input" : "output", i, record->address, ids[i]);
    }
}

static void check_flags(struct checker *check, struct place place,
                        const ow_blotter_component *record, const uint8_t *flags, uint32_t count,
                        const char *list_name, const char *flag)
{
    for (uint32_t i = 0; flags && i < count; i++) {
        if (flags[i] <= 1 || !report_counts(check->report, FLAG_NOT_BOOLEAN))
            continue;
        char field[48];
        snprintf(field, sizeof field, "/%s/%u/%s", list_name, i, flag);
        check_issue(check, FLAG_NOT_BOOLEAN, place, field,
                    "the flag \"%s\" of C-%u is %u instead of 0 or 1", flag, record->address,
                    flags[i]);
    }
}

/* The parent of a component, as far as there is one. */
static uint32_t parent_of(const struct checker *check, uint32_t ordinal)
{
    uint32_t parent = check->pegs.parents[ordinal];
    return parent == 0 ? NO_COMPONENT : index_find(&check->survey.index, parent);
}

/* Follows parents from every component that no earlier walk came by; meeting the own walk again is
 * a circle, reported at its member that was listed first on the way. */
static ow_status check_circles(struct checker *check)
{
    uint32_t count = check->survey.save.component_count;
    uint32_t *walk_of = arena_take(&check->survey.kept, count * sizeof *walk_of);
    if (!walk_of)
        return check->survey.kept.status;
    memset(walk_of, 0, count * sizeof *walk_of);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        while (at != NO_COMPONENT && walk_of[at] == 0) {
            walk_of[at] = i + 1;
            at = parent_of(check, at);
        }
        if (at == NO_COMPONENT || walk_of[at] != i + 1 ||
            !report_counts(check->report, PARENT_CYCLE))
            continue;
        struct place place = {PART_COMPONENTS, at, long_numbers_get(&check->pegs.offsets, at)};
        check_issue(check, PARENT_CYCLE, place, "/parent", "C-%u is its own ancestor, through C-%u",
                    check->survey.index.addresses[at], check->pegs.parents[at]);
    }
    return OW_OK;
}

/* A subassembly of version 5 may have one root. */
static bool has_one_root(const struct checker *check)
{
    return check->survey.save.save_type != OW_BLOTTER_WORLD && check->survey.save.version == 5;
}

static void check_root_count(struct checker *check, struct place place, uint32_t roots)
{
    if (roots == 2 && has_one_root(check) && report_counts(check->report, SEVERAL_ROOTS))
        check_issue(check, SEVERAL_ROOTS, place, "/parent",
                    "a second root in a subassembly of version %u, which may have one",
                    check->survey.save.version);
}

/* Returns true where a circle may close. */
static bool check_component(struct checker *check, struct place place, uint32_t *roots)
{
    ow_blotter_component record;
    walk_component(&check->survey, &record);
    check_address(check, place, &record);
    bool may_circle = check_parent(check, place, &record);
    if (record.parent == 0)
        check_root_count(check, place, ++*roots);
    check_type_known(check, place, &record);
    check_numbers(check, place, &record);
    check_flags(check, place, &record, record.inputs_exclusive, record.input_count, "inputs",
                "exclusive");
    check_flags(check, place, &record, record.outputs_on, record.output_count, "outputs", "on");
    if (has_states(check)) {
        check_peg_states(check, place, &record, record.inputs, record.input_count, true);
        check_peg_states(check, place, &record, record.outputs, record.output_count, false);
    }
    return may_circle;
}

/* Whether any rule above may have something to say of a component. Most have nothing to be said of, and
 * are not read again. */
static bool may_have_issues(const struct checker *check, uint32_t ordinal)
{
    const struct component_index *index = &check->survey.index;
    uint32_t address = index->addresses[ordinal], parent = check->pegs.parents[ordinal];
    if (ordinal == 0 || address == 0 || pegs_odd(&check->pegs, ordinal) ||
        index_find(index, address) != ordinal)
        return true;
    return parent == 0 ? has_one_root(check) : index_find(index, parent) >= ordinal;
}

static bool any_peg_is_outside(const struct checker *check)
{
    return has_states(check) && check->pegs.peg_count > 0 &&
           (is_outside(check, check->pegs.lowest_state) ||
            is_outside(check, check->pegs.highest_state));
}

ow_status check_components(struct checker *check)
{
    bool may_circle = false, all = any_peg_is_outside(check);
    uint32_t roots = 0;
    for (uint32_t i = 0; i < check->pegs.count && go_on(&check->survey.codec, i); i++) {
        if (!all && !may_have_issues(check, i))
            continue;
        struct place place = {PART_COMPONENTS, i, long_numbers_get(&check->pegs.offsets, i)};
        walk_from(&check->survey, place.offset);
        may_circle |= check_component(check, place, &roots);
    }
    ow_status status = check->survey.codec.status;
    return status == OW_OK && may_circle ? check_circles(check) : status;
}
