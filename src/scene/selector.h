/* What picks parts of a scene: one selector, taken apart. */
#ifndef OW_SRC_SCENE_SELECTOR_H
#define OW_SRC_SCENE_SELECTOR_H

#include "../base/memory.h"
#include "../base/selectors.h"

#include <overworld/scene.h>

struct selector {
    enum selector_sort sort;
    ow_text text; /* the pointer, or the pattern */
    uint32_t address;
    uint8_t *groups;       /* of group n: whether it is chosen, itself or by what it stands on */
    uint8_t *types;        /* whether type n is, of BY_TYPE */
    struct of_list *kinds; /* what of each kind is, of BY_KIND and BY_POINTER */
};

/* Takes the next selector off `rest`. False at the end, or with *error set: also where it asks for what a
 * scene does not keep. */
bool selector_next(const char **rest, struct selector *selector, ow_error *error);

/* Finds the groups and types that a selector chooses; memory is of the arena. */
ow_status selector_prepare(struct selector *selector, const ow_scene *scene, struct arena *arena);

/* Whether one record of a scene is chosen: what it is of is OW_NONE or 0 where it has none. */
struct selected {
    uint16_t kind;
    uint32_t subject, type, group, address;
};
bool selector_takes(const struct selector *selector, const ow_scene *scene,
                    const struct selected *record);

#endif
