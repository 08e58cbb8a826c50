/* What each type of component is: what its custom data holds, where its pegs are, what stands there.
 *
 * The game's own definitions are not public. Where each fact comes from is told in docs/reference/blotter.md;
 * what nobody has confirmed is flagged. One unit is a square, 0.3 of the game's and 300 of the file's;
 * a component's own frame is the game's: x right, y up, z forward (left-handed), with the origin at
 * the middle of its underside. */
#ifndef OW_SRC_BLOTTER_TYPES_TYPES_H
#define OW_SRC_BLOTTER_TYPES_TYPES_H

#include "../../base/emit.h"
#include "../../base/vectors.h"
#include "../../driver/decoded.h"

#include <overworld/circuit.h>
#include <overworld/scene.h>

/* Thousandths of a game unit in a square. */
#define SQUARE 300.0

/* Which way a peg points. */
enum peg_direction {
    PEG_UP,
    PEG_DOWN,
    PEG_BACK,    /* -z */
    PEG_FRONT,   /* +z */
    PEG_LEFT,    /* -x */
    PEG_UP_BACK, /* half way between */
    PEG_UP_FRONT,
    PEG_DIRECTIONS
};

/* A peg: a bar with its foot on the component. */
struct type_peg {
    double x, y, z, length; /* in squares */
    enum peg_direction direction;
};

/* How wide a peg is; a wire ends at this part of its length. */
#define INPUT_WIDTH   0.3
#define OUTPUT_WIDTH  0.5
#define OUTPUT_LENGTH 0.4
#define INPUT_LENGTH  0.8
#define WIRE_POINT    0.9

/* Where the colour of a body comes from. */
enum body_color {
    BODY_OWN,     /* type_body.color */
    BODY_CHOSEN,  /* custom data: what a player chose */
    BODY_SHOWN,   /* a display's configuration */
    BODY_CONTACT, /* the state of input 0 */
    BODY_KEY,     /* its own, or lit while output 0, the only peg of a key, is on (inferred) */
    BODY_INPUT,   /* as BODY_CHOSEN if input type_body.input is on, else its own */
    BODY_DIGIT /* as BODY_CHOSEN if type_body.values has the number that inputs 0 to 3 make, else its own */
};

/* Where a peg stands. */
struct peg_place {
    struct vector foot, wire; /* where a wire ends */
    struct rotation turn;     /* that turns y to it */
    double length;
};

struct type_body {
    struct vector foot, size; /* the middle of the underside */
    double low;               /* of a wedge: its height at +z as a part of that at -z; 0: a box */
    struct rotation turn;     /* about the foot; all zero: none */
    enum body_color paint;
    uint32_t color; /* 0xRRGGBB */
    bool is_board;  /* squares on its faces */
    uint8_t input;
    uint16_t values; /* bit n: number n */
};

enum { MOST_BODIES = 10 };

/* What custom data says; what it does not say is as the game has it by default. */
struct component_data {
    ow_color color;
    int32_t size_x, size_z;   /* in squares, 1 at least */
    int32_t length;           /* of a mount, in thirds of a square, 0 at least */
    int32_t configuration;    /* of a display */
    int32_t align_x, align_z; /* 0 left or top, 1 middle, 2 right or bottom */
    int32_t counter, delay;   /* of a delayer, in ticks */
    float font_size;          /* finite, more than 0 */
    bool on;                  /* of a switch */
    bool monospace;           /* of a label: pictures have one font for all */
    ow_text text;             /* shares the memory of the custom data; empty where there is none */
};

static inline ow_color color_of(uint32_t rgb)
{
    return (ow_color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
}

struct component_type;

/* A component as its type sees it: what pegs and bodies hang on. */
struct type_use {
    const struct component_type *type;
    uint32_t inputs, outputs;
    struct component_data data;
};

/* What a socket touches others with: a rectangle that faces across × up. */
struct type_contact {
    struct vector middle, across, up; /* along its sides, one long */
    double half_across, half_up;      /* of its sides; 0: the type has none */
};

struct component_type {
    const char *name;
    ow_logic logic;
    bool joins_inputs; /* inputs 0 and 1 are in one net: a through peg */
    bool is_display;
    struct type_contact contact;
    const char *data;     /* the fields of its custom data, in order: letters that data.c knows */
    const char *words;    /* what the fields are called together: "label" */
    bool may_have_none;   /* no custom data is no mistake */
    bool is_unseen;       /* no save or mod shows what it looks like: drawn as a block */
    bool guesses_several; /* where more than one input stands, nobody has seen */
    bool is_scaled;       /* bodies for one square that are stretched to the size of the data */
    uint32_t color;       /* 0xRRGGBB of its body: of the type in a list */
    uint32_t chosen;      /* of BODY_CHOSEN or text where custom data does not say */
    uint32_t flags;       /* OW_INFERRED_... */
    double text_height;   /* where text lies; 0: none */
    const struct type_peg *inputs, *outputs;
    uint32_t input_count, output_count;
    const struct type_body *bodies;
    unsigned body_count;

    /* Of a mod's type: its inputs and its outputs, instead of the lists above. */
    const struct peg_place *placed[2];
    uint32_t placed_count[2];
    uint32_t mod_number; /* from 1 on; 0: in the table */

    /* For pegs and bodies that hang on counts or data: these come before the lists. */
    bool (*peg)(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
    unsigned (*vary)(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
};

/* The type that the game calls `name`, or type_unknown. */
const struct component_type *type_of_name(ow_text name);
extern const struct component_type type_unknown;

/* All known types, and how many. */
const struct component_type *type_list(size_t *count);

/* Reads custom data; false where it is not what the type has: defaults stand then. */
bool type_read_data(const struct component_type *type, ow_bytes custom_data,
                    struct component_data *data);

/* Whether custom data is what the type has. */
bool type_data_is_sound(const struct component_type *type, ow_bytes custom_data);

/* Where a field of custom data stands, by its letter; false where the data are not what the type has, or it
 * has no such field. */
bool type_find_field(const struct component_type *type, ow_bytes custom_data, char letter,
                     size_t *first, size_t *size);

/* Tells the fields of custom data as an object that has type->words as its name. Tells nothing if the type
 * is not known to have such data. */
void type_emit_data(const struct component_type *type, ow_bytes custom_data, struct emitter *emit);

/* Puts a value into a field of custom data, by the field's name. All bytes of other fields stay; so do those of
 * a field that has the value already. Custom data that is not what the type has cannot be changed. */
enum decoded_outcome type_set_field(const struct component_type *type, const char *name,
                                    struct decoded_change *change, const struct leaf *leaf,
                                    ow_bytes *custom_data);

/* Where a peg is. False where the type is not known to have it: it then stands on the back (inputs) or
 * the front (outputs) of a square, spread over its width in their order. */
bool type_find_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);

/* The same for any type, and as the place where it stands. */
bool type_place_peg(const struct type_use *use, bool output, uint32_t index,
                    struct peg_place *place);

/* Its bodies: those of its list, or of `room`. */
const struct type_body *type_find_bodies(const struct type_use *use,
                                         struct type_body room[MOST_BODIES], unsigned *count);

/* The unit vector of a direction, and the rotation that turns y to it. */
struct vector peg_up(enum peg_direction direction);
struct rotation peg_turn(enum peg_direction direction);

/* Where on a peg wires end. */
struct vector peg_wire_point(const struct type_peg *peg);

#endif
