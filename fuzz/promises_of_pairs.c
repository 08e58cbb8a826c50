/* What holds of any two or three documents that a verb joins. */
#include "promises.h"

enum { MOST_POINTERS = 12, LONGEST_POINTER = 100, WIDTH = 32, HEIGHT = 24, MOST_WORK = 1000000 };

/* Where two worlds differ. */
struct places {
    char selectors[MOST_POINTERS * LONGEST_POINTER];
    unsigned count;
    uint64_t findings;
};

static ow_visit note_place(void *context, const ow_change *change)
{
    struct places *places = context;
    places->findings++;
    PROMISE(change->before || change->after);
    const char *pointer = change->after ? change->after : change->before;
    size_t size = strlen(pointer), used = strlen(places->selectors);
    if (places->count < MOST_POINTERS && size > 1 && size + 2 < LONGEST_POINTER &&
        !strpbrk(pointer, ",*")) {
        snprintf(places->selectors + used, sizeof places->selectors - used, "%s%s",
                 used > 0 ? "," : "", pointer);
        places->count++;
    }
    return OW_GO_ON;
}

static bool is_writable(const ow_document *document, ow_buffer *buffer)
{
    return write_document(document, buffer) == OW_OK;
}

/* A patch with old values leads back from `after` to the bytes of the world that it is for. */
static void expect_way_back(const ow_document *before, const ow_document *after,
                            const struct collected *patch)
{
    struct collected reversible = {0};
    ow_sink sink = {.context = &reversible, .write = collect};
    ow_buffer expected = {0}, found = {0};
    ow_document back;
    ow_error error = {0};
    ow_status status =
        ow_reversible_patch(before, (const char *)patch->data, patch->size, NULL, &sink, &error);
    PROMISE(status == OW_OK || status == OW_TOO_MUCH_MEMORY);
    if (status == OW_OK) {
        status = ow_patch_back(after, (const char *)reversible.data, reversible.size, NULL, &back,
                               &error);
        PROMISE(status == OW_OK || status == OW_TOO_MUCH_MEMORY);
        if (status == OW_OK) {
            PROMISE(write_document(before, &expected) == OW_OK);
            PROMISE(write_document(&back, &found) == OW_OK);
            PROMISE(same_bytes(found.data, found.size, expected.data, expected.size));
        }
        ow_close(&back);
    }
    ow_buffer_free(&expected, NULL);
    ow_buffer_free(&found, NULL);
    free(reversible.data);
}

void keep_promises_of_the_way(const ow_document *before, const ow_document *after)
{
    struct collected patch = {0};
    ow_sink sink = {.context = &patch, .write = collect};
    ow_buffer expected = {0}, found = {0};
    ow_document patched;
    ow_error error = {0};
    if (is_writable(before, &expected) && is_writable(after, &expected)) {
        PROMISE(ow_diff_patch(before, after, NULL, &sink, &error) == OW_OK);
        ow_status status =
            ow_patch(before, (const char *)patch.data, patch.size, NULL, &patched, &error);
        PROMISE(status == OW_OK || status == OW_TOO_MUCH_MEMORY);
        if (status == OW_OK) {
            PROMISE(write_document(&patched, &found) == OW_OK);
            PROMISE(same_bytes(found.data, found.size, expected.data, expected.size));
            expect_way_back(before, &patched, &patch);
        }
        ow_close(&patched);
    }
    ow_buffer_free(&expected, NULL);
    ow_buffer_free(&found, NULL);
    free(patch.data);
}

/* What differs is marked in a picture of the second world. */
static void mark(const ow_document *document, const char *selectors)
{
    ow_options options = options_with_pictures();
    ow_scene scene;
    ow_picture picture;
    ow_error error = {0};
    uint32_t items[64], segments[64];
    size_t item_count = 0, segment_count = 0;
    ow_status status = ow_scene_open_document(document, &options, NULL, &scene, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status != OW_OK)
        return;
    status = ow_scene_find(&scene, selectors, OW_IN_ITEMS, items, 64, &item_count, &error);
    expect_clean(status, &error, SIZE_MAX);
    status = ow_scene_find(&scene, selectors, OW_IN_SEGMENTS, segments, 64, &segment_count, &error);
    expect_clean(status, &error, SIZE_MAX);
    const ow_picture_options asked = {.width = WIDTH,
                                      .height = HEIGHT,
                                      .highlights = items,
                                      .highlight_count = item_count < 64 ? item_count : 64,
                                      .highlight_segments = segments,
                                      .highlight_segment_count =
                                          segment_count < 64 ? segment_count : 64,
                                      .budget = MOST_WORK};
    status = ow_picture_draw(&scene, &asked, NULL, &picture, &error);
    expect_clean(status, &error, SIZE_MAX);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
}

/* Worlds whose bytes are the same do not differ. */
static void compare(const ow_document *before, const ow_document *after, bool same)
{
    struct places places = {.count = 0};
    ow_change_totals totals;
    ow_error error = {0};
    ow_status status =
        ow_diff(before, after, NULL, NULL, NULL, note_place, &places, &totals, &error);
    expect_clean(status, &error, SIZE_MAX);
    PROMISE(status == OW_OK || status == OW_TOO_MUCH_MEMORY || status == OW_BAD_VALUE);
    PROMISE(!same || (status == OW_OK && places.findings == 0));
    if (places.count > 0)
        mark(after, places.selectors);
}

