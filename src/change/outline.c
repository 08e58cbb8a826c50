/* Building trees of fields from events. */
/* records with more nodes are not folded */
#include "outline.h"

#include "../base/error.h"
#include "../base/stir.h"
#include "../codec/path.h"

#include <string.h>

enum { FOLDED_TO = 512, MOST_TAKEN = 1 << 20, PATTERN_ROOM = 256 };

/* An open object or array. */
struct open_node {
    const char *name;
    uint32_t node;    /* among the kept ones; or NOT_KEPT */
    uint32_t ordinal; /* among those of the first run */
    uint32_t values;  /* kept before it */
    uint32_t size;    /* nodes inside so far */
    uint64_t hash, key;
    uint64_t part_hash; /* of an array of values: hash of its last part */
    uint8_t kind;
    bool keeps_part;                 /* keep the values of the last part */
    const struct identity *identity; /* of an array: of its records */
};

struct outliner {
    struct outline *outline;
    const struct outline_source *source;
    struct open_node open[PATH_DEPTH + 1];
    unsigned depth;
    ow_status status;

    const struct outline *first; /* the outline to unfold; NULL: this is the first run */
    const uint32_t *wanted;
    uint32_t wanted_count, ordinal; /* of the next node in the first run */
    unsigned kept_from;             /* depth of the node that is kept whole; 0: none */
};

static uint16_t number_of(struct field_names *names, const char *name)
{
    if (!name)
        return 0;
    uint16_t *seen = &names->seen[(uintptr_t)name % MOST_NAMES];
    if (*seen > 0 && names->names[*seen] == name)
        return *seen;
    for (*seen = 1; *seen <= names->count; ++*seen)
        if (strcmp(names->names[*seen], name) == 0)
            return *seen;
    if (names->count + 1 == MOST_NAMES) /* beyond any layout: they share the last number */
        return *seen = names->count;
    names->names[*seen] = name;
    names->hashes[*seen] = stir_bytes(0, name, strlen(name));
    return names->count = *seen;
}

static ow_value value_of(const ow_event *event)
{
    ow_value value = {.type = event->type};
    switch (event->type) {
    /* NaN: by its bits */
    case OW_FLOAT:
        memcpy(&value.value.number, &event->value.number, sizeof(float));
        break;
    case OW_TEXT:
        value.value.text = event->value.text;
        break;
    case OW_BYTES:
        value.value.bytes = event->value.bytes;
        break;
    case OW_UNSIGNED_64:
        value.value.unsigned_64 = event->value.unsigned_64;
        break;
    default:
        value.value.integer = event->value.integer;
    }
    return value;
}

static uint64_t hash_of(const ow_event *event)
{
    uint64_t hash = (uint64_t)event->type + 1;
    uint32_t bits;
    switch (event->type) {
    case OW_FLOAT:
        memcpy(&bits, &event->value.number, sizeof bits);
        return stir(hash, bits);
    case OW_TEXT:
        return stir_bytes(hash, event->value.text.data, event->value.text.size);
    case OW_BYTES:
        return stir_bytes(stir(hash, event->value.bytes.data != NULL), event->value.bytes.data,
                          event->value.bytes.size);
    case OW_UNSIGNED_64:
        return stir(hash, event->value.unsigned_64);
    default:
        return stir(hash, (uint64_t)event->value.integer);
    }
}

static bool fail(struct outliner *outliner, ow_status status)
{
    outliner->status = status;
    return false;
}

static bool keeps(const struct outliner *outliner)
{
    return !outliner->first || outliner->kept_from > 0;
}

static bool add_value(struct outliner *outliner, const ow_event *event)
{
    struct outline *outline = outliner->outline;
    if (!record_buffer_reserve(&outline->value_buffer, outline->value_count, 1,
                               sizeof *outline->values))
        return fail(outliner, outline->value_buffer.arena.status);
    outline->values = outline->value_buffer.records;
    outline->values[outline->value_count++] = value_of(event);
    return true;
}

static bool add_node(struct outliner *outliner, const struct node *node)
{
    struct outline *outline = outliner->outline;
    if (!record_buffer_reserve(&outline->node_buffer, outline->count, 1, sizeof *outline->nodes))
        return fail(outliner, outline->node_buffer.arena.status);
    outline->nodes = outline->node_buffer.records;
    outline->nodes[outline->count++] = *node;
    return true;
}

