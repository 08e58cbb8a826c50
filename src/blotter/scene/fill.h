/* Declarations shared by the parts that fill a scene with a Blotter save.
 *
 * All computation is in the game's own frame: left-handed, in thousandths of a game unit as in the
 * file. place_of and turn_of convert to the scene's frame, which is right-handed and in squares, by
 * negating z. */
#ifndef OW_SRC_BLOTTER_SCENE_FILL_H
#define OW_SRC_BLOTTER_SCENE_FILL_H

#include "../../base/floats.h"
#include "../../scene/build.h"
#include "../../scene/scene.h"
#include "../roster.h"
#include "../saved_states.h"

/* Fills the scene of a save, see scenes/list.h. */
scene_filler blotter_scene;

/* A component's place in the world. */
struct placement {
    struct vector position;
    struct rotation rotation;
    uint32_t parent, root; /* indexes of components; a root has no parent and is its own root */
    uint32_t group;
    uint8_t progress;  /* see place.c */
    bool is_parent;    /* of another component */
    bool is_uncertain; /* its parents are invalid, or its numbers are not finite */
};

/* A component type of the save. */
struct type_entry {
    const struct component_type *type;
    uint32_t scene_type; /* OW_NONE until a component uses it */
    ow_text name;        /* from the save; empty if it has none */
};

/* Colours of a display's configuration, one for each value of its inputs. */
struct configuration {
    const ow_color *colors;
    uint32_t count;
    bool was_read;
};

/* How the game turns a subassembly to draw it. */
struct turn {
    struct rotation rotation; /* of each root */
    struct rotation position; /* of the positions of roots */
};

struct filler {
    const ow_blotter_save *save;
    ow_blotter_save carriers; /* the save, if only what carries others is wanted */
    uint32_t *subjects;       /* then the ordinals of its components in the whole save, else NULL */
    struct scene_builder *builder;
    struct arena scratch;
    struct component_index index;
    struct placement *placements;
    struct scene_bounds bounds; /* of all places */
    ow_scene_item *items;       /* of the scene: one for each component */
    ow_scene_segment *segments; /* of the scene: room for one for each wire */
    uint32_t loose_group;       /* group of roots that carry nothing; OW_NONE until there is one */
    struct turn turn;
    struct saved_states states;
    struct type_entry *entries; /* by numeric type id */
    /* NULL until there is a display; the scene owns the colours */
    struct configuration *configurations;
    uint16_t component_kind, wire_kind, label_kind;
    uint64_t bad_data, bad_parents, bad_numbers, dangling; /* for the warnings */
    uint32_t first_bad_data, first_bad_parent, first_bad_number, first_dangling;
};

/* A component that is being added to the scene. */
struct use {
    uint32_t subject; /* its ordinal in the whole save */
    const ow_blotter_component *component;
    const struct placement *placement;
    struct type_use type;
    uint32_t scene_type, flags;
};

/* Stops filling with a status, unless filling has already failed. */
void fill_failed(struct filler *filler, ow_status status);

/* Reads the placement from a file beside the save, and sets the light of the game. */
void fill_find_turn(struct filler *filler);

/* Leaves only the components that carry others, and boards, and no wires. */
void fill_keep_carriers(struct filler *filler);

/* The ordinal of a component in the whole save. */
static inline uint32_t fill_subject(const struct filler *filler, uint32_t ordinal)
{
    return filler->subjects ? filler->subjects[ordinal] : ordinal;
}

/* Finds each component's place, and the groups. Their names and rotations are set by
 * fill_name_groups, which threads may do for some components each. */
void fill_find_placements(struct filler *filler);
void fill_name_groups(const struct filler *filler, uint32_t first, uint32_t end);

/* The state of a peg of a component; false if there is no such peg. */
bool fill_peg_is_on(const struct filler *filler, const ow_blotter_component *component, bool output,
                    uint32_t index);

/* Finds the type and custom data of a component; `ordinal` is within the save. */
void fill_find_use(struct filler *filler, uint32_t ordinal, struct use *use);

/* Finds the types of the save's numeric ids. */
void fill_find_types(struct filler *filler);

/* Finds the colours of a display's configuration. */
void fill_find_display(struct filler *filler, const struct use *use, ow_scene_display *display);

/* The colour that a display shows in the saved state; sets OW_INFERRED_COLOR if it is not known. */
ow_color fill_find_color_shown(struct filler *filler, struct use *use,
                               const ow_scene_display *display);

/* If the item that was added last is a switch or a button, adds both of its shapes. */
void fill_add_switch(struct filler *filler, const struct use *use);

/* Finds the shape of a component and sets its OW_INFERRED_ flags. */
uint32_t fill_find_shape(struct filler *filler, struct use *use);

/* Whether the colour of a value is known. */
static inline bool display_is_known(const ow_scene_display *display, uint32_t value)
{
    return value < display->color_count;
}

/* The colour of a value. If it is not known, 0 is dark and other values are white. */
static inline ow_color display_color(const ow_scene_display *display, uint32_t value)
{
    return display_is_known(display, value) ? display->colors[value]
                                            : color_of(value == 0 ? 0x202020 : 0xffffff);
}

void fill_components(struct filler *filler);

/* Sets the places of items and what their components say of themselves. Threads may do this for
 * some items each, and for those that fill_components adds meanwhile. */
void fill_place_items(const struct filler *filler, uint32_t first, uint32_t end);

/* What a slice of wires gave. Its segments are from its first wire on, until slices are joined. */
struct wire_slice {
    uint32_t count; /* of segments */
    uint32_t dangling, first_dangling;
};
void fill_wire_slice(const struct filler *filler, uint32_t first, uint32_t end,
                     struct wire_slice *slice);

/* Adds the components, and the wires beside them if there are threads. */
void fill_things(struct filler *filler);

/* The nearest multiple of a part, which is a power of two; never -0. Without rounding, zeros become
 * about 1e-17, with a value that depends on the host's registers. */
static inline double on_grid(double value, double parts)
{
    return nearest_whole(rounded_to_double(value * parts)) / parts + 0.0;
}

#define PARTS_OF_SQUARE   0x1p20
#define PARTS_OF_ROTATION 0x1p30

/* Converts a position in the save to the scene, before its centre is subtracted. */
static inline struct vector place_of(struct vector position)
{
    return (struct vector){on_grid(rounded_to_double(position.x / SQUARE), PARTS_OF_SQUARE),
                           on_grid(rounded_to_double(position.y / SQUARE), PARTS_OF_SQUARE),
                           on_grid(rounded_to_double(-position.z / SQUARE), PARTS_OF_SQUARE)};
}

static inline struct rotation turn_of(struct rotation rotation)
{
    return (struct rotation){
        on_grid(-rotation.x, PARTS_OF_ROTATION), on_grid(-rotation.y, PARTS_OF_ROTATION),
        on_grid(rotation.z, PARTS_OF_ROTATION), on_grid(rotation.w, PARTS_OF_ROTATION)};
}

/* Converts a point in a component's own frame, in squares, to the world. */
static inline struct vector point_of(const struct placement *placement, struct vector local)
{
    return vector_add(placement->position,
                      vector_turn(placement->rotation, vector_scale(local, SQUARE)));
}

/* Colours of wires, pegs and outputs; contacts of sockets; a pressed key. */
#define COLOR_OFF   0x1a1718u
#define COLOR_ON    0xff0f0au
#define CONTACT_OFF 0x00968du
#define CONTACT_ON  0x04f8e8u
#define KEY_ON      0xffb84du

#endif
