/* What a pond may have besides its bytes, see members.h. */
#include "members.h"

#include "../base/emit.h"
#include "../base/error.h"
#include "../base/report.h"
#include "../change/pointer.h"
#include "../driver/records.h"
#include "../driver/row.h"

#include <stdio.h>
#include <string.h>

/* Tables. */

enum { NAMELESS = REPORT_UNKNOWN_VERSION + 1, THING_LEAST = 11 };

const ow_issue_code pond_codes[] = {
    {"POND_TRUNCATED", OW_SEVERITY_ERROR, OW_LOSSY_FIX, "The pond ends early.", "Get it again."},
    {"POND_BROKEN", OW_SEVERITY_ERROR, OW_LOSSY_FIX, "The pond is damaged.", "Get it again."},
    {"POND_UNKNOWN_VERSION", OW_SEVERITY_ERROR, OW_NO_FIX, "The pond is too new.", "Wait."},
    {"POND_NAMELESS", OW_SEVERITY_WARNING, OW_LOSSLESS_FIX, "The pond has no name.", "Name it."},
    {0}};

const char *const pond_folder_files[] = {"water.pond", NULL};
const char *const pond_variants[] = {"still", NULL};
const struct version pond_versions[] = {{1, 0, NULL}, {2, 0, NULL}};
const struct field_note pond_notes[] = {{"/things/*/ring", "The number of its ring."},
                                        {NULL, NULL}};
const struct identity pond_identities[] = {{"/things", {"ring"}, NULL}, {NULL, {NULL}, NULL}};
const struct references pond_references = {{"/things"}, {"/things/*/ring"}};

static void emit_meaning(void *state, const char *path, const ow_event *event, struct emitter *emit,
                         struct arena *arena)
{
    (void)state, (void)event, (void)arena;
    if (strcmp(path, "/things/*/ring") == 0)
        emit_string(emit, "meaning", "a ring");
}

static const char *const meaning_paths[] = {"/things/*/ring", NULL};

const struct meanings pond_meanings = {
    .state_size = 1, .paths = meaning_paths, .emit = emit_meaning};

static ow_status fix_name(struct repair *repair)
{
    ((ow_pond *)repair->document)->name = OW_LITERAL("pond");
    return OW_OK;
}

const struct remedy pond_remedies[] = {
    REMEDY_BY_SALVAGE(REPORT_TRUNCATED, "what is whole is kept"),
    REMEDY_BY_SALVAGE(REPORT_BROKEN, "what is whole is kept"),
    REMEDY(NAMELESS, "name", "the pond is called pond", fix_name, false), NO_MORE_REMEDIES};

/* Calls. */

void pond_name_variant(void *preset, const char *name)
{
    (void)preset, (void)name;
}

uint32_t pond_row_length(const void *document, const char *list)
{
    (void)document;
    return strcmp(list, "/things") == 0 ? 2 : 0;
}

void pond_name_record(const void *document, const char *record, char *text, size_t size)
{
    const ow_pond *pond = document;
    uint32_t at;
    if (pointer_indexes(record, "/things/*", &at))
        snprintf(text, size, "%.*s", (int)pond->things[at].name.size, pond->things[at].name.data);
}

const char *const *pond_extensions_of(const void *document)
{
    static const char *const old[] = {"puddle", NULL};
    return ((const ow_pond *)document)->version == 1 ? old : NULL;
}

ow_status pond_read_front(const struct file *file, void *document)
{
    if (file->size < 6)
        return OW_TRUNCATED;
    ((ow_pond *)document)->version = file->bytes[4];
    return OW_OK;
}

bool pond_find_behind(const uint8_t *bytes, size_t size, uint64_t *offset)
{
    for (*offset = 1; *offset + 4 <= size; ++*offset)
        if (memcmp(bytes + *offset, "POND", 4) == 0)
            return true;
    return false;
}

void pond_start(void *document)
{
    ((ow_pond *)document)->name = OW_LITERAL("new");
}

void pond_set_defaults(void *document)
{
    ow_pond *pond = document;
    if (pond->version == 0)
        pond->version = OW_POND_NEWEST;
}

void pond_take_variant(const void *from, void *to)
{
    (void)from, (void)to;
}