/* Adds a completed node to its object or array. */
static void take_in(struct outliner *outliner, struct open_node *around, const char *name,
                    uint16_t number, uint64_t hash, uint32_t size)
{
    const struct field_names *names = outliner->source->names;
    around->hash = stir(number ? stir(around->hash, names->hashes[number]) : around->hash, hash);
    around->size += size;
    const struct open_node *list = around - 1;
    if (!number || outliner->depth < 2 || list->kind != NODE_ARRAY || !list->identity)
        return;
    for (size_t i = 0; i < sizeof list->identity->fields / sizeof *list->identity->fields; i++)
        if (list->identity->fields[i] && strcmp(list->identity->fields[i], name) == 0)
            around->key += stir(1, hash);
}

static bool is_wanted(struct outliner *outliner, uint32_t ordinal)
{
    if (outliner->wanted_count == 0 || *outliner->wanted != ordinal)
        return false;
    outliner->wanted++;
    outliner->wanted_count--;
    return true;
}

static bool wants_inside(const struct outliner *outliner, uint32_t ordinal)
{
    return outliner->wanted_count > 0 &&
           *outliner->wanted < node_end(outliner->first->nodes, ordinal);
}

/* Ends a part of an array of values: a node of its own, which is dropped if the array turns out to
 * be short. */
static bool end_part(struct outliner *outliner, struct open_node *around)
{
    struct outline *outline = outliner->outline;
    uint32_t size = around->size % PART > 0 ? around->size % PART : PART;
    const uint64_t hash = stir(around->part_hash, size);
    struct node part = {.hash = NODE_WORDS(hash),
                        .size = size,
                        .value = around->keeps_part ? outline->value_count - size : NOT_KEPT,
                        .kind = NODE_VALUES,
                        .folded = !around->keeps_part};
    around->part_hash = 0;
    bool wanted = outliner->first ? around->keeps_part : true;
    around->keeps_part = false;
    return !wanted || add_node(outliner, &part);
}

/* In a second run, the node of the first run says if a part is wanted. */
static void begin_part(struct outliner *outliner, struct open_node *around)
{
    const struct outline *first = outliner->first;
    if (first && !outliner->kept_from && first->nodes[around->ordinal].kind == NODE_LONG)
        around->keeps_part = is_wanted(outliner, around->ordinal + 1 + around->size / PART);
}

static bool take_element(struct outliner *outliner, struct open_node *around, const ow_event *event,
                         uint64_t hash)
{
    if (around->size % PART == 0)
        begin_part(outliner, around);
    around->hash = stir(around->hash, hash);
    around->part_hash = stir(around->part_hash, hash);
    around->size++;
    if ((outliner->kept_from || around->keeps_part) && !add_value(outliner, event))
        return false;
    bool parts = !outliner->kept_from && around->size % PART == 0;
    return !parts || end_part(outliner, around);
}

static bool take_value(struct outliner *outliner, const ow_event *event)
{
    struct open_node *around = &outliner->open[outliner->depth - 1];
    uint64_t hash = hash_of(event);
    if (around->kind == NODE_VALUES)
        return take_element(outliner, around, event, hash);
    uint16_t number = number_of(outliner->source->names, event->name);
    outliner->ordinal++;
    take_in(outliner, around, event->name, number, hash, 1);
    const struct outline *outline = outliner->outline;
    struct node node = {.hash = NODE_WORDS(hash),
                        .value = outline->value_count,
                        .name = number,
                        .kind = NODE_VALUE};
    return !keeps(outliner) || (add_node(outliner, &node) && add_value(outliner, event));
}

/* Returns true if the innermost array matches a pattern. */
static bool stands_at(const struct outliner *outliner, const char *pattern)
{
    for (unsigned i = 1; i < outliner->depth; i++) {
        const char *step = outliner->open[i].name;
        if (*pattern != '/')
            return false;
        size_t size = strcspn(pattern + 1, "/");
        bool any = size == 1 && pattern[1] == '*';
        if (step ? strlen(step) != size || memcmp(step, pattern + 1, size) != 0 : !any)
            return false;
        pattern += size + 1;
    }
    return *pattern == '\0';
}

static const struct identity *identity_of(const struct outliner *outliner)
{
    const struct identity *identity = outliner->source->identities;
    for (; identity && identity->list; identity++)
        if (stands_at(outliner, identity->list))
            return identity;
    return NULL;
}

