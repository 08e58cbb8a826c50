/* overworld diff --picture: draws differences in colour over the world after. */
#include "look/diff_picture.h"

#include "io/assets.h"
#include "io/output.h"
#include "look/part.h"
#include "pictures/scene_files.h"
#include "pictures/scene_overlay.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const ow_color tones[] = {[OW_REMOVED] = {214, 39, 40, 255},
                                 [OW_ADDED] = {44, 160, 44, 255},
                                 [OW_CHANGED] = {255, 160, 0, 255},
                                 [OW_MOVED] = {0, 0, 0, 0}};

/* The records that differ, by kind and index in the lists of the scene. */
struct marked {
    const ow_scene *scene;
    struct mark {
        uint64_t subject;
        ow_change_kind kind;
    } * list;
    size_t count, room;
};

struct picturing {
    struct comparison *comparison;
    ow_scene scenes[2];
    struct marked marked[2];
    struct overlay overlay;
    bool has_no_memory;
};

static bool add_mark(struct marked *marked, uint64_t subject, ow_change_kind kind)
{
    if (marked->count == marked->room) {
        size_t room = marked->room * 2 + 256;
        struct mark *more = realloc(marked->list, room * sizeof *more);
        if (!more)
            return false;
        marked->list = more;
        marked->room = room;
    }
    marked->list[marked->count++] = (struct mark){subject, kind};
    return true;
}

/* "/components/12" is element 12 of the list that belongs to one kind of the scene's items. */
static bool mark_record(struct marked *marked, const char *record, ow_change_kind kind)
{
    const char *last = record ? strrchr(record, '/') : NULL;
    for (uint32_t i = 0; last && i < marked->scene->kind_count; i++) {
        const char *list = marked->scene->kinds[i].list;
        size_t size = (size_t)(last - record);
        if (list && strlen(list) == size && memcmp(list, record, size) == 0 &&
            !add_mark(marked, (uint64_t)i << 32 | strtoul(last + 1, NULL, 10), kind))
            return false;
    }
    return true;
}

/* Marks cells of a layer and heights of the ground, from the pointer's element on. */
static bool mark_run(struct picturing *picturing, const ow_change *change)
{
    const char *last = strrchr(change->after, '/');
    char list[PART_POINTER];
    size_t size = last ? (size_t)(last - change->after) : 0;
    if (!last || size >= sizeof list)
        return true;
    memcpy(list, change->after, size);
    list[size] = '\0';
    return overlay_add_run(&picturing->overlay, list, strtoull(last + 1, NULL, 10),
                           change->count_after, change->row_length, tones[OW_CHANGED]);
}

static ow_visit mark_change(void *context, const ow_change *change)
{
    struct picturing *picturing = context;
    bool marked = true;
    if (change->kind == OW_REMOVED)
        marked = mark_record(&picturing->marked[0], change->record, OW_REMOVED);
    else if (change->is_run && change->row_length > 0)
        marked = mark_run(picturing, change);
    else if (change->kind != OW_MOVED)
        marked = mark_record(&picturing->marked[1], change->record, change->kind);
    picturing->has_no_memory = !marked;
    return marked ? OW_GO_ON : OW_STOP;
}

static int order_marks(const void *a, const void *b)
{
    uint64_t first = ((const struct mark *)a)->subject, second = ((const struct mark *)b)->subject;
    return (first > second) - (first < second);
}

static const ow_color *tone_of(void *context, uint16_t kind, uint32_t subject)
{
    const struct marked *marked = context;
    const struct mark wanted = {(uint64_t)kind << 32 | subject, OW_CHANGED};
    const struct mark *found = marked->count > 0 ? bsearch(&wanted, marked->list, marked->count,
                                                           sizeof wanted, order_marks)
                                                 : NULL;
    return found ? &tones[found->kind] : NULL;
}

static int no_memory(void)
{
    complain("not enough memory");
    return EXIT_FILES;
}

static int fail(const struct picturing *picturing, const ow_error *error)
{
    const struct comparison *comparison = picturing->comparison;
    clear_progress();
    if (picturing->has_no_memory)
        return no_memory();
    complain("%s and %s: %s", comparison->inputs[0].path, comparison->inputs[1].path,
             error->message);
    return exit_status_of(error->status);
}

