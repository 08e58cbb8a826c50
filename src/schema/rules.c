/* Turning tables into the rules of a schema. */
#include "rules.h"

#include <string.h>

enum { MOST_RESULTS = 12 };

struct cell whole_of(const struct table *table)
{
    struct cell whole = {0};
    for (unsigned i = 0; i < table->cell_count; i++) {
        const struct cell *cell = &table->cells[i];
        if (!cell->outcomes)
            continue;
        if (!whole.outcomes || cell->least < whole.least)
            whole.least = cell->least;
        if (!whole.outcomes || cell->most > whole.most)
            whole.most = cell->most;
        whole.outcomes |= cell->outcomes;
    }
    return whole;
}

static size_t tree_size(const struct tree *tree)
{
    size_t size = tree && tree->text ? strlen(tree->text) + 1 : 8;
    for (const struct tree *child = tree ? tree->first : NULL; child; child = child->next)
        size += tree_size(child);
    return size;
}

/* The innermost object from which both the place and the decider are visible. */
static uint16_t object_of_dimension(const struct schema *s, uint16_t place,
                                    const struct dimension *dimension)
{
    if (dimension->witness)
        return common_object(s->e, place, dimension->witness);
    if (dimension->decider == 0)
        return 0;
    return common_object(s->e, place, s->e->description.deciders[dimension->decider].place);
}

static bool is_inside(const struct schema *s, uint16_t place, uint16_t object)
{
    while (place && place != object)
        place = s->e->description.places[place].parent;
    return place == object;
}

/* The outermost of these objects; all of them contain the place. */
static uint16_t object_of(const struct schema *s, uint16_t place, const struct table *table)
{
    uint16_t object = common_object(s->e, place, place);
    for (unsigned i = 0; i < table->count; i++) {
        uint16_t other = object_of_dimension(s, place, &table->dimensions[i]);
        if (is_inside(s, object, other))
            object = other;
    }
    return object;
}

/* Returns true if a list is between an object and one inside it: deciders inside are not
 * visible. */
static bool is_behind_list(const struct schema *s, uint16_t object, uint16_t inner)
{
    for (; inner != object; inner = s->e->description.places[inner].parent)
        if (!s->e->description.places[inner].name)
            return true;
    return false;
}

/* Returns true if a place may be empty. */
static bool lets_lack(const struct schema *s, uint16_t place, const struct cell *cell)
{
    for (unsigned i = 0; i < s->e->outcome_count[place]; i++)
        if (cell->outcomes >> i & 1 && s->e->outcomes[place][i].status == 0)
            return true;
    return false;
}

/* The schema of a place, as a part of that of an object around it. */
static struct tree *seen_from(struct schema *s, uint16_t object, uint16_t place, struct tree *inner)
{
    const struct place *places = s->e->description.places;
    for (; place != object; place = places[place].parent) {
        struct tree *outer = tree_make(s->arena, TREE_OBJECT, NULL);
        if (places[place].name)
            tree_add(tree_member(s->arena, outer, "properties", TREE_OBJECT), places[place].name,
                     inner);
        else
            tree_add(outer, "items", inner);
        inner = outer;
    }
    return inner;
}

/* The requirement of a rule for a cell's outcomes, seen from an object; NULL: none. */
static struct tree *demand(struct schema *s, uint16_t place, uint16_t object,
                           const struct cell *cell, const struct cell *whole)
{
    const struct place *places = s->e->description.places;
    const char *name = places[place].name;
    struct tree *inner = tree_make(s->arena, TREE_OBJECT, NULL);
    struct tree *value = narrowed(s, place, cell, whole);
    bool may_lack = lets_lack(s, place, cell), lacks_sometimes = lets_lack(s, place, whole);
    if (value && name)
        tree_add(tree_member(s->arena, inner, "properties", TREE_OBJECT), name, value);
    else if (value)
        tree_add(inner, "items", value);
    if (name && !may_lack && lacks_sometimes && !is_optional(s, place))
        tree_add_text(s->arena, tree_member(s->arena, inner, "required", TREE_ARRAY), name);
    if (inner && !inner->first)
        return NULL;
    return seen_from(s, object, places[place].parent, inner);
}

/* Adds a rule to those of an object. */
static void add_rule(struct schema *s, struct tree *rules, struct tree *test, struct tree *then,
                     struct tree *otherwise)
{
    if (!then && !otherwise)
        return;
    struct tree *rule = tree_make(s->arena, TREE_OBJECT, NULL);
    tree_add(rule, "if", test);
    tree_add(rule, "then", then);
    tree_add(rule, "else", otherwise);
    struct tree *holder = tree_make(s->arena, TREE_OBJECT, NULL);
    tree_add(tree_member(s->arena, holder, "allOf", TREE_ARRAY), NULL, rule);
    tree_merge(s->arena, rules, holder);
}

