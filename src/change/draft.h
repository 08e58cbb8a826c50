/* A world on its way to be changed: a tree of its JSON in which only what was touched is there. All else
 * stands for parts of the world, which are taken over as they are. Knows no format. */
#ifndef OW_SRC_CHANGE_DRAFT_H
#define OW_SRC_CHANGE_DRAFT_H

#include "rope.h"

#include "../base/compiler.h"
#include "../base/output.h"
#include "../codec/record_runs.h"
#include "../json/reader.h"

#include <overworld/overworld.h>

enum draft_kind {
    DRAFT_PART,  /* of the world, by its pointer */
    DRAFT_LIST,  /* the same, an array whose elements can be taken over */
    DRAFT_VALUE, /* of the world */
    DRAFT_TEXT,  /* JSON that is not the world's */
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
    bool derived;           /* a member that follows from the rest, and is not written */
    const char *pointer;    /* of PART and LIST */
    struct record_run list; /* of LIST; of PART the one element, where it is one of such a list */
    ow_value value;         /* of VALUE */
    struct json_text text;  /* of TEXT, which lives longer than the draft */
    struct draft_member *members;
    struct rope *elements;
};

/* What tells a part of the world, see record_runs.h. */
struct draft_source {
    ow_status (*emit)(void *context, struct part_request *part, ow_visitor visit,
                      void *visit_context, ow_error *error);
    void *context;
    const char *format; /* its name, which is the root's first member */
};

struct draft {
    struct draft_source source;
    struct arena *arena; /* of all nodes */
    struct draft_node *root;
    bool has_other_form; /* one of form.h was touched: no record can be taken over as it is */
    ow_error error;      /* status OW_OK while all is well */
};

/* The whole world, untouched. Calls that fail return false, with draft->error. */
bool draft_init(struct draft *draft, const struct draft_source *source, struct arena *arena);

/* A node of JSON text. */
struct draft_node *draft_text(struct draft *draft, struct json_text text);

/* Makes objects and arrays of a node that has something inside; other nodes stay as they are. */
bool draft_open_node(struct draft *draft, struct draft_node *node);

/* What JSON Pointers (RFC 6901) lead to; where there is nothing, that is OW_NOT_THERE. */
bool draft_find(struct draft *draft, ow_text pointer, struct draft_node **found);

/* As the operations of RFC 6902, section 4: adds a node (which replaces a member of that name, and is inserted
 * in front of an element), replaces one that is there, takes one out. To set is to replace an element, and to
 * add a member. */
bool draft_add(struct draft *draft, ow_text pointer, struct draft_node *node);
bool draft_set(struct draft *draft, ow_text pointer, struct draft_node *node);
bool draft_replace(struct draft *draft, ow_text pointer, struct draft_node *node);
bool draft_remove(struct draft *draft, ow_text pointer, struct draft_node **taken);

/* Fails. */
bool draft_fail(struct draft *draft, ow_status status, ow_text pointer, const char *format, ...)
    OW_PRINTF(4, 5);
bool draft_no_memory(struct draft *draft);

/* Tells the inside of a part of the world: the events of what `pointer` leads to, itself included. */
bool draft_emit_part(struct draft *draft, const char *pointer, ow_visitor visit, void *context,
                     struct record_run **list);

/* A pointer to a member or an element of what another one leads to; NULL without memory. */
const char *draft_pointer(struct draft *draft, const char *pointer, const char *name,
                          uint64_t index);

/* Writes a node as JSON. With `runs`, what can be taken over stands for itself; without, everything is
 * written out. `runs` grow in the draft's arena. */
struct draft_runs {
    struct record_run *runs;
    uint32_t count, room;
};
bool draft_write(struct draft *draft, struct draft_node *node, struct draft_runs *runs,
                 struct output *output);

#endif
