/* The tables of a format: which lists and objects its JSON has, and what stands in their records. Made from the
 * layouts by scripts/make-tables.py. */
#ifndef OW_SQL_TABLES_H
#define OW_SQL_TABLES_H

#include <stdbool.h>
#include <stdint.h>

enum { NOT_THERE = -1, MOST_LEVELS = 6 };

/* A place in the JSON of a format: a field of an object, or (name NULL) the element of a list. Node 0 is the
 * root. */
struct table_node {
    const char *name;
    uint16_t parent;
    uint16_t first, next; /* child and sibling; 0: none */
    int16_t table;        /* whose rows begin here; NOT_THERE: none */
    int16_t column;  /* that a value here becomes, or how many elements a row has that is a list */
    int16_t meaning; /* the column of what that value stands for */
    int16_t numbers; /* the first column of those that a short list here becomes */
    uint8_t count;   /* how many they are */
    bool is_list;
};

struct table_column {
    const char *name;
    const char *type; /* as CREATE TABLE has it; "" for one that holds several */
    const char *note; /* what it means; NULL: nothing to say */
};

/* A list, whose elements are rows, or an object, which is one row. Its keys are the indexes of the elements on the
 * way to it, the last one its own. */
struct table {
    const char *name;
    const char *pattern; /* of a row's JSON Pointer, "*" for an index */
    uint16_t node;
    uint8_t level_count; /* lists on the way, itself included */
    bool is_list;
    uint16_t levels[MOST_LEVELS]; /* the tables of those lists */
    const struct table_column *columns;
    uint16_t column_count;
};

struct format_tables {
    const char *format;
    const struct table *tables; /* the first one is the root's, of one row */
    const struct table_node *nodes;
    uint16_t table_count, node_count;
};

/* One for each format; the last one has no name. */
extern const struct format_tables format_tables[];

/* NULL where there is none. */
const struct format_tables *tables_of_format(const char *format);
const struct table *table_by_name(const struct format_tables *tables, const char *name);

#endif
