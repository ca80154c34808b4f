/* The function of libcustub_bounds.so.1. GATHER_PTX is a file of PTX. */
#include <custub/bounds_rewriter.h>
#include <custub/bounds_table.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const custub_param_info params[] = {{.offset = 0}, {.offset = 8}, {.offset = 16}};
static const custub_pointer_info pointers[] = {{.name = "rows", .param = 1},
                                               {.name = "to", .param = 2}};
static const custub_kernel_info kernels[] = {{.name = "gather",
                                              .symbol = "gather",
                                              .param_count = 3,
                                              .params = params,
                                              .pointer_count = 2,
                                              .pointers = pointers}};
static const custub_library_info library = {
    .kernel_count = 1, .name = "gather", .file = "gather.cu", .kernels = kernels};

/* --- Memory that runs out -------------------------------------------------------------------- */

static size_t left = SIZE_MAX; /* allocations until there is no memory */
static size_t alive;           /* allocations that were not freed */

static bool has_memory(void)
{
    return left == SIZE_MAX || (left && left--);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

static void *counted(void *memory)
{
    alive += memory != NULL;
    return memory;
}

void *__wrap_malloc(size_t size)
{
    return has_memory() ? counted(__real_malloc(size)) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return has_memory() ? counted(__real_calloc(count, size)) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
    void *moved = has_memory() ? __real_realloc(memory, size) : NULL;

    return memory ? moved : counted(moved);
}

void __wrap_free(void *memory)
{
    alive -= memory != NULL;
    __real_free(memory);
}

/* --- Tests ----------------------------------------------------------------------------------- */

static char *ptx;

static int read_ptx(void **state)
{
    FILE *file = fopen(GATHER_PTX, "r");
    size_t length;

    (void)state;
    ptx = calloc(1, 1 << 16);
    if (!file || !ptx)
        return -1;
    length = fread(ptx, 1, (1 << 16) - 1, file);
    fclose(file);
    return length ? 0 : -1;
}

static int free_ptx(void **state)
{
    (void)state;
    free(ptx);
    return 0;
}

static void gives_ptx_and_a_table(void **state)
{
    custub_bounds_rewritten out;
    char message[256] = "";

    (void)state;
    assert_true(custub_bounds_rewrite(&out, &library, ptx, message, sizeof(message)));
    assert_string_equal(message, "");
    assert_int_equal(out.ptx_bytes, strlen(out.ptx) + 1);
    assert_non_null(strstr(out.ptx, ".entry gather("));
    assert_true(out.table_bytes > sizeof(custub_bounds_table));
    assert_true(((const custub_bounds_table *)out.table)->magic == CUSTUB_BOUNDS_MAGIC);
    free(out.ptx);
    free(out.table);
}

static void says_what_is_wrong_with_the_ptx(void **state)
{
    custub_bounds_rewritten out;
    char message[256] = "";
    size_t before = alive;

    (void)state;
    assert_false(custub_bounds_rewrite(&out, &library, "text", message, sizeof(message)));
    assert_non_null(strstr(message, "this is not PTX"));
    assert_null(strstr(message, ":0"));
    assert_null(out.ptx);
    assert_null(out.table);
    assert_int_equal(alive, before);
}

/* Wherever the memory runs out, the process goes on. */
static void fails_without_memory_and_returns(void **state)
{
    custub_bounds_rewritten out;
    size_t attempts = 0;
    size_t before = alive;
    char message[256];
    int done;

    (void)state;
    do {
        message[0] = '\0';
        left = attempts;
        done = custub_bounds_rewrite(&out, &library, ptx, message, sizeof(message));
        left = SIZE_MAX;
        assert_true((out.ptx != NULL) == done && (out.table != NULL) == done);
        assert_int_equal(alive, before + (done ? 2 : 0));
        assert_string_equal(message, done ? "" : "no memory to rewrite the PTX");
        attempts++;
    } while (!done);
    assert_true(attempts > 3);
    free(out.ptx);
    free(out.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_ptx_and_a_table),
        cmocka_unit_test(says_what_is_wrong_with_the_ptx),
        cmocka_unit_test(fails_without_memory_and_returns),
    };

    return cmocka_run_group_tests(tests, read_ptx, free_ptx);
}
