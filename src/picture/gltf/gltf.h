/* Shared data and calls of the glTF writer.
 *
 * A file states all places before the first vertex. So the geometry is built twice: the first pass
 * records the vertices and extents of each piece, the second writes them. Both work on slices of
 * the scene, which threads take in any order, and whose results are put in order. */
#ifndef OW_SRC_PICTURE_GLTF_GLTF_H
#define OW_SRC_PICTURE_GLTF_GLTF_H

#include "../../base/compiler.h"
#include "../../base/emit.h"
#include "../../base/memory.h"
#include "../../base/output.h"
#include "../../base/pool.h"
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
    GLTF_TURNED = 256,        /* frames of parts that are remembered */
    GLTF_MOST_BLOCK = PIECE(4 << 20, 1 << 12) /* bytes of a slice, see gltf.most_block */
};

/* A piece of a mesh, drawn at once. Its positions, colours and indices follow each other. */
struct gltf_piece {
    uint32_t offset; /* from that of its slice */
    uint32_t vertex_count, index_count, subject_count;
    uint16_t kind; /* of everything in it; UINT16_MAX: a shape shared by instances */
    uint8_t look;
    uint8_t extents_size; /* of their text */
    bool begins_mesh;
    bool is_near; /* all vertices are nearer than the limit of gltf_bounded */
};

/* A subject of a piece, and its first vertex. */
struct gltf_start {
    uint32_t subject, vertex;
};

/* A list that grows in an arena. */
struct gltf_list {
    void *data;
    size_t count, room;
};

/* What a slice has: whole buckets, or, of one look of a large bucket, its items, some of its
 * segments, or the rest. */
enum gltf_share { GLTF_WHOLE, GLTF_ITEMS, GLTF_SEGMENTS, GLTF_REST };

/* What one thread works on, and the results of the first pass. */
struct gltf_slice {
    uint32_t bucket, end; /* of a share: `end` is behind the bucket for the first one only */
    uint32_t from, to;    /* segments of a share, in their order */
    enum gltf_share share;
    enum gltf_look look;
    bool is_large; /* is written to the output at once, on the calling thread */
    bool goes_on;  /* a later slice has more of the last mesh */
    struct gltf_piece *pieces;
    struct gltf_start *starts; /* of all pieces */
    const char *extents;       /* texts of all pieces: least, most */
    uint8_t *hidden_faces;     /* of each box of one look, without instancing */
    uint32_t piece_count;
    uint32_t first_piece, first_mesh, first_swarm; /* counted from the first slice on */
    uint64_t offset, size;                         /* in the buffer */
};

/* Instances of one shape, by EXT_mesh_gpu_instancing: a run of the order. */
struct gltf_swarm {
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
    uint32_t *first; /* start of each bucket, the end of the last, and one more */
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
    bool has_plain_name; /* known to need no escapes */
    uint8_t looks;       /* bits: looks of its items' parts and its segments, found with solids */
};

/* What many nodes and meshes repeat, in quotes: the list of a kind's records, and its name. */
struct gltf_words {
    ow_text list, name;
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

/* A part's frame in its shape: x, y, z of its axes, and of its centre. */
struct gltf_turned {
    uint32_t part; /* or OW_NONE */
    double at[3][4];
};

/* The whole work, and what a thread has of it: a copy with its own arena, status and results. */
struct gltf {
    const ow_scene *scene;
    ow_gltf_options asked;
    ow_options options;
    struct arena arena;
    ow_status status;
    bool writing;       /* the second pass */
    bool is_copy;       /* of a thread */
    bool is_alone;      /* a copy, while no other thread works */
    struct gltf *whole; /* of a copy: gets its progress at once; NULL: when its results are put */
    struct output *bin; /* gets the bytes of the second pass at once; NULL: they are put later */
    uint64_t size;      /* size of the output of the pass */
    uint64_t *measured; /* the size of JSON that is only measured; NULL: it is written */
    uint64_t done, total;

