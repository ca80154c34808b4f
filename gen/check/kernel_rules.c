#include "check/kernel_rules.h"

#include "contract/meaning.h"

#include <string.h>

const char *gen_check_macro(const gen_annotation *annotation)
{
    const char *macro = gen_annotation_macro(annotation->kind);

    return macro ? macro : annotation->key;
}

void gen_check_add_part(const gen_checker *check, const gen_part *part)
{
    gen_kernel *kernel = check->kernel;
    gen_part **at = &kernel->parts;

    for (; *at; at = &(*at)->next)
        if ((*at)->param == part->param && (*at)->offset == part->offset)
            return;
    *at = GEN_NEW(check->arena, gen_part);
    **at = *part;
    kernel->part_count++;
}

/* Collects the struct fields that contracts name, for messages: the runtime's code has only their
 * offsets. */
static void collect_parts(const gen_checker *check, const gen_expr *expr)
{
    if (!expr)
        return;
    collect_parts(check, expr->left);
    collect_parts(check, expr->right);
    collect_parts(check, expr->otherwise);
    if (expr->op == CUSTUB_OP_PARAMETER && expr->access &&
        check->kernel->params[expr->index].kind != CUSTUB_PARAM_SCALAR)
        gen_check_add_part(
            check, &(gen_part){NULL, expr->index, expr->offset, expr->scalar, expr->access});
}

/* Adds the expression's assumptions to the kernel's, without duplicates. */
static void collect_assumptions(const gen_checker *check, const gen_expr *expr)
{
    for (const gen_assumption *a = expr ? expr->assumptions : NULL; a; a = a->next) {
        gen_assumption **at = &check->kernel->assumptions;
        while (*at && ((*at)->is_size != a->is_size || strcmp((*at)->name, a->name) != 0))
            at = &(*at)->next;
        if (*at)
            continue;
        *at = GEN_NEW(check->arena, gen_assumption);
        **at = *a;
        (*at)->next = NULL;
    }
}

const gen_expr *gen_check_parse(const gen_checker *check, const gen_pointer *pointer,
                                const gen_annotation *annotation, const char *text,
                                bool allows_grid, bool allows_block)
{
    gen_expr_rules rules = {allows_grid, allows_block, gen_check_macro(annotation)};
    const gen_expr *expr = gen_expr_parse(check->arena, check->diag, check->model, check->kernel,
                                          pointer, annotation, text, &rules);

    collect_parts(check, expr);
    collect_assumptions(check, expr);
    return expr;
}

/* The annotation as written: "CUSTUB_BLOCK(16)", "CUSTUB_COOPERATIVE". */
static const char *as_written(const gen_checker *check, const gen_annotation *annotation)
{
    const char *macro = gen_check_macro(annotation);

    return *annotation->text ? gen_arena_format(check->arena, "%s(%s)", macro, annotation->text)
                             : macro;
}

void gen_check_twice(const gen_checker *check, const gen_pointer *pointer,
                     const gen_annotation *first, const gen_annotation *second)
{
    if (first->names != second->names && gen_expr_means_same(check->arena, first, second))
        return;
    gen_diag_error(check->diag, second->place, "annotation-twice",
                   "%s: %s follows %s at %s:%u; keep one of the two",
                   gen_model_subject(check->arena, check->kernel, pointer, second),
                   as_written(check, second), as_written(check, first),
                   gen_model_file_of(first->place), first->place.line);
}

void gen_check_again(const gen_checker *check, const gen_annotation *list)
{
    for (const gen_annotation *a = list; a; a = a->next)
        for (const gen_annotation *again = a->again; again; again = again->again)
            if (!gen_expr_means_same(check->arena, a, again))
                gen_diag_error(check->diag, a->place, "contract-redeclared",
                               "kernel '%s': %s means something else here than at %s:%u; write it "
                               "once, or with names that mean the same",
                               check->kernel->name, as_written(check, a),
                               gen_model_file_of(again->place), again->place.line);
}
