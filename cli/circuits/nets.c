/* overworld nets: lists nets, what drives them, and how one net reaches another. */
#include "answers.h"
#include "circuits/circuit.h"
#include "io/assets.h"
#include "io/walk.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_nets(const struct arguments *arguments);

const struct verb nets_verb = {
    .name = "nets",
    .group = "Circuits",
    .operands = "FILE",
    .summary = "list the nets of a Logic World save: what drives what",
    .description =
        "Pegs that wires, through peg and touching sockets join are one net with one state. Each\n"
        "net is listed with its drivers, what it drives, its links, and its depth in ticks. Names\n"
        "come from labels beside switches, buttons, displays and free sockets (inferred), or from\n"
        "--names. A net is named by its name, by its number (n12), or by a peg: C-12.in0,\n"
        "C-12.out1, or C-12 for the first output of a component, or else its first input.\n"
        "Other formats have no nets: the exit status is 2.",
    .options = {{0, "net", "NET", "one net in full: drivers, links, pegs, wires"},
                {0, "path", "A,B", "the fastest path from net A to net B"},
                {'n', "max-items", "N", "print at most N elements of a list (text: 60; 0: all)"},
                CIRCUIT_OPTIONS,
                RECURSIVE_OPTION,
                READ_AS_OPTION,
                STRICT_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                JOBS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld nets adder.partialworld", "all nets, those with names first"},
                 {"overworld nets --net C-1204 MySave/", "the net of a component"},
                 {"overworld nets --path A,SUM adder.partialworld", "from one net to another"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_nets,
};

struct nets {
    const struct arguments *arguments;
    struct opened_circuit opened;
    ow_circuit_depths depths;
    unsigned long long most; /* of a list; 0: all */
    ow_json_writer *writer;  /* NULL: text */
};

static void print_text(ow_text text)
{
    print_safely(stdout, text.data, text.size);
}

/* "C-12.in0 (MHG.Peg)" */
static void print_peg(const ow_circuit *circuit, uint32_t component, const char *side,
                      uint32_t index)
{
    const ow_circuit_component *of = &circuit->components[component];
    printf("C-%" PRIu32 ".%s%" PRIu32 " (", of->address, side, index);
    print_text(circuit->types[of->type]);
    putchar(')');
}

static void print_net_name(const ow_circuit *circuit, uint32_t net)
{
    char name[NET_NAME];
    print_safely(stdout, name, strlen(net_name(circuit, net, name)));
}

static uint32_t count_loads(const ow_circuit *circuit, const ow_circuit_net *net)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < net->peg_count; i++) {
        uint32_t component = circuit->inputs[circuit->pegs[net->first_peg + i]].component;
        count += circuit->components[component].logic != OW_LOGIC_NONE;
    }
    return count;
}

static void print_summary(const struct nets *nets)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    char text[3][32];
    printf("%s net%s of %s component%s", with_commas(circuit->net_count, text[0]),
           plural(circuit->net_count), with_commas(circuit->component_count, text[1]),
           plural(circuit->component_count));
    printf(", %s link%s, %" PRIu32 " pair%s of sockets that touch\n",
           with_commas(circuit->link_count, text[2]), plural(circuit->link_count),
           circuit->contacts, plural(circuit->contacts));
    printf("longest path: %" PRIu32 " tick%s; loops: %" PRIu32 "\n\n", nets->depths.deepest,
           plural(nets->depths.deepest), nets->depths.loop_count);
}

static void print_row(const struct nets *nets, uint32_t number)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    const ow_circuit_net *net = &circuit->nets[number];
    const char *port =
        net->first_port != OW_NO_NET ? ow_port_kind_name(circuit->ports[net->first_port].kind) : "";
    char name[NET_NAME];
    int width = (int)strlen(net_name(circuit, number, name));
    printf("%-4s %4" PRIu32 " %5" PRIu32 " %5" PRIu32 " %6" PRIu32 "  ", net->on ? "on" : "off",
           net->driver_count, net->link_count, count_loads(circuit, net),
           nets->depths.depth[number]);
    print_safely(stdout, name, (size_t)width);
    if (*port)
        printf("  %s", port);
    if (nets->depths.loop[number] != 0)
        printf("  loop %" PRIu32, nets->depths.loop[number]);
    putchar('\n');
}

