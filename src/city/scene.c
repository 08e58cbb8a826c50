/* What a city looks like: its ground and the things on it.
 *
 * In the game's picture x runs to the lower right, y to the lower left, and z up. Seen from above y lies
 * clockwise from x: the frame is left-handed. So a right-handed scene with y up has the game's x as its
 * x, its z as its y, and its y, not mirrored, as its z: exchanging two axes turns the frame over. */
#include "scene.h"

#include "../base/angles.h"
#include "../base/floats.h"

enum { COLORS = 16, MOST_LABELS = 2000 };

/* What a thing looks like only the game's models know. */
static const ow_color palette[COLORS] = {
    {214, 88, 74, 255},   {74, 128, 196, 255},  {236, 184, 76, 255},  {112, 168, 92, 255},
    {150, 104, 178, 255}, {224, 134, 70, 255},  {72, 168, 164, 255},  {198, 96, 142, 255},
    {146, 116, 84, 255},  {104, 112, 200, 255}, {188, 196, 84, 255},  {92, 92, 104, 255},
    {232, 150, 160, 255}, {62, 116, 92, 255},   {140, 182, 226, 255}, {178, 62, 92, 255},
};

struct town {
    struct site site;
    uint32_t *types;      /* of each meta thing, OW_NONE before a thing of it came */
    uint32_t *of_nothing; /* of things whose meta thing is not there */
    uint32_t shape, group;
    double size; /* of a thing */
    unsigned used_colors;
    bool all_labels; /* otherwise the first thing of each type has one */
};

/* By its name: the order of the table means nothing, and a house is to look the same in every city. Two
 * that would have the same colour get different ones while there are any. */
static ow_color pick_color(struct town *town, ow_text name)
{
    uint32_t hash = 0x811c9dc5u;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * 0x01000193u;
    unsigned at = (hash ^ hash >> 16) % COLORS;
    for (unsigned i = 0; i < COLORS && town->used_colors >> at & 1; i++)
        at = (at + 1) % COLORS;
    town->used_colors |= 1u << at;
    if (town->used_colors == (1u << COLORS) - 1)
        town->used_colors = 0;
    return palette[at];
}

/* A type is made when the first thing of it comes: tables may be long and unused. */
static uint32_t type_of(struct town *town, const ow_city_thing *thing, bool *is_new)
{
    static const ow_text nothing = {"no meta thing", 13};
    const ow_city_save *save = town->site.save;
    bool known = thing->meta_thing < save->meta_thing_count;
    uint32_t *type = known ? &town->types[thing->meta_thing] : town->of_nothing;
    *is_new = *type == OW_NONE;
    if (*is_new) {
        ow_text name = known ? save->meta_things[thing->meta_thing] : nothing;
        *type = scene_type(town->site.builder, name, pick_color(town, name), 0);
    }
    return *type;
}

/* Above 0 or above the ground, as the variant has it. */
static bool is_relative(const ow_city_save *save)
{
    return save->variant == OW_CITY_S1 || save->variant == OW_CITY_P0;
}

static double height_of(const struct town *town, const ow_city_thing *thing)
{
    float ground = 0;
    double own = (double)thing->z;
    if (!is_relative(town->site.save))
        return own;
    if (town->site.heights.x_vertices == 0)
        return own + town->site.level;
    if (!ow_heights_at(&town->site.heights, thing->x, thing->y, &ground) || !isfinite(ground))
        ground = 0;
    return own + (double)ground;
}

static void label_thing(struct town *town, const ow_scene_item *item)
{
    const ow_scene_type *type = &town->site.builder->scene.types[item->type];
    ow_scene_label label = {
        .font_size = rounded_to_float(town->size * 0.5),
        .kind = town->site.label,
        .flags = OW_FACES_VIEWER,
        .text = type->name,
        .color = {28, 30, 36, 255},
        .group = item->group,
        .subject = item->subject,
    };
    memcpy(label.position, item->position, sizeof label.position);
    label.position[1] = rounded_to_float((double)item->position[1] + town->size * 1.8);
    label.rotation[3] = 1;
    scene_label(town->site.builder, &label);
}