static bool push(struct outliner *outliner, const ow_event *event)
{
    bool array = event->kind == OW_BEGIN_ARRAY;
    if (outliner->depth == sizeof outliner->open / sizeof *outliner->open)
        return fail(outliner, OW_BAD_VALUE); /* no layout nests so deep */
    if (outliner->depth > 0 && outliner->open[outliner->depth - 1].kind == NODE_VALUES)
        outliner->open[outliner->depth - 1].kind = NODE_ARRAY; /* of arrays or of objects */
    struct open_node *node = &outliner->open[outliner->depth++];
    *node = (struct open_node){.name = event->name,
                               .node = NOT_KEPT,
                               .ordinal = outliner->ordinal++,
                               .values = outliner->outline->value_count,
                               .kind = array ? NODE_VALUES : NODE_OBJECT};
    if (array)
        node->identity = identity_of(outliner);
    return true;
}

/* The list whose records are taken as bytes. */
struct taking {
    struct outliner *outliner;
    struct open_node *list;
    uint64_t count;
};

/* A folded node for one record. Few values take less than four bytes. */
static bool take_record(void *context, const void *record, const uint8_t *bytes, size_t size)
{
    const struct taking *taking = context;
    struct open_node *list = taking->list;
    struct outline *outline = taking->outliner->outline;
    const uint64_t hash = stir_bytes(0, bytes, size);
    const uint64_t key = list->identity ? list->identity->key(record) : 0;
    struct node node = {.hash = NODE_WORDS(hash),
                        .key = NODE_WORDS(key),
                        .size = (uint32_t)(size / 4) + 1,
                        .after = outline->count + 1,
                        .kind = NODE_OBJECT,
                        .folded = true};
    if (list->size == 0 && taking->count < UINT32_MAX &&
        !record_buffer_reserve(&outline->node_buffer, outline->count, (uint32_t)taking->count,
                               sizeof node))
        return fail(taking->outliner, outline->node_buffer.arena.status);
    if (size / 4 > MOST_TAKEN || !add_node(taking->outliner, &node))
        return false;
    list->hash = stir(list->hash, hash);
    list->size += node.size + 1;
    return true;
}

/* The innermost list as a JSON Pointer to any of its elements. */
static bool point_at_elements(const struct outliner *outliner, char pointer[PATTERN_ROOM])
{
    size_t size = 0;
    for (unsigned i = 1; i < outliner->depth; i++) {
        const char *step = outliner->open[i].name ? outliner->open[i].name : "*";
        size_t length = strlen(step);
        if (size + length + sizeof "//*" > PATTERN_ROOM)
            return false;
        pointer[size++] = '/';
        memcpy(pointer + size, step, length);
        size += length;
    }
    memcpy(pointer + size, "/*", sizeof "/*");
    return true;
}

/* Takes the records of the list that has just begun as their bytes, which is ten times as fast as
 * events. OW_GO_ON: they have to come as events. OW_STOP: the whole world has to, or memory ran
 * out. */
static ow_visit take_records(struct outliner *outliner, struct open_node *list, uint64_t count)
{
    const struct outline_source *source = outliner->source;
    struct taking taking = {outliner, list, count};
    const struct record_receiver receiver = {take_record, &taking};
    char pointer[PATTERN_ROOM];
    if (outliner->first || !source->encode_list || list->kind != NODE_VALUES ||
        (list->identity && !list->identity->key) || !point_at_elements(outliner, pointer))
        return OW_GO_ON;
    switch (source->encode_list(source->context, pointer, &receiver)) {
    case LIST_UNKNOWN:
        return OW_GO_ON;
    case LIST_TAKEN:
        list->kind = NODE_ARRAY;
        return OW_SKIP;
    case LIST_FAILED:
        outliner->outline->needs_events = true;
        break;
    case LIST_LACKS_MEMORY:
        fail(outliner, OW_NO_MEMORY);
        break;
    }
    return OW_STOP;
}

/* In a second run, enters only wanted nodes and what contains them. */
static ow_visit open_node(struct outliner *outliner, const ow_event *event)
{
    if (!push(outliner, event))
        return OW_STOP;
    struct open_node *node = &outliner->open[outliner->depth - 1];
    const struct node *known =
        outliner->first && !outliner->kept_from ? &outliner->first->nodes[node->ordinal] : NULL;
    const uint32_t end = known ? node_end(outliner->first->nodes, node->ordinal) : 0;
    if (known && !wants_inside(outliner, node->ordinal)) {
        outliner->ordinal = end;
        return OW_SKIP;
    }
    if (known && is_wanted(outliner, node->ordinal))
        outliner->kept_from = outliner->depth;
    /* its parts are numbered by their place in it */
    if (known && known->kind == NODE_LONG)
        outliner->ordinal = end;
    if (!keeps(outliner))
        return OW_GO_ON;
    struct node kept = {.name = number_of(outliner->source->names, event->name)};
    node->node = outliner->outline->count;
    if (!add_node(outliner, &kept))
        return OW_STOP;
    return take_records(outliner, node, event->count);
}

