/* Reads ELF files: their loadable segments as the contents of a memory. */
#include "circuits/elf.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <string.h>

enum { MAGIC = 4, CLASS_AT = 4, ORDER_AT = 5, IS_64 = 2, IS_BIG = 2, LOADED = 1 };

/* The offsets of the fields that matter, for 32 and for 64 bits. */
struct elf_layout {
    /* sizes of the file's header and of an address */
    size_t header, word;
    size_t segments_at, segment_size_at, count_at;    /* in the file's header */
    size_t segment, offset_at, address_at, length_at; /* in the header of a segment */
};
static const struct elf_layout layouts[] = {{52, 4, 28, 42, 44, 32, 4, 12, 16},
                                            {64, 8, 32, 54, 56, 56, 8, 24, 32}};

struct elf {
    const struct input *file;
    const struct elf_layout *layout;
    bool big_endian;
};

bool is_elf(const struct input *file)
{
    return file->size > ORDER_AT && memcmp(file->bytes, "\177ELF", MAGIC) == 0;
}

static uint64_t number_at(const struct elf *elf, size_t at, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | elf->file->bytes[at + (elf->big_endian ? i : size - 1 - i)];
    return number;
}

static int break_off(const struct elf *elf)
{
    complain("%s: this ELF file is truncated or broken", elf->file->path);
    return EXIT_BROKEN;
}

/* Loads one segment, whose header is at `at`. */
static int load_segment(const struct elf *elf, size_t at, uint64_t base, uint8_t *memory,
                        size_t size)
{
    const struct elf_layout *layout = elf->layout;
    uint64_t offset = number_at(elf, at + layout->offset_at, layout->word);
    uint64_t address = number_at(elf, at + layout->address_at, layout->word);
    uint64_t length = number_at(elf, at + layout->length_at, layout->word);
    if (number_at(elf, at, 4) != LOADED || length == 0)
        return EXIT_FINE;
    if (offset > elf->file->size || length > elf->file->size - offset)
        return break_off(elf);
    if (address < base || address - base > size || length > size - (address - base)) {
        complain("%s: %" PRIu64 " bytes for address 0x%" PRIx64 " are outside the memory, which "
                 "has addresses 0x%" PRIx64 " to 0x%" PRIx64 "; --base moves them",
                 elf->file->path, length, address, base, base + size - 1);
        return EXIT_USAGE;
    }
    memcpy(memory + (size_t)(address - base), elf->file->bytes + (size_t)offset, (size_t)length);
    return EXIT_FINE;
}

int load_elf(const struct input *file, uint64_t base, uint8_t *memory, size_t size)
{
    struct elf elf = {.file = file,
                      .layout = &layouts[file->bytes[CLASS_AT] == IS_64],
                      .big_endian = file->bytes[ORDER_AT] == IS_BIG};
    const struct elf_layout *layout = elf.layout;
    if (file->size < layout->header)
        return break_off(&elf);
    uint64_t at = number_at(&elf, layout->segments_at, layout->word);
    uint64_t each = number_at(&elf, layout->segment_size_at, 2);
    uint64_t count = number_at(&elf, layout->count_at, 2);
    if (count > 0 && (each < layout->segment || at > file->size || each * count > file->size - at))
        return break_off(&elf);
    int status = EXIT_FINE;
    for (uint64_t i = 0; status == EXIT_FINE && i < count; i++)
        status = load_segment(&elf, (size_t)(at + i * each), base, memory, size);
    return status;
}
