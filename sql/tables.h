/* The tables of a format: which lists and objects its JSON has, and what stands in their
 * records. Made of the fields that ow_list_fields lists. */
#ifndef OW_SQL_TABLES_H
#define OW_SQL_TABLES_H

#include <overworld/overworld.h>

#include <stdbool.h>
#include <stdint.h>

enum { NOT_THERE = -1, MOST_LEVELS = 6 };

/* A place in the JSON of a format: a field of an object, or (name NULL) the element of a list.
 * Node 0 is the root. A node stands before what is inside it. */
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

/* A list, whose elements are rows, or an object that holds lists, which is one row. Its keys are
 * the indexes of the elements on the way to it, the last one its own. */
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

/* Those of the formats that the build knows, made by it in advance (make_tables.c): looking for
 * the fields of a format takes milliseconds. The last one has no name. Other formats' tables are
 * made when they are asked for. */
extern const struct format_tables made_tables[];

/* The tables of each format, made when they are asked for first. One thread uses them at a time. */
struct table_sets;

/* NULL if memory runs out. */
struct table_sets *table_sets_open(void);

/* Ends the tables too; NULL is fine. */
void table_sets_close(struct table_sets *sets);

/* The tables of a format; NULL with *error if memory runs out, or if a format has more than a
 * table holds. */
const struct format_tables *tables_of_format(struct table_sets *sets, const ow_format *format,
                                             ow_error *error);

/* NULL where there is none. */
const struct table *table_by_name(const struct format_tables *tables, const char *name);

#endif
