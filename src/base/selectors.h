/* What picks parts of a world: the text of selectors, taken apart. Knows neither formats nor scenes. */
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
    BY_NEAR, /* near: */
    BY_ONLY, /* only:, an address without what is on it */
    BY_WIRED /* wired:, what wires join with an address */
};

enum { MOST_SELECTORS = 256 };

/* One selector. */
struct selector_words {
    enum selector_sort sort;
    bool negated;   /* not: */
    ow_text whole;  /* as it was written */
    ow_text text;   /* the pointer, the pattern or the words */
    uint32_t value; /* the address or the tag */
    unsigned axes;  /* of at:, box: and near:, 2 or 3 */
    double least[3], most[3];
    double radius; /* of near:, around `least` */
};

/* Takes the next selector off `rest`. False at the end, or with *error set. */
bool selector_take(const char **rest, struct selector_words *words, ow_error *error);

/* A whole number of 32 bits that takes all of a text. */
bool selector_number(ow_text text, uint32_t *number);

/* Reads so many numbers with commas between them, at least `least`; moves *rest behind them. Returns how
 * many there are; 0 where it is not such. */
unsigned selector_numbers(const char **rest, unsigned least, double numbers[3]);

/* Whether text is what a pattern says, * standing for any characters. */
bool pattern_matches(ow_text text, ow_text pattern);

/* The name of a type without the mod before its last dot: PanelLabel of MHG.PanelLabel. */
ow_text name_without_mod(ow_text type);

/* Whether the name of a type is what a pattern says. A pattern without a dot may leave out the mod. */
bool pattern_is_type(ow_text type, ow_text pattern);

/* Whether some of a text is what a pattern says, whatever the case of its letters. */
bool pattern_is_within(ow_text text, ow_text pattern);

/* A kind by its name, in the plural too. */
bool pattern_is_kind(const char *name, ow_text pattern);

/* Of a list's records: none, one, those that are the list itself, or all. */
struct of_list {
    enum { NO_RECORD, ONE_RECORD, THE_LIST, EVERY_RECORD } chosen;
    uint32_t index; /* of ONE_RECORD, beside those of THE_LIST */
};

/* What a JSON Pointer chooses of the records of a list, by the list's own: all where it is the list's, or
 * one above; else the one that it is of, or is inside of. */
struct of_list chosen_by_pointer(ow_text pointer, const char *list);

#endif
