/* Finding switches in rows and columns, like those of a ROM.
 *
 * Switches in one plane with the same facing (quarter turns count as the same) form a crowd, on
 * any number of boards. A crowd is cut at gaps much wider than most. Rows and columns with less
 * than half as many switches as the fullest one are not part of the grid. At least half of a grid
 * is filled. */
#include "circuit.h"

#include "../base/error.h"
#include "../base/sort.h"

#include <stddef.h>
#include <string.h>

enum {
    SAME_LINE = 75,    /* thousandths: a quarter of a square */
    WIDE_GAP = 4,      /* times the median gap: a crowd ends */
    MOST_CUTS = 8,     /* nested cuts */
    FEW = 32,          /* keys to sort */
    FURTHEST = 1 << 30 /* in thousandths; limit of coordinates, and their value if not finite */
};

/* Sort keys; see key_of. */
struct placed {
    uint32_t component;
    uint32_t up, ahead; /* directions in hundredths, one byte per axis */
    uint32_t height, across, down;
    uint32_t row, column; /* within the current crowd */
};

/* A crowd: `order` from `first` on. */
struct crowd {
    uint32_t first, count, cuts;
};

struct finding {
    const ow_circuit *circuit;
    ow_switch_grids *grids;
    struct arena arena, scratch;
    struct placed *placed;
    uint32_t *order; /* of placed */
    uint64_t *keys;
    uint32_t *gaps;
    struct crowd *crowds;     /* to be searched */
    uint32_t *rows, *columns; /* number of switches; then number in the grid */
    uint32_t placed_count, crowd_count;
};

static const struct vector above = {0, 1, 0}, in_front = {0, 0, 1}, beside = {1, 0, 0};

static uint32_t hundredth(double of_one)
{
    double whole = floor(of_one * 100 + 0.5);
    return (uint32_t)((whole > -100 ? whole < 100 ? whole : 100 : -100) + 100);
}

static uint32_t direction_key(struct vector direction)
{
    return hundredth(direction.x) << 16 | hundredth(direction.y) << 8 | hundredth(direction.z);
}

/* Sort key of a direction as the top of a page: up, then ahead, then right. */
static uint32_t page_key(struct vector direction)
{
    return hundredth(direction.y) << 16 | hundredth(direction.z) << 8 | hundredth(direction.x);
}

static uint32_t place_key(struct vector position, struct vector along)
{
    double at = floor(vector_dot(position, along) + 0.5);
    double kept = at > -FURTHEST ? at < FURTHEST ? at : FURTHEST : -FURTHEST;
    return (uint32_t)((int64_t)kept + FURTHEST);
}

/* Places a switch in the frame of its crowd: of the four directions in its plane, the topmost
 * points up the page. */
static void place(struct placed *placed, const struct component_frame *frame)
{
    struct vector up = vector_turn(frame->rotation, above);
    struct vector ways[2] = {vector_turn(frame->rotation, in_front),
                             vector_turn(frame->rotation, beside)};
    struct vector ahead = ways[0];
    for (int i = 0; i < 4; i++) {
        struct vector way = vector_scale(ways[i / 2], i % 2 ? -1 : 1);
        if (page_key(way) > page_key(ahead))
            ahead = way;
    }
    placed->up = direction_key(up);
    placed->ahead = direction_key(ahead);
    placed->height = place_key(frame->position, up);
    placed->across = place_key(frame->position, vector_cross(up, ahead));
    placed->down = place_key(frame->position, vector_scale(ahead, -1));
}

static uint32_t key_of(const struct placed *placed, size_t member)
{
    return *(const uint32_t *)(const void *)((const char *)placed + member);
}

