/* Building tables of the possible outcomes of a place: runs every combination of the classes that
 * it depends on. */
#include "table.h"

#include "../base/error.h"

#include <string.h>

bool is_hidden(const struct exploration *e, uint16_t place)
{
    for (unsigned i = 0; i < e->outcome_count[place]; i++) {
        const struct field_type *type = explore_type(e, e->outcomes[place][i].status);
        if (type)
            return type->hidden;
    }
    return true;
}

static unsigned depth_of(const struct description *d, uint16_t place)
{
    unsigned depth = 0;
    for (; place; place = d->places[place].parent)
        depth++;
    return depth;
}

static bool is_object(const struct exploration *e, uint16_t place)
{
    if (place == 0)
        return true;
    for (unsigned i = 0; i < e->outcome_count[place]; i++) {
        const struct field_type *type = explore_type(e, e->outcomes[place][i].status);
        if (type && type->kind == TYPE_OBJECT)
            return true;
    }
    return false;
}

uint16_t common_object(const struct exploration *e, uint16_t a, uint16_t b)
{
    const struct place *places = e->description.places;
    a = places[a].parent;
    b = places[b].parent;
    while (a != b)
        if (depth_of(&e->description, a) >= depth_of(&e->description, b))
            a = places[a].parent;
        else
            b = places[b].parent;
    while (!is_object(e, a))
        a = places[a].parent;
    return a;
}

/* Returns true if a schema can test a decider from an object that contains the place too. */
static bool is_visible(const struct exploration *e, uint16_t place, const struct decider *decider)
{
    const struct place *places = e->description.places;
    if (decider->kind == DECIDES_HIDDEN)
        return false;
    if (decider->kind == DECIDES_ROW)
        return true;
    uint16_t object = common_object(e, place, decider->place);
    for (uint16_t at = decider->place; at != object; at = places[at].parent)
        if (at == place || !places[at].name)
            return false;
    return true;
}

/* A table that is being built: every decider of a place, whether JSON shows it or not. */
struct making {
    struct exploration *e;
    uint16_t place, witness;
    unsigned count;
    uint16_t deciders[MOST_DECIDERS];
    unsigned classes[MOST_DECIDERS];
    const uint8_t *class_of[MOST_DECIDERS]; /* of each decider's alternatives */
    unsigned at[MOST_DECIDERS];             /* the current class */
    int dimension[MOST_DECIDERS];           /* of the table; -1: hidden */
    unsigned context;                       /* the last context with a result */
    uint64_t looked;                        /* bits of outcomes, see finds_more */
    unsigned settled;                       /* of exploration.settled, for the current deciders */
    uint16_t status;                        /* of the place in the cell that facts are tried in */
    uint32_t exact;
    struct table *table;
};

/* The classes of a decider's alternatives: those of the place, split by those of the witness. */
static const uint8_t *join_classes(const struct making *m, unsigned decider)
{
    const uint8_t *own = m->e->classes[m->place][decider];
    const uint8_t *other = m->e->classes[m->witness][decider];
    if (!m->witness || !explore_depends(m->e, m->witness, decider))
        return own;
    if (!explore_depends(m->e, m->place, decider))
        return other;
    uint8_t *joined = arena_take(m->e->arena, MOST_ALTERNATIVES);
    unsigned next = 0;
    for (unsigned i = 0; joined && i < m->e->description.deciders[decider].count; i++) {
        unsigned same = 0;
        while (same < i && (own[same] != own[i] || other[same] != other[i]))
            same++;
        joined[i] = (uint8_t)(same < i ? joined[same] : next++);
    }
    return joined;
}

static unsigned count_classes(const struct exploration *e, const uint8_t *class_of,
                              unsigned decider)
{
    unsigned most = 0;
    for (unsigned i = 0; class_of && i < e->description.deciders[decider].count; i++)
        if (class_of[i] > most)
            most = class_of[i];
    return most + 1;
}

static void add_decider(struct making *m, uint16_t decider)
{
    struct table *table = m->table;
    unsigned at = m->count++;
    m->deciders[at] = decider;
    m->class_of[at] = join_classes(m, decider);
    m->classes[at] = count_classes(m->e, m->class_of[at], decider);
    m->dimension[at] = -1;
    if (!is_visible(m->e, m->place, &m->e->description.deciders[decider]) ||
        table->count == MOST_DIMENSIONS - 1)
        return;
    m->dimension[at] = (int)table->count;
    table->dimensions[table->count++] = (struct dimension){
        .decider = decider, .classes = m->classes[at], .class_of = m->class_of[at]};
}

