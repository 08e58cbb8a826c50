/* The formats whose worlds can be drawn, by the list in formats.def. */
#ifndef OW_SRC_SCENES_LIST_H
#define OW_SRC_SCENES_LIST_H

#include "../driver/format.h"
#include "../scene/build.h"

/* What fills the scene of a format's documents; NULL if the format has no scene. */
scene_filler *scene_filler_of(const struct format_row *row);

#endif
