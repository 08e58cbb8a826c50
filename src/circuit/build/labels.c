/* Labels: of ports, of memories, and of the latches of a register or a word that stand together. */
#include "labels.h"
#include "place.h"

#include "../../base/bytes.h"
#include "../../base/floats.h"

#include <stdio.h>
#include <string.h>

/* A name from the text in the form of a label, with room for more after it. NULL without memory. */
char *build_plain_name(struct writer *writer, ow_text name, bool escaped, size_t *size)
{
    struct json_token token = {.data = name.data, .size = name.size, .escaped = escaped};
    char *plain = arena_take(&writer->builder->arena, token.size + LABEL_MORE);
    if (!plain)
        writer->status = writer->builder->arena.status;
    else if (!json_unescape(&token, plain, size))
        *size = 0;
    return plain;
}

/* The game's own size of letters, or a smaller one, so that a name stays within its label: a
 * letter is about half as wide as high (measured in pictures of `render`). */
static float letter_size(ow_text name, uint32_t wide)
{
    const float largest = 0.8f;
    float fits = divide_floats(2 * (float)wide, (float)(name.size > 0 ? name.size : 1));
    return fits < largest ? fits : largest;
}

/* A centred label in the game's own colour and size: see the table of types. */
void build_put_text(struct writer *writer, ow_text name, uint32_t wide, uint32_t x, uint32_t z)
{
    enum { FRONT = 16, BEHIND = 12, LETTERS_AT = 7, SIZE_AT = 12, MIDDLE = 1 };
    static const uint8_t front[SIZE_AT] = {MIDDLE, 0, 0, 0, 0x26, 0x26, 0x26};
    float letters = letter_size(name, wide);
    uint32_t bits;
    uint32_t number = build_put_on_square(writer, TYPE_LABEL, x, z);
    uint8_t *data = build_take_bytes(writer, FRONT + name.size + BEHIND);
    if (!data)
        return;
    memcpy(data, front, sizeof front);
    memcpy(&bits, &letters, sizeof bits);
    store_u32(data + LETTERS_AT, bits, false);
    store_u32(data + SIZE_AT, (uint32_t)name.size, false);
    if (name.size > 0)
        memcpy(data + FRONT, name.data, name.size);
    store_u32(data + FRONT + name.size, wide, false);
    store_u32(data + FRONT + name.size + 4, 1, false);
    store_u32(data + FRONT + name.size + 8, MIDDLE, false);
    writer->save->components[number].custom_data = (ow_bytes){data, FRONT + name.size + BEHIND};
}

void build_put_memory_label(struct writer *writer, const struct build_memory *memory)
{
    const struct builder *builder = writer->builder;
    size_t size = 0;
    char *name = build_plain_name(writer, memory->name, memory->escaped, &size);
    if (!name)
        return;
    size += (size_t)snprintf(name + size, LABEL_MORE, ": %u words of %u bits",
                             (unsigned)memory->words, (unsigned)memory->bits);
    if (memory->first > 0)
        size += (size_t)snprintf(name + size, LABEL_MORE / 2, " from %u", (unsigned)memory->first);
    uint32_t most = builder->width < LARGEST_SIDE ? builder->width : LARGEST_SIDE;
    uint32_t wide = (uint32_t)size / 2 + 1;
    build_put_text(writer, (ow_text){name, size}, wide < most ? wide : most, 0,
                   builder->rows[memory->row].z + 2);
}

/* Latches of a unit, side by side in a row and on one board: places in builder.placed. */
struct piece {
    uint32_t first, end;
};

static bool is_one_piece(const struct builder *builder, uint32_t a, uint32_t b)
{
    const struct build_cell *one = &builder->cells[builder->placed[a]],
                            *other = &builder->cells[builder->placed[b]];
    return one->unit > 0 && one->unit == other->unit &&
           one->x / LARGEST_SIDE == other->x / LARGEST_SIDE;
}

/* Whether letters that fill the label of a piece can be read: they are a quarter of a square high,
 * or higher. */
static bool is_readable(const struct builder *builder, const struct piece *piece)
{
    enum { LETTERS_EACH = 8, BITS = 6 };
    const struct build_cell *cell = &builder->cells[builder->placed[piece->first]];
    return builder->units[cell->unit - 1].name.size + BITS <=
           (uint64_t)(piece->end - piece->first) * LETTERS_EACH;
}

/* Finds the next piece of a row that gets a label. Begin with the row's start as the end. */
static bool next_piece(const struct builder *builder, const struct build_row *row,
                       struct piece *piece)
{
    uint32_t end = row->first + row->count;
    while (row->kind == ROW_CELLS && piece->end < end) {
        piece->first = piece->end++;
        while (piece->end < end && is_one_piece(builder, piece->first, piece->end))
            piece->end++;
        if (piece->end - piece->first >= 2 && is_readable(builder, piece))
            return true;
    }
    return false;
}

bool build_has_unit_labels(const struct builder *builder, const struct build_row *row)
{
    struct piece piece = {.end = row->first};
    return next_piece(builder, row, &piece);
}

/* Which bits are there: "[31:16,3]". As many as fit into the room for a number of ranges. */
static size_t write_bits(const struct builder *builder, const struct piece *piece, char *text,
                         size_t room)
{
    size_t size = 0;
    for (uint32_t i = piece->first, end; i < piece->end; i = end) {
        int32_t highest = builder->cells[builder->placed[i]].unit_bit, lowest = highest;
        for (end = i + 1;
             end < piece->end && builder->cells[builder->placed[end]].unit_bit == lowest - 1; end++)
            lowest--;
        int more = lowest < highest ? snprintf(text + size, room - size, "%c%d:%d",
                                               size > 0 ? ',' : '[', (int)highest, (int)lowest)
                                    : snprintf(text + size, room - size, "%c%d",
                                               size > 0 ? ',' : '[', (int)highest);
        if (size + (size_t)more + 4 > room) {
            size += (size_t)snprintf(text + size, room - size, "...");
            break;
        }
        size += (size_t)more;
    }
    text[size++] = ']';
    return size;
}

static void put_unit_label(struct writer *writer, const struct build_row *row,
                           const struct piece *piece)
{
    const struct builder *builder = writer->builder;
    const struct build_cell *first = &builder->cells[builder->placed[piece->first]],
                            *last = &builder->cells[builder->placed[piece->end - 1]];
    const struct build_unit *unit = &builder->units[first->unit - 1];
    size_t size = 0, begin;
    char *name = build_plain_name(writer, unit->name, unit->escaped, &size);
    if (!name)
        return;
    begin = size;
    if (unit->is_word)
        size += (size_t)snprintf(name + size, LABEL_MORE, "[%u]", (unsigned)unit->word);
    size += write_bits(builder, piece, name + size, LABEL_MORE - (size - begin) - sizeof " next");
    if (unit->is_first)
        size += (size_t)snprintf(name + size, sizeof " next", " next");
    build_put_text(writer, (ow_text){name, size}, last->x + 1 - first->x, first->x,
                   row->z + row->depth);
}

void build_put_unit_labels(struct writer *writer, const struct build_row *row)
{
    struct piece piece = {.end = row->first};
    while (writer->status == OW_OK && next_piece(writer->builder, row, &piece))
        put_unit_label(writer, row, &piece);
}
