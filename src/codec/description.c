/* Storing places, types and deciders of a description, each once. */
#include "description.h"

#include <stdio.h>
#include <string.h>

const uint32_t description_probes[PROBES] = {1,   0,   2,   3,   126, 127, 128,   129,
                                             253, 254, 255, 256, 257, 258, 65534, 65535};

void description_init(struct description *d, const struct version *versions, unsigned count,
                      const char *const *variants)
{
    memset(d, 0, sizeof *d);
    d->versions = versions;
    d->version_count = count;
    d->variants = variants;
    d->place_count = 1;
    d->decider_count = 1;
    d->deciders[0] = (struct decider){.kind = DECIDES_ROW, .count = (uint16_t)count};
    d->status[0] = 1;
    d->types[d->type_count++] = (struct field_type){.kind = TYPE_OBJECT};
}

void description_begin_run(struct description *d)
{
    memset(d->status, 0, sizeof d->status);
    memset(d->exact, 0, sizeof d->exact);
    memset(d->last, 0, sizeof d->last);
    memset(d->fresh, 0, sizeof d->fresh);
    memset(d->fields, 0, sizeof d->fields);
    memset(d->met, 0, sizeof d->met);
    d->status[0] = 1;
    d->met[0] = true;
    d->refused = false;
    d->at = 0;
    d->depth = 1;
    d->open_count = 0;
}

const struct version *description_row(const struct description *d)
{
    return &d->versions[d->chosen[0] ? d->chosen[0] - 1 : 0];
}

void description_path(const struct description *d, uint16_t place, char text[DESCRIPTION_PATH])
{
    uint16_t way[PATH_DEPTH + 1] = {0};
    unsigned depth = 0;
    size_t used = 0;
    for (; place && depth <= PATH_DEPTH; place = d->places[place].parent)
        way[depth++] = place;
    text[0] = '\0';
    while (depth-- > 0 && used < DESCRIPTION_PATH) {
        const char *name = d->places[way[depth]].name;
        used += (size_t)snprintf(text + used, DESCRIPTION_PATH - used, "/%s", name ? name : "*");
    }
}

static bool same_name(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Adds a place at the end of its siblings; move_new_siblings moves it later. */
static uint16_t add_place(struct description *d, const char *name)
{
    if (d->place_count == MOST_PLACES) {
        d->problem = "the layout has more fields than a description has room for";
        return MOST_PLACES - 1;
    }
    uint16_t place = (uint16_t)d->place_count++;
    uint16_t *link = &d->places[d->at].first;
    while (*link)
        link = &d->places[*link].next;
    d->places[place] = (struct place){.name = name, .parent = d->at};
    if (!d->fresh[d->at])
        d->fresh[d->at] = place;
    return *link = place;
}

/* Moves new siblings before the known one that the layout has next, so that siblings are in file
 * order whatever the order of runs. */
static void move_new_siblings(struct description *d, uint16_t next)
{
    uint16_t fresh = d->fresh[d->at], *link = &d->places[d->at].first,
             *tail = &d->places[fresh].next;
    for (uint16_t at = fresh; at; at = d->places[at].next)
        if (at == next)
            return; /* one of them */
    d->fresh[d->at] = 0;
    while (*link != fresh)
        link = &d->places[*link].next;
    *link = 0;
    while (*tail)
        tail = &d->places[*tail].next;
    for (link = &d->places[d->at].first; *link != next;)
        link = &d->places[*link].next;
    *tail = next;
    *link = fresh;
}

/* Siblings usually come in order. */
static uint16_t find_place(struct description *d, const char *name)
{
    uint16_t begin = d->last[d->at] ? d->places[d->last[d->at]].next : d->places[d->at].first;
    uint16_t place = begin;
    while (place && !same_name(d->places[place].name, name))
        place = d->places[place].next;
    for (uint16_t at = d->places[d->at].first; !place && at && at != begin; at = d->places[at].next)
        if (same_name(d->places[at].name, name))
            place = at;
    if (!place)
        return add_place(d, name);
    if (d->fresh[d->at])
        move_new_siblings(d, place);
    return place;
}

static bool same_choices(const struct field_type *a, const struct field_type *b)
{
    if (!a->choices || !b->choices || a->choices == b->choices)
        return a->choices == b->choices;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_name(a->choices[i].name, b->choices[i].name))
            return false;
    return true;
}

static bool same_type(const struct field_type *a, const struct field_type *b)
{
    return a->kind == b->kind && a->hidden == b->hidden && a->optional == b->optional &&
           a->nullable == b->nullable && a->exact == b->exact && a->least == b->least &&
           a->most == b->most && a->count == b->count && a->names == b->names &&
           same_name(a->file, b->file) && same_choices(a, b);
}

