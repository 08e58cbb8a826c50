/* Calls of the library in any order. make_calls.py writes a function for each call of the public
 * headers; this is what these functions share: a script that they take their choices from, the
 * objects that exist, and memory blocks of exactly the size that a call is given.
 *
 * An input is texts with a zero byte between them, two zero bytes, and the script. The script is
 * the number of a call, its choices, the number of the next one, and so on. */
#ifndef OW_FUZZ_CALLS_H
#define OW_FUZZ_CALLS_H

#include "fuzz.h"

#include "calls_made_kinds.h"

enum { MOST_OBJECTS = 3, MOST_TEXTS = 8, MOST_CALLS = 80, MOST_DEPTH = 5, MOST_LISTED = 4 };

/* An object, and the one that must not go or change before it; both NULL: none. */
struct object {
    void *at;
    const void *base;
};

struct block {
    struct block *next;
    void *memory;
};

struct run {
    const uint8_t *at, *end; /* the rest of the script */
    ow_text texts[MOST_TEXTS];
    unsigned text_count;
    struct object objects[KIND_COUNT][MOST_OBJECTS];
    struct block *taken, *kept; /* until the call ends, and until the run ends */
    bool keeps;
    unsigned depth;
    const void *recent[KIND_COUNT]; /* the object that this call was given last */
    unsigned answers, answered, allowed, written;
    ow_error error;
    bool tells; /* each call, and how it ends */
};

typedef void caller(struct run *run);

/* A kind of object. `size` 0: an object that the library makes, else a struct of the caller. */
struct kind {
    const char *name;
    void (*close)(void *object);
    caller *const *makers;
    unsigned maker_count, root_count; /* the first ones need no other object */
    size_t size;
    bool zeroes;
};

struct call {
    uint16_t number;
    const char *name;
    caller *make;
};

extern const struct kind kinds[];
extern const struct call calls[];
extern const unsigned call_count;

/* What belongs to one call; calls that make an argument are inside of another one. */
struct frame {
    struct block *taken;
    bool keeps;
    const void *recent[KIND_COUNT];
};
struct frame enter(struct run *run, bool keeps);
void leave(struct run *run, const struct frame *frame);
void begin_call(struct run *run);
void tell_status(const struct run *run, const char *name, ow_status status, const ow_error *error);
void expect_status(struct run *run, ow_status status, const ow_error *error);

/* Choices. */
unsigned below(struct run *run, unsigned limit);
bool is_chosen(struct run *run);
uint64_t number(struct run *run);
uint64_t choose_memory(struct run *run);
double real(struct run *run);
const char *choose_string(struct run *run);
const char *choose_place(struct run *run);
struct likely {
    unsigned count;
    const char *const *texts;
};
const char *choose_likely(struct run *run, const struct likely *likely,
                          const char *(*otherwise)(struct run *run));
const char *keep_string(struct run *run, const char *string);
const char *const *choose_strings(struct run *run);
ow_text choose_ow_text(struct run *run);
ow_bytes choose_ow_bytes(struct run *run);
const void *choose_contents(struct run *run, const struct likely *likely, size_t *size, bool stays);
void *choose_room(struct run *run, size_t element, unsigned most, size_t *count);
typedef void filler(struct run *run, void *value, size_t size);
filler fill_numbers;
const void *choose_array(struct run *run, size_t element, filler *fill, size_t *count);
const void *choose_list(struct run *run, size_t element, filler *fill, void *count,
                        size_t count_size);
const void *choose_one(struct run *run, size_t size, filler *fill);
ow_error *choose_error(struct run *run);
const ow_options *choose_ow_options(struct run *run, bool can_be_null);
const ow_sink *choose_ow_sink(struct run *run);
const ow_format *choose_ow_format(struct run *run);
const ow_issue_code *choose_ow_issue_code(struct run *run);
ow_buffer *choose_buffer(struct run *run);
void *choose_owner(struct run *run);
ow_jecs_node *choose_ow_jecs_node(struct run *run);
const ow_leveld_mesh *choose_ow_leveld_mesh(struct run *run);
const ow_structure_block *choose_ow_structure_block(struct run *run);
const ow_structure_root *choose_ow_structure_root(struct run *run);
const ow_structure_metadata *choose_ow_structure_metadata(struct run *run);
const ow_structure_group *choose_ow_structure_group(struct run *run);

/* Objects. An argument that is not there yet is made by one of the calls that make it; NULL where
 * they fail. What is based on an object that will change is closed first. */
void *object(struct run *run, enum kind_number kind);
void *object_or_null(struct run *run, enum kind_number kind);
void *object_to_change(struct run *run, enum kind_number kind);
void *object_to_change_or_null(struct run *run, enum kind_number kind);
void *new_object(size_t size, bool dirty);
void add(struct run *run, enum kind_number kind, void *made, const void *base);
void add_if(struct run *run, bool good, enum kind_number kind, void *made, const void *base);
void close_some(struct run *run, enum kind_number kind);
void close_all(struct run *run);
bool is_zero(const void *memory, size_t size);

/* What callbacks do: read what they are given, and go on or not. */
void touch(const void *data, size_t size);
void touch_string(const char *string);
void touch_ow_event(const ow_event *event);
void touch_ow_value(const ow_value *value);
bool answer(struct run *run);
ow_visit answer_visit(struct run *run);
ow_bytes file_of(struct run *run);
size_t copy_packed(void *context, const void *from, size_t from_size, void *to, size_t room);

/* Lists of a document that grow and shrink (edit.h). */
caller call_ow_insert_records, call_ow_remove_records, call_ow_reserve_records,
    call_ow_unshare_records;

#endif
