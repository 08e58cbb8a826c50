/* Signals of a bench: named nets in a hash table. */
#include "bench.h"

#include "../base/utf8.h"

#include <string.h>

static bool is_hand(const ow_circuit *circuit, uint32_t component)
{
    ow_logic logic = circuit->components[component].logic;
    return logic == OW_LOGIC_SWITCH || logic == OW_LOGIC_BUTTON;
}

bool bench_next_hand(const ow_circuit *circuit, uint32_t net, uint32_t *at, uint32_t *component)
{
    const ow_circuit_net *record = &circuit->nets[net];
    while (*at < record->driver_count) {
        uint32_t output = circuit->drivers[record->first_driver + (*at)++];
        *component = circuit->outputs[output].component;
        if (is_hand(circuit, *component))
            return true;
    }
    return false;
}

static struct bench_signal *make_signal(struct bench_reader *reader, ow_text name, uint32_t count)
{
    struct bench_signal *signal = bench_take(reader, 1, sizeof *signal);
    if (!signal)
        return NULL;
    signal->name = name;
    signal->nets = bench_take(reader, count, sizeof *signal->nets);
    signal->hands = bench_take(reader, count, sizeof *signal->hands);
    signal->outputs = bench_take(reader, count, sizeof *signal->outputs);
    return signal->nets && signal->hands && signal->outputs ? signal : NULL;
}

static struct bench_signal **bucket_of(struct ow_bench *bench, ow_text name)
{
    return &bench->buckets[(circuit_name_key(name) >> 32) & (bench->bucket_count - 1)];
}

/* Doubles the buckets when there are as many signals. */
static bool grow_buckets(struct bench_reader *reader)
{
    struct ow_bench *bench = reader->bench;
    if (bench->signal_count < bench->bucket_count)
        return true;
    uint32_t count = bench->bucket_count > 0 ? 2 * bench->bucket_count : 64;
    struct bench_signal **buckets = bench_take(reader, count, sizeof(void *));
    if (!buckets)
        return false;
    bench->buckets = buckets;
    bench->bucket_count = count;
    for (struct bench_signal *signal = bench->signals; signal; signal = signal->next) {
        struct bench_signal **bucket = bucket_of(bench, signal->name);
        signal->next_in_bucket = *bucket;
        *bucket = signal;
    }
    return true;
}

/* Stores a signal with all its nets. */
static struct bench_signal *keep_signal(struct bench_reader *reader, struct bench_signal *signal)
{
    struct ow_bench *bench = reader->bench;
    if (!grow_buckets(reader))
        return NULL;
    struct bench_signal **bucket = bucket_of(bench, signal->name);
    signal->next_in_bucket = *bucket;
    *bucket = signal;
    *bench->last_signal = signal;
    bench->last_signal = &signal->next;
    bench->signal_count++;
    return signal;
}

static struct bench_signal *find_kept(struct ow_bench *bench, ow_text name)
{
    struct bench_signal *signal = bench->bucket_count > 0 ? *bucket_of(bench, name) : NULL;
    while (signal &&
           (signal->name.size != name.size || memcmp(signal->name.data, name.data, name.size) != 0))
        signal = signal->next_in_bucket;
    return signal;
}

/* A net is set by all its switches and buttons, an output peg of one of them by that one. An
 * output without a wire is in no net, but can be read. */
static bool add_net(struct bench_reader *reader, const char *at, struct bench_signal *signal,
                    ow_text name)
{
    const ow_circuit *circuit = reader->bench->run->circuit;
    struct circuit_peg peg;
    uint32_t net = ow_circuit_find_net(circuit, name), first = 0, hand;
    bool is_output = circuit_find_peg(circuit, name, &peg) && peg.output;
    if (net == OW_NO_NET && !is_output)
        return bench_refuse(reader, OW_NOT_THERE, at,
                            "unknown net \"%.*s\": write a name that `overworld nets` prints, or a "
                            "peg such as C-12, C-12.in0, C-12.out1",
                            (int)utf8_cut(name, 64), name.data);
    if (is_output)
        hand = is_hand(circuit, peg.component) ? peg.component : NO_COMPONENT;
    else
        hand = bench_next_hand(circuit, net, &first, &hand) ? ALL_HANDS : NO_COMPONENT;
    signal->hands[signal->count] = hand;
    signal->outputs[signal->count] = net == OW_NO_NET ? peg.number : OW_NO_NET;
    signal->nets[signal->count++] = net;
    return true;
}

