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

static void make_seeds(const char *folder, const char *path, int number)
{
    static uint8_t bytes[1 << 16];
    struct collected json = {0};
    ow_sink sink = {.context = &json, .write = collect};
    ow_error error;
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
    if (ow_to_json(seed.data, seed.size, NULL, &sink, &error) == OW_OK)
        write_seed(folder, "json", format->name, number, &json);
    free(json.data);
}

int main(int count, char **arguments)
{
    for (int i = 2; i < count; i++)
        make_seeds(arguments[1], arguments[i], i);
    return 0;
}
