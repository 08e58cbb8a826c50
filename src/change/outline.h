/* A world as a tree of its fields, built from events, for comparisons. Knows no format.
 *
 * A world of a million records has many millions of fields. So small things are folded: of a
 * record only one node stays, with a hash of its contents. Where hashes differ, a second run over
 * the same events unfolds those records. */
#ifndef OW_SRC_CHANGE_OUTLINE_H
#define OW_SRC_CHANGE_OUTLINE_H

#include "identity.h"
#include "record_buffer.h"

#include "../codec/record_runs.h"

#include <overworld/change.h>

/* VALUES: an array of values. LONG: an array kept as parts of PART values each, nodes of VALUES
 * that are folded individually. */
enum node_kind { NODE_VALUE, NODE_VALUES, NODE_LONG, NODE_ARRAY, NODE_OBJECT };
enum { PART = 4096 };

/* Large worlds have millions of nodes: no byte is left free. */
struct node {
    uint32_t hash[2]; /* see node_hash */
    uint32_t key[2];  /* see node_key */
    uint32_t size;    /* nodes inside, kept or not; of VALUES and LONG the number of values */
    union {
        uint32_t value; /* of VALUE and VALUES: index of the first value, or NOT_KEPT */
        uint32_t after; /* of others: the node after the kept contents, see node_end */
    };
    uint16_t name; /* see field_names; 0: a list element */
    uint8_t kind;
    bool folded; /* contents are not kept */
};
#define NOT_KEPT UINT32_MAX

/* The hash of all contents, with names of fields. */
static inline uint64_t node_hash(const struct node *node)
{
    return (uint64_t)node->hash[1] << 32 | node->hash[0];
}

/* Of a record: its identity in its list; 0: none. */
static inline uint64_t node_key(const struct node *node)
{
    return (uint64_t)node->key[1] << 32 | node->key[0];
}

static inline bool node_has_values(const struct node *node)
{
    return node->kind == NODE_VALUE || node->kind == NODE_VALUES;
}

/* The node after what is kept of one. */
static inline uint32_t node_end(const struct node *nodes, uint32_t node)
{
    return node_has_values(&nodes[node]) ? node + 1 : nodes[node].after;
}

#define NODE_WORDS(word)                                                                           \
    {                                                                                              \
        (uint32_t)(word), (uint32_t)((word) >> 32)                                                 \
    }

/* The names of fields as numbers from 1 on, shared by two worlds. */
enum { MOST_NAMES = 512 };
struct field_names {
    const char *names[MOST_NAMES];
    uint64_t hashes[MOST_NAMES];
    uint16_t seen[MOST_NAMES]; /* by bits of a name's address: its number */
    uint16_t count;
};

struct outline {
    struct node *nodes;
    ow_value *values;
    uint32_t count, value_count;
    bool needs_events; /* a list could not be encoded: compare only without encode_list */
    struct record_buffer node_buffer, value_buffer;
};

/* The values of a VALUE or of VALUES; NULL: not kept. */
static inline const ow_value *outline_values(const struct outline *outline, uint32_t node)
{
    static const ow_value nothing;
    const struct node *of = &outline->nodes[node];
    uint32_t first = node_has_values(of) ? of->value : NOT_KEPT;
    if (first == NOT_KEPT)
        return NULL;
    return outline->values ? outline->values + first : &nothing; /* of an empty list */
}

enum list_encoded { LIST_UNKNOWN, LIST_TAKEN, LIST_FAILED, LIST_LACKS_MEMORY };

/* A source of a world's events. Returns OW_OK also if the visitor stopped it. */
struct outline_source {
    ow_status (*emit)(void *context, ow_visitor visit, void *visit_context, ow_error *error);
    void *context;

    /* Passes on the bytes of each record of the list whose beginning is being visited. `pointer`
     * is that of its elements, with "*" for each index. NULL: two worlds have different forms, or
     * one has a list that cannot be encoded. */
    enum list_encoded (*encode_list)(void *context, const char *pointer,
                                     const struct record_receiver *receiver);
    struct field_names *names;
    const struct identity *identities; /* NULL: none */
};

/* Makes the outline of a world. Texts and bytes of its values belong to the world. Free it with
 * outline_free, also after a failure. */
ow_status outline_make(struct outline *outline, const struct outline_source *source,
                       struct arena *account, ow_error *error);

/* Makes whole trees of the nodes `wanted` of `outline`, which are ascending, one after another. */
ow_status outline_unfold(const struct outline *outline, const struct outline_source *source,
                         const uint32_t *wanted, uint32_t wanted_count, struct outline *unfolded,
                         struct arena *account, ow_error *error);
void outline_free(struct outline *outline);

#endif
