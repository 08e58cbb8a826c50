/* A world as a tree of fields with the places of their bytes: children of a field, the place of a
 * field, the field at a byte, the fields of a range of bytes. Each is one walk or a few, which skip
 * as much as possible. */
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>

/* Longest value to write in full. */
enum { DEEPEST = 64, POINTER_ROOM = 4096, LONGEST_VALUE = 4096 };

/* In a container of up to this size, a byte is searched field by field. */
enum { NEAR = 4096 };
#define NO_MATCH   SIZE_MAX
#define NO_ELEMENT UINT64_MAX

/* An open container, from the root on. */
struct step {
    const char *name; /* NULL: element of a list */
    uint64_t index;
    size_t matched; /* length of the wanted pointer that leads here; NO_MATCH: none */
    /* The next part of the pointer: its element, if it is a number, and its end. */
    uint64_t wanted;
    size_t end;
};

struct walk {
    struct world *world;
    ow_json_writer *writer;
    unsigned depth, meaning_depth;
    struct step steps[DEEPEST];

    const char *wanted;        /* pointer of the wanted field */
    uint64_t from, count, met; /* range of children, and how many were met */
    uint64_t least, most;      /* wanted range of bytes */
    char found[POINTER_ROOM];  /* pointer of the field with the byte `least` */
    bool is_inside, is_found, is_near;
    bool is_open; /* the last node is still open, for a meaning */
    bool in_meaning;
};

/* Length of the wanted pointer that leads to an event. Fast, because there are millions of
 * elements. */
static size_t match(const struct walk *walk, const ow_event *event)
{
    if (walk->depth == 0)
        return 0;
    const struct step *step = &walk->steps[walk->depth - 1];
    if (step->end == NO_MATCH)
        return NO_MATCH;
    if (!event->name)
        return event->index == step->wanted && step->wanted != NO_ELEMENT ? step->end : NO_MATCH;
    size_t first = step->matched + 1, size = step->end - first;
    bool same = strlen(event->name) == size && memcmp(event->name, walk->wanted + first, size) == 0;
    return same ? step->end : NO_MATCH;
}

static bool is_whole(const struct walk *walk, size_t matched)
{
    return matched != NO_MATCH && walk->wanted[matched] == '\0';
}

/* Reads the part of the wanted pointer after a container. */
static void find_next(const struct walk *walk, struct step *step)
{
    step->wanted = NO_ELEMENT;
    step->end = NO_MATCH;
    if (step->matched == NO_MATCH || walk->wanted[step->matched] != '/')
        return;
    const char *next = walk->wanted + step->matched + 1;
    step->end = step->matched + 1 + strcspn(next, "/");
    char *behind;
    if (*next >= '0' && *next <= '9') {
        uint64_t number = strtoull(next, &behind, 10);
        step->wanted = behind == walk->wanted + step->end ? number : NO_ELEMENT;
    }
}

static bool enter(struct walk *walk, const ow_event *event, size_t matched)
{
    if (walk->depth == DEEPEST)
        return false;
    struct step *step = &walk->steps[walk->depth++];
    *step = (struct step){.name = event->name, .index = event->index, .matched = matched};
    find_next(walk, step);
    return true;
}

/* At the beginning of an array: skips its elements before a given one. */
static void leave_out(const struct walk *walk, const ow_event *event, uint64_t element,
                      uint64_t offset)
{
    if (event->kind == OW_BEGIN_ARRAY)
        ow_tracer_leave_out(walk->world->tracer, element, offset);
}

/* The same for an array on the way to the wanted pointer, or for the array whose children are
 * wanted. */
static void leave_out_before(const struct walk *walk, const ow_event *event)
{
    const struct step *step = &walk->steps[walk->depth - 1];
    if (is_whole(walk, step->matched))
        leave_out(walk, event, walk->from, UINT64_MAX);
    else if (step->wanted != NO_ELEMENT)
        leave_out(walk, event, step->wanted, UINT64_MAX);
}

static size_t add_step(char *at, size_t room, const char *name, uint64_t index)
{
    int size = name ? snprintf(at, room, "/%s", name)
                    : snprintf(at, room, "/%llu", (unsigned long long)index);
    return size > 0 && (size_t)size < room ? (size_t)size : 0;
}

