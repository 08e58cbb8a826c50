/* Circuits in a line of text: what tests of src/circuit build saves with. */
#include "circuits.h"

#include "saves.h"
#include "test.h"

enum { MOST = 700, MOST_TYPES = 60, NAME_ROOM = 64 };

/* Types by short names; the text id of others is the name itself. */
static const struct known {
    const char *name, *id;
    unsigned inputs, outputs;
    const char *data; /* hex digits */
} known[] = {
    {"board", "MHG.CircuitBoard", 0, 0, "333333 04000000 04000000"},
    {"peg", "MHG.Peg", 1, 0, NULL},
    {"through", "MHG.ThroughPeg", 2, 0, NULL},
    {"inverter", "MHG.Inverter", 1, 1, NULL},
    {"and", "MHG.AndGate", 2, 1, NULL},
    {"xor", "MHG.XorGate", 2, 1, NULL},
    {"latch", "MHG.DLatch", 2, 1, NULL},
    {"relay", "MHG.Relay", 3, 0, NULL},
    {"buffer", "MHG.Buffer_WithOutput", 1, 1, NULL},
    {"fast", "MHG.Buffer", 2, 0, NULL},
    {"delayer", "MHG.Delayer", 1, 1, "00000000 03000000"},
    {"random", "MHG.Randomizer", 1, 1, NULL},
    {"switch", "MHG.Switch", 0, 1, "9a480d 00"},
    {"button", "MHG.Button", 0, 1, "9a480d 00"},
    {"key", "MHG.Key", 0, 1, NULL},
    {"display", "MHG.StandingDisplay", 2, 0, "00000000"},
    {"socket", "MHG.Socket", 1, 0, NULL},
    {"chubby", "MHG.ChubbySocket", 1, 0, NULL},
    {"ram", "CheeseUtilMod.Ram8aX8b", 19, 8, "00000000 00000000 00"},
    {"resizable", "CheeseUtilMod.RamResizable", 8, 2, "01000000 01000000 00000000 00000000 00"},
    {"dual", "CheeseUtilMod.DualPortRamResizable", 15, 6, "04000000 02000000 00000000 00000000 00"},
    {"bcd", "CheeseUtilMod.BCD8", 8, 12, NULL},
    {"fifo", "HuntaBaddayCPUmod.Buffer8_sw", 11, 10, ""},
    {"timer_small", "HuntaBaddayCPUmod.TSC6530_Comp", 20, 11, NULL},
    {"timer", "HuntaBaddayCPUmod.TSC6530", 20, 11, NULL},
    {"cpu", "HuntaBaddayCPUmod.MOS6502", 20, 29, NULL},
};

struct part {
    uint32_t address, parent;
    unsigned type, inputs, outputs;
    int32_t position[3];
    int turns;
    int32_t *input_states, *output_states;
    uint8_t *on; /* of inputs, then of outputs */
    struct bytes data;
    bool has_data;
};

struct wire {
    char kind;
    uint32_t first, first_index, second, second_index;
};

struct plan {
    struct part parts[MOST];
    struct wire wires[2 * MOST];
    char types[MOST_TYPES][NAME_ROOM];
    unsigned part_count, wire_count, type_count;
};

static struct part *part_at(struct plan *plan, uint32_t address)
{
    for (unsigned i = 0; i < plan->part_count; i++)
        if (plan->parts[i].address == address)
            return &plan->parts[i];
    ROW_FAILED("no component C-%u\n", (unsigned)address);
    return NULL;
}

static unsigned type_number(struct plan *plan, const char *id)
{
    unsigned number = 0;
    while (number < plan->type_count && strcmp(plan->types[number], id) != 0)
        number++;
    if (number == plan->type_count) {
        assert_true(number < MOST_TYPES && strlen(id) < NAME_ROOM);
        strcpy(plan->types[plan->type_count++], id);
    }
    return number + 1;
}

