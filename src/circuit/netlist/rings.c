/* Rings of links with a fast buffer in them: a signal that goes round holds itself on in Verilog,
 * and not in the game, where on spreads from drivers alone. */
#include "../circuit.h"
#include "netlist.h"

/* Nets that relays may join form one place; fast buffers connect places. */
struct places {
    const ow_circuit *circuit;
    uint32_t *joined;       /* of nets, see circuit_root */
    uint32_t *first, *next; /* the nets of a place as a list; each number plus one */
    uint32_t *ways;         /* of places: number of fast buffers to it, or from it */
    uint32_t *bare;         /* places without incoming fast buffers */
    uint8_t *is_off;        /* of places: not on a ring */
};

static bool leads_away(const ow_circuit_link *link)
{
    return !link->both_ways && link->from != link->to;
}

static uint32_t end_of(struct places *places, const ow_circuit_link *link, bool to)
{
    return circuit_root(places->joined, to ? link->to : link->from);
}

static bool begin(struct netlist *netlist, struct places *places)
{
    const ow_circuit *circuit = netlist->circuit;
    uint32_t **const lists[] = {&places->joined, &places->first, &places->next, &places->ways,
                                &places->bare};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!(*lists[i] = arena_take(&netlist->arena, circuit->net_count * sizeof(uint32_t))))
            return false;
    places->is_off = arena_take(&netlist->arena, (size_t)circuit->net_count + 1);
    if (!places->is_off)
        return false;
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        places->joined[i] = i;
        places->first[i] = places->next[i] = 0;
        places->is_off[i] = 0;
    }
    for (uint32_t i = 0; i < circuit->link_count; i++)
        if (circuit->links[i].both_ways)
            circuit_join(places->joined, circuit->links[i].from, circuit->links[i].to);
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        uint32_t place = circuit_root(places->joined, i);
        places->next[i] = places->first[place];
        places->first[place] = i + 1;
    }
    return true;
}

/* Removes a place: its successors lose a predecessor. */
static void take_away(struct places *places, uint32_t place, bool forward, uint32_t *count)
{
    const ow_circuit *circuit = places->circuit;
    for (uint32_t net = places->first[place]; net > 0; net = places->next[net - 1]) {
        const ow_circuit_net *of = &circuit->nets[net - 1];
        for (uint32_t i = 0; i < of->link_count; i++) {
            const ow_circuit_link *link = &circuit->links[circuit->linked[of->first_link + i]];
            if (!leads_away(link) || (forward ? link->from : link->to) != net - 1)
                continue;
            uint32_t other = end_of(places, link, forward);
            if (!places->is_off[other] && --places->ways[other] == 0)
                places->bare[(*count)++] = other;
        }
    }
}

/* Removes places without predecessors or successors, which are on no ring. */
static void take_ends(struct places *places, bool forward)
{
    const ow_circuit *circuit = places->circuit;
    uint32_t count = 0;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        places->ways[i] = 0;
    for (uint32_t i = 0; i < circuit->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[i];
        if (leads_away(link) && !places->is_off[end_of(places, link, !forward)])
            places->ways[end_of(places, link, forward)]++;
    }
    for (uint32_t i = 0; i < circuit->net_count; i++)
        if (places->joined[i] == i && !places->is_off[i] && places->ways[i] == 0)
            places->bare[count++] = i;
    while (count > 0) {
        uint32_t place = places->bare[--count];
        places->is_off[place] = 1;
        take_away(places, place, forward, &count);
    }
}

ow_status netlist_warn_of_rings(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    struct places places = {.circuit = circuit};
    if (!begin(netlist, &places))
        return netlist->arena.status;
    take_ends(&places, true);
    take_ends(&places, false);
    for (uint32_t i = 0; i < circuit->link_count; i++) {
        const ow_circuit_link *link = &circuit->links[i];
        if (!leads_away(link) || places.is_off[end_of(&places, link, false)] ||
            places.is_off[end_of(&places, link, true)])
            continue;
        netlist_warn(netlist, link->component,
                     "is where links can become a ring: in Verilog, a closed ring keeps itself on; "
                     "in the game, it does not (inferred)");
        break; /* one warning for all */
    }
    return OW_OK;
}
