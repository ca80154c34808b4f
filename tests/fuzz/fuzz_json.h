/* fuzz_json.h: a strict reader of JSON, to hold what the generator emits against. */
#ifndef FUZZ_JSON_H
#define FUZZ_JSON_H

#include <stdbool.h>

/* Just past the value that starts at `text`, as RFC 8259 has it; null if there is none. */
const char *fuzz_json_skip(const char *text);

/* What the well-formed string at `text` says, in memory of the caller's. */
char *fuzz_json_string(const char *text);

/* Whether it is UTF-8 throughout, as RFC 3629 has it. */
bool fuzz_is_utf8(const char *text);

#endif
