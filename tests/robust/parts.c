/* Parts of every file: what is taken out and what stays can be written and, of a sound world, is
 * sound; both put together are the world that was. */
#include "harness.h"

enum { MOST_TRIED = 12 };

/* Whether there is nothing wrong with a world. */
static bool is_sound(const ow_document *document, const char *what)
{
    ow_check_totals totals = {0};
    ow_error error;
    if (ow_check_document(document, NULL, NULL, &totals, &error) != OW_OK)
        broken("%s cannot be written: %s at %s", what, error.message, error.pointer);
    return totals.errors + totals.warnings == 0;
}

static bool has_errors(const ow_document *document, const char *what)
{
    ow_check_totals totals = {0};
    ow_error error;
    if (ow_check_document(document, NULL, NULL, &totals, &error) != OW_OK)
        broken("%s cannot be written: %s at %s", what, error.message, error.pointer);
    return totals.errors > 0;
}

static uint64_t count_of_kind(const ow_document *document, const char *kind)
{
    uint64_t count = 0;
    ow_part_choice choice = {.selectors = kind};
    ow_error error;
    if (ow_find_parts(document, &choice, NULL, NULL, NULL, &count, &error) != OW_OK)
        broken("counting %s: %s", kind, error.message);
    return count;
}

/* What all records of a world are, but for what goes with them. */
static const char *everything_in(const ow_document *document)
{
    static const struct {
        const char *format, *records;
    } rows[] = {{"blotter", "components"},
                {"leveld", "things,triggers,paths,players,npcs,items"},
                {"city", "things"},
                {"structure", "roots,blocks"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].format, document->format->name) == 0)
            return rows[i].records;
    return "";
}

/* Where the part begins in its world. */
static ow_placement place_of(const ow_document *document)
{
    ow_placement placement = {.under = 0};
    const ow_blotter_save *save = document->as.blotter;
    if (strcmp(document->format->name, "blotter") != 0)
        return placement;
    for (uint32_t i = 0; i < save->component_count; i++) {
        if (save->components[i].parent != 0)
            continue;
        for (int axis = 0; axis < 3; axis++)
            placement.at[axis] = save->version >= 6
                                     ? save->components[i].position.fixed[axis] / 300.0
                                     : (double)save->components[i].position.units[axis] / 0.3;
        break;
    }
    return placement;
}

/* What does not come back as it was, and why. */
static bool is_known_to_differ(const char *file)
{
    static const char *const files[] = {
        "world-v5.logicworld",             /* places of version 5 are floats: they are rounded to */
        "v5-reconstructed.logicworld",     /* thousandths, as the game means them */
        "STRUCTURE_COLOR_TWICE.structure", /* of two equal entries of a table one is left */
        "STRUCTURE_ROTATION_TWICE.structure",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i], file) == 0)
            return true;
    return false;
}

/* Of everything that was taken out and put back nothing is missing and nothing is new. Selectors
 * that pick nothing are none. */
static void take_all(const struct test_file *file, const ow_document *document)
{
    ow_document rest, part = {0}, merged = {0};
    ow_placement placement = place_of(document);
    ow_change_totals totals;
    ow_error error;
    char all[128] = "";
    uint64_t wanted = 0;
    for (const char *kinds = everything_in(document); *kinds;) {
        size_t size = strcspn(kinds, ",");
        char kind[32];
        snprintf(kind, sizeof kind, "%.*s", (int)size, kinds);
        uint64_t count = count_of_kind(document, kind);
        if (count > 0)
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", *all ? "," : "", kind);
        wanted += count;
        kinds += size + (kinds[size] == ',');
    }
    if (wanted == 0)
        return;
    if (ow_copy(document, NULL, &rest, &error) != OW_OK ||
        ow_extract_parts(document, all, NULL, NULL, NULL, &part, &error) != OW_OK ||
        ow_remove_parts(&rest, all, NULL, NULL, &error) != OW_OK)
        broken("%s is not taken out: %s", all, error.message);
    else if (ow_merge(&rest, &part, &placement, NULL, NULL, NULL, &merged, &error) != OW_OK)
        broken("what was taken out is not put back: %s", error.message);
    else if (ow_diff(document, &merged, NULL, NULL, NULL, NULL, NULL, &totals, &error) != OW_OK)
        broken("what was put back cannot be compared: %s", error.message);
    else if ((totals.added + totals.removed + totals.changed > 0) != is_known_to_differ(file->name))
        broken("what was put back differs from %s: %llu added, %llu removed, %llu changed",
               file->name, (unsigned long long)totals.added, (unsigned long long)totals.removed,
               (unsigned long long)totals.changed);
    ow_close(&merged);
    ow_close(&part);
    ow_close(&rest);
}

