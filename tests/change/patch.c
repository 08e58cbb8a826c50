/* JSON Patches (RFC 6902) done to worlds: the examples of its appendix A, restated, and what can
 * go wrong. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/changes.h"
#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/worlds.h"

/* A patch with single quotes for double ones. */
static char *quoted(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, text, size);
    for (char *at = copy; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    return copy;
}

static ow_status do_patch(const ow_document *document, const char *text, const ow_options *options,
                          ow_document *patched, ow_error *error)
{
    char *patch = quoted(text);
    ow_status status = ow_patch(document, patch, strlen(patch), options, patched, error);
    free(patch);
    return status;
}

static void assert_patched(const char *world, const char *patch, const char *expected)
{
    struct reported_changes lines = {.text = ""};
    ow_document document = document_of(world), patched;
    ow_error error;
    if (do_patch(&document, patch, NULL, &patched, &error) != OW_OK)
        ROW_FAILED("%s: %s at %s\n", patch, error.message, error.pointer);
    assert_int_equal(
        ow_diff(&document, &patched, NULL, NULL, NULL, print_change_as_line, &lines, NULL, &error),
        OW_OK);
    if (strcmp(lines.text, expected) != 0)
        ROW_FAILED("%s told:\n%sexpected:\n%s", patch, lines.text, expected);
    ow_close(&patched);
    ow_close(&document);
}

