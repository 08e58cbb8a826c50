/* What the parts of the glTF writer share.
 *
 * A file states where everything lies before the first vertex comes. So the geometry is made twice: the
 * first pass notes how many vertices each piece has and how far they reach, the second one writes them.
 * Nothing but one piece is held in memory. */
#ifndef OW_SRC_PICTURE_GLTF_GLTF_H
#define OW_SRC_PICTURE_GLTF_GLTF_H

#include "../../base/emit.h"
#include "../../base/memory.h"
#include "../../base/output.h"
#include "../../scene/scene.h"

#include <overworld/gltf.h>
#include <overworld/overworld.h>

/* Materials. What is solid is seen from outside; sheets have no inside. */
enum gltf_look { GLTF_SOLID, GLTF_SHEET, GLTF_GLASS, GLTF_LOOKS };

enum {
    GLTF_MOST_VERTICES = 65535, /* of a piece: the index 65535 is no vertex */
    GLTF_MOST_INDICES = 3 * 98304,
    GLTF_PARTS_OF_PIECE = 3, /* positions, colours, indices: an accessor and a view each */
    GLTF_LEAST_INSTANCES = 8 /* a smaller run takes less as vertices than its description would */
};

/* A piece of a mesh that is drawn at once. Its positions, colours and indices follow each other. */
struct gltf_piece {
    struct gltf_piece *next;
    uint64_t offset;
    uint32_t vertex_count, index_count;
    float least[3], most[3];
    enum gltf_look look;
    uint16_t kind; /* of all that is in it; UINT16_MAX: of the shape that instances share */
    uint32_t subject_count;
    uint32_t *subjects, *starts; /* which stands from which vertex on */
};

struct gltf_mesh {
    struct gltf_mesh *next;
    uint32_t piece_count;
};

/* Many of one shape, by EXT_mesh_gpu_instancing: those of a run of the order that it stands for. */
struct gltf_swarm {
    struct gltf_swarm *next;
    uint64_t offset;
    uint32_t bucket, mesh;
    uint32_t first, run;       /* in the order of items, or of segments */
    uint32_t count;            /* of the run, those that this mesh stands for */
    uint32_t first_accessor;   /* counted from those of pieces */
    const ow_scene_part *part; /* whose colour each has; NULL: the mesh has its own */
    bool of_segments, has_rotation, has_scale;
};

/* Things in the order in which they are written: by group, kind and shape. */
struct gltf_order {
    uint32_t *index;
    uint32_t *first; /* of each bucket, and the end of the last one */
};

/* A group of the scene, or what belongs to none: the last bucket. */
struct gltf_bucket {
    uint32_t mesh; /* or OW_NONE */
    uint32_t node; /* or OW_NONE: there is nothing in it */
    uint32_t parent;
    uint32_t first_child, next_child;
    uint32_t swarm_count;
    uint32_t standing; /* the item that the group is, or OW_NONE */
    bool has_labels;
};

/* Which unit cells are full, four by four by four of them at a time. */
struct gltf_block {
    uint64_t place, full;
    uint32_t fraction, bucket;
};

struct gltf_cells {
    struct gltf_block *blocks;
    uint32_t room, used; /* room: a power of two */
};

/* A solid's place: its middle, and from there to the middle of its faces towards +x, +y, +z. */
struct gltf_frame {
    struct vector center, axes[3];
};

struct gltf {
    const ow_scene *scene;
    ow_gltf_options asked;
    ow_options options;
    struct arena arena;
    ow_status status;
    bool writing; /* the second pass */
    struct output *bin;
    uint64_t size; /* of what the pass has made */
    uint64_t done, total;

    /* The piece that is being made. */
    float (*positions)[3];
    uint16_t (*colors)[4];
    uint16_t *indices;
    uint32_t *subjects, *starts;
    uint32_t vertex_count, index_count, subject_count, subject;
    bool subject_is_noted, mesh_is_there;
    enum gltf_look look;
    uint16_t kind;
    uint16_t color[4];

    /* What the first pass has found. */
    struct gltf_piece *pieces, **next_piece;
    struct gltf_mesh *meshes, **next_mesh, *mesh;
    struct gltf_swarm *swarms, **next_swarm;
    uint32_t piece_count, mesh_count, swarm_count, swarm_accessor_count;
    bool has_look[GLTF_LOOKS];

    uint32_t bucket_count, node_count;
    struct gltf_bucket *buckets;
    struct gltf_order items, segments, layers, labels;
    struct gltf_cells cells;
    /* Meshes of instances, once the pass has made them: of the parts of a shape that have a colour of
     * their own, of each other part, of segments. */
    uint32_t *shape_meshes, *part_meshes, bar_mesh;
    ow_color *tiles; /* of the tileset, once its pixels were looked at */
    uint32_t tile_count;
};

/* Memory until the end; NULL sets the status. */
void *gltf_take(struct gltf *gltf, size_t count, size_t size);

/* Ends the work with a status; the first one counts. False, for those that return what they got. */
bool gltf_fail(struct gltf *gltf, ow_status status);

/* Whether to go on. Call once a thing. */
bool gltf_go_on(struct gltf *gltf);

