/* What differs between two worlds.
 *
 * Records are compared by what they are, not by where they stand in their list: a component of a save by
 * its address, a wire by its two pegs, what has a name by its name, anything else by what is most like it.
 * docs/how-to/compare-and-merge.md says which. */
#ifndef OVERWORLD_CHANGE_H
#define OVERWORLD_CHANGE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A value of a field, as in an ow_event. */
typedef struct ow_value {
    ow_value_type type;
    union {
        int64_t integer;
        uint64_t unsigned_64;
        float number;
        ow_text text;
        ow_bytes bytes;
    } value;
} ow_value;

typedef enum ow_change_kind {
    OW_REMOVED, /* it is in the first world alone */
    OW_ADDED,   /* it is in the second alone */
    OW_CHANGED, /* a field, or neighbours in a list of values, that are others */
    OW_MOVED /* a record that stands elsewhere in its list; what is in it is told apart from that */
} ow_change_kind;

/* One difference. Pointers are JSON Pointers (RFC 6901), each into its own world, and NULL where it has
 * no such thing. What texts and bytes refer to is the worlds'; all else lives until the visitor returns. */
typedef struct ow_change {
    ow_change_kind kind;
    const char *before, *after;
    const char
        *record; /* the record that is added, removed or moved, or that the field is of; of the
                         * second world where it is there. NULL: it is in none */
    const char
        *name; /* of that record, in a few words for people: "MHG.AndGate C-1204"; "" where there
                         * is nothing to say that the pointer does not */

    /* OW_CHANGED: the values. NULL with a count: too many to be told; without: a list or an object, which
     * stands where the other world has a value.
     * `is_list`: those of a short list, all of it; `is_run`: neighbours in a long one, from the element
     * that the pointer is to on. */
    const ow_value *values_before, *values_after;
    uint64_t count_before, count_after;
    bool is_list, is_run;
    uint8_t padding[2];
    uint32_t
        row_length; /* with is_run: how many values of the list make a row of cells or heights; 0:
                          * it is no such list */
    uint64_t reserved[4];
} ow_change;

typedef ow_visit (*ow_change_visitor)(void *context, const ow_change *change);

/* How many differences there are of each kind, and records that have some inside. */
typedef struct ow_change_totals {
    uint64_t removed, added, changed, moved;
    uint64_t reserved[4];
} ow_change_totals;

/* Tells what differs between two documents (ow_document) of one format, in the order of the second. OW_SKIP is as
 * OW_GO_ON. Worlds of different versions or variants are compared as the second's: what the first loses
 * on the way there goes to `warn` (which may be NULL), as in ow_convert. `totals` and `visit` may be
 * NULL. The documents must be such as can be written. Memory: at most 48 times what both take as
 * files, and 16 MiB, unless options->max_memory says otherwise. OW_BAD_ARGUMENT where the formats
 * differ. */
OW_API ow_status ow_diff(const ow_document *before, const ow_document *after,
                         const ow_options *options, ow_warn warn, void *warn_context,
                         ow_change_visitor visit, void *context, ow_change_totals *totals,
                         ow_error *error);

/* Writes what makes of one document the other, as a JSON Patch (RFC 6902) for ow_patch. Versions and variants
 * are part of it: patched, `before` has the same bytes as `after`. What came, went, moved or changed is one
 * operation each; a list of values of which much changed is replaced as a whole. Memory as for ow_diff. */
OW_API ow_status ow_diff_patch(const ow_document *before, const ow_document *after,
                               const ow_options *options, const ow_sink *sink, ow_error *error);

/* Changes a document as a JSON Patch (RFC 6902) says; the result is a document of its own, `changed`, which
 * ow_close gives back, and `document` is as before. Pointers and values are those of the world's JSON. A patch
 * is done as a whole or not at all: OW_BAD_JSON where it is none, or where what comes of it is no world of the
 * format; OW_NOT_THERE where an operation finds nothing to work on, or a test fails. Only what operations touch
 * becomes JSON on the way. Sizes that a world states about itself follow what is changed, unless the patch sets
 * them or they were wrong before. Memory: at most 48 times what the world takes as a file and the patch, and
 * 16 MiB, unless options->max_memory says otherwise. */
