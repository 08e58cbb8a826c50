/* Latches of a register, or of a word of a memory, stand side by side in a build, with a label. */
#include "../support/test.h"

#include "base/text.h"
#include "netlists.h"

/* A module "m" with the clock 2, its inverse 9, the inputs 3 to 6, cells, and names of nets. */
#define CLOCKED(cells, outputs, names)                                                             \
    "{'modules': {'m': {'ports': {'clk': {'direction': 'input', 'bits': [2]}, 'd': {'direction': " \
    "'input', 'bits': [3, 4, 5, 6]}, 'y': {'direction': 'output', 'bits': [" outputs               \
    "]}}, 'cells': {" CELL1("n", "$_NOT_", "2", "9") "," cells "}, 'netnames': {" names "}}}}"

#define FOUR(q0, q1, q2, q3)                                                                       \
    FLIP_FLOP("a", "3", "20", q0)                                                                  \
    "," FLIP_FLOP("b", "4", "21", q1) "," FLIP_FLOP("c", "5", "22", q2) "," FLIP_FLOP("e", "6",    \
                                                                                      "23", q3)
#define REGISTER(names) CLOCKED(FOUR("10", "11", "12", "13"), "10, 11, 12, 13", names)

#define WORD(number, d, low, high)                                                                 \
    LATCH("ram.of_word[" number "].of_bit[0].latch", d, "3", low)                                  \
    "," LATCH("ram.of_word[" number "].of_bit[1].latch", d, "4", high)

/* Two bits, each the OR of two latches. */
#define FIRST_LATCHES                                                                              \
    LATCH("a1", "3", "9", "20")                                                                    \
    "," LATCH("b1", "4", "9", "21") "," LATCH("c1", "5", "9", "22") "," LATCH("e1", "6", "9", "23")
#define PARTS                                                                                      \
    FIRST_LATCHES "," CELL2("o", "$_OR_", "20", "22", "30") "," CELL2(                             \
        "p", "$_OR_", "21", "23", "31") "," LATCH("a2", "30", "2", "10") "," LATCH("b2", "31",     \
                                                                                   "2", "11")

static const struct row {
    const char *what, *text, *labels; /* those that name bits, in the order of the text */
} rows[] = {
    {"both latches of the flip-flops", REGISTER("'q': {'bits': [10, 11, 12, 13]}"),
     "q[3:0] next|q[3:0]|"},
    {"numbers from an offset on", REGISTER("'q': {'bits': [10, 11, 12, 13], 'offset': 4}"),
     "q[7:4] next|q[7:4]|"},
    {"numbers downwards", REGISTER("'q': {'bits': [10, 11, 12, 13], 'offset': -1, 'upto': 1}"),
     "q[2:-1] next|q[2:-1]|"},
    {"gaps", REGISTER("'q': {'bits': [10, 11, '0', 12, '1', '1', 13]}"),
     "q[6,3,1:0] next|q[6,3,1:0]|"},
    {"two registers", REGISTER("'q': {'bits': [10, 11]}, 'r': {'bits': [12, 13]}"),
     "q[1:0] next|q[1:0]|r[1:0] next|r[1:0]|"},
    {"the name at the top of the design",
     REGISTER("'part.q': {'bits': [10, 11, 12, 13]}, 'top': {'bits': [10, 11, 12, 13]}, 'a.b': "
              "{'bits': [10, 11, 12, 13]}"),
     "top[3:0] next|top[3:0]|"},
    {"not a latch that makes only a part of the next value",
     CLOCKED(PARTS, "10, 11", "'q': {'bits': [10, 11]}"), "q[1:0]|"},
    {"escapes", REGISTER("'\\u00e9': {'bits': [10, 11, 12, 13]}"),
     "\xc3\xa9[3:0] next|\xc3\xa9[3:0]|"},
    {"not a hidden name", REGISTER("'q': {'bits': [10, 11, 12, 13], 'hide_name': 1}"), ""},
    {"not a name of the mapping",
     REGISTER("'q': {'bits': [10, 11, 12, 13], 'attributes': {'src': "
              "'/usr/share/overworld_store.v:3.1-3.9'}}"),
     ""},
    {"not one bit", REGISTER("'q': {'bits': [10], 'offset': 3}, 'r': {'bits': [11]}"), ""},
    {"a name that can just be read",
     REGISTER("'a_name_of_26_letters_is_27': {'bits': [10, 11, 12, 13]}"),
     "a_name_of_26_letters_is_27[3:0] next|a_name_of_26_letters_is_27[3:0]|"},
    {"not a name that is longer than that",
     REGISTER("'a_name_of_27_letters_is_long': {'bits': [10, 11, 12, 13]}"), ""},
    {"words of a memory",
     CLOCKED(WORD("0", "5", "10", "11") "," WORD("1", "6", "12", "13"), "10, 11, 12, 13", ""),
     "ram[0][1:0]|ram[1][1:0]|"},
};

/* The text of a label, if it names bits: "q[3:0]", but not "d[3]". */
static bool bits_of_label(const ow_blotter_component *label, ow_text *text, uint32_t *wide)
{
    enum { SIZE_AT = 12, TEXT = 16 };
    const uint8_t *data = label->custom_data.data;
    *text = (ow_text){(const char *)data + TEXT, data[SIZE_AT]};
    *wide = data[TEXT + text->size];
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] == ':' || text->data[i] == ',')
            return memchr(text->data, ' ', text->size) == NULL ||
                   memcmp(text->data + text->size - 5, " next", 5) == 0;
    return false;
}

