/* The words that a full-text search asks for. */
#ifndef OW_CATALOG_SEARCH_WORDS_H
#define OW_CATALOG_SEARCH_WORDS_H

#include "search_sql.h"

/* A word of PostgreSQL's, as the table world_word has it, and what begins with it. */
struct search_word {
    struct value word;
    bool begins;          /* any word that begins so */
    struct value *others; /* these words, unless there are more than MOST_SEARCH_NAMES */
    size_t count;
    bool has_more;
};

struct search_words {
    struct value query; /* for FTS5 or to_tsquery */
    struct search_word list[MOST_SEARCH_NAMES];
    size_t count;
    bool are_together; /* texts have to be looked at: the words must be in one, some of them side by
                        * side, or there are too many; `query` says how */
};

/* Every word of a text must occur, whole or, with * at its end, by its beginning. Returns false
 * with catalog_failure. */
bool search_words_find(struct builder *builder, const char *text, struct search_words *words);

/* Appends a condition on `column`: that it is the word, or begins with it. */
void append_search_word(struct builder *builder, const char *column,
                        const struct search_word *word);

#endif
