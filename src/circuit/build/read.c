/* Reading the JSON of Yosys: the cells, ports and initial values of one module. */
#include "build.h"

#include "../../base/error.h"
#include "../../base/utf8.h"

/* The kind of each cell type; the second group is that of overworld.genlib. */
static const struct cell_type {
    const char *name;
    enum cell_kind kind;
    unsigned input_count;
    const char *inputs[GATE_INPUTS];
    const char *output;
} cell_types[] = {
    {"$_NOT_", CELL_NOT, 1, {"A"}, "Y"},
    {"$_BUF_", CELL_BUFFER, 1, {"A"}, "Y"},
    {"$_AND_", CELL_AND, 2, {"A", "B"}, "Y"},
    {"$_XOR_", CELL_XOR, 2, {"A", "B"}, "Y"},
    {"$_OR_", CELL_OR, 2, {"A", "B"}, "Y"},
    {"$_DLATCH_P_", CELL_LATCH, 2, {"D", "E"}, "Q"},
    {"ow_not", CELL_NOT, 1, {"A"}, "Y"},
    {"ow_buf", CELL_BUFFER, 1, {"A"}, "Y"},
    {"ow_and2", CELL_AND, 2, {"A", "B"}, "Y"},
    {"ow_and3", CELL_AND, 3, {"A", "B", "C"}, "Y"},
    {"ow_and4", CELL_AND, 4, {"A", "B", "C", "D"}, "Y"},
    {"ow_xor", CELL_XOR, 2, {"A", "B"}, "Y"},
    {"ow_or2", CELL_OR, 2, {"A", "B"}, "Y"},
    {"ow_or3", CELL_OR, 3, {"A", "B", "C"}, "Y"},
    {"ow_or4", CELL_OR, 4, {"A", "B", "C", "D"}, "Y"},
};

enum { CELL_TYPES = sizeof cell_types / sizeof *cell_types };

/* The parts of the current module. */
enum { PORTS, CELLS, NET_NAMES, ATTRIBUTES, PARTS };

static ow_text text_of(const struct json_token *token)
{
    return (ow_text){token->data, token->size};
}

static ow_status fail_text(struct builder *builder)
{
    const struct json_walk *walk = &builder->walk;
    uint64_t line, column;
    if (!walk->problem)
        return OW_OK;
    json_place(walk->begin, walk->at, &line, &column);
    return error_set(builder->error, OW_BAD_JSON, (uint64_t)(walk->at - walk->begin), NULL,
                     "line %llu, column %llu: expected %s", (unsigned long long)line,
                     (unsigned long long)column, walk->problem);
}

bool build_read_bit(struct builder *builder, const char *at, uint32_t *bit)
{
    uint64_t number;
    if (value_is_text(&builder->walk, at, "1")) {
        *bit = CONSTANT_1;
    } else if (value_is_text(&builder->walk, at, "0") || value_is_text(&builder->walk, at, "x") ||
               value_is_text(&builder->walk, at, "z")) {
        *bit = CONSTANT_0;
    } else {
        if (!value_unsigned(&builder->walk, at, &number) || number > HIGHEST_BIT)
            return false;
        *bit = (uint32_t)number;
    }
    return true;
}

/* Reads the single bit of a pin; returns false for none or several. */
static bool read_pin(struct builder *builder, const char *at, uint32_t *bit)
{
    struct elements elements = walk_elements(&builder->walk, at);
    const char *element;
    return next_element(&elements, &element) && build_read_bit(builder, element, bit) &&
           !next_element(&elements, &element);
}

static const struct cell_type *type_of_cell(struct builder *builder, const char *at)
{
    for (size_t i = 0; i < CELL_TYPES; i++)
        if (value_is_text(&builder->walk, at, cell_types[i].name))
            return &cell_types[i];
    return NULL;
}

/* Several places are separated by |. */
ow_text build_source_of(struct builder *builder, const char *attributes)
{
    struct member src[] = {{"src", NULL}};
    struct json_token text;
    if (!attributes || !walk_members(&builder->walk, attributes, src, 1) || !src[0].at ||
        !value_text(&builder->walk, src[0].at, &text))
        return (ow_text){"", 0};
    const char *end = memchr(text.data, '|', text.size);
    return (ow_text){text.data, end ? (size_t)(end - text.data) : text.size};
}

