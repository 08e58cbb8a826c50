/* The verbs of a layout: what they mean, and those that are the same for every codec.
 *
 * A layout names each field of a format in file order with these verbs. It is compiled once against
 * each codec, which gives them their meaning: decode.h (bytes to records), encode.h (records to
 * bytes), measure.h (records to sizes), copy.h (records to records), trace.h (bytes to events),
 * emit.h (records to events, or to what a version has no room for), parse.h (JSON to records),
 * describe.h (no input to a description, from which schemas are made). Describe takes the
 * document's own "version" from the format's table of versions.
 *
 *   magic(c, name, bytes, size)  fixed bytes
 *   u8, u16, u32, u64, i8, i32 (c, name, &v)
 *                                one number
 *   i32_as_u8, u16_as_u8 (c, name, &v)
 *                                a wider number that takes one byte
 *   f32(c, name, &v)             one float, bit for bit
 *   u8v, u16v, i16v, i32v, f32v (c, name, v, n)
 *                                a fixed number of numbers
 *   f32v_from(c, name, v, n, first)
 *                                the same; the file begins with element `first` and wraps
 *   choice8(c, name, &v, choices, n)
 *                                one byte with named values, see struct choice
 *   tag4(c, name, &v, tags, n)   four characters, one of n tags; v is which
 *   text(c, name, &v, length)    a length of that type (see enum length), then text
 *   bytes(c, name, &v, length)   the same, bytes; with I32_OR_NONE v->data is NULL for none at all
 *   rest(c, name, &v)            all remaining bytes; JSON may omit it if empty
 *   end_of_file(c)               no bytes: nothing follows
 *   external(c, name, &v, choices, n)
 *                                no bytes: a fact that is not in the file and that the caller
 *                                provides; in JSON a name, which may be omitted for 0
 *   external_variant(c, name, &v, versions, n)
 *                                the same for the variant: one that the table has for the current
 *                                version
 *   depends_on(c, fact, condition)
 *   depends_on_element(c, fact, element, condition)
 *                                no bytes: if `condition` holds, what follows is read as an
 *                                external fact says, or an element of a set. A search for the
 *                                facts of a file takes note
 *   begin_external(c, name), end_external
 *                                no bytes: a named object of such facts, which JSON may omit;
 *                                codecs that cannot see inside skip what is between
 *   external_name(c, name, v, write, read, words)
 *                                a name for all of them: write(v, text) makes the name,
 *                                read(text, v) parses it, and `words` lists the valid names
 *   external_number(c, name, &v, least, most), external_flag(c, name, &v), external_set(c, name,
 *                                     bits)
 *                                facts that JSON may omit, which leaves them unchanged
 *   stated_size(c, name, &v, length)
 *                                the size that a section states, itself included; JSON may omit
 *                                it
 *   end_size(c, &v)              the end of the section whose size was stated last
 *   count(c, name, &n, length, min)
 *                                how many records of at least `min` bytes follow; checked against
 *                                the remaining bytes first
 *   table_count(c, name, items, &n, &none, length, min)
 *                                the same for a list that can be missing as a whole, which the
 *                                highest number means and `none` says: U8 or U16
 *   null_instead(c, name, none)  whether there is no table: null in JSON
 *   present(c, name, held, condition)
 *                                whether a field is there: by `condition` in bytes, by the
 *                                field's presence in JSON, by `held` in a record
 *   derived(c, name, &v, length, value)
 *                                a number that follows from other fields, not in JSON: `value`
 *                                of a record; U8 or U16
 *   fact(c, field, value)        no bytes: a member that follows from what was read before
 *   count_is(c, &n, value)       no bytes: a list whose length the format fixes
 *   count_follows(c, name, &n, value, min)
 *                                no bytes: the same from an earlier field, checked against the
 *                                remaining bytes like a count
 *   u8s, u16s, i32s, f32s (c, name, &v, &n)
 *                                n numbers, n from a count before
 *   f32_grid(c, name, &v, n)     n floats, n (64 bits) from other fields before
 *   bits_u8(c, name, &v, &n)     u8 count, then that many booleans, eight a byte, top bit first
 *   bits_as_u8(c, name, &v, &n)  n booleans, n from a count before, a byte each, which is 0 or 1;
 *                                kept as bits_u8 keeps them
 *   list(c, name, v, n, record)  n records, n from a count before
 *   list_with(c, name, v, n, record, context)
 *                                the same with an additional argument for each record
 *   paired_list(c, name, v, w, n, record)
 *                                the same for records that are kept as two arrays
 *   array_list, array_list_with  n elements that are arrays or values in JSON, not objects
 *   list_to_end(c, name, v, n, record)
 *                                records up to the end of the file
 *   one(c, name, v, call)        one record that v points to; `call` is its layout
 *   begin_object, end_object     fields inside one named object
 *   absent(c, name, field)       a field that this version or record does not have: zero in the
 *                                record. Writers reject other values, conversions warn
 *   absent_pointer, no_text, no_bytes, no_list
 *                                the same for what points to memory
 *   refuse(c, status, name, ...) rejects the field just read, with a message
 *   refuse_held(c, condition, status, name, ...)
 *                                the same before a record's later fields have been read, for what
 *                                the bytes cannot hold; `condition` may be of these fields
 *
 * Conditions on fields are plain C: describe makes up the values and records what follows.
 *
 * A layout never fails by itself: after an error every verb does nothing and lists end. */
