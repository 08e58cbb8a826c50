/* A check of a save: reads it to its end, then runs the rules, on components that may break one and on
 * all wires. Memory is at most 40 bytes a component, 4 a peg and 7 a wire, whatever they hold. */
#include "check.h"

static ow_status list_types(struct checker *check)
{
    enum { TYPE_IDS = 65536 };
    const ow_blotter_save *save = &check->survey.save;
    check->types = arena_take(&check->survey.kept, TYPE_IDS);
    if (!check->types)
        return check->survey.kept.status;
    memset(check->types, 0, TYPE_IDS);
    for (uint32_t i = 0; i < save->component_type_count; i++)
        check->types[save->component_types[i].id] = TYPE_LISTED;
    return OW_OK;
}

/* Notes what the rules will ask of each component. The copy of the codec lets its cursor live in a
 * register. */
static ow_status note_components(struct checker *check)
{
    struct survey *survey = &check->survey;
    struct arena *kept = &survey->kept;
    struct codec codec = survey->codec;
    uint32_t count = survey->save.component_count;
    ow_status status = pegs_init(&check->pegs, kept, count, survey->file->size, has_states(check));
    for (uint32_t i = 0; status == OW_OK && i < count && go_on(&codec, i); i++) {
        ow_blotter_component record;
        uint64_t offset = (uint64_t)(codec.at - codec.begin);
        arena_reset(&survey->scratch);
        component(&codec, &record);
        if (codec.status != OW_OK)
            break;
        index_note(&survey->index, i, record.address);
        check->types[record.type] |= TYPE_USED;
        status = pegs_note(&check->pegs, kept, offset, &record, component_is_odd(check, &record));
    }
    if (status == OW_OK)
        pegs_end(&check->pegs);
    survey->codec = codec;
    return status;
}

static ow_status read_to_the_end(struct checker *check, const struct file *file)
{
    ow_status status = survey_begin(&check->survey, file);
    if (status == OW_OK)
        status = list_types(check);
    if (status == OW_OK)
        status = note_components(check);
    return status == OW_OK ? survey_end(&check->survey) : status;
}

/* Ids that no table can hold for their spread are collected first, see states.h. */
static ow_status note_states(struct checker *check)
{
    const struct peg_notes *pegs = &check->pegs;
    struct state_set *states = &check->states;
    struct arena *kept = &check->survey.kept;
    ow_status status =
        states_init(states, kept, pegs->highest_state, pegs->peg_count, check->survey.file->size);
    if (status != OW_OK)
        return status;
    for (uint64_t peg = 0; states->ids && peg < pegs->peg_count; peg++)
        states_collect(states, *pegs_state(pegs, peg));
    if (states->ids)
        status = states_sort(states, kept);
    for (uint32_t i = 0; status == OW_OK && i < pegs->count; i++) {
        struct pegs of = pegs_of(pegs, i);
        for (uint64_t k = 0; k < (uint64_t)of.inputs + of.outputs; k++) {
            uint8_t *flags = states_flags(states, *pegs_state(pegs, of.first + k));
            if (flags)
                *flags |= k < of.inputs ? STATE_OF_INPUT : STATE_OF_OUTPUT;
        }
    }
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
    /* A walk that ran out of memory saw records that are not there. */
    return status == OW_OK ? check->survey.codec.status : status;
}

ow_status blotter_check(const struct file *file, struct report *report, ow_error *error)
{
    struct checker check = {.report = report};
    ow_status status = read_to_the_end(&check, file);
    if (status == OW_OK && has_states(&check))
        status = note_states(&check);
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
