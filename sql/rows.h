/* Rows of a table, told by the document a batch at a time: memory does not grow with the table.
 * Knows no database. */
#ifndef OW_SQL_ROWS_H
#define OW_SQL_ROWS_H

#include "tables.h"

#include <overworld/overworld.h>

/* A value of a row. Text and bytes live until the next row. Numbers of 64 bits are integers
 * unless they are too large for one. */
enum row_kind { ROW_NULL, ROW_INTEGER, ROW_REAL, ROW_TEXT, ROW_BLOB, ROW_UNSIGNED_64 };

struct row_value {
    enum row_kind kind;
    union {
        int64_t integer;
        uint64_t unsigned_64;
        float real;
        ow_bytes bytes; /* of text, too */
    };
};

/* What of a table is asked for. */
struct row_request {
    uint64_t columns;   /* bits of those whose value is looked at, the last one for all behind it */
    unsigned key_count; /* leading keys that are given */
    uint64_t keys[MOST_LEVELS];
    uint64_t first, end; /* of the key behind them; `end` is behind the last, UINT64_MAX: all */
    int16_t column;      /* rows with `value` in this column alone; NOT_THERE: any */
    int64_t value;
};

enum { ROWS_AT_ONCE = 512, MOST_COLUMNS = 64 };

struct text_copy;

/* A walk through the rows. */
struct rows {
    const ow_document *document;
    const struct format_tables *format;
    const struct table *table;
    struct row_request request;
    uint8_t *needed; /* of each node: whether a walk looks inside */
    uint16_t *hints; /* of each node: the child that comes next, if the order is the usual one */
    bool wants_meanings;           /* a column is asked for that says what a value stands for */
    bool is_planned;               /* `needed` is that of the wish */
    uint64_t next[MOST_LEVELS];    /* where the next batch begins */
    unsigned level;                /* the one that it begins at */
    bool ended;                    /* nothing is left behind this batch */
    unsigned count, at;            /* rows of the batch, and the one at hand */
    uint64_t (*keys)[MOST_LEVELS]; /* of each */
    struct row_value *values;      /* column_count of each */
    struct text_copy *copies;      /* of what does not live as long as the document */
    uint64_t examined;             /* rows that were looked at, wanted or not */
    ow_status status;
    ow_error error;
};

/* Makes room for a walk, which begins with rows_seek. The document and the tables must outlive
 * it. False where memory ends; it is to be closed all the same. */
bool rows_open(struct rows *rows, const ow_document *document, const struct format_tables *format,
               const struct table *table);
void rows_close(struct rows *rows);

/* Goes to the first of the rows that are asked for. */
void rows_seek(struct rows *rows, const struct row_request *request);

/* Whether there is a row at hand; where not, `status` says whether all went well. */
static inline bool rows_at_end(const struct rows *rows)
{
    return rows->at >= rows->count;
}

void rows_next(struct rows *rows);

static inline uint64_t rows_key(const struct rows *rows, unsigned level)
{
    return rows->keys[rows->at][level];
}

static inline const struct row_value *rows_value(const struct rows *rows, unsigned column)
{
    return &rows->values[(unsigned)rows->at * rows->table->column_count + column];
}

/* The JSON Pointer of the row at hand; `text` has room for ROW_POINTER bytes. */
enum { ROW_POINTER = 192 };
void rows_pointer(const struct rows *rows, char text[ROW_POINTER]);

#endif
