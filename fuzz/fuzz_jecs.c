/* JECS and SUCC: any text is refused with a line, or comes back byte for byte and takes any change.
 * The changed text is compared with it.
 *
 * A zero byte ends the text. What follows it says what is changed: a byte that chooses a node,
 * one that chooses a change, and the text that is set. The whole input is a table of circuits too
 * that are stored beside a world, as bytes and as a text. */
#include "fuzz.h"

/* Reads what a document is written as; it must read. */
static ow_jecs *read_again(const ow_jecs *document, ow_buffer *buffer)
{
    ow_jecs *again;
    ow_error error = {0};
    PROMISE(ow_jecs_write_buffer(document, NULL, buffer, &error) == OW_OK);
    PROMISE(ow_jecs_read(buffer->data, buffer->size, NULL, &again, &error) == OW_OK);
    return again;
}

static void expect_same(const ow_jecs_node *a, const ow_jecs_node *b)
{
    PROMISE(a->kind == b->kind && a->child_count == b->child_count);
    PROMISE(same_bytes(a->key.data, a->key.size, b->key.data, b->key.size));
    PROMISE(same_bytes(a->value.data, a->value.size, b->value.data, b->value.size));
    const ow_jecs_node *other = b->first;
    for (const ow_jecs_node *child = a->first; child; child = child->next, other = other->next)
        expect_same(child, other);
}

static void read_values(const ow_jecs_node *node)
{
    double values[4] = {0};
    int64_t integer;
    uint32_t number;
    bool boolean;
    ow_jecs_number(node, values);
    ow_jecs_integer(node, &integer);
    ow_jecs_boolean(node, &boolean);
    ow_jecs_color(node, &number);
    ow_jecs_address(node, &number);
    ow_jecs_vector(node, values, 3);
}

/* Node `number` in the order of the text, the root first. */
static ow_jecs_node *find_node(ow_jecs *document, unsigned number)
{
    ow_jecs_node *node = document->root;
    while (number-- > 0) {
        ow_jecs_node *next = node->first;
        for (ow_jecs_node *above = node; !next && above; above = above->parent)
            next = above->next;
        if (!next)
            break;
        node = next;
    }
    return node;
}

static void expect_place(ow_jecs *document, ow_jecs_node *node)
{
    char pointer[1024];
    if (ow_jecs_pointer(node, pointer, sizeof pointer) < sizeof pointer)
        PROMISE(ow_jecs_at(document, pointer) == node);
}

static void change(ow_jecs *document, ow_jecs_node *node, unsigned choice, ow_text text)
{
    ow_error error = {0};
    ow_status status = OW_OK;
    switch (choice % 6) {
    case 0:
        status = ow_jecs_set_text(document, node, text, &error);
        break;
    case 1:
        status = ow_jecs_set_null(document, node, &error);
        break;
    case 2:
        status = ow_jecs_clear(document, node, &error);
        break;
    case 3:
        status = ow_jecs_remove(document, node, &error);
        break;
    case 4:
        node = ow_jecs_add(document, node, text, node->first, &error);
        status = node ? OW_OK : error.status;
        break;
    default:
        node = ow_jecs_add(document, node, (ow_text){0}, NULL, &error);
        status = node ? ow_jecs_set_text(document, node, text, &error) : error.status;
        break;
    }
    expect_clean(status, &error, SIZE_MAX);
}

static ow_visit expect_change(void *context, const ow_change *change)
{
    const char *pointer = change->after ? change->after : change->before;
    ++*(uint64_t *)context;
    PROMISE(pointer && strncmp(pointer, "/folder/a.jecs", 14) == 0);
    PROMISE(change->kind != OW_CHANGED || pointer[strlen(change->record)] == '/');
    return OW_GO_ON;
}

/* A subassembly of one display, which has configuration 0. */
static ow_document make_display(void)
{
    static const char json[] =
        "{\"format\": \"blotter\", \"version\": 7, \"game_version\": [0, 92, 3, 57],"
        " \"save_type\": \"world\", \"mods\": [], \"component_types\": [{\"id\": 1, \"name\":"
        " \"MHG.StandingDisplay\"}], \"components\": [{\"address\": 1, \"parent\": 0, \"type\": 1,"
        " \"position\": [0, 0, 0], \"rotation\": [0, 0, 0, 1], \"inputs\": [0], \"outputs\": [],"
        " \"custom_data\": \"AAAAAA==\"}], \"wires\": [], \"circuit_states\": \"AA==\"}";
    ow_document document;
    PROMISE(ow_from_json(json, sizeof json - 1, NULL, &document, NULL) == OW_OK);
    return document;
}

/* A text that is carried is the part's, or an order that can be read again. */
static void expect_carried(void *context, const ow_carried_text *text)
{
    const ow_bytes *colors = context;
    ow_jecs *order;
    PROMISE(!text->clashes);
    if (!text->replaces) {
        PROMISE(same_bytes(text->bytes.data, text->bytes.size, colors->data, colors->size));
        return;
    }
    PROMISE(ow_jecs_read(text->bytes.data, text->bytes.size, NULL, &order, NULL) == OW_OK);
    ow_jecs_free(order);
}

