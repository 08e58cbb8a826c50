/* A large world for the benchmark, with the mix of the real corpus: how many pegs and how much
 * custom data components have, how far apart wires and parents reach, which rotations occur, how
 * often addresses are out of order (counted over eight real saves of version 7, 3,066 components
 * and 3,432 wires). Circuit states are consistent, so that a check has nothing to say but does all
 * its work. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

/* Kinds of components by how often they occur; custom data of -1 stands for none. */
static const struct kind {
    const char *name;
    unsigned frequency, inputs, outputs;
    int custom_data;
} kinds[] = {
    {"MHG.ChubbySocket", 853, 1, 0, -1}, {"MHG.Peg", 609, 1, 0, -1},
    {"MHG.Relay", 509, 3, 0, -1},        {"MHG.PanelSwitch", 256, 0, 1, 4},
    {"MHG.CircuitBoard", 214, 0, 0, 11}, {"MHG.ThroughPeg", 146, 2, 0, -1},
    {"MHG.Inverter", 124, 1, 1, -1},     {"MHG.DLatch", 90, 2, 1, -1},
    {"MHG.PanelLabel", 66, 0, 0, 60},    {"MHG.AndGate", 50, 2, 1, -1},
    {"MHG.XorGate", 33, 2, 1, -1},       {"MHG.Buffer_WithOutput", 30, 1, 1, -1},
    {"MHG.Buffer", 23, 2, 0, -1},        {"MHG.Delayer", 19, 1, 1, 8},
    {"MHG.Mount", 19, 0, 0, 4},          {"CheeseUtilMod.Ram8aX8b", 1, 19, 8, 24},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

/* Quartiles of the distance in the file between the two ends of a wire, and to a parent. */
static const unsigned wire_reach[] = {1, 2, 16, 117, 604};
static const unsigned parent_reach[] = {27, 82, 247, 451, 555};

static const float rotations[][4] = {
    {0, 0, 0, 1},
    {0, 0.70710677f, 0, 0.70710677f},
    {0, -0.70710677f, 0, 0.70710677f},
    {0, 1, 0, -4.371139e-08f},
    {1, 4.371139e-08f, 4.371139e-08f, 1.9106855e-15f},
    {0, -1, -0.0f, -4.371139e-08f},
};

static uint64_t random_state;

static uint32_t random_below(uint32_t bound)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 32) * bound >> 32);
}

static uint32_t random_reach(const unsigned quartiles[5])
{
    uint32_t part = random_below(4);
    return quartiles[part] + random_below(quartiles[part + 1] - quartiles[part] + 1);
}

static const struct kind *random_kind(uint32_t *number)
{
    uint32_t total = 0, pick;
    for (uint32_t i = 0; i < KIND_COUNT; i++)
        total += kinds[i].frequency;
    pick = random_below(total);
    *number = 0;
    while (pick >= kinds[*number].frequency)
        pick -= kinds[(*number)++].frequency;
    return &kinds[*number];
}

struct builder {
    ow_blotter_save save;
    int32_t *states;     /* of all pegs, one component after another */
    uint32_t *joined_to; /* of each peg: another input of its cluster, or itself */
    uint32_t *first_peg; /* of each component */
    uint32_t peg_count;
};

/* Custom data as types have it: a colour and two sizes, of which a switch has the first four
 * bytes; a length; a label of 32 letters with its look in front and its size behind. */
static ow_bytes custom_data_of(const struct kind *kind)
{
    static const uint8_t board[11] = {14, 14, 14, 4, 0, 0, 0, 4}, mount[4] = {6};
    static const uint8_t label[60] = {1,   0,   0,   0,   38,  38,  38,  205, 204, 76,  63,  0,
                                      32,  0,   0,   0,   'e', 'i', 'g', 'h', 't', ' ', 'b', 'i',
                                      't', 's', ' ', 'o', 'f', ' ', 't', 'h', 'e', ' ', 'a', 'd',
                                      'd', 'r', 'e', 's', 's', ' ', 'b', 'u', 's', ' ', ' ', ' ',
                                      4,   0,   0,   0,   1,   0,   0,   0,   1,   0,   0,   0};
    static const uint8_t ram[24] = {0, 0, 0, 0, 15};
    if (kind->custom_data < 0)
        return (ow_bytes){NULL, 0};
    const uint8_t *data = kind->custom_data == (int)sizeof label ? label
                          : kind->custom_data == (int)sizeof ram ? ram
                          : strcmp(kind->name, "MHG.Mount") == 0 ? mount
                                                                 : board;
    return (ow_bytes){data, (size_t)kind->custom_data};
}

