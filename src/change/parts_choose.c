/* Matching records with selectors. */
#include "parts.h"
#include "parts_hint.h"

#include "ancestry.h"

#include "../base/compiler.h"
#include "../base/error.h"
#include "../base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Selectors being matched. */
struct choosing {
    struct parts *parts;
    struct selector_words words[MOST_SELECTORS];
    struct of_list of[MOST_SELECTORS]; /* of the current list: for BY_POINTER and BY_KIND */
    bool matched[MOST_SELECTORS];
    unsigned count;
    unsigned first, end; /* the current run of selectors: all add, or all exclude */
    uint8_t *marks;      /* of each record: the run matches it */
    bool looks;          /* a selector needs more than the record's place */
    bool relates;        /* a selector needs positions or parents, see parts_relate */
    uint8_t *heads;      /* of each record: what is on it is selected too */
};

static void note_box(struct parts *parts, const struct selector_words *words)
{
    for (unsigned axis = 0; axis < words->axes; axis++) {
        bool first = !parts->has_box;
        double least = words->least[axis], most = words->most[axis];
        parts->least[axis] = first || least < parts->least[axis] ? least : parts->least[axis];
        parts->most[axis] = first || most > parts->most[axis] ? most : parts->most[axis];
    }
    parts->has_box = true;
}

/* Returns OW_OK if the format has what a selector asks for. */
static ow_status check_selector(const struct choosing *choosing, const struct selector_words *words,
                                ow_error *error)
{
    const struct part_calls *calls = choosing->parts->calls;
    int size = text_shown_size(words->whole);
    const char *text = words->whole.data;
    if ((words->sort == BY_WIRED || words->sort == BY_NET) &&
        calls->mark_wired == parts_without_wires)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "the world has no wires for \"%.*s\"",
                         size, text);
    if (words->sort == BY_GROUP || words->sort == BY_PEG)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "\"%.*s\" selects parts of pictures, not records of a world", size, text);
    if (words->axes == 2 && calls->y_is_up)
        return error_set(
            error, OW_BAD_ARGUMENT, 0, NULL,
            "\"%.*s\" needs three numbers for each place: X,Y,Z, where Y is the height", size,
            text);
    return OW_OK;
}

static bool needs_relations(enum selector_sort sort)
{
    switch (sort) {
    case BY_POINTER: /* with what is on the record */
    case BY_ADDRESS:
    case BY_NEAR:
    case BY_PLACE:
    case BY_BOX:
    case BY_WIRED:
        return true;
    default:
        return false;
    }
}

static ow_status read_selectors(struct choosing *choosing, const char *text, ow_error *error)
{
    error_clear(error);
    while (*text) {
        struct selector_words *words = &choosing->words[choosing->count];
        if (choosing->count == MOST_SELECTORS)
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "too many selectors: more than %d",
                             (int)MOST_SELECTORS);
        if (!selector_take(&text, words, error))
            return OW_BAD_ARGUMENT;
        if (check_selector(choosing, words, error) != OW_OK)
            return OW_BAD_ARGUMENT;
        if (words->sort == BY_BOX && !words->negated)
            note_box(choosing->parts, words);
        choosing->looks |= words->sort != BY_POINTER && words->sort != BY_KIND;
        choosing->relates |= needs_relations(words->sort);
        choosing->count++;
    }
    return OW_OK;
}

static double place_in(const struct parts *parts, const ow_part *part, unsigned axis)
{
    return parts->calls->in_cells ? floor(part->position[axis]) : part->position[axis];
}

static bool is_in_box(const struct parts *parts, const struct selector_words *words,
                      const ow_part *part)
{
    double slack = words->sort == BY_PLACE && !parts->calls->in_cells ? 0.5 : 0;
    if (part->axes == 0)
        return false;
    for (unsigned axis = 0; axis < words->axes && axis < part->axes; axis++) {
        double at = place_in(parts, part, axis);
        if (!(at >= words->least[axis] - slack && at <= words->most[axis] + slack))
            return false;
    }
    return true;
}