/* Reorders the dimensions of a table: those visible from an object last. Returns the number of
 * invisible ones. */
static unsigned turn_table(struct schema *s, uint16_t place, uint16_t object,
                           const struct table *table, struct table *turned)
{
    unsigned order[MOST_DIMENSIONS] = {0}, inner = 0, count = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < table->count; i++)
            if (is_behind_list(s, object, object_of_dimension(s, place, &table->dimensions[i])) ==
                !pass)
                order[count++] = i, inner += !pass;
    *turned = *table;
    turned->cells = arena_take(s->arena, table->cell_count * sizeof *turned->cells);
    for (unsigned i = 0; i < table->count; i++)
        turned->dimensions[i] = table->dimensions[order[i]];
    for (unsigned i = 0; turned->cells && i < table->cell_count; i++) {
        unsigned from = 0;
        for (unsigned k = 0; k < table->count; k++)
            from += class_of_cell(turned, i, k) * slice_size(table, order[k]);
        turned->cells[i] = table->cells[from];
    }
    return inner;
}

static bool same_slice(const struct table *table, unsigned size, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < size; i++)
        if (!same_cell(&table->cells[a * size + i], &table->cells[b * size + i]))
            return false;
    return true;
}

static bool is_empty_slice(const struct table *table, unsigned size, unsigned slice)
{
    for (unsigned i = 0; i < size; i++)
        if (table->cells[slice * size + i].outcomes)
            return false;
    return true;
}

/* Slices of a table; each holds the dimensions that are the same for all inner ones. */
struct slices {
    struct table outer;
    unsigned size, count;         /* size of a slice; number of different slices */
    unsigned first[MOST_RESULTS]; /* the first of each kind */
};

static struct slices slice_table(const struct table *turned, unsigned inner)
{
    struct slices slices = {.size = slice_size(turned, inner)};
    slices.outer.count = turned->count - inner;
    slices.outer.cell_count = turned->cell_count / slices.size;
    memcpy(slices.outer.dimensions, turned->dimensions + inner,
           slices.outer.count * sizeof *turned->dimensions);
    for (unsigned i = 0; i < slices.outer.cell_count; i++) {
        bool seen = is_empty_slice(turned, slices.size, i);
        for (unsigned k = 0; k < slices.count; k++)
            seen |= same_slice(turned, slices.size, slices.first[k], i);
        if (!seen && slices.count < MOST_RESULTS)
            slices.first[slices.count++] = i;
    }
    return slices;
}

static struct tree *slice_test(const struct choice_of_cells *c, const struct table *turned,
                               const struct slices *slices, unsigned kind)
{
    for (unsigned i = 0; i < slices->outer.cell_count; i++)
        c->marks[i] = is_empty_slice(turned, slices->size, i)
                          ? 2
                          : same_slice(turned, slices->size, slices->first[kind], i);
    return cells_test(c, slices->outer.count, 0);
}

/* The requirements of an object's schema for a place inside, in nested rules. Recursion is as deep
 * as lists. */
static struct tree *demands(struct schema *s, uint16_t place, uint16_t object,
                            const struct table *table, const struct cell *whole)
{
    if (table->count == 0)
        return demand(s, place, object, &table->cells[0], whole);
    struct table turned, inside;
    uint16_t seat = object_of(s, place, table);
    unsigned inner = turn_table(s, place, seat, table, &turned);
    if (!turned.cells)
        return NULL;
    struct slices slices = slice_table(&turned, inner);
    struct choice_of_cells c = {.s = s, .table = &slices.outer, .object = seat};
    struct tree *then[MOST_RESULTS], *test[MOST_RESULTS];
    struct tree *rules = tree_make(s->arena, TREE_OBJECT, NULL);
    c.marks = arena_take(s->arena, slices.outer.cell_count);
    if (!c.marks)
        return NULL;
    inside = turned;
    inside.count = inner;
    inside.cell_count = slices.size;
    for (unsigned i = 0; i < slices.count; i++) {
        inside.cells = turned.cells + (size_t)slices.first[i] * slices.size;
        then[i] = demands(s, place, seat, &inside, whole);
        test[i] = slice_test(&c, &turned, &slices, i);
    }
    if (slices.count == 1)
        return seen_from(s, object, seat, then[0]);
    if (slices.count == 2) {
        bool is = tree_size(test[1]) < tree_size(test[0]);
        add_rule(s, rules, test[is], then[is], then[!is]);
    }
    for (unsigned i = 0; i < slices.count && slices.count > 2; i++)
        add_rule(s, rules, test[i], then[i], NULL);
    return rules && rules->first ? seen_from(s, object, seat, rules) : NULL;
}