/* Returns false without memory. */
static bool find_deciders(struct making *m)
{
    struct exploration *e = m->e;
    m->count = m->table->count = 0;
    for (uint16_t i = 0; i < e->description.decider_count; i++)
        if (explore_depends(e, m->place, i) || explore_depends(e, m->witness, i))
            add_decider(m, i);
    if (m->witness)
        m->table->dimensions[m->table->count++] =
            (struct dimension){.witness = m->witness, .classes = 2};
    return e->arena->status == OW_OK;
}

/* An alternative of a class, if possible one that is valid in some file. */
static unsigned alternative_of(const struct exploration *e, const uint8_t *classes,
                               unsigned decider, unsigned class)
{
    unsigned found = 0;
    for (unsigned i = e->description.deciders[decider].count; i-- > 0;) {
        bool valid = e->valid[decider][i / 64] >> i % 64 & 1;
        bool better =
            valid || !(e->valid[decider][found / 64] >> found % 64 & 1) || classes[found] != class;
        if (classes[i] == class && better)
            found = i;
    }
    return found;
}

/* Returns true if a context has an unusual fact. */
static bool is_unusual(const struct exploration *e, const uint16_t *context)
{
    const struct description *d = &e->description;
    for (unsigned i = 1; i < d->decider_count; i++)
        if (context[i] && explore_is_fact(&d->deciders[i]))
            return true;
    return false;
}

/* Runs the current classes in a context. Returns false if the place is not visited. */
static bool run_in(struct making *m, unsigned context)
{
    struct exploration *e = m->e;
    struct description *d = &e->description;
    memcpy(d->chosen, e->contexts[context], sizeof d->chosen);
    for (unsigned k = 0; k < m->count; k++)
        d->chosen[m->deciders[k]] =
            (uint16_t)(alternative_of(e, m->class_of[k], m->deciders[k], m->at[k]) + 1);
    if (!explore_run(e) || !explore_visited(e, m->place))
        return false;
    m->context = context;
    return true;
}

/* Runs the current classes in the first context that shows the result, preferably one with the
 * usual facts: with others a field may depend on less. Returns false if there is none. */
static bool run_cell(struct making *m)
{
    unsigned count = m->e->context_count;
    for (unsigned unusual = 0; unusual < 2; unusual++)
        for (unsigned i = 0; i < count; i++) {
            unsigned context = (m->context + i) % count;
            if (is_unusual(m->e, m->e->contexts[context]) == unusual && run_in(m, context))
                return true;
        }
    return false;
}

/* Returns true if an alternative of a fact or a row is treated as the current one. */
static bool is_taken_for_same(const struct making *m, unsigned decider, unsigned chosen,
                              unsigned other)
{
    const uint8_t *classes = m->e->classes[m->place][decider];
    return chosen != other &&
           (!explore_depends(m->e, m->place, decider) || classes[chosen] == classes[other]);
}

/* Returns true if an earlier cell that showed no dependence had the same runs. */
static bool is_settled(const struct making *m)
{
    const struct exploration *e = m->e;
    const uint16_t *chosen = e->description.chosen;
    for (unsigned i = 0; i < m->settled; i++) {
        const struct settled *settled = &e->settled[i];
        unsigned differs = 0;
        for (unsigned k = 0; k < MOST_DECIDERS; k++)
            differs |= (settled->chosen[k] ^ chosen[k]) & settled->met[k];
        if (!differs)
            return true;
    }
    return false;
}

/* Runs the current cell with another alternative of a fact or a row. Returns true if the place
 * shows something else. */
static bool run_shows_more(struct making *m, const uint16_t *chosen, unsigned decider,
                           unsigned alternative, struct settled *settled)
{
    struct exploration *e = m->e;
    struct description *d = &e->description;
    memcpy(d->chosen, chosen, sizeof d->chosen);
    d->chosen[decider] = (uint16_t)(alternative + 1);
    bool shows = explore_run(e) && explore_visited(e, m->place) &&
                 (d->status[m->place] != m->status || d->exact[m->place] != m->exact);
    for (unsigned i = 0; i < d->decider_count; i++)
        settled->met[i] |= d->met[i] ? UINT16_MAX : 0;
    return shows;
}