/* Nets with a name or a port come first: people look for these. */
static void print_list(const struct nets *nets)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    uint64_t shown = 0;
    printf("%sstate drv links loads  depth  net%s\n", color_bold(), color_off());
    for (int rest = 0; rest < 2; rest++)
        for (uint32_t i = 0; i < circuit->net_count; i++) {
            bool first = circuit->nets[i].first_port != OW_NO_NET || circuit->nets[i].name.size > 0;
            if (first == (rest == 0) && (nets->most == 0 || shown < nets->most)) {
                print_row(nets, i);
                shown++;
            }
        }
    if (shown < circuit->net_count)
        printf("%s %" PRIu64 " more: -n 0 shows all, --net NAME shows one\n", ellipsis(),
               circuit->net_count - shown);
}

static void print_drivers(const ow_circuit *circuit, const ow_circuit_net *net)
{
    printf("driven by%s\n", net->driver_count == 0 ? " nothing" : "");
    for (uint32_t i = 0; i < net->driver_count; i++) {
        const ow_circuit_output *output =
            &circuit->outputs[circuit->drivers[net->first_driver + i]];
        printf("  %-3s ", output->on ? "on" : "off");
        print_peg(circuit, output->component, "out", output->index);
        putchar('\n');
    }
}

static void print_links(const ow_circuit *circuit, uint32_t number)
{
    const ow_circuit_net *net = &circuit->nets[number];
    if (net->link_count > 0)
        puts("linked to");
    for (uint32_t i = 0; i < net->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[circuit->linked[net->first_link + i]];
        bool from = link->from == number;
        printf("  %-6s %s ", link->closed ? "closed" : "open",
               link->both_ways ? "<->"
               : from          ? "-->"
                               : "<--");
        print_net_name(circuit, from ? link->to : link->from);
        printf(" by C-%" PRIu32, circuit->components[link->component].address);
        if (link->control != OW_NO_NET) {
            fputs(" while ", stdout);
            print_net_name(circuit, link->control);
            fputs(" is on", stdout);
        }
        putchar('\n');
    }
}

static void print_pegs(const struct nets *nets, const ow_circuit_net *net)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    uint32_t shown = net->peg_count;
    if (nets->most != 0 && shown > nets->most)
        shown = (uint32_t)nets->most;
    puts("pegs");
    for (uint32_t i = 0; i < shown; i++) {
        const ow_circuit_input *input = &circuit->inputs[circuit->pegs[net->first_peg + i]];
        ow_logic logic = circuit->components[input->component].logic;
        printf("  %s", logic == OW_LOGIC_NONE ? "" : "drives ");
        print_peg(circuit, input->component, "in", input->index);
        putchar('\n');
    }
    if (shown < net->peg_count)
        printf("  %s %" PRIu32 " more: -n 0 shows all\n", ellipsis(), net->peg_count - shown);
}

static void print_wires(const struct nets *nets, uint32_t number)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    uint64_t count = 0;
    for (uint32_t i = 0; i < circuit->wire_count; i++) {
        if (circuit->wires[i] != number)
            continue;
        if (count++ == 0)
            puts("wires");
        if (nets->most == 0 || count <= nets->most)
            printf("  /wires/%" PRIu32 "\n", i);
    }
    if (nets->most != 0 && count > nets->most)
        printf("  %s %" PRIu64 " more: -n 0 shows all\n", ellipsis(), count - (uint64_t)nets->most);
}

