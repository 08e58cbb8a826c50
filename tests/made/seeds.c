/* Writes files that the layouts make as inputs for fuzz targets to start from: seeds FOLDER COUNT
 * makes FOLDER/bytes/FORMAT/made-KIND-SEED, COUNT of each version and variant. */
#include "made/made.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static bool write_file(const char *folder, const char *format, unsigned kind, unsigned seed)
{
    enum { LONGEST_PATH = 4096 };
    char path[LONGEST_PATH];
    const char *variant;
    snprintf(path, sizeof path, "%s/bytes", folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/bytes/%s", folder, format);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/bytes/%s/made-%u-%u", folder, format, kind, seed);
    struct made made = made_file(format, kind, seed, &variant);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(made.bytes, 1, made.size, file) == made.size;
    written = file && fclose(file) == 0 && written;
    free(made.bytes);
    return written;
}

int main(int count, char **arguments)
{
    static const char *const formats[] = {"blotter", "city", "leveld", "structure"};
    unsigned seeds = count == 3 ? (unsigned)strtoul(arguments[2], NULL, 10) : 0;
    bool written = count == 3;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        for (unsigned kind = 0; kind < made_kinds(formats[i]); kind++)
            for (unsigned seed = 1; written && seed <= seeds; seed++)
                written = write_file(arguments[1], formats[i], kind, seed);
    return written ? 0 : 1;
}
