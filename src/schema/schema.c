/* The JSON Schema of a format, from its tables. */
#include "schema.h"
#include "pieces.h"
#include "rules.h"

#include "../base/error.h"

#include <stdio.h>
#include <string.h>

/* The valid values of a byte with names or with rejected values. */
static struct tree *valid_values(struct schema *s, uint16_t place, const struct field_type *type)
{
    const struct description *d = &s->e->description;
    for (unsigned i = 1; i < d->decider_count; i++) {
        const struct decider *decider = &d->deciders[i];
        const uint64_t *valid = s->e->valid[i];
        if (decider->key != place)
            continue;
        if (decider->kind == DECIDES_CHOICE &&
            valid[decider->named / 64] >> decider->named % 64 & 1) {
            struct tree *made = object(s);
            struct tree *any = tree_add(made, "anyOf", tree_make(s->arena, TREE_ARRAY, NULL));
            tree_add(any, NULL, type_schema(s, type));
            tree_add(any, NULL,
                     type_schema(s, &(struct field_type){.kind = TYPE_INTEGER, .most = UINT8_MAX}));
            return made;
        }
        struct tree *values = tree_make(s->arena, TREE_ARRAY, NULL);
        unsigned count = 0;
        for (unsigned k = 0; decider->kind == DECIDES_NUMBER && k < decider->count; k++) {
            if (!(valid[k / 64] >> k % 64 & 1))
                continue;
            add_integer(s, values, NULL, k);
            count++;
        }
        if (decider->kind == DECIDES_NUMBER && count < decider->count)
            return one_of(s, values);
    }
    return type_schema(s, type);
}

bool is_optional(const struct schema *s, uint16_t place)
{
    for (unsigned i = 0; i < s->e->outcome_count[place]; i++) {
        const struct field_type *type = explore_type(s->e, s->e->outcomes[place][i].status);
        if (type && type->optional)
            return true;
    }
    return false;
}

/* What a cell allows at a place, with lists merged, and numbers. */
struct alternatives {
    unsigned count;
    struct field_type types[MOST_OUTCOMES];
};

static void add_alternative(struct alternatives *all, struct field_type type)
{
    for (unsigned i = 0; i < all->count; i++) {
        struct field_type *there = &all->types[i];
        if (there->kind != type.kind ||
            (type.kind != TYPE_LIST && type.kind != TYPE_INTEGER && type.kind != TYPE_TEXT))
            continue;
        there->least = type.least < there->least ? type.least : there->least;
        bool open = type.kind != TYPE_INTEGER && (there->most == NO_MOST || type.most == NO_MOST);
        there->most = open ? NO_MOST : type.most > there->most ? type.most : there->most;
        return;
    }
    all->types[all->count++] = type;
}

static struct alternatives alternatives_of(const struct schema *s, uint16_t place,
                                           const struct cell *cell)
{
    struct alternatives all = {0};
    for (unsigned i = 0; i < s->e->outcome_count[place]; i++) {
        const struct field_type *type = explore_type(s->e, s->e->outcomes[place][i].status);
        if (!type || !(cell->outcomes >> i & 1))
            continue;
        struct field_type one = *type;
        if (one.exact) {
            one.least = cell->least;
            one.most = cell->most;
        }
        add_alternative(&all, one);
    }
    return all;
}

static bool same_alternatives(const struct alternatives *a, const struct alternatives *b)
{
    for (unsigned i = 0; i < a->count && a->count == b->count; i++)
        if (a->types[i].kind != b->types[i].kind || a->types[i].least != b->types[i].least ||
            a->types[i].most != b->types[i].most)
            return false;
    return a->count == b->count;
}

struct tree *narrowed(struct schema *s, uint16_t place, const struct cell *cell,
                      const struct cell *whole)
{
    struct alternatives some = alternatives_of(s, place, cell);
    struct alternatives all = alternatives_of(s, place, whole);
    if (some.count == 0)
        return tree_make(s->arena, TREE_LITERAL, "false");
    if (same_alternatives(&some, &all))
        return NULL;
    if (some.count == 1) {
        struct tree *one = type_schema(s, &some.types[0]);
        /* that it is a list has been stated */
        if (all.count == 1 && one && one->first && some.types[0].kind == TYPE_LIST)
            one->first = one->first->next;
        return one;
    }
    struct tree *made = object(s);
    struct tree *any = tree_add(made, "anyOf", tree_make(s->arena, TREE_ARRAY, NULL));
    for (unsigned i = 0; i < some.count; i++)
        tree_add(any, NULL, type_schema(s, &some.types[i]));
    return made;
}

