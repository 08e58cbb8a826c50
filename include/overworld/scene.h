/* What a world looks like, in terms of no format: shapes, items, segments, layers, grounds, labels.
 *
 * A scene is right-handed with y up; one unit is a square, a cell or a block (unit_name says which).
 * Positions are floats around `origin`, which was subtracted before they were rounded. In a level x goes
 * right, z down the screen, and layers lie one above the other. Arrays hold as many records as the
 * count beside them says; all numbers of other records (a shape, a group, a type) are indices into the
 * arrays of the scene and are always within them. What nobody knows to look so is flagged inferred. */
#ifndef OVERWORLD_SCENE_H
#define OVERWORLD_SCENE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A colour as displays take it (sRGB); alpha 255 is opaque. */
typedef struct ow_color {
    uint8_t red, green, blue, alpha;
} ow_color;

/* An image in colour: pixel x, y stands at pixels[y * width + x], y downwards. */
typedef struct ow_pixels {
    uint32_t width, height;
    ow_color *pixels;
    void *owner; /* the memory behind it, whoever made it */
    uint64_t reserved[2];
} ow_pixels;

/* No index. */
#define OW_NONE UINT32_MAX

/* What a part is made of. A solid fills its size around its centre. */
typedef enum ow_solid {
    OW_BOX,
    OW_WEDGE,     /* a box whose top slopes from its whole height at +z to `low` times it at -z */
    OW_CYLINDER,  /* upright: a circle in x and z */
    OW_SOLID_MESH /* triangles of a mesh, times the size, around the centre */
} ow_solid;

/* Where a part's colour comes from. */
typedef enum ow_paint {
    OW_PAINT_PART,       /* its own */
    OW_PAINT_ITEM,       /* the item's */
    OW_PAINT_STATE,      /* its own, or color_on where the state of the item is on */
    OW_PAINT_ITEM_STATE, /* as before with the item's colour where it is on */
    /* The item's colour if the bit of `values` is set whose number the item's first four states make, the first state
     * lowest; else its own. */
    OW_PAINT_ITEM_VALUE
} ow_paint;

typedef enum ow_material {
    OW_PLAIN,
    OW_BOARD, /* a pattern of squares, one unit wide, from the corner of least x and z; dark rims */
    OW_MARK,  /* something that is not solid in its game: seen through, with an outline */
    OW_HATCHED /* as plain, with strokes: impassable, or of unknown looks */
} ow_material;

/* One piece of a shape, in the shape's own frame. */
typedef struct ow_scene_part {
    ow_solid solid;
    ow_paint paint;
    ow_material material;
    uint32_t state;                        /* of a state's paint: which of the item's */
    uint32_t mesh;                         /* of OW_SOLID_MESH */
    float center[3], size[3], rotation[4]; /* a quaternion: x, y, z, w */
    float low;                             /* of a wedge, 0 to 1 */
    ow_color color, color_on;
    bool is_peg;
    bool is_hidden;  /* by ow_scene_choose */
    uint16_t values; /* of OW_PAINT_ITEM_VALUE */
    uint8_t reserved[4];
} ow_scene_part;

typedef struct ow_scene_mesh {
    uint32_t first_vertex, vertex_count; /* into ow_scene.vertices */
    uint32_t first_triangle,
        triangle_count; /* into ow_scene.triangles; counter-clockwise from outside */
} ow_scene_mesh;

/* What items of one look share. */
typedef struct ow_scene_shape {
    uint32_t first_part, part_count; /* into ow_scene.parts */
} ow_scene_shape;

enum {
    OW_INFERRED_SHAPE = 1, /* nobody knows the true shape */
    OW_INFERRED_COLOR = 2, /* nobody knows the true colour */
    OW_INFERRED_PLACE = 4, /* where it stands or how it is turned is not certain */
    OW_HIDDEN = 8,         /* by ow_scene_choose: as if it were not there */
    OW_ARROW = 16,         /* of a segment: points at its end */
    OW_FACES_VIEWER = 32,  /* of a label: stands upright on the picture whatever the view */
    /* of a layer: tile 0 is nothing, and what lies below is seen; of a blocked one the hatch is left */
    OW_ZERO_IS_EMPTY = 64,
    OW_ROOF = 128, /* of a layer: hidden while a layer before it is not, as it covers that */
    /* Of an item, a segment, a label: so far from all but a few of them that these would be a dot beside
     * it. Pictures leave it away, but for OW_VIEW_GAME; all others have it. */
    OW_OUTLYING = 256
};

/* One thing that stands in the world. A vertex of its shape stands at position + rotation * (scale *
 * vertex). */
