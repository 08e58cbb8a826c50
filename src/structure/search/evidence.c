/* The evidence for each switch of the variant that was found: walks the file in this variant and,
 * from the first byte that depends on a switch, with the other value of the switch. */
#include "evidence.h"

#include "walk.h"

#include "../../base/emit.h"

#include <stdio.h>

enum { MOST_IDS = 16, MOST_TRIALS = SWITCHES + MOST_IDS };

enum verdict { FITS, MAKES_NO_SENSE, BREAKS_OFF, BYTES_ARE_LEFT, NOT_TRIED };

/* A walk with the other value of one switch. */
struct trial {
    enum structure_switch what;
    uint8_t id; /* for SWITCH_IDS: the type */
    struct walk_state from;
    enum verdict verdict;
    uint64_t at;
    char why[384];
};

struct evidence {
    struct walk walk;
    const struct file *file;
    uint64_t work_left; /* in bytes */
    unsigned count, id_count;
    bool more_ids; /* more than are reported */
    bool touched[SWITCHES];
    struct trial trials[MOST_TRIALS];
};

static void conclude(struct trial *trial, enum verdict verdict, uint64_t at, const char *why)
{
    trial->verdict = verdict;
    trial->at = at;
    snprintf(trial->why, sizeof trial->why, "%s", why);
}

static bool is_out_of_memory(const struct walk *walk)
{
    return walk->codec.status == OW_NO_MEMORY || walk->codec.status == OW_TOO_MUCH_MEMORY;
}

/* Finds the message for an error of decode in the block at byte `at`. */
static void explain_block(const struct evidence *evidence, uint64_t at, ow_error *error)
{
    const struct file *file = evidence->file;
    struct record_place place = {PART_BLOCK, {0}, at};
    ow_options options = options_or_default(NULL, file->size);
    *error = (ow_error){0};
    structure_format.runs.trace_records(&place, 1, file->bytes, file->size, &evidence->walk.build,
                                        &options, NULL, NULL, error);
}

/* Walks on to the end, or to the first error. */
static void walk_on(struct evidence *evidence, struct trial *trial)
{
    struct walk *walk = &evidence->walk;
    ow_structure_block block;
    while (walk->index < walk->build.block_count) {
        uint64_t at = walk_offset(walk);
        const char *why = NULL;
        if (structure_walk_block(walk, &block) != OW_OK) {
            ow_error error;
            explain_block(evidence, at, &error);
            conclude(trial, BREAKS_OFF, error.offset, error.message);
            return;
        }
        why = structure_judge_block(&walk->build, &block);
        if (why) {
            conclude(trial, MAKES_NO_SENSE, at, why);
            return;
        }
        uint64_t work = walk_offset(walk) - at;
        if (work >= evidence->work_left) {
            conclude(trial, NOT_TRIED, 0, "");
            return;
        }
        evidence->work_left -= work;
    }
    if (structure_walk_end(walk) == OW_OK)
        conclude(trial, FITS, 0, "");
    else
        conclude(trial, BYTES_ARE_LEFT, walk_failed_at(walk), "");
}

/* For a switch of the header: reads the whole file with its other value. */
static void try_from_the_start(struct evidence *evidence, struct trial *trial)
{
    struct walk *walk = &evidence->walk;
    ow_structure_variant other = trial->from.variant;
    if (structure_walk_header(walk, &other) != OW_OK) {
        ow_error error = {0};
        ow_structure_build preset = {.variant = other};
        driver_explain(&structure_format, evidence->file, &preset, walk->codec.status, &error);
        conclude(trial, BREAKS_OFF, error.offset, error.message);
        return;
    }
    const char *why = structure_judge_roots(&walk->build);
    if (why)
        conclude(trial, MAKES_NO_SENSE, walk->roots_at, why);
    else
        walk_on(evidence, trial);
}

/* Adds the other value of a switch to the list. */
static void add(struct evidence *evidence, enum structure_switch what, uint8_t id,
                const struct walk_state *from)
{
    evidence->touched[what] = true;
    if (what == SWITCH_IDS && evidence->id_count == MOST_IDS) {
        evidence->more_ids = true;
        return;
    }
    evidence->id_count += what == SWITCH_IDS;
    struct trial *trial = &evidence->trials[evidence->count++];
    *trial = (struct trial){.what = what, .id = id, .from = *from};
    structure_flip(&trial->from.variant, what, id);
}

