/* Names of nets: labels beside ports, and those of the user.
 *
 * Nothing in a save ties a label to a port: the nearest label on the same board within two squares counts,
 * in reading order where two are as near. Where one label is the nearest of several ports, as of a bus, they
 * are numbered along it: "Data[0]", "Data[1]", in the order of their places from left to right. */
#include "circuit.h"

#include "../base/error.h"
#include "../base/sort.h"
#include "../base/utf8.h"

#include <stdio.h>
#include <string.h>

/* In thousandths of the game's unit. */
static const double furthest = 2 * SQUARE;

/* How many labels the ports of one board are held against, all in all: boards full of both are named as far as
 * that goes. */
enum { MOST_NAME = 64, TRIES_EACH = 256, TRIES_ALWAYS = 1 << 20 };

/* A label with something on it. */
struct label {
    uint32_t component, parent;
    ow_text text;
    struct vector position;
    struct rotation to_own; /* from its parent's frame to its own */
    double size_x, size_z;
};

/* Which label a port has. */
struct choice {
    uint32_t port, label;
    double distance, along;
};

struct naming {
    struct circuit_maker *maker;
    struct label *labels;
    uint32_t label_count;
    uint64_t *by_parent;    /* parent in the high half, label in the low one; ascending */
    struct choice *choices; /* of ports that have one */
    uint32_t choice_count;
    uint64_t tries_left;
};

/* One line without what a font would not show: the words of a label. */
static ow_text words_of(struct circuit_maker *maker, ow_text text)
{
    size_t from = 0, to = utf8_cut(text, MOST_NAME), size = 0;
    char *words = arena_take(&maker->arena, to + 1);
    if (!words)
        return (ow_text){"", 0};
    for (; from < to; from++) {
        unsigned char letter = (unsigned char)text.data[from];
        bool blank = letter <= ' ' || letter == 0x7f;
        if (!blank)
            words[size++] = (char)letter;
        else if (size > 0 && words[size - 1] != ' ')
            words[size++] = ' ';
    }
    size -= size > 0 && words[size - 1] == ' ';
    words[size] = '\0';
    return (ow_text){words, size};
}

static void put_label(struct naming *naming, uint32_t ordinal)
{
    const struct circuit_maker *maker = naming->maker;
    const ow_blotter_component *component = &maker->save->components[ordinal];
    const struct component_type *type = maker->types[component->type].type;
    struct component_data data;
    if (type->text_height <= 0 || !type_read_data(type, component->custom_data, &data) ||
        data.text.size == 0)
        return;
    struct label *label = &naming->labels[naming->label_count];
    *label = (struct label){.component = ordinal,
                            .parent = component->parent,
                            .text = data.text,
                            .position = blotter_position_of(maker->save, component),
                            .to_own = rotation_inverse(blotter_rotation_of(component)),
                            .size_x = data.size_x * SQUARE,
                            .size_z = data.size_z * SQUARE};
    naming->by_parent[naming->label_count] =
        (uint64_t)component->parent << 32 | naming->label_count;
    naming->label_count++;
}

static double beyond(double value, double least, double most)
{
    return value < least ? least - value : value > most ? value - most : 0;
}

/* How far a place on the same board is from the plate of a label, and where along it. */
static double distance_to(const struct label *label, struct vector position, double *along)
{
    struct vector at = vector_turn(label->to_own, vector_subtract(position, label->position));
    double x = beyond(at.x, -SQUARE / 2, label->size_x - SQUARE / 2);
    double z = beyond(at.z, -SQUARE / 2, label->size_z - SQUARE / 2);
    *along = at.x;
    return rounded_to_double(
        sqrt(vector_dot((struct vector){x, at.y, z}, (struct vector){x, at.y, z})));
}

/* Whether a label comes before another: higher on the board, or as high and further left. */
static bool reads_before(const struct label *a, const struct label *b)
{
    if (a->position.z != b->position.z)
        return a->position.z > b->position.z;
    return a->position.x < b->position.x;
}

