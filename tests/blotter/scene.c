/* The scene of a save: where components stand, whatever their parents; wires, states, labels, displays;
 * the turn of a placement; saves made to cost much. */
#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/saves.h"
#include "../support/test.h"

#include "scene/scene.h"

#include <math.h>
#include <time.h>

#define HALF_ROOT "0.70710677"

/* A save of version 7 from its types, components and wires. */
#define SAVE_OF(kind, types, components, wires, states)                                            \
    "{'format':'blotter','version':7,'game_version':[0,92,3,57],'save_type':'" kind "','mods':[]," \
    "'component_types':[" types "],'components':[" components "],'wires':[" wires                  \
    "],'circuit_states':" states "}"
#define TYPE(id, name) "{'id':" #id ",'name':'" name "'}"
#define PART(address, parent, type, at, turn, inputs, outputs, data)                               \
    "{'address':" #address ",'parent':" #parent ",'type':" #type ",'position':[" at                \
    "],'rotation':[" turn "],'inputs':[" inputs "],'outputs':[" outputs "],'custom_data':" data    \
    "}"
#define PEG_OF(kind, component, index)                                                             \
    "{'kind':'" kind "','component':" #component ",'index':" #index "}"
#define WIRE(first, second, state)                                                                 \
    "{'first':" first ",'second':" second ",'circuit_state':" #state ",'rotation':0.0}"
#define NO_TURN  "0.0,0.0,0.0,1.0"
#define TURNED_Y "0.0," HALF_ROOT ",0.0," HALF_ROOT /* by 90 degrees: x goes to -z */

struct warned {
    unsigned count;
    char pointer[64], message[400];
};

static void note(void *context, const char *pointer, const char *message)
{
    struct warned *warned = context;
    warned->count++;
    snprintf(warned->pointer, sizeof warned->pointer, "%s", pointer);
    snprintf(warned->message, sizeof warned->message, "%s", message);
}

