/* Building a save from a netlist: the order of work, and the initial stable states. */
#include "build.h"

#include "../../base/error.h"
#include "../../base/stored.h"

#include <overworld/overworld.h>

/* The default memory limit besides the save, as a multiple of the text. Measured: three times. */
enum { BUILD_OF_TEXT = 2, BUILD_OF_TABLE = 64 };

/* The longest settling: latches open one after another, each after the gates before it. */
static uint64_t longest_settling(const struct builder *builder)
{
    enum { ALWAYS = 64 };
    return 2 * (uint64_t)builder->cell_count + ALWAYS;
}

/* If the circuit still changes by then, it never stabilises. */
static ow_status run(struct builder *builder, ow_simulation *simulation)
{
    uint64_t most = longest_settling(builder);
    ow_status status = ow_simulation_run(simulation, 1, builder->error); /* also if it is empty */
    while (status == OW_OK && !ow_simulation_is_settled(simulation) &&
           ow_simulation_tick(simulation) < most)
        status = ow_simulation_run(simulation, 1, builder->error);
    if (ow_simulation_is_settled(simulation))
        builder->report->settled = ow_simulation_tick(simulation);
    return status;
}

/* RAMs have contents as ram_save.c packs them. */
static size_t unpack(void *context, const void *packed, size_t packed_size, void *plain,
                     size_t size)
{
    (void)context;
    return stored_unpack(packed, packed_size, plain, size);
}

static ow_status save_state_at_rest(struct builder *builder, ow_document *document)
{
    ow_circuit circuit;
    ow_simulation *simulation = NULL;
    ow_options options = builder->options;
    ow_status status = ow_circuit_open(document, NULL, &options, &circuit, builder->error);
    if (status != OW_OK)
        return status;
    const ow_simulation_options how = {.inflate = unpack};
    status = ow_simulation_open(document, &circuit, &how, &options, &simulation, builder->error);
    if (status == OW_OK)
        status = run(builder, simulation);
    if (status == OW_OK)
        status = ow_simulation_store(simulation, document, &options, builder->error);
    ow_simulation_close(simulation);
    ow_circuit_close(&circuit);
    return status;
}

static ow_status find_states(struct builder *builder)
{
    build_find_states(builder);
    return OW_OK;
}

typedef ow_status reader(struct builder *builder);

static ow_status build(struct builder *builder, reader *read, ow_document *document)
{
    static ow_status (*const parts[])(struct builder * builder) = {
        build_number_nets,   build_order_cells, build_follow_clock, build_hold_inputs,
        build_add_margin,    build_time_clock,  find_states,        build_join_drivers,
        build_list_memories, build_find_units,  build_place};
    ow_status status = read(builder);
    for (size_t i = 0; status == OW_OK && i < sizeof parts / sizeof *parts; i++)
        status = parts[i](builder);
    if (status == OW_OK)
        status = driver_new(&blotter_format, &builder->options, &document->as.any, builder->error);
    if (status != OW_OK)
        return status;
    document->format = &blotter_format.about;
    builder->save = document->as.blotter;
    status = build_write_save(builder);
    return status == OW_OK ? save_state_at_rest(builder, document) : status;
}

static void report(struct builder *builder)
{
    builder->report->cells = builder->cell_count + builder->ram_count;
    builder->report->inputs = builder->input_count;
    builder->report->outputs = builder->output_count;
}

/* `memory`: the default memory limit besides the save. */
static ow_status build_text(reader *read, ow_bytes text, uint64_t memory,
                            const ow_build_options *build_options, const ow_options *options,
                            ow_document *document, ow_build_report *reported, ow_error *error)
{
    static const ow_build_options nothing;
    static const ow_options no_options;
    ow_build_report own_report = {0};
    ow_error own_error = {.status = OW_OK};
    struct builder builder = {.asked = build_options ? build_options : &nothing,
                              .report = reported ? reported : &own_report,
                              .options = options ? *options : no_options,
                              .error = error ? error : &own_error};
    error_clear(builder.error);
    if (!text.data || !document)
        return error_missing(error, "text, or output for the document");
    *document = (ow_document){0};
    *builder.report = own_report;
    if (builder.asked->margin > OW_MOST_MARGIN)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a margin is at most %d ticks",
                         OW_MOST_MARGIN);
    builder.walk = (struct json_walk){.begin = (const char *)text.data,
                                      .end = (const char *)text.data + text.size};
    ow_options limited = options_or_default(options, memory);
    arena_init(&builder.arena, &limited);
    ow_status status = build(&builder, read, document);
    if (status != OW_OK && builder.error->status == OW_OK)
        error_limited(builder.error, status, arena_limit(&builder.arena));
    if (status == OW_OK)
        report(&builder);
    arena_free(&builder.arena);
    if (status == OW_OK)
        return OW_OK;
    ow_blotter_free(document->as.blotter);
    *document = (ow_document){0};
    return status;
}

ow_status ow_build_netlist(const char *text, size_t size, const ow_build_options *build_options,
                           const ow_options *options, ow_document *document,
                           ow_build_report *reported, ow_error *error)
{
    return build_text(build_read, (ow_bytes){(const uint8_t *)text, size},
                      (uint64_t)size * BUILD_OF_TEXT, build_options, options, document, reported,
                      error);
}

ow_status ow_build_table(const char *text, size_t size, const ow_build_options *build_options,
                         const ow_options *options, ow_document *document,
                         ow_build_report *reported, ow_error *error)
{
    return build_text(build_read_table, (ow_bytes){(const uint8_t *)text, size},
                      (uint64_t)size * BUILD_OF_TABLE, build_options, options, document, reported,
                      error);
}
