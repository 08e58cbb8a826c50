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

/* Computed in double, so that all hosts agree. */
static double square_of(const float q[4])
{
    return (double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3];
}

/* Quaternions of real saves have length 1 within 0.0001. A limit of a thousandth allows for other
 * tools. */
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

/* A subassembly of version 5 may only have one root. */
static bool has_one_root(const struct checker *check)
{
    return check->survey.save.save_type != OW_BLOTTER_WORLD && check->survey.save.version == 5;
}

static const struct component_type *type_with_rules(const struct checker *check,
                                                    const ow_blotter_component *record)
{
    size_t count;
    uint8_t row = check->rows[record->type];
    return row > 0 ? &type_list(&count)[row - 1] : NULL;
}

static bool joins_two_states(const struct component_type *type, const ow_blotter_component *record)
{
    return type->joins_inputs && record->inputs && record->input_count >= 2 &&
           record->inputs[0] != record->inputs[1];
}

static bool breaks_rules_of_type(const struct checker *check, const ow_blotter_component *record)
{
    const struct component_type *type = type_with_rules(check, record);
    return type &&
           (!type_data_is_sound(type, record->custom_data) || joins_two_states(type, record));
}

bool component_is_odd(const struct checker *check, const ow_blotter_component *record)
{
    return check->pegs.count == 0 || record->address == 0 || !is_unit(record->rotation) ||
           !(check->types[record->type] & TYPE_LISTED) ||
           (record->parent == 0 ? has_one_root(check)
                                : !index_noted(&check->survey.index, record->parent)) ||
           (check->survey.save.version < 6 && !is_finite(record->position.units, 3)) ||
           any_flag_is_odd(record->inputs_exclusive, record->input_count) ||
           any_flag_is_odd(record->outputs_on, record->output_count) ||
           (check->rows[record->type] != 0 && breaks_rules_of_type(check, record));
}

static void check_rules_of_type(struct checker *check, struct record_place place,
                                const ow_blotter_component *record)
{
    const struct component_type *type = type_with_rules(check, record);
    if (!type)
        return;
    size_t size = record->custom_data.data ? record->custom_data.size : 0;
    if (!type_data_is_sound(type, record->custom_data) &&
        report_counts(check->report, CUSTOM_DATA_ODD))
        report_record(&check->records, CUSTOM_DATA_ODD, place, "/custom_data",
                      "the custom data of C-%u (%zu byte%s) does not match its type, %s",
                      record->address, size, plural(size), type->name);
    if (joins_two_states(type, record) && report_counts(check->report, INPUT_STATES_DIFFER))
        report_record(&check->records, INPUT_STATES_DIFFER, place, "/inputs",
                      "two joined pegs of C-%u have different circuit states, %d and %d",
                      record->address, record->inputs[0], record->inputs[1]);
}

static void check_numbers(struct checker *check, struct record_place place,
                          const ow_blotter_component *record)
{
    if (check->survey.save.version < 6 && !is_finite(record->position.units, 3) &&
        report_counts(check->report, POSITION_NOT_FINITE))
        report_record(&check->records, POSITION_NOT_FINITE, place, "/position",
                      "the position of C-%u is not finite", record->address);
    if (is_unit(record->rotation))
        return;
    if (!is_finite(record->rotation, 4)) {
        if (report_counts(check->report, ROTATION_NOT_FINITE))
            report_record(&check->records, ROTATION_NOT_FINITE, place, "/rotation",
                          "the rotation of C-%u is not finite", record->address);
    } else if (report_counts(check->report, ROTATION_NOT_UNIT)) {
        report_record(&check->records, ROTATION_NOT_UNIT, place, "/rotation",
                      "the rotation of C-%u has length %.6g instead of 1", record->address,
                      sqrt(square_of(record->rotation)));
    }
}

