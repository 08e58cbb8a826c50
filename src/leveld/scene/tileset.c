/* The tileset of a level: that of the options, or one that the level names and that is found beside
 * it. */
#include "level.h"
#include "look.h"

#include "../../base/ascii.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_PATH = 512, MOST_MESSAGE = 384, LARGEST_CONFIG = 16 << 20 };

struct search {
    struct level_scene *scene;
    ow_scene_files files;
    char folder[LONGEST_PATH]; /* of the options' tileset, with a slash at its end */
    char message[MOST_MESSAGE];
    struct look look;
    bool is_bare; /* an image without a description of how to cut it */
};

static bool is_separator(char character)
{
    return character == '/' || character == '\\';
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), least = strlen(end);
    return size > least && same_but_for_case(text + size - least, end);
}

/* Whether a part of a path is a plain name, not one like "..". */
static bool is_plain_name(const char *name, size_t size)
{
    if (size == 0 || (size <= 2 && name[0] == '.' && name[size - 1] == '.'))
        return false;
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == ':' || name[i] == 0x7f)
            return false;
    return true;
}

/* Makes a path of plain names with slashes between them, which may be looked up. Editors write
 * "./textures/a.png", and absolute paths of another machine: if `with_folders` is false, only the
 * file name is kept. */
static bool make_plain(ow_text path, bool with_folders, char *plain, size_t room)
{
    size_t at = 0, used = 0;
    if (with_folders && path.size > 0 && is_separator(path.data[0]))
        return false;
    while (at < path.size) {
        size_t end = at;
        while (end < path.size && !is_separator(path.data[end]))
            end++;
        const char *name = path.data + at;
        bool is_last = end == path.size, is_here = end - at == 1 && *name == '.';
        at = end + 1;
        if ((is_here && !is_last) || (!with_folders && !is_last))
            continue;
        size_t size = end - (size_t)(name - path.data);
        if (!is_plain_name(name, size) || used + size + 2 > room)
            return false;
        memcpy(plain + used, name, size);
        used += size;
        plain[used++] = is_last ? '\0' : '/';
    }
    return used > 0 && plain[used - 1] == '\0';
}

static void take_name(void *context, bool is_action, uint64_t id, ow_text name)
{
    leveld_name_id(context, is_action ? OW_LEVELD_TRIG : OW_LEVELD_THNG, id, name);
}

/* Reads how an image is cut and the names of things, from a file beside the level or beside the
 * options' tileset. */
static bool read_look(struct search *search, const char *path)
{
    const struct scene_builder *builder = search->scene->builder;
    struct arena *scratch = &search->scene->scratch;
    struct scene_file file;
    bool is_there = scene_read_file(builder, path, &file), is_read = false;
    snprintf(search->message, sizeof search->message, "%s", file.message);
    if (!is_there)
        return false;
    if (file.bytes.size <= LARGEST_CONFIG) {
        is_read = look_read(file.bytes, scratch, &search->look);
        look_read_names(file.bytes, scratch, take_name, search->scene);
    }
    if (!is_read)
        snprintf(search->message, sizeof search->message,
                 "it is neither a configuration of a level editor nor a clip");
    scene_release_file(builder, &file);
    return is_read;
}

/* Copies the part of the image that has tiles. */
static bool copy_tiles(struct search *search, const ow_pixels *image, ow_scene_tileset *tileset)
{
    struct scene_builder *builder = search->scene->builder;
    uint32_t rows = (tileset->count - 1) / tileset->columns + 1;
    uint32_t width = tileset->columns * tileset->tile_width +
                     (tileset->columns - 1) * tileset->spacing_x,
             height = rows * tileset->tile_height + (rows - 1) * tileset->spacing_y;
    scene_allow(builder, (uint64_t)width * height * sizeof(ow_color));
    ow_color *pixels = height > SIZE_MAX / sizeof *pixels / width
                           ? NULL
                           : scene_take(builder, (size_t)width * height, sizeof *pixels);
    for (uint32_t y = 0; pixels && y < height; y++)
        memcpy(pixels + (size_t)y * width,
               image->pixels + (size_t)(tileset->top + y) * image->width + tileset->left,
               width * sizeof *pixels);
    tileset->left = tileset->top = 0;
    tileset->image = (ow_pixels){.width = width, .height = height, .pixels = pixels};
    return pixels != NULL;
}

static bool take_image(struct search *search, const ow_pixels *image)
{
    ow_scene_tileset tileset;
    struct look look = search->look;
    if (look.tile_width == 0 && look.tile_height == 0) {
        look.tile_width = (uint32_t)search->scene->cell_width;
        look.tile_height = (uint32_t)search->scene->cell_height;
    }
    if (!image->pixels || !look_cut(&look, image->width, image->height, &tileset)) {
        snprintf(search->message, sizeof search->message,
                 "it is smaller than one tile of %u by %u pixels", (unsigned)look.tile_width,
                 (unsigned)look.tile_height);
        return false;
    }
    if (search->is_bare && (image->width % look.tile_width || image->height % look.tile_height)) {
        snprintf(search->message, sizeof search->message,
                 "its %u by %u pixels do not divide into tiles of %u by %u, and there is no .clip "
                 "file beside it that describes the tiles",
                 (unsigned)image->width, (unsigned)image->height, (unsigned)look.tile_width,
                 (unsigned)look.tile_height);
        return false;
    }
    if (copy_tiles(search, image, &tileset))
        search->scene->builder->scene.tileset = tileset;
    return true;
}

