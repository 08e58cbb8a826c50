/* Reads the text files of mods: the mods, and the types of their components. */
#include "mods.h"

#include "../../base/error.h"
#include "../../base/text.h"
#include "../../jecs/folder.h"

#include <stdarg.h>
#include <stdio.h>

/* An entry of the list of all types, in file order, while files are read. */
struct found_type {
    ow_mod_type about;
    struct component_type type;
};

struct mods_reading {
    struct mod_reader reader;
    struct arena scratch;
    struct texts texts;
    struct found_type *found; /* at most OW_MOD_TYPES */
    uint32_t found_count, room;
    uint32_t mod_count;
    bool is_full;
};

static void warn_about_file(struct mod_reader *reader, ow_text path, const char *message)
{
    char text[512];
    snprintf(text, sizeof text, "%.*s: %s", (int)(path.size < 200 ? path.size : 200), path.data,
             message);
    if (reader->warn)
        reader->warn(reader->context, "", text);
}

bool mod_refuse(struct mod_reader *reader, const ow_jecs_node *node, const char *format, ...)
{
    char message[256];
    va_list arguments;
    int size = snprintf(message, sizeof message, "line %u: ", (unsigned)node->line);
    va_start(arguments, format);
    vsnprintf(message + size, sizeof message - (size_t)size, format, arguments);
    va_end(arguments);
    warn_about_file(reader, reader->path, message);
    return false;
}

/* The last part of a path. */
static ow_text last_part(ow_text path)
{
    size_t begin = path.size;
    while (begin > 0 && path.data[begin - 1] != '/')
        begin--;
    return (ow_text){path.data + begin, path.size - begin};
}

static bool is_manifest(ow_text path)
{
    ow_text name = last_part(path);
    return text_is_word(name, "manifest.jecs") || text_is_word(name, "manifest.succ");
}

#define COMPONENT_FOLDER "components/"

/* Finds the folder of the mod that a component file belongs to, including the final slash. */
static bool find_mod_folder(ow_text path, ow_text *folder)
{
    const size_t size = strlen(COMPONENT_FOLDER);
    for (size_t begin = path.size; begin-- > 0;) {
        ow_text rest = {path.data + begin, path.size - begin};
        if ((begin > 0 && path.data[begin - 1] != '/') || rest.size <= size ||
            !text_begins(rest, COMPONENT_FOLDER))
            continue;
        *folder = (ow_text){path.data, begin};
        return true;
    }
    return false;
}

static ow_text copy_text(struct mods_reading *reading, ow_text text)
{
    char *copy = arena_take(reading->reader.arena, text.size + 1);
    if (!copy) {
        reading->reader.status = reading->reader.arena->status;
        return (ow_text){"", 0};
    }
    if (text.size > 0)
        memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return (ow_text){copy, text.size};
}

/* Opens the text files that matter. Mods also have others, such as translations. */
static ow_status open_texts(struct mods_reading *reading, const ow_folder *folder, ow_error *error)
{
    ow_folder_file *files = arena_take(&reading->scratch, folder->file_count * sizeof *files);
    ow_folder wanted = {.files = files};
    if (!files)
        return error_limited(error, reading->scratch.status, arena_limit(&reading->scratch));
    for (uint32_t i = 0; i < folder->file_count; i++) {
        ow_text path = folder->files[i].path, mod;
        if (!path.data || is_manifest(path) || find_mod_folder(path, &mod))
            files[wanted.file_count++] = folder->files[i];
    }
    return texts_open(&reading->texts, &wanted, &reading->scratch, error);
}

static const ow_jecs_node *find_manifest(struct mods_reading *reading, ow_text folder,
                                         const struct text_file **file)
{
    for (uint32_t i = 0; i < reading->texts.count; i++) {
        *file = &reading->texts.files[i];
        ow_text path = (*file)->path;
        if (is_manifest(path) && path.size == folder.size + last_part(path).size &&
            text_is_same((ow_text){path.data, folder.size}, folder))
            return (*file)->text ? (*file)->text->root : NULL;
    }
    *file = NULL;
    return NULL;
}

