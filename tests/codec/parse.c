/* Documents out of JSON: order does not matter, strangers and gaps do, and each error has a
 * place. */
#include "../support/test.h"

#include "../support/bytes.h"

#define HEAD "{\"format\":\"blotter\",\"version\":7,\"game_version\":[0,92,3,57],"
#define TYPE "\"save_type\":\"subassembly\","
#define REST                                                                                       \
    "\"mods\":[],\"component_types\":[],\"components\":[],\"wires\":[],\"circuit_states\":[]}"

static ow_status parse(const char *text, ow_error *error, struct bytes *written)
{
    ow_document document;
    size_t size = strlen(text);
    char *exact = (char *)exact_copy(text, size);
    *error = (ow_error){0};
    ow_status status = ow_from_json(exact, size, NULL, &document, error);
    if (status == OW_OK && written) {
        ow_sink sink = sink_to(written);
        assert_int_equal(ow_write(&document, NULL, &sink, error), OW_OK);
    }
    assert_true((status == OW_OK) == (document.format != NULL));
    ow_close(&document);
    free(exact);
    return status;
}

static void assert_same_file(const char *first, const char *second)
{
    struct bytes a = {0}, b = {0};
    ow_error error;
    if (parse(first, &error, &a) != OW_OK || parse(second, &error, &b) != OW_OK)
        ROW_FAILED("%s at %s\n", error.message, error.pointer);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    bytes_free(&a);
    bytes_free(&b);
}

static void fields_may_stand_in_any_order(void **state)
{
    (void)state;
    assert_same_file(
        HEAD TYPE "\"mods\":[{\"id\":\"M\",\"version\":[1,2,3,-1]}],"
                  "\"component_types\":[{\"id\":1,\"name\":\"A.B\"}],"
                  "\"components\":[],\"wires\":[],\"circuit_states\":[4,2]}",
        "{ \"$schema\":\"x\", \"circuit_states\" : [4, 2], \"wires\": [ ],\n\"components\": [],"
        "\"component_types\":[{\"name\":\"A.B\",\"id\":1}],"
        "\"mods\":[{\"version\":[1,2,3,-1],\"id\":\"M\"}],"
        "\"save_type\":\"subassembly\",\"game_version\":[0,92,3,57],\"version\":7,"
        "\"format\":\"blotter\"}");
    assert_same_file(HEAD TYPE REST, "\xef\xbb\xbf" HEAD TYPE REST);
    assert_same_file(HEAD "\"save_type\":2," REST, HEAD TYPE REST);
}

static void text_may_be_escaped_or_base64(void **state)
{
    (void)state;
    static const char plain[] =
        HEAD TYPE "\"mods\":[{\"id\":\"A\\\\\xc3\xa4\",\"version\":[1,2,3,4]}],"
                  "\"component_types\":[],\"components\":[],\"wires\":[],"
                  "\"circuit_states\":[]}";
    assert_same_file(plain,
                     HEAD TYPE "\"mods\":[{\"id\":\"\\u0041\\\\\\u00e4\",\"version\":[1,2,3,4]}],"
                               "\"component_types\":[],\"components\":[],\"wires\":[],"
                               "\"circuit_states\":[]}");
    assert_same_file(plain, HEAD TYPE
                     "\"mods\":[{\"id\":{\"base64\":\"QVzDpA==\"},\"version\":[1,2,3,4]}],"
                     "\"component_types\":[],\"components\":[],\"wires\":[],"
                     "\"circuit_states\":[]}");
}

#define MODS(list)                                                                                 \
    HEAD TYPE "\"mods\":" list ",\"component_types\":[],\"components\":[],\"wires\":[],"           \
              "\"circuit_states\":[]}"
#define STATES(list)                                                                               \
    HEAD TYPE "\"mods\":[],\"component_types\":[],\"components\":[],\"wires\":[],"                 \
              "\"circuit_states\":" list "}"
#define WIRES(list)                                                                                \
    HEAD TYPE "\"mods\":[],\"component_types\":[],\"components\":[],\"wires\":" list               \
              ",\"circuit_states\":[]}"
#define MOD(id) MODS("[{\"id\":" id ",\"version\":[1,2,3,4]}]")

/* What other programs write: each letter of a key or a name escaped, each slash of base64. */
static void keys_names_and_base64_may_be_escaped(void **state)
{
    (void)state;
    assert_same_file(HEAD TYPE REST, "{\"\\u0066ormat\":\"bl\\u006ftter\",\"version\":7,"
                                     "\"game\\u005Fversion\":[0,92,3,57],"
                                     "\"save_type\":\"sub\\u0061ssembly\"," REST);
    assert_same_file(MOD("{\"base64\":\"//8/\"}"), MOD("{\"b\\u0061se64\":\"\\/\\/8\\u002f\"}"));
    static const char level[] =
        "{\"format\":\"leveld\",\"version\":4,\"byte_order\":\"big\",\"blocks\":[{\"id\":\"%s\","
        "\"timestamp\":\"%s\",\"level_id\":\"\",\"name\":\"\",\"author\":\"\",\"description\":\"\"}"
        "]}";
    char plain[sizeof level + 40], escaped[sizeof level + 40];
    snprintf(plain, sizeof plain, level, "META", "1577836800");
    snprintf(escaped, sizeof escaped, level, "M\\u0045TA", "157783680\\u0030");
    assert_same_file(plain, escaped);
}

