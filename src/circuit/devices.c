/* Devices: external components, such as a memory on a bus. */
#include "simulation.h"

#include "../base/error.h"

#include <string.h>

void simulation_notify_devices(ow_simulation *run, uint32_t net)
{
    for (struct running_device *device = run->devices; device; device = device->next)
        for (uint32_t i = 0; !device->is_due && i < device->device.input_count; i++)
            device->is_due = device->input_nets[i] == net;
    run->device_is_due = true;
}

static void update_device(ow_simulation *run, struct running_device *device)
{
    uint32_t count = device->device.output_count;
    uint8_t *drives = device->outputs + count; /* the requested states */
    device->is_due = false;
    for (uint32_t i = 0; i < device->device.input_count; i++)
        device->inputs[i] = run->nets[device->input_nets[i]].flags & NET_ON;
    memcpy(drives, device->outputs, count);
    if (!device->device.update(device->device.context, run->tick, device->inputs, drives))
        run->stopped = true;
    for (uint32_t i = 0; i < count; i++) {
        bool on = drives[i] != 0;
        if (device->outputs[i] == on)
            continue;
        device->outputs[i] = on;
        queue_net(run, device->output_nets[i], on);
    }
}

void simulation_update_devices(ow_simulation *run)
{
    run->device_is_due = false;
    for (struct running_device *device = run->devices; device; device = device->next)
        if (device->is_due)
            update_device(run, device);
}

static uint32_t *copy_nets(ow_simulation *run, const uint32_t *nets, uint32_t count)
{
    uint32_t *copy = arena_take(&run->arena, (count + 1) * sizeof *copy);
    if (copy && count > 0)
        memcpy(copy, nets, count * sizeof *copy);
    return copy;
}

static bool all_there(const ow_simulation *run, const uint32_t *nets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!nets || nets[i] >= run->circuit->net_count)
            return false;
    return true;
}

ow_status ow_simulation_attach(ow_simulation *run, const ow_device *device, ow_error *error)
{
    error_clear(error);
    if (!run || !device || !device->update ||
        !all_there(run, device->inputs, device->input_count) ||
        !all_there(run, device->outputs, device->output_count))
        return error_missing(error, "simulation, or device on existing nets");
    struct running_device *own = arena_take(&run->arena, sizeof *own);
    size_t outputs = 2 * (size_t)device->output_count;
    if (own)
        *own = (struct running_device){
            .device = *device,
            .inputs = arena_take(&run->arena, (size_t)device->input_count + 1),
            .outputs = arena_take(&run->arena, outputs + 1),
            .input_nets = copy_nets(run, device->inputs, device->input_count),
            .output_nets = copy_nets(run, device->outputs, device->output_count),
            .is_due = true,
            .next = run->devices};
    if (!own || !own->inputs || !own->outputs || !own->input_nets || !own->output_nets)
        return error_limited(error, run->arena.status, arena_limit(&run->arena));
    memset(own->outputs, 0, outputs + 1);
    for (uint32_t i = 0; i < device->input_count; i++)
        run->nets[device->inputs[i]].flags |= NET_ON_BUS;
    run->devices = own;
    run->device_is_due = true;
    return OW_OK;
}

void simulation_detach(ow_simulation *run, const void *context)
{
    struct running_device **device = &run->devices;
    while (*device && (*device)->device.context != context)
        device = &(*device)->next;
    if (!*device)
        return;
    for (uint32_t i = 0; i < (*device)->device.output_count; i++)
        if ((*device)->outputs[i])
            queue_net(run, (*device)->output_nets[i], false);
    *device = (*device)->next;
}
