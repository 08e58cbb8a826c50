/* A save's summary on one screen: the lines of `overworld info`. */
#include "survey.h"

#include "../base/emit.h"
#include "../base/floats.h"
#include "../base/pieces.h"
#include "../base/ranking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SQUARE = 300 };

static void emit_version(struct emitter *emit, const char *name, const int32_t version[4],
                         int numbers)
{
    char text[64];
    int size = snprintf(text, sizeof text, "%d", version[0]);
    for (int i = 1; i < numbers; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, ".%d", version[i]);
    emit_string(emit, name, text);
}

static void emit_header(struct emitter *emit, const ow_blotter_save *save)
{
    emit_integer(emit, "version", save->version);
    if (save->variant == OW_BLOTTER_DRAFT)
        emit_string(emit, "variant", "draft");
    if (save->version >= 5)
        emit_string(emit, "save_type",
                    save->save_type == OW_BLOTTER_WORLD ? "world" : "subassembly");
    emit_version(emit, "game_version", save->game_version, 4);
    emit_begin_array(emit, "mods", save->mod_count);
    for (uint32_t i = 0; i < save->mod_count; i++) {
        const ow_blotter_mod *mod = &save->mods[i];
        emit_begin_object(emit, NULL);
        emit_text(emit, "id", mod->id);
        emit_version(emit, "version", mod->version, mod->version[3] == -1 ? 3 : 4);
        emit_end_object(emit);
    }
    emit_end_array(emit);
    emit_integer(emit, "component_count", save->component_count);
    emit_integer(emit, "wire_count", save->wire_count);
    emit_integer(emit, "component_type_count", save->component_type_count);
}

/* A component's place in the world. */
struct pose {
    float at[3], turn[4];
};

struct figures {
    struct survey survey;
    uint64_t roots, inputs, outputs, custom_data_bytes;
    uint32_t *type_counts; /* by numeric id */
    uint32_t type_room;    /* numeric ids, those of the table of types too, are below */
    uint32_t types_used;   /* those with a count */
    struct pose *poses;    /* by ordinal */
    float least[3], most[3];
};

/* One component of the cross product of two vectors. */
static float cross_of(const float *a, const float *b, int i)
{
    return subtract_floats(multiply_floats(a[(i + 1) % 3], b[(i + 2) % 3]),
                           multiply_floats(a[(i + 2) % 3], b[(i + 1) % 3]));
}

/* Rotates v by the quaternion q: v + 2w(q × v) + 2(q × (q × v)). */
static void turn(const float q[4], const float v[3], float turned[3])
{
    float cross[3];
    for (int i = 0; i < 3; i++)
        cross[i] = multiply_floats(2, cross_of(q, v, i));
    for (int i = 0; i < 3; i++)
        turned[i] =
            add_floats(add_floats(v[i], multiply_floats(q[3], cross[i])), cross_of(q, cross, i));
}

static void multiply(const float a[4], const float b[4], float product[4])
{
    static const bool minus[4][3] = {
        {false, false, true}, {true, false, false}, {false, true, false}, {true, true, true}};
    for (int k = 0; k < 4; k++) {
        product[k] = multiply_floats(a[3], b[k]);
        for (int i = 0; i < 3; i++) {
            float part = multiply_floats(a[i], b[i ^ k ^ 3]);
            product[k] =
                minus[k][i] ? subtract_floats(product[k], part) : add_floats(product[k], part);
        }
    }
}

/* In a sound save parents come first. A component listed before its parent is placed as a root. */
static void place(struct figures *figures, uint32_t ordinal, const ow_blotter_component *record)
{
    bool units = figures->survey.save.version < 6;
    struct pose *pose = &figures->poses[ordinal];
    float local[3];
    for (int i = 0; i < 3; i++)
        local[i] = units ? record->position.units[i]
                         : divide_floats(rounded_to_float(record->position.fixed[i]), 1000);
    uint32_t parent =
        record->parent ? index_find(&figures->survey.index, record->parent) : NO_COMPONENT;
    if (parent != NO_COMPONENT && parent < ordinal) {
        const struct pose *base = &figures->poses[parent];
        turn(base->turn, local, pose->at);
        for (int i = 0; i < 3; i++)
            pose->at[i] = add_floats(pose->at[i], base->at[i]);
        multiply(base->turn, record->rotation, pose->turn);
    } else {
        memcpy(pose->at, local, sizeof local);
        memcpy(pose->turn, record->rotation, sizeof pose->turn);
    }
    for (int i = 0; i < 3; i++) {
        if (ordinal == 0 || pose->at[i] < figures->least[i])
            figures->least[i] = pose->at[i];
        if (ordinal == 0 || pose->at[i] > figures->most[i])
            figures->most[i] = pose->at[i];
    }
}

static bool count_some(void *context, uint32_t first, uint32_t end)
{
    struct figures *figures = context;
    for (uint32_t i = first; i < end; i++) {
        ow_blotter_component record;
        walk_component(&figures->survey, &record);
        figures->roots += record.parent == 0;
        figures->inputs += record.input_count;
        figures->outputs += record.output_count;
        figures->custom_data_bytes += record.custom_data.size;
        figures->types_used += figures->type_counts[record.type]++ == 0;
        place(figures, i, &record);
    }
    return true;
}

static void count_components(struct figures *figures)
{
    walk_from(&figures->survey, figures->survey.components_at);
    run_in_pieces(figures->survey.save.component_count, count_some, figures);
}

