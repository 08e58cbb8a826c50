/* The legend: colour, name and count of types; and if their looks are inferred. */
#include "overlay.h"

#include "text.h"

#include "../base/sort.h"

#include <stdio.h>
#include <string.h>

enum { ROW = 14, EDGE = 8, SWATCH = 8, MOST_NAME = 34, COUNT_COLUMNS = 9 * GLYPH_COLUMNS };

/* Counts what is visible; kinds with segments follow the types. */
static void count_shown(const ow_scene *scene, uint16_t unseen, uint64_t *counts)
{
    for (uint32_t i = 0; i < scene->item_count; i++)
        if (!(scene->items[i].flags & unseen) && scene->items[i].type < scene->type_count)
            counts[scene->items[i].type]++;
    for (uint32_t i = 0; i < scene->segment_count; i++)
        if (!(scene->segments[i].flags & unseen) && scene->segments[i].kind < scene->kind_count)
            counts[scene->type_count + scene->segments[i].kind]++;
}

/* Finds the rows, highest counts first: inverted counts in the high half, indices in the low, to
 * be sorted. */
static bool find_rows(struct job *job)
{
    const ow_scene *scene = job->painter.projection.scene;
    size_t count = (size_t)scene->type_count + scene->kind_count;
    uint64_t *counts = job_take(&job->scratch, job, count, sizeof *counts);
    uint64_t *keys = job_take(&job->scratch, job, count, sizeof *keys);
    if (!counts || !keys)
        return false;
    memset(counts, 0, count * sizeof *counts);
    count_shown(scene, job->painter.projection.unseen, counts);
    job->legend_rows = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t shown = counts[i] < UINT32_MAX ? counts[i] : UINT32_MAX;
        if (shown > 0)
            keys[job->legend_rows++] = (UINT32_MAX - shown) << 32 | i;
    }
    job->legend_keys = keys;
    job->watch.status = sort_u64(keys, job->legend_rows, 0, &job->scratch);
    return job->watch.status == OW_OK;
}

static ow_text name_of_row(const ow_scene *scene, uint32_t index)
{
    if (index < scene->type_count)
        return scene->types[index].name;
    return ow_text_of(scene->kinds[index - scene->type_count].name);
}

static ow_color color_of_row(const ow_scene *scene, uint32_t index)
{
    ow_color color = {128, 128, 128, 255};
    if (index < scene->type_count)
        color = scene->types[index].color;
    for (uint32_t i = 0; index >= scene->type_count && i < scene->segment_count; i++)
        if (scene->segments[i].kind == index - scene->type_count) {
            color = scene->segments[i].color;
            break;
        }
    color.alpha = 255;
    return color;
}

uint32_t legend_width(struct job *job)
{
    const ow_scene *scene = job->painter.projection.scene;
    int32_t widest = 10 * GLYPH_COLUMNS, dot = overlay_dot(&job->asked);
    if (!job->asked.legend || !find_rows(job) || job->legend_rows == 0)
        return 0;
    for (uint32_t i = 0; i < job->legend_rows; i++) {
        int32_t columns = text_columns(name_of_row(scene, (uint32_t)job->legend_keys[i]));
        widest = columns > widest ? columns : widest;
    }
    widest = widest > MOST_NAME * GLYPH_COLUMNS ? MOST_NAME * GLYPH_COLUMNS : widest;
    uint32_t width = (uint32_t)((widest + COUNT_COLUMNS + SWATCH + 4 * EDGE) * dot);
    return width < job->asked.width / 2 ? width : job->asked.width / 2;
}

/* Draws at most this many characters of a name; longer names end with dots. */
static void draw_name(const struct overlay *overlay, int32_t x, int32_t y, int32_t dot,
                      ow_text name, int32_t most, ow_color ink)
{
    size_t at = 0;
    if (text_columns(name) <= most * GLYPH_COLUMNS) {
        overlay_text(overlay, x, y, dot, name, ink);
        return;
    }
    for (int32_t i = 0; i + 2 < most && at < name.size; i++)
        utf8_next(name, &at);
    overlay_text(overlay, x, y, dot, (ow_text){name.data, at}, ink);
    overlay_text(overlay, x + (most - 2) * GLYPH_COLUMNS * dot, y, dot, OW_LITERAL(".."), ink);
}

struct legend {
    const struct job *job;
    const struct overlay *overlay;
    int32_t dot, right, y;
};

static void draw_row(struct legend *legend, uint64_t key, bool *is_inferred)
{
    static const ow_color ink = {36, 46, 60, 255}, soft = {96, 108, 124, 255}, rim = {0, 0, 0, 90};
    const ow_scene *scene = legend->job->painter.projection.scene;
    uint32_t index = (uint32_t)key;
    int32_t dot = legend->dot, left = EDGE * dot, y = legend->y;
    char count[32];
    bool inferred = index < scene->type_count && scene->types[index].flags != 0;
    snprintf(count, sizeof count, "%s%lu", inferred ? "~ " : "",
             (unsigned long)(UINT32_MAX - (key >> 32)));
    overlay_box(legend->overlay, left - dot, y + dot, (SWATCH + 2) * dot, (SWATCH + 2) * dot, rim);
    overlay_box(legend->overlay, left, y + 2 * dot, SWATCH * dot, SWATCH * dot,
                color_of_row(scene, index));
    left += (SWATCH + EDGE) * dot;
    int32_t count_left = legend->right - text_columns(ow_text_of(count)) * dot;
    draw_name(legend->overlay, left, y, dot, name_of_row(scene, index),
              (legend->right - COUNT_COLUMNS * dot - left) / (GLYPH_COLUMNS * dot), ink);
    overlay_text(legend->overlay, count_left, y, dot, ow_text_of(count), soft);
    *is_inferred = *is_inferred || inferred;
    legend->y += ROW * dot;
}

void legend_draw(const struct job *job, const struct overlay *overlay)
{
    static const ow_color soft = {96, 108, 124, 255}, paper = {255, 255, 255, 216};
    int32_t dot = overlay_dot(&job->asked), height = (int32_t)job->asked.height;
    struct legend legend = {job, overlay, dot, (int32_t)job->legend - 2 * EDGE * dot, EDGE * dot};
    uint32_t fit = (uint32_t)(height / (ROW * dot)), rows = job->legend_rows;
    bool is_inferred = false;
    char more[64];
    if (job->legend == 0)
        return;
    if (rows + 3 > fit)
        rows = fit > 3 ? fit - 3 : 0;
    overlay_box(overlay, 0, 0, (int32_t)job->legend - EDGE * dot,
                ((int32_t)rows + 2) * ROW * dot + EDGE * dot, paper);
    for (uint32_t i = 0; i < rows; i++)
        draw_row(&legend, job->legend_keys[i], &is_inferred);
    if (rows < job->legend_rows) {
        snprintf(more, sizeof more, "and %lu more", (unsigned long)(job->legend_rows - rows));
        overlay_text(overlay, EDGE * dot, legend.y, dot, ow_text_of(more), soft);
        legend.y += ROW * dot;
    }
    if (is_inferred)
        overlay_text(overlay, EDGE * dot, legend.y, dot, OW_LITERAL("~ appearance is inferred"),
                     soft);
}
