/* overworld render --net: nets of a Logic World save in colour, all else pale. */
#include "render_nets.h"

#include "circuit.h"
#include "render_tick.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a component is to a net. Of several the last one counts. */
enum role { JOINS, IS_DRIVEN, DRIVES, ROLES };

static const ow_color tones[MOST_NETS][ROLES] = {
    {{214, 39, 40, 255}, {244, 148, 146, 255}, {138, 12, 16, 255}},
    {{31, 119, 220, 255}, {140, 188, 240, 255}, {12, 62, 132, 255}},
    {{44, 160, 44, 255}, {150, 210, 148, 255}, {16, 92, 18, 255}},
    {{255, 127, 14, 255}, {255, 190, 130, 255}, {168, 76, 0, 255}},
    {{148, 80, 200, 255}, {202, 168, 228, 255}, {84, 34, 124, 255}},
    {{0, 160, 170, 255}, {128, 208, 212, 255}, {0, 92, 98, 255}},
};

/* Which colour things have: 0 none, else 1 + net * ROLES + role. */
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

static const ow_color *tone_of(void *context, uint16_t kind, uint32_t subject)
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

/* The net that was named first has it; of one net, who drives it comes before who is driven. */
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
    complain("%s: there is not enough memory", rendering->input.path);
    return EXIT_FILES;
}

/* In the picture: after --tick, or as saved. */
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
            complain("--net may be given %d times at most: there are no more colours",
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
    overlay_paint(&marks->overlay, tone_of, &painting, 2);
    free(painting.components);
    *scene = &marks->overlay.scene;
    return EXIT_FINE;
}

int paint_nets(struct rendering *rendering, struct net_marks *marks, const ow_scene **scene)
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

void free_net_marks(struct net_marks *marks)
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
