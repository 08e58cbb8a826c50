/* Links: on and off spread along closed relays and fast buffers within a tick.
 *
 * What is on is the least fixed point: nets with a driver that is on, and what links lead to from them. A ring
 * of links does not hold itself on (inferred: no save has one). Only what may change is gone through: where a
 * net loses its driver, or a link opens, everything that may have been on for its sake goes off; then on
 * spreads again, from what is left at the border of that, from new drivers and over links that closed. */
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

/* Notes what a net was before the linker changed it. */
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

static void turn_off(struct spreading *spreading, uint32_t number)
{
    struct running_net *net = &spreading->run->nets[number];
    if (!(net->flags & NET_ON) || net->drivers > 0)
        return;
    touch(spreading, number)->flags &= (uint8_t)~NET_ON;
    spreading->run->front[spreading->front_count++] = number;
}

static void turn_on(struct spreading *spreading, uint32_t number)
{
    if (spreading->run->nets[number].flags & NET_ON)
        return;
    touch(spreading, number)->flags |= NET_ON;
    spreading->run->front[spreading->front_count++] = number;
}

/* Where a closed link leads to from a net; the net itself where it does not. */
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
                             void (*turn)(struct spreading *spreading, uint32_t net))
{
    const ow_circuit *circuit = spreading->run->circuit;
    while (spreading->front_count > 0) {
        uint32_t number = spreading->run->front[--spreading->front_count];
        const ow_circuit_net *net = &circuit->nets[number];
        for (uint32_t i = 0; i < net->link_count; i++) {
            uint32_t to = lead(spreading->run, circuit->linked[net->first_link + i], number);
            if (to != number)
                turn(spreading, to);
        }
    }
}

/* Whether a closed link leads to a net from one that is on. */
static bool is_led_to(const ow_simulation *run, uint32_t number)
{
    const ow_circuit_net *net = &run->circuit->nets[number];
    for (uint32_t i = 0; i < net->link_count; i++) {
        uint32_t link = run->circuit->linked[net->first_link + i];
        const ow_circuit_link *record = &run->circuit->links[link];
        uint32_t from = record->from == number ? record->to : record->from;
        if (from != number && lead(run, link, from) == number && run->nets[from].flags & NET_ON)
            return true;
    }
    return false;
}

static void spread_off(struct spreading *spreading, uint32_t linked)
{
    ow_simulation *run = spreading->run;
    for (uint32_t i = 0; i < linked; i++)
        turn_off(spreading, run->told[i]);
    for (uint32_t i = 0; i < run->switched_count; i++) {
        const ow_circuit_link *link = &run->circuit->links[run->switched[i]];
        if (run->link_closed[run->switched[i]])
            continue;
        turn_off(spreading, link->to);
        if (link->both_ways)
            turn_off(spreading, link->from);
    }
    go_on_from_front(spreading, turn_off);
}

static void spread_on(struct spreading *spreading, uint32_t linked)
{
    ow_simulation *run = spreading->run;
    uint32_t went_off = spreading->spread_count;
    for (uint32_t i = 0; i < went_off; i++)
        if (is_led_to(run, run->spread[i]))
            turn_on(spreading, run->spread[i]);
    for (uint32_t i = 0; i < linked; i++)
        if (run->nets[run->told[i]].drivers > 0)
            turn_on(spreading, run->told[i]);
    for (uint32_t i = 0; i < run->switched_count; i++) {
        const ow_circuit_link *link = &run->circuit->links[run->switched[i]];
        if (!run->link_closed[run->switched[i]])
            continue;
        if (run->nets[link->from].flags & NET_ON)
            turn_on(spreading, link->to);
        if (link->both_ways && run->nets[link->to].flags & NET_ON)
            turn_on(spreading, link->from);
    }
    go_on_from_front(spreading, turn_on);
}

/* The first `linked` nets that were told of have links. */
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