/* The pointer of an event. */
static void write_pointer(const struct walk *walk, const ow_event *event)
{
    char pointer[POINTER_ROOM] = "";
    size_t size = 0;
    for (unsigned i = 1; i < walk->depth; i++)
        size += add_step(pointer + size, sizeof pointer - size, walk->steps[i].name,
                         walk->steps[i].index);
    if (walk->depth > 0)
        add_step(pointer + size, sizeof pointer - size, event->name, event->index);
    json_add_string(walk->writer, "pointer", pointer);
}

static void end_node(struct walk *walk)
{
    if (walk->is_open)
        json_end_object(walk->writer);
    walk->is_open = false;
}

static void write_value(struct walk *walk, const ow_event *event)
{
    ow_event value = *event;
    value.name = "value";
    value.derived = false;
    bool is_text = event->type == OW_TEXT, is_bytes = event->type == OW_BYTES;
    size_t size = is_text ? event->value.text.size : is_bytes ? event->value.bytes.size : 0;
    if (size > LONGEST_VALUE) {
        json_add_boolean(walk->writer, "cut", true);
        size = LONGEST_VALUE;
        while (is_text && size > 0 && ((unsigned char)event->value.text.data[size] & 0xc0) == 0x80)
            size--; /* do not cut a character */
    }
    if (is_bytes)
        value.value.bytes.size = size;
    if (is_text)
        json_add_text(walk->writer, "value", (ow_text){event->value.text.data, size});
    else
        ow_json_visit(walk->writer, &value);
}

static void begin_node(struct walk *walk, const ow_event *event)
{
    static const char *const kinds[] = {
        [OW_BEGIN_OBJECT] = "object", [OW_BEGIN_ARRAY] = "array", [OW_VALUE] = "value"};
    static const char *const types[] = {
        [OW_INTEGER] = "integer", [OW_FLOAT] = "float", [OW_BOOLEAN] = "boolean",
        [OW_TEXT] = "text",       [OW_BYTES] = "bytes", [OW_UNSIGNED_64] = "unsigned_64"};
    json_begin_object(walk->writer, NULL);
    walk->is_open = true;
    write_pointer(walk, event);
    if (event->name)
        json_add_string(walk->writer, "name", event->name);
    else
        json_add_integer(walk->writer, "index", event->index);
    json_add_string(walk->writer, "kind", kinds[event->kind]);
    json_add_integer(walk->writer, "offset", event->offset);
    if (event->kind == OW_BEGIN_ARRAY && event->count != OW_UP_TO_THE_END)
        json_add_integer(walk->writer, "count", event->count);
    if (event->derived)
        json_add_boolean(walk->writer, "derived", true);
    if (event->kind != OW_VALUE)
        return;
    json_add_integer(walk->writer, "size", event->size);
    json_add_string(walk->writer, "type", types[event->type]);
    write_value(walk, event);
}

/* The meaning of a value follows it and is written into its node. */
static bool take_meaning(struct walk *walk, const ow_event *event)
{
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    bool is_meaning =
        event->derived && event->name && event->size == 0 && strcmp(event->name, "meaning") == 0;
    if (!walk->in_meaning && !is_meaning)
        return false;
    if (walk->is_open) {
        ow_event shown = *event;
        shown.derived = false;
        if (shown.kind == OW_VALUE && shown.type == OW_TEXT)
            json_add_text(walk->writer, shown.name, shown.value.text);
        else
            ow_json_visit(walk->writer, &shown);
    }
    if (event->kind != OW_VALUE)
        walk->meaning_depth += begins ? 1u : -1u;
    walk->in_meaning = walk->meaning_depth > 0;
    return true;
}

static bool ends(const ow_event *event)
{
    return event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
}

/* Children. Returns false after the last wanted one. */
static bool take_child(struct walk *walk, const ow_event *event)
{
    uint64_t number = event->name ? walk->met : event->index;
    walk->met = number + 1;
    if (number < walk->from)
        return true;
    if (number - walk->from >= walk->count)
        return false;
    begin_node(walk, event);
    return true;
}

