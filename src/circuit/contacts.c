/* Finding sockets that touch: their contacts are in one plane, face each other and overlap. In
 * real saves every such pair shares a circuit state, and no other sockets do. */
#include "circuit.h"

#include <math.h>
#include <string.h>

/* In thousandths of the game's unit. Rounding of frames through several boards adds up to 2. */
static const double plane_tolerance = 6, least_overlap = 1;

/* Limit of the cosine between two normals; size of a cell of the table. No contact is wider than a
 * square, so those that touch are at most 1.21 squares apart on an axis. */
static const double facing = -0.999, cell = 1.25 * SQUARE;

/* Half the diagonal of the widest contact. */
static const double half_diagonal = 0.7072 * SQUARE;

struct contact {
    struct vector middle, normal, across, up; /* in the world */
    double half_across, half_up;
    uint32_t component;
    int64_t at[3]; /* its cell */
};

/* What a search needs of a contact whose cell is another one. */
struct contact_link {
    uint32_t hash; /* of its cell */
    uint32_t next; /* next in its bucket */
};

struct contacts {
    struct component_frame *frames; /* of what sockets are on */
    uint32_t *slots;                /* of each component: its frame + 1; 0: none */
    struct contact *list;
    struct contact_link *links; /* of each contact */
    uint32_t count;
    uint32_t *buckets;
    uint32_t mask;
    uint64_t tries_left;
};

/* The cells around a contact where another that touches it can be. */
struct contact_cells {
    int64_t first[3], last[3];
};

static bool is_socket(const struct circuit_maker *maker, uint32_t ordinal)
{
    return maker->types[maker->circuit->components[ordinal].type].type->contact.half_across > 0;
}

static struct component_frame frame_of(const struct circuit_maker *maker,
                                       const struct contacts *contacts, uint32_t ordinal)
{
    uint32_t parent = maker->parents[ordinal];
    return blotter_frame_on(
        maker->save, ordinal,
        parent == NO_COMPONENT ? NULL : &contacts->frames[contacts->slots[parent] - 1]);
}

/* Finds where the parents of sockets are, and theirs: most other components need no frame. */
static ow_status find_frames(const struct circuit_maker *maker, struct contacts *contacts,
                             struct arena *arena)
{
    uint32_t components = maker->circuit->component_count, count = 0, placed = 0;
    contacts->slots = arena_take(arena, components * sizeof *contacts->slots);
    if (!contacts->slots)
        return arena->status;
    memset(contacts->slots, 0, components * sizeof *contacts->slots);
    for (uint32_t i = 0; i < components; i++) {
        uint32_t above = is_socket(maker, i) ? maker->parents[i] : NO_COMPONENT;
        for (; above != NO_COMPONENT && contacts->slots[above] == 0; above = maker->parents[above])
            contacts->slots[above] = ++count;
    }
    contacts->frames = arena_take(arena, count * sizeof *contacts->frames);
    if (!contacts->frames)
        return arena->status;
    for (uint32_t i = 0; placed < count; i++) {
        uint32_t ordinal = maker->order[i];
        if (contacts->slots[ordinal] == 0)
            continue;
        contacts->frames[placed] = frame_of(maker, contacts, ordinal);
        contacts->slots[ordinal] = ++placed;
    }
    return OW_OK;
}

static bool put_contact(const struct circuit_maker *maker, const struct contacts *contacts,
                        uint32_t ordinal, struct contact *contact)
{
    const ow_circuit_component *component = &maker->circuit->components[ordinal];
    const struct type_contact *type = &maker->types[component->type].type->contact;
    if (type->half_across <= 0 || component->input_count == 0)
        return false;
    struct component_frame frame = frame_of(maker, contacts, ordinal);
    *contact = (struct contact){
        .middle = vector_add(frame.position,
                             vector_turn(frame.rotation, vector_scale(type->middle, SQUARE))),
        .normal = vector_turn(frame.rotation, vector_cross(type->across, type->up)),
        .across = vector_turn(frame.rotation, type->across),
        .up = vector_turn(frame.rotation, type->up),
        .half_across = rounded_to_double(type->half_across * SQUARE),
        .half_up = rounded_to_double(type->half_up * SQUARE),
        .component = ordinal,
    };
    const double axes[3] = {contact->middle.x, contact->middle.y, contact->middle.z};
    for (int i = 0; i < 3; i++) {
        if (!(axes[i] > -1e15 && axes[i] < 1e15))
            return false;
        contact->at[i] = (int64_t)floor(axes[i] / cell);
    }
    return true;
}

