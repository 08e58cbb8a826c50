/* Changing a document: memory for new values, and lists whose records are added and removed.
 *
 * A document owns its memory through `owner`; ow_close releases it all at once. Change a field by
 * setting it. What it points to comes from these calls, or must live longer than the document, as
 * literals do:
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
 * `owner` of every call is that of an ow_blotter_save, ow_leveld_level, ow_city_save or
 * ow_structure_build that the library made. In a document that the program built itself `owner` is
 * NULL, and every call returns OW_BAD_ARGUMENT. A failed call changes nothing.
 *
 * A list may move when it grows: pointers into it are valid until the next record is added. Adding
 * records one by one takes linear time in total. The old memory of a list that moved is released
 * with the document; it is at most as large as the lists that grew. ow_options.max_memory does not
 * limit edits.
 *
 * A record that is copied by assignment shares its lists and texts with the original. Sharing
 * texts is safe. Give a shared list memory of its own with ow_list_unshare before changing it.
 *
 * Threads: one thread at a time may change a document, and no other thread may read it
 * meanwhile. */
#ifndef OVERWORLD_EDIT_H
#define OVERWORLD_EDIT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Allocates zeroed memory for records, aligned for any type.
 *
 * count, size: number of records, and bytes of one record.
 * Returns the memory, released with the document. NULL on failure; the error is OW_NO_MEMORY,
 * OW_TOO_MUCH_MEMORY if the size overflows, or OW_BAD_ARGUMENT.
 * Since 0.1. */
OW_API void *ow_take(void *owner, size_t count, size_t size, ow_error *error);

/* Copies text into the memory of a document.
 *
 * kept: receives the copy. NULL data becomes empty text.
 * Returns OW_OK, OW_NO_MEMORY or OW_BAD_ARGUMENT.
 * Since 0.1. */
OW_API ow_status ow_keep_text(void *owner, ow_text text, ow_text *kept, ow_error *error);

/* Copies bytes into the memory of a document.
 *
 * kept: receives the copy. NULL data stays NULL.
 * Returns OW_OK, OW_NO_MEMORY or OW_BAD_ARGUMENT.
 * Since 0.1. */
OW_API ow_status ow_keep_bytes(void *owner, ow_bytes bytes, ow_bytes *kept, ow_error *error);

/* As an index: after the last record. */
#define OW_AT_THE_END UINT32_MAX

/* Inserts zeroed records into a list. Use the macro ow_list_insert if the type of the list is
 * known. Inserting 0 records turns a list that is NULL into an empty list, which some formats
 * distinguish.
 *
 * list: address of the pointer to the first record.
 * count: length of the list; updated.
 * record_size: bytes of a record.
 * at: index of the first new record, or OW_AT_THE_END.
 * Returns the first new record. NULL on failure; the error is OW_BAD_ARGUMENT if `at` is beyond
 * the end or the count would overflow, or a memory error.
 * Since 0.1. */
OW_API void *ow_insert_records(void *owner, void *list, uint32_t *count, size_t record_size,
                               uint32_t at, uint32_t how_many, ow_error *error);

/* Removes `how_many` records from index `at` on. A list without records is empty, not NULL.
 *
 * list, count, record_size: as for ow_insert_records.
 * Returns OW_OK, or OW_BAD_ARGUMENT if there are fewer records.
 * Since 0.1. */
OW_API ow_status ow_remove_records(void *owner, void *list, uint32_t *count, size_t record_size,
                                   uint32_t at, uint32_t how_many, ow_error *error);

/* Reserves memory, so that adding the next `how_many` records moves nothing and cannot fail.
 *
 * list, count, record_size: as for ow_insert_records; `count` by value.
 * Returns OW_OK, OW_BAD_ARGUMENT or a memory error.
 * Since 0.1. */
OW_API ow_status ow_reserve_records(void *owner, void *list, uint32_t count, size_t record_size,
                                    uint32_t how_many, ow_error *error);

/* Moves a list into memory that nothing else refers to. A list that is NULL stays NULL.
 *
 * list, count, record_size: as for ow_reserve_records.
 * Returns OW_OK, OW_BAD_ARGUMENT or a memory error.
 * Since 0.1. */
OW_API ow_status ow_unshare_records(void *owner, void *list, uint32_t count, size_t record_size,
                                    ow_error *error);

/* Macros of the calls above. `list` and `count` are the members of a record; each is evaluated
 * once. ow_list_append and ow_list_insert return the first new record with its type, or NULL:
 *
 *     ow_list_append(owner, list, count, error)                  one record after the last
 *     ow_list_insert(owner, list, count, at, how_many, error)
 *     ow_list_remove(owner, list, count, at, how_many, error)
 *     ow_list_reserve(owner, list, count, how_many, error)
 *     ow_list_unshare(owner, list, count, error)
 *     ow_take_one(owner, type, error)                            a record outside of lists
 *
 * If two lists share one count, reserve memory in both first. Then change the first with a copy of
 * the count. Neither change can fail then.
 *
 *     uint32_t count = component->input_count;
 *     if (ow_list_reserve(save->owner, component->inputs, count, 1, &error) != OW_OK ||
 *         ow_list_reserve(save->owner, component->inputs_exclusive, count, 1, &error) != OW_OK)
 *         return error.status;
 *     ow_list_insert(save->owner, component->inputs_exclusive, count, at, 1, &error);
 *     ow_list_insert(save->owner, component->inputs, component->input_count, at, 1, &error);
 *
 * The booleans of ow_structure_metadata are a list of bytes with eight booleans each:
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

/* Casts a pointer to the type of `like`, which is not evaluated. Compilers without typeof: no
 * cast. */
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
