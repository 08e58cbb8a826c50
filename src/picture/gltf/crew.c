/* glTF: the threads that work on a scene. */
#include "gltf.h"

#include "../../base/pool.h"

enum {
    UNITS_OF_THREAD = 4, /* in a batch: threads that are done early take one more */
    MOST_UNITS = 128,    /* in a batch */
    USUAL_UNIT = 1 << 19 /* bytes: few units make more, or need more for their work */
};

/* Units that are worked on at once. */
struct batch {
    struct gltf_slot *slots;
    uint32_t count;
};

struct gltf_crew {
    struct batch now;    /* is filled or worked on */
    struct batch before; /* has results to put */
    uint32_t room;       /* units of a batch; 1: this thread does all */
    uint64_t share;      /* of the memory limit, for a unit that is worked on beside others */
    struct gltf *gltf;
    const struct gltf_job *job;
};

/* Makes a thread's copy of the work, with so much memory. */
static void begin_unit(struct gltf_slot *slot, struct gltf *gltf, uint32_t unit, uint64_t limit)
{
    struct gltf *own = &slot->gltf;
    struct arena arena = own->arena;
    struct gltf_turned *turned = own->turned;
    *own = *gltf;
    own->arena = arena;
    own->turned = turned;
    if (!own->arena.account)
        own->arena.limit = limit;
    own->is_copy = true;
    own->bin = NULL;
    own->done = own->size = 0;
    own->pieces = own->starts = own->extents = own->hidden_faces = own->swarms = own->found =
        (struct gltf_list){0};
    slot->unit = unit;
    slot->counted = 0;
    slot->output.at = slot->output.begin;
}

void *gltf_keep(struct gltf *gltf, struct gltf_slot *slot, const struct gltf_list *list,
                size_t size)
{
    void *kept = gltf_take(gltf, list->count, size);
    if (kept && list->count > 0)
        slot->copies[slot->copy_count++] = (struct gltf_copy){kept, list->data, list->count * size};
    return kept;
}

static void copy_results(struct gltf_slot *slot)
{
    for (uint32_t i = 0; i < slot->copy_count; i++)
        memcpy(slot->copies[i].to, slot->copies[i].from, slot->copies[i].size);
    slot->copy_count = 0;
}

static void work_on_unit(const struct gltf_job *job, struct gltf_slot *slot)
{
    copy_results(slot);
    arena_reset(&slot->gltf.arena);
    job->work(slot, job->context);
}

static uint64_t memory_left(const struct gltf *gltf)
{
    return gltf->arena.limit - gltf->arena.held;
}

/* A unit that needs more than its share is done again with all that is left: whether it succeeds
 * does not depend on the number of threads. */
static void put_unit(struct gltf_crew *crew, struct gltf_slot *slot)
{
    struct gltf *gltf = crew->gltf;
    if (slot->gltf.status == OW_TOO_MUCH_MEMORY && !slot->gltf.whole && gltf->status == OW_OK) {
        begin_unit(slot, gltf, slot->unit, memory_left(gltf));
        work_on_unit(crew->job, slot);
    }
    if (slot->gltf.status == OW_OK && gltf->status == OW_OK)
        crew->job->put(slot, crew->job->context);
    if (slot->gltf.status != OW_OK)
        gltf_fail(gltf, slot->gltf.status);
    if (!slot->gltf.whole)
        gltf_pass(gltf, slot->gltf.done);
}

static void put_batch(struct gltf_crew *crew, struct batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++)
        put_unit(crew, &batch->slots[i]);
    batch->count = 0;
}

static void work(void *context, uint32_t number)
{
    struct gltf_crew *crew = context;
    if (number == 0)
        put_batch(crew, &crew->before);
    else
        work_on_unit(crew->job, &crew->now.slots[number - 1]);
}

static void run_batch(struct gltf_crew *crew)
{
    struct batch done = crew->now;
    if (done.count == 0)
        return;
    pool_run(&crew->gltf->options, done.count + 1, work, crew);
    crew->now = crew->before;
    crew->before = done;
}

/* Nothing waits any more, except for copies. */
static void finish_batches(struct gltf_crew *crew)
{
    run_batch(crew);
    put_batch(crew, &crew->before);
}

static void copy_all_results(struct gltf_crew *crew)
{
    for (uint32_t i = 0; i < crew->room; i++)
        copy_results(&crew->now.slots[i]);
    for (uint32_t i = 0; i < crew->room && crew->before.slots; i++)
        copy_results(&crew->before.slots[i]);
}

static void run_here(struct gltf_crew *crew, uint32_t unit, bool is_alone)
{
    struct gltf_slot *slot = &crew->now.slots[0];
    finish_batches(crew);
    if (crew->gltf->status != OW_OK)
        return;
    begin_unit(slot, crew->gltf, unit, memory_left(crew->gltf));
    slot->gltf.is_alone = is_alone;
    slot->gltf.whole = crew->gltf;
    slot->gltf.bin = is_alone ? crew->gltf->bin : NULL;
    work_on_unit(crew->job, slot);
    put_unit(crew, slot);
}

