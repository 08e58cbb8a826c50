/* What a comparison found added, changed or moved, as things of a scene to be marked in its pictures: all of it, in
 * a pass over the differences and one over the scene. */
#include "calls.h"
#include "scene.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KINDS = 64 };

/* A bit for each record of each list that a scene shows. */
struct records {
    const ow_scene *scene;
    uint8_t *bits[MOST_KINDS];
    uint32_t counts[MOST_KINDS]; /* of records that there are bits for */
    bool has_no_room;
};

static uint32_t kinds_of(const struct records *records)
{
    uint32_t count = records->scene->kind_count;
    return count < MOST_KINDS ? count : MOST_KINDS;
}

/* Room for all subjects of a scene's things. */
static void count_subject(struct records *records, uint16_t kind, uint32_t subject)
{
    if (kind < kinds_of(records) && subject != OW_NONE && subject >= records->counts[kind])
        records->counts[kind] = subject + 1;
}

static void take_room(struct records *records)
{
    const ow_scene *scene = records->scene;
    for (uint32_t i = 0; i < scene->item_count; i++)
        count_subject(records, scene->items[i].kind, scene->items[i].subject);
    for (uint32_t i = 0; i < scene->segment_count; i++)
        count_subject(records, scene->segments[i].kind, scene->segments[i].subject);
    for (uint32_t kind = 0; kind < kinds_of(records); kind++) {
        records->bits[kind] = calloc(records->counts[kind] / 8 + 1, 1);
        records->has_no_room |= !records->bits[kind];
    }
}

static ow_visit note_change(void *context, const ow_change *change)
{
    struct records *records = context;
    const char *pointer = change->after;
    for (uint32_t kind = 0; pointer && kind < kinds_of(records); kind++) {
        const char *list = records->scene->kinds[kind].list;
        size_t size = strlen(list);
        if (strncmp(pointer, list, size) != 0 || pointer[size] != '/')
            continue;
        char *behind;
        uint64_t index = strtoull(pointer + size + 1, &behind, 10);
        if (behind != pointer + size + 1 && index < records->counts[kind])
            records->bits[kind][index / 8] |= (uint8_t)(1u << index % 8);
    }
    return OW_GO_ON;
}

static bool is_noted(const struct records *records, uint16_t kind, uint32_t subject)
{
    return kind < kinds_of(records) && subject < records->counts[kind] &&
           records->bits[kind][subject / 8] >> subject % 8 & 1;
}

static void mark(struct scene *scene, const struct records *records)
{
    const ow_scene *of = &scene->scene;
    scene->items = malloc(((size_t)of->item_count + 1) * sizeof *scene->items);
    scene->segments = malloc(((size_t)of->segment_count + 1) * sizeof *scene->segments);
    scene->marked_items = scene->marked_segments = 0;
    for (uint32_t i = 0; scene->items && i < of->item_count; i++)
        if (is_noted(records, of->items[i].kind, of->items[i].subject))
            scene->items[scene->marked_items++] = i;
    for (uint32_t i = 0; scene->segments && i < of->segment_count; i++)
        if (is_noted(records, of->segments[i].kind, of->segments[i].subject))
            scene->segments[scene->marked_segments++] = i;
}

void forget_marks(struct scene *scene)
{
    free(scene->items);
    free(scene->segments);
    scene->items = scene->segments = NULL;
    scene->marked_items = scene->marked_segments = 0;
}

static void count_loss(void *context, const char *pointer, const char *message)
{
    (void)context, (void)pointer, (void)message;
}

/* Marks in the scene of `after` what is not as it was before; the answer is {"items": N, "segments": N}. */
EXPORTED int web_scene_mark_changes(struct scene *scene, struct world *before, struct world *after)
{
    struct records records = {.scene = &scene->scene};
    forget_marks(scene);
    if (need_document(before) != OW_OK || need_document(after) != OW_OK)
        return (int)last_error()->status;
    take_room(&records);
    ow_options options = options_of(before);
    ow_status status = OW_NO_MEMORY;
    if (records.has_no_room)
        fresh_error()->status = status;
    else
        status = ow_diff(&before->document, &after->document, &options, count_loss, NULL,
                         note_change, &records, NULL, fresh_error());
    if (status == OW_OK)
        mark(scene, &records);
    for (uint32_t kind = 0; kind < kinds_of(&records); kind++)
        free(records.bits[kind]);
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    json_add_integer(writer, "items", scene->marked_items);
    json_add_integer(writer, "segments", scene->marked_segments);
    json_end_object(writer);
    return (int)close_answer(writer, status);
}
