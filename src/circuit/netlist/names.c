/* Names that are valid in every language. Labels are foreign text: special characters become %XX.
 * Names made by the library are n12 (a net), o12 (an output), C-12 (a component), and combined
 * names contain an @; no label's name looks like these. */
#include "netlist.h"

#include "../../base/hash.h"
#include "../../base/sort.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_plain(unsigned char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || (letter != '\0' && strchr("_.-+[]<>:/!*~", letter));
}

ow_text netlist_fit_name(struct arena *arena, ow_text name)
{
    static const char digits[] = "0123456789ABCDEF";
    enum { MOST = 256 };
    size_t size = 0, length = name.size < MOST ? name.size : MOST;
    char *text = arena_take(arena, 3 * length + 1);
    if (!text)
        return (ow_text){NULL, 0};
    for (size_t i = 0; i < length; i++) {
        unsigned char letter = (unsigned char)name.data[i];
        if (is_plain(letter) || letter == ' ') {
            text[size++] = letter == ' ' ? '_' : (char)letter;
            continue;
        }
        text[size++] = '%';
        text[size++] = digits[letter >> 4];
        text[size++] = digits[letter & 15];
    }
    text[size] = '\0';
    return (ow_text){text, size};
}

/* Returns true if a name looks like n12, o12, t12 or C-12. */
static bool looks_made(ow_text name)
{
    size_t at = name.size > 2 && memcmp(name.data, "C-", 2) == 0 ? 2 : 1;
    if (name.size <= at || (at == 1 && !strchr("not", name.data[0])))
        return false;
    return strspn(name.data + at, "0123456789") == name.size - at;
}

static uint64_t hash_of(ow_text text)
{
    uint64_t hash = hash_on(EMPTY_HASH, text.data, text.size);
    return hash ^ hash >> 32;
}

static bool add_number(struct netlist *netlist, uint32_t net)
{
    ow_text *name = &netlist->names[net];
    size_t room = name->size + 16;
    char *text = arena_take(&netlist->arena, room);
    if (!text)
        return false;
    int size = snprintf(text, room, "%s@n%u", name->data, (unsigned)net);
    *name = (ow_text){text, (size_t)size};
    return true;
}

/* Appends the net's number to names that are equal after conversion, or look like those of the
 * library. If hashes collide, unequal names get numbers too, which is harmless. */
static ow_status make_unique(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    struct arena scratch;
    uint32_t count = 0;
    arena_share(&scratch, &netlist->arena);
    uint64_t *keys = arena_take(&scratch, circuit->net_count * sizeof *keys);
    ow_status status = keys ? OW_OK : scratch.status;
    for (uint32_t i = 0; keys && i < circuit->net_count; i++)
        if (netlist->names[i].size > 0)
            keys[count++] = hash_of(netlist->names[i]) << 32 | i;
    if (keys)
        status = sort_u64(keys, count, 0, &scratch);
    for (uint32_t i = 0; status == OW_OK && i < count; i++) {
        bool alone = (i == 0 || keys[i - 1] >> 32 != keys[i] >> 32) &&
                     (i + 1 == count || keys[i + 1] >> 32 != keys[i] >> 32);
        uint32_t net = (uint32_t)keys[i];
        if ((!alone || looks_made(netlist->names[net])) && !add_number(netlist, net))
            status = netlist->arena.status;
    }
    arena_free(&scratch);
    return status;
}

static ow_status find_namesakes(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    struct arena scratch;
    uint32_t count = circuit->component_count;
    arena_share(&scratch, &netlist->arena);
    uint64_t *keys = arena_take(&scratch, count * sizeof *keys);
    ow_status status = keys ? OW_OK : scratch.status;
    for (uint32_t i = 0; keys && i < count; i++)
        keys[i] = (uint64_t)circuit->components[i].address << 32 | i;
    if (keys)
        status = sort_u64(keys, count, 0, &scratch);
    for (uint32_t i = 1; status == OW_OK && i < count; i++)
        if (keys[i - 1] >> 32 == keys[i] >> 32)
            netlist->has_namesake[(uint32_t)keys[i - 1]] =
                netlist->has_namesake[(uint32_t)keys[i]] = 1;
    arena_free(&scratch);
    return status;
}

