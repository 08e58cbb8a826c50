/* Mods: any component file is read or reported with a line; what was read has a shape and contacts.
 *
 * The input is the text of a component file. A zero byte ends it; what follows is a text of
 * types. */
#include "fuzz.h"

static const char manifest[] = "ID: M\n";

/* A save with one component of the type M.T, which has an input and an output, and a socket. */
static const char save[] =
    "{\"format\": \"blotter\", \"version\": 7, \"game_version\": [0, 92, 3, 57],"
    " \"save_type\": \"subassembly\", \"mods\": [],"
    " \"component_types\": [{\"id\": 1, \"name\": \"M.T\"}, {\"id\": 2, \"name\": \"MHG.Socket\"}],"
    " \"components\": ["
    "{\"address\": 1, \"parent\": 0, \"type\": 1, \"position\": [0, 0, 0],"
    " \"rotation\": [0, 0, 0, 1], \"inputs\": [0], \"outputs\": [1], \"custom_data\": null},"
    "{\"address\": 2, \"parent\": 0, \"type\": 2, \"position\": [0, 0, 300],"
    " \"rotation\": [0, 1, 0, 0], \"inputs\": [2], \"outputs\": [], \"custom_data\": null}],"
    " \"wires\": [{\"first\": {\"kind\": \"output\", \"component\": 1, \"index\": 0},"
    " \"second\": {\"kind\": \"input\", \"component\": 2, \"index\": 0}, \"circuit_state\": 1,"
    " \"rotation\": 0}], \"circuit_states\": []}";

static void expect_message(void *context, const char *pointer, const char *message)
{
    unsigned *count = context;
    ++*count;
    PROMISE(*pointer == '\0' && strncmp(message, "components/T.jecs: line ", 24) == 0);
}

static void expect_sorted(const ow_mods *mods)
{
    for (uint32_t i = 0; i < mods->type_count; i++) {
        const ow_mod_type *type = &mods->types[i];
        PROMISE(ow_mods_find(mods, type->name) == type);
        PROMISE(type->inputs <= OW_MOD_PEGS && type->outputs <= OW_MOD_PEGS && type->line > 0);
        PROMISE(type->has_shape || (type->inputs == 0 && type->outputs == 0));
    }
}

static void use_mods(const ow_mods *mods)
{
    ow_document document;
    ow_error error = {0};
    ow_scene scene = {0};
    ow_circuit circuit = {0};
    const ow_scene_options seen = {.mods = mods};
    const ow_circuit_options asked = {.mods = mods};
    PROMISE(ow_from_json(save, sizeof save - 1, NULL, &document, &error) == OW_OK);
    PROMISE(ow_scene_open_document(&document, NULL, &seen, &scene, &error) == OW_OK);
    PROMISE(scene.item_count == 2 && scene.segment_count == 1);
    ow_status status = ow_circuit_open(&document, &asked, NULL, &circuit, &error);
    PROMISE(status == OW_OK || status == OW_BAD_JSON || status == OW_BAD_ARGUMENT);
    PROMISE(circuit.contacts <= 1);
    PROMISE(ow_check_mods(&document, mods, NULL, NULL, NULL, &error) == OW_OK);
    ow_circuit_close(&circuit);
    ow_scene_close(&scene);
    ow_close(&document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    const size_t text_size = zero ? (size_t)(zero - data) : size;
    const ow_folder_file files[] = {
        {OW_LITERAL("manifest.jecs"), {(const uint8_t *)manifest, sizeof manifest - 1}},
        {OW_LITERAL("components/T.jecs"), {data, text_size}},
        {OW_LITERAL(OW_MOD_TYPES_FILE), {zero ? zero + 1 : NULL, zero ? size - text_size - 1 : 0}}};
    const ow_folder folder = {.files = files, .file_count = 3};
    ow_mods *mods = NULL;
    ow_error error = {0};
    unsigned warnings = 0;
    ow_status status = ow_mods_read(&folder, NULL, expect_message, &warnings, &mods, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status != OW_OK)
        return 0;
    PROMISE(mods->mod_count == 1);
    expect_sorted(mods);
    use_mods(mods);
    ow_mods_free(mods);
    return 0;
}