static ow_visit end_child(struct walk *walk, const ow_event *event)
{
    size_t matched = walk->steps[--walk->depth].matched;
    bool is_parent = walk->is_inside && is_whole(walk, matched);
    if (walk->is_open && !is_parent)
        json_add_integer(walk->writer, "size", event->size);
    end_node(walk);
    return is_parent ? OW_STOP : OW_GO_ON;
}

static ow_visit visit_children(void *context, const ow_event *event)
{
    struct walk *walk = context;
    if (take_meaning(walk, event))
        return OW_GO_ON;
    if (ends(event)) {
        /* The last child may be a value with an open node. */
        if (walk->is_open && is_whole(walk, walk->steps[walk->depth - 1].matched))
            end_node(walk);
        return end_child(walk, event);
    }
    end_node(walk);
    bool begins = event->kind != OW_VALUE;
    if (walk->is_inside && !take_child(walk, event))
        return OW_STOP;
    size_t matched = walk->is_inside ? NO_MATCH : match(walk, event);
    if (begins && !enter(walk, event, matched))
        return OW_STOP;
    if (walk->is_inside)
        return begins ? OW_SKIP : OW_GO_ON;
    if (is_whole(walk, matched))
        walk->is_found = walk->is_inside = begins;
    if (is_whole(walk, matched) && !begins)
        return OW_STOP; /* it is a value, which has no children */
    leave_out_before(walk, event);
    return begins && matched == NO_MATCH ? OW_SKIP : OW_GO_ON;
}

/* The field of a pointer, without its contents. */
static ow_visit visit_place(void *context, const ow_event *event)
{
    struct walk *walk = context;
    if (take_meaning(walk, event))
        return OW_GO_ON;
    if (ends(event)) {
        size_t matched = walk->steps[--walk->depth].matched;
        if (!is_whole(walk, matched))
            return walk->is_found ? OW_STOP : OW_GO_ON;
        json_add_integer(walk->writer, "size", event->size);
        return OW_STOP;
    }
    if (walk->is_found)
        return OW_STOP; /* after a value and its meaning */
    bool begins = event->kind != OW_VALUE;
    size_t matched = match(walk, event);
    walk->is_found = is_whole(walk, matched);
    if (walk->is_found)
        begin_node(walk, event);
    if (begins && !enter(walk, event, matched))
        return OW_STOP;
    leave_out_before(walk, event);
    return begins && (walk->is_found || matched == NO_MATCH) ? OW_SKIP : OW_GO_ON;
}

/* Finds the field with a byte level by level: contents of a container are skipped, and its end says
 * whether it has the byte. */
static void descend(struct walk *walk, const ow_event *event)
{
    size_t size = strlen(walk->found);
    add_step(walk->found + size, sizeof walk->found - size, event->name, event->index);
    walk->is_found = true;
}

static bool reaches_byte(const struct walk *walk, const ow_event *event)
{
    return event->size > 0 && event->offset + event->size > walk->least;
}

static ow_visit visit_level(void *context, const ow_event *event)
{
    struct walk *walk = context;
    if (ends(event)) {
        const struct step *step = &walk->steps[--walk->depth];
        if (!walk->is_inside)
            return OW_GO_ON;
        if (is_whole(walk, step->matched))
            return OW_STOP; /* none of its children has the byte */
        if (!reaches_byte(walk, event))
            return OW_GO_ON;
        descend(walk, &(ow_event){.name = step->name, .index = step->index});
        walk->is_near = event->size <= NEAR;
        return OW_STOP;
    }
    bool begins = event->kind != OW_VALUE;
    size_t matched = walk->is_inside ? NO_MATCH : match(walk, event);
    if (walk->is_inside && !begins && reaches_byte(walk, event)) {
        descend(walk, event);
        walk->is_near = true;
        return OW_STOP;
    }
    if (begins && !enter(walk, event, matched))
        return OW_STOP;
    walk->is_inside = walk->is_inside || (begins && is_whole(walk, matched));
    leave_out(walk, event, UINT64_MAX, walk->least);
    return begins && matched == NO_MATCH ? OW_SKIP : OW_GO_ON;
}