unsigned pond_candidates(const struct file *file, void *preset)
{
    (void)file, (void)preset;
    return 2;
}

bool pond_find(const struct file *file, void *preset)
{
    (void)file, (void)preset;
    return true;
}

ow_status pond_read_file(const struct file *file, void **document, ow_error *error)
{
    return driver_read_file(file, document, error);
}

ow_status pond_trace_file(const struct file *file, ow_visitor visit, void *context, ow_error *error)
{
    return driver_trace_file(file, visit, context, error);
}

bool pond_salvage_as(void *preset)
{
    (void)preset;
    return true;
}

bool pond_finish_salvaged(void *document, struct salvage *salvage)
{
    (void)salvage;
    return ((ow_pond *)document)->thing_count > 0;
}

ow_status pond_convert(struct conversion *conversion, const ow_target *target, ow_error *error)
{
    (void)error;
    if (target->has_version)
        ((ow_pond *)conversion->to)->version = (uint16_t)target->version;
    return OW_OK;
}

/* The rules run on a pond that could be read. */
static void check_names(const struct file *file, const ow_pond *pond, struct report *report)
{
    struct record_reporter records = {.report = report, .file = file, .document = pond};
    struct record_place place = {POND_THING, {0}, 12 + pond->name.size};
    if (pond->name.size == 0 && report_counts(report, NAMELESS))
        report_record(&records, NAMELESS, (struct record_place){POND_WHOLE, {0}, 0}, "/name",
                      "the pond has no name");
    for (uint32_t i = 0; i < pond->thing_count; i++) {
        place.at[0] = i;
        if (pond->things[i].name.size == 0 && report_counts(report, NAMELESS))
            report_record(&records, NAMELESS, place, "/name", "the thing has no name");
        place.offset += THING_LEAST + pond->things[i].name.size + (pond->version >= 2 ? 2 : 0);
    }
}

ow_status pond_check(const struct file *file, struct report *report, ow_error *error)
{
    void *pond = NULL;
    ow_status status = driver_check(file, report, error);
    if (status == OW_OK)
        status = driver_read_file(file, &pond, error);
    if (status == OW_OK)
        check_names(file, pond, report);
    ow_pond_free(pond);
    return status;
}

ow_status pond_summarise(const struct file *file, bool whole, struct emitter *emit, ow_error *error)
{
    (void)file, (void)whole, (void)error;
    emit_string(emit, "water", "deep");
    return OW_OK;
}

/* What is seen. */

ow_status pond_map(const struct file *file, ow_map *map, ow_error *error)
{
    struct arena arena;
    arena_init(&arena, &file->options);
    ow_map made = {.width = 1, .height = 1, .layer_count = 1};
    made.cells = arena_take(&arena, sizeof *made.cells);
    if (!made.cells)
        return error_limited(error, arena.status, file->options.max_memory);
    *made.cells = (ow_map_cell){0, 0, 255, '~'};
    made.keys[0] = (ow_map_key){'~', "water"};
    void *copy;
    made.owner = arena_adopt(&arena, &made, sizeof made, &copy);
    if (!made.owner)
        return error_limited(error, arena.status, file->options.max_memory);
    *map = made;
    return OW_OK;
}

ow_status pond_scene(const void *document, struct scene_builder *builder, ow_error *error)
{
    const ow_pond *pond = document;
    (void)error;
    builder->scene.unit_name = "metre";
    scene_kind(builder, "thing", "/things");
    uint32_t shape = scene_shape(builder, NULL);
    scene_part(builder, &(ow_scene_part){.size = {1, 1, 1}});
    for (uint32_t i = 0; i < pond->thing_count && scene_go_on(builder); i++) {
        const ow_pond_thing *thing = &pond->things[i];
        ow_scene_item item = {.shape = shape,
                              .type = scene_type(builder, thing->name, (ow_color){0}, 0),
                              .group = OW_NONE,
                              .subject = i,
                              .rotation = {0, 0, 0, 1},
                              .scale = {1, 1, 1}};
        scene_place(builder, (struct vector){(double)thing->x, 0, (double)thing->y}, item.position);
        scene_item(builder, &item);
    }
    return OW_OK;
}

