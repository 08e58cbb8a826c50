/* Calls that are refused in words, and calls that succeed with an error that says nothing. */
#include "refusals.h"

#include "documents.h"

ow_error old_error(void)
{
    return (ow_error){OW_TRUNCATED, 99, "/old", "from an earlier call", {0}};
}

void assert_zeroed(const char *call, const ow_error *error)
{
    if (error->status != OW_OK || error->offset || *error->pointer || *error->message)
        ROW_FAILED("%s: %s, byte %u, %s: %s\n", call, ow_status_name(error->status),
                   (unsigned)error->offset, error->pointer, error->message);
}

static bool swallow(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return true;
}

const ow_sink open_sink = {.write = swallow}, no_sink = {0};

struct world open_world(const char *json)
{
    struct world world = {.document = document_of(json)};
    ow_error error;
    if (ow_write_buffer(&world.document, NULL, &world.file, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return world;
}

void close_world(struct world *world)
{
    ow_buffer_free(&world->file, NULL);
    ow_close(&world->document);
}
