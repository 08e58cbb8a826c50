/* Building a scene, for formats: growing lists, and shapes that are shared. Knows no format.
 *
 * If memory runs out, a call sets the builder's status, and later calls do nothing. So a format may
 * continue to its end and check the status once. It may pass the indices of failed calls on, but
 * must not look records up with them. */
#ifndef OW_SRC_SCENE_BUILD_H
#define OW_SRC_SCENE_BUILD_H

#include "../base/memory.h"
#include "../base/vectors.h"

#include <overworld/scene.h>

/* A growing list with room for `room` records. */
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
    struct arena arena; /* memory that the scene keeps */
    ow_options options;
    ow_scene_options asked;
    struct scene_list kinds, types, groups, shapes, parts, meshes, vertices, triangles, items,
        segments, labels, layers, grounds, states, switches, displays;
    ow_scene_controls controls; /* the scene gets a copy at the end */
    struct shape_key *keys;     /* a hash table of the shapes that have a key */
    size_t key_room, key_count;
    struct vector origin; /* subtracted from every position, see scene_center */
    uint64_t done, total; /* for progress */
    ow_status status;
    bool is_limited; /* the caller set a memory limit */
};

/* A format's own function that fills a scene with a document of it. What goes wrong in the builder
 * need not be reported: its status says so. */
typedef ow_status scene_filler(const void *document, struct scene_builder *builder,
                               ow_error *error);

/* Raises the memory limit, unless the caller set it, for data that a scene has and its world has
 * not. Example: the ground from an image beside a save of a few bytes. */
void scene_allow(struct scene_builder *builder, uint64_t bytes);

/* Announces the numbers of items and segments, which then get one block of memory. */
void scene_expect(struct scene_builder *builder, size_t items, size_t segments);
void scene_expect_groups(struct scene_builder *builder, size_t groups);

/* Sets what scene_place subtracts from positions. Call before any `scene_place`. */
void scene_center(struct scene_builder *builder, struct vector origin);

/* Limits a coordinate to 10^9 units; NaN becomes 0. */
double scene_within(double value);

/* Converts a position of the world to one of the scene. A position that is not finite, or beyond
 * 10^9 units from the origin, is moved to that limit. */
void scene_place(const struct scene_builder *builder, struct vector position, float placed[3]);
void scene_turn(struct rotation rotation, float turned[4]);

uint16_t scene_kind(struct scene_builder *builder, const char *name, const char *list);

/* A type by its name; the text is copied. */
uint32_t scene_type(struct scene_builder *builder, ow_text name, ow_color color, uint32_t flags);

uint32_t scene_group(struct scene_builder *builder, ow_text name, uint16_t kind, uint32_t subject,
                     uint32_t parent, struct rotation rotation);

/* A group without its name and rotation, and the call that sets them, which other threads may do
 * while no groups are added. */
uint32_t scene_blank_group(struct scene_builder *builder, size_t name_size, uint16_t kind,
                           uint32_t subject, uint32_t parent);
void scene_fill_group(const struct scene_builder *builder, uint32_t group, const char *name,
                      struct rotation rotation);

/* Finds the shape of a key of three words; OW_NONE: it is new. Then call scene_shape and add its
 * parts. A shape with the key NULL cannot be found again. scene_note_shape is internal to
 * scene_shape. */
uint32_t scene_known_shape(const struct scene_builder *builder, const uint64_t key[3]);
uint32_t scene_shape(struct scene_builder *builder, const uint64_t key[3]);
void scene_note_shape(struct scene_builder *builder, const uint64_t key[3], uint32_t shape);

/* Adds a part to the last shape. Unused members of the part are zero; a zero rotation means
 * none. */
void scene_part(struct scene_builder *builder, const ow_scene_part *part);

/* Adds a mesh; vertices and triangles are copied. */
uint32_t scene_mesh(struct scene_builder *builder, const float (*vertices)[3],
                    uint32_t vertex_count, const uint32_t (*triangles)[3], uint32_t triangle_count);

/* Adds states for the pegs of the next item, all off. Returns the index of the first. */
uint32_t scene_states(struct scene_builder *builder, uint32_t count);
void scene_set_state(struct scene_builder *builder, uint32_t state);

/* Add a record and count it for its kind (and its type). */
void scene_item(struct scene_builder *builder, const ow_scene_item *item);

/* Adds an item of this kind, type and flags. The caller sets its other members. NULL without
 * memory. */
ow_scene_item *scene_next_item(struct scene_builder *builder, uint16_t kind, uint32_t type,
                               uint16_t flags);
void scene_segment(struct scene_builder *builder, const ow_scene_segment *segment);

/* Adds segments of a kind that lie in the memory of those that were announced, behind the last
 * one, or further behind. */
void scene_keep_segments(struct scene_builder *builder, const ow_scene_segment *segments,
                         uint32_t count, uint16_t kind);
void scene_label(struct scene_builder *builder,
                 const ow_scene_label *label); /* its text is copied */
ow_scene_layer *scene_layer(struct scene_builder *builder, const ow_scene_layer *layer);
ow_scene_ground *scene_ground(struct scene_builder *builder, const ow_scene_ground *ground);

/* Declare what a simulation may change of the last item. The colours are not copied. */
void scene_switch(struct scene_builder *builder, uint32_t off_shape, uint32_t on_shape);
void scene_display(struct scene_builder *builder, const ow_scene_display *display);

/* A file beside the world. */
struct scene_file {
    ow_bytes bytes;
    char message[384]; /* why it could not be read; or empty */
};

/* Reads a file through the caller. Its bytes are not NULL, even if it is empty, until
 * scene_release_file. Returns false, with nothing to release, if it cannot be read. */
bool scene_read_file(const struct scene_builder *builder, const char *path,
                     struct scene_file *file);
void scene_release_file(const struct scene_builder *builder, struct scene_file *file);

/* Options for parsing such a file: the scene's allocator, and the memory that the scene may still
 * take. */
ow_options scene_text_options(const struct scene_builder *builder);

/* Allocates memory of the scene. NULL without memory, which sets the status. */
void *scene_take(struct scene_builder *builder, size_t count, size_t size);

/* Warns the caller about the scene; `pointer` may be NULL. */
void scene_warn(struct scene_builder *builder, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

/* Reports progress from time to time. Returns false to stop. Call once per record, or for several
 * at once. */
bool scene_go_on(struct scene_builder *builder);
bool scene_pass(struct scene_builder *builder, uint32_t records);

/* Begin and finish a scene. On success the scene owns its memory; on failure there is none. */
void scene_begin(struct scene_builder *builder, const ow_options *options, uint64_t input_size,
                 const ow_scene_options *asked);
ow_status scene_finish(struct scene_builder *builder, ow_scene *scene);

#endif
