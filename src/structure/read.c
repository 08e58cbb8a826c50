/* Reads a build in the variant that fits, or in a given one. */
#include "search/search.h"

#include "../base/error.h"

static ow_status wrong_switch(const ow_structure_variant *variant, ow_error *error)
{
    const char *wrong = structure_wrong_switch(variant);
    return wrong ? error_set(error, OW_BAD_ARGUMENT, 0, "/variant",
                             "the variant's %s has an impossible value", wrong)
                 : OW_OK;
}

ow_status ow_structure_read_as(const void *bytes, size_t size, const ow_structure_variant *variant,
                               const ow_options *options, ow_structure_build **build,
                               ow_error *error)
{
    void *read = NULL;
    ow_structure_build preset = {.variant = variant ? *variant : ow_structure_game};
    structure_set_switch_defaults(&preset.variant); /* defaults for groups depend on the version */
    ow_status status = wrong_switch(&preset.variant, error);
    if (status == OW_OK)
        status = driver_read_preset(&structure_format, bytes, size, &preset, options,
                                    build ? &read : NULL, error);
    if (build)
        *build = read;
    return status;
}

/* Reads as `game`, without a search, if the result is plausible. */
static ow_status read_straight(const struct file *file, void **document, ow_error *error)
{
    struct arena arena;
    const char *why;
    ow_structure_build read = {.variant = ow_structure_game};
    arena_init(&arena, &file->options);
    ow_status status =
        structure_format.runs.decode(file->bytes, file->size, &file->options, &arena, &read);
    if (status == OW_OK && structure_makes_sense(&read, &why))
        return driver_keep(&structure_format, &arena, &read, document, error);
    arena_free(&arena);
    return status;
}

ow_status structure_read(const struct file *file, void **document, ow_error *error)
{
    ow_status status = read_straight(file, document, error);
    if (*document)
        return OW_OK;
    if (status == OW_NO_MEMORY || status == OW_CANCELLED)
        return error_limited(error, status, file->options.max_memory);
    struct structure_search search;
    status = structure_find_variant(file, false, &search);
    if (status != OW_OK)
        return error_limited(error, status, file->options.max_memory);
    ow_structure_build preset = {.variant = search.variant};
    status = driver_read_preset(&structure_format, file->bytes, file->size, &preset, &file->options,
                                document, error);
    if (status != OW_OK)
        structure_explain_search(&search, error);
    return status;
}

bool structure_find(const struct file *file, void *preset)
{
    struct structure_search search;
    structure_find_variant(file, false, &search);
    ((ow_structure_build *)preset)->variant = search.variant;
    return true;
}

/* A target variant without a name. */
struct unnamed_target {
    ow_target target;
    const ow_structure_variant *variant;
};

static ow_status convert_as(struct conversion *conversion, const ow_target *target, ow_error *error)
{
    const struct unnamed_target *unnamed = (const struct unnamed_target *)(const void *)target;
    ow_structure_build *to = conversion->to;
    to->version = (uint8_t)target->version;
    to->variant = *unnamed->variant;
    structure_set_defaults(to);
    ow_status status = wrong_switch(&to->variant, error);
    return status == OW_OK ? structure_change(conversion, error) : status;
}

ow_status ow_structure_convert_as(const ow_structure_build *build, unsigned version,
                                  const ow_structure_variant *variant, const ow_options *options,
                                  ow_warn warn, void *warn_context, ow_structure_build **converted,
                                  ow_error *error)
{
    void *made = NULL;
    struct unnamed_target target = {.target = {.has_version = true, .version = version},
                                    .variant = variant ? variant : &ow_structure_game};
    ow_status status =
        driver_convert_by(&structure_format, convert_as, build, &target.target, options, warn,
                          warn_context, converted ? &made : NULL, error);
    if (converted)
        *converted = made;
    return status;
}
