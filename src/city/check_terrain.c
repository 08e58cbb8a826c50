/* Rules on the terrain: its image, its scale, its heights. */
#include "check.h"

#include <math.h>
#include <stdio.h>

static struct record_place in_terrain(const struct checker *check)
{
    return (struct record_place){.kind = CITY_TERRAIN, .offset = check->file.front.terrain_at};
}

/* The game's first terrains were 128 × 128. Later ones have a vertex at both ends of each 16
 * units. */
static bool is_usual_size(uint32_t width, uint32_t height)
{
    if (width == 128 && height == 128)
        return true;
    return width > 1 && height > 1 && (width - 1) % 16 == 0 && (height - 1) % 16 == 0;
}

static ow_status check_image(struct checker *check)
{
    ow_image image = {0};
    ow_error error = {0};
    ow_text path = check->file.front.save.terrain.image_path;
    ow_status status = city_load_image(path, &check->file.options, &image, &error);
    if (status == OW_BAD_VALUE) {
        if (report_counts(check->report, IMAGE_MISSING))
            report_record(&check->records, IMAGE_MISSING, in_terrain(check), "/image_path", "%s",
                          error.message);
        return OW_OK;
    }
    if (status != OW_OK)
        return status;
    check->x_vertices = image.width;
    check->y_vertices = image.height;
    if (!is_usual_size(image.width, image.height) && report_counts(check->report, IMAGE_SIZE_ODD))
        report_record(
            &check->records, IMAGE_SIZE_ODD, in_terrain(check), "/image_path",
            "the image %.*s is %u x %u; the game needs 128 x 128, or a multiple of 16 plus "
            "one, such as 129 x 129",
            city_shown_size(path), path.data, image.width, image.height);
    city_release_image(&check->file.options, &image);
    return OW_OK;
}

static ow_status check_image_path(struct checker *check)
{
    ow_text path = check->file.front.save.terrain.image_path;
    if (path.size == 0) {
        if (report_counts(check->report, IMAGE_PATH_EMPTY))
            report_record(&check->records, IMAGE_PATH_EMPTY, in_terrain(check), "/image_path",
                          "the terrain is an image, but its path is empty");
        return OW_OK;
    }
    if (!ow_text_is_utf8(path) && report_counts(check->report, BAD_UTF8))
        report_record(&check->records, BAD_UTF8, in_terrain(check), "/image_path",
                      "the path of the image is not valid UTF-8");
    const char *problem = city_path_problem(path);
    if (!problem)
        return check->file.options.images.load ? check_image(check) : OW_OK;
    if (report_counts(check->report, IMAGE_PATH_UNSAFE))
        report_record(&check->records, IMAGE_PATH_UNSAFE, in_terrain(check), "/image_path",
                      "the path of the image %s: \"%.*s\"", problem, city_shown_size(path),
                      path.data);
    return OW_OK;
}

static void check_z_scale(struct checker *check)
{
    float z_scale = check->file.front.save.terrain.z_scale;
    if (!city_has_z_scale(check->file.variant))
        return;
    if (!isfinite(z_scale)) {
        if (report_counts(check->report, Z_SCALE_NOT_FINITE))
            report_record(&check->records, Z_SCALE_NOT_FINITE, in_terrain(check), "/z_scale",
                          "z_scale is %s; expected a finite number such as 0.1",
                          isnan(z_scale) ? "not a number" : "infinite");
    } else if (z_scale <= 0 && report_counts(check->report, Z_SCALE_NOT_POSITIVE)) {
        report_record(&check->records, Z_SCALE_NOT_POSITIVE, in_terrain(check), "/z_scale",
                      "z_scale is %s; expected a number above 0, such as 0.1",
                      z_scale < 0 ? "negative" : "0");
    }
}

/* All heights have the same size, so each is found directly. */
static ow_status check_each_height(struct checker *check)
{
    const struct city_front *front = &check->file.front;
    uint64_t count = (uint64_t)front->save.terrain.x_vertices * front->save.terrain.y_vertices;
    struct codec codec = walk_file(&check->file, front->heights_at);
    for (uint64_t i = 0; i < count && go_on(&codec, (uint32_t)i); i++) {
        float height = walk_height(&codec);
        if (isfinite(height) || !report_counts(check->report, HEIGHT_NOT_FINITE))
            continue;
        char pointer[64];
        snprintf(pointer, sizeof pointer, "/terrain/heights/%llu", (unsigned long long)i);
        report_issue(check->report, HEIGHT_NOT_FINITE, pointer, front->heights_at + 4 * i, 4,
                     "the height at x %llu, y %llu is %s",
                     (unsigned long long)(i % front->save.terrain.x_vertices),
                     (unsigned long long)(i / front->save.terrain.x_vertices),
                     isnan(height) ? "not a number" : "infinite");
    }
    return codec.status;
}

static ow_status check_heights(struct checker *check)
{
    const ow_city_terrain *terrain = &check->file.front.save.terrain;
    if (report_counts(check->report, HEIGHTS_IN_FILE))
        report_record(&check->records, HEIGHTS_IN_FILE, in_terrain(check), "/kind",
                      "the terrain's heights are in the save itself, which the game cannot read");
    if ((terrain->x_vertices < 2 || terrain->y_vertices < 2) &&
        report_counts(check->report, VERTICES_TOO_FEW))
        report_record(&check->records, VERTICES_TOO_FEW, in_terrain(check),
                      terrain->x_vertices < 2 ? "/x_vertices" : "/y_vertices",
                      "the terrain has %u x %u vertices; it needs at least 2 x 2",
                      terrain->x_vertices, terrain->y_vertices);
    check->x_vertices = terrain->x_vertices;
    check->y_vertices = terrain->y_vertices;
    return check_each_height(check);
}

ow_status city_check_terrain(struct checker *check)
{
    if (check->file.front.save.terrain.kind == OW_CITY_HEIGHTS)
        return check_heights(check);
    check_z_scale(check);
    return check_image_path(check);
}
