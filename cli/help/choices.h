/* Words of the command line: for help, completion and suggestions. */
#ifndef OW_CLI_HELP_CHOICES_H
#define OW_CLI_HELP_CHOICES_H

#include "verb.h"

#include <overworld/overworld.h>

/* The kind of an option's value. The words of a list are separated by commas. After the word of a
 * beginning, such as a field in a condition, the value goes on. */
enum choice { CHOICE_ANY, CHOICE_WORDS, CHOICE_BEGINNING, CHOICE_LIST, CHOICE_FILE, CHOICE_FOLDER };
enum choice choice_of(const struct verb *verb, const char *option);

/* The words that an option with CHOICE_WORDS, _BEGINNING or _LIST accepts, separated by spaces.
 * Other words may be valid too. The next call reuses the memory. */
const char *choice_words(const struct verb *verb, const char *option);

/* Returns true if memory ran out in any call so far, so words are missing. */
bool words_are_missing(void);

/* Returns true if `word` is in a list separated by spaces. An empty word is in none. */
bool is_among(const char *words, const char *word);

/* The verbs, the options of a verb, the formats, the codes of checks, and the operands of a verb
 * that takes no files. */
const char *verb_words(void);
const char *help_words(void); /* verbs and topics */
const char *option_words(const struct verb *verb);
const char *format_words(void);
const char *code_words(void);
const char *operand_words(const struct verb *verb);
const char *figure_words(bool are_compared); /* of catalogues; all can be sorted by */

/* The word that was probably meant: "; did you mean WORD?", or "" if none is near. The next call
 * reuses the memory. `dashes` are printed before the word. */
const char *did_you_mean(const char *dashes, const char *word, const char *words);

/* The words with a prefix, "A or B or C"; "" if there are less than two. */
const char *words_that_begin(const char *dashes, const char *word, const char *words);

/* Appends a word to a list if there is enough memory; `between` separates it from the word
 * before. */
void append_word(char *to, size_t room, const char *between, ow_text text);

#endif
