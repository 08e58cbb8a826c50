/* Opens a world as a circuit, for the verbs that inspect and run circuits. */
#include "circuits/circuit.h"

#include "convert/convert.h"
#include "help/choices.h"
#include "io/assets.h"
#include "io/input.h"
#include "io/mods.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int open_beside(const struct arguments *arguments, const char *option, struct input *input,
                ow_text *text)
{
    const char *path = option_value(arguments, option);
    if (!path)
        return EXIT_FINE;
    int status = open_other_file(path, input);
    if (status == EXIT_FINE)
        *text = (ow_text){(const char *)input->bytes, input->size};
    return status;
}

static void print_loss(void *context, const char *pointer, const char *message)
{
    const struct input *input = context;
    clear_progress();
    warn_of("%s: warning: %s (%s)", input->path, message, pointer);
}

static int make_circuit(const struct arguments *arguments, struct opened_circuit *opened)
{
    struct input *input = &opened->input;
    ow_circuit_options asked = {.names_json = {"", 0}, .types_json = {"", 0}};
    int status = read_raw_world(input, print_loss, input, &opened->document);
    if (status == EXIT_FINE)
        status = open_beside(arguments, "names", &opened->names, &asked.names_json);
    if (status == EXIT_FINE)
        status = open_beside(arguments, "types", &opened->types, &asked.types_json);
    if (status == EXIT_FINE)
        status = find_mods(arguments, &asked.mods);
    if (status != EXIT_FINE)
        return status;
    rest_input(input);
    ow_options options = input_options(input, "finding nets");
    ow_status made =
        ow_circuit_open(&opened->document, &asked, &options, &opened->circuit, &input->error);
    clear_progress();
    if (made == OW_OK)
        return EXIT_FINE;
    complain("%s: %s", input->path, input->error.message);
    bool of_the_user = made == OW_BAD_ARGUMENT || made == OW_NOT_THERE || made == OW_BAD_JSON;
    return of_the_user ? EXIT_USAGE : exit_status_of(made);
}

int open_circuit(const struct arguments *arguments, struct opened_circuit *opened)
{
    struct input *input = &opened->input;
    *opened = (struct opened_circuit){0};
    int status = read_as(input, arguments, open_raw_input(arguments->operands[0], input));
    return status == EXIT_FINE ? make_circuit(arguments, opened) : status;
}

int open_circuit_of(const struct arguments *arguments, const struct input *input,
                    struct opened_circuit *opened)
{
    *opened = (struct opened_circuit){.input = *input, .has_others_input = true};
    return make_circuit(arguments, opened);
}

void close_circuit(struct opened_circuit *opened)
{
    ow_circuit_close(&opened->circuit);
    ow_close(&opened->document);
    close_input(&opened->types);
    close_input(&opened->names);
    if (!opened->has_others_input)
        close_input(&opened->input);
}

void json_begin_circuit(ow_json_writer *writer, const struct opened_circuit *opened)
{
    struct input about = opened->input;
    about.was_text = about.bytes && is_text(&about);
    json_begin_file(writer, &about, opened->document.format);
}

/* Nets that are on without being driven. No save of the game has these, but in a part, nets may be
 * on because of drivers outside it. */
static void warn_about_odd_nets(const ow_circuit *circuit, const char *path)
{
    uint32_t two = 0, first = 0, left = 0, first_left = 0;
    for (uint32_t i = circuit->net_count; i-- > 0;) {
        if (circuit->nets[i].has_two_states) {
            two++;
            first = i;
        }
        if (circuit->nets[i].is_left_on) {
            left++;
            first_left = i;
        }
    }
    char name[NET_NAME];
    if (left > 0)
        warn_of("%s: warning: %" PRIu32 " net%s on without any driver, such as %s; probably cut "
                "out of a larger build (inferred)",
                path, left, plural(left), net_name(circuit, first_left, name));
    if (two > 0)
        warn_of("%s: warning: %" PRIu32 " net%s with pegs in different circuit states, such as %s",
                path, two, plural(two), net_name(circuit, first, name));
}