OW_API ow_status ow_patch(const ow_document *document, const char *patch, size_t size,
                          const ow_options *options, ow_document *changed, ow_error *error);

/* The same for one value: puts JSON in the place that a JSON Pointer leads to. What is there is replaced; a
 * member that an object has not is added to it. OW_BAD_ARGUMENT where the value is no JSON.
 *
 * The pointer may lead to a decoded field, which a trace with ow_options.meanings tells, such as
 * "/components/12/label/text" or "/components/12/place". The field of the file that it is decoded from changes;
 * its other bytes stay. A field that such a trace gives a meaning takes that as a text: the name of a type, a
 * colour, a date. OW_BAD_JSON if the value does not fit. */
OW_API ow_status ow_set(const ow_document *document, const char *pointer, const char *json,
                        size_t size, const ow_options *options, ow_document *changed,
                        ow_error *error);

/* A value and where it goes. Start with all members zero. */
typedef struct ow_setting {
    const char *place; /* a JSON Pointer; or a selector without "/" (see parts.h) and a pointer
                        * from its records on, such as "C-12/label/text" or "type:Label/label/color" */
    const char *value; /* JSON; what is no JSON is a text */
    size_t size;       /* of the value, in bytes */
    uint64_t reserved[4];
} ow_setting;

/* The same for many values, one after another. All are set, or none. OW_NOT_THERE if a selector matches no
 * record. */
OW_API ow_status ow_set_values(const ow_document *document, const ow_setting *settings,
                               size_t count, const ow_options *options, ow_document *changed,
                               ow_error *error);

/* How issues of a kind are fixed. All text is constant; grows at its end. */
typedef struct ow_remedy {
    const char *name; /* such as "remove-wire" */
    const char *what; /* a sentence: "the wire is removed" */
} ow_remedy;

/* The fix of a code from a format's table, or NULL where there is none: OW_NO_FIX. A code whose file
 * cannot be read to its end is fixed by "salvage". */
OW_API const ow_remedy *ow_remedy_of(const ow_issue_code *code);

/* Where a file breaks off that a repair salvages. Lives only while it is handed out, as what follows;
 * all three grow at their end. */
typedef struct ow_break {
    const ow_error *error; /* what a reader says */
    uint64_t offset;       /* where the first record that is not complete breaks off */
    const char *pointer;   /* that record */
    uint64_t bytes_lost;   /* from there on, of no record that could be read */
    const char *read_as; /* the variant that is assumed of a broken file, NULL: the one that fits */
} ow_break;

/* What is left of a list of a file that breaks off: records, or values. */
typedef struct ow_kept {
    const char *list; /* its name in JSON, such as "components" */
    uint64_t kept, announced;
} ow_kept;

/* What became of the issues of one kind. */
typedef struct ow_repaired {
    const ow_issue_code *code;
    const ow_remedy *remedy;     /* NULL: there is none */
    uint64_t fixed, left;        /* how many issues */
    const char *const *pointers; /* of the first few that were fixed, where they stood */
    uint64_t pointer_count;
} ow_repaired;

/* What a repair is to do, and who is told. All members zero: what loses nothing, and nobody. */
typedef struct ow_repair_options {
    bool lossy;              /* also what loses something: remedies that do, salvage */
    const char *const *only; /* codes, NULL behind the last: fix these alone; NULL: all */

    /* Called when all is done, in this order. Each may be NULL. */
    void (*broke_off)(void *context, const ow_break *place);
    void (*kept)(void *context, const ow_kept *list);
    void (*repaired)(void *context, const ow_repaired *repaired); /* what was fixed or is left; of
                                 * infos, and with `only` of other warnings, what was fixed alone */
    void *context;
    uint64_t reserved[8];
} ow_repair_options;

