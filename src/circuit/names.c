/* Names of nets: labels beside ports, and those of the user.
 *
 * Saves do not connect labels to ports: the nearest label on the same board within two squares
 * counts, and the first in reading order at equal distances. If one label is nearest to several
 * ports, as of a bus, they are numbered from left to right: "Data[0]", "Data[1]". */
#include "circuit.h"

#include "../base/compiler.h"
#include "../base/error.h"
#include "../base/sort.h"
#include "../base/text.h"
#include "../base/utf8.h"

#include <stdio.h>
#include <string.h>

/* In thousandths of the game's unit. */
static const double furthest = 2 * SQUARE;

/* Limit on labels tried for the ports of one board: beyond it ports stay unnamed. */
enum { MOST_NAME = 64, TRIES_EACH = 256, TRIES_ALWAYS = 1 << 20 };

/* A label with text. */
struct label {
    uint32_t component, parent;
    ow_text text;
    struct vector position;
    struct rotation to_own; /* from its parent's frame to its own */
    double size_x, size_z;
};

/* The label of a port. */
struct choice {
    uint32_t port, label;
    double distance, along;
};

struct naming {
    struct circuit_maker *maker;
    struct label *labels;
    uint32_t label_count;
    uint64_t *by_parent;    /* parent in the high half, label in the low; ascending */
    struct choice *choices; /* of ports with a label */
    uint32_t choice_count;
    uint64_t tries_left;
};

/* The text of a label in one line, without characters that fonts do not show. */
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

/* The distance of a place on the same board from a label's plate, and its position along the
 * plate. */
static double distance_to(const struct label *label, struct vector position, double *along)
{
    struct vector at = vector_turn(label->to_own, vector_subtract(position, label->position));
    double x = beyond(at.x, -SQUARE / 2, label->size_x - SQUARE / 2);
    double z = beyond(at.z, -SQUARE / 2, label->size_z - SQUARE / 2);
    *along = at.x;
    return rounded_to_double(
        sqrt(vector_dot((struct vector){x, at.y, z}, (struct vector){x, at.y, z})));
}

/* Returns true if a label precedes another: higher on the board, or as high and further left. */
static bool reads_before(const struct label *a, const struct label *b)
{
    if (a->position.z != b->position.z)
        return a->position.z > b->position.z;
    return a->position.x < b->position.x;
}

