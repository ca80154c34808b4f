#include "model/source_names.h"

#include <ctype.h>
#include <string.h>

const gen_constant *gen_model_value_for(const gen_constant *constant, uint32_t architectures)
{
    while (constant && (constant->architectures & architectures) != architectures)
        constant = constant->other;
    return constant;
}

bool gen_model_has_value(const gen_constant *constant, uint32_t architectures)
{
    while (constant && architectures && !(constant->architectures & architectures))
        constant = constant->other;
    return constant != NULL;
}

/* --- Types ----------------------------------------------------------------------------------- */

/* The name of a type, read without insignificant blanks. */
typedef struct type_name {
    const char *at;
    const char *end;
    char last;
} type_name;

static bool is_name_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next character that counts; 0 at the end. */
static char next_of(type_name *name)
{
    const char *blanks = name->at;

    while (name->at < name->end && isspace((unsigned char)*name->at))
        name->at++;
    if (name->at == name->end)
        return '\0';
    if (blanks < name->at && is_name_part(name->last) && is_name_part(*name->at))
        name->last = ' ';
    else
        name->last = *name->at++;
    return name->last;
}

static int compare(type_name a, type_name b)
{
    for (;;) {
        unsigned char x = (unsigned char)next_of(&a);
        unsigned char y = (unsigned char)next_of(&b);
        if (x != y)
            return x < y ? -1 : 1;
        if (!x)
            return 0;
    }
}

static type_name type_name_of(const char *name)
{
    return (type_name){name, name + strlen(name), '\0'};
}

int gen_model_compare_types(const char *name, const char *begin, const char *end)
{
    return compare(type_name_of(name), (type_name){begin, end, '\0'});
}
