/* Scenes of small saves, for tests: saves from their parts, files beside them, what is warned
 * of. */
#ifndef OW_TESTS_BLOTTER_SEEN_H
#define OW_TESTS_BLOTTER_SEEN_H

#include "../support/bytes.h"
#include "../support/documents.h"
#include "../support/test.h"

#include "scene/scene.h"

#include <math.h>

#define HALF_ROOT "0.70710677"

/* A save of version 7 from its types, components and wires. */
#define SAVE_OF(kind, types, components, wires, states)                                            \
    "{'format':'blotter','version':7,'game_version':[0,92,3,57],'save_type':'" kind "','mods':[]," \
    "'component_types':[" types "],'components':[" components "],'wires':[" wires                  \
    "],'circuit_states':" states "}"
#define TYPE(id, name) "{'id':" #id ",'name':'" name "'}"
#define PART(address, parent, type, at, turn, inputs, outputs, data)                               \
    "{'address':" #address ",'parent':" #parent ",'type':" #type ",'position':[" at                \
    "],'rotation':[" turn "],'inputs':[" inputs "],'outputs':[" outputs "],'custom_data':" data    \
    "}"
#define PEG_OF(kind, component, index)                                                             \
    "{'kind':'" kind "','component':" #component ",'index':" #index "}"
#define WIRE(first, second, state)                                                                 \
    "{'first':" first ",'second':" second ",'circuit_state':" #state ",'rotation':0.0}"
#define NO_TURN  "0.0,0.0,0.0,1.0"
#define TURNED_Y "0.0," HALF_ROOT ",0.0," HALF_ROOT /* by 90 degrees: x goes to -z */

struct warned {
    unsigned count;
    char pointer[64], message[400];
};

static inline void note(void *context, const char *pointer, const char *message)
{
    struct warned *warned = context;
    warned->count++;
    snprintf(warned->pointer, sizeof warned->pointer, "%s", pointer);
    snprintf(warned->message, sizeof warned->message, "%s", message);
}

static inline ow_scene scene_of(const char *text, const ow_scene_options *asked)
{
    ow_document document = document_of(text);
    ow_scene scene;
    ow_error error = {0};
    if (ow_scene_open_document(&document, NULL, asked, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    ow_close(&document);
    return scene;
}

/* A place with the origin added back. */
static inline void assert_at(const ow_scene *scene, const float position[3], double x, double y,
                             double z)
{
    const double expected[3] = {x, y, z};
    for (int i = 0; i < 3; i++)
        if (fabs(position[i] + scene->origin[i] - expected[i]) > 1e-5)
            ROW_FAILED("%g %g %g is not %g %g %g\n", position[0] + scene->origin[0],
                       position[1] + scene->origin[1], position[2] + scene->origin[2], x, y, z);
}

/* Files beside a world: named texts. */
struct beside {
    const char *path, *text;
    unsigned asked;
};

static inline bool read_beside(void *context, ow_text path, ow_bytes *file, char *message,
                               size_t room)
{
    struct beside *beside = context;
    beside->asked++;
    if (strlen(beside->path) != path.size || memcmp(path.data, beside->path, path.size) != 0) {
        snprintf(message, room, "there is no such file");
        return false;
    }
    *file = (ow_bytes){exact_copy(beside->text, strlen(beside->text)), strlen(beside->text)};
    return true;
}

static inline void release_beside(void *context, ow_bytes *file)
{
    (void)context;
    free((void *)file->data);
}

#endif
