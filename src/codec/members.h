/* How the parse codec finds data: members of the current JSON object by name, elements of the
 * current array in order, and the place and message of an error. */
#ifndef OW_SRC_CODEC_MEMBERS_H
#define OW_SRC_CODEC_MEMBERS_H

#include "../base/error.h"
#include "../base/memory.h"
#include "../json/base64.h"
#include "../json/reader.h"
#include "path.h"
#include "record_runs.h"
#include "verbs.h"

#include <overworld/formats.h>

#include <stdio.h>
#include <string.h>

/* Most fields of an object; the codec reports an object with more. */
enum { PARSE_FIELDS = 40 };

/* Fields that an object has in a file or another version, but not in this JSON, for messages about
 * unknown members. */
struct parse_others {
    unsigned count;
    struct {
        const char *name, *is;
    } names[16]; /* the last ones */
};

/* Target of the elements of an array that takes over runs: see record_runs.h. */
struct taken_list {
    uint8_t *items;
    size_t item_size;
    const char *kind;
    uint64_t left; /* remaining elements of the current run */
};

/* An open object or array. */
struct parse_frame {
    const char *members; /* after its opening bracket */
    bool fresh;          /* no value taken yet */
    bool jumped;         /* a value was taken out of order */
    const char *resume;  /* where to continue after a field out of order, or NULL */
    struct taken_list list;
    unsigned field_count;
    struct {
        const char *name, *at; /* requested fields, and the places of their values */
    } fields[PARSE_FIELDS];
};

struct codec {
    struct json_cursor cursor;
    unsigned version;
    uint8_t variant;
    bool big_endian;
    ow_error error; /* status OW_OK: no error so far */
    struct arena *arena;
    const ow_options *options;
    struct record_runs *reused;      /* NULL: no runs */
    const struct parse_lanes *lanes; /* NULL: one thread reads all */
    uint32_t first_item;             /* of a list that begins: those before it have been read */
    const char *list_kind;           /* of the list that is about to begin */
    struct path path;
    struct parse_frame frames[PATH_DEPTH];
    struct parse_others others[PATH_DEPTH];
};

#define PARSE_VERB static MAY_BE_UNUSED

/* Behind the records that lanes have read. */
#undef FIRST_ITEM
#define FIRST_ITEM(c) ((c)->first_item)

/* The path of most fields: compiled where a layout names the field, so that the name is a
 * constant. */
#define PARSE_FAST static inline ALWAYS_INLINE MAY_BE_UNUSED

PARSE_VERB bool healthy(const struct codec *c)
{
    return c->error.status == OW_OK;
}

PARSE_VERB void fail_json(struct codec *c, const char *at, const char *name, const char *message)
{
    if (!healthy(c))
        return;
    uint64_t line, column;
    json_place(c->cursor.begin, at, &line, &column);
    if (c->reused) /* users have not seen the text */
        error_set(&c->error, OW_BAD_JSON, 0, NULL, "%s", message);
    else
        error_set(&c->error, OW_BAD_JSON, (uint64_t)(at - c->cursor.begin), NULL,
                  "line %llu, column %llu: %s", (unsigned long long)line,
                  (unsigned long long)column, message);
    path_text(&c->path, name, c->error.pointer, sizeof c->error.pointer);
    c->cursor.problem = "";
}

PARSE_VERB void cancel_parse(struct codec *c)
{
    error_plain(&c->error, OW_CANCELLED);
    c->cursor.problem = "";
}

#define fail_format(c, at, name, ...)                                                              \
    do {                                                                                           \
        char message_[256];                                                                        \
        snprintf(message_, sizeof message_, __VA_ARGS__);                                          \
        fail_json(c, at, name, message_);                                                          \
    } while (0)

#define refuse(c, reason, name, ...)                                                               \
    do {                                                                                           \
        if (!healthy(c))                                                                           \
            break;                                                                                 \
        fail_format(c, (c)->cursor.at, name, __VA_ARGS__);                                         \
        (c)->error.status = reason;                                                                \
    } while (0)