static void add_component(struct builder *builder, uint32_t index)
{
    ow_blotter_component *component = &builder->save.components[index];
    uint32_t number, reach = random_reach(parent_reach);
    const struct kind *kind = random_kind(&number);
    *component = (ow_blotter_component){
        .address = 1000 + index * 3,
        .parent = index < reach ? 0 : 1000 + (index - reach) * 3,
        .type = (uint16_t)number,
        .input_count = kind->inputs,
        .output_count = kind->outputs,
    };
    if (index == 0)
        component->parent = 0;
    for (int axis = 0; axis < 3; axis++)
        component->position.fixed[axis] = (int32_t)(random_below(200) * 150);
    memcpy(component->rotation, rotations[random_below(6)], sizeof component->rotation);
    component->custom_data = custom_data_of(kind);
    builder->first_peg[index] = builder->peg_count;
    builder->peg_count += kind->inputs + kind->outputs;
}

static uint32_t cluster_of(struct builder *builder, uint32_t peg)
{
    while (builder->joined_to[peg] != peg) {
        builder->joined_to[peg] = builder->joined_to[builder->joined_to[peg]];
        peg = builder->joined_to[peg];
    }
    return peg;
}

/* A component near `index` that has inputs, or (with `output`) outputs. */
static uint32_t neighbour(const struct builder *builder, uint32_t index, bool output)
{
    uint32_t count = builder->save.component_count, reach = random_reach(wire_reach);
    uint32_t at = index > reach ? index - reach : index + reach;
    for (at %= count;; at = (at + 1) % count) {
        const ow_blotter_component *component = &builder->save.components[at];
        if (output ? component->output_count : component->input_count)
            return at;
    }
}

static ow_blotter_peg random_peg(const struct builder *builder, uint32_t index, bool output)
{
    const ow_blotter_component *component = &builder->save.components[index];
    uint32_t count = output ? component->output_count : component->input_count;
    return (ow_blotter_peg){output ? OW_BLOTTER_OUTPUT : OW_BLOTTER_INPUT, component->address,
                            (int32_t)random_below(count)};
}

static uint32_t number_of_peg(const struct builder *builder, uint32_t index, ow_blotter_peg peg)
{
    uint32_t before =
        peg.kind == OW_BLOTTER_OUTPUT ? builder->save.components[index].input_count : 0;
    return builder->first_peg[index] + before + (uint32_t)peg.index;
}

/* Of a hundred wires, 73 join two inputs. `circuit_state` holds the peg whose state it will be. */
static void add_wire(struct builder *builder, uint32_t index)
{
    ow_blotter_wire *wire = &builder->save.wires[index];
    bool output = random_below(100) >= 73;
    uint32_t to = neighbour(builder, index, false);
    uint32_t from = neighbour(builder, to, output);
    while (from == to) /* a wire joins two pegs */
        from = neighbour(builder, random_below(builder->save.component_count), output);
    *wire = (ow_blotter_wire){.first = random_peg(builder, from, output),
                              .second = random_peg(builder, to, false)};
    uint32_t first = number_of_peg(builder, from, wire->first);
    if (!output)
        builder->joined_to[cluster_of(builder, first)] =
            cluster_of(builder, number_of_peg(builder, to, wire->second));
    wire->circuit_state = (int32_t)first;
}