static double distance_to(const ow_part *part, const double place[3], unsigned axes)
{
    double sum = 0;
    if (part->axes == 0)
        return INFINITY;
    for (unsigned axis = 0; axis < part->axes && axis < axes; axis++) {
        double apart = rounded_to_double(part->position[axis] - place[axis]);
        sum = rounded_to_double(sum + rounded_to_double(apart * apart));
    }
    return isfinite(sum) ? rounded_to_double(sqrt(sum)) : INFINITY;
}

static bool takes(const struct choosing *choosing, unsigned selector, uint32_t index,
                  const ow_part *part)
{
    const struct selector_words *words = &choosing->words[selector];
    const struct of_list *of = &choosing->of[selector];
    switch (words->sort) {
    case BY_POINTER:
    case BY_KIND:
        return of->chosen == EVERY_RECORD || (of->chosen == ONE_RECORD && of->index == index);
    case BY_ADDRESS:
    case BY_ONLY:
        return part->has_address && part->address == words->value;
    case BY_NEAR:
        return distance_to(part, words->least, words->axes) <= words->radius;
    case BY_TYPE:
        return part->type.size > 0 && pattern_is_type(part->type, words->text);
    case BY_TAG:
        return part->has_tag && part->tag == words->value;
    case BY_TEXT:
        return part->text.size > 0 && pattern_is_within(part->text, words->text);
    case BY_PLACE:
    case BY_BOX:
        return is_in_box(choosing->parts, words, part);
    case BY_WIRED: /* marked at once, as the next */
    case BY_NET:
    case BY_GROUP:
    case BY_PEG:
        break;
    }
    return false;
}

/* Matches what does not depend on single records. Returns true if a list has to be searched. */
static bool look_at_list(struct choosing *choosing, const struct part_list *list)
{
    bool any = choosing->looks;
    for (unsigned i = 0; i < choosing->count; i++) {
        const struct selector_words *words = &choosing->words[i];
        choosing->of[i] = (struct of_list){NO_RECORD, 0};
        if (words->sort == BY_POINTER)
            choosing->of[i] = chosen_by_pointer(words->text, list->pointer);
        else if (words->sort == BY_KIND && pattern_is_kind(list->kind, words->text))
            choosing->of[i].chosen = EVERY_RECORD;
        any = any || choosing->of[i].chosen != NO_RECORD;
    }
    return any;
}

/* A list that is searched in ranges. */
struct list_search {
    struct choosing *choosing;
    bool matched[MOST_RANGES][MOST_SELECTORS];
};

static void choose_in_range(void *context, const struct part_range *range)
{
    struct list_search *search = context;
    struct choosing *choosing = search->choosing;
    const struct part_list *list = range->list;
    bool *matched = search->matched[range->number];
    ow_part part = {0};
    for (uint32_t i = range->first; i < range->end; i++) {
        if (choosing->looks)
            parts_fill(choosing->parts, list, i, &part);
        for (unsigned k = choosing->first; k < choosing->end; k++) {
            enum selector_sort sort = choosing->words[k].sort;
            if (!takes(choosing, k, i, &part) || (sort == BY_ADDRESS && matched[k]))
                continue;
            matched[k] = true;
            choosing->marks[list->first + i] = 1;
            choosing->heads[list->first + i] |= sort == BY_ADDRESS || sort == BY_POINTER;
        }
    }
}

/* The first record with an address is found in order. */
static bool may_search_at_once(const struct choosing *choosing)
{
    for (unsigned k = choosing->first; k < choosing->end; k++)
        if (choosing->words[k].sort == BY_ADDRESS)
            return false;
    return true;
}

static void choose_in_list(struct choosing *choosing, const struct part_list *list)
{
    struct list_search search = {.choosing = choosing};
    memcpy(search.matched[0], choosing->matched, sizeof choosing->matched);
    unsigned ranges =
        parts_look(choosing->parts, list, may_search_at_once(choosing), choose_in_range, &search);
    for (unsigned i = 0; i < ranges; i++)
        for (unsigned k = choosing->first; k < choosing->end; k++)
            choosing->matched[k] |= search.matched[i][k];
}

