/* The switches of a variant as JSON has them. Include after a codec. */
#ifndef OW_SRC_STRUCTURE_VARIANT_NAMES_H
#define OW_SRC_STRUCTURE_VARIANT_NAMES_H

static const struct choice byte_orders[] = {
    {0, OW_STRUCTURE_LITTLE, "little"},
    {0, OW_STRUCTURE_BIG, "big"},
};
static const struct choice table_orders[] = {
    {0, OW_STRUCTURE_COUNTS_FIRST, "counts_first"},
    {0, OW_STRUCTURE_LENGTHS_FIRST, "lengths_first"},
};
static const struct choice string_prefixes[] = {
    {0, OW_STRUCTURE_VARINT, "varint"},
    {0, OW_STRUCTURE_U16, "u16"},
};

#endif
