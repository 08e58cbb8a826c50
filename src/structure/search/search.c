/* Finds the variant of a file: the variant that fits and departs least from the defaults. Only
 * switches that the file touches are considered.
 *
 * A walk depends on a switch from the first byte that touches it. There the walk continues with the
 * default, and a walk with the other value is queued with its price. Each departure from the
 * defaults has a price, and so have events that are frequent in a wrong walk: unknown block types
 * and masks that contradict themselves. The cheapest walk is always continued next, from the block
 * where it was queued, so a wrong walk is left as soon as it becomes unlikely. Each combination of
 * the switches that a file touches is walked at most once. */
#include "search.h"
#include "price.h"
#include "queue.h"

#include <stdio.h>

struct search {
    struct walk walk;
    struct node now; /* the current walk; its state is in `walk` */
    struct queue aside;
    uint64_t size, work_left, work_asked;
    /* the offset that an error must reach to be reported, and the furthest one */
    uint64_t needed, furthest;
    bool all, straight; /* straight: the first walk, which is never queued */
    bool stopped;
    ow_status status;
    const ow_options *options;
    struct structure_search *result;
};

static void stop(struct search *search, ow_status status)
{
    search->stopped = true;
    search->status = status;
}

/* Counts work. The search gives up if the limit is exceeded. */
static void spend(struct search *search, uint64_t work)
{
    enum { ASK_EVERY = 1 << 20 };
    const ow_options *options = search->options;
    search->result->work += work;
    search->work_asked += work;
    if (search->work_asked >= ASK_EVERY && options->progress) {
        search->work_asked = 0;
        if (!options->progress(options->progress_context, 0, search->size))
            stop(search, OW_CANCELLED);
    }
    if (work >= search->work_left) {
        search->result->gave_up = true;
        search->stopped = true;
    }
    search->work_left -= work < search->work_left ? work : search->work_left;
}

/* Queues a walk at `state` that is otherwise like the current one. */
static void queue_walk(struct search *search, const struct walk_state *state, unsigned price)
{
    struct node node = search->now;
    node.state = *state;
    node.price = price;
    if (search->aside.count == MOST_ASIDE)
        search->result->gave_up = true;
    else if (!queue_put(&search->aside, &node))
        stop(search, search->aside.arena.status);
}

/* Continues the cheapest walk. Returns false if there is none. */
static bool take_cheapest(struct search *search)
{
    if (!queue_take(&search->aside, &search->now))
        return false;
    structure_walk_restore(&search->walk, &search->now.state);
    return true;
}

static void decide(struct walk_state *state, enum structure_switch what, uint8_t id, bool decided)
{
    uint8_t id_bit = (uint8_t)(1 << id % 8);
    if (what == SWITCH_IDS)
        state->ids[id / 8] =
            (uint8_t)(decided ? state->ids[id / 8] | id_bit : state->ids[id / 8] & ~id_bit);
    else
        state->decided = decided ? state->decided | 1u << what : state->decided & ~(1u << what);
}

/* Queues the other values of the switches that the last block, which begins at `begin`, was the
 * first to touch. */
static void branch(struct search *search, uint8_t id, uint64_t begin)
{
    const struct touches *touches = &search->walk.touches;
    struct walk_state state;
    structure_walk_save(&search->walk, &state);
    state.index--;
    state.offset = begin;
    for (unsigned i = 0; i < touches->count; i++)
        decide(&state, touches->order[i], id, false);
    for (unsigned i = 0; i < touches->count; i++) {
        enum structure_switch what = touches->order[i];
        decide(&state, what, id, true);
        if (what == SWITCH_IDS && !structure_types[id].name)
            search->now.price += UNKNOWN_TYPE_PRICE;
        struct walk_state other = state;
        structure_flip(&other.variant, what, id);
        queue_walk(search, &other, search->now.price + structure_flip_prices[what]);
    }
}

/* The switches that the current walk depends on. */
static unsigned touched_by(const struct walk *walk)
{
    unsigned ids = structure_walk_met_doubt(walk);
    return walk->touches.decided | 1u << SWITCH_BYTE_ORDER | ids << SWITCH_IDS;
}

