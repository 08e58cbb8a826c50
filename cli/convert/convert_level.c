/* overworld convert: writes a level as a Tiled map, or a layer of it as a table. */
#include "convert/convert.h"
#include "io/assets.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <string.h>

bool writes_level(const struct conversion *conversion)
{
    return conversion->to == TO_TMJ || conversion->to == TO_TMX || conversion->to == TO_CSV;
}

static bool read_layer(const struct conversion *conversion, unsigned long long *layer)
{
    *layer = 0;
    return option_number(conversion->arguments, "layer", layer);
}

/* Whether the level has the layer of --layer. */
static int check_layer(const struct conversion *conversion, const ow_leveld_level *level)
{
    unsigned long long layer;
    ow_leveld_view view;
    ow_error error = {0};
    if (!read_layer(conversion, &layer))
        return EXIT_USAGE;
    if (ow_leveld_view_open(level, NULL, &view, &error) != OW_OK)
        return input_failed(&conversion->input, &error);
    uint32_t count = view.mesh ? view.mesh->layer_count : 0;
    ow_leveld_view_close(&view);
    if (layer < count)
        return EXIT_FINE;
    complain("%s: unknown layer %llu; the level has %" PRIu32 " layer%s, counted from 0",
             conversion->input.path, layer, count, plural(count));
    return EXIT_USAGE;
}

int check_level(struct conversion *conversion)
{
    const ow_document *document = document_to_write(conversion);
    if (strcmp(document->format->name, "leveld") != 0) {
        complain(
            "%s: this is a %s; only levels can be converted to maps of Tiled and tables of cells",
            conversion->input.path, document->format->title);
        return EXIT_USAGE;
    }
    return conversion->to == TO_CSV ? check_layer(conversion, document->as.leveld) : EXIT_FINE;
}

int prepare_level(struct conversion *conversion)
{
    const struct arguments *arguments = conversion->arguments;
    if (conversion->to == TO_CSV)
        return EXIT_FINE;
    int status = tiled_output_open(&conversion->tiled, document_to_write(conversion)->as.leveld,
                                   conversion->out, option_value(arguments, "tileset"),
                                   conversion->to == TO_TMX, option_set(arguments, "force"));
    if (status == EXIT_FINE)
        tiled_output_report(&conversion->tiled, &conversion->written);
    return status;
}

/* Buffers text, so that the sink gets large pieces. */
struct pieces {
    const ow_sink *sink;
    size_t size;
    bool failed;
    char text[1 << 14];
};

static void hand_over(struct pieces *pieces)
{
    pieces->failed =
        pieces->failed || !pieces->sink->write(pieces->sink->context, pieces->text, pieces->size);
    pieces->size = 0;
}

/* One line per row of the map, each cell as in JSON. */
static ow_status write_table(const ow_leveld_view *view, uint32_t index, const ow_sink *sink,
                             ow_error *error)
{
    enum { LONGEST = 8 };
    const ow_leveld_layer *layer = &view->mesh->layers[index];
    uint32_t width = view->mesh->width;
    struct pieces pieces = {.sink = sink};
    for (uint32_t i = 0; i < layer->cell_count && !pieces.failed; i++) {
        bool last = width == 0 || (i + 1) % width == 0 || i + 1 == layer->cell_count;
        pieces.size += (size_t)snprintf(pieces.text + pieces.size, LONGEST, "%u%s", layer->cells[i],
                                        last ? "\n" : ",");
        if (pieces.size > sizeof pieces.text - LONGEST)
            hand_over(&pieces);
    }
    hand_over(&pieces);
    if (pieces.failed)
        *error = (ow_error){.status = OW_WRITE_FAILED};
    return pieces.failed ? OW_WRITE_FAILED : OW_OK;
}

ow_status write_level(const struct conversion *conversion, const ow_document *document,
                      const ow_sink *sink, ow_error *error)
{
    ow_options options = {.max_memory = memory_limit()};
    unsigned long long layer;
    ow_leveld_view view;
    if (conversion->to != TO_CSV)
        return tiled_output_write(&conversion->tiled, &options, sink, error);
    if (!read_layer(conversion, &layer)) /* check_level has refused it */
        return OW_BAD_ARGUMENT;
    ow_status status = ow_leveld_view_open(document->as.leveld, NULL, &view, error);
    if (status != OW_OK)
        return status;
    status = write_table(&view, (uint32_t)layer, sink, error);
    ow_leveld_view_close(&view);
    return status;
}
