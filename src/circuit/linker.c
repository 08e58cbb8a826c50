/* Links: on and off spread along closed relays and fast buffers within a tick.
 *
 * What is on is the least fixed point: nets with a driver that is on, and what links lead to from
 * them. A ring of links does not hold itself on (inferred: no save has one).
 *
 * Each net that a link turned on remembers this link in `led_by`. A link is noted only while its
 * net is off, so these links form trees whose roots have drivers. If a net loses its driver or its
 * link, only the tree behind it goes off; then on spreads again: from nets that are on beside that
 * tree, from new drivers, and over links that closed. A link in no tree opens at no cost. */
#include "simulation.h"

void simulation_switch_link(ow_simulation *run, uint32_t link, bool closed)
{
    if (run->link_closed[link] == closed)
        return;
    run->link_closed[link] = closed;
    run->switched[run->switched_count++] = link;
}

struct spreading {
    ow_simulation *run;
    uint32_t spread_count, front_count;
};

/* Stores the state of a net before the linker changes it. */
static struct running_net *touch(struct spreading *spreading, uint32_t number)
{
    ow_simulation *run = spreading->run;
    struct running_net *net = &run->nets[number];
    if (!(net->flags & NET_SPREAD)) {
        net->flags |= NET_SPREAD;
        if (net->flags & NET_ON)
            net->flags |= NET_WAS_ON;
        run->spread[spreading->spread_count++] = number;
    }
    return net;
}

/* Turns off a net that has lost its `link`, or its last driver (OW_NO_NET). */
static void turn_off(struct spreading *spreading, uint32_t number, uint32_t link)
{
    ow_simulation *run = spreading->run;
    const struct running_net *net = &run->nets[number];
    if (!(net->flags & NET_ON) || run->led_by[number] != link)
        return;
    run->led_by[number] = OW_NO_NET;
    if (net->drivers > 0)
        return;
    touch(spreading, number)->flags &= (uint8_t)~NET_ON;
    run->front[spreading->front_count++] = number;
}

/* Turns on a net by a driver (OW_NO_NET) or a link. */
static void turn_on(struct spreading *spreading, uint32_t number, uint32_t link)
{
    ow_simulation *run = spreading->run;
    if (run->nets[number].flags & NET_ON)
        return;
    touch(spreading, number)->flags |= NET_ON;
    run->led_by[number] = link;
    run->front[spreading->front_count++] = number;
}

/* The net that a closed link leads to from a net; the net itself if it does not. */
static uint32_t lead(const ow_simulation *run, uint32_t link, uint32_t from)
{
    const ow_circuit_link *record = &run->circuit->links[link];
    if (!run->link_closed[link])
        return from;
    if (record->from == from)
        return record->to;
    return record->both_ways ? record->from : from;
}

static void go_on_from_front(struct spreading *spreading,
                             void (*turn)(struct spreading *spreading, uint32_t net, uint32_t link))
{
    const ow_circuit *circuit = spreading->run->circuit;
    while (spreading->front_count > 0) {
        uint32_t number = spreading->run->front[--spreading->front_count];
        const ow_circuit_net *net = &circuit->nets[number];
        spreading->run->link_steps += net->link_count;
        for (uint32_t i = 0; i < net->link_count; i++) {
            uint32_t link = circuit->linked[net->first_link + i];
            uint32_t to = lead(spreading->run, link, number);
            if (to != number)
                turn(spreading, to, link);
        }
    }
}

/* A closed link to a net from one that is on; OW_NO_NET: none. */
static uint32_t find_lead(ow_simulation *run, uint32_t number)
{
    const ow_circuit_net *net = &run->circuit->nets[number];
    for (uint32_t i = 0; i < net->link_count; i++) {
        uint32_t link = run->circuit->linked[net->first_link + i];
        const ow_circuit_link *record = &run->circuit->links[link];
        uint32_t from = record->from == number ? record->to : record->from;
        run->link_steps++;
        if (from != number && lead(run, link, from) == number && run->nets[from].flags & NET_ON)
            return link;
    }
    return OW_NO_NET;
}

static void spread_off(struct spreading *spreading, uint32_t linked)
{
    ow_simulation *run = spreading->run;
    for (uint32_t i = 0; i < run->switched_count; i++) {
        const ow_circuit_link *link = &run->circuit->links[run->switched[i]];
        if (run->link_closed[run->switched[i]])
            continue;
        turn_off(spreading, link->to, run->switched[i]);
        if (link->both_ways)
            turn_off(spreading, link->from, run->switched[i]);
    }
    for (uint32_t i = 0; i < linked; i++)
        if (run->nets[run->queued_nets[i]].drivers == 0)
            turn_off(spreading, run->queued_nets[i], OW_NO_NET);
    go_on_from_front(spreading, turn_off);
}

static void spread_on(struct spreading *spreading, uint32_t linked)
{
    ow_simulation *run = spreading->run;
    uint32_t went_off = spreading->spread_count;
    for (uint32_t i = 0; i < went_off; i++) {
        uint32_t link = find_lead(run, run->spread[i]);
        if (link != OW_NO_NET)
            turn_on(spreading, run->spread[i], link);
    }
    for (uint32_t i = 0; i < linked; i++)
        if (run->nets[run->queued_nets[i]].drivers > 0)
            turn_on(spreading, run->queued_nets[i], OW_NO_NET);
    for (uint32_t i = 0; i < run->switched_count; i++) {
        uint32_t number = run->switched[i];
        const ow_circuit_link *link = &run->circuit->links[number];
        if (!run->link_closed[number])
            continue;
        if (run->nets[link->from].flags & NET_ON)
            turn_on(spreading, link->to, number);
        if (link->both_ways && run->nets[link->to].flags & NET_ON)
            turn_on(spreading, link->from, number);
    }
    go_on_from_front(spreading, turn_on);
}

/* The first `linked` changed nets have links. */
void simulation_spread(ow_simulation *run, uint32_t linked)
{
    struct spreading spreading = {.run = run};
    spread_off(&spreading, linked);
    spread_on(&spreading, linked);
    run->switched_count = 0;
    for (uint32_t i = 0; i < spreading.spread_count; i++) {
        struct running_net *net = &run->nets[run->spread[i]];
        bool was_on = net->flags & NET_WAS_ON, on = net->flags & NET_ON;
        net->flags &= (uint8_t) ~(NET_SPREAD | NET_WAS_ON);
        if (was_on != on)
            simulation_net_changed(run, run->spread[i]);
    }
}
