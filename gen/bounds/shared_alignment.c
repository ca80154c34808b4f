#include "bounds/shared_alignment.h"

#include <string.h>

#define VECTOR     16u
#define MAX_SHARED 49152u /* bytes of static arrays; "CUDA C++ Programming Guide" */

static bool is_static(const gen_ptx_variable *variable)
{
    return variable->space == GEN_PTX_SHARED && !variable->is_extern && variable->size;
}

/* True if there is room for what lies between aligned arrays. */
static bool has_room(const gen_ptx_function *function)
{
    uint64_t bytes = 0;

    for (const gen_ptx_variable *v = function->variables; v; v = v->next)
        if (is_static(v))
            bytes += (v->size + VECTOR - 1) / VECTOR * VECTOR + (v->align > VECTOR ? v->align : 0);
    return bytes <= MAX_SHARED;
}

/* The place behind `word` in the text, or null. */
static const char *find_behind(gen_token text, gen_token word)
{
    for (size_t i = 0; i + word.length < text.length; i++)
        if (memcmp(text.text + i, word.text, word.length) == 0)
            return text.text + i + word.length;
    return NULL;
}

static bool declares(const gen_ptx_statement *s, gen_token name)
{
    const char *behind = find_behind(s->text, name);
    return behind && *behind == '[' && strchr(" \t", behind[-(ptrdiff_t)name.length - 1]);
}

/* .shared .align 4 .b8 name[64] */
static bool align_declaration(gen_arena *arena, gen_ptx_statement *s)
{
    static const char word[] = ".align ";
    const char *number = find_behind(s->text, (gen_token){word, sizeof(word) - 1});
    const char *end = s->text.text + s->text.length;
    const char *rest = number;

    while (rest && rest < end && *rest >= '0' && *rest <= '9')
        rest++;
    if (!rest || rest == number)
        return false;
    s->text.text = gen_arena_format(arena, "%.*s%u%.*s", (int)(number - s->text.text), s->text.text,
                                    VECTOR, (int)(end - rest), rest);
    s->text.length = strlen(s->text.text);
    return true;
}

void gen_bounds_align_shared(gen_arena *arena, gen_ptx_function *function)
{
    if (!has_room(function))
        return;
    for (gen_ptx_variable *v = function->variables; v; v = v->next)
        for (gen_ptx_statement *s = function->declarations; s && is_static(v); s = s->next)
            if (v->align < VECTOR && v->size % VECTOR == 0 && declares(s, v->name) &&
                align_declaration(arena, s))
                v->align = VECTOR;
}