static void take_variant(struct search *search)
{
    search->result->variant = search->walk.build.variant;
    search->result->touched = touched_by(&search->walk);
    search->result->met_vertices = search->now.met_vertices;
}

/* The search for other variants has a lower limit of work than that for the first. */
static void note_fit(struct search *search)
{
    struct structure_search *result = search->result;
    uint64_t most = structure_most_work_on_others(search->size);
    if (!result->found) {
        result->found = true;
        take_variant(search);
        search->stopped = !search->all;
        search->work_left = search->work_left < most ? search->work_left : most;
    } else if (result->other_count < STRUCTURE_OTHERS) {
        result->others[result->other_count++] = search->walk.build.variant;
    }
}

/* A walk failed. The defaults are reported as the best attempt unless another one gets much
 * further: in a damaged file, wrong variants often get a little further. Passing the roots counts
 * more than anything after them. */
static void note_break(struct search *search, uint64_t reached)
{
    enum { LITTLE = 64 };
    if (search->now.senseless)
        reached = search->now.made_sense_to;
    uint64_t left = (search->size - reached) / 4;
    if (search->now.roots_fit)
        reached += search->size;
    if (search->straight)
        search->needed = reached + (left > LITTLE ? left : LITTLE);
    if (search->straight || (reached > search->furthest && reached >= search->needed)) {
        search->furthest = reached;
        if (!search->result->found && !search->result->parsed)
            take_variant(search);
    }
}

static void note_senseless(struct search *search, uint64_t made_sense_to)
{
    search->now.senseless = true;
    search->now.made_sense_to = made_sense_to;
    search->now.price += SENSELESS_PRICE;
}

/* The walk has reached the last block. */
static void end(struct search *search)
{
    if (structure_walk_end(&search->walk) != OW_OK) {
        note_break(search, walk_failed_at(&search->walk));
    } else if (!search->now.senseless) {
        note_fit(search);
    } else if (!search->result->found && !search->result->parsed) {
        search->result->parsed = true;
        take_variant(search);
    }
}

static bool is_out_of_memory(ow_status status)
{
    return status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY;
}

static bool has_vertices(const ow_structure_block *block)
{
    return block->settings && block->settings->metadata &&
           block->settings->metadata->vertex_count > 0;
}

/* Reads one more block. Returns false if the walk has ended or is queued. */
static bool step(struct search *search)
{
    struct walk *walk = &search->walk;
    ow_structure_block block;
    uint64_t begin = walk_offset(walk);
    ow_status status = structure_walk_block(walk, &block);
    uint64_t reached = status == OW_OK ? walk_offset(walk) : walk_failed_at(walk);
    bool judged = status == OW_OK && !search->now.senseless;
    if (is_out_of_memory(status))
        stop(search, status);
    spend(search, structure_work_on_block(&block, reached - begin, judged));
    if (walk->touches.count > 0)
        branch(search, block.id, begin);
    if (status != OW_OK) {
        note_break(search, reached);
        return false;
    }
    if (is_odd_block(walk->codec.version, &block) && search->now.odd_blocks < MOST_ODD_BLOCKS) {
        search->now.odd_blocks++;
        search->now.price += ODD_BLOCK_PRICE;
    }
    if (judged && structure_judge_block(&walk->build, &block))
        note_senseless(search, begin);
    search->now.met_vertices = search->now.met_vertices || has_vertices(&block);
    if (search->straight || queue_cheapest(&search->aside) >= search->now.price)
        return true;
    struct walk_state state;
    structure_walk_save(walk, &state);
    queue_walk(search, &state, search->now.price);
    return false;
}

/* Continues the current walk. */
static void go_on_walking(struct search *search)
{
    search->result->tries++;
    spend(search, WALK_WORK);
    while (!search->stopped) {
        if (search->walk.index == search->walk.build.block_count) {
            end(search);
            return;
        }
        if (!step(search))
            return;
    }
}

/* Whether the roots are plausible, even if the file is too short for its blocks. The count of roots
 * is checked against the size of the file, so the roots are there if their count is. */
static bool do_roots_fit(const struct walk *walk)
{
    ow_structure_build build = walk->build;
    if (walk->codec.status == OW_TRUNCATED && build.root_count > 0 &&
        structure_has_last_block(build.version))
        build.block_count = build.roots[build.root_count - 1].last_block + 1u;
    else if (walk->codec.status != OW_OK)
        return false;
    return !structure_judge_roots(&build);
}

