/* The issues that a check of a world found. */
#ifndef OW_SQL_ISSUES_H
#define OW_SQL_ISSUES_H

struct issue_list;

/* NULL is allowed. */
void issues_free(struct issue_list *list);

#endif
