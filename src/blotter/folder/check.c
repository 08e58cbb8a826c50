/* The rules of a save's folder: checks its text files against the world. */
#include "folder.h"

#include "../../base/error.h"
#include "../../base/names.h"
#include "../blotter.h"
#include "../roster.h"

#include <stdarg.h>
#include <stdio.h>

enum { LONGEST_POINTER = 512 };

struct folder_check {
    const ow_blotter_save *save;
    const struct texts *texts;
    struct report *report;
    struct arena *arena;
    struct roster_type *types;
    uint32_t *users; /* by display configuration: the ordinal + 1 of a display; 0: none */
    bool *has_file;
    struct jecs_places places;
};

static void add_issue(struct folder_check *check, unsigned code, const struct text_file *file,
                      const ow_jecs_node *node, const char *format, ...) OW_PRINTF(5, 6);

static void add_issue(struct folder_check *check, unsigned code, const struct text_file *file,
                      const ow_jecs_node *node, const char *format, ...)
{
    char pointer[LONGEST_POINTER];
    va_list arguments;
    if (!report_counts(check->report, code))
        return;
    text_pointer(file, node, &check->places, pointer, sizeof pointer);
    va_start(arguments, format);
    report_issue_list(check->report, code, pointer, 0, 0, format, arguments);
    va_end(arguments);
}

bool folder_holds(const char *folder, const struct text_file *file)
{
    size_t size = strlen(folder);
    return file->path.size > size && memcmp(file->path.data, folder, size) == 0;
}

static void check_texts(struct folder_check *check)
{
    for (uint32_t i = 0; i < check->texts->count; i++) {
        const struct text_file *file = &check->texts->files[i];
        if (!file->text)
            add_issue(check, FOLDER_TEXT_BROKEN, file, NULL, "%s", file->error->message);
    }
}

static ow_status check_endings(struct folder_check *check)
{
    const struct texts *texts = check->texts;
    struct names names;
    ow_status status = OW_OK;
    if (texts->count > 1)
        status = names_init(&names, check->arena, &texts->files->stem, sizeof *texts->files,
                            texts->count);
    for (uint32_t i = 0; status == OW_OK && texts->count > 1 && i < texts->count; i++)
        if (names_find_earlier(&names, i) != NO_NAME)
            add_issue(check, FOLDER_TWO_ENDINGS, &texts->files[i], NULL,
                      "%.*s also exists as .jecs", (int)texts->files[i].path.size,
                      texts->files[i].path.data);
    return status;
}

static void check_title(struct folder_check *check)
{
    static const struct text_file missing = {.path = {"meta.jecs", 9}};
    const ow_jecs_node *title, *description;
    const struct text_file *meta = blotter_find_title(check->texts, &title, &description);
    if (meta && !meta->text)
        return;
    if (title && title->kind == OW_JECS_TEXT && title->value.size > 0)
        return;
    add_issue(check, FOLDER_TITLE_MISSING, meta ? meta : &missing, NULL,
              meta ? "the save has no title" : "the save has no meta file, and so no title");
}

uint32_t display_configuration(const struct component_type *type,
                               const ow_blotter_component *component)
{
    struct component_data data;
    if (!type->is_display || component->input_count > DISPLAY_INPUTS ||
        !type_read_data(type, component->custom_data, &data) || data.configuration < 0 ||
        data.configuration >= DISPLAY_CONFIGURATIONS)
        return NO_DISPLAY;
    return component->input_count * DISPLAY_CONFIGURATIONS + (uint32_t)data.configuration;
}

static ow_status note_displays(struct folder_check *check)
{
    const ow_blotter_save *save = check->save;
    ow_status status = blotter_list_types(save, check->arena, &check->types, NULL);
    check->users = arena_take(check->arena, DISPLAY_TYPES * sizeof *check->users);
    check->has_file = arena_take(check->arena, DISPLAY_TYPES * sizeof *check->has_file);
    if (status != OW_OK || !check->users || !check->has_file)
        return status != OW_OK ? status : check->arena->status;
    memset(check->users, 0, DISPLAY_TYPES * sizeof *check->users);
    memset(check->has_file, 0, DISPLAY_TYPES * sizeof *check->has_file);
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_blotter_component *component = &save->components[i];
        const struct component_type *type = check->types[component->type].type;
        const uint32_t at = display_configuration(type, component);
        if (at != NO_DISPLAY && check->users[at] == 0)
            check->users[at] = i + 1;
    }
    return OW_OK;
}

static void check_colors(struct folder_check *check, const struct text_file *file, uint32_t inputs)
{
    const ow_jecs_node *data = file->text ? ow_jecs_find(file->text->root, "Data") : NULL;
    uint32_t count = 0, rgb;
    if (!file->text)
        return;
    for (const ow_jecs_node *color = data ? data->first : NULL; color; color = color->next, count++)
        if (!ow_jecs_color(color, &rgb)) {
            add_issue(check, FOLDER_DISPLAY_COLORS, file, color,
                      "line %u: no colour; expected RRGGBB", (unsigned)color->line);
            return;
        }
    if (count != UINT32_C(1) << inputs)
        add_issue(check, FOLDER_DISPLAY_COLORS, file, data,
                  "%u colour%s; expected %u, for %u input%s", (unsigned)count, plural(count),
                  1u << inputs, (unsigned)inputs, plural(inputs));
}

