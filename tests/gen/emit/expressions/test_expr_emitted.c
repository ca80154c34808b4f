/* Compares the C that the generator emits for an expression with the runtime's evaluation of its
 * code, on the cases of expr_cases.h, which gen_expr_cases printed. */
#include "check/contract.h"
#include "check/evaluate.h"
#include "expr_cases.h"
#include "expr_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#define ROUNDS 100

static uint64_t emitted_need(const emitted_case *c, const sample_values *v)
{
    custub_launch launch = custub_launch_default();

    launch.grid = v->grid;
    launch.block = v->block;
    return c->need(v->flag, v->c, v->u, v->s, v->t, v->i, v->n, v->l, v->m, v->p, &launch);
}

static int emitted_condition(const emitted_case *c, const sample_values *v)
{
    custub_launch launch = custub_launch_default();

    launch.grid = v->grid;
    launch.block = v->block;
    return c->condition(v->flag, v->c, v->u, v->s, v->t, v->i, v->n, v->l, v->m, v->p, &launch);
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
        for (int round = 0; round < ROUNDS; round++) {
            sample_values values = sample_values_random(&random);
            uint64_t need = emitted_need(&emitted_cases[i], &values);
            int holds = emitted_condition(&emitted_cases[i], &values);
            custub_int evaluated = compute_from_code(&emitted_cases[i], &values);
            if (need != custub_int_need(evaluated) ||
                (holds != 0) != (custub_int_holds(evaluated) != 0))
                fail_msg("case %zu: emitted %#llx, %d; evaluated %#llx (%d)", i,
                         (unsigned long long)need, holds, (unsigned long long)evaluated.bits,
                         !evaluated.invalid);
            valid += !evaluated.invalid;
        }
    }
    assert_true(valid > LENGTH(emitted_cases) * ROUNDS / 5);
}

static uint64_t random_number(uint64_t *random)
{
    return random_next(random) % 4 ? random_next(random) >> random_next(random) % 64
                                   : random_next(random) % 4000;
}

/* The values do not matter: undefined behaviour would end this test, as it is compiled. */
static void emitted_functions_are_defined_for_illegal_shapes(void **state)
{
    uint64_t random = 31415;

    (void)state;
    for (size_t i = 0; i < LENGTH(emitted_cases); i++) {
        for (int round = 0; round < ROUNDS; round++) {
            sample_values values = sample_values_random(&random);
            uint64_t *sizes[] = {&values.grid.x,  &values.grid.y,  &values.grid.z,
                                 &values.block.x, &values.block.y, &values.block.z};
            for (size_t k = 0; k < LENGTH(sizes); k++)
                *sizes[k] = random_number(&random);
            emitted_need(&emitted_cases[i], &values);
            emitted_condition(&emitted_cases[i], &values);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emitted_functions_agree_with_their_code),
        cmocka_unit_test(emitted_functions_are_defined_for_illegal_shapes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
