#define _XOPEN_SOURCE 700 /* setenv */

/* The flags that nvcc takes from its environment. */
#include "command_line/nvcc_environment.h"
#include "command_line/nvcc_flags.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

/* A case is words with bars between them. */
static gen_words words_of(const char *text)
{
    gen_words words = {0};

    while (text && *text) {
        const char *bar = strchr(text, '|');
        gen_words_add(&words, &arena,
                      gen_arena_copy(&arena, text, bar ? (size_t)(bar - text) : strlen(text)));
        text = bar ? bar + 1 : NULL;
    }
    return words;
}

static const char *text_of(const gen_words *words)
{
    const char *text = "";

    for (size_t i = 0; i < words->count; i++)
        text = gen_arena_format(&arena, "%s%s%s", text, i ? "|" : "", words->data[i]);
    return text;
}

static void check_environment(const char *prepend, const char *append, const char *words,
                              const char *clang, const char *architectures)
{
    gen_nvcc_environment environment = {{0}, {0}};
    gen_nvcc_flags flags = {0};
    gen_words own = words_of(words);

    setenv("NVCC_PREPEND_FLAGS", prepend, 1);
    setenv("NVCC_APPEND_FLAGS", append, 1);
    assert_true(gen_nvcc_environment_read(&environment, &arena, &diag));
    assert_true(gen_nvcc_flags_add(&flags, &arena, &diag, &own, &environment));
    assert_string_equal(text_of(&flags.clang), clang);
    assert_string_equal(text_of(&flags.architectures), architectures);
}

/* Seen with `nvcc -dryrun`. */
static void flags_of_the_environment_surround_the_others(void **state)
{
    (void)state;
    check_environment("-DX=1 -UX", "-DX=3", "-DX=2", "-DX=1|-UX|-DX=2|-DX=3", "");
    check_environment("", "-Xcompiler -DX=3,-DY", "-DX=2", "-DX=3|-DY|-DX=2", "");
    check_environment("-std=c++14", "-arch=sm_90 -rdc=false", "-rdc=true|-arch=sm_80", "-std=c++14",
                      "sm_90");
    check_environment("-forward-unknown-to-host-compiler", "", "-fno-rtti|-DX", "-fno-rtti|-DX",
                      "");
    check_environment("", "other.cu -DX", "-DY=a,b", "-DY=a,b|-DX", "");
}

static void quotes_protect_blanks_and_are_kept(void **state)
{
    (void)state;
    check_environment("", "  -DA=\"x y\" \t-DB ", "", "-DA=\"x y\"|-DB", "");
    check_environment("", "-DA=x,y -DB=\"x,y\"", "", "-DA=x|-Dy|-DB=\"x,y\"", "");
    check_environment("", "-DA='x -DB=it's", "", "-DA='x|-DB=it's", "");
    check_environment("", "-DA=a\\b -DB=a\\\\b", "", "-DA=ab|-DB=a\\b", "");
    check_environment("", "-I\"a b\" -isystem \"c d\"", "", "-Ia b|-isystem|c d", "");
    check_environment("", "-Xcompiler \"-DY -DZ\"", "", "-DY -DZ", "");
    check_environment("-DA\n-DB", "", "", "-DA\n-DB", "");
}

static void an_unclosed_quote_is_an_error(void **state)
{
    gen_nvcc_environment environment = {{0}, {0}};

    (void)state;
    setenv("NVCC_APPEND_FLAGS", "-DA=\\\"x\\\" -DB", 1);
    assert_false(gen_nvcc_environment_read(&environment, &arena, &diag));
    unsetenv("NVCC_APPEND_FLAGS");
    assert_string_equal(
        diag.first->text,
        "'NVCC_APPEND_FLAGS' of the environment has a quote that is not closed; close it");
}

/* Only nvcc reads its environment. */
static void commands_of_other_compilers_have_none(void **state)
{
    gen_nvcc_environment environment = {{0}, {0}};
    gen_nvcc_flags clangs = {0};
    gen_nvcc_flags nvccs = {0};
    gen_words clang = words_of("clang++|-DX|a.cu");
    gen_words nvcc = words_of("nvcc|-DX|a.cu");

    (void)state;
    environment.after = words_of("-UX|-Ii");
    assert_true(gen_nvcc_flags_add_command(&clangs, &arena, &diag, &clang, &environment, "/b"));
    assert_true(gen_nvcc_flags_add_command(&nvccs, &arena, &diag, &nvcc, &environment, "/b"));
    assert_string_equal(text_of(&clangs.clang), "-DX");
    assert_string_equal(text_of(&nvccs.clang), "-DX|-UX|-I/b/i");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(flags_of_the_environment_surround_the_others),
        TEST(quotes_protect_blanks_and_are_kept),
        TEST(an_unclosed_quote_is_an_error),
        TEST(commands_of_other_compilers_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