/* Sorts few keys directly: a pass over all digits would be too slow for many small crowds. */
static ow_status sort_keys(struct finding *finding, uint32_t count)
{
    uint64_t *keys = finding->keys;
    if (count > FEW)
        return sort_u64(keys, count, 32, &finding->scratch);
    for (uint32_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        uint32_t at = i;
        for (; at > 0 && keys[at - 1] >> 32 > key >> 32; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
    return OW_OK;
}

/* Sorts a part of the order by a member; stable. */
static ow_status sort_by(struct finding *finding, uint32_t first, uint32_t count, size_t member)
{
    uint32_t *order = finding->order + first;
    for (uint32_t i = 0; i < count; i++)
        finding->keys[i] = (uint64_t)key_of(&finding->placed[order[i]], member) << 32 | order[i];
    ow_status status = sort_keys(finding, count);
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint32_t)finding->keys[i];
    return status;
}

/* Numbers the lines of a crowd sorted by `place`: *count lines, with gaps between them. */
static ow_status number_lines(struct finding *finding, const struct crowd *crowd, size_t place,
                              size_t number, uint32_t *count)
{
    ow_status status = sort_by(finding, crowd->first, crowd->count, place);
    uint32_t begin = 0, line = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        struct placed *placed = &finding->placed[finding->order[crowd->first + i]];
        uint32_t at = key_of(placed, place);
        if (i > 0 && at - begin > SAME_LINE)
            finding->gaps[line++] = at - begin;
        if (i == 0 || at - begin > SAME_LINE)
            begin = at;
        *(uint32_t *)(void *)((char *)placed + number) = line;
    }
    *count = line + 1;
    return status;
}

/* Cuts a crowd sorted by lines at its wide gaps. Returns false if there are none. */
static bool cut(struct finding *finding, const struct crowd *crowd, size_t number, uint32_t wide)
{
    uint32_t begin = 0, line = 0;
    bool is_cut = false;
    for (uint32_t i = 0; i < crowd->count; i++) {
        uint32_t own = key_of(&finding->placed[finding->order[crowd->first + i]], number);
        if (own != line && finding->gaps[line] > wide) {
            finding->crowds[finding->crowd_count++] =
                (struct crowd){crowd->first + begin, i - begin, crowd->cuts + 1};
            begin = i;
            is_cut = true;
        }
        line = own;
    }
    if (is_cut)
        finding->crowds[finding->crowd_count++] =
            (struct crowd){crowd->first + begin, crowd->count - begin, crowd->cuts + 1};
    return is_cut;
}

/* The median gap. */
static ow_status find_pitch(struct finding *finding, uint32_t lines, uint32_t *pitch)
{
    uint32_t count = lines - 1;
    for (uint32_t i = 0; i < count; i++)
        finding->keys[i] = (uint64_t)finding->gaps[i] << 32;
    ow_status status = sort_keys(finding, count);
    *pitch = count > 0 ? (uint32_t)(finding->keys[count / 2] >> 32) : 0;
    return status;
}

static ow_status look_along(struct finding *finding, const struct crowd *crowd, size_t place,
                            size_t number, uint32_t *lines, bool *is_cut)
{
    uint32_t pitch = 0;
    ow_status status = number_lines(finding, crowd, place, number, lines);
    if (status == OW_OK)
        status = find_pitch(finding, *lines, &pitch);
    *is_cut = status == OW_OK && crowd->cuts < MOST_CUTS && pitch < UINT32_MAX / WIDE_GAP &&
              cut(finding, crowd, number, pitch * WIDE_GAP);
    return status;
}

/* Numbers the lines that are at least half full; others get UINT32_MAX. */
static uint32_t keep_lines(uint32_t *lines, uint32_t count)
{
    uint32_t fullest = 0, kept = 0;
    for (uint32_t i = 0; i < count; i++)
        fullest = lines[i] > fullest ? lines[i] : fullest;
    for (uint32_t i = 0; i < count; i++)
        lines[i] = lines[i] >= (fullest + 1) / 2 ? kept++ : UINT32_MAX;
    return kept;
}

/* The number of switches of a crowd in kept lines. */
static uint32_t count_kept(const struct finding *finding, const struct crowd *crowd)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        const struct placed *placed = &finding->placed[finding->order[crowd->first + i]];
        count += finding->rows[placed->row] != UINT32_MAX &&
                 finding->columns[placed->column] != UINT32_MAX;
    }
    return count;
}

