/* Values in a player's words: set in worlds of every format. */
#include "support/test.h"

#include "support/documents.h"
#include "support/ledger.h"

#define SAVE(version, position, type, data)                                                        \
    "{'format': 'blotter', 'version': " #version                                                   \
    ", 'game_version': [0, 92, 3, 57], 'save_type': 'world', 'mods': [], 'component_types': "      \
    "[{'id': 0, 'name': 'MHG.CircuitBoard'}, {'id': 1, 'name': 'MHG.PanelLabel'}, {'id': 2, "      \
    "'name': 'MHG.Switch'}, {'id': 3, 'name': 'MHG.Peg'}], 'components': [{'address': 7, "         \
    "'parent': 0, 'type': " #type ", 'position': " position                                        \
    ", 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [], 'outputs': [], 'custom_data': " data        \
    "}], 'wires': [], 'circuit_states': ''}"
#define BOARD SAVE(7, "[0, 0, 0]", 0, "'AQL/AgAAAAMAAAA='")
#define LABEL SAVE(7, "[151, 0, 0]", 1, "'AQAAACYmJs3MTD8BAgAAAEMwAQAAAAEAAAAAAAAA'")
#define LARGE                                                                                      \
    SAVE(7, "[151, 0, 0]", 1,                                                                      \
         "'AQAAACYmJgBAHEYBAgAAAEMwAQAAAAEAAAAAAAAA'") /* its font has size 10,000 */
#define LARGER  SAVE(7, "[151, 0, 0]", 1, "'AQAAACYmJgFAHEYBAgAAAEMwAQAAAAEAAAAAAAAA'")
#define SWITCH  SAVE(7, "[0, 0, 0]", 2, "'mkgNAg=='")
#define PEG     SAVE(6, "[0, 0, 0]", 3, "null")
#define UNNAMED SAVE(7, "[0, 0, 0]", 9, "null")
#define OLD     SAVE(5, "[0.14999981, 0.0, 0.0]", 3, "null")
#define LEVEL                                                                                      \
    "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'META', "           \
    "'timestamp': '1700000000', 'level_id': '', 'name': '', 'author': '', 'description': ''}, "    \
    "{'id': 'MESH', 'tile_width': 16, 'tile_height': 8, 'width': 2, 'height': 1, 'layers': "       \
    "[[5, 32773]]}, {'id': 'THNG', 'things': [{'id': 1, 'tag': 0, 'x': 33, 'y': 20, "              \
    "'layer_id': 0, 'flags': 0, 'metadata': ''}]}, {'id': 'PATH', 'paths': [{'looping': 0, "       \
    "'tag': 0, 'layer_id': 0, 'points': [{'x': 16, 'y': 8, 'value': 0}]}]}]}"
#define CITY                                                                                       \
    "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': '', 'terrain': {'kind': 'image', "  \
    "'image_path': 'a', 'z_scale': 0.1}, 'meta_things': ['oak', 'pine'], 'things': "               \
    "[{'meta_thing': 0, 'direction': 2, 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': ''}]}"
#define BUILD                                                                                      \
    "{'format': 'structure', 'version': 6, 'colors': [57540, 65535], 'rotations': null, 'roots': " \
    "[{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'bounds_center': [1, 0, 0], 'bounds_size': "  \
    "[4, 4, 4], 'last_block': 0}], 'blocks': [{'position': [0, 0, 0], 'rotation': [0, 0, 0], "     \
    "'id': 28, 'mask': 52, 'color_index': 1}]}"

/* A value that is set, and what is in the document then; `fragment` "": the document does not
 * change. */