static bool load_image(struct search *search, const char *path)
{
    ow_pixels image = {0};
    search->message[0] = '\0';
    if (!search->files.load || !search->files.load(search->files.context, ow_text_of(path), &image,
                                                   search->message, sizeof search->message))
        return false;
    bool is_taken = take_image(search, &image);
    if (search->files.release_pixels)
        search->files.release_pixels(search->files.context, &image);
    return is_taken;
}

/* Loads the image that a config names: at its path, below the config's own folder, or by its name
 * alone. */
static bool load_named_image(struct search *search)
{
    char plain[LONGEST_PATH], path[2 * LONGEST_PATH];
    for (int with_folders = 1; with_folders >= 0; with_folders--) {
        if (!make_plain(search->look.image, with_folders, plain, sizeof plain))
            continue;
        snprintf(path, sizeof path, "%s%s", search->folder, plain);
        if (load_image(search, path))
            return true;
    }
    return false;
}

/* Loads an image, cut as described by the clip that is named after it. */
static bool load_with_clip(struct search *search, const char *image)
{
    char clip[LONGEST_PATH + 8];
    snprintf(clip, sizeof clip, "%s.clip", image);
    /* Without a clip, the whole image has tiles of the level's size. */
    search->is_bare = !read_look(search, clip);
    return load_image(search, image);
}

/* Loads the options' tileset: an image, a config or a clip, by its name. */
static bool find_requested(struct search *search, const char *asked)
{
    char image[LONGEST_PATH];
    size_t size = strlen(asked), folder = size;
    while (folder > 0 && !is_separator(asked[folder - 1]))
        folder--;
    if (size >= sizeof image) {
        snprintf(search->message, sizeof search->message, "its path is too long");
        return false;
    }
    memcpy(search->folder, asked, folder);
    search->folder[folder] = '\0';
    memcpy(image, asked, size + 1);
    if (ends_with(asked, ".clip")) {
        image[size - strlen(".clip")] = '\0';
        return read_look(search, asked) && load_image(search, image);
    }
    if (ends_with(asked, ".json"))
        return read_look(search, asked) && load_named_image(search);
    return load_with_clip(search, image);
}

/* "Space station" is space_station_tileset.png. */
static bool name_textures(ow_text textures, char *name, size_t room)
{
    static const char end[] = "_tileset.png";
    if (textures.size == 0 || textures.size + sizeof end > room)
        return false;
    for (size_t i = 0; i < textures.size; i++) {
        char letter = ascii_lower(textures.data[i]);
        bool is_digit = letter >= '0' && letter <= '9';
        name[i] = letter;
        if (!is_ascii_letter(letter) && !is_digit)
            name[i] = '_';
    }
    memcpy(name + textures.size, end, sizeof end);
    return true;
}

/* Finds the name of the tileset in META: the path of the editor's config on the author's machine,
 * or the textures of Rend. Returns false if there is none. */
static bool find_named(struct search *search, ow_text description, char *name, size_t room,
                       bool *is_found)
{
    ow_text textures;
    if (look_read_theme(description, &search->scene->scratch, &textures)) {
        if (!name_textures(textures, name, room))
            return false;
        *is_found = load_with_clip(search, name);
        return true;
    }
    if (!make_plain(description, false, name, room) || !ends_with(name, ".json"))
        return false;
    *is_found = read_look(search, name) && load_named_image(search);
    return true;
}

static void warn_about_tiles(struct level_scene *scene)
{
    const ow_scene_tileset *tileset = &scene->builder->scene.tileset;
    if (tileset->count > 0 && scene->top_tile >= tileset->count)
        scene_warn(scene->builder, NULL,
                   "the tileset has %u tiles, but the level uses tiles up to %u: the others are "
                   "drawn in plain colours",
                   (unsigned)tileset->count, (unsigned)scene->top_tile);
}

static const char *reason_of(const struct search *search)
{
    return search->message[0] ? search->message : "not found";
}

void leveld_find_tileset(struct level_scene *scene)
{
    struct search search = {.scene = scene, .files = scene->builder->asked.files};
    const char *asked = scene->builder->asked.tileset;
    uint32_t meta = scene->last.of[OW_LEVELD_META];
    char name[LONGEST_PATH], pointer[48];
    bool is_found = false;
    if (asked) {
        if (!find_requested(&search, asked))
            scene_warn(scene->builder, NULL, "the tileset %s cannot be used: %s", asked,
                       reason_of(&search));
    } else if (meta != NO_BLOCK &&
               find_named(&search, scene->level->blocks[meta].meta->description, name, sizeof name,
                          &is_found) &&
               !is_found) {
        snprintf(pointer, sizeof pointer, "/blocks/%u/description", (unsigned)meta);
        scene_warn(
            scene->builder, pointer,
            "the tileset of the level, %s, cannot be used (%s): tiles are drawn in plain colours",
            name, reason_of(&search));
    }
    warn_about_tiles(scene);
}
