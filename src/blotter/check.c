/* Checks a save: reads it to its end, then runs the rules on all wires and on those components that
 * may break one. Memory is at most 45 bytes per component, 4 per peg and 7 per wire, whatever the
 * records hold, and twice that if components have thousands of pegs. */
#include "check.h"

#include "../base/pieces.h"
#include "../base/pool.h"

/* Types whose custom data is known, or whose inputs are joined. */
static uint8_t row_of(ow_text name)
{
    size_t count;
    const struct component_type *type = type_of_name(name), *first = type_list(&count);
    bool has_rules = type != &type_unknown && (type->data || type->joins_inputs);
    return has_rules ? (uint8_t)(type - first + 1) : 0;
}

/* Ids are low, so most of the memory is never touched. */
static void make_room_for_type(struct checker *check, uint32_t id)
{
    if (LIKELY(id < check->type_room))
        return;
    memset(check->types + check->type_room, 0, id + 1 - check->type_room);
    memset(check->rows + check->type_room, 0, id + 1 - check->type_room);
    check->type_room = id + 1;
}

static ow_status list_types(struct checker *check)
{
    enum { TYPE_IDS = 65536 };
    const ow_blotter_save *save = &check->survey.save;
    check->types = arena_take(&check->survey.kept, TYPE_IDS);
    check->rows = arena_take(&check->survey.kept, TYPE_IDS);
    if (!check->types || !check->rows)
        return check->survey.kept.status;
    for (uint32_t i = save->component_type_count; i-- > 0;) {
        make_room_for_type(check, save->component_types[i].id);
        check->types[save->component_types[i].id] = TYPE_LISTED;
        check->rows[save->component_types[i].id] = row_of(save->component_types[i].name);
    }
    return OW_OK;
}

/* Stores the circuit states of a component's inputs or outputs. */
static int32_t *note_states(struct checker *check, int32_t *to, const int32_t *states,
                            uint32_t count, uint8_t flag)
{
    int32_t lowest = check->lowest_state, highest = check->highest_state;
    for (uint32_t i = 0; i < count; i++) {
        int32_t id = states[i];
        to[i] = id;
        lowest = id < lowest ? id : lowest;
        highest = id > highest ? id : highest;
        marks_add(&check->marks, id, flag);
    }
    check->lowest_state = lowest;
    check->highest_state = highest;
    return to + count;
}

/* Stores what the rules need to know about a component. */
static ow_status note_component(struct checker *check, uint64_t offset,
                                const ow_blotter_component *record)
{
    struct arena *kept = &check->survey.kept;
    make_room_for_type(check, record->type);
    bool odd = component_is_odd(check, record);
    odd |= !index_note(&check->survey.index, check->pegs.count, record->address);
    check->types[record->type] |= TYPE_USED;
    int32_t *states =
        pegs_note(&check->pegs, kept, offset, record->input_count, record->output_count, odd);
    if (!states)
        return kept->status;
    if (check->pegs.with_states) {
        states = note_states(check, states, record->inputs, record->input_count, STATE_OF_INPUT);
        note_states(check, states, record->outputs, record->output_count, STATE_OF_OUTPUT);
    }
    return OW_OK;
}

struct noting {
    struct checker *check;
    ow_status status;
};

/* A local copy of the codec lets its cursor stay in a register. */
static bool note_some(void *context, uint32_t first, uint32_t end)
{
    struct noting *noting = context;
    struct survey *survey = &noting->check->survey;
    struct codec codec = survey->codec;
    bool goes_on = true;
    for (uint32_t i = first; noting->status == OW_OK && i < end && (goes_on = go_on(&codec, i));
         i++) {
        ow_blotter_component record;
        uint64_t offset = (uint64_t)(codec.at - codec.begin);
        arena_reset(&survey->scratch);
        component(&codec, &record);
        if (codec.status == OW_OK)
            noting->status = note_component(noting->check, offset, &record);
    }
    survey->codec = codec;
    return noting->status == OW_OK && goes_on;
}

