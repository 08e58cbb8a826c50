/* The types of components: their custom data, pegs and shapes.
 *
 * The game's own definitions are not public. docs/reference/blotter.md has the source of each fact;
 * unconfirmed facts are flagged. The unit is a square: 0.3 of the game's units and 300 of the
 * file's. A component's own frame is that of the game: x right, y up, z forward (left-handed), with
 * the origin at the middle of its underside. */
#ifndef OW_SRC_BLOTTER_TYPES_TYPES_H
#define OW_SRC_BLOTTER_TYPES_TYPES_H

#include "../../base/emit.h"
#include "../../base/vectors.h"
#include "../../driver/decoded.h"

#include <overworld/blotter.h>
#include <overworld/looks.h>

/* Thousandths of a game unit per square. */
#define SQUARE 300.0

/* The direction of a peg. */
enum peg_direction {
    PEG_UP,
    PEG_DOWN,
    PEG_BACK,    /* -z */
    PEG_FRONT,   /* +z */
    PEG_LEFT,    /* -x */
    PEG_UP_BACK, /* between up and back */
    PEG_UP_FRONT,
    PEG_DIRECTIONS
};

/* A peg: a bar that begins at its foot on the component. */
struct type_peg {
    double x, y, z, length; /* in squares */
    enum peg_direction direction;
};

/* Widths and lengths of pegs; a wire ends at the fraction WIRE_POINT of the length. */
#define INPUT_WIDTH   0.3
#define OUTPUT_WIDTH  0.5
#define OUTPUT_LENGTH 0.4
#define INPUT_LENGTH  0.8
#define WIRE_POINT    0.9

/* The source of a body's colour. */
enum body_color {
    BODY_OWN,     /* type_body.color */
    BODY_CHOSEN,  /* custom data: the player's choice */
    BODY_SHOWN,   /* the display's configuration */
    BODY_CONTACT, /* the state of input 0 */
    BODY_KEY,     /* as BODY_OWN, or lit while output 0, a key's only peg, is on (inferred) */
    BODY_INPUT,   /* as BODY_CHOSEN if input type_body.input is on, else as BODY_OWN */
    BODY_DIGIT    /* as BODY_CHOSEN if type_body.values has the number of inputs 0 to 3 */
};

/* A RAM of CheeseUtilMod begins with inputs that control it; then come data and addresses. The one
 * with two ports begins with one for its mod's client, then what shows and what writes of port A,
 * and the same of port B. */
enum { RAM_CONTROLS = 3, DUAL_SHOW = 1, DUAL_WRITE, DUAL_CONTROLS = 5 };

/* The place of a peg. */
struct peg_place {
    struct vector foot, wire; /* where a wire ends */
    struct rotation turn;     /* the rotation from y to the peg's direction */
    double length;
};

struct type_body {
    struct vector foot, size; /* the middle of the underside */
    double low;               /* of a wedge: height at +z / height at -z; 0: a box */
    struct rotation turn;     /* about the foot; all zero: none */
    enum body_color paint;
    uint32_t color; /* 0xRRGGBB */
    bool is_board;  /* the faces show squares */
    uint8_t input;
    uint16_t values; /* bit n stands for number n */
};

enum { MOST_BODIES = 10 };

/* The values of custom data; missing ones have the game's defaults. */
struct component_data {
    ow_color color;
    int32_t size_x, size_z;   /* in squares, at least 1 */
    int32_t length;           /* of a mount, in thirds of a square, at least 0 */
    int32_t configuration;    /* of a display */
    int32_t align_x, align_z; /* 0 left or top, 1 middle, 2 right or bottom */
    int32_t counter, delay;   /* of a delayer, in ticks */
    float font_size;          /* finite, more than 0 */
    bool on;                  /* of a switch */
    uint8_t bytes[56];        /* of parts of mods */
    bool monospace;           /* of a label; ignored: pictures have only one font */
    ow_text text;             /* points into the custom data; empty if there is none */
};

