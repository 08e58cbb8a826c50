/* Calls of the library in any order: records inside of documents, and lists that are edited. */
#include "calls.h"

/* The object that this call was given, or another one. */
static void *owner_of_kind(struct run *run, enum kind_number kind)
{
    return run->recent[kind] ? (void *)(uintptr_t)run->recent[kind] : object(run, kind);
}

ow_buffer *choose_buffer(struct run *run)
{
    unsigned slot = below(run, MOST_OBJECTS);
    void **place = &run->objects[KIND_ow_buffer][slot].at;
    if (!*place)
        *place = new_object(sizeof(ow_buffer), false);
    return *place;
}

/* One record of those that a search passes. */
struct passing {
    unsigned left;
    char pointer[64];
};

static ow_visit pass_part(void *context, const ow_part *part)
{
    struct passing *passing = context;
    snprintf(passing->pointer, sizeof passing->pointer, "%s", part->pointer);
    return passing->left-- > 0 ? OW_GO_ON : OW_STOP;
}

/* The pointer of a record of the document that this call was given, and of one of its fields. */
const char *choose_place(struct run *run)
{
    static const char *const fields[] = {"",         "",       "",       "/type",     "/position",
                                         "/address", "/place", "/flags", "/inputs/0", "/x"};
    enum { OTHERS = 2, WAYS = 4, ROOM = 128, MOST = 32 };
    const ow_document *document = run->recent[KIND_ow_document];
    if (!document || below(run, WAYS) < OTHERS)
        return choose_string(run);
    struct passing passing = {.left = below(run, MOST)};
    ow_find_parts(document, NULL, NULL, pass_part, &passing, NULL, NULL);
    char text[ROOM];
    snprintf(text, sizeof text, "%s%s", passing.pointer,
             fields[below(run, sizeof fields / sizeof *fields)]);
    return keep_string(run, text);
}

/* A node of the document, a few steps from the root. */
ow_jecs_node *choose_ow_jecs_node(struct run *run)
{
    const ow_jecs *document = owner_of_kind(run, KIND_ow_jecs);
    ow_jecs_node *node = document ? document->root : NULL;
    for (unsigned steps = below(run, 8); node && steps > 0; steps--) {
        ow_jecs_node *next = below(run, 2) == 0 ? node->first : node->next;
        node = next ? next : node;
    }
    return node;
}

const ow_leveld_mesh *choose_ow_leveld_mesh(struct run *run)
{
    const ow_leveld_level *level = owner_of_kind(run, KIND_ow_leveld_level);
    for (uint32_t i = 0; level && i < level->block_count; i++)
        if (level->blocks[i].id == OW_LEVELD_MESH)
            return level->blocks[i].mesh;
    return NULL;
}

const ow_structure_block *choose_ow_structure_block(struct run *run)
{
    const ow_structure_build *build = owner_of_kind(run, KIND_ow_structure_build);
    return build && build->block_count > 0 ? &build->blocks[number(run) % build->block_count]
                                           : NULL;
}

const ow_structure_root *choose_ow_structure_root(struct run *run)
{
    const ow_structure_build *build = owner_of_kind(run, KIND_ow_structure_build);
    return build && build->root_count > 0 ? &build->roots[number(run) % build->root_count] : NULL;
}

const ow_structure_metadata *choose_ow_structure_metadata(struct run *run)
{
    const ow_structure_block *block = choose_ow_structure_block(run);
    return block && block->settings ? block->settings->metadata : NULL;
}

const ow_structure_group *choose_ow_structure_group(struct run *run)
{
    const ow_structure_metadata *metadata = choose_ow_structure_metadata(run);
    return metadata && metadata->group_count > 0
               ? &metadata->groups[below(run, 256) % metadata->group_count]
               : NULL;
}

/* A list of a document. */
struct list {
    void *owner, *records;
    uint32_t *count;
    size_t size;
};

#define LIST(owner, name, count) ((struct list){owner, &(name), &(count), sizeof *(name)})

static struct list choose_list_of_document(struct run *run)
{
    const ow_document *document = object_to_change(run, KIND_ow_document);
    if (!document || !document->as.any)
        return (struct list){NULL, NULL, NULL, 0};
    bool other = below(run, 2) == 1;
    if (strcmp(document->format->name, "blotter") == 0) {
        ow_blotter_save *save = document->as.blotter;
        return other ? LIST(save->owner, save->wires, save->wire_count)
                     : LIST(save->owner, save->components, save->component_count);
    }
    if (strcmp(document->format->name, "city") == 0) {
        ow_city_save *save = document->as.city;
        return other ? LIST(save->owner, save->things, save->thing_count)
                     : LIST(save->owner, save->meta_things, save->meta_thing_count);
    }
    if (strcmp(document->format->name, "structure") == 0) {
        ow_structure_build *build = document->as.structure;
        return other ? LIST(build->owner, build->blocks, build->block_count)
                     : LIST(build->owner, build->roots, build->root_count);
    }
    const ow_leveld_level *level = document->as.leveld;
    for (uint32_t i = 0; i < level->block_count; i++) {
        ow_leveld_block *block = &level->blocks[i];
        if (block->id == OW_LEVELD_THNG)
            return LIST(level->owner, block->things, block->count);
    }
    return (struct list){NULL, NULL, NULL, 0};
}

void *choose_owner(struct run *run)
{
    return choose_list_of_document(run).owner;
}

void call_ow_insert_records(struct run *run)
{
    struct frame frame = enter(run, false);
    struct list list = choose_list_of_document(run);
    ow_error *error = choose_error(run);
    if (list.records) {
        uint32_t before = *list.count, at = (uint32_t)number(run), many = below(run, 8);
        begin_call(run);
        void *made =
            ow_insert_records(list.owner, list.records, list.count, list.size, at, many, error);
        PROMISE(*list.count == before + (made ? many : 0));
        PROMISE(!made || is_zero(made, many * list.size));
    }
    leave(run, &frame);
}

void call_ow_remove_records(struct run *run)
{
    struct frame frame = enter(run, false);
    struct list list = choose_list_of_document(run);
    ow_error *error = choose_error(run);
    if (list.records) {
        uint32_t before = *list.count, at = (uint32_t)number(run), many = below(run, 8);
        begin_call(run);
        ow_status status =
            ow_remove_records(list.owner, list.records, list.count, list.size, at, many, error);
        expect_status(run, status, error);
        PROMISE(*list.count == before - (status == OW_OK ? many : 0));
    }
    leave(run, &frame);
}

void call_ow_reserve_records(struct run *run)
{
    struct frame frame = enter(run, false);
    struct list list = choose_list_of_document(run);
    ow_error *error = choose_error(run);
    if (list.records) {
        begin_call(run);
        expect_status(run,
                      ow_reserve_records(list.owner, list.records, *list.count, list.size,
                                         below(run, 256), error),
                      error);
    }
    leave(run, &frame);
}

void call_ow_unshare_records(struct run *run)
{
    struct frame frame = enter(run, false);
    struct list list = choose_list_of_document(run);
    ow_error *error = choose_error(run);
    if (list.records) {
        begin_call(run);
        expect_status(run,
                      ow_unshare_records(list.owner, list.records, *list.count, list.size, error),
                      error);
    }
    leave(run, &frame);
}
