/* JECS and SUCC, the text format of Logic World: the files around a save, and the components of mods. Both
 * names mean the same syntax: files end in .succ up to version 0.91 of the game, in .jecs since.
 *
 *     ow_jecs *meta;
 *     if (ow_jecs_read(bytes, size, NULL, &meta, &error) != OW_OK)
 *         return error.status;                      // "line 3: a tab; indent with spaces"
 *     ow_jecs_node *title = ow_jecs_at(meta, "/Title");
 *     if (title && ow_jecs_set_text(meta, title, OW_LITERAL("My world"), &error) == OW_OK)
 *         ow_jecs_write(meta, NULL, &sink, &error);
 *     ow_jecs_free(meta);
 *
 * A document is lossless: everything that was not changed is written as it was read, byte for byte, with its
 * comments, order and spacing. Values have no types; the calls at the end read them as what the game expects. */
#ifndef OVERWORLD_JECS_H
#define OVERWORLD_JECS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a node is. A document starts as OW_JECS_EMPTY and becomes OW_JECS_KEYS with its first key. */
typedef enum ow_jecs_kind {
    OW_JECS_EMPTY, /* a key or a dash alone: an empty text, list or record */
    OW_JECS_NULL,  /* the word null */
    OW_JECS_TEXT,  /* a value, also one of several lines */
    OW_JECS_KEYS,  /* children with keys */
    OW_JECS_LIST   /* children with dashes */
} ow_jecs_kind;

/* How deep nodes may be nested, the document itself not counted. */
#define OW_JECS_DEPTH 64

/* A node, with the text that it is written as: `before`, `head`, `written` and `tail` bytes at `text`, in this
 * order. Change it through the calls below only. Grows at its end. */
typedef struct ow_jecs_node ow_jecs_node;
struct ow_jecs_node {
    ow_jecs_kind kind;
    uint32_t line; /* counted from 1; 0 for a node that was added */
    ow_text key;   /* ended by a zero; NULL for an element of a list, and for the document */
    ow_text value; /* of OW_JECS_TEXT, without quotes, escapes and indentation */
    ow_jecs_node *parent, *first, *last, *next, *previous; /* NULL where there is none */
    uint32_t child_count;
    uint32_t indentation; /* spaces in front of the key or the dash */
    const char *text;
    uint32_t before;  /* blank lines and comments above, and the indentation */
    uint32_t head;    /* the key with its colon, or the dash, and spaces behind it */
    uint32_t written; /* the value with its quotes */
    uint32_t tail;    /* spaces, a comment, the line's end */
};

/* A document. It owns its nodes and all their text. Grows at its end. */
typedef struct ow_jecs {
    ow_jecs_node *root;  /* its text is the byte order mark, if there is one */
    ow_text end;         /* blank lines and comments behind the last node */
    uint32_t node_count; /* without the root */
    bool has_crlf;       /* lines end in CR LF: added lines do, too */
    uint8_t padding[3];
    void *owner;
} ow_jecs;

/* Reads a file. Zero bytes are an empty document. OW_BAD_VALUE if the text breaks a rule of the syntax: the
 * message begins with "line N: ", the offset is that of the place. Time is linear in `size`. The document
 * copies what it needs: the bytes may go. */
OW_API ow_status ow_jecs_read(const void *bytes, size_t size, const ow_options *options,
                              ow_jecs **document, ow_error *error);

/* Frees a document; NULL is fine. */
OW_API void ow_jecs_free(ow_jecs *document);

/* Writes a document. Without changes, these are the bytes that were read. */
OW_API ow_status ow_jecs_write(const ow_jecs *document, const ow_options *options,
                               const ow_sink *sink, ow_error *error);
OW_API ow_status ow_jecs_write_buffer(const ow_jecs *document, const ow_options *options,
                                      ow_buffer *buffer, ow_error *error);

/* The child with a key; NULL if there is none, or if `node` is NULL. */
OW_API ow_jecs_node *ow_jecs_find(const ow_jecs_node *node, const char *key);

/* The node at a JSON Pointer, such as "/Data/0"; "" is the root. NULL if there is none. */
OW_API ow_jecs_node *ow_jecs_at(ow_jecs *document, const char *pointer);

/* Writes the JSON Pointer of a node, ended by a zero and cut to `room` bytes. Returns its whole length. */
OW_API size_t ow_jecs_pointer(const ow_jecs_node *node, char *pointer, size_t room);

/* Adds an empty node to a document, the root or another node: with `key`, or to a list if key.data is NULL.
 * It stands in front of `next`, or at the end if `next` is NULL. Returns NULL and fills *error with
 * OW_BAD_ARGUMENT if `parent` has a value or children of the other kind, if its key is there already or cannot
 * be written, or if it lies OW_JECS_DEPTH deep. */
OW_API ow_jecs_node *ow_jecs_add(ow_jecs *document, ow_jecs_node *parent, ow_text key,
                                 ow_jecs_node *next, ow_error *error);

/* Sets the value of a node; its children go. A comment behind an old value stays. Text of several lines is
 * written between lines of three quotes. Tabs become four spaces. OW_BAD_ARGUMENT for the root, and for text
 * that the syntax cannot hold: a zero byte, a carriage return, or, in text of several lines, a line that begins
 * or ends with a space, ends with a backslash or is three quotes. */
OW_API ow_status ow_jecs_set_text(ow_jecs *document, ow_jecs_node *node, ow_text text,
                                  ow_error *error);
OW_API ow_status ow_jecs_set_null(ow_jecs *document, ow_jecs_node *node, ow_error *error);

/* Takes away the value and the children of a node. */
OW_API ow_status ow_jecs_clear(ow_jecs *document, ow_jecs_node *node, ow_error *error);

/* Removes a node with its children and the comments above it. OW_BAD_ARGUMENT for the root. */
OW_API ow_status ow_jecs_remove(ow_jecs *document, ow_jecs_node *node, ow_error *error);

/* Reports a node as events: keys as objects, lists as arrays, values as text, null and empty nodes as null.
 * Names live as long as the document. With ow_json_visit this is its JSON. */
OW_API ow_status ow_jecs_trace(const ow_jecs_node *node, const char *name, ow_visitor visit,
                               void *context, ow_error *error);

/* The values of a node as what the game reads them as. False if `node` is NULL or has no such value; *value
 * keeps what it had. */

/* A number: a decimal, a fraction such as -1/6, infinity or nan. A comma counts as the decimal point: real
 * files have it. */
OW_API bool ow_jecs_number(const ow_jecs_node *node, double *value);
OW_API bool ow_jecs_integer(const ow_jecs_node *node, int64_t *value);
/* true, on, yes, y and their opposites, in any case. */
OW_API bool ow_jecs_boolean(const ow_jecs_node *node, bool *value);
/* A colour "RRGGBB", or children r, g and b from 0 to 255: 0xRRGGBB. */
OW_API bool ow_jecs_color(const ow_jecs_node *node, uint32_t *rgb);
/* `count` numbers (at most 4), in parentheses as in (0.5, 1/3, 0) or as children x, y, z and w. Children that
 * are missing keep what `values` has. */
OW_API bool ow_jecs_vector(const ow_jecs_node *node, double *values, unsigned count);
/* The address of a component, hexadecimal behind "C-". */
OW_API bool ow_jecs_address(const ow_jecs_node *node, uint32_t *address);

#ifdef __cplusplus
}
#endif

#endif
