/* Selectors of parts of a world: parsing their text. Knows neither formats nor scenes. */
#ifndef OW_SRC_BASE_SELECTORS_H
#define OW_SRC_BASE_SELECTORS_H

#include <overworld/base.h>

enum selector_sort {
    BY_POINTER,
    BY_ADDRESS,
    BY_TYPE,
    BY_KIND,
    BY_GROUP,
    BY_PEG,
    BY_TAG,
    BY_TEXT,
    BY_PLACE, /* at: */
    BY_BOX,
    BY_NEAR,  /* near: */
    BY_ONLY,  /* only:, an address without what is on it */
    BY_WIRED, /* wired:, what wires join with an address */
    BY_NET    /* net:, what is on a net */
};

enum { MOST_SELECTORS = 256 };

/* A parsed selector. */
struct selector_words {
    enum selector_sort sort;
    bool negated;   /* not: */
    ow_text whole;  /* as typed */
    ow_text text;   /* the pointer, the pattern or the words */
    uint32_t value; /* the address or the tag */
    unsigned axes;  /* of at:, box: and near:, 2 or 3 */
    double least[3], most[3];
    double radius; /* of near:, around `least` */
};

/* Takes the next selector off `rest`. Returns false at the end, or with *error set. */
bool selector_take(const char **rest, struct selector_words *words, ow_error *error);

/* Reads text that is an integer of 32 bits and nothing else. */
bool selector_number(ow_text text, uint32_t *number);

/* Reads at least `least` and at most 3 numbers, separated by commas, and moves *rest after them.
 * Returns their number; 0 if the text is different. */
unsigned selector_numbers(const char **rest, unsigned least, double numbers[3]);

/* Returns true if text matches a pattern; * matches any characters. */
bool pattern_matches(ow_text text, ow_text pattern);

/* The name of a type without its mod: PanelLabel of MHG.PanelLabel. */
ow_text name_without_mod(ow_text type);

/* Returns true if a type matches a pattern. A pattern without a dot may omit the mod. */
bool pattern_is_type(ow_text type, ow_text pattern);

/* Returns true if a part of the text matches, ignoring case. */
bool pattern_is_within(ow_text text, ow_text pattern);

/* Returns true if a kind has this name, singular or plural. */
bool pattern_is_kind(const char *name, ow_text pattern);

/* Which records of a list a pointer selects: none, one, those of the list itself, or all. */
struct of_list {
    enum { NO_RECORD, ONE_RECORD, THE_LIST, EVERY_RECORD } chosen;
    uint32_t index; /* for ONE_RECORD */
};

/* Which records of a list a JSON Pointer selects: all if it is that of the list or of a parent,
 * else the record that it points to or into. */
struct of_list chosen_by_pointer(ow_text pointer, const char *list);

#endif
