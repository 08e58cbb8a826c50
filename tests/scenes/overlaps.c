/* Which records of a scene are compared after some of them moved. */
#include "../support/test.h"

#include "../support/documents.h"

#include "change/parts.h"
#include "scenes/overlaps.h"

#define INVERTER(address)                                                                          \
    "{'address':" #address ",'parent':0,'type':1,'position':[0,0,0],'rotation':[0.0,0.0,0.0,1.0]," \
    "'inputs':[],'outputs':[],'custom_data':null}"

/* Three inverters in one place. */
static const char save[] =
    "{'format':'blotter','version':7,'game_version':[0,92,3,57],'save_type':'subassembly',"
    "'mods':[],'component_types':[{'id':1,'name':'MHG.Inverter'}],'components':[" INVERTER(
        1) "," INVERTER(2) "," INVERTER(3) "],'wires':[],'circuit_states':[]}";

/* A scene may show more than the records that can move, and only those can overlap others. */
static void what_is_no_record_overlaps_nothing(void **state)
{
    (void)state;
    static const char found[] = "/components/0 MHG.Inverter C-1 overlaps MHG.Inverter C-2\n";
    static const struct {
        uint32_t list_count, record_count;
        const char *warnings;
    } rows[] = {{1, 3, found}, {1, 2, found}, {1, 1, ""}, {0, 3, ""}};
    ow_document document = document_of(save);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct part_list lists[] = {{.pointer = "/components", .count = rows[i].record_count}};
        uint8_t chosen[3] = {true};
        struct parts parts = {.lists = lists, .list_count = rows[i].list_count, .chosen = chosen};
        struct warnings warnings = {""};
        const struct part_notes notes = {note_warning, &warnings};
        const ow_rearrangement how = {.by = {1, 0, 0}};
        const struct rearranged rearranged = {&document, &parts, NULL, &how};
        ow_error error;
        assert_int_equal(scenes_report_overlaps(&rearranged, NULL, &notes, &error), OW_OK);
        if (strcmp(warnings.text, rows[i].warnings) != 0)
            ROW_FAILED("row %zu: \"%s\"\n", i, warnings.text);
    }
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_record_overlaps_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
