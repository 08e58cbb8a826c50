/* A simulation in a picture: what needs circuits and pictures at once.
 *
 * Threads: one thread at a time may use a simulation. More in formats.h. */
#ifndef OVERWORLD_SHOW_H
#define OVERWORLD_SHOW_H

#include "circuit.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What ow_simulation_show has changed. */
typedef enum ow_shown {
    OW_SHOWN_STATE, /* index into ow_scene.states */
    OW_SHOWN_WIRE,  /* index of a segment: state and colour */
    OW_SHOWN_ITEM   /* index of an item: shape of a switch or button, colour of a display */
} ow_shown;

/* Called with each change. `on` is false for displays. */
typedef void (*ow_shown_visitor)(void *context, ow_shown what, uint32_t index, bool on);

/* Shows the current states in a scene of the same save: states of pegs, states and colours of
 * wires, shapes of switches and buttons, colours of displays, and the bounds. The scene becomes
 * that of the save that ow_simulation_store makes. Takes time linear in the scene.
 *
 * changed: called for each change; may be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT if the scene is of another save.
 * Since 0.1. */
OW_API ow_status ow_simulation_show(ow_simulation *simulation, ow_scene *scene,
                                    ow_shown_visitor changed, void *context, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