static const struct {
    const char *what, *json, *place, *value, *fragment;
} rows[] = {
    {"a colour by digits", BOARD, "/components/0/board/color", "#F80", "'/4gAAgAAAAMAAAA='"},
    {"a colour by name", BOARD, "/components/0/board/color", "Orange", "'/6UAAgAAAAMAAAA='"},
    {"a size", BOARD, "/components/0/board/size_x", "5", "'AQL/BQAAAAMAAAA='"},
    {"several fields at once", BOARD, "/components/0/board", "{\"size_x\": 5, \"size_z\": 6}",
     "'AQL/BQAAAAYAAAA='"},
    {"the same colour", BOARD, "/components/0/board/color", "#0102ff", ""},
    {"a text of another length", LABEL, "/components/0/label/text", "\"ABC\"",
     "'AQAAACYmJs3MTD8BAwAAAEFCQwEAAAABAAAAAAAAAA=='"},
    {"the largest font", LABEL, "/components/0/label/font_size", "10000",
     "'AQAAACYmJgBAHEYBAgAAAEMwAQAAAAEAAAAAAAAA'"},
    {"a text in the largest font", LARGE, "/components/0/label/text", "AB",
     "'AQAAACYmJgBAHEYBAgAAAEFCAQAAAAEAAAAAAAAA'"},
    {"a text that is a number", LABEL, "/components/0/label/text", "12",
     "'AQAAACYmJs3MTD8BAgAAADEyAQAAAAEAAAAAAAAA'"},
    {"a text that is no UTF-8", LABEL, "/components/0/label/text", "{\"base64\": \"gIA=\"}",
     "'AQAAACYmJs3MTD8BAgAAAICAAQAAAAEAAAAAAAAA'"},
    {"a line ends as the game has it", LABEL, "/components/0/label/text", "\"A\\nB\"",
     "'AQAAACYmJs3MTD8BAwAAAEELQgEAAAABAAAAAAAAAA=='"},
    {"a switch that is on by an odd byte stays", SWITCH, "/components/0/switch/on", "true", ""},
    {"off, in the words of show", SWITCH, "/components/0/switch/on", "no", "'mkgNAA=='"},
    {"a type without its mod", PEG, "/components/0/type", "Switch", "'type': 2"},
    {"squares", PEG, "/components/0/place/1", "2.5", "'position': [0, 750, 0]"},
    {"a list of squares", PEG, "/components/0/place", "[1, -2, 0.01]",
     "'position': [300, -600, 3]"},
    {"what is shown rounded stays", LABEL, "/components/0/place/0", "0.503", ""},
    {"squares of old versions", OLD, "/components/0/place/0", "0.5", ""},
    {"a move in an old version", OLD, "/components/0/place/0", "1", "'position': [0.3, 0.0, 0.0]"},
    {"degrees", PEG, "/components/0/degrees/1", "90",
     "'rotation': [0.0, 0.70710677, 0.0, 0.70710677]"},
    {"degrees of 0 stay", PEG, "/components/0/degrees", "[0, 0, 0]", ""},
    {"a date", LEVEL, "/blocks/0/timestamp", "2024-02-29", "'timestamp': '1709164800'"},
    {"a date with a time", LEVEL, "/blocks/0/timestamp", "2023-11-14T22:13:21Z",
     "'timestamp': '1700000001'"},
    {"a time without seconds", LEVEL, "/blocks/0/timestamp", "2024-02-29T18:30",
     "'timestamp': '1709231400'"},
    {"a number of seconds", LEVEL, "/blocks/0/timestamp", "\"5\"", "'timestamp': '5'"},
    {"a cell in words", LEVEL, "/blocks/1/layers/0/0", "tile 3, impassable", "[32771, 32773]"},
    {"cells of a level", LEVEL, "/blocks/2/things/0/place", "[1.5, 2]", "'x': 24, 'y': 16"},
    {"a pixel beside the cell stays", LEVEL, "/blocks/2/things/0/place/0", "2.062", ""},
    {"a point of a path", LEVEL, "/blocks/3/paths/0/points/0/place/1", "3", "'x': 16, 'y': 24"},
    {"a name of a thing", CITY, "/things/0/meta_thing", "pine", "'meta_thing': 1"},
    {"an eighth of a turn", CITY, "/things/0/degrees", "-45", "'direction': 7"},
    {"a colour of a table", BUILD, "/colors/0", "red", "'colors': [63488, 65535]"},
    {"a colour as show prints it", BUILD, "/colors/0", "#e71821, or #2118e7 if red is low", ""},
    {"a colour that the table has", BUILD, "/blocks/0/color_index", "#e71821", "'color_index': 0"},
    {"a type of blocks", BUILD, "/blocks/0/id", "Wood block", "'id': 1"},
    {"the edge of the bounds", BUILD, "/blocks/0/place/0", "3", "'position': [16384, 0, 0]"},
    {"a place in the bounds", BUILD, "/blocks/0/place/0", "2", "'position': [8192, 0, 0]"},
    {"by a selector", PEG, "C-7/place/0", "1", "'position': [300, 0, 0]"},
    {"by the name of a type", LABEL, "type:PanelLabel/label/align_x", "2",
     "'AgAAACYmJs3MTD8BAgAAAEMwAQAAAAEAAAAAAAAA'"},
};