ow_status netlist_find_names(struct netlist *netlist)
{
    const ow_circuit *circuit = netlist->circuit;
    netlist->names = arena_take(&netlist->arena, circuit->net_count * sizeof *netlist->names);
    netlist->has_namesake = arena_take(&netlist->arena, circuit->component_count + 1);
    if (!netlist->names || !netlist->has_namesake)
        return netlist->arena.status;
    memset(netlist->has_namesake, 0, circuit->component_count + 1);
    for (uint32_t i = 0; i < circuit->net_count; i++) {
        netlist->names[i] = (ow_text){"", 0};
        if (circuit->nets[i].name.size > 0)
            netlist->names[i] = netlist_fit_name(&netlist->arena, circuit->nets[i].name);
        if (!netlist->names[i].data)
            return netlist->arena.status;
    }
    ow_status status = make_unique(netlist);
    return status == OW_OK ? find_namesakes(netlist) : status;
}

void netlist_put(struct netlist *netlist, const char *text)
{
    output_bytes(&netlist->out, text, strlen(text));
}

void netlist_printf(struct netlist *netlist, const char *format, ...)
{
    char text[256];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    output_bytes(&netlist->out, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

void netlist_put_name(struct netlist *netlist, ow_text name)
{
    if (netlist->escapes)
        netlist_put(netlist, "\\");
    output_bytes(&netlist->out, name.data, name.size);
    if (netlist->escapes)
        netlist_put(netlist, " ");
}

void netlist_put_net(struct netlist *netlist, uint32_t net)
{
    if (netlist->names[net].size > 0)
        netlist_put_name(netlist, netlist->names[net]);
    else
        netlist_printf(netlist, "n%u", (unsigned)net);
}

/* Writes the net's name followed by the component's. */
static void put_hand(struct netlist *netlist, uint32_t output)
{
    const ow_circuit_output *of = &netlist->circuit->outputs[output];
    uint32_t net = netlist->circuit->driven[of->first_net];
    bool escapes = netlist->escapes;
    char component[NETLIST_SHORT];
    netlist->escapes = false;
    netlist_put(netlist, escapes ? "\\" : "");
    netlist_put_net(netlist, net);
    netlist_name_component(netlist, of->component, component);
    netlist_printf(netlist, "@%s%s", component, escapes ? " " : "");
    netlist->escapes = escapes;
}

void netlist_put_output(struct netlist *netlist, uint32_t output)
{
    const ow_circuit *circuit = netlist->circuit;
    if (!netlist_is_hand(netlist, output))
        netlist_printf(netlist, "o%u", (unsigned)output);
    else if (netlist_is_its_net(netlist, output))
        netlist_put_net(netlist, circuit->driven[circuit->outputs[output].first_net]);
    else
        put_hand(netlist, output);
}

ow_text netlist_name_component(const struct netlist *netlist, uint32_t component,
                               char text[NETLIST_SHORT])
{
    unsigned address = netlist->circuit->components[component].address;
    int size = netlist->has_namesake[component]
                   ? snprintf(text, NETLIST_SHORT, "C-%u@c%u", address, (unsigned)component)
                   : snprintf(text, NETLIST_SHORT, "C-%u", address);
    return (ow_text){text, (size_t)size};
}

void netlist_put_component(struct netlist *netlist, uint32_t component)
{
    char text[NETLIST_SHORT];
    netlist_put_name(netlist, netlist_name_component(netlist, component, text));
}

void netlist_put_port(struct netlist *netlist, const struct netlist_port *port)
{
    if (port->net != OW_NO_NET)
        netlist_put_net(netlist, port->net);
    else
        netlist_put_output(netlist, port->output);
}
