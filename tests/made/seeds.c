/* Writes files that the layouts make, for fuzz targets to start from and for other readers: made
 * FOLDER COUNT [FIRST] makes FOLDER/bytes/FORMAT/made-KIND-SEED, COUNT of each version and variant,
 * with seeds from FIRST (1) on. */
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
    bool written = count == 3 || count == 4;
    unsigned seeds = written ? (unsigned)strtoul(arguments[2], NULL, 10) : 0;
    unsigned first = count == 4 ? (unsigned)strtoul(arguments[3], NULL, 10) : 1;
    const char *format;
    for (unsigned i = 0; (format = made_format(i)); i++)
        for (unsigned kind = 0; kind < made_kinds(format); kind++)
            for (unsigned number = 0; written && number < seeds; number++)
                written = write_file(arguments[1], format, kind, first + number);
    return written ? 0 : 1;
}
