#include "check/evaluate.h"
#include "emit/expressions/expression_code.h"
#include "expr_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static custub_expr code_of(const uint32_t *code, size_t length)
{
    custub_expr expr = {"", code, (uint32_t)length};

    return expr;
}

#define EVALUATE(code, arguments, grid, block) evaluate(code, LENGTH(code), arguments, grid, block)

static custub_int evaluate(const uint32_t *code, size_t length, void *const *arguments,
                           const custub_dim3 *grid, const custub_dim3 *block)
{
    custub_expr expr = code_of(code, length);

    return custubi_evaluate(&expr, arguments, grid, block);
}

static void reads_both_words_of_a_constant(void **state)
{
    const uint32_t code[] = {CUSTUB_OP_CONSTANT, 0x89abcdef, 0x01234567};

    (void)state;
    assert_true(wide_equals(wide_of(0x0123456789abcdef), EVALUATE(code, NULL, NULL, NULL)));
}

static size_t size_of(custub_scalar scalar)
{
    static const size_t sizes[] = {
        [CUSTUB_SCALAR_BOOL] = 1, [CUSTUB_SCALAR_I8] = 1,  [CUSTUB_SCALAR_U8] = 1,
        [CUSTUB_SCALAR_I16] = 2,  [CUSTUB_SCALAR_U16] = 2, [CUSTUB_SCALAR_I32] = 4,
        [CUSTUB_SCALAR_U32] = 4,  [CUSTUB_SCALAR_I64] = 8, [CUSTUB_SCALAR_U64] = 8};

    return sizes[scalar];
}

static void reads_every_type_of_scalar_from_unaligned_memory(void **state)
{
    sample_values values;
    uint64_t random = 42;
    unsigned char copy[sizeof(sample_shape) + 1];

    (void)state;
    for (int round = 0; round < 200; round++) {
        values = sample_values_random(&random);
        for (size_t leaf = 0; leaf < sample_leaf_count; leaf++) {
            const sample_leaf *l = &sample_leaves[leaf];
            uint32_t code[] = {CUSTUB_OP_PARAMETER, l->param, l->offset, (uint32_t)l->scalar};
            void *arguments[SAMPLE_PARAM_COUNT];
            sample_arguments(&values, arguments);
            memcpy(copy + 1 + l->offset, (const char *)arguments[l->param] + l->offset,
                   size_of(l->scalar));
            arguments[l->param] = copy + 1;
            assert_true(wide_equals(sample_leaf_value(leaf, &values),
                                    EVALUATE(code, arguments, NULL, NULL)));
        }
    }
}

static void a_bool_is_one_whatever_its_byte(void **state)
{
    const uint32_t code[] = {CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_BOOL};
    unsigned char byte = 0x80;
    void *arguments[] = {&byte};

    (void)state;
    assert_true(wide_equals(wide_of(1), EVALUATE(code, arguments, NULL, NULL)));
}

static void reads_the_shape(void **state)
{
    const custub_dim3 grid = custub_dim3_of(2, 3, UINT64_MAX);
    const custub_dim3 block = custub_dim3_of(32, 4, 5);
    const wide_value expected[] = {2, 3, UINT64_MAX, 32, 4, 5};

    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t code[] = {i < 3 ? CUSTUB_OP_GRID : CUSTUB_OP_BLOCK, i % 3};
        assert_true(wide_equals(wide_of(expected[i]), EVALUATE(code, NULL, &grid, &block)));
    }
}

static void has_no_value_without_the_shape_that_it_names(void **state)
{
    const custub_dim3 shape = custub_dim3_of(1, 1, 1);
    const uint32_t of_grid[] = {CUSTUB_OP_GRID, 0};
    const uint32_t of_block[] = {CUSTUB_OP_BLOCK, 0};

    (void)state;
    assert_int_equal(EVALUATE(of_grid, NULL, NULL, &shape).invalid, 1);
    assert_int_equal(EVALUATE(of_block, NULL, &shape, NULL).invalid, 1);
}