static void values_in_words_are_set(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].json), changed;
        ow_setting setting = {
            .place = rows[i].place, .value = rows[i].value, .size = strlen(rows[i].value)};
        ow_error error = {0};
        char *before = text_of(&document);
        if (ow_set_values(&document, &setting, 1, NULL, &changed, &error) != OW_OK) {
            ROW_FAILED("%s: %s\n", rows[i].what, error.message);
        } else {
            char *after = text_of(&changed);
            if (*rows[i].fragment ? !strstr(after, rows[i].fragment) : strcmp(before, after) != 0)
                ROW_FAILED("%s: %s is not in %s\n", rows[i].what, rows[i].fragment, after);
            free(after);
            ow_close(&changed);
        }
        free(before);
        ow_close(&document);
    }
}

static const struct {
    const char *json, *place, *value;
    ow_status status;
    const char *message;
} refused[] = {
    {BOARD, "/components/0/board/color", "blu", OW_BAD_JSON,
     "\"blu\" is not a colour such as #ff8800 or orange (did you mean \"blue\"?)"},
    {BOARD, "/components/0/board/size_x", "0", OW_BAD_JSON,
     "\"0\" is not a whole number from 1 to 10000"},
    {LABEL, "/components/0/label/font_size", "10001", OW_BAD_JSON,
     "\"10001\" is not a number above 0, up to 10000"},
    {LABEL, "/components/0/label/font_size", "0", OW_BAD_JSON,
     "\"0\" is not a number above 0, up to 10000"},
    {LARGER, "/components/0/label/text", "AB", OW_NOT_THERE,
     "the custom data is not what MHG.PanelLabel has, so it has no fields to set"},
    {BOARD, "/components/0/board/sizex", "1", OW_NOT_THERE,
     "there is no \"sizex\" (did you mean \"size_x\"?)"},
    {BOARD, "/components/0/label/text", "a", OW_NOT_THERE,
     "there is no \"label\": C-7 is a MHG.CircuitBoard"},
    {BOARD, "/components/0/boardx/color", "red", OW_NOT_THERE,
     "there is no member \"boardx\" (did you mean \"board\"?)"},
    {BOARD, "/components/0/place/3", "1", OW_BAD_JSON, "the value has no such element"},
    {BOARD, "/components/0/place/0", "1e30", OW_BAD_JSON,
     "1000000015047466219876688855040 squares are farther than a save has room for"},
    {BOARD, "/components/9/place/0", "1", OW_NOT_THERE, "there is no element 9: the list has 1"},
    {PEG, "/components/0/type", "Pegs", OW_BAD_JSON,
     "the save has no type \"Pegs\" (did you mean \"MHG.Peg\"?); overworld replace --type adds "
     "one"},
    {SWITCH, "/components/0/switch/on", "maybe", OW_BAD_JSON, "\"maybe\" is not true or false"},
    {LEVEL, "/blocks/0/timestamp", "2023-02-30", OW_BAD_JSON,
     "\"2023-02-30\" is not a date from 1990 to 2099 such as 2024-02-29 or 2024-02-29T18:30:00Z"},
    {LEVEL, "/blocks/1/layers/0/0", "tile 40000", OW_BAD_JSON,
     "a cell is a number, \"tile 5\" or \"tile 5, impassable\""},
    {LEVEL, "/blocks/2/things/0/place/0", "-1", OW_BAD_JSON,
     "a level has places from 0 to 4294967295 pixels"},
    {CITY, "/things/0/meta_thing", "pin", OW_BAD_JSON,
     "the city has no \"pin\" (did you mean \"pine\"?); overworld replace --type adds a name"},
    {CITY, "/things/0/degrees", "30", OW_BAD_JSON,
     "a thing is turned by multiples of 45 degrees, from 0 to 315"},
    {BUILD, "/blocks/0/color_index", "red", OW_BAD_JSON,
     "the table of colours has no red; set /colors/0 and the like change it"},
    {BUILD, "/blocks/0/place/0", "3.5", OW_BAD_JSON,
     "3.5 is outside the bounds of root 0, which positions are parts of"},
    {BUILD, "/blocks/0/id", "Wood blck", OW_BAD_JSON,
     "\"Wood blck\" is no type of blocks (did you mean \"Wood block\"?)"},
    {BOARD, "/components/9/board/color", "red", OW_NOT_THERE,
     "there is no element 9: the list has 1"},
    {BOARD, "/components/9/degrees/0", "1", OW_NOT_THERE, "there is no element 9: the list has 1"},
    {BOARD, "/components/0/degrees/3", "1", OW_BAD_JSON, "the value has no such element"},
    {BOARD, "/components/0/degrees/0", "x", OW_BAD_JSON, "\"x\" is not a number"},
    {UNNAMED, "/components/0/label/text", "a", OW_NOT_THERE,
     "C-7 has type 9, which the save does not name"},
    {LABEL, "/components/0/label", "{\"a*\": 1}", OW_NOT_THERE, "there is no \"a*\""},
    {LEVEL, "/blocks/0/things/0/place/0", "1", OW_NOT_THERE, "there is no such record"},
    {LEVEL, "/blocks/3/paths/0/points/1/place/0", "1", OW_NOT_THERE, "there is no such record"},
    {LEVEL, "/blocks/3/paths/1/points/0/place/0", "1", OW_NOT_THERE, "there is no such record"},
    {LEVEL, "/blocks/0/timestamp", "2024-02", OW_BAD_JSON,
     "\"2024-02\" is not a date from 1990 to 2099 such as 2024-02-29 or 2024-02-29T18:30:00Z"},
    {LEVEL, "/blocks/0/timestamp", "2024-02-29T", OW_BAD_JSON,
     "\"2024-02-29T\" is not a date from 1990 to 2099 such as 2024-02-29 or 2024-02-29T18:30:00Z"},
    {LEVEL, "/blocks/0/timestamp", "2024-02-29T25:00:00", OW_BAD_JSON,
     "\"2024-02-29T25:00:00\" is not a date from 1990 to 2099 such as 2024-02-29 or "
     "2024-02-29T18:30:00Z"},
    {LEVEL, "/blocks/0/timestamp", "2024-02-29T18:30:00+01:00", OW_BAD_JSON,
     "\"2024-02-29T18:30:00+01:00\" is not a date from 1990 to 2099 such as 2024-02-29 or "
     "2024-02-29T18:30:00Z"},
    {LEVEL, "/blocks/0/timestamp", "20240229x", OW_BAD_JSON,
     "\"20240229x\" is not a date from 1990 to 2099 such as 2024-02-29 or 2024-02-29T18:30:00Z"},
    {LEVEL, "/blocks/1/layers/0/0", "tile x", OW_BAD_JSON,
     "a cell is a number, \"tile 5\" or \"tile 5, impassable\""},
    {BUILD, "/colors/0", "nocolor", OW_BAD_JSON,
     "\"nocolor\" is not a colour such as #ff8800 or orange"},
    {BUILD, "/blocks/0/color_index", "nocolor", OW_BAD_JSON,
     "\"nocolor\" is not a colour such as #ff8800 or orange"},
    {BUILD, "/colors/0", "#12345", OW_BAD_JSON,
     "\"#12345\" is not a colour such as #ff8800 or orange"},
    {BUILD, "/colors/0", "#12345g", OW_BAD_JSON,
     "\"#12345g\" is not a colour such as #ff8800 or orange"},
    {BUILD, "/blocks/0/place/3", "1", OW_BAD_JSON, "the value has no such element"},
    {BUILD, "/blocks/9/place/0", "1", OW_NOT_THERE, "there is no such block that stands in a root"},
    {PEG, "C-8/place/0", "1", OW_NOT_THERE, "no record in /components has the address 8"},
    {PEG, "type:Pge/place/0", "1", OW_NOT_THERE,
     "no record matches \"type:Pge\" (did you mean \"type:MHG.Peg\"?)"},
};

