/* Testing conditions on fields of records, in a world's events. */
#include "conditions.h"

#include "../base/error.h"
#include "../base/floats.h"
#include "../base/nearest.h"
#include "../codec/path.h"

#include <string.h>

enum { MOST_CONDITIONS = 16, PATH_ROOM = 256 };

enum operation { EQUAL, DIFFERENT, LESS, AT_MOST, MORE, AT_LEAST, CONTAINS };

struct condition {
    ow_text pointer; /* relative to the record, with or without a leading slash */
    enum operation operation;
    ow_text value;
    double number; /* the value as a number, if it is one */
    bool is_number, is_met;
    bool is_known;          /* some record has the field */
    bool is_comparable;     /* and in some record the value is comparable */
    struct nearest nearest; /* field, if none has it */
};

/* A walk through the events; `path` is that of the innermost container. */
struct walk {
    struct parts *parts;
    struct condition conditions[MOST_CONDITIONS];
    unsigned count;
    char path[PATH_ROOM];
    size_t lengths[PATH_DEPTH + 2]; /* length of the path around each open container */
    unsigned depth;
    uint32_t next;         /* the list that comes next */
    unsigned list_depth;   /* of the current list; 0: none */
    unsigned record_depth; /* of the current record; 0: none */
    size_t record_size;    /* of its path */
    uint32_t ordinal;
    bool any_record; /* some record is chosen */
};

static const struct {
    const char *sign;
    enum operation operation;
} signs[] = {{"!=", DIFFERENT}, {"<=", AT_MOST}, {">=", AT_LEAST}, {"==", EQUAL},
             {"=", EQUAL},      {"<", LESS},     {">", MORE},      {"~", CONTAINS}};

static ow_text trimmed(ow_text text)
{
    while (text.size > 0 && text.data[0] == ' ')
        text.data++, text.size--;
    while (text.size > 0 && text.data[text.size - 1] == ' ')
        text.size--;
    return text;
}

static void read_value(struct condition *condition)
{
    double numbers[3];
    const char *end = condition->value.data; /* ends with the condition's own text */
    condition->is_number = selector_numbers(&end, 1, numbers) == 1 &&
                           end == condition->value.data + condition->value.size;
    condition->number = numbers[0];
}

static bool read_condition(const char *text, struct condition *condition)
{
    for (const char *at = text; *at; at++) {
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            size_t size = strlen(signs[i].sign);
            if (strncmp(at, signs[i].sign, size) != 0)
                continue;
            condition->pointer = trimmed((ow_text){text, (size_t)(at - text)});
            condition->operation = signs[i].operation;
            condition->value = trimmed(ow_text_of(at + size));
            /* two characters */
            if (condition->value.size > 0 && strchr("=<>!~", condition->value.data[0]))
                return false;
            if (condition->pointer.size > 0 && condition->pointer.data[0] == '/')
                condition->pointer.data++, condition->pointer.size--;
            read_value(condition);
            return condition->pointer.size > 0;
        }
    }
    return false;
}

static ow_status read_conditions(struct walk *walk, const char *const *where, ow_error *error)
{
    for (; *where; where++) {
        if (walk->count == MOST_CONDITIONS)
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "too many conditions: more than %d",
                             (int)MOST_CONDITIONS);
        if (!read_condition(*where, &walk->conditions[walk->count++]))
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                             "invalid condition \"%.100s\": write a field's pointer relative to "
                             "the record, one of = != < <= > >= ~, and a value",
                             *where);
    }
    return OW_OK;
}

/* Returns true if a path matches a condition's pointer, with "*" for any step. */
static bool is_path(const char *path, ow_text pointer)
{
    size_t at = 0;
    for (;;) {
        size_t size = strcspn(path, "/"), end = at;
        while (end < pointer.size && pointer.data[end] != '/')
            end++;
        bool any = end - at == 1 && pointer.data[at] == '*';
        if (!any && (end - at != size || memcmp(path, pointer.data + at, size) != 0))
            return false;
        if (path[size] == '\0' || end == pointer.size)
            return path[size] == '\0' && end == pointer.size;
        path += size + 1;
        at = end + 1;
    }
}

static bool is_in_order(enum operation operation, int order)
{
    switch (operation) {
    case EQUAL:
        return order == 0;
    case DIFFERENT:
        return order != 0;
    case LESS:
        return order < 0;
    case AT_MOST:
        return order <= 0;
    case MORE:
        return order > 0;
    case AT_LEAST:
        return order >= 0;
    case CONTAINS:
        break;
    }
    return false;
}