static struct tree *rules_of(struct schema *s, uint16_t object)
{
    if (!s->rules[object])
        s->rules[object] = tree_make(s->arena, TREE_OBJECT, NULL);
    return s->rules[object];
}

static uint32_t bit_of_nothing(const struct schema *s, uint16_t place)
{
    for (unsigned i = 0; i < s->e->outcome_count[place]; i++)
        if (s->e->outcomes[place][i].status == 0)
            return (uint32_t)1 << i;
    return 0;
}

/* Copies a table, only with whether something is there, or only with what. */
static struct table part_of(struct schema *s, uint16_t place, const struct cell *whole, bool what)
{
    struct table part = s->tables[place];
    uint32_t nothing = bit_of_nothing(s, place);
    part.cells = arena_take(s->arena, part.cell_count * sizeof *part.cells);
    for (unsigned i = 0; part.cells && i < part.cell_count; i++) {
        struct cell cell = s->tables[place].cells[i];
        if (what)
            cell.outcomes &= ~nothing;
        else if (cell.outcomes & ~nothing)
            cell =
                (struct cell){.outcomes = (whole->outcomes & ~nothing) | (cell.outcomes & nothing),
                              .least = whole->least,
                              .most = whole->most};
        else
            cell.least = cell.most = 0;
        part.cells[i] = cell.outcomes ? cell : (struct cell){0};
    }
    if (part.cells)
        simplify_table(&part);
    return part;
}

/* Two rules, because whether a field is there and what it is usually depend on different things. */
static void make_rule(struct schema *s, uint16_t place)
{
    struct cell whole = whole_of(&s->tables[place]);
    for (unsigned what = 0; what < 2; what++) {
        struct table part = part_of(s, place, &whole, what);
        struct cell all = part.cells ? whole_of(&part) : whole;
        if (!part.cells || part.count == 0)
            continue;
        uint16_t object = object_of(s, place, &part);
        tree_merge(s->arena, rules_of(s, object), demands(s, place, object, &part, &all));
    }
}

/* The rows with the version of `row`; those with a variant name. */
static uint64_t rows_like(const struct description *d, unsigned row, bool named)
{
    uint64_t rows = 0;
    for (unsigned i = 0; i < d->version_count; i++)
        if (d->versions[i].version == d->versions[row].version && (!named || d->versions[i].name))
            rows |= (uint64_t)1 << i;
    return rows;
}

/* The variants of each version, which depend on the field itself. */
static void make_variant_rules(struct schema *s, uint16_t place)
{
    const struct description *d = &s->e->description;
    const char *name = d->places[place].name;
    uint64_t without = 0;
    for (unsigned i = 0; i < d->version_count; i++) {
        uint64_t rows = rows_like(d, i, false), named = rows_like(d, i, true);
        without |= named ? 0 : rows;
        if (!named || rows & (((uint64_t)1 << i) - 1) ||
            rows == ((uint64_t)1 << d->version_count) - 1)
            continue;
        struct tree *names = tree_make(s->arena, TREE_ARRAY, NULL);
        for (unsigned k = 0; k < d->version_count; k++)
            if (named >> k & 1)
                tree_add_text(s->arena, names, d->versions[k].name);
        struct tree *then = tree_make(s->arena, TREE_OBJECT, NULL);
        tree_add(tree_member(s->arena, then, "properties", TREE_OBJECT), name, one_of(s, names));
        if (named == rows)
            tree_add_text(s->arena, tree_member(s->arena, then, "required", TREE_ARRAY), name);
        add_rule(s, rules_of(s, 0), rows_test(s, rows), then, NULL);
    }
    if (!without)
        return;
    struct tree *then = tree_make(s->arena, TREE_OBJECT, NULL);
    tree_add(tree_member(s->arena, then, "properties", TREE_OBJECT), name,
             tree_make(s->arena, TREE_LITERAL, "false"));
    add_rule(s, rules_of(s, 0), rows_test(s, without), then, NULL);
}

void make_rules(struct schema *s)
{
    const struct description *d = &s->e->description;
    for (uint16_t place = 1; place < d->place_count; place++) {
        bool named_by_row = false;
        for (unsigned i = 0; i < s->e->outcome_count[place]; i++) {
            const struct field_type *type = explore_type(s->e, s->e->outcomes[place][i].status);
            named_by_row |= type && type->kind == TYPE_VARIANT;
        }
        if (s->tables[place].count > 0 && named_by_row)
            make_variant_rules(s, place);
        else if (s->tables[place].count > 0)
            make_rule(s, place);
    }
}
