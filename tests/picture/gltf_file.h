/* A glTF file taken apart again: what tests ask of one. */
#ifndef OW_TESTS_PICTURE_GLTF_FILE_H
#define OW_TESTS_PICTURE_GLTF_FILE_H

#include "../support/bytes.h"

#include "base/vectors.h"

/* Its JSON, and the bytes of its only buffer. Both lie in `file`, or in `decoded` where they
 * were text. */
struct gltf_file {
    struct bytes file;
    const char *json;
    size_t json_size;
    const uint8_t *buffer;
    size_t buffer_size;
    uint8_t *decoded;
};

/* Writes a scene and takes it apart; fails the test where the frame of the file is wrong. */
struct gltf_file gltf_of(const ow_scene *scene, const ow_gltf_options *asked);
void gltf_free(struct gltf_file *gltf);

/* The value that a JSON Pointer names, as a number or as text of at most 127 bytes ("" where
 * there is none); how many elements or members it has. */
double gltf_number(const struct gltf_file *gltf, const char *pointer, ...);
const char *gltf_text(const struct gltf_file *gltf, const char *pointer, ...);
bool gltf_has(const struct gltf_file *gltf, const char *pointer, ...);
uint32_t gltf_count(const struct gltf_file *gltf, const char *pointer, ...);

/* A number of an accessor: element `index`, component `k`. Fails the test outside of it. */
double gltf_value(const struct gltf_file *gltf, uint32_t accessor, uint32_t index, unsigned k);

/* A mesh's primitive: how many vertices and indices, and its accessors. */
struct gltf_primitive {
    uint32_t vertices, indices, position, color, index;
};
struct gltf_primitive gltf_primitive(const struct gltf_file *gltf, uint32_t mesh, uint32_t number);
struct vector gltf_position(const struct gltf_file *gltf, const struct gltf_primitive *primitive,
                            uint32_t vertex);

/* Six times the volume inside the triangles of a primitive, as seen from outside. */
double gltf_volume(const struct gltf_file *gltf, const struct gltf_primitive *primitive);

/* Everything that has to hold of any file: indices within their lists, bounds exact, numbers
 * finite, views within the buffer and aligned. */
void gltf_assert_sound(const struct gltf_file *gltf);

#endif
