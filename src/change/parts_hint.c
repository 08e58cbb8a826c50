/* Suggestions for selectors that match nothing. */
#include "parts_hint.h"

#include "../base/error.h"
#include "../base/nearest.h"
#include "../base/stir.h"
#include "../base/text.h"

#include <stdio.h>
#include <string.h>

enum { MOST_KNOWN = 256 };

/* What the records of a world have of the words of a selector. */
struct survey {
    ow_text words;
    uint32_t tag;
    bool has_type, has_text, has_tag;
};

static void survey_parts(const struct parts *parts, struct survey *survey)
{
    ow_part part;
    for (uint32_t k = 0; k < parts->list_count; k++) {
        for (uint32_t i = 0; i < parts->lists[k].count; i++) {
            parts_fill(parts, &parts->lists[k], i, &part);
            survey->has_type |= part.type.size > 0 && pattern_is_type(part.type, survey->words);
            survey->has_text |= part.text.size > 0 && pattern_is_within(part.text, survey->words);
            survey->has_tag |= part.has_tag && part.tag == survey->tag;
        }
    }
}

/* The types that were tried, by hash: millions of records have few. Of two with one hash, a hint
 * may miss one. */
struct known_types {
    uint64_t hashes[MOST_KNOWN]; /* 0: free */
    unsigned count;
};

/* When there is no more room, every type is new. */
static bool is_new_type(struct known_types *known, ow_text type)
{
    uint64_t hash = stir_bytes(0, type.data, type.size);
    size_t slot = hash % MOST_KNOWN;
    while (known->hashes[slot] != 0 && known->hashes[slot] != hash)
        slot = (slot + 1) % MOST_KNOWN;
    if (known->hashes[slot] == hash)
        return false;
    if (known->count < MOST_KNOWN / 2) {
        known->hashes[slot] = hash;
        known->count++;
    }
    return true;
}

static void find_nearest_type(const struct parts *parts, ow_text words, struct nearest *nearest)
{
    struct known_types known = {0};
    ow_part part;
    nearest_begin(nearest, words);
    for (uint32_t k = 0; k < parts->list_count; k++) {
        for (uint32_t i = 0; i < parts->lists[k].count; i++) {
            parts_fill(parts, &parts->lists[k], i, &part);
            if (part.type.size > 0 && is_new_type(&known, part.type))
                nearest_try_type(nearest, part.type);
        }
    }
}

static void list_kinds(const struct parts *parts, char hint[UNMATCHED_HINT])
{
    size_t size = (size_t)snprintf(hint, UNMATCHED_HINT, "; the kinds of this world are");
    const char *last = "";
    for (uint32_t k = 0; k < parts->list_count && size < UNMATCHED_HINT; k++) {
        bool is_new = strcmp(last, parts->lists[k].kind) != 0;
        for (uint32_t i = 0; i < k && is_new; i++)
            is_new = strcmp(parts->lists[i].kind, parts->lists[k].kind) != 0;
        if (is_new)
            size += (size_t)snprintf(hint + size, UNMATCHED_HINT - size, "%s %s", *last ? "," : "",
                                     parts->lists[k].kind);
        last = parts->lists[k].kind;
    }
    if (parts->list_count == 0)
        snprintf(hint, UNMATCHED_HINT, "; this world has no records");
}

/* A single word is the name of a kind. */
static void hint_at_kinds(const struct parts *parts, ow_text word, char hint[UNMATCHED_HINT])
{
    struct survey survey = {.words = word};
    struct nearest kind, type;
    char words[NEAREST_TEXT];
    nearest_begin(&kind, word);
    for (uint32_t k = 0; k < parts->list_count; k++)
        nearest_try(&kind, ow_text_of(parts->lists[k].kind));
    survey_parts(parts, &survey);
    find_nearest_type(parts, word, &type);
    if (survey.has_type || survey.has_text)
        snprintf(hint, UNMATCHED_HINT, " (did you mean \"%s:%.*s\"?)",
                 survey.has_type ? "type" : "text", (int)(word.size < 100 ? word.size : 100),
                 word.data);
    else if (*kind.best)
        snprintf(hint, UNMATCHED_HINT, "%s", nearest_words(&kind, "", words));
    else if (*type.best)
        snprintf(hint, UNMATCHED_HINT, "%s", nearest_words(&type, "type:", words));
    else
        list_kinds(parts, hint);
}

