/* Editing a world: finding, adding, replacing and removing values at JSON Pointers. */
#include "draft.h"

#include "../base/error.h"
#include "../base/text.h"
#include "form.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool draft_fail(struct draft *draft, ow_status status, ow_text pointer, const char *format, ...)
{
    if (draft->error.status != OW_OK)
        return false;
    char message[sizeof draft->error.message], place[sizeof draft->error.pointer];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    snprintf(place, sizeof place, "%.*s", (int)(pointer.size < 200 ? pointer.size : 200),
             pointer.data ? pointer.data : "");
    error_set(&draft->error, status, 0, place, "%s", message);
    return false;
}

bool draft_no_memory(struct draft *draft)
{
    if (draft->error.status == OW_OK)
        error_limited(&draft->error, draft->arena->status, arena_limit(draft->arena));
    return false;
}

static struct draft_node *make(struct draft *draft, struct draft_node node)
{
    struct draft_node *made = arena_take(draft->arena, sizeof *made);
    if (made)
        *made = node;
    else
        draft_no_memory(draft);
    return made;
}

struct draft_node *draft_text(struct draft *draft, struct json_text text)
{
    return make(draft, (struct draft_node){.kind = DRAFT_TEXT, .text = text});
}

bool draft_init(struct draft *draft, const struct draft_source *source, struct arena *arena)
{
    *draft = (struct draft){.source = *source, .arena = arena};
    draft->root = make(draft, (struct draft_node){.kind = DRAFT_PART, .pointer = ""});
    return draft->root != NULL;
}

/* A step of a pointer, with escapes decoded. */
struct step {
    const char *name;
    uint64_t index; /* UINT64_MAX: not an index */
    bool is_end;    /* "-", after the last element */
};

static bool take_step(struct draft *draft, ow_text pointer, size_t *at, struct step *step)
{
    char *name = arena_take(draft->arena, pointer.size - *at + 1), *to = name;
    if (!name)
        return draft_no_memory(draft);
    for (++*at; *at < pointer.size && pointer.data[*at] != '/'; ++*at) {
        char character = pointer.data[*at];
        if (character == '~') {
            char code = *at + 1 < pointer.size ? pointer.data[++*at] : '\0';
            if (code != '0' && code != '1')
                return draft_fail(draft, OW_BAD_ARGUMENT, pointer,
                                  "invalid JSON Pointer: after ~ there must be 0 or 1 (RFC 6901)");
            character = code == '0' ? '~' : '/';
        }
        *to++ = character;
    }
    *to = '\0';
    *step = (struct step){.name = name, .index = 0, .is_end = strcmp(name, "-") == 0};
    bool digits = *name && !(name[0] == '0' && name[1]) && to - name < 19;
    for (const char *digit = name; *digit; digit++) {
        digits = digits && *digit >= '0' && *digit <= '9';
        step->index = digits ? step->index * 10 + (uint64_t)(*digit - '0') : UINT64_MAX;
    }
    step->index = digits ? step->index : UINT64_MAX;
    return true;
}

/* The target of a pointer: its container and step, and in `found` what is there. */
struct place {
    struct draft_node *inside; /* NULL: the whole world */
    struct step step;
    struct draft_member **member; /* of an object: the pointer to the member, or to the end */
    struct draft_node *found;     /* NULL: nothing there */
    bool in_form;                 /* see form.h */
};

static bool nothing_there(struct draft *draft, ow_text pointer, const struct place *place)
{
    if (place->inside->kind == DRAFT_ARRAY && place->step.index == UINT64_MAX &&
        !place->step.is_end)
        return draft_fail(
            draft, OW_NOT_THERE, pointer,
            "this is a list, which has no member \"%.40s\": its elements have numbers",
            place->step.name);
    if (place->inside->kind == DRAFT_ARRAY)
        return draft_fail(draft, OW_NOT_THERE, pointer,
                          "there is no element %.40s: the list has %llu", place->step.name,
                          (unsigned long long)rope_count(place->inside->elements));
    if (place->inside->kind == DRAFT_OBJECT)
        return draft_fail(draft, OW_NOT_THERE, pointer, "there is no member \"%.40s\"",
                          place->step.name);
    return draft_fail(draft, OW_NOT_THERE, pointer,
                      "this field is a single value and has no members");
}

/* Makes an element a node of its own. */
static struct draft_node *element_of(struct draft *draft, struct draft_node *array, uint64_t index)
{
    struct rope *left, *rest, *piece, *right;
    struct arena *arena = draft->arena;
    if (!rope_cut(arena, array->elements, index, &left, &rest) ||
        !rope_cut(arena, rest, 1, &piece, &right)) {
        draft_no_memory(draft);
        return NULL;
    }
    if (piece->is_list) {
        const struct draft_node *list = piece->node;
        struct record_run run = list->list;
        run.records = (const uint8_t *)run.records + piece->from * run.record_size;
        run.count = 1;
        const char *pointer = draft_pointer(draft, list->pointer, NULL, piece->from);
        piece->node =
            pointer ? make(draft,
                           (struct draft_node){.kind = DRAFT_PART, .pointer = pointer, .list = run})
                    : NULL;
        piece->is_list = false;
    }
    array->elements = rope_join(rope_join(left, piece), right);
    return piece->node;
}

