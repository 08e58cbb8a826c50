/* What holds of what any document looks like. */
#include "promises.h"

#include "../tests/support/scenes.h"

enum { WIDTH = 40, HEIGHT = 30, MOST_WORK = 4000000 };

static void draw(const ow_scene *scene, const ow_picture_options *asked)
{
    ow_picture picture;
    ow_error error = {0};
    ow_status status = ow_picture_draw(scene, asked, NULL, &picture, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status != OW_OK)
        return;
    PROMISE(picture.width == asked->width && picture.height == asked->height);
    /* The game's own pictures have no background. */
    bool may_be_clear = asked->transparent || asked->view == OW_VIEW_GAME;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
        PROMISE(picture.pixels[i].alpha == 255 || may_be_clear);
    ow_picture_free(&picture);
}

/* Each view, with all there is to draw besides, within a bound of work. */
static void draw_all(const ow_scene *scene)
{
    for (int view = OW_VIEW_USUAL; view <= OW_VIEW_ANGLES; view++) {
        const ow_picture_options asked = {.width = WIDTH,
                                          .height = HEIGHT,
                                          .view = (ow_view_kind)view,
                                          .yaw = 33.5,
                                          .pitch = -70,
                                          .turn = (unsigned)view % 4,
                                          .perspective = view % 2 == 1,
                                          .transparent = view % 3 == 1,
                                          .plain = view % 3 == 2,
                                          .labels = true,
                                          .grid = view % 2 == 0,
                                          .scale_bar = true,
                                          .legend = view % 4 == 0,
                                          .budget = MOST_WORK};
        draw(scene, &asked);
    }
}

/* What comes of a scene as glTF, as far as its first bytes say how long it is. */
struct written {
    uint64_t size;
    uint8_t begin[12];
};

static bool note_bytes(void *context, const void *data, size_t size)
{
    struct written *written = context;
    for (size_t i = 0; i < size && written->size + i < sizeof written->begin; i++)
        written->begin[written->size + i] = ((const uint8_t *)data)[i];
    written->size += size;
    return true;
}

static void write_gltf(const ow_scene *scene)
{
    for (int form = 0; form < 4; form++) {
        const ow_gltf_options asked = {.as_text = form / 2, .instancing = form % 2};
        struct written written = {0};
        const ow_sink sink = {.context = &written, .write = note_bytes};
        ow_error error = {0};
        ow_status status = ow_gltf_write(scene, &asked, NULL, &sink, &error);
        expect_clean(status, &error, SIZE_MAX);
        if (status != OW_OK || asked.as_text)
            continue;
        uint32_t stated = written.begin[8] | (uint32_t)written.begin[9] << 8 |
                          (uint32_t)written.begin[10] << 16 | (uint32_t)written.begin[11] << 24;
        PROMISE(stated == written.size);
    }
}

void keep_promises_of_scene(const ow_document *document)
{
    ow_options options = options_with_pictures();
    ow_scene scene;
    ow_error error = {0};
    ow_status status = ow_scene_open_document(document, &options, NULL, &scene, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status != OW_OK)
        return;
    PROMISE(scene_fault(&scene) == NULL);
    draw_all(&scene);
    write_gltf(&scene);
    ow_scene_close(&scene);
}
