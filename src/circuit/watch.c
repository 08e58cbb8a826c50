/* Watchers of nets, and users of a simulation. */
#include "simulation.h"

#include "../base/error.h"
#include "../base/sort.h"

#include <string.h>

static bool has_net(const struct net_watcher *watcher, uint32_t net)
{
    uint32_t low = 0, high = watcher->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (watcher->nets[middle] < net)
            low = middle + 1;
        else
            high = middle;
    }
    return low < watcher->count && watcher->nets[low] == net;
}

void simulation_notify_watchers(const ow_simulation *run, uint32_t net)
{
    bool on = run->nets[net].flags & NET_ON;
    for (const struct net_watcher *watcher = run->watchers; watcher; watcher = watcher->next)
        if (has_net(watcher, net))
            watcher->changed(watcher->context, run->tick, net, on);
}

static void mark_nets(ow_simulation *run, const struct net_watcher *watcher)
{
    for (uint32_t i = 0; i < watcher->count; i++)
        run->nets[watcher->nets[i]].flags |= NET_WATCHED;
}

/* Watchers are notified in the order of adding. */
void simulation_add_watcher(ow_simulation *run, struct net_watcher *watcher)
{
    struct net_watcher **end = &run->watchers;
    while (*end)
        end = &(*end)->next;
    watcher->next = NULL;
    *end = watcher;
    mark_nets(run, watcher);
}

void simulation_remove_watcher(ow_simulation *run, struct net_watcher *watcher)
{
    struct net_watcher **at = &run->watchers;
    while (*at && *at != watcher)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = watcher->next;
    for (uint32_t i = 0; i < watcher->count; i++)
        run->nets[watcher->nets[i]].flags &= (uint8_t)~NET_WATCHED;
    for (const struct net_watcher *other = run->watchers; other; other = other->next)
        mark_nets(run, other);
}

void simulation_add_user(ow_simulation *run, struct simulation_user *user)
{
    user->next = run->users;
    run->users = user;
}

void simulation_remove_user(ow_simulation *run, struct simulation_user *user)
{
    struct simulation_user **at = &run->users;
    while (*at && *at != user)
        at = &(*at)->next;
    if (*at)
        *at = user->next;
}

static void leave_users(ow_simulation *run)
{
    struct simulation_user *user = run->users;
    run->users = NULL;
    while (user) {
        struct simulation_user *next = user->next;
        user->closing(user);
        user = next;
    }
}

/* Removes the caller's watcher. */
static void forget_own(ow_simulation *run)
{
    struct net_watcher *own = &run->own_watcher;
    simulation_remove_watcher(run, own);
    allocator_give(&run->options.allocator, own->nets, own->count * sizeof *own->nets);
    *own = (struct net_watcher){0};
}

void simulation_close_watchers(ow_simulation *run)
{
    leave_users(run);
    forget_own(run);
}

/* Makes a sorted copy of nets. */
static ow_status copy_nets(ow_simulation *run, const uint32_t *nets, uint32_t count,
                           uint32_t **copy)
{
    struct arena scratch;
    uint32_t *sorted = *copy = allocator_take(&run->options.allocator, count * sizeof *sorted);
    if (!sorted)
        return OW_NO_MEMORY;
    memcpy(sorted, nets, count * sizeof *sorted);
    arena_init(&scratch, &run->options);
    ow_status status = sort_u32(sorted, count, &scratch);
    arena_free(&scratch);
    if (status != OW_OK)
        allocator_give(&run->options.allocator, sorted, count * sizeof *sorted);
    return status;
}

ow_status ow_simulation_watch(ow_simulation *run, const uint32_t *nets, uint32_t count,
                              ow_net_visitor changed, void *context, ow_error *error)
{
    error_clear(error);
    if (!run || (count > 0 && (!nets || !changed)))
        return error_missing(error, "simulation, nets, or callback");
    for (uint32_t i = 0; i < count; i++)
        if (nets[i] >= run->circuit->net_count)
            return error_missing(error, "net that the circuit has");
    uint32_t *sorted = NULL;
    ow_status status = count > 0 ? copy_nets(run, nets, count, &sorted) : OW_OK;
    if (status != OW_OK)
        return error_limited(error, status, run->options.max_memory);
    forget_own(run);
    if (count == 0)
        return OW_OK;
    run->own_watcher = (struct net_watcher){
        .nets = sorted, .count = count, .changed = changed, .context = context};
    simulation_add_watcher(run, &run->own_watcher);
    return OW_OK;
}
