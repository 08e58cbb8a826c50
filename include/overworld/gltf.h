/* A scene as glTF 2.0, for viewers, engines and modellers. */
#ifndef OVERWORLD_GLTF_H
#define OVERWORLD_GLTF_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All members zero: binary (.glb), merged meshes, wires and pegs in the colour of their state. */
typedef struct ow_gltf_options {
    bool as_text;    /* .gltf: JSON with its bytes inside as base64 */
    bool instancing; /* EXT_mesh_gpu_instancing: a tenth of the size, for viewers that know it */
    bool without_states; /* parts as when off; segments keep their colour */
    const char *title;   /* the scene's name; NULL: none */
    uint64_t reserved[8];
} ow_gltf_options;

/* Writes what of a scene is not hidden, a metre a unit, y up; docs/reference/gltf.md says what becomes of what. Both
 * options may be NULL; ow_options.max_memory 0 is four times the scene and 16 MiB. The same scene gives the
 * same bytes on every host. OW_BAD_ARGUMENT where the file would have more than 4 GiB, OW_WRITE_FAILED
 * where the sink refused; then it may have been given a part of the file. */
OW_API ow_status ow_gltf_write(const ow_scene *scene, const ow_gltf_options *gltf_options,
                               const ow_options *options, const ow_sink *sink, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