/* Returns true if the contents of a node need not be kept: a second run finds them again. */
static bool may_fold(const struct outliner *outliner, const struct open_node *node)
{
    if (outliner->first || outliner->depth == 0)
        return false;
    bool element = outliner->open[outliner->depth - 1].kind == NODE_ARRAY;
    return node->kind == NODE_VALUES || (element && node->size <= FOLDED_TO);
}

static void fold(struct outline *outline, struct node *node, const struct open_node *open)
{
    outline->count = open->node + 1;
    outline->value_count = open->values;
    if (open->kind == NODE_VALUES)
        node->value = NOT_KEPT;
    else
        node->after = outline->count;
    node->folded = true;
}

/* An unfolded node counts as one node again. Returns true if more is wanted. */
static bool leave_kept(struct outliner *outliner, const struct open_node *node)
{
    if (outliner->kept_from != outliner->depth + 1)
        return true;
    outliner->kept_from = 0;
    outliner->ordinal = node_end(outliner->first->nodes, node->ordinal);
    return outliner->wanted_count > 0;
}

/* Ends the last part of an array of values. Returns true if the array is kept in parts. */
static bool close_parts(struct outliner *outliner, struct open_node *open)
{
    if (open->kind != NODE_VALUES || outliner->kept_from || open->size <= PART)
        return false;
    if (open->size % PART > 0)
        end_part(outliner, open);
    open->kind = NODE_LONG;
    return true;
}

static ow_visit close_node(struct outliner *outliner)
{
    struct outline *outline = outliner->outline;
    struct open_node *open = &outliner->open[--outliner->depth];
    bool in_parts = close_parts(outliner, open);
    bool more = leave_kept(outliner, open);
    if (open->node == NOT_KEPT)
        return outliner->first && outliner->wanted_count == 0 ? OW_STOP : OW_GO_ON;
    struct node *node = &outline->nodes[open->node];
    const uint64_t hash =
        stir(open->hash, (uint64_t)(in_parts ? NODE_VALUES : open->kind) << 32 | open->size);
    *node = (struct node){.hash = NODE_WORDS(hash),
                          .key = NODE_WORDS(open->key),
                          .size = open->size,
                          .after = outline->count,
                          .name = node->name,
                          .kind = open->kind};
    if (open->kind == NODE_VALUES)
        node->value = open->values;
    if (may_fold(outliner, open))
        fold(outline, node, open);
    if (outliner->depth > 0)
        take_in(outliner, &outliner->open[outliner->depth - 1], open->name, node->name, hash,
                open->size + 1);
    return more && outliner->status == OW_OK ? OW_GO_ON : OW_STOP;
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct outliner *outliner = context;
    if (event->derived)
        return OW_GO_ON;
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
    case OW_BEGIN_ARRAY:
        return open_node(outliner, event);
    case OW_END_OBJECT:
    case OW_END_ARRAY:
        return close_node(outliner);
    case OW_VALUE:
        break;
    }
    return outliner->depth == 0 || take_value(outliner, event) ? OW_GO_ON : OW_STOP;
}

static ow_status run(struct outliner *outliner, struct arena *account, ow_error *error)
{
    struct outline *outline = outliner->outline;
    *outline = (struct outline){0};
    record_buffer_init(&outline->node_buffer, account);
    record_buffer_init(&outline->value_buffer, account);
    ow_status status = outliner->source->emit(outliner->source->context, visit, outliner, error);
    if (status == OW_OK && outliner->status != OW_OK)
        status = error_limited(error, outliner->status, arena_limit(account));
    return status;
}

ow_status outline_make(struct outline *outline, const struct outline_source *source,
                       struct arena *account, ow_error *error)
{
    struct outliner outliner = {.outline = outline, .source = source};
    return run(&outliner, account, error);
}

ow_status outline_unfold(const struct outline *outline, const struct outline_source *source,
                         const uint32_t *wanted, uint32_t wanted_count, struct outline *unfolded,
                         struct arena *account, ow_error *error)
{
    struct outliner outliner = {.outline = unfolded,
                                .source = source,
                                .first = outline,
                                .wanted = wanted,
                                .wanted_count = wanted_count};
    return run(&outliner, account, error);
}

void outline_free(struct outline *outline)
{
    record_buffer_free(&outline->node_buffer);
    record_buffer_free(&outline->value_buffer);
    *outline = (struct outline){0};
}