static uint16_t find_type(struct description *d, const struct field_type *type)
{
    for (unsigned i = 0; i < d->type_count; i++)
        if (same_type(&d->types[i], type))
            return (uint16_t)i;
    if (d->type_count == MOST_TYPES) {
        d->problem = "the layout has more kinds of fields than a description has room for";
        return 0;
    }
    d->types[d->type_count] = *type;
    return (uint16_t)d->type_count++;
}

uint16_t describe_field(struct description *d, const char *name, struct field_type type)
{
    uint16_t place = find_place(d, name), known = d->usual_type[place];
    d->last[d->at] = place;
    if (!known || !same_type(&d->types[known - 1], &type))
        known = (uint16_t)(find_type(d, &type) + 1);
    d->status[place] = d->usual_type[place] = known;
    if (!type.hidden && name && ++d->fields[d->at] > d->most_fields)
        d->most_fields = d->fields[d->at];
    return place;
}

void describe_enter(struct description *d, const char *name, struct field_type type)
{
    d->at = describe_field(d, name, type);
    if (++d->depth > d->deepest)
        d->deepest = d->depth;
    d->last[d->at] = 0;
}

void describe_leave(struct description *d)
{
    d->at = d->places[d->at].parent;
    d->depth--;
}

static uint16_t find_decider(struct description *d, uint16_t key, const struct decider *decider)
{
    for (unsigned i = 1; i < d->decider_count; i++)
        if (d->deciders[i].key == key && d->deciders[i].kind == decider->kind &&
            d->deciders[i].count == decider->count && d->deciders[i].null_is == decider->null_is)
            return (uint16_t)i;
    if (d->decider_count == MOST_DECIDERS) {
        d->problem = "the layout has more to decide on than a description has room for";
        return MOST_DECIDERS - 1;
    }
    uint16_t found = (uint16_t)d->decider_count++;
    d->deciders[found] = *decider;
    d->deciders[found].key = d->deciders[found].place = key;
    return found;
}

static unsigned decide(struct description *d, const char *name, const struct decider *decider,
                       uint16_t *found)
{
    uint16_t key = find_place(d, name);
    *found = find_decider(d, key, decider);
    d->met[*found] = true;
    unsigned chosen = d->chosen[*found];
    return chosen ? chosen - 1 : decider->usual;
}

unsigned describe_decision(struct description *d, const char *name, struct decider decider)
{
    uint16_t found;
    return decide(d, name, &decider, &found);
}

static void open_count(struct description *d, struct open_count open)
{
    if (d->open_count < MOST_OPEN_COUNTS)
        d->open[d->open_count++] = open;
    else
        d->problem = "the layout has more counts than a description has room for";
}

/* With `none`, the highest number means no table. */
void describe_count(struct description *d, const char *name, uint32_t *count, bool *none,
                    const char *file, uint32_t most)
{
    struct decider decider = {.kind = DECIDES_COUNT, .null_is = none ? most : UINT32_MAX};
    struct open_count open = {.count = count};
    int64_t elements = most >= INT32_MAX ? NO_MOST : (int64_t)most - (none != NULL);
    open.list = (struct field_type){.kind = TYPE_LIST, .most = elements, .file = file};
    *count = 1;
    if (name) {
        for (; decider.count < PROBES && description_probes[decider.count] <= most;)
            decider.count++;
        *count = description_probes[decide(d, name, &decider, &open.decider)];
        open.list.file = NULL; /* described at its own place */
        describe_field(d, name,
                       (struct field_type){.kind = TYPE_INTEGER, .file = file, .hidden = true});
    }
    if (none) {
        *none = *count == most;
        *count = *none ? 0 : *count;
    }
    open_count(d, open);
}

void describe_exact_count(struct description *d, uint32_t *count, uint32_t value)
{
    struct open_count open = {.count = count};
    open.list = (struct field_type){.kind = TYPE_LIST, .exact = true};
    *count = value;
    open_count(d, open);
}

/* Finds counts by their place: the last one at that place. */
struct field_type describe_list_type(struct description *d, const char *name, const uint32_t *count)
{
    for (unsigned i = d->open_count; i-- > 0;) {
        struct open_count *open = &d->open[i];
        if (open->count != count)
            continue;
        uint16_t place = find_place(d, name);
        if (open->decider)
            d->deciders[open->decider].place = place;
        if (open->list.exact)
            d->exact[place] = *count;
        return open->list;
    }
    return (struct field_type){.kind = TYPE_LIST, .most = NO_MOST};
}