static const struct {
    const char *text;
    ow_status status;
    const char *pointer, *message;
} refused[] = {
    {"", OW_BAD_JSON, "", "expected"},
    {"[]", OW_BAD_JSON, "", "expected"},
    {"{}", OW_UNKNOWN_FORMAT, "/format", "\"format\""},
    {"{\"format\":\"chess\"}", OW_UNKNOWN_FORMAT, "/format", "\"format\""},
    {"{\"format\":\"blotter\"}", OW_BAD_JSON, "/version", "in this object"},
    {HEAD TYPE "\"mods\":[]}", OW_BAD_JSON, "/component_types", "in this object"},
    {HEAD TYPE REST " x", OW_BAD_JSON, "", "after the end"},
    {HEAD TYPE REST "}", OW_BAD_JSON, "", "after the end"},
    {HEAD TYPE "\"extra\":1," REST, OW_BAD_JSON, "/extra", "\"extra\" is not a field"},
    {HEAD TYPE "\"version\":7," REST, OW_BAD_JSON, "/version", "\"version\" is a duplicate"},
    {HEAD TYPE "\"v\\u0065rsion\":7," REST, OW_BAD_JSON, "", "rsion\" is a duplicate"},
    {HEAD TYPE "\"v\\qrsion\":7," REST, OW_BAD_JSON, "", "rsion\" is not a field"},
    {MODS("[{\"id\":\"M\",\"version\":[1,2,3,4],\"\\u0069d\":\"N\"}]"), OW_BAD_JSON, "/mods/0",
     "is a duplicate"},
    {MOD("{\"base64\":\"A\\q=\"}"), OW_BAD_JSON, "/mods/0/id", "not valid base64"},
    {HEAD TYPE "\"variant\":\"draft\"," REST, OW_BAD_JSON, "/variant",
     "\"variant\" is not a field"},
    {"{\"format\":\"blotter\",\"version\":8," TYPE REST, OW_UNKNOWN_VERSION, "/version",
     "version 8"},
    {"{\"format\":\"blotter\",\"version\":3," TYPE REST, OW_UNKNOWN_VERSION, "/version",
     "version 3"},
    {"{\"format\":\"blotter\",\"version\":256," TYPE REST, OW_BAD_JSON, "/version",
     "from 0 to 255"},
    {"{\"format\":\"blotter\",\"version\":7.0," TYPE REST, OW_BAD_JSON, "/version", "whole number"},
    {"{\"format\":\"blotter\",\"version\":\"7\"," TYPE REST, OW_BAD_JSON, "/version",
     "whole number"},
    {HEAD "\"save_type\":\"city\"," REST, OW_BAD_JSON, "/save_type", "\"world\", \"subassembly\""},
    {HEAD "\"save_type\":300," REST, OW_BAD_JSON, "/save_type", "0 to 255"},
    {HEAD "\"save_type\":3," REST, OW_BAD_VALUE, "/save_type", "unknown save type 3"},
    {HEAD "\"save_type\":null," REST, OW_BAD_JSON, "/save_type", "expected"},
    {STATES("[1,2147483648]"), OW_BAD_JSON, "/circuit_states/1", "2147483647"},
    {STATES("[99999999999999999999]"), OW_BAD_JSON, "/circuit_states/0", "2147483647"},
    {STATES("[1,]"), OW_BAD_JSON, "/circuit_states/1", "expected"},
    {STATES("[1 2]"), OW_BAD_JSON, "/circuit_states", "expected"},
    {STATES("[1,2"), OW_BAD_JSON, "", "expected"},
    {STATES("{}"), OW_BAD_JSON, "/circuit_states", "an array"},
    {STATES("\"AAAA\""), OW_BAD_JSON, "/circuit_states", "an array"},
    {STATES("[,,,]"), OW_BAD_JSON, "/circuit_states/0", "whole number"},
    {MODS("[,,,]"), OW_BAD_JSON, "/mods", "more elements"},
    {MODS("[{\"version\":[1,2,3,4]}]"), OW_BAD_JSON, "/mods/0/id", "in this object"},
    {MODS("[{\"id\":\"M\",\"version\":[1,2,3]}]"), OW_BAD_JSON, "/mods/0/version", "expected"},
    {MODS("[{\"id\":\"M\",\"version\":[1,2,3,4,5]}]"), OW_BAD_JSON, "/mods/0/version", "expected"},
    {MODS("[{\"id\":\"M\",\"version\":[1,2,3,0.5]}]"), OW_BAD_JSON, "/mods/0/version/3", "whole"},
    {MODS("[{\"id\":\"M\",\"version\":[1,2,3,4],\"id\":\"N\"}]"), OW_BAD_JSON, "/mods/0",
     "is a duplicate"},
    {MOD("\"\\q\""), OW_BAD_JSON, "/mods/0/id", "escape"},
    {MOD("\"\\ud800\""), OW_BAD_JSON, "/mods/0/id", "escape"},
    {MOD("\"\xff\""), OW_BAD_JSON, "/mods/0/id", "not valid UTF-8"},
    {MOD("\"a\nb\""), OW_BAD_JSON, "/mods/0/id", "control character"},
    {MOD("7"), OW_BAD_JSON, "/mods/0/id", "a string"},
    {MOD("null"), OW_BAD_JSON, "/mods/0/id", "a string"},
    {MOD("{\"base64\":\"AAA\"}"), OW_BAD_JSON, "/mods/0/id", "multiple of four"},
    {MOD("{\"base64\":\"AAA!\"}"), OW_BAD_JSON, "/mods/0/id", "not valid base64"},
    {MOD("{\"hex\":\"AAAA\"}"), OW_BAD_JSON, "/mods/0/id", "in this object"},
    {WIRES("[{\"first\":{\"kind\":\"plug\",\"component\":1,\"index\":0}}]"), OW_BAD_JSON,
     "/wires/0/first/kind", "\"input\", \"output\""},
    {WIRES("[{\"first\":{\"kind\":\"input\",\"component\":-1,\"index\":0}}]"), OW_BAD_JSON,
     "/wires/0/first/component", "4294967295"},
};

