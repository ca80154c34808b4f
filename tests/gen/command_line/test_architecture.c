#include "command_line/architecture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

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

static const char *all_of(long toolkit, bool major)
{
    gen_words words = {0};
    const char *text = "";
    const char *error;

    gen_architecture_choose_named(&words, &arena, major ? "all-major" : "all", toolkit, &error);
    for (size_t i = 0; i < words.count; i++)
        text = gen_arena_format(&arena, "%s%s%s", text, i ? " " : "", words.data[i]);
    return text;
}

static void every_spelling_is_the_same_architecture(void **state)
{
    static const char *const spellings[] = {"sm_90a", "compute_90a", "lto_90a"};

    (void)state;
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(gen_architecture_find(&arena, spellings[i], 0), "sm_90a");
    assert_string_equal(gen_architecture_find(&arena, "compute_100f", 12090), "sm_100f");
}

static void finds_no_architecture_that_nvcc_does_not_build_for(void **state)
{
    static const char *const names[] = {"sm_10",  "sm_999",  "sm_91", "sm_80a", "sm_90f",
                                        "sm_90x", "sm_090",  "sm_",   "sm_8",   "sm_1000",
                                        "90",     "gfx90a",  "",      "all",    "SM_90",
                                        "sm_90 ", "sm_90ab", "sm_-9", "sm_+90", "compute"};

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        assert_null(gen_architecture_find(&arena, names[i], 0));
        assert_null(gen_architecture_find(&arena, names[i], 13000));
    }
}

static void a_newer_toolkit_may_have_newer_architectures(void **state)
{
    (void)state;
    assert_string_equal(gen_architecture_find(&arena, "sm_130a", 14000), "sm_130a");
    assert_true(gen_architecture_is_in("sm_130a", 14000));
    assert_null(gen_architecture_find(&arena, "sm_99", 14000));
}

static void a_toolkit_has_the_architectures_of_its_version(void **state)
{
    (void)state;
    assert_true(gen_architecture_is_in("sm_35", 11080));
    assert_false(gen_architecture_is_in("sm_35", 12000));
    assert_false(gen_architecture_is_in("sm_70", 13000));
    assert_false(gen_architecture_is_in("sm_90a", 11080));
    assert_true(gen_architecture_is_in("sm_90a", 12000));
    assert_false(gen_architecture_is_in("sm_100f", 12080));
    assert_true(gen_architecture_is_in("sm_101", 12080));
    assert_false(gen_architecture_is_in("sm_101", 13000));
}

/* The output of `nvcc --list-gpu-arch` and `nvcc -arch=all-major --dryrun`. */
static void all_means_all_of_the_toolkit(void **state)
{
    (void)state;
    assert_string_equal(all_of(13000, false),
                        "sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_100 sm_103 sm_110 sm_120 "
                        "sm_121");
    assert_string_equal(all_of(13000, true), "sm_75 sm_80 sm_90 sm_100 sm_110 sm_120");
    assert_string_equal(all_of(11080, true), "sm_35 sm_50 sm_60 sm_70 sm_80 sm_90");
}

static void lists_the_names_of_the_toolkit(void **state)
{
    (void)state;
    assert_non_null(strstr(gen_architecture_names(&arena, 13000), "sm_90, sm_90a, sm_100"));
    assert_null(strstr(gen_architecture_names(&arena, 13000), "sm_70"));
    assert_non_null(strstr(gen_architecture_names(&arena, 0), "sm_70"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_is_the_same_architecture),
        cmocka_unit_test(finds_no_architecture_that_nvcc_does_not_build_for),
        cmocka_unit_test(a_newer_toolkit_may_have_newer_architectures),
        cmocka_unit_test(a_toolkit_has_the_architectures_of_its_version),
        cmocka_unit_test(all_means_all_of_the_toolkit),
        cmocka_unit_test(lists_the_names_of_the_toolkit),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
