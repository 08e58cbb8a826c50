/* A save walked once to its end: where everything stands, and how to get back there. */
#include "survey.h"

/* Reads the file once to its end, noting where everything stands. */
static void survey_components(struct survey *survey)
{
    for (uint32_t i = 0; i < survey->save.component_count && go_on(&survey->codec, i); i++) {
        ow_blotter_component record;
        uint64_t offset = offset_now(survey);
        walk_component(survey, &record);
        index_note(&survey->index, i, record.address, offset);
        survey->peg_count += peg_count_of(&record);
        survey->large_count += peg_count_of(&record) > MANY_PEGS;
        for (uint32_t k = 0; record.inputs && k < record.input_count; k++)
            if (record.inputs[k] > survey->highest_state)
                survey->highest_state = record.inputs[k];
        for (uint32_t k = 0; record.outputs && k < record.output_count; k++)
            if (record.outputs[k] > survey->highest_state)
                survey->highest_state = record.outputs[k];
    }
}

static void survey_wires(struct survey *survey)
{
    for (uint32_t i = 0; i < survey->save.wire_count && go_on(&survey->codec, i); i++) {
        ow_blotter_wire record;
        walk_wire(survey, &record);
        if (record.circuit_state > survey->highest_state)
            survey->highest_state = record.circuit_state;
    }
}

static ow_status read_to_the_end(struct survey *survey)
{
    struct codec *c = &survey->codec;
    survey->highest_state = -1;
    c->arena = &survey->kept;
    prologue(c, &survey->save);
    survey->mods_at = offset_now(survey);
    mods(c, &survey->save);
    survey->types_at = offset_now(survey);
    component_types(c, &survey->save);
    survey->components_at = offset_now(survey);
    if (c->status != OW_OK)
        return c->status;
    ow_status status =
        index_init(&survey->index, &survey->kept, survey->save.component_count, survey->file->size);
    if (status != OW_OK)
        return status;
    c->arena = &survey->scratch;
    survey_components(survey);
    survey->wires_at = offset_now(survey);
    survey_wires(survey);
    survey->states_at = offset_now(survey);
    c->arena = &survey->kept;
    epilogue(c, &survey->save);
    c->arena = &survey->scratch;
    return c->status;
}

/* Reads the components with many pegs once more, to stay. */
static ow_status keep_large_components(struct survey *survey)
{
    uint32_t kept = 0, count = survey->save.component_count;
    survey->large = arena_take(&survey->kept, survey->large_count * sizeof *survey->large);
    survey->is_large = arena_take(&survey->kept, count / 8 + 1);
    if (!survey->large || !survey->is_large)
        return survey->kept.status;
    memset(survey->is_large, 0, count / 8 + 1);
    walk_from(survey, survey->components_at);
    for (uint32_t i = 0; i < count && survey->codec.status == OW_OK; i++) {
        ow_blotter_component record;
        uint64_t offset = offset_now(survey);
        walk_component(survey, &record);
        if (peg_count_of(&record) <= MANY_PEGS)
            continue;
        struct codec codec = survey->codec;
        codec.arena = &survey->kept;
        codec.at = codec.begin + offset;
        component(&codec, &survey->large[kept].record);
        if (codec.status != OW_OK)
            return codec.status;
        survey->large[kept++].ordinal = i;
        survey->is_large[i / 8] = (uint8_t)(survey->is_large[i / 8] | 1u << i % 8);
    }
    return survey->codec.status;
}

void survey_find_large(const struct survey *survey, uint32_t ordinal, ow_blotter_component *record)
{
    uint32_t low = 0, high = survey->large_count;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (survey->large[middle].ordinal <= ordinal)
            low = middle;
        else
            high = middle;
    }
    *record = survey->large[low].record;
}

ow_status survey_open(struct survey *survey, const struct file *file)
{
    *survey = (struct survey){.file = file};
    driver_find(&blotter_format, file, &survey->save);
    survey->codec = (struct codec){
        .begin = file->bytes,
        .at = file->bytes,
        .end = file->bytes + file->size,
        .borrows = true,
        .options = &file->options,
    };
    arena_init(&survey->kept, &file->options);
    arena_share(&survey->scratch, &survey->kept);
    arena_share(&survey->looked_at, &survey->kept);
    ow_status status = read_to_the_end(survey);
    if (status == OW_OK)
        status = index_sort(&survey->index, &survey->kept);
    if (status == OW_OK && survey->large_count > 0)
        status = keep_large_components(survey);
    survey->aside = survey->codec;
    survey->aside.arena = &survey->looked_at;
    return status;
}

void survey_close(struct survey *survey)
{
    arena_free(&survey->scratch);
    arena_free(&survey->looked_at);
    arena_free(&survey->kept);
}

ow_status survey_explain(const struct survey *survey, ow_status status, ow_error *error)
{
    ow_blotter_save known = {0};
    blotter_take_variant(&survey->save, &known);
    return driver_explain(&blotter_format, survey->file, &known, status, error);
}
