/* How a format fills a scene: lists that grow, shapes that are made once. Knows no format.
 *
 * A call that finds no memory leaves the builder with a status and does nothing from then on, so that a
 * format may go on to its end and look once. Indices that it hands out are good in that case too, as long
 * as nothing is looked up by them. */
#ifndef OW_SRC_SCENE_BUILD_H
#define OW_SRC_SCENE_BUILD_H

#include "../base/memory.h"
#include "../base/vectors.h"

#include <overworld/scene.h>

/* A list that grows: `room` records fit. */
struct scene_list {
    size_t room;
};

struct shape_key {
    uint64_t words[3];
    uint32_t shape;
    bool used;
};

struct scene_builder {
    ow_scene scene;
    struct arena arena; /* of what the scene keeps */
    ow_options options;
    ow_scene_options asked;
    struct scene_list kinds, types, groups, shapes, parts, meshes, vertices, triangles, items,
        segments, labels, layers, grounds, states, switches, displays;
    ow_scene_controls controls; /* the scene gets a copy at its end */
    struct shape_key *keys;     /* a hash table of the shapes that have a key */
    size_t key_room, key_count;
    struct vector origin; /* subtracted from every position, see scene_center */
    uint64_t done, total; /* for progress */
    ow_status status;
    bool is_limited; /* the caller set a limit on memory */
};

/* Raises the limit on memory, unless the caller set it, by what a scene takes that its world does not
 * hold, such as the ground that an image beside a save of a few bytes makes. */
void scene_allow(struct scene_builder *builder, uint64_t bytes);

/* Says how many items and segments are to come: they then lie in one block. */
void scene_expect(struct scene_builder *builder, size_t items, size_t segments);
void scene_expect_groups(struct scene_builder *builder, size_t groups);

/* What is subtracted from the positions that scene_place takes. Before the first of them. */
void scene_center(struct scene_builder *builder, struct vector origin);

/* A coordinate as a scene may have it: what is no number is 0, what is beyond 10^9 stands at that edge. */
double scene_within(double value);

/* A position of the world as the scene has it. What is not finite or beyond 10^9 units from the origin
 * stands at its edge. */
void scene_place(const struct scene_builder *builder, struct vector position, float placed[3]);
void scene_turn(struct rotation rotation, float turned[4]);

uint16_t scene_kind(struct scene_builder *builder, const char *name, const char *list);

/* A type by its name; the text is copied. */
uint32_t scene_type(struct scene_builder *builder, ow_text name, ow_color color, uint32_t flags);

uint32_t scene_group(struct scene_builder *builder, ow_text name, uint16_t kind, uint32_t subject,
                     uint32_t parent, struct rotation rotation);

/* The shape that a key of three words was noted for; OW_NONE where it is new: then scene_shape makes it
 * and its parts follow. A shape that is made with the key NULL is not found again. scene_note_shape is
 * scene_shape's own. */
uint32_t scene_known_shape(const struct scene_builder *builder, const uint64_t key[3]);
uint32_t scene_shape(struct scene_builder *builder, const uint64_t key[3]);
void scene_note_shape(struct scene_builder *builder, const uint64_t key[3], uint32_t shape);

/* Adds a part to the shape that was made last. Part zeroed but for what is meant; a zero rotation is
 * none. */
void scene_part(struct scene_builder *builder, const ow_scene_part *part);

/* Adds a mesh; vertices and triangles are copied. */
uint32_t scene_mesh(struct scene_builder *builder, const float (*vertices)[3],
                    uint32_t vertex_count, const uint32_t (*triangles)[3], uint32_t triangle_count);

/* States of the pegs of the next item, all off: the first one's number. */
uint32_t scene_states(struct scene_builder *builder, uint32_t count);
void scene_set_state(struct scene_builder *builder, uint32_t state);

/* Each adds a record and counts it for its kind (and its type). */
void scene_item(struct scene_builder *builder, const ow_scene_item *item);
void scene_segment(struct scene_builder *builder, const ow_scene_segment *segment);
void scene_label(struct scene_builder *builder,
                 const ow_scene_label *label); /* its text is copied */
ow_scene_layer *scene_layer(struct scene_builder *builder, const ow_scene_layer *layer);
ow_scene_ground *scene_ground(struct scene_builder *builder, const ow_scene_ground *ground);

/* Say what a simulation may change of the item that was added last. The colours are not copied. */
void scene_switch(struct scene_builder *builder, uint32_t off_shape, uint32_t on_shape);
void scene_display(struct scene_builder *builder, const ow_scene_display *display);

/* A file beside the world. */
struct scene_file {
    ow_bytes bytes;
    char message[384]; /* where it could not be read: why, or nothing */
};

/* Asks the caller for a file; its bytes are there, even of an empty one, until scene_release_file. False
 * where it cannot be had: then there is nothing to release. */
bool scene_read_file(const struct scene_builder *builder, const char *path,
                     struct scene_file *file);
void scene_release_file(const struct scene_builder *builder, struct scene_file *file);

/* For reading such a file as text: the scene's allocator, and as much memory as the scene may still take. */
ow_options scene_text_options(const struct scene_builder *builder);

/* Memory that the scene keeps; NULL sets the status. */
void *scene_take(struct scene_builder *builder, size_t count, size_t size);

/* Tells the caller something about the picture to come; `pointer` may be NULL. */
void scene_warn(struct scene_builder *builder, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

/* Whether to go on: asks for progress now and then. Call once a record. */
bool scene_go_on(struct scene_builder *builder);

/* Begins and ends. On success the scene owns its memory; on failure there is none. */
void scene_begin(struct scene_builder *builder, const ow_options *options, uint64_t input_size,
                 const ow_scene_options *asked);
ow_status scene_finish(struct scene_builder *builder, ow_scene *scene);

#endif
