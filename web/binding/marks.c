/* Marks a comparison in the pictures of a scene. One pass over the differences and one over the
 * scene mark what was added, changed or moved. Removed parts, and changed cells and heights, are
 * added to the scene. */
#include "calls.h"
#include "scene.h"

#include <stdlib.h>
#include <string.h>

struct findings {
    const ow_scene *scene; /* scene of the world after the change */
    struct records marked, removed;
    struct run *runs;
    uint32_t run_count;
    uint64_t removed_count, cell_count;
    bool has_no_room;
};

static uint32_t kinds_of(const ow_scene *scene)
{
    return scene->kind_count < MOST_KINDS ? scene->kind_count : MOST_KINDS;
}

static bool note(struct records *records, uint32_t kind, uint64_t subject)
{
    if (subject >= records->counts[kind]) {
        uint64_t count = (subject + 1) * 2;
        uint8_t *bits = realloc(records->bits[kind], (size_t)(count / 8 + 1));
        if (!bits)
            return false;
        uint64_t had = records->bits[kind] ? records->counts[kind] / 8 + 1 : 0;
        memset(bits + had, 0, (size_t)(count / 8 + 1 - had));
        records->bits[kind] = bits;
        records->counts[kind] = count;
    }
    records->bits[kind][subject / 8] |= (uint8_t)(1u << subject % 8);
    return true;
}

bool is_noted(const struct records *records, uint16_t kind, uint32_t subject)
{
    return kind < MOST_KINDS && subject < records->counts[kind] &&
           records->bits[kind][subject / 8] >> subject % 8 & 1;
}

static void free_records(struct records *records)
{
    for (uint32_t kind = 0; kind < MOST_KINDS; kind++)
        free(records->bits[kind]);
}

/* The rest of a pointer after the list of a kind and a slash. NULL if it leads elsewhere. */
static const char *behind_list(const ow_scene *scene, uint32_t kind, const char *pointer)
{
    const char *list = scene->kinds[kind].list;
    size_t size = strlen(list);
    return strncmp(pointer, list, size) == 0 && pointer[size] == '/' ? pointer + size + 1 : NULL;
}

/* Reads an index. Returns false if there is none. */
static bool take_index(const char **at, uint64_t *index)
{
    char *behind;
    *index = strtoull(*at, &behind, 10);
    bool is_there = behind != *at;
    *at = behind;
    return is_there;
}

static void note_run(struct findings *findings, uint32_t layer, uint32_t ground, uint64_t from,
                     uint64_t count)
{
    struct run *run = room_for_one(&findings->runs, &findings->run_count, sizeof *run);
    if (run)
        *run = (struct run){layer, ground, from, count};
    findings->has_no_room |= !run;
    findings->cell_count += run ? count : 0;
}

/* Marks a changed record, or changed cells of it. */
static void note_subject(struct findings *findings, uint32_t kind, const char *at, uint64_t count)
{
    const ow_scene *scene = findings->scene;
    uint64_t subject, cell;
    if (!take_index(&at, &subject))
        return;
    findings->has_no_room |= !note(&findings->marked, kind, subject);
    if (*at++ != '/' || !take_index(&at, &cell) || *at != '\0')
        return;
    for (uint32_t i = 0; i < scene->layer_count; i++)
        if (scene->layers[i].kind == kind && scene->layers[i].subject == subject)
            note_run(findings, i, OW_NONE, cell, count);
}

static void note_heights(struct findings *findings, uint32_t kind, const char *at, uint64_t count)
{
    static const char heights[] = "heights/";
    uint64_t vertex;
    if (strncmp(at, heights, sizeof heights - 1) != 0)
        return;
    at += sizeof heights - 1;
    if (!take_index(&at, &vertex) || *at != '\0')
        return;
    for (uint32_t i = 0; i < findings->scene->ground_count; i++)
        if (findings->scene->grounds[i].kind == kind)
            note_run(findings, OW_NONE, i, vertex, count);
}