typedef struct ow_scene_item {
    float position[3], rotation[4], scale[3];
    ow_color color;
    uint32_t shape, type, group;
    uint32_t subject;     /* its index in the list of its kind */
    uint32_t address;     /* of a Logic World component, else 0 */
    uint32_t first_state; /* of its pegs, into ow_scene.states */
    uint16_t kind, flags;
} ow_scene_item;

/* A straight bar: a wire, a stretch of a path, a connection. */
typedef struct ow_scene_segment {
    float from[3], to[3];
    float width, thickness; /* the wide side faces `up` of its group */
    float roll;             /* degrees about its own axis, from there */
    ow_color color;         /* as it is drawn */
    uint32_t group, subject;
    uint16_t kind, flags;
    bool on; /* its circuit's state */
    uint8_t reserved[3];
} ow_scene_segment;

/* Writing on a surface: local x runs along the line, local y up the page, z towards the reader. */
typedef struct ow_scene_label {
    float position[3], rotation[4]; /* of the middle of the page */
    float size[2];                  /* of the page, 0: none to fit in */
    float font_size;                /* height of a line */
    int8_t align_x, align_y;        /* -1 left or top, 0 middle, 1 right or bottom */
    uint16_t kind, flags;
    ow_text text; /* UTF-8 as far as the file's is */
    ow_color color;
    uint32_t group, subject;
} ow_scene_label;

/* Cells of tiles. */
#define OW_TILE         0x7fffu
#define OW_TILE_BLOCKED 0x8000u
#define OW_NO_TILE      0xffffffffu /* of ow_scene_tileset.first */

/* A flat grid of tiles: cell x, y stands at cells[y * width + x] and covers one unit from position +
 * (x, 0, y) on. There may be fewer cells than width * height: the rest is empty. */
typedef struct ow_scene_layer {
    uint32_t width, height, cell_count;
    const uint16_t *cells; /* a tile, and OW_TILE_BLOCKED where nothing passes */
    float position[3];
    uint32_t group, subject;
    uint16_t kind, flags;
} ow_scene_layer;

/* What tiles look like: tile n is the rectangle at column n % columns, row n / columns of an image. */
typedef struct ow_scene_tileset {
    ow_pixels image; /* no pixels: tiles have ow_scene.tile_colors */
    uint32_t left, top, tile_width, tile_height, spacing_x, spacing_y, columns, count;
} ow_scene_tileset;

/* A ground of heights: vertex x, z stands at position + (x * spacing, heights[z * width + x], z *
 * spacing). */
typedef struct ow_scene_ground {
    uint32_t width, height; /* vertices */
    const float *heights;   /* finite */
    const ow_color *colors; /* of each vertex */
    float position[3], spacing;
    float water_level; /* as a height */
    float water_depth; /* below which water lets least through */
    ow_color water;    /* its alpha at that depth */
    bool has_water;
    uint16_t kind, flags;
} ow_scene_ground;

/* A kind of record: "component", "wire", "thing". The subject of an item is record `subject` of the
 * list that `list`, a JSON Pointer, names. */
typedef struct ow_scene_kind {
    const char *name;
    const char *list;
    uint64_t count; /* of items, segments, labels and layers */
} ow_scene_kind;

/* A type of item, as the game names it ("MHG.AndGate"): what a legend has a row for. */
typedef struct ow_scene_type {
    ow_text name;
    ow_color color;
    uint32_t flags; /* OW_INFERRED_... of any of its items */
    uint64_t count;
} ow_scene_type;

/* What belongs together: a root, a board, a layer. */
typedef struct ow_scene_group {
    ow_text name;
    uint32_t parent; /* or OW_NONE */
    uint32_t subject;
    uint16_t kind, flags;
    float rotation[4]; /* `up` of its segments is its y axis */
} ow_scene_group;

/* Light that comes from far away: a face with normal n has its colour times, in each channel, ambient
 * + max(0, sun . n). */
typedef struct ow_scene_light {
    float ambient[3];
    float sun[3][3]; /* of red, green and blue: towards the sun, as long as it is strong */
} ow_scene_light;

/* A switch or a button: the shapes of its item in both positions. */
typedef struct ow_scene_switch {
    uint32_t item, off_shape, on_shape;
} ow_scene_switch;

/* An item whose colour depends on its first `input_count` states, as a binary number, the first state lowest. */
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

/* How a scene is best seen. */
typedef enum ow_scene_view { OW_SEEN_ANYHOW, OW_SEEN_FROM_ABOVE, OW_SEEN_AS_CITY } ow_scene_view;