static void print_net(const struct nets *nets, uint32_t number)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    const ow_circuit_net *net = &circuit->nets[number];
    fputs(color_bold(), stdout);
    print_net_name(circuit, number);
    printf("%s is %s", color_off(), net->on ? "on" : "off");
    if (net->is_left_on)
        fputs(", driven by nothing: probably cut out of a larger build (inferred)", stdout);
    if (net->has_two_states)
        fputs(", pegs in different circuit states", stdout);
    if (net->name_from == OW_NET_BY_LABEL)
        printf(", named by the label C-%" PRIu32 " beside it (inferred)",
               circuit->components[net->label].address);
    printf(", circuit state %" PRId32 ", depth %" PRIu32, net->state, nets->depths.depth[number]);
    if (nets->depths.loop[number] != 0)
        printf(", in loop %" PRIu32, nets->depths.loop[number]);
    putchar('\n');
    print_drivers(circuit, net);
    print_links(circuit, number);
    print_pegs(nets, net);
    print_wires(nets, number);
}

static void print_step(const ow_circuit *circuit, const ow_circuit_step *step, bool is_first)
{
    if (step->component != UINT32_MAX) {
        const ow_circuit_component *component = &circuit->components[step->component];
        printf("  %2" PRIu32 " %s  C-%" PRIu32 " (", step->ticks,
               step->ticks == 1 ? "tick " : "ticks", component->address);
        print_text(circuit->types[component->type]);
        puts(")");
    } else if (!is_first) {
        puts("   0 ticks  along a link");
    }
    print_net_name(circuit, step->net);
    putchar('\n');
}

static void print_steps(const struct nets *nets, const ow_circuit_step *steps, uint32_t count)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    uint64_t ticks = 0;
    for (uint32_t i = 0; i < count; i++) {
        ticks += steps[i].ticks;
        if (!nets->writer) {
            print_step(circuit, &steps[i], i == 0);
            continue;
        }
        answer_step(nets->writer, circuit, &steps[i]);
    }
    if (!nets->writer && count > 0)
        printf("%" PRIu64 " tick%s in total\n", ticks, plural(ticks));
}

/* "A,B": the path from net A to net B. */
static int print_path(struct nets *nets, const char *ends)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    char *from = strdup(ends), *comma = from ? strchr(from, ',') : NULL;
    uint32_t a = OW_NO_NET, b = OW_NO_NET, count = 0;
    ow_error error = {0};
    if (!comma) {
        complain(from ? "--path takes two nets separated by a comma" : "not enough memory");
        free(from);
        return from ? EXIT_USAGE : EXIT_FILES;
    }
    *comma = '\0';
    a = find_net(&nets->opened, from);
    b = a != OW_NO_NET ? find_net(&nets->opened, comma + 1) : OW_NO_NET;
    free(from);
    if (b == OW_NO_NET)
        return EXIT_PROBLEMS;
    ow_options options = input_options(&nets->opened.input, "searching for a path");
    uint32_t room = circuit->net_count;
    ow_circuit_step *steps = calloc((size_t)room + 1, sizeof *steps);
    ow_status status =
        steps ? ow_circuit_find_path(circuit, a, b, &options, steps, room, &count, &error)
              : OW_NO_MEMORY;
    if (status == OW_OK)
        print_steps(nets, steps, count);
    else
        complain("%s: %s", nets->opened.input.path, steps ? error.message : "not enough memory");
    free(steps);
    if (status == OW_OK && count == 0)
        complain("%s: there is no path from the first net to the second", nets->opened.input.path);
    return status != OW_OK ? exit_status_of(status) : count > 0 ? EXIT_FINE : EXIT_PROBLEMS;
}

static void print_whole(const struct nets *nets)
{
    const ow_circuit *circuit = &nets->opened.circuit;
    if (!nets->writer) {
        print_summary(nets);
        print_list(nets);
        return;
    }
    for (uint32_t i = 0; i < circuit->net_count && (nets->most == 0 || i < nets->most); i++)
        answer_net(nets->writer, circuit, &nets->depths, i);
}