/* The custom data of a label: its alignment, colour, font, size and text. */
static void put_label_data(struct bytes *data, const char *text, size_t size)
{
    char *copy = strndup(text, size);
    put_hex(data, "01000000 262626 cdcc4c3f 00");
    put_text(data, copy);
    put_hex(data, "01000000 01000000 01000000");
    free(copy);
}

static void add_part(struct plan *plan, const char *word)
{
    char name[NAME_ROOM] = {0};
    assert_true(plan->part_count < MOST);
    struct part *part = &plan->parts[plan->part_count++];
    const char *address = strrchr(word, ':'), *data = strchr(word, '{');
    bool label = *word == '"';
    const char *id = "MHG.PanelLabel";
    *part = (struct part){.address = (uint32_t)strtoul(address + 1, NULL, 10)};
    if (label)
        put_label_data(&part->data, word + 1, (size_t)(address - word) - 2);
    else
        memcpy(name, word, strcspn(word, "/:"));
    for (size_t i = 0; i < LENGTH(known) && !label; i++) {
        if (strcmp(known[i].name, name) != 0)
            continue;
        part->inputs = known[i].inputs;
        part->outputs = known[i].outputs;
        if (known[i].data && !data)
            put_hex(&part->data, known[i].data);
        part->has_data = known[i].data != NULL;
        id = known[i].id;
    }
    if (!label && strchr(name, '.'))
        id = name;
    if (!label)
        sscanf(word + strcspn(word, "/:"), "/%u/%u", &part->inputs, &part->outputs);
    if (data)
        put_hex(&part->data, data + 1);
    part->has_data = part->has_data || label || data;
    part->type = type_number(plan, id);
    part->input_states = calloc(part->inputs + 1, sizeof(int32_t));
    part->output_states = calloc(part->outputs + 1, sizeof(int32_t));
    part->on = calloc(part->inputs + part->outputs + 1, 1);
}

/* "5.1": a component and a number of a peg. */
static const char *read_peg(const char *text, uint32_t *address, uint32_t *index)
{
    char *end;
    *address = (uint32_t)strtoul(text, &end, 10);
    *index = *end == '.' ? (uint32_t)strtoul(end + 1, &end, 10) : 0;
    return end;
}

static void add_word(struct plan *plan, const char *word)
{
    struct wire wire;
    uint32_t index;
    if (strchr(word, ':')) {
        add_part(plan, word);
        return;
    }
    if (*word == '+' || *word == '*') {
        read_peg(word + 1, &wire.first, &index);
        struct part *part = part_at(plan, wire.first);
        part->on[index + (*word == '+' ? part->inputs : 0)] = 1;
        return;
    }
    const char *at = read_peg(word, &wire.first, &wire.first_index);
    struct part *part = part_at(plan, wire.first);
    wire.kind = *at;
    if (*at == '<') {
        part->parent = (uint32_t)strtoul(at + 1, NULL, 10);
    } else if (*at == '^') {
        part->turns = (int)strtol(at + 1, NULL, 10);
    } else if (*at == '@') {
        int32_t *to = part->position;
        assert_int_equal(sscanf(at + 1, "%d,%d,%d", &to[0], &to[1], &to[2]), 3);
    } else {
        assert_true(strchr(">-=", *at) != NULL && plan->wire_count < 2 * MOST);
        read_peg(at + 1, &wire.second, &wire.second_index);
        plan->wires[plan->wire_count++] = wire;
    }
}

/* Words end at blanks, but not within quotes and braces. */
static void add_words(struct plan *plan, const char *text)
{
    while (*text) {
        char word[4096];
        size_t size = 0;
        bool quoted = false, braced = false;
        for (; *text == ' ' || *text == '\n'; text++)
            ;
        for (; *text && (quoted || braced || (*text != ' ' && *text != '\n')); text++) {
            quoted ^= *text == '"';
            braced = *text == '{' || (braced && *text != '}');
            assert_true(size + 1 < sizeof word);
            if (*text != '}')
                word[size++] = *text;
        }
        word[size] = '\0';
        if (size > 0)
            add_word(plan, word);
    }
}

