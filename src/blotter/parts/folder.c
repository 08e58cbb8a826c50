/* Writes the files that Logic World keeps beside a subassembly, in its folder, modelled on real
 * folders. Not tried: whether the game accepts these files. */
#include "parts.h"

#include "../../base/error.h"
#include "../../base/memory.h"
#include "../../base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TITLE = 200 };

/* A placement: on the ground, with the rotation that the file has. */
#define HEAD "Placements:\n"
#define PLACEMENT                                                                                  \
    "    -\n"                                                                                      \
    "        CornerMidpointPositionBeforeFlipping:\n"                                              \
    "            x: 0\n"                                                                           \
    "            y: 0\n"                                                                           \
    "            z: 0\n"                                                                           \
    "        RotationBeforeFlipping:\n"                                                            \
    "            x: 0\n"                                                                           \
    "            y: 0\n"                                                                           \
    "            z: 0\n"                                                                           \
    "            w: 1\n"                                                                           \
    "        PlacementType: OnTerrain\n"                                                           \
    "        Flipped: false\n"                                                                     \
    "        BoardRotationState: 0\n"                                                              \
    "        Type: Standard\n"
#define TAIL "data_format_version: 1\n"

static uint32_t count_roots(const ow_blotter_save *save)
{
    uint32_t count = 0;
    for (uint32_t i = 0; save && i < save->component_count; i++)
        count += save->components[i].parent == 0;
    return count > 0 ? count : 1;
}

/* One placement for each root, in their order. The caller releases the text. */
static char *make_placements(uint32_t count, const ow_allocator *allocator, size_t *size)
{
    const size_t head = sizeof HEAD - 1, each = sizeof PLACEMENT - 1, tail = sizeof TAIL - 1;
    *size = head + count * each + tail;
    char *text = allocator_take(allocator, *size);
    if (!text)
        return NULL;
    memcpy(text, HEAD, head);
    for (uint32_t i = 0; i < count; i++)
        memcpy(text + head + i * each, PLACEMENT, each);
    memcpy(text + *size - tail, TAIL, tail);
    return text;
}

/* Writes a title on one line without #, which would begin a comment. */
static void write_title(ow_text title, char text[MOST_TITLE + 1])
{
    size_t size = utf8_cut(title, MOST_TITLE);
    for (size_t i = 0; i < size; i++) {
        unsigned char character = (unsigned char)title.data[i];
        text[i] = character < ' ' || character == '#' || character == 127 ? '-' : title.data[i];
    }
    text[size] = '\0';
}

ow_status blotter_list_part_files(const void *part, ow_text title, const ow_allocator *allocator,
                                  ow_part_file_visitor visit, void *context)
{
    size_t size;
    char name[MOST_TITLE + 1], meta[MOST_TITLE + 128];
    char *placements = make_placements(count_roots(part), allocator, &size);
    if (!placements)
        return OW_NO_MEMORY;
    write_title(title, name);
    snprintf(meta, sizeof meta,
             "Title: %s\nColumn: Me\nCategory: Overworld\nDescription: \nSearchTags: null\n", name);
    visit(context, "data.partialworld", (ow_text){NULL, 0});
    visit(context, "meta.jecs", ow_text_of(meta));
    visit(context, "placements.jecs", (ow_text){placements, size});
    allocator_give(allocator, placements, size);
    return OW_OK;
}
