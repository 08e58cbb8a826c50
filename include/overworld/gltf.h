/* Scenes as glTF 2.0, for viewers, game engines and 3D editors.
 *
 * Threads: the call may run at once on different scenes, and on the same scene. */
#ifndef OVERWORLD_GLTF_H
#define OVERWORLD_GLTF_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a scene is written. All members zero: binary (.glb), merged meshes, wires and pegs in the
 * colour of their state. */
typedef struct ow_gltf_options {
    bool as_text; /* write .gltf: JSON with its bytes as base64 */
    /* use EXT_mesh_gpu_instancing: a tenth of the size, for viewers that support it */
    bool instancing;
    bool without_states; /* draw parts as when off; segments keep their colour */
    const char *title;   /* name of the scene; NULL: none */
    uint64_t reserved[8];
} ow_gltf_options;

/* Writes the visible part of a scene as glTF: one unit is a metre, y points up.
 * docs/reference/gltf.md has the mapping. The same scene gives the same bytes on every host.
 *
 * gltf_options: NULL: all zero.
 * options: a `max_memory` of 0 allows four times the scene + 16 MiB.
 * sink: receives the bytes.
 * Returns OW_OK; OW_BAD_ARGUMENT if the file would exceed 4 GiB; OW_WRITE_FAILED if the sink
 * refused bytes (it may have received a part).
 * Since 0.1. */
OW_API ow_status ow_gltf_write(const ow_scene *scene, const ow_gltf_options *gltf_options,
                               const ow_options *options, const ow_sink *sink, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
