/* What a world looks like, independent of its format: shapes, items, segments, layers, grounds,
 * labels.
 *
 * A scene is right-handed with y up. One unit is a square, a cell or a block (see unit_name).
 * Positions are floats relative to `origin`, which was subtracted before rounding. In a level x
 * points right, z down the screen, and layers are stacked. Arrays have as many records as the
 * count of the same name. References to other records (a shape, a group, a type) are valid indices
 * into the arrays of the scene. Looks that nobody knows are flagged as inferred.
 *
 * Threads: several threads may read one scene. ow_scene_choose and ow_simulation_show change it.
 * More in formats.h. */
#ifndef OVERWORLD_SCENE_H
#define OVERWORLD_SCENE_H

#include "looks.h"
#include "mods.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A colour image. The pixel at x, y is pixels[y * width + x]; y points down. */
typedef struct ow_pixels {
    uint32_t width, height;
    ow_color *pixels;
    void *owner; /* the memory of `pixels`, of whoever made the image */
    uint64_t reserved[2];
} ow_pixels;

/* One piece of a shape, in the shape's own frame. */
typedef struct ow_scene_part {
    ow_solid solid;
    ow_paint paint;
    ow_material material;
    uint32_t state;                        /* of OW_PAINT_STATE...: number of the item's state */
    uint32_t mesh;                         /* of OW_SOLID_MESH */
    float center[3], size[3], rotation[4]; /* a quaternion: x, y, z, w */
    float low;                             /* of a wedge, 0 to 1 */
    ow_color color, color_on;
    bool is_peg;
    bool is_hidden;  /* by ow_scene_choose: not drawn */
    uint16_t values; /* of OW_PAINT_ITEM_VALUE */
    uint8_t reserved[4];
} ow_scene_part;

typedef struct ow_scene_mesh {
    uint32_t first_vertex, vertex_count; /* into ow_scene.vertices */
    uint32_t first_triangle,
        triangle_count; /* into ow_scene.triangles; counter-clockwise from outside */
} ow_scene_mesh;

/* The parts that items of one look share. */
typedef struct ow_scene_shape {
    uint32_t first_part, part_count; /* into ow_scene.parts */
} ow_scene_shape;

/* Flags of what a scene has, with those of looks.h. */
enum {
    OW_HIDDEN = 8,        /* by ow_scene_choose: not drawn */
    OW_ARROW = 16,        /* of a segment: an arrow that points at its end */
    OW_FACES_VIEWER = 32, /* of a label: upright on the picture in every view */
    /* Of a layer: tile 0 is transparent; of an impassable cell only the hatch is drawn. */
    OW_ZERO_IS_EMPTY = 64,
    OW_ROOF = 128, /* of a layer: hidden while a layer before it, which it covers, is visible */
    /* Of an item, a segment, a label: an outlier that would shrink everything else to a dot.
     * Pictures omit it, except OW_VIEW_GAME; scenes and other outputs keep it. */
    OW_OUTLYING = 256
};

/* One thing in the world. A vertex of its shape is at position + rotation * (scale * vertex). */
typedef struct ow_scene_item {
    float position[3], rotation[4], scale[3];
    ow_color color;
    uint32_t shape, type, group;
    uint32_t subject;     /* index of its record in the list of its kind */
    uint32_t address;     /* of a Logic World component, else 0 */
    uint32_t first_state; /* of its pegs, into ow_scene.states */
    uint16_t kind, flags;
} ow_scene_item;

/* A straight bar: a wire, a part of a path, a connection. In units. */
typedef struct ow_scene_segment {
    float from[3], to[3];
    float width, thickness; /* the wide side faces `up` of its group */
    float roll;             /* degrees about its own axis, from there */
    ow_color color;         /* as drawn */
    uint32_t group, subject;
    uint16_t kind, flags;
    bool on; /* state of its circuit */
    uint8_t reserved[3];
} ow_scene_segment;

/* Text on a surface. Local x runs along the line, local y up the page, z towards the reader. */
typedef struct ow_scene_label {
    float position[3], rotation[4]; /* of the centre of the page */
    float size[2];                  /* of the page; 0: no page to fit in */
    float font_size;                /* height of a line */
    int8_t align_x, align_y;        /* -1 left or top, 0 middle, 1 right or bottom */
    uint16_t kind, flags;
    ow_text text; /* UTF-8 if the file's text is */
    ow_color color;
    uint32_t group, subject;
} ow_scene_label;

/* Bits of a cell of tiles. */
#define OW_TILE         0x7fffu
#define OW_TILE_BLOCKED 0x8000u
#define OW_NO_TILE      0xffffffffu /* of ow_scene_tileset.first */

/* A flat grid of tiles. The cell at x, y is cells[y * width + x] and covers one unit from position
 * + (x, 0, y) on. Cells after cell_count are empty. */