static const struct {
    const char *world, *patch, *expected;
} examples[] = {
    /* A.1, adding an object member: a size that the save then states wrongly. */
    {world_of_city, "[{'op': 'add', 'path': '/things_size', 'value': 9}]", "+ /things_size\n"},
    /* A.2, adding an array element. */
    {world_of_city, "[{'op': 'add', 'path': '/meta_things/1', 'value': 'new'}]",
     "~ /meta_things: 'a' 'b' -> 'a' 'new' 'b'\n"},
    /* A.3, removing an object member: bytes that follow a save. */
    {world_of_leveld, "[{'op': 'remove', 'path': '/blocks/4'}]", "- /blocks/4\n"},
    /* A.4, removing an array element. */
    {world_of_city, "[{'op': 'remove', 'path': '/meta_things/1'}]",
     "~ /meta_things: 'a' 'b' -> 'a'\n"},
    /* A.5, replacing a value. */
    {world_of_blotter,
     "[{'op': 'replace', 'path': '/components/0/address', 'value': 11},"
     " {'op': 'replace', 'path': '/wires/0/first/component', 'value': 11}]",
     "- /components/0\n+ /components/0\n- /wires/0\n+ /wires/0\n"},
    /* A.6, moving a value: the cells of a layer, in front of others. */
    {world_of_leveld,
     "[{'op': 'move', 'from': '/blocks/1/layers/1', "
     "'path': '/blocks/1/layers/0'}]",
     "> /blocks/1/layers/1 /blocks/1/layers/0\n"},
    /* A.7, moving an array element. */
    {world_of_leveld,
     "[{'op': 'move', 'from': '/blocks/1/layers/0/5', "
     "'path': '/blocks/1/layers/0/0'}]",
     "~ /blocks/1/layers/0: 0 1 2 3 4 5 -> 5 0 1 2 3 4\n"},
    /* A count that follows from the rest is written once it is moved to where it does not. */
    {world_of_blotter,
     "[{'op': 'move', 'from': '/component_count', 'path': '/components/0/parent'}]",
     "~ /components/0/parent: 0 -> 2\n"},
    /* A.8, testing a value: success. */
    {world_of_city,
     "[{'op': 'test', 'path': '/name', 'value': 'c'},"
     " {'op': 'test', 'path': '/terrain/heights', 'value': [1.0, 2]}]",
     ""},
    /* A.10, adding a nested member object. */
    {world_of_leveld,
     "[{'op': 'add', 'path': '/blocks/-', 'value': {'id': 'THNG', "
     "'things': [{'id': 9, 'tag': 9, 'x': 9, 'y': 9, 'layer_id': 9, "
     "'flags': 9, 'metadata': ''}]}}]",
     "+ /blocks/5\n"},
    /* A.11, ignoring unrecognized elements. */
    {world_of_city, "[{'op': 'add', 'path': '/meta_things/0', 'value': 'new', 'xyz': [1]}]",
     "~ /meta_things: 'a' 'b' -> 'new' 'a' 'b'\n"},
    /* A.16, adding an array value. */
    {world_of_leveld, "[{'op': 'add', 'path': '/blocks/1/layers/-', 'value': [7, 7, 7, 7, 7, 7]}]",
     "+ /blocks/1/layers/2\n"},
    /* Operations count from what those before have left. */
    {world_of_leveld,
     "[{'op': 'copy', 'from': '/blocks/2/things/0', "
     "'path': '/blocks/2/things/-'},"
     " {'op': 'replace', 'path': '/blocks/2/things/1/x', 'value': 8},"
     " {'op': 'test', 'path': '/blocks/2/things/0/x', 'value': 3},"
     " {'op': 'copy', 'from': '/blocks/2/things/1', "
     "'path': '/blocks/2/things/0'},"
     " {'op': 'remove', 'path': '/blocks/2/things/2'}]",
     "+ /blocks/2/things/0\n"},
    /* Another version is another way to write all of it. */
    {world_of_leveld,
     "[{'op': 'replace', 'path': '/version', 'value': 3},"
     " {'op': 'remove', 'path': '/blocks/3'},"
     " {'op': 'remove', 'path': '/blocks/3'},"
     " {'op': 'remove', 'path': '/blocks/2/things/0/layer_id'},"
     " {'op': 'replace', 'path': '/version', 'value': 4},"
     " {'op': 'add', 'path': '/blocks/2/things/0/layer_id', 'value': 1}]",
     "- /blocks/3\n- /blocks/4\n"},
    {world_of_city, "[{'op': 'move', 'from': '/name', 'path': '/name'}]", ""},
    {world_of_leveld,
     "[{'op': 'replace', 'path': '', 'value': {'format': 'leveld', 'version': 4, "
     "'byte_order': 'big', 'blocks': []}},"
     " {'op': 'add', 'path': '/blocks/-', 'value': {'id': 'PLRS', 'actors': []}}]",
     "- /blocks/0\n- /blocks/1\n- /blocks/2\n- /blocks/3\n- /blocks/4\n+ /blocks/0\n"},
    /* What an operation has put there is changed by those behind it, at any depth. */
    {world_of_leveld,
     "[{'op': 'add', 'path': '/blocks/-', 'value': {'id': 'THNG', 'things': ["
     "{'id': 9, 'tag': 9, 'x': 9, 'y': 9, 'layer_id': 9, 'flags': 9, 'metadata': 'a'},"
     "{'id': 8, 'tag': 8, 'x': 8, 'y': 8, 'layer_id': 8, 'flags': 8, 'metadata': 'b'}]}},"
     " {'op': 'replace', 'path': '/blocks/5/things/1/metadata', 'value': 'c'},"
     " {'op': 'remove', 'path': '/blocks/5/things/0'},"
     " {'op': 'test', 'path': '/blocks/5/things', 'value': ["
     "{'id': 8, 'tag': 8, 'x': 8, 'y': 8, 'layer_id': 8, 'flags': 8, 'metadata': 'c'}]}]",
     "+ /blocks/5\n"},
    {world_of_structure,
     "[{'op': 'copy', 'from': '/blocks/1/metadata/bytes/0', "
     "'path': '/blocks/1/metadata/bytes/0'}]",
     "~ /blocks/1/metadata/bytes: 3 -> 3 3\n"},
};

static void examples_of_the_rfc_work_on_worlds(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(examples); i++)
        assert_patched(examples[i].world, examples[i].patch, examples[i].expected);
}