/* Inputs take the least number of those that they are joined to, until none is less. */
static void number_states(struct plan *plan)
{
    int32_t next = 0;
    for (unsigned i = 0; i < plan->part_count; i++) {
        for (unsigned k = 0; k < plan->parts[i].inputs; k++)
            plan->parts[i].input_states[k] = next++;
        for (unsigned k = 0; k < plan->parts[i].outputs; k++)
            plan->parts[i].output_states[k] = next++;
    }
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < plan->wire_count; i++) {
            const struct wire *wire = &plan->wires[i];
            struct part *first = part_at(plan, wire->first), *second = part_at(plan, wire->second);
            if (wire->kind != '-' || wire->first_index >= first->inputs ||
                wire->second_index >= second->inputs)
                continue;
            int32_t *a = &first->input_states[wire->first_index];
            int32_t *b = &second->input_states[wire->second_index];
            again |= *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
}

static void put_part(struct bytes *bytes, const struct part *part)
{
    static const float half = 0.70710678f;
    const float turns[8][4] = {
        {0, 0, 0, 1}, {0, half, 0, half}, {0, 1, 0, 0}, {0, -half, 0, half},
        {0, 0, 0, 1}, {half, 0, 0, half}, {1, 0, 0, 0}, {-half, 0, 0, half},
    };
    put_u32(bytes, part->address);
    put_u32(bytes, part->parent);
    put_u16(bytes, part->type);
    for (int i = 0; i < 3; i++)
        put_i32(bytes, part->position[i]);
    for (int i = 0; i < 4; i++)
        put_f32(bytes, turns[part->turns % 8][i]);
    put_u32(bytes, part->inputs);
    for (unsigned i = 0; i < part->inputs; i++)
        put_i32(bytes, part->input_states[i]);
    put_u32(bytes, part->outputs);
    for (unsigned i = 0; i < part->outputs; i++)
        put_i32(bytes, part->output_states[i]);
    put_i32(bytes, part->has_data ? (int32_t)part->data.size : -1);
    put_raw(bytes, part->data.data, part->data.size);
}

static void put_wires(struct bytes *bytes, struct plan *plan)
{
    for (unsigned i = 0; i < plan->wire_count; i++) {
        const struct wire *wire = &plan->wires[i];
        const struct part *from = part_at(plan, wire->first);
        bool first_is_input = wire->kind == '-', second_is_input = wire->kind != '=';
        int32_t state = first_is_input && wire->first_index < from->inputs
                            ? from->input_states[wire->first_index]
                        : !first_is_input && wire->first_index < from->outputs
                            ? from->output_states[wire->first_index]
                            : 0;
        put_wire(bytes, first_is_input ? 1 : 2, wire->first, (int32_t)wire->first_index,
                 second_is_input ? 1 : 2, wire->second, (int32_t)wire->second_index, state);
    }
}

static void put_states(struct bytes *bytes, const struct plan *plan, bool world)
{
    static int32_t on[20 * MOST];
    uint8_t bits[20 * MOST / 8 + 1] = {0};
    int32_t highest = 0;
    uint32_t count = 0;
    for (unsigned i = 0; i < plan->part_count; i++) {
        const struct part *part = &plan->parts[i];
        for (unsigned k = 0; k < part->inputs + part->outputs; k++) {
            int32_t state =
                k < part->inputs ? part->input_states[k] : part->output_states[k - part->inputs];
            assert_true(state < 20 * MOST);
            highest = state > highest ? state : highest;
            if (!part->on[k] || bits[state / 8] >> state % 8 & 1)
                continue;
            on[count++] = state;
            bits[state / 8] = (uint8_t)(bits[state / 8] | 1u << state % 8);
        }
    }
    if (!world) {
        put_on_states(bytes, count, on);
        return;
    }
    put_i32(bytes, highest / 8 + 1);
    put_raw(bytes, bits, (size_t)highest / 8 + 1);
}

