/* Colours of displays that a part takes along into the folder of another world. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/documents.h"
#include "../support/folders.h"
#include "../support/ledger.h"

/* A subassembly of displays. Configurations are 4 bytes in front of the custom data. */
#define WORLD(components)                                                                          \
    "{\"format\": \"blotter\", \"version\": 7, \"game_version\": [0, 92, 3, 57],"                  \
    " \"save_type\": \"world\", \"mods\": [], \"component_types\": ["                              \
    "{\"id\": 1, \"name\": \"MHG.StandingDisplay\"}, {\"id\": 2, \"name\": \"MHG.PanelDisplay\"}," \
    " {\"id\": 3, \"name\": \"CheeseUtilMod.HexResizable\"}], \"components\": [" components "],"   \
    " \"wires\": [], \"circuit_states\": \"AA==\"}"
#define COMPONENT(type, inputs, data)                                                              \
    "{\"address\": " #type ", \"parent\": 0, \"type\": " #type ", \"position\": [0, 0, 0],"        \
    " \"rotation\": [0, 0, 0, 1], \"inputs\": " inputs ", \"outputs\": [], \"custom_data\": "      \
    "\"" data "\"}"
#define STANDING(data) COMPONENT(1, "[0]", data)
#define FIRST          "AAAAAA==" /* configuration 0 */
#define SECOND         "AQAAAA==" /* 1 */
#define HIGH           "/wAAAA==" /* 255 */
#define BEYOND         "AAEAAA==" /* 256 */
#define MANY           COMPONENT(1, "[" SIXTEEN ", 0]", FIRST)
#define SIXTEEN        "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"
#define PANEL          COMPONENT(2, "[0]", "AAAAAAIAAAADAAAA") /* 0, of 2 by 3 squares */
#define HEX            COMPONENT(3, "[0]", "AAAAAQAAAA==")     /* has no number */

#define PLACE(inputs, name) "ExtraData/MHG.DisplayConfigurations/" #inputs "_pegs/" name
#define RED                 "Data:\n  - 000000\n  - FF0000\n"
#define RED_AGAIN           "DataType: x\nData: # same\n    - 000000\n    - ff0000"
#define BLUE                "Data:\n  - 000000\n  - 0000FF\n"

/* Each text in a line: its path in the folder of configurations, "!" if it clashes, "~" if it is
 * changed, and the end of its bytes. */
static void note_text(void *context, const ow_carried_text *text)
{
    struct bytes *found = context;
    static const char folder[] = "ExtraData/MHG.DisplayConfigurations/";
    assert_int_equal(strncmp(text->path, folder, sizeof folder - 1), 0);
    const char *name = text->path + sizeof folder - 1;
    put_raw(found, text->clashes ? "!" : text->replaces ? "~" : "+", 1);
    put_raw(found, name, strlen(name));
    put_raw(found, text->clashes ? "" : ":", text->clashes ? 0 : 1);
    for (size_t i = 0; i < text->bytes.size; i++)
        put_raw(found, text->bytes.data[i] == '\n' ? "|" : (const char *)text->bytes.data + i, 1);
    put_raw(found, " ", 1);
}

/* The configurations of the displays, and how much data they have. */
static void note_displays(struct bytes *found, const ow_document *document)
{
    const ow_blotter_save *save = document->as.blotter;
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_bytes data = save->components[i].custom_data;
        char text[32];
        snprintf(text, sizeof text, "%u/%u;", data.data[0] + 256u * data.data[1],
                 (unsigned)data.size);
        put_raw(found, text, strlen(text));
    }
}