static uint32_t first_label_on(const struct naming *naming, uint32_t parent)
{
    uint32_t low = 0, high = naming->label_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uint32_t)(naming->by_parent[middle] >> 32) < parent)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void choose_label(struct naming *naming, uint32_t number)
{
    const struct circuit_maker *maker = naming->maker;
    const ow_circuit_port *port = &maker->circuit->ports[number];
    const ow_blotter_component *component = &maker->save->components[port->component];
    struct vector position = blotter_position_of(maker->save, component);
    struct choice best = {number, OW_NO_NET, furthest, 0};
    uint32_t at = first_label_on(naming, component->parent);
    for (; at < naming->label_count && naming->by_parent[at] >> 32 == component->parent; at++) {
        uint32_t which = (uint32_t)naming->by_parent[at];
        const struct label *label = &naming->labels[which];
        double along, distance = distance_to(label, position, &along);
        if (naming->tries_left == 0)
            break;
        naming->tries_left--;
        bool nearer =
            distance < best.distance ||
            (distance <= best.distance &&
             (best.label == OW_NO_NET || reads_before(label, &naming->labels[best.label])));
        if (nearer)
            best = (struct choice){number, which, distance, along};
    }
    if (best.label != OW_NO_NET)
        naming->choices[naming->choice_count++] = best;
}

/* The nearest port of a label whose net has no name yet gives it to that net; further ones follow. */
static bool comes_before(const struct choice *a, const struct choice *b)
{
    if (a->label != b->label)
        return a->label < b->label;
    return a->along != b->along ? a->along < b->along : a->port < b->port;
}

/* A heap sort: choices are few, and their order is not theirs to make slow. */
static void sink(struct choice *choices, uint32_t count, uint32_t at)
{
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count)
            return;
        child += child + 1 < count && comes_before(&choices[child], &choices[child + 1]);
        if (!comes_before(&choices[at], &choices[child]))
            return;
        struct choice above = choices[at];
        choices[at] = choices[child];
        choices[child] = above;
        at = child;
    }
}

static void sort_choices(struct choice *choices, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sink(choices, count, i);
    for (uint32_t end = count; end-- > 1;) {
        struct choice last = choices[end];
        choices[end] = choices[0];
        choices[0] = last;
        sink(choices, end, 0);
    }
}

/* Nets without a name that ports of one label are of, in order; what already has a name is left out. */
static uint32_t count_unnamed(const struct naming *naming, uint32_t first, uint32_t end)
{
    const ow_circuit *circuit = naming->maker->circuit;
    uint32_t count = 0, last = OW_NO_NET;
    for (uint32_t i = first; i < end; i++) {
        uint32_t net = circuit->ports[naming->choices[i].port].net;
        count += circuit->nets[net].name.size == 0 && net != last;
        last = net;
    }
    return count;
}

static void name_by_label(struct naming *naming, uint32_t first, uint32_t end)
{
    struct circuit_maker *maker = naming->maker;
    ow_circuit *circuit = maker->circuit;
    const struct label *label = &naming->labels[naming->choices[first].label];
    uint32_t count = count_unnamed(naming, first, end), number = 0;
    ow_text words = count > 0 ? words_of(maker, label->text) : (ow_text){"", 0};
    for (uint32_t i = first; words.size > 0 && i < end; i++) {
        ow_circuit_net *net = &circuit->nets[circuit->ports[naming->choices[i].port].net];
        enum { NUMBERED = MOST_NAME + 16 };
        if (net->name.size > 0)
            continue;
        char *name = count > 1 ? arena_take(&maker->arena, NUMBERED) : NULL;
        net->name = words;
        net->name_from = OW_NET_BY_LABEL;
        net->label = label->component;
        if (name)
            net->name =
                (ow_text){name, (size_t)snprintf(name, NUMBERED, "%.*s[%u]", (int)words.size,
                                                 words.data, (unsigned)number++)};
    }
}

static uint64_t hash_of(ow_text text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * 0x100000001b3u;
    return hash;
}

/* Names that several nets have get the number of the net behind them. Equal hashes of unequal names do no harm
 * but that. */
