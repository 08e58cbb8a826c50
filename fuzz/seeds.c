/* Sorts files by their format, as bytes and as JSON, for targets to start from: seeds FOLDER
 * FILE... makes FOLDER/bytes/FORMAT/NUMBER and FOLDER/json/FORMAT/NUMBER.json. */
#include "fuzz.h"

#include <sys/stat.h>

enum { LONGEST_PATH = 4096 };

static void write_seed(const char *folder, const char *kind, const char *format, int number,
                       const struct collected *seed)
{
    char path[LONGEST_PATH];
    bool json = strcmp(kind, "json") == 0;
    snprintf(path, sizeof path, "%s/%s", folder, kind);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", folder, kind, format);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s/%d%s", folder, kind, format, number, json ? ".json" : "");
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(seed->data, 1, seed->size, file);
    fclose(file);
}

/* JSON of a world; if worlds of the format have folders, with one. */
static ow_status write_json(const ow_format *format, const struct collected *world,
                            const ow_sink *sink)
{
    static const ow_folder_file files[] = {
        {OW_LITERAL("meta.jecs"), {(const uint8_t *)"Title: a\n", 9}},
        {OW_LITERAL("images/b.png"), {(const uint8_t *)"\xff", 1}},
    };
    const ow_folder folder = {.files = files, .file_count = sizeof files / sizeof *files};
    return format->folder_files[0]
               ? ow_folder_to_json(world->data, world->size, &folder, NULL, sink, NULL)
               : ow_to_json(world->data, world->size, NULL, sink, NULL);
}

static void make_seeds(const char *folder, const char *path, int number)
{
    static uint8_t bytes[1 << 16];
    struct collected json = {0};
    ow_sink sink = {.context = &json, .write = collect};
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    struct collected seed = {.data = bytes};
    seed.size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const ow_format *format = ow_identify(seed.data, seed.size);
    if (!format)
        return;
    write_seed(folder, "bytes", format->name, number, &seed);
    if (write_json(format, &seed, &sink) == OW_OK)
        write_seed(folder, "json", format->name, number, &json);
    free(json.data);
}

int main(int count, char **arguments)
{
    for (int i = 2; i < count; i++)
        make_seeds(arguments[1], arguments[i], i);
    return 0;
}