/* A side that changed nothing leaves the other one. */
static void expect_merged(const ow_document *base, const ow_document *ours,
                          const ow_document *theirs, const ow_buffer *expected)
{
    ow_document merged;
    ow_buffer found = {0};
    ow_error error = {0};
    uint64_t conflicts = 0;
    ow_status status =
        ow_merge3(base, ours, theirs, NULL, NULL, NULL, NULL, NULL, &conflicts, &merged, &error);
    expect_clean(status, &error, SIZE_MAX);
    PROMISE(status == OW_OK || status == OW_TOO_MUCH_MEMORY ||
            (!expected && merged.format == NULL));
    if (status == OW_OK) {
        PROMISE(write_document(&merged, &found) == OW_OK);
        PROMISE(!expected || (conflicts == 0 &&
                              same_bytes(found.data, found.size, expected->data, expected->size)));
    }
    ow_buffer_free(&found, NULL);
    ow_close(&merged);
}

static uint64_t count_errors(const ow_document *document)
{
    ow_check_totals totals = {0};
    ow_error error = {0};
    ow_status status = ow_check_document(document, NULL, NULL, &totals, &error);
    expect_clean(status, &error, SIZE_MAX);
    return status == OW_OK ? totals.errors : UINT64_MAX;
}

/* The merge of two sound worlds can be written and is sound. */
static void put_into(const ow_document *world, const ow_document *part)
{
    const ow_placement placements[] = {{.quarter_turns = 0}, {.at = {3, 2, 1}, .quarter_turns = 1}};
    bool sound = count_errors(world) == 0 && count_errors(part) == 0;
    for (size_t i = 0; i < sizeof placements / sizeof *placements; i++) {
        ow_document merged;
        ow_buffer buffer = {0};
        ow_error error = {0};
        ow_status status = ow_merge(world, part, &placements[i], NULL, NULL, NULL, &merged, &error);
        expect_clean(status, &error, SIZE_MAX);
        if (status == OW_OK) {
            PROMISE(is_writable(&merged, &buffer));
            PROMISE(!sound || count_errors(&merged) == 0);
        }
        ow_buffer_free(&buffer, NULL);
        ow_close(&merged);
    }
}

/* A record, and what it is. */
struct first {
    char pointer[80], type[80];
};

static ow_visit note_first(void *context, const ow_part *part)
{
    struct first *first = context;
    snprintf(first->pointer, sizeof first->pointer, "%s", part->pointer);
    snprintf(first->type, sizeof first->type, "%.*s",
             (int)(part->type.size < 70 ? part->type.size : 70), part->type.data);
    return OW_STOP;
}

static bool find_first(const ow_document *document, struct first *first)
{
    ow_error error = {0};
    *first = (struct first){.pointer = ""};
    PROMISE(ow_find_parts(document, NULL, NULL, note_first, first, NULL, &error) == OW_OK);
    return *first->pointer;
}

/* A record of one world becomes a part, which goes into the other; types become those of the
 * other. */
static void exchange(const ow_document *from, const ow_document *into)
{
    struct first first, second;
    ow_document part, changed;
    ow_buffer buffer = {0};
    ow_error error = {0};
    if (!find_first(from, &first) || !find_first(into, &second))
        return;
    ow_status status = ow_extract_parts(from, first.pointer, NULL, NULL, NULL, &part, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status == OW_OK)
        put_into(into, &part);
    ow_close(&part);
    PROMISE(ow_copy(from, NULL, &changed, &error) == OW_OK);
    status =
        ow_replace_parts(&changed, OW_REPLACE_TYPE, first.type, second.type, NULL, NULL, &error);
    expect_clean(status, &error, SIZE_MAX);
    PROMISE(is_writable(&changed, &buffer));
    ow_buffer_free(&buffer, NULL);
    ow_close(&changed);
}

static void refuse(const ow_document *first, const ow_document *second)
{
    ow_document made;
    ow_error error = {0};
    PROMISE(ow_diff(first, second, NULL, NULL, NULL, NULL, NULL, NULL, &error) == OW_BAD_ARGUMENT);
    PROMISE(ow_merge(first, second, NULL, NULL, NULL, NULL, &made, &error) == OW_BAD_ARGUMENT);
    PROMISE(ow_merge3(first, first, second, NULL, NULL, NULL, NULL, NULL, NULL, &made, &error) ==
            OW_BAD_ARGUMENT);
}

void keep_promises_of_pair(const ow_document *first, const ow_document *second,
                           const ow_document *third)
{
    ow_buffer before = {0}, after = {0};
    if (first->format != second->format) {
        refuse(first, second);
    } else if (is_writable(first, &before) && is_writable(second, &after)) {
        compare(first, second, same_bytes(before.data, before.size, after.data, after.size));
        keep_promises_of_the_way(first, second);
        expect_merged(first, first, second, &after);
        expect_merged(first, second, first, &after);
        if (third->format == first->format)
            expect_merged(first, second, third, NULL);
        put_into(first, second);
        exchange(first, second);
    }
    ow_buffer_free(&before, NULL);
    ow_buffer_free(&after, NULL);
}
