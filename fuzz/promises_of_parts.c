/* What holds of the parts of any document. */
#include "promises.h"

enum { MOST_POINTER = 48 };

/* One record of those that there are, and what it is. */
struct pick {
    uint64_t wanted, seen;
    char pointer[MOST_POINTER], type[64];
};

static ow_visit note_pick(void *context, const ow_part *part)
{
    struct pick *pick = context;
    PROMISE(part->pointer[0] == '/' && part->axes <= 3 && *part->kind && part->name);
    if (pick->seen++ == pick->wanted) {
        snprintf(pick->pointer, sizeof pick->pointer, "%s", part->pointer);
        snprintf(pick->type, sizeof pick->type, "%.*s",
                 (int)(part->type.size < 60 ? part->type.size : 60), part->type.data);
    }
    return OW_GO_ON;
}

static uint64_t count_parts(const ow_document *document)
{
    uint64_t count = 0;
    ow_error error = {0};
    PROMISE(ow_find_parts(document, NULL, NULL, NULL, NULL, &count, &error) == OW_OK);
    return count;
}

/* What a call made of a document that can be written can be written. */
static void expect_writable(const ow_document *document)
{
    ow_buffer buffer = {0};
    PROMISE(write_document(document, &buffer) == OW_OK);
    ow_buffer_free(&buffer, NULL);
}

/* A record is found by its own pointer; without it there are fewer. */
static void take_apart(const ow_document *document, const char *pointer)
{
    ow_document rest, part, merged;
    ow_error error = {0};
    ow_part_choice choice = {.selectors = pointer};
    uint64_t found = 0, removed = 0;
    PROMISE(ow_find_parts(document, &choice, NULL, NULL, NULL, &found, &error) == OW_OK);
    PROMISE(found > 0);
    PROMISE(ow_copy(document, NULL, &rest, &error) == OW_OK);
    ow_status status = ow_remove_parts(&rest, pointer, NULL, &removed, &error);
    expect_clean(status, &error, SIZE_MAX);
    expect_writable(&rest);
    PROMISE(status != OW_OK ||
            (removed >= found && count_parts(&rest) + removed <= count_parts(document)));
    status = ow_extract_parts(document, pointer, NULL, NULL, NULL, &part, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status == OW_OK) {
        expect_writable(&part);
        status = ow_merge(&rest, &part, NULL, NULL, NULL, NULL, &merged, &error);
        expect_clean(status, &error, SIZE_MAX);
        if (status == OW_OK)
            expect_writable(&merged);
        ow_close(&merged);
    }
    ow_close(&part);
    ow_close(&rest);
}

/* A world twice is a world, if there is room for it. */
static void take_twice(const ow_document *document, int turns)
{
    ow_document merged;
    ow_error error = {0};
    ow_placement placement = {.at = {turns, 0, 0}, .quarter_turns = turns};
    ow_status status = ow_merge(document, document, &placement, NULL, NULL, NULL, &merged, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status == OW_OK) {
        expect_writable(&merged);
        PROMISE(count_parts(&merged) >= count_parts(document));
    }
    ow_close(&merged);
}

static void replace(const ow_document *document, const char *type)
{
    ow_document changed;
    ow_error error = {0};
    PROMISE(ow_copy(document, NULL, &changed, &error) == OW_OK);
    ow_status status = ow_replace_parts(&changed, OW_REPLACE_TYPE, type, "9", NULL, NULL, &error);
    expect_clean(status, &error, SIZE_MAX);
    expect_writable(&changed);
    ow_close(&changed);
}

static void rearrange(const ow_document *document, const char *pointer, uint8_t choice)
{
    const ow_rearrangement ways[] = {
        {.by = {choice % 5 - 2.0, 0, choice % 3}},
        {.quarter_turns = choice % 4 - 1},
        {.mirror = OW_MIRROR_X + choice % 3u},
        {.by = {1, 0, 0}, .copies = 1 + choice % 3u, .refuse_overlaps = choice % 2},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ow_document changed;
        ow_error error = {0};
        uint64_t count = 0;
        ow_status status = ow_rearrange_parts(document, pointer, &ways[i], NULL, NULL, NULL,
                                              &changed, &count, &error);
        expect_clean(status, &error, SIZE_MAX);
        if (status == OW_OK) {
            expect_writable(&changed);
            PROMISE(count_parts(&changed) >= count_parts(document));
        }
        ow_close(&changed);
    }
}

/* Values of a record in the words of `show`: each is set, or refused. */
static void set_values(const ow_document *document, const char *pointer)
{
    static const char *const values[][2] = {{"/label/text", "x"},  {"/label/color", "#1a2b3c"},
                                            {"/degrees/1", "90"},  {"/position/0", "1.5"},
                                            {"/board/width", "3"}, {"/type", "Inverter"},
                                            {"/color", "red"},     {"/parent", "C-1"},
                                            {"/delay", "7"},       {"/is_on", "true"}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char place[MOST_POINTER + 16];
        snprintf(place, sizeof place, "%s%s", pointer, values[i][0]);
        ow_setting setting = {.place = place, .value = values[i][1], .size = strlen(values[i][1])};
        ow_document changed;
        ow_error error = {0};
        ow_status status = ow_set_values(document, &setting, 1, NULL, &changed, &error);
        expect_clean(status, &error, SIZE_MAX);
        if (status == OW_OK)
            expect_writable(&changed);
        ow_close(&changed);
    }
}

void keep_promises_of_parts(const ow_document *document, uint8_t choice)
{
    static const char *const where[] = {"*/0 > 3", "x != 1", NULL};
    ow_buffer buffer = {0};
    ow_error error = {0};
    if (write_document(document, &buffer) != OW_OK) {
        ow_buffer_free(&buffer, NULL);
        return;
    }
    ow_buffer_free(&buffer, NULL);
    uint64_t count = count_parts(document);
    struct pick pick = {.wanted = count > 0 ? choice * 7919u % count : 0};
    ow_part_choice conditions = {.where = where, .has_near = choice % 2, .text = "a*e"};
    ow_status status = ow_find_parts(document, &conditions, NULL, NULL, NULL, NULL, &error);
    expect_clean(status, &error, SIZE_MAX);
    PROMISE(ow_find_parts(document, NULL, NULL, note_pick, &pick, NULL, &error) == OW_OK);
    PROMISE(pick.seen == count);
    if (count > 0) {
        take_apart(document, pick.pointer);
        replace(document, pick.type);
        rearrange(document, pick.pointer, choice);
        set_values(document, pick.pointer);
    }
    take_twice(document, choice % 4);
}
