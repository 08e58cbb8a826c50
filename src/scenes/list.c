/* The registry of scenes: what fills the scene of each format that has one. */
#include "list.h"

/* Tests have a longer list, see tests/pond. */
#ifndef FORMAT_LIST
#define FORMAT_LIST "../formats.def"
#endif

#define FORMAT(name, type)  extern const struct format_row name##_format;
#define SCENE(name, filler) extern scene_filler filler;
#include FORMAT_LIST
#undef FORMAT
#undef SCENE

#define FORMAT(name, type)
#define SCENE(name, filler) {&name##_format, filler},
static const struct {
    const struct format_row *row;
    scene_filler *fill;
} scenes[] = {
#include FORMAT_LIST
    {NULL, NULL}};

scene_filler *scene_filler_of(const struct format_row *row)
{
    unsigned at = 0;
    while (scenes[at].row && scenes[at].row != row)
        at++;
    return scenes[at].fill;
}