/* Turns a cursor's problem into the codec's error. */
PARSE_VERB bool cursor_is_well(struct codec *c, const char *name)
{
    if (c->cursor.problem && healthy(c)) {
        if (c->cursor.at >= c->cursor.end)
            fail_format(c, c->cursor.at, name, "the text ends; expected %s", c->cursor.problem);
        else
            fail_format(c, c->cursor.at, name, "expected %s", c->cursor.problem);
    }
    return healthy(c);
}

PARSE_VERB struct parse_frame *frame_of(struct codec *c)
{
    unsigned depth = c->path.depth > PATH_DEPTH ? PATH_DEPTH : c->path.depth;
    return &c->frames[depth > 0 ? depth - 1 : 0];
}

/* Moves to the value of the next member. Returns false at the object's end or on an error. */
PARSE_VERB bool next_member(struct json_cursor *cursor, bool first, struct json_token *key)
{
    if (json_peek(cursor) == '}' || cursor->problem)
        return false;
    return (first || json_take(cursor, ',', "a comma or the end of the object")) &&
           json_string(cursor, key) && json_take(cursor, ':', "a colon after the field's name") &&
           (json_peek(cursor), true);
}

PARSE_VERB struct parse_others *others_of(struct codec *c)
{
    return &c->others[frame_of(c) - c->frames];
}

PARSE_VERB void note_other(struct codec *c, const char *name, const char *is)
{
    enum { LAST = sizeof c->others->names / sizeof *c->others->names - 1 };
    struct parse_others *others = others_of(c);
    unsigned place = others->count++ & LAST;
    others->names[place].name = name;
    others->names[place].is = is;
}

/* Explains an unknown member. */
PARSE_VERB const char *name_unknown_member(struct codec *c, const struct json_token *key)
{
    const struct parse_frame *frame = frame_of(c);
    const struct parse_others *others = others_of(c);
    unsigned room = sizeof others->names / sizeof *others->names;
    for (unsigned i = 0; i < frame->field_count; i++)
        if (json_token_is(key, frame->fields[i].name))
            return "is a duplicate in this object";
    for (unsigned i = 0; i < others->count && i < room; i++)
        if (others->names[i].name && json_token_is(key, others->names[i].name))
            return others->names[i].is;
    return json_token_is(key, "$schema") ? "must be the first field"
                                         : "is not a field of this object";
}

/* Searches the whole object for a field that is not the next one. */
PARSE_VERB bool find_out_of_order(struct codec *c, const char *name)
{
    struct parse_frame *frame = frame_of(c);
    struct json_cursor scan = c->cursor;
    struct json_token key;
    /* all members were taken in order */
    if (!frame->jumped && json_peek(&scan) == '}')
        return false;
    scan.at = frame->members;
    for (bool first = true; next_member(&scan, first, &key); first = false) {
        if (json_token_is(&key, name)) {
            frame->jumped = true;
            frame->resume = c->cursor.at;
            c->cursor.at = scan.at;
            return true;
        }
        if (!json_skip(&scan))
            break;
    }
    if (scan.problem) {
        c->cursor = scan;
        cursor_is_well(c, NULL);
    }
    return false;
}

/* Moves to the value of the next member if it is the field, however its name is escaped. */
PARSE_VERB bool find_next(struct codec *c, const char *name)
{
    struct parse_frame *frame = frame_of(c);
    struct json_cursor next = c->cursor;
    struct json_token key;
    if (!next_member(&next, frame->fresh, &key) || !json_token_is(&key, name))
        return false;
    c->cursor = next;
    frame->fresh = false;
    return true;
}

/* Records a requested field, whose value is next. */
PARSE_VERB bool note_field(struct codec *c, struct parse_frame *frame, const char *name)
{
    if (UNLIKELY(frame->field_count == PARSE_FIELDS)) {
        fail_format(c, c->cursor.at, name, "the object has more than the supported %d fields",
                    PARSE_FIELDS);
        return false;
    }
    frame->fields[frame->field_count].name = name;
    frame->fields[frame->field_count++].at = c->cursor.at;
    return true;
}

/* Moves to the value of a field of the current object, if there is one. */
PARSE_VERB bool find(struct codec *c, const char *name)
{
    if (!healthy(c))
        return false;
    struct parse_frame *frame = frame_of(c);
    if (json_take_member(&c->cursor, frame->fresh, name))
        frame->fresh = false;
    else if (!find_next(c, name) && !find_out_of_order(c, name))
        return false;
    return note_field(c, frame, name);
}