/* Marks what is on a marked record. */
static ow_status mark_above(struct parts *parts, uint8_t *marks)
{
    struct arena scratch;
    ow_status status;
    if (!parts->parents)
        return OW_OK;
    arena_share(&scratch, &parts->arena);
    uint32_t *order = arena_take(&scratch, parts->count * sizeof *order);
    status = order ? ancestry_order(parts->parents, parts->count, order, &scratch) : scratch.status;
    for (uint32_t i = 0; status == OW_OK && i < parts->count; i++) {
        uint32_t parent = parts->parents[order[i]];
        if (parent != NO_PART)
            marks[order[i]] |= marks[parent];
    }
    arena_free(&scratch);
    return status;
}

ow_status parts_choose_above(struct parts *parts)
{
    return mark_above(parts, parts->chosen);
}

/* A box of cells may match without records. */
static ow_status check_all_matched(const struct choosing *choosing, const struct part_notes *notes,
                                   ow_error *error)
{
    char hint[UNMATCHED_HINT];
    for (unsigned i = 0; i < choosing->count; i++) {
        const struct selector_words *words = &choosing->words[i];
        bool of_cells = choosing->parts->calls->in_cells && words->sort == BY_BOX;
        int size = (int)(words->whole.size < 200 ? words->whole.size : 200);
        if (choosing->matched[i] || of_cells || (notes && !notes->warn))
            continue;
        hint_at_parts(choosing->parts, words, hint);
        if (!notes)
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "no record matches \"%.*s\"%s", size,
                             words->whole.data, hint);
        parts_note(notes, "", "no record matches \"%.*s\"%s", size, words->whole.data, hint);
    }
    return OW_OK;
}

/* Marks what depends on wires. */
static ow_status mark_wired(struct choosing *choosing, unsigned selector, ow_error *error)
{
    struct parts *parts = choosing->parts;
    const struct selector_words *words = &choosing->words[selector];
    if (words->sort == BY_WIRED)
        choosing->matched[selector] =
            parts->calls->mark_wired(parts, words->value, choosing->marks);
    if (words->sort != BY_NET)
        return OW_OK;
    if (!parts->nets.mark)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "\"net:\" selects by circuits, and this library is one of formats alone");
    return parts->nets.mark(parts->nets.context, words->text, choosing->marks,
                            &choosing->matched[selector], error);
}

/* Adds or removes what a run of selectors marks. A list that begins with not: starts with all
 * records. */
static ow_status choose_run(struct choosing *choosing, ow_error *error)
{
    struct parts *parts = choosing->parts;
    bool negated = choosing->words[choosing->first].negated;
    memset(choosing->marks, 0, parts->count);
    memset(choosing->heads, 0, parts->count);
    if (negated && choosing->first == 0)
        memset(parts->chosen, 1, parts->count);
    for (uint32_t i = 0; i < parts->list_count; i++)
        if (look_at_list(choosing, &parts->lists[i]))
            choose_in_list(choosing, &parts->lists[i]);
    ow_status status = OW_OK;
    for (unsigned k = choosing->first; k < choosing->end && status == OW_OK; k++)
        status = mark_wired(choosing, k, error);
    if (status == OW_OK)
        status = mark_above(parts, choosing->heads);
    for (uint32_t i = 0; status == OW_OK && i < parts->count; i++) {
        bool is_marked = choosing->marks[i] || choosing->heads[i];
        if (is_marked)
            parts->chosen[i] = !negated;
    }
    return status;
}

static ow_status choose(struct choosing *choosing, const struct part_notes *notes, ow_error *error)
{
    struct parts *parts = choosing->parts;
    struct arena scratch;
    arena_share(&scratch, &parts->arena);
    choosing->heads = arena_take(&scratch, parts->count);
    choosing->marks = arena_take(&scratch, parts->count);
    ow_status status = choosing->heads && choosing->marks ? OW_OK : scratch.status;
    while (status == OW_OK && parts->count > 0 && choosing->end < choosing->count) {
        choosing->first = choosing->end++;
        while (choosing->end < choosing->count &&
               choosing->words[choosing->end].negated == choosing->words[choosing->first].negated)
            choosing->end++;
        status = choose_run(choosing, error);
    }
    arena_free(&scratch);
    if (status != OW_OK)
        return error && error->status != OW_OK
                   ? status
                   : error_limited(error, status, arena_limit(&parts->arena));
    return check_all_matched(choosing, notes, error);
}

