/* Repairs maps. */
#include "repair.h"

#include <overworld/edit.h>

static ow_leveld_mesh *mesh_of(const struct repair *repair, uint32_t issue)
{
    ow_leveld_level *level = repair->document;
    return level->blocks[repair->found[issue].at[0]].mesh;
}

ow_status leveld_one_row(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        ow_leveld_mesh *mesh = mesh_of(repair, i);
        uint32_t cells = mesh->layer_count > 0 ? mesh->layers[0].cell_count : 0;
        mesh->width = cells > 0 ? cells : 1;
    }
    return OW_OK;
}

/* If a map is far larger than its cells fill, shrinks it to the cells. It is unlikely that so many
 * were cut off. */
static void lower_map(ow_leveld_mesh *mesh)
{
    enum { FREE = 1 << 20, FOR_EACH = 16 };
    uint64_t needed = (uint64_t)mesh->width * mesh->height, most = 0;
    for (uint32_t i = 0; i < mesh->layer_count; i++)
        most = mesh->layers[i].cell_count > most ? mesh->layers[i].cell_count : most;
    if (needed * mesh->layer_count <= FREE || needed <= FOR_EACH * most)
        return;
    if (mesh->width > most)
        mesh->width = most > 0 ? (uint32_t)most : 1;
    mesh->height = (uint32_t)((most + mesh->width - 1) / mesh->width);
}

static ow_status fit_layer(struct repair *repair, const ow_leveld_mesh *mesh,
                           ow_leveld_layer *layer)
{
    uint32_t needed = mesh->width * mesh->height;
    if (needed <= layer->cell_count) {
        layer->cell_count = needed;
        return OW_OK;
    }
    uint16_t *cells = repair_take(repair, needed, sizeof *cells);
    if (!cells)
        return OW_NO_MEMORY;
    if (layer->cell_count > 0)
        memcpy(cells, layer->cells, layer->cell_count * sizeof *cells);
    *layer = (ow_leveld_layer){needed, cells};
    return OW_OK;
}

ow_status leveld_fit_layers(struct repair *repair)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < repair->count; i = repair_group_end(repair, i)) {
        ow_leveld_mesh *mesh = mesh_of(repair, i);
        lower_map(mesh);
        for (uint32_t layer = 0; layer < mesh->layer_count && status == OW_OK; layer++)
            status = fit_layer(repair, mesh, &mesh->layers[layer]);
    }
    return status;
}

ow_status leveld_drop_cells(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        const ow_leveld_mesh *mesh = mesh_of(repair, i);
        mesh->layers[0].cell_count -= mesh->layers[0].cell_count % mesh->width;
    }
    return OW_OK;
}

/* In real levels tiles are square, and most often of this size. */
ow_status leveld_set_tile_size(struct repair *repair)
{
    enum { USUAL = 16 };
    for (uint32_t i = 0; i < repair->count; i++) {
        ow_leveld_mesh *mesh = mesh_of(repair, i);
        uint16_t other = mesh->tile_width > 0 ? mesh->tile_width : mesh->tile_height;
        uint16_t size = other > 0 ? other : USUAL;
        mesh->tile_width = mesh->tile_width > 0 ? mesh->tile_width : size;
        mesh->tile_height = mesh->tile_height > 0 ? mesh->tile_height : size;
    }
    return OW_OK;
}
