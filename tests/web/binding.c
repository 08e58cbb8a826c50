/* What JavaScript calls, with every file, with files that break off and with damaged ones: each
 * call answers or has an error with words, and leaves nothing behind. What the answers say,
 * web/overworld/test holds against the command. */
#include "../../src/circuit/random.h"
#include "../robust/harness.h"

#include "calls.h"
#include "host.h"

enum { DAMAGED = 6, CUTS = 6 };

/* The host: images are two by two, files are not there. */

int host_progress(double done, double total)
{
    return done <= total || total == 0;
}

int host_file(const char *path, size_t size, int as_image)
{
    (void)path;
    if (!as_image || size % 2)
        return 0;
    web_lend(calloc(4, sizeof(ow_color)), 4 * sizeof(ow_color), 2, 2);
    return 1;
}

/* What a call has written, if it is to be kept. */
static struct {
    char *text;
    size_t size;
    bool keeps;
} taken;

int host_take(const void *data, size_t size)
{
    if (taken.keeps && size > 0) {
        taken.text = realloc(taken.text, taken.size + size);
        memcpy(taken.text + taken.size, data, size);
        taken.size += size;
    }
    return data && size > 0;
}

int host_inflate(const void *packed, size_t packed_size, void *into, size_t size)
{
    (void)packed, (void)packed_size;
    memset(into, 0, size);
    return 1;
}

int host_packs(void)
{
    return 1;
}

size_t host_unpack(const void *packed, size_t packed_size, void *plain, size_t size)
{
    size_t used = packed_size < size ? packed_size : size;
    memcpy(plain, packed, used);
    return used;
}

size_t host_pack(const void *plain, size_t plain_size, void *packed, size_t size)
{
    return host_unpack(plain, plain_size, packed, size);
}

static void note(const char *call, bool is_fine)
{
    if (is_fine && web_error_status() != 0)
        broken("%s is fine, and there is an error: %s", call, web_error_message());
    if (!is_fine && (web_error_status() == 0 || !*web_error_message()))
        broken("%s fails without an error", call);
}

/* A call that answers with something. */
static void note_answer(const char *call, int status)
{
    note(call, status == 0);
    if (status == 0 && web_answer_size() <= 0)
        broken("%s answers nothing", call);
}

static void note_world(const char *call, struct world *made)
{
    note(call, made != NULL);
    if (made)
        note(call, web_to_json(made) == 0);
    web_close(made);
}

/* Files of a save and of a mod in one folder; the last one is JSON's to refuse. */
static const char *const beside[][2] = {
    {"meta.jecs", "Title: a title\nDescription: 1\n"},
    {"players/A.jecs", "broken\n"},
    {"image.png", "\x89PNG"},
    {"mod/manifest.jecs", "ID: DemoMod\n"},
    {"mod/components/parts.jecs",
     "Lamp:\n    prefab:\n        inputs:\n            -\n"
     "                position: (0, 1, 0)\nBad:\n    prefab:\n        blocks: 1\n"},
    {".hidden", "file"},
};
enum { BESIDE = sizeof beside / sizeof *beside };

static void *copied(const char *text)
{
    return memcpy(web_allocate(strlen(text) + 1), text, strlen(text) + 1);
}

static ow_folder *open_folder(void)
{
    ow_folder *folder = web_folder();
    for (size_t i = 0; i < BESIDE; i++)
        note("folder_add", web_folder_add(folder, copied(beside[i][0]), strlen(beside[i][0]),
                                          copied(beside[i][1]), strlen(beside[i][1])) == 0);
    return folder;
}

static bool answer_has(const char *text)
{
    const uint8_t *answer = web_answer();
    size_t size = (size_t)web_answer_size(), length = strlen(text);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(answer + i, text, length) == 0)
            return true;
    return false;
}

/* The JSON of a world and its files has these files. */
static void keep_folder(struct world *world, const ow_folder *folder)
{
    taken.keeps = true;
    int status = web_folder_to_json(world, folder);
    taken.keeps = false;
    note_answer("folder_to_json", status);
    if (status == 0 && !answer_has(".hidden is skipped"))
        broken("folder_to_json drops a file silently");
    ow_folder *read = status == 0 ? web_folder_from_json(taken.text, taken.size) : NULL;
    if (status == 0)
        note("folder_from_json", read != NULL);
    for (uint32_t i = 0; read && i < web_folder_count(read); i++) {
        const char *path = web_folder_path(read, i), *text = NULL;
        for (size_t k = 0; k < BESIDE; k++)
            if (strcmp(beside[k][0], path) == 0)
                text = beside[k][1];
        if (!text || web_folder_size(read, i) != (double)strlen(text) ||
            memcmp(web_folder_bytes(read, i), text, strlen(text)) != 0)
            broken("%s changes on its way through JSON", path);
    }
    if (read && web_folder_count(read) != BESIDE - 1)
        broken("%u files come back", (unsigned)web_folder_count(read));
    web_folder_close(read);
    free(taken.text);
    taken.text = NULL;
    taken.size = 0;
}

