/* For musl's regerror.c: messages are not translated. */
#define LCTRANS_CUR(text) (text)