/* Directions count from x towards y, which is clockwise from above: inferred. */
static void add_thing(struct town *town, uint32_t index)
{
    enum { STEP = 45 };
    struct scene_builder *builder = town->site.builder;
    const ow_city_thing *thing = &town->site.save->things[index];
    struct vector place = city_place((double)thing->x, (double)thing->y, height_of(town, thing));
    bool is_new;
    ow_scene_item item = {
        .kind = town->site.thing,
        .subject = index,
        .shape = town->shape,
        .group = town->group,
        .type = type_of(town, thing, &is_new),
        .flags = OW_INFERRED_SHAPE | OW_INFERRED_COLOR,
    };
    if (!vector_is_finite(place))
        item.flags |= OW_INFERRED_PLACE;
    for (int axis = 0; axis < 3; axis++)
        item.scale[axis] = rounded_to_float(town->size);
    scene_place(builder, place, item.position);
    scene_turn(rotation_about((struct vector){0, 1, 0}, -STEP * (double)thing->direction),
               item.rotation);
    if (builder->status != OW_OK)
        return;
    item.color = builder->scene.types[item.type].color;
    scene_item(builder, &item);
    if (town->all_labels || is_new)
        label_thing(town, &item);
}

/* A house with its feet at 0, one unit wide, whose porch looks along x: direction 0. */
static uint32_t add_shape(struct scene_builder *builder)
{
    static const uint64_t no_key[3];
    static const float eighth = 0.70710678f;
    static const ow_scene_part parts[] = {
        {.solid = OW_BOX, .paint = OW_PAINT_ITEM, .center = {0, 0.4f, 0}, .size = {1, 0.8f, 1}},
        {.solid = OW_WEDGE, /* its high end is +z, turned to -x */
         .paint = OW_PAINT_ITEM,
         .center = {0, 1, 0},
         .size = {1, 0.4f, 1},
         .rotation = {0, -eighth, 0, eighth}},
    };
    uint32_t shape = scene_shape(builder, no_key);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        scene_part(builder, &parts[i]);
    return shape;
}

static bool prepare(struct town *town)
{
    struct scene_builder *builder = town->site.builder;
    const ow_city_save *save = town->site.save;
    town->types = scene_take(builder, (size_t)save->meta_thing_count + 1, sizeof *town->types);
    if (!town->types)
        return false;
    for (uint32_t i = 0; i <= save->meta_thing_count; i++)
        town->types[i] = OW_NONE;
    town->of_nothing = &town->types[save->meta_thing_count];
    town->all_labels = save->thing_count <= MOST_LABELS;
    town->size = fmax(0.75, fmin(2.2, fmin(town->site.width, town->site.length) / 24));
    town->site.ground = scene_kind(builder, "ground", "/terrain");
    town->site.thing = scene_kind(builder, "thing", "/things");
    town->site.label = scene_kind(builder, "label", "/things");
    town->group = scene_group(builder, (ow_text){"things", 6}, town->site.thing, OW_NONE, OW_NONE,
                              (struct rotation){0, 0, 0, 1});
    town->shape = add_shape(builder);
    return builder->status == OW_OK;
}

/* The direction of the sun is the game's. Its light from all sides is a fifth of this, which would leave
 * black what faces the viewer: the game's things are pictures that were lit before. */
static const ow_scene_light city_light = {
    {0.44f, 0.44f, 0.47f},
    {{-0.19f, 0.63f, -0.19f}, {-0.18f, 0.60f, -0.18f}, {-0.16f, 0.55f, -0.16f}}};

static void describe_scene(struct town *town)
{
    ow_scene *scene = &town->site.builder->scene;
    scene->unit_name = "vertex";
    scene->view = OW_SEEN_AS_CITY;
    scene->light = city_light;
    scene_center(town->site.builder, city_place(floor(town->site.left + town->site.width / 2),
                                                floor(town->site.top + town->site.length / 2), 0));
}

static void add_all(struct town *town)
{
    const ow_city_save *save = town->site.save;
    struct scene_builder *builder = town->site.builder;
    city_add_ground(&town->site);
    scene_expect(builder, save->thing_count, 0);
    for (uint32_t i = 0; i < save->thing_count && scene_go_on(builder); i++)
        add_thing(town, i);
    if (is_relative(save) && save->thing_count > 0)
        scene_warn(builder, "/things",
                   "the heights of things count from the ground in variant %s, as its "
                   "specification says; the game itself counts them from 0",
                   city_variant_names[save->variant]);
}

ow_status city_scene(const void *document, struct scene_builder *builder, ow_error *error)
{
    struct town town = {.site = {.save = document, .builder = builder}};
    ow_status status = city_find_site(&town.site, error);
    if (status == OW_OK) {
        describe_scene(&town);
        if (prepare(&town))
            add_all(&town);
    }
    if (town.site.heights.owner)
        ow_heights_free(&town.site.heights);
    return status;
}
