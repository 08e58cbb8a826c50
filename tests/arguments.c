/* What may not be missing is asked for in words, by every public call; what may be missing is not
 * asked for; and an error that a call succeeds with says nothing. */
#include "support/documents.h"
#include "support/refusals.h"
#include "support/worlds.h"

static ow_visit look(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_GO_ON;
}

static void formats_and_freeing_take_nothing(void **state)
{
    (void)state;
    assert_null(ow_format_by_name(NULL));
    assert_null(ow_format_by_extension(NULL));
    assert_null(ow_identify(NULL, 0));
    assert_null(ow_identify(NULL, 100));
    assert_false(ow_text_is_utf8((ow_text){NULL, 3}));
    assert_true(ow_text_is_utf8((ow_text){NULL, 0}));
    assert_int_equal(ow_float_text(1.5f, NULL), 0);
    ow_close(NULL);
    ow_buffer_free(NULL, NULL);
    ow_image_free(NULL);
    ow_heights_free(NULL);
    ow_map_close(NULL);
    ow_leveld_view_close(NULL);
    ow_blotter_free(NULL);
    ow_leveld_free(NULL);
    ow_city_free(NULL);
    ow_structure_free(NULL);
    ow_blotter_reader_close(NULL);
}

static void calls_on_files_ask_for_bytes_and_places(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        struct world world = open_world(worlds[i]);
        const void *bytes = world.file.data;
        size_t size = world.file.size;
        ow_document document;
        ow_map map;
        ASSERT_REFUSED(ow_open(NULL, size, NULL, &document, error));
        assert_true(!document.format && !document.as.any);
        ASSERT_REFUSED(ow_open(bytes, size, NULL, NULL, error));
        ASSERT_REFUSED(ow_trace(NULL, size, NULL, look, NULL, error));
        ASSERT_REFUSED(ow_check(NULL, size, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_summarise(NULL, size, NULL, true, look, NULL, error));
        ASSERT_REFUSED(ow_summarise(bytes, size, NULL, true, NULL, NULL, error));
        ASSERT_REFUSED(ow_to_json(NULL, size, NULL, &open_sink, error));
        ASSERT_REFUSED(ow_to_json(bytes, size, NULL, NULL, error));
        ASSERT_REFUSED(ow_to_json(bytes, size, NULL, &no_sink, error));
        ASSERT_REFUSED(ow_map_open(NULL, size, NULL, &map, error));
        ASSERT_REFUSED(ow_map_open(bytes, size, NULL, NULL, error));
        ASSERT_FINE(ow_open(bytes, size, NULL, &document, error), ow_close(&document));
        ASSERT_FINE(ow_trace(bytes, size, NULL, look, NULL, error), (void)0);
        ASSERT_FINE(ow_trace(bytes, size, NULL, NULL, NULL, error), (void)0);
        ASSERT_FINE(ow_check(bytes, size, NULL, NULL, NULL, error), (void)0);
        ASSERT_FINE(ow_summarise(bytes, size, NULL, true, look, NULL, error), (void)0);
        ASSERT_FINE(ow_summarise(bytes, size, NULL, false, look, NULL, error), (void)0);
        ASSERT_FINE(ow_to_json(bytes, size, NULL, &open_sink, error), (void)0);
        if (strcmp(world.document.format->name, "leveld") == 0)
            ASSERT_FINE(ow_map_open(bytes, size, NULL, &map, error), ow_map_close(&map));
        close_world(&world);
    }
}

