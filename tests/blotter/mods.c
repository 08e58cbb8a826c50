/* Mods: what their text files say of types, in scenes, in circuits and in checks. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/circuits.h"
#include "../support/folders.h"
#include "../support/ledger.h"

#include "../../src/blotter/mods/mods.h"

static void note_warning(void *context, const char *pointer, const char *message)
{
    struct bytes *warnings = context;
    assert_string_equal(pointer, "");
    put_raw(warnings, message, strlen(message));
    put_raw(warnings, "\n", 1);
}

static ow_mods *mods_of(const char *const *texts, struct bytes *warnings)
{
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    ow_mods *mods;
    ow_error error;
    if (ow_mods_read(&folder, NULL, warnings ? note_warning : NULL, warnings, &mods, &error) !=
        OW_OK)
        ROW_FAILED("%s\n", error.message);
    return mods;
}

#define MANIFEST "manifest.jecs", "ID: M\n"
#define PARTS    "components/parts.jecs"

/* A mod of one component file. */
static ow_mods *mods_of_text(const char *text, struct bytes *warnings)
{
    const char *const texts[] = {MANIFEST, PARTS, text, NULL};
    return mods_of(texts, warnings);
}

static bool near(double found, double expected)
{
    return fabs(found - expected) < 1e-9;
}

static void mods_are_found_at_any_depth(void **state)
{
    (void)state;
    static const char *const texts[] = {"manifest.jecs",
                                        "ID: Top\n",
                                        "components/a.jecs",
                                        "B:\nA:\n",
                                        "x/y/manifest.succ",
                                        "ID: Deep\n",
                                        "x/y/components/z/b.succ",
                                        "C:\n    prefab:\n        inputs:\n            -\n",
                                        "languages/German.jecs",
                                        "no: [text\n\t",
                                        "x/y/" OW_MOD_TYPES_FILE,
                                        "{}",
                                        NULL};
    struct bytes warnings = {0};
    ow_mods *mods = mods_of(texts, &warnings);
    assert_int_equal(warnings.size, 0);
    assert_int_equal(mods->mod_count, 2);
    assert_int_equal(mods->type_count, 3);
    assert_text(mods->types[0].name, "Deep.C");
    assert_text(mods->types[1].name, "Top.A");
    assert_text(mods->types[2].name, "Top.B");
    assert_text(mods->types[0].file, "x/y/components/z/b.succ");
    assert_int_equal(mods->types[1].line, 2);
    assert_true(mods->types[0].has_shape && !mods->types[1].has_shape);
    assert_int_equal(mods->types[0].inputs, 1);
    assert_ptr_equal(ow_mods_find(mods, OW_LITERAL("Top.A")), &mods->types[1]);
    assert_null(ow_mods_find(mods, OW_LITERAL("Top.")));
    assert_null(ow_mods_find(mods, OW_LITERAL("Top.AA")));
    assert_null(ow_mods_find(NULL, OW_LITERAL("Top.A")));
    assert_int_equal(mods_records(mods)->text_count, 1);
    ow_mods_free(mods);
    ow_mods_free(NULL);
    bytes_free(&warnings);
}

#define TYPE(text) "T:\n    prefab:\n" text
#define BLOCK(text)                                                                                \
    TYPE("        blocks:\n            -\n                position: (1, 2, 3)\n" text)