struct bench_signal *bench_find_signal(struct bench_reader *reader, const char *at, ow_text name)
{
    struct bench_signal *signal = find_kept(reader->bench, name);
    if (signal || !reader->bench->run)
        return signal;
    signal = make_signal(reader, name, 1);
    return signal && add_net(reader, at, signal, name) ? keep_signal(reader, signal) : NULL;
}

bool bench_check_settable(struct bench_reader *reader, const char *at,
                          const struct bench_signal *signal)
{
    for (uint32_t i = 0; i < signal->count; i++)
        if (signal->nets[i] == OW_NO_NET && signal->hands[i] == NO_COMPONENT)
            return bench_refuse(reader, OW_BAD_JSON, at,
                                "\"%.*s\" cannot be set: it is an output without a wire",
                                (int)utf8_cut(signal->name, 64), signal->name.data);
    return true;
}

bool bench_check_nets(struct bench_reader *reader, const char *at,
                      const struct bench_signal *signal)
{
    for (uint32_t i = 0; i < signal->count; i++)
        if (signal->nets[i] == OW_NO_NET)
            return bench_refuse(reader, OW_BAD_JSON, at,
                                "\"%.*s\" is in no net: it is an output without a wire",
                                (int)utf8_cut(signal->name, 64), signal->name.data);
    return true;
}

static bool read_bus(struct bench_reader *reader, const char *at, ow_text name)
{
    struct elements elements = walk_elements(&reader->walk, at);
    size_t count = walk_count(&reader->walk, at);
    const char *element;
    ow_text net;
    if (count == 0 || count > MOST_BITS)
        return bench_refuse(reader, OW_BAD_JSON, at, "a bus has 1 to %d nets, lowest bit first",
                            MOST_BITS);
    struct bench_signal *signal = make_signal(reader, name, (uint32_t)count);
    while (signal && next_element(&elements, &element))
        if (!bench_read_text(reader, element, &net) || !add_net(reader, element, signal, net))
            return false;
    return signal && keep_signal(reader, signal);
}

static bool read_signal(struct bench_reader *reader, const struct bench_entry *entry)
{
    ow_text net;
    if (find_kept(reader->bench, entry->name))
        return bench_refuse(reader, OW_BAD_JSON, entry->name_at, "duplicate name \"%.*s\"",
                            (int)utf8_cut(entry->name, 64), entry->name.data);
    if (*entry->at == '[')
        return read_bus(reader, entry->at, entry->name);
    struct bench_signal *signal = make_signal(reader, entry->name, 1);
    return signal && bench_read_text(reader, entry->at, &net) &&
           add_net(reader, entry->at, signal, net) && keep_signal(reader, signal);
}

bool bench_read_signals(struct bench_reader *reader, const char *at)
{
    struct object_walk object = walk_object(&reader->walk, at);
    struct bench_entry entry;
    if (!at)
        return true;
    if (*at != '{')
        return bench_refuse(reader, OW_BAD_JSON, at,
                            "expected names, each with a net or a list of nets");
    while (bench_next_entry(reader, &object, &entry)) {
        if (!read_signal(reader, &entry))
            return false;
        reader->bench->own_signals++;
    }
    return reader->status == OW_OK;
}

const uint32_t *ow_bench_find(ow_bench *bench, ow_text name, uint32_t *count)
{
    struct bench_reader reader = {.bench = bench, .walk = {.begin = "", .end = ""}};
    const struct bench_signal *signal = bench && count && name.size > 0 && name.data
                                            ? bench_find_signal(&reader, reader.walk.begin, name)
                                            : NULL;
    if (signal && !bench_check_nets(&reader, reader.walk.begin, signal))
        signal = NULL;
    if (count)
        *count = signal ? signal->count : 0;
    return signal ? signal->nets : NULL;
}

ow_text ow_bench_signal(const ow_bench *bench, uint32_t at)
{
    const struct bench_signal *signal = bench && at < bench->own_signals ? bench->signals : NULL;
    for (uint32_t i = 0; signal && i < at; i++)
        signal = signal->next;
    return signal ? signal->name : (ow_text){"", 0};
}
