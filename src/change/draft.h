/* An editable world: a tree of its JSON that contains only what was touched. Other nodes refer to
 * parts of the world, which are taken over unchanged. Knows no format. */
#ifndef OW_SRC_CHANGE_DRAFT_H
#define OW_SRC_CHANGE_DRAFT_H

#include "rope.h"

#include "../base/compiler.h"
#include "../base/output.h"
#include "../codec/record_runs.h"
#include "../json/reader.h"

#include <overworld/formats.h>

enum draft_kind {
    DRAFT_PART,  /* a part of the world, by its pointer */
    DRAFT_LIST,  /* the same, a range of an array */
    DRAFT_VALUE, /* a value of the world */
    DRAFT_TEXT,  /* new JSON */
    DRAFT_OBJECT,
    DRAFT_ARRAY
};

struct draft_member {
    struct json_token name;
    struct draft_node *node;
    struct draft_member *next;
};

struct draft_node {
    enum draft_kind kind;
    bool derived;           /* a member that follows from others, and is not written */
    const char *pointer;    /* PART, LIST */
    struct record_run list; /* LIST: the range. PART: its element, if it belongs to such a list */
    ow_value value;         /* VALUE */
    struct json_text text;  /* TEXT; outlives the draft */
    struct draft_member *members;
    struct rope *elements;
};

/* The source of parts of the world, see record_runs.h. */
struct draft_source {
    ow_status (*emit)(void *context, struct part_request *part, ow_visitor visit,
                      void *visit_context, ow_error *error);
    void *context;
    const char *format; /* its name, the root's first member */
};

struct draft {
    struct draft_source source;
    struct arena *arena; /* of all nodes */
    struct draft_node *root;
    bool has_other_form; /* a field of form.h was touched: no record can be taken over */
    ow_error error;      /* status OW_OK: no error so far */
};

/* Starts with the whole world, untouched. Calls that fail return false and set draft->error. */
bool draft_init(struct draft *draft, const struct draft_source *source, struct arena *arena);

/* Makes a node of JSON text. */
struct draft_node *draft_text(struct draft *draft, struct json_text text);

/* Turns a node with contents into an object or array; leaves other nodes. */
bool draft_open_node(struct draft *draft, struct draft_node *node);

/* Finds the target of a JSON Pointer (RFC 6901); OW_NOT_THERE if there is none. */
bool draft_find(struct draft *draft, ow_text pointer, struct draft_node **found);

/* The operations of RFC 6902, section 4. Add: replaces a member of that name, or inserts before an
 * element. Replace: an existing value. Remove. Set: replaces an element, or adds a member. */
bool draft_add(struct draft *draft, ow_text pointer, struct draft_node *node);
bool draft_set(struct draft *draft, ow_text pointer, struct draft_node *node);
bool draft_replace(struct draft *draft, ow_text pointer, struct draft_node *node);
bool draft_remove(struct draft *draft, ow_text pointer, struct draft_node **taken);

/* Sets the error. Returns false. */
bool draft_fail(struct draft *draft, ow_status status, ow_text pointer, const char *format, ...)
    OW_PRINTF(4, 5);
bool draft_no_memory(struct draft *draft);

/* Emits the part of the world at `pointer`, itself included. */
bool draft_emit_part(struct draft *draft, const char *pointer, ow_visitor visit, void *context,
                     struct record_run **list);

/* Appends a member or an element to a pointer; NULL without memory. */
const char *draft_pointer(struct draft *draft, const char *pointer, const char *name,
                          uint64_t index);

/* Writes a node as JSON. With `runs`, unchanged records are references to runs; without,
 * everything is written. `runs` grow in the draft's arena. */
struct draft_runs {
    struct record_run *runs;
    uint32_t count, room;
};
bool draft_write(struct draft *draft, struct draft_node *node, struct draft_runs *runs,
                 struct output *output);

#endif
