/* A summary of the files beside a save. */
#include "folder.h"

static void emit_key(struct emitter *emit, const char *name, const ow_jecs_node *node)
{
    if (node && node->kind == OW_JECS_TEXT && node->value.size > 0)
        emit_text(emit, name, node->value);
}

static void emit_list(struct emitter *emit, const char *name, const ow_jecs_node *list)
{
    if (!list || list->kind != OW_JECS_LIST)
        return;
    emit_begin_array(emit, name, list->child_count);
    for (const ow_jecs_node *node = list->first; node; node = node->next)
        emit_text(emit, NULL, node->value);
    emit_end_array(emit);
}

const struct text_file *blotter_find_title(const struct texts *texts, const ow_jecs_node **title,
                                           const ow_jecs_node **description)
{
    const struct text_file *meta = texts_find(texts, "meta");
    const ow_jecs_node *root = meta && meta->text ? meta->text->root : NULL;
    *title = ow_jecs_find(root, "Title");
    *description = ow_jecs_find(root, "Description");
    return meta;
}

static void emit_meta(const struct texts *texts, struct emitter *emit)
{
    const ow_jecs_node *meta = texts_root(texts, "meta");
    emit_list(emit, "tags", ow_jecs_find(meta, "Tags"));
    emit_list(emit, "search_tags", ow_jecs_find(meta, "SearchTags"));
    emit_key(emit, "column", ow_jecs_find(meta, "Column"));
    emit_key(emit, "category", ow_jecs_find(meta, "Category"));
}

static void emit_spawn(const struct texts *texts, struct emitter *emit)
{
    const ow_jecs_node *info = texts_root(texts, "worldinfo");
    double place[3] = {0, 0, 0};
    emit_key(emit, "world_type", ow_jecs_find(info, "WorldTypeID"));
    if (!ow_jecs_vector(ow_jecs_find(info, "WorldSpawnPosition"), place, 3))
        return;
    emit_begin_array(emit, "spawn", 3);
    for (unsigned i = 0; i < 3; i++)
        emit_float(emit, NULL, (float)place[i]);
    emit_end_array(emit);
}

static const ow_jecs_node *extra(const struct texts *texts, const char *stem)
{
    return ow_jecs_find(texts_root(texts, stem), "Data");
}

static void emit_extra(const struct texts *texts, struct emitter *emit)
{
    double speed;
    bool paused;
    int64_t flags;
    if (ow_jecs_number(extra(texts, "ExtraData/MHG.SimulationSpeed"), &speed))
        emit_float(emit, "simulation_speed", (float)speed);
    if (ow_jecs_boolean(extra(texts, "ExtraData/MHG.SimulationPaused"), &paused))
        emit_boolean(emit, "simulation_paused", paused);
    if (ow_jecs_integer(extra(texts, "ExtraData/MHG.TotalFlagCount"), &flags))
        emit_integer(emit, "flags", flags);
}

/* Prints the part of a path behind the folder. */
static void emit_players(const struct texts *texts, struct emitter *emit)
{
    const size_t folder = strlen(PLAYER_FOLDER);
    uint32_t count = 0;
    for (uint32_t i = 0; i < texts->count; i++)
        count += folder_holds(PLAYER_FOLDER, &texts->files[i]);
    if (count == 0)
        return;
    emit_begin_array(emit, "players", count);
    for (uint32_t i = 0; i < texts->count; i++) {
        const ow_text stem = texts->files[i].stem;
        if (folder_holds(PLAYER_FOLDER, &texts->files[i]))
            emit_text(emit, NULL, (ow_text){stem.data + folder, stem.size - folder});
    }
    emit_end_array(emit);
}

ow_status blotter_summarise_folder(const struct texts *texts, struct emitter *emit)
{
    uint32_t displays = 0, inputs, configuration;
    for (uint32_t i = 0; i < texts->count; i++)
        displays += folder_names_display(&texts->files[i], &inputs, &configuration);
    emit_meta(texts, emit);
    emit_spawn(texts, emit);
    emit_extra(texts, emit);
    if (displays > 0)
        emit_integer(emit, "display_configurations", displays);
    emit_players(texts, emit);
    emit_integer(emit, "text_files", texts->count);
    return blotter_emit_stored_circuits(texts, emit);
}
