/* What the parser makes of the expressions that it accepts. */
#include "emit/expressions/expression_code.h"
#include "expr_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static gen_arena arena;
static gen_diag diag;

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    gen_arena_deinitialize(&arena);
    return 0;
}

static const gen_expr *parse(const char *text)
{
    const gen_expr *expr = sample_parse(&arena, &diag, text);

    if (!expr)
        fail_msg("%s: %s", text, diag.first->text);
    assert_int_equal(diag.errors, 0);
    return expr;
}

typedef struct word_list {
    uint32_t words[128];
    size_t count;
} word_list;

static void store_word(void *context, uint32_t word)
{
    word_list *list = context;

    assert_true(list->count < LENGTH(list->words));
    list->words[list->count++] = word;
}

/* The code in postfix notation: "n 2 *". */
static const char *notation_of(const gen_expr *expr)
{
    static const char *const operations[] = {
        [CUSTUB_OP_NEGATE] = "neg",      [CUSTUB_OP_NOT] = "!",
        [CUSTUB_OP_IS_POW2] = "is_pow2", [CUSTUB_OP_ADD] = "+",
        [CUSTUB_OP_SUBTRACT] = "-",      [CUSTUB_OP_MULTIPLY] = "*",
        [CUSTUB_OP_DIVIDE] = "/",        [CUSTUB_OP_REMAINDER] = "%",
        [CUSTUB_OP_EQUAL] = "==",        [CUSTUB_OP_NOT_EQUAL] = "!=",
        [CUSTUB_OP_LESS] = "<",          [CUSTUB_OP_LESS_EQUAL] = "<=",
        [CUSTUB_OP_GREATER] = ">",       [CUSTUB_OP_GREATER_EQUAL] = ">=",
        [CUSTUB_OP_AND] = "&&",          [CUSTUB_OP_OR] = "||",
        [CUSTUB_OP_BIT_AND] = "&",       [CUSTUB_OP_BIT_OR] = "|",
        [CUSTUB_OP_BIT_XOR] = "^",       [CUSTUB_OP_SHIFT_LEFT] = "<<",
        [CUSTUB_OP_SHIFT_RIGHT] = ">>",  [CUSTUB_OP_MIN] = "min",
        [CUSTUB_OP_MAX] = "max",         [CUSTUB_OP_CEIL_DIV] = "ceil_div",
        [CUSTUB_OP_CONDITIONAL] = "?:"};
    word_list list = {{0}, 0};
    const char *text = "";

    gen_emit_code(expr, store_word, &list);
    assert_int_equal(gen_emit_code_length(expr), list.count);
    for (size_t i = 0; i < list.count;) {
        const uint32_t *w = &list.words[i];
        if (*w == CUSTUB_OP_CONSTANT) {
            text = gen_arena_format(&arena, "%s %llu", text,
                                    (unsigned long long)((uint64_t)w[2] << 32 | w[1]));
            i += 3;
        } else if (*w == CUSTUB_OP_PARAMETER) {
            text = gen_arena_format(&arena, "%s %s", text, sample_kernel.params[w[1]].name);
            i += 4;
        } else if (*w == CUSTUB_OP_GRID || *w == CUSTUB_OP_BLOCK) {
            text = gen_arena_format(&arena, "%s %s.%c", text,
                                    *w == CUSTUB_OP_GRID ? "gridDim" : "blockDim", "xyz"[w[1]]);
            i += 2;
        } else {
            text = gen_arena_format(&arena, "%s %s", text, operations[*w]);
            i++;
        }
    }
    return text + 1;
}

typedef struct rendering {
    const char *text;
    const char *notation;
} rendering;

static void check_notations(const rendering *renderings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_string_equal(notation_of(parse(renderings[i].text)), renderings[i].notation);
}

static void groups_operators_as_c_does(void **state)
{
    static const rendering renderings[] = {
        {"n", "n"},
        {"+n", "n"},
        {"n + i * s", "n i s * +"},
        {"(n + i) * s", "n i + s *"},
        {"n - i - s", "n i - s -"},
        {"n - (i - s)", "n i s - -"},
        {"n / i * s % t", "n i / s * t %"},
        {"n << i + s >> t", "n i s + << t >>"},
        {"n < i << s", "n i s << <"},
        {"n == i < s", "n i s < =="},
        {"n >= i != s <= t", "n i >= s t <= !="},
        {"n & i == s", "n i s == &"},
        {"n | i ^ s & t", "n i s t & ^ |"},
        {"n ^ i | s", "n i ^ s |"},
        {"n || i && s | t", "n i s t | && ||"},
        {"n && i || s && t", "n i && s t && ||"},
        {"-n * i", "n neg i *"},
        {"-(n * i)", "n i * neg"},
        {"!n == i", "n ! i =="},
        {"!-!n", "n ! neg !"},
        {"n - -i", "n i neg -"},
        {"(n < i) < s", "n i < s <"},
        {"((((n))))", "n"},
        {"n>i", "n i >"},
        {"n ? i : s", "n i s ?:"},
        {"n || i ? s : t", "n i || s t ?:"},
        {"n < i ? s + 1 : t", "n i < s 1 + t ?:"},
        {"n ? i : s ? t : n", "n i s t n ?: ?:"},
        {"n ? i ? s : t : n", "n i s t ?: n ?:"},
        {"(n ? i : s) ? t : n", "n i s ?: t n ?:"},
        {"(n ? i : s) * t", "n i s ?: t *"},
        {"n?i:s", "n i s ?:"},
    };

    (void)state;
    check_notations(renderings, LENGTH(renderings));
}

