/* Rows of RAMs, behind all others. Along x, a RAM has a square for each bit of its data or of its
 * addresses, whichever are more; through peg and pin of a bit have the same x. */
#include "place.h"

uint32_t build_widest_ram(const struct builder *builder)
{
    uint32_t widest = 0;
    for (uint32_t i = 0; i < builder->ram_count; i++)
        if (ram_width(&builder->rams[i]) > widest)
            widest = ram_width(&builder->rams[i]);
    return widest;
}

/* The first place from `x` on where a RAM crosses no border of a board. */
static uint32_t place_from(const struct build_ram *ram, uint32_t x)
{
    uint32_t on_board = x % LARGEST_SIDE;
    return on_board + ram_width(ram) > LARGEST_SIDE ? x + LARGEST_SIDE - on_board : x;
}

uint32_t build_depth_of_rams(const struct builder *builder, uint32_t width)
{
    uint64_t squares = 0;
    for (uint32_t i = 0; i < builder->ram_count; i++)
        squares += ram_width(&builder->rams[i]) + 1;
    return (uint32_t)(squares / width + (squares % width > 0)) * RAM_ROW;
}

void build_put_ram_rows(struct builder *builder)
{
    uint32_t x = 0;
    for (uint32_t i = 0; i < builder->ram_count; i++) {
        struct build_ram *ram = &builder->rams[i];
        x = place_from(ram, x);
        if (i == 0 || x + ram_width(ram) > builder->width) {
            x = 0;
            builder->rows[builder->row_count++] =
                (struct build_row){.kind = ROW_RAMS, .first = i, .depth = RAM_ROW};
        }
        ram->x = x;
        ram->row = builder->row_count - 1;
        builder->rows[ram->row].count++;
        x += ram_width(ram) + 1;
    }
}
