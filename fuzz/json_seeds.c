/* Turns files into JSON, which fuzz_json starts from: json_seeds FOLDER FILE... */
#include "fuzz.h"

static void make_seed(const char *folder, const char *path, int number)
{
    static uint8_t bytes[1 << 16];
    struct collected json = {0};
    ow_sink sink = {&json, collect};
    ow_error error;
    char name[4096];
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (ow_to_json(bytes, size, NULL, &sink, &error) == OW_OK) {
        snprintf(name, sizeof name, "%s/%d.json", folder, number);
        file = fopen(name, "wb");
        if (file) {
            fwrite(json.data, 1, json.size, file);
            fclose(file);
        }
    }
    free(json.data);
}

int main(int count, char **arguments)
{
    for (int i = 2; i < count; i++)
        make_seed(arguments[1], arguments[i], i);
    return 0;
}