static void reads_functions_and_the_shape(void **state)
{
    static const rendering renderings[] = {
        {"min(n, i)", "n i min"},
        {"max (n , i) + 1", "n i max 1 +"},
        {"ceil_div(n, blockDim.x)", "n blockDim.x ceil_div"},
        {"is_pow2(blockDim.y)", "blockDim.y is_pow2"},
        {"gridDim.x * gridDim.y * gridDim . z", "gridDim.x gridDim.y * gridDim.z *"},
        {"blockDim.z", "blockDim.z"},
        {"min(max(n, 1 + i), ceil_div(s, 2))", "n 1 i + max s 2 ceil_div min"},
    };

    (void)state;
    check_notations(renderings, LENGTH(renderings));
}

typedef struct constant_case {
    const char *text;
    wide_value value;
} constant_case;

static void check_constants(const constant_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const gen_expr *expr = parse(cases[i].text);
        wide value;
        if (expr->op == CUSTUB_OP_NEGATE)
            value = wide_unary(CUSTUB_OP_NEGATE, wide_of_int(expr->left->value));
        else
            value = wide_of_int(expr->value);
        if ((expr->op == CUSTUB_OP_NEGATE ? expr->left : expr)->op != CUSTUB_OP_CONSTANT ||
            !value.valid || value.value != cases[i].value)
            fail_msg("%s has another value", cases[i].text);
    }
}

static void reads_literals_in_every_form(void **state)
{
    static const constant_case cases[] = {
        {"0", 0},
        {"00", 0},
        {"42", 42},
        {"0x2A", 42},
        {"0X2a", 42},
        {"052", 42},
        {"0b101010", 42},
        {"0B10'1010", 42},
        {"1'000'000", 1000000},
        {"0xff'ff", 65535},
        {"0'17", 15},
        {"42u", 42},
        {"42U", 42},
        {"42l", 42},
        {"42L", 42},
        {"42ll", 42},
        {"42LL", 42},
        {"42ul", 42},
        {"42Lu", 42},
        {"42uLL", 42},
        {"42llU", 42},
        {"42uz", 42},
        {"0xfUL", 15},
        {"0b1u", 1},
        {"18446744073709551615", UINT64_MAX},
        {"0xffffffffffffffffull", UINT64_MAX},
        {"01777777777777777777777", UINT64_MAX},
        {"-9223372036854775808", INT64_MIN},
        {"true", 1},
        {"false", 0},
    };

    (void)state;
    check_constants(cases, LENGTH(cases));
}

static void folds_constants(void **state)
{
    static const constant_case cases[] = {
        {"2 + 3 * 4", 14},
        {"2 - 3", -1},
        {"7 - 3 * 4 / 5", 5},
        {"-7 / 2", -3},
        {"-7 % 2", -1},
        {"ceil_div(-7, 2)", -3},
        {"ceil_div(7, 2)", 4},
        {"4294967296 * 4294967295", (wide_value)0xffffffff00000000},
        {"18446744073709551615 - 1 + 1", UINT64_MAX},
        {"1 << 63", (wide_value)1 << 63},
        {"5 & 3 | 8 ^ 1", 9},
        {"300 >> 4", 18},
        {"1 < 2 == true", 1},
        {"!5", 0},
        {"- -5", 5},
        {"is_pow2(64) + is_pow2(0) + is_pow2(-2)", 1},
        {"min(-3, 2) * max(-3, 2)", -6},
        {"3 && 4 || 1 / 1", 1},
    };

    (void)state;
    check_constants(cases, LENGTH(cases));
}

static void ignores_the_right_operand_if_the_left_one_decides(void **state)
{
    static const constant_case cases[] = {
        {"0 && n", 0},
        {"1 || n", 1},
        {"0 && 1 / 0", 0},
        {"0 == 0 || n % 0 == 0", 1},
        {"0 && (1 << 64) + (n & -1) + -18446744073709551615", 0},
        {"0 && (0 || 1 / 0)", 0},
    };
    static const rendering kept[] = {{"1 && n", "1 n &&"},
                                     {"0 || n", "0 n ||"},
                                     {"n && 0", "n 0 &&"},
                                     {"n || (0 && 1 / 0)", "n 0 ||"}};

    (void)state;
    check_constants(cases, LENGTH(cases));
    check_notations(kept, LENGTH(kept));
}