/* The extent of a rectangle along an axis of another, from its centre. */
static double reach(const struct contact *contact, struct vector axis)
{
    double across = vector_dot(contact->across, axis), up = vector_dot(contact->up, axis);
    return contact->half_across * (across < 0 ? -across : across) +
           contact->half_up * (up < 0 ? -up : up);
}

/* Returns true if two rectangles in one plane overlap along the axes of the first. */
static bool overlap_along(const struct contact *a, const struct contact *b)
{
    struct vector apart = vector_subtract(b->middle, a->middle);
    double across = vector_dot(apart, a->across), up = vector_dot(apart, a->up);
    double most_across = a->half_across + reach(b, a->across) - least_overlap;
    double most_up = a->half_up + reach(b, a->up) - least_overlap;
    return across < most_across && -across < most_across && up < most_up && -up < most_up;
}

static bool touch(const struct contact *a, const struct contact *b)
{
    double apart = vector_dot(vector_subtract(b->middle, a->middle), a->normal);
    return vector_dot(a->normal, b->normal) < facing && apart < plane_tolerance &&
           -apart < plane_tolerance && overlap_along(a, b) && overlap_along(b, a);
}

/* Cells in a row along the first axis have buckets side by side, in one line of the cache. */
static uint32_t hash_of(const int64_t at[3])
{
    enum { SIDE_BY_SIDE = 16 };
    uint64_t along = (uint64_t)at[0];
    uint64_t hash = along / SIDE_BY_SIDE * 0x9e3779b97f4a7c15u ^
                    (uint64_t)at[1] * 0xc2b2ae3d27d4eb4fu ^ (uint64_t)at[2] * 0x165667b19e3779f9u;
    hash ^= hash >> 29;
    hash = hash * 0xbf58476d1ce4e5b9u >> 32;
    return (uint32_t)(hash / SIDE_BY_SIDE * SIDE_BY_SIDE + along % SIDE_BY_SIDE);
}

static void join_with_cell(struct circuit_maker *maker, struct contacts *contacts,
                           const struct contact *contact, const int64_t at[3])
{
    ow_circuit *circuit = maker->circuit;
    uint32_t hash = hash_of(at), next = contacts->buckets[hash & contacts->mask];
    for (; next != 0; next = contacts->links[next - 1].next) {
        const struct contact *other = &contacts->list[next - 1];
        if (contacts->tries_left == 0) {
            circuit->contacts_left = true;
            return;
        }
        contacts->tries_left--;
        if (contacts->links[next - 1].hash != hash ||
            memcmp(other->at, at, sizeof other->at) != 0 || !touch(contact, other))
            continue;
        circuit_join(maker->joined, circuit->components[contact->component].first_input,
                     circuit->components[other->component].first_input);
        maker->touched[contact->component] = maker->touched[other->component] = 1;
        circuit->contacts++;
    }
}

/* How far away along an axis the middle of another contact can be: in the plane as far as two
 * rectangles reach, across the plane as far as the tolerance. */
static double farthest(const struct contact *contact, double across, double up, double normal)
{
    return fabs(across) * (contact->half_across + half_diagonal) +
           fabs(up) * (contact->half_up + half_diagonal) + fabs(normal) * plane_tolerance;
}

