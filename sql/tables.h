/* The tables of a format: its lists and objects in JSON, and the columns of their records. Made
 * from the fields that ow_list_fields lists, decoded ones too. */
#ifndef OW_SQL_TABLES_H
#define OW_SQL_TABLES_H

#include <overworld/overworld.h>

#include <stdbool.h>
#include <stdint.h>

enum { NOT_THERE = -1, MOST_LEVELS = 6 };

/* A place in the JSON of a format: a field of an object, or (name NULL) the element of a list. Node
 * 0 is the root. A node precedes its children. */
struct table_node {
    const char *name;
    uint16_t parent;
    uint16_t first, next; /* first child and next sibling; 0: none */
    int16_t table;        /* table whose rows begin here; NOT_THERE: none */
    int16_t column;       /* column of a value here, or of the number of elements of a list */
    int16_t meaning;      /* column with the meaning of that value */
    int16_t numbers;      /* first column of the elements of a short list */
    uint8_t count;        /* number of these columns */
    bool is_list;
    bool is_derived; /* a decoded field */
};

struct table_column {
    const char *name;
    const char *type; /* type in CREATE TABLE; "" for a column of several types */
    const char *note; /* meaning; NULL: none */
};

/* A list whose elements are rows, or an object with lists, which is one row. The keys are the
 * indexes of the elements on the way, the row's own last. */
struct table {
    const char *name;
    const char *pattern; /* JSON Pointer of a row, with "*" for each index */
    uint16_t node;
    uint8_t level_count; /* number of lists on the way, including this one */
    bool is_list;
    uint16_t levels[MOST_LEVELS]; /* the tables of those lists */
    const struct table_column *columns;
    uint16_t column_count;
    uint16_t shown_count; /* the columns after these are hidden: SELECT * omits them */
};

struct format_tables {
    const char *format;
    const struct table *tables; /* the first table is that of the root, with one row */
    const struct table_node *nodes;
    uint16_t table_count, node_count;
};

/* Tables of the formats of the build, made during the build (make_tables.c), because listing the
 * fields of a format takes milliseconds. The last one has no name. Tables of other formats are made
 * on demand. */
extern const struct format_tables made_tables[];

/* The tables of all formats, made on demand. Not for several threads at a time. */
struct table_sets;

/* NULL if memory runs out. */
struct table_sets *table_sets_open(void);

/* Frees the tables too. NULL is allowed. */
void table_sets_close(struct table_sets *sets);

/* The tables of a format. Returns NULL with *error if memory runs out, or if a format has more
 * fields than a table holds. */
const struct format_tables *tables_of_format(struct table_sets *sets, const ow_format *format,
                                             ow_error *error);

/* Returns NULL if there is no such table. */
const struct table *table_by_name(const struct format_tables *tables, const char *name);

#endif
