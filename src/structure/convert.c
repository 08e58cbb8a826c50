/* A build in another variant: a copy whose blocks are rewritten where the two variants differ. */
#include "losses.h"
#include "structure.h"

#include "../base/error.h"

#include <string.h>

enum {
    LONGEST_NAME = UINT16_MAX, /* behind a prefix of two bytes */
    HIGHEST_NARROW = UINT8_MAX,
    OPAQUE = 255
};

struct conversion {
    const ow_structure_build *from;
    ow_structure_build to;
    struct arena arena;
    uint32_t block; /* that is being converted */
    struct losses losses;
};

static void lose(struct conversion *c, enum loss_kind kind, uint64_t count)
{
    structure_note_loss(&c->losses, kind, count, c->block);
}

/* The mask of a block without anything that a mask tells of but speed and colour. */
static uint8_t mask_without_settings(uint8_t mask)
{
    enum { HAS = OW_STRUCTURE_HAS_NAME | OW_STRUCTURE_HAS_CONNECTIONS };
    enum { NO = OW_STRUCTURE_NO_METADATA | OW_STRUCTURE_NO_BEARING | OW_STRUCTURE_NO_INTEGERS };
    return (uint8_t)((mask & ~HAS) | NO);
}

static void change_mask(struct conversion *c, ow_structure_block *block, uint8_t mask)
{
    if (block->mask != mask)
        lose(c, MASKS, 1);
    block->mask = mask;
}

/* Whether metadata tells anything: empty lists do not. */
static bool is_empty(const ow_structure_metadata *metadata)
{
    return metadata->boolean_count + metadata->float_count + metadata->vector_count +
                   metadata->vertex_count + metadata->group_count + metadata->byte_count +
                   metadata->color_count + metadata->gradient_count + metadata->input_count +
                   metadata->slot_count ==
               0 &&
           metadata->formula.size == 0 && metadata->min == 0 && metadata->max == 0;
}

/* Only what the mask tells of was ever in a file. */
static void drop_settings(struct conversion *c, ow_structure_block *block)
{
    const ow_structure_settings *settings = block->settings;
    block->settings = NULL;
    if (settings) {
        uint8_t mask = block->mask;
        lose(c, SIGNALS, settings->signal != 0);
        lose(c, NAMES, mask & OW_STRUCTURE_HAS_NAME && settings->name.size > 0);
        lose(c, BEARINGS, !(mask & OW_STRUCTURE_NO_BEARING));
        lose(c, CONNECTIONS, mask & OW_STRUCTURE_HAS_CONNECTIONS && settings->connection_count > 0);
        lose(c, INTEGERS, !(mask & OW_STRUCTURE_NO_INTEGERS) && settings->integer_count > 0);
        lose(c, METADATA,
             !(mask & OW_STRUCTURE_NO_METADATA) && settings->metadata &&
                 !is_empty(settings->metadata));
    }
    /* Speed was there whatever the mask said; now the mask has to say so. */
    uint8_t speed = block->speed != 0 ? OW_STRUCTURE_HAS_SPEED : 0;
    change_mask(c, block, (uint8_t)(mask_without_settings(block->mask) | speed));
}

static bool add_settings(struct conversion *c, ow_structure_block *block)
{
    block->settings = arena_take(&c->arena, sizeof *block->settings);
    if (!block->settings)
        return false;
    *block->settings = (ow_structure_settings){0};
    change_mask(c, block, mask_without_settings(block->mask));
    return true;
}

/* Colours with another number of bytes. */
static bool recolor(struct conversion *c, uint8_t (**colors)[4], uint32_t count)
{
    if (!*colors)
        return true;
    uint8_t(*copies)[4] = arena_take(&c->arena, count * sizeof *copies);
    if (!copies)
        return false;
    bool has_alpha = c->to.variant.metadata_color_bytes == 4;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(copies[i], (*colors)[i], sizeof *copies);
        lose(c, ALPHAS, !has_alpha && copies[i][3] != OPAQUE);
        copies[i][3] = has_alpha ? OPAQUE : 0;
    }
    *colors = copies;
    return true;
}

static bool recolor_metadata(struct conversion *c, ow_structure_metadata *metadata)
{
    if (c->from->variant.metadata_color_bytes == c->to.variant.metadata_color_bytes)
        return true;
    if (!recolor(c, &metadata->colors, metadata->color_count))
        return false;
    if (metadata->gradient_count == 0)
        return true;
    size_t size = metadata->gradient_count * sizeof *metadata->gradients;
    ow_structure_gradient *gradients = arena_take(&c->arena, size);
    if (!gradients)
        return false;
    memcpy(gradients, metadata->gradients, size);
    metadata->gradients = gradients;
    for (uint32_t i = 0; i < metadata->gradient_count; i++)
        if (!recolor(c, &gradients[i].colors, gradients[i].color_count))
            return false;
    return true;
}

static bool convert_metadata(struct conversion *c, ow_structure_block *block)
{
    ow_structure_metadata *copy = arena_take(&c->arena, sizeof *copy);
    if (!copy)
        return false;
    *copy = *block->settings->metadata;
    block->settings->metadata = copy;
    if (structure_types[block->id].custom && copy->vertex_count == 0 &&
        c->from->variant.empty_custom_bounds && !c->to.variant.empty_custom_bounds) {
        lose(c, BOUNDS, copy->min != 0 || copy->max != 0);
        copy->min = copy->max = 0;
    }
    return recolor_metadata(c, copy);
}

