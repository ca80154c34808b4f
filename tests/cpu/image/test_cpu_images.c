/* The CPU driver loads images: several at once, and from several threads of the program. It refuses
 * everything else. */
#define _POSIX_C_SOURCE 200809L /* popen */

#include "cpu_harness.h"

#include <custub/cpu_image.h>
#include <dlfcn.h>
#include <elf.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- Images --------------------------------------------------------------------------------------
 */

static CUlibrary load(sample_image which)
{
    CUlibrary library = NULL;

    assert_success(
        cu.cuLibraryLoadData(&library, harness_image(which), NULL, NULL, 0, NULL, NULL, 0));
    return library;
}

static void never_mixes_up_two_images(void **state)
{
    CUlibrary other = load(SAMPLE_OTHER);

    (void)state;
    harness_check_saxpy(harness_kernel(other, "saxpy"), -1.0f, 0.0f);
    harness_check_saxpy(harness_kernel(harness_library, "saxpy"), 1.0f, 1.0f);
    for (int i = 0; i < 3; i++) {
        CUlibrary again;
        assert_success(cu.cuLibraryUnload(other));
        again = load(SAMPLE_SHAPES);
        other = load(SAMPLE_OTHER);
        harness_check_saxpy(harness_kernel(again, "saxpy"), 1.0f, 1.0f);
        harness_check_saxpy(harness_kernel(other, "saxpy"), -1.0f, 0.0f);
        assert_success(cu.cuLibraryUnload(again));
    }
    assert_success(cu.cuLibraryUnload(other));
}

static void loads_a_new_image_while_an_unloaded_one_stays_mapped(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        CUlibrary sticky = load(SAMPLE_STICKY);
        CUlibrary other;
        harness_check_saxpy(harness_kernel(sticky, "saxpy"), 5.0f, 0.0f);
        assert_success(cu.cuLibraryUnload(sticky));
        other = load(SAMPLE_OTHER);
        harness_check_saxpy(harness_kernel(other, "saxpy"), -1.0f, 0.0f);
        assert_success(cu.cuLibraryUnload(other));
    }
}

static void gives_each_copy_of_an_image_its_own_globals(void **state)
{
    CUlibrary first = load(SAMPLE_FUNCTIONS);
    CUlibrary second = load(SAMPLE_FUNCTIONS);
    int out[4];
    CUdeviceptr device = harness_upload(NULL, sizeof(out));
    void *params[] = {&device};

    (void)state;
    assert_success(harness_launch(harness_kernel(first, "globals"), 1, 4, 0, params));
    assert_success(harness_launch(harness_kernel(first, "globals"), 1, 1, 0, params));
    harness_download(out, device, sizeof(out));
    assert_int_equal(out[0], 1 + 4);
    assert_int_equal(out[3], 1000 + 3);
    assert_success(harness_launch(harness_kernel(second, "globals"), 1, 1, 0, params));
    harness_download(out, device, sizeof(out));
    assert_int_equal(out[0], 1);
    assert_success(cu.cuMemFree_v2(device));
    assert_success(cu.cuLibraryUnload(first));
    assert_success(cu.cuLibraryUnload(second));
}

static void loads_modules_into_a_context(void **state)
{
    CUmodule module;
    CUfunction function;

    (void)state;
    assert_success(cu.cuModuleLoadData(&module, harness_image(SAMPLE_OTHER)));
    assert_success(cu.cuModuleGetFunction(&function, module, "saxpy"));
    harness_check_saxpy(function, -1.0f, 0.0f);
    assert_success(cu.cuModuleUnload(module));
    assert_success(cu.cuModuleLoadDataEx(&module, harness_image(SAMPLE_OTHER), 0, NULL, NULL));
    assert_success(cu.cuModuleUnload(module));
}