static void fill(struct finding *finding, const struct crowd *crowd, ow_switch_grid *grid)
{
    for (uint32_t i = 0; i < crowd->count; i++) {
        const struct placed *placed = &finding->placed[finding->order[crowd->first + i]];
        uint32_t row = finding->rows[placed->row], column = finding->columns[placed->column];
        if (row == UINT32_MAX || column == UINT32_MAX)
            continue;
        uint32_t *cell = &grid->switches[(size_t)row * grid->columns + column];
        if (*cell != OW_NO_NET)
            continue;
        *cell = placed->component;
        grid->switch_count++;
    }
}

static ow_status make_grid(struct finding *finding, const struct crowd *crowd, uint32_t rows,
                           uint32_t columns)
{
    memset(finding->rows, 0, rows * sizeof *finding->rows);
    memset(finding->columns, 0, columns * sizeof *finding->columns);
    for (uint32_t i = 0; i < crowd->count; i++) {
        const struct placed *placed = &finding->placed[finding->order[crowd->first + i]];
        finding->rows[placed->row]++;
        finding->columns[placed->column]++;
    }
    ow_switch_grid grid = {.rows = keep_lines(finding->rows, rows),
                           .columns = keep_lines(finding->columns, columns)};
    uint64_t cells = (uint64_t)grid.rows * grid.columns, kept = count_kept(finding, crowd);
    if (cells < 2 || cells > kept * 2)
        return OW_OK;
    grid.switches = arena_take(&finding->arena, (size_t)cells * sizeof *grid.switches);
    if (!grid.switches)
        return finding->arena.status;
    memset(grid.switches, 0xff, (size_t)cells * sizeof *grid.switches);
    fill(finding, crowd, &grid);
    finding->grids->loose -= grid.switch_count;
    finding->grids->grids[finding->grids->grid_count++] = grid;
    return OW_OK;
}

/* Splits into crowds by planes: the order is sorted by directions and heights. */
static void list_planes(struct finding *finding)
{
    const struct placed *begin = NULL;
    for (uint32_t i = 0; i < finding->placed_count; i++) {
        const struct placed *placed = &finding->placed[finding->order[i]];
        if (!begin || placed->up != begin->up || placed->ahead != begin->ahead ||
            placed->height - begin->height > SAME_LINE) {
            finding->crowds[finding->crowd_count++] = (struct crowd){i, 0, 0};
            begin = placed;
        }
        finding->crowds[finding->crowd_count - 1].count++;
    }
}

static ow_status look_at_crowds(struct finding *finding)
{
    static const size_t keys[] = {offsetof(struct placed, height), offsetof(struct placed, ahead),
                                  offsetof(struct placed, up)};
    ow_status status = OW_OK;
    for (size_t i = 0; status == OW_OK && i < sizeof keys / sizeof *keys; i++)
        status = sort_by(finding, 0, finding->placed_count, keys[i]);
    if (status == OW_OK)
        list_planes(finding);
    while (status == OW_OK && finding->crowd_count > 0) {
        struct crowd crowd = finding->crowds[--finding->crowd_count];
        uint32_t rows = 0, columns = 0;
        bool is_cut = false;
        status = look_along(finding, &crowd, offsetof(struct placed, across),
                            offsetof(struct placed, column), &columns, &is_cut);
        if (status == OW_OK && !is_cut)
            status = look_along(finding, &crowd, offsetof(struct placed, down),
                                offsetof(struct placed, row), &rows, &is_cut);
        if (status == OW_OK && !is_cut)
            status = make_grid(finding, &crowd, rows, columns);
    }
    return status;
}

static uint32_t first_switch(const ow_switch_grid *grid)
{
    uint32_t first = OW_NO_NET;
    for (size_t i = 0; i < (size_t)grid->rows * grid->columns; i++)
        first = grid->switches[i] < first ? grid->switches[i] : first;
    return first;
}

/* Sorts grids in the order of the save. */
static ow_status sort_grids(struct finding *finding)
{
    uint32_t count = finding->grids->grid_count;
    ow_switch_grid *from = finding->grids->grids;
    ow_switch_grid *sorted = arena_take(&finding->arena, count * sizeof *sorted);
    if (!sorted)
        return finding->arena.status;
    for (uint32_t i = 0; i < count; i++)
        finding->keys[i] = (uint64_t)first_switch(&from[i]) << 32 | i;
    ow_status status = sort_keys(finding, count);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = from[(uint32_t)finding->keys[i]];
    finding->grids->grids = sorted;
    return status;
}

