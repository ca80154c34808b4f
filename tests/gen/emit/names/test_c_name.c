/* The names that a header gives to the structs of arguments. */
#include "emit/names/c_name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const gen_type number = {
    .kind = GEN_TYPE_SCALAR, .scalar = CUSTUB_SCALAR_I32, .c_name = "int", .size = 4, .align = 4};

static gen_arena arena;

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    gen_arena_deinitialize(&arena);
    return 0;
}

/* The names for kernels of one parameter each, in a file saxpy.cu. */
static const gen_c_names *names_of(size_t count, gen_kernel *kernels, gen_record *records,
                                   const char *prefix)
{
    gen_model *model = GEN_NEW(&arena, gen_model);

    for (size_t i = 0; i < count; i++)
        kernels[i].next = i + 1 < count ? &kernels[i + 1] : NULL;
    model->file = "saxpy.cu";
    model->stem = "saxpy";
    model->prefix = prefix;
    model->name = gen_arena_format(&arena, "%ssaxpy", prefix);
    model->kernels = kernels;
    model->kernel_count = count;
    model->records = records;
    return gen_c_names_choose(model, &arena, false);
}

static gen_kernel kernel_of(const char *name, gen_param *param)
{
    *param = (gen_param){.name = "n", .type = &number};
    return (gen_kernel){.name = name, .params = param, .param_count = 1};
}

static void a_struct_of_arguments_is_named_after_its_kernel(void **state)
{
    gen_param param;
    gen_kernel kernels[] = {kernel_of("saxpy", &param), {.name = "nothing"}};
    const gen_c_names *names = names_of(2, kernels, NULL, "my_");

    (void)state;
    assert_string_equal(names->kernels[0].args, "saxpy_args"); /* emitted after the prefix */
    assert_null(names->kernels[1].args);                       /* C has no empty structs */
}

static void it_gives_way_to_a_kernel_of_its_name(void **state)
{
    gen_param params[2];
    gen_kernel kernels[] = {kernel_of("saxpy", &params[0]), kernel_of("saxpy_args", &params[1])};
    const gen_c_names *names = names_of(2, kernels, NULL, "");

    (void)state;
    assert_string_equal(names->kernels[0].args, "saxpy_args_");
    assert_string_equal(names->kernels[1].function, "saxpy_args");
    assert_string_equal(names->kernels[1].args, "saxpy_args_args");
}

static void it_gives_way_to_a_function_of_its_name(void **state)
{
    gen_param params[2];
    gen_kernel kernels[] = {kernel_of("launch_x", &params[0]), kernel_of("x_args", &params[1])};
    const gen_c_names *names = names_of(2, kernels, NULL, "");

    (void)state;
    assert_string_equal(names->kernels[0].args, "launch_x_args_"); /* x_args has the function */
}

static void it_gives_way_to_a_struct_of_the_file(void **state)
{
    gen_param param;
    gen_kernel kernel = kernel_of("saxpy", &param);
    gen_record record = {.tag = "args"};
    const gen_c_names *names = names_of(1, &kernel, &record, "");

    (void)state;
    assert_string_equal(names->records[0].name, "saxpy_args");
    assert_string_equal(names->kernels[0].args, "saxpy_args_");
}

static void a_parameter_gives_way_to_it(void **state)
{
    gen_param param;
    gen_kernel kernel = kernel_of("saxpy", &param);
    const gen_c_names *names;

    (void)state;
    param.name = "saxpy_args";
    names = names_of(1, &kernel, NULL, "");
    assert_string_equal(names->kernels[0].args, "saxpy_args");
    assert_string_equal(names->kernels[0].params[0], "saxpy_args_");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_struct_of_arguments_is_named_after_its_kernel),
        TEST(it_gives_way_to_a_kernel_of_its_name),
        TEST(it_gives_way_to_a_function_of_its_name),
        TEST(it_gives_way_to_a_struct_of_the_file),
        TEST(a_parameter_gives_way_to_it),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