static void displays_keep_their_colors(void **state)
{
    (void)state;
    static const struct {
        const char *world, *world_texts[2 * MOST_FILES];
        const char *part, *part_texts[2 * MOST_FILES];
        const char *found;
    } rows[] = {
        /* nothing to take along */
        {WORLD(""), {NULL}, WORLD(STANDING(FIRST)), {NULL}, "0/4;"},
        {WORLD(""), {NULL}, WORLD(""), {PLACE(1, "Configuration0.jecs"), RED}, ""},
        {WORLD(""),
         {NULL},
         WORLD(STANDING(SECOND)),
         {PLACE(1, "Configuration0.jecs"), RED},
         "1/4;"},
        {WORLD(""),
         {NULL},
         WORLD(COMPONENT(1, "[0, 0]", FIRST)),
         {PLACE(1, "Configuration0.jecs"), RED},
         "0/4;"},
        /* a free number stays */
        {WORLD(""),
         {NULL},
         WORLD(STANDING(FIRST)),
         {PLACE(1, "Configuration0.succ"), "x"},
         "+1_pegs/Configuration0.succ:x 0/4;"},
        {WORLD(""),
         {PLACE(1, "_Order.succ"), "Data:\n  - 3\n"},
         WORLD(STANDING(SECOND)),
         {PLACE(1, "Configuration1.jecs"), "a", PLACE(1, "Configuration1.succ"), "b"},
         "+1_pegs/Configuration1.jecs:a ~1_pegs/_Order.succ:Data:|  - 3|  - 1| 1/4;"},
        /* the same colours are there */
        {WORLD(""),
         {PLACE(1, "Configuration0.jecs"), RED},
         WORLD(STANDING(FIRST)),
         {PLACE(1, "Configuration0.succ"), RED_AGAIN},
         "0/4;"},
        {WORLD(""),
         {PLACE(1, "Configuration0.jecs"), "x"},
         WORLD(STANDING(FIRST)),
         {PLACE(1, "Configuration0.succ"), "x"},
         "0/4;"},
        {WORLD(""),
         {PLACE(1, "Configuration0.jecs"), BLUE, PLACE(1, "Configuration9.jecs"), RED},
         WORLD(STANDING(FIRST) "," PANEL),
         {PLACE(1, "Configuration0.succ"), RED_AGAIN},
         "9/4;9/12;"},
        /* a new number: free in both, and in the order */
        {WORLD(STANDING(SECOND)),
         {PLACE(1, "Configuration0.jecs"), BLUE, PLACE(1, "_Order.jecs"), "Data:\n - 0\n",
          PLACE(2, "_Order.jecs"), "Data:\n - 0\n"},
         WORLD(STANDING(FIRST) "," PANEL),
         {PLACE(1, "Configuration0.succ"), RED, PLACE(1, "Configuration2.succ"), "",
          PLACE(1, "_Order.jecs"), "Data:\n - 7\n"},
         "+1_pegs/Configuration3.succ:Data:|  - 000000|  - FF0000| "
         "~1_pegs/_Order.jecs:Data:| - 0| - 3| 3/4;3/12;"},
        {WORLD(""),
         {PLACE(1, "Configuration0.jecs"), "Data:\n  - 000000\n"},
         WORLD(STANDING(FIRST)),
         {PLACE(1, "Configuration0.jecs"), RED},
         "+1_pegs/Configuration1.jecs:Data:|  - 000000|  - FF0000| 1/4;"},
        /* a number that the part uses without a file is not free */
        {WORLD(""),
         {PLACE(1, "Configuration0.jecs"), "x"},
         WORLD(STANDING(FIRST) "," STANDING(SECOND)),
         {PLACE(1, "Configuration0.jecs"), "y"},
         "+1_pegs/Configuration2.jecs:y 2/4;1/4;"},
        /* the world's displays have that number, but no colours */
        {WORLD(STANDING(FIRST)),
         {NULL},
         WORLD(STANDING(FIRST)),
         {PLACE(1, "Configuration0.jecs"), "x"},
         "+1_pegs/Configuration1.jecs:x 1/4;"},
        /* two that move: the second does not take the place of the first */
        {WORLD(""),
         {PLACE(1, "Configuration0.jecs"), "p", PLACE(1, "Configuration1.jecs"), "q"},
         WORLD(STANDING(FIRST) "," STANDING(SECOND) "," STANDING(HIGH)),
         {PLACE(1, "Configuration0.jecs"), "r", PLACE(1, "Configuration1.jecs"), "s",
          PLACE(1, "Configuration255.jecs"), "t"},
         "+1_pegs/Configuration2.jecs:r +1_pegs/Configuration3.jecs:s "
         "+1_pegs/Configuration255.jecs:t 2/4;3/4;255/4;"},
        /* a mod's display has no number that can be changed */
        {WORLD(""),
         {PLACE(1, "Configuration0.succ"), BLUE},
         WORLD(STANDING(FIRST) "," HEX),
         {PLACE(1, "Configuration0.jecs"), RED},
         "!1_pegs/Configuration0.succ 0/4;0/7;"},
        {WORLD(HEX),
         {NULL},
         WORLD(HEX),
         {PLACE(1, "Configuration0.jecs"), "x"},
         "+1_pegs/Configuration0.jecs:x 0/7;"},
        /* an order that is there already, is broken, or is no list */
        {WORLD(""),
         {PLACE(1, "_Order.jecs"), "Data:\n - 0\n"},
         WORLD(STANDING(FIRST)),
         {PLACE(1, "Configuration0.jecs"), "x"},
         "+1_pegs/Configuration0.jecs:x 0/4;"},
        {WORLD(""),
         {PLACE(1, "_Order.jecs"), "\t"},
         WORLD(STANDING(FIRST)),
         {PLACE(1, "Configuration0.jecs"), "x"},
         "+1_pegs/Configuration0.jecs:x 0/4;"},
        {WORLD(""),
         {PLACE(1, "_Order.jecs"), "Data: 0\n"},
         WORLD(STANDING(FIRST)),
         {PLACE(1, "Configuration0.jecs"), "x"},
         "+1_pegs/Configuration0.jecs:x 0/4;"},
        /* up to 16 inputs have colours */
        {WORLD(""),
         {PLACE(16, "_Order.jecs"), "Data:\n - 0\n"},
         WORLD(COMPONENT(1, "[" SIXTEEN "]", HIGH)),
         {PLACE(16, "Configuration255.jecs"), "x"},
         "+16_pegs/Configuration255.jecs:x ~16_pegs/_Order.jecs:Data:| - 0| - 255| 255/4;"},
        /* numbers and counts of inputs that nothing has */
        {WORLD(MANY),
         {PLACE(17, "Configuration0.jecs"), "x"},
         WORLD(MANY),
         {PLACE(17, "Configuration0.jecs"), "y"},
         "0/4;"},
        {WORLD(STANDING(BEYOND)),
         {PLACE(17, "_Order.jecs"), "Data:\n - 0\n"},
         WORLD(STANDING(BEYOND)),
         {PLACE(1, "Configuration256.jecs"), "x"},
         "256/4;"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_folder_file files[2][MOST_FILES];
        const ow_folder theirs = folder_of(rows[i].world_texts, files[0]);
        const ow_folder mine = folder_of(rows[i].part_texts, files[1]);
        ow_document world = document_of_json(rows[i].world), part = document_of_json(rows[i].part);
        struct bytes found = {0};
        ow_error error;
        assert_int_equal(
            ow_carry_texts(&world, &theirs, &part, &mine, NULL, note_text, &found, &error), OW_OK);
        note_displays(&found, &part);
        put_u8(&found, 0);
        if (strcmp((char *)found.data, rows[i].found) != 0)
            ROW_FAILED("row %zu: \"%s\"\n", i, found.data);
        bytes_free(&found);
        ow_close(&world), ow_close(&part);
    }
}

/* All 256 numbers of the world are taken. */
static void a_full_world_clashes(void **state)
{
    (void)state;
    enum { ALL = 256, ROOM = 80 };
    static char paths[ALL][ROOM];
    static ow_folder_file files[ALL];
    for (unsigned i = 0; i < ALL; i++) {
        snprintf(paths[i], ROOM, PLACE(1, "Configuration%u.jecs"), i);
        files[i] = (ow_folder_file){ow_text_of(paths[i]), {(const uint8_t *)"a", 1}};
    }
    const ow_folder_file other = {files[0].path, {(const uint8_t *)"b", 1}};
    const ow_folder theirs = {.files = files, .file_count = ALL};
    const ow_folder mine = {.files = &other, .file_count = 1};
    ow_document world = document_of_json(WORLD("")),
                part = document_of_json(WORLD(STANDING(FIRST)));
    struct bytes found = {0};
    ow_error error;
    assert_int_equal(ow_carry_texts(&world, &theirs, &part, &mine, NULL, note_text, &found, &error),
                     OW_OK);
    note_displays(&found, &part);
    put_u8(&found, 0);
    assert_string_equal((char *)found.data, "!1_pegs/Configuration0.jecs 0/4;");
    bytes_free(&found);
    ow_close(&world), ow_close(&part);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const known[] = {PLACE(1, "Configuration0.jecs"), BLUE,
                                        PLACE(1, "_Order.jecs"), "Data:\n - 0\n", NULL};
    static const char *const own[] = {PLACE(1, "Configuration0.jecs"), RED, NULL};
    ow_folder_file files[2][MOST_FILES];
    const ow_folder theirs = folder_of(known, files[0]), mine = folder_of(own, files[1]);
    ow_document world = document_of_json(WORLD(""));
    ow_status status = OW_NO_MEMORY;
    for (unsigned refused = 1; status != OW_OK; refused++) {
        struct ledger ledger = {.refuse = refused};
        const ow_options options = ledger_options(&ledger);
        ow_document part = document_of_json(WORLD(STANDING(FIRST)));
        struct bytes found = {0};
        ow_error error = {0};
        status = ow_carry_texts(&world, &theirs, &part, &mine, &options, note_text, &found, &error);
        assert_true(status == OW_OK || (status == OW_NO_MEMORY && *error.message));
        assert_int_equal(ledger.blocks, 0);
        assert_true(refused < 200);
        bytes_free(&found);
        ow_close(&part);
    }
    ow_close(&world);
}

static void arguments_are_asked_for(void **state)
{
    (void)state;
    const ow_folder folder = {0}, none = {.file_count = 1};
    struct bytes level = read_file("samples/moated-keep.lvd"), found = {0};
    ow_document world = document_of_json(WORLD("")), part = document_of_json(WORLD("")), other,
                closed = {0};
    assert_int_equal(ow_open(level.data, level.size, NULL, &other, NULL), OW_OK);
    const struct {
        ow_document *world, *part;
        const ow_folder *theirs, *mine;
        ow_carried_text_visitor visit;
        ow_status status;
    } rows[] = {
        {&world, &part, &folder, &folder, note_text, OW_OK},
        {&other, &other, &folder, &folder, note_text, OW_OK},
        {&closed, &part, &folder, &folder, note_text, OW_BAD_ARGUMENT},
        {&world, &closed, &folder, &folder, note_text, OW_BAD_ARGUMENT},
        {&world, &other, &folder, &folder, note_text, OW_BAD_ARGUMENT},
        {&world, &part, NULL, &folder, note_text, OW_BAD_ARGUMENT},
        {&world, &part, &folder, &none, note_text, OW_BAD_ARGUMENT},
        {&world, &part, &folder, &folder, NULL, OW_BAD_ARGUMENT},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (ow_carry_texts(rows[i].world, rows[i].theirs, rows[i].part, rows[i].mine, NULL,
                           rows[i].visit, &found, NULL) != rows[i].status)
            ROW_FAILED("row %zu\n", i);
    assert_int_equal(found.size, 0);
    ow_close(&world), ow_close(&part), ow_close(&other);
    bytes_free(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(displays_keep_their_colors),
        cmocka_unit_test(a_full_world_clashes),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(arguments_are_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