/* Walks the variant that was found and lists the switches that it depends on. */
static void list_trials(struct evidence *evidence, const ow_structure_variant *variant)
{
    struct walk *walk = &evidence->walk;
    ow_structure_block block;
    struct walk_state before;
    structure_walk_header(walk, variant);
    structure_walk_save(walk, &before);
    add(evidence, SWITCH_BYTE_ORDER, 0, &before);
    if (walk->touches.decided >> SWITCH_TABLES & 1)
        add(evidence, SWITCH_TABLES, 0, &before);
    if (walk->touches.decided >> SWITCH_WIDE_INDEX & 1)
        add(evidence, SWITCH_WIDE_INDEX, 0, &before);
    while (walk->index < walk->build.block_count && walk->codec.status == OW_OK) {
        uint64_t at = walk_offset(walk);
        structure_walk_block(walk, &block);
        if (walk->touches.count == 0)
            continue;
        structure_walk_save(walk, &before);
        before.index--;
        before.offset = at;
        for (unsigned i = 0; i < walk->touches.count; i++)
            add(evidence, walk->touches.order[i], block.id, &before);
    }
}

static void run_trials(struct evidence *evidence)
{
    for (unsigned i = 0; i < evidence->count && !is_out_of_memory(&evidence->walk); i++) {
        struct trial *trial = &evidence->trials[i];
        if (trial->what == SWITCH_BYTE_ORDER || trial->what == SWITCH_TABLES) {
            try_from_the_start(evidence, trial);
        } else {
            structure_walk_restore(&evidence->walk, &trial->from);
            walk_on(evidence, trial);
        }
    }
}

/* Emits a variant's value of a switch as in JSON; for a type's id, whether it has settings. */
static void emit_value(struct emitter *emit, const ow_structure_variant *variant,
                       enum structure_switch what, uint8_t id)
{
    switch (what) {
    case SWITCH_TABLES:
        emit_string(emit, "value",
                    variant->tables == OW_STRUCTURE_COUNTS_FIRST ? "counts_first"
                                                                 : "lengths_first");
        break;
    case SWITCH_IDS:
        emit_integer(emit, "id", id);
        emit_string(emit, "value",
                    structure_is_interactive(variant, id) ? "with settings" : "without settings");
        break;
    case SWITCH_PREFIX:
        emit_string(emit, "value",
                    variant->string_prefix == OW_STRUCTURE_VARINT ? "varint"
                    : variant->string_prefix == OW_STRUCTURE_U16  ? "u16"
                                                                  : "u16_big");
        break;
    case SWITCH_PREFIX_ORDER:
        emit_string(emit, "value",
                    variant->string_prefix == OW_STRUCTURE_U16 ? "u16, not u16_big"
                                                               : "u16_big, not u16");
        break;
    case SWITCH_COLOR_BYTES:
        emit_integer(emit, "value", variant->metadata_color_bytes == 3 ? 3 : 4);
        break;
    case SWITCH_GROUP_COUNTS:
        emit_integer(emit, "value", variant->group_count_bytes == 1 ? 1 : 2);
        break;
    case SWITCH_GROUP_VALUES:
        emit_integer(emit, "value", variant->group_value_bytes == 2 ? 2 : 4);
        break;
    case SWITCH_EMPTY_BOUNDS:
        emit_boolean(emit, "value", variant->empty_custom_bounds);
        break;
    case SWITCH_WIDE_INDEX:
        emit_integer(emit, "value", variant->wide_index_from == 256 ? 256 : 257);
        break;
    case SWITCH_BYTE_ORDER:
        emit_string(emit, "value", variant->byte_order == OW_STRUCTURE_LITTLE ? "little" : "big");
        break;
    case SWITCHES:
        break;
    }
}

static const char *const switch_names[SWITCHES] = {
    [SWITCH_TABLES] = "tables",
    [SWITCH_IDS] = "flipped_ids",
    [SWITCH_PREFIX] = "string_prefix",
    [SWITCH_PREFIX_ORDER] = "string_prefix",
    [SWITCH_COLOR_BYTES] = "metadata_color_bytes",
    [SWITCH_EMPTY_BOUNDS] = "empty_custom_bounds",
    [SWITCH_GROUP_COUNTS] = "group_count_bytes",
    [SWITCH_GROUP_VALUES] = "group_value_bytes",
    [SWITCH_WIDE_INDEX] = "wide_index_from",
    [SWITCH_BYTE_ORDER] = "byte_order",
};

/* `variant` is NULL if no value is emitted. */
static void emit_line(struct emitter *emit, enum structure_switch what, uint8_t id,
                      const ow_structure_variant *variant, const char *verdict)
{
    emit_begin_object(emit, NULL);
    emit_string(emit, "switch", switch_names[what]);
    if (variant)
        emit_value(emit, variant, what, id);
    else
        emit_null(emit, "value");
    emit_string(emit, "verdict", verdict);
    emit_end_object(emit);
}

