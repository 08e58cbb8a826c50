/* ow_info and ow_check: what a file is and what is wrong with it, as JSON. */
#include "extension.h"

#include <string.h>

/* Text that is being collected for an answer. */
static bool append(void *context, const void *data, size_t size)
{
    sqlite3_str_append(context, data, (int)size);
    return sqlite3_str_errcode(context) == SQLITE_OK;
}

static void finish(sqlite3_context *context, sqlite3_str *text)
{
    int size = sqlite3_str_length(text);
    char *made = sqlite3_str_finish(text);
    if (made)
        sqlite3_result_text(context, made, size, sqlite3_free);
    else
        sqlite3_result_error_nomem(context);
}

static struct world *hold(sqlite3_context *context, sqlite3_value *path)
{
    const char *text = (const char *)sqlite3_value_text(path);
    char *message = NULL;
    if (!text)
        return NULL; /* NULL for a NULL path */
    struct world *world = world_cache_acquire(sqlite3_user_data(context), text, &message);
    if (!world && message)
        sqlite3_result_error(context, message, -1);
    else if (!world)
        sqlite3_result_error_nomem(context);
    sqlite3_free(message);
    return world;
}

static void answer_info(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    struct world *world = hold(context, values[0]);
    if (!world)
        return;
    sqlite3_str *text = sqlite3_str_new(NULL);
    ow_sink sink = {.context = text, .write = append};
    ow_json_writer *writer = NULL;
    ow_error error = {0};
    ow_status status = ow_json_open(NULL, NULL, &sink, &writer, &error);
    if (status == OW_OK)
        status = ow_summarise(world->bytes.data, world->bytes.size, NULL, true, ow_json_visit,
                              writer, &error);
    ow_status closed = writer ? ow_json_close(writer, &error) : status;
    world_cache_release(sqlite3_user_data(context), world);
    if (status == OW_OK && closed == OW_OK) {
        finish(context, text);
        return;
    }
    sqlite3_free(sqlite3_str_finish(text));
    sqlite3_result_error(context, error.message, -1);
}

static void answer_check(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    struct world *world = hold(context, values[0]);
    if (!world)
        return;
    ow_check_totals totals;
    ow_error error = {0};
    ow_status status = ow_check(world->bytes.data, world->bytes.size, NULL, NULL, &totals, &error);
    world_cache_release(sqlite3_user_data(context), world);
    if (status != OW_OK) {
        sqlite3_result_error(context, error.message, -1);
        return;
    }
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendf(text, "{\"errors\": %llu, \"warnings\": %llu, \"infos\": %llu}",
                        (unsigned long long)totals.errors, (unsigned long long)totals.warnings,
                        (unsigned long long)totals.infos);
    finish(context, text);
}

int add_scalar_functions(sqlite3 *database, struct world_cache *cache)
{
    const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    int status = sqlite3_create_function_v2(database, "ow_info", 1, flags, cache, answer_info, NULL,
                                            NULL, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_create_function_v2(database, "ow_check", 1, flags, cache, answer_check,
                                            NULL, NULL, NULL);
    return status;
}
