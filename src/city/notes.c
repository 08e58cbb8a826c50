/* What fields mean, for the schema and the table of fields. A field may do without. */
#include "city.h"

const struct field_note city_notes[] = {
    {"/variant",
     "What wrote the save, as no version number tells: d3 the final game, s1 the published "
     "specification, p0 a generator of test files, l2 and l1 the game's first writers."},
    {"/header_size",
     "What the header states as its own size in bytes. Left out, the true one is written; "
     "the game's own, 48 + the name's length, is wrong."},
    {"/version", "The file format version. None but 0 was ever written."},
    {"/name", "The name of the city."},
    {"/terrain", "The ground."},
    {"/terrain/size",
     "What the section states as its own size in bytes. Left out, the true one is written; "
     "the game's own, 56 + the path's length, is wrong."},
    {"/terrain/kind",
     "\"image\": in a picture beside the save. \"heights\": in the save itself, which the "
     "game never did."},
    {"/terrain/image_path", "Of an image: the picture, relative to the game's folder."},
    {"/terrain/z_scale", "Of an image: a height is a pixel's red, 0 to 255, times this."},
    {"/terrain/x_vertices", "Of heights: how many there are along the x axis."},
    {"/terrain/y_vertices", "Of heights: how many there are along the y axis."},
    {"/terrain/heights",
     "Of heights: x_vertices * y_vertices of them; that of vertex x, y is number y * "
     "x_vertices + x."},
    {"/meta_things_size",
     "What the table of Meta Things states as its own size in bytes. Left out, the true "
     "one is written."},
    {"/meta_things", "The names of the kinds of things in this save, \"author-thing\" by custom."},
    {"/things_size",
     "What the section of Things states as its own size in bytes. Left out, the true one "
     "is written."},
    {"/things", "The things that stand in the city."},
    {"/things/*/meta_thing", "What it is: a place in the list meta_things, the first is 0."},
    {"/things/*/direction", "Where it faces: 0 to 7, in steps of 45 degrees."},
    {"/things/*/z", "Its height: absolute in the game's saves, over the ground in the published "
                    "specification (s1, p0)."},
    {"/things/*/reserved", "Bytes of no known meaning; every real save has none."},
    {NULL, NULL},
};
