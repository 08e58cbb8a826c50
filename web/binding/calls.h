/* The calls that JavaScript makes; each is described at its definition.
 *
 * Handles belong to the caller until web_..._close. A handle that a call returns is NULL if the
 * call failed. An int is an ow_status unless its name is a question. Texts without a
 * size are zero-terminated. Calls read them, and keep none. */
#ifndef OW_BINDING_CALLS_H
#define OW_BINDING_CALLS_H

#include "scene.h"

/* library.c */
const char *web_version(void);
const char *web_identify(const uint8_t *bytes, size_t size);
int web_formats(void);
int web_schema(const char *name);

/* world.c */
void web_close(struct world *world);
struct world *web_open(uint8_t *bytes, size_t size, const char *settings);
struct world *web_from_json(const char *text, size_t size, const char *settings);
struct world *web_new(const char *format);
const char *web_format(struct world *world);
const char *web_extension(struct world *world);
int web_need_bytes(struct world *world);
const uint8_t *web_bytes(const struct world *world);
double web_size(const struct world *world);
int web_to_json(struct world *world);
struct world *web_convert(struct world *world, const char *settings);

/* look.c */
int web_info(struct world *world, int whole);
int web_check(struct world *world, const char *text, const ow_folder *folder, const ow_mods *mods);
int web_find(struct world *world, const char *text);

/* walk.c */
int web_children(struct world *world, const char *pointer, double from, double count);
int web_locate(struct world *world, const char *pointer);
int web_fields(struct world *world, double least, double most, double count);

/* change.c */
int web_diff(struct world *before, struct world *after, const char *text);
int web_diff_patch(struct world *before, struct world *after);
struct world *web_patch(struct world *world, const char *patch, size_t size);
struct world *web_set(struct world *world, const char *pointer, const char *json, size_t size);
struct world *web_set_values(struct world *world, const char *texts);
struct world *web_repair(struct world *world, const char *text);
struct world *web_remove(struct world *world, const char *selectors);
struct world *web_replace(struct world *world, int tiles, const char *from, const char *to);
struct world *web_extract(struct world *world, const char *selectors);
struct world *web_rearrange(struct world *world, const char *selectors, const char *text);
struct world *web_merge(struct world *world, struct world *part, const char *text);
struct world *web_merge3(struct world *base, struct world *ours, struct world *theirs);

/* folder.c */
ow_folder *web_folder(void);
void web_folder_close(ow_folder *folder);
int web_folder_add(ow_folder *folder, char *path, size_t path_size, uint8_t *bytes, size_t size);
uint32_t web_folder_count(const ow_folder *folder);
const char *web_folder_path(const ow_folder *folder, uint32_t index);
const uint8_t *web_folder_bytes(const ow_folder *folder, uint32_t index);
double web_folder_size(const ow_folder *folder, uint32_t index);
ow_folder *web_folder_from_json(const char *text, size_t size);
int web_folder_to_json(struct world *world, const ow_folder *folder);
int web_folder_info(struct world *world, const ow_folder *folder);

/* mods.c */
ow_mods *web_mods(const ow_folder *folder);
void web_mods_close(ow_mods *mods);

/* tiled.c */
int web_to_tiled(struct world *world, const char *text);
int web_tiled_tileset(struct world *world, const char *text);
int web_tiled_image(struct world *world, int blocks);
uint32_t web_tiled_width(struct world *world, int blocks);
struct world *web_from_tiled(const char *text, size_t size);
int web_is_tiled(const char *text, size_t size);

/* scene.c */
struct scene *web_scene(struct world *world, const char *settings, const ow_mods *mods);
void web_scene_close(struct scene *scene);
int web_scene_choose(struct scene *scene, const char *text);
int web_scene_find(struct scene *scene, const char *selectors, int segments);
int web_scene_pointer(const struct scene *scene, int part, uint32_t index);

/* scene_facts.c */
int web_scene_facts(const struct scene *handle);
int web_scene_bounds(const struct scene *handle);

/* scene_arrays.c */
int web_scene_arrays(const struct scene *handle);

/* marks.c */
int web_scene_mark_changes(struct scene *scene, struct world *before, struct world *after);

/* picture.c */
int web_draw(const struct scene *scene, const char *text);
const ow_color *web_picture_pixels(void);
uint32_t web_picture_width(void);
uint32_t web_picture_height(void);
int web_picture_has_less_detail(void);
void web_picture_release(void);
int web_pick(const struct scene *scene, const char *text);
int web_find_place(const struct scene *scene, const char *text);
int web_svg(const struct scene *scene, const char *text);
int web_gltf(const struct scene *scene, const char *text);

/* circuit.c */
struct circuit;
struct circuit *web_circuit(struct world *world, const char *names, size_t names_size,
                            const char *types, size_t types_size, const ow_mods *mods);
void web_circuit_close(struct circuit *circuit);
int web_circuit_facts(const struct circuit *handle);
int web_circuit_nets(const struct circuit *handle, double from, double most);
int web_circuit_rows(const struct circuit *handle, const uint32_t *numbers, size_t size);
int web_circuit_search(const struct circuit *handle, const char *word);
uint32_t web_circuit_find(const struct circuit *handle, const char *name);
int web_circuit_path(const struct circuit *handle, uint32_t from, uint32_t to);
int web_circuit_places(const struct circuit *handle, uint32_t number);
int web_circuit_at(const struct circuit *handle, int is_wire, uint32_t number);
uint32_t web_circuit_component(const struct circuit *handle, uint32_t address);

/* simulation.c */
struct simulation;
struct simulation *web_simulation(struct circuit *circuit, const char *text);
void web_simulation_close(struct simulation *simulation);
int web_simulation_run(struct simulation *simulation, double ticks);
double web_simulation_tick(const struct simulation *simulation);
double web_simulation_updates(const struct simulation *simulation);
int web_simulation_rests(const struct simulation *simulation);
const uint8_t *web_simulation_states(struct simulation *simulation);
int web_simulation_set(struct simulation *simulation, uint32_t component, int on);
int web_simulation_drive(struct simulation *simulation, uint32_t net, int on);
int web_simulation_watch(struct simulation *simulation, const uint32_t *nets, size_t size);
int web_simulation_events(struct simulation *simulation);
int web_simulation_sample(struct simulation *simulation, const uint32_t *nets, size_t size,
                          double ticks);
struct world *web_simulation_store(struct simulation *simulation);
int web_simulation_show(struct simulation *simulation, struct scene *scene);
int web_simulation_vcd(struct simulation *simulation, const uint32_t *nets, size_t size,
                       double ticks);

/* bench.c */
int web_bench(struct circuit *circuit, const char *text, size_t size, const char *settings);

/* host.c */
void web_lend(void *data, size_t size, uint32_t width, uint32_t height);

/* state.c */
int web_error_status(void);
const char *web_error_name(void);
double web_error_offset(void);
const char *web_error_pointer(void);
const char *web_error_message(void);
void *web_allocate(size_t size);
void web_release(void *memory);
const uint8_t *web_answer(void);
double web_answer_size(void);
void web_answer_release(void);

#endif
