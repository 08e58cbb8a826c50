/* The result of the describe codec: the fields of each run as places with types, and the deciders.
 * Places, types and deciders are the same in all runs of one description. The alternatives chosen
 * for a run decide which of them it meets. */
#ifndef OW_SRC_CODEC_DESCRIPTION_H
#define OW_SRC_CODEC_DESCRIPTION_H

#include "path.h"
#include "verbs.h"

/* Limits, larger than the largest format needs. A layout beyond them is an error. */
enum {
    MOST_PLACES = 192,
    MOST_TYPES = 192,
    MOST_DECIDERS = 96,
    MOST_ALTERNATIVES = 256,
    MOST_OPEN_COUNTS = 64
};

/* A field of an object, or (name NULL) the element of a list. Place 0 is the root. */
struct place {
    const char *name;
    uint16_t parent;
    uint16_t first, next; /* child and sibling in file order, 0: none */
};

enum type_kind {
    TYPE_OBJECT,
    TYPE_LIST,    /* `least` to `most` elements */
    TYPE_INTEGER, /* `least` to `most` */
    TYPE_DIGITS,  /* 64 bits: a string of digits, or a number */
    TYPE_FLOAT,
    TYPE_BOOLEAN,
    TYPE_TEXT,    /* of at most `most` bytes */
    TYPE_BYTES,   /* the same */
    TYPE_NULL,    /* no table */
    TYPE_VERSION, /* one of the existing versions */
    TYPE_VARIANT, /* the name of a variant */
    TYPE_CHOICE,  /* a name of `choices`, or another byte as a number */
    TYPE_NAME,    /* a name of `choices` */
    TYPE_TAG,     /* one of `names` */
    TYPE_TITLE,   /* one of `names`; with `most`, words may follow after a space */
    TYPE_MAGIC    /* these bytes: `names` */
};

/* The type of a field at a place. */
struct field_type {
    enum type_kind kind;
    const char *file;    /* in the file: a number's type, or that of a length; NULL: none */
    bool hidden;         /* in the file only */
    bool optional;       /* JSON may leave it out */
    bool nullable;       /* JSON may have null */
    bool exact;          /* a list with as many elements as description.exact says */
    int64_t least, most; /* NO_MOST: the format has no limit */
    const struct choice *choices;
    const char *const *names;
    uint32_t count; /* of choices or names */
};

enum { NO_MOST = -1 };

/* Fields whose values decide which other fields are in the file. */
enum decider_kind {
    DECIDES_ROW,    /* the version and variant: rows of the table */
    DECIDES_NUMBER, /* a byte: 0 to 255 */
    DECIDES_CHOICE, /* the names, then perhaps a byte without one */
    DECIDES_TAG,
    DECIDES_KNOWN, /* left out, then the names */
    DECIDES_RANGE, /* left out, then `least` and on */
    DECIDES_FLAG,  /* left out, false, true */
    DECIDES_COUNT, /* description_probes; the highest is null with `null_is` */
    DECIDES_HIDDEN /* what JSON does not show */
};

struct decider {
    enum decider_kind kind;
    uint16_t key;   /* its place */
    uint16_t place; /* its place in JSON; of a count, its list */
    uint16_t count; /* of alternatives */
    uint16_t named; /* of a choice: alternatives with a name */
    uint16_t usual; /* the default alternative */
    uint32_t null_is;
    int32_t least;
    const struct choice *choices;
    const char *const *names;
};

/* A count whose list has not come yet. */
struct open_count {
    const void *count;
    uint16_t decider; /* 0: none */
    struct field_type list;
};

struct description {
    const struct version *versions;
    unsigned version_count;
    const char *const *variants; /* the names of all, ends with NULL */

    struct place places[MOST_PLACES];
    struct field_type types[MOST_TYPES];
    struct decider deciders[MOST_DECIDERS]; /* 0: the row */
    unsigned place_count, type_count, decider_count;
    const char *problem; /* why the description is unusable; NULL: it is usable */
    unsigned deepest, most_fields;
    uint16_t usual_type[MOST_PLACES]; /* the last one at a place, + 1; 0: none yet */

    /* One run. */
    uint16_t chosen[MOST_DECIDERS]; /* alternative + 1; 0: the default */
    uint16_t status[MOST_PLACES];   /* type + 1; 0: not there */
    uint32_t exact[MOST_PLACES];
    uint16_t last[MOST_PLACES];  /* the last child seen */
    uint16_t fresh[MOST_PLACES]; /* the first new child that no known one follows yet */
    uint16_t fields[MOST_PLACES];
    bool met[MOST_DECIDERS];
    bool refused; /* no file is like this */
    uint16_t at;
    unsigned depth, open_count;
    struct open_count open[MOST_OPEN_COUNTS];
    struct {
        void *count;
        uint32_t was;
    } lists[PATH_DEPTH + 1];
};

/* Tried lengths of lists: none, one, and the limits of a byte and its half, on both sides. */
enum { PROBES = 16 };
extern const uint32_t description_probes[PROBES];

void description_init(struct description *d, const struct version *versions, unsigned count,
                      const char *const *variants);
void description_begin_run(struct description *d);

/* The path of a place, "*" for any element; truncated to fit. */
enum { DESCRIPTION_PATH = 256 };
void description_path(const struct description *d, uint16_t place, char text[DESCRIPTION_PATH]);

const struct version *description_row(const struct description *d);
/* What the verbs of describe.h call. */
uint16_t describe_field(struct description *d, const char *name, struct field_type type);
void describe_enter(struct description *d, const char *name, struct field_type type);
void describe_leave(struct description *d);

/* Returns the alternative to take; `name` is the field's. */
unsigned describe_decision(struct description *d, const char *name, struct decider decider);

void describe_count(struct description *d, const char *name, uint32_t *count, bool *none,
                    const char *file, uint32_t most);
void describe_exact_count(struct description *d, uint32_t *count, uint32_t value);
struct field_type describe_list_type(struct description *d, const char *name,
                                     const uint32_t *count);

#endif
