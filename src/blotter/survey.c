/* Walks a save once to its end: the offset of each part, and how to get back there. */
#include "survey.h"

ow_status survey_begin(struct survey *survey, const struct file *file)
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
    struct codec *c = &survey->codec;
    c->arena = &survey->kept;
    prologue(c, &survey->save);
    survey->mods_at = offset_now(survey);
    mods(c, &survey->save);
    survey->types_at = offset_now(survey);
    component_types(c, &survey->save);
    survey->components_at = offset_now(survey);
    c->arena = &survey->scratch;
    index_init(&survey->index, &survey->kept, survey->save.component_count);
    return c->status;
}

/* A local copy of the codec lets its cursor stay in a register. */
void survey_components(struct survey *survey)
{
    struct codec codec = survey->codec;
    uint16_t highest_type = 0;
    for (uint32_t i = 0; i < survey->save.component_count && go_on(&codec, i); i++) {
        ow_blotter_component record;
        arena_reset(&survey->scratch);
        component(&codec, &record);
        index_note(&survey->index, i, record.address);
        highest_type = record.type > highest_type ? record.type : highest_type;
    }
    survey->codec = codec;
    survey->highest_type = highest_type;
}

/* No value of a wire is invalid for a reader. If all wires are complete, only one is read, for its
 * size. */
static void skip_wires(struct survey *survey)
{
    struct codec *c = &survey->codec;
    for (uint32_t i = 0; i < survey->save.wire_count && go_on(c, i); i++) {
        ow_blotter_wire record;
        walk_wire(survey, &record);
        if (i > 0 || c->status != OW_OK)
            continue;
        uint64_t left = (uint64_t)(c->end - c->at), more = survey->save.wire_count - 1;
        survey->wire_size = offset_now(survey) - survey->wires_at;
        if (more > left / survey->wire_size)
            continue;
        c->at += more * survey->wire_size;
        return;
    }
}

ow_status survey_end(struct survey *survey)
{
    struct codec *c = &survey->codec;
    survey->wires_at = offset_now(survey);
    skip_wires(survey);
    survey->states_at = offset_now(survey);
    c->arena = &survey->kept;
    epilogue(c, &survey->save);
    c->arena = &survey->scratch;
    survey->aside = *c;
    return c->status == OW_OK ? index_build(&survey->index) : c->status;
}

ow_status survey_open(struct survey *survey, const struct file *file)
{
    ow_status status = survey_begin(survey, file);
    if (status != OW_OK)
        return status;
    survey_components(survey);
    return survey_end(survey);
}

void survey_close(struct survey *survey)
{
    arena_free(&survey->scratch);
    arena_free(&survey->kept);
}

ow_status survey_explain(const struct survey *survey, ow_status status, ow_error *error)
{
    ow_blotter_save preset = {0};
    blotter_take_variant(&survey->save, &preset);
    return driver_explain(&blotter_format, survey->file, &preset, status, error);
}