/* The source of the member of an object with a name. Empty if there is none. */
static ow_text source_of_member(struct builder *builder, const char *object, ow_text name)
{
    struct member attributes[] = {{"attributes", NULL}};
    struct object_walk walk = walk_object(&builder->walk, object);
    struct json_token token;
    const char *value;
    while (object && *object == '{' && next_object_member(&walk, &token, &value))
        if (token.size == name.size && memcmp(token.data, name.data, name.size) == 0)
            return walk_members(&builder->walk, value, attributes, 1)
                       ? build_source_of(builder, attributes[0].at)
                       : (ow_text){"", 0};
    return (ow_text){"", 0};
}

ow_status build_refuse(struct builder *builder, ow_text name, const char *why)
{
    ow_text source = source_of_member(builder, builder->net_names, name);
    if (source.size == 0)
        source = source_of_member(builder, builder->cells_at, name);
    return error_set(builder->error, OW_BAD_VALUE, 0, NULL, "\"%.*s\"%s%.*s%s %s",
                     (int)utf8_cut(name, 96), name.data ? name.data : "",
                     source.size > 0 ? " (" : "", (int)utf8_cut(source, 96), source.data,
                     source.size > 0 ? ")" : "", why);
}

static ow_status refuse_type(struct builder *builder, ow_text name, const char *at,
                             const char *attributes)
{
    struct json_token type = {.data = "", .size = 0};
    ow_text source = build_source_of(builder, attributes);
    value_text(&builder->walk, at, &type);
    return error_set(
        builder->error, OW_BAD_VALUE, 0, NULL,
        "the cell \"%.*s\"%s%.*s%s has the type \"%.*s\", for which there is no component; map the "
        "netlist with overworld.ys, as docs/how-to/netlists.md shows",
        (int)utf8_cut(name, 64), name.data, source.size > 0 ? " (" : "", (int)utf8_cut(source, 96),
        source.data, source.size > 0 ? ")" : "", (int)utf8_cut(text_of(&type), 64), type.data);
}

static bool read_pins(struct builder *builder, const struct cell_type *type, const char *at,
                      struct build_cell *cell)
{
    struct member pins[GATE_INPUTS + 1] = {{type->output, NULL}};
    for (unsigned i = 0; i < type->input_count; i++)
        pins[i + 1].name = type->inputs[i];
    if (!at || !walk_members(&builder->walk, at, pins, type->input_count + 1) ||
        !read_pin(builder, pins[0].at, &cell->out) || !is_net(cell->out))
        return false;
    for (unsigned i = 0; i < type->input_count; i++)
        if (!read_pin(builder, pins[i + 1].at, &cell->in[i]))
            return false;
    return true;
}

static ow_status read_cell(struct builder *builder, ow_text name, bool escaped, const char *at)
{
    struct member members[] = {{"type", NULL}, {"connections", NULL}, {"attributes", NULL}};
    if (!walk_members(&builder->walk, at, members, 3))
        return fail_text(builder);
    /* says where other cells came from */
    if (value_is_text(&builder->walk, members[0].at, "$scopeinfo"))
        return OW_OK;
    if (build_is_ram(builder, members[0].at))
        return build_read_ram(builder, name, escaped, at);
    const struct cell_type *type = type_of_cell(builder, members[0].at);
    if (!type)
        return refuse_type(builder, name, members[0].at, members[2].at);
    struct build_cell cell = {
        .kind = (uint8_t)type->kind, .input_count = (uint8_t)type->input_count, .name = name};
    cell.in = build_take_pins(builder, type->input_count);
    if (!cell.in)
        return builder->arena.status;
    if (!read_pins(builder, type, members[1].at, &cell)) {
        ow_status status = fail_text(builder);
        return status != OW_OK
                   ? status
                   : build_refuse(builder, name,
                                  "does not have the pins of its type, with one bit each");
    }
    cell.bit = cell.out;
    if (cell.kind == CELL_LATCH)
        build_note_memory(builder, &cell, escaped);
    builder->cells[builder->cell_count++] = cell;
    return OW_OK;
}

/* How the source numbers the bits of a port: [msb:lsb] as a vector from `offset` on, upwards or
 * (`upto`) downwards. */
struct range {
    bool is_vector, upto;
    int64_t offset;
};

static ow_status read_range(struct builder *builder, const struct json_token *name,
                            const char *offset, const char *upto, struct range *range)
{
    enum { THOUSAND = 1000 };
    uint64_t flag = 0;
    *range = (struct range){.is_vector = offset || upto};
    if (offset && (!value_thousandths(&builder->walk, offset, &range->offset) ||
                   range->offset % THOUSAND != 0 || range->offset / THOUSAND > INT32_MAX / 2 ||
                   range->offset / THOUSAND < INT32_MIN / 2))
        return build_refuse(builder, text_of(name), "has an \"offset\" that is not a whole number");
    range->offset /= THOUSAND;
    range->upto = value_is_true(&builder->walk, upto) ||
                  (upto && value_unsigned(&builder->walk, upto, &flag) && flag != 0);
    return OW_OK;
}

