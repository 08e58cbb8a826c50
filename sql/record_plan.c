/* Query plans for a table of records.
 *
 * The plan is text: the columns that are read, in hex, then a letter for each argument: P the path,
 * K the next key, g and G the following key above or from a value, l and L the same below or up to
 * one, C a column, whose number ends the text. An O after them is for no argument: the rows are in
 * the order of that column. */
#include "record_plan.h"

#include <stdlib.h>
#include <string.h>

enum { CHEAP = 4, LOOKED_UP = 12 };

struct declared_table declare_table(const struct table *table, bool with_path)
{
    int hidden = table->level_count + table->shown_count;
    return (struct declared_table){table, with_path ? hidden : NOT_THERE, hidden + with_path};
}

struct planner {
    const struct declared_table *declared;
    const struct table *table;
    sqlite3_index_info *info;
    char letters[MOST_LEVELS + 8];
    int count;
};

static bool use(struct planner *planner, int constraint, char letter)
{
    planner->letters[planner->count++] = letter;
    planner->info->aConstraintUsage[constraint].argvIndex = planner->count;
    return true;
}

static bool is_column(const struct planner *planner, int constraint, int column)
{
    int asked = planner->info->aConstraint[constraint].iColumn;
    if (asked == -1) /* the rowid is its only key */
        asked = planner->table->level_count == 1 ? 0 : -2;
    return asked == column && planner->info->aConstraint[constraint].usable;
}

