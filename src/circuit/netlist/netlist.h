/* Writing a circuit as a netlist: what the kinds share. */
#ifndef OW_SRC_CIRCUIT_NETLIST_NETLIST_H
#define OW_SRC_CIRCUIT_NETLIST_NETLIST_H

#include "../../base/compiler.h"
#include "../../base/emit.h"
#include "../../base/memory.h"
#include "../../base/output.h"

#include <overworld/netlist.h>

/* What a net is to the world around the module. */
enum net_role {
    NET_INSIDE,
    NET_IN,  /* nothing inside drives it */
    NET_OUT, /* nothing outside drives it */
    NET_BOTH
};

/* A port of the module: a net, or the output of a switch beside which other things drive its net. */
struct netlist_port {
    enum net_role role;
    uint32_t net, output; /* OW_NO_NET: it is the other */
    uint32_t component;   /* by which it is one */
};

struct netlist {
    const ow_circuit *circuit;
    const ow_netlist_options *asked;
    struct output out;
    const ow_options *options; /* and the sink: for those that write events as JSON */
    const ow_sink *sink;
    struct arena arena;
    ow_error *error;
    bool escapes;          /* names as Verilog wants them */
    bool resolves;         /* a net may be driven from inside and outside at once */
    ow_text *names;        /* of nets, fit for every language; empty: "n" and the number */
    uint8_t *roles;        /* of nets: enum net_role */
    uint8_t *is_led_to;    /* of nets: whether a link brings a signal */
    uint8_t *has_namesake; /* of components: whether another one has its address */
    struct netlist_port *ports;
    uint32_t port_count;
};

/* Each kind, see the file of its name. */
ow_status netlist_write_yosys(struct netlist *netlist);
ow_status netlist_write_verilog(struct netlist *netlist);
ow_status netlist_write_verilog_for_yosys(struct netlist *netlist);
ow_status netlist_write_blif(struct netlist *netlist);
ow_status netlist_write_dot(struct netlist *netlist);
ow_status netlist_write_circuit(struct netlist *netlist);

/* Names and ports; see names.c and ports.c. */
ow_status netlist_find_names(struct netlist *netlist);
ow_status netlist_find_ports(struct netlist *netlist);

/* A text with what some language gives a meaning written otherwise, cut where it is very long, zero-terminated.
 * data NULL: no memory. */
ow_text netlist_fit_name(struct arena *arena, ow_text name);

/* Whether an output is a switch's or a button's, which are ports; whether its one net is the port itself. */
bool netlist_is_hand(const struct netlist *netlist, uint32_t output);
bool netlist_is_its_net(const struct netlist *netlist, uint32_t output);

/* Whether a component is a cell: it has pegs, does something, and is no port. */
bool netlist_is_cell(const struct netlist *netlist, uint32_t component);

/* Whether nobody knows what a component does, or no netlist can hold it: it is a black box. */
bool netlist_is_black_box(const ow_circuit_component *component);

/* What brings a signal to a net at once: outputs that drive it, then nets from which fast buffers lead. False at
 * the end. */
struct net_source {
    bool is_net;
    uint32_t number; /* of the net, or of the output */
};
bool netlist_next_source(const struct netlist *netlist, uint32_t net, uint32_t *at,
                         struct net_source *source);
uint32_t netlist_count_sources(const struct netlist *netlist, uint32_t net);

/* Whether a component's output is on for a row of a truth table: of OW_LOGIC_TABLE and OW_LOGIC_BCD. */
bool netlist_table_bit(const struct netlist *netlist, uint32_t component, uint32_t row,
                       uint32_t output);

/* Text, and numbers in it: short ones, no names. */
void netlist_put(struct netlist *netlist, const char *text);
void netlist_printf(struct netlist *netlist, const char *format, ...) OW_PRINTF(2, 3);

/* Names. */
void netlist_put_name(struct netlist *netlist, ow_text name);
void netlist_put_net(struct netlist *netlist, uint32_t net);
void netlist_put_output(struct netlist *netlist, uint32_t output);
void netlist_put_component(struct netlist *netlist, uint32_t component);
void netlist_put_port(struct netlist *netlist, const struct netlist_port *port);

/* The same into a buffer, cut where it does not fit. */
enum { NETLIST_SHORT = 64 };
ow_text netlist_name_component(const struct netlist *netlist, uint32_t component,
                               char text[NETLIST_SHORT]);

/* Writes JSON: `emit_events` makes its events. */
ow_status netlist_write_json(struct netlist *netlist,
                             ow_status (*emit_events)(struct netlist *netlist,
                                                      struct emitter *emit));

/* Tells the caller what the netlist cannot carry. */
void netlist_warn(struct netlist *netlist, uint32_t component, const char *message);

/* Warns of links that hold themselves on in Verilog, see rings.c. */
ow_status netlist_warn_of_rings(struct netlist *netlist);

/* Refuses a circuit for a component of it. */
ow_status netlist_refuse(struct netlist *netlist, uint32_t component, const char *why);

/* Black boxes: one for each type and number of pegs, see boxes.c. */
struct black_box {
    uint32_t component; /* the first of it */
    ow_text name;
    uint32_t inputs, outputs;
};
ow_status netlist_list_boxes(struct netlist *netlist, struct black_box **boxes, uint32_t *count);
ow_text netlist_box_name(struct netlist *netlist, uint32_t component);

#endif