/* As finds_dependence, for one fact or the row. */
static bool fact_matters(struct making *m, unsigned decider, struct settled *settled)
{
    const struct decider *fact = &m->e->description.deciders[decider];
    unsigned at = settled->chosen[decider] ? settled->chosen[decider] - 1u : fact->usual;
    for (unsigned i = 0; i < fact->count; i++)
        if (is_taken_for_same(m, decider, at, i) &&
            run_shows_more(m, settled->chosen, decider, i, settled))
            return true;
    return false;
}

/* Runs the current cell with each other fact that it meets, and each other row. Returns true if
 * the place depends on one, or more closely than was seen. */
static bool finds_dependence(struct making *m)
{
    struct exploration *e = m->e;
    struct description *d = &e->description;
    struct settled *settled = &e->settled[m->settled];
    bool met[MOST_DECIDERS];
    if (is_settled(m))
        return false;
    m->status = d->status[m->place];
    m->exact = d->exact[m->place];
    memcpy(met, d->met, sizeof met);
    for (unsigned i = 0; i < MOST_DECIDERS; i++)
        settled->met[i] = met[i] ? UINT16_MAX : 0;
    memcpy(settled->chosen, d->chosen, sizeof settled->chosen);
    for (unsigned i = 0; i < d->decider_count; i++) {
        bool fact = i == 0 || explore_is_fact(&d->deciders[i]);
        if (fact && met[i] && d->deciders[i].place != m->place && fact_matters(m, i, settled)) {
            explore_add_dependence(e, m->place, i);
            return true;
        }
    }
    memcpy(d->chosen, settled->chosen, sizeof d->chosen);
    if (m->settled + 1 < MOST_SETTLED)
        m->settled++;
    return !explore_run(e); /* the cell's own, which is recorded next */
}

/* The outcome of the current run at the place; the number of outcomes if it is a new one. */
static unsigned outcome_at(const struct making *m)
{
    const struct exploration *e = m->e;
    unsigned i = 0;
    while (i < e->outcome_count[m->place] &&
           e->outcomes[m->place][i].status != e->description.status[m->place])
        i++;
    return i;
}

/* Returns true if a field that is new in the current cell depends on something that no context
 * showed: in all contexts with the field, the other fields may hide the difference. */
static bool finds_more(struct making *m)
{
    struct exploration *e = m->e;
    struct description *d = &e->description;
    unsigned outcome = outcome_at(m);
    if (d->status[m->place] == 0 || m->looked >> outcome & 1)
        return false;
    m->looked |= (uint64_t)1 << outcome;
    bool met[MOST_DECIDERS], found = false;
    memcpy(met, d->met, sizeof met);
    for (unsigned i = 1; i < d->decider_count; i++)
        if (met[i] && e->decides[i] && d->deciders[i].place != m->place &&
            !explore_depends(e, m->place, i))
            found |= explore_find_dependence(e, m->place, i);
    return found;
}

static unsigned cell_at(const struct making *m)
{
    unsigned cell = 0, step = 1;
    for (unsigned i = 0; i < m->count; i++) {
        if (m->dimension[i] < 0)
            continue;
        cell += m->at[i] * step;
        step *= m->classes[i];
    }
    if (m->witness && m->e->description.status[m->witness])
        cell += step;
    return cell;
}

/* The versions that the current cell covers: those treated as the one of its run, among those that
 * were seen at the place. */
static uint64_t rows_of_cell(const struct making *m)
{
    const struct exploration *e = m->e;
    const uint8_t *classes = e->classes[m->place][0];
    unsigned row = e->description.chosen[0] ? e->description.chosen[0] - 1u : 0;
    uint64_t seen = 0, same = 0;
    for (unsigned i = 0; i < e->outcome_count[m->place]; i++)
        seen |= e->outcomes[m->place][i].rows;
    for (unsigned i = 0; i < e->description.version_count; i++)
        if (!explore_depends(e, m->place, 0) || classes[i] == classes[row])
            same |= (uint64_t)1 << i;
    return seen & same;
}

