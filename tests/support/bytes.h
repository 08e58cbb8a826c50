/* Bytes that grow: what tests build files with, and where they collect what a sink is given. */
#ifndef OW_TESTS_SUPPORT_BYTES_H
#define OW_TESTS_SUPPORT_BYTES_H

#include <overworld/overworld.h>

struct bytes {
    uint8_t *data;
    size_t size, capacity;
};

void bytes_free(struct bytes *bytes);
void put_raw(struct bytes *bytes, const void *data, size_t size);
void put_u8(struct bytes *bytes, unsigned value);
void put_u16(struct bytes *bytes, unsigned value);
void put_u32(struct bytes *bytes, uint32_t value);
void put_i32(struct bytes *bytes, int32_t value);
void put_f32(struct bytes *bytes, float value);

/* An i32 length and the text. */
void put_text(struct bytes *bytes, const char *text);

/* Bytes spelt as hex digits, white space between them at will. */
void put_hex(struct bytes *bytes, const char *hex);

/* The same in a buffer of their own. */
struct bytes bytes_from_hex(const char *hex);

/* A sink that appends. Its context is a struct bytes. */
ow_sink sink_to(struct bytes *bytes);

/* A copy in a block of exactly its size, so that a sanitizer sees a read behind its end. The caller
 * frees it. */
uint8_t *exact_copy(const void *data, size_t size);

/* Where the real files lie: $OVERWORLD_CORPUS, or the usual place beside the project. */
const char *corpus_folder(void);

/* A whole file; data NULL where it cannot be read. */
struct bytes read_file(const char *path);

#endif
