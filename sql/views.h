/* Views: what the records of a format are to people who ask. */
#ifndef OW_SQL_VIEWS_H
#define OW_SQL_VIEWS_H

struct view {
    const char *format;
    const char *name;
    const char *note;
    const char *select; /* of tables of its own schema */
};

/* The last one has no name. */
extern const struct view views[];

#endif
