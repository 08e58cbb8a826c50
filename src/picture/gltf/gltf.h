/* Shared data and calls of the glTF writer.
 *
 * A file states all places before the first vertex. So the geometry is built twice: the first pass
 * records the vertices and extents of each piece, the second writes them. Only one piece is in
 * memory. */
#ifndef OW_SRC_PICTURE_GLTF_GLTF_H
#define OW_SRC_PICTURE_GLTF_GLTF_H

#include "../../base/compiler.h"
#include "../../base/emit.h"
#include "../../base/memory.h"
#include "../../base/output.h"
#include "../../scene/scene.h"

#include <overworld/gltf.h>
#include <overworld/overworld.h>

/* Materials. Solids are visible from outside; sheets have no inside. */
enum gltf_look { GLTF_SOLID, GLTF_SHEET, GLTF_GLASS, GLTF_LOOKS };

enum {
    GLTF_MOST_VERTICES = 65535, /* of a piece: 65535 is not a valid index */
    GLTF_MOST_INDICES = 3 * 98304,
    GLTF_PARTS_OF_PIECE = 3,  /* positions, colours, indices: an accessor and a view each */
    GLTF_LEAST_INSTANCES = 8, /* smaller runs are shorter as vertices */
    GLTF_TURNED = 256         /* frames of parts that are remembered */
};

/* A piece of a mesh, drawn at once. Its positions, colours and indices follow each other. */
struct gltf_piece {
    struct gltf_piece *next;
    uint64_t offset;
    uint32_t vertex_count, index_count;
    float least[3], most[3];
    enum gltf_look look;
    uint16_t kind; /* of everything in it; UINT16_MAX: a shape shared by instances */
    uint32_t subject_count;
    uint32_t *subjects, *starts; /* subjects, and the first vertex of each */
};

struct gltf_mesh {
    struct gltf_mesh *next;
    uint32_t piece_count;
};

/* Instances of one shape, by EXT_mesh_gpu_instancing: a run of the order. */
struct gltf_swarm {
    struct gltf_swarm *next;
    uint64_t offset;
    uint32_t bucket, mesh;
    uint32_t first, run;     /* in the order of items, or of segments */
    uint32_t count;          /* instances of the run with this mesh */
    uint32_t first_accessor; /* counted after those of pieces */
    /* the part whose colour instances have; NULL: the mesh has its own */
    const ow_scene_part *part;
    bool of_segments, has_rotation, has_scale;
};

/* Things in the order of writing: by group, kind and shape. */
struct gltf_order {
    uint32_t *index;
    uint32_t *first; /* start of each bucket, and the end of the last */
};

/* A group of the scene; the last bucket is for things without a group. */
struct gltf_bucket {
    uint32_t mesh; /* or OW_NONE */
    uint32_t node; /* or OW_NONE: empty */
    uint32_t parent;
    uint32_t first_child, next_child;
    uint32_t swarm_count;
    uint32_t standing; /* the item that represents the group, or OW_NONE */
    bool has_labels;
    uint8_t looks; /* bits: looks of its items' parts and its segments, found with solids */
};

/* A block of 4 x 4 x 4 unit cells: which are full. */
struct gltf_block {
    uint64_t place, full;
    uint32_t fraction, bucket;
};

struct gltf_cells {
    struct gltf_block *blocks;
    uint32_t room, used; /* room: a power of two */
};

/* A solid's place: its centre, and the vectors to the centres of its faces at +x, +y, +z. */
struct gltf_frame {
    struct vector center, axes[3];
};

/* A part's frame in its shape. */
struct gltf_turned {
    uint32_t part; /* or OW_NONE */
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
    uint64_t size;      /* size of the output of the pass */
    uint64_t *measured; /* the size of JSON that is only measured; NULL: it is written */
    uint64_t done, total;

    /* The current piece. */
    float (*positions)[3];
    uint16_t (*colors)[4];
    uint16_t *indices;
    uint32_t *subjects, *starts;
    uint32_t vertex_count, index_count, subject_count, subject;
    float least[3], most[3]; /* of the first pass */
    bool subject_is_noted, mesh_is_there;
    enum gltf_look look;
    uint16_t kind;
    uint16_t color[4];

