/* Bounds checks in kernels that are compiled while the program runs, with the fake NVRTC, which
 * gives the PTX of the file GATHER_PTX, and the real library that rewrites it. */
#define _XOPEN_SOURCE 700 /* setenv */

#include "jit_fixture.h"

#include <custub/bounds_rewriter.h>
#include <custub/bounds_table.h>

#include "jit/rewriter.h"

static const custub_param_info params[] = {
    {.name = "n", .kind = CUSTUB_PARAM_SCALAR, .scalar = CUSTUB_SCALAR_I32, .size = 4, .align = 4},
    {.name = "rows", .kind = CUSTUB_PARAM_BUFFER, .offset = 8, .size = 8, .align = 8},
    {.name = "to", .kind = CUSTUB_PARAM_BUFFER, .offset = 16, .size = 8, .align = 8}};
static const custub_pointer_info pointers[] = {
    {.name = "rows", .param = 1, .element = "const float *", .element_size = 8, .element_align = 8},
    {.name = "to", .param = 2, .element = "float", .element_size = 4, .element_align = 4}};
static const custub_kernel_info kernel = {.name = "gather",
                                          .symbol = "gather",
                                          .file = "gather.cu",
                                          .line = 4,
                                          .param_count = 3,
                                          .pointer_count = 2,
                                          .params = params,
                                          .pointers = pointers};
static const custub_library_info gather = {.abi = CUSTUB_ABI,
                                           .kernel_count = 1,
                                           .name = "gather",
                                           .file = "gather.cu",
                                           .kernels = &kernel};

static const char texts[] = "\0\0gather.nvrtc.cu\0source text";
static const custub_image program[] = {{"nvrtc", texts, sizeof(texts)}, {NULL, NULL, 0}};

static char ptx[1 << 16];

static void read_ptx(void)
{
    FILE *file = fopen(GATHER_PTX, "r");

    CHILD_CHECK(file && fread(ptx, 1, sizeof(ptx) - 1, file));
    fclose(file);
}

/* The bytes of the kernel's further parameter. */
static uint32_t parameter_bytes(void)
{
    custub_bounds_rewritten out;
    const custub_bounds_table *table;
    uint32_t bytes;

    CHILD_CHECK(!custubi_rewrite(&gather, ptx, &out, fresh(&error)));
    table = out.table;
    bytes = ((const custub_bounds_kernel *)(const void *)((const char *)out.table + table->kernels))
                ->param_bytes;
    free(out.ptx);
    free(out.table);
    return bytes;
}

/* As it is in what the driver loads. */
static void add_parameter(void)
{
    recording_change_param("gather", 3, 24, parameter_bytes());
    recording_change_param_count("gather", 4);
}

static void begin_with_gather(void)
{
    begin();
    read_ptx();
    setenv("FAKE_NVRTC_PTX", ptx, 1);
    recording_describe(&gather, NULL);
}

static custub_library *load(custub_bounds_checks checks)
{
    const custub_load_options options = {.images = program, .bounds_checks = checks};

    return custub_library_open_with(&gather, &options, fresh(&error));
}

static bool has_checks(const custub_library *library)
{
    return library && custub_kernel_bounds_checks(custub_library_kernel(library, 0)) ==
                          CUSTUB_BOUNDS_CHECKS_ON;
}

static void in_child_loads_checked_kernels(void)
{
    custub_library *library;

    begin_with_gather();
    add_parameter();
    library = load(CUSTUB_BOUNDS_CHECKS_ON);
    CHILD_CHECK_STRING(error.message, "");
    CHILD_CHECK(has_checks(library));
    custub_library_close(library, NULL);
    CHILD_CHECK(compilations() == 1 && recording_alive() == 0);
}
CHILD_TEST(loads_checked_kernels)

static void in_child_the_environment_asks_for_checks(void)
{
    custub_library *library;

    begin_with_gather();
    add_parameter();
    setenv("CUSTUB_BOUNDS_CHECKS", "1", 1);
    library = load(CUSTUB_BOUNDS_CHECKS_DEFAULT);
    CHILD_CHECK(has_checks(library));
    custub_library_close(library, NULL);
    CHILD_CHECK(recording_alive() == 0);
}
CHILD_TEST(the_environment_asks_for_checks)

static void in_child_keeps_both_kinds_of_code_apart(void)
{
    begin_with_gather();
    for (int i = 0; i < 2; i++) {
        custub_library *library = load(CUSTUB_BOUNDS_CHECKS_OFF);
        CHILD_CHECK_STRING(error.message, "");
        custub_library_close(library, NULL);
        load(CUSTUB_BOUNDS_CHECKS_ON); /* the driver's image has no further parameter */
        CHILD_CHECK(error.status == CUSTUB_ERROR_SIGNATURE_MISMATCH);
    }
    CHILD_CHECK(compilations() == 2 && recording_alive() == 0);
}
CHILD_TEST(keeps_both_kinds_of_code_apart)

static void in_child_says_why_code_cannot_be_checked(void)
{
    begin_with_gather();
    setenv("FAKE_NVRTC_PTX", "text", 1);
    CHILD_CHECK(!load(CUSTUB_BOUNDS_CHECKS_ON));
    CHILD_CHECK(error.status == CUSTUB_ERROR_COMPILATION);
    CHILD_CHECK_STRING(error.file, "gather.cu");
    CHILD_CHECK(strstr(error.message, "gather.cu: its bounds cannot be checked: "));
    CHILD_CHECK(strstr(error.message, "this is not PTX"));
    CHILD_CHECK(recording_alive() == 0);
}
CHILD_TEST(says_why_code_cannot_be_checked)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_checked_kernels),
        cmocka_unit_test(the_environment_asks_for_checks),
        cmocka_unit_test(keeps_both_kinds_of_code_apart),
        cmocka_unit_test(says_why_code_cannot_be_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