void gltf_run(struct gltf *gltf, const struct gltf_job *job)
{
    struct gltf_crew *crew = gltf->crew;
    crew->job = job;
    for (uint32_t unit = 0; unit < job->count && gltf->status == OW_OK; unit++) {
        bool is_alone = job->is_alone && job->is_alone(gltf, unit);
        if (is_alone || crew->room == 1) {
            run_here(crew, unit, is_alone);
            continue;
        }
        begin_unit(&crew->now.slots[crew->now.count++], gltf, unit, crew->share);
        if (crew->now.count == crew->room)
            run_batch(crew);
    }
    finish_batches(crew);
    copy_all_results(crew);
}

static bool open_slot(struct gltf *gltf, struct gltf_slot *slot, bool has_own_memory)
{
    const ow_options *options = &gltf->options;
    size_t size = GLTF_TURNED * sizeof *slot->gltf.turned;
    if (has_own_memory)
        arena_init(&slot->gltf.arena, options);
    else
        arena_share(&slot->gltf.arena, &gltf->arena);
    output_to_buffer(&slot->output, options, &(ow_buffer){0});
    slot->gltf.turned = allocator_take(&options->allocator, size);
    for (int i = 0; i < GLTF_TURNED && slot->gltf.turned; i++)
        slot->gltf.turned[i].part = OW_NONE;
    return slot->gltf.turned != NULL;
}

static bool open_batch(struct gltf *gltf, struct batch *batch, uint32_t room)
{
    size_t size = room * sizeof *batch->slots;
    bool is_open = true;
    batch->slots = allocator_take(&gltf->options.allocator, size);
    if (!batch->slots)
        return false;
    memset(batch->slots, 0, size);
    for (uint32_t i = 0; i < room && is_open; i++)
        is_open = open_slot(gltf, &batch->slots[i], room > 1);
    return is_open;
}

static void close_batch(struct gltf *gltf, struct batch *batch, uint32_t room)
{
    const ow_allocator *allocator = &gltf->options.allocator;
    for (uint32_t i = 0; batch->slots && i < room; i++) {
        struct gltf_slot *slot = &batch->slots[i];
        ow_buffer buffer;
        if (!slot->gltf.turned)
            break;
        arena_free(&slot->gltf.arena);
        output_close_buffer(&slot->output, &buffer);
        ow_buffer_free(&buffer, &gltf->options);
        allocator_give(allocator, slot->gltf.turned, GLTF_TURNED * sizeof *slot->gltf.turned);
    }
    allocator_give(allocator, batch->slots, room * sizeof *batch->slots);
}

/* What so many units may make, or need for their work, each. All of them, and as many whose results
 * wait, have a quarter of the memory that is left. */
static uint64_t share_of(const struct gltf *gltf, uint32_t units)
{
    return memory_left(gltf) / 4 / (UINT64_C(2) * 2 * units);
}

/* How many units are worked on at once. */
static uint32_t units_at_once(const struct gltf *gltf, unsigned threads)
{
    uint64_t most = share_of(gltf, 1) / USUAL_UNIT;
    uint32_t wanted =
        threads < MOST_UNITS / UNITS_OF_THREAD ? threads * UNITS_OF_THREAD : MOST_UNITS;
    return threads <= 1 || most <= 1 ? 1 : most < wanted ? (uint32_t)most : wanted;
}

bool gltf_open_crew(struct gltf *gltf)
{
    const ow_scene *scene = gltf->scene;
    uint64_t things = (uint64_t)scene->item_count + scene->segment_count + scene->group_count;
    unsigned threads = things > GLTF_SLICE ? pool_threads(&gltf->options) : 1;
    struct gltf_crew *crew = gltf_take(gltf, 1, sizeof *crew);
    if (!crew)
        return false;
    *crew = (struct gltf_crew){.gltf = gltf, .room = units_at_once(gltf, threads)};
    crew->share = share_of(gltf, crew->room);
    gltf->most_block = crew->share < GLTF_MOST_BLOCK ? crew->share : GLTF_MOST_BLOCK;
    gltf->crew = crew;
    if (!open_batch(gltf, &crew->now, crew->room) ||
        (crew->room > 1 && !open_batch(gltf, &crew->before, crew->room)))
        return gltf_fail(gltf, OW_NO_MEMORY);
    return true;
}

void gltf_close_crew(struct gltf *gltf)
{
    if (!gltf->crew)
        return;
    close_batch(gltf, &gltf->crew->now, gltf->crew->room);
    close_batch(gltf, &gltf->crew->before, gltf->crew->room);
}
