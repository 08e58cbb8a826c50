/* RAMs of a mod: reading the cells that overworld_ram.v leaves, and what they show.
 *
 * The cell "ow_ram" has the pins DATA, WRITE, TO, READ, FROM and OUT. While WRITE is on, DATA goes
 * to the address TO. OUT shows what is at the address FROM while READ is on, a tick later. A memory
 * has SIZE words of WIDTH bits, from the address OFFSET on. INIT is what they are at first. The RAM
 * has the bits from FIRST on, or all bits if the text has neither WIDTH nor FIRST. */
#include "build.h"

#include "../../base/error.h"
#include "../../base/sort.h"

enum { DATA, WRITE, TO, READ, FROM, OUT, PORTS };
enum { INIT, OFFSET, SIZE, WIDTH, FIRST, PARAMETERS };

/* The parts of a cell in the text. */
struct ram_text {
    struct member ports[PORTS], parameters[PARAMETERS];
};

bool build_is_ram(struct builder *builder, const char *type)
{
    return value_is_text(&builder->walk, type, "ow_ram");
}

/* Finds the parts of a cell. Returns false if some are missing. */
static bool find_parts(struct builder *builder, const char *at, struct ram_text *text)
{
    static const char *const ports[PORTS] = {"DATA", "WRITE", "TO", "READ", "FROM", "OUT"};
    static const char *const parameters[PARAMETERS] = {"INIT", "OFFSET", "SIZE", "WIDTH", "FIRST"};
    struct member members[] = {{"connections", NULL}, {"parameters", NULL}};
    for (int i = 0; i < PORTS; i++)
        text->ports[i] = (struct member){ports[i], NULL};
    for (int i = 0; i < PARAMETERS; i++)
        text->parameters[i] = (struct member){parameters[i], NULL};
    if (!walk_members(&builder->walk, at, members, 2) || !members[0].at || !members[1].at ||
        !walk_members(&builder->walk, members[0].at, text->ports, PORTS) ||
        !walk_members(&builder->walk, members[1].at, text->parameters, PARAMETERS))
        return false;
    for (int i = 0; i < PORTS; i++)
        if (!text->ports[i].at)
            return false;
    return true;
}

ow_status build_count_rams(struct builder *builder, uint64_t *bits)
{
    struct object_walk cells = walk_object(&builder->walk, builder->cells_at);
    struct json_token name;
    struct ram_text text;
    const char *at;
    uint64_t rams = 0;
    *bits = 0;
    while (builder->cells_at && *builder->cells_at == '{' &&
           next_object_member(&cells, &name, &at)) {
        struct member type[] = {{"type", NULL}};
        if (!walk_members(&builder->walk, at, type, 1) || !type[0].at ||
            !build_is_ram(builder, type[0].at) || !find_parts(builder, at, &text))
            continue;
        rams++;
        *bits += walk_count(&builder->walk, text.ports[OUT].at);
    }
    builder->rams = arena_take(&builder->arena, (size_t)rams * sizeof *builder->rams);
    return builder->rams ? OW_OK : builder->arena.status;
}

/* Reads the bits of a port; returns false if there is another number of them. */
static bool read_bits(struct builder *builder, const char *at, uint32_t *bits, uint32_t count)
{
    struct elements elements = walk_elements(&builder->walk, at);
    const char *element;
    uint32_t read = 0;
    while (next_element(&elements, &element)) {
        if (read == count || !build_read_bit(builder, element, &bits[read]))
            return false;
        read++;
    }
    return read == count;
}

enum { NUMBER_BITS = 64 };

/* The bits of a parameter, the highest first. Yosys writes texts of bits, or with -compat-int
 * numbers, whose bits go to `room`. Other values have none. */
static struct json_token bits_of_parameter(struct builder *builder, const char *at,
                                           char room[NUMBER_BITS])
{
    struct json_token bits = {.data = "", .size = 0};
    uint64_t number;
    if (!at || value_text(&builder->walk, at, &bits) ||
        !value_unsigned(&builder->walk, at, &number))
        return bits;
    for (unsigned i = 0; i < NUMBER_BITS; i++)
        room[NUMBER_BITS - 1 - i] = (char)('0' + (number >> i & 1));
    return (struct json_token){.data = room, .size = NUMBER_BITS};
}

