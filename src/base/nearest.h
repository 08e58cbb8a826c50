/* The word that somebody probably meant. Knows no format. */
#ifndef OW_SRC_BASE_NEAREST_H
#define OW_SRC_BASE_NEAREST_H

#include <overworld/base.h>

enum { LONGEST_WORD = 64 };

/* Slips between two words: letters that are wrong, missing, too many, or change places with their
 * neighbour. Case does not count. LONGEST_WORD if one of the words is longer than that. */
unsigned distance_between(ow_text a, ow_text b);

/* The nearest of the words that were tried. */
struct nearest {
    ow_text word;                /* what was written */
    unsigned least;              /* slips that a better word has to stay below */
    char best[LONGEST_WORD + 1]; /* "" if no word is near */
};

/* Begins with a word. A pattern with * has no nearest word. */
void nearest_begin(struct nearest *nearest, ow_text word);

/* Tries a word. */
void nearest_try(struct nearest *nearest, ow_text word);

/* Tries the name of a type, with its mod and without. */
void nearest_try_type(struct nearest *nearest, ow_text type);

/* Writes ` (did you mean "PREFIXbest"?)` to `text`, or "" if no word is near. Returns `text`. */
enum { NEAREST_TEXT = LONGEST_WORD + 40 };
const char *nearest_words(const struct nearest *nearest, const char *prefix,
                          char text[NEAREST_TEXT]);

#endif