void warn_of_oddities(const struct opened_circuit *opened)
{
    const ow_circuit *circuit = &opened->circuit;
    const char *path = opened->input.path;
    warn_about_odd_nets(circuit, path);
    if (circuit->loose_wires > 0)
        warn_of("%s: warning: %" PRIu32 " wire%s ignored because an end is at no existing peg",
                path, circuit->loose_wires, plural(circuit->loose_wires));
    if (circuit->unknown > 0)
        warn_of("%s: warning: %" PRIu32 " component%s of unknown types; their outputs keep their "
                "saved state; --types FILE can describe the types",
                path, circuit->unknown, plural(circuit->unknown));
    if (circuit->contacts_left)
        warn_of("%s: warning: too many sockets at one place: not all pairs of sockets were tried",
                path);
}

const char *net_name(const ow_circuit *circuit, uint32_t net, char name[NET_NAME])
{
    ow_circuit_net_name(circuit, net, name, NET_NAME);
    return name;
}

/* Suggests nets: bits of a bus with that name, or the nearest name without spaces. */
static void suggest_net(const ow_circuit *circuit, const char *name, char *text, size_t room)
{
    size_t used = 0, size = strlen(name);
    unsigned shown = 0;
    *text = '\0';
    for (uint32_t i = 0; i < circuit->net_count && shown < 4 && used < room; i++) {
        ow_text net = circuit->nets[i].name;
        if (net.size <= size || net.data[size] != '[' || memcmp(net.data, name, size) != 0)
            continue;
        used += (size_t)snprintf(text + used, room - used, "%s\"%.60s\"",
                                 shown == 0 ? "; did you mean " : ", ", net.data);
        shown++;
    }
    if (shown > 0 && used < room)
        snprintf(text + used, room - used, "?");
    size_t most = 1;
    for (uint32_t i = 0; i < circuit->net_count; i++)
        most += circuit->nets[i].name.size + 1;
    char *words = shown > 0 ? NULL : malloc(most), *to = words;
    for (uint32_t i = 0; words && i < circuit->net_count; i++) {
        ow_text net = circuit->nets[i].name;
        if (net.size > 0 && !memchr(net.data, ' ', net.size) && !memchr(net.data, 0, net.size)) {
            memcpy(to, net.data, net.size);
            to += net.size;
            *to++ = ' ';
        }
    }
    if (words) {
        *to = '\0';
        snprintf(text, room, "%s", did_you_mean("", name, words));
    }
    free(words);
}

uint32_t find_net(struct opened_circuit *opened, const char *name)
{
    char suggested[250];
    uint32_t net = ow_circuit_find_net(&opened->circuit, ow_text_of(name));
    ow_error *error = &opened->input.error;
    if (net != OW_NO_NET)
        return net;
    suggest_net(&opened->circuit, name, suggested, sizeof suggested);
    error->status = OW_NOT_THERE;
    if (*suggested)
        snprintf(error->message, sizeof error->message, "unknown net \"%.100s\"%s", name,
                 suggested);
    else
        snprintf(
            error->message, sizeof error->message,
            "unknown net \"%.100s\": write a name that `overworld nets` prints, or a peg of the "
            "net, such as C-12, C-12.in0 or C-12.out1; an output without a wire is in no net",
            name);
    complain("%s: %s", opened->input.path, error->message);
    return OW_NO_NET;
}

/* Mods do not end the stream, so the output counts even without its end. */
size_t inflate_memory(void *context, const void *packed, size_t packed_size, void *plain,
                      size_t size)
{
    z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)packed, .next_out = plain};
    (void)context;
    if (packed_size > UINT_MAX || size > UINT_MAX)
        return 0;
    stream.avail_in = (uInt)packed_size;
    stream.avail_out = (uInt)size;
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return 0;
    int status = inflate(&stream, Z_SYNC_FLUSH);
    size_t used = size - stream.avail_out;
    inflateEnd(&stream);
    return status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR ? used : 0;
}

size_t deflate_memory(void *context, const void *plain, size_t plain_size, void *packed,
                      size_t size)
{
    z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)plain, .next_out = packed};
    enum { MEMORY_LEVEL = 8 };
    (void)context;
    if (plain_size > UINT_MAX || size > UINT_MAX)
        return 0;
    stream.avail_in = (uInt)plain_size;
    stream.avail_out = (uInt)size;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    int status = deflate(&stream, Z_FINISH);
    size_t used = size - stream.avail_out;
    deflateEnd(&stream);
    return status == Z_STREAM_END ? used : 0;
}
