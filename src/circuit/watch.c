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

void simulation_leave_users(ow_simulation *run)
{
    struct simulation_user *user = run->users;
    run->users = NULL;
    while (user) {
        struct simulation_user *next = user->next;
        user->closing(user);
        user = next;
    }
}

/* A watch of the caller. */
struct ow_watch {
    struct simulation_user user; /* first, so that a pointer to it is one to the struct */
    struct net_watcher watcher;
    ow_simulation *run; /* NULL once it is closed */
    ow_allocator allocator;
};

static void leave_simulation(struct simulation_user *user)
{
    ((struct ow_watch *)user)->run = NULL;
}

/* Makes a sorted copy of nets. */
static ow_status copy_nets(ow_simulation *run, const uint32_t *nets, uint32_t count,
                           uint32_t **copy)
{
    struct arena scratch;
    uint32_t *sorted = allocator_take(&run->options.allocator, count * sizeof *sorted);
    if (!sorted)
        return OW_NO_MEMORY;
    memcpy(sorted, nets, count * sizeof *sorted);
    arena_init(&scratch, &run->options);
    ow_status status = sort_u32(sorted, count, &scratch);
    arena_free(&scratch);
    if (status == OW_OK)
        *copy = sorted;
    else
        allocator_give(&run->options.allocator, sorted, count * sizeof *sorted);
    return status;
}

ow_status ow_watch_open(ow_simulation *run, const uint32_t *nets, uint32_t count,
                        ow_net_visitor changed, void *context, ow_watch **watch, ow_error *error)
{
    error_clear(error);
    if (watch)
        *watch = NULL;
    if (!run || !nets || count == 0 || !changed || !watch)
        return error_missing(error, "simulation, nets, callback, or output for the watch");
    for (uint32_t i = 0; i < count; i++)
        if (nets[i] >= run->circuit->net_count)
            return error_missing(error, "net that the circuit has");
    struct ow_watch *made = allocator_take(&run->options.allocator, sizeof *made);
    if (!made)
        return error_plain(error, OW_NO_MEMORY);
    *made = (struct ow_watch){.user.closing = leave_simulation,
                              .watcher = {.count = count, .changed = changed, .context = context},
                              .run = run,
                              .allocator = run->options.allocator};
    ow_status status = copy_nets(run, nets, count, &made->watcher.nets);
    if (status != OW_OK) {
        allocator_give(&made->allocator, made, sizeof *made);
        return error_limited(error, status, run->options.max_memory);
    }
    simulation_add_watcher(run, &made->watcher);
    simulation_add_user(run, &made->user);
    *watch = made;
    return OW_OK;
}

void ow_watch_close(ow_watch *watch)
{
    if (!watch)
        return;
    ow_allocator allocator = watch->allocator;
    if (watch->run) {
        simulation_remove_watcher(watch->run, &watch->watcher);
        simulation_remove_user(watch->run, &watch->user);
    }
    allocator_give(&allocator, watch->watcher.nets,
                   watch->watcher.count * sizeof *watch->watcher.nets);
    allocator_give(&allocator, watch, sizeof *watch);
}
