#include "bounds/plain_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A length and as many characters. Null if that is not what is at `at`. */
static const char *read_source_name(const char *at, size_t *length)
{
    char *end;

    if (!isdigit((unsigned char)*at))
        return NULL;
    *length = strtoul(at, &end, 10);
    return *length && *length <= strlen(end) ? end : NULL;
}

/* _ZZ <function> E <name> [_ <number>] */
static const char *find_local(const char *mangled, size_t *length)
{
    for (const char *at = mangled + strlen(mangled); at > mangled; at--) {
        const char *name = *at == 'E' ? read_source_name(at + 1, length) : NULL;
        if (name && (!name[*length] || name[*length] == '_'))
            return name;
    }
    return NULL;
}

/* N <name> … E, or a name alone: the last one before template arguments. */
static const char *find_last(const char *at, size_t *length)
{
    const char *last = NULL;
    size_t next;

    at += strspn(at, "NKV");
    if (strncmp(at, "St", 2) == 0)
        at += 2;
    for (const char *name = read_source_name(at, &next); name;
         name = read_source_name(name + next, &next)) {
        last = name;
        *length = next;
    }
    return last;
}

const char *gen_bounds_plain_name(gen_arena *arena, const char *name)
{
    const char *found = NULL;
    size_t length = 0;

    if (!name || strncmp(name, "_Z", 2) != 0)
        return name;
    found = name[2] == 'Z' ? find_local(name, &length) : find_last(name + 2, &length);
    return found ? gen_arena_copy(arena, found, length) : name;
}
