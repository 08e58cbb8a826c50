/* Comparing, patching, repairing and merging worlds.
 *
 * Records are compared by identity, not by their place in a list: a component by its address, a
 * wire by its two pegs, a named record by its name, any other record by similarity.
 * docs/how-to/compare-and-merge.md has the rules.
 *
 * Threads: the calls may run at once, also on the same const documents. More in formats.h. */
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
    OW_REMOVED, /* only in the first world */
    OW_ADDED,   /* only in the second world */
    OW_CHANGED, /* a field, or a run of values in a list, has other values */
    OW_MOVED    /* a record has another place in its list; changes inside are reported separately */
} ow_change_kind;

/* One difference. Pointers are JSON Pointers (RFC 6901), each into its own world; NULL if that
 * world has no such thing. Texts and bytes belong to the worlds. Everything else is valid until
 * the visitor returns. */
typedef struct ow_change {
    ow_change_kind kind;
    const char *before, *after;
    /* Pointer of the added, removed, moved or changed record, in the second world if it is there.
     * NULL: the change is in no record. */
    const char *record;
    /* Name of the record for people: "MHG.AndGate C-1204". "": the pointer says it all. */
    const char *name;

    /* OW_CHANGED: the values. NULL and a count: too many to report. NULL without a count: a list
     * or an object, where the other world has a value. `is_list`: all values of a short list,
     * of at most 16. `is_run`: consecutive values of a long list, from the element of the pointer
     * on. */
    const ow_value *values_before, *values_after;
    uint64_t count_before, count_after;
    bool is_list, is_run;
    uint8_t padding[2];
    /* With is_run: values in a row of cells or heights; 0: the list has no rows. */
    uint32_t row_length;
    /* What the record stands on, for people: "board C-5", "root 2". NULL: nothing, or not known. */
    const char *group;
    uint64_t reserved[3];
} ow_change;

typedef ow_visit (*ow_change_visitor)(void *context, const ow_change *change);

/* Number of differences of each kind. */
typedef struct ow_change_totals {
    uint64_t removed, added, changed, moved;
    uint64_t reserved[4];
} ow_change_totals;

/* Compares two documents of one format and reports the differences, in the order of the second. If
 * versions or variants differ, the first is compared as converted to those of the second.
 *
 * before, after: must be such that they can be written.
 * options: a `max_memory` of 0 allows 48 times the size of both files + 16 MiB.
 * warn: called for each loss of that conversion, as in ow_convert; may be NULL.
 * visit: called for each difference; OW_STOP ends the comparison, OW_SKIP is OW_GO_ON. May be
 *   NULL.
 * totals: receives the counts up to the end or OW_STOP; may be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT if the formats differ; or a write error.
 * Since 0.1. */
OW_API ow_status ow_diff(const ow_document *before, const ow_document *after,
                         const ow_options *options, ow_warn warn, void *warn_context,
                         ow_change_visitor visit, void *context, ow_change_totals *totals,
                         ow_error *error);

/* Writes the JSON Patch (RFC 6902) that turns one document into the other, for ow_patch. It covers
 * version and variant: the patched document has the same bytes as `after`. Each added, removed,
 * moved or changed thing is one operation. A list of values with many changes is replaced as a
 * whole.
 *
 * before, after: must be such that they can be written.
 * options: memory as for ow_diff.
 * sink: receives the text.
 * Returns OW_OK; OW_BAD_ARGUMENT if the formats differ; or a write error.
 * Since 0.1. */
OW_API ow_status ow_diff_patch(const ow_document *before, const ow_document *after,
                               const ow_options *options, const ow_sink *sink, ow_error *error);

/* Applies a JSON Patch (RFC 6902) as a whole or not at all. Pointers and values are those of the
 * world's JSON. Only what the operations touch is converted to JSON. Sizes that the world states
 * about itself follow the changes, unless the patch sets them or they were wrong before. The format
 * ("/format") can be tested, not changed: OW_BAD_ARGUMENT.
 *
 * document: not changed.
 * patch, size: the JSON, size in bytes.
 * options: a `max_memory` of 0 allows 48 times the world's file and the patch + 16 MiB.
 * changed: receives the new document; release it with ow_close. Zeroed on failure.
 * Returns OW_OK; OW_BAD_JSON if the patch is invalid or the result is not a world of the format;
 * OW_NOT_THERE if an operation does not find its place, or a test fails.
 * Since 0.1. */
OW_API ow_status ow_patch(const ow_document *document, const char *patch, size_t size,
                          const ow_options *options, ow_document *changed, ow_error *error);

