/* How a search is done: the names in it as numbers, the order, and the condition that leads. Shared
 * by the files that make a statement of it. */
#ifndef OW_CATALOG_SEARCH_PLAN_H
#define OW_CATALOG_SEARCH_PLAN_H

#include "figures.h"
#include "search.h"
#include "search_sql.h"
#include "search_words.h"

/* What gives worlds by an index of its own. BY_ORDER walks through all in the order of the answer,
 * BY_FIGURE through those within the bounds of another figure. */
enum leader {
    BY_ORDER,
    BY_HASH,
    BY_CLASS,
    BY_MOD,
    BY_ISSUE,
    BY_TEXT,
    BY_MARK,
    BY_FIGURE,
    BY_TYPE,
    LEADERS
};

enum { MOST_FOLDER_CODES = 40 };

/* What is asked, in numbers. */
struct plan {
    struct builder *builder;
    const struct search_query *query;
    const struct figure *order; /* NULL: the count of the type */
    bool wants_absent;          /* the worlds that lack the figure of the order, not the others */
    enum leader leader;
    bool asks[LEADERS];
    bool is_empty; /* a name that nothing has: nothing is found */
    struct ids classes, types, mods, codes, marks[MOST_SEARCH_MARKS];
    const char *folder_codes[MOST_FOLDER_CODES];
    size_t folder_code_count;
    struct search_words words;
    size_t word;         /* the one that leads */
    size_t mark, figure; /* the ones that lead, of the query's marks and conditions */
    bool is_common_text; /* many texts have the words */
    bool are_few;        /* the leader has few worlds, which are sorted */
    bool is_count;       /* all rows are counted, in no order */
    uint64_t rows;       /* how many are wanted; 0: all */
};

/* Where the names of a leader are, and what has their numbers. */
struct named {
    const char *names, *name, *table, *id, *order;
};
extern const struct named search_named[LEADERS];

/* search_names.c */

/* Replaces names by numbers. Returns false with catalog_failure. */
bool plan_names(struct plan *plan);

/* Appends conditions on the columns of a class. */
void append_class(struct builder *builder, const struct search_query *query);

/* Appends what the count of a type, which `column` has, must be. */
void append_count(struct builder *builder, const struct search_query *query, const char *column);

/* search_conditions.c */

/* Append that a column has one of the numbers: "type IN (1, 2)". */
void append_any_class(struct plan *plan, const char *column);
void append_any_type(struct plan *plan, const char *column);
void append_any_mod(struct plan *plan, const char *column);
void append_any_code(struct plan *plan, const char *column);
void append_any_mark(struct plan *plan, const char *column);
void append_folder_codes(struct plan *plan, const char *column);

/* Appends the range of hashes, of the leading row. */
void append_hashes(struct plan *plan);

/* Appends a condition on a figure of the table with this name. `is_by_index`: the figure's index
 * gives the rows of the table. */
void append_figure_condition(struct plan *plan, const char *table,
                             const struct figure_condition *condition, bool is_by_index);

/* Appends all conditions that the leader does not fulfil itself, on the leading row. */
void append_conditions(struct plan *plan);

/* Appends what the files of a world have to fulfil themselves. */
void append_files(struct plan *plan, const char *file);

/* Whether the leading row is of the table `world` or `file`. */
bool leads_with_world(const struct plan *plan);
bool leads_with_file(const struct plan *plan);

/* search_order.c */

/* Appends SQL with the name of a table for each @. */
void append_replaced(struct builder *builder, const char *sql, const char *table);

/* Appends a figure of the table with this name. */
void append_figure(struct builder *builder, const struct figure *figure, const char *table);

/* Appends the figure of the order, which the table has, as the value of a row. */
void append_order_value(struct plan *plan, const char *table);

/* Appends that the table has, or lacks, the figure of the order. */
void append_presence(struct plan *plan, const char *table);

/* Appends " ORDER BY" for rows with value, key, and what tells equal ones apart. */
void append_order(struct plan *plan);

/* Appends that rows of the table come after the place of the query, for an index. All files of its
 * world come too, unless the table is `file`. */
void append_after(struct plan *plan, const char *table);

/* Appends exactly which rows of the answer come after the place. */
void append_exactly_after(struct plan *plan);

/* Appends the order of the answer. */
void append_answer_order(struct plan *plan);

/* Whether the leader gives worlds in the order of the answer. */
bool is_in_order(const struct plan *plan, enum leader leader);

/* search_parts.c */

/* How many parts of an index the leader has, each in order. If all rows are wanted, order is of no
 * use, and there is a part for each table. */
size_t plan_parts(const struct plan *plan);

/* Appends " FROM ... WHERE ..." for a part. */
void append_from(struct plan *plan, size_t part);

/* Appends the statement for the first worlds, or files, of the answer. */
void append_first(struct plan *plan);

/* search_choice.c */

/* Chooses what leads. Returns false with catalog_failure. */
bool plan_leader(struct plan *plan);

#endif