static void look_beside(struct world *world)
{
    ow_folder *folder = open_folder();
    ow_mods *mods = web_mods(folder);
    note("mods", mods != NULL);
    if (!answer_has("\"DemoMod.Lamp\"") || !answer_has("parts.jecs: line 8: "))
        broken("mods lack a type or a warning");
    note_answer("check", web_check(world, "\0", folder, mods));
    note_answer("check", web_check(world, "max_issues=1\0", folder, NULL));
    note_answer("check", web_check(world, "max_issues=1\0only=FOLDER_TEXT_BROKEN\0", folder, mods));
    note_answer("folder_info", web_folder_info(world, folder));
    if (strcmp(web_format(world), "blotter") == 0 && !answer_has("\"title\": \"a title\""))
        broken("the title is missing");
    keep_folder(world, folder);
    web_folder_close(folder);
    struct scene *scene = web_scene(world, "\0", mods);
    struct circuit *circuit = web_circuit(world, "", 0, "", 0, mods);
    web_mods_close(mods); /* a scene and a circuit outlive them */
    if (scene)
        note("draw", web_draw(scene, "width=32\0height=24\0samples=1\0") == 0);
    if (circuit)
        note_answer("facts", web_circuit_facts(circuit));
    web_picture_release();
    web_scene_close(scene);
    web_circuit_close(circuit);
}

static void look_at(struct world *world, size_t size)
{
    note_answer("info", web_info(world, 1));
    note_answer("check", web_check(world, "max_issues=20\0", NULL, NULL));
    note_answer("find", web_find(world, "selectors=wires\0max_parts=5\0where=/address > 3\0"));
    note_answer("children", web_children(world, "", 0, 5));
    note_answer("children", web_children(world, "/components", 1, 3));
    note_answer("children", web_children(world, "/blocks/0", 0, 100));
    note_answer("locate", web_locate(world, "/things/0/position"));
    for (size_t step = 0; step < 5; step++)
        note_answer("fields", web_fields(world, (double)(size * step / 5),
                                         (double)(size * step / 5 + 64), 40));
    note("to_json", web_to_json(world) == 0);
}

static void compare(struct world *world, struct scene *scene)
{
    struct world *others[] = {
        world,
        web_set(world, "/components/0/position/0", "77", 2),
        web_set(world, "/blocks/1/layers/0/3", "5", 1),
        web_set(world, "/terrain/heights/7", "3", 1),
        /* What was put in is removed in the world that is shown. */
        web_merge(world, world, "at=40,0,0\0"),
        web_remove(world, "wires"),
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (!others[i])
            continue;
        note_answer("mark_changes", web_scene_mark_changes(scene, others[i], world));
        note("draw", web_draw(scene, "width=32\0height=24\0samples=1\0changes=\0") == 0);
        if (i > 0)
            web_close(others[i]);
    }
}

static void show(struct world *world)
{
    struct scene *scene = web_scene(world, "\0", NULL);
    note("scene", scene != NULL);
    if (!scene)
        return;
    note_answer("facts", web_scene_facts(scene));
    note_answer("arrays", web_scene_arrays(scene));
    note("choose", web_scene_choose(scene, "hide=wires\0cut_y=-1,Infinity\0") == 0);
    note("find", web_scene_find(scene, "type:*", 0) == 0);
    note("pointer", web_scene_pointer(scene, OW_IN_ITEMS, 0) == 0);
    note("draw", web_draw(scene, "width=32\0height=24\0samples=1\0highlight=wires\0") == 0);
    note_answer("pick", web_pick(scene, "width=32\0height=24\0x=16\0y=12\0"));
    note_answer("find_place", web_find_place(scene, "width=32\0height=24\0x=16\0y=12\0"));
    compare(world, scene);
    note_answer("svg", web_svg(scene, "width=32\0height=24\0view=top\0"));
    note_answer("gltf", web_gltf(scene, "title=a title\0"));
    web_picture_release();
    web_scene_close(scene);
}

static void change(struct world *world)
{
    static const char patch[] = "[{\"op\":\"test\",\"path\":\"/version\",\"value\":3}]";
    note_world("convert", web_convert(world, "\0"));
    note_world("set", web_set(world, "/version", "4", 1));
    note_world("patch", web_patch(world, patch, sizeof patch - 1));
    note_world("repair", web_repair(world, "lossy=\0"));
    note_world("remove", web_remove(world, "wires"));
    note_world("replace", web_replace(world, 0, "MHG.Peg", "MHG.ThroughPeg"));
    note_world("set_values", web_set_values(world, "type:*Label/label/text\0\"new\"\0"));
    note_world("rearrange", web_rearrange(world, "type:*", "by=1,0,1\0"));
    note_world("rearrange", web_rearrange(world, "/components/0", "quarter_turns=1\0"));
    note_world("rearrange", web_rearrange(world, "box:0,0..3,3", "mirror=x\0mirror_at=4\0"));
    note_world("rearrange", web_rearrange(world, "/components/0", "by=0,0,4\0copies=2\0"));
    note_world("extract", web_extract(world, "/components/0"));
    note_world("merge", web_merge(world, world, "at=1,2,3\0"));
    note_world("merge3", web_merge3(world, world, world));
    note_answer("diff", web_diff(world, world, "\0"));
    note_answer("diff_patch", web_diff_patch(world, world));
    note_answer("to_tiled", web_to_tiled(world, "tiles_image=a.png\0tiles_file=a.tsj\0"));
    note_answer("tiled_tileset", web_tiled_tileset(world, ""));
    note("tiled_image", web_tiled_image(world, 0) == 0);
    note("tiled_image", web_tiled_image(world, 1) == 0);
    web_tiled_width(world, 1);
}

