/* Where notes say that an access is: in the user's source, also if a header's function was inlined.
 */
#include "rewriting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* load() calls inner(), which reads through a pointer that it loads. */
static const char files[] = ".file 1 \"k.cu\"\n.file 2 \"tile.h\"\n"
                            ".section .debug_str\n{\n"
                            "$load:\n.b8 95,90,52,108,111,97,100,80,75,80,75,102,105,0\n"
                            "$inner:\n.b8 95,90,53,105,110,110,101,114,80,75,80,75,102,105,0\n}\n";

static void says(const char *locations, const char *file, unsigned line, const char *words)
{
    char statements[512] = {0};
    rewriting r;

    strcat(strcat(statements, locations), "ld.global.u64 %rd3, [%rd1];\nst.u32 [%rd3], %r1;\n");
    rewrite(&r, "sm_90", files, statements);
    assert_non_null(r.diag.first);
    assert_null(r.diag.first->next);
    assert_string_equal(r.diag.first->place.file, file);
    assert_int_equal(r.diag.first->place.line, line);
    assert_memory_equal(r.diag.first->text, words, strlen(words));
    rewriting_release(&r);
}

static void names_the_line_of_the_access(void **state)
{
    (void)state;
    says(".loc 1 6 9\n", "k.cu", 6, "kernel 'k': the buffer of an address is not known: ");
    says(".loc 1 0 0\n", "k.cu", 0, "kernel 'k': the buffer of an address is not known: ");
    says("", "k.ptx", 30, "kernel 'k': the buffer of an address is not known: ");
}

static void names_the_call_of_an_inlined_function_of_a_header(void **state)
{
    (void)state;
    says(".loc 2 5 5, function_name $load, inlined_at 1 6 9\n", "k.cu", 6,
         "kernel 'k', in 'load' of tile.h:5: the buffer ");
    says(".loc 2 5 5, function_name $load, inlined_at 1 6 9\n"
         ".loc 2 2 5, function_name $inner, inlined_at 2 5 5\n",
         "k.cu", 6, "kernel 'k', in 'inner' of tile.h:2: the buffer ");
    says(".loc 2 0 0, function_name $load, inlined_at 1 6 9\n", "k.cu", 6,
         "kernel 'k', in 'load' of tile.h: the buffer ");
    says(".loc 2 5 5, function_name $unknown, inlined_at 1 6 9\n", "k.cu", 6,
         "kernel 'k', in tile.h:5: the buffer ");
}

/* It is the user's source too, and more precise. */
static void names_the_line_in_an_inlined_function_of_the_same_file(void **state)
{
    (void)state;
    says(".loc 1 2 5, function_name $load, inlined_at 1 6 9\n", "k.cu", 2,
         "kernel 'k': the buffer ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_the_line_of_the_access),
        cmocka_unit_test(names_the_call_of_an_inlined_function_of_a_header),
        cmocka_unit_test(names_the_line_in_an_inlined_function_of_the_same_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