static const struct {
    const char *world, *patch;
    ow_status status;
    const char *pointer, *message; /* what is in it */
} refusals[] = {
    /* A.9, testing a value: error. */
    {world_of_city, "[{'op': 'test', 'path': '/name', 'value': 'bar'}]", OW_NOT_THERE, "/name",
     "operation 0 (test /name): the value is \"c\", not \"bar\""},
    /* A.12, adding to a target that is not there. */
    {world_of_city, "[{'op': 'add', 'path': '/baz/bat', 'value': 'qux'}]", OW_NOT_THERE, "/baz/bat",
     "there is no member \"baz\""},
    /* A.13, an invalid patch. */
    {world_of_city, "[{'op': 'add', 'path': '/name', 'value': 'qux', 'op': 'remove'}]", OW_BAD_JSON,
     "", "line 1, column 49: duplicate field in the operation"},
    /* A.14, escapes: ~01 is ~1. */
    {world_of_city, "[{'op': 'test', 'path': '/~01', 'value': 10}]", OW_NOT_THERE, "/~01",
     "there is no member \"~1\""},
    {world_of_city, "[{'op': 'test', 'path': '/a~2', 'value': 10}]", OW_BAD_ARGUMENT, "/a~2",
     "after ~ there must be 0 or 1"},
    /* A.15, strings are no numbers. */
    {world_of_city, "[{'op': 'test', 'path': '/version', 'value': '0'}]", OW_NOT_THERE, "/version",
     "the value is 0, not \"0\""},
    {world_of_city, "[{'op': 'remove', 'path': '/meta_things/2'}]", OW_NOT_THERE, "/meta_things/2",
     "there is no element 2: the list has 2"},
    {world_of_city, "[{'op': 'add', 'path': '/meta_things/3', 'value': 'x'}]", OW_NOT_THERE,
     "/meta_things/3", "there is no element 3: the list has 2"},
    {world_of_city, "[{'op': 'remove', 'path': '/meta_things/01'}]", OW_NOT_THERE,
     "/meta_things/01", "its elements have numbers"},
    {world_of_city, "[{'op': 'remove', 'path': '/meta_things/-'}]", OW_NOT_THERE, "/meta_things/-",
     "there is no element -"},
    {world_of_city, "[{'op': 'remove', 'path': '/name/0'}]", OW_NOT_THERE, "/name/0",
     "this field is a single value and has no members"},
    {world_of_city, "[{'op': 'remove', 'path': ''}]", OW_BAD_ARGUMENT, "",
     "a whole world cannot be removed"},
    {world_of_city, "[{'op': 'replace', 'path': 'name', 'value': 1}]", OW_BAD_ARGUMENT, "name",
     "it must be empty or begin with /"},
    {world_of_city, "[{'op': 'move', 'from': '/terrain', 'path': '/terrain/x'}]", OW_NOT_THERE,
     "/terrain/x", "cannot be moved into itself"},
    {world_of_city, "[{'op': 'spin', 'path': '/name'}]", OW_BAD_JSON, "/name",
     "expected add, remove, replace, move, copy or test"},
    {world_of_city, "[{'op': 'add', 'path': '/name'}]", OW_BAD_JSON, "/name", "missing \"value\""},
    {world_of_city, "[{'op': 'copy', 'path': '/name'}]", OW_BAD_JSON, "/name", "missing \"from\""},
    {world_of_city,
     "[{'op': 'add', 'path': '/nose', 'value': {'a': [1, 'x']}},"
     " {'op': 'remove', 'path': '/nose/a/1/b'}]",
     OW_NOT_THERE, "/nose/a/1/b", "this field is a single value and has no members"},
    {world_of_city, "[{'op': 'test', 'path': '/n\\x', 'value': 1}]", OW_BAD_JSON, "", "escape"},
    {world_of_city, "[{'op': 'add', 'path': '/meta_things/1/0', 'value': 1}]", OW_NOT_THERE,
     "/meta_things/1/0", "this field is a single value and has no members"},
    {world_of_city, "[{'op': 'move', 'from': '/nose', 'path': '/name'}]", OW_NOT_THERE, "/nose",
     "there is no member \"nose\""},
    {world_of_city, "[{'op': 'copy', 'from': '/things/9', 'path': '/things/-'}]", OW_NOT_THERE,
     "/things/9", "there is no element 9"},
    {world_of_city, "[{'op': 'remove', 'path': 7}]", OW_BAD_JSON, "", "expected a string"},
    {world_of_city, "[{'op' 'remove'}]", OW_BAD_JSON, "", "expected a colon"},
    {world_of_city, "[7]", OW_BAD_JSON, "", "expected an operation, which is an object"},
    {world_of_city, "[{7: 'remove'}]", OW_BAD_JSON, "", "expected a string"},
    {world_of_city, "[{'op': 'remove', 'path': '/name' 7}]", OW_BAD_JSON, "", "expected a comma"},
    {world_of_city, "[{'op': 'remove'}]", OW_BAD_JSON, "", "missing \"path\""},
    {world_of_city, "[{'path': '/name'}]", OW_BAD_JSON, "/name", "missing \"op\""},
    {world_of_city, "{'op': 'remove', 'path': '/name'}", OW_BAD_JSON, "",
     "expected a list of operations"},
    {world_of_city, "[{'op': 'remove', 'path': '/name'}] x", OW_BAD_JSON, "",
     "unexpected text after the end of the patch"},
    {world_of_city, "[{'op': 'remove', 'path': '/name'}", OW_BAD_JSON, "", "expected a comma"},
    {world_of_city, "[{'op': 'replace', 'path': '/name', 'value': '\x01'}]", OW_BAD_JSON, "",
     "control character"},
    /* What comes of it is no world. */
    {world_of_city, "[{'op': 'remove', 'path': '/name'}]", OW_BAD_JSON, "/name",
     "missing \"name\" in this object"},
    {world_of_city, "[{'op': 'add', 'path': '/nose', 'value': 1}]", OW_BAD_JSON, "/nose",
     "\"nose\" is not a field of this object"},
    {world_of_city, "[{'op': 'add', 'path': '/a~1b~0', 'value': 1}]", OW_BAD_JSON, "/a~1b~0",
     "\"a/b~\" is not a field of this object"},
    {world_of_blotter, "[{'op': 'replace', 'path': '/wires/0', 'value': 7}]", OW_BAD_JSON,
     "/wires/0", "expected an object"},
    {world_of_blotter, "[{'op': 'move', 'from': '/wires/0', 'path': '/components/0'}]", OW_BAD_JSON,
     "/components/0/address", "missing \"address\" in this object"},
    {world_of_leveld, "[{'op': 'replace', 'path': '/blocks/2/id', 'value': 'TRIG'}]", OW_BAD_JSON,
     "/blocks/2/triggers", "\"triggers\""},
    {world_of_leveld, "[{'op': 'add', 'path': '/blocks/1/layers/0/0', 'value': 70000}]",
     OW_BAD_JSON, "/blocks/1/layers/0/0", "from 0 to 65535"},
};