static void check_missing_displays(struct folder_check *check)
{
    for (uint32_t at = 0; at < DISPLAY_TYPES; at++) {
        char pointer[32];
        if (check->users[at] == 0 || check->has_file[at] ||
            !report_counts(check->report, FOLDER_DISPLAY_MISSING))
            continue;
        snprintf(pointer, sizeof pointer, "/components/%u", (unsigned)(check->users[at] - 1));
        report_issue(check->report, FOLDER_DISPLAY_MISSING, pointer, 0, 0,
                     "a display with %u input%s uses configuration %u, which has no file",
                     (unsigned)(at / DISPLAY_CONFIGURATIONS), plural(at / DISPLAY_CONFIGURATIONS),
                     (unsigned)(at % DISPLAY_CONFIGURATIONS));
    }
}

static ow_status check_displays(struct folder_check *check)
{
    bool any = false;
    ow_status status = note_displays(check);
    for (uint32_t i = 0; status == OW_OK && i < check->texts->count; i++) {
        const struct text_file *file = &check->texts->files[i];
        uint32_t inputs, configuration;
        if (!folder_names_display(file, &inputs, &configuration))
            continue;
        any = true;
        uint32_t at = inputs * DISPLAY_CONFIGURATIONS + configuration;
        check->has_file[at] = true;
        check_colors(check, file, inputs);
        if (check->users[at] == 0)
            add_issue(check, FOLDER_DISPLAY_UNUSED, file, NULL,
                      "no display with %u input%s uses configuration %u", (unsigned)inputs,
                      plural(inputs), (unsigned)configuration);
    }
    if (any)
        check_missing_displays(check);
    return status;
}

static ow_status check_flags(struct folder_check *check)
{
    const struct text_file *file = texts_find(check->texts, "ExtraData/MHG.FlagListOrder");
    const ow_jecs_node *data = file && file->text ? ow_jecs_find(file->text->root, "Data") : NULL;
    struct component_index index;
    if (!data || !data->first)
        return OW_OK;
    ow_status status = blotter_index_components(check->save, &index, check->arena);
    for (const ow_jecs_node *flag = data->first; flag && status == OW_OK; flag = flag->next) {
        uint32_t address;
        if (!ow_jecs_address(flag, &address) || index_find(&index, address) == NO_COMPONENT)
            add_issue(check, FOLDER_FLAG_MISSING, file, flag,
                      "line %u: the world has no component %.*s", (unsigned)flag->line,
                      (int)(flag->value.size < 40 ? flag->value.size : 40),
                      flag->value.data ? flag->value.data : "");
    }
    return status;
}

static void check_placements(struct folder_check *check)
{
    const struct text_file *file = texts_find(check->texts, "placements");
    const ow_jecs_node *list =
        file && file->text ? ow_jecs_find(file->text->root, "Placements") : NULL;
    uint32_t roots = 0, count = list ? list->child_count : 0;
    for (uint32_t i = 0; i < check->save->component_count; i++)
        roots += check->save->components[i].parent == 0;
    if (file && file->text && check->save->save_type != OW_BLOTTER_WORLD && count != roots)
        add_issue(check, FOLDER_PLACEMENT_COUNT, file, list, "%u placement%s for %u root%s",
                  (unsigned)count, plural(count), (unsigned)roots, plural(roots));
}

/* Whether a type belongs to a mod: "Mod.Type". */
static bool is_of_mod(ow_text type, ow_text mod)
{
    return type.size > mod.size && type.data[mod.size] == '.' &&
           (mod.size == 0 || memcmp(type.data, mod.data, mod.size) == 0);
}

static bool uses_mod(const struct folder_check *check, ow_text mod)
{
    for (uint32_t i = 0; i < check->save->component_type_count; i++)
        if (is_of_mod(check->save->component_types[i].name, mod))
            return true;
    return false;
}

static bool is_game(ow_text mod)
{
    return mod.size == 3 && memcmp(mod.data, "MHG", 3) == 0;
}

/* Real saves have few mods and types. If there are more mods, they are not checked. */
static void check_mods(struct folder_check *check)
{
    enum { MOST_MODS = 256 };
    for (uint32_t i = 0; i < check->save->mod_count && i < MOST_MODS; i++) {
        const ow_text mod = check->save->mods[i].id;
        char pointer[24];
        if (is_game(mod) || uses_mod(check, mod) ||
            !report_counts(check->report, FOLDER_MOD_UNUSED))
            continue;
        snprintf(pointer, sizeof pointer, "/mods/%u", (unsigned)i);
        report_issue(check->report, FOLDER_MOD_UNUSED, pointer, 0, 0,
                     "no component type of mod \"%.*s\" is in the world",
                     (int)(mod.size < 100 ? mod.size : 100), mod.data);
    }
}

ow_status blotter_check_folder(const void *document, const struct texts *texts,
                               struct report *report, ow_error *error)
{
    struct folder_check check = {
        .save = document, .texts = texts, .report = report, .arena = texts->arena};
    if (texts->count == 0)
        return OW_OK;
    check_texts(&check);
    ow_status status = check_endings(&check);
    check_title(&check);
    if (status == OW_OK)
        status = check_displays(&check);
    if (status == OW_OK)
        status = check_flags(&check);
    check_placements(&check);
    check_mods(&check);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(texts->arena));
}

/* Displays name their colours by number. */
ow_status blotter_mark_used_texts(const void *document, const struct texts *texts, bool *belongs,
                                  ow_error *error)
{
    struct folder_check check = {.save = document, .texts = texts, .arena = texts->arena};
    ow_status status = note_displays(&check);
    if (status != OW_OK)
        return error_limited(error, status, arena_limit(texts->arena));
    for (uint32_t i = 0; i < texts->count; i++) {
        const struct text_file *file = &texts->files[i];
        uint32_t inputs, configuration;
        if (folder_names_display(file, &inputs, &configuration) &&
            check.users[inputs * DISPLAY_CONFIGURATIONS + configuration] > 0)
            belongs[file->ordinal] = true;
    }
    return OW_OK;
}
