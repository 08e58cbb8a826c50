/* The scene of a city: its ground and the things on it.
 *
 * In the game's picture x runs to the lower right, y to the lower left, and z up. Seen from above,
 * y is clockwise from x, so the frame is left-handed. The scene is right-handed with y up. Its axes
 * are the game's x, z and y, without negation: swapping two axes changes the handedness. */
#include "scene.h"

#include "../../base/angles.h"
#include "../../base/floats.h"
#include "../../base/utf8.h"

enum { MOST_LABELS = 2000, MOST_LABEL = 64 };

/* Common values of the things of one meta thing. */
struct sort {
    uint32_t type; /* OW_NONE until its first thing is added */
    enum city_stand_in stand_in;
};

struct town {
    struct site site;
    struct sort *sorts; /* of each meta thing; the last one is for missing meta things */
    uint32_t shapes[CITY_STAND_INS];
    uint32_t group;
    double size; /* of a thing */
    unsigned used_colors[CITY_COLOR_LISTS];
    bool all_labels; /* if false, only the first thing of each type has a label */
};

/* A type is added with its first thing, because tables may have many unused names. */
static const struct sort *sort_of(struct town *town, const ow_city_thing *thing, bool *is_new)
{
    const ow_city_save *save = town->site.save;
    bool known = thing->meta_thing < save->meta_thing_count;
    uint32_t index = known ? thing->meta_thing : save->meta_thing_count;
    struct sort *sort = &town->sorts[index];
    *is_new = sort->type == OW_NONE;
    if (*is_new) {
        ow_text name = known ? save->meta_things[index] : OW_LITERAL("unknown meta thing");
        sort->stand_in = city_stand_in_of(name);
        sort->type = scene_type(town->site.builder, name,
                                city_pick_color(name, sort->stand_in, town->used_colors), 0);
    }
    return sort;
}

/* Whether z is relative to the ground or to 0, which depends on the variant. */
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
    return rounded_to_double(own + (double)ground);
}

static void label_thing(struct town *town, const ow_scene_item *item)
{
    ow_text name = town->site.builder->scene.types[item->type].name;
    ow_scene_label label = {
        .font_size = rounded_to_float(rounded_to_double(town->size * 0.5)),
        .kind = town->site.label,
        .flags = OW_FACES_VIEWER,
        .text = {name.data, utf8_cut(name, MOST_LABEL)},
        .color = {28, 30, 36, 255},
        .group = item->group,
        .subject = item->subject,
    };
    memcpy(label.position, item->position, sizeof label.position);
    label.position[1] = rounded_to_float(
        rounded_to_double((double)item->position[1] + rounded_to_double(town->size * 2.2)));
    label.rotation[3] = 1;
    scene_label(town->site.builder, &label);
}

/* Directions count from x towards y, which is clockwise seen from above (inferred). */
static void add_thing(struct town *town, uint32_t index)
{
    enum { STEP = 45 };
    struct scene_builder *builder = town->site.builder;
    const ow_city_thing *thing = &town->site.save->things[index];
    struct vector place = city_place((double)thing->x, (double)thing->y, height_of(town, thing));
    bool is_new;
    const struct sort *sort = sort_of(town, thing, &is_new);
    ow_scene_item item = {
        .kind = town->site.thing,
        .subject = index,
        .shape = town->shapes[sort->stand_in],
        .group = town->group,
        .type = sort->type,
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
    if ((town->all_labels || is_new) && builder->scene.label_count < MOST_LABELS)
        label_thing(town, &item);
}

static bool prepare(struct town *town)
{
    struct scene_builder *builder = town->site.builder;
    const ow_city_save *save = town->site.save;
    town->sorts = scene_take(builder, (size_t)save->meta_thing_count + 1, sizeof *town->sorts);
    if (!town->sorts)
        return false;
    for (uint32_t i = 0; i <= save->meta_thing_count; i++)
        town->sorts[i] = (struct sort){.type = OW_NONE};
    town->all_labels = save->thing_count <= MOST_LABELS;
    town->size =
        fmax(0.75, fmin(2.2, rounded_to_double(fmin(town->site.width, town->site.length) / 20)));
    town->site.ground = scene_kind(builder, "ground", "/terrain");
    town->site.thing = scene_kind(builder, "thing", "/things");
    town->site.label = scene_kind(builder, "label", "/things");
    town->group = scene_group(builder, OW_LITERAL("things"), town->site.thing, OW_NONE, OW_NONE,
                              (struct rotation){0, 0, 0, 1});
    for (int i = 0; i < CITY_STAND_INS; i++)
        town->shapes[i] = city_add_stand_in(builder, (enum city_stand_in)i);
    return builder->status == OW_OK;
}

/* The direction of the sun is that of the game. The game's ambient light is an eighth of this one.
 * It would leave surfaces that face the viewer black, because the game's things are pictures with
 * the light drawn in. */
static const ow_scene_light city_light = {
    {0.66f, 0.66f, 0.69f},
    {{-0.116f, 0.387f, -0.116f}, {-0.111f, 0.371f, -0.111f}, {-0.101f, 0.337f, -0.101f}}};

static void describe_scene(struct town *town)
{
    ow_scene *scene = &town->site.builder->scene;
    scene->unit_name = "vertex";
    scene->view = OW_SEEN_AS_CITY;
    scene->light = city_light;
    scene_center(town->site.builder,
                 city_place(floor(rounded_to_double(town->site.left + town->site.width / 2)),
                            floor(rounded_to_double(town->site.top + town->site.length / 2)), 0));
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
                   "heights of things are measured from the ground in variant %s, as in its "
                   "specification; the game itself measures them from 0",
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