static int open_scenes(struct picturing *picturing, const struct arguments *arguments)
{
    for (unsigned side = 0; side < 2; side++) {
        struct input *input = &picturing->comparison->inputs[side];
        struct scene_files files;
        ow_error error = {0};
        ow_options options = input_options(input, "reading");
        ow_scene_options asked;
        int status = scene_options(&files, arguments, input, &asked);
        if (status != EXIT_FINE)
            return status;
        if (ow_scene_open(input->bytes, input->size, &options, &asked, &picturing->scenes[side],
                          &error) != OW_OK)
            return input_failed(input, &error);
        picturing->marked[side].scene = &picturing->scenes[side];
    }
    clear_progress();
    return EXIT_FINE;
}

/* Writes the counts, each in its colour. */
static void write_counts(const struct comparison *comparison, ow_picture *picture)
{
    static const char *const words[] = {
        [OW_REMOVED] = "removed", [OW_ADDED] = "added", [OW_CHANGED] = "changed"};
    const uint64_t counts[] = {[OW_REMOVED] = comparison->totals.removed,
                               [OW_ADDED] = comparison->totals.added,
                               [OW_CHANGED] = comparison->totals.changed};
    enum { MARGIN = 8, WIDTH = 160 };
    uint32_t left = MARGIN;
    for (unsigned kind = 0; kind < sizeof counts / sizeof *counts; kind++) {
        char text[64];
        snprintf(text, sizeof text, "%" PRIu64 " %s", counts[kind], words[kind]);
        if (left + WIDTH < picture->width && counts[kind] > 0)
            ow_picture_write_text(picture, left, MARGIN, WIDTH, ow_text_of(text), tones[kind]);
        left += counts[kind] > 0 ? WIDTH : 0;
    }
}

static int draw(struct picturing *picturing, struct rendering *rendering)
{
    ow_picture picture = {0};
    ow_error error = {0};
    ow_options options = options_with_progress("drawing");
    ow_status status =
        ow_picture_draw(&picturing->overlay.scene, &rendering->picture, &options, &picture, &error);
    clear_progress();
    if (status != OW_OK)
        return fail(picturing, &error);
    write_counts(picturing->comparison, &picture);
    int written = write_png(rendering, picture.pixels, picture.width, picture.height);
    ow_picture_free(&picture);
    return written;
}

static int compare(struct picturing *picturing)
{
    struct comparison *comparison = picturing->comparison;
    ow_error error = {0};
    ow_options options = options_with_progress("comparing");
    ow_status status = ow_diff(&comparison->documents[0], &comparison->documents[1], &options, NULL,
                               NULL, mark_change, picturing, &comparison->totals, &error);
    if (status != OW_OK || picturing->has_no_memory)
        return fail(picturing, &error);
    for (unsigned side = 0; side < 2; side++)
        if (picturing->marked[side].count > 0)
            qsort(picturing->marked[side].list, picturing->marked[side].count,
                  sizeof *picturing->marked[side].list, order_marks);
    return EXIT_FINE;
}

static int make_picture(struct picturing *picturing, struct rendering *rendering)
{
    int status = open_scenes(picturing, rendering->arguments);
    if (status != EXIT_FINE)
        return status;
    struct overlay *overlay = &picturing->overlay;
    picturing->has_no_memory = !overlay_open(overlay, &picturing->scenes[0], &picturing->scenes[1]);
    if (!picturing->has_no_memory) {
        status = compare(picturing);
        if (status != EXIT_FINE)
            return status;
        overlay_paint(overlay, tone_of, &picturing->marked[1], 1);
        picturing->has_no_memory = !overlay_add_before(overlay, tone_of, &picturing->marked[0]);
    }
    return picturing->has_no_memory ? no_memory() : draw(picturing, rendering);
}

int diff_picture(struct comparison *comparison, const struct arguments *arguments)
{
    struct rendering rendering = {.arguments = arguments};
    struct picturing picturing = {.comparison = comparison};
    rendering.out = option_value(arguments, "picture");
    int status = read_render_options(&rendering);
    if (status == EXIT_FINE)
        status = check_picture_output(arguments, rendering.out);
    if (status == EXIT_FINE)
        status = make_picture(&picturing, &rendering);
    overlay_close(&picturing.overlay);
    for (unsigned side = 0; side < 2; side++) {
        ow_scene_close(&picturing.scenes[side]);
        free(picturing.marked[side].list);
    }
    free(rendering.only);
    if (status != EXIT_FINE)
        return status;
    return diff_differs(comparison) ? EXIT_PROBLEMS : EXIT_FINE;
}
