#define _XOPEN_SOURCE 700 /* realpath */

#include "reader.h"

#include <stdlib.h>
#include <string.h>

/* The name of an included file for the depfile. Clang finds the system's headers by way of links
 * and `..`, and build tools take the `..` away without looking at the links. */
static const char *dependency_name(gen_reader *reader, const char *name)
{
    char *real;
    const char *copy;

    if (!strstr(name, "/../"))
        return name;
    real = realpath(name, NULL);
    if (!real)
        return name;
    copy = gen_arena_string(reader->arena, real);
    free(real);
    return copy;
}

void gen_read_add_dependency(gen_reader *reader, const char *name)
{
    gen_file_name *dependency;

    name = dependency_name(reader, name);
    if (gen_name_table_find(&reader->dependency_names, name))
        return;
    dependency = GEN_NEW(reader->arena, gen_file_name);
    dependency->name = name;
    *reader->last_dependency = dependency;
    reader->last_dependency = &dependency->next;
    gen_name_table_put(&reader->dependency_names, name, dependency);
}
