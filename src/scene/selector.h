/* What picks parts of a scene: one selector, taken apart. */
#ifndef OW_SRC_SCENE_SELECTOR_H
#define OW_SRC_SCENE_SELECTOR_H

#include "../base/memory.h"

#include <overworld/scene.h>

enum selector_sort { BY_POINTER, BY_ADDRESS, BY_TYPE, BY_KIND, BY_GROUP, BY_PEG };

/* Of a kind's records: none, one, those that are the list itself, or all. */
struct of_kind {
    enum { NO_RECORD, ONE_RECORD, THE_LIST, EVERY_RECORD } chosen;
    uint32_t subject; /* of ONE_RECORD, beside those of THE_LIST */
};

struct selector {
    enum selector_sort sort;
    ow_text text; /* the pointer, or the pattern */
    uint32_t address;
    uint8_t *groups;       /* of group n: whether it is chosen, itself or by what it stands on */
    uint8_t *types;        /* whether type n is, of BY_TYPE */
    struct of_kind *kinds; /* what of each kind is, of BY_KIND and BY_POINTER */
};

/* Takes the next selector off `rest`, up to a comma. False at the end, or with *error set. */
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