static struct tree *place_schema(struct schema *s, uint16_t place);

static bool may_lack(const struct schema *s, uint16_t place)
{
    struct cell whole = whole_of(&s->tables[place]);
    for (unsigned i = 0; i < s->e->outcome_count[place]; i++)
        if (whole.outcomes >> i & 1 && s->e->outcomes[place][i].status == 0)
            return true;
    return is_optional(s, place);
}

/* The fields of an object, in file order. */
static void add_fields(struct schema *s, uint16_t place, struct tree *to)
{
    const struct place *places = s->e->description.places;
    struct tree *properties = tree_member(s->arena, to, "properties", TREE_OBJECT);
    struct tree *required = tree_find(to, "required");
    if (!required)
        required = tree_make(s->arena, TREE_ARRAY, NULL);
    for (uint16_t at = places[place].first; at; at = places[at].next) {
        if (is_hidden(s->e, at))
            continue;
        tree_add(properties, places[at].name, place_schema(s, at));
        if (!may_lack(s, at))
            tree_add_text(s->arena, required, places[at].name);
    }
    if (required && required->first && !tree_find(to, "required"))
        tree_add(to, "required", required);
    tree_add(to, "additionalProperties", tree_make(s->arena, TREE_LITERAL, "false"));
    tree_merge(s->arena, to, s->rules[place]);
}

/* An object is described once, at its first place; equal ones refer to it. */
static struct tree *object_schema(struct schema *s, uint16_t place)
{
    const struct place *places = s->e->description.places;
    struct tree *made = of_type(s, "object");
    add_fields(s, place, made);
    if (!places[place].name)
        return made;
    for (const struct tree *known = s->definitions ? s->definitions->first : NULL; known;
         known = known->next)
        if (tree_equal(known, made))
            return definition_reference(s, known->name);
    struct tree *definition = definition_new(s, places[place].name);
    if (!definition)
        return made;
    tree_merge(s->arena, definition, made);
    return definition_reference(s, places[place].name);
}

static struct tree *element_of(struct schema *s, uint16_t list)
{
    uint16_t element = s->e->description.places[list].first;
    return element ? place_schema(s, element) : object(s);
}

/* The schema of a type with its contents. */
static struct tree *full_schema(struct schema *s, uint16_t place, const struct field_type *type)
{
    if (type->kind == TYPE_OBJECT)
        return object_schema(s, place);
    if (type->kind != TYPE_LIST)
        return valid_values(s, place, type);
    struct tree *made = of_type(s, "array");
    tree_add(made, "items", element_of(s, place));
    if (type->least > 0)
        add_integer(s, made, "minItems", type->least);
    if (type->most != NO_MOST)
        add_integer(s, made, "maxItems", type->most);
    return made;
}

static struct tree *bare_schema(struct schema *s, uint16_t place)
{
    struct cell whole = whole_of(&s->tables[place]);
    struct alternatives all = alternatives_of(s, place, &whole);
    if (all.count == 1)
        return full_schema(s, place, &all.types[0]);
    struct tree *made = object(s);
    struct tree *any = tree_add(made, "anyOf", tree_make(s->arena, TREE_ARRAY, NULL));
    for (unsigned i = 0; i < all.count; i++)
        tree_add(any, NULL, full_schema(s, place, &all.types[i]));
    return made;
}

/* The schema of a place, with the format's note first. Recursion is as deep as layouts. */
static struct tree *place_schema(struct schema *s, uint16_t place)
{
    struct tree *bare = bare_schema(s, place), *made = object(s);
    const char *note = explore_note(s->e, place);
    if (!note || !bare || !made)
        return bare;
    if (add_text(s, made, "description", note)) {
        made->last->next = bare->first;
        made->last = bare->last;
    }
    return made;
}

