/* What an S3 store answers in XML. */
#ifndef OW_CATALOG_S3_XML_H
#define OW_CATALOG_S3_XML_H

#include <stdbool.h>
#include <stddef.h>

enum { S3_LONGEST_CODE = 64, S3_LONGEST_TOKEN = 2048 };

/* A page of a list. */
struct s3_page {
    /* Called for each name of an object, until it returns false. */
    bool (*visit)(void *context, const char *name);
    void *context;
    char next[S3_LONGEST_TOKEN]; /* asks for the next page; empty: there is none */
};

/* Reads a page. Returns false if it is not one, or if `visit` returned false. */
bool s3_xml_page(const void *bytes, size_t size, struct s3_page *page);

/* The code of an error, such as NoSuchBucket; empty if there is none. */
void s3_xml_code(const void *bytes, size_t size, char code[S3_LONGEST_CODE]);

#endif