static void note_cells(const struct contact *contact, int axis, double middle, double most,
                       struct contact_cells *cells)
{
    int64_t at = contact->at[axis];
    cells->first[axis] = at - (floor((middle - most) / cell) < (double)at);
    cells->last[axis] = at + (floor((middle + most) / cell) > (double)at);
}

static struct contact_cells cells_around(const struct contact *contact)
{
    struct contact_cells cells;
    const struct vector *middle = &contact->middle, *normal = &contact->normal;
    const struct vector *across = &contact->across, *up = &contact->up;
    note_cells(contact, 0, middle->x, farthest(contact, across->x, up->x, normal->x), &cells);
    note_cells(contact, 1, middle->y, farthest(contact, across->y, up->y, normal->y), &cells);
    note_cells(contact, 2, middle->z, farthest(contact, across->z, up->z, normal->z), &cells);
    return cells;
}

/* Tests against contacts already in the table, so each pair is met once. */
static void join_contact(struct circuit_maker *maker, struct contacts *contacts, uint32_t number)
{
    const struct contact *contact = &contacts->list[number];
    struct contact_cells cells = cells_around(contact);
    int64_t at[3];
    for (at[2] = cells.first[2]; at[2] <= cells.last[2]; at[2]++)
        for (at[1] = cells.first[1]; at[1] <= cells.last[1]; at[1]++)
            for (at[0] = cells.first[0]; at[0] <= cells.last[0]; at[0]++)
                join_with_cell(maker, contacts, contact, at);
    uint32_t hash = hash_of(contact->at);
    uint32_t *bucket = &contacts->buckets[hash & contacts->mask];
    contacts->links[number] = (struct contact_link){hash, *bucket};
    *bucket = number + 1;
}

static uint32_t count_sockets(const struct circuit_maker *maker)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < maker->circuit->component_count; i++)
        count += is_socket(maker, i);
    return count;
}

/* Real sockets meet two or three others in the cells around. Limits the work on files that stack
 * them. */
static uint64_t most_tries(uint32_t count)
{
    enum { ALWAYS = 1 << 20, EACH = 64 };
    return ALWAYS + (uint64_t)count * EACH;
}

/* Makes the table of contacts, whose memory is released before the next step. */
static ow_status make_table(struct contacts *contacts, uint32_t sockets, struct arena *arena)
{
    for (contacts->mask = 1; contacts->mask < sockets; contacts->mask = contacts->mask << 1 | 1)
        ;
    size_t buckets = (size_t)contacts->mask + 1;
    contacts->list = arena_take(arena, sockets * sizeof *contacts->list);
    contacts->links = arena_take(arena, sockets * sizeof *contacts->links);
    contacts->buckets = arena_take(arena, buckets * sizeof *contacts->buckets);
    if (!contacts->list || !contacts->links || !contacts->buckets)
        return arena->status;
    memset(contacts->buckets, 0, buckets * sizeof *contacts->buckets);
    return OW_OK;
}

static ow_status join_sockets(struct circuit_maker *maker, uint32_t sockets)
{
    struct contacts contacts = {.tries_left = most_tries(sockets)};
    struct arena arena;
    arena_share(&arena, &maker->scratch);
    ow_status status = find_frames(maker, &contacts, &arena);
    if (status == OW_OK)
        status = make_table(&contacts, sockets, &arena);
    for (uint32_t i = 0; status == OW_OK && i < maker->circuit->component_count; i++)
        if (put_contact(maker, &contacts, i, &contacts.list[contacts.count]))
            join_contact(maker, &contacts, contacts.count++);
    arena_free(&arena);
    return status;
}

ow_status circuit_join_contacts(struct circuit_maker *maker)
{
    uint32_t sockets = count_sockets(maker), components = maker->circuit->component_count;
    maker->touched = arena_take(&maker->scratch, components);
    if (!maker->touched)
        return maker->scratch.status;
    if (components > 0)
        memset(maker->touched, 0, components);
    if (sockets == 0)
        return OW_OK;
    ow_status status = circuit_find_parents(maker);
    return status == OW_OK ? join_sockets(maker, sockets) : status;
}