/* The files beside a world whose save is a folder. */
static void add_folder(struct schema *s, struct tree *properties)
{
    struct tree *folder = tree_add(properties, "folder", object(s));
    add_text(s, folder, "description",
             "The other files of the save's folder, each by its path in it: its text, or its bytes "
             "if they are not UTF-8. A world without a folder lacks this.");
    add_text(s, folder, "type", "object");
    tree_add(tree_add(folder, "propertyNames", object(s)), "pattern",
             tree_make(s->arena, TREE_TEXT, "^([^./\\\\][^/\\\\]*/){0,7}[^./\\\\][^/\\\\]*$"));
    tree_add(folder, "additionalProperties",
             type_schema(s, &(struct field_type){.kind = TYPE_TEXT, .most = NO_MOST}));
}

static struct tree *root_schema(struct schema *s)
{
    const ow_format *about = &s->e->row->about;
    struct tree *root = object(s);
    char *description = arena_take(s->arena, 256);
    if (description)
        snprintf(description, 256,
                 "%s as JSON, as `overworld convert` writes and reads it; converting it back gives "
                 "the same bytes. Made by `overworld schema %s`.",
                 about->title, about->name);
    add_text(s, root, "$schema", "https://json-schema.org/draft/2020-12/schema");
    add_text(s, root, "title", about->title);
    add_text(s, root, "description", description ? description : "");
    add_text(s, root, "type", "object");
    struct tree *properties = tree_add(root, "properties", object(s));
    struct tree *place = tree_add(properties, "$schema", object(s));
    add_text(s, place, "description",
             "The location of this schema, for editors. It is ignored and not stored.");
    add_text(s, place, "type", "string");
    add_text(s, tree_add(properties, "format", object(s)), "const", about->name);
    struct tree *required = tree_add(root, "required", tree_make(s->arena, TREE_ARRAY, NULL));
    tree_add_text(s->arena, required, "format");
    add_fields(s, 0, root);
    if (about->folder_files[0])
        add_folder(s, properties);
    tree_add(root, "$defs", s->definitions);
    return root;
}

static ow_status print(const struct tree *tree, const ow_options *options, const ow_sink *sink,
                       ow_error *error)
{
    struct output output;
    if (output_to_sink(&output, options, sink) != OW_OK)
        return error_plain(error, OW_NO_MEMORY);
    tree_print(tree, &output);
    ow_status status = output_close_sink(&output);
    return status == OW_OK ? OW_OK : error_plain(error, status);
}

ow_status schema_write_explored(struct exploration *e, struct table *tables,
                                const ow_options *options, const ow_sink *sink, ow_error *error)
{
    struct schema *s = arena_take(e->arena, sizeof *s);
    ow_options own = options_or_default(options, 0);
    if (!s)
        return error_plain(error, e->arena->status);
    *s = (struct schema){.e = e, .arena = e->arena, .tables = tables};
    s->definitions = object(s);
    if (!s->definitions)
        return error_plain(error, e->arena->status);
    make_rules(s);
    const struct tree *made = root_schema(s);
    if (e->description.problem)
        return error_set(error, OW_BAD_VALUE, 0, NULL, "%s", e->description.problem);
    if (e->arena->status != OW_OK)
        return error_plain(error, e->arena->status);
    return print(made, &own, sink, error);
}

static ow_status explore_and_write(const struct format_row *row, struct arena *arena,
                                   const ow_options *options, const ow_sink *sink, ow_error *error)
{
    struct exploration *e = NULL;
    ow_status status = explore(row, arena, &e, error);
    if (status != OW_OK)
        return status;
    struct table *tables = arena_take(arena, MOST_PLACES * sizeof *tables);
    if (!tables)
        return error_plain(error, arena->status);
    status = make_tables(e, tables, error);
    return status == OW_OK ? schema_write_explored(e, tables, options, sink, error) : status;
}

ow_status schema_write(const struct format_row *row, const ow_options *options, const ow_sink *sink,
                       ow_error *error)
{
    struct arena arena;
    ow_options own = options_or_default(options, 0);
    error_clear(error);
    if (!sink || !sink->write)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing sink: the pointer is NULL");
    arena_init(&arena, &own);
    ow_status status = explore_and_write(row, &arena, &own, sink, error);
    arena_free(&arena);
    return status;
}
