/* overworld render: marks parts of a picture, for --highlight, --issues and --net. */
#include "pictures/render_marks.h"

#include "circuits/circuit.h"
#include "io/assets.h"
#include "pictures/render_tick.h"
#include "pictures/selectors.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* render --net draws nets of a Logic World save in colour, and everything else pale. */

/* The role of a component for a net. If it has several, the last one counts. */
enum role { JOINS, IS_DRIVEN, DRIVES, ROLES };

static const ow_color tones[MOST_NETS][ROLES] = {
    {{214, 39, 40, 255}, {244, 148, 146, 255}, {138, 12, 16, 255}},
    {{31, 119, 220, 255}, {140, 188, 240, 255}, {12, 62, 132, 255}},
    {{44, 160, 44, 255}, {150, 210, 148, 255}, {16, 92, 18, 255}},
    {{255, 127, 14, 255}, {255, 190, 130, 255}, {168, 76, 0, 255}},
    {{148, 80, 200, 255}, {202, 168, 228, 255}, {84, 34, 124, 255}},
    {{0, 160, 170, 255}, {128, 208, 212, 255}, {0, 92, 98, 255}},
};

/* The colours of items: 0 none, otherwise 1 + net * ROLES + role. */
struct painting {
    const ow_scene *scene;
    const ow_circuit *circuit;
    uint32_t nets[MOST_NETS];
    unsigned count;
    uint8_t *components;
};

static bool is_list(const ow_scene *scene, uint16_t kind, const char *list)
{
    return kind < scene->kind_count && scene->kinds[kind].list &&
           strcmp(scene->kinds[kind].list, list) == 0;
}

static const ow_color *tone_of_net(void *context, uint16_t kind, uint32_t subject)
{
    const struct painting *painting = context;
    const ow_circuit *circuit = painting->circuit;
    if (is_list(painting->scene, kind, "/components") && subject < circuit->component_count) {
        unsigned tone = painting->components[subject];
        return tone > 0 ? &tones[(tone - 1) / ROLES][(tone - 1) % ROLES] : NULL;
    }
    if (is_list(painting->scene, kind, "/wires") && subject < circuit->wire_count)
        for (unsigned i = 0; i < painting->count; i++)
            if (circuit->wires[subject] == painting->nets[i])
                return &tones[i][JOINS];
    return NULL;
}

/* Colours a component. The net that was named first takes precedence; for one net, drivers take
 * precedence over what they drive. */
static void give(struct painting *painting, uint32_t component, unsigned net, enum role role)
{
    uint8_t tone = (uint8_t)(1 + net * ROLES + role), *now = &painting->components[component];
    if (*now == 0 || ((*now - 1u) / ROLES == net && *now < tone))
        *now = tone;
}

static void give_all(struct painting *painting, unsigned number)
{
    const ow_circuit *circuit = painting->circuit;
    const ow_circuit_net *net = &circuit->nets[painting->nets[number]];
    for (uint32_t i = 0; i < net->driver_count; i++)
        give(painting, circuit->outputs[circuit->drivers[net->first_driver + i]].component, number,
             DRIVES);
    for (uint32_t i = 0; i < net->peg_count; i++) {
        uint32_t component = circuit->inputs[circuit->pegs[net->first_peg + i]].component;
        bool joins = circuit->components[component].logic == OW_LOGIC_NONE;
        give(painting, component, number, joins ? JOINS : IS_DRIVEN);
    }
}

static int no_memory(const struct rendering *rendering)
{
    complain("%s: not enough memory", rendering->input.path);
    return EXIT_FILES;
}

/* Whether a net is on in the picture: after --tick, or as saved. */
static bool is_on(const struct rendering *rendering, const struct opened_circuit *opened,
                  uint32_t net)
{
    return rendering->run ? ow_simulation_net(rendering->run->simulation, net)
                          : opened->circuit.nets[net].on;
}

static int find_nets(struct rendering *rendering, struct opened_circuit *opened,
                     struct painting *painting, struct net_marks *marks)
{
    const char *name;
    for (int i = 0; (name = option_value_at(rendering->arguments, "net", i)); i++) {
        if (i == MOST_NETS) {
            complain("--net can be given at most %d times: there are no more colours",
                     (int)MOST_NETS);
            return EXIT_USAGE;
        }
        uint32_t net = find_net(opened, name);
        if (net == OW_NO_NET)
            return EXIT_PROBLEMS;
        char text[NET_NAME];
        snprintf(marks->captions[i], NET_CAPTION, "%s is %s", net_name(&opened->circuit, net, text),
                 is_on(rendering, opened, net) ? "on" : "off");
        painting->nets[i] = net;
        marks->count = painting->count = (unsigned)i + 1;
    }
    return EXIT_FINE;
}