static void has_no_value_without_code_or_arguments(void **state)
{
    const uint32_t code[] = {CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_I32};
    void *const nothing[] = {NULL};

    (void)state;
    assert_int_equal(evaluate(NULL, 0, NULL, NULL, NULL).invalid, 1);
    assert_int_equal(evaluate(NULL, 3, NULL, NULL, NULL).invalid, 1);
    assert_int_equal(evaluate(code, 0, NULL, NULL, NULL).invalid, 1);
    assert_int_equal(EVALUATE(code, NULL, NULL, NULL).invalid, 1);
    assert_int_equal(EVALUATE(code, nothing, NULL, NULL).invalid, 1);
}

static void has_no_value_if_the_code_is_malformed(void **state)
{
    int32_t number = 1;
    void *arguments[] = {&number};
    const custub_dim3 shape = custub_dim3_of(1, 1, 1);
    const uint32_t cut_constant[] = {CUSTUB_OP_CONSTANT, 1};
    const uint32_t cut_parameter[] = {CUSTUB_OP_PARAMETER, 0, 0};
    const uint32_t cut_grid[] = {CUSTUB_OP_GRID};
    const uint32_t fourth_component[] = {CUSTUB_OP_BLOCK, 3};
    const uint32_t no_such_operation[] = {CUSTUB_OP_CONSTANT, 1, 0, CUSTUB_OP_CONDITIONAL + 1};
    const uint32_t far_operation[] = {CUSTUB_OP_CONSTANT, 1, 0, UINT32_MAX};
    const uint32_t of_float[] = {CUSTUB_OP_PARAMETER, 0, 0, CUSTUB_SCALAR_F32};
    const uint32_t of_nothing[] = {CUSTUB_OP_PARAMETER, 0, 0, UINT32_MAX};
    const uint32_t two_left[] = {CUSTUB_OP_CONSTANT, 1, 0, CUSTUB_OP_CONSTANT, 1, 0};
    const uint32_t empty_unary[] = {CUSTUB_OP_NEGATE};
    const uint32_t half_binary[] = {CUSTUB_OP_CONSTANT, 1, 0, CUSTUB_OP_ADD};
    const uint32_t cut_conditional[] = {CUSTUB_OP_CONSTANT,   1, 0, CUSTUB_OP_CONSTANT, 1, 0,
                                        CUSTUB_OP_CONDITIONAL};

    (void)state;
    assert_int_equal(EVALUATE(cut_constant, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(cut_parameter, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(cut_grid, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(fourth_component, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(no_such_operation, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(far_operation, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(of_float, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(of_nothing, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(two_left, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(empty_unary, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(half_binary, arguments, &shape, &shape).invalid, 1);
    assert_int_equal(EVALUATE(cut_conditional, arguments, &shape, &shape).invalid, 1);
}

/* 1 + (1 + (1 + …)): `depth` operands before the first addition. */
static custub_int evaluate_nested_sum(size_t depth)
{
    uint32_t code[4 * (CUSTUB_EXPR_DEPTH + 1)];
    size_t length = 0;

    for (size_t i = 0; i < depth; i++) {
        code[length++] = CUSTUB_OP_CONSTANT;
        code[length++] = 1;
        code[length++] = 0;
    }
    for (size_t i = 1; i < depth; i++)
        code[length++] = CUSTUB_OP_ADD;
    return evaluate(code, length, NULL, NULL, NULL);
}

static void takes_the_deepest_code_that_the_generator_writes_and_no_deeper(void **state)
{
    (void)state;
    assert_true(wide_equals(wide_of(CUSTUB_EXPR_DEPTH), evaluate_nested_sum(CUSTUB_EXPR_DEPTH)));
    assert_int_equal(evaluate_nested_sum(CUSTUB_EXPR_DEPTH + 1).invalid, 1);
}

static void survives_random_words(void **state)
{
    uint64_t random = 7;
    uint64_t numbers[64] = {0};
    void *arguments[64];
    const custub_dim3 shape = custub_dim3_of(1, 2, 3);
    size_t values = 0;

    (void)state;
    for (size_t i = 0; i < 64; i++)
        arguments[i] = &numbers[i % 32];
    for (int round = 0; round < 300000; round++) {
        uint32_t code[40];
        size_t length = (size_t)(random_next(&random) % 40);
        for (size_t i = 0; i < length; i++)
            code[i] = (uint32_t)(random_next(&random) % 32);
        values += !evaluate(code, length, arguments, &shape, &shape).invalid;
    }
    assert_true(values > 100); /* some of the words are valid code */
}

typedef struct code_buffer {
    uint32_t words[4096];
    uint32_t length;
} code_buffer;

static void store_word(void *context, uint32_t word)
{
    code_buffer *buffer = context;

    assert_true(buffer->length < LENGTH(buffer->words));
    buffer->words[buffer->length++] = word;
}

/* An expression may only be refused for its constants. */
static void check_refusal(const gen_diag *diag, const char *text)
{
    const char *id = diag->first->id;

    if (strcmp(id, "expr-no-value") != 0 && strcmp(id, "expr-division-by-zero") != 0 &&
        strcmp(id, "expr-negative-operand") != 0)
        fail_msg("%s: %s", text, diag->first->text);
}

static void check_values(const random_expr *tree, const gen_expr *parsed, const char *text,
                         uint64_t *random, size_t *valid)
{
    static code_buffer buffer;
    custub_expr expr;

    buffer.length = 0;
    gen_emit_code(parsed, store_word, &buffer);
    assert_int_equal(buffer.length, gen_emit_code_length(parsed));
    expr = code_of(buffer.words, buffer.length);
    for (int round = 0; round < 20; round++) {
        sample_values values = sample_values_random(random);
        void *arguments[SAMPLE_PARAM_COUNT];
        wide expected = random_expr_value(tree, &values);
        custub_int found;
        sample_arguments(&values, arguments);
        found = custubi_evaluate(&expr, arguments, &values.grid, &values.block);
        if (!wide_equals(expected, found))
            fail_msg("%s: %s%llx (%d) is not what exact arithmetic says (%d)", text,
                     found.negative ? "-" : "", (unsigned long long)found.bits, !found.invalid,
                     expected.valid);
        *valid += expected.valid;
    }
}

static void agrees_with_exact_arithmetic_on_random_expressions(void **state)
{
    uint64_t random = 20240229;
    size_t parsed_count = 0;
    size_t valid = 0;

    (void)state;
    for (int round = 0; round < 20000; round++) {
        gen_arena arena;
        gen_diag diag;
        gen_text text;
        const random_expr *tree;
        const gen_expr *parsed;
        gen_arena_initialize(&arena);
        gen_diag_initialize(&diag, &arena);
        gen_text_initialize(&text);
        tree = random_expr_make(&arena, &random, 1 + (unsigned)(random_next(&random) % 6));
        random_expr_print(&text, tree, &random);
        parsed = sample_parse(&arena, &diag, text.data);
        if (parsed)
            check_values(tree, parsed, text.data, &random, &valid);
        else
            check_refusal(&diag, text.data);
        parsed_count += parsed != NULL;
        gen_text_deinitialize(&text);
        gen_arena_deinitialize(&arena);
    }
    assert_true(parsed_count > 10000);
    assert_true(valid > 5 * parsed_count); /* of 20 values per expression */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_both_words_of_a_constant),
        cmocka_unit_test(reads_every_type_of_scalar_from_unaligned_memory),
        cmocka_unit_test(a_bool_is_one_whatever_its_byte),
        cmocka_unit_test(reads_the_shape),
        cmocka_unit_test(has_no_value_without_the_shape_that_it_names),
        cmocka_unit_test(has_no_value_without_code_or_arguments),
        cmocka_unit_test(has_no_value_if_the_code_is_malformed),
        cmocka_unit_test(takes_the_deepest_code_that_the_generator_writes_and_no_deeper),
        cmocka_unit_test(survives_random_words),
        cmocka_unit_test(agrees_with_exact_arithmetic_on_random_expressions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