static void each_mistake_is_reported_with_its_place(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < LENGTH(refused); i++) {
        ow_error error;
        ow_status status = parse(refused[i].text, &error, NULL);
        if (status != refused[i].status || error.status != status ||
            strncmp(error.pointer, refused[i].pointer, strlen(refused[i].pointer)) != 0 ||
            !strstr(error.message, refused[i].message) || error.offset > strlen(refused[i].text))
            print_error("%s\n gives %s at %s: %s\n", refused[i].text, ow_status_name(status),
                        error.pointer, error.message),
                wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void errors_count_bytes_of_the_text(void **state)
{
    (void)state;
    ow_error error;
    parse("{\"format\":\"blotter\",\n \"version\":x}", &error, NULL);
    assert_error(&error, OW_BAD_JSON, 32, "/version", "line 2, column 12");
    parse("\xef\xbb\xbf{\"format\":\"blotter\",\n \"version\":x}", &error, NULL);
    assert_error(&error, OW_BAD_JSON, 35, "/version", "line 2, column 12");
}

static void every_cut_of_a_document_is_refused(void **state)
{
    (void)state;
    static const char text[] =
        HEAD TYPE "\"mods\":[{\"id\":\"\\u0041\\ud83d\\ude00\",\"version\":[1,2,3,-1]}],"
                  "\"component_types\":[{\"id\":1,\"name\":{\"base64\":\"/w==\"}}],\"components\":["
                  "{\"address\":1,\"parent\":0,\"type\":1,\"position\":[0,0,0],\"rotation\":"
                  "[0.0,\"NaN\",1e-3,1],\"inputs\":[1],\"outputs\":[],\"custom_data\":null}],"
                  "\"wires\":[],\"circuit_states\":[4,2]}";
    ow_error error;
    if (parse(text, &error, NULL) != OW_OK)
        ROW_FAILED("%s at %s\n", error.message, error.pointer);
    for (size_t size = 0; size < sizeof text - 1; size++) {
        ow_document document;
        char *exact = (char *)exact_copy(text, size);
        error = (ow_error){0};
        ow_status status = ow_from_json(exact, size, NULL, &document, &error);
        assert_true(status == OW_BAD_JSON || status == OW_UNKNOWN_FORMAT);
        assert_int_equal(error.status, status);
        assert_true(error.offset <= size && *error.message);
        free(exact);
    }
}

static void a_bomb_of_brackets_is_refused(void **state)
{
    (void)state;
    enum { BOMB = 1 << 20 };
    char *text = malloc(BOMB);
    int head = snprintf(text, BOMB, "{\"format\":\"blotter\",\"version\":7,\"x\":");
    memset(text + head, '[', (size_t)(BOMB - head));
    ow_document document;
    ow_error error = {0};
    assert_int_equal(ow_from_json(text, BOMB, NULL, &document, &error), OW_BAD_JSON);
    assert_non_null(strstr(error.message, "nesting"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_may_stand_in_any_order),
        cmocka_unit_test(text_may_be_escaped_or_base64),
        cmocka_unit_test(keys_names_and_base64_may_be_escaped),
        cmocka_unit_test(each_mistake_is_reported_with_its_place),
        cmocka_unit_test(errors_count_bytes_of_the_text),
        cmocka_unit_test(every_cut_of_a_document_is_refused),
        cmocka_unit_test(a_bomb_of_brackets_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