/* Walks to the first block and queues the walk, with both widths of an index if that is undecided.
 * Returns whether the order of the tables mattered. */
static bool start(struct search *search, const ow_structure_variant *variant, unsigned price)
{
    struct walk *walk = &search->walk;
    struct walk_state state;
    search->now = (struct node){.price = price};
    ow_status status = structure_walk_header(walk, variant);
    spend(search, status == OW_OK ? walk_offset(walk) : walk_failed_at(walk));
    bool tables = walk->touches.decided >> SWITCH_TABLES & 1;
    search->now.roots_fit = do_roots_fit(walk);
    if (status != OW_OK) {
        if (is_out_of_memory(status))
            stop(search, status);
        search->result->tries++;
        note_break(search, walk_failed_at(walk));
        return tables;
    }
    if (!search->now.roots_fit)
        note_senseless(search, walk->roots_at);
    structure_walk_save(walk, &state);
    queue_walk(search, &state, search->now.price);
    if (walk->touches.decided >> SWITCH_WIDE_INDEX & 1) {
        structure_flip(&state.variant, SWITCH_WIDE_INDEX, 0);
        queue_walk(search, &state, search->now.price + structure_flip_prices[SWITCH_WIDE_INDEX]);
    }
    return tables;
}

/* Whether the file has no number with a byte order: an empty build. */
static bool has_no_order(const struct search *search)
{
    const ow_structure_build *build = &search->walk.build;
    return search->result->found && build->block_count + build->color_count == 0 &&
           build->rotation_count == 0;
}

static void search_all(struct search *search)
{
    ow_structure_variant little = ow_structure_game, big = ow_structure_spec;
    search->straight = true;
    bool tables = start(search, &little, 0);
    if (take_cheapest(search))
        go_on_walking(search);
    search->straight = false;
    if (search->stopped || has_no_order(search))
        return;
    structure_flip(&little, SWITCH_TABLES, 0);
    if (tables)
        start(search, &little, structure_flip_prices[SWITCH_TABLES]);
    tables = start(search, &big, structure_flip_prices[SWITCH_BYTE_ORDER]);
    structure_flip(&big, SWITCH_TABLES, 0);
    if (tables)
        start(search, &big,
              structure_flip_prices[SWITCH_BYTE_ORDER] + structure_flip_prices[SWITCH_TABLES]);
    while (!search->stopped && take_cheapest(search))
        if (!search->now.senseless || (!search->result->found && !search->result->parsed))
            go_on_walking(search);
}

ow_status structure_find_variant(const struct file *file, bool all, struct structure_search *result)
{
    if (file->preset) {
        const ow_structure_build *preset = file->preset;
        *result = (struct structure_search){.forced = true, .variant = preset->variant};
        return OW_OK;
    }
    struct search search = {
        .size = file->size,
        .options = &file->options,
        .result = result,
        .all = all,
        .work_left = structure_most_work(file->size),
    };
    ow_options quiet = file->options;
    quiet.progress = NULL;
    *result = (struct structure_search){.variant = ow_structure_game, .all = all};
    structure_walk_open(&search.walk, file->bytes, file->size, &quiet);
    queue_open(&search.aside, &search.walk.kept);
    search_all(&search);
    arena_free(&search.aside.arena);
    structure_walk_close(&search.walk);
    return search.status;
}

void structure_explain_search(const struct structure_search *search, ow_error *error)
{
    char name[STRUCTURE_VARIANT_NAME], message[sizeof error->message];
    if (!error || search->found || search->parsed ||
        (error->status != OW_TRUNCATED && error->status != OW_BAD_VALUE))
        return;
    structure_variant_name(&search->variant, name);
    memcpy(message, error->message, sizeof message);
    snprintf(error->message, sizeof error->message,
             "%s fits this build; \"%.70s\" reads the most: %.130s%s",
             search->gave_up ? "no variant that was tried" : "no variant", name, message,
             search->met_vertices ? " (the Java library JSW writes such custom blocks: it writes "
                                    "vertices in 32 bits instead of 16)"
                                  : "");
}
