/* What fields mean, for the schema and the table of fields. A field may have no note. */
#include "city.h"

const struct field_note city_notes[] = {
    {"/variant", "The variant of the save, which no version number tells: d3 is the final game, s1 "
                 "the published specification, p0 a generator of test files, l2 and l1 the first "
                 "programs of the game."},
    {"/header_size", "The header's own size in bytes, as the file has it. If omitted, the true "
                     "size is written. The game writes 48 + the name's length, which is wrong."},
    {"/version", "The file format version, always 0."},
    {"/name", "The name of the city."},
    {"/terrain", "The terrain."},
    {"/terrain/size", "The section's own size in bytes, as the file has it. If omitted, the true "
                      "size is written. The game writes 56 + the path's length, which is wrong."},
    {"/terrain/kind", "\"image\": heights from a picture beside the save. \"heights\": heights in "
                      "the save itself, which the game never wrote."},
    {"/terrain/image_path", "Of an image: its path, relative to the game's folder."},
    {"/terrain/z_scale",
     "Of an image: the height of a pixel is its red value, 0 to 255, times this."},
    {"/terrain/x_vertices", "Of heights: their number along the x axis."},
    {"/terrain/y_vertices", "Of heights: their number along the y axis."},
    {"/terrain/heights", "Of heights: all x_vertices * y_vertices heights; the vertex x, y has the "
                         "index y * x_vertices + x."},
    {"/meta_things_size", "The size in bytes of the Meta Things table, as the file has it. If "
                          "omitted, the true size is written."},
    {"/meta_things",
     "The names of the kinds of things in this save, by convention \"author-thing\"."},
    {"/things_size", "The size in bytes of the Things section, as the file has it. If omitted, the "
                     "true size is written."},
    {"/things", "The things in the city."},
    {"/things/*/meta_thing",
     "The kind of the thing: an index in the list meta_things, counted from 0."},
    {"/things/*/direction", "The direction of the thing: 0 to 7, in steps of 45 degrees."},
    {"/things/*/z", "The height of the thing: absolute in the game's saves, above the ground in "
                    "the published specification (s1, p0)."},
    {"/things/*/reserved", "Bytes of unknown meaning; every real save has none."},
    {NULL, NULL},
};