static void keeps_the_lines_of_the_source(void **state)
{
    int line = 0;
    int expected = 1;
    CUdeviceptr device = harness_upload(&line, sizeof(line));
    void *params[] = {&device};
    FILE *file = fopen(CPU_TEST_SAMPLES "/shapes.cu", "r");
    char text[512];

    (void)state;
    assert_non_null(file);
    while (fgets(text, sizeof(text), file) && !strstr(text, "= __LINE__"))
        expected++;
    fclose(file);
    assert_success(harness_launch(harness_kernel(harness_library, "line_number"), 1, 1, 0, params));
    harness_download(&line, device, sizeof(line));
    assert_int_equal(line, expected);
    assert_success(cu.cuMemFree_v2(device));
}

/* --- Threads of the program ----------------------------------------------------------------------
 */

typedef struct worker {
    CUcontext context;
    unsigned seed;
    int failures;
} worker;

/* cmocka's assertions are for the test's own thread. */
static void *sum_often(void *argument)
{
    worker *self = argument;
    CUkernel kernel = NULL;
    CUdeviceptr values = 0;
    CUdeviceptr sums = 0;
    size_t n = 256;
    float in[256];
    float out = 0.0f;
    void *params[] = {&n, &values, &sums};

    self->failures += cu.cuCtxSetCurrent(self->context) != CUDA_SUCCESS;
    self->failures +=
        cu.cuLibraryGetKernel(&kernel, harness_library, "dynamic_sum") != CUDA_SUCCESS;
    self->failures += cu.cuMemAlloc_v2(&values, sizeof(in)) != CUDA_SUCCESS;
    self->failures += cu.cuMemAlloc_v2(&sums, sizeof(out)) != CUDA_SUCCESS;
    for (unsigned round = 0; round < 50 && self->failures == 0; round++) {
        float expected = 0.0f;
        for (unsigned i = 0; i < 256; i++) {
            in[i] = (float)((i * self->seed + round) % 11);
            expected += in[i];
        }
        self->failures += cu.cuMemcpyHtoD_v2(values, in, sizeof(in)) != CUDA_SUCCESS;
        self->failures +=
            harness_launch((CUfunction)(void *)kernel, 1, 256, 1024, params) != CUDA_SUCCESS;
        self->failures += cu.cuMemcpyDtoH_v2(&out, sums, sizeof(out)) != CUDA_SUCCESS;
        self->failures += out != expected;
    }
    self->failures += cu.cuMemFree_v2(values) != CUDA_SUCCESS;
    self->failures += cu.cuMemFree_v2(sums) != CUDA_SUCCESS;
    return NULL;
}