struct bytes circuit_bytes(const char *text, bool world)
{
    static struct plan plan;
    struct bytes bytes = {0};
    plan.part_count = plan.wire_count = plan.type_count = 0;
    add_words(&plan, text);
    number_states(&plan);
    put_head(&bytes, world ? 1 : 2, plan.part_count, plan.wire_count);
    put_u32(&bytes, 0);
    put_u32(&bytes, plan.type_count);
    for (unsigned i = 0; i < plan.type_count; i++) {
        put_u16(&bytes, i + 1);
        put_text(&bytes, plan.types[i]);
    }
    for (unsigned i = 0; i < plan.part_count; i++)
        put_part(&bytes, &plan.parts[i]);
    put_wires(&bytes, &plan);
    put_states(&bytes, &plan, world);
    put_footer(&bytes);
    for (unsigned i = 0; i < plan.part_count; i++) {
        free(plan.parts[i].input_states);
        free(plan.parts[i].output_states);
        free(plan.parts[i].on);
        bytes_free(&plan.parts[i].data);
    }
    return bytes;
}

static ow_document open_text(const char *text, bool world)
{
    struct bytes bytes = circuit_bytes(text, world);
    ow_document document;
    ow_error error = {0};
    if (ow_open(bytes.data, bytes.size, NULL, &document, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    bytes_free(&bytes);
    return document;
}

ow_document circuit_document(const char *text)
{
    return open_text(text, false);
}

ow_document circuit_world(const char *text)
{
    return open_text(text, true);
}

void board_open_with(struct board *board, const char *text,
                     const ow_circuit_options *circuit_options,
                     const ow_simulation_options *options)
{
    ow_error error = {0};
    *board = (struct board){.document = circuit_document(text)};
    if (ow_circuit_open(&board->document, circuit_options, NULL, &board->circuit, &error) !=
            OW_OK ||
        ow_simulation_open(&board->document, &board->circuit, options, NULL, &board->run, &error) !=
            OW_OK)
        ROW_FAILED("%s\n", error.message);
}

void board_open(struct board *board, const char *text)
{
    board_open_with(board, text, NULL, NULL);
}

void board_free(struct board *board)
{
    ow_simulation_close(board->run);
    ow_circuit_close(&board->circuit);
    ow_close(&board->document);
}

uint32_t net_of(const ow_circuit *circuit, const char *name)
{
    uint32_t net = ow_circuit_find_net(circuit, ow_text_of(name));
    if (net == OW_NO_NET)
        ROW_FAILED("no net %s\n", name);
    return net;
}

bool is_on(const struct board *board, const char *name)
{
    return ow_simulation_net(board->run, net_of(&board->circuit, name));
}

void drive(struct board *board, const char *name, bool on)
{
    assert_int_equal(ow_simulation_drive(board->run, net_of(&board->circuit, name), on, NULL),
                     OW_OK);
}

uint32_t component_of(const ow_circuit *circuit, uint32_t address)
{
    for (uint32_t i = 0; i < circuit->component_count; i++)
        if (circuit->components[i].address == address)
            return i;
    ROW_FAILED("no component C-%u\n", (unsigned)address);
    return 0;
}

void set_hand(struct board *board, uint32_t address, bool on)
{
    assert_int_equal(
        ow_simulation_set(board->run, component_of(&board->circuit, address), on, NULL), OW_OK);
}

void run_ticks(struct board *board, uint64_t ticks)
{
    assert_int_equal(ow_simulation_run(board->run, ticks, NULL), OW_OK);
}

const char *states_of(const struct board *board, const char *names, char *text)
{
    size_t size = 0;
    while (*names) {
        char name[NAME_ROOM] = {0};
        size_t length = strcspn(names, " ");
        memcpy(name, names, length);
        names += length + (names[length] == ' ');
        text[size++] = is_on(board, name) ? '1' : '0';
    }
    text[size] = '\0';
    return text;
}