static void run(struct world *world, struct simulation *simulation)
{
    const uint32_t nets[] = {0, 1}, none[] = {OW_NO_NET};
    note("watch", web_simulation_watch(simulation, nets, sizeof nets) == 0);
    note("watch", web_simulation_watch(simulation, none, sizeof none) == 0);
    note("run", web_simulation_run(simulation, 10) == 0);
    note("run", web_simulation_run(simulation, -1) == 0);
    web_simulation_states(simulation);
    for (uint32_t i = 0; i < 20; i++)
        note("set", web_simulation_set(simulation, i, i % 2) == 0);
    note("drive", web_simulation_drive(simulation, 0, 1) == 0);
    note("run", web_simulation_run(simulation, 10) == 0);
    note("events", web_simulation_events(simulation) == 0);
    note("sample", web_simulation_sample(simulation, nets, sizeof nets, 3) == 0);
    note("vcd", web_simulation_vcd(simulation, nets, sizeof nets, 3) == 0);
    struct scene *scene = web_scene(world, "\0", NULL);
    if (scene)
        note("show", web_simulation_show(simulation, scene) == 0);
    web_scene_close(scene);
    note_world("store", web_simulation_store(simulation));
}

/* Handles are closed in the order that leaves the most to those that hold them. */
static void simulate(struct world *world)
{
    static const char bench[] = "{\"steps\":[{\"after\":3,\"expect\":{\"n0\":1}}],\"ticks\":9}";
    const uint32_t rows[] = {0, 1, 7, OW_NO_NET};
    struct circuit *circuit = web_circuit(world, "", 0, "", 0, NULL);
    note("circuit", circuit != NULL);
    if (!circuit)
        return;
    note_answer("facts", web_circuit_facts(circuit));
    note_answer("nets", web_circuit_nets(circuit, 0, 50));
    note_answer("rows", web_circuit_rows(circuit, rows, sizeof rows));
    note("search", web_circuit_search(circuit, "N1") == 0);
    note("path", web_circuit_path(circuit, 0, 3) == 0);
    note("places", web_circuit_places(circuit, web_circuit_find(circuit, "n1")) == 0);
    note_answer("at", web_circuit_at(circuit, 0, 0));
    note_answer("at", web_circuit_at(circuit, 1, 0));
    note_answer("bench", web_bench(circuit, bench, sizeof bench - 1, "watch=n1\0"));
    struct simulation *simulation = web_simulation(circuit, "delayers=restarts\0seed=4\0");
    note("simulation", simulation != NULL);
    if (simulation)
        run(world, simulation);
    web_circuit_close(circuit);
    web_simulation_close(simulation);
}

/* As many bytes as were asked for, in a block that ends with them. */
static void try_bytes(const uint8_t *data, size_t size)
{
    uint8_t *copy = web_allocate(size);
    memcpy(copy, data, size);
    struct world *world = web_open(copy, size, "max_memory=100000000\0");
    note("open", world != NULL);
    if (world) {
        look_at(world, size);
        look_beside(world);
        show(world);
        simulate(world);
        change(world);
    }
    web_close(world);
    web_answer_release();
}

/* Outside of deep runs one file is cut in one place, the next in another, and so with damage. */
static bool is_tried(unsigned trial, size_t size)
{
    return is_my_turn(trial) && (is_deep() || trial == size % CUTS);
}

static void binding(const struct test_file *file)
{
    struct random random = random_begin(file->size);
    uint8_t *copy = malloc(file->size + 1);
    try_bytes(file->data, file->size);
    for (unsigned i = 0; i < CUTS; i++)
        if (is_tried(i, file->size))
            try_bytes(file->data, random_below(&random, (uint32_t)file->size));
    for (unsigned i = 0; i < DAMAGED; i++) {
        if (!is_tried(i, file->size))
            continue;
        memcpy(copy, file->data, file->size);
        for (unsigned changes = 0; changes < 3; changes++)
            copy[random_below(&random, (uint32_t)file->size)] = (uint8_t)random_below(&random, 256);
        try_bytes(copy, file->size);
    }
    free(copy);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "calls from JavaScript", 4096, binding);
}