static bool step_in(struct draft *draft, struct place *place)
{
    struct draft_node *inside = place->inside;
    place->found = NULL;
    if (inside->kind == DRAFT_ARRAY) {
        if (place->step.index < rope_count(inside->elements))
            place->found = element_of(draft, inside, place->step.index);
        return draft->error.status == OW_OK;
    }
    place->member = &inside->members;
    if (inside->kind != DRAFT_OBJECT)
        return true;
    while (*place->member && !json_token_is(&(*place->member)->name, place->step.name))
        place->member = &(*place->member)->next;
    place->found = *place->member ? (*place->member)->node : NULL;
    return true;
}

/* Follows a pointer. Its target may be missing. */
static bool follow(struct draft *draft, ow_text pointer, struct place *place)
{
    size_t at = 0;
    *place = (struct place){.found = draft->root};
    if (pointer.size > 0 && pointer.data[0] != '/')
        return draft_fail(draft, OW_BAD_ARGUMENT, pointer,
                          "invalid JSON Pointer: it must be empty or begin with / (RFC 6901)");
    for (unsigned depth = 0; at < pointer.size; depth++) {
        if (!place->found)
            return nothing_there(draft, pointer, place);
        if (depth == JSON_DEPTH)
            return draft_fail(draft, OW_NOT_THERE, pointer,
                              "the JSON Pointer is deeper than any field");
        place->inside = place->found;
        if (!take_step(draft, pointer, &at, &place->step) ||
            !draft_open_node(draft, place->inside) || !step_in(draft, place))
            return false;
        place->in_form = place->in_form || (depth == 0 && form_has(place->step.name));
    }
    return true;
}

/* Follows a pointer to a value that will be changed. */
static bool follow_to_change(struct draft *draft, ow_text pointer, struct place *place)
{
    if (text_is_same(pointer, OW_LITERAL("/format")))
        return draft_fail(draft, OW_BAD_ARGUMENT, pointer,
                          "a world keeps its format: only its fields can change");
    bool followed = follow(draft, pointer, place);
    draft->has_other_form = draft->has_other_form || place->in_form;
    return followed;
}

bool draft_find(struct draft *draft, ow_text pointer, struct draft_node **found)
{
    struct place place;
    if (!follow(draft, pointer, &place))
        return false;
    *found = place.found;
    return place.found || nothing_there(draft, pointer, &place);
}

static bool insert(struct draft *draft, ow_text pointer, struct place *place,
                   struct draft_node *node)
{
    struct draft_node *array = place->inside;
    struct rope *left, *right, *piece = rope_of_element(draft->arena, node);
    uint64_t count = rope_count(array->elements);
    uint64_t index = place->step.is_end ? count : place->step.index;
    if (index > count)
        return nothing_there(draft, pointer, place);
    if (!piece || !rope_cut(draft->arena, array->elements, index, &left, &right))
        return draft_no_memory(draft);
    array->elements = rope_join(rope_join(left, piece), right);
    return true;
}

static bool append_member(struct draft *draft, const struct place *place, struct draft_node *node)
{
    struct draft_member *member = arena_take(draft->arena, sizeof *member);
    if (!member)
        return draft_no_memory(draft);
    *member = (struct draft_member){
        .name = {.data = place->step.name, .size = strlen(place->step.name)}, .node = node};
    *place->member = member;
    return true;
}

static void put_in_place(struct draft *draft, struct place *place, struct draft_node *node)
{
    if (!place->inside)
        draft->root = node;
    else if (place->inside->kind == DRAFT_OBJECT)
        (*place->member)->node = node;
    else
        *place->found = *node;
}

bool draft_add(struct draft *draft, ow_text pointer, struct draft_node *node)
{
    struct place place;
    if (!follow_to_change(draft, pointer, &place))
        return false;
    if (place.inside && place.inside->kind == DRAFT_ARRAY)
        return insert(draft, pointer, &place, node);
    if (!place.found && place.inside->kind != DRAFT_OBJECT)
        return nothing_there(draft, pointer, &place);
    if (!place.found)
        return append_member(draft, &place, node);
    put_in_place(draft, &place, node);
    return true;
}

bool draft_replace(struct draft *draft, ow_text pointer, struct draft_node *node)
{
    struct place place;
    if (!follow_to_change(draft, pointer, &place))
        return false;
    if (!place.found)
        return nothing_there(draft, pointer, &place);
    put_in_place(draft, &place, node);
    return true;
}

bool draft_set(struct draft *draft, ow_text pointer, struct draft_node *node)
{
    struct place place;
    if (!follow_to_change(draft, pointer, &place))
        return false;
    bool member = place.inside && place.inside->kind == DRAFT_OBJECT;
    return place.found || !member ? draft_replace(draft, pointer, node)
                                  : draft_add(draft, pointer, node);
}

bool draft_remove(struct draft *draft, ow_text pointer, struct draft_node **taken)
{
    struct place place;
    if (!follow_to_change(draft, pointer, &place))
        return false;
    if (!place.found)
        return nothing_there(draft, pointer, &place);
    if (!place.inside)
        return draft_fail(draft, OW_BAD_ARGUMENT, pointer, "a whole world cannot be removed");
    *taken = place.found;
    if (place.inside->kind == DRAFT_OBJECT) {
        *place.member = (*place.member)->next;
        return true;
    }
    struct rope *left, *rest, *piece, *right;
    if (!rope_cut(draft->arena, place.inside->elements, place.step.index, &left, &rest) ||
        !rope_cut(draft->arena, rest, 1, &piece, &right))
        return draft_no_memory(draft);
    place.inside->elements = rope_join(left, right);
    return true;
}
