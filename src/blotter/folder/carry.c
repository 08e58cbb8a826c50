/* Takes the colours of a part's displays along into the folder of another world. A display names
 * its colours by the count of its inputs and the number of a configuration. If the world has other
 * colours under that number, the part gets another number. */
#include "folder.h"

#include "../../base/error.h"
#include "../../base/text.h"
#include "../blotter.h"
#include "../roster.h"

#include <overworld/edit.h>

#include <stdio.h>

enum { NUMBER_SIZE = 4 };
#define NO_NUMBER UINT32_MAX

/* What a save and its folder have of a configuration. */
enum { IS_USED = 1, IS_FIXED = 2 /* used by a display whose number cannot be changed */ };

struct side {
    ow_blotter_save *save;
    const struct texts *texts;
    struct roster_type *types;
    uint8_t *uses;                  /* by configuration, see display_configuration */
    const struct text_file **files; /* by configuration; NULL: none */
};

struct carrying {
    struct side world, part;
    uint32_t *numbers; /* by configuration of the part: its new number, or NO_NUMBER */
    bool *is_added;    /* by configuration of the world */
    const struct text_carrier *carrier;
    struct arena *arena;
    ow_error *error;
};

static ow_status lack_memory(struct carrying *carrying)
{
    return error_limited(carrying->error, carrying->arena->status, arena_limit(carrying->arena));
}

static void note_uses(struct side *side)
{
    for (uint32_t i = 0; i < side->save->component_count; i++) {
        const ow_blotter_component *component = &side->save->components[i];
        const struct component_type *type = side->types[component->type].type;
        size_t first, size;
        uint32_t at = display_configuration(type, component);
        if (at == NO_DISPLAY)
            continue;
        side->uses[at] |= IS_USED;
        if (!type_find_field(type, component->custom_data, 'k', &first, &size))
            side->uses[at] |= IS_FIXED;
    }
}

/* Of two files with one name, the one that ends in .jecs comes first. */
static void note_files(struct side *side)
{
    for (uint32_t i = 0; i < side->texts->count; i++) {
        uint32_t inputs, number;
        if (!folder_names_display(&side->texts->files[i], &inputs, &number))
            continue;
        uint32_t at = inputs * DISPLAY_CONFIGURATIONS + number;
        if (!side->files[at])
            side->files[at] = &side->texts->files[i];
    }
}

static ow_status open_side(struct carrying *carrying, struct side *side)
{
    struct arena *arena = carrying->arena;
    ow_status status = blotter_list_types(side->save, arena, &side->types, NULL);
    side->uses = arena_take(arena, DISPLAY_TYPES * sizeof *side->uses);
    side->files = arena_take(arena, DISPLAY_TYPES * sizeof *side->files);
    if (status != OW_OK || !side->uses || !side->files)
        return lack_memory(carrying);
    memset(side->uses, 0, DISPLAY_TYPES * sizeof *side->uses);
    for (uint32_t i = 0; i < DISPLAY_TYPES; i++)
        side->files[i] = NULL;
    note_uses(side);
    note_files(side);
    return OW_OK;
}

static const ow_jecs_node *colors_of(const struct text_file *file)
{
    const ow_jecs_node *data = file->text ? ow_jecs_find(file->text->root, "Data") : NULL;
    return data ? data->first : NULL;
}

/* Whether two files have the same colours, or the same bytes. */
static bool are_same(const struct text_file *a, const struct text_file *b)
{
    const ow_jecs_node *one = colors_of(a), *two = colors_of(b);
    uint32_t first, second;
    if (!one || !two)
        return text_is_same(a->content, b->content);
    for (; one && two; one = one->next, two = two->next)
        if (!ow_jecs_color(one, &first) || !ow_jecs_color(two, &second) || first != second)
            return text_is_same(a->content, b->content);
    return !one && !two;
}

