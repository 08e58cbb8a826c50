/* Finding sockets that touch: their contacts are in one plane, face each other and overlap. In
 * real saves every such pair shares a circuit state, and no other sockets do. */
#include "circuit.h"

#include "../base/compiler.h"
#include "../base/pool.h"

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
    uint32_t component;         /* NO_COMPONENT: it is nowhere */
    uint8_t below[3], above[3]; /* 1 if another that touches it can be in the next cell */
    int64_t at[3];              /* its cell */
};

/* What a search needs of a contact whose cell is another one. */
struct contact_link {
    uint32_t hash; /* of its cell */
    uint32_t next; /* a later one in its bucket; UINT32_MAX: none */
};

struct contacts {
    struct component_frame *frames; /* of what sockets are on */
    uint32_t *slots;                /* of each component: its frame + 1; 0: none */
    struct contact *list;
    struct contact_link *links; /* of each contact */
    uint32_t *firsts;           /* of each slice of the components: its first contact */
    uint32_t count;
    uint32_t *buckets; /* the first contact of each; UINT32_MAX: none */
    uint32_t mask;
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

/* The largest distance along an axis between the middles of two contacts that touch. In the plane,
 * half the size of both rectangles limits it. Across the plane, the tolerance does. */
static double farthest(const struct contact *contact, double across, double up, double normal)
{
    return fabs(across) * (contact->half_across + half_diagonal) +
           fabs(up) * (contact->half_up + half_diagonal) + fabs(normal) * plane_tolerance;
}

static void note_cell(struct contact *contact, int axis, double middle, double most)
{
    int64_t at = contact->at[axis] = (int64_t)floor(middle / cell);
    contact->below[axis] = floor((middle - most) / cell) < (double)at;
    contact->above[axis] = floor((middle + most) / cell) > (double)at;
}

static void note_cells(struct contact *contact)
{
    const struct vector *middle = &contact->middle, *normal = &contact->normal;
    const struct vector *across = &contact->across, *up = &contact->up;
    note_cell(contact, 0, middle->x, farthest(contact, across->x, up->x, normal->x));
    note_cell(contact, 1, middle->y, farthest(contact, across->y, up->y, normal->y));
    note_cell(contact, 2, middle->z, farthest(contact, across->z, up->z, normal->z));
}

static bool put_contact(const struct circuit_maker *maker, const struct contacts *contacts,
                        uint32_t ordinal, struct contact *contact)
{
    const ow_circuit_component *component = &maker->circuit->components[ordinal];
    const struct type_contact *type = &maker->types[component->type].type->contact;
    if (component->input_count == 0)
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
    for (int i = 0; i < 3; i++)
        if (!(axes[i] > -1e15 && axes[i] < 1e15))
            return false;
    note_cells(contact);
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

/* Joins the contacts of a slice with those that touch them. */
struct joining {
    struct circuit_maker *maker;
    const struct contacts *contacts;
    struct joined *joined; /* what each slice found */
};

struct joined {
    uint32_t contacts;
    bool left; /* it tried too often: some contacts were not found */
};

static void join_with_cell(const struct joining *joining, uint32_t number, const int64_t at[3],
                           struct joined *joined, uint64_t *tries_left)
{
    const struct circuit_maker *maker = joining->maker;
    const struct contacts *contacts = joining->contacts;
    const struct contact *contact = &contacts->list[number];
    const ow_circuit_component *components = maker->circuit->components;
    uint32_t hash = hash_of(at), next = contacts->buckets[hash & contacts->mask];
    for (; next < number; next = contacts->links[next].next) {
        const struct contact *other = &contacts->list[next];
        if (*tries_left == 0) {
            joined->left = true;
            return;
        }
        --*tries_left;
        if (contacts->links[next].hash != hash || memcmp(other->at, at, sizeof other->at) != 0 ||
            !touch(contact, other))
            continue;
        circuit_join(maker->joined, components[contact->component].first_input,
                     components[other->component].first_input);
        SHARED_SET(&maker->touched[contact->component], 1);
        SHARED_SET(&maker->touched[other->component], 1);
        joined->contacts++;
    }
}
/* Tests against earlier contacts, so each pair is met once. */
static void join_contact(const struct joining *joining, uint32_t number, struct joined *joined,
                         uint64_t *tries_left)
{
    const struct contact *contact = &joining->contacts->list[number];
    const int64_t *own = contact->at;
    const uint8_t *below = contact->below, *above = contact->above;
    int64_t at[3];
    for (at[2] = own[2] - below[2]; at[2] <= own[2] + above[2]; at[2]++)
        for (at[1] = own[1] - below[1]; at[1] <= own[1] + above[1]; at[1]++)
            for (at[0] = own[0] - below[0]; at[0] <= own[0] + above[0]; at[0]++)
                join_with_cell(joining, number, at, joined, tries_left);
}

/* Real sockets meet two or three others in the cells around. Limits the work on files that stack
 * them. */
static uint64_t most_tries(uint32_t count)
{
    enum { ALWAYS = 1 << 20, EACH = 64 };
    return ALWAYS + (uint64_t)count * EACH;
}

/* The buckets of contacts are far from each other in memory: asks for one before its turn. */
enum { AHEAD = 8 };

static void join_slice(void *context, uint32_t slice)
{
    const struct joining *joining = context;
    const struct contacts *contacts = joining->contacts;
    uint32_t first = slice * CIRCUIT_SLICE;
    uint32_t end = slice_end(slice, contacts->count, CIRCUIT_SLICE);
    uint64_t tries_left = most_tries(end - first);
    struct joined joined = {0, false};
    for (uint32_t i = first; i < end; i++) {
        if (i + AHEAD < end)
            PREFETCH(&contacts->buckets[contacts->links[i + AHEAD].hash & contacts->mask]);
        if (contacts->list[i].component != NO_COMPONENT)
            join_contact(joining, i, &joined, &tries_left);
    }
    joining->joined[slice] = joined;
}

struct finding {
    const struct circuit_maker *maker;
    const struct contacts *contacts;
};

static void find_contacts(void *context, uint32_t slice)
{
    const struct finding *finding = context;
    const struct contacts *contacts = finding->contacts;
    uint32_t number = contacts->firsts[slice];
    uint32_t end = slice_end(slice, finding->maker->circuit->component_count, CIRCUIT_SLICE);
    for (uint32_t i = slice * CIRCUIT_SLICE; i < end; i++) {
        if (!is_socket(finding->maker, i))
            continue;
        struct contact *contact = &contacts->list[number];
        if (!put_contact(finding->maker, contacts, i, contact))
            *contact = (struct contact){.component = NO_COMPONENT};
        contacts->links[number++].hash = hash_of(contact->at);
    }
}

static ow_status count_sockets(const struct circuit_maker *maker, struct contacts *contacts,
                               struct arena *arena)
{
    uint32_t components = maker->circuit->component_count,
             slices = slices_of(components, CIRCUIT_SLICE);
    contacts->firsts = arena_take(arena, slices * sizeof *contacts->firsts);
    if (!contacts->firsts)
        return arena->status;
    for (uint32_t slice = 0; slice < slices; slice++) {
        contacts->firsts[slice] = contacts->count;
        for (uint32_t i = slice * CIRCUIT_SLICE; i < slice_end(slice, components, CIRCUIT_SLICE);
             i++)
            contacts->count += is_socket(maker, i);
    }
    return OW_OK;
}

static ow_status make_table(struct contacts *contacts, struct arena *arena)
{
    for (contacts->mask = 1; contacts->mask < contacts->count;
         contacts->mask = contacts->mask << 1 | 1)
        ;
    size_t buckets = (size_t)contacts->mask + 1;
    contacts->list = arena_take(arena, contacts->count * sizeof *contacts->list);
    contacts->links = arena_take(arena, contacts->count * sizeof *contacts->links);
    contacts->buckets = arena_take(arena, buckets * sizeof *contacts->buckets);
    if (!contacts->list || !contacts->links || !contacts->buckets)
        return arena->status;
    memset(contacts->buckets, 0xff, buckets * sizeof *contacts->buckets);
    return OW_OK;
}

/* The numbers in a bucket ascend, so a contact meets earlier ones first. */
static void fill_table(const struct contacts *contacts)
{
    for (uint32_t i = contacts->count; i-- > 0;) {
        if (i >= AHEAD)
            PREFETCH_TO_WRITE(&contacts->buckets[contacts->links[i - AHEAD].hash & contacts->mask]);
        if (contacts->list[i].component == NO_COMPONENT)
            continue;
        uint32_t *bucket = &contacts->buckets[contacts->links[i].hash & contacts->mask];
        contacts->links[i].next = *bucket;
        *bucket = i;
    }
}

static ow_status join_all(struct circuit_maker *maker, const struct contacts *contacts,
                          struct arena *arena)
{
    uint32_t slices = slices_of(contacts->count, CIRCUIT_SLICE);
    struct joining joining = {maker, contacts, arena_take(arena, slices * sizeof *joining.joined)};
    if (!joining.joined)
        return arena->status;
    fill_table(contacts);
    pool_run(HAS_ATOMICS ? maker->options : NULL, slices, join_slice, &joining);
    for (uint32_t i = 0; i < slices; i++) {
        maker->circuit->contacts += joining.joined[i].contacts;
        maker->circuit->contacts_left |= joining.joined[i].left;
    }
    return OW_OK;
}

static ow_status join_sockets(struct circuit_maker *maker, struct contacts *contacts,
                              struct arena *arena)
{
    ow_status status = circuit_find_parents(maker);
    if (status == OW_OK)
        status = find_frames(maker, contacts, arena);
    if (status == OW_OK)
        status = make_table(contacts, arena);
    if (status != OW_OK)
        return status;
    pool_run(maker->options, slices_of(maker->circuit->component_count, CIRCUIT_SLICE),
             find_contacts, &(struct finding){maker, contacts});
    return join_all(maker, contacts, arena);
}

/* The memory of the table is released before the next step. */
ow_status circuit_join_contacts(struct circuit_maker *maker)
{
    uint32_t components = maker->circuit->component_count;
    struct contacts contacts = {.count = 0};
    struct arena arena;
    maker->touched = arena_take(&maker->scratch, components);
    if (!maker->touched)
        return maker->scratch.status;
    if (components > 0)
        memset(maker->touched, 0, components);
    arena_share(&arena, &maker->scratch);
    ow_status status = count_sockets(maker, &contacts, &arena);
    if (status == OW_OK && contacts.count > 0)
        status = join_sockets(maker, &contacts, &arena);
    arena_free(&arena);
    return status;
}
