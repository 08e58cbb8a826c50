/* The defaults of a format's row. */
#include "row.h"

#include "../base/report.h"
#include "meanings.h"

#include <string.h>

static void no_meaning(void *state, const char *path, const ow_event *event, struct emitter *emit,
                       struct arena *arena)
{
    (void)state, (void)path, (void)event, (void)emit, (void)arena;
}

const char *const driver_no_names[] = {NULL};
const struct field_note driver_no_notes[] = {{NULL, NULL}};
const struct version driver_no_versions[] = {{0, 0, NULL}};
const struct meanings driver_no_meanings = {
    .state_size = 1, .paths = driver_no_names, .emit = no_meaning};
const struct identity driver_no_identities[] = {{NULL, {NULL}, NULL}};
const struct references driver_no_references = {{NULL}, {NULL}};
const struct part_calls driver_no_parts = {PART_DEFAULTS};
const ow_issue_code driver_no_codes[] = {{0}};

static ow_status check_no_folder(const void *document, const struct texts *texts,
                                 struct report *report, ow_error *error)
{
    (void)document, (void)texts, (void)report, (void)error;
    return OW_OK;
}

static ow_status summarise_no_folder(const struct texts *texts, struct emitter *emit)
{
    (void)texts, (void)emit;
    return OW_OK;
}

static const struct text_file *find_no_title(const struct texts *texts, const ow_jecs_node **title,
                                             const ow_jecs_node **description)
{
    (void)texts, (void)title, (void)description;
    return NULL;
}

static void name_no_file(const struct text_file *file, char *name, size_t room)
{
    (void)file;
    if (room > 0)
        *name = '\0';
}

static ow_status mark_none(const void *document, const struct texts *texts, bool *belongs,
                           ow_error *error)
{
    (void)document, (void)texts, (void)belongs, (void)error;
    return OW_OK;
}

static ow_status carry_none(const void *world, const struct texts *world_texts, void *part,
                            const struct texts *part_texts, const struct text_carrier *carrier,
                            ow_error *error)
{
    (void)world, (void)world_texts, (void)part, (void)part_texts, (void)carrier, (void)error;
    return OW_OK;
}

const struct folder_calls driver_no_folder = {check_no_folder, summarise_no_folder, find_no_title,
                                              name_no_file,    mark_none,           carry_none};

const ow_issue_code driver_codes[] = {
    [REPORT_TRUNCATED] =
        {"TRUNCATED", OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file ends too early: it announces more data than it has. It was cut short, or a "
         "count in it is wrong.",
         "Get the file again. `overworld repair --lossy` keeps the records before that place."},
    [REPORT_BROKEN] =
        {"BROKEN", OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A field has an impossible value, or there are bytes after the end of the data.",
         "Get the file again. `overworld repair --lossy` keeps the records before that place."},
    [REPORT_UNKNOWN_VERSION] = {"UNKNOWN_VERSION", OW_SEVERITY_ERROR, OW_NO_FIX,
                                "The version of the file is unknown.",
                                "Look for a newer Overworld."},
    {0},
};

const struct remedy driver_remedies[] = {
    REMEDY_BY_SALVAGE(REPORT_TRUNCATED, "the complete records before that place are kept"),
    REMEDY_BY_SALVAGE(REPORT_BROKEN, "the complete records before that place are kept"),
    NO_MORE_REMEDIES,
};

uint32_t driver_no_row_length(const void *document, const char *list)
{
    (void)document, (void)list;
    return 0;
}

void driver_no_name(const void *document, const char *record, char *text, size_t size)
{
    (void)document, (void)record, (void)text, (void)size;
}

void driver_no_group(const void *document, struct arena *arena, void **state, const char *record,
                     char *text, size_t size)
{
    (void)document, (void)arena, (void)state, (void)record, (void)text, (void)size;
}

bool driver_no_sniff(const uint8_t *bytes, size_t size)
{
    (void)bytes, (void)size;
    return false;
}

const char *const *driver_no_extensions_of(const void *document)
{
    (void)document;
    return NULL;
}

ow_status driver_no_front(const struct file *file, void *document)
{
    (void)file, (void)document;
    return OW_OK;
}

bool driver_none_behind(const uint8_t *bytes, size_t size, uint64_t *offset)
{
    (void)bytes, (void)size, (void)offset;
    return false;
}

void driver_leave(void *document)
{
    (void)document;
}

void driver_no_variant(const void *from, void *to)
{
    (void)from, (void)to;
}

void driver_no_variant_name(void *preset, const char *name)
{
    (void)preset, (void)name;
}

unsigned driver_one_candidate(const struct file *file, void *preset)
{
    if (file->preset)
        file->row->take_variant(file->preset, preset);
    return 1;
}

bool driver_no_find(const struct file *file, void *preset)
{
    (void)file, (void)preset;
    return false;
}

bool driver_no_salvage_as(void *preset)
{
    (void)preset;
    return false;
}

/* The data before the first list is complete if no error came before it. */
bool driver_keep_salvaged(void *document, struct salvage *salvage)
{
    (void)document;
    for (unsigned i = 0; i < salvage->list_count; i++)
        if (salvage->lists[i].reached)
            return true;
    return false;
}

ow_status driver_no_map(const struct file *file, ow_map *map, ow_error *error)
{
    (void)file, (void)map, (void)error;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_heights(const void *document, const ow_options *options, ow_heights *heights,
                            ow_error *error)
{
    (void)document, (void)options, (void)heights, (void)error;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_setting_heights(void *document, const ow_heights *heights, ow_error *error)
{
    (void)document, (void)heights, (void)error;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_heights_image(void *document, const ow_heights *heights, ow_text path,
                                  const ow_options *options, ow_image *image, float *largest_error,
                                  ow_error *error)
{
    (void)document, (void)heights, (void)path, (void)options, (void)image, (void)largest_error;
    (void)error;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_parts_open(struct parts *parts, ow_error *error)
{
    (void)parts, (void)error;
    return FORMAT_HAS_NONE;
}

void driver_no_part_filling(const struct parts *parts, const struct part_list *list, uint32_t index,
                            ow_part *part)
{
    (void)parts, (void)list, (void)index, (void)part;
}

ow_status driver_no_removal(void *document, struct parts *parts, ow_error *error)
{
    (void)document, (void)parts, (void)error;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_replacing(void *document, ow_replaced what, ow_text from, ow_text to,
                              uint64_t *count, ow_error *error)
{
    (void)document, (void)what, (void)from, (void)to, (void)count, (void)error;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_extraction(void *document, struct parts *parts, const struct part_notes *notes,
                               ow_error *error)
{
    (void)document, (void)parts, (void)notes, (void)error;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_rearranging(void *document, struct parts *parts, const ow_rearrangement *how,
                                const struct part_notes *notes, uint64_t *count, ow_error *error)
{
    (void)document, (void)parts, (void)how, (void)notes, (void)count, (void)error;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_part_files(const void *part, ow_text title, const ow_allocator *allocator,
                               ow_part_file_visitor visit, void *context)
{
    (void)part, (void)title, (void)allocator, (void)visit, (void)context;
    return FORMAT_HAS_NONE;
}

ow_status driver_no_merging(void *world, void *part, const ow_placement *placement,
                            const struct part_notes *notes, ow_error *error)
{
    (void)world, (void)part, (void)placement, (void)notes, (void)error;
    return FORMAT_HAS_NONE;
}