static bool compare_texts(struct condition *condition, ow_text text)
{
    condition->is_comparable = true;
    size_t size = condition->value.size, shorter = text.size < size ? text.size : size;
    if (condition->operation == CONTAINS)
        return pattern_is_within(text, condition->value);
    int order = shorter > 0 ? memcmp(text.data, condition->value.data, shorter) : 0;
    return is_in_order(condition->operation,
                       order != 0 ? order : (text.size > size) - (text.size < size));
}

/* NaN differs from every number, and no order applies. */
static bool compare_numbers(struct condition *condition, double value)
{
    condition->is_comparable |= condition->is_number;
    if (!condition->is_number || isnan(value))
        return condition->operation == DIFFERENT;
    return is_in_order(condition->operation,
                       (value > condition->number) - (value < condition->number));
}

static bool meets(struct condition *condition, const ow_event *event)
{
    char text[OW_FLOAT_TEXT];
    size_t size;
    switch (event->type) {
    case OW_TEXT:
        return compare_texts(condition, event->value.text);
    case OW_BOOLEAN:
        if (!condition->is_number)
            return compare_texts(condition, ow_text_of(event->value.integer ? "true" : "false"));
        return compare_numbers(condition, (double)event->value.integer);
    case OW_FLOAT:
        size = float_text(&event->value.number, text);
        if (size == condition->value.size && memcmp(text, condition->value.data, size) == 0) {
            condition->is_comparable = true;
            return is_in_order(condition->operation, 0); /* "0.1" is compared as a float */
        }
        return compare_numbers(condition, (double)event->value.number);
    case OW_UNSIGNED_64:
        return compare_numbers(condition, (double)event->value.unsigned_64);
    case OW_INTEGER:
        return compare_numbers(condition, (double)event->value.integer);
    case OW_BYTES: /* as text; null has no size either */
        return compare_texts(
            condition,
            (ow_text){event->value.bytes.data ? (const char *)event->value.bytes.data : "",
                      event->value.bytes.size});
    }
    return false;
}

/* Writes a number in decimal; returns its start in `digits`. */
static const char *write_index(uint64_t index, char digits[24])
{
    char *at = digits + 23;
    *at = '\0';
    do {
        *--at = (char)('0' + index % 10);
        index /= 10;
    } while (index > 0);
    return at;
}

/* Appends a step to the path. A path that is too long is cut, and matches nothing. */
static void step(struct walk *walk, const ow_event *event)
{
    char digits[24];
    size_t size = walk->depth > 0 ? walk->lengths[walk->depth - 1] : 0;
    walk->path[size] = '\0';
    if (walk->depth == 0)
        return;
    const char *name = event->name ? event->name : write_index(event->index, digits);
    size_t added = strlen(name);
    if (size + added + 2 > PATH_ROOM)
        return;
    walk->path[size] = '/';
    memcpy(walk->path + size + 1, name, added + 1);
}

/* Returns true if a condition may match a value, by the last step alone. */
static bool may_be(const struct condition *condition, const ow_event *event)
{
    ow_text pointer = condition->pointer;
    size_t start = pointer.size;
    while (start > 0 && pointer.data[start - 1] != '/')
        start--;
    size_t size = pointer.size - start;
    if (!event->name || (size == 1 && pointer.data[start] == '*'))
        return true;
    return strlen(event->name) == size && memcmp(event->name, pointer.data + start, size) == 0;
}

static bool leads_to_list(const struct walk *walk)
{
    size_t size = strlen(walk->path);
    const char *list =
        walk->next < walk->parts->list_count ? walk->parts->lists[walk->next].pointer : "";
    return strncmp(walk->path, list, size) == 0 && (list[size] == '/' || list[size] == '\0');
}

static ow_visit begin_record(struct walk *walk, const ow_event *event)
{
    walk->ordinal = walk->parts->lists[walk->next - 1].first + (uint32_t)event->index;
    if (!walk->parts->chosen[walk->ordinal])
        return OW_SKIP;
    walk->any_record = true;
    walk->record_depth = walk->depth;
    walk->record_size = strlen(walk->path) + 1;
    for (unsigned i = 0; i < walk->count; i++)
        walk->conditions[i].is_met = false;
    return OW_GO_ON;
}

static ow_visit begin(struct walk *walk, const ow_event *event)
{
    if (walk->depth == PATH_DEPTH + 1)
        return OW_STOP; /* no layout nests so deep */
    step(walk, event);
    walk->lengths[walk->depth++] = strlen(walk->path);
    if (walk->record_depth > 0)
        return OW_GO_ON;
    if (walk->list_depth > 0)
        return begin_record(walk, event);
    if (event->kind == OW_BEGIN_ARRAY && walk->next < walk->parts->list_count &&
        strcmp(walk->path, walk->parts->lists[walk->next].pointer) == 0) {
        walk->list_depth = walk->depth;
        walk->next++;
        return OW_GO_ON;
    }
    return leads_to_list(walk) ? OW_GO_ON : OW_SKIP;
}