typedef struct ow_scene_layer {
    uint32_t width, height, cell_count;
    const uint16_t *cells; /* a tile, and OW_TILE_BLOCKED if impassable */
    float position[3];
    uint32_t group, subject;
    uint16_t kind, flags;
} ow_scene_layer;

/* The images of tiles. Tile n is the rectangle at column n % columns, row n / columns. Sizes are
 * in pixels. */
typedef struct ow_scene_tileset {
    ow_pixels image; /* without pixels: tiles have ow_scene.tile_colors */
    uint32_t left, top, tile_width, tile_height, spacing_x, spacing_y, columns, count;
} ow_scene_tileset;

/* A ground of heights. Vertex x, z is at position + (x * spacing, heights[z * width + x], z *
 * spacing). */
typedef struct ow_scene_ground {
    uint32_t width, height; /* vertices */
    const float *heights;   /* finite */
    const ow_color *colors; /* of each vertex */
    float position[3], spacing;
    float water_level; /* as a height */
    float water_depth; /* depth at which water is most opaque */
    ow_color water;    /* its alpha is that at water_depth */
    bool has_water;
    uint16_t kind, flags;
} ow_scene_ground;

/* A kind of record: "component", "wire", "thing". `list` is the JSON Pointer of its list;
 * `subject` of an item is an index into that list. */
typedef struct ow_scene_kind {
    const char *name;
    const char *list;
    uint64_t count; /* of items, segments, labels and layers */
} ow_scene_kind;

/* A type of item, as the game names it ("MHG.AndGate"): a row of the legend. */
typedef struct ow_scene_type {
    ow_text name;
    ow_color color;
    uint32_t flags; /* OW_INFERRED_... of all its items together */
    uint64_t count;
} ow_scene_type;

/* Things that belong together: a root, a board, a layer. */
typedef struct ow_scene_group {
    ow_text name;
    uint32_t parent; /* or OW_NONE */
    uint32_t subject;
    uint16_t kind, flags;
    float rotation[4]; /* its y axis is `up` of its segments */
} ow_scene_group;

/* Distant light. In each channel, a face with normal n has its colour times ambient + max(0, sun .
 * n). */
typedef struct ow_scene_light {
    float ambient[3];
    float sun[3][3]; /* for red, green and blue: towards the sun; the length is the strength */
} ow_scene_light;

/* A switch or a button: the shapes of its item in both positions. */
typedef struct ow_scene_switch {
    uint32_t item, off_shape, on_shape;
} ow_scene_switch;

/* An item whose colour depends on its first `input_count` states as a binary number, first state
 * lowest. */
typedef struct ow_scene_display {
    uint32_t item, input_count;
    const ow_color *colors; /* of each number */
    uint32_t color_count;   /* higher numbers have no known colour */
    bool is_inferred;       /* the item is OW_INFERRED_COLOR whatever it shows */
    uint8_t reserved[3];
} ow_scene_display;

/* What ow_simulation_show changes besides states and wires, in the order of items. */
typedef struct ow_scene_controls {
    ow_scene_switch *switches;
    ow_scene_display *displays;
    uint32_t switch_count, display_count;
} ow_scene_controls;

/* The best view of a scene. */
typedef enum ow_scene_view { OW_SEEN_ANYHOW, OW_SEEN_FROM_ABOVE, OW_SEEN_AS_CITY } ow_scene_view;

struct ow_scene {
    const char *unit_name; /* "square", "cell", "block", "metre" */
    double origin[3];      /* subtracted from positions, in units */
    float least[3],
        most[3]; /* bounds of what is neither hidden nor outlying; equal if the scene is empty */
    ow_scene_view view;
    ow_scene_light light;

    uint32_t kind_count, type_count, group_count, shape_count, part_count, mesh_count;
    uint32_t vertex_count, triangle_count, item_count, segment_count, label_count, layer_count;
    uint32_t ground_count, tile_color_count;
    uint64_t state_count;
    ow_scene_kind *kinds;
    ow_scene_type *types;
    ow_scene_group *groups;
    ow_scene_shape *shapes;
    ow_scene_part *parts;
    ow_scene_mesh *meshes;
    float (*vertices)[3];
    uint32_t (*triangles)[3];
    ow_scene_item *items;
    ow_scene_segment *segments;
    ow_scene_label *labels;
    ow_scene_layer *layers;
    ow_scene_ground *grounds;
    ow_color *tile_colors; /* of tiles without a tileset */
    uint8_t *states;       /* bit n % 8 of byte n / 8, lowest first: peg n is on */
    ow_scene_tileset tileset;
    void *owner;                 /* the memory of all members */
    uint64_t outlying_count;     /* number of visible OW_OUTLYING records */
    ow_scene_controls *controls; /* NULL: none */
    uint64_t reserved[6];
};

/* Reads files that a world refers to or that lie beside it: the library reads no files. All
 * members zero: no files. `path` is relative to the world's folder and has plain names only, which
 * the library has checked; or it is ow_scene_options.tileset. On failure a callback returns false
 * and writes one sentence into `message`, zero-terminated, at most `room` bytes. */
