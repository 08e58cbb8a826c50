/* Saves drawn as the game draws its thumbnails, held against thumbnails that it made.
 *
 * Usage: robust-thumbnails SOURCE_ROOT [CORPUS_FOLDER]; TAP. Without the corpus there is a line to
 * skip. */
#include "../support/bytes.h"

#include <overworld/picture.h>

#include <spng.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 128, MOST_DIFFERENCE = 24 };

/* What an independent fit of the facts reached, and what is asked for: pixels of another colour are
 * more where a square is one pixel wide. */
static const struct row {
    const char *save, *folder;
    double overlap, alike;
} rows[] = {
    {"lwcpu4-program-ram", "LWCPU4-Program_ram", 0.98, 0.90},
    {"lwcpu4-serial", "LWCPU4-sereail", 0.98, 0.90},
    {"lwcpu4-bootloader", "LWCPU4-Bootloader", 0.98, 0.90},
    {"lwcpu4", "LWCPU4", 0.98, 0.75},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Files beside the save. */
static bool read_beside(void *context, ow_text path, ow_bytes *file, char *message, size_t room)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%s/%.*s", (const char *)context, (int)path.size, path.data);
    struct bytes bytes = read_file(whole);
    if (!bytes.data)
        snprintf(message, room, "%s is not there", whole);
    *file = (ow_bytes){bytes.data, bytes.size};
    return bytes.data != NULL;
}

static void release(void *context, ow_bytes *file)
{
    (void)context;
    free((void *)file->data);
}

static bool read_thumbnail(const char *path, ow_color pixels[SIDE * SIDE])
{
    struct bytes file = read_file(path);
    spng_ctx *png = spng_ctx_new(0);
    size_t size = 0;
    bool sound = file.data && png && spng_set_png_buffer(png, file.data, file.size) == 0 &&
                 spng_decoded_image_size(png, SPNG_FMT_RGBA8, &size) == 0 &&
                 size == SIDE * SIDE * sizeof *pixels &&
                 spng_decode_image(png, pixels, size, SPNG_FMT_RGBA8, 0) == 0;
    spng_ctx_free(png);
    bytes_free(&file);
    return sound;
}

static bool draw(const char *path, const char *folder, ow_picture *picture)
{
    struct bytes file = read_file(path);
    char beside[4096];
    ow_scene scene = {0};
    ow_error error = {0};
    snprintf(beside, sizeof beside, "%s", folder);
    ow_scene_options asked = {
        .as_placed = true, .files = {.context = beside, .read = read_beside, .release = release}};
    ow_picture_options options = {.width = SIDE, .height = SIDE, .view = OW_VIEW_GAME};
    ow_status status = ow_scene_open(file.data, file.size, NULL, &asked, &scene, &error);
    if (status == OW_OK)
        status = ow_picture_draw(&scene, &options, NULL, picture, &error);
    if (status != OW_OK)
        printf("# %s\n", error.message);
    ow_scene_close(&scene);
    bytes_free(&file);
    return status == OW_OK;
}

static bool is_alike(ow_color a, ow_color b)
{
    return abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue) <= MOST_DIFFERENCE;
}

/* How much of what either has both have, and how much of it is of one colour. */
static bool compare(const struct row *row, const ow_color *drawn, const ow_color *game)
{
    unsigned either = 0, both = 0, alike = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        bool in_drawn = drawn[i].alpha > 127, in_game = game[i].alpha > 127;
        either += in_drawn || in_game;
        both += in_drawn && in_game;
        alike += in_drawn && in_game && is_alike(drawn[i], game[i]);
    }
    double overlap = either ? (double)both / either : 0, same = either ? (double)alike / either : 0;
    printf("# %s: overlap %.4f, %.1f %% of one colour\n", row->save, overlap, same * 100);
    return overlap >= row->overlap && same >= row->alike;
}

static bool run(const struct row *row, const char *corpus)
{
    static ow_color game[SIDE * SIDE];
    char path[2048], folder[2048];
    ow_picture picture = {0};
    snprintf(path, sizeof path, "%s/blotter/thumbnails/%s.png", corpus, row->save);
    if (!read_thumbnail(path, game))
        return false;
    snprintf(path, sizeof path, "%s/blotter/%s.partialworld", corpus, row->save);
    snprintf(folder, sizeof folder, "%s/blotter/sidecars/minecartchris/lwSub/%s", corpus,
             row->folder);
    bool sound = draw(path, folder, &picture) && compare(row, picture.pixels, game);
    ow_picture_free(&picture);
    return sound;
}

int main(int count, char **arguments)
{
    char path[2048];
    int failed = 0;
    const char *corpus = count > 2 ? arguments[2] : corpus_folder();
    snprintf(path, sizeof path, "%s/blotter/thumbnails/%s.png", corpus, rows[0].save);
    struct bytes first = read_file(path);
    bool there = first.data != NULL;
    bytes_free(&first);
    for (int i = 0; i < ROWS; i++) {
        bool sound = !there || run(&rows[i], corpus);
        printf("%sok %d - thumbnail: %s%s\n", sound ? "" : "not ", i + 1, rows[i].save,
               there ? "" : " # SKIP no corpus");
        failed += !sound;
    }
    printf("1..%d\n", (int)ROWS);
    return failed > 0;
}