static uint64_t count_bits(ow_bytes bits)
{
    uint64_t count = 0;
    for (size_t i = 0; i < bits.size; i++)
        for (uint8_t rest = bits.data[i]; rest; rest = (uint8_t)(rest & (rest - 1)))
            count++;
    return count;
}

/* Sorts the types that components have, most frequent first, ties by numeric id. */
static ow_status rank_types(struct figures *figures, struct ranking *types)
{
    struct arena *arena = &figures->survey.kept;
    ow_status status = ranking_open(types, figures->types_used, arena);
    for (uint32_t id = 0; id < figures->type_room && status == OW_OK; id++)
        if (figures->type_counts[id] > 0)
            ranking_add(types, figures->type_counts[id], id);
    return status == OW_OK ? ranking_sort(types, arena) : status;
}

/* Finds the first position of each id in the table of types: the index + 1, or 0 if it has none.
 * Overwrites the counts, which have been reported by now. */
static void find_types(struct figures *figures)
{
    const ow_blotter_save *save = &figures->survey.save;
    memset(figures->type_counts, 0, figures->type_room * sizeof *figures->type_counts);
    for (uint32_t i = save->component_type_count; i-- > 0;)
        figures->type_counts[save->component_types[i].id] = i + 1;
}

static ow_status emit_types(struct emitter *emit, struct figures *figures)
{
    struct ranking types;
    ow_status status = rank_types(figures, &types);
    if (status != OW_OK)
        return status;
    find_types(figures);
    emit_integer(emit, "component_types_used", types.size);
    emit_begin_array(emit, "most_used_types", types.size);
    for (uint32_t row = 0; row < types.size; row++) {
        uint32_t index = figures->type_counts[ranking_what(&types, row)];
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", ranking_count(&types, row));
        emit_text(emit, "name",
                  index ? figures->survey.save.component_types[index - 1].name
                        : OW_LITERAL("(not in the map)"));
        emit_end_object(emit);
    }
    emit_end_array(emit);
    return OW_OK;
}

static void emit_corner(struct emitter *emit, const char *name, const float numbers[3],
                        const float minus[3], float unit)
{
    emit_begin_array(emit, name, 3);
    for (int i = 0; i < 3; i++)
        emit_float(emit, NULL,
                   in_thousandths(((double)numbers[i] - (double)minus[i]) / (double)unit));
    emit_end_array(emit);
}

static ow_status emit_figures(struct emitter *emit, struct figures *figures)
{
    static const float zero[3];
    const ow_blotter_save *save = &figures->survey.save;
    emit_integer(emit, "root_count", (int64_t)figures->roots);
    emit_integer(emit, "input_count", (int64_t)figures->inputs);
    emit_integer(emit, "output_count", (int64_t)figures->outputs);
    emit_integer(emit, "custom_data_bytes", (int64_t)figures->custom_data_bytes);
    if (save->version >= 5)
        emit_integer(emit, "states_on",
                     save->save_type == OW_BLOTTER_WORLD
                         ? (int64_t)count_bits(save->circuit_states.bits)
                         : save->circuit_states.on_count);
    ow_status status = emit_types(emit, figures);
    if (save->component_count == 0 || status != OW_OK)
        return status;
    /* The bounding box of the components' origins. Their own extent is not in the file. */
    emit_begin_object(emit, "bounding_box_of_origins");
    emit_corner(emit, "least", figures->least, zero, 1);
    emit_corner(emit, "most", figures->most, zero, 1);
    emit_corner(emit, "size_in_squares", figures->most, figures->least, SQUARE / 1000.0f);
    emit_end_object(emit);
    return OW_OK;
}

static uint32_t room_for_types(const struct survey *survey)
{
    uint32_t highest = survey->highest_type;
    for (uint32_t i = 0; i < survey->save.component_type_count; i++)
        if (survey->save.component_types[i].id > highest)
            highest = survey->save.component_types[i].id;
    return highest + 1;
}

static ow_status summarise_whole(struct figures *figures, struct emitter *emit)
{
    struct survey *survey = &figures->survey;
    figures->type_room = room_for_types(survey);
    size_t types = figures->type_room * sizeof *figures->type_counts;
    figures->type_counts = arena_take(&survey->kept, types);
    figures->poses =
        arena_take(&survey->kept, survey->save.component_count * sizeof *figures->poses);
    if (!figures->type_counts || !figures->poses)
        return survey->kept.status;
    memset(figures->type_counts, 0, types);
    count_components(figures);
    if (survey->codec.status != OW_OK) /* memory for a record may have run out */
        return survey->codec.status;
    return emit_figures(emit, figures);
}

static ow_status summarise_header(const struct file *file, struct emitter *emit, ow_error *error)
{
    ow_blotter_reader *reader;
    ow_status status = blotter_read_front(file, &reader, error);
    if (status == OW_OK)
        emit_header(emit, ow_blotter_reader_save(reader));
    ow_blotter_reader_close(reader);
    return status;
}

ow_status blotter_summarise(const struct file *file, bool whole, struct emitter *emit,
                            ow_error *error)
{
    ow_status status = summarise_header(file, emit, error);
    if (!whole || status != OW_OK)
        return status;
    struct figures figures = {0};
    status = survey_open(&figures.survey, file);
    if (status == OW_OK)
        status = summarise_whole(&figures, emit);
    survey_close(&figures.survey);
    return status == OW_OK ? OW_OK : survey_explain(&figures.survey, status, error);
}