typedef struct ow_scene_files {
    void *context;
    bool (*read)(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room);
    void (*release)(void *context, ow_bytes *bytes);
    bool (*load)(void *context, ow_text path, ow_pixels *pixels, char *message, size_t room);
    void (*release_pixels)(void *context, ow_pixels *pixels);
    uint64_t reserved[4];
} ow_scene_files;

/* Options of a scene. All members zero: the world as in its file. */
typedef struct ow_scene_options {
    ow_scene_files files;
    /* path of an image or of its description; NULL: the one that the level names */
    const char *tileset;
    /* Logic World: rotate a subassembly as the placement file beside it says, and use the light of
     * the game's thumbnails. */
    bool as_placed;
    ow_warn warn; /* called for what is missing or drawn differently; may be NULL */
    void *warn_context;
    const ow_mods *mods; /* Logic World: shapes of mods' components; NULL: none */
    /* Logic World: only the components that carry others, and boards, without wires: a first look
     * at a large save in a fraction of the time. The origin is in the middle of these. */
    bool carriers_only;
    uint64_t reserved[6];
} ow_scene_options;

/* Makes the scene of a file.
 *
 * bytes, size: the file, size in bytes.
 * options: a `max_memory` of 0 allows the scene 16 × the file's size + 64 MiB, because a record of
 *   ten bytes becomes an item of 72.
 * scene_options: NULL: all zero.
 * scene: receives a scene with memory of its own; release it with ow_scene_close. Zeroed on
 *   failure.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_scene_open(const void *bytes, size_t size, const ow_options *options,
                               const ow_scene_options *scene_options, ow_scene *scene,
                               ow_error *error);

/* Makes the scene of a document. It shares no memory with the document.
 *
 * options: memory as for ow_scene_open.
 * scene_options: NULL: all zero.
 * scene: receives the scene; release it with ow_scene_close. Zeroed on failure.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_scene_open_document(const ow_document *document, const ow_options *options,
                                        const ow_scene_options *scene_options, ow_scene *scene,
                                        ow_error *error);

/* Releases a scene and zeroes it. NULL is allowed. Since 0.1. */
OW_API void ow_scene_close(ow_scene *scene);

/* The arrays of a scene, as ow_picture_pick reports them. */
typedef enum ow_scene_part_kind {
    OW_IN_NOTHING,
    OW_IN_ITEMS,
    OW_IN_SEGMENTS,
    OW_IN_LABELS,
    OW_IN_LAYERS,
    OW_IN_GROUNDS
} ow_scene_part_kind;

/* Finds the record that an element of a scene shows.
 *
 * part, index: the array and the index of the element.
 * text, room: receives the JSON Pointer, zero-terminated; room in bytes.
 * Returns the length of the whole pointer; 0 if there is none.
 * Since 0.1. */
OW_API size_t ow_scene_pointer(const ow_scene *scene, ow_scene_part_kind part, uint32_t index,
                               char *text, size_t room);

/* What of a scene is visible. All members zero: everything. `only` and `hide` are selectors joined
 * by commas, as in parts.h but without tags, texts and places: a JSON Pointer (with all below it),
 * C-12 (a component with all on it), type:NAME, kind:NAME and group:NAME with * for any
 * characters, a kind's name alone ("wire", "wires"), "pegs". `cuts` says on which axes to keep
 * only what has its centre between `least` and `most`, in units of the world (with ow_scene.origin
 * added). Grounds are never cut. */
typedef struct ow_scene_choice {
    const char *only, *hide;
    bool cuts[3];
    double least[3], most[3];
    uint64_t reserved[4];
} ow_scene_choice;

/* Hides what a choice excludes, shows everything else, and updates the bounds.
 *
 * choice: NULL: everything is visible.
 * Returns OW_OK; OW_BAD_ARGUMENT if a selector is invalid or nothing is left.
 * Since 0.1. */
OW_API ow_status ow_scene_choose(ow_scene *scene, const ow_scene_choice *choice, ow_error *error);

/* Finds items or segments that match selectors, including hidden ones.
 *
 * part: OW_IN_ITEMS or OW_IN_SEGMENTS.
 * indices, room: receives the first `room` indices, ascending.
 * count: receives the number of all matches.
 * Returns OW_OK; OW_BAD_ARGUMENT if a selector is invalid.
 * Since 0.1. */
OW_API ow_status ow_scene_find(const ow_scene *scene, const char *selectors,
                               ow_scene_part_kind part, uint32_t *indices, size_t room,
                               size_t *count, ow_error *error);

/* Reports each selector that matches no part of the scene, with the nearest that does.
 *
 * warn: called for each, with "" as pointer.
 * Returns OW_OK; OW_BAD_ARGUMENT if a selector is invalid.
 * Since 0.1. */
OW_API ow_status ow_scene_find_unmatched(const ow_scene *scene, const char *selectors, ow_warn warn,
                                         void *context, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