static ow_visit end(struct walk *walk)
{
    if (walk->record_depth == walk->depth) {
        for (unsigned i = 0; i < walk->count; i++)
            walk->parts->chosen[walk->ordinal] &= walk->conditions[i].is_met;
        walk->record_depth = 0;
    } else if (walk->list_depth == walk->depth) {
        walk->list_depth = 0;
    }
    walk->depth--;
    return walk->next == walk->parts->list_count && walk->list_depth == 0 ? OW_STOP : OW_GO_ON;
}

/* Offers the name of a field for conditions on a field that no record has. */
static void try_name(struct walk *walk, const ow_event *event)
{
    step(walk, event);
    for (unsigned i = 0; i < walk->count && strlen(walk->path) > walk->record_size; i++)
        if (!walk->conditions[i].is_known)
            nearest_try(&walk->conditions[i].nearest, ow_text_of(walk->path + walk->record_size));
}

/* A second walk, which collects names instead of values. */
static ow_visit visit_names(void *context, const ow_event *event)
{
    struct walk *walk = context;
    if (event->kind != OW_VALUE && event->kind != OW_BEGIN_OBJECT &&
        event->kind != OW_BEGIN_ARRAY) {
        bool is_record = walk->record_depth == walk->depth;
        walk->record_depth = is_record ? 0 : walk->record_depth;
        walk->list_depth = walk->list_depth == walk->depth ? 0 : walk->list_depth;
        walk->depth--;
        return OW_GO_ON;
    }
    if (walk->record_depth > 0)
        try_name(walk, event);
    return event->kind == OW_VALUE ? OW_GO_ON : begin(walk, event);
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct walk *walk = context;
    if (event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY)
        return begin(walk, event);
    if (event->kind != OW_VALUE)
        return end(walk);
    if (walk->record_depth == 0)
        return OW_GO_ON;
    for (unsigned i = 0; i < walk->count; i++) {
        struct condition *condition = &walk->conditions[i];
        if (condition->is_met || !may_be(condition, event))
            continue;
        step(walk, event);
        if (!is_path(walk->path + walk->record_size, condition->pointer))
            continue;
        condition->is_known = true;
        condition->is_met = meets(condition, event);
    }
    return OW_GO_ON;
}

static int cut(size_t size)
{
    return (int)(size < 100 ? size : 100);
}

static void note_condition(const struct condition *condition, const struct part_notes *notes)
{
    char hint[NEAREST_TEXT];
    if (!condition->is_known)
        parts_note(notes, "", "no record has a field \"%.*s\"%s", cut(condition->pointer.size),
                   condition->pointer.data, nearest_words(&condition->nearest, "", hint));
    else if (!condition->is_comparable)
        parts_note(notes, "", "\"%.*s\" is not a number, but the field \"%.*s\" is numeric",
                   cut(condition->value.size), condition->value.data, cut(condition->pointer.size),
                   condition->pointer.data);
}

/* The selection has changed since the first walk, so all records are visited. */
static ow_status find_names(const struct walk *first, struct walk *walk,
                            const struct event_source *source, ow_error *error)
{
    uint8_t *chosen = walk->parts->chosen;
    bool any_unknown = false;
    for (unsigned i = 0; i < first->count; i++) {
        walk->conditions[i] = first->conditions[i];
        any_unknown = any_unknown || !first->conditions[i].is_known;
        nearest_begin(&walk->conditions[i].nearest, first->conditions[i].pointer);
    }
    walk->count = first->count;
    if (!any_unknown)
        return OW_OK;
    struct arena scratch;
    arena_share(&scratch, &walk->parts->arena);
    walk->parts->chosen = arena_take(&scratch, walk->parts->count);
    ow_status status = walk->parts->chosen ? OW_OK : error_plain(error, scratch.status);
    if (status == OW_OK) {
        memset(walk->parts->chosen, 1, walk->parts->count);
        status = source->emit(source->context, visit_names, walk, error);
    }
    walk->parts->chosen = chosen;
    arena_free(&scratch);
    return status;
}

ow_status conditions_narrow(struct parts *parts, const char *const *where,
                            const struct event_source *source, const struct part_notes *notes,
                            ow_error *error)
{
    struct walk walk = {.parts = parts}, names = {.parts = parts};
    ow_status status = read_conditions(&walk, where, error);
    if (status != OW_OK || walk.count == 0 || parts->list_count == 0)
        return status;
    status = source->emit(source->context, visit, &walk, error);
    if (status != OW_OK || !notes->warn || !walk.any_record)
        return status;
    status = find_names(&walk, &names, source, error);
    for (unsigned i = 0; i < names.count && status == OW_OK; i++)
        note_condition(&names.conditions[i], notes);
    return status;
}
