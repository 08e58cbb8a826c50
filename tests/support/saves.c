/* Small saves built field by field: tests of rules change one thing in a sound one. */
#include "saves.h"

#include <stdio.h>

void put_head(struct bytes *bytes, unsigned save_type, uint32_t components, uint32_t wires)
{
    put_raw(bytes, "Logic World save", 16);
    put_u8(bytes, 7);
    put_i32(bytes, 0);
    put_i32(bytes, 92);
    put_i32(bytes, 3);
    put_i32(bytes, 57);
    put_u8(bytes, save_type);
    put_u32(bytes, components);
    put_u32(bytes, wires);
}

void put_types(struct bytes *bytes, unsigned count)
{
    put_u32(bytes, 0);
    put_u32(bytes, count);
    for (unsigned i = 1; i <= count; i++) {
        char name[16];
        snprintf(name, sizeof name, "M.Type%u", i);
        put_u16(bytes, i);
        put_text(bytes, name);
    }
}

void put_component(struct bytes *bytes, uint32_t address, uint32_t parent, unsigned type,
                   uint32_t inputs, uint32_t outputs, int32_t first_state)
{
    static const float no_turn[4] = {0, 0, 0, 1};
    put_u32(bytes, address);
    put_u32(bytes, parent);
    put_u16(bytes, type);
    for (int i = 0; i < 3; i++)
        put_i32(bytes, 300 * i);
    for (int i = 0; i < 4; i++)
        put_f32(bytes, no_turn[i]);
    put_u32(bytes, inputs);
    for (uint32_t i = 0; i < inputs; i++)
        put_u32(bytes, (uint32_t)first_state + i);
    put_u32(bytes, outputs);
    for (uint32_t i = 0; i < outputs; i++)
        put_u32(bytes, (uint32_t)first_state + inputs + i);
    put_i32(bytes, -1);
}

void put_wire(struct bytes *bytes, unsigned first_kind, uint32_t first, int32_t first_index,
              unsigned second_kind, uint32_t second, int32_t second_index, int32_t state)
{
    put_u8(bytes, first_kind);
    put_u32(bytes, first);
    put_i32(bytes, first_index);
    put_u8(bytes, second_kind);
    put_u32(bytes, second);
    put_i32(bytes, second_index);
    put_i32(bytes, state);
    put_f32(bytes, 0);
}

void put_on_states(struct bytes *bytes, uint32_t count, const int32_t *states)
{
    put_u32(bytes, count);
    for (uint32_t i = 0; i < count; i++)
        put_i32(bytes, states[i]);
}

void put_footer(struct bytes *bytes)
{
    put_raw(bytes, "redstone sux lol", 16);
}

struct bytes sound_save(void)
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, 2, 1);
    put_types(&bytes, 2);
    put_component(&bytes, 10, 0, 1, 2, 0, 0);
    put_component(&bytes, 20, 10, 2, 0, 1, 2);
    put_wire(&bytes, 1, 10, 0, 2, 20, 0, 2);
    put_on_states(&bytes, 1, (const int32_t[]){2});
    put_footer(&bytes);
    return bytes;
}
