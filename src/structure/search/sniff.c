/* Detects whether bytes are a .structure. The format has no magic number, and many files of other
 * formats begin with the byte 6. The test is the chain of numbers after it: tables that fit into
 * the file, then roots whose floats are plausible places in a world and whose last blocks increase
 * up to the count of blocks. If a file is truncated, the part that is there must pass this test.
 * Older versions have a shorter chain and a first byte that says even less. They have to be
 * readable to their end, or have a root if they are truncated. */
#include "../structure.h"

#include "../../base/bytes.h"

#include <math.h>

enum { NO_COLORS = UINT8_MAX, NO_ROTATIONS = UINT16_MAX };

struct head {
    const uint8_t *bytes;
    size_t size;
    bool big;
    size_t root_size;
    uint32_t rotations, roots;
    size_t rotations_at, roots_at; /* after their count */
};

/* Whether the file has `count` bytes at `at`. */
static bool has(const struct head *head, size_t at, size_t count)
{
    return at <= head->size && head->size - at >= count;
}

/* For a file that is truncated in its table of rotations: a full turn is 2047 in the specification,
 * 32767 in the Java library. The table must not repeat an entry and must not be text. */
static bool are_angles(const struct head *head)
{
    enum { MOST_LIKELY = 32767, ENTRY = 6, TEXT = 64 };
    const uint8_t *bytes = head->bytes;
    bool text = true;
    for (size_t at = head->rotations_at; has(head, at, 2); at += 2) {
        if (load_u16(bytes + at, head->big) > MOST_LIKELY)
            return false;
        text = text && bytes[at] >= '\t' && bytes[at + 1] >= '\t';
    }
    for (size_t at = head->rotations_at + ENTRY; has(head, at, ENTRY); at += ENTRY)
        if (memcmp(bytes + at, bytes + at - ENTRY, ENTRY) == 0)
            return false;
    return !text || !has(head, head->rotations_at, TEXT);
}

/* Most random floats are larger than any place or size in a world. Values near 0 may be very
 * small. */
static bool is_likely_root(const struct head *head, size_t at)
{
    unsigned small = 0, floats = (unsigned)head->root_size / 4;
    for (unsigned i = 0; i < floats && has(head, at, 4); i++, at += 4) {
        float value;
        load_f32(&value, head->bytes + at, head->big);
        value = fabsf(value);
        if (!(value < 1e12f))
            return false;
        small += value > 0 && value < 1e-12f;
    }
    return small <= floats / 4;
}

/* Whether last blocks increase, as far as they are in the file, up to the count of blocks, if that
 * is in the file. */
static bool is_chain(const struct head *head, bool *whole)
{
    int64_t last = -1;
    size_t end = head->roots_at + head->root_size * head->roots;
    for (uint32_t i = 0; i < head->roots; i++) {
        size_t at = head->roots_at + head->root_size * (i + 1) - 2;
        if (!has(head, at, 2))
            break;
        uint16_t next = load_u16(head->bytes + at, head->big);
        if (next <= last)
            return false;
        last = next;
    }
    *whole = has(head, end, 2);
    if (*whole && head->roots == 0 && head->size > end + 2)
        return false; /* nothing follows an empty build */
    return !*whole || load_u16(head->bytes + end, head->big) == last + 1;
}

/* Reads the counts. Returns false if the file ends before the count of roots. */
static bool find_roots(struct head *head, bool counts_first)
{
    size_t colors = head->bytes[1] == NO_COLORS ? 0 : 2 * (size_t)head->bytes[1];
    size_t count_at = counts_first ? 2 : 2 + colors;
    head->rotations_at = 4 + colors;
    if (!has(head, count_at, 2))
        return false;
    head->rotations = load_u16(head->bytes + count_at, head->big);
    head->rotations = head->rotations == NO_ROTATIONS ? 0 : head->rotations;
    head->roots_at = head->rotations_at + 6 * (size_t)head->rotations + 2;
    if (!has(head, head->roots_at - 2, 2))
        return false;
    head->roots = load_u16(head->bytes + head->roots_at - 2, head->big);
    return true;
}

static struct head head_of(const uint8_t *bytes, size_t size, unsigned version, bool big)
{
    return (struct head){
        .bytes = bytes, .size = size, .big = big, .root_size = structure_root_size(version)};
}