void hint_at_parts(const struct parts *parts, const struct selector_words *words,
                   char hint[UNMATCHED_HINT])
{
    struct nearest type;
    char text[NEAREST_TEXT];
    *hint = '\0';
    if (words->sort == BY_KIND) {
        hint_at_kinds(parts, words->text, hint);
    } else if (words->sort == BY_TYPE) {
        find_nearest_type(parts, words->text, &type);
        snprintf(hint, UNMATCHED_HINT, "%s", nearest_words(&type, "type:", text));
    } else if (words->sort == BY_NET && parts->count > 0) {
        parts->nets.hint(parts->nets.context, words->text, text);
        snprintf(hint, UNMATCHED_HINT, "%s", text);
    }
}

ow_status parts_resolve_type(struct parts *parts, ow_text *type)
{
    ow_part part;
    ow_text found = {NULL, 0};
    for (uint32_t k = 0; k < parts->list_count; k++) {
        for (uint32_t i = 0; i < parts->lists[k].count; i++) {
            parts_fill(parts, &parts->lists[k], i, &part);
            if (text_is_same(part.type, *type))
                return OW_OK;
            if (part.type.size == 0 || !text_is_same(name_without_mod(part.type), *type) ||
                text_is_same(part.type, found))
                continue;
            if (found.data)
                return OW_OK; /* of two mods */
            char *copy = arena_take(&parts->arena, part.type.size);
            if (!copy)
                return parts->arena.status;
            memcpy(copy, part.type.data, part.type.size);
            found = (ow_text){copy, part.type.size};
        }
    }
    *type = found.data ? found : *type;
    return OW_OK;
}

static int cut(size_t size)
{
    return (int)(size < 200 ? size : 200);
}

ow_status parts_none_of_type_here(const struct parts *parts, ow_text type, ow_error *error)
{
    struct nearest nearest;
    char hint[NEAREST_TEXT];
    find_nearest_type(parts, type, &nearest);
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "no record has the type \"%.*s\"%s",
                     cut(type.size), type.data, nearest_words(&nearest, "", hint));
}

/* Returns true if a record is selected, and has a type if `with_type`. It also has the words and
 * the tag that the choice asks for: there is nothing to note. */
static bool any_is_chosen(const struct parts *parts, bool with_type)
{
    ow_part part;
    for (uint32_t k = 0; k < parts->list_count; k++) {
        const struct part_list *list = &parts->lists[k];
        for (uint32_t i = 0; i < list->count; i++) {
            if (!parts->chosen[list->first + i])
                continue;
            parts_fill(parts, list, i, &part);
            if (!with_type || part.type.size > 0)
                return true;
        }
    }
    return false;
}

void note_unknown(const struct parts *parts, const ow_part_choice *choice)
{
    const struct part_notes notes = {choice->warn, choice->warn_context};
    struct survey survey = {.words = ow_text_of(choice->type ? choice->type : ""),
                            .tag = choice->tag};
    struct nearest nearest;
    char hint[NEAREST_TEXT];
    if ((!choice->type && !choice->text && !choice->has_tag) ||
        any_is_chosen(parts, choice->type != NULL))
        return;
    survey_parts(parts, &survey);
    if (choice->type && !survey.has_type) {
        find_nearest_type(parts, survey.words, &nearest);
        parts_note(&notes, "", "no record has the type \"%.*s\"%s", cut(strlen(choice->type)),
                   choice->type, nearest_words(&nearest, "", hint));
    }
    if (choice->has_tag && !survey.has_tag)
        parts_note(&notes, "", "no record has the tag %u", (unsigned)choice->tag);
    survey.words = ow_text_of(choice->text ? choice->text : "");
    survey.has_text = false;
    survey_parts(parts, &survey);
    if (choice->text && !survey.has_text)
        parts_note(&notes, "", "no record has the text \"%.*s\"", cut(strlen(choice->text)),
                   choice->text);
}