/* Notes a removed record. Several kinds may share a list. */
static bool note_removed(struct findings *findings, uint32_t kind, const char *pointer)
{
    const char *at = behind_list(findings->scene, kind, pointer);
    uint64_t subject;
    if (!at || !take_index(&at, &subject) || *at != '\0')
        return false;
    findings->has_no_room |= !note(&findings->removed, kind, subject);
    return true;
}

static ow_visit note_change(void *context, const ow_change *change)
{
    struct findings *findings = context;
    uint64_t count = change->is_run ? change->count_after : 1;
    bool is_removed = change->kind == OW_REMOVED && change->before, is_seen = false;
    for (uint32_t kind = 0; kind < kinds_of(findings->scene); kind++) {
        const char *at = change->after ? behind_list(findings->scene, kind, change->after) : NULL;
        if (at) {
            note_subject(findings, kind, at, count);
            note_heights(findings, kind, at, count);
        }
        if (is_removed)
            is_seen |= note_removed(findings, kind, change->before);
    }
    findings->removed_count += is_seen;
    return findings->has_no_room ? OW_STOP : OW_GO_ON;
}

static bool mark(struct scene *scene, const struct records *records)
{
    const ow_scene *of = &scene->scene;
    scene->items = malloc(((size_t)of->item_count + 1) * sizeof *scene->items);
    scene->segments = malloc(((size_t)of->segment_count + 1) * sizeof *scene->segments);
    for (uint32_t i = 0; scene->items && i < of->item_count; i++)
        if (is_noted(records, of->items[i].kind, of->items[i].subject))
            scene->items[scene->marked_items++] = i;
    for (uint32_t i = 0; scene->segments && i < of->segment_count; i++)
        if (is_noted(records, of->segments[i].kind, of->segments[i].subject))
            scene->segments[scene->marked_segments++] = i;
    return scene->items && scene->segments;
}

void forget_marks(struct scene *scene)
{
    free(scene->items);
    free(scene->segments);
    scene->items = scene->segments = NULL;
    scene->marked_items = scene->marked_segments = 0;
    forget_added(scene);
}

/* Finds the removed records in the world before. Worlds of one format have the same kinds. */
static ow_status show_removed(struct scene *scene, const struct world *before,
                              const struct findings *findings)
{
    ow_scene from = {0};
    ow_options options = options_of(before);
    if (findings->removed_count == 0)
        return OW_OK;
    ow_status status =
        ow_scene_open_document(&before->document, &options, NULL, &from, fresh_error());
    if (status == OW_OK && !add_removed(scene, &from, &findings->removed))
        status = fresh_error()->status = OW_NO_MEMORY;
    ow_scene_close(&from);
    return status;
}

static void count_loss(void *context, const char *pointer, const char *message)
{
    (void)context, (void)pointer, (void)message;
}

static ow_status find_changes(struct scene *scene, struct world *before, struct world *after,
                              struct findings *findings)
{
    ow_options options = options_of(before);
    ow_status status = ow_diff(&before->document, &after->document, &options, count_loss, NULL,
                               note_change, findings, NULL, fresh_error());
    if (status == OW_OK && (findings->has_no_room || !mark(scene, &findings->marked) ||
                            !add_sheets(scene, findings->runs, findings->run_count)))
        status = fresh_error()->status = OW_NO_MEMORY;
    return status == OW_OK ? show_removed(scene, before, findings) : status;
}

/* Marks the differences in the scene of `after`. Answers with {"items": N, "segments": N,
 * "removed": N, "cells": N}. */
EXPORTED int web_scene_mark_changes(struct scene *scene, struct world *before, struct world *after)
{
    struct findings findings = {.scene = &scene->scene};
    forget_marks(scene);
    if (need_document(before) != OW_OK || need_document(after) != OW_OK)
        return (int)last_error()->status;
    ow_status status = find_changes(scene, before, after, &findings);
    free_records(&findings.marked);
    free_records(&findings.removed);
    free(findings.runs);
    if (status != OW_OK)
        forget_marks(scene);
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    json_add_integer(writer, "items", scene->marked_items);
    json_add_integer(writer, "segments", scene->marked_segments);
    json_add_integer(writer, "removed", findings.removed_count);
    json_add_integer(writer, "cells", findings.cell_count);
    json_end_object(writer);
    return (int)close_answer(writer, status);
}
