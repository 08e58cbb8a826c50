/* What a check of a world has found. */
#ifndef OW_SQL_ISSUES_H
#define OW_SQL_ISSUES_H

struct issue_list;

/* NULL is fine. */
void issues_free(struct issue_list *list);

#endif