#define COLORS "ExtraData/MHG.DisplayConfigurations/1_pegs/"

/* Any text as the colours of a part's display, beside any other as those of the world and as their
 * order. The display keeps its number only if both are the same. */
static void carry(ow_bytes first, ow_bytes second)
{
    const ow_folder_file files[] = {{OW_LITERAL(COLORS "Configuration0.jecs"), first},
                                    {OW_LITERAL(COLORS "Configuration0.jecs"), second},
                                    {OW_LITERAL(COLORS "_Order.jecs"), second}};
    const ow_folder mine = {.files = files, .file_count = 1};
    const ow_folder theirs = {.files = files + 1, .file_count = 2};
    ow_document world = make_display(), part = make_display();
    PROMISE(ow_carry_texts(&world, &theirs, &part, &mine, NULL, expect_carried, &first, NULL) ==
            OW_OK);
    const uint8_t number = part.as.blotter->components[0].custom_data.data[0];
    PROMISE(number <= 1);
    PROMISE(number == 0 || !same_bytes(first.data, first.size, second.data, second.size));
    ow_close(&world);
    ow_close(&part);
}

/* A text does not differ from itself. From another one, it differs as much as that from it. */
static void compare(ow_bytes first, ow_bytes second)
{
    const ow_format *format = ow_format_by_name("blotter");
    const ow_folder_file files[] = {{OW_LITERAL("a.jecs"), first}, {OW_LITERAL("a.jecs"), second}};
    const ow_folder a = {.files = files, .file_count = 1};
    const ow_folder b = {.files = files + 1, .file_count = 1};
    ow_change_totals totals[3];
    uint64_t count = 0;
    PROMISE(ow_diff_folders(format, &a, &a, NULL, expect_change, &count, &totals[0], NULL) ==
            OW_OK);
    PROMISE(count == 0);
    PROMISE(ow_diff_folders(format, &a, &b, NULL, expect_change, &count, &totals[1], NULL) ==
            OW_OK);
    PROMISE(count == totals[1].removed + totals[1].added + totals[1].changed);
    PROMISE(ow_diff_folders(format, &b, &a, NULL, NULL, NULL, &totals[2], NULL) == OW_OK);
    PROMISE((totals[2].changed == 0) == (totals[1].changed == 0));
}

static ow_visit count_values(void *context, const ow_event *event)
{
    ++*(uint64_t *)context;
    PROMISE(!event->name || strlen(event->name) > 0);
    return OW_GO_ON;
}

static void list_stored_circuits(ow_bytes bytes)
{
    const ow_folder_file files[] = {
        {OW_LITERAL("meta.jecs"), {(const uint8_t *)"", 0}},
        {OW_LITERAL("ExtraData/SkysCompactCircuits.PackedCircuitDatas.jecs"), bytes},
        {OW_LITERAL(OW_STORED_CIRCUITS_FILE), bytes}};
    uint64_t count = 0;
    for (uint32_t i = 2; i <= 3; i++) {
        const ow_folder folder = {.files = files, .file_count = i};
        PROMISE(ow_summarise_folder(ow_format_by_name("blotter"), &folder, NULL, count_values,
                                    &count, NULL) == OW_OK);
    }
    PROMISE(count > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    const size_t text_size = zero ? (size_t)(zero - data) : size, left = size - text_size;
    ow_jecs *document, *again;
    ow_buffer buffer = {0};
    ow_error error = {0};
    list_stored_circuits((ow_bytes){data, size});
    ow_status status = ow_jecs_read(data, text_size, NULL, &document, &error);
    expect_clean(status, &error, text_size);
    PROMISE(status != OW_BAD_VALUE || memcmp(error.message, "line ", 5) == 0);
    if (status != OW_OK)
        return 0;
    again = read_again(document, &buffer);
    PROMISE(same_bytes(buffer.data, buffer.size, data, text_size));
    ow_jecs_free(again);
    for (unsigned i = 0; i < 20 && i <= document->node_count; i++) {
        read_values(find_node(document, i));
        expect_place(document, find_node(document, i));
    }
    for (unsigned i = 0; left > 3 && i < 3; i++)
        change(document, find_node(document, zero[1] + i), zero[2] + i,
               (ow_text){(const char *)zero + 3, left - 3});
    again = read_again(document, &buffer);
    PROMISE(again->node_count == document->node_count);
    expect_same(document->root, again->root);
    compare((ow_bytes){data, text_size}, (ow_bytes){buffer.data, buffer.size});
    carry((ow_bytes){data, text_size}, (ow_bytes){buffer.data, buffer.size});
    ow_jecs_free(again);
    ow_jecs_free(document);
    ow_buffer_free(&buffer, NULL);
    return 0;
}