/* A number under which the world has these colours, or else a free one. */
static uint32_t find_number(const struct carrying *carrying, uint32_t at)
{
    const struct side *world = &carrying->world, *part = &carrying->part;
    const uint32_t base = at - at % DISPLAY_CONFIGURATIONS;
    for (uint32_t i = base; i < base + DISPLAY_CONFIGURATIONS; i++)
        if (world->files[i] && are_same(world->files[i], part->files[at]))
            return i - base;
    for (uint32_t i = base; i < base + DISPLAY_CONFIGURATIONS; i++)
        if (!world->files[i] && !world->uses[i] && !part->files[i] && !part->uses[i] &&
            !carrying->is_added[i])
            return i - base;
    return NO_NUMBER;
}

static void report_text(const struct carrying *carrying, const ow_carried_text *text)
{
    carrying->carrier->visit(carrying->carrier->context, text);
}

/* The path of a file, without its text. */
static void report_clash(const struct carrying *carrying, const struct text_file *file)
{
    char path[DISPLAY_PATH];
    snprintf(path, sizeof path, "%.*s", (int)file->path.size, file->path.data);
    report_text(carrying, &(ow_carried_text){.path = path, .clashes = true});
}

/* Adds the colours of the part to the world under a number. */
static void add_file(struct carrying *carrying, uint32_t at, uint32_t number)
{
    const struct text_file *file = carrying->part.files[at];
    const bool is_jecs = file->path.data[file->path.size - 1] == 's';
    char path[DISPLAY_PATH];
    display_path(path, sizeof path, at / DISPLAY_CONFIGURATIONS, (int32_t)number, is_jecs);
    carrying->is_added[at - at % DISPLAY_CONFIGURATIONS + number] = true;
    report_text(carrying, &(ow_carried_text){
                              .path = path,
                              .bytes = {(const uint8_t *)file->content.data, file->content.size}});
}

/* Decides where the colours of a configuration go. */
static void carry_configuration(struct carrying *carrying, uint32_t at)
{
    const struct text_file *mine = carrying->part.files[at];
    const struct text_file *theirs = carrying->world.files[at];
    const uint32_t own = at % DISPLAY_CONFIGURATIONS;
    if (!mine || !carrying->part.uses[at] || (theirs && are_same(mine, theirs)))
        return;
    if (!theirs && !carrying->world.uses[at]) {
        add_file(carrying, at, own);
        return;
    }
    const bool is_fixed = carrying->part.uses[at] & IS_FIXED;
    const uint32_t number = is_fixed ? NO_NUMBER : find_number(carrying, at);
    if (number != NO_NUMBER) {
        carrying->numbers[at] = number;
        const uint32_t to = at - own + number;
        if (!carrying->world.files[to])
            add_file(carrying, at, number);
    } else if (theirs) {
        report_clash(carrying, theirs);
    } else {
        add_file(carrying, at, own);
    }
}

static ow_status set_number(struct carrying *carrying, ow_blotter_component *component,
                            size_t first, uint32_t number)
{
    ow_bytes kept;
    ow_status status =
        ow_keep_bytes(carrying->part.save->owner, component->custom_data, &kept, carrying->error);
    if (status != OW_OK)
        return status;
    store_u32((uint8_t *)(uintptr_t)kept.data + first, number, false);
    component->custom_data = kept;
    return OW_OK;
}

static ow_status renumber_displays(struct carrying *carrying)
{
    const struct side *part = &carrying->part;
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < part->save->component_count && status == OW_OK; i++) {
        ow_blotter_component *component = &part->save->components[i];
        const struct component_type *type = part->types[component->type].type;
        size_t first, size;
        uint32_t at = display_configuration(type, component);
        if (at != NO_DISPLAY && carrying->numbers[at] != NO_NUMBER &&
            type_find_field(type, component->custom_data, 'k', &first, &size) &&
            size == NUMBER_SIZE)
            status = set_number(carrying, component, first, carrying->numbers[at]);
    }
    return status;
}

static bool names_number(const ow_jecs_node *list, uint32_t number)
{
    int64_t value;
    for (const ow_jecs_node *node = list->first; node; node = node->next)
        if (ow_jecs_integer(node, &value) && value == number)
            return true;
    return false;
}

