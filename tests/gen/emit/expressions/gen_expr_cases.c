/* Prints C: random expressions as the emitter writes them, each with its postfix code, for
 * test_expr_emitted.c. Usage: gen_expr_cases [COUNT]. The output is the same every time. */
#include "emit/expressions/expression_code.h"
#include "emit/expressions/expression_text.h"
#include "expr_random.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct printer {
    size_t words;
} printer;

static void print_word(void *context, uint32_t word)
{
    printer *p = context;

    printf("%s%luu", p->words++ ? ", " : "", (unsigned long)word);
}

/* Prints a function that returns what `emit` writes. True if memory ran out. */
static bool print_function(const char *type, const char *name, size_t number, const gen_expr *expr,
                           void (*emit)(gen_text *, const gen_kernel_names *, const gen_expr *,
                                        const char *))
{
    gen_arena arena;
    gen_text c;
    bool failed;

    gen_arena_initialize(&arena);
    gen_text_initialize(&c);
    emit(&c, sample_names(&arena, &sample_kernel), expr, "shape");
    failed = c.failed;
    printf("static inline %s %s_%zu(CASE_PARAMETERS)\n{\n    CASE_USE;\n    return %s;\n}\n", type,
           name, number, failed ? "" : c.data);
    gen_text_deinitialize(&c);
    gen_arena_deinitialize(&arena);
    return failed;
}

static bool print_case(const gen_expr *expr, size_t number)
{
    printer p = {0};

    printf("/* %s */\n", expr->text);
    if (print_function("uint64_t", "need", number, expr, gen_emit_need) ||
        print_function("int", "condition", number, expr, gen_emit_condition))
        return true;
    printf("static const uint32_t code_%zu[] = {", number);
    gen_emit_code(expr, print_word, &p);
    printf("};\n\n");
    return false;
}

/* Prints one case if no constant of the next expression is without a value. */
static bool try_case(uint64_t *random, size_t *number)
{
    gen_arena arena;
    gen_diag diag;
    gen_text text;
    const gen_expr *expr;
    bool failed = false;

    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    gen_text_initialize(&text);
    random_expr_print(
        &text, random_expr_make(&arena, random, 1 + (unsigned)(random_next(random) % 4)), random);
    expr = sample_parse(&arena, &diag, text.data);
    if (expr)
        failed = print_case(expr, (*number)++);
    gen_text_deinitialize(&text);
    gen_arena_deinitialize(&arena);
    return failed;
}

int main(int argc, char **argv)
{
    size_t count = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 2000;
    uint64_t random = 314159265358979;
    size_t number = 0;
    bool failed = false;

    printf("/* Written by gen_expr_cases. */\n#include \"emitted_case.h\"\n\n");
    while (number < count && !failed)
        failed = try_case(&random, &number);
    printf("static const emitted_case emitted_cases[] = {\n");
    for (size_t i = 0; i < count; i++)
        printf("    {need_%zu, condition_%zu, code_%zu, sizeof(code_%zu) / sizeof(code_%zu[0])},\n",
               i, i, i, i, i);
    printf("};\n");
    return failed || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