static void number_bits(struct builder *builder, uint32_t first, const struct range *range)
{
    uint32_t count = builder->port_count - first;
    for (uint32_t i = 0; i < count; i++) {
        struct build_port *port = &builder->ports[first + i];
        port->is_numbered = count > 1 || range->is_vector;
        port->index = (int32_t)(range->offset + (range->upto ? count - 1 - i : i));
    }
}

static ow_status read_port_bits(struct builder *builder, const struct json_token *name,
                                const char *bits, bool is_output, const struct range *range)
{
    struct elements elements = walk_elements(&builder->walk, bits);
    uint32_t first = builder->port_count, bit;
    const char *at;
    while (next_element(&elements, &at)) {
        if (!build_read_bit(builder, at, &bit) || (!is_output && !is_net(bit)))
            return build_refuse(builder, text_of(name), "has an invalid bit");
        builder->ports[builder->port_count] =
            (struct build_port){.name = text_of(name),
                                .escaped = name->escaped,
                                .is_output = is_output,
                                .place = builder->port_count - first,
                                .net = bit};
        builder->port_count++;
    }
    number_bits(builder, first, range);
    return fail_text(builder);
}

static ow_status read_port(struct builder *builder, const struct json_token *name, const char *at)
{
    struct member members[] = {
        {"direction", NULL}, {"bits", NULL}, {"offset", NULL}, {"upto", NULL}};
    struct range range;
    if (!walk_members(&builder->walk, at, members, 4))
        return fail_text(builder);
    bool is_output = value_is_text(&builder->walk, members[0].at, "output");
    if (!is_output && !value_is_text(&builder->walk, members[0].at, "input"))
        return build_refuse(builder, text_of(name),
                            value_is_text(&builder->walk, members[0].at, "inout")
                                ? "is an inout; make it an input, an output, and an output that "
                                  "says when it drives"
                                : "is a port that is neither input nor output");
    ow_status status = read_range(builder, name, members[2].at, members[3].at, &range);
    return status == OW_OK ? read_port_bits(builder, name, members[1].at, is_output, &range)
                           : status;
}

/* Reads the initial values of a net: a text whose last letter is bit 0. */
static ow_status read_start(struct builder *builder, const char *at)
{
    struct member members[] = {{"bits", NULL}, {"attributes", NULL}}, init[] = {{"init", NULL}};
    struct json_token text;
    uint32_t bit, index = 0;
    const char *element;
    if (!walk_members(&builder->walk, at, members, 2) || !members[1].at ||
        !walk_members(&builder->walk, members[1].at, init, 1) ||
        !value_text(&builder->walk, init[0].at, &text))
        return fail_text(builder);
    struct elements elements = walk_elements(&builder->walk, members[0].at);
    for (; next_element(&elements, &element) && index < text.size; index++)
        if (build_read_bit(builder, element, &bit) && is_net(bit))
            builder->starts[builder->start_count++] =
                (struct build_start){bit, text.data[text.size - 1 - index] == '1'};
    return fail_text(builder);
}

typedef ow_status member_reader(struct builder *builder, const struct json_token *name,
                                const char *at);

static ow_status read_named_cell(struct builder *builder, const struct json_token *name,
                                 const char *at)
{
    return read_cell(builder, text_of(name), name->escaped, at);
}

static ow_status read_named_start(struct builder *builder, const struct json_token *name,
                                  const char *at)
{
    (void)name;
    return read_start(builder, at);
}

static ow_status read_members(struct builder *builder, const char *at, member_reader *read)
{
    struct object_walk object = walk_object(&builder->walk, at);
    struct json_token name;
    const char *value;
    ow_status status = OW_OK;
    while (at && *at == '{' && status == OW_OK && next_object_member(&object, &name, &value))
        status = read(builder, &name, value);
    return status == OW_OK ? fail_text(builder) : status;
}

/* Bits of ports and of nets with values are at most as many as numbers in the text, of two bytes
 * at least. */
