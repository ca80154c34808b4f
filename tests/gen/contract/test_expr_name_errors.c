/* Expressions that are refused because of the names in them, and the messages. */
#include "expr_refusal.h"

#define UNKNOWN                                                                                    \
    "is neither a parameter of the kernel nor an integer constant here: use of undeclared "        \
    "identifier; name a parameter of integer type, an enumerator, or a const or constexpr integer"
#define MEANT "is neither a parameter of the kernel nor an integer constant; did you mean "

static void suggests_a_name_for_an_unknown_one(void **state)
{
    static const refusal refusals[] = {
        {"q", "expr-unknown-name", "'q' " UNKNOWN},
        {"n + N * tille", "expr-unknown-name", "'N' " MEANT "'n'?"},
        {"other::ROWS", "expr-unknown-name", "'other::ROWS' " UNKNOWN},
        {"std::numeric_limits<int>::max()", "expr-unknown-name", "'std::numeric_limits' " UNKNOWN},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_pointers_as_numbers(void **state)
{
    static const refusal refusals[] = {
        {"x", "expr-pointer", "'x' is a pointer, not a number; use a parameter of integer type"},
        {"x == 0", "expr-pointer",
         "'x' is a pointer, not a number; use a parameter of integer type"},
        {"&n", "expr-syntax", "'&' is not expected here; write a number, a name or '('"},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_to_read_through_pointers(void **state)
{
#define DEVICE                                                                                     \
    "reads device memory through a pointer, which a check before the launch cannot do; pass the "  \
    "number as a parameter of its own"
    static const refusal refusals[] = {
        {"x[2]", "expr-dereference",
         "'x' is a pointer to device memory, which a check before the launch cannot read; pass "
         "the number as a parameter of its own"},
        {"x->rows", "expr-dereference", "'->' " DEVICE},
        {"n->rows", "expr-dereference", "'->' " DEVICE},
        {"*x", "expr-dereference", "'*' " DEVICE},
        {"n * *x", "expr-dereference", "'*' " DEVICE},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_floating_point_parameters_and_literals(void **state)
{
#define LITERAL "is a floating-point literal, but contracts compute with integers; write an integer"
    static const refusal refusals[] = {
        {"a", "expr-floating-point",
         "'a' is a float, but contracts compute with integers; use a parameter of integer type"},
        {"n * h", "expr-floating-point",
         "'h' is a __half, but contracts compute with integers; use a parameter of integer type"},
        {"p.scale", "expr-floating-point",
         "'p.scale' is a float, but contracts compute with integers; use a parameter of integer "
         "type"},
        {"n * 1.5", "expr-float-literal", "'1.5' " LITERAL},
        {".5", "expr-float-literal", "'.5' " LITERAL},
        {"2.", "expr-float-literal", "'2.' " LITERAL},
        {"1e3", "expr-float-literal", "'1e3' " LITERAL},
        {"1e-3f + n", "expr-float-literal", "'1e-3f' " LITERAL},
        {"0x1p+3", "expr-float-literal", "'0x1p+3' " LITERAL},
        {"3f", "expr-float-literal", "'3f' " LITERAL},
    };
#undef LITERAL

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_fields_that_are_not_numbers(void **state)
{
#define OPAQUE                                                                                     \
    "is a class whose fields custub does not know; pass the number as a parameter of its own"
    static const refusal refusals[] = {
        {"p", "expr-struct", "'p' is a struct, not a number; name one of its fields"},
        {"p.inner", "expr-struct", "'p.inner' is a struct, not a number; name one of its fields"},
        {"p->rows", "expr-struct", "'p' is a struct, not a number; name one of its fields"},
        {"o", "expr-opaque", "'o' " OPAQUE},
        {"o.size", "expr-opaque", "'o' " OPAQUE},
        {"p.nope", "expr-no-field", "'p' has no field 'nope'; name one that sample_shape declares"},
        {"p.row", "expr-no-field", "'p' has no field 'row'; did you mean 'rows'?"},
        {"p.inner.tolal", "expr-no-field", "'p.inner' has no field 'tolal'; did you mean 'total'?"},
        {"n.x", "expr-no-field", "'n' is not a struct and has no fields; remove the field"},
        {"p.rows.x", "expr-no-field",
         "'p.rows' is not a struct and has no fields; remove the field"},
        {"p.", "expr-syntax", "the expression ends too early; write the name of a field"},
        {"p.3", "expr-struct", "'p' is a struct, not a number; name one of its fields"},
        {"p.[3]", "expr-syntax", "'[' is not expected here; write the name of a field"},
    };
#undef OPAQUE

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_missing_and_wrong_indices(void **state)
{
    static const refusal refusals[] = {
        {"p.dims", "expr-index",
         "'p.dims' is an array, not a number; name one element, with a constant index"},
        {"p.grid[1]", "expr-index",
         "'p.grid[1]' is an array, not a number; name one element, with a constant index"},
        {"p.dims[3]", "expr-index",
         "'p.dims' has 3 elements, and the index 3 is not one of them; count from 0"},
        {"p.dims[0 - 1]", "expr-index",
         "'p.dims' has 3 elements, and the index 0 - 1 is not one of them; count from 0"},
        {"p.grid[1][3]", "expr-index",
         "'p.grid[1]' has 3 elements, and the index 3 is not one of them; count from 0"},
        {"p.dims[n]", "expr-index", "'p.dims' has an index that is not a constant; write a number"},
        {"n[0]", "expr-index", "'n' is not an array; remove the index"},
        {"p.dims[1", "expr-syntax", "the expression ends too early; write ']'"},
        {"p.dims[]", "expr-syntax", "']' is not expected here; write a number, a name or '('"},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_values_that_differ_between_threads(void **state)
{
#define DIFFERS                                                                                    \
    "differs from thread to thread, but a contract is checked once, before the launch; use "       \
    "gridDim and blockDim"
    static const refusal refusals[] = {
        {"threadIdx.x", "expr-thread-index", "'threadIdx' " DIFFERS},
        {"blockIdx.x < n", "expr-thread-index", "'blockIdx' " DIFFERS},
    };
#undef DIFFERS

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_a_shape_without_a_component(void **state)
{
    static const refusal refusals[] = {
        {"gridDim", "expr-dimension",
         "'gridDim' is not a number; use gridDim.x, gridDim.y or gridDim.z"},
        {"blockDim.w", "expr-dimension",
         "'blockDim' is not a number; use blockDim.x, blockDim.y or blockDim.z"},
        {"blockDim.", "expr-dimension",
         "'blockDim' is not a number; use blockDim.x, blockDim.y or blockDim.z"},
    };

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_unknown_functions_and_wrong_numbers_of_arguments(void **state)
{
#define NO_FUNCTION "is not a function of contracts; use min, max, ceil_div, is_pow2 or sizeof"
    static const refusal refusals[] = {
        {"foo(n)", "expr-unknown-function", "'foo' " NO_FUNCTION},
        {"n(3)", "expr-unknown-function", "'n' " NO_FUNCTION},
        {"mim(n, 2)", "expr-unknown-function",
         "'mim' is not a function of contracts; did you mean 'min'?"},
        {"std::min(n, 2)", "expr-unknown-function",
         "'std::min' is not a function of contracts; did you mean 'min'?"},
        {"custub::ceil_div(n, 2)", "expr-unknown-function", "'custub::ceil_div' " NO_FUNCTION},
        {"min(n)", "expr-argument-count", "'min' takes two arguments, not 1; write min(a, b)"},
        {"max(n, 1, 2)", "expr-argument-count",
         "'max' takes two arguments, not 3; write max(a, b)"},
        {"is_pow2()", "expr-argument-count",
         "'is_pow2' takes one argument, not 0; write is_pow2(a)"},
        {"is_pow2(n, 2)", "expr-argument-count",
         "'is_pow2' takes one argument, not 2; write is_pow2(a)"},
        {"min(n, 2", "expr-syntax", "the expression ends too early; write ')'"},
        {"min(n 2)", "expr-syntax", "'2' is not expected here; write ')'"},
        {"min(n,)", "expr-syntax", "')' is not expected here; write a number, a name or '('"},
    };
#undef NO_FUNCTION

    (void)state;
    CHECK_REFUSALS(refusals);
}

static void refuses_unknown_sizes(void **state)
{
#define NO_SIZE "is not a type; name a complete type other than long double"
#define NO_TYPE "sizeof takes the name of a type in parentheses; write sizeof(float)"
    static const refusal refusals[] = {
        {"sizeof(n)", "expr-sizeof", "'n' " NO_SIZE},
        {"sizeof(long double)", "expr-sizeof", "'long double' " NO_SIZE},
        {"sizeof(incomplete)", "expr-sizeof", "'incomplete' " NO_SIZE},
        {"sizeof(void)", "expr-sizeof", "'void' " NO_SIZE},
        {"sizeof(unsigned float)", "expr-sizeof", "'unsigned float' " NO_SIZE},
        {"sizeof(signed unsigned)", "expr-sizeof", "'signed unsigned' " NO_SIZE},
        {"sizeof(long long long)", "expr-sizeof", "'long long long' " NO_SIZE},
        {"sizeof(short long)", "expr-sizeof", "'short long' " NO_SIZE},
        {"sizeof(int int)", "expr-sizeof", "'int int' " NO_SIZE},
        {"sizeof(int real)", "expr-sizeof", "'int real' " NO_SIZE},
        {"sizeof(nothing *)", "expr-sizeof", "'nothing *' " NO_SIZE},
        {"sizeof()", "expr-sizeof", "'' " NO_SIZE},
        {"sizeof n", "expr-sizeof", NO_TYPE},
        {"sizeof(float", "expr-sizeof", NO_TYPE},
    };
#undef NO_SIZE
#undef NO_TYPE

    (void)state;
    CHECK_REFUSALS(refusals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        REFUSAL_TEST(suggests_a_name_for_an_unknown_one),
        REFUSAL_TEST(refuses_pointers_as_numbers),
        REFUSAL_TEST(refuses_to_read_through_pointers),
        REFUSAL_TEST(refuses_floating_point_parameters_and_literals),
        REFUSAL_TEST(refuses_fields_that_are_not_numbers),
        REFUSAL_TEST(refuses_missing_and_wrong_indices),
        REFUSAL_TEST(refuses_values_that_differ_between_threads),
        REFUSAL_TEST(refuses_a_shape_without_a_component),
        REFUSAL_TEST(refuses_unknown_functions_and_wrong_numbers_of_arguments),
        REFUSAL_TEST(refuses_unknown_sizes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
