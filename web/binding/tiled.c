/* Levels as maps of Tiled, and maps as levels. */
#include "calls.h"
#include "host.h"

#include <stdlib.h>

static bool inflate(void *context, const void *packed, size_t packed_size, void *cells, size_t size)
{
    (void)context;
    return host_inflate(packed, packed_size, cells, size) != 0;
}

/* The answer is a map as JSON (TMJ). */
EXPORTED int web_to_tiled(struct world *world)
{
    if (need_document(world) != OW_OK)
        return (int)last_error()->status;
    if (strcmp(world->document.format->name, "leveld") != 0)
        return (int)refuse(world->document.format->title, "only levels become maps of Tiled");
    ow_options options = options_of(world);
    ow_sink sink = answer_sink();
    return (int)ow_leveld_to_tiled(world->document.as.leveld, NULL, &options, &sink, fresh_error());
}

/* Makes a level of a map. The answer is {"losses": [...]}. */
EXPORTED struct world *web_from_tiled(const char *text, size_t size)
{
    const ow_tiled_options tiled = {.inflate = inflate, .read = host_read, .release = host_release};
    ow_json_writer *writer = open_answer();
    ow_leveld_level *level = NULL;
    if (!writer)
        return NULL;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "losses");
    ow_status status =
        ow_leveld_from_tiled(text, size, &tiled, NULL, answer_loss, writer, &level, fresh_error());
    json_end_array(writer);
    json_end_object(writer);
    if (close_answer(writer, status) != OW_OK) {
        ow_leveld_free(level);
        return NULL;
    }
    ow_document document = {.format = ow_format_by_name("leveld"), .as = {.leveld = level}};
    return world_of(&document, &(struct world){0});
}

EXPORTED int web_is_tiled(const char *text, size_t size)
{
    return ow_tiled_is_map(text, size);
}
