/* Linking with the toolkit's nvJitLink, which needs no driver and no GPU. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "link/linker.h"

static const char kernel_ptx[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                                 ".extern .func (.param .b32 r) add_seven (.param .b32 x);\n"
                                 ".visible .entry apply(.param .u64 out)\n{\n"
                                 "    .reg .b32 %r<3>; .reg .b64 %rd<3>;\n"
                                 "    ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd2, %rd1;\n"
                                 "    ld.global.u32 %r1, [%rd2];\n"
                                 "    { .param .b32 a; st.param.b32 [a], %r1; .param .b32 b;\n"
                                 "      call.uni (b), add_seven, (a); ld.param.b32 %r2, [b]; }\n"
                                 "    st.global.u32 [%rd2], %r2; ret;\n}\n";
static const char function_ptx[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".visible .func (.param .b32 r) add_seven (.param .b32 x)\n{\n"
    "    .reg .b32 %r<3>; ld.param.u32 %r1, [x]; add.s32 %r2, %r1, 7;\n"
    "    st.param.b32 [r], %r2; ret;\n}\n";
static const char nonsense[] = ".version 7.0\nnonsense\n";
static const custub_link_options for_sm_90 = {.architecture = "sm_90"};
static custub_error error;

/* The result is a cubin with the kernel in it. */
static void links(custub_image second)
{
    const custub_image parts[] = {{"ptx", kernel_ptx, sizeof(kernel_ptx)}, second, {NULL, NULL, 0}};
    custub_image linked = custub_link(parts, &for_sm_90, fresh(&error));
    custub_image again;
    bool found = false;

    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    assert_non_null(linked.data);
    again = custub_image_of(linked.data, linked.size, &error);
    assert_string_equal(again.tag, "cubin");
    for (size_t i = 0; i + 6 <= linked.size && !found; i++)
        found = memcmp((const char *)linked.data + i, "apply", 6) == 0;
    assert_true(found);
    custub_image_free(&linked);
}

static void ptx_is_linked(void **state)
{
    (void)state;
    links(custub_image_of(function_ptx, sizeof(function_ptx), fresh(&error)));
}

static void what_is_missing_is_named(void **state)
{
    const custub_image parts[] = {{"ptx", kernel_ptx, sizeof(kernel_ptx)}, {NULL, NULL, 0}};
    const custub_image broken[] = {{"ptx", nonsense, sizeof(nonsense)}, {NULL, NULL, 0}};

    (void)state;
    assert_null(custub_link(parts, &for_sm_90, fresh(&error)).data);
    assert_int_equal(error.status, CUSTUB_ERROR_LINK);
    assert_non_null(strstr(error.message, "add_seven"));
    assert_null(custub_link(broken, &for_sm_90, fresh(&error)).data);
    assert_int_equal(error.status, CUSTUB_ERROR_LINK);
    assert_non_null(strstr(error.message, "ptx"));
}

#ifdef PART
static void files_are_linked(void **state)
{
    static const struct {
        const char *path, *tag;
    } files[] = {{PART ".ltoir", "ltoir"}, {PART ".o", "object"}, {PART ".a", "archive"}};

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        custub_image part = custub_image_read(files[i].path, fresh(&error));
        assert_false(custub_failed(&error));
        assert_string_equal(part.tag, files[i].tag);
        links(part);
        custub_image_free(&part);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ptx_is_linked),
        cmocka_unit_test(what_is_missing_is_named),
#ifdef PART
        cmocka_unit_test(files_are_linked),
#endif
    };

    if (!custubi_nvjitlink_open(NULL)) {
        printf("skipped: there is no nvJitLink\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