/* pieces.c: meshes of pieces. What is added goes into the piece that is open. */
void gltf_begin_mesh(struct gltf *gltf);
uint32_t gltf_end_mesh(struct gltf *gltf); /* its number, or OW_NONE: it was empty */
void gltf_begin_piece(struct gltf *gltf, enum gltf_look look, uint16_t kind);
void gltf_end_piece(struct gltf *gltf);
void gltf_set_subject(struct gltf *gltf, uint32_t subject);

/* Room for so many more vertices and indices in one piece; returns the number of the first vertex. At
 * most GLTF_MOST_VERTICES and GLTF_MOST_INDICES. */
uint32_t gltf_room(struct gltf *gltf, uint32_t vertices, uint32_t indices);
void gltf_vertex(struct gltf *gltf, struct vector at);
void gltf_triangle(struct gltf *gltf, uint32_t a, uint32_t b, uint32_t c);
void gltf_put_floats(struct gltf *gltf, const float *values, size_t count);
void gltf_put_shorts(struct gltf *gltf, const uint16_t *values, size_t count);

/* colors.c */
void gltf_linear(ow_color color, uint16_t linear[4]);
ow_color gltf_part_color(const struct gltf *gltf, const ow_scene_item *item,
                         const ow_scene_part *part);
enum gltf_look gltf_part_look(const ow_scene_part *part, ow_color color);
bool gltf_has_own_color(const ow_scene_part *part);
ow_color gltf_tile_color(struct gltf *gltf, const ow_scene_layer *layer, uint16_t cell);

/* frames.c: where things stand. False where that is nowhere. */
bool gltf_part_frame(const ow_scene_item *item, const ow_scene_part *part,
                     struct gltf_frame *frame);
bool gltf_has_length(const ow_scene_segment *segment);
bool gltf_segment_frame(const ow_scene *scene, const ow_scene_segment *segment,
                        struct gltf_frame *frame);
bool gltf_is_mirrored(const struct gltf_frame *frame);
struct rotation gltf_frame_rotation(const struct gltf_frame *frame);

/* solids.c: a part's or a segment's solid in the piece's colour; `hidden` has a bit for each face of a
 * box that is left out, -x, +x, -y, +y, -z, +z. */
void gltf_add_box(struct gltf *gltf, const struct gltf_frame *frame, double low, unsigned hidden);
void gltf_add_part(struct gltf *gltf, const struct gltf_frame *frame, const ow_scene_part *part,
                   unsigned hidden);
void gltf_add_segment(struct gltf *gltf, const ow_scene_segment *segment);

/* cells.c: which faces of boxes touch others of the same bucket. */
void gltf_note_cell(struct gltf *gltf, const struct gltf_frame *frame, uint32_t bucket);
unsigned gltf_hidden_faces(const struct gltf *gltf, const struct gltf_frame *frame,
                           uint32_t bucket);

/* sheets.c, grounds.c */
void gltf_add_layer(struct gltf *gltf, const ow_scene_layer *layer, enum gltf_look look);
void gltf_add_ground(struct gltf *gltf, const ow_scene_ground *ground);
void gltf_add_water(struct gltf *gltf, const ow_scene_ground *ground);

/* order.c: fills the orders and the buckets; once the first pass is over, makes nodes of these. */
void gltf_put_in_order(struct gltf *gltf);
uint32_t gltf_bucket_of(const struct gltf *gltf, uint32_t group);
void gltf_plant_tree(struct gltf *gltf);

/* swarms.c: how many of the order's items or segments from `at` on are alike; whether one of a run is an
 * instance; the swarms of a bucket; which of its run a swarm stands for. */
uint32_t gltf_item_run(const struct gltf *gltf, uint32_t bucket, uint32_t at);
uint32_t gltf_segment_run(const struct gltf *gltf, uint32_t bucket, uint32_t at);
bool gltf_item_is_instance(const struct gltf *gltf, const ow_scene_item *item,
                           const ow_scene_part *part, uint32_t run);
bool gltf_segment_is_instance(const struct gltf *gltf, const ow_scene_segment *segment,
                              uint32_t run);
void gltf_make_swarms(struct gltf *gltf, uint32_t bucket);
bool gltf_is_in_swarm(const struct gltf *gltf, const struct gltf_swarm *swarm, uint32_t at);
bool gltf_swarm_has_color(const struct gltf_swarm *swarm);
uint32_t gltf_swarm_accessors(const struct gltf_swarm *swarm);

/* build.c: one pass over everything. */
void gltf_build(struct gltf *gltf);

/* text.c: the JSON. */
void gltf_emit(struct gltf *gltf, ow_json_writer *writer);
void gltf_emit_floats(struct emitter *emit, const char *name, const float *values, size_t count);

/* views.c: accessors and views, those of pieces before those of swarms. */
void gltf_emit_accessors(const struct gltf *gltf, struct emitter *emit);
void gltf_emit_views(const struct gltf *gltf, struct emitter *emit);

/* gltf.c: the buffer's own bytes in the JSON, where they are to stand there. */
void gltf_emit_buffer(struct gltf *gltf, ow_json_writer *writer);

#endif