static ow_status make_unique(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    uint32_t count = 0;
    uint64_t *keys = arena_take(&maker->scratch, circuit->net_count * sizeof *keys);
    if (!keys)
        return maker->scratch.status;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        if (circuit->nets[i].name.size > 0)
            keys[count++] = hash_of(circuit->nets[i].name) << 32 | i;
    ow_status status = sort_u64(keys, count, 0, &maker->scratch);
    for (uint32_t i = 0; status == OW_OK && i < count; i++) {
        bool alone = (i == 0 || keys[i - 1] >> 32 != keys[i] >> 32) &&
                     (i + 1 == count || keys[i + 1] >> 32 != keys[i] >> 32);
        ow_circuit_net *net = &circuit->nets[(uint32_t)keys[i]];
        if (alone || net->name_from != OW_NET_BY_LABEL)
            continue;
        size_t room = net->name.size + 16;
        char *name = arena_take(&maker->arena, room);
        if (!name)
            return maker->arena.status;
        int size = snprintf(name, room, "%.*s n%u", (int)net->name.size, net->name.data,
                            (unsigned)(uint32_t)keys[i]);
        net->name = (ow_text){name, (size_t)size};
    }
    return status;
}

static ow_status name_by_labels(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    struct naming naming = {
        .maker = maker, .tries_left = TRIES_ALWAYS + (uint64_t)circuit->port_count * TRIES_EACH};
    uint32_t labels = 0;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        labels += maker->types[circuit->components[i].type].type->text_height > 0;
    naming.labels = arena_take(&maker->scratch, labels * sizeof *naming.labels);
    naming.by_parent = arena_take(&maker->scratch, labels * sizeof *naming.by_parent);
    naming.choices = arena_take(&maker->scratch, circuit->port_count * sizeof *naming.choices);
    if (!naming.labels || !naming.by_parent || !naming.choices)
        return maker->scratch.status;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        put_label(&naming, i);
    ow_status status = sort_u64(naming.by_parent, naming.label_count, 0, &maker->scratch);
    for (uint32_t i = 0; status == OW_OK && i < circuit->port_count; i++)
        choose_label(&naming, i);
    sort_choices(naming.choices, naming.choice_count);
    for (uint32_t first = 0, end; first < naming.choice_count; first = end) {
        for (end = first;
             end < naming.choice_count && naming.choices[end].label == naming.choices[first].label;)
            end++;
        name_by_label(&naming, first, end);
    }
    return status == OW_OK ? maker->arena.status : status; /* a name may have found no room */
}

static ow_status name_by_user(struct circuit_maker *maker, const ow_circuit_name *given,
                              ow_error *error)
{
    ow_circuit *circuit = maker->circuit;
    uint32_t number = ow_circuit_find_net(circuit, given->peg);
    if (number == OW_NO_NET || given->name.size == 0)
        return error_set(error, OW_NOT_THERE, 0, NULL,
                         "\"%.*s\" cannot be the name of \"%.*s\": that is no net, nor a peg "
                         "of one such as C-12, C-12.in0 or C-12.out1",
                         (int)utf8_cut(given->name, 64), given->name.data,
                         (int)utf8_cut(given->peg, 64), given->peg.data);
    char *name = arena_take(&maker->arena, given->name.size + 1);
    if (!name)
        return error_plain(error, maker->arena.status);
    memcpy(name, given->name.data, given->name.size);
    name[given->name.size] = '\0';
    circuit->nets[number].name = (ow_text){name, given->name.size};
    circuit->nets[number].name_from = OW_NET_BY_USER;
    return OW_OK;
}

/* Labels first: a user may call a net by the name that a label gives it. */
ow_status circuit_name_nets(struct circuit_maker *maker, ow_error *error)
{
    ow_status status = name_by_labels(maker);
    if (status == OW_OK)
        status = make_unique(maker);
    for (size_t i = 0; status == OW_OK && i < maker->given.name_count; i++) {
        status = name_by_user(maker, &maker->given.names[i], error);
        if (status != OW_OK)
            return status;
    }
    if (status == OW_OK && maker->given.name_count > 0)
        status = make_unique(maker);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&maker->arena));
}