/* Finds the ID of a mod. Returns false after a warning if there is none. */
static bool find_id(struct mods_reading *reading, ow_text folder, ow_text file, ow_text *id)
{
    const struct text_file *manifest;
    const ow_jecs_node *node = ow_jecs_find(find_manifest(reading, folder, &manifest), "ID");
    if (node && node->kind == OW_JECS_TEXT) {
        *id = node->value;
        return true;
    }
    if (manifest && !manifest->text)
        return false; /* already reported */
    warn_about_file(&reading->reader, manifest ? manifest->path : file,
                    manifest ? "\"ID\" is missing; the components of the mod are left out"
                             : "the mod has no manifest.jecs with its ID; the file is left out");
    return false;
}

static bool make_room(struct mods_reading *reading)
{
    if (reading->found_count < reading->room)
        return true;
    uint32_t room = reading->room > 0 ? 2 * reading->room : 32;
    struct found_type *found = arena_take(&reading->scratch, room * sizeof *found);
    if (!found) {
        reading->reader.status = reading->scratch.status;
        return false;
    }
    if (reading->found_count > 0)
        memcpy(found, reading->found, reading->found_count * sizeof *found);
    reading->found = found;
    reading->room = room;
    return true;
}

static ow_text full_name(struct mods_reading *reading, ow_text id, ow_text key)
{
    size_t size = id.size + 1 + key.size;
    char *name = arena_take(reading->reader.arena, size + 1);
    if (!name) {
        reading->reader.status = reading->reader.arena->status;
        return (ow_text){"", 0};
    }
    memcpy(name, id.data, id.size);
    name[id.size] = '.';
    memcpy(name + id.size + 1, key.data, key.size);
    name[size] = '\0';
    return (ow_text){name, size};
}

static void read_component(struct mods_reading *reading, const ow_jecs_node *node, ow_text id)
{
    struct mod_reader *reader = &reading->reader;
    if (reading->found_count == OW_MOD_TYPES) {
        if (!reading->is_full)
            mod_refuse(reader, node, "there are more than %d types; the others are left out",
                       OW_MOD_TYPES);
        reading->is_full = true;
        return;
    }
    if (!make_room(reading))
        return;
    struct found_type *found = &reading->found[reading->found_count];
    *found = (struct found_type){.about = {.file = reader->path, .line = node->line}};
    if (!mod_read_type(reader, node, &found->about, &found->type))
        return;
    found->about.name = full_name(reading, id, node->key);
    found->type.name = found->about.name.data;
    reading->found_count++;
}

static void read_components(struct mods_reading *reading, const struct text_file *file)
{
    ow_text folder, id;
    if (!file->text) {
        warn_about_file(&reading->reader, file->path, file->error->message);
        return;
    }
    if (is_manifest(file->path) || !find_mod_folder(file->path, &folder) ||
        !find_id(reading, folder, file->path, &id))
        return;
    reading->reader.path = copy_text(reading, file->path);
    for (const ow_jecs_node *node = file->text->root->first;
         node && reading->reader.status == OW_OK; node = node->next)
        read_component(reading, node, id);
}

/* Keeps the texts that define what components do. */
static ow_status keep_texts(struct mods_reading *reading, const ow_folder *folder,
                            struct mod_records *records)
{
    records->texts = arena_take(reading->reader.arena, folder->file_count * sizeof *records->texts);
    if (!records->texts)
        return reading->reader.arena->status;
    for (uint32_t i = 0; i < folder->file_count; i++) {
        const ow_folder_file *file = &folder->files[i];
        if (!text_is_word(last_part(file->path), OW_MOD_TYPES_FILE) || file->bytes.size == 0)
            continue;
        records->texts[records->text_count++] = (struct mod_text){
            copy_text(reading, file->path),
            copy_text(reading, (ow_text){(const char *)file->bytes.data, file->bytes.size})};
    }
    return reading->reader.status;
}

/* Sorts the indices of types by name, earlier files first, by merging runs. */
static void sort_types(const struct found_type *found, uint32_t *order, uint32_t *other,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t begin = 0; begin < count; begin += 2 * width) {
            uint32_t middle = count - begin > width ? begin + width : count;
            uint32_t end = count - middle > width ? middle + width : count;
            uint32_t left = begin, right = middle;
            for (uint32_t at = begin; at < end; at++)
                other[at] =
                    left < middle && (right == end ||
                                      mods_compare_names(found[order[left]].about.name,
                                                         found[order[right]].about.name) <= 0)
                        ? order[left++]
                        : order[right++];
        }
        memcpy(order, other, count * sizeof *order);
    }
}