ow_status pond_get_heights(const void *document, const ow_options *options, ow_heights *heights,
                           ow_error *error)
{
    (void)document, (void)options, (void)heights;
    return error_set(error, OW_BAD_VALUE, 0, NULL, "the ground of the pond is not known");
}

ow_status pond_set_heights(void *document, const ow_heights *heights, ow_error *error)
{
    (void)document, (void)heights, (void)error;
    return OW_OK;
}

ow_status pond_set_heights_image(void *document, const ow_heights *heights, ow_text path,
                                 const ow_options *options, ow_image *image, float *largest_error,
                                 ow_error *error)
{
    (void)document, (void)heights, (void)path, (void)options, (void)image, (void)largest_error;
    return error_set(error, OW_BAD_VALUE, 0, NULL, "a pond refers to no image");
}

/* Parts. */

static ow_status open_parts(struct parts *parts, ow_error *error)
{
    const ow_pond *pond = parts->document;
    ow_status status = parts_add_list(parts, NULL, 0, "things", "thing", pond->thing_count);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}

static void fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                      ow_part *part)
{
    const ow_pond *pond = parts->document;
    (void)list;
    part->type = pond->things[index].name;
    part->axes = 2;
    part->position[0] = (double)pond->things[index].x;
    part->position[1] = (double)pond->things[index].y;
}

static ow_status remove_parts(void *document, struct parts *parts, ow_error *error)
{
    ow_pond *pond = document;
    (void)error;
    pond->thing_count =
        parts_leave_out(pond->things, pond->thing_count, sizeof *pond->things, parts->chosen);
    return OW_OK;
}

static ow_status replace(void *document, ow_replaced what, ow_text from, ow_text to,
                         uint64_t *count, ow_error *error)
{
    ow_pond *pond = document;
    if (what != OW_REPLACE_TYPE)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a pond has no tiles");
    char *copy = arena_take_unlimited(pond->owner, to.size);
    if (!copy)
        return error_plain(error, OW_NO_MEMORY);
    memcpy(copy, to.data, to.size);
    for (uint32_t i = 0; i < pond->thing_count; i++) {
        ow_text *name = &pond->things[i].name;
        if (name->size != from.size || memcmp(name->data, from.data, from.size) != 0)
            continue;
        *name = (ow_text){copy, to.size};
        ++*count;
    }
    return *count > 0 ? OW_OK : OW_NOT_THERE;
}

static ow_status extract(void *document, struct parts *parts, const struct part_notes *notes,
                         ow_error *error)
{
    (void)notes;
    for (uint32_t i = 0; i < parts->count; i++)
        parts->chosen[i] = !parts->chosen[i];
    return remove_parts(document, parts, error);
}

static ow_status list_files(const void *part, ow_text title, const ow_allocator *allocator,
                            ow_part_file_visitor visit, void *context)
{
    (void)part, (void)allocator;
    visit(context, "water.pond", (ow_text){NULL, 0});
    visit(context, "title", title);
    return OW_OK;
}

static ow_status merge(void *world, void *part, const ow_placement *placement,
                       const struct part_notes *notes, ow_error *error)
{
    ow_pond *pond = world;
    const ow_pond *other = part;
    (void)placement, (void)error;
    parts_note(notes, "/things", "the fish do not know each other");
    if (pond->thing_count == 0) {
        pond->things = other->things;
        pond->thing_count = other->thing_count;
    }
    return OW_OK;
}

#define PARTS .open = open_parts, .fill = fill_part
const struct part_calls pond_no_parts = {PART_DEFAULTS};
const struct part_calls pond_parts = {PART_DEFAULTS, PARTS};
const struct part_calls pond_parts_removed = {PART_DEFAULTS, PARTS, .remove = remove_parts};
const struct part_calls pond_parts_replaced = {PART_DEFAULTS, PARTS, .replace = replace};
const struct part_calls pond_parts_extracted = {PART_DEFAULTS, PARTS, .extract = extract};
const struct part_calls pond_parts_with_files = {PART_DEFAULTS, PARTS, .list_files = list_files};
const struct part_calls pond_parts_merged = {PART_DEFAULTS, PARTS, .merge = merge};
const struct part_calls pond_all_parts = {PART_DEFAULTS,          PARTS,
                                          .remove = remove_parts, .replace = replace,
                                          .extract = extract,     .list_files = list_files,
                                          .merge = merge};
