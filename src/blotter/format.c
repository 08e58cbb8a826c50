/* Blotter's row of the registry. */
#include "blotter.h"
#include "meanings.h"

#include <string.h>

static bool sniff(const uint8_t *bytes, size_t size)
{
    /* A file cut short inside its header is still a save, and is told so. */
    return size >= 8 && memcmp(bytes, "Logic World save", size < 16 ? size : 16) == 0;
}

static void start(void *document)
{
    ow_blotter_save *save = document;
    save->version = OW_BLOTTER_NEWEST;
    save->save_type = OW_BLOTTER_WORLD;
}

DECLARE_RUNS(blotter);
DEFINE_CALLS(blotter, ow_blotter_save);

/* .partialworld is what the game has written since 0.92, .lwsubassembly the specification's name,
 * .tung the name of version 4's time. */
static const char *const extensions[] = {"logicworld", "partialworld", "lwsubassembly", "tung",
                                         NULL};
static const char *const *extensions_of(const void *document)
{
    static const char *const world[] = {"logicworld", "tung", NULL};
    static const char *const part[] = {"partialworld", "lwsubassembly", "tung", NULL};
    const ow_blotter_save *save = document;
    if (save->version < 5) /* does not tell them apart */
        return extensions;
    return save->save_type == OW_BLOTTER_WORLD ? world : part;
}

static ow_status read_front(const struct file *file, void *document)
{
    ow_blotter_reader *reader;
    ow_status status = blotter_read_front(file, &reader, NULL);
    if (status == OW_OK) {
        const ow_blotter_save *save = ow_blotter_reader_save(reader);
        *(ow_blotter_save *)document =
            (ow_blotter_save){.version = save->version, .save_type = save->save_type};
    }
    ow_blotter_reader_close(reader);
    return status;
}

static const char *const folder_files[] = {"data.logicworld", "data.partialworld", NULL};

const struct format_row blotter_format = {
    .about =
        {
            .name = "blotter",
            .title = "Logic World save (Blotter)",
            .extensions = extensions,
            .folder_files = folder_files,
            .variants = blotter_variants,
            .oldest_version = OW_BLOTTER_OLDEST,
            .newest_version = OW_BLOTTER_NEWEST,
            .oldest_written = OW_BLOTTER_OLDEST_WRITTEN,
            .issue_codes = blotter_issue_codes,
        },
    .runs = RUNS_OF(blotter, ow_blotter_save),
    .versions = blotter_versions,
    .version_count = BLOTTER_VERSIONS,
    .notes = blotter_notes,
    .meanings = &blotter_meanings,
    .address = "/components/*/address",
    .sniff = sniff,
    .extensions_of = extensions_of,
    .read_front = read_front,
    .own = own,
    .owner_of = owner_of,
    .start = start,
    .take_variant = blotter_take_variant,
    .name_variant = blotter_name_variant,
    .candidates = blotter_candidates,
    .convert = blotter_convert,
    .check = blotter_check,
    .summarise = blotter_summarise,
    .scene = blotter_scene,
};
