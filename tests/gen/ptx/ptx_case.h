/* ptx_case.h: parses PTX in tests. */
#ifndef PTX_CASE_H
#define PTX_CASE_H

#include "ptx/ptx.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#define PTX_HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"

static gen_arena arena;
static gen_diag diag;

static inline int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    gen_arena_deinitialize(&arena);
    return 0;
}

/* The text after PTX_HEAD, which has to be right. */
static inline gen_ptx_module *parse(const char *text)
{
    gen_ptx_module *module =
        gen_ptx_parse(&arena, &diag, "a.ptx", gen_arena_format(&arena, "%s%s", PTX_HEAD, text));

    gen_diag_print(&diag, stderr);
    assert_non_null(module);
    return module;
}

/* The function `f` with this body. */
static inline gen_ptx_function *parse_body(const char *body)
{
    return parse(gen_arena_format(&arena, ".visible .entry f(.param .u64 out)\n{%s\n}\n", body))
        ->functions;
}

static inline char *text_of(gen_token token)
{
    return gen_arena_copy(&arena, token.text ? token.text : "", token.length);
}

#define assert_token(token, text) assert_string_equal(text_of(token), text)

static inline gen_ptx_statement *nth(gen_ptx_statement *statement, size_t n)
{
    for (; statement && n > 0; n--)
        statement = statement->next;
    assert_non_null(statement);
    return statement;
}

static inline size_t count_of(const gen_ptx_statement *statement)
{
    size_t count = 0;

    for (; statement; statement = statement->next)
        count++;
    return count;
}

static inline gen_ptx_register *register_of(const gen_ptx_function *function, const char *name)
{
    for (size_t i = 0; i < function->register_count; i++)
        if (gen_token_is(function->registers[i]->name, name))
            return function->registers[i];
    return NULL;
}

static inline char *printed(const gen_ptx_module *module)
{
    gen_text out;
    char *copy;

    gen_text_initialize(&out);
    gen_ptx_print(&out, module);
    copy = gen_arena_copy(&arena, out.data, out.length);
    gen_text_deinitialize(&out);
    return copy;
}

#endif
