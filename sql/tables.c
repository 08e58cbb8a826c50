/* The tables of a format, made from its fields.
 *
 * A list becomes a table, and each element a row. An object with lists becomes a table with one row
 * for each record that has it. The fields of other objects, and the numbers of a list of fixed
 * length, become columns of the record around. Counts that only the file has are columns too. A
 * value with a meaning (ow_options.meanings) has a second column for it. The last columns of a
 * record are those of decoded fields. Those of decoded objects are hidden, because a record has
 * only one or none of these objects. */
#include "tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kept_text {
    struct kept_text *next;
    char text[];
};

/* The possible types of a field. */
enum { HAS_OBJECT = 1, HAS_LIST = 2, HAS_VALUE = 4, HAS_MEANING = 8 };

/* A field that will be a node, and whether a table begins there. */
struct field {
    struct table_node node;
    const char *type; /* type of its column; "" for several types; NULL: no value yet */
    const char *note;
    uint16_t last; /* last child */
    uint8_t has;
};

/* The data that tables are made from and in the end keep. */
struct made {
    struct format_tables of;
    struct table *tables;
    struct table_node *nodes;
    struct table_column *columns[UINT8_MAX + 1]; /* one list for each table */
    struct kept_text *texts;                     /* holds the text of names */
};

struct making {
    struct made *made;
    struct format_tables *of; /* part of `made` */
    struct table *tables;     /* of->tables, writable */
    struct field *fields;
    size_t field_room, table_room;
    uint16_t around[UINT8_MAX + 1]; /* for each table: the table of the record around */
    bool hides;                     /* the columns that are added are hidden */
    bool failed;                    /* memory ran out */
    bool overflows;                 /* more fields than a table holds */
};

static const char *keep_text(struct making *making, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    struct kept_text *kept = malloc(sizeof *kept + (size_t)size + 1);
    if (!kept || (size_t)size >= sizeof text) {
        making->failed |= !kept;
        making->overflows |= kept != NULL;
        free(kept);
        return "";
    }
    memcpy(kept->text, text, (size_t)size + 1);
    kept->next = making->made->texts;
    making->made->texts = kept;
    return kept->text;
}

/* Makes room for one more element of an array. */
static bool grow(struct making *making, void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t larger = *room ? 2 * *room : 32;
    void *grown = larger <= INT16_MAX ? realloc(*array, larger * size) : NULL;
    making->overflows |= larger > INT16_MAX;
    making->failed |= !grown && larger <= INT16_MAX;
    if (!grown)
        return false;
    *array = grown;
    *room = larger;
    return true;
}

/* Fields. */

static bool is_element(const struct field *field)
{
    return field->node.name == NULL;
}

/* Finds or adds the child of a field. Returns 0 if there is no room. */
static uint16_t child_of(struct making *making, uint16_t parent, const char *name, size_t size)
{
    uint16_t *count = &making->of->node_count, at = making->fields[parent].node.first;
    bool element = size == 1 && *name == '*';
    for (; at; at = making->fields[at].node.next) {
        const char *known = making->fields[at].node.name;
        if (known ? strlen(known) == size && memcmp(known, name, size) == 0 : element)
            return at;
    }
    void *fields = making->fields;
    if (!grow(making, &fields, *count, &making->field_room, sizeof *making->fields))
        return 0;
    making->fields = fields;
    at = (*count)++;
    making->fields[at] =
        (struct field){.node = {.name = element ? NULL : keep_text(making, "%.*s", (int)size, name),
                                .parent = parent,
                                .table = NOT_THERE,
                                .column = NOT_THERE,
                                .meaning = NOT_THERE,
                                .numbers = NOT_THERE}};
    struct field *around = &making->fields[parent];
    if (around->last)
        making->fields[around->last].node.next = at;
    else
        around->node.first = at;
    around->last = at;
    return at;
}

static const char *sql_type(const char *type)
{
    static const char *const types[][2] = {
        {"bytes", "BLOB"},      {"float", "REAL"}, {"integer", "INTEGER"}, {"digits", "INTEGER"},
        {"boolean", "INTEGER"}, {"text", "TEXT"},  {"name", "TEXT"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i][0], type) == 0)
            return types[i][1];
    return NULL;
}