static void choose_label(struct naming *naming, uint32_t number)
{
    const struct circuit_maker *maker = naming->maker;
    const ow_circuit_port *port = &maker->circuit->ports[number];
    const ow_blotter_component *component = &maker->save->components[port->component];
    struct choice best = {number, OW_NO_NET, furthest, 0};
    size_t at =
        first_not_below(naming->by_parent, naming->label_count, (uint64_t)component->parent << 32);
    if (at == naming->label_count || naming->by_parent[at] >> 32 != component->parent)
        return;
    struct vector position = blotter_position_of(maker->save, component);
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

/* Sort key of a port's position along a label, in thousandths of a unit. */
static uint32_t place_along(double along)
{
    double place = along + 0x80000000p0;
    if (place >= UINT32_MAX)
        return UINT32_MAX;
    return place > 0 ? (uint32_t)place : 0; /* also for NaN */
}

/* Sorts by label, then along it, then in the order of ports: the second sort is stable. */
static ow_status sort_choices(struct naming *naming)
{
    struct arena *scratch = &naming->maker->scratch;
    uint32_t count = naming->choice_count;
    uint64_t *along = arena_take(scratch, count * sizeof *along);
    uint64_t *by_label = arena_take(scratch, count * sizeof *by_label);
    struct choice *sorted = arena_take(scratch, count * sizeof *sorted);
    if (!along || !by_label || !sorted)
        return scratch->status;
    for (uint32_t i = 0; i < count; i++)
        along[i] = (uint64_t)place_along(naming->choices[i].along) << 32 | i;
    ow_status status = sort_u64(along, count, 0, scratch);
    for (uint32_t i = 0; i < count; i++)
        by_label[i] = (uint64_t)naming->choices[(uint32_t)along[i]].label << 32 | i;
    if (status == OW_OK)
        status = sort_u64(by_label, count, 0, scratch);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = naming->choices[(uint32_t)along[(uint32_t)by_label[i]]];
    naming->choices = sorted;
    return status;
}

/* Counts the unnamed nets of the ports of one label, in order. */
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

/* Appends the net's number to names of several nets. If hashes collide, unequal names get numbers
 * too, which is harmless. */
static ow_status make_unique(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    uint32_t count = 0;
    uint64_t *keys = arena_take(&maker->scratch, circuit->net_count * sizeof *keys);
    if (!keys)
        return maker->scratch.status;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        if (circuit->nets[i].name.size > 0)
            keys[count++] = circuit_name_key(circuit->nets[i].name) | i;
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

/* Components are far from each other in memory: asks for one before its turn. */
enum { AHEAD = 8 };

static ow_status name_by_labels(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    struct naming naming = {
        .maker = maker, .tries_left = TRIES_ALWAYS + (uint64_t)circuit->port_count * TRIES_EACH};
    uint32_t labels = maker->label_count;
    if (labels == 0)
        return OW_OK;
    naming.labels = arena_take(&maker->scratch, labels * sizeof *naming.labels);
    naming.by_parent = arena_take(&maker->scratch, labels * sizeof *naming.by_parent);
    naming.choices = arena_take(&maker->scratch, circuit->port_count * sizeof *naming.choices);
    if (!naming.labels || !naming.by_parent || !naming.choices)
        return maker->scratch.status;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        put_label(&naming, i);
    ow_status status = sort_u64(naming.by_parent, naming.label_count, 0, &maker->scratch);
    for (uint32_t i = 0; status == OW_OK && i < circuit->port_count; i++) {
        if (i + AHEAD < circuit->port_count)
            PREFETCH(&maker->save->components[circuit->ports[i + AHEAD].component].parent);
        choose_label(&naming, i);
    }
    if (status == OW_OK)
        status = sort_choices(&naming);
    for (uint32_t first = 0, end; status == OW_OK && first < naming.choice_count; first = end) {
        for (end = first;
             end < naming.choice_count && naming.choices[end].label == naming.choices[first].label;)
            end++;
        name_by_label(&naming, first, end);
    }
    return status == OW_OK ? maker->arena.status : status; /* a name may lack memory */
}

/* The user's names so far, each with its net: circuit_name_key with the number of the name. */
struct given_names {
    uint64_t *keys; /* of all of them, ascending */
    uint32_t *nets; /* of each that has been given */
};

static ow_status sort_given(struct circuit_maker *maker, struct given_names *names)
{
    size_t count = maker->given.name_count;
    if (count >= OW_NO_NET)
        return OW_TOO_MUCH_MEMORY;
    names->keys = arena_take(&maker->scratch, count * sizeof *names->keys);
    names->nets = arena_take(&maker->scratch, count * sizeof *names->nets);
    if (!names->keys || !names->nets)
        return maker->scratch.status;
    for (size_t i = 0; i < count; i++)
        names->keys[i] = circuit_name_key(maker->given.names[i].name) | i;
    return sort_u64(names->keys, count, 0, &maker->scratch);
}

/* The net of the last name equal to this one before number `end`, if it still has that name. */
static uint32_t find_given(const struct circuit_maker *maker, const struct given_names *names,
                           size_t end, ow_text text)
{
    uint64_t key = circuit_name_key(text);
    size_t at = first_not_below(names->keys, maker->given.name_count, key | end);
    while (at-- > 0 && names->keys[at] >> 32 == key >> 32) {
        uint32_t number = (uint32_t)names->keys[at];
        if (text_is_same(maker->given.names[number].name, text))
            return text_is_same(maker->circuit->nets[names->nets[number]].name, text)
                       ? names->nets[number]
                       : OW_NO_NET;
    }
    return OW_NO_NET;
}

static ow_status name_by_user(struct circuit_maker *maker, struct given_names *names, size_t which,
                              ow_error *error)
{
    const ow_circuit_name *given = &maker->given.names[which];
    ow_circuit *circuit = maker->circuit;
    uint32_t number = find_given(maker, names, which, given->peg);
    if (number == OW_NO_NET)
        number = ow_circuit_find_net(circuit, given->peg);
    if (number == OW_NO_NET || given->name.size == 0)
        return error_set(error, OW_NOT_THERE, 0, NULL,
                         "the name \"%.*s\" cannot be given to \"%.*s\", which is neither a net "
                         "nor a peg of a net, such as C-12, C-12.in0 or C-12.out1",
                         (int)utf8_cut(given->name, 64), given->name.data,
                         (int)utf8_cut(given->peg, 64), given->peg.data);
    char *name = arena_take(&maker->arena, given->name.size + 1);
    if (!name)
        return error_plain(error, maker->arena.status);
    memcpy(name, given->name.data, given->name.size);
    name[given->name.size] = '\0';
    circuit->nets[number].name = (ow_text){name, given->name.size};
    circuit->nets[number].name_from = OW_NET_BY_USER;
    names->nets[which] = number;
    return OW_OK;
}

static ow_status name_by_users(struct circuit_maker *maker, ow_error *error)
{
    struct given_names names;
    if (maker->given.name_count == 0)
        return OW_OK;
    ow_status status = sort_given(maker, &names);
    if (status != OW_OK)
        return error_limited(error, status, arena_limit(&maker->arena));
    for (size_t i = 0; status == OW_OK && i < maker->given.name_count; i++)
        status = name_by_user(maker, &names, i, error);
    if (status != OW_OK)
        return status;
    struct circuit_index *index = maker->circuit->index;
    index->by_labels = index->names;
    status = make_unique(maker);
    if (status == OW_OK)
        status = circuit_index_names(maker, &index->names);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&maker->arena));
}

/* Labels first: a user may refer to a net by its label's name. */
ow_status circuit_name_nets(struct circuit_maker *maker, ow_error *error)
{
    struct circuit_index *index = maker->circuit->index;
    ow_status status = name_by_labels(maker);
    if (status == OW_OK)
        status = make_unique(maker);
    if (status == OW_OK)
        status = circuit_index_names(maker, &index->names);
    return status == OW_OK ? name_by_users(maker, error)
                           : error_limited(error, status, arena_limit(&maker->arena));
}
