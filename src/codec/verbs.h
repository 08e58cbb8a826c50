/* The verbs of a layout: what they mean, and those that are the same for every codec.
 *
 * A layout names each field of a format in file order with these verbs. It is compiled once against
 * each codec, which gives them their meaning: decode.h (bytes to records), encode.h (records to
 * bytes), measure.h (records to sizes), trace.h (bytes to events), parse.h (JSON to records).
 *
 *   magic(c, name, bytes, size)       fixed bytes
 *   u8, u16, u32, u64, i32 (c, name, &v)   one number
 *   i32_as_u8, u16_as_u8 (c, name, &v)   a wider number that takes one byte
 *   f32(c, name, &v)                  one float, bit for bit
 *   u8v, u16v, i16v, i32v, f32v (c, name, v, n)   a fixed number of numbers
 *   f32v_from(c, name, v, n, first)   the same, the file beginning with element `first` and wrapping
 *   choice8(c, name, &v, choices, n)  one byte with named values, see struct choice
 *   tag4(c, name, &v, tags, n)        four characters, one of n tags; v is which
 *   text_u8, text_u16, text_i32, text_varint (c, name, &v)   a length of that type, then text
 *   bytes_i32, bytes_u32 (c, name, &v)          the same, bytes
 *   nullable_bytes_i32(c, name, &v)   the same, length -1 for none at all (v->data NULL)
 *   rest(c, name, &v)                 every byte that is left; JSON may leave an empty one out
 *   end_of_file(c)                    no bytes: nothing follows
 *   known(c, name, &v, &reading, choices, n)   no bytes: which of several layouts this is, known to
 *                                     the reader beforehand as `reading`; in JSON a name, or nothing
 *                                     where the choice's name is NULL
 *   size_u16, size_u32 (c, name, &v)  what a section states as its size, that number included; JSON
 *                                     may leave it out
 *   end_size(c, &v)                   the end of the section whose size was stated last
 *   count_u8, _u16, _i32, _u32, _u64 (c, name, &n, min)     how many records of at least `min`
 *                                     bytes follow; held against the bytes that are left before
 *                                     anyone believes it
 *   table_count_u8, table_count_u16 (c, name, &n, &none, min)   the same, the highest number for no
 *                                     table at all
 *   null_instead(c, name, none)       whether there is no table: null in JSON
 *   present(c, name, &flag, condition)   whether a field is there: `condition` tells readers of bytes,
 *                                     the field's presence those of JSON; a writer knows
 *   derived_u8(c, name, &v)           a byte that follows from other fields: not in JSON
 *   one(c, v)                         memory for one record that v points to, or NULL
 *   count_is(c, &n, value)            no bytes: a list whose length the format fixes
 *   u8s, u16s, i32s, f32s (c, name, &v, &n)   n numbers, n from a count before
 *   f32_grid(c, name, &v, n)          n floats, n (64 bits) from other fields before
 *   bits_u8(c, name, &v, &n)          u8 count, then that many booleans, eight a byte, top bit first
 *   list(c, name, v, n, record)       n records, n from a count before
 *   list_with(c, name, v, n, record, context)   the same with an argument more for each record
 *   array_list(c, name, v, n, element)      n elements that are arrays in JSON, not objects
 *   list_to_end(c, name, v, n, record)    records up to the end of the file
 *   begin_list, column, item_place    the parts of `list`, for records that are parallel arrays
 *   begin_element(c, index)           moves to an element of a list that is no record
 *   begin_object, end_object          fields inside one named object
 *   absent(c, field)                  what this version does not have: zero in the record
 *   refuse(c, status, name, ...)      the field just read cannot be: a sentence for a person
 *
 * A layout never fails by itself: after an error every verb does nothing and lists end. */
#ifndef OW_SRC_CODEC_VERBS_H
#define OW_SRC_CODEC_VERBS_H

#include "../base/compiler.h"

#include <overworld/base.h>

#define VERB static inline ALWAYS_INLINE MAY_BE_UNUSED

/* Numbers are little-endian, unless a format's own header, included before a codec, says otherwise:
 * a constant, or a look at the codec's `big_endian`, which the layout sets. */
#ifndef NUMBERS_ARE_BIG
#define NUMBERS_ARE_BIG(c) false
#endif
#ifndef FLOATS_ARE_BIG
#define FLOATS_ARE_BIG(c) NUMBERS_ARE_BIG(c)
#endif

/* One value of a byte or of a reading: `raw` in the file, `value` in the record, `name` in JSON. A
 * byte without a row is kept as RAW_CHOICE + byte and stands in JSON as its number. */
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
            begin_item(c, index_, false);                                                          \
            record(c, &(items)[item_place(c, index_)]);                                            \
            end_item(c);                                                                           \
        }                                                                                          \
        end_list(c);                                                                               \
    } while (0)

#define list_with(c, name, items, count, record, context)                                          \
    do {                                                                                           \
        (items) = begin_list(c, name, (items), &(count), sizeof *(items));                         \
        for (uint32_t index_ = 0; index_ < (count) && go_on(c, index_); index_++) {                \
            begin_item(c, index_, false);                                                          \
            record(c, &(items)[item_place(c, index_)], context);                                   \
            end_item(c);                                                                           \
        }                                                                                          \
        end_list(c);                                                                               \
    } while (0)

#define array_list(c, name, items, count, element)                                                 \
    do {                                                                                           \
        (items) = begin_list(c, name, (items), &(count), sizeof *(items));                         \
        for (uint32_t index_ = 0; index_ < (count) && go_on(c, index_); index_++) {                \
            begin_element(c, index_);                                                              \
            element(c, &(items)[item_place(c, index_)]);                                           \
        }                                                                                          \
        end_list(c);                                                                               \
    } while (0)

#define one(c, pointer) ((pointer) = column(c, (pointer), 1, sizeof *(pointer)))

/* A list that only the end of the file ends: its records hold lists of their own. */
#define list_to_end(c, name, items, count, record)                                                 \
    do {                                                                                           \
        (items) = begin_open_list(c, name, (items), &(count), sizeof *(items));                    \
        for (uint32_t index_ = 0; goes_further(c, &(count), index_); index_++) {                   \
            begin_item(c, index_, true);                                                           \
            record(c, open_item(c, (items), index_, sizeof *(items)));                             \
            end_item(c);                                                                           \
        }                                                                                          \
        (items) = end_open_list(c, (items), &(count), sizeof *(items));                            \
    } while (0)

#endif