static ow_status note_components(struct checker *check)
{
    struct survey *survey = &check->survey;
    struct noting noting = {.check = check};
    uint32_t count = survey->save.component_count;
    uint64_t size = survey->file->size;
    marks_begin(&check->marks, &survey->kept, size);
    noting.status = pegs_init(&check->pegs, &survey->kept, count, size, has_states(check));
    if (noting.status == OW_OK)
        run_in_pieces(count, note_some, &noting);
    return noting.status;
}

/* Two threads: one reads components, the other looks at wires ahead of it. */
struct two_threads {
    struct checker *check;
    struct wire_search *wires;
    ow_options quiet;
    struct arena arena, scratch; /* of the second */
    ow_status status;            /* of the first */
};

static void run_thread(void *context, uint32_t number)
{
    struct two_threads *both = context;
    if (number == 0)
        both->status = note_components(both->check);
    else
        wires_find_duplicates(both->check, both->wires, &both->quiet, &both->scratch);
}

/* The memory of the second thread counts as it would if there were one thread only: wires that do
 * not fit are looked at again, later, which then finds the error. */
static ow_status note_with_two_threads(struct checker *check, const ow_options *options)
{
    struct arena *kept = &check->survey.kept;
    struct two_threads both = {.check = check, .quiet = *options};
    both.quiet.progress = NULL;
    arena_split(&both.arena, kept, 2);
    arena_split(&both.scratch, kept, 2);
    both.wires = wires_look_ahead(check, &both.arena);
    pool_run(options, both.wires ? 2 : 1, run_thread, &both);
    arena_free(&both.scratch);
    if (both.wires && kept->held <= kept->limit && both.arena.held <= kept->limit - kept->held) {
        arena_absorb(kept, &both.arena);
        check->wires = both.wires;
    }
    arena_free(&both.arena);
    return both.status;
}

static ow_status note_all(struct checker *check)
{
    enum { MANY_WIRES = PIECE(1 << 14, 2) };
    const ow_options *options = &check->survey.file->options;
    return pool_threads(options) > 1 && check->survey.save.wire_count >= MANY_WIRES
               ? note_with_two_threads(check, options)
               : note_components(check);
}

static ow_status read_to_the_end(struct checker *check, const struct file *file)
{
    ow_status status = survey_begin(&check->survey, file);
    if (status == OW_OK)
        status = list_types(check);
    if (status == OW_OK)
        status = note_all(check);
    return status == OW_OK ? survey_end(&check->survey) : status;
}

/* If ids are too spread out for a table, they are collected first, see states.h. */
static ow_status note_sparse_states(struct checker *check)
{
    const struct peg_notes *pegs = &check->pegs;
    struct state_set *states = &check->spread;
    struct arena *kept = &check->survey.kept;
    ow_status status =
        states_init(states, kept, check->highest_state, pegs->peg_count, check->survey.file->size);
    for (uint32_t i = 0; status == OW_OK && i < pegs->count; i++) {
        struct pegs of = pegs_of(pegs, i);
        for (uint64_t k = 0; k < (uint64_t)of.inputs + of.outputs; k++)
            states_collect(states, of.states[k]);
    }
    if (status == OW_OK)
        status = states_sort(states, kept);
    for (uint32_t i = 0; status == OW_OK && i < pegs->count; i++) {
        struct pegs of = pegs_of(pegs, i);
        for (uint64_t k = 0; k < (uint64_t)of.inputs + of.outputs; k++) {
            uint8_t *flags = states_flags(states, of.states[k]);
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
        status = check_overlaps(check);
    if (status == OW_OK)
        check_types_used(check);
    if (status == OW_OK)
        status = check_wires(check);
    if (status == OW_OK)
        check_states(check);
    /* If the walk ran out of memory, its last records are incomplete. */
    return status == OW_OK ? check->survey.codec.status : status;
}

ow_status blotter_check(const struct file *file, struct report *report, ow_error *error)
{
    struct checker check = {.report = report, .highest_state = -1};
    check.records =
        (struct record_reporter){.report = report, .file = file, .document = &check.survey.save};
    ow_status status = read_to_the_end(&check, file);
    if (status == OW_OK)
        status = check.marks.status;
    if (status == OW_OK && check.marks.sparse)
        status = note_sparse_states(&check);
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