static bool is_type(const ow_blotter_save *save, uint32_t component, const char *name)
{
    for (uint32_t i = 0; i < save->component_type_count; i++)
        if (save->component_types[i].id == save->components[component].type)
            return text_is_word(save->component_types[i].name, name);
    return false;
}

/* How many latches stand behind the squares of a label, and which of them are on, from the left. */
static uint32_t latches_behind(const struct built *built, const ow_blotter_component *label,
                               uint32_t wide, bool *on)
{
    const ow_blotter_save *save = built->document.as.blotter;
    uint32_t found = 0;
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_blotter_component *latch = &save->components[i];
        int32_t along = (latch->position.fixed[0] - label->position.fixed[0]) / 300,
                behind = (label->position.fixed[2] - latch->position.fixed[2]) / 300;
        if (!is_type(save, i, "MHG.DLatch") || along < 0 || along >= (int32_t)wide || behind < 1 ||
            behind > 2)
            continue;
        on[along] = false;
        for (size_t k = 0; k < save->circuit_states.on_count; k++)
            on[along] = on[along] || save->circuit_states.on[k] == latch->outputs[0];
        found++;
    }
    return found;
}

static void latches_of_a_name_have_a_label(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct built built = build_of(rows[i].text);
        const ow_blotter_save *save = built.document.as.blotter;
        size_t expected = 0, seen = 0;
        for (const char *at = rows[i].labels; *at; at++)
            expected += *at == '|';
        for (uint32_t k = 0; k < save->component_count; k++) {
            ow_text text;
            uint32_t wide;
            bool on[8];
            char words[80];
            if (!is_type(save, k, "MHG.PanelLabel") ||
                !bits_of_label(&save->components[k], &text, &wide))
                continue;
            snprintf(words, sizeof words, "%.*s|", (int)text.size, text.data);
            if (!strstr(rows[i].labels, words))
                ROW_FAILED("%s: %s\n", rows[i].what, words);
            assert_int_equal(latches_behind(&built, &save->components[k], wide, on), wide);
            seen++;
        }
        if (seen != expected)
            ROW_FAILED("%s: %u labels\n", rows[i].what, (unsigned)seen);
        expect_clean(&built);
        ow_close(&built.document);
    }
}

/* As numbers are written. Only bit 2 is on. */
static void the_highest_bit_is_at_the_left(void **state)
{
    (void)state;
    struct built built =
        build_of(REGISTER("'q': {'bits': [10, 11, 12, 13], 'attributes': {'init': '0100'}}"));
    const ow_blotter_save *save = built.document.as.blotter;
    unsigned seen = 0;
    for (uint32_t i = 0; i < save->component_count; i++) {
        ow_text text;
        uint32_t wide;
        bool on[8];
        if (!is_type(save, i, "MHG.PanelLabel") ||
            !bits_of_label(&save->components[i], &text, &wide) || !text_is_word(text, "q[3:0]"))
            continue;
        assert_int_equal(wide, 4);
        assert_int_equal(latches_behind(&built, &save->components[i], wide, on), 4);
        assert_true(!on[0] && on[1] && !on[2] && !on[3]);
        seen++;
    }
    assert_int_equal(seen, 1);
    ow_close(&built.document);
}

/* A register of 30 bits, each second one of a net. */
static void write_with_gaps(char *text, size_t room)
{
    enum { BITS = 30, FIRST = 100 };
    size_t at = (size_t)snprintf(text, room, "%s",
                                 "{'modules': {'m': {'ports': {'clk': {'direction': 'input', "
                                 "'bits': [2]}, 'd': {'direction': 'input', 'bits': [3]}}, "
                                 "'cells': {" CELL1("n", "$_NOT_", "2", "9"));
    for (int i = 0; i < BITS; i++)
        at += (size_t)snprintf(text + at, room - at,
                               ", 'a%d': {'type': '$_DLATCH_P_', 'connections': {'D': [3], 'E': "
                               "[9], 'Q': [%d]}}, 'b%d': {'type': '$_DLATCH_P_', 'connections': "
                               "{'D': [%d], 'E': [2], 'Q': [%d]}}",
                               i, FIRST + i, i, FIRST + i, FIRST + BITS + i);
    at += (size_t)snprintf(text + at, room - at, "}, 'netnames': {'q': {'bits': [");
    for (int i = 0; i < BITS; i++)
        at += (size_t)snprintf(text + at, room - at, "%s%d, '0'", i > 0 ? ", " : "",
                               FIRST + BITS + i);
    snprintf(text + at, room - at, "]}}}}}");
}

/* The ends of words stay within a label of 64 bytes after the name. */
static void a_long_list_of_bits_is_cut(void **state)
{
    (void)state;
    char text[8192];
    write_with_gaps(text, sizeof text);
    struct built built = build_of(text);
    const ow_blotter_save *save = built.document.as.blotter;
    enum { MORE = 64 };
    unsigned cut = 0;
    for (uint32_t i = 0; i < save->component_count; i++) {
        ow_text label;
        uint32_t wide;
        if (!is_type(save, i, "MHG.PanelLabel") ||
            !bits_of_label(&save->components[i], &label, &wide))
            continue;
        assert_in_range(label.size, 1, sizeof "q" - 1 + MORE);
        cut += memcmp(label.data + label.size - 9, "...] next", 9) == 0;
    }
    assert_int_equal(cut, 1);
    ow_close(&built.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latches_of_a_name_have_a_label),
        cmocka_unit_test(the_highest_bit_is_at_the_left),
        cmocka_unit_test(a_long_list_of_bits_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
