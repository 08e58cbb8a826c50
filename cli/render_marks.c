/* overworld render: which parts of a picture are marked, by --highlight, --issues and --net. */
#include "render_marks.h"

#include "images.h"
#include "selectors.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ISSUES = 200, LONGEST_POINTER = 128 };

/* The pointers of issues, joined by commas. */
struct places {
    char *text;
    size_t size, count;
    uint64_t issues;
};

static void note_issue(void *context, const ow_issue *issue)
{
    struct places *places = context;
    size_t size = strlen(issue->pointer);
    places->issues++;
    if (size == 0 || size > LONGEST_POINTER || places->count == MOST_ISSUES)
        return;
    if (places->count++ > 0)
        places->text[places->size++] = ',';
    memcpy(places->text + places->size, issue->pointer, size + 1);
    places->size += size;
}

/* The part of a pointer that names a record, "/components/12" of "/components/12/rotation", is what
 * ow_scene_find goes by; it takes the whole as well. */
static int find_issues(struct rendering *rendering, struct places *places)
{
    struct input *input = &rendering->input;
    ow_options options = input_options(input, "checking");
    ow_check_options check = {.issue = note_issue, .issue_context = places};
    ow_check_totals totals;
    ow_error error = {0};
    places->text = malloc((LONGEST_POINTER + 1) * MOST_ISSUES + 1);
    if (!places->text) {
        complain("%s: there is not enough memory", input->path);
        return EXIT_FILES;
    }
    *places->text = '\0';
    ow_status status = ow_check(input->bytes, input->size, &options, &check, &totals, &error);
    clear_progress();
    return status == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

/* The indices that selectors choose, in memory to be freed. */
static ow_status find(const ow_scene *scene, const char *selectors, ow_scene_part_kind part,
                      uint32_t **indices, size_t *count, ow_error *error)
{
    ow_status status = ow_scene_find(scene, selectors, part, NULL, 0, count, error);
    *indices = NULL;
    if (status != OW_OK || *count == 0)
        return status;
    *indices = malloc(*count * sizeof **indices);
    if (!*indices)
        return error->status = OW_NO_MEMORY;
    return ow_scene_find(scene, selectors, part, *indices, *count, count, error);
}

static int mark(struct rendering *rendering, struct marks *marks, const char *selectors)
{
    ow_error error = {0};
    ow_status status = find(&rendering->scene, selectors, OW_IN_ITEMS, &marks->items,
                            &rendering->picture.highlight_count, &error);
    if (status == OW_OK)
        status = find(&rendering->scene, selectors, OW_IN_SEGMENTS, &marks->segments,
                      &rendering->picture.highlight_segment_count, &error);
    rendering->picture.highlights = marks->items;
    rendering->picture.highlight_segments = marks->segments;
    if (status == OW_OK)
        return EXIT_FINE;
    complain_of_error(rendering->input.path, &error);
    return exit_status_of(status);
}

static uint64_t subject_key(uint16_t kind, uint32_t subject)
{
    return (uint64_t)kind << 32 | subject;
}

static int order_subjects(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static const ow_color *tone_of(void *context, uint16_t kind, uint32_t subject)
{
    static const ow_color tone = {255, 140, 0, 255};
    const struct marks *marks = context;
    uint64_t key = subject_key(kind, subject);
    bool is_marked =
        bsearch(&key, marks->subjects, marks->subject_count, sizeof key, order_subjects) != NULL;
    return is_marked && subject != OW_NONE ? &tone : NULL;
}

/* The subjects of what is marked. False without memory. */
static bool list_subjects(const struct rendering *rendering, struct marks *marks)
{
    const ow_scene *scene = &rendering->scene;
    size_t items = rendering->picture.highlight_count;
    size_t segments = rendering->picture.highlight_segment_count;
    marks->subjects = malloc((items + segments + 1) * sizeof *marks->subjects);
    if (!marks->subjects)
        return false;
    for (size_t i = 0; i < items; i++) {
        const ow_scene_item *item = &scene->items[marks->items[i]];
        marks->subjects[marks->subject_count++] = subject_key(item->kind, item->subject);
    }
    for (size_t i = 0; i < segments; i++) {
        const ow_scene_segment *segment = &scene->segments[marks->segments[i]];
        marks->subjects[marks->subject_count++] = subject_key(segment->kind, segment->subject);
    }
    qsort(marks->subjects, marks->subject_count, sizeof *marks->subjects, order_subjects);
    return true;
}

/* Greys all that is not marked, as --net does: a mark among full colours is a speck. */
static int grey_the_rest(struct rendering *rendering, struct marks *marks)
{
    static const ow_scene nothing;
    if (rendering->picture.highlight_count + rendering->picture.highlight_segment_count == 0 ||
        option_set(rendering->arguments, "net"))
        return EXIT_FINE;
    if (!list_subjects(rendering, marks) ||
        !overlay_open(&marks->overlay, &nothing, &rendering->scene)) {
        complain("%s: there is not enough memory", rendering->input.path);
        return EXIT_FILES;
    }
    overlay_drain(&marks->overlay);
    overlay_paint(&marks->overlay, tone_of, marks, 2);
    marks->scene = &marks->overlay.scene;
    return EXIT_FINE;
}

static void print_issues(const struct rendering *rendering, const struct places *places)
{
    size_t marked = rendering->picture.highlight_count + rendering->picture.highlight_segment_count;
    complain("%s: %" PRIu64 " issue%s, %zu part%s of the picture marked%s", rendering->input.path,
             places->issues, places->issues == 1 ? "" : "s", marked, marked == 1 ? "" : "s",
             places->issues > MOST_ISSUES ? " (of the first 200 issues)" : "");
}

int make_marks(struct rendering *rendering, struct marks *marks)
{
    const char *selectors = option_value(rendering->arguments, "highlight");
    struct places places = {0};
    *marks = (struct marks){.scene = &rendering->scene};
    int status = EXIT_FINE;
    if (selectors && option_set(rendering->arguments, "issues")) {
        complain("--highlight and --issues mark in the same colour; ask for one of them");
        return EXIT_USAGE;
    }
    char *expanded = NULL;
    if (selectors)
        status = expand_selectors(&rendering->input, selectors, &expanded);
    if (status == EXIT_FINE && selectors)
        status = warn_of_unmatched(&rendering->input, &rendering->scene, expanded);
    if (status == EXIT_FINE && selectors)
        status = mark(rendering, marks, expanded);
    free(expanded);
    if (status == EXIT_FINE && selectors && rendering->picture.highlight_count == 0 &&
        rendering->picture.highlight_segment_count == 0) {
        complain("%s: no part of the picture matches --highlight \"%s\"", rendering->input.path,
                 selectors);
        status = EXIT_USAGE;
    }
    if (status == EXIT_FINE && option_set(rendering->arguments, "issues")) {
        status = find_issues(rendering, &places);
        if (status == EXIT_FINE && places.count > 0)
            status = mark(rendering, marks, places.text);
        if (status == EXIT_FINE)
            print_issues(rendering, &places);
    }
    free(places.text);
    if (status == EXIT_FINE)
        status = grey_the_rest(rendering, marks);
    if (status == EXIT_FINE)
        status = paint_nets(rendering, &marks->nets, &marks->scene);
    return status;
}

void free_marks(struct rendering *rendering, struct marks *marks)
{
    free(marks->items);
    free(marks->segments);
    free(marks->subjects);
    overlay_close(&marks->overlay);
    free_net_marks(&marks->nets);
    *marks = (struct marks){0};
    rendering->picture.highlights = rendering->picture.highlight_segments = NULL;
    rendering->picture.highlight_count = rendering->picture.highlight_segment_count = 0;
}
