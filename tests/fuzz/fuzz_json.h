/* fuzz_json.h: a strict reader of JSON, which checks what the generator emits. */
#ifndef FUZZ_JSON_H
#define FUZZ_JSON_H

#include <stdbool.h>

/* The end of the JSON value (RFC 8259) that starts at `text`; null if it is malformed. */
const char *fuzz_json_skip(const char *text);

/* The contents of the well-formed string at `text`, in memory that the caller frees. */
char *fuzz_json_string(const char *text);

/* True if the whole text is UTF-8 (RFC 3629). */
bool fuzz_is_utf8(const char *text);

#endif
