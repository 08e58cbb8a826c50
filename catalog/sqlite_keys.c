/* Keys of worlds and numbers of names in SQL, for updates of the schema. */
#include "sqlite_keys.h"

#include "digest.h"

static void key_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    if (sqlite3_value_bytes(values[0]) == DIGEST_SIZE)
        sqlite3_result_int64(context, digest_key(sqlite3_value_blob(values[0])));
    else
        sqlite3_result_error(context, "a world without the hash of its content", -1);
}

static void id_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    const unsigned char *name = sqlite3_value_text(values[0]);
    if (name)
        sqlite3_result_int64(context,
                             digest_id((const char *)name, (size_t)sqlite3_value_bytes(values[0])));
}

int sqlite_add_keys(sqlite3 *handle)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    int code = sqlite3_create_function(handle, "key_of", 1, flags, NULL, key_of, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function(handle, "id_of", 1, flags, NULL, id_of, NULL, NULL);
    return code;
}