/* Sets walk->found to the pointer of the field with the byte `least`, or of a small container
 * around it. If no value has the byte, of the smallest container. */
static void find_byte(struct walk *walk)
{
    ow_options options = options_of(walk->world);
    while (!walk->is_near) {
        char wanted[POINTER_ROOM];
        memcpy(wanted, walk->found, sizeof wanted);
        walk->wanted = wanted;
        walk->depth = 0;
        walk->is_inside = walk->is_found = false;
        ow_tracer_run(walk->world->tracer, &options, visit_level, walk, NULL);
        if (!walk->is_found)
            break;
    }
    walk->wanted = walk->found;
    walk->depth = 0;
    walk->is_inside = walk->is_found = false;
}

/* Values in a range of bytes, from the found one on. */
static ow_visit visit_stretch(void *context, const ow_event *event)
{
    struct walk *walk = context;
    if (take_meaning(walk, event))
        return OW_GO_ON;
    end_node(walk);
    if (ends(event)) {
        walk->depth--;
        return OW_GO_ON;
    }
    if (event->offset >= walk->most)
        return OW_STOP;
    size_t matched = match(walk, event);
    walk->is_inside = walk->is_inside || is_whole(walk, matched);
    if (event->kind != OW_VALUE) {
        if (!enter(walk, event, matched))
            return OW_STOP;
        leave_out(walk, event, UINT64_MAX, walk->least);
        return walk->is_inside || matched != NO_MATCH ? OW_GO_ON : OW_SKIP;
    }
    if (!walk->is_inside || !reaches_byte(walk, event))
        return OW_GO_ON;
    if (walk->met++ == walk->count)
        return OW_STOP;
    begin_node(walk, event);
    walk->is_found = true;
    return OW_GO_ON;
}

/* Opens the tracer, which makes walks short. */
static ow_status need_tracer(struct world *world)
{
    ow_status status = need_bytes(world);
    if (status != OW_OK || world->tracer)
        return status;
    ow_options options = options_of(world);
    return ow_tracer_open(world->bytes.data, world->bytes.size, &options, &world->tracer,
                          fresh_error());
}

/* Runs a walk. Its nodes are the array "fields" of the answer. If the file is broken, the walk ends
 * there, with "error". */
static int run(struct walk *walk, ow_visitor visit)
{
    walk->writer = open_answer();
    if (!walk->writer)
        return (int)last_error()->status;
    ow_options options = options_of(walk->world);
    options.meanings = true;
    json_begin_object(walk->writer, NULL);
    json_begin_array(walk->writer, "fields");
    ow_status status = ow_tracer_run(walk->world->tracer, &options, visit, walk, fresh_error());
    end_node(walk);
    json_end_array(walk->writer);
    json_add_boolean(walk->writer, "found", walk->is_found);
    if (is_break(status))
        answer_error(walk->writer, "error", last_error());
    else
        json_add_null(walk->writer, "error");
    json_end_object(walk->writer);
    return (int)close_answer(walk->writer, is_break(status) ? OW_OK : status);
}

EXPORTED int web_children(struct world *world, const char *pointer, double from, double count)
{
    struct walk walk = {
        .world = world, .wanted = pointer, .from = (uint64_t)from, .count = (uint64_t)count};
    ow_status status = need_tracer(world);
    return status == OW_OK ? run(&walk, visit_children) : (int)status;
}

EXPORTED int web_locate(struct world *world, const char *pointer)
{
    struct walk walk = {.world = world, .wanted = pointer};
    ow_status status = need_tracer(world);
    return status == OW_OK ? run(&walk, visit_place) : (int)status;
}

/* Answers with at most `count` fields of the bytes from `least` to before `most`. */
EXPORTED int web_fields(struct world *world, double least, double most, double count)
{
    struct walk walk = {
        .world = world, .least = (uint64_t)least, .most = (uint64_t)most, .count = (uint64_t)count};
    ow_status status = need_tracer(world);
    if (status != OW_OK)
        return (int)status;
    find_byte(&walk);
    return run(&walk, visit_stretch);
}
