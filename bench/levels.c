/* Large levels and city saves for the benchmark, built as records and written by the library. */
#include "levels.h"

#include <math.h>
#include <stdlib.h>

/* Numbers that look random and are the same in every run (a multiplicative generator). */
static uint32_t next_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static bool write_level(ow_leveld_block block, ow_buffer *file)
{
    ow_leveld_meta meta = {.name = {"Benchmark", 9}};
    ow_leveld_block blocks[] = {{.id = OW_LEVELD_META, .meta = &meta}, block};
    ow_leveld_level level = {
        .version = 4, .byte_order = OW_LEVELD_BIG, .block_count = 2, .blocks = blocks};
    return ow_leveld_write_buffer(&level, NULL, file, NULL) == OW_OK;
}

bool make_tiles(size_t cells, ow_buffer *file)
{
    enum { WIDTH = 8192 };
    uint64_t state = 1;
    uint16_t *numbers = malloc(cells * sizeof *numbers);
    if (!numbers)
        return false;
    for (size_t i = 0; i < cells; i++) {
        uint32_t number = next_number(&state);
        numbers[i] = (uint16_t)((number & 15) | (number & 64 ? OW_LEVELD_IMPASSABLE : 0));
    }
    ow_leveld_layer layer = {(uint32_t)cells, numbers};
    ow_leveld_mesh mesh = {16, 16, WIDTH, (uint32_t)(cells / WIDTH), 1, &layer};
    bool written = write_level((ow_leveld_block){.id = OW_LEVELD_MESH, .mesh = &mesh}, file);
    free(numbers);
    return written;
}

static ow_text some_metadata(uint64_t *state)
{
    static const char words[] = "patrol;sleeps;guards the door";
    uint32_t number = next_number(state);
    return (ow_text){words, number % 8 == 0 ? number / 8 % sizeof words : 0};
}

bool make_things(size_t count, ow_buffer *file)
{
    uint64_t state = 2;
    ow_leveld_thing *things = calloc(count, sizeof *things);
    if (!things)
        return false;
    for (size_t i = 0; i < count; i++) {
        ow_leveld_thing *thing = &things[i];
        thing->id = next_number(&state) % 16;
        thing->x = next_number(&state) % 512;
        thing->y = next_number(&state) % 512;
        thing->flags = (uint16_t)(next_number(&state) % 8);
        thing->metadata = some_metadata(&state);
    }
    bool written = write_level(
        (ow_leveld_block){.id = OW_LEVELD_THNG, .count = (uint32_t)count, .things = things}, file);
    free(things);
    return written;
}

bool make_triggers(size_t count, ow_buffer *file)
{
    uint64_t state = 3;
    ow_leveld_trigger *triggers = calloc(count, sizeof *triggers);
    if (!triggers)
        return false;
    for (size_t i = 0; i < count; i++) {
        ow_leveld_trigger *trigger = &triggers[i];
        trigger->x = next_number(&state) % 512;
        trigger->y = next_number(&state) % 512;
        trigger->area_type = (uint8_t)(next_number(&state) % 2);
        if (trigger->area_type == OW_LEVELD_CIRCLE)
            trigger->radius = 16;
        else
            trigger->width = trigger->height = 16;
        trigger->id = next_number(&state) % 16;
        trigger->tag = next_number(&state) % 64;
        trigger->a1 = next_number(&state) % 100;
        trigger->metadata = some_metadata(&state);
    }
    bool written = write_level(
        (ow_leveld_block){.id = OW_LEVELD_TRIG, .count = (uint32_t)count, .triggers = triggers},
        file);
    free(triggers);
    return written;
}

bool make_heights(size_t side, ow_buffer *file)
{
    float *heights = malloc(side * side * sizeof *heights);
    if (!heights)
        return false;
    for (size_t i = 0; i < side * side; i++)
        heights[i] = 10 + 8 * sinf((float)(i % side) / 100) * cosf((float)(i / side) / 70);
    ow_city_save save = {.name = {"Benchmark", 9}};
    save.terrain.kind = OW_CITY_HEIGHTS;
    save.terrain.x_vertices = save.terrain.y_vertices = (uint32_t)side;
    save.terrain.heights = heights;
    bool written = ow_city_write_buffer(&save, NULL, file, NULL) == OW_OK;
    free(heights);
    return written;
}

bool make_city_things(size_t count, ow_buffer *file)
{
    static ow_text names[] = {{"bench-tree", 10}, {"bench-house", 11}, {"bench-wall", 10}};
    uint64_t state = 4;
    ow_city_thing *things = calloc(count, sizeof *things);
    if (!things)
        return false;
    for (size_t i = 0; i < count; i++) {
        things[i].meta_thing = next_number(&state) % 3;
        things[i].direction = (uint8_t)(next_number(&state) % 8);
        things[i].x = (float)(next_number(&state) % 1280) / 10;
        things[i].y = (float)(next_number(&state) % 1280) / 10;
        things[i].z = (float)(next_number(&state) % 256) / 10;
    }
    ow_city_save save = {.name = {"Benchmark", 9}, .meta_thing_count = 3, .meta_things = names};
    save.terrain.image_path = (ow_text){"height/bench.png", 16};
    save.terrain.z_scale = OW_CITY_USUAL_Z_SCALE;
    save.things = things;
    save.thing_count = (uint32_t)count;
    bool written = ow_city_write_buffer(&save, NULL, file, NULL) == OW_OK;
    free(things);
    return written;
}