static uint32_t read_parameter(struct builder *builder, const struct ram_text *text, int which)
{
    char room[NUMBER_BITS];
    struct json_token bits = bits_of_parameter(builder, text->parameters[which].at, room);
    uint32_t number = 0;
    for (size_t i = 0; i < bits.size; i++)
        number = number << 1 | (bits.data[i] == '1');
    return number;
}

/* What a memory has at first, and which of its bits a RAM takes. */
struct contents {
    struct json_token init;
    uint32_t first_word, first_bit, width;
};

static void put_contents(struct build_ram *ram, const struct contents *contents)
{
    size_t words = (size_t)1 << ram->address_bits, size = contents->init.size;
    for (size_t i = 0; i < words; i++) {
        uint8_t *cell =
            ram->contents + ((i + contents->first_word) & (words - 1)) * ram_cell_size(ram);
        size_t at = i * contents->width + contents->first_bit;
        for (uint32_t bit = 0; bit < ram->bits && at + bit < size; bit++)
            if (contents->init.data[size - 1 - at - bit] == '1')
                cell[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

static ow_status read_contents(struct builder *builder, const struct ram_text *text,
                               struct build_ram *ram)
{
    char room[NUMBER_BITS];
    struct contents contents = {
        .init = bits_of_parameter(builder, text->parameters[INIT].at, room),
        .first_word = read_parameter(builder, text, OFFSET),
        .first_bit = read_parameter(builder, text, FIRST),
        .width = text->parameters[WIDTH].at ? read_parameter(builder, text, WIDTH) : ram->bits};
    ram->contents = arena_take(&builder->arena, ram_size(ram));
    if (!ram->contents)
        return error_limited(builder->error, builder->arena.status, arena_limit(&builder->arena));
    memset(ram->contents, 0, ram_size(ram));
    put_contents(ram, &contents);
    return OW_OK;
}

/* The inputs of all bits, which differ in their data alone. Returns false if the text has other
 * ones. */
static bool read_pins(struct builder *builder, const struct ram_text *text,
                      const struct build_ram *ram, uint32_t *pins, uint32_t *data, uint32_t *out)
{
    uint32_t read = RAM_TO + ram->address_bits;
    return read_bits(builder, text->ports[DATA].at, data, ram->bits) &&
           read_bits(builder, text->ports[WRITE].at, pins + RAM_WRITE, 1) &&
           read_bits(builder, text->ports[TO].at, pins + RAM_TO, ram->address_bits) &&
           read_bits(builder, text->ports[READ].at, pins + read, 1) &&
           read_bits(builder, text->ports[FROM].at, pins + read + 1, ram->address_bits) &&
           read_bits(builder, text->ports[OUT].at, out, ram->bits);
}

static ow_status add_bits(struct builder *builder, const struct build_ram *ram,
                          const struct ram_text *text, ow_text name)
{
    uint32_t count = RAM_PINS_BESIDE_ADDRESSES + 2 * ram->address_bits, data[RAM_BITS],
             out[RAM_BITS];
    uint32_t *pins = build_take_pins(builder, count * ram->bits);
    if (!pins)
        return builder->arena.status;
    bool is_whole = read_pins(builder, text, ram, pins, data, out);
    for (uint32_t i = 0; is_whole && i < ram->bits; i++) {
        struct build_cell bit = {.kind = CELL_RAM,
                                 .input_count = (uint8_t)count,
                                 .in = pins + (size_t)i * count,
                                 .out = out[i],
                                 .bit = out[i],
                                 .name = name,
                                 .ram = (uint32_t)(ram - builder->rams),
                                 .place = i};
        if (i > 0)
            memcpy(bit.in, pins, count * sizeof *pins);
        bit.in[RAM_DATA] = data[i];
        builder->cells[builder->cell_count++] = bit;
        is_whole = is_net(out[i]);
    }
    return is_whole ? OW_OK
                    : build_refuse(builder, name, "is a RAM with other pins than its ports have");
}

ow_status build_read_ram(struct builder *builder, ow_text name, bool escaped, const char *at)
{
    struct ram_text text;
    if (!find_parts(builder, at, &text))
        return build_refuse(builder, name, "is a RAM without its pins or parameters");
    size_t bits = walk_count(&builder->walk, text.ports[OUT].at),
           addresses = walk_count(&builder->walk, text.ports[TO].at);
    if (bits == 0 || bits > RAM_BITS || addresses == 0 || addresses > RAM_ADDRESS_BITS)
        return build_refuse(builder, name,
                            "is a RAM of other sizes than 1 to 32 bits of data and 1 to 16 of "
                            "addresses");
    struct build_ram *ram = &builder->rams[builder->ram_count++];
    *ram = (struct build_ram){
        .bits = (uint32_t)bits, .address_bits = (uint32_t)addresses, .first = builder->cell_count};
    build_note_ram(builder, ram, name, escaped,
                   &(struct build_memory){.first = read_parameter(builder, &text, OFFSET),
                                          .words = read_parameter(builder, &text, SIZE),
                                          .bits = read_parameter(builder, &text, WIDTH)});
    ow_status status = read_contents(builder, &text, ram);
    return status == OW_OK ? add_bits(builder, ram, &text, name) : status;
}

/* Takes RAMs for no memory if they do not have all bits of its words, for each read port once: what
 * programs a memory relies on that. The RAMs are sorted. */
static void drop_parts(struct builder *builder)
{
    uint32_t port = 0, next = 0, memory = 0;
    for (uint32_t i = 0; i <= builder->ram_count; i++) {
        const struct build_ram *ram = i < builder->ram_count ? &builder->rams[i] : NULL;
        bool is_same = ram && ram->memory == memory && ram->port == port;
        if (memory > 0 && !is_same && next != builder->memories[memory - 1].bits)
            builder->memories[memory - 1].rams = 0;
        if (!ram)
            break;
        next = is_same ? next : 0;
        memory = ram->memory;
        port = ram->port;
        if (memory > 0 && ram->lowest != next)
            builder->memories[memory - 1].rams = 0;
        next += ram->bits;
    }
    for (uint32_t i = 0; i < builder->ram_count; i++)
        if (builder->rams[i].memory > 0 && builder->memories[builder->rams[i].memory - 1].rams == 0)
            builder->rams[i].memory = 0;
}

ow_status build_sort_rams(struct builder *builder)
{
    uint32_t count = builder->ram_count;
    struct build_ram *rams = arena_take(&builder->arena, count * sizeof *rams);
    uint64_t *keys = arena_take(&builder->arena, count * sizeof *keys);
    if (!rams || !keys)
        return builder->arena.status;
    for (uint32_t i = 0; i < count; i++) {
        const struct build_ram *ram = &builder->rams[i];
        uint64_t place = ((uint64_t)ram->memory * RAM_PORTS + ram->port) * RAM_WORD_BITS;
        keys[i] = (ram->memory > 0 ? place + ram->lowest : 0) << 32 | i;
    }
    ow_status status = sort_u64(keys, count, 0, &builder->arena);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < count; i++)
        rams[i] = builder->rams[(uint32_t)keys[i]];
    builder->rams = rams;
    drop_parts(builder);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < rams[i].bits; k++)
            builder->cells[rams[i].first + k].ram = i;
    return OW_OK;
}

bool build_ram_is_on(const struct builder *builder, const struct build_cell *bit)
{
    const struct build_ram *ram = &builder->rams[bit->ram];
    const uint32_t *from = bit->in + ram_read_pin(bit) + 1;
    size_t address = 0;
    if (!build_pin_is_on(builder, from[-1]))
        return false;
    for (uint32_t i = 0; i < ram->address_bits; i++)
        address |= (size_t)build_pin_is_on(builder, from[i]) << i;
    return ram->contents[address * ram_cell_size(ram) + bit->place / 8] >> bit->place % 8 & 1;
}
