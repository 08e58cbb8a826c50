/* A scene as glTF 2.0, for viewers, engines and modellers. */
#ifndef OVERWORLD_GLTF_H
#define OVERWORLD_GLTF_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All members zero: binary (.glb), merged meshes. */
typedef struct ow_gltf_options {
    bool as_text;    /* .gltf: JSON with its bytes inside as base64 */
    bool instancing; /* EXT_mesh_gpu_instancing: a tenth of the size, for viewers that know it */
    bool without_states;
    const char *title; /* the scene's name; NULL: none */
    uint64_t reserved[8];
} ow_gltf_options;

/* Writes a scene, a metre a unit. Options may be NULL. */
OW_API ow_status ow_gltf_write(const ow_scene *scene, const ow_gltf_options *gltf_options,
                               const ow_options *options, const ow_sink *sink, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