/* No more than `most` bytes, and no part of a character, which takes at most four. */
static size_t cut(ow_text text, size_t most)
{
    size_t size = most;
    while (most - size < 3 && ((unsigned char)text.data[size] & 0xc0) == 0x80)
        size--;
    return size;
}

static bool convert_settings(struct conversion *c, ow_structure_block *block)
{
    ow_structure_settings *copy = arena_take(&c->arena, sizeof *copy);
    if (!copy)
        return false;
    *copy = *block->settings;
    block->settings = copy;
    if (c->to.variant.string_prefix == OW_STRUCTURE_U16 && copy->name.size > LONGEST_NAME) {
        lose(c, CUT_NAMES, 1);
        copy->name.size = cut(copy->name, LONGEST_NAME);
    }
    return !copy->metadata || convert_metadata(c, block);
}

static bool has_wide_index(const ow_structure_build *build)
{
    return build->rotation_count >= build->variant.wide_index_from;
}

static bool convert_block(struct conversion *c, ow_structure_block *block)
{
    bool was = structure_is_interactive(&c->from->variant, block->id);
    bool is = structure_is_interactive(&c->to.variant, block->id);
    if (has_wide_index(c->from) && !has_wide_index(&c->to) &&
        block->rotation_index > HIGHEST_NARROW) {
        lose(c, INDICES, 1);
        block->rotation_index = HIGHEST_NARROW;
    }
    if (was && !is)
        drop_settings(c, block);
    else if (!was && is)
        return add_settings(c, block);
    return !block->settings || convert_settings(c, block);
}

static ow_status convert(struct conversion *c)
{
    ow_structure_build *to = &c->to;
    size_t size = to->block_count * sizeof *to->blocks;
    to->blocks = arena_take(&c->arena, size);
    if (!to->blocks)
        return c->arena.status;
    if (size > 0)
        memcpy(to->blocks, c->from->blocks, size);
    for (c->block = 0; c->block < to->block_count; c->block++)
        if (!convert_block(c, &to->blocks[c->block]))
            return c->arena.status;
    return OW_OK;
}

/* What the copies take at most. */
static uint64_t copied_size(const ow_structure_build *build)
{
    uint64_t size =
        build->block_count * (sizeof(ow_structure_block) + sizeof(ow_structure_settings) +
                              (uint64_t)sizeof(ow_structure_metadata));
    for (uint32_t i = 0; i < build->block_count; i++) {
        const ow_structure_settings *settings = build->blocks[i].settings;
        const ow_structure_metadata *metadata = settings ? settings->metadata : NULL;
        size += metadata ? 4 * (uint64_t)metadata->color_count : 0;
        for (uint32_t k = 0; metadata && k < metadata->gradient_count; k++)
            size += sizeof *metadata->gradients + 4 * (uint64_t)metadata->gradients[k].color_count;
    }
    return size;
}

ow_status
ow_structure_convert_as(const ow_structure_build *build, const ow_structure_variant *variant,
                        const ow_options *options,
                        void (*warn)(void *context, const char *pointer, const char *message),
                        void *warn_context, ow_structure_build **converted, ow_error *error)
{
    *converted = NULL;
    const char *wrong = structure_wrong_switch(variant);
    if (wrong)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/variant",
                         "the variant's %s has a value that it cannot have", wrong);
    ow_options filled = options_or_default(options, copied_size(build));
    struct conversion conversion = {.from = build, .to = *build};
    conversion.to.variant = *variant;
    arena_init(&conversion.arena, &filled);
    ow_status status = convert(&conversion);
    if (status != OW_OK) {
        arena_free(&conversion.arena);
        return error_plain(error, status);
    }
    structure_tell_losses(&conversion.losses, warn, warn_context);
    return structure_keep(&conversion.arena, &conversion.to, converted, error);
}

static ow_status resolve_target(const ow_target *target, ow_structure_variant *variant,
                                ow_error *error)
{
    if (target->has_version && target->version != OW_STRUCTURE_VERSION)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/version",
                         "structure version %u cannot be written; version %d can", target->version,
                         OW_STRUCTURE_VERSION);
    if (!target->variant)
        return OW_OK; /* as it is */
    char name[STRUCTURE_VARIANT_NAME] = "";
    bool begins =
        structure_variant_by_name((ow_text){target->variant, strlen(target->variant)}, variant);
    structure_variant_name(variant, name);
    if (!begins || strcmp(name, target->variant) != 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/variant",
                         "structure has no variant called \"%s\"; \"game\" and \"spec\" are known",
                         target->variant);
    return OW_OK;
}

ow_status ow_structure_convert(const ow_structure_build *build, const ow_target *target,
                               const ow_options *options,
                               void (*warn)(void *context, const char *pointer,
                                            const char *message),
                               void *warn_context, ow_structure_build **converted, ow_error *error)
{
    *converted = NULL;
    ow_structure_variant variant = build->variant;
    ow_status status = resolve_target(target, &variant, error);
    return status == OW_OK ? ow_structure_convert_as(build, &variant, options, warn, warn_context,
                                                     converted, error)
                           : status;
}