static void what_cannot_be_set_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(refused); i++) {
        ow_document document = document_of(refused[i].json), changed = {0};
        ow_setting setting = {
            .place = refused[i].place, .value = refused[i].value, .size = strlen(refused[i].value)};
        ow_error error = {0};
        ow_status status = ow_set_values(&document, &setting, 1, NULL, &changed, &error);
        if (status != refused[i].status || strcmp(error.message, refused[i].message) != 0)
            ROW_FAILED("%s = %s: %d %s\n", refused[i].place, refused[i].value, (int)status,
                       error.message);
        ow_close(&changed);
        ow_close(&document);
    }
}

static void settings_need_a_place_and_a_value(void **state)
{
    (void)state;
    ow_document document = document_of(PEG), changed = {0};
    const ow_setting settings[] = {{NULL, "1", 1, {0}}, {"/components/0/place/0", NULL, 0, {0}}};
    for (size_t i = 0; i < LENGTH(settings); i++)
        assert_int_equal(ow_set_values(&document, &settings[i], 1, NULL, &changed, NULL),
                         OW_BAD_ARGUMENT);
    ow_close(&document);
}

static void places_that_are_too_long_are_refused(void **state)
{
    (void)state;
    char place[600];
    ow_document document = document_of(PEG), changed = {0};
    static const struct {
        const char *begin;
        size_t size;
    } places[] = {{"C-7/", 599}, {"C-7/", 505}, {"type:Peg/", 511}, {"type:", 512}};
    for (size_t i = 0; i < LENGTH(places); i++) {
        memset(place, 'a', sizeof place);
        memcpy(place, places[i].begin, strlen(places[i].begin));
        place[places[i].size] = '\0';
        const ow_setting setting = {place, "1", 1, {0}};
        ow_error error = {0};
        if (ow_set_values(&document, &setting, 1, NULL, &changed, &error) != OW_BAD_ARGUMENT ||
            !strstr(error.message, "... is too long"))
            ROW_FAILED("%s, %zu bytes: %s\n", places[i].begin, places[i].size, error.message);
    }
    ow_close(&document);
}