static inline ow_color color_of(uint32_t rgb)
{
    return (ow_color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
}

struct component_type;

/* A component as input for its type: pegs and bodies depend on it. */
struct type_use {
    const struct component_type *type;
    uint32_t inputs, outputs;
    struct component_data data;
};

/* The contact of a socket: a rectangle that faces across × up. */
struct type_contact {
    struct vector middle, across, up; /* along its sides, normalised */
    double half_across, half_up;      /* half the length of each side; 0: the type has none */
};

struct component_type {
    const char *name;
    ow_logic logic;
    bool joins_inputs; /* inputs 0 and 1 are in one net: a through peg */
    bool is_display;
    struct type_contact contact;
    const char *data;     /* its fields in order, as letters of the table in data.c */
    const char *words;    /* the name of the fields' object: "label" */
    bool may_have_none;   /* missing custom data is valid */
    bool is_unseen;       /* no save or mod shows its shape: drawn as a block */
    bool guesses_several; /* the places of several inputs are guessed */
    bool is_scaled;       /* the bodies are for one square and stretched to the size in the data */
    uint32_t color;       /* 0xRRGGBB, in a legend */
    uint32_t chosen;      /* default of BODY_CHOSEN and of text */
    uint32_t flags;       /* OW_INFERRED_... */
    double text_height;   /* height of text above the origin; 0: none */
    const struct type_peg *inputs, *outputs;
    uint32_t input_count, output_count;
    const struct type_body *bodies;
    unsigned body_count;

    /* Of a mod's type: its inputs and its outputs, instead of the lists above. */
    const struct peg_place *placed[2];
    uint32_t placed_count[2];
    uint32_t mod_number; /* from 1; 0: a type of the table */

    /* For pegs and bodies that depend on counts or data. These take precedence over the lists. */
    bool (*peg)(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
    unsigned (*vary)(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
};

/* The type with the game's name `name`, or type_unknown. */
const struct component_type *type_of_name(ow_text name);
extern const struct component_type type_unknown;

/* All known types and their number. */
const struct component_type *type_list(size_t *count);

/* Reads custom data. Returns false if it does not fit the type; the values are the defaults
 * then. */
bool type_read_data(const struct component_type *type, ow_bytes custom_data,
                    struct component_data *data);

/* Whether custom data fits the type. */
bool type_data_is_sound(const struct component_type *type, ow_bytes custom_data);

/* Finds the bytes of a field of custom data by its letter. Returns false if the data do not fit the
 * type, or if it has no such field. */
bool type_find_field(const struct component_type *type, ow_bytes custom_data, char letter,
                     size_t *first, size_t *size);

/* Emits the fields of custom data as an object named type->words, or nothing if the type is not
 * known to have such data. */
void type_emit_data(const struct component_type *type, ow_bytes custom_data, struct emitter *emit);

/* Lists the fields that type_emit_data emits, those of each object once. */
ow_visit type_list_fields(ow_field_visitor visit, void *context);

/* Sets a field of custom data by the field's name. The bytes of all other fields stay; so do those
 * of a field that has the value already. Custom data that does not fit the type cannot be
 * changed. */
enum decoded_outcome type_set_field(const struct component_type *type, const char *name,
                                    struct decoded_change *change, const struct leaf *leaf,
                                    ow_bytes *custom_data);

/* Finds a peg. Returns false if the type is not known to have it. The peg is then on the back
 * (inputs) or the front (outputs) of a square, and all are spread over its width in order. */
bool type_find_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);

/* Finds a peg of any type, and the place of its foot, wire and direction. */
bool type_place_peg(const struct type_use *use, bool output, uint32_t index,
                    struct peg_place *place);

/* The bodies: those of the type's list, or computed ones in `room`. */
const struct type_body *type_find_bodies(const struct type_use *use,
                                         struct type_body room[MOST_BODIES], unsigned *count);

/* The unit vector of a direction, and the rotation from y to it. */
struct vector peg_up(enum peg_direction direction);
struct rotation peg_turn(enum peg_direction direction);

/* The point on a peg where wires end. */
struct vector peg_wire_point(const struct type_peg *peg);

#endif