static void what_does_not_fit_is_refused_as_a_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(refusals); i++) {
        ow_document document = document_of(refusals[i].world), patched;
        char *before = text_of(&document);
        ow_error error;
        ow_status status = do_patch(&document, refusals[i].patch, NULL, &patched, &error);
        char *after = text_of(&document);
        if (status != refusals[i].status || strcmp(error.pointer, refusals[i].pointer) != 0 ||
            !strstr(error.message, refusals[i].message))
            ROW_FAILED("%s: %s at \"%s\": %s\n", refusals[i].patch, ow_status_name(status),
                       error.pointer, error.message);
        assert_null(patched.format);
        assert_string_equal(before, after);
        free(before);
        free(after);
        ow_close(&document);
    }
}

static void a_value_is_set(void **state)
{
    (void)state;
    static const struct {
        const char *world, *pointer, *value, *expected; /* "!" and what an error says */
    } rows[] = {
        {world_of_city, "/name", "\"x\"", "~ /name: 'c' -> 'x'\n"},
        {world_of_city, "/things/0/x", "2.5", "~ /things/0/x: 1 -> 2.5\n"},
        {world_of_city, "/terrain/heights/1", " 7 ", "~ /terrain/heights: 1 2 -> 1 7\n"},
        {world_of_city, "/things_size", "9", "+ /things_size\n"},
        {world_of_leveld, "/blocks/1/layers/1/2", "6",
         "~ /blocks/1/layers/1: 0 32769 0 0 0 0 -> 0 32769 6 0 0 0\n"},
        {world_of_city, "/meta_things/2", "\"x\"", "!there is no element 2"},
        {world_of_city, "/things/0/x", "x", "!the value is not valid JSON"},
        {world_of_city, "/things/0/x", "1 2", "!the value is not valid JSON"},
        {world_of_city, "/things/0/x", "\"x\"", "!expected a number"},
        {world_of_city, "/things/0/y/1", "1", "!has no members"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct reported_changes lines = {.text = "!"};
        ow_document document = document_of(rows[i].world), changed;
        ow_error error;
        if (ow_set(&document, rows[i].pointer, rows[i].value, strlen(rows[i].value), NULL, &changed,
                   &error) == OW_OK)
            assert_int_equal(ow_diff(&document, &changed, NULL, NULL, NULL, print_change_as_line,
                                     &lines, NULL, &error),
                             OW_OK);
        else
            snprintf(lines.text + 1, sizeof lines.text - 1, "%s", error.message);
        bool fails = *rows[i].expected == '!';
        if (fails ? !strstr(lines.text, rows[i].expected + 1)
                  : strcmp(lines.size > 0 ? lines.text : "", rows[i].expected) != 0)
            ROW_FAILED("%s: %s\n", rows[i].pointer, lines.text);
        ow_close(&changed);
        ow_close(&document);
    }
}

/* What an insertion, a removal or a move takes does not depend on how long the list is. */
static void one_edit_is_one_operation(void **state)
{
    (void)state;
    static const struct {
        const char *world, *patch;
    } rows[] = {
        {world_of_city, "[\n  {'op': 'add', 'path': '/meta_things/1', 'value': 'new'}\n]\n"},
        {world_of_city, "[\n  {'op': 'remove', 'path': '/things/0'}\n]\n"},
        {world_of_city, "[\n  {'op': 'replace', 'path': '/things/0/x', 'value': 4.0}\n]\n"},
        {world_of_leveld,
         "[\n  {'op': 'replace', 'path': '/blocks/1/layers/1/2', 'value': 6}\n]\n"},
        {world_of_structure, "[\n  {'op': 'move', 'from': '/blocks/3', 'path': '/blocks/0'}\n]\n"},
        {world_of_city, "[]\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].world), patched;
        ow_error error;
        struct bytes found = {0};
        ow_sink sink = sink_to(&found);
        char *expected = quoted(rows[i].patch);
        assert_int_equal(do_patch(&document, rows[i].patch, NULL, &patched, &error), OW_OK);
        assert_int_equal(ow_diff_patch(&document, &patched, NULL, &sink, &error), OW_OK);
        if (found.size != strlen(expected) || memcmp(found.data, expected, found.size) != 0)
            ROW_FAILED("%.*s", (int)found.size, (const char *)found.data);
        free(expected);
        bytes_free(&found);
        ow_close(&patched);
        ow_close(&document);
    }
}

static void memory_that_ends_is_an_error(void **state)
{
    (void)state;
    static const char text[] =
        "[{'op': 'copy', 'from': '/blocks/2/things/0', 'path': '/blocks/2/things/-'},"
        " {'op': 'replace', 'path': '/blocks/0/name', 'value': 'x'},"
        " {'op': 'test', 'path': '/blocks/0/name', 'value': 'x'}]";
    ow_document document = document_of(world_of_leveld);
    uint64_t calls = 1;
    for (uint64_t refuse = 0; refuse <= calls; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        ow_document patched;
        ow_error error;
        ow_status status = do_patch(&document, text, &options, &patched, &error);
        ow_close(&patched);
        assert_int_equal(status, refuse == 0 ? OW_OK : OW_NO_MEMORY);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
        calls = refuse == 0 ? ledger.calls : calls;
    }
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_rfc_work_on_worlds),
        cmocka_unit_test(what_does_not_fit_is_refused_as_a_whole),
        cmocka_unit_test(a_value_is_set),
        cmocka_unit_test(one_edit_is_one_operation),
        cmocka_unit_test(memory_that_ends_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