static void add_type(struct field *field, const ow_field *what)
{
    const char *type = sql_type(what->type);
    if (strcmp(what->type, "list") == 0)
        field->has |= HAS_LIST;
    else if (strcmp(what->type, "object") == 0)
        field->has |= HAS_OBJECT;
    if (what->count > field->node.count && what->count <= UINT8_MAX)
        field->node.count = (uint8_t)what->count;
    if (what->has_meaning)
        field->has |= HAS_MEANING;
    if (!type)
        return;
    field->has |= HAS_VALUE;
    field->type = !field->type || strcmp(field->type, type) == 0 ? type : "";
}

/* Notes are about JSON, where bytes are text. */
static const char *keep_note(struct making *making, const char *note)
{
    static const char encoding[] = ", in base64";
    const char *found = strstr(note, encoding);
    return found
               ? keep_text(making, "%.*s%s", (int)(found - note), note, found + sizeof encoding - 1)
               : keep_text(making, "%s", note);
}

static bool is_count(const char *path)
{
    static const char end[] = "_count";
    size_t size = strlen(path);
    return size > sizeof end && strcmp(path + size - (sizeof end - 1), end) == 0;
}

static ow_visit take_field(void *context, const ow_field *what)
{
    struct making *making = context;
    uint16_t at = 0;
    if (what->hidden && !is_count(what->path))
        return OW_GO_ON;
    for (const char *step = what->path; *step == '/';) {
        size_t size = strcspn(step + 1, "/");
        at = child_of(making, at, step + 1, size);
        if (!at)
            return OW_STOP;
        step += 1 + size;
    }
    struct field *field = &making->fields[at];
    field->node.is_derived = what->derived;
    add_type(field, what);
    if (!field->note && what->note)
        field->note = keep_note(making, what->note);
    return making->failed || making->overflows ? OW_STOP : OW_GO_ON;
}

static bool is_list(const struct field *field)
{
    return field->has & HAS_LIST && field->node.count == 0;
}

/* An element that is an object appears only by its fields. */
static bool is_object(const struct making *making, const struct field *field)
{
    if (!is_element(field))
        return field->has & HAS_OBJECT;
    uint16_t child = field->node.first;
    while (child && is_element(&making->fields[child]))
        child = making->fields[child].node.next;
    return child != 0;
}

static bool holds_lists(const struct making *making, uint16_t at)
{
    for (uint16_t child = making->fields[at].node.first; child;
         child = making->fields[child].node.next) {
        const struct field *field = &making->fields[child];
        if (is_list(field) || (is_object(making, field) && holds_lists(making, child)))
            return true;
    }
    return false;
}

/* Tables. */

static uint16_t add_table(struct making *making, uint16_t node, const char *name, uint16_t around,
                          bool list)
{
    void *tables = making->made->tables;
    uint16_t at = making->of->table_count;
    making->overflows |= at == UINT8_MAX;
    if (at == UINT8_MAX || !grow(making, &tables, at, &making->table_room, sizeof *making->tables))
        return 0;
    making->made->tables = making->tables = tables;
    making->of->table_count++;
    struct table *table = &making->tables[at];
    *table = (struct table){.name = name, .node = node, .is_list = list};
    making->around[at] = around;
    if (at > 0) {
        const struct table *outer = &making->tables[around];
        memcpy(table->levels, outer->levels, sizeof table->levels);
        table->level_count = outer->level_count;
    }
    if (list && table->level_count < MOST_LEVELS)
        table->levels[table->level_count++] = at;
    else
        making->overflows |= list;
    making->fields[node].node.table = (int16_t)at;
    return at;
}

static int16_t add_column(struct making *making, uint16_t at, const char *name, const char *type,
                          const char *note)
{
    enum { STEP = 16 };
    struct table *table = &making->tables[at];
    struct table_column **columns = &making->made->columns[at];
    if (table->column_count % STEP == 0) {
        struct table_column *grown =
            realloc(*columns, (table->column_count + STEP) * sizeof *grown);
        making->failed |= !grown;
        if (!grown)
            return 0;
        table->columns = *columns = grown;
    }
    (*columns)[table->column_count] = (struct table_column){name, type ? type : "", note};
    if (!making->hides)
        table->shown_count = table->column_count + 1;
    return (int16_t)table->column_count++;
}

