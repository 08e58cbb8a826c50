/* Changing a document: memory of its own for what is new, and records added to its lists and removed.
 *
 * What a document holds lies in memory that belongs to it, its `owner`, and is given back with it in
 * one call. A field is changed by setting it; what it points to comes from here, or lives longer than
 * the document does, as literals do:
 *
 *     ow_leveld_thing *thing = ow_list_append(level->owner, block->things, block->count, &error);
 *     if (!thing)
 *         return error.status;
 *     thing->id = 7;
 *     thing->metadata = OW_LITERAL("a door");
 *
 *     ow_blotter_component *lamp = &save->components[12];
 *     if (ow_keep_bytes(save->owner, bytes_of_mine, &lamp->custom_data, &error) != OW_OK)
 *         return error.status;
 *     return ow_list_remove(save->owner, save->wires, save->wire_count, 3, 1, &error);
 *
 * Owners are those of ow_blotter_save, ow_leveld_level, ow_city_save and ow_structure_build, where the
 * library made them. In a document that the program built in memory of its own `owner` is NULL, which
 * all calls refuse with OW_BAD_ARGUMENT. After a failure everything is as it was.
 *
 * Lists may move when they grow: pointers into a list hold until the next record is added to it.
 * Adding records one by one takes time in proportion to their number. What a list took before it moved
 * is given back with the document: at most as much again as the lists that grew. Memory for edits is
 * what the program asks for, and comes on top of ow_options.max_memory.
 *
 * Records that are copied by assignment share their lists and text with the original. Text is shared safely; give a list
 * memory of its own with ow_list_unshare before changing it. */
#ifndef OVERWORLD_EDIT_H
#define OVERWORLD_EDIT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zeroed memory for `count` records of `size` bytes each, aligned for any record. NULL on failure,
 * and *error (may be NULL) says why: OW_NO_MEMORY, OW_TOO_MUCH_MEMORY where the size in bytes is more
 * than there are, OW_BAD_ARGUMENT. */
OW_API void *ow_take(void *owner, size_t count, size_t size, ow_error *error);

/* Copies text or bytes into the document's memory; *kept is the copy. `data` NULL, which bytes have
 * for none at all, stays NULL in bytes and becomes empty text. */
OW_API ow_status ow_keep_text(void *owner, ow_text text, ow_text *kept, ow_error *error);
OW_API ow_status ow_keep_bytes(void *owner, ow_bytes bytes, ow_bytes *kept, ow_error *error);

/* As an index: behind the last record. */
#define OW_AT_THE_END UINT32_MAX

/* The calls behind the macros below, for lists whose type is not known to a compiler: `list` is the
 * address of the pointer to the first record, `record_size` the bytes of one.
 *
 * ow_insert_records adds `how_many` zeroed records in front of record `at` and returns the first of
 * them, or NULL. To add none turns a list that is not there (NULL) into an empty one, which some
 * formats keep apart. OW_BAD_ARGUMENT: an index behind the end, more records than a count can hold. */
OW_API void *ow_insert_records(void *owner, void *list, uint32_t *count, size_t record_size,
                               uint32_t at, uint32_t how_many, ow_error *error);

/* Removes `how_many` records from `at` on. A list from which all are removed is there and empty. */
OW_API ow_status ow_remove_records(void *owner, void *list, uint32_t *count, size_t record_size,
                                   uint32_t at, uint32_t how_many, ow_error *error);

/* Makes room, so that the next `how_many` records that are added move nothing and cannot fail. */
OW_API ow_status ow_reserve_records(void *owner, void *list, uint32_t count, size_t record_size,
                                    uint32_t how_many, ow_error *error);

/* Moves a list into memory that nothing else refers to. A list that is not there stays so. */
OW_API ow_status ow_unshare_records(void *owner, void *list, uint32_t count, size_t record_size,
                                    ow_error *error);

/* The same for a list and its count as they stand in a record, each evaluated once. ow_list_append and
 * ow_list_insert return the first new record with its type, or NULL:
 *
 *     ow_list_append(owner, list, count, error)                  one record behind the last
 *     ow_list_insert(owner, list, count, at, how_many, error)
 *     ow_list_remove(owner, list, count, at, how_many, error)
 *     ow_list_reserve(owner, list, count, how_many, error)
 *     ow_list_unshare(owner, list, count, error)
 *     ow_take_one(owner, type, error)                       a record that is no part of a list
 *
 * Two lists with one count: reserve in both, then change the first by a copy of the count. Neither
 * fails behind the other then.
 *
 *     uint32_t count = component->input_count;
 *     if (ow_list_reserve(save->owner, component->inputs, count, 1, &error) != OW_OK ||
 *         ow_list_reserve(save->owner, component->inputs_exclusive, count, 1, &error) != OW_OK)
 *         return error.status;
 *     ow_list_insert(save->owner, component->inputs_exclusive, count, at, 1, &error);
 *     ow_list_insert(save->owner, component->inputs, component->input_count, at, 1, &error);
 *
 * The booleans of ow_structure_metadata are a list of bytes, with eight in each:
 *
 *     uint32_t bytes = (metadata->boolean_count + 7) / 8;
 *     if (metadata->boolean_count % 8 == 0 &&
 *         !ow_list_append(build->owner, metadata->booleans, bytes, &error))
 *         return error.status;
 *     metadata->booleans[metadata->boolean_count / 8] |= 0x80 >> metadata->boolean_count % 8;
 *     metadata->boolean_count++; */
#define ow_list_append(owner, list, count, error)                                                  \
    ow_list_insert(owner, list, count, OW_AT_THE_END, 1, error)
#define ow_list_insert(owner, list, count, at, how_many, error)                                    \
    OW_TYPED(&*(list),                                                                             \
             ow_insert_records(owner, &(list), &(count), sizeof *(list), at, how_many, error))
#define ow_list_remove(owner, list, count, at, how_many, error)                                    \
    ow_remove_records(owner, &(list), &(count), sizeof *(list), at, how_many, error)
#define ow_list_reserve(owner, list, count, how_many, error)                                       \
    ow_reserve_records(owner, &(list), count, sizeof *(list), how_many, error)
#define ow_list_unshare(owner, list, count, error)                                                 \
    ow_unshare_records(owner, &(list), count, sizeof *(list), error)
#define ow_take_one(owner, type, error) ((type *)ow_take(owner, 1, sizeof(type), error))

/* A pointer with the type of another, which is not evaluated; where a compiler has no way to say it,
 * as it is. */
#if defined(__cplusplus)
#define OW_TYPED(like, pointer) (static_cast<decltype(like)>(pointer))
#elif defined(__GNUC__)
#define OW_TYPED(like, pointer) ((__typeof__(like))(pointer))
#else
#define OW_TYPED(like, pointer) (pointer)
#endif

#ifdef __cplusplus
}
#endif

#endif