static void launches_from_several_threads_at_once(void **state)
{
    pthread_t threads[4];
    worker workers[4];

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        workers[i].seed = i + 1;
        workers[i].failures = 0;
        assert_success(cu.cuCtxGetCurrent(&workers[i].context));
        assert_int_equal(pthread_create(&threads[i], NULL, sum_often, &workers[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(workers[i].failures, 0);
    }
}

static void *load_often(void *argument)
{
    worker *self = argument;
    const unsigned char *image = harness_image(self->seed % 2 ? SAMPLE_OTHER : SAMPLE_SHAPES);
    float expected = self->seed % 2 ? -2.0f : 12.0f;

    self->failures += cu.cuCtxSetCurrent(self->context) != CUDA_SUCCESS;
    for (int round = 0; round < 20 && self->failures == 0; round++) {
        CUlibrary library = NULL;
        CUkernel kernel = NULL;
        CUdeviceptr memory = 0;
        CUdeviceptr y;
        float values[2] = {1.0f, 10.0f};
        float a = 2.0f;
        size_t n = 1;
        void *params[] = {&n, &a, &memory, &y};
        self->failures += cu.cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0) != 0;
        self->failures += cu.cuLibraryGetKernel(&kernel, library, "saxpy") != 0;
        self->failures += cu.cuMemAlloc_v2(&memory, sizeof(values)) != 0;
        self->failures += cu.cuMemcpyHtoD_v2(memory, values, sizeof(values)) != 0;
        y = memory + sizeof(float);
        self->failures += harness_launch((CUfunction)(void *)kernel, 1, 1, 0, params) != 0;
        self->failures += cu.cuMemcpyDtoH_v2(values, memory, sizeof(values)) != 0;
        self->failures += values[1] != expected;
        self->failures += cu.cuMemFree_v2(memory) != 0;
        self->failures += cu.cuLibraryUnload(library) != 0;
    }
    return NULL;
}

static void loads_from_several_threads_at_once(void **state)
{
    pthread_t threads[4];
    worker workers[4];

    (void)state;
    harness_image(SAMPLE_OTHER);
    for (unsigned i = 0; i < 4; i++) {
        workers[i].seed = i;
        workers[i].failures = 0;
        assert_success(cu.cuCtxGetCurrent(&workers[i].context));
        assert_int_equal(pthread_create(&threads[i], NULL, load_often, &workers[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(workers[i].failures, 0);
    }
}

/* --- Data that is not an image -------------------------------------------------------------------
 */

static CUresult load_result(const void *image)
{
    CUlibrary library = NULL;

    return cu.cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0);
}

/* The copy has its own allocation, so that the address sanitizer sees reads beyond its end. */
static CUresult load_damaged(size_t offset, unsigned char value, size_t size)
{
    unsigned char *copy = malloc(size);
    CUresult result;

    memcpy(copy, harness_image(SAMPLE_OTHER), size);
    copy[offset] = value;
    result = load_result(copy);
    free(copy);
    return result;
}

static void refuses_everything_but_its_own_images(void **state)
{
    const size_t size = harness_image_size(SAMPLE_OTHER);
    CUmodule module;

    (void)state;
    assert_int_equal(load_result(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(load_result(""), CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(load_result("//\n.version 8.0\n"), CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(load_result("\x50\xed\x55\xba"), CUDA_ERROR_INVALID_IMAGE); /* a fatbin */
    assert_int_equal(cu.cuModuleLoadData(&module, "\x7f"
                                                  "ELF"),
                     CUDA_ERROR_INVALID_IMAGE);
    /* a cubin: EM_CUDA */
    assert_int_equal(load_damaged(offsetof(Elf64_Ehdr, e_machine), 190, size),
                     CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(load_damaged(offsetof(Elf64_Ehdr, e_type), ET_REL, size),
                     CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(load_damaged(EI_CLASS, ELFCLASS32, size), CUDA_ERROR_INVALID_IMAGE);
    /* headers at offsets that no image is large enough for */
    assert_int_equal(load_damaged(offsetof(Elf64_Ehdr, e_shoff) + 7, 0x7f, size),
                     CUDA_ERROR_INVALID_IMAGE);
    assert_int_equal(load_damaged(offsetof(Elf64_Ehdr, e_phoff) + 7, 0x7f, size),
                     CUDA_ERROR_INVALID_IMAGE);
    assert_success(load_damaged(EI_PAD, 0, size)); /* unchanged */
}

static void refuses_an_image_without_a_table(void **state)
{
    const size_t size = harness_image_size(SAMPLE_OTHER);
    unsigned char *copy = malloc(size);

    (void)state;
    memcpy(copy, harness_image(SAMPLE_OTHER), size);
    for (size_t i = 0; i + 16 <= size; i++) {
        if (memcmp(copy + i, "custub_cpu_image", 16) == 0)
            copy[i] = 'k';
    }
    assert_int_equal(load_result(copy), CUDA_ERROR_INVALID_IMAGE);
    free(copy);
}

static const char *program; /* the path of this program */

/* Runs in a process of its own, which the driver ends. */
static int load_image_that_fails(void)
{
    const struct rlimit no_core = {0, 0};

    setrlimit(RLIMIT_CORE, &no_core);
    harness_open_driver();
    assert_success(cu.cuInit(0));
    load_result(harness_image(SAMPLE_LOADING));
    return 0;
}

static void names_the_function_that_fails_at_loading(void **state)
{
    char said[512];
    size_t size;
    char command[4096];
    FILE *child;

    (void)state;
    snprintf(command, sizeof(command), "exec " CPU_TEST_EMULATOR " '%s' loading 2>&1", program);
    child = popen(command, "r");
    assert_non_null(child);
    size = fread(said, 1, sizeof(said) - 1, child);
    said[size] = '\0';
    assert_int_equal(pclose(child), SIGABRT);
    assert_non_null(strstr(said, "custub: while a CPU image was loaded: at_load cannot run on the "
                                 "CPU: inline PTX"));
}

/* --- The first thread ----------------------------------------------------------------------------
 */

static custub_cpu_vote pass_barrier(uint32_t predicate)
{
    const custub_cpu_vote vote = {1, predicate};

    return vote;
}

static const custub_cpu_kernel *find_kernel(const custub_cpu_table *table, const char *name)
{
    for (uint32_t i = 0; i < table->kernel_count; i++) {
        const char *each = (const char *)table->kernels + (size_t)i * table->kernel_size;
        const custub_cpu_kernel *kernel = (const custub_cpu_kernel *)(const void *)each;
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    }
    return NULL;
}

/* Thread (0,0,0) may be interrupted before it has done anything. Another thread must then set
 * blockIdx and the other variables of the block. */
static void knows_its_block_in_each_thread(void **state)
{
    static const custub_cpu_services services = {.size = sizeof(services), .barrier = pass_barrier};
    const custub_cpu_block block = {.size = sizeof(block),
                                    .grid_extent = {7, 6, 5},
                                    .block_extent = {4, 3, 2},
                                    .block_index = {1, 0, 0}};
    const custub_cpu_extent thread = {1, 0, 0};
    uint32_t got[(4 * 3 * 2 + 2) * 12] = {0}; /* 12 for each thread */
    uint32_t *out = got;
    void *const params[] = {&out};
    const uint32_t wanted[12] = {1, 0, 0, 1, 0, 0, 4, 3, 2, 7, 6, 5};
    char path[] = "/tmp/custub-image-XXXXXX";
    const int file = mkstemp(path);
    void *library;
    const custub_cpu_table *table;

    (void)state;
    assert_true(file >= 0);
    assert_int_equal(write(file, harness_image(SAMPLE_SHAPES), harness_image_size(SAMPLE_SHAPES)),
                     (ssize_t)harness_image_size(SAMPLE_SHAPES));
    close(file);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    unlink(path);
    assert_non_null(library);
    table = dlsym(library, CUSTUB_CPU_IMAGE_SYMBOL);
    *table->services = &services;
    find_kernel(table, "places_after_barrier")->run_thread(&block, params, thread);
    assert_memory_equal(got + (4 * 3 * 2 + 1) * 12, wanted, sizeof(wanted));
    dlclose(library);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_mixes_up_two_images),
        cmocka_unit_test(loads_a_new_image_while_an_unloaded_one_stays_mapped),
        cmocka_unit_test(gives_each_copy_of_an_image_its_own_globals),
        cmocka_unit_test(loads_modules_into_a_context),
        cmocka_unit_test(keeps_the_lines_of_the_source),
        cmocka_unit_test(launches_from_several_threads_at_once),
        cmocka_unit_test(loads_from_several_threads_at_once),
        cmocka_unit_test(refuses_everything_but_its_own_images),
        cmocka_unit_test(refuses_an_image_without_a_table),
        cmocka_unit_test(names_the_function_that_fails_at_loading),
        cmocka_unit_test(knows_its_block_in_each_thread),
    };

    program = arguments[0];
    if (count > 1 && strcmp(arguments[1], "loading") == 0)
        return load_image_that_fails();
    return cmocka_run_group_tests(tests, harness_set_up, harness_tear_down);
}