static int paint(struct rendering *rendering, struct opened_circuit *opened,
                 struct net_marks *marks, const ow_scene **scene)
{
    static const ow_scene nothing;
    struct painting painting = {.scene = *scene, .circuit = &opened->circuit};
    int status = find_nets(rendering, opened, &painting, marks);
    if (status != EXIT_FINE)
        return status;
    painting.components = calloc((size_t)opened->circuit.component_count + 1, 1);
    if (!painting.components || !overlay_open(&marks->overlay, &nothing, *scene)) {
        free(painting.components);
        return no_memory(rendering);
    }
    for (unsigned i = 0; i < painting.count; i++)
        give_all(&painting, i);
    overlay_drain(&marks->overlay);
    overlay_paint(&marks->overlay, tone_of_net, &painting, 2);
    free(painting.components);
    *scene = &marks->overlay.scene;
    return EXIT_FINE;
}

/* Finds the nets of --net and points *scene to a copy of the scene with these nets in colour.
 * Leaves *scene unchanged if there are none. Returns an exit status; free the marks in all
 * cases. */
static int paint_nets(struct rendering *rendering, struct net_marks *marks, const ow_scene **scene)
{
    struct opened_circuit opened;
    if (!option_set(rendering->arguments, "net"))
        return EXIT_FINE;
    if (rendering->run)
        return paint(rendering, &rendering->run->opened, marks, scene);
    int status = open_circuit_of(rendering->arguments, &rendering->input, &opened);
    if (status == EXIT_FINE)
        status = paint(rendering, &opened, marks, scene);
    close_circuit(&opened);
    return status;
}

static void free_net_marks(struct net_marks *marks)
{
    overlay_close(&marks->overlay);
    *marks = (struct net_marks){.count = 0};
}

void write_net_names(const struct net_marks *marks, ow_picture *picture)
{
    enum { MARGIN = 8, LINE = 18 };
    for (unsigned i = 0; i < marks->count; i++) {
        uint32_t top = MARGIN + i * LINE;
        if (top + LINE < picture->height && picture->width > 2 * MARGIN)
            ow_picture_write_text(picture, MARGIN, top, picture->width - 2 * MARGIN,
                                  ow_text_of(marks->captions[i]), tones[i][JOINS]);
    }
}

/* The marks of a picture. */

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

/* ow_scene_find uses the part of a pointer that names a record: "/components/12" of
 * "/components/12/rotation". It accepts the whole pointer. */
static int find_issues(struct rendering *rendering, struct places *places)
{
    struct input *input = &rendering->input;
    ow_options options = input_options(input, "checking");
    ow_check_options check = {.issue = note_issue, .issue_context = places};
    ow_check_totals totals;
    ow_error error = {0};
    places->text = malloc((LONGEST_POINTER + 1) * MOST_ISSUES + 1);
    if (!places->text) {
        complain("%s: not enough memory", input->path);
        return EXIT_FILES;
    }
    *places->text = '\0';
    ow_status status = ow_check(input->bytes, input->size, &options, &check, &totals, &error);
    clear_progress();
    return status == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

/* Finds the indexes that selectors match, in memory to be freed. */
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

/* Lists the subjects of marks. Returns false if memory runs out. */
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

/* Greys everything that is not marked, like --net: among full colours a mark would not be
 * visible. */
static int grey_the_rest(struct rendering *rendering, struct marks *marks)
{
    static const ow_scene nothing;
    if (rendering->picture.highlight_count + rendering->picture.highlight_segment_count == 0 ||
        option_set(rendering->arguments, "net"))
        return EXIT_FINE;
    if (!list_subjects(rendering, marks) ||
        !overlay_open(&marks->overlay, &nothing, &rendering->scene)) {
        complain("%s: not enough memory", rendering->input.path);
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
    complain("%s: %" PRIu64 " issue%s; %zu part%s of the picture marked%s", rendering->input.path,
             places->issues, plural(places->issues), marked, plural(marked),
             places->issues > MOST_ISSUES ? " (for the first 200 issues)" : "");
}

int make_marks(struct rendering *rendering, struct marks *marks)
{
    const char *selectors = option_value(rendering->arguments, "highlight");
    struct places places = {0};
    *marks = (struct marks){.scene = &rendering->scene};
    int status = EXIT_FINE;
    if (selectors && option_set(rendering->arguments, "issues")) {
        complain("--highlight and --issues exclude each other: both mark in orange");
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