typedef struct ow_repair_totals {
    uint64_t fixed;       /* issues that were fixed; a break that was salvaged counts as one */
    uint64_t errors_left; /* that a check of the result finds */
    uint64_t left;        /* issues of any severity that are no infos, errors among them */
    uint64_t reserved[4];
} ow_repair_totals;

/* Opens a world and mends what ow_check finds in it: warnings and errors; infos only where `only` names
 * them. A file that breaks off is salvaged where `lossy` allows it: complete records stay, what is cut is
 * dropped, and counts, sizes and what closes the file follow. The result is a document as ow_open would
 * give; of a file in which nothing is mended it is written as the same bytes. With `lossy` and without
 * `only` a check finds no error in it: OW_BAD_VALUE where that cannot be had, because nothing sound is left.
 * A file that breaks off gives the error of a reader where it is not to be salvaged. `repair` and
 * `totals` may be NULL. OW_BAD_ARGUMENT where `only` names a code that the format does not have. Memory:
 * as ow_open, and as much again as ow_check_document. */
OW_API ow_status ow_repair(const void *bytes, size_t size, const ow_options *options,
                           const ow_repair_options *repair, ow_document *document,
                           ow_repair_totals *totals, ow_error *error);

typedef enum ow_conflict_kind {
    OW_CONFLICT_CHANGED,           /* both changed it, to different things */
    OW_CONFLICT_REMOVED_BY_OURS,   /* ours removed what theirs changed */
    OW_CONFLICT_REMOVED_BY_THEIRS, /* theirs removed what ours changed */
    OW_CONFLICT_ADDED,             /* both added it, and not the same */
    OW_CONFLICT_ORDER,             /* both moved records of a list */
    OW_CONFLICT_REFERENCES,        /* indexes that records refer to changed on both sides */
    OW_CONFLICT_FORM /* both changed how the world is written, its version or variant */
} ow_conflict_kind;

/* What cannot be merged. Ours stays as it is there. Pointers are JSON Pointers, each into its own world, and
 * NULL where it has no such thing. All of it lives until the visitor returns. */
typedef struct ow_conflict {
    ow_conflict_kind kind;
    uint32_t padding;
    const char *base, *ours, *theirs;
    const char
        *name; /* of the record, in a few words for people, as in ow_change; "": there is none */
    const char *message; /* what each did, as a sentence */
    uint64_t count; /* of values that both changed, in a list such as the cells of a layer, of which
                          * the first one is told; else 0 */
    uint64_t reserved[4];
} ow_conflict;

typedef ow_visit (*ow_conflict_visitor)(void *context, const ow_conflict *conflict);

/* Does to one world, `ours`, what `theirs` did to the world that both were made of, `base`. Records are known by
 * what they are, as in ow_diff, so both may have added, removed and moved others of one list. The result is a
 * document of its own, `merged`, which ow_close gives back; it is made where there are conflicts too, and ours is
 * kept in them. `conflict_count` and `visit` may be NULL; OW_SKIP and OW_STOP are as OW_GO_ON.
 *
 * Where theirs changed the version or variant and ours did not, the result has theirs; what a side loses on
 * the way to the other's goes to `warn` (which may be NULL), as in ow_convert. OW_BAD_ARGUMENT where formats
 * differ; OW_BAD_JSON if the result is not a world of the format. Memory: at most 48 times what the three take
 * as files, and 16 MiB, unless options->max_memory says otherwise. */
OW_API ow_status ow_merge3(const ow_document *base, const ow_document *ours,
                           const ow_document *theirs, const ow_options *options, ow_warn warn,
                           void *warn_context, ow_conflict_visitor visit, void *context,
                           uint64_t *conflict_count, ow_document *merged, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
