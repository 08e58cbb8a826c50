/* The verbs of a layout: what they mean, and those that are the same for every codec.
 *
 * A layout names each field of a format in file order with these verbs. It is compiled once against
 * each codec, which gives them their meaning: decode.h (bytes to records), encode.h (records to
 * bytes), trace.h (bytes to events), parse.h (JSON to records). All bytes are little-endian.
 *
 *   magic(c, name, bytes, size)       fixed bytes
 *   u8, u16, u32, i32 (c, name, &v)   one number
 *   i32_as_u8(c, name, &v)            an int32_t that takes one byte
 *   f32(c, name, &v)                  one float, bit for bit
 *   i32v, f32v (c, name, v, n)        a fixed number of numbers
 *   f32v_from(c, name, v, n, first)   the same, the file beginning with element `first` and wrapping
 *   choice8(c, name, &v, choices, n)  one byte with named values, see struct choice
 *   text32(c, name, &v)               i32 length, text
 *   bytes32(c, name, &v)              i32 length, bytes
 *   nullable_bytes32(c, name, &v)     the same, length -1 for none at all (v->data NULL)
 *   rest(c, name, &v)                 every byte that is left; JSON may leave an empty one out
 *   marked(c, name, text, &flag)      no bytes: which of two layouts this is, known to the reader
 *                                     beforehand; in JSON the field `name` with `text`, or none
 *   count8, count32(c, name, &n, min) how many records of at least `min` bytes follow; held against
 *                                     the bytes that are left before anyone believes it
 *   i32s(c, name, &v, &n)             n numbers, n from a count before
 *   list(c, name, v, n, record)       n records, n from a count before
 *   begin_list, column, item_place    the parts of `list`, for records that are parallel arrays
 *   begin_object, end_object          fields inside one named object
 *   absent(c, field)                  what this version does not have: zero in the record
 *   refuse(c, status, name, ...)      the field just read cannot be: a sentence for a person
 *
 * A layout never fails by itself: after an error every verb does nothing and lists end. */
#ifndef OW_SRC_CODEC_VERBS_H
#define OW_SRC_CODEC_VERBS_H

#include <overworld/base.h>

#define VERB static inline __attribute__((always_inline, unused))

/* One value of a byte: `raw` in the file, `value` in the record, `name` in JSON. A byte without a
 * row is kept as RAW_CHOICE + byte and stands in JSON as its number. */
struct choice {
    uint8_t raw;
    uint16_t value;
    const char *name;
};
enum { RAW_CHOICE = 256 };

/* Records in lists are asked every so often whether the caller still wants to go on. */
enum { PROGRESS_EVERY = 4096 };

/* Readers (READS_RECORDS 1) set what is not in the file; a writer leaves records alone. */
#define absent(c, field)                                                                           \
    do {                                                                                           \
        (void)(c);                                                                                 \
        if (READS_RECORDS)                                                                         \
            (field) = 0;                                                                           \
    } while (0)

/* A list needs its record's type, hence a macro. */
#define list(c, name, items, count, record)                                                        \
    do {                                                                                           \
        (items) = begin_list(c, name, (items), &(count), sizeof *(items));                         \
        for (uint32_t index_ = 0; index_ < (count) && go_on(c, index_); index_++) {                \
            begin_item(c, index_);                                                                 \
            record(c, &(items)[item_place(c, index_)]);                                            \
            end_item(c);                                                                           \
        }                                                                                          \
        end_list(c);                                                                               \
    } while (0)

#endif