struct sample {
    char pointers[MOST_TRIED][48], kinds[MOST_TRIED][16];
    uint64_t step, seen;
    unsigned count;
};

static ow_visit note_sample(void *context, const ow_part *part)
{
    struct sample *sample = context;
    if (sample->seen++ % sample->step == 0 && sample->count < MOST_TRIED) {
        snprintf(sample->pointers[sample->count], 48, "%s", part->pointer);
        snprintf(sample->kinds[sample->count++], 16, "%s", part->kind);
    }
    return OW_GO_ON;
}

/* One record that goes and comes back: of its kind there are as many as before. Layers are put over
 * others, and roots whose blocks went come twice. */
static void take_one(const ow_document *document, const char *pointer, const char *kind, bool sound)
{
    ow_document rest, part = {0}, merged = {0};
    bool counts = strcmp(kind, "root") != 0 && strcmp(kind, "layer") != 0;
    ow_error error;
    if (ow_copy(document, NULL, &rest, &error) != OW_OK) {
        broken("no copy: %s", error.message);
        return;
    }
    ow_status removed = ow_remove_parts(&rest, pointer, NULL, NULL, &error);
    if (removed != OW_OK && removed != OW_BAD_ARGUMENT)
        broken("%s is not removed: %s", pointer, error.message);
    bool is_empty = count_of_kind(&rest, "*") == 0;
    if (removed == OW_OK && has_errors(&rest, "the rest") && sound && !is_empty)
        broken("without %s there are errors", pointer);
    ow_status taken = ow_extract_parts(document, pointer, NULL, NULL, NULL, &part, &error);
    if (taken != OW_OK && taken != OW_BAD_ARGUMENT && taken != OW_BAD_VALUE)
        broken("%s is not taken out: %s", pointer, error.message);
    if (taken == OW_OK && has_errors(&part, "the part") && sound)
        broken("%s alone has errors", pointer);
    if (taken == OW_OK && removed == OW_OK &&
        ow_merge(&rest, &part, NULL, NULL, NULL, NULL, &merged, &error) == OW_OK) {
        if (sound && counts && count_of_kind(&merged, kind) != count_of_kind(document, kind))
            broken("with %s back there are other %ss", pointer, kind);
        if (has_errors(&merged, "the merged world") && sound)
            broken("with %s back there are errors", pointer);
    } else if (sound && taken == OW_OK && removed == OW_OK && counts) {
        broken("%s is not put back: %s", pointer, error.message);
    }
    ow_close(&merged);
    ow_close(&part);
    ow_close(&rest);
}

static void test(const struct test_file *file)
{
    ow_document document;
    ow_error error;
    uint64_t count = 0;
    bool sound;
    if (ow_open(file->data, file->size, NULL, &document, &error) != OW_OK) {
        leave_out();
        return;
    }
    if (ow_find_parts(&document, NULL, NULL, NULL, NULL, &count, &error) != OW_OK)
        broken("nothing is found: %s", error.message);
    sound = is_sound(&document, "the world");
    struct sample sample = {.step = count / MOST_TRIED + 1};
    ow_find_parts(&document, NULL, NULL, note_sample, &sample, NULL, &error);
    for (unsigned i = 0; i < sample.count; i++)
        take_one(&document, sample.pointers[i], sample.kinds[i], sound);
    if (sound)
        take_all(file, &document);
    ow_close(&document);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "parts taken out and put back", 4 << 20, test);
}