    /* The current slice, and its results. */
    struct gltf_slice *slice;
    struct gltf_list pieces, starts, extents, hidden_faces, swarms,
        found;      /* blocks with one cell each */
    uint8_t *block; /* of the second pass: its bytes, or those of a piece */
    uint32_t piece; /* of the slice: the next */
    size_t box;     /* of the hidden faces: the next */

    /* The current piece. */
    float (*positions)[3];
    uint16_t (*colors)[4];
    uint16_t *indices;
    uint32_t vertex_count, index_count, subject_count, subject;
    float least[3], most[3]; /* of the first pass */
    bool subject_is_noted, mesh_is_there;
    bool is_near; /* of the piece that the second pass writes */
    enum gltf_look look;
    uint16_t kind;
    uint16_t color[4];

    struct gltf_turned *turned;

    /* Results of the first pass. */
    struct gltf_slice *slices;
    uint32_t slice_count;
    struct gltf_slice *last_share; /* with pieces */
    struct gltf_crew *crew;
    uint64_t most_block; /* slices of more bytes go to the sink piece by piece */
    uint32_t piece_count, mesh_count, swarm_accessor_count;
    bool has_look[GLTF_LOOKS];

    uint32_t bucket_count, node_count;
    struct gltf_bucket *buckets;
    struct gltf_order items, segments, layers, labels;
    struct gltf_cells cells;
    struct gltf_words *kind_words;
    ow_text *type_words; /* the names of types, in quotes */
    /* Without instancing: the looks of each item's parts, as bits. */
    uint8_t *item_looks;
    /* Meshes of instances, once made: parts of a shape with their own colour, each other part,
     * segments. */
    uint32_t *shape_meshes, *part_meshes, *bar_mesh;
    ow_color *tiles; /* of the tileset, once computed */
    uint32_t tile_count;
};

/* Allocates until the end; NULL sets the status. */
void *gltf_take(struct gltf *gltf, size_t count, size_t size);

/* Makes room for more elements of a list, behind those that count; or NULL. */
void *gltf_reserve(struct gltf *gltf, struct gltf_list *list, size_t more, size_t size);

/* The next element of a list, or NULL. */
void *gltf_add(struct gltf *gltf, struct gltf_list *list, size_t size);

/* Ends the work with a status; the first one counts. Nothing is written from then on. Returns
 * false. */
bool gltf_fail(struct gltf *gltf, ow_status status);

/* Return false to stop. Call once per thing, or with the number of things that are skipped. */
bool gltf_go_on(struct gltf *gltf);
bool gltf_pass(struct gltf *gltf, uint64_t things);

/* pieces.c: meshes of pieces. Additions go into the open piece. */
void gltf_begin_mesh(struct gltf *gltf);
uint32_t gltf_end_mesh(struct gltf *gltf); /* its number, or OW_NONE: empty */
void gltf_begin_piece(struct gltf *gltf, enum gltf_look look, uint16_t kind);
void gltf_end_piece(struct gltf *gltf);
void gltf_set_subject(struct gltf *gltf, uint32_t subject);
uint32_t gltf_piece_size(const struct gltf_piece *piece);

/* Makes room for vertices and indices in one piece; returns the number of the first vertex. At
 * most GLTF_MOST_VERTICES and GLTF_MOST_INDICES. */
uint32_t gltf_room(struct gltf *gltf, uint32_t vertices, uint32_t indices);

/* Limits a float so that a viewer's sums of squares stay finite. */
#define GLTF_FARTHEST 1e15
static inline float gltf_bounded(double value)
{
    const double farthest = GLTF_FARTHEST;
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
    if (gltf->writing) {
        uint16_t *index = &gltf->indices[gltf->index_count];
        index[0] = (uint16_t)a;
        index[1] = (uint16_t)b;
        index[2] = (uint16_t)c;
    }
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
void gltf_look_at_tileset(struct gltf *gltf);
ow_color gltf_tile_color(const struct gltf *gltf, const ow_scene_layer *layer, uint16_t cell);

static inline enum gltf_look gltf_segment_look(const ow_scene_segment *segment)
{
    return segment->color.alpha < 255 ? GLTF_GLASS : GLTF_SOLID;
}

/* Returns whether a segment is drawn with this look. */
static inline bool gltf_segment_has_look(const ow_scene_segment *segment, enum gltf_look look)
{
    return !(segment->flags & OW_HIDDEN) && segment->color.alpha != 0 &&
           gltf_segment_look(segment) == look;
}

/* frames.c: places of things. Return false if they are not finite. */
bool gltf_part_frame(struct gltf *gltf, const ow_scene_item *item, const ow_scene_part *part,
                     struct gltf_frame *frame);
/* Returns false only if a part's box is not of one unit. Faster than its frame. */
bool gltf_may_be_unit(struct gltf *gltf, const ow_scene_item *item, const ow_scene_part *part);
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

/* cells.c: finds faces of boxes that touch others of the same bucket. Threads find the cells of
 * boxes, the calling thread puts them into the table in the order of items. */
void gltf_find_cell(struct gltf *gltf, const struct gltf_frame *frame, uint32_t bucket);
void gltf_note_cells(struct gltf *gltf, const struct gltf_list *found);
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

/* Makes room for the meshes of instances, and forgets them before each pass. */
void gltf_forget_meshes(struct gltf *gltf);

/* build.c: before the first pass, for items from `first` to `end`; one pass over a slice. */
void gltf_note_items(struct gltf *gltf, uint32_t first, uint32_t end);
void gltf_build(struct gltf *gltf);

/* text.c: the JSON. A name as valid UTF-8 without zeros; NULL without memory. */
void gltf_emit(struct gltf *gltf, ow_json_writer *writer);
char *gltf_short_text(struct gltf *gltf, struct arena *arena, ow_text text);

/* words.c: before the first text. */
void gltf_find_words(struct gltf *gltf);

/* nodes.c, meshes.c, views.c: arrays of the JSON. Accessors and views of pieces precede those of
 * swarms. */
void gltf_write_nodes(struct gltf *gltf, ow_json_writer *writer);
void gltf_write_meshes(struct gltf *gltf, ow_json_writer *writer);
void gltf_write_accessors(struct gltf *gltf, ow_json_writer *writer);
void gltf_write_views(struct gltf *gltf, ow_json_writer *writer);

/* passes.c: the first pass; the second, into `bin`. */
void gltf_measure(struct gltf *gltf);
void gltf_write_slices(struct gltf *gltf);

/* cut.c: cuts the buckets into slices, when the looks of items are known. */
enum { GLTF_SLICE = PIECE(1024, 2) }; /* things: their vertices are about 300 KB */
void gltf_cut(struct gltf *gltf);

/* crew.c: opens and closes the threads' part of the work. */
bool gltf_open_crew(struct gltf *gltf);
void gltf_close_crew(struct gltf *gltf);

/* A result that is copied into memory of the whole work. */
struct gltf_copy {
    void *to;
    const void *from;
    size_t size;
};

/* What one thread works on. */
struct gltf_slot {
    struct gltf gltf;
    uint32_t unit;
    struct output output; /* into memory */
    uint64_t counted;     /* bytes of text */
    struct gltf_copy copies[4];
    uint32_t copy_count;
};

/* Work on numbered units, such as slices. */
struct gltf_job {
    uint32_t count;
    void (*work)(struct gltf_slot *slot, void *context); /* any thread, in any order */
    void (*put)(struct gltf_slot *slot, void *context);  /* this thread, in order */
    /* This thread does the unit when all before it is put. */
    bool (*is_alone)(const struct gltf *gltf, uint32_t unit);
    void *context;
};

void gltf_run(struct gltf *gltf, const struct gltf_job *job);

/* Keeps a list of a unit's results, when they are put. The list is not copied at once, but by the
 * thread that works on the slot's next unit, because new memory takes long to fill. Returns where
 * it will be when the job ends; NULL without memory. */
void *gltf_keep(struct gltf *gltf, struct gltf_slot *slot, const struct gltf_list *list,
                size_t size);

/* gltf.c: writes the buffer's bytes into the JSON, if they belong there. */
void gltf_emit_buffer(struct gltf *gltf, ow_json_writer *writer);

#endif