static ow_status read_module(struct builder *builder, const struct member *parts)
{
    size_t most = (size_t)(builder->walk.end - builder->walk.begin) / 2 + 1;
    uint64_t cells = walk_count(&builder->walk, parts[CELLS].at), ports = 0, starts = 0, bits;
    struct json_cursor cursor;
    const char *const counted[] = {parts[PORTS].at, parts[NET_NAMES].at};
    for (int i = 0; i < 2; i++) {
        cursor = walk_cursor(&builder->walk, counted[i]);
        const char *begin = cursor.at;
        size_t size = counted[i] && json_skip(&cursor) ? (size_t)(cursor.at - begin) / 2 + 1 : 0;
        *(i == 0 ? &ports : &starts) = size < most ? size : most;
    }
    builder->net_names = parts[NET_NAMES].at;
    builder->cells_at = parts[CELLS].at;
    ow_status status = build_count_rams(builder, &bits);
    if (status != OW_OK)
        return error_limited(builder->error, status, arena_limit(&builder->arena));
    /* One more cell is for the constant 1; an output may have its own. */
    builder->cells =
        arena_take(&builder->arena, (size_t)(cells + bits + 1 + ports) * sizeof *builder->cells);
    builder->ports = arena_take(&builder->arena, (size_t)ports * sizeof *builder->ports);
    builder->starts = arena_take(&builder->arena, (size_t)starts * sizeof *builder->starts);
    if (!builder->cells || !builder->ports || !builder->starts)
        return error_limited(builder->error, builder->arena.status, arena_limit(&builder->arena));
    status = read_members(builder, parts[PORTS].at, read_port);
    if (status == OW_OK)
        status = read_members(builder, parts[CELLS].at, read_named_cell);
    if (status == OW_OK)
        status = build_sort_rams(builder);
    return status == OW_OK ? read_members(builder, parts[NET_NAMES].at, read_named_start) : status;
}

static bool is_top(struct builder *builder, const char *attributes)
{
    struct member top[] = {{"top", NULL}};
    struct json_token text;
    uint64_t number;
    if (!attributes || !walk_members(&builder->walk, attributes, top, 1))
        return false;
    if (value_text(&builder->walk, top[0].at, &text))
        return text.size > 0 && text.data[text.size - 1] == '1';
    return value_unsigned(&builder->walk, top[0].at, &number) && number != 0;
}

/* Tells Verilog and other text from damaged JSON. */
static bool begins_as_object(const struct json_walk *walk)
{
    const char *at = walk->begin;
    while (at < walk->end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at < walk->end && *at == '{';
}

/* Reads the requested module; else the one marked as top, or the only one with cells. */
ow_status build_read(struct builder *builder)
{
    struct member root[] = {{"modules", NULL}}, chosen[PARTS] = {{NULL, NULL}};
    struct json_token name;
    uint32_t candidates = 0;
    bool decided = false;
    const ow_text *asked = &builder->asked->module;
    const char *module;
    if (!begins_as_object(&builder->walk))
        return error_set(
            builder->error, OW_BAD_JSON, 0, NULL,
            "not a netlist: \"build\" takes the JSON that Yosys writes, and Verilog in "
            "files that end with .v or .sv");
    if (!walk_members(&builder->walk, builder->walk.begin, root, 1) || !root[0].at)
        return builder->walk.problem ? fail_text(builder)
                                     : error_set(builder->error, OW_BAD_JSON, 0, NULL,
                                                 "not a netlist of Yosys: missing \"modules\"");
    struct object_walk modules = walk_object(&builder->walk, root[0].at);
    while (!decided && next_object_member(&modules, &name, &module)) {
        struct member parts[PARTS] = {
            {"ports", NULL}, {"cells", NULL}, {"netnames", NULL}, {"attributes", NULL}};
        if (!walk_members(&builder->walk, module, parts, PARTS))
            break;
        decided = asked->size > 0
                      ? asked->size == name.size && memcmp(asked->data, name.data, name.size) == 0
                      : is_top(builder, parts[ATTRIBUTES].at);
        bool counts =
            decided || (asked->size == 0 && walk_count(&builder->walk, parts[CELLS].at) > 0);
        candidates += counts;
        if (counts)
            memcpy(chosen, parts, sizeof parts);
    }
    if (builder->walk.problem)
        return fail_text(builder);
    if (decided || candidates == 1)
        return read_module(builder, chosen);
    return error_set(builder->error, OW_BAD_VALUE, 0, NULL,
                     asked->size > 0   ? "there is no module with this name"
                     : candidates == 0 ? "there is no module with cells"
                                       : "several modules have cells, but none is the top; flatten "
                                         "the netlist, or name the module with --top");
}
