/* What values of a city mean: things by their index in the table of names, directions in degrees;
 * and setting values by their meaning. */
#include "meanings.h"

#include "../base/emit.h"
#include "../base/memory.h"
#include "../base/nearest.h"
#include "../base/text.h"

#include <overworld/city.h>

#include <math.h>
#include <string.h>

enum { DIRECTIONS = 8 };

struct state {
    const ow_text *names; /* of the table; NULL before it, or if it is too long to keep */
    uint64_t count;
    ow_text *kept; /* the same, if they come from events; NULL if they are the document's own */
};

/* A count that no file can hold is not an error here: names are just not resolved. */
static void open_table(struct state *state, const ow_event *event, struct arena *arena)
{
    const uint64_t most = UINT32_MAX / sizeof *state->kept;
    state->count = 0;
    if (event->count == 0 || event->count > most)
        return;
    state->kept = arena_take(arena, (size_t)event->count * sizeof *state->kept);
    arena->status = OW_OK;
    if (!state->kept)
        return;
    memset(state->kept, 0, (size_t)event->count * sizeof *state->kept);
    state->names = state->kept;
    state->count = event->count;
}

static void emit_meaning(void *context, const char *path, const ow_event *event,
                         struct emitter *emit, struct arena *arena)
{
    struct state *state = context;
    if (strcmp(path, "/meta_things") == 0) {
        if (event->kind == OW_BEGIN_ARRAY)
            open_table(state, event, arena);
    } else if (strcmp(path, "/meta_things/*") == 0) {
        if (state->kept && event->index < state->count)
            state->kept[event->index] = event->value.text;
    } else if (strcmp(path, "/things/*/meta_thing") == 0) {
        uint64_t kind = (uint64_t)event->value.integer;
        if (kind < state->count && state->names[kind].data)
            emit_text(emit, "meaning", state->names[kind]);
    } else if (strcmp(path, "/things/*/direction") == 0 && event->value.integer < DIRECTIONS) {
        emit_integer(emit, "degrees", event->value.integer * 360 / DIRECTIONS);
    }
}

static void note(void *context, const void *document, struct arena *arena)
{
    struct state *state = context;
    const ow_city_save *city = document;
    (void)arena;
    state->names = city->meta_things;
    state->count = city->meta_things ? city->meta_thing_count : 0;
}

static enum decoded_outcome set_value(struct decoded_change *change, const char *field,
                                      int64_t number)
{
    return decoded_put(change,
                       decoded_value(change, "/things/%u/%s", (unsigned)change->indexes[0], field),
                       (ow_value){.type = OW_INTEGER, .value.integer = number});
}

static enum decoded_outcome set_name(struct decoded_change *change, const struct leaf *leaf)
{
    const ow_city_save *city = change->document;
    struct nearest nearest;
    char hint[NEAREST_TEXT];
    uint32_t own = change->indexes[0] < city->thing_count
                       ? city->things[change->indexes[0]].meta_thing
                       : city->meta_thing_count;
    nearest_begin(&nearest, leaf->text);
    /* If several names are the same, a thing keeps its own. */
    if (own < city->meta_thing_count && text_is_same(city->meta_things[own], leaf->text))
        return set_value(change, "meta_thing", own);
    for (uint32_t i = 0; i < city->meta_thing_count; i++) {
        if (text_is_same(city->meta_things[i], leaf->text))
            return set_value(change, "meta_thing", i);
        nearest_try(&nearest, city->meta_things[i]);
    }
    return decoded_fail(
        change, OW_BAD_JSON, "the city has no \"%.*s\"%s; overworld replace --type adds a name",
        text_shown_size(leaf->text), leaf->text.data, nearest_words(&nearest, "", hint));
}

/* A byte that is not a direction has no degrees, and is replaced. */
static enum decoded_outcome set_degrees(struct decoded_change *change, const struct leaf *leaf)
{
    double degrees;
    if (!leaf_number(change, leaf, &degrees))
        return DECODED_FAILED;
    double turns = rounded_to_double(degrees * DIRECTIONS / 360);
    if (turns != floor(turns) || !(fabs(turns) < DIRECTIONS))
        return decoded_fail(change, OW_BAD_JSON,
                            "a thing is turned by multiples of 45 degrees, from 0 to 315");
    return set_value(change, "direction", ((int64_t)turns + DIRECTIONS) % DIRECTIONS);
}

static enum decoded_outcome set(struct decoded_change *change, const struct leaf *leaf)
{
    if (strcmp(change->pattern, "/things/*/meta_thing") == 0)
        return set_name(change, leaf);
    return strcmp(change->pattern, "/things/*/degrees") == 0 ? set_degrees(change, leaf)
                                                             : DECODED_NOT;
}

static const struct decoded_field decoded[] = {
    {"/things/*/degrees", "integer", "The direction in degrees.", 0}, {NULL, NULL, NULL, 0}};
static const char *const tables[] = {"/meta_things", NULL};
static const char *const paths[] = {"/things/*/meta_thing", NULL};

const struct meanings city_meanings = {.state_size = sizeof(struct state),
                                       .tables = tables,
                                       .note = note,
                                       .paths = paths,
                                       .decoded = decoded,
                                       .emit = emit_meaning,
                                       .set = set};
