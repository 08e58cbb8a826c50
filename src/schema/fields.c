/* The fields of a format as events: their types in JSON and in the file, and their versions. */
#include "schema.h"
#include "table.h"

#include "../base/emit.h"
#include "../base/error.h"
#include "../driver/meanings.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Text built of words; what does not fit is dropped. */
struct words {
    char text[256];
    size_t used;
};

static void add(struct words *words, const char *format, ...) OW_PRINTF(2, 3);

static void add(struct words *words, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (words->used < sizeof words->text) {
        int size = vsnprintf(words->text + words->used, sizeof words->text - words->used, format,
                             arguments);
        words->used += size > 0 ? (size_t)size : 0;
    }
    va_end(arguments);
}

static void add_names(struct words *words, const struct field_type *type)
{
    for (uint32_t i = 0; i < type->count; i++)
        add(words, "%s\"%s\"",
            i == 0                ? ""
            : i + 1 < type->count ? ", "
                                  : " or ",
            type->names ? type->names[i] : type->choices[i].name);
}

static void add_bounds(struct words *words, const struct field_type *type)
{
    if (type->kind == TYPE_INTEGER)
        add(words, ", %" PRId64 " to %" PRId64, type->least, type->most);
    else if (type->most == NO_MOST || type->exact)
        return;
    else if (type->kind == TYPE_LIST && type->least == type->most)
        add(words, " of %" PRId64, type->most);
    else
        add(words, ", at most %" PRId64 "%s", type->most, type->kind == TYPE_TEXT ? " bytes" : "");
}

static struct words words_of_json(const struct field_type *type)
{
    static const char *const names[] = {
        [TYPE_OBJECT] = "object",
        [TYPE_LIST] = "list",
        [TYPE_INTEGER] = "number",
        [TYPE_DIGITS] = "digits",
        [TYPE_FLOAT] = "number",
        [TYPE_BOOLEAN] = "boolean",
        [TYPE_TEXT] = "text",
        [TYPE_BYTES] = "base64",
        [TYPE_NULL] = "null",
        [TYPE_VERSION] = "version",
        [TYPE_VARIANT] = "name of a variant",
    };
    struct words words = {.used = 0};
    if (type->kind == TYPE_CHOICE || type->kind == TYPE_NAME || type->kind == TYPE_TAG ||
        type->kind == TYPE_TITLE)
        add_names(&words, type);
    else if (type->kind < sizeof names / sizeof *names)
        add(&words, "%s", names[type->kind]);
    if (type->kind == TYPE_INTEGER || type->kind == TYPE_TEXT || type->kind == TYPE_LIST)
        add_bounds(&words, type);
    if (type->nullable)
        add(&words, ", can be omitted");
    if (type->optional)
        add(&words, ", may be left out");
    return words;
}

static struct words words_of_bytes(const struct field_type *type)
{
    struct words words = {.used = 0};
    bool rest = type->file && strcmp(type->file, "rest") == 0;
    if (type->kind == TYPE_MAGIC)
        add(&words, "%" PRId64 " bytes", type->most);
    else if (rest)
        add(&words, "all remaining bytes");
    else if (type->file && (type->kind == TYPE_TEXT || type->kind == TYPE_BYTES))
        add(&words, "%s length, then bytes", type->file);
    else if (type->file && type->kind == TYPE_LIST)
        add(&words, "%s count, then elements", type->file);
    else if (type->file)
        add(&words, "%s", type->file);
    return words;
}

static void emit_words(struct emitter *emit, const char *name, const struct words *words)
{
    if (words->used > 0)
        emit_string(emit, name, words->text);
}

static void emit_versions(struct emitter *emit, const struct description *d, uint64_t rows)
{
    bool same_version = d->versions[0].version == d->versions[d->version_count - 1].version;
    emit_begin_array(emit, "versions", 0);
    for (unsigned i = 0; i < d->version_count; i++) {
        struct words words = {.used = 0};
        const char *name = d->versions[i].name;
        if (!(rows >> i & 1))
            continue;
        if (!same_version || !name)
            add(&words, "%u%s", d->versions[i].version, name ? " " : "");
        add(&words, "%s", name ? name : "");
        emit_string(emit, NULL, words.text);
    }
    emit_end_array(emit);
}

static void emit_dependences(struct emitter *emit, const struct exploration *e, uint16_t place)
{
    const struct description *d = &e->description;
    emit_begin_array(emit, "depends_on", 0);
    for (unsigned i = 1; i < d->decider_count; i++) {
        const struct decider *decider = &d->deciders[i];
        char path[DESCRIPTION_PATH];
        if (!explore_depends(e, place, i) || decider->place == place)
            continue;
        description_path(d, decider->place, path);
        emit_string(emit, NULL, path);
    }
    emit_end_array(emit);
}

static void emit_field(struct emitter *emit, const struct exploration *e, uint16_t place,
                       const struct outcome *outcome)
{
    const struct description *d = &e->description;
    const struct field_type *type = explore_type(e, outcome->status);
    const char *note = explore_note(e, place);
    char path[DESCRIPTION_PATH];
    description_path(d, place, path);
    emit_begin_object(emit, NULL);
    emit_string(emit, "path", path);
    if (!type->hidden) {
        struct words json = words_of_json(type);
        emit_words(emit, "json", &json);
    }
    struct words bytes = words_of_bytes(type);
    emit_words(emit, "bytes", &bytes);
    emit_versions(emit, d, outcome->rows);
    emit_dependences(emit, e, place);
    if (note)
        emit_string(emit, "note", note);
    emit_end_object(emit);
}

