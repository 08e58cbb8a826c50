/* What may not be missing is asked for in words, by every public call; what may be missing is not
 * asked for; and an error that a call succeeds with says nothing. */
#include "support/test.h"

#include "support/documents.h"
#include "support/worlds.h"

#include <math.h>

/* An error as an earlier call left it. */
static ow_error old_error(void)
{
    return (ow_error){OW_TRUNCATED, 99, "/old", "from an earlier call", {0}};
}

static void assert_zeroed(const char *call, const ow_error *error)
{
    if (error->status != OW_OK || error->offset || *error->pointer || *error->message)
        ROW_FAILED("%s: %s, byte %u, %s: %s\n", call, ow_status_name(error->status),
                   (unsigned)error->offset, error->pointer, error->message);
}

/* A call that is refused in words, with an error (which it knows as `error`) and without. */
#define ASSERT_REFUSED(call)                                                                       \
    do {                                                                                           \
        ow_error told_ = old_error(), *error = &told_;                                             \
        if ((call) != OW_BAD_ARGUMENT || told_.status != OW_BAD_ARGUMENT || told_.offset != 0 ||   \
            strcmp(told_.message, old_error().message) == 0 || !*told_.message)                    \
            ROW_FAILED("%s: %s: %s\n", #call, ow_status_name(told_.status), told_.message);        \
        error = NULL;                                                                              \
        if ((call) != OW_BAD_ARGUMENT)                                                             \
            ROW_FAILED("%s without an error\n", #call);                                            \
    } while (0)

/* A call that returns a pointer. */
#define ASSERT_REFUSED_POINTER(call)                                                               \
    ASSERT_REFUSED((call) ? OW_OK : error ? error->status : OW_BAD_ARGUMENT)

/* A call that succeeds, and what is given back then. */
#define ASSERT_FINE(call, give_back)                                                               \
    do {                                                                                           \
        ow_error told_ = old_error(), *error = &told_;                                             \
        if ((call) != OW_OK)                                                                       \
            ROW_FAILED("%s: %s\n", #call, told_.message);                                          \
        assert_zeroed(#call, &told_);                                                              \
        give_back;                                                                                 \
        error = NULL;                                                                              \
        if ((call) != OW_OK)                                                                       \
            ROW_FAILED("%s without an error\n", #call);                                            \
        give_back;                                                                                 \
    } while (0)

static bool swallow(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return true;
}

static ow_visit look(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_GO_ON;
}

static const ow_sink sink = {.write = swallow}, no_sink = {0};

/* A file of each format and what it holds. */
struct world {
    ow_document document;
    ow_buffer file;
};

static struct world open_world(const char *json)
{
    struct world world = {.document = document_of(json)};
    ow_error error;
    if (ow_write_buffer(&world.document, NULL, &world.file, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return world;
}

static void close_world(struct world *world)
{
    ow_buffer_free(&world->file, NULL);
    ow_close(&world->document);
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
    ow_map_free(NULL);
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
        ASSERT_REFUSED(ow_to_json(NULL, size, NULL, &sink, error));
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
        ASSERT_FINE(ow_to_json(bytes, size, NULL, &sink, error), (void)0);
        if (strcmp(world.document.format->name, "leveld") == 0)
            ASSERT_FINE(ow_map_open(bytes, size, NULL, &map, error), ow_map_free(&map));
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
    ASSERT_REFUSED(ow_write(document, NULL, &sink, error));
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
    ASSERT_REFUSED(ow_document_to_json(document, NULL, &sink, error));
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
        ASSERT_FINE(ow_write(document, NULL, &sink, error), (void)0);
        ASSERT_FINE(ow_write_buffer(document, NULL, &buffer, error), ow_buffer_free(&buffer, NULL));
        ASSERT_FINE(ow_convert(document, NULL, NULL, NULL, NULL, &made, error), ow_close(&made));
        ASSERT_FINE(ow_trace_document(document, NULL, look, NULL, error), (void)0);
        ASSERT_FINE(ow_trace_document(document, NULL, NULL, NULL, error), (void)0);
        ASSERT_FINE(ow_check_document(document, NULL, NULL, NULL, error), (void)0);
        ASSERT_FINE(ow_summarise_document(document, NULL, look, NULL, error), (void)0);
        ASSERT_FINE(ow_document_to_json(document, NULL, &sink, error), (void)0);
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
        ASSERT_REFUSED(ow_##format##_write(NULL, NULL, &sink, error));                             \
        ASSERT_REFUSED(ow_##format##_write(given_, NULL, NULL, error));                            \
        ASSERT_REFUSED(ow_##format##_write(given_, NULL, &no_sink, error));                        \
        ASSERT_REFUSED(ow_##format##_write_buffer(NULL, NULL, &buffer_, error));                   \
        ASSERT_REFUSED(ow_##format##_write_buffer(given_, NULL, NULL, error));                     \
        ASSERT_REFUSED(ow_##format##_convert(NULL, NULL, NULL, NULL, NULL, &read_, error));        \
        ASSERT_REFUSED(ow_##format##_convert(given_, NULL, NULL, NULL, NULL, NULL, error));        \
        ASSERT_FINE(ow_##format##_read(bytes_, size_, NULL, &read_, error),                        \
                    ow_##format##_free(read_));                                                    \
        ASSERT_FINE(ow_##format##_write(given_, NULL, &sink, error), (void)0);                     \
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
    ASSERT_REFUSED(ow_json_open("x", NULL, &sink, NULL, error));
    ASSERT_REFUSED(ow_json_close(NULL, error));
    ow_event event = {.kind = OW_VALUE};
    assert_int_equal(ow_json_visit(NULL, &event), OW_STOP);
    ASSERT_FINE(ow_json_open("x", NULL, &sink, &writer, error), ow_json_close(writer, NULL));
    assert_int_equal(ow_json_open(NULL, NULL, &sink, &writer, NULL), OW_OK);
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

static void a_view_and_its_cells_need_a_level(void **state)
{
    (void)state;
    struct world world = open_world(world_of_leveld);
    ow_leveld_level *level = world.document.as.leveld;
    ow_leveld_view view;
    ow_leveld_cell cell;
    ow_leveld_layer layer = {.cell_count = 4};
    ow_leveld_mesh mesh = {.width = 2, .height = 2, .layer_count = 1};
    ASSERT_REFUSED(ow_leveld_view_open(NULL, NULL, &view, error));
    ASSERT_REFUSED(ow_leveld_view_open(level, NULL, NULL, error));
    ASSERT_FINE(ow_leveld_view_open(level, NULL, &view, error), ow_leveld_view_close(&view));
    assert_false(ow_leveld_cell_at(NULL, 0, 0, 0, &cell));
    assert_false(ow_leveld_cell_at(level->blocks[1].mesh, 0, 0, 0, NULL));
    assert_false(ow_leveld_cell_at(&mesh, 0, 0, 0, &cell)); /* without layers */
    mesh.layers = &layer;
    assert_false(ow_leveld_cell_at(&mesh, 0, 0, 0, &cell)); /* without cells */
    ASSERT_REFUSED(ow_leveld_set_meta(NULL, "name", OW_LITERAL("a"), error));
    ASSERT_REFUSED(ow_leveld_set_meta(level, NULL, OW_LITERAL("a"), error));
    ASSERT_REFUSED(ow_leveld_set_meta(level, "name", (ow_text){NULL, 1}, error));
    ASSERT_REFUSED(ow_leveld_set_meta(level, "timestamp", (ow_text){NULL, 1}, error));
    ASSERT_FINE(ow_leveld_set_meta(level, "name", OW_LITERAL("a"), error), (void)0);
    ASSERT_FINE(ow_leveld_set_meta(level, "timestamp", OW_LITERAL("8"), error), (void)0);
    close_world(&world);
}

/* A level that a program built and left a pointer out of: a view has nothing to see there. */
static void a_view_of_records_that_are_not_there_is_refused(void **state)
{
    (void)state;
    static const uint8_t ids[] = {OW_LEVELD_META, OW_LEVELD_MESH, OW_LEVELD_PLRS,
                                  OW_LEVELD_THNG, OW_LEVELD_TRIG, OW_LEVELD_PATH};
    ow_leveld_view view;
    for (size_t i = 0; i < LENGTH(ids); i++) {
        bool list = ids[i] != OW_LEVELD_META && ids[i] != OW_LEVELD_MESH;
        ow_leveld_block block = {.id = ids[i], .count = list ? 3 : 0};
        ow_leveld_level level = {.version = 4, .block_count = 1, .blocks = &block};
        ASSERT_REFUSED(ow_leveld_view_open(&level, NULL, &view, error));
    }
    ow_leveld_mesh mesh = {.width = 1, .layer_count = 1};
    ow_leveld_block block = {.id = OW_LEVELD_MESH, .mesh = &mesh};
    ow_leveld_level level = {.version = 2, .block_count = 1, .blocks = &block};
    ASSERT_REFUSED(ow_leveld_view_open(&level, NULL, &view, error));
    level.blocks = NULL;
    ASSERT_REFUSED(ow_leveld_view_open(&level, NULL, &view, error));
}

static void heights_and_images_need_their_numbers(void **state)
{
    (void)state;
    struct world world = open_world(world_of_city);
    float values[] = {1, 2}, height, largest;
    ow_heights heights = {.x_vertices = 2, .y_vertices = 1, .values = values}, read;
    ow_heights none = {.x_vertices = 2, .y_vertices = 1};
    ow_image image, dark = {.width = 2, .height = 1, .scale = 1};
    assert_false(ow_heights_at(NULL, 0, 0, &height));
    assert_false(ow_heights_at(&heights, 0, 0, NULL));
    assert_false(ow_heights_at(&none, 0, 0, &height));
    ASSERT_REFUSED(ow_heights_to_image(NULL, NULL, &image, &largest, error));
    ASSERT_REFUSED(ow_heights_to_image(&heights, NULL, NULL, &largest, error));
    ASSERT_REFUSED(ow_heights_to_image(&none, NULL, &image, &largest, error));
    ASSERT_REFUSED(ow_heights_from_image(NULL, NULL, &read, error));
    ASSERT_REFUSED(ow_heights_from_image(&dark, NULL, &read, error));
    ASSERT_FINE(ow_heights_to_image(&heights, NULL, &image, &largest, error),
                ow_image_free(&image));
    assert_int_equal(ow_heights_to_image(&heights, NULL, &image, NULL, NULL), OW_OK);
    ASSERT_REFUSED(ow_heights_from_image(&image, NULL, NULL, error));
    ASSERT_FINE(ow_heights_from_image(&image, NULL, &read, error), ow_heights_free(&read));
    ow_image_free(&image);
    ASSERT_FINE(ow_get_heights(&world.document, NULL, &read, error), ow_heights_free(&read));
    ASSERT_FINE(ow_set_heights(&world.document, &heights, error), (void)0);
    ASSERT_REFUSED(ow_set_heights(&world.document, &none, error));
    close_world(&world);
}

static void a_build_in_a_variant_needs_it_and_a_place(void **state)
{
    (void)state;
    struct world world = open_world(world_of_structure);
    const ow_structure_build *build = world.document.as.structure;
    const void *bytes = world.file.data;
    size_t size = world.file.size;
    ow_structure_build *read;
    const ow_structure_variant *game = &ow_structure_game;
    ASSERT_REFUSED(ow_structure_read_as(NULL, size, game, NULL, &read, error));
    ASSERT_REFUSED(ow_structure_read_as(bytes, size, game, NULL, NULL, error));
    ASSERT_REFUSED(ow_structure_convert_as(NULL, 6, game, NULL, NULL, NULL, &read, error));
    ASSERT_REFUSED(ow_structure_convert_as(build, 6, game, NULL, NULL, NULL, NULL, error));
    ASSERT_FINE(ow_structure_read_as(bytes, size, game, NULL, &read, error),
                ow_structure_free(read));
    ASSERT_FINE(ow_structure_convert_as(build, 6, game, NULL, NULL, NULL, &read, error),
                ow_structure_free(read));
    ASSERT_FINE(ow_structure_read_as(bytes, size, NULL, NULL, &read, error),
                ow_structure_free(read)); /* `game` */
    ASSERT_FINE(ow_structure_convert_as(build, 6, NULL, NULL, NULL, NULL, &read, error),
                ow_structure_free(read));
    close_world(&world);
}

static void what_a_build_means_is_nothing_without_one(void **state)
{
    (void)state;
    double place[3] = {7, 7, 7};
    uint8_t rgb[3], rgba[4];
    uint16_t color;
    int16_t raw[3] = {1, 2, 3};
    uint16_t vertex[3] = {1, 2, 3};
    ow_structure_root root = {0};
    ow_structure_metadata metadata = {0};
    ow_structure_block block = {0};
    ow_structure_build build = {.version = 6, .root_count = 2, .block_count = 3, .color_count = 1};
    assert_int_equal(ow_structure_root_of(NULL, 0), 0);
    assert_int_equal(ow_structure_root_of(&build, 0), 2);
    ow_structure_position(NULL, raw, place);
    assert_true(place[0] == 0 && place[1] == 0 && place[2] == 0);
    ow_structure_position(&root, NULL, place);
    ow_structure_position(&root, raw, NULL);
    place[2] = 7;
    assert_false(ow_structure_position_of(NULL, 0, place));
    assert_true(place[0] == 0 && place[1] == 0 && place[2] == 0);
    assert_false(ow_structure_position_of(&build, 0, NULL));
    assert_false(ow_structure_position_of(&build, 0, place)); /* nor roots nor blocks */
    assert_int_equal(ow_structure_find_rotation_scale(NULL).angle_count, 0);
    assert_int_equal(ow_structure_find_rotation_scale(&build).angle_count, 0);
    assert_true(isfinite(ow_structure_degrees(5, 0)));
    place[0] = 7;
    ow_structure_vertex(NULL, vertex, 1, place);
    assert_true(place[0] == 0);
    ow_structure_vertex(&metadata, NULL, 1, place);
    ow_structure_vertex(&metadata, vertex, 1, NULL);
    ow_structure_vertex(&metadata, vertex, 0, place);
    assert_true(isfinite(place[0]));
    assert_true(ow_structure_speed(NULL) == 0);
    ow_structure_rgb(0, OW_STRUCTURE_RED_LOW, NULL);
    ow_structure_rgb(0, OW_STRUCTURE_RED_LOW, rgb);
    assert_false(ow_structure_color_of(NULL, &block, &color));
    assert_false(ow_structure_color_of(&build, NULL, &color));
    assert_false(ow_structure_color_of(&build, &block, NULL));
    assert_false(ow_structure_color_of(&build, &block, &color)); /* no table where one is said */
    assert_false(ow_structure_rgba_of(NULL, &block, OW_STRUCTURE_RED_HIGH, rgba));
    assert_false(ow_structure_rgba_of(&build, NULL, OW_STRUCTURE_RED_HIGH, rgba));
    assert_false(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_HIGH, NULL));
    assert_false(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_HIGH, rgba));
    assert_string_equal(ow_structure_block_type_at(NULL, 0).name, "Metal block");
}

static void what_metadata_means_is_nothing_without_one(void **state)
{
    (void)state;
    double hertz = 7;
    uint16_t values[] = {3};
    uint8_t bytes[] = {4};
    ow_structure_group group = {.value_count = 1, .values = values};
    ow_structure_metadata metadata = {.byte_count = 1, .bytes = bytes};
    ow_structure_settings settings = {.metadata = NULL};
    ow_structure_block custom = {.id = 109}, tone = {.id = OW_STRUCTURE_TONE_GENERATOR};
    ow_structure_build build = {.version = 6};
    for (int i = 0; i < 2; i++) { /* without settings, and with such without metadata */
        assert_int_equal(ow_structure_shape(&build, &custom, 1, NULL, 0), 0);
        assert_false(ow_structure_frequency(&tone, &hertz));
        custom.settings = tone.settings = &settings;
    }
    assert_int_equal(ow_structure_shape(NULL, &custom, 1, NULL, 0), 0);
    assert_int_equal(ow_structure_shape(&build, NULL, 1, NULL, 0), 0);
    assert_false(ow_structure_frequency(NULL, &hertz));
    settings.metadata = &metadata; /* without floats */
    assert_false(ow_structure_frequency(&tone, &hertz));
    assert_false(ow_structure_frequency(&tone, NULL));
    assert_int_equal(ow_structure_group_value(NULL, &group, 0), -1);
    assert_int_equal(ow_structure_group_value(&build, NULL, 0), -1);
    assert_int_equal(ow_structure_group_value(&build, &group, 1), -1);
    assert_int_equal(ow_structure_group_value(&build, &group, 0), 3);
    assert_int_equal(ow_structure_extra_byte(NULL, &metadata, 0), 0);
    assert_int_equal(ow_structure_extra_byte(&build, NULL, 0), 0);
    assert_int_equal(ow_structure_extra_byte(&build, &metadata, 1), 0);
    assert_int_equal(ow_structure_extra_byte(&build, &metadata, 0), 4);
}

static void edits_need_an_owner_a_list_and_a_count(void **state)
{
    (void)state;
    struct world world = open_world(world_of_leveld);
    void *owner = world.document.as.leveld->owner;
    uint32_t *list = NULL, *missing = NULL, count = 0, many = 5;
    ow_text text;
    ow_bytes bytes;
    ASSERT_REFUSED_POINTER(ow_take(NULL, 1, 1, error));
    ASSERT_REFUSED(ow_keep_text(NULL, OW_LITERAL("a"), &text, error));
    ASSERT_REFUSED(ow_keep_text(owner, OW_LITERAL("a"), NULL, error));
    ASSERT_REFUSED(ow_keep_text(owner, (ow_text){NULL, 1}, &text, error));
    ASSERT_REFUSED(ow_keep_bytes(NULL, (ow_bytes){0}, &bytes, error));
    ASSERT_REFUSED(ow_keep_bytes(owner, (ow_bytes){0}, NULL, error));
    ASSERT_REFUSED(ow_keep_bytes(owner, (ow_bytes){NULL, 1}, &bytes, error));
    ASSERT_REFUSED_POINTER(ow_insert_records(NULL, &list, &count, 4, 0, 1, error));
    ASSERT_REFUSED_POINTER(ow_insert_records(owner, NULL, &count, 4, 0, 1, error));
    ASSERT_REFUSED_POINTER(ow_insert_records(owner, &list, NULL, 4, 0, 1, error));
    ASSERT_REFUSED_POINTER(ow_insert_records(owner, &missing, &many, 4, 0, 1, error));
    ASSERT_REFUSED(ow_remove_records(owner, &missing, &many, 4, 0, 1, error));
    ASSERT_REFUSED(ow_remove_records(owner, NULL, &many, 4, 0, 1, error));
    ASSERT_REFUSED(ow_reserve_records(owner, NULL, 0, 4, 1, error));
    ASSERT_REFUSED(ow_unshare_records(owner, NULL, 0, 4, error));
    ASSERT_REFUSED(ow_unshare_records(owner, &missing, many, 4, error));
    ASSERT_FINE(ow_take(owner, 1, 1, error) ? OW_OK : OW_NO_MEMORY, (void)0);
    ASSERT_FINE(ow_keep_text(owner, OW_LITERAL("a"), &text, error), (void)0);
    ASSERT_FINE(ow_keep_bytes(owner, (ow_bytes){0}, &bytes, error), (void)0);
    ASSERT_FINE(ow_append(owner, list, count, error) ? OW_OK : OW_NO_MEMORY, (void)0);
    ASSERT_FINE(ow_reserve(owner, list, count, 9, error), (void)0);
    ASSERT_FINE(ow_unshare(owner, list, count, error), (void)0);
    ASSERT_FINE(ow_remove(owner, list, count, 0, 1, error), (void)0);
    close_world(&world);
}

/* Calls that change a world or compare two: what is refused for `document` in the place of a world. */
static void assert_no_change_of(const ow_document *document, const ow_document *good)
{
    ow_document made;
    uint64_t count;
    ow_document *own = (ow_document *)(uintptr_t)document;
    ASSERT_REFUSED(ow_diff(document, good, NULL, NULL, NULL, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_diff(good, document, NULL, NULL, NULL, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_diff_patch(document, good, NULL, &sink, error));
    ASSERT_REFUSED(ow_patch(document, "[]", 2, NULL, &made, error));
    ASSERT_REFUSED(ow_set(document, "/a", "1", 1, NULL, &made, error));
    ASSERT_REFUSED(ow_find_parts(document, NULL, NULL, NULL, NULL, &count, error));
    ASSERT_REFUSED(ow_remove_parts(own, "*", NULL, &count, error));
    ASSERT_REFUSED(ow_replace(own, OW_REPLACE_TYPE, "1", "2", NULL, &count, error));
    ASSERT_REFUSED(ow_extract(document, "*", NULL, NULL, NULL, &made, error));
    ASSERT_REFUSED(ow_merge(document, good, NULL, NULL, NULL, NULL, &made, error));
    ASSERT_REFUSED(ow_merge(good, document, NULL, NULL, NULL, NULL, &made, error));
    ASSERT_REFUSED(
        ow_merge3(document, good, good, NULL, NULL, NULL, NULL, NULL, NULL, &made, error));
    ASSERT_REFUSED(
        ow_merge3(good, good, document, NULL, NULL, NULL, NULL, NULL, NULL, &made, error));
    assert_null(made.format);
}

static void changes_need_worlds_of_one_format(void **state)
{
    (void)state;
    ow_document empty = {0};
    for (size_t i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]), made;
        ow_document other = document_of(worlds[i > 0 ? 0 : 1]);
        assert_no_change_of(NULL, &document);
        assert_no_change_of(&empty, &document);
        ASSERT_REFUSED(ow_diff(&document, &other, NULL, NULL, NULL, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_merge(&document, &other, NULL, NULL, NULL, NULL, &made, error));
        ow_close(&other);
        ow_close(&document);
    }
}

static void changes_need_what_is_to_change(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]), made;
        ASSERT_REFUSED(ow_diff_patch(&document, &document, NULL, NULL, error));
        ASSERT_REFUSED(ow_diff_patch(&document, &document, NULL, &no_sink, error));
        ASSERT_REFUSED(ow_patch(&document, NULL, 2, NULL, &made, error));
        ASSERT_REFUSED(ow_patch(&document, "[]", 2, NULL, NULL, error));
        ASSERT_REFUSED(ow_set(&document, NULL, "1", 1, NULL, &made, error));
        ASSERT_REFUSED(ow_set(&document, "/a", NULL, 1, NULL, &made, error));
        ASSERT_REFUSED(ow_set(&document, "/a", "1", 1, NULL, NULL, error));
        ASSERT_REFUSED(ow_remove_parts(&document, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_replace(&document, OW_REPLACE_TYPE, NULL, "1", NULL, NULL, error));
        ASSERT_REFUSED(ow_replace(&document, OW_REPLACE_TYPE, "1", NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_extract(&document, NULL, NULL, NULL, NULL, &made, error));
        ASSERT_REFUSED(ow_extract(&document, "*", NULL, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_merge(&document, &document, NULL, NULL, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_merge3(&document, &document, &document, NULL, NULL, NULL, NULL, NULL,
                                 NULL, NULL, error));
        ASSERT_FINE(ow_diff(&document, &document, NULL, NULL, NULL, NULL, NULL, NULL, error),
                    (void)0);
        ASSERT_FINE(ow_diff_patch(&document, &document, NULL, &sink, error), (void)0);
        ASSERT_FINE(ow_patch(&document, "[]", 2, NULL, &made, error), ow_close(&made));
        ASSERT_FINE(ow_find_parts(&document, NULL, NULL, NULL, NULL, NULL, error), (void)0);
        ASSERT_FINE(ow_merge3(&document, &document, &document, NULL, NULL, NULL, NULL, NULL, NULL,
                              &made, error),
                    ow_close(&made));
        ow_close(&document);
    }
}

static ow_scene scene_of(const ow_document *document)
{
    ow_scene scene;
    assert_int_equal(ow_scene_open_document(document, NULL, NULL, &scene, NULL), OW_OK);
    return scene;
}

static void scenes_need_a_world_and_a_place(void **state)
{
    (void)state;
    ow_document empty = {0};
    for (size_t i = 0; worlds[i]; i++) {
        struct world world = open_world(worlds[i]);
        const void *bytes = world.file.data;
        size_t size = world.file.size, count;
        uint32_t index;
        ow_scene scene;
        ASSERT_REFUSED(ow_scene_open(NULL, size, NULL, NULL, &scene, error));
        assert_null(scene.owner);
        ASSERT_REFUSED(ow_scene_open(bytes, size, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_scene_open_document(NULL, NULL, NULL, &scene, error));
        ASSERT_REFUSED(ow_scene_open_document(&empty, NULL, NULL, &scene, error));
        ASSERT_REFUSED(ow_scene_open_document(&world.document, NULL, NULL, NULL, error));
        ASSERT_FINE(ow_scene_open(bytes, size, NULL, NULL, &scene, error), ow_scene_free(&scene));
        ASSERT_REFUSED(ow_scene_choose(NULL, NULL, error));
        ASSERT_REFUSED(ow_scene_choose(&scene, NULL, error));
        scene = scene_of(&world.document);
        ASSERT_FINE(ow_scene_choose(&scene, NULL, error), (void)0);
        ASSERT_REFUSED(ow_scene_find(NULL, "*", OW_IN_ITEMS, &index, 1, &count, error));
        ASSERT_REFUSED(ow_scene_find(&scene, NULL, OW_IN_ITEMS, &index, 1, &count, error));
        ASSERT_REFUSED(ow_scene_find(&scene, "*", OW_IN_ITEMS, NULL, 1, &count, error));
        ASSERT_REFUSED(ow_scene_find(&scene, "*", OW_IN_ITEMS, &index, 1, NULL, error));
        ASSERT_REFUSED(ow_scene_find(&scene, "*", OW_IN_LAYERS, &index, 1, &count, error));
        ow_scene_free(&scene);
        close_world(&world);
    }
}

static void pictures_need_a_scene_and_a_size(void **state)
{
    (void)state;
    static const ow_picture_options wide = {.width = OW_PICTURE_LARGEST + 1, .height = 8},
                                    high = {.width = 8, .height = OW_PICTURE_LARGEST + 1},
                                    fine = {.width = 8, .height = 8, .samples = 5};
    ow_document document = document_of(world_of_leveld);
    ow_scene scene = scene_of(&document);
    ow_picture picture;
    ASSERT_REFUSED(ow_picture_draw(NULL, NULL, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, &wide, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, &high, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, &fine, NULL, &picture, error));
    assert_null(picture.pixels);
    ASSERT_REFUSED(ow_picture_write_svg(NULL, NULL, NULL, &sink, error));
    ASSERT_REFUSED(ow_picture_write_svg(&scene, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_picture_write_svg(&scene, &wide, NULL, &sink, error));
    ASSERT_REFUSED(ow_gltf_write(NULL, NULL, NULL, &sink, error));
    ASSERT_REFUSED(ow_gltf_write(&scene, NULL, NULL, NULL, error));
    ASSERT_FINE(ow_gltf_write(&scene, NULL, NULL, &sink, error), (void)0);
    ow_scene_free(&scene);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_and_freeing_take_nothing),
        cmocka_unit_test(changes_need_worlds_of_one_format),
        cmocka_unit_test(changes_need_what_is_to_change),
        cmocka_unit_test(scenes_need_a_world_and_a_place),
        cmocka_unit_test(pictures_need_a_scene_and_a_size),
        cmocka_unit_test(calls_on_files_ask_for_bytes_and_places),
        cmocka_unit_test(documents_may_not_be_missing),
        cmocka_unit_test(calls_on_documents_ask_for_places),
        cmocka_unit_test(calls_of_one_format_ask_for_the_same),
        cmocka_unit_test(json_needs_text_and_a_place),
        cmocka_unit_test(a_reader_of_records_is_needed),
        cmocka_unit_test(a_view_and_its_cells_need_a_level),
        cmocka_unit_test(a_view_of_records_that_are_not_there_is_refused),
        cmocka_unit_test(heights_and_images_need_their_numbers),
        cmocka_unit_test(a_build_in_a_variant_needs_it_and_a_place),
        cmocka_unit_test(what_a_build_means_is_nothing_without_one),
        cmocka_unit_test(what_metadata_means_is_nothing_without_one),
        cmocka_unit_test(edits_need_an_owner_a_list_and_a_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
