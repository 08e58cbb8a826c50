/* Writing a circuit as a netlist: shared data and calls. */
#ifndef OW_SRC_CIRCUIT_NETLIST_NETLIST_H
#define OW_SRC_CIRCUIT_NETLIST_NETLIST_H

#include "../../base/compiler.h"
#include "../../base/emit.h"
#include "../../base/memory.h"
#include "../../base/output.h"

#include <overworld/netlist.h>

/* The role of a net at the module's boundary. */
enum net_role {
    NET_INSIDE,
    NET_IN,  /* nothing inside drives it */
    NET_OUT, /* nothing outside drives it */
    NET_BOTH
};

/* A port of the module: a net, or the output of a switch whose net has other drivers. */
struct netlist_port {
    enum net_role role;
    uint32_t net, output; /* OW_NO_NET: it is the other one */
    uint32_t component;   /* the component that makes it a port */
};

struct netlist {
    const ow_circuit *circuit;
    const ow_netlist_options *asked;
    struct output out;
    const ow_options *options; /* with the sink: for kinds that write events as JSON */
    const ow_sink *sink;
    struct arena arena;
    ow_error *error;
    bool escapes;          /* names as in Verilog */
    bool resolves;         /* a net may be driven from inside and outside at once */
    ow_text *names;        /* of nets, valid in every language; empty: "n" and the number */
    uint8_t *roles;        /* of nets: enum net_role */
    uint8_t *is_led_to;    /* of nets: a link leads to it */
    uint8_t *has_namesake; /* of components: another one has the same address */
    struct netlist_port *ports;
    uint32_t port_count;
    struct netlist_truth *truth; /* of netlist_write_table alone */
};

/* Each kind, see the file of its name. */
ow_status netlist_write_yosys(struct netlist *netlist);
ow_status netlist_write_verilog(struct netlist *netlist);
ow_status netlist_write_verilog_for_yosys(struct netlist *netlist);
ow_status netlist_write_blif(struct netlist *netlist);
ow_status netlist_write_dot(struct netlist *netlist);
ow_status netlist_write_circuit(struct netlist *netlist);
ow_status netlist_write_table(struct netlist *netlist);

/* Names and ports; see names.c and ports.c. */
ow_status netlist_find_names(struct netlist *netlist);
ow_status netlist_find_ports(struct netlist *netlist);

/* Converts text to a valid name in every language, truncated if very long, zero-terminated. data
 * NULL: no memory. */
ow_text netlist_fit_name(struct arena *arena, ow_text name);

/* Returns true if an output is a switch's or button's, which are ports; if its only net is the
 * port itself. */
bool netlist_is_hand(const struct netlist *netlist, uint32_t output);
bool netlist_is_its_net(const struct netlist *netlist, uint32_t output);

/* Returns true if a component is a cell: it has pegs and logic, and is not a port. */
bool netlist_is_cell(const struct netlist *netlist, uint32_t component);

/* Returns true if a component is a black box: unknown, or impossible in netlists. */
bool netlist_is_black_box(const ow_circuit_component *component);

/* Iterates over the immediate sources of a net: outputs that drive it, then nets with fast buffers
 * to it. Returns false at the end. */
struct net_source {
    bool is_net;
    uint32_t number; /* of the net, or of the output */
};
bool netlist_next_source(const struct netlist *netlist, uint32_t net, uint32_t *at,
                         struct net_source *source);
uint32_t netlist_count_sources(const struct netlist *netlist, uint32_t net);

/* The output of a component for a row of its truth table: OW_LOGIC_TABLE and OW_LOGIC_BCD. */
bool netlist_table_bit(const struct netlist *netlist, uint32_t component, uint32_t row,
                       uint32_t output);

/* What a kind for combinational circuits does with each cell and each net; see combinational.c. */
struct netlist_visitor {
    const char *language; /* for errors, such as "BLIF" */
    void (*visit_cell)(struct netlist *netlist, uint32_t component);
    void (*visit_net)(struct netlist *netlist, uint32_t net);
};

/* Rejects the circuit if it has components besides combinational gates. */
ow_status netlist_check_combinational(struct netlist *netlist,
                                      const struct netlist_visitor *visitor);

/* Visits cells and nets, each after what it depends on. Rejects loops afterwards. */
ow_status netlist_visit_in_order(struct netlist *netlist, const struct netlist_visitor *visitor);

/* Writes short formatted text, not names. */
void netlist_put(struct netlist *netlist, const char *text);
void netlist_printf(struct netlist *netlist, const char *format, ...) OW_PRINTF(2, 3);

/* Names. */
void netlist_put_name(struct netlist *netlist, ow_text name);
void netlist_put_net(struct netlist *netlist, uint32_t net);
void netlist_put_output(struct netlist *netlist, uint32_t output);
void netlist_put_component(struct netlist *netlist, uint32_t component);
void netlist_put_port(struct netlist *netlist, const struct netlist_port *port);

/* Writes into a buffer, truncated to fit. */
enum { NETLIST_SHORT = 64 };
ow_text netlist_name_component(const struct netlist *netlist, uint32_t component,
                               char text[NETLIST_SHORT]);

/* Writes JSON: `emit_events` makes its events. */
ow_status netlist_write_json(struct netlist *netlist,
                             ow_status (*emit_events)(struct netlist *netlist,
                                                      struct emitter *emit));

/* Warns the caller of what the netlist cannot represent. */
void netlist_warn(struct netlist *netlist, uint32_t component, const char *message);

/* Warns of links that hold themselves on in Verilog, see rings.c. */
ow_status netlist_warn_of_rings(struct netlist *netlist);

/* Rejects a circuit because of a component. */
ow_status netlist_refuse(struct netlist *netlist, uint32_t component, const char *why);

/* Black boxes: one for each type and number of pegs, see boxes.c. */
struct black_box {
    uint32_t component; /* the first component of it */
    ow_text name;
    uint32_t inputs, outputs;
};
ow_status netlist_list_boxes(struct netlist *netlist, struct black_box **boxes, uint32_t *count);
ow_text netlist_box_name(struct netlist *netlist, uint32_t component);

#endif
