/* Writing a circuit as a netlist: the order of the work. */
#include "netlist.h"

#include "../../base/error.h"

#include <overworld/overworld.h>

static const struct kind {
    const char *name;
    ow_status (*write)(struct netlist *netlist);
    bool escapes, resolves;
} kinds[] = {
    [OW_NETLIST_YOSYS] = {"yosys", netlist_write_yosys, false, false},
    [OW_NETLIST_VERILOG] = {"verilog", netlist_write_verilog, true, true},
    [OW_NETLIST_BLIF] = {"blif", netlist_write_blif, false, false},
    [OW_NETLIST_DOT] = {"dot", netlist_write_dot, false, true},
    [OW_NETLIST_CIRCUIT] = {"circuit", netlist_write_circuit, false, true},
    [OW_NETLIST_TABLE] = {"table", netlist_write_table, false, false},
};

static const struct kind verilog_for_yosys = {"verilog", netlist_write_verilog_for_yosys, true,
                                              false};

enum { KINDS = sizeof kinds / sizeof *kinds };

const char *ow_netlist_kind_name(ow_netlist_kind kind)
{
    return (unsigned)kind < KINDS ? kinds[kind].name : "";
}

void netlist_warn(struct netlist *netlist, uint32_t component, const char *message)
{
    if (netlist->asked->warn)
        netlist->asked->warn(netlist->asked->warn_context, component, message);
}

ow_status netlist_refuse(struct netlist *netlist, uint32_t component, const char *why)
{
    return error_set(netlist->error, OW_BAD_VALUE, 0, NULL, "C-%u %s",
                     (unsigned)netlist->circuit->components[component].address, why);
}

static ow_status write(struct netlist *netlist, const struct kind *kind, const ow_options *options,
                       const ow_sink *sink)
{
    netlist->options = options;
    netlist->sink = sink;
    netlist->escapes = kind->escapes;
    netlist->resolves = kind->resolves;
    ow_status status = netlist_find_names(netlist);
    if (status == OW_OK)
        status = netlist_find_ports(netlist);
    if (status != OW_OK)
        return error_limited(netlist->error, status, arena_limit(&netlist->arena));
    status = output_to_sink(&netlist->out, options, sink);
    if (status != OW_OK)
        return error_plain(netlist->error, status);
    status = kind->write(netlist);
    ow_status written = output_close_sink(&netlist->out);
    if (status == OW_BAD_VALUE)
        return status; /* error already reported */
    if (status != OW_OK)
        return error_limited(netlist->error, status, arena_limit(&netlist->arena));
    return written == OW_OK ? OW_OK : error_plain(netlist->error, written);
}

ow_status netlist_write_json(struct netlist *netlist,
                             ow_status (*emit_events)(struct netlist *netlist,
                                                      struct emitter *emit))
{
    ow_json_writer *writer;
    struct emitter emit = {.visit = ow_json_visit};
    ow_status status = ow_json_open(NULL, netlist->options, netlist->sink, &writer, netlist->error);
    if (status != OW_OK)
        return status;
    emit.context = writer;
    status = emit_events(netlist, &emit);
    ow_status written = ow_json_close(writer, netlist->error);
    return status == OW_OK ? written : status;
}

/* The default memory limit of a netlist: much more than it needs. */
static uint64_t size_of(const ow_circuit *circuit)
{
    enum { EACH = 64 };
    uint64_t things = (uint64_t)circuit->component_count + circuit->input_count +
                      circuit->output_count + circuit->net_count;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        things += circuit->nets[i].name.size / 8;
    return things * EACH;
}

ow_status ow_netlist_write(const ow_circuit *circuit, ow_netlist_kind kind,
                           const ow_netlist_options *netlist_options, const ow_options *options,
                           const ow_sink *sink, ow_error *error)
{
    ow_netlist_options asked = netlist_options ? *netlist_options : (ow_netlist_options){0};
    struct netlist netlist = {.circuit = circuit, .asked = &asked, .error = error};
    error_clear(error);
    if (!circuit || !sink || !sink->write || (unsigned)kind >= KINDS)
        return error_missing(error, "circuit, kind of netlist, or sink");
    ow_options own = options_or_default(options, size_of(circuit));
    arena_init(&netlist.arena, &own);
    asked.module = netlist_fit_name(&netlist.arena,
                                    asked.module.size > 0 ? asked.module : OW_LITERAL("overworld"));
    ow_status status = !asked.module.data ? error_plain(error, netlist.arena.status)
                                          : write(&netlist,
                                                  kind == OW_NETLIST_VERILOG && asked.for_yosys
                                                      ? &verilog_for_yosys
                                                      : &kinds[kind],
                                                  &own, sink);
    arena_free(&netlist.arena);
    return status;
}