/* Returns true if the numbers of a list are a point or a rotation. */
static bool is_place(const char *name, unsigned count)
{
    static const char *const places[] = {"position",  "bounds_center", "bounds_size",
                                         "rotation",  "vectors",       "vertices",
                                         "rotations", "place",         "degrees"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (count >= 2 && count <= 4 && strcmp(places[i], name) == 0)
            return true;
    return false;
}

/* A list of fixed length: a column for each element. */
static void add_numbers(struct making *making, struct field *field, uint16_t table,
                        const char *name)
{
    const char *what = *name ? name : making->tables[table].name;
    bool place = is_place(what, field->node.count);
    const char *type = making->fields[field->node.first].type;
    field->node.numbers = (int16_t)making->tables[table].column_count;
    for (int i = 0; i < field->node.count; i++) {
        const char *column = place ? *name ? keep_text(making, "%s_%c", name, "xyzw"[i])
                                           : keep_text(making, "%c", "xyzw"[i])
                                   : keep_text(making, "%s_%d", *name ? name : "value", i);
        add_column(making, table, column, type, i == 0 ? field->note : NULL);
    }
}

/* A field without a table of its own: its values become columns of the table around. */
static void add_value(struct making *making, uint16_t at, uint16_t table, const char *name)
{
    struct field *field = &making->fields[at];
    const char *column = *name ? name : "value";
    if (field->node.count > 0)
        add_numbers(making, field, table, name);
    if (field->has & HAS_VALUE)
        field->node.column = add_column(making, table, column, field->type, field->note);
    if (field->has & HAS_MEANING)
        field->node.meaning = add_column(making, table, keep_text(making, "%s_meaning", column),
                                         "TEXT", "The meaning of the number.");
}

static void add_inside(struct making *making, uint16_t at, uint16_t table, const char *prefix);

static void add_list(struct making *making, uint16_t at, uint16_t around)
{
    const struct field *list = &making->fields[at];
    uint16_t element = list->node.first;
    const char *name = is_element(list)
                           ? keep_text(making, "%s_values", making->tables[around].name)
                           : list->node.name;
    uint16_t table = element ? add_table(making, element, name, around, true) : 0;
    if (!table)
        return;
    if (is_list(&making->fields[element])) {
        making->fields[element].node.column = add_column(making, table, "count", "INTEGER", NULL);
        add_list(making, element, table);
    } else {
        add_inside(making, element, table, "");
        add_value(making, element, table, "");
    }
}

static void add_child(struct making *making, uint16_t at, uint16_t table, const char *name)
{
    const struct field *field = &making->fields[at];
    bool object = is_object(making, field);
    if (is_list(field)) {
        add_list(making, at, table);
        add_value(making, at, table, name);
    } else if (object && holds_lists(making, at)) {
        uint16_t inner = add_table(making, at, field->node.name, table, false);
        if (inner)
            add_inside(making, at, inner, "");
    } else if (object) {
        making->hides = field->node.is_derived;
        add_inside(making, at, table, name);
        making->hides = false;
    } else {
        add_value(making, at, table, name);
    }
}

static void add_inside(struct making *making, uint16_t at, uint16_t table, const char *prefix)
{
    for (uint16_t child = making->fields[at].node.first; child;
         child = making->fields[child].node.next) {
        const char *own = making->fields[child].node.name;
        if (!own || making->failed || making->overflows)
            continue;
        add_child(making, child, table, *prefix ? keep_text(making, "%s_%s", prefix, own) : own);
    }
}

static bool is_taken(const struct making *making, uint16_t table)
{
    const struct table *own = &making->tables[table];
    for (uint16_t i = 0; i < making->of->table_count; i++) {
        const struct table *other = &making->tables[i];
        bool earlier = other->level_count < own->level_count ||
                       (other->level_count == own->level_count && i < table);
        if (earlier && strcmp(other->name, own->name) == 0)
            return true;
    }
    return false;
}

/* If tables share a name, the inner ones get the name of their container before theirs. */
static void qualify_names(struct making *making)
{
    struct table *tables = making->tables;
    for (unsigned level = 0; level <= MOST_LEVELS; level++)
        for (uint16_t i = 1; i < making->of->table_count; i++)
            if (tables[i].level_count == level && is_taken(making, i))
                tables[i].name =
                    keep_text(making, "%s_%s", tables[making->around[i]].name, tables[i].name);
}

static const char *pattern_of(struct making *making, uint16_t at)
{
    char text[256], longer[256];
    *text = '\0';
    for (; at; at = making->fields[at].node.parent) {
        const char *name = making->fields[at].node.name;
        int size = snprintf(longer, sizeof longer, "/%s%s", name ? name : "*", text);
        making->overflows |= size >= (int)sizeof longer;
        strcpy(text, longer);
    }
    return keep_text(making, "%s", text);
}

/* Numbers the nodes in the order of the tree, without those of the numbers of a short list. Returns
 * the node. */
static uint16_t put_node(struct making *making, struct table_node *nodes, uint16_t *count,
                         uint16_t at, uint16_t parent)
{
    const struct field *field = &making->fields[at];
    uint16_t own = (*count)++, before = 0;
    nodes[own] = field->node;
    nodes[own].parent = parent;
    nodes[own].first = nodes[own].next = 0;
    nodes[own].is_list = is_list(field);
    if (field->node.table != NOT_THERE)
        making->tables[field->node.table].node = own;
    for (uint16_t child = field->node.count > 0 ? 0 : field->node.first; child;
         child = making->fields[child].node.next) {
        uint16_t put = put_node(making, nodes, count, child, own);
        *(before ? &nodes[before].next : &nodes[own].first) = put;
        before = put;
    }
    return own;
}

static void finish(struct making *making)
{
    struct format_tables *of = making->of;
    uint16_t count = 0;
    qualify_names(making);
    for (uint16_t i = 0; i < of->table_count; i++)
        making->tables[i].pattern = pattern_of(making, making->tables[i].node);
    making->made->nodes = calloc(of->node_count, sizeof *making->made->nodes);
    making->failed |= !making->made->nodes;
    if (making->made->nodes)
        put_node(making, making->made->nodes, &count, 0, 0);
    of->node_count = count;
    of->tables = making->tables;
    of->nodes = making->made->nodes;
}

static void free_tables(struct made *made)
{
    for (unsigned i = 0; i <= UINT8_MAX; i++)
        free(made->columns[i]);
    while (made->texts) {
        struct kept_text *next = made->texts->next;
        free(made->texts);
        made->texts = next;
    }
    free(made->tables);
    free(made->nodes);
    free(made);
}

static ow_status make_tables(struct making *making, const ow_format *format, ow_error *error)
{
    const ow_options options = {.meanings = true};
    making->fields = calloc(1, sizeof *making->fields);
    making->failed = !making->fields;
    ow_status status = OW_OK;
    if (making->fields) {
        making->field_room = making->of->node_count = 1;
        making->fields[0].node = (struct table_node){.name = "",
                                                     .table = NOT_THERE,
                                                     .column = NOT_THERE,
                                                     .meaning = NOT_THERE,
                                                     .numbers = NOT_THERE};
        status = ow_list_fields(format, &options, take_field, making, error);
    }
    if (status == OW_OK && !making->failed && !making->overflows) {
        add_table(making, 0, "world", 0, false);
        add_inside(making, 0, 0, "");
        finish(making);
    }
    free(making->fields);
    if (status != OW_OK || (!making->failed && !making->overflows))
        return status;
    *error = (ow_error){.status = making->failed ? OW_NO_MEMORY : OW_BAD_VALUE};
    snprintf(error->message, sizeof error->message, "%s",
             making->failed ? "not enough memory for the tables"
                            : "the format has more fields or lists than tables can hold");
    return error->status;
}

/* Sets. */

struct table_sets {
    size_t count;
    struct made *of[]; /* by index of the format in the registry; NULL: not requested yet */
};

struct table_sets *table_sets_open(void)
{
    size_t count = 0;
    while (ow_format_at(count))
        count++;
    struct table_sets *sets = calloc(1, sizeof *sets + count * sizeof sets->of[0]);
    if (sets)
        sets->count = count;
    return sets;
}

void table_sets_close(struct table_sets *sets)
{
    for (size_t i = 0; sets && i < sets->count; i++)
        if (sets->of[i])
            free_tables(sets->of[i]);
    free(sets);
}

const struct format_tables *tables_of_format(struct table_sets *sets, const ow_format *format,
                                             ow_error *error)
{
    size_t at = 0;
    for (const struct format_tables *made = made_tables; made->format; made++)
        if (strcmp(made->format, format->name) == 0)
            return made;
    while (ow_format_at(at) != format)
        at++;
    if (sets->of[at])
        return &sets->of[at]->of;
    struct made *made = calloc(1, sizeof *made);
    if (!made) {
        *error = (ow_error){.status = OW_NO_MEMORY};
        return NULL;
    }
    struct making making = {.made = made, .of = &made->of};
    if (make_tables(&making, format, error) != OW_OK) {
        free_tables(made);
        return NULL;
    }
    made->of.format = format->name;
    sets->of[at] = made;
    return &made->of;
}

const struct table *table_by_name(const struct format_tables *tables, const char *name)
{
    for (unsigned i = 0; i < tables->table_count; i++)
        if (strcmp(tables->tables[i].name, name) == 0)
            return &tables->tables[i];
    return NULL;
}
