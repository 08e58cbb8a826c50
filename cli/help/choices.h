/* The words that may stand somewhere on the command line: for help, completion, and slips. */
#ifndef OW_CLI_HELP_CHOICES_H
#define OW_CLI_HELP_CHOICES_H

#include "verb.h"

#include <overworld/overworld.h>

/* What the value of an option is: a list has words with commas between them. */
enum choice { CHOICE_ANY, CHOICE_WORDS, CHOICE_LIST, CHOICE_FILE, CHOICE_FOLDER };
enum choice choice_of(const struct verb *verb, const char *option);

/* The words that an option with CHOICE_WORDS or CHOICE_LIST takes, with spaces between them; such as are not listed may be
 * fine too. In memory that the next call uses again. */
const char *choice_words(const struct verb *verb, const char *option);

/* The words for the verbs, the options of a verb, the formats, the codes of checks, and the operands of a verb
 * that takes no files. */
const char *verb_words(void);
const char *help_words(void); /* verbs and topics */
const char *option_words(const struct verb *verb);
const char *format_words(void);
const char *code_words(void);
const char *operand_words(const struct verb *verb);

/* Of such words the one that was probably meant: "; did you mean WORD?", or "" where none is near. In memory
 * that the next call uses again. `dashes` stand before it. */
const char *did_you_mean(const char *dashes, const char *word, const char *words);

/* The words that begin with a word, "A or B or C"; "" for none or one. */
const char *words_that_begin(const char *dashes, const char *word, const char *words);

/* Adds a word to a list that is told, as far as there is room; `between` stands before all but the first. */
void append_word(char *to, size_t room, const char *between, ow_text text);

#endif