static void assert_refused_document(const ow_document *document)
{
    ow_document other;
    ow_buffer buffer = {0};
    ow_heights heights, one = {.x_vertices = 1, .y_vertices = 1, .values = (float[]){1}};
    ow_map map;
    ASSERT_REFUSED(ow_copy(document, NULL, &other, error));
    ASSERT_REFUSED(ow_write(document, NULL, &open_sink, error));
    ASSERT_REFUSED(ow_write_buffer(document, NULL, &buffer, error));
    ASSERT_REFUSED(ow_convert(document, NULL, NULL, NULL, NULL, &other, error));
    ASSERT_REFUSED(ow_trace_document(document, NULL, look, NULL, error));
    ASSERT_REFUSED(ow_check_document(document, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_summarise_document(document, NULL, look, NULL, error));
    ASSERT_REFUSED(ow_map_open_document(document, NULL, &map, error));
    ASSERT_REFUSED(ow_get_heights(document, NULL, &heights, error));
    ASSERT_REFUSED(ow_set_heights((ow_document *)(uintptr_t)document, &one, error));
    ow_text path = OW_LITERAL("a");
    ow_image image;
    ASSERT_REFUSED(ow_set_heights_image((ow_document *)(uintptr_t)document, &one, path, NULL,
                                        &image, NULL, error));
    assert_null(ow_document_extensions(document));
    ASSERT_REFUSED(ow_document_to_json(document, NULL, &open_sink, error));
    assert_true(!other.format && !buffer.data && !map.cells);
}

static void documents_may_not_be_missing(void **state)
{
    (void)state;
    ow_document empty = {0}, without_records = {.format = ow_format_at(0)};
    assert_refused_document(NULL);
    assert_refused_document(&empty);
    assert_refused_document(&without_records);
    ow_close(&empty);
    ow_close(&without_records);
    ow_document without_format = document_of(worlds[0]);
    const ow_format *format = without_format.format;
    without_format.format = NULL;
    assert_refused_document(&without_format);
    ow_format copy = *format; /* a format is one of those that the library hands out */
    without_format.format = &copy;
    assert_refused_document(&without_format);
    ASSERT_REFUSED(ow_new(&copy, NULL, &empty, error));
    without_format.format = format;
    ow_close(&without_format);
}

static void calls_on_documents_ask_for_places(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        struct world world = open_world(worlds[i]);
        const ow_document *document = &world.document;
        ow_document made;
        ow_buffer buffer = {0};
        ASSERT_REFUSED(ow_new(document->format, NULL, NULL, error));
        ASSERT_REFUSED(ow_new(NULL, NULL, &made, error));
        ASSERT_REFUSED(ow_copy(document, NULL, NULL, error));
        ASSERT_REFUSED(ow_write(document, NULL, NULL, error));
        ASSERT_REFUSED(ow_write(document, NULL, &no_sink, error));
        ASSERT_REFUSED(ow_write_buffer(document, NULL, NULL, error));
        ASSERT_REFUSED(ow_convert(document, NULL, NULL, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_summarise_document(document, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_map_open_document(document, NULL, NULL, error));
        ASSERT_REFUSED(ow_get_heights(document, NULL, NULL, error));
        ASSERT_REFUSED(ow_set_heights(&world.document, NULL, error));
        ow_heights one = {.x_vertices = 1, .y_vertices = 1, .values = (float[]){1}};
        ow_image image;
        ow_text missing = {NULL, 1}, path = OW_LITERAL("a");
        ASSERT_REFUSED(
            ow_set_heights_image(&world.document, NULL, path, NULL, &image, NULL, error));
        ASSERT_REFUSED(ow_set_heights_image(&world.document, &one, path, NULL, NULL, NULL, error));
        ASSERT_REFUSED(
            ow_set_heights_image(&world.document, &one, missing, NULL, &image, NULL, error));
        ASSERT_REFUSED(ow_document_to_json(document, NULL, NULL, error));
        ASSERT_REFUSED(ow_document_to_json(document, NULL, &no_sink, error));
        ASSERT_FINE(ow_new(document->format, NULL, &made, error), ow_close(&made));
        ASSERT_FINE(ow_copy(document, NULL, &made, error), ow_close(&made));
        ASSERT_FINE(ow_write(document, NULL, &open_sink, error), (void)0);
        ASSERT_FINE(ow_write_buffer(document, NULL, &buffer, error), ow_buffer_free(&buffer, NULL));
        ASSERT_FINE(ow_convert(document, NULL, NULL, NULL, NULL, &made, error), ow_close(&made));
        ASSERT_FINE(ow_trace_document(document, NULL, look, NULL, error), (void)0);
        ASSERT_FINE(ow_trace_document(document, NULL, NULL, NULL, error), (void)0);
        ASSERT_FINE(ow_check_document(document, NULL, NULL, NULL, error), (void)0);
        ASSERT_FINE(ow_summarise_document(document, NULL, look, NULL, error), (void)0);
        ASSERT_FINE(ow_document_to_json(document, NULL, &open_sink, error), (void)0);
        close_world(&world);
    }
}

#define ASSERT_CALLS_OF(format, type, world)                                                       \
    do {                                                                                           \
        type *read_ = NULL;                                                                        \
        const type *given_ = (world)->document.as.format;                                          \
        ow_buffer buffer_ = {0};                                                                   \
        const void *bytes_ = (world)->file.data;                                                   \
        size_t size_ = (world)->file.size;                                                         \
        ASSERT_REFUSED(ow_##format##_read(NULL, size_, NULL, &read_, error));                      \
        ASSERT_REFUSED(ow_##format##_read(bytes_, size_, NULL, NULL, error));                      \
        ASSERT_REFUSED(ow_##format##_write(NULL, NULL, &open_sink, error));                        \
        ASSERT_REFUSED(ow_##format##_write(given_, NULL, NULL, error));                            \
        ASSERT_REFUSED(ow_##format##_write(given_, NULL, &no_sink, error));                        \
        ASSERT_REFUSED(ow_##format##_write_buffer(NULL, NULL, &buffer_, error));                   \
        ASSERT_REFUSED(ow_##format##_write_buffer(given_, NULL, NULL, error));                     \
        ASSERT_REFUSED(ow_##format##_convert(NULL, NULL, NULL, NULL, NULL, &read_, error));        \
        ASSERT_REFUSED(ow_##format##_convert(given_, NULL, NULL, NULL, NULL, NULL, error));        \
        ASSERT_FINE(ow_##format##_read(bytes_, size_, NULL, &read_, error),                        \
                    ow_##format##_free(read_));                                                    \
        ASSERT_FINE(ow_##format##_write(given_, NULL, &open_sink, error), (void)0);                \
        ASSERT_FINE(ow_##format##_write_buffer(given_, NULL, &buffer_, error),                     \
                    ow_buffer_free(&buffer_, NULL));                                               \
        ASSERT_FINE(ow_##format##_convert(given_, NULL, NULL, NULL, NULL, &read_, error),          \
                    ow_##format##_free(read_));                                                    \
    } while (0)

static void calls_of_one_format_ask_for_the_same(void **state)
{
    (void)state;
    struct world blotter = open_world(world_of_blotter), leveld = open_world(world_of_leveld);
    struct world city = open_world(world_of_city), structure = open_world(world_of_structure);
    ASSERT_CALLS_OF(blotter, ow_blotter_save, &blotter);
    ASSERT_CALLS_OF(leveld, ow_leveld_level, &leveld);
    ASSERT_CALLS_OF(city, ow_city_save, &city);
    ASSERT_CALLS_OF(structure, ow_structure_build, &structure);
    close_world(&blotter);
    close_world(&leveld);
    close_world(&city);
    close_world(&structure);
}

static void json_needs_text_and_a_place(void **state)
{
    (void)state;
    static const char text[] = "{\"format\": \"leveld\", \"version\": 4, \"blocks\": []}";
    ow_document document;
    ow_json_writer *writer;
    ASSERT_REFUSED(ow_from_json(NULL, 10, NULL, &document, error));
    ASSERT_REFUSED(ow_from_json(text, sizeof text - 1, NULL, NULL, error));
    ASSERT_FINE(ow_from_json(text, sizeof text - 1, NULL, &document, error), ow_close(&document));
    ASSERT_REFUSED(ow_json_open("x", NULL, NULL, &writer, error));
    assert_null(writer);
    ASSERT_REFUSED(ow_json_open("x", NULL, &no_sink, &writer, error));
    ASSERT_REFUSED(ow_json_open("x", NULL, &open_sink, NULL, error));
    ASSERT_REFUSED(ow_json_close(NULL, error));
    ow_event event = {.kind = OW_VALUE};
    assert_int_equal(ow_json_visit(NULL, &event), OW_STOP);
    ASSERT_FINE(ow_json_open("x", NULL, &open_sink, &writer, error), ow_json_close(writer, NULL));
    assert_int_equal(ow_json_open(NULL, NULL, &open_sink, &writer, NULL), OW_OK);
    assert_int_equal(ow_json_visit(writer, NULL), OW_STOP);
    ow_error error = old_error();
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    assert_zeroed("ow_json_close", &error);
}

static void a_reader_of_records_is_needed(void **state)
{
    (void)state;
    struct world world = open_world(world_of_blotter);
    ow_blotter_reader *reader;
    const ow_blotter_component *component;
    const ow_blotter_wire *wire;
    const void *bytes = world.file.data;
    size_t size = world.file.size;
    ASSERT_REFUSED(ow_blotter_reader_open(NULL, size, NULL, &reader, error));
    ASSERT_REFUSED(ow_blotter_reader_open(bytes, size, NULL, NULL, error));
    ASSERT_REFUSED(ow_blotter_next_component(NULL, &component, error));
    assert_null(component);
    ASSERT_REFUSED(ow_blotter_next_wire(NULL, &wire, error));
    assert_null(wire);
    ASSERT_REFUSED(ow_blotter_reader_finish(NULL, error));
    assert_null(ow_blotter_reader_save(NULL));
    assert_int_equal(ow_blotter_record_offset(NULL), 0);
    ASSERT_FINE(ow_blotter_reader_open(bytes, size, NULL, &reader, error),
                ow_blotter_reader_close(reader));
    assert_int_equal(ow_blotter_reader_open(bytes, size, NULL, &reader, NULL), OW_OK);
    ASSERT_REFUSED(ow_blotter_next_component(reader, NULL, error));
    ASSERT_REFUSED(ow_blotter_next_wire(reader, NULL, error));
    for (int i = 0; i < 2; i++) /* of each kind one and more: the last call finds none */
        ASSERT_FINE(ow_blotter_next_component(reader, &component, error), (void)0);
    assert_null(component);
    ASSERT_FINE(ow_blotter_next_wire(reader, &wire, error), (void)0);
    assert_null(wire);
    ASSERT_FINE(ow_blotter_reader_finish(reader, error), (void)0);
    ow_blotter_reader_close(reader);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_and_freeing_take_nothing),
        cmocka_unit_test(calls_on_files_ask_for_bytes_and_places),
        cmocka_unit_test(documents_may_not_be_missing),
        cmocka_unit_test(calls_on_documents_ask_for_places),
        cmocka_unit_test(calls_of_one_format_ask_for_the_same),
        cmocka_unit_test(json_needs_text_and_a_place),
        cmocka_unit_test(a_reader_of_records_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
