/* The work of changing worlds grows with what is asked for, not with what stands beside it: events are counted, not
 * seconds. Links have their own such test (circuit/links.c), so have tilesets (leveld/tiled_foreign.c). */
#include "support/test.h"

#include "codec/way.h"
#include "driver/driver.h"
#include "formats.h"
#include "support/bytes.h"
#include "support/documents.h"

/* A level of many blocks. */
static ow_document level_of(unsigned blocks)
{
    size_t room = 200 + blocks * 120, used = 0;
    char *text = malloc(room);
    used += (size_t)snprintf(text, room,
                             "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [");
    for (unsigned i = 0; i < blocks; i++)
        used += (size_t)snprintf(text + used, room - used,
                                 "%s{'id': 'MESH', 'tile_width': 1, 'tile_height': 1, 'width': 1, "
                                 "'height': 1, 'layers': [[%u]]}",
                                 i > 0 ? "," : "", i % 9);
    snprintf(text + used, room - used, "]}");
    ow_document document = document_of(text);
    free(text);
    return document;
}

static ow_visit count_event(void *context, const ow_event *event)
{
    (void)event;
    ++*(uint64_t *)context;
    return OW_GO_ON;
}

/* Events that a walk to a part goes through, those on the way included. */
static uint64_t events_of_part(const ow_document *document, const char *pointer)
{
    struct part_way way;
    uint64_t events = 0;
    way_open(&way, pointer, count_event, &events);
    assert_int_equal(driver_tell_part(format_row_by_name(document->format->name), document->as.any,
                                      &way.part, NULL, count_event, &events, NULL),
                     OW_OK);
    return events;
}

static void a_part_costs_itself(void **state)
{
    (void)state;
    uint64_t once = 0;
    for (unsigned blocks = 200; blocks <= 400; blocks += 200) {
        ow_document document = level_of(blocks);
        char pointer[40];
        snprintf(pointer, sizeof pointer, "/blocks/%u/layers/0", blocks - 1);
        uint64_t events = events_of_part(&document, pointer);
        assert_true(events > 5);
        if (once > 0 && events != once)
            ROW_FAILED("%llu events, and %llu among twice as many blocks\n",
                       (unsigned long long)once, (unsigned long long)events);
        once = events;
        ow_close(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_costs_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
