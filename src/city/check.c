/* Checks a save: reads it to its end, then runs the rules. Memory is about 40 bytes for each name
 * of the Meta Things table, independent of the rest. */
#include "check.h"

int city_shown_size(ow_text text)
{
    enum { MOST = 80 };
    size_t size = text.size < MOST ? text.size : MOST;
    while (size > 0 && size < text.size && ((uint8_t)text.data[size] & 0xc0) == 0x80)
        size--;
    return (int)size;
}

static ow_status run_rules(struct checker *check)
{
    city_check_whole(check);
    ow_status status = city_check_terrain(check);
    if (status == OW_OK && !city_is_early(check->file.variant))
        status = city_check_things(check);
    return status;
}

ow_status city_check(const struct file *file, struct report *report, ow_error *error)
{
    struct checker check = {.report = report};
    ow_error found = {0};
    ow_status status = city_open_file(&check.file, file, &found);
    if (status != OW_OK) {
        report_break(report, &found);
        if (error)
            *error = found;
        return status;
    }
    check.records = (struct record_reporter){
        .report = report, .file = file, .document = &check.file.front.save};
    arena_init(&check.arena, &check.file.options);
    status = run_rules(&check);
    arena_free(&check.arena);
    return status == OW_OK ? OW_OK : error_limited(error, status, check.file.options.max_memory);
}
