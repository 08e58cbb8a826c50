/* .structure from JSON text. */
#include "structure.h"

#include "../codec/parse.h"

#include "variant_names.h"

/* Fields that are left out are as the named variant has them; without a name as `game` has. */
PARSE_VERB void parse_choice(struct codec *c, const char *name, uint8_t *v,
                             const struct choice *choices)
{
    bool there;
    present(c, name, &there, false);
    if (there)
        *v = parse_known(c, name, choices, 2);
}

PARSE_VERB void parse_number(struct codec *c, const char *name, uint16_t *v, uint16_t least,
                             uint16_t most)
{
    if (find(c, name))
        *v = (uint16_t)integer_value(c, name, least, most);
}

PARSE_VERB void parse_flipped_ids(struct codec *c, ow_structure_variant *v)
{
    bool there;
    uint8_t *ids;
    uint32_t count;
    present(c, "flipped_ids", &there, false);
    if (!there)
        return;
    u8s(c, "flipped_ids", &ids, &count);
    memset(v->flipped_ids, 0, sizeof v->flipped_ids);
    for (uint32_t i = 0; i < count && healthy(c); i++)
        v->flipped_ids[ids[i] / 8] |= (uint8_t)(1 << ids[i] % 8);
}

PARSE_VERB void parse_name(struct codec *c, ow_structure_variant *v)
{
    struct json_token token = {0};
    if (!find(c, "name"))
        return;
    const char *at = c->cursor.at;
    if (json_string(&c->cursor, &token) &&
        !structure_variant_by_name((ow_text){token.data, token.size}, v))
        fail_json(c, at, "name", "the variants are \"game\" and \"spec\"");
    end_value(c, "name");
}

PARSE_VERB void variant(struct codec *c, ow_structure_variant *v)
{
    bool there;
    *v = ow_structure_game;
    present(c, "variant", &there, false);
    if (!there)
        return;
    begin_object(c, "variant");
    parse_name(c, v);
    uint16_t color_bytes = v->metadata_color_bytes;
    parse_choice(c, "byte_order", &v->byte_order, byte_orders);
    parse_choice(c, "tables", &v->tables, table_orders);
    parse_choice(c, "string_prefix", &v->string_prefix, string_prefixes);
    parse_number(c, "metadata_color_bytes", &color_bytes, 3, 4);
    v->metadata_color_bytes = (uint8_t)color_bytes;
    if (find(c, "empty_custom_bounds")) {
        boolean_value(c, "empty_custom_bounds", &v->empty_custom_bounds);
        end_value(c, "empty_custom_bounds");
    }
    parse_number(c, "wide_index_from", &v->wide_index_from, 256, 257);
    parse_flipped_ids(c, v);
    end_object(c);
}

#include "layout.h"

ow_status structure_parse(const struct json_text *text, const ow_options *options,
                          ow_structure_build **kept, ow_error *error)
{
    *kept = NULL;
    ow_options filled = options_or_default(options, text->size);
    struct arena arena;
    arena_init(&arena, &filled);
    struct codec codec = {
        .cursor = {.begin = text->data, .at = text->data, .end = text->data + text->size},
        .arena = &arena,
        .options = &filled,
    };
    ow_structure_build read = {0};
    begin_document(&codec);
    build(&codec, &read);
    end_document(&codec);
    if (codec.error.status == OW_OK)
        return structure_keep(&arena, &read, kept, error);
    arena_free(&arena);
    if (error)
        *error = codec.error;
    return codec.error.status;
}