static void check_address(struct checker *check, struct record_place place,
                          const ow_blotter_component *record)
{
    if (record->address == 0 && report_counts(check->report, ADDRESS_ZERO))
        report_record(&check->records, ADDRESS_ZERO, place, "/address",
                      "a component has the address C-0, which means \"no component\"");
    uint32_t first = index_find(&check->survey.index, record->address);
    if (first != place.at[0] && report_counts(check->report, DUPLICATE_ADDRESS))
        report_record(&check->records, DUPLICATE_ADDRESS, place, "/address",
                      "the address C-%u is also used by component %u", record->address, first);
    if (place.at[0] == 0 && record->parent != 0 && report_counts(check->report, FIRST_NOT_ROOT))
        report_record(&check->records, FIRST_NOT_ROOT, place, "/parent",
                      "the first component, C-%u, is not a root: its parent is C-%u",
                      record->address, record->parent);
}

/* Returns true if the parent is listed at or after its child: only then can there be a cycle. */
static bool check_parent(struct checker *check, struct record_place place,
                         const ow_blotter_component *record)
{
    if (record->parent == 0)
        return false;
    uint32_t parent = index_find(&check->survey.index, record->parent);
    if (parent == NO_COMPONENT) {
        if (report_counts(check->report, PARENT_MISSING))
            report_record(&check->records, PARENT_MISSING, place, "/parent",
                          "C-%u has the parent C-%u, which does not exist", record->address,
                          record->parent);
        return false;
    }
    if (parent < place.at[0])
        return false;
    if (parent > place.at[0] && report_counts(check->report, PARENT_AFTER_CHILD))
        report_record(&check->records, PARENT_AFTER_CHILD, place, "/parent",
                      "C-%u is listed before its parent C-%u", record->address, record->parent);
    return true;
}

static void check_type_known(struct checker *check, struct record_place place,
                             const ow_blotter_component *record)
{
    if (!(check->types[record->type] & TYPE_IN_MAP) && report_counts(check->report, TYPE_MISSING))
        report_record(&check->records, TYPE_MISSING, place, "/type",
                      "C-%u has type %u, which is not in the component IDs map", record->address,
                      record->type);
}

static void check_peg_states(struct checker *check, struct record_place place,
                             const ow_blotter_component *record, const int32_t *ids, uint32_t count,
                             bool inputs)
{
    static const char words[] = "%s %u of C-%u has circuit state %d, which the save does not store";
    bool objects = check->survey.save.variant == OW_BLOTTER_DRAFT && inputs;
    const char *peg = inputs ? "input" : "output";
    for (uint32_t i = 0; i < count; i++) {
        if (!is_outside(check, ids[i]) || !report_counts(check->report, STATE_OUTSIDE))
            continue;
        char field[48];
        snprintf(field, sizeof field, "/inputs/%u/circuit_state", i);
        if (objects)
            report_record(&check->records, STATE_OUTSIDE, place, field, words, peg, i,
                          record->address, ids[i]);
        else
            report_element(&check->records, STATE_OUTSIDE, place, inputs ? "/inputs" : "/outputs",
                           i, words, peg, i, record->address, ids[i]);
    }
}

static void check_flags(struct checker *check, struct record_place place,
                        const ow_blotter_component *record, const uint8_t *flags, uint32_t count,
                        const char *list_name, const char *flag)
{
    for (uint32_t i = 0; flags && i < count; i++) {
        if (flags[i] <= 1 || !report_counts(check->report, FLAG_NOT_BOOLEAN))
            continue;
        char field[48];
        snprintf(field, sizeof field, "/%s/%u/%s", list_name, i, flag);
        report_record(&check->records, FLAG_NOT_BOOLEAN, place, field,
                      "the flag \"%s\" of C-%u is %u instead of 0 or 1", flag, record->address,
                      flags[i]);
    }
}

struct record_place check_walk_to(struct checker *check, uint32_t ordinal)
{
    struct survey *survey = &check->survey;
    if (check->walk_at > ordinal || check->walk_at / MARK_EVERY < ordinal / MARK_EVERY) {
        check->walk_at = ordinal - ordinal % MARK_EVERY;
        walk_from(survey, check->pegs.marks[ordinal / MARK_EVERY]);
    }
    for (; check->walk_at < ordinal; check->walk_at++) {
        ow_blotter_component passed;
        walk_component(survey, &passed);
    }
    return (struct record_place){PART_COMPONENTS, {ordinal}, offset_now(survey)};
}

