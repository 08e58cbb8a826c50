/* A column of a row of SQLite as a value. */
#include "sqlite_value.h"

struct value sqlite_value(sqlite3_stmt *statement, int column)
{
    struct value value = {.kind = VALUE_NULL};
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        value.kind = VALUE_INTEGER;
        value.integer = sqlite3_column_int64(statement, column);
        return value;
    case SQLITE_FLOAT:
        value.kind = VALUE_REAL;
        value.real = sqlite3_column_double(statement, column);
        return value;
    case SQLITE_TEXT:
        value.kind = VALUE_TEXT;
        value.bytes = sqlite3_column_text(statement, column);
        break;
    case SQLITE_BLOB:
        value.kind = VALUE_BLOB;
        value.bytes = sqlite3_column_blob(statement, column);
        break;
    default:
        return value;
    }
    value.size = value.bytes ? (size_t)sqlite3_column_bytes(statement, column) : 0;
    return value;
}
