/* Names of bits: those of the nets in the text. Synthesis drops the names of gates but keeps those
 * of many nets. A bit may have several; the one at the top of the design is best. */
#include "name.h"

#include "../../base/sort.h"
#include "../../base/text.h"

bool build_is_of_mapping(ow_text source)
{
    for (size_t i = source.size; i > 0; i--)
        if (source.data[i - 1] == '/' || i == 1) {
            size_t begin = source.data[i - 1] == '/' ? i : 0;
            return text_begins((ow_text){source.data + begin, source.size - begin}, "overworld_");
        }
    return false;
}

static size_t count_levels(ow_text name)
{
    size_t levels = 0;
    for (size_t i = 0; i < name.size; i++)
        levels += name.data[i] == '.';
    return levels;
}

/* A name for a bit, unless it has a better one. */
static void offer(struct build_name *name, const struct build_name *offered)
{
    if (name->signal.size > 0 && (name->is_own > offered->is_own ||
                                  (name->is_own == offered->is_own &&
                                   count_levels(name->signal) <= count_levels(offered->signal))))
        return;
    *name = *offered;
}

/* Bits of a net count from its offset on, upwards or downwards. */
static bool read_net(struct builder *builder, const char *at, struct build_name *name,
                     const char **bits, bool *upto)
{
    enum { HIDDEN, BITS, ATTRIBUTES, OFFSET, UPTO, MEMBERS, THOUSAND = 1000 };
    struct member members[MEMBERS] = {{"hide_name", NULL},
                                      {"bits", NULL},
                                      {"attributes", NULL},
                                      {"offset", NULL},
                                      {"upto", NULL}};
    struct json_walk *walk = &builder->walk;
    uint64_t hidden = 0, down = 0;
    int64_t offset = 0;
    if (!walk_members(walk, at, members, MEMBERS) ||
        (value_unsigned(walk, members[HIDDEN].at, &hidden) && hidden != 0))
        return false;
    value_thousandths(walk, members[OFFSET].at, &offset);
    value_unsigned(walk, members[UPTO].at, &down);
    ow_text source = build_source_of(builder, members[ATTRIBUTES].at);
    name->is_own = !build_is_of_mapping(source);
    name->source = name->is_own ? source : (ow_text){NULL, 0};
    name->index = (int32_t)(offset / THOUSAND);
    name->is_numbered = members[OFFSET].at || walk_count(walk, members[BITS].at) > 1;
    *bits = members[BITS].at;
    *upto = down != 0;
    return true;
}

static void offer_net(struct builder *builder, struct build_name name, const char *at,
                      const struct named_bits *named)
{
    const char *bits, *element;
    bool upto;
    uint32_t bit, place = 0;
    if (!read_net(builder, at, &name, &bits, &upto))
        return;
    int32_t first = name.index, width = (int32_t)walk_count(&builder->walk, bits);
    struct elements elements = walk_elements(&builder->walk, bits);
    for (; next_element(&elements, &element); place++) {
        if (!build_read_bit(builder, element, &bit))
            continue;
        name.index = first + (upto ? width - 1 - (int32_t)place : (int32_t)place);
        size_t i = first_not_below(named->bits, named->count, (uint64_t)bit << 32);
        for (; i < named->count && named->bits[i] >> 32 == bit; i++)
            offer(&named->names[(uint32_t)named->bits[i]], &name);
    }
}

void build_offer_names(struct builder *builder, const struct named_bits *named)
{
    struct object_walk object = walk_object(&builder->walk, builder->net_names);
    struct json_token token;
    const char *at;
    uint32_t net = 0;
    while (builder->net_names && *builder->net_names == '{' &&
           next_object_member(&object, &token, &at)) {
        struct build_name name = {
            .signal = {token.data, token.size}, .escaped = token.escaped, .net = net};
        offer_net(builder, name, at, named);
        net++;
    }
}
