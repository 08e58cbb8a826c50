/* Scenes of saves made to cost much, that are cancelled, and that run out of memory. */
#include "../support/ledger.h"
#include "../support/saves.h"
#include "seen.h"

#include <time.h>

/* A chain in which each stands on the one behind it in the file, so that the first is found
 * last. */
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
        ow_scene_close(&scene);
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

static void refuse_each(const ow_document *document, const ow_scene_options *asked)
{
    ow_status status = OW_NO_MEMORY;
    uint64_t refused = 0;
    while (status == OW_NO_MEMORY) {
        struct ledger ledger = {.refuse = ++refused, .refuse_all = true};
        ow_options options = ledger_options(&ledger);
        ow_scene scene;
        ow_error error = {0};
        status = ow_scene_open_document(document, &options, asked, &scene, &error);
        if (status == OW_OK) {
            assert_int_equal(scene.segment_count, asked->carriers_only ? 0 : 1);
            assert_int_equal(scene.label_count, asked->carriers_only ? 0 : 1);
        }
        if (status == OW_OK && scene.label_count > 0)
            assert_text(scene.labels[0].text, "I\nT");
        ow_scene_close(&scene);
        assert_int_equal(ledger.blocks, 0);
    }
    assert_int_equal(status, OW_OK);
    assert_true(refused > 3);
}

/* Each allocation in turn is refused, for a save that has one of everything. */
static void a_scene_survives_any_refusal_of_memory(void **state)
{
    (void)state;
    static const char text[] = "Data:\n - 202020\n - ffffff\n";
    struct beside beside = {"ExtraData/MHG.DisplayConfigurations/1_pegs/Configuration0.succ", text,
                            0};
    ow_scene_options asked = {
        .files = {.context = &beside, .read = read_beside, .release = release_beside}};
    ow_document document = document_of(
        SAVE_OF("subassembly",
                TYPE(1, "MHG.CircuitBoard") "," TYPE(2, "MHG.StandingDisplay") "," TYPE(
                    3, "MHG.PanelLabel"),
                PART(5, 0, 1, "0,0,0", NO_TURN, "", "", "'MzMzBgAAAAQAAAA='") "," PART(
                    6, 5, 2, "150,150,150", NO_TURN, "0", "",
                    "'AAAAAA=='") "," PART(7, 5, 3, "0,0,0", NO_TURN, "", "",
                                           "'AAAAACYmJs3MTD8AAwAAAEkLVAgAAAABAAAAAgAAAA=="
                                           "'") "," PART(8, 0, 2, "150,150,150", NO_TURN, "7", "",
                                                         "'AAAAAA=='"),
                WIRE(PEG_OF("input", 6, 0), PEG_OF("input", 8, 0), 0), "[0,2000000000]"));
    refuse_each(&document, &asked);
    asked.carriers_only = true;
    refuse_each(&document, &asked);
    ow_close(&document);
}

static bool read_placements(void *context, ow_text path, ow_bytes *file, char *message, size_t room)
{
    (void)path, (void)message, (void)room;
    *file = *(const ow_bytes *)context;
    return true;
}

/* The text of a placement takes many times its size while it is read. */
static void a_file_beside_a_save_stays_within_the_limit_of_the_scene(void **state)
{
    (void)state;
    enum { ELEMENTS = 500, STEP = 500, SAVE_SIZE = 300 }; /* the save is held as bytes besides */
    struct bytes text = {0};
    put_raw(&text, "Placements:\n", 12);
    for (int i = 0; i < ELEMENTS; i++)
        put_raw(&text, " - 1\n", 5);
    ow_bytes file = {text.data, text.size};
    const ow_scene_options asked = {.as_placed = true,
                                    .files = {.context = &file, .read = read_placements}};
    ow_document document =
        document_of(SAVE_OF("subassembly", TYPE(1, "MHG.Peg"),
                            PART(6, 0, 1, "0,0,0", NO_TURN, "0", "", "null"), "", "[]"));
    ow_status status = OW_TOO_MUCH_MEMORY;
    uint64_t limit = 0;
    while (status != OW_OK) {
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_scene scene;
        options.max_memory = limit += STEP;
        status = ow_scene_open_document(&document, &options, &asked, &scene, NULL);
        assert_true(status == OW_OK || status == OW_TOO_MUCH_MEMORY);
        if (ledger.peak > limit + SAVE_SIZE)
            ROW_FAILED("%u bytes of %u\n", (unsigned)ledger.peak, (unsigned)limit);
        ow_scene_close(&scene);
    }
    assert_true(limit > 10 * text.size);
    ow_close(&document);
    bytes_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_chains_take_no_more_than_others),
        cmocka_unit_test(a_scene_can_be_cancelled_and_has_a_limit),
        cmocka_unit_test(a_scene_survives_any_refusal_of_memory),
        cmocka_unit_test(a_file_beside_a_save_stays_within_the_limit_of_the_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
