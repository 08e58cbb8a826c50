/* JECS and SUCC, the text format of Logic World: the files around a save, and the components of
 * mods. Both names mean the same syntax: files end in .succ up to version 0.91 of the game, in
 * .jecs since.
 *
 *     ow_jecs *meta;
 *     if (ow_jecs_read(bytes, size, NULL, &meta, &error) != OW_OK)
 *         return error.status;                      // "line 3: a tab; indent with spaces"
 *     ow_jecs_node *title = ow_jecs_at(meta, "/Title");
 *     if (title && ow_jecs_set_text(meta, title, OW_LITERAL("My world"), &error) == OW_OK)
 *         ow_jecs_write(meta, NULL, &sink, &error);
 *     ow_jecs_free(meta);
 *
 * A document is lossless: whatever was not changed is written as it was read, with its comments,
 * order and spacing. Values have no types; the calls at the end convert them to what the game
 * expects. They return false, and leave their result unchanged, if the node is NULL or has no such
 * value.
 *
 * Threads: several threads may read a document. A thread that changes it must be the only one to
 * use it. More in formats.h. */
#ifndef OVERWORLD_JECS_H
#define OVERWORLD_JECS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a node. A document starts as OW_JECS_EMPTY and becomes OW_JECS_KEYS with its first
 * key. */
typedef enum ow_jecs_kind {
    OW_JECS_EMPTY, /* only a key or a dash: an empty text, list or record */
    OW_JECS_NULL,  /* the word null */
    OW_JECS_TEXT,  /* a value of one or several lines */
    OW_JECS_KEYS,  /* children with keys */
    OW_JECS_LIST   /* children with dashes */
} ow_jecs_kind;

/* Maximum depth of nodes below the root. */
#define OW_JECS_DEPTH 64

/* A node and its text in the file: `before`, `head`, `written` and `tail` bytes at `text`, in this
 * order. Change it through the calls below only. Grows at its end. */
typedef struct ow_jecs_node ow_jecs_node;
struct ow_jecs_node {
    ow_jecs_kind kind;
    uint32_t line; /* from 1 on; 0 for an added node */
    ow_text key;   /* zero-terminated; NULL for list elements and the root */
    ow_text value; /* of OW_JECS_TEXT, without quotes, escapes and indentation */
    ow_jecs_node *parent, *first, *last, *next, *previous; /* NULL: none */
    uint32_t child_count;
    uint32_t indentation; /* spaces before the key or dash */
    const char *text;
    uint32_t before;  /* blank lines and comments above, and the indentation */
    uint32_t head;    /* the key with its colon, or the dash, and the spaces after it */
    uint32_t written; /* the value with its quotes */
    uint32_t tail;    /* spaces, a comment, the end of the line */
};

/* A document. It owns its nodes and all their text. Grows at its end. */
typedef struct ow_jecs {
    ow_jecs_node *root;  /* its text is the byte order mark, if there is one */
    ow_text end;         /* blank lines and comments after the last node */
    uint32_t node_count; /* without the root */
    bool has_crlf;       /* lines end in CR LF, added ones too */
    uint8_t padding[3];
    void *owner;
} ow_jecs;

/* Reads a file, in linear time. An empty file is an empty document.
 *
 * bytes, size: the file, size in bytes.
 * document: receives the document; release it with ow_jecs_free. NULL on failure.
 * Returns OW_OK; OW_BAD_VALUE for invalid syntax, with the offset and a message that begins with
 * "line N: ".
 * Since 0.1. */
OW_API ow_status ow_jecs_read(const void *bytes, size_t size, const ow_options *options,
                              ow_jecs **document, ow_error *error);

/* Releases a document. NULL is allowed. Since 0.1. */
OW_API void ow_jecs_free(ow_jecs *document);

/* Writes a document. Without changes, these are the bytes that were read.
 *
 * sink: receives the bytes.
 * Returns OW_OK or OW_WRITE_FAILED.
 * Since 0.1. */
OW_API ow_status ow_jecs_write(const ow_jecs *document, const ow_options *options,
                               const ow_sink *sink, ow_error *error);

/* Writes a document into memory.
 *
 * buffer: receives the bytes; release it with ow_buffer_free.
 * Returns OW_OK.
 * Since 0.1. */
OW_API ow_status ow_jecs_write_buffer(const ow_jecs *document, const ow_options *options,
                                      ow_buffer *buffer, ow_error *error);

/* Finds a child by its key.
 * Returns the child; NULL if there is none, or if `node` is NULL.
 * Since 0.1. */
OW_API ow_jecs_node *ow_jecs_find(const ow_jecs_node *node, const char *key);

/* Finds the node at a JSON Pointer, such as "/Data/0"; "" is the root.
 * Returns the node; NULL if there is none.
 * Since 0.1. */