/* The two pegs of a through peg are one net. */
static void join_through_pegs(struct builder *builder)
{
    for (uint32_t i = 0; i < builder->save.component_count; i++)
        if (strcmp(kinds[builder->save.components[i].type].name, "MHG.ThroughPeg") == 0)
            builder->joined_to[cluster_of(builder, builder->first_peg[i])] =
                cluster_of(builder, builder->first_peg[i] + 1);
}

static int32_t number_states(struct builder *builder)
{
    int32_t next = 0;
    join_through_pegs(builder);
    for (uint32_t peg = 0; peg < builder->peg_count; peg++)
        if (builder->joined_to[peg] == peg)
            builder->states[peg] = next++;
    for (uint32_t peg = 0; peg < builder->peg_count; peg++)
        builder->states[peg] = builder->states[cluster_of(builder, peg)];
    for (uint32_t i = 0; i < builder->save.component_count; i++) {
        ow_blotter_component *component = &builder->save.components[i];
        component->inputs = builder->states + builder->first_peg[i];
        component->outputs = component->inputs + component->input_count;
    }
    for (uint32_t i = 0; i < builder->save.wire_count; i++) {
        ow_blotter_wire *wire = &builder->save.wires[i];
        wire->circuit_state = builder->states[wire->circuit_state];
    }
    return next;
}

/* Fifty of 3,094 real components have an address below the one before. */
static void disturb_order(struct builder *builder)
{
    for (uint32_t i = 62; i + 1 < builder->save.component_count; i += 62) {
        ow_blotter_component *a = &builder->save.components[i], swapped = a[1];
        if (a[1].parent == a[0].address)
            continue;
        a[1] = a[0];
        a[0] = swapped;
    }
}

static bool build(struct builder *builder, uint32_t count)
{
    ow_blotter_save *save = &builder->save;
    static ow_blotter_component_type types[KIND_COUNT];
    for (uint16_t i = 0; i < KIND_COUNT; i++)
        types[i] = (ow_blotter_component_type){i, {kinds[i].name, strlen(kinds[i].name)}};
    save->component_types = types;
    save->component_type_count = KIND_COUNT;
    save->component_count = save->wire_count = count;
    save->components = calloc(count, sizeof *save->components);
    save->wires = calloc(count, sizeof *save->wires);
    builder->first_peg = calloc(count, sizeof *builder->first_peg);
    builder->states = calloc((size_t)count * 4, sizeof *builder->states);
    builder->joined_to = calloc((size_t)count * 4, sizeof *builder->joined_to);
    if (!save->components || !save->wires || !builder->first_peg || !builder->states ||
        !builder->joined_to)
        return false;
    random_state = 20240229;
    for (uint32_t i = 0; i < count && builder->peg_count < (size_t)count * 4 - 32; i++)
        add_component(builder, i);
    for (uint32_t peg = 0; peg < builder->peg_count; peg++)
        builder->joined_to[peg] = peg;
    for (uint32_t i = 0; i < count; i++)
        add_wire(builder, i);
    return true;
}

static bool write_world(struct builder *builder, ow_buffer *world)
{
    ow_blotter_save *save = &builder->save;
    int32_t states = number_states(builder);
    disturb_order(builder);
    size_t size = (size_t)states / 8 + 1;
    uint8_t *bits = calloc(1, size);
    if (!bits)
        return false;
    for (size_t i = 0; i < size; i++)
        bits[i] = (uint8_t)random_below(256);
    save->version = 7;
    save->save_type = OW_BLOTTER_WORLD;
    save->game_version[1] = 92;
    save->circuit_states.bits = (ow_bytes){bits, (size_t)(states - 1) / 8 + 1};
    ow_error error;
    bool written = ow_blotter_write_buffer(save, NULL, world, &error) == OW_OK;
    free(bits);
    return written;
}

bool make_world(size_t size, ow_buffer *world)
{
    enum { BYTES_A_PAIR = 88 }; /* of a component and a wire, on average */
    struct builder builder = {0};
    bool made = build(&builder, (uint32_t)(size / BYTES_A_PAIR)) && write_world(&builder, world);
    free(builder.save.components);
    free(builder.save.wires);
    free(builder.first_peg);
    free(builder.states);
    free(builder.joined_to);
    return made;
}
