#include "ptx/scope.h"

#include <string.h>

#define DIGITS_LIMIT 10 /* of a register's number */

gen_ptx_scope gen_ptx_scope_begin(gen_arena *arena)
{
    return (gen_ptx_scope){{.arena = arena}, {.arena = arena}};
}

bool gen_ptx_scope_is_empty(const gen_ptx_scope *scope)
{
    return !scope->singles.count && !scope->ranges.count;
}

void gen_ptx_scope_add(gen_ptx_scope *scope, const gen_ptx_name *name)
{
    gen_name_table *table = name->count ? &scope->ranges : &scope->singles;
    gen_ptx_name *copy = GEN_NEW(table->arena, gen_ptx_name);

    *copy = *name;
    gen_name_table_put_bytes(table, name->name.text, name->name.length, copy);
}

/* A prefix may itself end with digits: `t1<4>` has t10 to t13. */
static const gen_ptx_name *find_range(const gen_ptx_scope *scope, gen_token word)
{
    uint64_t number = 0;
    uint64_t unit = 1;
    size_t length = word.length;

    for (size_t i = 0; i < DIGITS_LIMIT && length > 1; i++, unit *= 10) {
        char digit = word.text[length - 1];
        const gen_ptx_name *name;
        if (digit < '0' || digit > '9')
            break;
        number += (uint64_t)(digit - '0') * unit;
        length--;
        if (digit == '0' && i > 0)
            continue; /* no number begins with 0 */
        name = gen_name_table_find_bytes(&scope->ranges, word.text, length);
        if (name && number < name->count)
            return name;
    }
    return NULL;
}

static const gen_ptx_name *find_whole(const gen_ptx_scope *scope, gen_token word)
{
    const gen_ptx_name *name = gen_name_table_find_bytes(&scope->singles, word.text, word.length);

    return name || !scope->ranges.count ? name : find_range(scope, word);
}

bool gen_ptx_is_vector(const gen_ptx_name *name)
{
    return name->lanes == 2 || name->lanes == 4;
}

gen_token gen_ptx_without_component(gen_token word)
{
    bool has_component = word.length > 2 && word.text[word.length - 2] == '.' &&
                         strchr("xyzwrgba", word.text[word.length - 1]);

    return (gen_token){word.text, word.length - (has_component ? 2 : 0)};
}

const gen_ptx_name *gen_ptx_scope_find_range(const gen_ptx_scope *scope, gen_token name)
{
    return gen_name_table_find_bytes(&scope->ranges, name.text, name.length);
}

const gen_ptx_name *gen_ptx_scope_find(const gen_ptx_scope *scope, gen_token word)
{
    gen_token whole = gen_ptx_without_component(word);
    const gen_ptx_name *name = find_whole(scope, whole);

    return name && (gen_ptx_is_vector(name) || whole.length == word.length) ? name : NULL;
}
