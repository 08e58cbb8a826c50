/* Every list of every file gets records and loses them again: what is written then is the file. */
#include "harness.h"

enum { LARGEST_FILE = 4 << 20 };

/* Adds records in the middle and at the end, takes them out, and moves the list on its own. The
 * count is a copy where two lists have the same one. */
static void change(void *owner, void *list, uint32_t count, size_t size)
{
    void *first;
    uint32_t before = count, middle = count / 2;
    ow_error error = {0};
    memcpy(&first, list, sizeof first);
    if (!first)
        return;
    bool changed = ow_insert_records(owner, list, &count, size, middle, 2, &error) &&
                   ow_insert_records(owner, list, &count, size, OW_AT_THE_END, 1, &error) &&
                   ow_remove_records(owner, list, &count, size, middle, 2, &error) == OW_OK &&
                   ow_unshare_records(owner, list, count, size, &error) == OW_OK &&
                   ow_remove_records(owner, list, &count, size, count - 1, 1, &error) == OW_OK;
    if (!changed || count != before)
        broken("a list of %u became one of %u: %s", before, count, error.message);
}

#define CHANGE(owner, list, count) change(owner, &(list), count, sizeof *(list))

static void change_blotter(ow_blotter_save *save)
{
    CHANGE(save->owner, save->mods, save->mod_count);
    CHANGE(save->owner, save->component_types, save->component_type_count);
    CHANGE(save->owner, save->components, save->component_count);
    CHANGE(save->owner, save->wires, save->wire_count);
    CHANGE(save->owner, save->circuit_states.on, save->circuit_states.on_count);
    for (uint32_t i = 0; i < save->component_count; i++) {
        ow_blotter_component *component = &save->components[i];
        CHANGE(save->owner, component->inputs, component->input_count);
        CHANGE(save->owner, component->outputs, component->output_count);
        CHANGE(save->owner, component->inputs_exclusive, component->input_count);
        CHANGE(save->owner, component->outputs_on, component->output_count);
    }
}

static void change_mesh(void *owner, ow_leveld_mesh *mesh)
{
    CHANGE(owner, mesh->layers, mesh->layer_count);
    for (uint32_t i = 0; i < mesh->layer_count; i++)
        CHANGE(owner, mesh->layers[i].cells, mesh->layers[i].cell_count);
}

static void change_paths(void *owner, ow_leveld_block *block)
{
    CHANGE(owner, block->paths, block->count);
    for (uint32_t i = 0; i < block->count; i++)
        CHANGE(owner, block->paths[i].points, block->paths[i].point_count);
}

static void change_leveld(ow_leveld_level *level)
{
    CHANGE(level->owner, level->blocks, level->block_count);
    for (uint32_t i = 0; i < level->block_count; i++) {
        ow_leveld_block *block = &level->blocks[i];
        if (block->id == OW_LEVELD_MESH)
            change_mesh(level->owner, block->mesh);
        else if (block->id == OW_LEVELD_THNG)
            CHANGE(level->owner, block->things, block->count);
        else if (block->id == OW_LEVELD_TRIG)
            CHANGE(level->owner, block->triggers, block->count);
        else if (block->id == OW_LEVELD_PATH)
            change_paths(level->owner, block);
        else if (block->id != OW_LEVELD_META)
            CHANGE(level->owner, block->actors, block->count);
    }
}

static void change_city(ow_city_save *save)
{
    CHANGE(save->owner, save->meta_things, save->meta_thing_count);
    CHANGE(save->owner, save->things, save->thing_count);
    CHANGE(save->owner, save->terrain.heights, save->terrain.x_vertices * save->terrain.y_vertices);
}

static void change_gradient(void *owner, ow_structure_gradient *gradient)
{
    CHANGE(owner, gradient->colors, gradient->color_count);
    CHANGE(owner, gradient->color_positions, gradient->color_position_count);
    CHANGE(owner, gradient->alphas, gradient->alpha_count);
    CHANGE(owner, gradient->alpha_positions, gradient->alpha_position_count);
}

static void change_group(const ow_structure_build *build, ow_structure_group *group)
{
    if (build->version == 0 || (build->version < 5 && build->variant.group_value_bytes != 2))
        CHANGE(build->owner, group->wide_values, group->value_count);
    else
        CHANGE(build->owner, group->values, group->value_count);
}

static void change_metadata(const ow_structure_build *build, ow_structure_metadata *metadata)
{
    void *owner = build->owner;
    bool wide_bytes = build->version < 5;
    CHANGE(owner, metadata->booleans, (metadata->boolean_count + 7) / 8);
    CHANGE(owner, metadata->floats, metadata->float_count);
    CHANGE(owner, metadata->vectors, metadata->vector_count);
    CHANGE(owner, metadata->vertices, metadata->vertex_count);
    CHANGE(owner, metadata->groups, metadata->group_count);
    if (wide_bytes)
        CHANGE(owner, metadata->wide_bytes, metadata->byte_count);
    else
        CHANGE(owner, metadata->bytes, metadata->byte_count);
    CHANGE(owner, metadata->colors, metadata->color_count);
    CHANGE(owner, metadata->gradients, metadata->gradient_count);
    CHANGE(owner, metadata->inputs, metadata->input_count);
    CHANGE(owner, metadata->slots, metadata->slot_count);
    for (uint32_t i = 0; i < metadata->group_count; i++)
        change_group(build, &metadata->groups[i]);
    for (uint32_t i = 0; i < metadata->gradient_count; i++)
        change_gradient(owner, &metadata->gradients[i]);
}

static void change_structure(ow_structure_build *build)
{
    CHANGE(build->owner, build->colors, build->color_count);
    CHANGE(build->owner, build->rotations, build->rotation_count);
    CHANGE(build->owner, build->roots, build->root_count);
    CHANGE(build->owner, build->blocks, build->block_count);
    for (uint32_t i = 0; i < build->block_count; i++) {
        ow_structure_settings *settings = build->blocks[i].settings;
        if (!settings)
            continue;
        CHANGE(build->owner, settings->connections, settings->connection_count);
        CHANGE(build->owner, settings->integers, settings->integer_count);
        if (settings->metadata)
            change_metadata(build, settings->metadata);
    }
}

static void change_document(ow_document *document)
{
    const char *name = document->format->name;
    if (strcmp(name, "blotter") == 0)
        change_blotter(document->as.blotter);
    else if (strcmp(name, "leveld") == 0)
        change_leveld(document->as.leveld);
    else if (strcmp(name, "city") == 0)
        change_city(document->as.city);
    else if (strcmp(name, "structure") == 0)
        change_structure(document->as.structure);
    else
        broken("no lists are known of %s", name);
}

static void edit(const struct test_file *file)
{
    ow_document document;
    ow_error error = {0};
    ow_buffer written = {0};
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    if (ow_open(file->data, file->size, &options, &document, &error) != OW_OK)
        return;
    change_document(&document);
    if (ow_write_buffer(&document, NULL, &written, &error) != OW_OK)
        broken("written: %s", error.message);
    else if (written.size != file->size || memcmp(written.data, file->data, file->size) != 0)
        broken("other bytes than before");
    ow_buffer_free(&written, NULL);
    ow_close(&document);
    if (ledger.blocks > 0 || ledger.wrong_size)
        broken("%llu blocks are left", (unsigned long long)ledger.blocks);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "lists grow and shrink", LARGEST_FILE, edit);
}