void check_read_component(struct checker *check, ow_blotter_component *record)
{
    walk_component(&check->survey, record);
    check->walk_at++;
}

/* Lists the parents of all components; NO_COMPONENT if there is none. */
static uint32_t *list_parents(struct checker *check)
{
    uint32_t count = check->pegs.count;
    uint32_t *parents = arena_take(&check->survey.kept, count * sizeof *parents);
    check_walk_to(check, 0);
    for (uint32_t i = 0; parents && i < count; i++) {
        ow_blotter_component record;
        check_read_component(check, &record);
        parents[i] =
            record.parent == 0 ? NO_COMPONENT : index_find(&check->survey.index, record.parent);
    }
    return parents;
}

static void report_circle(struct checker *check, uint32_t ordinal)
{
    ow_blotter_component record;
    struct record_place place = check_walk_to(check, ordinal);
    check_read_component(check, &record);
    report_record(&check->records, PARENT_CYCLE, place, "/parent",
                  "C-%u is its own ancestor, through C-%u", record.address, record.parent);
}

/* Follows parents from every component that no earlier walk has visited. If a walk meets itself, it
 * has found a cycle, which is reported at the member that is listed first. */
static ow_status check_circles(struct checker *check)
{
    uint32_t count = check->pegs.count;
    uint32_t *parents = list_parents(check);
    uint32_t *walk_of = arena_take(&check->survey.kept, count * sizeof *walk_of);
    if (!parents || !walk_of)
        return check->survey.kept.status;
    memset(walk_of, 0, count * sizeof *walk_of);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        while (at != NO_COMPONENT && walk_of[at] == 0) {
            walk_of[at] = i + 1;
            at = parents[at];
        }
        if (at != NO_COMPONENT && walk_of[at] == i + 1 &&
            report_counts(check->report, PARENT_CYCLE))
            report_circle(check, at);
    }
    return OW_OK;
}

static void check_root_count(struct checker *check, struct record_place place, uint32_t roots)
{
    if (roots == 2 && has_one_root(check) && report_counts(check->report, SEVERAL_ROOTS))
        report_record(&check->records, SEVERAL_ROOTS, place, "/parent",
                      "second root component; a subassembly of version %u can have only one",
                      check->survey.save.version);
}

/* Returns true if the component may be part of a cycle. */
static bool check_component(struct checker *check, struct record_place place, uint32_t *roots)
{
    ow_blotter_component record;
    check_read_component(check, &record);
    check_address(check, place, &record);
    bool may_circle = check_parent(check, place, &record);
    if (record.parent == 0)
        check_root_count(check, place, ++*roots);
    check_type_known(check, place, &record);
    check_rules_of_type(check, place, &record);
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

static bool any_peg_is_outside(const struct checker *check)
{
    return check->pegs.with_states && check->pegs.peg_count > 0 &&
           (is_outside(check, check->lowest_state) || is_outside(check, check->highest_state));
}

/* Most components break no rule and are not read again. */
ow_status check_components(struct checker *check)
{
    enum { AT_ONCE = 8 };
    bool may_circle = false, all = any_peg_is_outside(check);
    uint32_t roots = 0, count = check->pegs.count;
    check->walk_at = NO_COMPONENT;
    for (uint32_t i = 0; i < count && go_on(&check->survey.codec, i | (AT_ONCE - 1)); i += AT_ONCE)
        for (uint32_t k = i; k < count && k < i + AT_ONCE && (all || check->pegs.odd[i / 8]); k++)
            if (all || pegs_odd(&check->pegs, k))
                may_circle |= check_component(check, check_walk_to(check, k), &roots);
    ow_status status = check->survey.codec.status;
    return status == OW_OK && may_circle ? check_circles(check) : status;
}
