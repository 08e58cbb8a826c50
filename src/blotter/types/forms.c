/* The game's own types whose pegs and bodies depend on counts or custom data. */
#include "forms.h"

#define R(number) rounded_to_double(number)

/* Half as many squares as inputs, except for three inputs: one and a half squares. */
static double and_gate_width(uint32_t inputs)
{
    return inputs == 3 ? 1.5 : inputs > 2 ? (double)(inputs / 2 + inputs % 2) : 1;
}

static double and_gate_middle(uint32_t inputs)
{
    return inputs == 3 ? 0 : (and_gate_width(inputs) - 1) / 2;
}

bool and_gate_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    uint32_t count = use->inputs;
    double last = count > 1 ? count - 1 : 1;
    if (output && index == 0) {
        *peg = (struct type_peg){and_gate_middle(count), 0.5, 0.5, OUTPUT_LENGTH, PEG_FRONT};
        return true;
    }
    double x = count == 3 ? -0.5 : -0.25;
    double span = count == 3 ? 1 : and_gate_width(count) - 0.5;
    if (count > 1)
        x = R(x + R(R(index * span) / last));
    else
        x = 0;
    *peg = (struct type_peg){x, 0.5, -0.5, 0.62, PEG_BACK};
    return !output && index < count;
}

unsigned and_gate_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = (struct type_body){.foot = {and_gate_middle(use->inputs), 0, 0},
                                   .size = {and_gate_width(use->inputs), 1, 1},
                                   .color = use->type->color};
    return 1;
}

/* Turned about x by 40 degrees; if on, its top leans to +z. Its foot is inside the component's
 * top. */
static struct type_body lever(bool on)
{
    return (struct type_body){
        .foot = {0, 0.9, 0},
        .size = {0.5, 0.69, 0.2},
        .turn = {on ? 0.34202014332566873 : -0.34202014332566873, 0, 0, 0.93969262078590838},
        .paint = BODY_CHOSEN};
}

unsigned switch_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = (struct type_body){.size = {1, 1, 1}, .color = WHITE};
    bodies[1] = lever(use->data.on);
    return 2;
}

/* A pressed button is half as high. */
static struct type_body cap(double bottom, double width, double depth, bool down)
{
    return (struct type_body){
        .foot = {0, bottom, 0}, .size = {width, down ? 0.1 : 0.2, depth}, .paint = BODY_CHOSEN};
}

unsigned button_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = (struct type_body){.size = {1, 1, 1}, .color = WHITE};
    bodies[1] = cap(1, 0.6, 0.6, use->data.on);
    return 2;
}

/* The plate over the board, as many squares as the data says. The first square is over the
 * origin. */
static struct type_body plate(const struct type_use *use, double height, enum body_color paint)
{
    double width = use->data.size_x, depth = use->data.size_z;
    return (struct type_body){.foot = {(width - 1) / 2, 0, (depth - 1) / 2},
                              .size = {width, height, depth},
                              .paint = paint,
                              .color = WHITE};
}

/* A flat lever that leans to the side of its position. */
unsigned panel_switch_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = plate(use, 1.0 / 3, BODY_OWN);
    bodies[1] = (struct type_body)PANEL_STEM;
    bodies[2] = cap(1.0 / 3, 0.5, 0.4, false);
    bodies[2].foot.z = use->data.on ? 0.15 : -0.15;
    return 3;
}

unsigned panel_button_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = plate(use, 1.0 / 3, BODY_OWN);
    bodies[1] = (struct type_body)PANEL_STEM;
    bodies[2] = cap(1.0 / 3, use->data.size_x - 0.4, use->data.size_z - 0.4, use->data.on);
    bodies[2].foot.x = bodies[0].foot.x;
    bodies[2].foot.z = bodies[0].foot.z;
    return 3;
}

/* How several pegs share the width of one (inferred). */
static double peg_offset(uint32_t index, uint32_t count, double width)
{
    return R(R(R(index + 0.5) / count - 0.5) * width);
}

bool panel_display_peg(const struct type_use *use, bool output, uint32_t index,
                       struct type_peg *peg)
{
    /* constants: a sum may use more digits than a double */
    static const double shortest = 0.6, longer = 0.8;
    if (output || index >= use->inputs)
        return false;
    *peg = (struct type_peg){0, -5.0 / 6, 0, 1, PEG_DOWN};
    if (use->inputs > 1) {
        peg->x = peg_offset(index, use->inputs, 2.0 / 3);
        peg->length = R(shortest + R(R(longer * index) / (use->inputs - 1)));
    }
    return true;
}

unsigned panel_display_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = plate(use, 1.0 / 3, BODY_SHOWN);
    bodies[1] = (struct type_body)PANEL_STEM;
    return 2;
}

unsigned panel_label_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = plate(use, use->type->text_height, BODY_OWN);
    return 1;
}

/* Its pegs are in a row as wide as the display; four pegs are at the corners of a square. */
bool standing_display_peg(const struct type_use *use, bool output, uint32_t index,
                          struct type_peg *peg)
{
    if (output || index >= use->inputs)
        return false;
    *peg = (struct type_peg){0, 0, 0, 1.6, PEG_UP};
    if (use->inputs == 4) {
        peg->x = index % 2;
        peg->z = index / 2;
    } else if (use->inputs > 4) {
        peg->x = index;
    } else {
        peg->x = peg_offset(index, use->inputs, 1);
    }
    return true;
}

unsigned standing_display_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    double width = use->inputs == 4 ? 2 : use->inputs > 4 ? use->inputs : 1;
    double depth = use->inputs == 4 ? 2 : 1;
    bodies[0] = (struct type_body){.foot = {(width - 1) / 2, 1.6, (depth - 1) / 2},
                                   .size = {width, 1, depth},
                                   .paint = BODY_SHOWN};
    return 1;
}

unsigned mount_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] =
        (struct type_body){.size = {0.5, R(use->data.length / 3.0), 1.0 / 3}, .color = WHITE};
    return use->data.length > 0;
}

#undef R
