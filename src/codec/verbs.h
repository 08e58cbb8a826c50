/* The verbs of a layout: what they mean, and those that are the same for every codec.
 *
 * A layout names each field of a format in file order with these verbs. It is compiled once against
 * each codec, which gives them their meaning: decode.h (bytes to records), encode.h (records to
 * bytes), measure.h (records to sizes), copy.h (records to records), trace.h (bytes to events),
 * emit.h (records to events, or to what a version has no room for), parse.h (JSON to records),
 * describe.h (nothing to a description, of which schemas are made). Describe takes the number called
 * "version", of the document itself, from the format's table of versions.
 *
 *   magic(c, name, bytes, size)       fixed bytes
 *   u8, u16, u32, u64, i8, i32 (c, name, &v)   one number
 *   i32_as_u8, u16_as_u8 (c, name, &v)   a wider number that takes one byte
 *   f32(c, name, &v)                  one float, bit for bit
 *   u8v, u16v, i16v, i32v, f32v (c, name, v, n)   a fixed number of numbers
 *   f32v_from(c, name, v, n, first)   the same, the file beginning with element `first` and wrapping
 *   choice8(c, name, &v, choices, n)  one byte with named values, see struct choice
 *   tag4(c, name, &v, tags, n)        four characters, one of n tags; v is which
 *   text_u8, text_u16, text_i32, text_varint (c, name, &v)   a length of that type, then text
 *   text_u16_big(c, name, &v)         the same with a big-endian length, whatever other numbers are
 *   bytes_i32, bytes_u32 (c, name, &v)          the same, bytes
 *   nullable_bytes_i32(c, name, &v)   the same, length -1 for none at all (v->data NULL)
 *   rest(c, name, &v)                 every byte that is left; JSON may leave an empty one out
 *   end_of_file(c)                    no bytes: nothing follows
 *   external(c, name, &v, choices, n)   no bytes: a fact that the file does not hold and the reader gets
 *                                     beforehand; in JSON a name, which may be omitted for 0
 *   external_variant(c, name, &v, versions, n)   the same for the variant: one that the table has for
 *                                     the current version
 *   begin_external(c, name), end_external   no bytes: a named object of such facts, which JSON may omit;
 *                                     codecs that cannot see inside skip what is between
 *   external_name(c, name, v, write, read, words)   a name for all of them: write(v, text) makes the
 *                                     name, read(text, v) parses it, and `words` lists the valid names
 *   external_number(c, name, &v, least, most), external_flag(c, name, &v), external_set(c, name, bits)
 *                                     facts that JSON may omit, which leaves them unchanged
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
 *   derived_u8, derived_u16 (c, name, &v)   a number that follows from other fields: not in JSON
 *   count_is(c, &n, value)            no bytes: a list whose length the format fixes
 *   count_follows(c, name, &n, value, min)   no bytes: the same from a field before, held against the bytes
 *                                     that are left as a count is
 *   u8s, u16s, i32s, f32s (c, name, &v, &n)   n numbers, n from a count before
 *   f32_grid(c, name, &v, n)          n floats, n (64 bits) from other fields before
 *   bits_u8(c, name, &v, &n)          u8 count, then that many booleans, eight a byte, top bit first
 *   bits_as_u8(c, name, &v, &n)       n booleans, n from a count before, a byte each, which is 0 or 1;
 *                                     kept as bits_u8 keeps them
 *   list(c, name, v, n, record)       n records, n from a count before
 *   list_with(c, name, v, n, record, context)   the same with an argument more for each record
 *   paired_list(c, name, v, w, n, record)   the same for records that are kept as two arrays
 *   array_list, array_list_with       n elements that are arrays or values in JSON, not objects
 *   list_to_end(c, name, v, n, record)    records up to the end of the file
 *   one(c, name, v, call)             one record that v points to, which `call` runs through
 *   begin_object, end_object          fields inside one named object
 *   absent(c, name, field)            what this version, or this record, does not have: zero in the
 *                                     record. Writers refuse another value, conversions tell its loss
 *   absent_pointer, no_text, no_bytes, no_list   the same for what points to memory
 *   refuse(c, status, name, ...)      the field just read cannot be: a sentence for a person
 *
 * What fields decide on is plain C: describe makes up their values and sees what follows.
 *
 * A layout never fails by itself: after an error every verb does nothing and lists end. */
#ifndef OW_SRC_CODEC_VERBS_H
#define OW_SRC_CODEC_VERBS_H

#include "../base/compiler.h"
#include "version.h"

#include <overworld/base.h>

#define VERB static inline ALWAYS_INLINE MAY_BE_UNUSED

/* Numbers are little-endian, unless a format's own header, included before a codec, says otherwise:
 * a constant, or a look at the codec's `big_endian`, which the layout sets. Such a header has an
 * #error for the case that it comes too late. */
#ifndef NUMBERS_ARE_BIG
#define NUMBERS_ARE_BIG(c) false
#endif
#ifndef FLOATS_ARE_BIG
#define FLOATS_ARE_BIG(c) NUMBERS_ARE_BIG(c)
#endif

/* One value of a byte or of a fact known beforehand: `raw` in the file, `value` in the record, `name`
 * in JSON. A byte without a row is kept as RAW_CHOICE + byte and stands in JSON as its number. */