/* Applies a JSON Patch backwards: leads from the document that it makes to the one that it was made
 * for. The reverse of each operation is applied, the last one first. RFC 6902 has no old values, so
 * each operation that replaces or removes a value has to come right after a test of it, as
 * ow_reversible_patch writes them.
 *
 * Parameters as for ow_patch.
 * Returns OW_OK; OW_NOT_THERE if the patch lacks an old value, or if the document is not what the
 * patch leads to; other errors as ow_patch.
 * Since 0.1. */
OW_API ow_status ow_patch_back(const ow_document *document, const char *patch, size_t size,
                               const ow_options *options, ow_document *changed, ow_error *error);

/* Writes a JSON Patch with a test of the old value before each operation that replaces or removes
 * one. The result can be applied forwards by ow_patch and backwards by ow_patch_back.
 *
 * document: what the patch can be applied to; not changed.
 * patch, size: the JSON, size in bytes.
 * options: memory as for ow_patch.
 * sink: receives the text.
 * Returns OW_OK; OW_BAD_JSON and OW_NOT_THERE as ow_patch; or a write error.
 * Since 0.1. */
OW_API ow_status ow_reversible_patch(const ow_document *document, const char *patch, size_t size,
                                     const ow_options *options, const ow_sink *sink,
                                     ow_error *error);

/* Sets one value of a document, given as JSON. Replaces the value that is there, or adds a missing
 * member to an object.
 *
 * The pointer may also lead to a decoded field (see ow_options.meanings), such as
 * "/components/12/label/text" or "/components/12/place". This changes the field of the file that
 * it is decoded from; its other bytes stay. A field with a meaning accepts the meaning as text:
 * the name of a type, a colour, a date.
 *
 * document: not changed.
 * pointer: JSON Pointer of the value.
 * json, size: the value, size in bytes.
 * options: memory as for ow_patch.
 * changed: receives the new document; release it with ow_close. Zeroed on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if the value is not JSON; OW_BAD_JSON if it does not fit; other
 * errors as ow_patch.
 * Since 0.1. */
OW_API ow_status ow_set(const ow_document *document, const char *pointer, const char *json,
                        size_t size, const ow_options *options, ow_document *changed,
                        ow_error *error);

/* A value and its place. Set all members to zero first. */
typedef struct ow_setting {
    /* JSON Pointer; or a selector without "/" (see parts.h) and a pointer relative to its records,
     * such as "C-12/label/text" or "type:Label/label/color" */
    const char *place;
    const char *value; /* JSON; if it is not JSON, it is taken as text */
    size_t size;       /* of the value, in bytes */
    uint64_t reserved[4];
} ow_setting;

/* Sets several values in order, all or none, see ow_set.
 *
 * settings, count: the values and their places.
 * changed: receives the new document; release it with ow_close. Zeroed on failure.
 * Returns OW_OK; OW_NOT_THERE if a selector matches no record; other errors as ow_set.
 * Since 0.1. */
OW_API ow_status ow_set_values(const ow_document *document, const ow_setting *settings,
                               size_t count, const ow_options *options, ow_document *changed,
                               ow_error *error);

/* How issues of one code are fixed. All text is constant; grows at its end. */
typedef struct ow_remedy {
    const char *name; /* such as "remove-wire" */
    const char *what; /* a sentence: "the wire is removed" */
} ow_remedy;

/* Finds the fix of an issue code. A code of files that cannot be read to their end is fixed by
 * "salvage".
 *
 * code: a row of ow_format.issue_codes.
 * Returns a constant; NULL if there is no fix (OW_NO_FIX) or no such code.
 * Since 0.1. */
OW_API const ow_remedy *ow_remedy_of(const ow_issue_code *code);

/* Where a damaged file stops being readable. This and the next two structs are valid until the
 * callback returns; they grow at their end. */
typedef struct ow_break {
    const ow_error *error; /* the read error */
    uint64_t offset;       /* where the first incomplete record ends */
    const char *pointer;   /* JSON Pointer of that record */
    uint64_t bytes_lost;   /* bytes that belong to no complete record */
    const char *read_as;   /* the assumed variant; NULL: the one that fits */
} ow_break;

/* What was salvaged of a list of records or values. */
typedef struct ow_kept {
    const char *list; /* name in JSON, such as "components" */
    uint64_t kept, announced;
} ow_kept;

/* The result for the issues of one code. */
typedef struct ow_repaired {
    const ow_issue_code *code;
    const ow_remedy *remedy;     /* NULL: no fix */
    uint64_t fixed, left;        /* number of issues */
    const char *const *pointers; /* places of the first few that were fixed */
    uint64_t pointer_count;
} ow_repaired;

