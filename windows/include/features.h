/* For musl's regex.h. */
