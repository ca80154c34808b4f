/* The C that the generator emits for an expression against the runtime's evaluator of its code, on
 * the cases of expr_cases.h, which gen_expr_cases has printed. */
#include "check/contract.h"
#include "check/evaluate.h"
#include "expr_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* The kernel's parameters under their own names, as in a launch function, and its launch. */
#define CASE_PARAMETER(type, scalar, name) type name,
#define CASE_PARAMETERS                    SAMPLE_SCALARS(CASE_PARAMETER) sample_shape p, const custub_launch *launch
#define CASE_MENTION(type, scalar, name)   (void)name;
#define CASE_USE                           SAMPLE_SCALARS(CASE_MENTION)(void) p, (void)launch

typedef struct emitted_case {
    custub_int (*compute)(CASE_PARAMETERS);
    const uint32_t *code;
    size_t length;
} emitted_case;

#include "expr_cases.h"

static custub_int compute_emitted(const emitted_case *c, const sample_values *v)
{
    custub_launch launch = {0};

    launch.grid = v->grid;
    launch.block = v->block;
    return c->compute(v->flag, v->c, v->u, v->s, v->t, v->i, v->n, v->l, v->m, v->p, &launch);
}

static custub_int compute_from_code(const emitted_case *c, sample_values *values)
{
    void *arguments[SAMPLE_PARAM_COUNT];
    custub_expr expr = {"", c->code, (uint32_t)c->length};
    custub_dim3 grid, block;

    values->grid.given = 0; /* y and z of 0 mean 1 */
    values->block.given = 0;
    grid = custubi_dim_given(&values->grid);
    block = custubi_dim_given(&values->block);
    sample_arguments(values, arguments);
    return custubi_evaluate(&expr, arguments, &grid, &block);
}

static void emitted_functions_agree_with_their_code(void **state)
{
    uint64_t random = 271828;
    size_t valid = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(emitted_cases); i++) {
        for (int round = 0; round < 50; round++) {
            sample_values values = sample_values_random(&random);
            custub_int emitted = compute_emitted(&emitted_cases[i], &values);
            custub_int evaluated = compute_from_code(&emitted_cases[i], &values);
            if (!wide_equals(wide_of_int(evaluated), emitted))
                fail_msg("case_%zu: emitted %#llx (%d), evaluated %#llx (%d)", i,
                         (unsigned long long)emitted.bits, !emitted.invalid,
                         (unsigned long long)evaluated.bits, !evaluated.invalid);
            valid += !evaluated.invalid;
        }
    }
    assert_true(valid > 10 * LENGTH(emitted_cases)); /* of 50 values for each */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emitted_functions_agree_with_their_code),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