    struct gltf_turned *turned;

    /* Results of the first pass. */
    struct gltf_piece *pieces, **next_piece;
    struct gltf_mesh *meshes, **next_mesh, *mesh;
    struct gltf_swarm *swarms, **next_swarm;
    uint32_t piece_count, mesh_count, swarm_count, swarm_accessor_count;
    bool has_look[GLTF_LOOKS];

    uint32_t bucket_count, node_count;
    struct gltf_bucket *buckets;
    struct gltf_order items, segments, layers, labels;
    struct gltf_cells cells;
    /* Without instancing: the looks of each item's parts as bits, and the hidden faces of each box
     * of one look, in the order of the passes. The second pass need not find them again. */
    uint8_t *item_looks, *hidden_faces;
    uint64_t box_count, box;
    /* Meshes of instances, once made: parts of a shape with their own colour, each other part,
     * segments. */
    uint32_t *shape_meshes, *part_meshes, bar_mesh;
    ow_color *tiles; /* of the tileset, once computed */
    uint32_t tile_count;
};

/* Allocates until the end; NULL sets the status. */
void *gltf_take(struct gltf *gltf, size_t count, size_t size);

/* Ends the work with a status; the first one counts. Returns false. */
bool gltf_fail(struct gltf *gltf, ow_status status);

/* Return false to stop. Call once per thing, or with the number of things that are skipped. */
bool gltf_go_on(struct gltf *gltf);
bool gltf_pass(struct gltf *gltf, uint32_t things);

/* pieces.c: meshes of pieces. Additions go into the open piece. */
void gltf_begin_mesh(struct gltf *gltf);
uint32_t gltf_end_mesh(struct gltf *gltf); /* its number, or OW_NONE: empty */
void gltf_begin_piece(struct gltf *gltf, enum gltf_look look, uint16_t kind);
void gltf_end_piece(struct gltf *gltf);
void gltf_set_subject(struct gltf *gltf, uint32_t subject);

/* Makes room for vertices and indices in one piece; returns the number of the first vertex. At
 * most GLTF_MOST_VERTICES and GLTF_MOST_INDICES. */
uint32_t gltf_room(struct gltf *gltf, uint32_t vertices, uint32_t indices);

/* Limits a float so that a viewer's sums of squares stay finite. */
static inline float gltf_bounded(double value)
{
    const double farthest = 1e15;
    if (isnan(value))
        return 0;
    return rounded_to_float(value > farthest ? farthest : value < -farthest ? -farthest : value);
}

/* The first pass keeps the extents alone. Of equal zeros it keeps the sign of the first. */
static inline void gltf_vertex(struct gltf *gltf, struct vector at)
{
    const float position[3] = {gltf_bounded(at.x), gltf_bounded(at.y), gltf_bounded(at.z)};
    if (gltf->writing) {
        memcpy(gltf->positions[gltf->vertex_count], position, sizeof position);
        memcpy(gltf->colors[gltf->vertex_count], gltf->color, sizeof gltf->color);
    } else {
        for (int i = 0; i < 3; i++) {
            gltf->least[i] = position[i] < gltf->least[i] ? position[i] : gltf->least[i];
            gltf->most[i] = position[i] > gltf->most[i] ? position[i] : gltf->most[i];
        }
    }
    gltf->vertex_count++;
}

static inline void gltf_triangle(struct gltf *gltf, uint32_t a, uint32_t b, uint32_t c)
{
    uint16_t *index = &gltf->indices[gltf->index_count];
    index[0] = (uint16_t)a;
    index[1] = (uint16_t)b;
    index[2] = (uint16_t)c;
    gltf->index_count += 3;
}

void gltf_put_floats(struct gltf *gltf, const float *values, size_t count);
void gltf_put_shorts(struct gltf *gltf, const uint16_t *values, size_t count);

/* colors.c */
void gltf_linear(ow_color color, uint16_t linear[4]);
ow_color gltf_part_color(const struct gltf *gltf, const ow_scene_item *item,
                         const ow_scene_part *part);