ow_status parts_choose(struct parts *parts, const char *selectors, const struct part_notes *notes,
                       ow_error *error)
{
    struct arena scratch;
    arena_share(&scratch, &parts->arena);
    struct choosing *choosing = arena_take(&scratch, sizeof *choosing);
    ow_status status;
    if (!choosing) {
        status = error_limited(error, scratch.status, arena_limit(&scratch));
    } else {
        memset(choosing, 0, sizeof *choosing);
        choosing->parts = parts;
        status = read_selectors(choosing, selectors, error);
        if (status == OW_OK && choosing->relates)
            status = parts_relate(parts, error);
        if (status == OW_OK)
            status = choose(choosing, notes, error);
    }
    arena_free(&scratch);
    return status;
}

static bool allows(const ow_part_choice *choice, const ow_part *part)
{
    if (choice->type && !pattern_is_type(part->type, ow_text_of(choice->type)))
        return false;
    if (choice->text &&
        (part->text.size == 0 || !pattern_is_within(part->text, ow_text_of(choice->text))))
        return false;
    return !choice->has_tag || (part->has_tag && part->tag == choice->tag);
}

typedef bool part_judge(const ow_part_choice *choice, const ow_part *part, double *distance);

struct judging {
    struct parts *parts;
    const ow_part_choice *choice;
    part_judge *judge;
    double distances[MOST_RANGES];
};

static void judge_range(void *context, const struct part_range *range)
{
    struct judging *judging = context;
    ow_part part;
    for (uint32_t i = range->first; i < range->end; i++) {
        uint8_t *chosen = &judging->parts->chosen[range->list->first + i];
        if (!*chosen)
            continue;
        parts_fill(judging->parts, range->list, i, &part);
        *chosen = judging->judge(judging->choice, &part, &judging->distances[range->number]);
    }
}

/* Calls `judge` for every selected record and keeps those for which it returns true. Returns the
 * least distance that it has left. */
static double judge_all(struct parts *parts, const ow_part_choice *choice, part_judge *judge,
                        double distance)
{
    struct judging judging = {.parts = parts, .choice = choice, .judge = judge};
    double least = distance;
    for (uint32_t k = 0; k < parts->list_count; k++) {
        for (unsigned i = 0; i < MOST_RANGES; i++)
            judging.distances[i] = distance;
        unsigned ranges = parts_look(parts, &parts->lists[k], true, judge_range, &judging);
        for (unsigned i = 0; i < ranges; i++)
            least = judging.distances[i] < least ? judging.distances[i] : least;
    }
    return least;
}

/* Records the distance of the nearest match. */
static bool judge_fields(const ow_part_choice *choice, const ow_part *part, double *nearest)
{
    if (!allows(choice, part))
        return false;
    double distance = choice->has_near ? distance_to(part, choice->near_to, 3) : INFINITY;
    *nearest = distance < *nearest ? distance : *nearest;
    return true;
}

static bool judge_distance(const ow_part_choice *choice, const ow_part *part, double *farthest)
{
    return part->axes > 0 && distance_to(part, choice->near_to, 3) <= *farthest;
}

ow_status parts_narrow(struct parts *parts, const ow_part_choice *choice, ow_error *error)
{
    double nearest = INFINITY, within = choice->within;
    if (choice->has_near && !(within >= 0))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a distance cannot be negative");
    ow_status status = choice->has_near ? parts_relate(parts, error) : OW_OK;
    if (status != OW_OK)
        return status;
    if (choice->type || choice->text || choice->has_tag || choice->has_near)
        nearest = judge_all(parts, choice, judge_fields, nearest);
    if (choice->has_near)
        judge_all(parts, choice, judge_distance, within > 0 ? within : nearest);
    if (choice->warn)
        note_unknown(parts, choice);
    return OW_OK;
}