static bool is_head(const uint8_t *bytes, size_t size, bool big, bool counts_first)
{
    struct head head = head_of(bytes, size, OW_STRUCTURE_NEWEST, big);
    bool whole;
    if (!find_roots(&head, counts_first))
        return are_angles(&head);
    if (!is_chain(&head, &whole))
        return false;
    for (uint32_t i = 0; i < head.roots && !whole; i++) {
        size_t at = head.roots_at + head.root_size * i;
        if (at >= size)
            break;
        if (!is_likely_root(&head, at))
            return false;
    }
    return true;
}

/* An unknown version needs a chain that fits to its last number. */
static bool is_other_version(const uint8_t *bytes, size_t size)
{
    enum { MOST_LIKELY_VERSION = 31 };
    for (unsigned i = 0; i < 4 && bytes[0] <= MOST_LIKELY_VERSION; i++) {
        struct head head = head_of(bytes, size, OW_STRUCTURE_NEWEST, i & 1);
        bool whole = false;
        if (find_roots(&head, i & 2) && head.roots > 0 && is_chain(&head, &whole) && whole &&
            is_likely_root(&head, head.roots_at))
            return true;
    }
    return false;
}

/* A file with implausible content, but which ends where it should. */
static bool parses(const uint8_t *bytes, size_t size, ow_structure_variant variant)
{
    ow_options options = options_or_default(NULL, size);
    ow_structure_build preset = {.variant = variant};
    unsigned orders = structure_has_tables(bytes[0]) ? 2 : 1; /* of the tables */
    for (unsigned i = 0; i < orders; i++) {
        if (structure_format.runs.trace(bytes, size, &preset, NULL, &options, NULL, NULL, NULL) ==
            OW_OK)
            return true;
        structure_flip(&preset.variant, SWITCH_TABLES, 0);
    }
    return false;
}

/* An older version that is truncated inside or after its roots: all roots in the file are likely,
 * none repeats the one before, the first is complete, and last blocks increase. */
static bool is_cut_short(const uint8_t *bytes, size_t size, bool big)
{
    enum { MOST_NUMBERED = 256 }; /* roots that a byte can refer to */
    struct head head = head_of(bytes, size, bytes[0], big);
    bool whole;
    head.roots_at = 3;
    head.roots = load_u16(bytes + 1, big);
    if (head.roots == 0 || !has(&head, head.roots_at, head.root_size) ||
        (!structure_has_last_block(bytes[0]) && head.roots > MOST_NUMBERED))
        return false;
    for (uint32_t i = 0; i < head.roots; i++) {
        size_t at = head.roots_at + head.root_size * i;
        bool repeated = i > 0 && has(&head, at, head.root_size) &&
                        memcmp(bytes + at, bytes + at - head.root_size, head.root_size) == 0;
        if (repeated || !is_likely_root(&head, at))
            return false;
    }
    return !structure_has_last_block(bytes[0]) || is_chain(&head, &whole);
}

/* An older version with nothing but two counts of 0. */
static bool is_empty(const uint8_t *bytes, size_t size)
{
    enum { EMPTY = 5 };
    return size == EMPTY && load_u32(bytes + 1, false) == 0;
}

static bool is_older_version(const uint8_t *bytes, size_t size)
{
    ow_structure_variant big = ow_structure_game;
    big.byte_order = OW_STRUCTURE_BIG;
    return is_empty(bytes, size) || is_cut_short(bytes, size, false) ||
           is_cut_short(bytes, size, true) || parses(bytes, size, ow_structure_game) ||
           parses(bytes, size, big) || parses(bytes, size, ow_structure_spec);
}

bool structure_sniff(const uint8_t *bytes, size_t size)
{
    if (size < 4)
        return false;
    if (bytes[0] < OW_STRUCTURE_NEWEST)
        return is_older_version(bytes, size);
    if (bytes[0] > OW_STRUCTURE_NEWEST)
        return is_other_version(bytes, size);
    for (unsigned i = 0; i < 4; i++)
        if (is_head(bytes, size, i & 1, i & 2))
            return true;
    return parses(bytes, size, ow_structure_game) || parses(bytes, size, ow_structure_spec);
}