static ow_status list_switches(struct finding *finding, const ow_blotter_save *save)
{
    struct component_index index;
    struct component_frame *frames = NULL;
    uint32_t *parents = arena_take(&finding->scratch, save->component_count * sizeof *parents);
    if (!parents)
        return finding->scratch.status;
    ow_status status = blotter_index_components(save, &index, &finding->scratch);
    if (status != OW_OK)
        return status;
    blotter_find_parents(save, &index, parents);
    status = blotter_find_frames(save, parents, &finding->scratch, &frames);
    for (uint32_t i = 0; status == OW_OK && i < save->component_count; i++) {
        if (finding->circuit->components[i].logic != OW_LOGIC_SWITCH)
            continue;
        finding->grids->loose++;
        struct placed *placed = &finding->placed[finding->placed_count];
        place(placed, &frames[i]);
        placed->component = i;
        finding->order[finding->placed_count] = finding->placed_count;
        finding->placed_count++;
    }
    return status;
}

static ow_status find_grids(struct finding *finding, const ow_blotter_save *save)
{
    const ow_circuit *circuit = finding->circuit;
    size_t count = 1;
    for (uint32_t i = 0; i < circuit->component_count; i++)
        count += circuit->components[i].logic == OW_LOGIC_SWITCH;
    finding->placed = arena_take(&finding->scratch, count * sizeof *finding->placed);
    finding->order = arena_take(&finding->scratch, count * sizeof *finding->order);
    finding->keys = arena_take(&finding->scratch, count * sizeof *finding->keys);
    finding->gaps = arena_take(&finding->scratch, count * sizeof *finding->gaps);
    finding->crowds = arena_take(&finding->scratch, count * sizeof *finding->crowds);
    finding->rows = arena_take(&finding->scratch, count * sizeof *finding->rows);
    finding->columns = arena_take(&finding->scratch, count * sizeof *finding->columns);
    if (!finding->placed || !finding->order || !finding->keys || !finding->gaps ||
        !finding->crowds || !finding->rows || !finding->columns)
        return finding->scratch.status;
    finding->grids->grids = arena_take(&finding->arena, count * sizeof *finding->grids->grids);
    if (!finding->grids->grids)
        return finding->arena.status;
    ow_status status = list_switches(finding, save);
    if (status == OW_OK)
        status = look_at_crowds(finding);
    return status == OW_OK ? sort_grids(finding) : status;
}

ow_status ow_circuit_find_switch_grids(const ow_document *document, const ow_circuit *circuit,
                                       const ow_options *options, ow_switch_grids *grids,
                                       ow_error *error)
{
    struct finding finding = {.circuit = circuit, .grids = grids};
    error_clear(error);
    if (!grids)
        return error_missing(error, "output for the grids");
    *grids = (ow_switch_grids){0};
    if (!document || !document->as.any || document->format != &blotter_format.about || !circuit ||
        document->as.blotter->component_count != circuit->component_count)
        return error_missing(error, "circuit, or document that it was made of");
    const ow_blotter_save *save = document->as.blotter;
    ow_options own = options_or_default(options, (uint64_t)save->component_count * 64);
    arena_init(&finding.arena, &own);
    arena_share(&finding.scratch, &finding.arena);
    ow_status status = find_grids(&finding, save);
    arena_free(&finding.scratch);
    void *kept = NULL;
    if (status == OW_OK &&
        !(grids->owner = arena_adopt(&finding.arena, grids, sizeof *grids, &kept)))
        return *grids = (ow_switch_grids){0}, error_plain(error, OW_NO_MEMORY);
    if (status == OW_OK)
        return OW_OK;
    arena_free(&finding.arena);
    *grids = (ow_switch_grids){0};
    return error_limited(error, status, own.max_memory);
}

void ow_switch_grids_free(ow_switch_grids *grids)
{
    if (grids && grids->owner)
        arena_release(grids->owner);
    if (grids)
        *grids = (ow_switch_grids){0};
}
