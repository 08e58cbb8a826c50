/* Results of the library as JSON. The command's --json and the answers of the npm package are equal
 * because both are written here. docs/schema has the shapes. */
#ifndef OW_ANSWERS_H
#define OW_ANSWERS_H

#include <overworld/overworld.h>

/* Makes text from a file safe to show: writes the character or byte at *at to `shown` and moves *at
 * behind it. Returns how many bytes it wrote. Controls become \x1b or \u009b. Characters that hide
 * text or change its direction become \u202e and the like, and bytes that are not UTF-8 become
 * \xff. With `ascii`, all other characters beyond ASCII become \u00e9 and the like. Everything that
 * people read goes through this function. */
enum { SHOWN_SAFELY = 16 };
size_t show_safely(ow_text text, bool ascii, size_t *at, char shown[SHOWN_SAFELY]);

/* How many bytes from `at` on show_safely would leave as they are; 0 if it has to look at the
 * next one. */
size_t safe_run(ow_text text, size_t at);

/* Returns true if the text ends inside the character at `at`. */
bool is_cut_character(ow_text text, size_t at);

/* The message of an error; that of its status if it has none. */
const char *words_of_error(const ow_error *error);

/* If memory runs out for a text, the text is omitted, and ow_json_close returns OW_NO_MEMORY. */
void json_begin_object(ow_json_writer *writer, const char *name);
void json_begin_lines(ow_json_writer *writer,
                      const char *name); /* an object with a line for each field */
void json_end_object(ow_json_writer *writer);
void json_begin_array(ow_json_writer *writer, const char *name);
void json_end_array(ow_json_writer *writer);
void json_add_null(ow_json_writer *writer, const char *name);
void json_add_integer(ow_json_writer *writer, const char *name, uint64_t value);
void json_add_float(ow_json_writer *writer, const char *name, float value);
void json_add_boolean(ow_json_writer *writer, const char *name, bool value);

/* A text. Bytes that are not UTF-8 are escaped. NULL becomes null. */
void json_add_string(ow_json_writer *writer, const char *name, const char *value);
void json_add_text(ow_json_writer *writer, const char *name, ow_text value);

/* The name of a file as text. If it is not UTF-8, its bytes follow under `base64_name`, because
 * escaped text cannot distinguish the byte 0xe9 from the text \xe9. NULL becomes null. */
void json_add_path(ow_json_writer *writer, const char *name, const char *base64_name,
                   const char *path);

/* A message for people, which may quote a file: escaped as by show_safely. */
void json_add_message(ow_json_writer *writer, const char *name, const char *value);

/* An object with the status, offset, pointer and message of an error. OW_OK stands for a file that
 * cannot be opened or read. */
void answer_error(ow_json_writer *writer, const char *name, const ow_error *error);

/* Returns true if the status means a broken file, which a check reports as an issue. */
bool is_break(ow_status status);

/* An issue. `has_place`: its bytes are in a file. */
void answer_issue(ow_json_writer *writer, const ow_issue *issue, bool has_place);
void answer_issue_code(ow_json_writer *writer, const ow_issue_code *code);
void answer_check_totals(ow_json_writer *writer, const char *name, const ow_check_totals *totals);

/* The codes of a list that are in a table: other tables have the others. */
enum { MOST_LISTED_CODES = 512 };
const char *const *codes_in(const ow_issue_code *table, const char *const *list,
                            const char *codes[MOST_LISTED_CODES]);

/* Checks a world against the texts beside it, then against mods; each may be NULL. `shown` is how
 * many issues were reported before, which count for check->max_issues. Adds to `totals`. */
ow_status check_beside(const ow_document *document, const ow_folder *folder, const ow_mods *mods,
                       const ow_options *options, const ow_check_options *check, uint64_t shown,
                       ow_check_totals *totals, ow_error *error);

/* A warning about a loss: an ow_warn whose context is the writer. `pointer` is NULL if it concerns
 * no place of the world. */
void answer_loss(void *context, const char *pointer, const char *message);

/* A value as an event, for functions that write events. */
ow_event event_of_value(const ow_value *value);

void answer_part(ow_json_writer *writer, const ow_part *part);

void answer_change(ow_json_writer *writer, const ow_change *change);
void answer_change_totals(ow_json_writer *writer, const ow_change_totals *totals);

/* The events of a summary, without its root and the name of the format. The visitor is
 * answer_summary, with this as context. */
struct summary_answer {
    ow_json_writer *writer;
    unsigned depth;
};
ow_visit answer_summary(void *context, const ow_event *event);

/* The reports of ow_repair, in order, inside an object: callbacks of ow_repair_options with this as
 * context, then answer_repair_end. Every list is in the JSON, even if empty. */
struct repair_answer {
    ow_json_writer *writer;
    const char *list; /* the open list */
    bool any_broken;
};
void answer_break(void *context, const ow_break *place);
void answer_kept(void *context, const ow_kept *list);
void answer_repaired(void *context, const ow_repaired *repaired);
void answer_repair_end(struct repair_answer *answer, const ow_repair_totals *totals);

/* A conflict of a merge. `kind` is conflict_word of its kind, or a word of the caller. */
const char *conflict_word(ow_conflict_kind kind);
void answer_conflict(ow_json_writer *writer, const char *kind, const ow_conflict *conflict);

/* Members about a circuit as a whole, inside an object. */
void answer_circuit(ow_json_writer *writer, const ow_circuit *circuit,
                    const ow_circuit_depths *depths);

/* A net. answer_net_begin leaves its object open, without lists. */
void answer_net(ow_json_writer *writer, const ow_circuit *circuit, const ow_circuit_depths *depths,
                uint32_t number);
void answer_net_begin(ow_json_writer *writer, const ow_circuit *circuit,
                      const ow_circuit_depths *depths, uint32_t number);
void answer_net_name(ow_json_writer *writer, const char *member, const ow_circuit *circuit,
                     uint32_t net);
void answer_ports(ow_json_writer *writer, const ow_circuit *circuit, uint32_t net);
void answer_step(ow_json_writer *writer, const ow_circuit *circuit, const ow_circuit_step *step);

/* A failed check of a bench; and members about a run, inside an object: watched nets and ticks. */
void answer_bench_failure(ow_json_writer *writer, const ow_bench_failure *failure);
void answer_run(ow_json_writer *writer, const ow_circuit *circuit, const ow_simulation *simulation,
                const ow_wave *waves, uint32_t wave_count, const ow_bench_totals *totals);

/* Counts the nets that differ from the save. */
uint64_t count_changed_nets(const ow_circuit *circuit, const ow_simulation *simulation);

#endif