struct choice {
    uint8_t raw;
    uint16_t value;
    const char *name;
};
enum { RAW_CHOICE = 256 };

/* Records in lists are asked every so often whether the caller still wants to go on. */
enum { PROGRESS_EVERY = 4096 };

/* How many bytes a fixed number of numbers may take. */
enum { MOST_FIXED = 64 };

/* Two things that a codec says of itself. HAS_RECORDS: the records are there before the layout runs, so
 * that it may look at fields that come later. READS_RECORDS: it puts values and pointers into them; the
 * others leave records alone, which may stand in constant memory. */
#define KEEP_POINTER(place, value)                                                                 \
    do {                                                                                           \
        void *pointer_ = (value);                                                                  \
        if (READS_RECORDS)                                                                         \
            (place) = pointer_;                                                                    \
    } while (0)

/* Room for one record, for codecs that keep none. */
#define ROOM_FOR(record) _Alignas(8) unsigned char room_[sizeof(record)] = {0}

/* A list needs its record's type, hence macros. */
#define RUN_LIST(c, name, items, count, call)                                                      \
    do {                                                                                           \
        ROOM_FOR(*(items));                                                                        \
        KEEP_POINTER(items, begin_list(c, name, (items), &(count), sizeof *(items), room_));       \
        for (uint32_t index_ = 0; index_ < (count) && go_on(c, index_); index_++) {                \
            call;                                                                                  \
        }                                                                                          \
        KEEP_POINTER(items, end_list(c, (items)));                                                 \
    } while (0)

#define RUN_ITEM(c, call)                                                                          \
    begin_item(c, index_, false);                                                                  \
    call;                                                                                          \
    end_item(c)

#define RUN_ELEMENT(c, call)                                                                       \
    begin_element(c, index_);                                                                      \
    call

#define ITEM(c, items) (&(items)[item_place(c, index_)])

#define list(c, name, items, count, record)                                                        \
    RUN_LIST(c, name, items, count, RUN_ITEM(c, record(c, ITEM(c, items))))

#define list_with(c, name, items, count, record, context)                                          \
    RUN_LIST(c, name, items, count, RUN_ITEM(c, record(c, ITEM(c, items), context)))

#define array_list(c, name, items, count, element)                                                 \
    RUN_LIST(c, name, items, count, RUN_ELEMENT(c, element(c, ITEM(c, items))))

#define array_list_with(c, name, items, count, element, context)                                   \
    RUN_LIST(c, name, items, count, RUN_ELEMENT(c, element(c, ITEM(c, items), context)))

#define paired_list(c, name, items, others, count, record)                                         \
    do {                                                                                           \
        ROOM_FOR(*(items));                                                                        \
        _Alignas(8) unsigned char other_room_[sizeof *(others)] = {0};                             \
        KEEP_POINTER(items, begin_list(c, name, (items), &(count), sizeof *(items), room_));       \
        KEEP_POINTER(others,                                                                       \
                     begin_column(c, name, (others), (count), sizeof *(others), other_room_));     \
        for (uint32_t index_ = 0; index_ < (count) && go_on(c, index_); index_++) {                \
            RUN_ITEM(c, record(c, ITEM(c, items), ITEM(c, others)));                               \
        }                                                                                          \
        KEEP_POINTER(others, end_column(c, (others)));                                             \
        KEEP_POINTER(items, end_list(c, (items)));                                                 \
    } while (0)

#define one(c, name, pointer, call)                                                                \
    do {                                                                                           \
        ROOM_FOR(*(pointer));                                                                      \
        KEEP_POINTER(pointer, begin_column(c, name, (pointer), 1, sizeof *(pointer), room_));      \
        if (pointer) {                                                                             \
            call;                                                                                  \
        }                                                                                          \
        KEEP_POINTER(pointer, end_column(c, (pointer)));                                           \
    } while (0)

/* A list that only the end of the file ends: its records hold lists of their own. */
#define list_to_end(c, name, items, count, record)                                                 \
    do {                                                                                           \
        ROOM_FOR(*(items));                                                                        \
        KEEP_POINTER(items, begin_open_list(c, name, (items), &(count), sizeof *(items), room_));  \
        for (uint32_t index_ = 0; goes_further(c, &(count), index_); index_++) {                   \
            begin_item(c, index_, true);                                                           \
            record(c, open_item(c, (items), index_, sizeof *(items)));                             \
            end_item(c);                                                                           \
        }                                                                                          \
        KEEP_POINTER(items, end_open_list(c, (items), &(count), sizeof *(items)));                 \
    } while (0)

/* Bytes alone are too few for a count. */
#define count_follows(c, name, count, value, smallest) count_is(c, count, value)

#define no_text(c, name, v)                                                                        \
    do {                                                                                           \
        absent(c, name, (v)->size);                                                                \
        forget_pointer(c, (v)->data);                                                              \
    } while (0)

#define no_bytes(c, name, v) no_text(c, name, v)

#define no_list(c, name, items, count)                                                             \
    do {                                                                                           \
        absent(c, name, count);                                                                    \
        forget_pointer(c, items);                                                                  \
    } while (0)

#endif
