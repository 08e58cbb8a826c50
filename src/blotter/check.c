/* A check of a save: reads it to its end, then runs the rules. Memory is about 20 bytes a component
 * and wire, whatever they hold. */
#include "check.h"

/* Ids that no table can hold for their spread are collected first, see states.h. */
static ow_status collect_states(struct checker *check)
{
    walk_from(&check->survey, check->survey.components_at);
    for (uint32_t i = 0; i < check->survey.save.component_count; i++) {
        ow_blotter_component record;
        walk_component(&check->survey, &record);
        for (uint32_t k = 0; record.inputs && k < record.input_count; k++)
            states_collect(&check->states, record.inputs[k]);
        for (uint32_t k = 0; record.outputs && k < record.output_count; k++)
            states_collect(&check->states, record.outputs[k]);
    }
    return states_sort(&check->states, &check->survey.kept);
}

static ow_status prepare(struct checker *check)
{
    enum { TYPE_IDS = 65536 };
    check->types = arena_take(&check->survey.kept, TYPE_IDS);
    if (!check->types)
        return check->survey.kept.status;
    memset(check->types, 0, TYPE_IDS);
    if (!has_states(check))
        return OW_OK;
    ow_status status = states_init(&check->states, &check->survey.kept, check->survey.highest_state,
                                   check->survey.peg_count, check->survey.file->size);
    if (status == OW_OK && check->states.ids)
        status = collect_states(check);
    return status;
}

static ow_status run_rules(struct checker *check)
{
    ow_status status = check_header(check);
    if (status == OW_OK)
        status = check_components(check);
    if (status == OW_OK)
        check_types_used(check);
    if (status == OW_OK)
        status = check_wires(check);
    if (status == OW_OK)
        check_states(check);
    /* A walk or a look that ran out of memory saw records that are not there. */
    if (status == OW_OK)
        status = check->survey.codec.status;
    return status == OW_OK ? check->survey.aside.status : status;
}

ow_status blotter_check(const struct file *file, struct report *report, ow_error *error)
{
    struct checker check = {.report = report};
    ow_status status = survey_open(&check.survey, file);
    if (status == OW_OK)
        status = prepare(&check);
    if (status == OW_OK)
        status = run_rules(&check);
    survey_close(&check.survey);
    if (status == OW_OK)
        return OW_OK;
    ow_error found;
    status = survey_explain(&check.survey, status, &found);
    report_break(report, &found);
    if (error)
        *error = found;
    return status;
}
