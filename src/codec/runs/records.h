/* Without records of its own, all issues of a format refer to the document, and no list of it has
 * records that stand alone. Include after the layout. */
#ifndef RECORDS
#define RECORDS(RECORD, NUMBER)
#define resume(c, v) ((void)(c), (void)(v))
#endif