static ow_scene scene_of(const char *text, const ow_scene_options *asked)
{
    ow_document document = document_of(text);
    ow_scene scene;
    ow_error error = {0};
    if (ow_scene_open_document(&document, NULL, asked, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    ow_close(&document);
    return scene;
}

/* A place with the origin added back. */
static void assert_at(const ow_scene *scene, const float position[3], double x, double y, double z)
{
    const double expected[3] = {x, y, z};
    for (int i = 0; i < 3; i++)
        if (fabs(position[i] + scene->origin[i] - expected[i]) > 1e-5)
            ROW_FAILED("%g %g %g is not %g %g %g\n", position[0] + scene->origin[0],
                       position[1] + scene->origin[1], position[2] + scene->origin[2], x, y, z);
}

/* Child before parent; a board turned by 90 degrees; z turned round; 300 thousandths a square. */
static void components_stand_on_their_parents(void **state)
{
    (void)state;
    ow_scene scene =
        scene_of(SAVE_OF("subassembly", TYPE(1, "MHG.CircuitBoard") "," TYPE(2, "MHG.Inverter"),
                         PART(9, 5, 2, "450,150,150", NO_TURN, "0", "1", "null") "," PART(
                             5, 0, 1, "300,0,600", TURNED_Y, "", "", "'MzMzBgAAAAQAAAA='"),
                         "", "[1]"),
                 NULL);
    assert_int_equal(scene.item_count, 2);
    /* 450, 150 of the board's own x and z are 150, -450 of the world's. */
    assert_at(&scene, scene.items[0].position, 1.5, 0.5, -0.5);
    assert_at(&scene, scene.items[1].position, 1, 0, -2);
    assert_true(fabs(scene.items[0].rotation[1] + sqrt(0.5)) < 1e-6);
    assert_true(fabs(scene.items[0].rotation[3] - sqrt(0.5)) < 1e-6);
    assert_true(scene.items[1].scale[0] == 6 && scene.items[1].scale[2] == 4);
    assert_int_equal(scene.items[1].color.red, 0x33);
    assert_int_equal(scene.items[0].address, 9);
    assert_int_equal(scene.items[0].flags, 0);
    /* Both belong to the board, whose group is named for it. */
    assert_int_equal(scene.group_count, 1);
    assert_int_equal(scene.items[0].group, 0);
    assert_text(scene.groups[0].name, "MHG.CircuitBoard C-5");
    assert_int_equal(scene.groups[0].parent, OW_NONE);
    char pointer[64];
    ow_scene_pointer(&scene, OW_IN_ITEMS, 1, pointer, sizeof pointer);
    assert_string_equal(pointer, "/components/1");
    ow_scene_free(&scene);
}

/* The box around an item's parts, with the origin added back. */
static void assert_fills(const ow_scene *scene, uint32_t index, const double least[3],
                         const double most[3])
{
    const ow_scene_item *item = &scene->items[index];
    const ow_scene_shape *shape = &scene->shapes[item->shape];
    double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9};
    for (uint32_t i = 0; i < shape->part_count; i++) {
        const ow_scene_part *part = &scene->parts[shape->first_part + i];
        for (unsigned corner = 0; corner < 8 && !part->is_peg; corner++) {
            struct vector at = scene_vertex(item, scene_part_vertex(part, scene_corner(corner)));
            const double axes[3] = {at.x, at.y, at.z};
            for (int k = 0; k < 3; k++) {
                low[k] = fmin(low[k], axes[k] + scene->origin[k]);
                high[k] = fmax(high[k], axes[k] + scene->origin[k]);
            }
        }
    }
    for (int k = 0; k < 3; k++)
        if (fabs(low[k] - least[k]) > 1e-5 || fabs(high[k] - most[k]) > 1e-5)
            ROW_FAILED("axis %d: %g to %g, not %g to %g\n", k, low[k], high[k], least[k], most[k]);
}

static void bodies_fill_what_the_facts_say(void **state)
{
    (void)state;
    ow_scene scene = scene_of(
        SAVE_OF("subassembly",
                TYPE(1, "MHG.CircuitBoard") "," TYPE(2, "MHG.DLatch") "," TYPE(3, "MHG.ThroughPeg"),
                PART(5, 0, 1, "0,0,0", NO_TURN, "", "", "'MzMzBgAAAAQAAAA='") "," PART(
                    6, 5, 2, "150,150,150", NO_TURN, "0,1", "2",
                    "null") "," PART(7, 5, 3, "150,150,1050", NO_TURN, "3,3", "", "null"),
                "", "[]"),
        NULL);
    assert_fills(&scene, 0, (double[3]){0, 0, -4}, (double[3]){6, 0.5, 0});
    assert_fills(&scene, 1, (double[3]){0, 0.5, -2}, (double[3]){1, 1.5, 0});
    assert_fills(&scene, 2, (double[3]){0.5 - 1.0 / 3, 0.5 - 5.0 / 6, -3.5 - 1.0 / 3},
                 (double[3]){0.5 + 1.0 / 3, 0.5 + 1.0 / 3, -3.5 + 1.0 / 3});
    ow_scene_free(&scene);
}

/* A wire from an inverter's output to a peg; wires with one end at a peg are stubs there, and told. */
static void wires_go_from_peg_to_peg(void **state)
{
    (void)state;
    struct warned warned = {0};
    ow_scene_options asked = {.warn = note, .warn_context = &warned};
    ow_scene scene =
        scene_of(SAVE_OF("subassembly", TYPE(2, "MHG.Inverter") "," TYPE(3, "MHG.Peg"),
                         PART(6, 0, 2, "0,0,0", NO_TURN, "0", "1",
                              "null") "," PART(7, 0, 3, "1500,0,0", NO_TURN, "2", "", "null"),
                         WIRE(PEG_OF("output", 6, 0), PEG_OF("input", 7, 0), 1) "," WIRE(
                             PEG_OF("output", 6, 1), PEG_OF("input", 7, 0),
                             1) "," WIRE(PEG_OF("input", 8, 0), PEG_OF("input", 9, 0),
                                         2) "," WIRE(PEG_OF("input", 6, 0), PEG_OF("input", 7, -1),
                                                     0) "," WIRE(PEG_OF("input", 7, 0),
                                                                 PEG_OF("input", 6, 0), 2),
                         "[1]"),
                 &asked);
    assert_int_equal(scene.segment_count, 4);
    assert_at(&scene, scene.segments[0].from, 0, 0.5, -0.5 - 0.36);
    assert_at(&scene, scene.segments[0].to, 5, 0.9, 0);
    assert_true(scene.segments[0].on && !scene.segments[3].on);
    assert_int_equal(scene.segments[0].color.red, 0xff);
    assert_int_equal(scene.segments[3].color.red, 0x1a);
    assert_int_equal(scene.segments[3].subject, 4);
    assert_at(&scene, scene.segments[1].from, 5, 0.9, 0);
    assert_at(&scene, scene.segments[1].to, 5, 2.4, 0);
    assert_int_equal(scene.segments[1].flags, OW_INFERRED_PLACE);
    assert_int_equal(scene.segments[2].subject, 3);
    assert_int_equal(warned.count, 1);
    assert_string_equal(warned.pointer, "/wires/1");
    assert_string_equal(warned.message,
                        "wires drawn as stubs, or not at all, as an end of theirs is at no peg: 3");
    /* Pegs: the inverter's input is off, its output on; both are states of its item. */
    assert_int_equal(scene.state_count, 3);
    assert_int_equal(scene.states[0], 2);
    assert_int_equal(scene.items[1].first_state, 2);
    ow_scene_free(&scene);
}

/* States of a world are bits, the lowest first. */
static void states_of_a_world_are_bits(void **state)
{
    (void)state;
    ow_scene scene = scene_of(
        SAVE_OF("world", TYPE(3, "MHG.Peg"),
                PART(6, 0, 3, "0,0,0", NO_TURN, "9", "", "null") "," PART(
                    7, 0, 3, "0,0,0", NO_TURN, "8", "",
                    "null") "," PART(8, 0, 3, "0,0,0", NO_TURN, "-1", "",
                                     "null") "," PART(9, 0, 3, "0,0,0", NO_TURN, "64", "", "null"),
                "", "'AAI='"),
        NULL);
    assert_int_equal(scene.states[0], 1);
    ow_scene_free(&scene);
}

/* Where parents lead nowhere, components stand as roots and are flagged; all on them are flagged too. */
static void parents_that_cannot_be_make_roots(void **state)
{
    (void)state;
    static const struct {
        const char *name, *parts, *message;
        unsigned flagged; /* a bit for each component */
        unsigned groups;
    } rows[] = {
        {"missing",
         PART(1, 77, 3, "300,0,0", NO_TURN, "", "", "null") "," PART(2, 1, 3, "300,0,0", NO_TURN,
                                                                     "", "", "null"),
         "drawn as roots, as their parents are missing", 3, 1},
        {"itself", PART(1, 1, 3, "300,0,0", NO_TURN, "", "", "null"), "drawn as roots", 1, 1},
        {"circle",
         PART(1, 3, 3, "300,0,0", NO_TURN, "", "", "null") "," PART(
             2, 1, 3, "300,0,0", NO_TURN, "", "",
             "null") "," PART(3, 2, 3, "300,0,0", NO_TURN, "", "",
                              "null") "," PART(4, 0, 3, "0,0,0", NO_TURN, "", "", "null"),
         "drawn as roots, as their parents are missing", 7, 4},
        {"into a circle",
         PART(4, 3, 3, "300,0,0", NO_TURN, "", "",
              "null") "," PART(1, 3, 3, "300,0,0", NO_TURN, "", "",
                               "null") "," PART(3, 1, 3, "300,0,0", NO_TURN, "", "", "null"),
         "drawn as roots", 7, 2},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[4096];
        struct warned warned = {0};
        ow_scene_options asked = {.warn = note, .warn_context = &warned};
        snprintf(text, sizeof text, SAVE_OF("subassembly", "%s", "%s", "", "[]"),
                 TYPE(3, "MHG.Relay"), rows[i].parts);
        ow_scene scene = scene_of(text, &asked);
        unsigned flagged = 0;
        for (uint32_t k = 0; k < scene.item_count; k++)
            flagged |= (unsigned)(scene.items[k].flags & OW_INFERRED_PLACE ? 1 << k : 0);
        if (flagged != rows[i].flagged || scene.group_count != rows[i].groups ||
            warned.count != 1 || !strstr(warned.message, rows[i].message))
            ROW_FAILED("%s: flags %u, %u groups, %s\n", rows[i].name, flagged, scene.group_count,
                       warned.message);
        ow_scene_free(&scene);
    }
}

static void unknown_types_are_boxes_that_say_so(void **state)
{
    (void)state;
    struct warned warned = {0};
    ow_scene_options asked = {.warn = note, .warn_context = &warned};
    ow_scene scene =
        scene_of(SAVE_OF("subassembly", TYPE(1, "Some.Mod") "," TYPE(2, "MHG.CircuitBoard"),
                         PART(6, 0, 1, "0,0,0", NO_TURN, "0,1", "2", "'AAAA'") "," PART(
                             7, 0, 9, "0,0,0", NO_TURN, "", "",
                             "null") "," PART(8, 0, 2, "0,0,0", NO_TURN, "", "", "'AAAA'"),
                         "", "[]"),
                 &asked);
    const uint32_t both = OW_INFERRED_SHAPE | OW_INFERRED_COLOR;
    assert_int_equal(scene.type_count, 3);
    assert_text(scene.types[0].name, "Some.Mod");
    assert_text(scene.types[1].name, "type 9");
    assert_int_equal(scene.types[0].flags, both);
    assert_fills(&scene, 0, (double[3]){-0.5, 0, -0.5}, (double[3]){0.5, 1, 0.5});
    assert_int_equal(scene.shapes[scene.items[0].shape].part_count, 4);
    /* A board whose data cannot be read is one square, grey, and told. */
    assert_int_equal(scene.items[2].flags, both);
    assert_true(scene.items[2].scale[0] == 1);
    assert_int_equal(scene.items[2].color.red, 0x78);
    assert_int_equal(warned.count, 1);
    assert_string_equal(warned.pointer, "/components/2");
    ow_scene_free(&scene);
}

/* "INT" on a label of 8 by 1 squares, 262626, 0.8 high, in the middle. */
static void labels_lie_on_their_plates(void **state)
{
    (void)state;
    ow_scene scene = scene_of(SAVE_OF("subassembly", TYPE(1, "MHG.PanelLabel"),
                                      PART(6, 0, 1, "0,0,0", NO_TURN, "", "",
                                           "'AAAAACYmJs3MTD8AAwAAAElOVAgAAAABAAAAAgAAAA=='"),
                                      "", "[]"),
                              NULL);
    assert_int_equal(scene.label_count, 1);
    const ow_scene_label *label = &scene.labels[0];
    assert_text(label->text, "INT");
    assert_at(&scene, label->position, 3.5, 0.301, 0);
    assert_int_equal(label->align_x, -1);
    assert_int_equal(label->align_y, 1);
    assert_float(label->font_size, 0.8f);
    assert_true(label->size[0] == 8 && label->size[1] == 1);
    /* Its page looks up, its lines go along x. */
    struct vector up = vector_turn(scene_rotation(label->rotation), (struct vector){0, 0, 1});
    struct vector along = vector_turn(scene_rotation(label->rotation), (struct vector){1, 0, 0});
    assert_true(fabs(up.y - 1) < 1e-6 && fabs(along.x - 1) < 1e-6);
    ow_scene_free(&scene);
}

/* Files beside a world: named texts. */
struct beside {
    const char *path, *text;
    unsigned asked;
};

static bool read_beside(void *context, ow_text path, ow_bytes *file, char *message, size_t room)
{
    struct beside *beside = context;
    beside->asked++;
    if (strlen(beside->path) != path.size || memcmp(path.data, beside->path, path.size) != 0) {
        snprintf(message, room, "there is no such file");
        return false;
    }
    *file = (ow_bytes){exact_copy(beside->text, strlen(beside->text)), strlen(beside->text)};
    return true;
}

static void release_beside(void *context, ow_bytes *file)
{
    (void)context;
    free((void *)file->data);
}

#define DISPLAY(address, configuration, inputs)                                                    \
    PART(address, 0, 1, "0,0,0", NO_TURN, inputs, "", "'" configuration "AAAA=='")

static void displays_show_their_configuration(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t colors[3];
        bool inferred;
    } rows[] = {
        {"DataType: X\nData:\n    - 202020\n    - BA0000\n    - 0032c8\r\n    - 8E12FF",
         {0x202020, 0xba0000, 0x8e12ff},
         false},
        {"- \"#102030\"\n-405060\n\n- 708090\n- a0b0c0\n- ffffff\n",
         {0x102030, 0x405060, 0xa0b0c0},
         false},
        {"Data:\n - 20202\n - xyzxyz\n-\n", {0x202020, 0xffffff, 0xffffff}, true},
        {"", {0x202020, 0xffffff, 0xffffff}, true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct beside beside = {"ExtraData/MHG.DisplayConfigurations/2_pegs/Configuration5.succ",
                                rows[i].text, 0};
        ow_scene_options asked = {
            .files = {.context = &beside, .read = read_beside, .release = release_beside}};
        ow_scene scene =
            scene_of(SAVE_OF("subassembly", TYPE(1, "MHG.StandingDisplay"),
                             DISPLAY(6, "BQ", "0,0") "," DISPLAY(7, "BQ", "1,0") "," DISPLAY(
                                 8, "BQ", "1,1") "," DISPLAY(9, "Bg", "1,1"),
                             "", "[1]"),
                     &asked);
        for (int k = 0; k < 3; k++) {
            ow_color color = scene.items[k].color;
            uint32_t rgb = (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
            bool inferred = scene.items[k].flags & OW_INFERRED_COLOR;
            if (rgb != rows[i].colors[k] || inferred != rows[i].inferred)
                ROW_FAILED("row %zu, display %d: %06x\n", i, k, rgb);
        }
        assert_int_equal(scene.items[3].color.red, 0xff); /* of a configuration that is not there */
        assert_true(scene.items[3].flags & OW_INFERRED_COLOR);
        assert_int_equal(beside.asked, 2); /* each configuration once */
        ow_scene_free(&scene);
    }
}

#define PLACEMENT(x, y, z, w, state, type)                                                         \
    "Placements:\n    -\n        CornerMidpointPositionBeforeFlipping:\n            x: 7\n"        \
    "        RotationBeforeFlipping:\n            x: " x "\n            y: " y                     \
    "\n            z: " z "\n            w: " w                                                    \
    "\n        PlacementType: OnTerrain\n        Flipped: false\n        "                         \
    "BoardRotationState: " state "\n        Type: " type "\ndata_format_version: 1\n"

/* Two roots: each is turned as it stands; where they stand is turned back by the first placement. */
static void a_placement_turns_a_subassembly(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double second[3]; /* where the second root stands, seen from the first */
        double up[3];     /* where y of the first goes, in the scene */
        unsigned warnings;
    } rows[] = {
        {PLACEMENT("0", "0", "0", "1", "0", "Standard"), {2, 0, 0}, {0, 1, 0}, 0},
        {PLACEMENT("0", "1", "0", "0.00000004371139", "0", "Standard"), {-2, 0, 0}, {0, 1, 0}, 0},
        {PLACEMENT("0", "0", "0", "1", "1", "StandingBoard"), {2, 0, 0}, {0, 0, 1}, 0},
        {PLACEMENT("0", "0", "0", "1", "3", "StandingBoard"), {2, 0, 0}, {0, 0, 1}, 1},
        {PLACEMENT("0", "0", "0", "1", "0", "Other"), {2, 0, 0}, {0, 1, 0}, 1},
        {"Placements: []\n", {2, 0, 0}, {0, 1, 0}, 1},
        {"\xff\xfe-:-\n- \n:", {2, 0, 0}, {0, 1, 0}, 1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct beside beside = {"placements.jecs", rows[i].text, 0};
        struct warned warned = {0};
        ow_scene_options asked = {
            .as_placed = true,
            .files = {.context = &beside, .read = read_beside, .release = release_beside},
            .warn = note,
            .warn_context = &warned};
        ow_scene scene = scene_of(SAVE_OF("subassembly", TYPE(3, "MHG.Peg"),
                                          PART(6, 0, 3, "0,0,0", NO_TURN, "0", "", "null") "," PART(
                                              7, 0, 3, "600,0,0", NO_TURN, "0", "", "null"),
                                          "", "[]"),
                                  &asked);
        struct vector apart = vector_subtract(scene_vector(scene.items[1].position),
                                              scene_vector(scene.items[0].position));
        struct vector up =
            vector_turn(scene_rotation(scene.items[0].rotation), (struct vector){0, 1, 0});
        const double found[6] = {apart.x, apart.y, apart.z, up.x, up.y, up.z};
        for (int k = 0; k < 6; k++)
            if (fabs(found[k] - (k < 3 ? rows[i].second[k] : rows[i].up[k - 3])) > 1e-5)
                ROW_FAILED("row %zu: %g %g %g, up %g %g %g\n", i, apart.x, apart.y, apart.z, up.x,
                           up.y, up.z);
        assert_int_equal(warned.count, rows[i].warnings);
        assert_float(scene.light.ambient[2], 0.763f);
        ow_scene_free(&scene);
    }
}

/* Version 4 has no states: outputs have a flag, and what is wired to them takes part. */
static void states_of_version_4_come_from_its_outputs(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    static const char *const names[] = {"MHG.Peg", "MHG.Switch"};
    put_raw(&bytes, "Logic World save", 16);
    put_u8(&bytes, 4);
    for (int i = 0; i < 4; i++)
        put_i32(&bytes, 0);
    put_u32(&bytes, 2);
    put_u32(&bytes, 1);
    put_u32(&bytes, 2);
    for (unsigned i = 0; i < 2; i++) {
        put_u16(&bytes, i);
        put_text(&bytes, names[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
        put_u32(&bytes, i + 1);
        put_u32(&bytes, 0);
        put_u16(&bytes, i);
        put_f32(&bytes, i == 0 ? 0 : 0.59999f); /* two squares, as the game writes them */
        put_f32(&bytes, 0);
        put_f32(&bytes, 0);
        put_hex(&bytes, "0000803f 00000000 00000000 00000000");
        put_u32(&bytes, i == 0);
        if (i == 0)
            put_u8(&bytes, 0);
        put_u32(&bytes, i == 1);
        if (i == 1)
            put_u8(&bytes, 1);
        put_i32(&bytes, i ? 4 : -1);
        if (i)
            put_hex(&bytes, "9a480d01");
    }
    put_hex(&bytes, "01 01000000 00  00 02000000 00 00000000");
    put_raw(&bytes, "redstone sux lol", 16);
    ow_scene scene;
    ow_error error = {0};
    if (ow_scene_open(bytes.data, bytes.size, NULL, NULL, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(scene.states[0], 3);
    assert_int_equal(scene.segment_count, 1);
    assert_true(scene.segments[0].on);
    assert_at(&scene, scene.items[1].position, 2, 0, 0);
    ow_scene_free(&scene);
    bytes_free(&bytes);
}

/* A chain in which each stands on the one behind it in the file, so that the first is found last. */
static struct bytes chain(uint32_t count, bool closed)
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, count, 0);
    put_types(&bytes, 1);
    for (uint32_t i = 1; i <= count; i++)
        put_component(&bytes, i, i < count ? i + 1 : closed ? 1 : 0, 1, 0, 0, 0);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    return bytes;
}

static void deep_chains_take_no_more_than_others(void **state)
{
    (void)state;
    enum { DEPTH = 1000000, SECONDS_ALLOWED = 20 };
    for (int closed = 0; closed < 2; closed++) {
        struct bytes bytes = chain(DEPTH, closed);
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_scene scene;
        ow_error error = {0};
        clock_t began = clock();
        assert_int_equal(ow_scene_open(bytes.data, bytes.size, &options, NULL, &scene, &error),
                         OW_OK);
        assert_true((clock() - began) / CLOCKS_PER_SEC < SECONDS_ALLOWED);
        assert_int_equal(scene.item_count, DEPTH);
        assert_int_equal(scene.items[0].flags & OW_INFERRED_PLACE, closed ? OW_INFERRED_PLACE : 0);
        /* Each stands 1 square above the one that it stands on and 2 behind it. */
        assert_at(&scene, scene.items[0].position, 0, DEPTH, -2.0 * DEPTH);
        assert_at(&scene, scene.items[DEPTH - 1].position, 0, 1, -2);
        ow_scene_free(&scene);
        assert_int_equal(ledger.blocks, 0);
        bytes_free(&bytes);
    }
}

static bool stop_later(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    (void)total;
    return done == 0 || ++*calls < 2;
}

static void a_scene_can_be_cancelled_and_has_a_limit(void **state)
{
    (void)state;
    struct bytes bytes = chain(20000, false);
    unsigned calls = 0;
    ow_document document;
    ow_scene scene;
    ow_error error = {0};
    assert_int_equal(ow_open(bytes.data, bytes.size, NULL, &document, &error), OW_OK);
    ow_options options = {.progress = stop_later, .progress_context = &calls};
    assert_int_equal(ow_scene_open_document(&document, &options, NULL, &scene, &error),
                     OW_CANCELLED);
    assert_int_equal(scene.item_count, 0);
    struct ledger ledger = {0};
    options = ledger_options(&ledger);
    options.max_memory = 3 << 20;
    assert_int_equal(ow_scene_open_document(&document, &options, NULL, &scene, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_int_equal(ledger.blocks, 0);
    ow_close(&document);
    bytes_free(&bytes);
}

/* Each allocation in turn is refused, for a save that has one of everything. */
static void a_scene_survives_any_refusal_of_memory(void **state)
{
    (void)state;
    static const char text[] = "- 202020\n- ffffff\n";
    struct beside beside = {"ExtraData/MHG.DisplayConfigurations/1_pegs/Configuration0.succ", text,
                            0};
    ow_scene_options asked = {
        .files = {.context = &beside, .read = read_beside, .release = release_beside}};
    ow_document document = document_of(
        SAVE_OF("subassembly",
                TYPE(1, "MHG.CircuitBoard") "," TYPE(2, "MHG.StandingDisplay") "," TYPE(
                    3, "MHG.PanelLabel"),
                PART(5, 0, 1, "0,0,0", NO_TURN, "", "", "'MzMzBgAAAAQAAAA='") "," PART(
                    6, 5, 2, "150,150,150", NO_TURN,
                    "0", "", "'AAAAAA=='") "," PART(7, 5, 3, "0,0,0", NO_TURN, "", "",
                                                    "'AAAAACYmJs3MTD8AAwAAAEkLVAgAAAABAAAAAgAAAA=="
                                                    "'") "," PART(8, 0, 2, "150,150,150", NO_TURN,
                                                                  "7", "", "'AAAAAA=='"),
                WIRE(PEG_OF("input", 6, 0), PEG_OF("input", 8, 0), 0), "[0,2000000000]"));
    ow_status status = OW_NO_MEMORY;
    uint64_t refused = 0;
    while (status == OW_NO_MEMORY) {
        struct ledger ledger = {.refuse = ++refused, .refuse_all = true};
        ow_options options = ledger_options(&ledger);
        ow_scene scene;
        ow_error error = {0};
        status = ow_scene_open_document(&document, &options, &asked, &scene, &error);
        if (status == OW_OK) {
            assert_int_equal(scene.segment_count, 1);
            assert_text(scene.labels[0].text, "I\nT");
        }
        ow_scene_free(&scene);
        assert_int_equal(ledger.blocks, 0);
    }
    assert_int_equal(status, OW_OK);
    assert_true(refused > 3);
    ow_close(&document);
}

/* Positions and rotations of version 5 that are no numbers. */
static void what_is_no_number_stands_at_its_parent(void **state)
{
    (void)state;
    struct warned warned = {0};
    ow_scene_options asked = {.warn = note, .warn_context = &warned};
    ow_scene scene = scene_of(
        "{'format':'blotter','version':5,'game_version':[0,90,0,0],'save_type':'subassembly',"
        "'mods':[],'component_types':[" TYPE(
            1, "MHG.Peg") "],'components':["
                          "{'address':1,'parent':0,'type':1,'position':['NaN',0.3,'Infinity'],"
                          "'rotation':['NaN',0.0,0.0,1.0],'inputs':[0],'outputs':[],'custom_data':"
                          "null},"
                          "{'address':2,'parent':1,'type':1,'position':[0.29999981,0.0,-3e38],"
                          "'rotation':[0.0,0.0,0.0,0.0],'inputs':[0],'outputs':[],'custom_data':"
                          "null}],"
                          "'wires':[],'circuit_states':[]}",
        &asked);
    assert_true(scene.items[0].flags & OW_INFERRED_PLACE &&
                scene.items[1].flags & OW_INFERRED_PLACE);
    assert_true(scene.items[0].rotation[3] == 1 && scene.items[1].rotation[3] == 1);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(scene.items[0].position[i]) <= 1e9 &&
                    fabs(scene.items[1].position[i]) <= 1e9);
    assert_string_equal(warned.pointer, "/components/0");
    ow_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_stand_on_their_parents),
        cmocka_unit_test(bodies_fill_what_the_facts_say),
        cmocka_unit_test(wires_go_from_peg_to_peg),
        cmocka_unit_test(states_of_a_world_are_bits),
        cmocka_unit_test(parents_that_cannot_be_make_roots),
        cmocka_unit_test(unknown_types_are_boxes_that_say_so),
        cmocka_unit_test(labels_lie_on_their_plates),
        cmocka_unit_test(displays_show_their_configuration),
        cmocka_unit_test(a_placement_turns_a_subassembly),
        cmocka_unit_test(states_of_version_4_come_from_its_outputs),
        cmocka_unit_test(deep_chains_take_no_more_than_others),
        cmocka_unit_test(a_scene_can_be_cancelled_and_has_a_limit),
        cmocka_unit_test(a_scene_survives_any_refusal_of_memory),
        cmocka_unit_test(what_is_no_number_stands_at_its_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
