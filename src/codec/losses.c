/* Losses of a conversion: each kind counted, with its first place, and reported at the end. */
#include "losses.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The row of a kind; a new one has a count of 0. */
static struct loss *row_of(struct losses *losses, const char *words)
{
    for (unsigned i = 0; i < losses->kinds; i++)
        if (strncmp(losses->of[i].words, words, LOSS_WORDS - 1) == 0)
            return &losses->of[i];
    if (losses->kinds == LOSS_KINDS)
        return &losses->of[LOSS_KINDS - 1];
    struct loss *row = &losses->of[losses->kinds++];
    *row = (struct loss){0};
    snprintf(row->words, sizeof row->words, "%s", words);
    return row;
}

void losses_note(struct losses *losses, uint64_t count, const char *words, const char *pointer, ...)
{
    if (count == 0)
        return;
    struct loss *row = row_of(losses, words);
    row->count += count;
    if (row->count > count)
        return;
    va_list arguments;
    va_start(arguments, pointer);
    vsnprintf(row->pointer, sizeof row->pointer, pointer, arguments);
    va_end(arguments);
}

/* Counts a loss at the current place of a walk. */
static void note_at(struct losses *losses, const char *words, const struct path *path,
                    const char *name)
{
    struct loss *row = row_of(losses, words);
    if (row->count++ == 0)
        path_text(path, name, row->pointer, sizeof row->pointer);
}

void losses_note_sentence(struct losses *losses, const char *pointer, const char *format, ...)
{
    char words[LOSS_WORDS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    struct loss *row = row_of(losses, words);
    snprintf(row->pointer, sizeof row->pointer, "%s", pointer);
}

void losses_note_field(struct losses *losses, const struct path *path, const char *name)
{
    char words[LOSS_WORDS];
    snprintf(words, sizeof words,
             "%s dropped because the target version or variant cannot store it",
             name ? name : "a field");
    note_at(losses, words, path, name);
}

void losses_note_overflow(struct losses *losses, const struct path *path, const char *name,
                          const char *format, ...)
{
    char words[LOSS_WORDS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    losses->overflows++;
    note_at(losses, words, path, name);
}

void losses_warn(const struct losses *losses, ow_warn warn, void *warn_context)
{
    for (unsigned i = 0; warn && i < losses->kinds; i++) {
        const struct loss *loss = &losses->of[i];
        char message[LOSS_WORDS + 32], count[32] = "";
        if (loss->count > 0)
            snprintf(count, sizeof count, ": %llu", (unsigned long long)loss->count);
        snprintf(message, sizeof message, "%s%s", loss->words, count);
        warn(warn_context, loss->pointer, message);
    }
}