static void blocks_stand_where_the_text_says(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double foot[3], size[3], low;
        uint32_t color, flags;
    } rows[] = {
        {BLOCK(""), {1, 2, 3}, {1, 1, 1}, 0, 0xefefef, 0},
        {BLOCK("                scale: (2, 1/2, 4)\n                color: 102030\n"),
         {1, 2, 3},
         {2, 0.5, 4},
         0,
         0x102030,
         0},
        {BLOCK("                mesh: OriginCube\n"), {1, 2, 3}, {1, 1, 1}, 0, 0xefefef, 0},
        {BLOCK("                meshType: Cube\n"), {1, 1.5, 3}, {1, 1, 1}, 0, 0xefefef, 0},
        {BLOCK("                mesh: Cube\n                rotation: (90, 0, 0)\n"),
         {1, 2, 2.5},
         {1, 1, 1},
         0,
         0xefefef,
         0},
        {BLOCK("                mesh: FlatQuad\n"), {1, 1.998, 3}, {1, 0.002, 1}, 0, 0xefefef, 0},
        {BLOCK("                mesh: BufferBody\n"),
         {1, 2, 3},
         {1, 1.5, 1},
         0.55333333333333334,
         0xefefef,
         OW_INFERRED_SHAPE},
        {BLOCK("                mesh: BufferBody_Long\n"),
         {1, 2, 3.5},
         {1, 1.5, 2},
         0.55333333333333334,
         0xefefef,
         OW_INFERRED_SHAPE},
        {BLOCK("                mesh: Teapot\n"),
         {1, 2, 3},
         {1, 1, 1},
         0,
         0xefefef,
         OW_INFERRED_SHAPE},
        {BLOCK("                color:\n                    r: 1\n                    g: 2\n"
               "                    b: 3\n"),
         {1, 2, 3},
         {1, 1, 1},
         0,
         0x010203,
         0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes warnings = {0};
        ow_mods *mods = mods_of_text(rows[i].text, &warnings);
        assert_int_equal(warnings.size, 0);
        const struct component_type *type = mods_find_type(mods, OW_LITERAL("M.T"));
        assert_true(type && type->body_count == 1);
        const struct type_body *body = &type->bodies[0];
        if (!near(body->foot.x, rows[i].foot[0]) || !near(body->foot.y, rows[i].foot[1]) ||
            !near(body->foot.z, rows[i].foot[2]) || !near(body->size.x, rows[i].size[0]) ||
            !near(body->size.y, rows[i].size[1]) || !near(body->size.z, rows[i].size[2]) ||
            body->low != rows[i].low || body->color != rows[i].color ||
            type->flags != rows[i].flags || type->color != rows[i].color)
            ROW_FAILED("row %zu: foot %g %g %g, size %g %g %g, color %06x, flags %x\n", i,
                       body->foot.x, body->foot.y, body->foot.z, body->size.x, body->size.y,
                       body->size.z, (unsigned)body->color, (unsigned)type->flags);
        ow_mods_free(mods);
    }
}

static void pegs_stand_where_the_text_says(void **state)
{
    (void)state;
    static const char text[] =
        TYPE("        inputs:\n"
             "            -\n                position: (1, 2, 3)\n"
             "            -\n                rotation: (-90, 0, 0)\n                length: 2\n"
             "                wirePointHeight: 0.5\n"
             "        outputs:\n"
             "            -\n                rotation: (0, 0, -90)\n                length: 7\n");
    static const struct {
        bool output, is_known;
        uint32_t index;
        double foot[3], wire[3], length;
    } rows[] = {
        {false, true, 0, {1, 2, 3}, {1, 2.72, 3}, 0.8},
        {false, true, 1, {0, 0, 0}, {0, 0, -1}, 2},
        {true, true, 0, {0, 0, 0}, {0.36, 0, 0}, 0.4},
        {true, false, 1, {0.25, 0.5, 0.5}, {0.25, 0.5, 0.86}, 0.4},
    };
    ow_mods *mods = mods_of_text(text, NULL);
    const struct component_type *type = mods_find_type(mods, OW_LITERAL("M.T"));
    assert_int_equal(type->body_count, 0);
    assert_int_equal(type->color, 0x1a1718);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct type_use use = {.type = type, .inputs = 2, .outputs = 2};
        struct peg_place place;
        bool known = type_place_peg(&use, rows[i].output, rows[i].index, &place);
        if (known != rows[i].is_known || !near(place.foot.x, rows[i].foot[0]) ||
            !near(place.foot.y, rows[i].foot[1]) || !near(place.foot.z, rows[i].foot[2]) ||
            !near(place.wire.x, rows[i].wire[0]) || !near(place.wire.y, rows[i].wire[1]) ||
            !near(place.wire.z, rows[i].wire[2]) || !near(place.length, rows[i].length))
            ROW_FAILED("row %zu: foot %g %g %g, wire %g %g %g, length %g\n", i, place.foot.x,
                       place.foot.y, place.foot.z, place.wire.x, place.wire.y, place.wire.z,
                       place.length);
    }
    ow_mods_free(mods);
}

#define CORNERS                                                                                    \
    "        - -0.4\n        - 0.1\n        - 0.5\n        - -0.4\n        - 0.3\n"                \
    "        - 0.5\n        - 0.4\n        - 0.3\n        - 0.5\n"
#define SOCKET                                                                                     \
    "    logicCode: LogicWorld.LogicCode.Socket\n    codeInfoFloats:\n" CORNERS                    \
    "        - 0.4\n        - 0.1\n        - 0.5\n"