#ifndef OW_SRC_CODEC_VERBS_H
#define OW_SRC_CODEC_VERBS_H

#include "../base/compiler.h"
#include "version.h"

#include <overworld/base.h>

#define VERB static inline ALWAYS_INLINE MAY_BE_UNUSED

/* Numbers are little-endian, unless a format's own header says otherwise. It defines a constant,
 * or the codec's `big_endian`, which the layout sets. It must be included before the codec, and
 * has an #error for the case that it comes too late. */
#ifndef NUMBERS_ARE_BIG
#define NUMBERS_ARE_BIG(c) false
#endif
#ifndef FLOATS_ARE_BIG
#define FLOATS_ARE_BIG(c) NUMBERS_ARE_BIG(c)
#endif

/* One value of a byte or of an external fact: `raw` in the file, `value` in the record, `name` in
 * JSON. A byte without a row is kept as RAW_CHOICE + byte and is a number in JSON. */
struct choice {
    uint8_t raw;
    uint16_t value;
    const char *name;
};
enum { RAW_CHOICE = 256 };

/* How a file stores the length of a text, a count, a stated size or a derived number. A layout
 * names it as a constant, so a codec has no test for it. */
enum length {
    U8,
    U16,
    U16_BIG, /* whatever the byte order of the file */
    U32,
    U64,
    I32,
    I32_OR_NONE, /* -1: none at all */
    VARINT       /* seven bits per byte, lowest first; at most five bytes */
};

/* Bytes of a length. A varint takes more if it is above 127. */
VERB unsigned width_of_length(enum length length)
{
    return length == U8 || length == VARINT     ? 1
           : length == U16 || length == U16_BIG ? 2
           : length == U64                      ? 8
                                                : 4;
}

/* The longest text, or the highest count, that such a length can state and records can hold. */
VERB uint32_t most_of_length(enum length length)
{
    return length == U8                         ? UINT8_MAX
           : length == U16 || length == U16_BIG ? UINT16_MAX
           : length == U32 || length == U64     ? UINT32_MAX
                                                : INT32_MAX;
}

/* Number of records between two calls of the progress callback. */
enum { PROGRESS_EVERY = 4096 };

/* Most bytes of a fixed number of numbers. */
enum { MOST_FIXED = 64 };

/* Two properties of a codec, for the verbs alone. HAS_RECORDS: the records exist before the layout
 * runs, so later fields may be read. READS_RECORDS: the codec stores values and pointers in the
 * records; other codecs do not change records, which may be constant. */
#define present(c, name, held, condition)                                                          \
    ((void)(c), (void)(name), HAS_RECORDS ? (bool)(held) : (bool)(condition))

#define derived(c, name, v, length, value)                                                         \
    do {                                                                                           \
        if (HAS_RECORDS)                                                                           \
            *(v) = (uint16_t)(value);                                                              \
        derived_number(c, name, v, length);                                                        \
    } while (0)

#define table_count(c, name, items, n, none, length, smallest)                                     \
    do {                                                                                           \
        *(none) = HAS_RECORDS && !(items);                                                         \
        count_or_none(c, name, n, none, length, smallest);                                         \
    } while (0)

#define fact(c, field, value)                                                                      \
    do {                                                                                           \
        (void)(c);                                                                                 \
        if (READS_RECORDS)                                                                         \
            (field) = (value);                                                                     \
    } while (0)

#define depends_on(c, fact, condition)                  ((void)(c))
#define depends_on_element(c, fact, element, condition) ((void)(c))

#define refuse_held(c, condition, ...)                                                             \
    do {                                                                                           \
        if (HAS_RECORDS && (condition))                                                            \
            refuse(c, __VA_ARGS__);                                                                \
    } while (0)

#define KEEP_POINTER(place, value)                                                                 \
    do {                                                                                           \
        void *pointer_ = (value);                                                                  \
        if (READS_RECORDS)                                                                         \
            (place) = pointer_;                                                                    \
    } while (0)

/* Memory for one record, for codecs that keep none. */
#define ROOM_FOR(record) _Alignas(8) unsigned char room_[sizeof(record)] = {0}

/* Where a list goes on after begin_list, which may have read records already. */
#ifndef FIRST_ITEM
#define FIRST_ITEM(c) 0u
#endif

/* A list needs the type of its records, hence macros. */
#define RUN_LIST(c, name, items, count, call)                                                      \
    do {                                                                                           \
        ROOM_FOR(*(items));                                                                        \
        KEEP_POINTER(items, begin_list(c, name, (items), &(count), sizeof *(items), room_));       \
        for (uint32_t index_ = FIRST_ITEM(c); index_ < (count) && go_on(c, index_); index_++) {    \
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

/* A list that only the end of the file ends. Its records contain lists. */
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

/* Only too few bytes make a count invalid. */
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