/* Moves to the value of a required field. */
PARSE_VERB bool find_needed(struct codec *c, const char *name)
{
    if (!healthy(c) || find(c, name))
        return healthy(c);
    fail_format(c, frame_of(c)->members - 1, name, "missing \"%s\" in this object", name);
    return false;
}

/* Moves to the next element of the current array. */
PARSE_VERB bool begin_next(struct codec *c)
{
    struct parse_frame *frame = frame_of(c);
    if (!healthy(c))
        return false;
    if (!frame->fresh)
        json_take(&c->cursor, ',', "a comma and another number");
    frame->fresh = false;
    json_peek(&c->cursor);
    return cursor_is_well(c, NULL);
}

/* Moves to the value of a field, or (name NULL) to the next array element. */
PARSE_FAST bool begin_value(struct codec *c, const char *name)
{
    if (!name)
        return begin_next(c);
    struct parse_frame *frame = frame_of(c);
    if (UNLIKELY(!json_take_member(&c->cursor, frame->fresh, name)))
        return find_needed(c, name);
    frame->fresh = false;
    return note_field(c, frame, name);
}

PARSE_VERB void end_value(struct codec *c, const char *name)
{
    struct parse_frame *frame = frame_of(c);
    if (cursor_is_well(c, name) && frame->resume) {
        c->cursor.at = frame->resume;
        frame->resume = NULL;
    }
}

/* Enters the object or array at the cursor. */
PARSE_VERB void enter(struct codec *c, const char *name, bool array)
{
    if (healthy(c)) {
        json_take(&c->cursor, array ? '[' : '{', array ? "an array" : "an object");
        cursor_is_well(c, name);
    }
    if (path_is_full(&c->path))
        fail_format(c, c->cursor.at, name, "this is nested deeper than the supported %d levels",
                    PATH_DEPTH);
    path_enter(&c->path, name, array);
    struct parse_frame *frame = frame_of(c); /* without the fields, which are none yet */
    frame->members = c->cursor.at;
    frame->fresh = true;
    frame->jumped = false;
    frame->resume = NULL;
    frame->list = (struct taken_list){0};
    frame->field_count = 0;
    others_of(c)->count = 0;
}

/* A key as a step of a JSON Pointer; NULL if it is long or written with escapes. */
PARSE_VERB const char *step_of(const struct json_token *key, char *step, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < key->size; i++) {
        char letter = key->data[i];
        if (letter == '\\' || used + 3 > room)
            return NULL;
        bool is_special = letter == '~' || letter == '/';
        step[used++] = is_special ? '~' : letter;
        if (is_special)
            step[used++] = letter == '~' ? '0' : '1';
    }
    step[used] = '\0';
    return step;
}

PARSE_VERB void refuse_unknown_member(struct codec *c, const struct json_token *key)
{
    enum { MOST_STEP = 64 };
    char step[MOST_STEP];
    fail_format(c, key->data - 1, step_of(key, step, sizeof step), "\"%.*s\" %s",
                (int)(key->size > 60 ? 60 : key->size), key->data, name_unknown_member(c, key));
}

/* Rejects members that were not requested: misspelt names, duplicate fields. */
PARSE_VERB void refuse_strangers(struct codec *c)
{
    struct parse_frame *frame = frame_of(c);
    struct json_token key;
    while (healthy(c) && next_member(&c->cursor, frame->fresh, &key)) {
        bool taken = false;
        for (unsigned i = 0; i < frame->field_count; i++)
            taken = taken || frame->fields[i].at == c->cursor.at;
        if (!taken)
            refuse_unknown_member(c, &key);
        frame->fresh = false;
        json_skip(&c->cursor);
    }
    cursor_is_well(c, NULL);
}

PARSE_VERB void leave(struct codec *c)
{
    bool array = path_top(&c->path)->is_array;
    if (!array)
        refuse_strangers(c);
    if (healthy(c)) {
        json_take(&c->cursor, array ? ']' : '}', array ? "the end of the array here" : "a field");
        cursor_is_well(c, NULL);
    }
    path_leave(&c->path);
}

#endif