/* What a repair does, and its callbacks. All members zero: only lossless fixes, no callbacks. */
typedef struct ow_repair_options {
    bool lossy;              /* also apply lossy fixes and salvage */
    const char *const *only; /* fix only these codes, ends with NULL; NULL: all */

    /* Called at the end, in this order. Each may be NULL. */
    void (*broke_off)(void *context, const ow_break *place);
    void (*kept)(void *context, const ow_kept *list);
    /* Called for each code with fixed or remaining issues; for infos, and for other warnings if
     * `only` is set, just if some were fixed. */
    void (*repaired)(void *context, const ow_repaired *repaired);
    void *context;
    uint64_t reserved[8];
} ow_repair_options;

typedef struct ow_repair_totals {
    uint64_t fixed;       /* fixed issues; a salvage counts as one */
    uint64_t errors_left; /* errors that a check of the result finds */
    uint64_t left;        /* remaining errors and warnings */
    uint64_t reserved[4];
} ow_repair_totals;

/* Reads a world and fixes the errors and warnings that ow_check finds; infos only if `only` names
 * them. With `lossy` a truncated file is salvaged: complete records stay, the incomplete one is
 * dropped, counts and sizes follow. With `lossy` and without `only` the result has no errors. If
 * nothing is fixed, the result is written as the same bytes.
 *
 * bytes, size: the file, size in bytes.
 * options: memory as for ow_open, and the size of the written file on top.
 * repair: NULL: all zero.
 * document: receives the document; release it with ow_close. Zeroed on failure.
 * totals: receives the counts; may be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT if `only` names a code that the format does not have;
 * OW_BAD_VALUE if nothing valid is left; or the read error of a truncated file without `lossy`.
 * Since 0.1. */
OW_API ow_status ow_repair(const void *bytes, size_t size, const ow_options *options,
                           const ow_repair_options *repair, ow_document *document,
                           ow_repair_totals *totals, ow_error *error);

typedef enum ow_conflict_kind {
    OW_CONFLICT_CHANGED,           /* both changed it, to different values */
    OW_CONFLICT_REMOVED_BY_OURS,   /* ours removed what theirs changed */
    OW_CONFLICT_REMOVED_BY_THEIRS, /* theirs removed what ours changed */
    OW_CONFLICT_ADDED,             /* both added it, with different content */
    OW_CONFLICT_ORDER,             /* both moved records of a list */
    OW_CONFLICT_REFERENCES,        /* both changed indices that records refer to */
    OW_CONFLICT_FORM               /* both changed the version or variant */
} ow_conflict_kind;

/* A conflict. The result keeps ours. Pointers are JSON Pointers, each into its own world; NULL if
 * that world has no such thing. Everything is valid until the visitor returns. */
typedef struct ow_conflict {
    ow_conflict_kind kind;
    uint32_t padding;
    const char *base, *ours, *theirs;
    const char *name;    /* Name of the record for people, as in ow_change; "": none. */
    const char *message; /* one sentence: what each side did */
    /* Number of values that both changed in a list such as the cells of a layer, reported as one
     * conflict at the first of them; else 0. */
    uint64_t count;
    uint64_t reserved[4];
} ow_conflict;

typedef ow_visit (*ow_conflict_visitor)(void *context, const ow_conflict *conflict);

/* Merges three ways: applies the changes from `base` to `theirs` to `ours`. Records are matched as
 * in ow_diff. Both sides may add, remove and move different records of a list. If only theirs
 * changed the version or variant, the result has theirs.
 *
 * base, ours, theirs: of one format; not changed.
 * options: a `max_memory` of 0 allows 48 times the size of the three files + 16 MiB.
 * warn: called for each loss of a conversion, as in ow_convert; may be NULL.
 * visit: called for each conflict, always to the last; its return value is ignored. May be NULL.
 * conflict_count: receives the number of conflicts; may be NULL.
 * merged: receives the result, with ours in conflicts; release it with ow_close.
 * Returns OW_OK, also with conflicts; OW_BAD_ARGUMENT if the formats differ; OW_BAD_JSON if the
 * result is not a world of the format.
 * Since 0.1. */
OW_API ow_status ow_merge3(const ow_document *base, const ow_document *ours,
                           const ow_document *theirs, const ow_options *options, ow_warn warn,
                           void *warn_context, ow_conflict_visitor visit, void *context,
                           uint64_t *conflict_count, ow_document *merged, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
