/* Rules on circuit states. They run when all pegs are known. */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>

static void check_world_bytes(struct checker *check)
{
    uint64_t stored = check->survey.save.circuit_states.bits.size;
    uint64_t needed = check->highest_state < 0 ? 0 : (uint64_t)check->highest_state / 8 + 1;
    uint64_t at = check->survey.states_at, size = 4 + stored;
    if (stored < needed && report_counts(check->report, STATE_BYTES_TOO_FEW))
        report_issue(check->report, STATE_BYTES_TOO_FEW, "/circuit_states", at, size,
                     "the world stores %" PRIu64 " bytes of circuit states; its highest state, %d, "
                     "needs %" PRIu64,
                     stored, check->highest_state, needed);
    if (stored > needed && report_counts(check->report, STATE_BYTES_TOO_MANY))
        report_issue(check->report, STATE_BYTES_TOO_MANY, "/circuit_states", at, size,
                     "the world stores %" PRIu64 " bytes of circuit states; its highest state, %d, "
                     "needs %" PRIu64,
                     stored, check->highest_state, needed);
}

static void check_list_of_on(struct checker *check)
{
    const ow_blotter_circuit_states *states = &check->survey.save.circuit_states;
    for (uint32_t i = 0; i < states->on_count; i++) {
        uint8_t *flags = flags_of_state(check, states->on[i]);
        struct record_place place = {
            PART_CIRCUIT_STATES, {i}, check->survey.states_at + 4 + 4 * (uint64_t)i};
        if (!flags || !(*flags & (STATE_OF_INPUT | STATE_OF_OUTPUT))) {
            if (report_counts(check->report, ON_STATE_UNUSED))
                report_record(&check->records, ON_STATE_UNUSED, place, "",
                              "circuit state %d is on, but no peg has it", states->on[i]);
        } else if (*flags & STATE_ON && report_counts(check->report, ON_STATE_TWICE)) {
            report_record(&check->records, ON_STATE_TWICE, place, "",
                          "circuit state %d is listed twice", states->on[i]);
        }
        if (flags)
            *flags |= STATE_ON;
    }
}

/* Without a jump out of the loop, which does many states at once then. */
static bool any_of_them_is_shared(const uint8_t *flags, uint32_t count)
{
    _Static_assert(STATE_OF_OUTPUT == STATE_OF_INPUT << 1, "the flags are neighbours");
    unsigned shared = 0;
    for (uint32_t i = 0; i < count; i++)
        shared |= flags[i] & flags[i] >> 1;
    return (shared & STATE_OF_INPUT) != 0;
}

static bool any_state_is_shared(const struct checker *check)
{
    const struct state_marks *marks = &check->marks;
    if (marks->sparse)
        return any_of_them_is_shared(check->spread.flags, check->spread.count);
    for (uint32_t i = 0; i < marks->page_count; i++)
        if (marks->pages[i] && any_of_them_is_shared(marks->pages[i], STATES_OF_PAGE))
            return true;
    return false;
}

/* Walks the components a second time, which few files need. */
static void check_shared_outputs(struct checker *check)
{
    walk_from(&check->survey, check->survey.components_at);
    for (uint32_t i = 0; i < check->survey.save.component_count; i++) {
        ow_blotter_component record;
        struct record_place place = {PART_COMPONENTS, {i}, offset_now(&check->survey)};
        walk_component(&check->survey, &record);
        for (uint32_t k = 0; k < record.output_count; k++) {
            const uint8_t *flags = flags_of_state(check, record.outputs[k]);
            if (!flags || !(*flags & STATE_OF_INPUT) ||
                !report_counts(check->report, OUTPUT_STATE_SHARED))
                continue;
            report_element(&check->records, OUTPUT_STATE_SHARED, place, "/outputs", k,
                           "output %u of C-%u has circuit state %d, which an input also has", k,
                           record.address, record.outputs[k]);
        }
    }
}

void check_states(struct checker *check)
{
    if (!has_states(check))
        return;
    if (any_state_is_shared(check))
        check_shared_outputs(check);
    if (check->survey.save.save_type == OW_BLOTTER_WORLD)
        check_world_bytes(check);
    else
        check_list_of_on(check);
}
