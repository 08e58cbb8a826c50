/* The things in a summary: the most frequent ones, and their extent. */
#include "summary.h"

#include "../base/ranking.h"

#include <math.h>

enum { DIRECTIONS = 8 };

/* The counts over the whole file. */
struct figures {
    struct codec codec;
    const struct city_front *front;
    uint32_t *kind_counts; /* by meta thing; the last is for those outside the table */
    bool faces[DIRECTIONS];
    uint32_t placed; /* things with finite coordinates */
    float least[3], most[3];
};

static void count_place(struct figures *figures, const ow_city_thing *thing)
{
    const float at[3] = {thing->x, thing->y, thing->z};
    if (!isfinite(at[0]) || !isfinite(at[1]) || !isfinite(at[2]))
        return;
    bool first = figures->placed++ == 0;
    for (int i = 0; i < 3; i++) {
        figures->least[i] = first || at[i] < figures->least[i] ? at[i] : figures->least[i];
        figures->most[i] = first || at[i] > figures->most[i] ? at[i] : figures->most[i];
    }
}

static void count_things(struct figures *figures)
{
    const ow_city_save *save = &figures->front->save;
    uint32_t kinds = save->meta_thing_count;
    for (uint32_t i = 0; i < save->thing_count && go_on(&figures->codec, i); i++) {
        ow_city_thing record;
        thing(&figures->codec, &record);
        figures->kind_counts[record.meta_thing < kinds ? record.meta_thing : kinds]++;
        if (record.direction < DIRECTIONS)
            figures->faces[record.direction] = true;
        count_place(figures, &record);
    }
}

/* Sorts the kinds that things have, most frequent first, ties by index. */
static ow_status rank_kinds(struct figures *figures, struct arena *arena, struct ranking *kinds)
{
    const uint32_t *counts = figures->kind_counts;
    uint32_t table = figures->front->save.meta_thing_count, used = 0;
    for (uint64_t kind = 0; kind <= table; kind++)
        used += counts[kind] > 0;
    ow_status status = ranking_open(kinds, used, arena);
    for (uint64_t kind = 0; kind <= table && status == OW_OK; kind++)
        if (counts[kind] > 0)
            ranking_add(kinds, counts[kind], (uint32_t)kind);
    return status == OW_OK ? ranking_sort(kinds, arena) : status;
}

/* Finds the offsets of the names in use. Counts have been reported by now: an index into the
 * offsets replaces each count. */
static void find_names(struct figures *figures, uint64_t *places)
{
    enum { TABLE_HEAD = 8 };
    struct codec codec = figures->codec;
    uint32_t used = 0;
    codec.at = codec.begin + figures->front->table_at + TABLE_HEAD;
    for (uint32_t i = 0; i < figures->front->save.meta_thing_count; i++) {
        ow_text name;
        if (figures->kind_counts[i] > 0) {
            places[used] = walk_offset(&codec);
            figures->kind_counts[i] = used++;
        }
        text(&codec, NULL, &name, U16);
    }
}

static ow_text name_of(const struct figures *figures, const uint64_t *places, uint32_t kind)
{
    struct codec codec = figures->codec;
    ow_text name;
    if (kind >= figures->front->save.meta_thing_count)
        return OW_LITERAL("(not in the table)");
    codec.at = codec.begin + places[figures->kind_counts[kind]];
    text(&codec, NULL, &name, U16);
    return name;
}

static ow_status emit_kinds(struct emitter *emit, struct figures *figures, struct arena *arena)
{
    struct ranking kinds;
    ow_status status = rank_kinds(figures, arena, &kinds);
    uint64_t *places = status == OW_OK ? arena_take(arena, kinds.size * sizeof *places) : NULL;
    if (!places)
        return status == OW_OK ? arena->status : status;
    find_names(figures, places);
    emit_begin_array(emit, "most_frequent_things", kinds.size);
    for (uint32_t row = 0; row < kinds.size; row++) {
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", ranking_count(&kinds, row));
        emit_text(emit, "name", name_of(figures, places, ranking_what(&kinds, row)));
        emit_end_object(emit);
    }
    emit_end_array(emit);
    return OW_OK;
}

static void emit_corner(struct emitter *emit, const char *name, const float numbers[3])
{
    emit_begin_array(emit, name, 3);
    for (int i = 0; i < 3; i++)
        emit_float(emit, NULL, numbers[i]);
    emit_end_array(emit);
}

static void emit_extent(struct emitter *emit, const struct figures *figures)
{
    uint32_t used = 0;
    for (int i = 0; i < DIRECTIONS; i++)
        used += figures->faces[i];
    emit_begin_object(emit, "things");
    emit_begin_array(emit, "directions", used);
    for (int i = 0; i < DIRECTIONS; i++)
        if (figures->faces[i])
            emit_integer(emit, NULL, i);
    emit_end_array(emit);
    if (figures->placed > 0) {
        emit_corner(emit, "least", figures->least);
        emit_corner(emit, "most", figures->most);
    }
    emit_end_object(emit);
}

static ow_status summarise_in(struct arena *arena, const struct city_file *file,
                              struct emitter *emit)
{
    struct figures figures = {.codec = walk_file(file, file->front.first_thing_at),
                              .front = &file->front};
    size_t size = ((size_t)file->front.save.meta_thing_count + 1) * sizeof *figures.kind_counts;
    figures.kind_counts = arena_take(arena, size);
    if (!figures.kind_counts)
        return arena->status;
    memset(figures.kind_counts, 0, size);
    count_things(&figures);
    ow_status status = figures.codec.status;
    if (status != OW_OK || file->front.save.thing_count == 0)
        return status;
    status = emit_kinds(emit, &figures, arena);
    if (status == OW_OK)
        emit_extent(emit, &figures);
    return status;
}

ow_status city_summarise_things(const struct city_file *file, struct emitter *emit)
{
    struct arena arena;
    arena_init(&arena, &file->options);
    ow_status status = summarise_in(&arena, file, emit);
    arena_free(&arena);
    return status;
}
