/* The counterpart of keeping.h for normal decoding, which drops damaged files: empty functions. */
#ifndef OW_SRC_CODEC_LOSING_H
#define OW_SRC_CODEC_LOSING_H

VERB void keep_place(const struct codec *c, const uint8_t *place)
{
    (void)c, (void)place;
}

VERB bool keeps_fewer(const struct codec *c, uint64_t value, const uint32_t *count, size_t smallest)
{
    (void)c, (void)value, (void)count, (void)smallest;
    return false;
}

VERB void end_numbers(const struct codec *c, const uint32_t *count)
{
    (void)c, (void)count;
}

VERB void enter_list(const struct codec *c, const char *name, const uint32_t *count)
{
    (void)c, (void)name, (void)count;
}

VERB void leave_open_list(const struct codec *c)
{
    (void)c;
}

VERB bool keeps_bytes(const struct codec *c, const uint8_t *bytes, const size_t *size)
{
    (void)c, (void)bytes, (void)size;
    return false;
}

VERB bool keeps_grid(const struct codec *c, const char *name, const uint64_t *count)
{
    (void)c, (void)name, (void)count;
    return false;
}

VERB void keep_tags(const struct codec *c, const char *const *tags, size_t count)
{
    (void)c, (void)tags, (void)count;
}

VERB void find_next_block(const struct codec *c)
{
    (void)c;
}

#endif
