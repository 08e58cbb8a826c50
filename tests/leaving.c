/* OW_LEAVE: the rest of an object or array is skipped, and nothing else. */
#include "support/test.h"

#include "support/documents.h"
#include "support/lines.h"

static const char world[] =
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "
    "'mods': [], 'component_types': [{'id': 1, 'name': 'A'}], 'components': ["
    "{'address': 1, 'parent': 0, 'type': 1, 'position': [1, 2, 3], 'rotation': [0.0, 0.0, 0.0, "
    "1.0], 'inputs': [4, 5], 'outputs': [6], 'custom_data': null}, "
    "{'address': 2, 'parent': 1, 'type': 1, 'position': [7, 8, 9], 'rotation': [0.0, 0.0, 0.0, "
    "1.0], 'inputs': [], 'outputs': [], 'custom_data': null}], 'wires': ["
    "{'first': {'kind': 'input', 'component': 1, 'index': 0}, 'second': {'kind': 'output', "
    "'component': 2, 'index': 0}, 'circuit_state': 3, 'rotation': 0.5}], 'circuit_states': 'AQ=='}";

/* A visitor that leaves after each value or END of this name; NULL: after each value without a
 * name. */
struct leaving {
    const char *name;
    struct line line;
};

static ow_visit leave(void *context, const ow_event *event)
{
    struct leaving *leaving = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    bool is_named = event->name && leaving->name && strcmp(event->name, leaving->name) == 0;
    bool is_element = !event->name && !leaving->name && event->kind == OW_VALUE;
    if (!event->derived)
        add_to_line(&leaving->line, event);
    return !begins && (is_named || is_element) ? OW_LEAVE : OW_GO_ON;
}

static const struct {
    const char *name, *reported; /* from the components on; the last value is of the root */
} rows[] = {
    {"address", "components=[ { address=1 } { address=2 } ] wires=[ { first={ kind=input "
                "component=1 index=0 } second={ kind=output component=2 index=0 } circuit_state=3 "
                "rotation=0.5 } ] circuit_states=bytes } "},
    {"position", "components=[ { address=1 parent=0 type=1 position=[ 1 2 3 ] } { address=2 "
                 "parent=1 type=1 position=[ 7 8 9 ] } ] wires=[ { first={ kind=input component=1 "
                 "index=0 } second={ kind=output component=2 index=0 } circuit_state=3 "
                 "rotation=0.5 } ] circuit_states=bytes } "},
    {"kind", "components=[ { address=1 parent=0 type=1 position=[ 1 2 3 ] rotation=[ 0.0 0.0 0.0 "
             "1.0 ] inputs=[ 4 5 ] outputs=[ 6 ] custom_data=null } { address=2 parent=1 type=1 "
             "position=[ 7 8 9 ] rotation=[ 0.0 0.0 0.0 1.0 ] inputs=[ ] outputs=[ ] "
             "custom_data=null } ] wires=[ { first={ kind=input } second={ kind=output } "
             "circuit_state=3 rotation=0.5 } ] circuit_states=bytes } "},
    {NULL, "components=[ { address=1 parent=0 type=1 position=[ 1 ] rotation=[ 0.0 ] inputs=[ 4 ] "
           "outputs=[ 6 ] custom_data=null } { address=2 parent=1 type=1 position=[ 7 ] "
           "rotation=[ 0.0 ] inputs=[ ] outputs=[ ] custom_data=null } ] wires=[ { first={ "
           "kind=input component=1 index=0 } second={ kind=output component=2 index=0 } "
           "circuit_state=3 rotation=0.5 } ] circuit_states=bytes } "},
    {"components", "components=[ { address=1 parent=0 type=1 position=[ 1 2 3 ] rotation=[ 0.0 "
                   "0.0 0.0 1.0 ] inputs=[ 4 5 ] outputs=[ 6 ] custom_data=null } { address=2 "
                   "parent=1 type=1 position=[ 7 8 9 ] rotation=[ 0.0 0.0 0.0 1.0 ] inputs=[ ] "
                   "outputs=[ ] custom_data=null } ] } "},
};

static void assert_left(const struct leaving *leaving, size_t row, const char *what)
{
    const char *components = strstr(leaving->line.text, "components=");
    if (!components || strcmp(components, rows[row].reported) != 0)
        ROW_FAILED("%s, %s: %s\n", what, rows[row].name ? rows[row].name : "elements",
                   components ? components : leaving->line.text);
}

static void the_rest_of_an_object_or_array_is_skipped_and_nothing_else(void **state)
{
    (void)state;
    ow_document document = document_of(world);
    ow_buffer bytes = {0};
    assert_int_equal(ow_write_buffer(&document, NULL, &bytes, NULL), OW_OK);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        static struct leaving file, records;
        file = records = (struct leaving){.name = rows[i].name};
        assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, leave, &file, NULL), OW_OK);
        assert_int_equal(ow_trace_document(&document, NULL, leave, &records, NULL), OW_OK);
        assert_left(&file, i, "file");
        assert_left(&records, i, "document");
    }
    ow_buffer_free(&bytes, NULL);
    ow_close(&document);
}

/* With meanings, which come behind values, nothing is skipped. */
static void meanings_are_not_skipped(void **state)
{
    (void)state;
    static struct leaving leaving, all;
    ow_document document = document_of(world);
    ow_options options = {.meanings = true};
    leaving = (struct leaving){.name = "type"};
    assert_int_equal(ow_trace_document(&document, &options, leave, &leaving, NULL), OW_OK);
    all = (struct leaving){.name = "nothing"};
    assert_int_equal(ow_trace_document(&document, NULL, leave, &all, NULL), OW_OK);
    assert_string_equal(leaving.line.text, all.line.text);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_of_an_object_or_array_is_skipped_and_nothing_else),
        cmocka_unit_test(meanings_are_not_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
