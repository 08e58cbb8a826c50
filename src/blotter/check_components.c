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
    check->types[record->type] |= TYPE_USED;
    if (!(check->types[record->type] & TYPE_IN_MAP) && report_counts(check->report, TYPE_MISSING))
        check_issue(check, TYPE_MISSING, place, "/type",
                    "C-%u is of type %u, which the component IDs map does not have",
                    record->address, record->type);
}

static void check_peg_states(struct checker *check, struct place place,
                             const ow_blotter_component *record, const int32_t *ids, uint32_t count,
                             uint8_t role)
{
    const char *list = role == STATE_OF_INPUT ? "inputs" : "outputs";
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *flags = states_flags(&check->states, ids[i]);
        if (flags)
            *flags |= role;
        if (!is_outside(check, ids[i]) || !report_counts(check->report, STATE_OUTSIDE))
            continue;
        char field[48];
        if (check->survey.save.variant == OW_BLOTTER_DRAFT && role == STATE_OF_INPUT)
            snprintf(field, sizeof field, "/inputs/%u/circuit_state", i);
        else
            snprintf(field, sizeof field, "/%s/%u", list, i);
        check_issue(check, STATE_OUTSIDE, place, field,
                    "%s %u of C-%u has circuit state %d, which is outside the states",
                    role == STATE_OF_INPUT ? "input" : "output", i, record->address, ids[i]);
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
        ow_blotter_component record;
        while (at != NO_COMPONENT && walk_of[at] == 0) {
            walk_of[at] = i + 1;
            look_at_component(&check->survey, at, &record);
            at =
                record.parent == 0 ? NO_COMPONENT : index_find(&check->survey.index, record.parent);
        }
        if (at == NO_COMPONENT || walk_of[at] != i + 1 ||
            !report_counts(check->report, PARENT_CYCLE))
            continue;
        look_at_component(&check->survey, at, &record);
        struct place place = {PART_COMPONENTS, at, index_offset(&check->survey.index, at)};
        check_issue(check, PARENT_CYCLE, place, "/parent", "C-%u is its own ancestor, through C-%u",
                    record.address, record.parent);
    }
    return OW_OK;
}

static void check_root_count(struct checker *check, struct place place, uint32_t roots)
{
    if (roots == 2 && check->survey.save.save_type != OW_BLOTTER_WORLD &&
        check->survey.save.version == 5 && report_counts(check->report, SEVERAL_ROOTS))
        check_issue(check, SEVERAL_ROOTS, place, "/parent",
                    "a second root in a subassembly of version %u, which may have one",
                    check->survey.save.version);
}

ow_status check_components(struct checker *check)
{
    bool may_circle = false;
    uint32_t roots = 0;
    walk_from(&check->survey, check->survey.components_at);
    for (uint32_t i = 0; i < check->survey.save.component_count && go_on(&check->survey.codec, i);
         i++) {
        ow_blotter_component record;
        struct place place = {PART_COMPONENTS, i, offset_now(&check->survey)};
        walk_component(&check->survey, &record);
        check_address(check, place, &record);
        may_circle |= check_parent(check, place, &record);
        roots += record.parent == 0;
        if (record.parent == 0)
            check_root_count(check, place, roots);
        check_type_known(check, place, &record);
        check_numbers(check, place, &record);
        check_flags(check, place, &record, record.inputs_exclusive, record.input_count, "inputs",
                    "exclusive");
        check_flags(check, place, &record, record.outputs_on, record.output_count, "outputs", "on");
        if (has_states(check)) {
            check_peg_states(check, place, &record, record.inputs, record.input_count,
                             STATE_OF_INPUT);
            check_peg_states(check, place, &record, record.outputs, record.output_count,
                             STATE_OF_OUTPUT);
        }
    }
    ow_status status = check->survey.codec.status;
    return status == OW_OK && may_circle ? check_circles(check) : status;
}
