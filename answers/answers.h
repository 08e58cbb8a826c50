/* What calls of the library hand out, as JSON: the command's --json and the answers of the npm
 * package are the same because both are written here. docs/schema has the shapes. */
#ifndef OW_ANSWERS_H
#define OW_ANSWERS_H

#include <overworld/overworld.h>

/* Shows text from a file: writes the character or byte at *at to `shown` and moves *at behind it.
 * Returns how many bytes it wrote. Controls are written as \x1b or \u009b, characters that hide
 * text or change its direction as \u202e, bytes that are not UTF-8 as \xff, and with `ascii` all
 * other characters beyond ASCII as \u00e9. Everything that people read goes through this
 * function. */
enum { SHOWN_SAFELY = 16 };
size_t show_safely(ow_text text, bool ascii, size_t *at, char shown[SHOWN_SAFELY]);

/* Whether the text ends inside the character that begins at `at`. */
bool is_cut_character(ow_text text, size_t at);

/* The words of an error, or of its status where it has none. */
const char *words_of_error(const ow_error *error);

/* If not enough memory for a text, it is left out, and ow_json_close returns OW_NO_MEMORY. */
void json_begin_object(ow_json_writer *writer, const char *name);
void json_begin_lines(ow_json_writer *writer, const char *name); /* an object, a line each field */
void json_end_object(ow_json_writer *writer);
void json_begin_array(ow_json_writer *writer, const char *name);
void json_end_array(ow_json_writer *writer);
void json_add_null(ow_json_writer *writer, const char *name);
void json_add_integer(ow_json_writer *writer, const char *name, uint64_t value);
void json_add_float(ow_json_writer *writer, const char *name, float value);
void json_add_boolean(ow_json_writer *writer, const char *name, bool value);

/* Text, which is a string whatever is in it: bytes that are not UTF-8 are escaped. NULL is null. */
void json_add_string(ow_json_writer *writer, const char *name, const char *value);
void json_add_text(ow_json_writer *writer, const char *name, ow_text value);

/* The name of a file: as text, and if it is not UTF-8 its bytes under `base64_name` too, since
 * escaped text does not tell the byte 0xe9 from the text \xe9. NULL is null. */
void json_add_path(ow_json_writer *writer, const char *name, const char *base64_name,
                   const char *path);

/* Words for people, which may quote a file: escaped as by show_safely. */
void json_add_message(ow_json_writer *writer, const char *name, const char *value);

/* An object with the status, offset, pointer and message of an error. A status of OW_OK stands
 * for a file that the system would not give. */
void answer_error(ow_json_writer *writer, const char *name, const ow_error *error);

/* Whether a status is that of a file that breaks off: a check tells it as an issue. */
bool is_break(ow_status status);

/* An issue; `has_place` is false where its bytes are in no file. */
void answer_issue(ow_json_writer *writer, const ow_issue *issue, bool has_place);
void answer_issue_code(ow_json_writer *writer, const ow_issue_code *code);
void answer_check_totals(ow_json_writer *writer, const char *name, const ow_check_totals *totals);

/* What was lost or is misleading, as an ow_warn with the writer as context; `pointer` is NULL
 * where it is of no place in the world. */
void answer_loss(void *context, const char *pointer, const char *message);

/* A value as an event, which all that writes values takes. */
ow_event event_of_value(const ow_value *value);

void answer_part(ow_json_writer *writer, const ow_part *part);

void answer_change(ow_json_writer *writer, const ow_change *change);
void answer_change_totals(ow_json_writer *writer, const ow_change_totals *totals);

/* A summary that is told as events, without its root and the name of the format: `visit` is what
 * takes its events, with the answer as context. */
struct summary_answer {
    ow_json_writer *writer;
    unsigned depth;
};
ow_visit answer_summary(void *context, const ow_event *event);

/* What ow_repair tells, in its order, inside an object: callbacks of ow_repair_options with the
 * answer as context, then its end. JSON has every list, whatever was told. */
struct repair_answer {
    ow_json_writer *writer;
    const char *list; /* that is open */
    bool any_broken;
};
void answer_break(void *context, const ow_break *place);
void answer_kept(void *context, const ow_kept *list);
void answer_repaired(void *context, const ow_repaired *repaired);
void answer_repair_end(struct repair_answer *answer, const ow_repair_totals *totals);

/* What of two worlds' changes cannot be merged; `kind` is conflict_word of its kind, or a word
 * of the caller's. */
const char *conflict_word(ow_conflict_kind kind);
void answer_conflict(ow_json_writer *writer, const char *kind, const ow_conflict *conflict);

/* Members about a circuit as a whole, inside an object. */
void answer_circuit(ow_json_writer *writer, const ow_circuit *circuit,
                    const ow_circuit_depths *depths);

/* A net; its beginning leaves an object open that has no lists yet. */
void answer_net(ow_json_writer *writer, const ow_circuit *circuit, const ow_circuit_depths *depths,
                uint32_t number);
void answer_net_begin(ow_json_writer *writer, const ow_circuit *circuit,
                      const ow_circuit_depths *depths, uint32_t number);
void answer_net_name(ow_json_writer *writer, const char *member, const ow_circuit *circuit,
                     uint32_t net);
void answer_ports(ow_json_writer *writer, const ow_circuit *circuit, uint32_t net);
void answer_step(ow_json_writer *writer, const ow_circuit *circuit, const ow_circuit_step *step);

/* What did not come out as a bench says, and members about a run, inside an object: what watched
 * nets have come to, how far it went. */
void answer_bench_failure(ow_json_writer *writer, const ow_bench_failure *failure);
void answer_run(ow_json_writer *writer, const ow_circuit *circuit, const ow_simulation *simulation,
                const ow_wave *waves, uint32_t wave_count, const ow_bench_totals *totals);

/* How many nets are not as they were saved. */
uint64_t count_changed_nets(const ow_circuit *circuit, const ow_simulation *simulation);

#endif
