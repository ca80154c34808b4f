/* Which function of the CPU driver a program gets: by version, and in the per-thread form, where
 * the null stream is the calling thread's own. */
#define _POSIX_C_SOURCE 200809L

#include "driver_table.h"

#include "entry/per_thread_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define NEWEST 13000

typedef struct row {
    const char *name; /* without a version */
    int version;
    const char *exported;
} row;

static const row rows[] = {
#define ROW(name, version, exported, parameters) {#name, version, #exported},
    CPU_FUNCTION_TABLE(ROW)
#undef ROW
#define ROW(name, version, exported) {#name, version, #exported},
        CPU_RENAMED_TABLE(ROW)
#undef ROW
};
#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static const row forms[] = {
#define FORM(exported, suffix, parameters, arguments) {#exported, 0, #exported #suffix},
    CPU_PER_THREAD_TABLE(FORM)
#undef FORM
};
#define FORM_COUNT (sizeof(forms) / sizeof(forms[0]))

static void *library;

static void *symbol(const char *name)
{
    void *address = dlsym(library, name);

    if (!address)
        fail_msg("%s is not exported", name);
    return address;
}

static const char *form_of(const char *exported)
{
    for (size_t i = 0; i < FORM_COUNT; i++) {
        if (strcmp(forms[i].name, exported) == 0)
            return forms[i].exported;
    }
    return exported;
}

static void *get(const char *name, int version, uint64_t flags)
{
    void *found = NULL;
    int status = -1;

    assert_int_equal(cu.cuGetProcAddress_v2(name, &found, version, flags, &status), CUDA_SUCCESS);
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SUCCESS);
    return found;
}

/* A function is found from its own CUDA version up to the last one before its successor. */
static void finds_every_version(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        int last = NEWEST;

        for (size_t j = i + 1; j < ROW_COUNT; j++) {
            if (strcmp(rows[j].name, rows[i].name) == 0 && rows[j].version <= last)
                last = rows[j].version - 10;
        }
        assert_ptr_equal(get(rows[i].name, rows[i].version, 0), symbol(rows[i].exported));
        assert_ptr_equal(get(rows[i].name, last, 0), symbol(rows[i].exported));
    }
}

static void finds_per_thread_forms(void **state)
{
    size_t found = 0;

    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const char *form = form_of(rows[i].exported);

        assert_ptr_equal(
            get(rows[i].name, rows[i].version, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM),
            symbol(form));
        assert_ptr_equal(get(rows[i].name, rows[i].version, CU_GET_PROC_ADDRESS_LEGACY_STREAM),
                         symbol(rows[i].exported));
        found += form != rows[i].exported;
    }
    assert_int_equal(found, FORM_COUNT); /* all forms belong to served functions */
}

static void does_not_find_unserved_functions(void **state)
{
    void *found = &found;
    int status = -1;

    (void)state;
    symbol("cuTexRefCreate");
    assert_int_equal(cu.cuGetProcAddress_v2("cuTexRefCreate", &found, NEWEST, 0, &status),
                     CUDA_SUCCESS);
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    assert_null(found);
    assert_int_equal(cu.cuGetProcAddress_v2("cuLibraryLoadData", &found, 11080, 0, &status),
                     CUDA_SUCCESS);
    assert_int_equal(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    assert_null(found);
}

/* Uses a context, a stream, an event and memory by the names of CUDA 2 to 10. */
#define EARLIER(exported, parameters)                                                              \
    CUresult(*exported) parameters;                                                                \
    void *exported##_address = symbol(#exported);                                                  \
    memcpy(&exported, &exported##_address, sizeof(exported));

static void serves_names_of_earlier_versions(void **state)
{
    EARLIER(cuCtxCreate, (CUcontext * context, unsigned int flags, CUdevice device))
    EARLIER(cuCtxPopCurrent, (CUcontext * context))
    EARLIER(cuCtxPushCurrent, (CUcontext context))
    EARLIER(cuCtxDetach, (CUcontext context))
    EARLIER(cuStreamDestroy, (CUstream stream))
    EARLIER(cuEventDestroy, (CUevent event))
    EARLIER(cuMemHostRegister, (void *address, size_t size, unsigned int flags))
    EARLIER(cuDevicePrimaryCtxSetFlags, (CUdevice device, unsigned int flags))
    EARLIER(cuStreamBeginCapture, (CUstream stream))
    char memory[64];
    CUcontext context;
    CUcontext popped;
    CUstream stream;
    CUevent event;
    CUgraph graph;

    (void)state;
    assert_int_equal(cuDevicePrimaryCtxSetFlags(0, 0), CUDA_SUCCESS);
    assert_int_equal(cuCtxCreate(&context, 0, 0), CUDA_SUCCESS);
    assert_int_equal(cuCtxPopCurrent(&popped), CUDA_SUCCESS);
    assert_ptr_equal(popped, context);
    assert_int_equal(cuCtxPushCurrent(context), CUDA_SUCCESS);
    assert_int_equal(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_int_equal(cuStreamBeginCapture(stream), CUDA_SUCCESS);
    assert_int_equal(cu.cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
    assert_int_equal(cu.cuGraphDestroy(graph), CUDA_SUCCESS);
    assert_int_equal(cuStreamDestroy(stream), CUDA_SUCCESS);
    assert_int_equal(cu.cuEventCreate(&event, 0), CUDA_SUCCESS);
    assert_int_equal(cuEventDestroy(event), CUDA_SUCCESS);
    assert_int_equal(cuMemHostRegister(memory, sizeof(memory), 0), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemHostUnregister(memory), CUDA_SUCCESS);
    assert_int_equal(cuCtxDetach(context), CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_every_version),
        cmocka_unit_test(finds_per_thread_forms),
        cmocka_unit_test(does_not_find_unserved_functions),
        cmocka_unit_test(serves_names_of_earlier_versions),
    };

    if (!driver_open(true))
        return 77;
    library = dlopen(DRIVER_TEST_CPU, RTLD_NOW | RTLD_NOLOAD);
    if (!library)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