/* Stores the types in their lists. Of two types with the same name, the first counts. */
static ow_status keep_types(struct mods_reading *reading, struct mod_records *records,
                            ow_mods *mods)
{
    uint32_t count = reading->found_count;
    struct arena *arena = reading->reader.arena;
    uint32_t *order = arena_take(&reading->scratch, 2 * (size_t)count * sizeof *order);
    ow_mod_type *about = arena_take(arena, count * sizeof *about);
    records->types = arena_take(arena, count * sizeof *records->types);
    if (!order || !about || !records->types)
        return order ? arena->status : reading->scratch.status;
    sort_types(reading->found, order, order + count, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct found_type *found = &reading->found[order[i]];
        uint32_t last = mods->type_count;
        if (last > 0 && text_is_same(about[last - 1].name, found->about.name)) {
            char message[128];
            snprintf(message, sizeof message, "line %u: \"%.*s\" is defined twice",
                     (unsigned)found->about.line, text_shown_size(found->about.name),
                     found->about.name.data);
            warn_about_file(&reading->reader, found->about.file, message);
            continue;
        }
        about[last] = found->about;
        records->types[last] = found->type;
        records->types[last].mod_number = ++mods->type_count;
    }
    mods->types = about;
    return OW_OK;
}

static ow_status read_all(struct mods_reading *reading, const ow_folder *folder, ow_mods *mods,
                          struct mod_records *records, ow_error *error)
{
    struct arena *arena = reading->reader.arena;
    ow_status status = open_texts(reading, folder, error);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < reading->texts.count && reading->reader.status == OW_OK; i++) {
        mods->mod_count += is_manifest(reading->texts.files[i].path);
        read_components(reading, &reading->texts.files[i]);
    }
    status = reading->reader.status;
    if (status == OW_OK)
        status = keep_texts(reading, folder, records);
    if (status == OW_OK)
        status = keep_types(reading, records, mods);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(arena));
}

static uint64_t size_of(const ow_folder *folder)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < folder->file_count; i++)
        size += folder->files[i].bytes.size;
    return size;
}

/* Moves the mods and their memory into a block that owns them. */
static ow_status adopt(struct arena *arena, const ow_mods *mods, struct mod_records *records,
                       ow_mods **kept, ow_error *error)
{
    void *copy = NULL;
    struct arena *owner = arena_adopt(arena, mods, sizeof *mods, &copy);
    if (!owner)
        return error_plain(error, OW_NO_MEMORY);
    records->arena = owner;
    *kept = copy;
    (*kept)->owner = records;
    return OW_OK;
}

ow_status ow_mods_read(const ow_folder *folder, const ow_options *options, ow_warn warn,
                       void *warn_context, ow_mods **mods, ow_error *error)
{
    error_clear(error);
    if (!mods)
        return error_missing(error, "output for the mods");
    *mods = NULL;
    if (!folder || (!folder->files && folder->file_count > 0))
        return error_missing(error, "folder with its files");
    struct arena arena;
    ow_options used = options_or_default(options, size_of(folder));
    arena_init(&arena, &used);
    struct mods_reading reading = {
        .reader = {.arena = &arena, .warn = warn, .context = warn_context}};
    arena_share(&reading.scratch, &arena);
    ow_mods made = {0};
    struct mod_records *records = arena_take(&arena, sizeof *records);
    ow_status status = records ? OW_OK : error_limited(error, arena.status, arena_limit(&arena));
    if (records) {
        *records = (struct mod_records){0};
        status = read_all(&reading, folder, &made, records, error);
    }
    texts_close(&reading.texts);
    arena_free(&reading.scratch);
    if (status == OW_OK)
        return adopt(&arena, &made, records, mods, error);
    arena_free(&arena);
    return status;
}

void ow_mods_free(ow_mods *mods)
{
    if (mods)
        arena_release(mods_records(mods)->arena);
}