static void note_cell(struct making *m)
{
    struct exploration *e = m->e;
    uint32_t exact = e->description.exact[m->place];
    struct cell *cell = &m->table->cells[cell_at(m)];
    unsigned i = outcome_at(m);
    if (!cell->outcomes || exact < cell->least)
        cell->least = exact;
    if (!cell->outcomes || exact > cell->most)
        cell->most = exact;
    cell->outcomes |= (uint32_t)1 << i;
    if (i < e->outcome_count[m->place])
        e->outcomes[m->place][i].rows |= rows_of_cell(m);
}

/* Moves to the next combination of classes, like a counter. Returns false after the last. */
static bool next_cell(struct making *m)
{
    for (unsigned i = 0; i < m->count; i++) {
        if (++m->at[i] < m->classes[i])
            return true;
        m->at[i] = 0;
    }
    return false;
}

static bool take_cells(struct making *m)
{
    uint64_t all = 1, shown = 1;
    for (unsigned i = 0; i < m->count && all <= MOST_CELLS; i++)
        all *= m->classes[i];
    for (unsigned i = 0; i < m->table->count && shown <= MOST_CELLS; i++)
        shown *= m->table->dimensions[i].classes;
    if (all > MOST_CELLS || shown > MOST_CELLS) {
        m->e->description.problem = "a field of the layout hangs on too much to be described";
        return false;
    }
    m->table->cell_count = (unsigned)shown;
    m->table->cells = arena_take(m->e->arena, shown * sizeof *m->table->cells);
    if (m->table->cells)
        memset(m->table->cells, 0, shown * sizeof *m->table->cells);
    return m->table->cells != NULL;
}

static void make_table(struct exploration *e, uint16_t place, uint16_t witness, struct table *table)
{
    struct making m = {.e = e, .place = place, .witness = witness, .table = table};
    bool again = true;
    while (again) {
        again = false;
        m.settled = 0;
        memset(m.at, 0, sizeof m.at);
        if (!find_deciders(&m) || !take_cells(&m))
            return;
        do {
            if (!run_cell(&m))
                continue;
            again = finds_dependence(&m) || finds_more(&m);
            if (!again)
                note_cell(&m);
        } while (!again && next_cell(&m));
    }
}

/* How much a table leaves undecided. */
static uint64_t doubt(const struct table *table)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < table->cell_count; i++) {
        const struct cell *cell = &table->cells[i];
        for (uint32_t left = cell->outcomes; left & (left - 1); left &= left - 1)
            sum++;
        sum += cell->most - cell->least;
    }
    return sum;
}

/* Returns true if a field may be there or not with the same values of all others. */
static bool is_doubtful(const struct exploration *e, uint16_t place, const struct table *table)
{
    for (unsigned i = 0; i < table->cell_count; i++)
        for (unsigned k = 0; k < e->outcome_count[place]; k++)
            if (e->outcomes[place][k].status == 0 && table->cells[i].outcomes >> k & 1 &&
                table->cells[i].outcomes != (uint32_t)1 << k)
                return true;
    return false;
}

static unsigned count_dependences(const struct exploration *e, uint16_t place)
{
    unsigned count = 0;
    for (unsigned i = 0; i < e->description.decider_count; i++)
        count += explore_depends(e, place, i);
    return count;
}

static bool shares_hidden(const struct exploration *e, uint16_t a, uint16_t b)
{
    for (unsigned i = 0; i < e->description.decider_count; i++)
        if (explore_depends(e, a, i) && explore_depends(e, b, i) &&
            !is_visible(e, a, &e->description.deciders[i]))
            return true;
    return false;
}

/* Looks for a witness: a field whose presence shows what no value shows. Chooses the one with the
 * fewest dependences. A table with a witness has twice as many cells. */
static void look_for_witness(struct exploration *e, uint16_t place, struct table *tables,
                             struct table *better)
{
    const struct place *places = e->description.places;
    unsigned own = count_dependences(e, place);
    *better = tables[place];
    for (unsigned count = 1; count <= own && doubt(&tables[place]); count++) {
        uint16_t other = places[places[place].parent].first;
        bool before = true;
        for (; other; other = places[other].next) {
            before = before && other != place;
            if (other == place || is_hidden(e, other) || count_dependences(e, other) != count ||
                (count == own && !before) || !shares_hidden(e, place, other) ||
                !is_doubtful(e, other, &tables[other]))
                continue;
            make_table(e, place, other, better);
            if (doubt(better) < 2 * doubt(&tables[place]))
                return;
            *better = tables[place];
        }
    }
}