/* One net, or all of them. */
static int print_nets(struct nets *nets)
{
    const char *name = option_value(nets->arguments, "net");
    uint32_t net = name ? find_net(&nets->opened, name) : OW_NO_NET;
    if (name && net == OW_NO_NET)
        return EXIT_PROBLEMS;
    if (!name)
        print_whole(nets);
    else if (nets->writer)
        answer_net(nets->writer, &nets->opened.circuit, &nets->depths, net);
    else
        print_net(nets, net);
    return EXIT_FINE;
}

static int find_depths(struct nets *nets)
{
    struct input *input = &nets->opened.input;
    ow_options options = input_options(input, "computing depths");
    ow_status status =
        ow_circuit_find_depths(&nets->opened.circuit, &options, &nets->depths, &input->error);
    clear_progress();
    if (status == OW_OK)
        return EXIT_FINE;
    complain("%s: %s", input->path, input->error.message);
    return exit_status_of(status);
}

/* Writes everything as one value, with the same members for every outcome. */
static int print_json(struct nets *nets, int status)
{
    ow_json_writer *writer = nets->writer = json_to_stdout();
    const ow_circuit *circuit = &nets->opened.circuit;
    if (!writer)
        return EXIT_FILES;
    json_begin_circuit(writer, &nets->opened);
    answer_circuit(writer, circuit, &nets->depths);
    const char *ends = option_value(nets->arguments, "path");
    json_begin_array(writer, "nets");
    if (status == EXIT_FINE && !ends)
        status = print_nets(nets);
    json_end_array(writer);
    json_begin_array(writer, "path");
    if (status == EXIT_FINE && ends)
        status = print_path(nets, ends);
    json_end_array(writer);
    json_add_error(writer, &nets->opened.input.error,
                   status > EXIT_PROBLEMS || nets->opened.input.error.status != OW_OK);
    json_end_object(writer);
    int finished = json_finish(writer);
    return status != EXIT_FINE ? status : finished;
}

/* Lists the nets of one world. */
static int print_world(const struct arguments *arguments, uint64_t most)
{
    struct nets nets = {.arguments = arguments, .most = most};
    const char *ends = option_value(arguments, "path");
    int status = open_circuit(arguments, &nets.opened);
    if (status == EXIT_FINE)
        status = find_depths(&nets);
    if (status == EXIT_FINE && option_set(arguments, "recursive") && !json_asked(arguments)) {
        static bool is_next;
        fputs(is_next ? "\n" : "", stdout);
        is_next = true;
        print_words(stdout, arguments->operands[0]);
        puts(":");
    }
    if (json_asked(arguments))
        status = print_json(&nets, status);
    else if (status == EXIT_FINE)
        status = ends ? print_path(&nets, ends) : print_nets(&nets);
    if (status == EXIT_FINE)
        warn_of_oddities(&nets.opened);
    ow_circuit_depths_free(&nets.depths);
    close_circuit(&nets.opened);
    return status;
}

static int print_worlds(const struct arguments *arguments, uint64_t most)
{
    struct worlds worlds;
    struct arguments one = *arguments;
    const struct walk_options walk = {option_set(arguments, "recursive"), false, NULL};
    find_worlds(arguments->operands, arguments->operand_count, &walk, &worlds);
    int worst = worlds.status;
    for (size_t i = 0; i < worlds.count; i++) {
        one.operands = &worlds.list[i].path;
        show_count("reading", i, worlds.count);
        int status = print_world(&one, most);
        worst = status > worst ? status : worst;
    }
    free_worlds(&worlds);
    return worst;
}

static int run_nets(const struct arguments *arguments)
{
    enum { MOST_IN_TEXT = 60 };
    unsigned long long most = json_asked(arguments) ? 0 : MOST_IN_TEXT;
    if (!option_number(arguments, "max-items", &most))
        return EXIT_USAGE;
    int status = print_worlds(arguments, most);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
