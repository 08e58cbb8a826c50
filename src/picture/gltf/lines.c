/* glTF: the long arrays of the JSON, written as text at once. */
#include "lines.h"

#include "../../base/floats.h"
#include "../../base/utf8.h"
#include "../../json/values.h"
#include "../../json/writer.h"

void gltf_lines_begin(struct lines *lines, struct gltf *gltf, ow_json_writer *writer,
                      const char *name)
{
    *lines = (struct lines){.gltf = gltf,
                            .output = json_begin_elements(writer, name),
                            .is_counting = gltf->measured != NULL};
    arena_share(&lines->scratch, &gltf->arena);
}

void gltf_lines_end(struct lines *lines, ow_json_writer *writer)
{
    if (lines->gltf->measured)
        *lines->gltf->measured += lines->counted;
    json_end_elements(writer);
    arena_free(&lines->scratch);
}

/* The lines of a list, and how those of a slice are made. */
struct lines_job {
    struct lines *lines;
    void (*put)(struct lines *lines);
};

/* Counting is done soon, so a unit of it has many slices. */
static uint32_t slices_at_once(const struct gltf *gltf)
{
    return gltf->measured ? PIECE(32, 2) : 1;
}

/* A large slice has no memory for its text. */
static void work_on_lines(struct gltf_slot *slot, void *context)
{
    const struct lines_job *job = context;
    const struct gltf *gltf = &slot->gltf;
    struct lines lines = {.gltf = &slot->gltf,
                          .output = gltf->is_alone ? job->lines->output : &slot->output,
                          .is_counting = gltf->measured != NULL};
    uint32_t at_once = slices_at_once(gltf), first = slot->unit * at_once;
    arena_share(&lines.scratch, &slot->gltf.arena);
    for (uint32_t i = first; i < slice_end(slot->unit, gltf->slice_count, at_once); i++) {
        lines.slice = &gltf->slices[i];
        job->put(&lines);
    }
    arena_free(&lines.scratch);
    slot->counted = lines.counted;
    if (lines.output->status != OW_OK)
        gltf_fail(&slot->gltf, lines.output->status);
}

static void put_text(struct gltf_slot *slot, void *context)
{
    const struct lines_job *job = context;
    struct output *output = job->lines->output;
    output_bytes(output, slot->output.begin, (size_t)(slot->output.at - slot->output.begin));
    job->lines->counted += slot->counted;
    if (output->status != OW_OK)
        gltf_fail(job->lines->gltf, output->status);
}

static bool has_large(const struct gltf *gltf, uint32_t unit)
{
    uint32_t at_once = slices_at_once(gltf);
    bool has_large = false;
    for (uint32_t i = unit * at_once; i < slice_end(unit, gltf->slice_count, at_once); i++)
        has_large = has_large || gltf->slices[i].is_large;
    return has_large;
}

void gltf_put_lines(struct lines *lines, void (*put)(struct lines *lines))
{
    const struct gltf *gltf = lines->gltf;
    struct lines_job context = {.lines = lines, .put = put};
    const struct gltf_job job = {.count = slices_of(gltf->slice_count, slices_at_once(gltf)),
                                 .work = work_on_lines,
                                 .put = put_text,
                                 .is_alone = has_large,
                                 .context = &context};
    gltf_run(lines->gltf, &job);
    lines->is_filled = true;
}

void line_begin(struct lines *lines)
{
    line_room(lines);
    struct text text = text_open(lines);
    text_begin(&text);
    text_close(lines, &text);
}

void line_float(struct lines *lines, const float *value)
{
    char text[OW_FLOAT_TEXT];
    size_t size = float_text(value, text);
    bool is_finite = isfinite(*value);
    if (!is_finite)
        line_literal(lines, "\"");
    line_bytes(lines, text, size);
    if (!is_finite)
        line_literal(lines, "\"");
}

void line_floats(struct lines *lines, const float *values, size_t count)
{
    line_literal(lines, "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            line_literal(lines, ", ");
        line_float(lines, &values[i]);
    }
    line_literal(lines, "]");
}

/* Eight bytes that are the same in JSON: from space to ~, without quotes and backslashes. */
static bool are_plain(uint64_t bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
    uint64_t quotes = bytes ^ ones * '"', slashes = bytes ^ ones * '\\';
    uint64_t below = bytes - ones * ' ', above = bytes + ones;
    return ((bytes | below | above | (quotes - ones) | (slashes - ones)) & high) == 0;
}

bool line_is_plain(ow_text text)
{
    enum { AT_ONCE = sizeof(uint64_t) };
    uint64_t bytes = UINT64_C(0x0101010101010101) * ' ';
    if (text.size > LINE_SHORT)
        return false;
    bool is_all_plain = true;
    size_t at = 0;
    for (; at + AT_ONCE <= text.size; at += AT_ONCE) {
        memcpy(&bytes, text.data + at, AT_ONCE);
        is_all_plain = is_all_plain && are_plain(bytes);
    }
    bytes = UINT64_C(0x0101010101010101) * ' ';
    if (at < text.size)
        memcpy(&bytes, text.data + at, text.size - at);
    return is_all_plain && are_plain(bytes);
}

void line_long(struct lines *lines, const char *bytes, size_t size)
{
    if (lines->is_counting)
        lines->counted += size;
    else
        output_bytes(lines->output, bytes, size);
    line_room(lines);
}

static void put_plain(struct lines *lines, ow_text text)
{
    line_room(lines);
    line_literal(lines, "\"");
    line_bytes(lines, text.data, text.size);
    line_literal(lines, "\"");
}

void line_text(struct lines *lines, ow_text text)
{
    if (line_is_plain(text)) {
        put_plain(lines, text);
        return;
    }
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT};
    event.value.text = text;
    json_put_value(lines->output, &event);
    line_room(lines);
}

void line_name(struct lines *lines, ow_text name)
{
    if (line_is_plain(name)) {
        put_plain(lines, name);
        return;
    }
    arena_reset(&lines->scratch);
    char *copy = gltf_short_text(lines->gltf, &lines->scratch, name);
    if (copy)
        line_text(lines, ow_text_of(copy));
}
