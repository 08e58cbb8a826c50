/* The word that a user probably meant. Knows no format. */
#ifndef OW_SRC_BASE_NEAREST_H
#define OW_SRC_BASE_NEAREST_H

#include <overworld/base.h>

enum { LONGEST_WORD = 64 };

/* Typing errors between two words: letters that are wrong, missing, surplus or swapped with their
 * neighbour. Ignores case. LONGEST_WORD if a word is longer than that. */
unsigned distance_between(ow_text a, ow_text b);

/* The nearest of the words that were tried. */
struct nearest {
    ow_text word;                /* as typed */
    unsigned least;              /* a better word needs fewer errors than this */
    char best[LONGEST_WORD + 1]; /* "" if no word is near */
};

/* Starts with the typed word. A pattern with * has no nearest word. */
void nearest_begin(struct nearest *nearest, ow_text word);

/* Offers a candidate. */
void nearest_try(struct nearest *nearest, ow_text word);

/* Offers the name of a type, with and without its mod. */
void nearest_try_type(struct nearest *nearest, ow_text type);

/* Writes ` (did you mean "PREFIXbest"?)` to `text`, or "" if no word is near. Returns `text`. */
enum { NEAREST_TEXT = LONGEST_WORD + 40 };
const char *nearest_words(const struct nearest *nearest, const char *prefix,
                          char text[NEAREST_TEXT]);

#endif