enum gltf_look gltf_part_look(const ow_scene_part *part, ow_color color);
bool gltf_has_own_color(const ow_scene_part *part);
ow_color gltf_tile_color(struct gltf *gltf, const ow_scene_layer *layer, uint16_t cell);

/* frames.c: places of things. Return false if they are not finite. */
bool gltf_part_frame(struct gltf *gltf, const ow_scene_item *item, const ow_scene_part *part,
                     struct gltf_frame *frame);
bool gltf_has_length(const ow_scene_segment *segment);
bool gltf_segment_frame(const ow_scene *scene, const ow_scene_segment *segment,
                        struct gltf_frame *frame);
bool gltf_is_mirrored(const struct gltf_frame *frame);
struct rotation gltf_frame_rotation(const struct gltf_frame *frame);

/* solids.c: adds a part's or a segment's solid in the piece's colour; `hidden` has a bit for each
 * omitted face of a box: -x, +x, -y, +y, -z, +z. */
void gltf_add_box(struct gltf *gltf, const struct gltf_frame *frame, double low, unsigned hidden);
void gltf_add_part(struct gltf *gltf, const struct gltf_frame *frame, const ow_scene_part *part,
                   unsigned hidden);
void gltf_add_segment(struct gltf *gltf, const ow_scene_segment *segment);

/* cells.c: finds faces of boxes that touch others of the same bucket. */
void gltf_note_cell(struct gltf *gltf, const struct gltf_frame *frame, uint32_t bucket);
unsigned gltf_hidden_faces(const struct gltf *gltf, const struct gltf_frame *frame,
                           uint32_t bucket);

/* sheets.c, grounds.c */
void gltf_add_layer(struct gltf *gltf, const ow_scene_layer *layer, enum gltf_look look);
void gltf_add_ground(struct gltf *gltf, const ow_scene_ground *ground);
void gltf_add_water(struct gltf *gltf, const ow_scene_ground *ground);

/* order.c: fills the orders and the buckets; after the first pass makes their nodes. */
void gltf_put_in_order(struct gltf *gltf);
uint32_t gltf_bucket_of(const struct gltf *gltf, uint32_t group);
void gltf_plant_tree(struct gltf *gltf);

/* swarms.c: the number of equal items or segments of the order from `at` on; if one of a run is an
 * instance; the swarms of a bucket; the members of a swarm's run. */
uint32_t gltf_item_run(const struct gltf *gltf, uint32_t bucket, uint32_t at);
uint32_t gltf_segment_run(const struct gltf *gltf, uint32_t bucket, uint32_t at);
bool gltf_item_is_instance(const struct gltf *gltf, const ow_scene_item *item, enum gltf_look look,
                           uint32_t run);
bool gltf_segment_is_instance(const struct gltf *gltf, const ow_scene_segment *segment,
                              uint32_t run);
void gltf_make_swarms(struct gltf *gltf, uint32_t bucket);
bool gltf_is_in_swarm(const struct gltf *gltf, const struct gltf_swarm *swarm, uint32_t at);
bool gltf_swarm_has_color(const struct gltf_swarm *swarm);
uint32_t gltf_swarm_accessors(const struct gltf_swarm *swarm);

/* build.c: one pass over everything. */
void gltf_build(struct gltf *gltf);

/* text.c: the JSON. A name as valid UTF-8 without zeros; NULL without memory. */
void gltf_emit(struct gltf *gltf, ow_json_writer *writer);
char *gltf_short_text(struct gltf *gltf, struct arena *arena, ow_text text);

/* nodes.c, meshes.c, views.c: arrays of the JSON. Accessors and views of pieces precede those of
 * swarms. */
void gltf_write_nodes(struct gltf *gltf, ow_json_writer *writer);
void gltf_write_meshes(struct gltf *gltf, ow_json_writer *writer);
void gltf_write_accessors(struct gltf *gltf, ow_json_writer *writer);
void gltf_write_views(struct gltf *gltf, ow_json_writer *writer);

/* gltf.c: writes the buffer's bytes into the JSON, if they belong there. */
void gltf_emit_buffer(struct gltf *gltf, ow_json_writer *writer);

#endif