OW_API ow_jecs_node *ow_jecs_at(ow_jecs *document, const char *pointer);

/* Writes the JSON Pointer of a node.
 *
 * pointer, room: receives the pointer, zero-terminated and truncated to `room` bytes.
 * Returns the length of the whole pointer.
 * Since 0.1. */
OW_API size_t ow_jecs_pointer(const ow_jecs_node *node, char *pointer, size_t room);

/* Adds an empty node to the root or another node.
 *
 * key: copied; key.data NULL adds an element to a list.
 * next: the node after it; NULL: at the end.
 * Returns the node. NULL on failure; the error is OW_BAD_ARGUMENT if `parent` has a value or
 * children of the other kind, if the key exists or cannot be written, or if the node would be
 * deeper than OW_JECS_DEPTH.
 * Since 0.1. */
OW_API ow_jecs_node *ow_jecs_add(ow_jecs *document, ow_jecs_node *parent, ow_text key,
                                 ow_jecs_node *next, ow_error *error);

/* Sets the value of a node and removes its children. A comment after the old value stays. Text of
 * several lines is written between lines of three quotes. Tabs become four spaces.
 *
 * text: copied.
 * Returns OW_OK; OW_BAD_ARGUMENT for the root, and for text that the syntax cannot hold: with a
 * zero byte, a carriage return, or several lines of which one begins or ends with a space, ends
 * with a backslash or is three quotes.
 * Since 0.1. */
OW_API ow_status ow_jecs_set_text(ow_jecs *document, ow_jecs_node *node, ow_text text,
                                  ow_error *error);

/* Sets the value of a node to null and removes its children.
 * Returns OW_OK; OW_BAD_ARGUMENT for the root.
 * Since 0.1. */
OW_API ow_status ow_jecs_set_null(ow_jecs *document, ow_jecs_node *node, ow_error *error);

/* Removes the value and the children of a node.
 * Returns OW_OK; OW_BAD_ARGUMENT for the root.
 * Since 0.1. */
OW_API ow_status ow_jecs_clear(ow_jecs *document, ow_jecs_node *node, ow_error *error);

/* Removes a node with its children and the comments above it.
 * Returns OW_OK; OW_BAD_ARGUMENT for the root.
 * Since 0.1. */
OW_API ow_status ow_jecs_remove(ow_jecs *document, ow_jecs_node *node, ow_error *error);

/* Passes a node to a visitor as events: keys as objects, lists as arrays, values as text, null and
 * empty nodes as null. With ow_json_visit this is its JSON.
 *
 * name: of the first event; NULL: none. Names in events are valid as long as the document.
 * visit: called for each event.
 * Returns OW_OK, also after OW_STOP.
 * Since 0.1. */
OW_API ow_status ow_jecs_trace(const ow_jecs_node *node, const char *name, ow_visitor visit,
                               void *context, ow_error *error);

/* Reads a number: a decimal, a fraction such as -1/6, infinity or nan. A comma is accepted as the
 * decimal point, because real files have it.
 *
 * value: receives the number.
 * Returns false if the node is no such value.
 * Since 0.1. */
OW_API bool ow_jecs_number(const ow_jecs_node *node, double *value);

/* Reads an integer of 64 bits.
 *
 * value: receives the integer.
 * Returns false if the node is no such value.
 * Since 0.1. */
OW_API bool ow_jecs_integer(const ow_jecs_node *node, int64_t *value);
/* Reads a boolean: true, on, yes, y and their opposites, in any case.
 *
 * value: receives the boolean.
 * Returns false if the node is no such value.
 * Since 0.1. */
OW_API bool ow_jecs_boolean(const ow_jecs_node *node, bool *value);
/* Reads a colour: "RRGGBB", or children r, g and b from 0 to 255.
 *
 * rgb: receives 0xRRGGBB.
 * Returns false if the node is no such value.
 * Since 0.1. */
OW_API bool ow_jecs_color(const ow_jecs_node *node, uint32_t *rgb);
/* Reads numbers in parentheses, as in (0.5, 1/3, 0), or as children x, y, z and w.
 *
 * values, count: receives `count` numbers, at most 4. Missing children leave theirs unchanged.
 * Returns false if the node is no such value.
 * Since 0.1. */
OW_API bool ow_jecs_vector(const ow_jecs_node *node, double *values, unsigned count);
/* Reads the address of a component: hexadecimal digits after "C-".
 *
 * address: receives the address.
 * Returns false if the node is no such value.
 * Since 0.1. */
OW_API bool ow_jecs_address(const ow_jecs_node *node, uint32_t *address);

#ifdef __cplusplus
}
#endif

#endif
