/* overworld diff: prints decoded fields: the text of a label instead of custom data. */
#include "look/diff.h"
#include "look/part.h"
#include "terminal/terminal.h"
#include "terminal/values.h"

#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 16, WORD_TEXT = 256 };

/* A decoded field, or the meaning of a field. */
struct word {
    char name[WORD_NAME];
    ow_event values[3];
    char texts[3][WORD_TEXT];
    unsigned count;
};

/* The decoded values of one field of a record. */
struct words {
    const char *field;
    struct word words[MOST_WORDS];
    unsigned count;
    unsigned depth;
    bool is_near;           /* the field is the last raw one, or belongs to the next */
    char within[WORD_NAME]; /* the open decoded field */
};

/* Both coordinates of a level belong to one place. */
static bool belongs(const char *field, const char *name)
{
    return strcmp(field, name) == 0 || (strcmp(field, "x") == 0 && strcmp(name, "y") == 0);
}

static void add_value(struct words *words, const char *name, const ow_event *event)
{
    struct word *word = &words->words[words->count];
    if (words->count > 0 && strcmp(words->words[words->count - 1].name, name) == 0)
        word = &words->words[words->count - 1];
    else if (words->count == MOST_WORDS)
        return;
    else
        words->count++;
    if (word->count == 3)
        return;
    ow_event *value = &word->values[word->count];
    snprintf(word->name, sizeof word->name, "%.*s", WORD_NAME - 1, name);
    *value = *event;
    if (event->type == OW_TEXT) {
        char *text = word->texts[word->count];
        size_t size = event->value.text.size < WORD_TEXT ? event->value.text.size : WORD_TEXT;
        if (size > 0)
            memcpy(text, event->value.text.data, size);
        value->value.text = (ow_text){text, size};
    }
    word->count++;
}

static void take_decoded(struct words *words, const ow_event *event)
{
    char name[2 * WORD_NAME];
    if (event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY)
        snprintf(words->within, sizeof words->within, "%s", event->name);
    else if (event->kind != OW_VALUE)
        *words->within = '\0';
    else if (*words->within && event->name)
        snprintf(name, sizeof name, "%s/%s", words->within, event->name);
    else
        snprintf(name, sizeof name, "%s", *words->within ? words->within : event->name);
    if (event->kind == OW_VALUE && words->is_near && (words->depth == 1 || !is_meaning(event)))
        add_value(words, is_meaning(event) ? words->field : name, event);
}

/* The record itself is at depth 0. */
static ow_visit take_word(void *context, const ow_event *event)
{
    struct words *words = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    bool ends = !begins && event->kind != OW_VALUE;
    if (words->depth > 0 && (event->derived || *words->within)) {
        take_decoded(words, event);
        return OW_GO_ON;
    }
    words->depth -= ends;
    if (words->depth == 1 && !ends && event->name)
        words->is_near = belongs(words->field, event->name);
    words->depth += begins;
    return begins && words->depth > 2 ? OW_SKIP : OW_GO_ON;
}

static void find_words(struct comparison *comparison, unsigned side, const char *pointer,
                       struct words *words)
{
    char record[REGION_ROOM];
    const char *last = strrchr(pointer, '/');
    ow_options options = {.meanings = true};
    size_t size = last ? (size_t)(last - pointer) : sizeof record;
    if (size >= sizeof record)
        return;
    memcpy(record, pointer, size);
    record[size] = '\0';
    words->field = last + 1;
    ow_status status =
        ow_trace_part(&comparison->documents[side], record, 0, 0, &options, take_word, words, NULL);
    comparison->no_memory |= status == OW_NO_MEMORY;
    if (status != OW_OK)
        words->count = 0;
}

static bool is_same(const struct word *a, const struct word *b)
{
    bool same = a->count == b->count;
    for (unsigned i = 0; same && i < a->count; i++) {
        const ow_event *first = &a->values[i], *second = &b->values[i];
        same = first->type == second->type;
        if (same && first->type == OW_TEXT)
            same = first->value.text.size == second->value.text.size &&
                   memcmp(first->value.text.data, second->value.text.data,
                          first->value.text.size) == 0;
        else if (same && first->type == OW_FLOAT)
            same = memcmp(&first->value.number, &second->value.number, sizeof(float)) == 0;
        else if (same)
            same = first->value.integer == second->value.integer;
    }
    return same;
}

static const struct word *find_word(const struct words *words, const char *name)
{
    for (unsigned i = 0; i < words->count; i++)
        if (strcmp(words->words[i].name, name) == 0)
            return &words->words[i];
    return NULL;
}

static void print_word(FILE *out, const struct word *word)
{
    if (!word)
        fputs("nothing", out);
    for (unsigned i = 0; word && i < word->count; i++) {
        if (i > 0)
            putc(' ', out);
        print_value_to(out, &word->values[i], VALUE_QUOTED);
    }
}

static void print_both(FILE *out, const char *name, const struct word *before,
                       const struct word *after)
{
    fprintf(out, "    %s: ", name);
    print_word(out, before);
    fprintf(out, " %s->%s ", color_dim(), color_off());
    print_word(out, after);
    putc('\n', out);
}

bool diff_print_words(struct comparison *comparison, const ow_change *change)
{
    struct words before = {0}, after = {0};
    bool any = false;
    const char *field = strrchr(change->after, '/');
    if (change->is_run || !field || strspn(field + 1, "0123456789") == strlen(field + 1))
        return false;
    find_words(comparison, 0, change->before, &before);
    find_words(comparison, 1, change->after, &after);
    for (unsigned i = 0; i < after.count; i++) {
        const struct word *word = &after.words[i], *old = find_word(&before, word->name);
        if (!old || is_same(old, word))
            continue;
        any = true;
        /* If both coordinates changed, the place is only printed once. */
        if (strcmp(comparison->word, word->name) != 0 || strcmp(field, "/y") != 0)
            print_both(comparison->out, word->name, old, word);
        snprintf(comparison->word, sizeof comparison->word, "%s", word->name);
    }
    return any;
}
