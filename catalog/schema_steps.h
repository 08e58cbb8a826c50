/* Steps that make or update the tables of a catalogue, shared by the files that hold them. */
#ifndef OW_CATALOG_SCHEMA_STEPS_H
#define OW_CATALOG_SCHEMA_STEPS_H

/* A statement of a step. Words in braces differ by dialect (schema.c). A step ends with NULL. */
struct statement {
    const char *sql;
    enum { BOTH, SQLITE_ALONE, POSTGRESQL_ALONE } where;
};

/* From hashes and names in every row to small keys (schema_keys.c). */
extern const struct statement schema_step_keys[];

/* The second part of the same step: running counts (schema_counts.c). */
extern const struct statement schema_step_counts[];

/* The words of a text in PostgreSQL, as an array. Punctuation is removed, because the parser makes
 * one word of what looks like a path or a host name. */
#define POSTGRESQL_PLAIN(text)                                                                     \
    "translate(" text ", '!\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32))"
#define POSTGRESQL_WORDS_OF_TEXT POSTGRESQL_WORDS("text")
#define POSTGRESQL_WORDS(text)                                                                     \
    "tsvector_to_array(to_tsvector('simple', " POSTGRESQL_PLAIN(text) "))"

#endif