/* Decoded fields, fields of the file that they are decoded from, and decoded ones again: in this
 * order. */
static void settings_follow_each_other(void **state)
{
    (void)state;
    static const struct {
        const char *place, *value;
    } settings[] = {
        {"/components/0/board/size_x", "5"},
        {"/components/0/custom_data", "\"AQL/AgAAAAMAAAA=\""},
        {"/components/0/board/size_z", "9"},
        {"/components/0/parent", "7"},
        {"/components/0/board/color", "black"},
    };
    ow_setting list[LENGTH(settings)] = {{0}};
    ow_document document = document_of(BOARD), changed;
    for (size_t i = 0; i < LENGTH(settings); i++)
        list[i] = (ow_setting){.place = settings[i].place,
                               .value = settings[i].value,
                               .size = strlen(settings[i].value)};
    assert_int_equal(ow_set_values(&document, list, LENGTH(list), NULL, &changed, NULL), OW_OK);
    assert_has(&changed, "'parent': 7", true);
    assert_has(&changed, "'AAAAAgAAAAkAAAA='", true);
    ow_close(&changed);
    list[3].value = "x";
    assert_int_equal(ow_set_values(&document, list, LENGTH(list), NULL, &changed, NULL),
                     OW_BAD_JSON);
    assert_null(changed.format);
    ow_close(&document);
}

static void one_value_is_set_as_json(void **state)
{
    (void)state;
    ow_document document = document_of(PEG), changed;
    const char *json = "[1, 2, 3]", *bare = "Switch";
    assert_int_equal(
        ow_set(&document, "/components/0/place", json, strlen(json), NULL, &changed, NULL), OW_OK);
    assert_has(&changed, "'position': [300, 600, 900]", true);
    ow_close(&changed);
    assert_int_equal(
        ow_set(&document, "/components/0/type", bare, strlen(bare), NULL, &changed, NULL),
        OW_BAD_ARGUMENT);
    assert_int_equal(ow_set_values(&document, NULL, 0, NULL, &changed, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_set(&document, "/components/0/place", "[\"x\"]", 5, NULL, &changed, NULL),
                     OW_BAD_JSON);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_in_words_are_set),
        cmocka_unit_test(what_cannot_be_set_is_refused),
        cmocka_unit_test(settings_follow_each_other),
        cmocka_unit_test(settings_need_a_place_and_a_value),
        cmocka_unit_test(places_that_are_too_long_are_refused),
        cmocka_unit_test(one_value_is_set_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
