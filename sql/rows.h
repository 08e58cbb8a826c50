/* Rows of a table, read from the document a batch at a time, so memory does not grow with the
 * table. Knows no database. */
#ifndef OW_SQL_ROWS_H
#define OW_SQL_ROWS_H

#include "tables.h"

#include <overworld/overworld.h>

/* A value of a row. Text and bytes are valid until the next row. 64-bit numbers are integers unless
 * they are too large. */
enum row_kind { ROW_NULL, ROW_INTEGER, ROW_REAL, ROW_TEXT, ROW_BLOB, ROW_UNSIGNED_64 };

struct row_value {
    enum row_kind kind;
    union {
        int64_t integer;
        uint64_t unsigned_64;
        float real;
        ow_bytes bytes; /* text too */
    };
};

/* Which rows and columns of a table are wanted. */
struct row_request {
    uint64_t columns;           /* bits of the columns to read; the last bit: all further ones */
    unsigned key_count;         /* number of leading keys with a given value */
    uint64_t keys[MOST_LEVELS]; /* these, then the least value of the next key */
    uint64_t end;               /* of the next key, exclusive; UINT64_MAX: no end */
    int16_t column;             /* only rows with `value` in this column; NOT_THERE: any */
    int64_t value;
    int16_t order; /* rows in the order of this column; NOT_THERE: in that of the list */
};

enum { ROWS_AT_ONCE = 512, MOST_COLUMNS = 64 };

struct text_copy;

/* A walk through the rows. */
struct rows {
    const ow_document *document;
    const struct format_tables *format;
    const struct table *table;
    struct row_request request;
    uint8_t *needed;               /* for each node: whether the walk visits it */
    uint16_t *hints;               /* for each node: the child that usually comes next */
    unsigned wanted_fields;        /* how many fields of a row's object the walk visits */
    bool wants_meanings;           /* a wanted column says what a value means */
    bool is_planned;               /* `needed` fits the request */
    uint64_t next[MOST_LEVELS];    /* keys where the next batch begins */
    unsigned level;                /* level where the next batch begins */
    bool ended;                    /* this batch is the last */
    unsigned count, at;            /* rows of the batch, and the current one */
    uint64_t (*keys)[MOST_LEVELS]; /* keys of each row of the batch */
    struct row_value *values;      /* `width` of each: up to the last column that is wanted */
    unsigned width;
    struct text_copy *copies; /* copies of values that do not live as long as the document */
    uint64_t examined;        /* rows that were examined, matching or not */
    ow_status status;
    ow_error error;
};

/* Allocates a walk; rows_seek starts it. The document and the tables must outlive it. Returns false
 * if memory runs out; call rows_close in any case. */
bool rows_open(struct rows *rows, const ow_document *document, const struct format_tables *format,
               const struct table *table);
void rows_close(struct rows *rows);

/* Goes to the first row of a request. */
void rows_seek(struct rows *rows, const struct row_request *request);

/* Returns true if there is no current row; `status` then says whether the walk succeeded. */
static inline bool rows_at_end(const struct rows *rows)
{
    return rows->at >= rows->count;
}

void rows_next(struct rows *rows);

static inline uint64_t rows_key(const struct rows *rows, unsigned level)
{
    return rows->keys[rows->at][level];
}

/* NULL in SQL for a column that was not requested. */
static inline const struct row_value *rows_value(const struct rows *rows, unsigned column)
{
    static const struct row_value none = {.kind = ROW_NULL};
    return column < rows->width ? &rows->values[(size_t)rows->at * rows->width + column] : &none;
}

/* The JSON Pointer of the current row. `text` has room for ROW_POINTER bytes. */
enum { ROW_POINTER = 192 };
void rows_pointer(const struct rows *rows, char text[ROW_POINTER]);

#endif