/* Merges the cells that differ only in one dimension. Returns false if they are not equal. */
static bool merge_cells(const struct table *table, unsigned dimension, unsigned step,
                        unsigned first, struct cell *merged)
{
    *merged = (struct cell){0};
    for (unsigned i = 0; i < table->dimensions[dimension].classes; i++) {
        const struct cell *cell = &table->cells[first + i * step];
        if (!cell->outcomes)
            continue;
        if (merged->outcomes && !same_cell(cell, merged))
            return false;
        *merged = *cell;
    }
    return true;
}

/* Removes a dimension that makes no difference. */
static void drop_dimension(struct table *table, unsigned dimension)
{
    unsigned step = 1, classes = table->dimensions[dimension].classes, to = 0;
    struct cell merged;
    for (unsigned i = 0; i < dimension; i++)
        step *= table->dimensions[i].classes;
    for (unsigned i = 0; i < table->cell_count; i++)
        if (i / step % classes == 0 && !merge_cells(table, dimension, step, i, &merged))
            return;
    for (unsigned i = 0; i < table->cell_count; i++) {
        if (i / step % classes != 0)
            continue;
        merge_cells(table, dimension, step, i, &merged);
        table->cells[to++] = merged; /* never overtakes reading */
    }
    table->cell_count = to;
    for (unsigned i = dimension; i + 1 < table->count; i++)
        table->dimensions[i] = table->dimensions[i + 1];
    table->count--;
}

void simplify_table(struct table *table)
{
    for (unsigned i = table->count; i-- > 0;)
        drop_dimension(table, i);
}

/* Returns true if one type allows all that another does, which is then redundant. */
static bool covers(const struct field_type *wide, const struct field_type *narrow)
{
    if (!wide || !narrow || wide->kind != narrow->kind || wide == narrow)
        return false;
    if (wide->kind == TYPE_TEXT)
        return wide->most == NO_MOST || (narrow->most != NO_MOST && wide->most > narrow->most);
    return wide->kind == TYPE_INTEGER && wide->least <= narrow->least && wide->most >= narrow->most;
}

static void widen_cell(const struct exploration *e, uint16_t place, struct cell *cell)
{
    uint32_t kept = cell->outcomes;
    for (unsigned i = 0; i < e->outcome_count[place]; i++)
        for (unsigned k = 0; k < e->outcome_count[place]; k++)
            if (cell->outcomes >> i & 1 && cell->outcomes >> k & 1 &&
                covers(explore_type(e, e->outcomes[place][i].status),
                       explore_type(e, e->outcomes[place][k].status)))
                kept &= ~((uint32_t)1 << k);
    cell->outcomes = kept;
}

ow_status make_tables(struct exploration *e, struct table *tables, ow_error *error)
{
    struct table *better = arena_take(e->arena, MOST_PLACES * sizeof *better);
    memset(tables, 0, MOST_PLACES * sizeof *tables);
    if (better)
        memset(better, 0, MOST_PLACES * sizeof *better);
    for (uint16_t i = 1; better && i < e->description.place_count; i++)
        if (!is_hidden(e, i))
            make_table(e, i, 0, &tables[i]);
    for (uint16_t i = 1; better && i < e->description.place_count && e->arena->status == OW_OK; i++)
        if (!is_hidden(e, i))
            look_for_witness(e, i, tables, &better[i]);
    if (e->arena->status != OW_OK)
        return error_plain(error, e->arena->status);
    if (e->description.problem)
        return error_set(error, OW_BAD_VALUE, 0, NULL, "%s", e->description.problem);
    memcpy(tables, better, MOST_PLACES * sizeof *tables);
    for (uint16_t i = 1; i < e->description.place_count; i++) {
        for (unsigned k = 0; k < tables[i].cell_count; k++)
            widen_cell(e, i, &tables[i].cells[k]);
        simplify_table(&tables[i]);
    }
    return OW_OK;
}