/* Appends the numbers that were added to the order of configurations in the game's menu. */
static ow_status append_numbers(struct carrying *carrying, const struct text_file *file,
                                ow_jecs_node *list, uint32_t base, bool *is_changed)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < DISPLAY_CONFIGURATIONS && status == OW_OK; i++) {
        char digits[12];
        if (!carrying->is_added[base + i] || names_number(list, i))
            continue;
        snprintf(digits, sizeof digits, "%u", (unsigned)i);
        ow_jecs_node *node = ow_jecs_add(file->text, list, (ow_text){0}, NULL, carrying->error);
        status = node ? ow_jecs_set_text(file->text, node, ow_text_of(digits), carrying->error)
                      : carrying->error->status;
        *is_changed = true;
    }
    return status;
}

static ow_status report_order(struct carrying *carrying, const struct text_file *file)
{
    char path[DISPLAY_PATH];
    ow_buffer buffer = {0};
    ow_status status =
        ow_jecs_write_buffer(file->text, carrying->carrier->options, &buffer, carrying->error);
    snprintf(path, sizeof path, "%.*s", (int)file->path.size, file->path.data);
    if (status == OW_OK)
        report_text(carrying, &(ow_carried_text){.path = path,
                                                 .bytes = {buffer.data, buffer.size},
                                                 .replaces = true});
    ow_buffer_free(&buffer, carrying->carrier->options);
    return status;
}

/* An order that is broken or has no list stays as it is. */
static ow_status extend_order(struct carrying *carrying, const struct text_file *file,
                              uint32_t inputs)
{
    ow_jecs_node *list = file->text ? ow_jecs_at(file->text, "/Data") : NULL;
    bool is_changed = false;
    if (!list || list->kind != OW_JECS_LIST)
        return OW_OK;
    ow_status status =
        append_numbers(carrying, file, list, inputs * DISPLAY_CONFIGURATIONS, &is_changed);
    return status == OW_OK && is_changed ? report_order(carrying, file) : status;
}

static ow_status extend_orders(struct carrying *carrying)
{
    const struct texts *texts = carrying->world.texts;
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < texts->count && status == OW_OK; i++) {
        uint32_t inputs;
        if (folder_names_order(&texts->files[i], &inputs) && inputs <= DISPLAY_INPUTS)
            status = extend_order(carrying, &texts->files[i], inputs);
    }
    return status;
}

static ow_status prepare(struct carrying *carrying)
{
    ow_status status = open_side(carrying, &carrying->world);
    if (status == OW_OK)
        status = open_side(carrying, &carrying->part);
    if (status != OW_OK)
        return status;
    carrying->numbers = arena_take(carrying->arena, DISPLAY_TYPES * sizeof *carrying->numbers);
    carrying->is_added = arena_take(carrying->arena, DISPLAY_TYPES * sizeof *carrying->is_added);
    if (!carrying->numbers || !carrying->is_added)
        return lack_memory(carrying);
    memset(carrying->numbers, 0xff, DISPLAY_TYPES * sizeof *carrying->numbers);
    memset(carrying->is_added, 0, DISPLAY_TYPES * sizeof *carrying->is_added);
    return OW_OK;
}

ow_status blotter_carry_texts(const void *world, const struct texts *world_texts, void *part,
                              const struct texts *part_texts, const struct text_carrier *carrier,
                              ow_error *error)
{
    ow_error own = {0};
    struct carrying carrying = {
        .world = {.save = (ow_blotter_save *)(uintptr_t)world, .texts = world_texts},
        .part = {.save = part, .texts = part_texts},
        .carrier = carrier,
        .arena = part_texts->arena,
        .error = error ? error : &own};
    ow_status status = prepare(&carrying);
    for (uint32_t at = 0; at < DISPLAY_TYPES && status == OW_OK; at++)
        carry_configuration(&carrying, at);
    if (status == OW_OK)
        status = renumber_displays(&carrying);
    return status == OW_OK ? extend_orders(&carrying) : status;
}