static void knows_constants_of_the_file_and_prefers_parameters(void **state)
{
    static const constant_case cases[] = {
        {"TILE", 32},          {"TILE * 2 + 1", 65},
        {"BELOW", -5},         {"-BELOW", 5},
        {"layout::ROWS", 7},   {"layout :: ROWS", 7},
        {"::layout::ROWS", 7}, {"layout::HUGE_ROWS", UINT64_MAX},
        {"::n", 99},
    };

    (void)state;
    check_constants(cases, LENGTH(cases));
    assert_string_equal(notation_of(parse("n")), "n");
}

static void knows_the_sizes_of_types(void **state)
{
    static const constant_case cases[] = {
        {"sizeof(char)", 1},
        {"sizeof(signed char)", 1},
        {"sizeof(char unsigned)", 1},
        {"sizeof(bool)", 1},
        {"sizeof(_Bool)", 1},
        {"sizeof(short)", 2},
        {"sizeof(unsigned short int)", 2},
        {"sizeof(short signed)", 2},
        {"sizeof(int)", 4},
        {"sizeof(unsigned)", 4},
        {"sizeof(signed)", 4},
        {"sizeof(int unsigned)", 4},
        {"sizeof(long)", 8},
        {"sizeof(unsigned long)", 8},
        {"sizeof(long int)", 8},
        {"sizeof(long long)", 8},
        {"sizeof(long unsigned int long)", 8},
        {"sizeof(float)", 4},
        {"sizeof(double)", 8},
        {"sizeof(const volatile float)", 4},
        {"sizeof(float const)", 4},
        {"sizeof( float )", 4},
        {"sizeof(float *)", 8},
        {"sizeof(const void *const)", 8},
        {"sizeof(real)", 8},
        {"sizeof(sample_shape)", sizeof(sample_shape)},
        {"sizeof(layout::tile<float, 4>)", 16},
        {"2 * sizeof (float) + 1", 9},
    };

    (void)state;
    check_constants(cases, LENGTH(cases));
}

static void places_parameters_fields_and_elements(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_leaf_count; i++) {
        const gen_expr *expr = parse(sample_leaves[i].text);
        assert_int_equal(expr->op, CUSTUB_OP_PARAMETER);
        assert_int_equal(expr->index, sample_leaves[i].param);
        assert_int_equal(expr->offset, sample_leaves[i].offset);
        assert_int_equal(expr->scalar, sample_leaves[i].scalar);
        assert_string_equal(expr->access, sample_leaves[i].text);
    }
}

static void normalizes_element_paths(void **state)
{
    const gen_expr *expr = parse("p . grid [ TILE / 32 ] [ 0x2 ]");

    (void)state;
    assert_string_equal(expr->access, "p.grid[1][2]");
    assert_int_equal(expr->offset, offsetof(sample_shape, grid) + 10);
}

static void keeps_the_text_trimmed(void **state)
{
    (void)state;
    assert_string_equal(parse("  n  * 2\t")->text, "n  * 2");
    assert_string_equal(parse("2 + 3")->text, "2 + 3");
    assert_string_equal(parse("(n)")->text, "(n)");
}

static void writes_code_word_by_word(void **state)
{
    static const uint32_t expected[] = {CUSTUB_OP_PARAMETER,
                                        SAMPLE_SHAPE,
                                        (uint32_t)offsetof(sample_shape, dims) + 8,
                                        CUSTUB_SCALAR_I64,
                                        CUSTUB_OP_CONSTANT,
                                        0x89abcdef,
                                        0x01234567,
                                        CUSTUB_OP_MULTIPLY,
                                        CUSTUB_OP_GRID,
                                        1,
                                        CUSTUB_OP_BLOCK,
                                        2,
                                        CUSTUB_OP_MIN,
                                        CUSTUB_OP_NEGATE,
                                        CUSTUB_OP_SUBTRACT};
    word_list list = {{0}, 0};

    (void)state;
    gen_emit_code(parse("p.dims[1] * 0x0123456789abcdef - -min(gridDim.y, blockDim.z)"), store_word,
                  &list);
    assert_int_equal(list.count, LENGTH(expected));
    assert_memory_equal(list.words, expected, sizeof(expected));
}

static void tells_which_operands_it_uses(void **state)
{
    const gen_expr *expr = parse("min(n, 1 + blockDim.x)");

    (void)state;
    assert_true(gen_expr_uses(expr, CUSTUB_OP_BLOCK));
    assert_true(gen_expr_uses(expr, CUSTUB_OP_PARAMETER));
    assert_true(gen_expr_uses(expr, CUSTUB_OP_MIN));
    assert_false(gen_expr_uses(expr, CUSTUB_OP_GRID));
    assert_false(gen_expr_uses(NULL, CUSTUB_OP_GRID));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(groups_operators_as_c_does),
        TEST(reads_functions_and_the_shape),
        TEST(reads_literals_in_every_form),
        TEST(folds_constants),
        TEST(ignores_the_right_operand_if_the_left_one_decides),
        TEST(knows_constants_of_the_file_and_prefers_parameters),
        TEST(knows_the_sizes_of_types),
        TEST(places_parameters_fields_and_elements),
        TEST(normalizes_element_paths),
        TEST(keeps_the_text_trimmed),
        TEST(writes_code_word_by_word),
        TEST(tells_which_operands_it_uses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
