/* Grouping the pins of each net at each channel. */
#include "place.h"

#include "../../base/sort.h"

static uint32_t channel_of(const struct build_cell *cell, uint32_t index)
{
    return cell->row + (index == OUTPUT_PIN ? cell->out_side : cell->in_side);
}

/* Counts the pins with a net, and lists them if there is room. An output counts once for each net
 * that it drives. */
static uint64_t list_pins(const struct builder *builder, uint64_t *keys, struct build_pin *pins,
                          uint32_t *channels)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        for (uint32_t k = 0; k < cell->input_count + cell->driven_count; k++) {
            bool is_input = k < cell->input_count;
            uint32_t index = is_input ? k : OUTPUT_PIN;
            uint32_t net = is_input ? cell->in[k]
                                    : builder->driven[cell->first_driven + k - cell->input_count];
            if (!is_net(net) ||
                builder->nets[net].driver_count + (builder->nets[net].port != NO_BIT) == 0)
                continue;
            if (keys) {
                keys[count] = (uint64_t)net << 32 | count;
                pins[count] = (struct build_pin){i, index};
                channels[count] = channel_of(cell, index);
            }
            count++;
        }
    }
    return count;
}

/* Sorts by channel, each in the order of `keys`. */
static void sort_by_channel(const uint64_t *keys, const uint32_t *channels, uint64_t count,
                            uint32_t *starts, uint32_t channel_count, uint32_t *sorted)
{
    memset(starts, 0, ((size_t)channel_count + 1) * sizeof *starts);
    for (uint64_t i = 0; i < count; i++)
        starts[channels[i] + 1]++;
    for (uint32_t i = 0; i < channel_count; i++)
        starts[i + 1] += starts[i];
    for (uint64_t i = 0; i < count; i++)
        sorted[starts[channels[(uint32_t)keys[i]]]++] = (uint32_t)i;
    /* Each start is now the end of its channel. */
}

static void put_groups(struct builder *builder, const uint64_t *keys, const uint32_t *channels,
                       const struct build_pin *pins, const uint32_t *sorted, uint64_t count)
{
    uint32_t channel = 0;
    builder->first_group[0] = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t number = (uint32_t)keys[sorted[i]], net = (uint32_t)(keys[sorted[i]] >> 32);
        struct build_group *last =
            builder->group_count > 0 ? &builder->groups[builder->group_count - 1] : NULL;
        builder->pins[i] = pins[number];
        for (; channel < channels[number]; channel++)
            builder->first_group[channel + 1] = builder->group_count;
        if (last && last->net == net && last->channel == channels[number]) {
            last->count++;
            continue;
        }
        builder->groups[builder->group_count++] = (struct build_group){.net = net,
                                                                       .channel = channels[number],
                                                                       .first = (uint32_t)i,
                                                                       .count = 1,
                                                                       .peg = NO_BIT};
    }
    for (; channel <= builder->cell_row_count; channel++)
        builder->first_group[channel + 1] = builder->group_count;
}

/* Counts first, then stores each at its running start: starts are two ahead meanwhile. */
static ow_status list_by_net(struct builder *builder)
{
    uint32_t *starts =
        arena_take(&builder->arena, ((size_t)builder->net_count + 2) * sizeof *starts);
    uint32_t *groups = arena_take(&builder->arena, builder->group_count * sizeof *groups);
    if (!starts || !groups)
        return builder->arena.status;
    memset(starts, 0, ((size_t)builder->net_count + 2) * sizeof *starts);
    for (uint32_t i = 0; i < builder->group_count; i++)
        starts[builder->groups[i].net + 2]++;
    for (uint32_t i = 2; i < builder->net_count + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < builder->group_count; i++)
        groups[starts[builder->groups[i].net + 1]++] = i;
    builder->first_group_of_net = starts;
    builder->groups_of_net = groups;
    return OW_OK;
}

ow_status build_group_pins(struct builder *builder)
{
    uint64_t count = list_pins(builder, NULL, NULL, NULL);
    uint32_t channel_count = builder->cell_row_count + 1;
    struct arena scratch;
    arena_share(&scratch, &builder->arena);
    uint64_t *keys = arena_take(&scratch, (size_t)count * sizeof *keys);
    struct build_pin *pins = arena_take(&scratch, (size_t)count * sizeof *pins);
    uint32_t *channels = arena_take(&scratch, (size_t)count * sizeof *channels);
    uint32_t *sorted = arena_take(&scratch, (size_t)count * sizeof *sorted);
    uint32_t *starts = arena_take(&scratch, ((size_t)channel_count + 1) * sizeof *starts);
    builder->pin_count = (uint32_t)count;
    builder->pins = arena_take(&builder->arena, (size_t)count * sizeof *builder->pins);
    builder->groups = arena_take(&builder->arena, (size_t)count * sizeof *builder->groups);
    builder->first_group =
        arena_take(&builder->arena, ((size_t)channel_count + 1) * sizeof(uint32_t));
    builder->channel_lines = arena_take(&builder->arena, channel_count * sizeof(uint32_t));
    ow_status status = keys && pins && channels && sorted && starts ? OW_OK : scratch.status;
    if (status == OW_OK &&
        (!builder->pins || !builder->groups || !builder->first_group || !builder->channel_lines))
        status = builder->arena.status;
    if (status == OW_OK) {
        list_pins(builder, keys, pins, channels);
        status = sort_u64(keys, (size_t)count, 0, &scratch);
    }
    if (status == OW_OK) {
        sort_by_channel(keys, channels, count, starts, channel_count, sorted);
        put_groups(builder, keys, channels, pins, sorted, count);
    }
    arena_free(&scratch);
    return status == OW_OK ? list_by_net(builder) : status;
}