/* The next place, contents first; 0 after the last. */
static uint16_t next_place(const struct description *d, uint16_t place)
{
    if (d->places[place].first)
        return d->places[place].first;
    while (place && !d->places[place].next)
        place = d->places[place].parent;
    return d->places[place].next;
}

const char *schema_type_name(enum type_kind kind)
{
    static const char *const names[] = {
        [TYPE_OBJECT] = "object",   [TYPE_LIST] = "list",    [TYPE_INTEGER] = "integer",
        [TYPE_DIGITS] = "digits",   [TYPE_FLOAT] = "float",  [TYPE_BOOLEAN] = "boolean",
        [TYPE_TEXT] = "text",       [TYPE_BYTES] = "bytes",  [TYPE_NULL] = "null",
        [TYPE_VERSION] = "integer", [TYPE_VARIANT] = "name", [TYPE_CHOICE] = "name",
        [TYPE_NAME] = "name",       [TYPE_TAG] = "name",     [TYPE_TITLE] = "name",
        [TYPE_MAGIC] = "bytes",
    };
    return names[kind];
}

static bool has_meaning(const struct format_row *row, const char *path)
{
    const char *const *known = row->meanings->paths;
    while (*known && strcmp(*known, path) != 0)
        known++;
    return *known != NULL;
}

/* An object that is a list element says nothing beyond its fields. */
static void emit_place(struct emitter *emit, const struct exploration *e, uint16_t place)
{
    for (unsigned i = 0; i < e->outcome_count[place]; i++) {
        const struct outcome *outcome = &e->outcomes[place][i];
        const struct field_type *type = explore_type(e, outcome->status);
        if (type && (type->kind != TYPE_OBJECT || e->description.places[place].name))
            emit_field(emit, e, place, outcome);
    }
}

ow_status schema_fields(const struct format_row *row, const ow_options *options, ow_visitor visit,
                        void *context, ow_error *error)
{
    struct arena arena;
    struct exploration *e = NULL;
    struct emitter emit = {.visit = visit, .context = context};
    ow_options own = options_or_default(options, 0);
    error_clear(error);
    if (!visit)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing visitor: the pointer is NULL");
    arena_init(&arena, &own);
    ow_status status = explore(row, &arena, &e, error);
    struct table *tables =
        status == OW_OK ? arena_take(&arena, MOST_PLACES * sizeof *tables) : NULL;
    if (tables) /* for the dependences that they find */
        status = make_tables(e, tables, error);
    else if (status == OW_OK)
        status = error_plain(error, arena.status);
    if (status == OW_OK) {
        emit_begin_object(&emit, NULL);
        emit_string(&emit, "format", row->about.name);
        emit_versions(&emit, &e->description, UINT64_MAX);
        emit_begin_array(&emit, "fields", 0);
        for (uint16_t at = next_place(&e->description, 0); at; at = next_place(&e->description, at))
            emit_place(&emit, e, at);
        emit_end_array(&emit);
        emit_end_object(&emit);
    }
    arena_free(&arena);
    return status;
}

static ow_visit list_field(const struct exploration *e, uint16_t place,
                           const struct outcome *outcome, ow_field_visitor visit, void *context)
{
    const struct field_type *type = explore_type(e, outcome->status);
    bool is_fixed = type && type->kind == TYPE_LIST && !type->exact && type->most != NO_MOST &&
                    type->least == type->most;
    char path[DESCRIPTION_PATH];
    if (!type || (type->kind == TYPE_OBJECT && !e->description.places[place].name))
        return OW_GO_ON;
    description_path(&e->description, place, path);
    const ow_field field = {.path = path,
                            .type = schema_type_name(type->kind),
                            .note = explore_note(e, place),
                            .count = is_fixed ? (uint32_t)type->most : 0,
                            .hidden = type->hidden,
                            .has_meaning = has_meaning(e->row, path)};
    return visit(context, &field);
}

/* A list of fixed length is followed by its elements. */
static ow_visit list_decoded(const struct meanings *meanings, ow_field_visitor visit, void *context)
{
    ow_visit result = OW_GO_ON;
    const struct decoded_field *decoded = meanings->decoded;
    for (; decoded && decoded->path && result != OW_STOP; decoded++) {
        char path[DESCRIPTION_PATH];
        result = visit(context, &(ow_field){.path = decoded->path,
                                            .type = decoded->type,
                                            .note = decoded->note,
                                            .count = decoded->count,
                                            .derived = true});
        snprintf(path, sizeof path, "%s/*", decoded->path);
        if (decoded->count > 0 && result != OW_STOP)
            result = visit(context, &(ow_field){.path = path, .type = "float", .derived = true});
    }
    return result != OW_STOP && meanings->list_inside ? meanings->list_inside(visit, context)
                                                      : result;
}

ow_status schema_list_fields(const struct format_row *row, const ow_options *options,
                             ow_field_visitor visit, void *context, ow_error *error)
{
    struct arena arena;
    struct exploration *e = NULL;
    ow_options own = options_or_default(options, 0);
    ow_visit result = OW_GO_ON;
    error_clear(error);
    if (!visit)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing visitor: the pointer is NULL");
    arena_init(&arena, &own);
    ow_status status = explore_fields(row, &arena, &e, error);
    for (uint16_t at = status == OW_OK ? next_place(&e->description, 0) : 0; at;
         at = next_place(&e->description, at))
        for (unsigned i = 0; i < e->outcome_count[at] && result != OW_STOP; i++)
            result = list_field(e, at, &e->outcomes[at][i], visit, context);
    if (status == OW_OK && result != OW_STOP && own.meanings)
        list_decoded(row->meanings, visit, context);
    arena_free(&arena);
    return status;
}