/* What a type does without its mod's code. */
static void logic_is_known_of_few(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ow_logic logic;
        double half_across;
    } rows[] = {
        {TYPE(""), OW_LOGIC_NONE, 0},
        {"T:\n    logicCode: M.T\n", OW_LOGIC_UNKNOWN, 0},
        {"T:\n    logicScript: M.T\n", OW_LOGIC_UNKNOWN, 0},
        {"T:\n    logicCode:\n    prefab: null\n", OW_LOGIC_NONE, 0},
        {TYPE("") SOCKET, OW_LOGIC_NONE, 0.4},
        {"T:\n" SOCKET, OW_LOGIC_NONE, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_mods *mods = mods_of_text(rows[i].text, NULL);
        const struct component_type *type = mods_find_type(mods, OW_LITERAL("M.T"));
        if (!type || type->logic != rows[i].logic ||
            !near(type->contact.half_across, rows[i].half_across))
            ROW_FAILED("row %zu\n", i);
        ow_mods_free(mods);
    }
}

/* Each of these leaves one type out. */
static void errors_name_file_and_line(void **state)
{
    (void)state;
    static const struct {
        const char *texts[2 * MOST_FILES];
        const char *warnings;
    } rows[] = {
        {{MANIFEST, PARTS, BLOCK("                scale: 2\n")},
         PARTS ": line 6: \"scale\" is \"2\"; expected three numbers, such as (1, 0.5, 0)\n"},
        {{MANIFEST, PARTS, BLOCK("                scale: (1, -1, 1)\n")},
         PARTS ": line 6: \"scale\" is \"(1, -1, 1)\"; expected numbers from 0 to 1000\n"},
        {{MANIFEST, PARTS, BLOCK("                rotation: (nan, 0, 0)\n")},
         PARTS
         ": line 6: \"rotation\" is \"(nan, 0, 0)\"; expected degrees from -100000 to 100000\n"},
        {{MANIFEST, PARTS,
          TYPE("        blocks:\n            -\n                position: (0, 1001, 0)\n")},
         PARTS ": line 5: \"position\" is \"(0, 1001, 0)\"; expected numbers from -1000 to 1000\n"},
        {{MANIFEST, PARTS, BLOCK("                color:\n                    r: 300\n")},
         PARTS ": line 6: \"color\": expected RRGGBB in hexadecimal digits\n"},
        {{MANIFEST, PARTS, BLOCK("                color: red\n")},
         PARTS ": line 6: \"color\" is \"red\"; expected RRGGBB in hexadecimal digits\n"},
        {{MANIFEST, PARTS, TYPE("        blocks:\n            -\n                position: x\n")},
         PARTS ": line 5: \"position\" is \"x\"; expected three numbers, such as (1, 0.5, 0)\n"},
        {{MANIFEST, PARTS, TYPE("        blocks: many\n")},
         PARTS ": line 3: \"blocks\" is \"many\"; expected a list\n"},
        {{MANIFEST, PARTS, TYPE("        inputs: many\n")},
         PARTS ": line 3: \"inputs\" is \"many\"; expected a list\n"},
        {{MANIFEST, PARTS, TYPE("        inputs:\n            -\n                length: -1\n")},
         PARTS ": line 5: \"length\" is \"-1\"; expected a number from 0 to 1000\n"},
        {{MANIFEST, PARTS,
          TYPE("        inputs:\n            -\n                wirePointHeight: 2\n")},
         PARTS ": line 5: \"wirePointHeight\" is \"2\"; expected a number from 0 to 1\n"},
        {{MANIFEST, PARTS, TYPE("        outputs:\n            -\n                position: 5\n")},
         PARTS ": line 5: \"position\" is \"5\"; expected three numbers, such as (1, 0.5, 0)\n"},
        {{MANIFEST, PARTS, TYPE("") "    logicCode: LogicWorld.LogicCode.Socket\n"},
         PARTS ": line 1: a socket needs 12 numbers in \"codeInfoFloats\": the four corners of "
               "its contact\n"},
        {{MANIFEST, PARTS,
          TYPE(
              "") "    logicCode: LogicWorld.LogicCode.Socket\n    codeInfoFloats:\n        - x\n"},
         PARTS ": line 5: \"codeInfoFloats\" is \"x\"; expected 12 numbers, the corners of the "
               "contact\n"},
        {{MANIFEST, PARTS,
          TYPE("") "    logicCode: LogicWorld.LogicCode.Socket\n    codeInfoFloats:\n" CORNERS
                   "        - 0.4\n        - 0.2\n        - 0.5\n"},
         PARTS ": line 4: the corners of the contact must go round a rectangle whose sides are "
               "0.02 to 1 long\n"},
        {{MANIFEST, PARTS, "T:\nT:\n"}, PARTS ": line 2: duplicate key \"T\"\n"},
        {{MANIFEST, PARTS, "T:\n", "components/q.jecs", "T:\n"},
         "components/q.jecs: line 1: \"M.T\" is defined twice\n"},
        {{PARTS, "T:\n"},
         PARTS ": the mod has no manifest.jecs with its ID; the file is left out\n"},
        {{"manifest.jecs", "Name: x\n", PARTS, "T:\n"},
         "manifest.jecs: \"ID\" is missing; the components of the mod are left out\n"},
        {{"manifest.jecs", "\tID: x\n", PARTS, "T:\n"},
         "manifest.jecs: line 1: a tab; indent with spaces\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes warnings = {0};
        ow_mods *mods = mods_of(rows[i].texts, &warnings);
        put_u8(&warnings, 0);
        if (strcmp((char *)warnings.data, rows[i].warnings) != 0)
            ROW_FAILED("row %zu: \"%s\"\n", i, warnings.data);
        assert_true(mods->type_count <= 1);
        ow_mods_free(mods);
        bytes_free(&warnings);
        ow_mods_free(mods_of(rows[i].texts, NULL));
    }
}

/* A text of `count` times `line` behind `head`. */
static struct bytes repeated(const char *head, const char *line, unsigned count)
{
    struct bytes text = {0};
    put_raw(&text, head, strlen(head));
    for (unsigned i = 0; i < count; i++) {
        char numbered[64];
        int size = snprintf(numbered, sizeof numbered, line, i);
        put_raw(&text, numbered, (size_t)size);
    }
    put_u8(&text, 0);
    return text;
}

static void counts_are_bounded(void **state)
{
    (void)state;
    static const struct {
        const char *head, *line;
        unsigned count, types;
        const char *warning;
    } rows[] = {
        {TYPE("        blocks:\n"), "            -\n", OW_MOD_BLOCKS, 1, ""},
        {TYPE("        blocks:\n"), "            -\n", OW_MOD_BLOCKS + 1, 0,
         PARTS ": line 3: \"blocks\" has 257 elements; at most 256 are read\n"},
        {TYPE("        outputs:\n"), "            -\n", OW_MOD_PEGS, 1, ""},
        {TYPE("        outputs:\n"), "            -\n", OW_MOD_PEGS + 1, 0,
         PARTS ": line 3: \"outputs\" has 1025 elements; at most 1024 are read\n"},
        {"", "T%u:\n", OW_MOD_TYPES + 2, OW_MOD_TYPES,
         PARTS ": line 16385: there are more than 16384 types; the others are left out\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes warnings = {0}, text = repeated(rows[i].head, rows[i].line, rows[i].count);
        ow_mods *mods = mods_of_text((const char *)text.data, &warnings);
        put_u8(&warnings, 0);
        assert_string_equal((char *)warnings.data, rows[i].warning);
        assert_int_equal(mods->type_count, rows[i].types);
        ow_mods_free(mods);
        bytes_free(&warnings);
        bytes_free(&text);
    }
}

static const char *const demo[] = {MANIFEST,
                                   PARTS,
                                   "S:\n    prefab:\n        inputs:\n            -\n" SOCKET
                                   "N:\n    prefab:\n        blocks:\n            -\n"
                                   "                color: 112233\n"
                                   "        inputs:\n            -\n    logicCode: M.N\n",
                                   OW_MOD_TYPES_FILE,
                                   "{\"types\": [{\"name\": \"M.N\", \"inputs\": 1, \"outputs\": "
                                   "1, \"table\": \"10\"}]}",
                                   NULL};

static void a_scene_has_the_shapes_of_mods(void **state)
{
    (void)state;
    ow_mods *mods = mods_of(demo, NULL);
    ow_document document = circuit_document("M.N/1/0:1 M.N/1/1:2 M.X/1/0:3 inverter:4 M.S/1/0:5");
    ow_scene_options options = {.mods = mods};
    ow_scene scene, plain;
    ow_error error;
    assert_int_equal(ow_scene_open_document(&document, NULL, &options, &scene, &error), OW_OK);
    assert_int_equal(ow_scene_open_document(&document, NULL, NULL, &plain, &error), OW_OK);
    assert_int_equal(scene.types[scene.items[0].type].color.blue, 0x33);
    assert_int_equal(scene.items[0].flags, 0);
    assert_int_equal(scene.items[1].flags, OW_INFERRED_SHAPE); /* an output too many */
    assert_int_equal(scene.items[2].flags, plain.items[2].flags);
    assert_int_equal(scene.items[3].flags, 0);
    assert_int_equal(scene.shapes[scene.items[0].shape].part_count, 2);
    assert_int_equal(scene.shapes[scene.items[4].shape].part_count, 1);
    assert_int_equal(plain.shapes[plain.items[4].shape].part_count, 2);
    assert_int_not_equal(scene.items[0].shape, scene.items[2].shape);
    ow_scene_close(&scene);
    ow_scene_close(&plain);
    ow_close(&document);
    ow_mods_free(mods);
}

static void a_circuit_has_the_contacts_of_mods(void **state)
{
    (void)state;
    ow_mods *mods = mods_of(demo, NULL);
    ow_circuit_options options = {.mods = mods};
    ow_document document =
        circuit_document("M.S/1/0:1 M.S/1/0:2 2@0,0,300 2^2 chubby:3 3@150,0,300 3^2 M.N/1/1:4");
    ow_circuit circuit;
    ow_error error;
    assert_int_equal(ow_circuit_open(&document, &options, NULL, &circuit, &error), OW_OK);
    assert_int_equal(circuit.contacts, 2);
    assert_int_equal(circuit.unknown, 0);
    assert_int_equal(circuit.components[0].logic, OW_LOGIC_NONE);
    assert_int_equal(circuit.components[3].logic, OW_LOGIC_TABLE);
    ow_mods_free(mods);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

/* What the caller says of a type counts more than what its mod says. */
static void the_types_of_the_caller_take_precedence(void **state)
{
    (void)state;
    ow_mods *mods = mods_of(demo, NULL);
    ow_circuit_options options = {
        .mods = mods,
        .types_json = OW_LITERAL("{\"types\": [{\"name\": \"M.N\", \"like\": \"MHG.Inverter\"}]}")};
    ow_document document = circuit_document("M.N/1/1:1");
    ow_circuit circuit;
    ow_error error;
    assert_int_equal(ow_circuit_open(&document, &options, NULL, &circuit, &error), OW_OK);
    assert_int_equal(circuit.components[0].logic, OW_LOGIC_INVERTER);
    assert_int_equal(circuit.table_count, 1);
    ow_circuit_close(&circuit);
    ow_mods_free(mods);
    static const char *const broken[] = {"a/manifest.jecs", "ID: M\n", "a/" OW_MOD_TYPES_FILE,
                                         "{\"types\": 5}", NULL};
    options = (ow_circuit_options){.mods = mods = mods_of(broken, NULL)};
    assert_int_equal(ow_circuit_open(&document, &options, NULL, &circuit, &error), OW_BAD_JSON);
    assert_non_null(strstr(error.message, "a/" OW_MOD_TYPES_FILE ", line 1, column 11"));
    ow_mods_free(mods);
    ow_close(&document);
}

static void note_issue(void *context, const ow_issue *issue)
{
    struct bytes *found = context;
    char line[600];
    int size = snprintf(line, sizeof line, "%s %s: %s\n", issue->code->code, issue->pointer,
                        issue->message);
    put_raw(found, line, (size_t)size);
}

static void a_check_holds_components_against_mods(void **state)
{
    (void)state;
    static const struct {
        const char *circuit, *issues;
    } rows[] = {
        {"M.N/1/0:1 M.S/1/0:2 MHG.Strange/5/5:3 Other.Type/1/1:4 Nodot/1/1:5", ""},
        {"M.S/1/0:1 M.N/1/2:2",
         "FOLDER_MOD_PEGS /components/1: 1 input and 2 outputs; M.N has 1 and 0 (" PARTS
         ", line 19)\n"},
        {"M.T/1/0:1",
         "FOLDER_MOD_TYPE_MISSING /component_types/0: the mod does not have the type \"M.T\"\n"},
    };
    ow_mods *mods = mods_of(demo, NULL);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = circuit_document(rows[i].circuit);
        struct bytes found = {0};
        const ow_check_options check = {.issue = note_issue, .issue_context = &found};
        ow_check_totals totals;
        assert_int_equal(ow_check_mods(&document, mods, NULL, &check, &totals, NULL), OW_OK);
        put_u8(&found, 0);
        if (strcmp((char *)found.data, rows[i].issues) != 0)
            ROW_FAILED("row %zu: \"%s\"\n", i, found.data);
        assert_int_equal(totals.warnings, *rows[i].issues ? 1 : 0);
        bytes_free(&found);
        ow_close(&document);
    }
    ow_mods_free(mods);
}

static void arguments_are_asked_for(void **state)
{
    (void)state;
    static const char *const unknown[] = {"BLOTTER_BROKEN", NULL};
    const ow_folder nothing = {0}, none = {.file_count = 1};
    const ow_folder_file odd = {.path = OW_LITERAL("components/../x")};
    const ow_folder strange = {.files = &odd, .file_count = 1};
    const ow_check_options check = {.only = unknown};
    ow_document document = circuit_document("inverter:1"), closed = {0}, level;
    ow_mods *mods = NULL;
    assert_int_equal(ow_mods_read(NULL, NULL, NULL, NULL, &mods, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_mods_read(&none, NULL, NULL, NULL, &mods, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_mods_read(&nothing, NULL, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_mods_read(&strange, NULL, NULL, NULL, &mods, NULL), OW_BAD_ARGUMENT);
    assert_null(mods);
    assert_int_equal(ow_mods_read(&nothing, NULL, NULL, NULL, &mods, NULL), OW_OK);
    assert_int_equal(mods->type_count, 0);
    assert_int_equal(ow_check_mods(&closed, mods, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_check_mods(&document, NULL, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_check_mods(&document, mods, NULL, &check, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_new(ow_format_by_name("leveld"), NULL, &level, NULL), OW_OK);
    assert_int_equal(ow_check_mods(&level, mods, NULL, NULL, NULL, NULL), OW_OK);
    ow_mods_free(mods);
    ow_close(&level);
    ow_close(&document);
}

/* Refuses each allocation in turn. */
static void each_allocation_may_fail(void **state)
{
    (void)state;
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(demo, files);
    ow_document document = circuit_document("M.N/1/1:1 M.S/1/0:2");
    ow_status status = OW_NO_MEMORY;
    for (unsigned refused = 1; status != OW_OK; refused++) {
        struct ledger ledger = {.refuse = refused};
        const ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        ow_mods *mods = NULL;
        status = ow_mods_read(&folder, &options, NULL, NULL, &mods, &error);
        if (status == OW_OK)
            status = ow_check_mods(&document, mods, &options, NULL, NULL, &error);
        assert_true(status == OW_OK || (status == OW_NO_MEMORY && *error.message));
        ow_mods_free(mods);
        assert_int_equal(ledger.blocks, 0);
        assert_true(refused < 200);
    }
    ow_close(&document);
}

/* Raises the limit of memory step by step. */
static void each_limit_is_kept(void **state)
{
    (void)state;
    struct bytes text = repeated("", "T%u:\n", 100);
    const char *const texts[] = {MANIFEST,          PARTS, (const char *)text.data,
                                 OW_MOD_TYPES_FILE, "{}",  NULL};
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    ow_status status = OW_TOO_MUCH_MEMORY;
    for (uint64_t limit = 1000; status != OW_OK; limit += 100) {
        const ow_options options = {.max_memory = limit};
        ow_error error = {0};
        ow_mods *mods = NULL;
        status = ow_mods_read(&folder, &options, NULL, NULL, &mods, &error);
        assert_true(status == OW_OK || (status == OW_TOO_MUCH_MEMORY && *error.message && !mods));
        ow_mods_free(mods);
        assert_true(limit < 1 << 20);
    }
    bytes_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mods_are_found_at_any_depth),
        cmocka_unit_test(blocks_stand_where_the_text_says),
        cmocka_unit_test(pegs_stand_where_the_text_says),
        cmocka_unit_test(logic_is_known_of_few),
        cmocka_unit_test(errors_name_file_and_line),
        cmocka_unit_test(counts_are_bounded),
        cmocka_unit_test(a_scene_has_the_shapes_of_mods),
        cmocka_unit_test(a_circuit_has_the_contacts_of_mods),
        cmocka_unit_test(the_types_of_the_caller_take_precedence),
        cmocka_unit_test(a_check_holds_components_against_mods),
        cmocka_unit_test(arguments_are_asked_for),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(each_limit_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