static void emit_trial(struct emitter *emit, const struct trial *trial,
                       const ow_structure_variant *variant)
{
    char verdict[512];
    if (trial->verdict == FITS)
        snprintf(verdict, sizeof verdict, "open: the other choice also fits");
    else if (trial->verdict == NOT_TRIED)
        snprintf(verdict, sizeof verdict, "not tried: it would have taken too long");
    else if (trial->verdict == BYTES_ARE_LEFT)
        snprintf(verdict, sizeof verdict,
                 "decided: the other choice ends at byte %llu, before the end of the file",
                 (unsigned long long)trial->at);
    else
        snprintf(verdict, sizeof verdict, "decided: the other choice %s at byte %llu: %s",
                 trial->verdict == MAKES_NO_SENSE ? "is impossible" : "is truncated",
                 (unsigned long long)trial->at, trial->why);
    emit_line(emit, trial->what, trial->id, variant, verdict);
}

static void emit_untouched(struct emitter *emit, enum structure_switch what,
                           const ow_structure_variant *variant)
{
    static const char *const nothing[SWITCHES] = {
        [SWITCH_TABLES] = "there is no table of colours",
        [SWITCH_IDS] = "no block has a type in doubt",
        [SWITCH_PREFIX] = "no block has a name",
        [SWITCH_COLOR_BYTES] = "no metadata has colours",
        [SWITCH_EMPTY_BOUNDS] = "every custom block has vertices",
        [SWITCH_GROUP_COUNTS] = "no metadata has groups",
        [SWITCH_GROUP_VALUES] = "no metadata has groups with values",
        [SWITCH_WIDE_INDEX] = "there is no table of 256 rotations",
    };
    char verdict[100];
    snprintf(verdict, sizeof verdict, "open: %s", nothing[what]);
    emit_line(emit, what, 0, what == SWITCH_IDS ? NULL : variant, verdict);
}

/* Whether a switch applies to a version. The byte order of a prefix does not apply if there is no
 * prefix. */
static bool is_of_version(unsigned version, enum structure_switch what)
{
    switch (what) {
    case SWITCH_TABLES:
    case SWITCH_WIDE_INDEX:
        return structure_has_tables(version);
    case SWITCH_IDS:
    case SWITCH_EMPTY_BOUNDS:
        return version > 0;
    case SWITCH_GROUP_COUNTS:
        return structure_has_group_counts(version);
    case SWITCH_GROUP_VALUES:
        return structure_has_group_values(version);
    case SWITCH_PREFIX_ORDER:
        return false;
    case SWITCH_PREFIX:
    case SWITCH_COLOR_BYTES:
    case SWITCH_BYTE_ORDER:
    case SWITCHES:
        break;
    }
    return true;
}

static void emit_lines(struct emitter *emit, const struct evidence *evidence,
                       const ow_structure_variant *variant)
{
    unsigned version = evidence->walk.codec.version;
    unsigned count = evidence->count + evidence->more_ids;
    for (unsigned what = 0; what < SWITCHES; what++)
        count += !evidence->touched[what] && is_of_version(version, what);
    emit_begin_array(emit, "evidence", count);
    for (unsigned what = SWITCHES; what-- > 0;) {
        for (unsigned i = 0; i < evidence->count; i++)
            if (evidence->trials[i].what == what)
                emit_trial(emit, &evidence->trials[i], variant);
        if (!evidence->touched[what] && is_of_version(version, what))
            emit_untouched(emit, what, variant);
        if (what == SWITCH_IDS && evidence->more_ids)
            emit_line(emit, SWITCH_IDS, 0, NULL, "not tried: too many types are in doubt");
    }
    emit_end_array(emit);
}

static void emit_others(struct emitter *emit, const struct structure_search *search)
{
    emit_begin_array(emit, "other_variants", search->other_count);
    for (unsigned i = 0; i < search->other_count; i++) {
        char name[STRUCTURE_VARIANT_NAME];
        structure_variant_name(&search->others[i], name);
        emit_string(emit, NULL, name);
    }
    emit_end_array(emit);
}

static ow_status emit_nothing(struct emitter *emit)
{
    emit_begin_array(emit, "evidence", 0);
    emit_end_array(emit);
    emit_begin_array(emit, "other_variants", 0);
    emit_end_array(emit);
    return OW_OK;
}

ow_status structure_emit_evidence(struct emitter *emit, const struct file *file,
                                  const struct structure_search *search)
{
    struct evidence evidence = {.file = file, .work_left = 8 * (uint64_t)file->size};
    struct structure_search others = *search;
    ow_options quiet = file->options;
    quiet.progress = NULL;
    if (!search->found)
        return emit_nothing(emit);
    ow_status status = OW_OK;
    if (!search->all)
        status = structure_find_variant(file, true, &others);
    if (status != OW_OK)
        return status;
    structure_walk_open(&evidence.walk, file->bytes, file->size, &quiet);
    list_trials(&evidence, &search->variant);
    run_trials(&evidence);
    status = is_out_of_memory(&evidence.walk) ? evidence.walk.codec.status : OW_OK;
    structure_walk_close(&evidence.walk);
    if (status != OW_OK)
        return status;
    emit_lines(emit, &evidence, &search->variant);
    emit_others(emit, &others);
    return OW_OK;
}
