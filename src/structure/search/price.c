/* The cost model of a search: how unlikely a walk is, and how long operations take. */
#include "price.h"

/* In the order of docs/explanation/structure-variants.md. */
const uint8_t structure_flip_prices[SWITCHES] = {
    [SWITCH_TABLES] = 4,       [SWITCH_IDS] = 5,          [SWITCH_PREFIX] = 6,
    [SWITCH_PREFIX_ORDER] = 2, [SWITCH_COLOR_BYTES] = 7,  [SWITCH_EMPTY_BOUNDS] = 8,
    [SWITCH_GROUP_COUNTS] = 9, [SWITCH_GROUP_VALUES] = 9, [SWITCH_WIDE_INDEX] = 10,
    [SWITCH_BYTE_ORDER] = 11,
};

void structure_flip(ow_structure_variant *variant, enum structure_switch what, uint8_t id)
{
    switch (what) {
    case SWITCH_TABLES:
        variant->tables = !variant->tables;
        break;
    case SWITCH_IDS:
        variant->flipped_ids[id / 8] ^= (uint8_t)(1 << id % 8);
        break;
    case SWITCH_PREFIX:
        variant->string_prefix = variant->string_prefix != OW_STRUCTURE_VARINT ? OW_STRUCTURE_VARINT
                                 : variant->byte_order == OW_STRUCTURE_BIG     ? OW_STRUCTURE_U16
                                                                           : OW_STRUCTURE_U16_BIG;
        break;
    case SWITCH_PREFIX_ORDER:
        if (variant->string_prefix != OW_STRUCTURE_VARINT)
            variant->string_prefix = variant->string_prefix == OW_STRUCTURE_U16
                                         ? OW_STRUCTURE_U16_BIG
                                         : OW_STRUCTURE_U16;
        break;
    case SWITCH_COLOR_BYTES:
        variant->metadata_color_bytes = variant->metadata_color_bytes == 3 ? 4 : 3;
        break;
    case SWITCH_EMPTY_BOUNDS:
        variant->empty_custom_bounds = !variant->empty_custom_bounds;
        break;
    case SWITCH_GROUP_COUNTS:
        variant->group_count_bytes = variant->group_count_bytes == 1 ? 2 : 1;
        break;
    case SWITCH_GROUP_VALUES:
        variant->group_value_bytes = variant->group_value_bytes == 2 ? 4 : 2;
        break;
    case SWITCH_WIDE_INDEX:
        variant->wide_index_from = variant->wide_index_from == 257 ? 256 : 257;
        break;
    case SWITCH_BYTE_ORDER:
        variant->byte_order = !variant->byte_order;
        break;
    case SWITCHES:
        break;
    }
}

/* Only a judge tests whether a name is UTF-8. If the bytes are not a name, the test ends early.
 * Wrong lengths are frequent. */
static uint64_t work_on_name(ow_text name)
{
    enum { EARLY = 64, BYTE_WORK = 4 };
    size_t cut = EARLY;
    if (name.size <= EARLY)
        return name.size * BYTE_WORK;
    while (cut > EARLY - 4 && ((uint8_t)name.data[cut] & 0xc0) == 0x80)
        cut--;
    return (ow_text_is_utf8((ow_text){name.data, cut}) ? name.size : EARLY) * BYTE_WORK;
}

/* The work to read a block of `size` bytes. Long runs of numbers are read at memory speed. */
uint64_t structure_work_on_block(const ow_structure_block *block, uint64_t size, bool judged)
{
    enum { BLOCK_WORK = 24, SETTINGS_WORK = 32, METADATA_WORK = 64, GROUP_WORK = 8 };
    enum { COLOR_WORK = 4, GRADIENT_WORK = 64, BYTES_A_WORK = 4 };
    const ow_structure_settings *settings = block->settings;
    if (!settings)
        return BLOCK_WORK;
    uint64_t work = BLOCK_WORK + SETTINGS_WORK + (size - settings->name.size) / BYTES_A_WORK;
    if (judged)
        work += work_on_name(settings->name);
    const ow_structure_metadata *metadata = settings->metadata;
    if (!metadata)
        return work;
    return work + METADATA_WORK + GROUP_WORK * metadata->group_count +
           COLOR_WORK * metadata->color_count + GRADIENT_WORK * metadata->gradient_count;
}

/* A few times the work of reading the file once, plus a constant that takes little time. */
uint64_t structure_most_work(uint64_t size)
{
    uint64_t work = size * (MOST_WORK_A_BYTE - LEAST_WORK_A_BYTE);
    return FREE_WORK + size * LEAST_WORK_A_BYTE + (work < MOST_WORK ? work : MOST_WORK);
}

uint64_t structure_most_work_on_others(uint64_t size)
{
    return FREE_WORK + size * OTHERS_WORK_A_BYTE;
}
