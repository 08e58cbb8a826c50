/* What Tiled can show of a level, and how it changes values that it cannot hold. */
#include "tiled.h"

#include "../../base/utf8.h"

const char *const tiled_colors[LEVELD_BLOCK_IDS] = {
    [OW_LEVELD_PLRS] = "#ffffff", [OW_LEVELD_NPCS] = "#ff6060", [OW_LEVELD_ITEM] = "#ffff60",
    [OW_LEVELD_THNG] = "#ffffff", [OW_LEVELD_TRIG] = "#ff40ff", [OW_LEVELD_PATH] = "#00ffff",
};

static uint32_t rows_of(const ow_leveld_level *level, const ow_leveld_mesh *mesh)
{
    if (leveld_layout_of(level) < 3)
        return mesh->layer_count == 1 ? leveld_counted_height(mesh) : 0;
    for (uint32_t i = 0; i < mesh->layer_count; i++)
        if (mesh->layers[i].cell_count != (uint64_t)mesh->width * mesh->height)
            return 0;
    return mesh->height;
}

uint32_t tiled_height(const ow_leveld_level *level, const ow_leveld_mesh *mesh)
{
    if (mesh->width == 0 || mesh->width > MOST_SIDE || mesh->layer_count > MOST_LAYERS)
        return 0;
    uint32_t rows = rows_of(level, mesh);
    return rows > MOST_SIDE ? 0 : rows;
}

struct leveld_last tiled_find_shown(const ow_leveld_level *level)
{
    struct leveld_last shown = leveld_find_last(level);
    uint32_t mesh = shown.of[OW_LEVELD_MESH];
    if (mesh != NO_BLOCK && tiled_height(level, level->blocks[mesh].mesh) == 0)
        shown.of[OW_LEVELD_MESH] = NO_BLOCK;
    return shown;
}

/* Whether a character survives: XML 1.0 excludes some or lets readers change them, and readers
 * remove byte order marks. */
static bool is_kept(uint32_t character)
{
    return character >= 0x20 && (character < 0x7f || character > 0x9f) &&
           (character < 0x2028 || character > 0x2029) && character != 0xfeff &&
           (character < 0xfdd0 || character > 0xfdef) && (character & 0xfffe) != 0xfffe;
}

bool tiled_keeps_text(ow_text text)
{
    if (!ow_text_is_utf8(text))
        return false;
    for (size_t at = 0; at < text.size;)
        if (!is_kept(utf8_next(text, &at)))
            return false;
    return true;
}

bool tiled_may_be(int64_t thousandths, int64_t exact)
{
    enum { THOUSAND = 1000 };
    if (thousandths == exact * THOUSAND)
        return true;
    int64_t step = 1, size = exact < 0 ? -exact : exact;
    while (size / step >= FIRST_ROUNDED)
        step *= 10;
    /* Rounding may carry to another digit, as 9999996 becomes 1e+07; that is a multiple of `step`
     * too. Halves may be rounded either way. */
    int64_t apart = thousandths - exact * THOUSAND;
    apart = apart < 0 ? -apart : apart;
    return step > 1 && thousandths % (step * THOUSAND) == 0 && 2 * apart <= step * THOUSAND;
}