static bool use_equal(struct planner *planner, int column, char letter)
{
    for (int i = 0; i < planner->info->nConstraint; i++)
        if (is_column(planner, i, column) &&
            planner->info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
            return use(planner, i, letter);
    return false;
}

static bool use_bounds(struct planner *planner, int column)
{
    static const struct {
        unsigned char op;
        char letter;
    } bounds[] = {{SQLITE_INDEX_CONSTRAINT_GE, 'g'},
                  {SQLITE_INDEX_CONSTRAINT_GT, 'G'},
                  {SQLITE_INDEX_CONSTRAINT_LE, 'l'},
                  {SQLITE_INDEX_CONSTRAINT_LT, 'L'}};
    bool any = false;
    for (size_t kind = 0; kind < sizeof bounds / sizeof *bounds; kind++)
        for (int i = 0; i < planner->info->nConstraint; i++)
            if (is_column(planner, i, column) &&
                planner->info->aConstraint[i].op == bounds[kind].op) {
                any = use(planner, i, bounds[kind].letter);
                break;
            }
    return any;
}

/* An integer column that is compared with one value. */
static int use_column(struct planner *planner)
{
    for (int i = 0; i < planner->table->column_count; i++)
        if (strcmp(planner->table->columns[i].type, "INTEGER") == 0 &&
            use_equal(planner, declared_column(planner->declared, (unsigned)i), 'C'))
            return i;
    return NOT_THERE;
}

/* Rows are in the order of their keys. */
static bool is_in_order(const struct planner *planner)
{
    const sqlite3_index_info *info = planner->info;
    for (int i = 0; i < info->nOrderBy; i++) {
        int column = info->aOrderBy[i].iColumn;
        bool is_row = column == -1 && planner->table->level_count == 1 && i == 0;
        if ((column != i && !is_row) || i >= planner->table->level_count || info->aOrderBy[i].desc)
            return false;
    }
    return info->nOrderBy > 0;
}

/* Returns the integer column that orders or groups the rows, if nothing else is read of them. */
static int order_column(const struct planner *planner)
{
    const sqlite3_index_info *info = planner->info;
    const struct table *table = planner->table;
    if (info->nOrderBy != 1 || info->aOrderBy[0].desc || table->level_count != 1 || !table->is_list)
        return NOT_THERE;
    if (sqlite3_vtab_distinct(planner->info) > 1) /* DISTINCT keeps the order of the list */
        return NOT_THERE;
    for (unsigned i = 0; i < table->column_count; i++) {
        int number = declared_column(planner->declared, i);
        if (number != info->aOrderBy[0].iColumn || number >= MOST_COLUMNS - 1)
            continue;
        bool alone = (info->colUsed & ~((uint64_t)1 << number | 1)) == 0;
        return alone && strcmp(table->columns[i].type, "INTEGER") == 0 ? (int)i : NOT_THERE;
    }
    return NOT_THERE;
}

static void estimate(struct planner *planner, unsigned keys, bool bounds, bool by_column,
                     uint64_t count)
{
    sqlite3_index_info *info = planner->info;
    const struct table *table = planner->table;
    double rows = (double)(count ? count : 1), cost = rows;
    if (keys > 0 && keys == table->level_count) {
        rows = cost = 1;
        info->idxFlags = table->is_list ? SQLITE_INDEX_SCAN_UNIQUE : 0;
    } else if (keys > 0) {
        rows = cost = CHEAP;
    } else if (by_column && table->level_count == 1) {
        rows = rows < LOOKED_UP ? rows : LOOKED_UP;
        cost = 3 * rows;
    } else if (bounds || by_column) {
        rows = rows / 4 + 1;
        cost = bounds ? rows : cost;
    }
    info->estimatedRows = (sqlite3_int64)rows;
    info->estimatedCost = cost;
    info->orderByConsumed = is_in_order(planner);
}

/* Returns true if a path comes from a table that is read later, so another order of tables is
 * needed. Without a path, the walk reports that it is missing. */
static bool is_path_to_come(const sqlite3_index_info *info, int path)
{
    for (int i = 0; i < info->nConstraint; i++)
        if (info->aConstraint[i].iColumn == path &&
            info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
            return true;
    return false;
}

int plan_best(const struct declared_table *declared, uint64_t count, sqlite3_index_info *info)
{
    const struct table *table = declared->table;
    const int path = declared->path;
    struct planner planner = {.declared = declared, .table = table, .info = info};
    bool has_path = path != NOT_THERE && use_equal(&planner, path, 'P');
    if (path != NOT_THERE && !has_path && is_path_to_come(info, path))
        return SQLITE_CONSTRAINT;
    if (has_path)
        for (int i = 0; i < info->nConstraint; i++)
            if (info->aConstraintUsage[i].argvIndex == 1)
                info->aConstraintUsage[i].omit = 1;
    unsigned keys = 0;
    while (keys < table->level_count && use_equal(&planner, (int)keys, 'K'))
        keys++;
    bool bounds = keys < table->level_count && use_bounds(&planner, (int)keys);
    int column = keys < table->level_count ? use_column(&planner) : NOT_THERE;
    estimate(&planner, keys, bounds, column != NOT_THERE, count);
    int order = keys > 0 || bounds || column != NOT_THERE ? NOT_THERE : order_column(&planner);
    if (order != NOT_THERE) {
        planner.letters[planner.count] = 'O';
        column = order;
        info->orderByConsumed = 1;
    }
    info->idxStr =
        sqlite3_mprintf("%llx:%s:%d", (unsigned long long)info->colUsed, planner.letters, column);
    info->needToFreeIdxStr = 1;
    return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

/* Reads a whole number. No row has a key that is not a whole number. */
static bool read_whole(sqlite3_value *value, int64_t *number)
{
    int type = sqlite3_value_numeric_type(value);
    double real = type == SQLITE_FLOAT ? sqlite3_value_double(value) : 0;
    if (type == SQLITE_FLOAT && !(real >= -9e15 && real <= 9e15 && real == (double)(int64_t)real))
        return false;
    *number = type == SQLITE_FLOAT ? (int64_t)real : sqlite3_value_int64(value);
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER;
}

/* Bounds that are not whole numbers narrow nothing; SQLite tests each row again. */
static bool narrow(struct row_request *request, char letter, int64_t bound)
{
    bool above = letter == 'G' || letter == 'L';
    uint64_t *least = &request->keys[request->key_count];
    if (letter == 'g' || letter == 'G') {
        uint64_t first = bound < 0 ? 0 : (uint64_t)bound + above;
        *least = first > *least ? first : *least;
        return true;
    }
    if (bound < 0)
        return false;
    uint64_t end = (uint64_t)bound + !above;
    request->end = end < request->end ? end : request->end;
    return *least < request->end;
}

static bool take_key(struct row_request *request, bool whole, int64_t number)
{
    if (!whole || number < 0 || number >= UINT32_MAX)
        return false;
    request->keys[request->key_count++] = (uint64_t)number;
    return true;
}

/* The last bit stands for all columns from there on, in `used` and in the result. */
static uint64_t columns_of(const struct declared_table *declared, uint64_t used)
{
    uint64_t columns = 0;
    for (unsigned i = 0; i < declared->table->column_count; i++) {
        int number = declared_column(declared, i);
        uint64_t is_used = used >> (number < MOST_COLUMNS ? number : MOST_COLUMNS - 1) & 1;
        columns |= is_used << (i < MOST_COLUMNS ? i : MOST_COLUMNS - 1);
    }
    return columns;
}

bool plan_read(const struct declared_table *declared, const char *plan, int count,
               sqlite3_value **values, struct row_request *request, sqlite3_value **path)
{
    char *letters;
    uint64_t used = strtoull(plan, &letters, 16);
    const char *column = strrchr(plan, ':') + 1;
    *request = (struct row_request){.end = UINT64_MAX, .column = NOT_THERE, .order = NOT_THERE};
    if (letters[1 + count] == 'O')
        request->order = (int16_t)atoi(column);
    request->columns = columns_of(declared, used);
    for (int i = 0; i < count; i++) {
        char letter = letters[1 + i];
        int64_t number = 0;
        bool whole = letter != 'P' && read_whole(values[i], &number);
        if (letter == 'P')
            *path = values[i];
        else if (letter == 'K' && !take_key(request, whole, number))
            return false;
        else if (letter == 'C' && !whole)
            return false;
        else if (letter == 'C')
            request->column = (int16_t)atoi(column), request->value = number;
        else if (letter != 'K' && whole && !narrow(request, letter, number))
            return false;
    }
    return true;
}