struct ow_scene {
    const char *unit_name; /* "square", "cell", "block", "metre" */
    double origin[3];      /* what was subtracted, in units */
    float least[3],
        most[3]; /* bounds of what is neither hidden nor outlying; equal where there is nothing */
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
    uint8_t *states;       /* bit n of byte n / 8, lowest first: peg n is on */
    ow_scene_tileset tileset;
    void *owner;                 /* the memory behind it all */
    uint64_t outlying_count;     /* how many have OW_OUTLYING: none that is hidden */
    ow_scene_controls *controls; /* NULL: the scene has none */
    uint64_t reserved[6];
};

/* Where files come from that a world refers to or that lie beside it: the library reads none itself. All
 * members zero: there are none. `path` is relative to the world's own folder and of plain names, which
 * the library has made sure of, or the caller's own ow_scene_options.tileset. On failure a call returns
 * false with one sentence, at most `room` bytes and zero-terminated, in `message`. */
typedef struct ow_scene_files {
    void *context;
    bool (*read)(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room);
    void (*release)(void *context, ow_bytes *bytes);
    bool (*load)(void *context, ow_text path, ow_pixels *pixels, char *message, size_t room);
    void (*release_pixels)(void *context, ow_pixels *pixels);
    uint64_t reserved[4];
} ow_scene_files;

/* What a scene is to be like. All members zero: the world as it lies in its file. */
typedef struct ow_scene_options {
    ow_scene_files files;
    const char *tileset; /* an image, or what describes one; NULL: what the level names */
    bool
        as_placed; /* Logic World: turn a subassembly as the placement beside it says, with the light of
                       the game's thumbnails */
    ow_warn warn; /* told what could not be found or is drawn otherwise; may be NULL */
    void *warn_context;
    uint64_t reserved[8];
} ow_scene_options;

/* Makes the scene of a file or of a document. `scene_options` may be NULL. It shares no memory with the
 * file or the document, and is given back with ow_scene_close. On failure *scene is zeroed. An ow_options.max_memory of 0 allows the
 * scene 16 × the file's size + 64 MiB: a record of ten bytes shows as an item of 72. */
OW_API ow_status ow_scene_open(const void *bytes, size_t size, const ow_options *options,
                               const ow_scene_options *scene_options, ow_scene *scene,
                               ow_error *error);
OW_API ow_status ow_scene_open_document(const ow_document *document, const ow_options *options,
                                        const ow_scene_options *scene_options, ow_scene *scene,
                                        ow_error *error);

/* Gives a scene back and zeroes it. NULL is fine. */
OW_API void ow_scene_close(ow_scene *scene);

/* One thing of a scene, as a picture tells which was hit. */
typedef enum ow_scene_part_kind {
    OW_IN_NOTHING,
    OW_IN_ITEMS,
    OW_IN_SEGMENTS,
    OW_IN_LABELS,
    OW_IN_LAYERS,
    OW_IN_GROUNDS
} ow_scene_part_kind;

/* Writes the JSON Pointer of what number `index` of an array shows, zero-terminated, into `text`.
 * Returns its length, without room for it what it would have been; 0 where there is none. */
OW_API size_t ow_scene_pointer(const ow_scene *scene, ow_scene_part_kind part, uint32_t index,
                               char *text, size_t room);

/* What of a scene is to be seen. All members zero: everything. `only` and `hide` are selectors joined
 * by commas, as in parts.h but for what a scene does not keep (tags, texts, places): a JSON Pointer (and all below it), C-12 (a component and all that stands on it), type:NAME,
 * kind:NAME and group:NAME with * for any characters, a kind's name alone ("wire", "wires"), "pegs".
 * `cut` keeps what has its middle between least and most on each axis, in units of the scene around its
 * origin 0, that is with ow_scene.origin added back. */
typedef struct ow_scene_choice {
    const char *only, *hide;
    bool cuts[3];
    double least[3], most[3];
    uint64_t reserved[4];
} ow_scene_choice;

/* Flags what a choice leaves out as hidden, everything else as not, and reckons the bounds anew.
 * OW_BAD_ARGUMENT where a selector cannot be understood or nothing is chosen by `only`. */
OW_API ow_status ow_scene_choose(ow_scene *scene, const ow_scene_choice *choice, ow_error *error);

/* Finds the items, or the segments, that selectors choose, hidden ones too: writes the first `room` of
 * their indices, ascending, and how many there are to *count. `part` is OW_IN_ITEMS or OW_IN_SEGMENTS. */
OW_API ow_status ow_scene_find(const ow_scene *scene, const char *selectors,
                               ow_scene_part_kind part, uint32_t *indices, size_t room,
                               size_t *count, ow_error *error);

/* Tells each selector that matches no part of the scene, with the nearest that does; the pointer is "".
 * OW_BAD_ARGUMENT if a selector cannot be understood. */
OW_API ow_status ow_scene_find_unmatched(const ow_scene *scene, const char *selectors, ow_warn warn,
                                         void *context, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
