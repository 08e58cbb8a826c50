/* The things in a summary: which there are most of, and where they stand. */
#include "summary.h"

#include <math.h>

enum { MOST_KINDS = 10, DIRECTIONS = 8 };

/* What is counted of the whole file. */
struct figures {
    struct codec codec;
    const struct city_front *front;
    uint32_t *kind_counts; /* by meta thing; the last is for those that the table lacks */
    bool faces[DIRECTIONS];
    uint32_t placed; /* things whose coordinates are numbers */
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

/* The kinds with the most things, ties by index. Returns how many. */
static uint32_t find_most_frequent(const struct figures *figures, uint32_t best[MOST_KINDS])
{
    const uint32_t *counts = figures->kind_counts;
    uint32_t found = 0;
    for (uint32_t kind = 0; kind <= figures->front->save.meta_thing_count; kind++) {
        uint32_t at = found;
        while (at > 0 && counts[best[at - 1]] < counts[kind])
            at--;
        if (counts[kind] == 0 || at == MOST_KINDS)
            continue;
        found += found < MOST_KINDS;
        for (uint32_t i = found - 1; i > at; i--)
            best[i] = best[i - 1];
        best[at] = kind;
    }
    return found;
}

/* The names of a few entries of the table, which is passed over again for them. */
static void find_names(const struct figures *figures, const uint32_t *kinds, uint32_t count,
                       ow_text *names)
{
    enum { TABLE_HEAD = 8 };
    struct codec codec = figures->codec;
    codec.at = codec.begin + figures->front->table_at + TABLE_HEAD;
    for (uint32_t k = 0; k < count; k++)
        names[k] = (ow_text){"(not in the table)", 18};
    for (uint32_t i = 0; i < figures->front->save.meta_thing_count; i++) {
        ow_text name;
        text_u16(&codec, NULL, &name);
        for (uint32_t k = 0; k < count; k++)
            if (kinds[k] == i)
                names[k] = name;
    }
}

static void emit_kinds(struct emitter *emit, const struct figures *figures)
{
    uint32_t kinds[MOST_KINDS], count = find_most_frequent(figures, kinds);
    ow_text names[MOST_KINDS];
    find_names(figures, kinds, count, names);
    emit_begin_array(emit, "most_frequent_things", count);
    for (uint32_t k = 0; k < count; k++) {
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", figures->kind_counts[kinds[k]]);
        emit_text(emit, "name", names[k]);
        emit_end_object(emit);
    }
    emit_end_array(emit);
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
    if (figures.codec.status == OW_OK && file->front.save.thing_count > 0) {
        emit_kinds(emit, &figures);
        emit_extent(emit, &figures);
    }
    return figures.codec.status;
}

ow_status city_summarise_things(const struct city_file *file, struct emitter *emit)
{
    struct arena arena;
    arena_init(&arena, &file->options);
    ow_status status = summarise_in(&arena, file, emit);
    arena_free(&arena);
    return status;
}
