/* Options from JavaScript: names and values, put into a struct by a table. */
#ifndef OW_SETTINGS_H
#define OW_SETTINGS_H

#include <overworld/base.h>

enum setting_kind {
    SETTING_FLAG,   /* bool: given or not */
    SETTING_TEXT,   /* const char *, valid as long as the text of the settings */
    SETTING_TEXTS,  /* struct texts: may be repeated */
    SETTING_U32,    /* uint32_t */
    SETTING_U64,    /* uint64_t */
    SETTING_NUMBER, /* double */
    SETTING_RANGE,  /* double[2]: "least,most" */
    SETTING_PLACE,  /* double[3]: "x,y,z" or "x,y" */
    SETTING_WORD,   /* int: the index of one of `words` */
    SETTING_COLOR   /* ow_color: "#rrggbb" */
};

enum { MOST_TEXTS = 256 };
struct texts {
    size_t count;
    const char *items[MOST_TEXTS + 1]; /* ends with NULL */
};

struct setting {
    const char *name; /* NULL ends a table */
    enum setting_kind kind;
    size_t offset;
    const char *const *words; /* for SETTING_WORD, ends with NULL */
    size_t given;             /* GIVEN of a bool that is set if the option is given; 0: none */
};

#define GIVEN(type, member) (offsetof(type, member) + 1)

/* Reads pairs "name=value", each ended by a zero and the last by another one. OW_BAD_ARGUMENT names
 * an unknown setting or a value of the wrong kind. */
ow_status read_settings(const char *text, const struct setting *table, void *into);

#endif
