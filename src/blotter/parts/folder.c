/* Writes the files that Logic World keeps beside a subassembly, in its folder, modelled on real
 * folders. Not tried: whether the game accepts these files. */
#include "parts.h"

#include "../../base/error.h"
#include "../../base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TITLE = 200 };

/* The placement: on the ground, with the rotation that the file has. */
static const char placements[] = "Placements:\n"
                                 "    -\n"
                                 "        CornerMidpointPositionBeforeFlipping:\n"
                                 "            x: 0\n"
                                 "            y: 0\n"
                                 "            z: 0\n"
                                 "        RotationBeforeFlipping:\n"
                                 "            x: 0\n"
                                 "            y: 0\n"
                                 "            z: 0\n"
                                 "            w: 1\n"
                                 "        PlacementType: OnTerrain\n"
                                 "        Flipped: false\n"
                                 "        BoardRotationState: 0\n"
                                 "        Type: Standard\n"
                                 "data_format_version: 1\n";

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

ow_status blotter_list_part_files(ow_text title, ow_part_file_visitor visit, void *context)
{
    char name[MOST_TITLE + 1], meta[MOST_TITLE + 128];
    write_title(title, name);
    snprintf(meta, sizeof meta,
             "Title: %s\nColumn: Me\nCategory: Overworld\nDescription: \nSearchTags: null\n", name);
    visit(context, "data.partialworld", (ow_text){NULL, 0});
    visit(context, "meta.jecs", ow_text_of(meta));
    visit(context, "placements.jecs", ow_text_of(placements));
    return OW_OK;
}
