/* A parsed selector of parts of a scene. */
#ifndef OW_SRC_SCENE_SELECTOR_H
#define OW_SRC_SCENE_SELECTOR_H

#include "../base/memory.h"
#include "../base/selectors.h"

#include <overworld/scene.h>

struct selector {
    enum selector_sort sort;
    ow_text text; /* the pointer, or the pattern */
    uint32_t address;
    uint8_t *groups;       /* group n is selected, itself or through a parent */
    uint8_t *types;        /* type n is selected, for BY_TYPE */
    struct of_list *kinds; /* selected records of each kind, for BY_KIND and BY_POINTER */
};

/* Takes the next selector off `rest`. Returns false at the end, or with *error set; also for
 * selectors of data that scenes do not have. */
bool selector_next(const char **rest, struct selector *selector, ow_error *error);

/* Finds the groups and types that a selector matches; memory is of the arena. */
ow_status selector_prepare(struct selector *selector, const ow_scene *scene, struct arena *arena);

/* A record to be matched: members that it does not have are OW_NONE or 0. */
struct selected {
    uint16_t kind;
    uint32_t subject, type, group, address;
};
bool selector_takes(const struct selector *selector, const ow_scene *scene,
                    const struct selected *record);

#endif
