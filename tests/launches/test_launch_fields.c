/* Pointers inside structs. Every kind of launch checks what their annotations require, and nothing
 * else. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include "fields.custub.h"
#include "graph_node.h"

#include <string.h>

#define COUNT 1024

static fields_kernels kernels;
static CUdeviceptr data[3]; /* COUNT ints each, all zero */
static int on_the_host;

static int begin(void **state)
{
    launch_begin(state);
    kernels = fields_load(fresh(&f.error));
    SUCCEED(f.error.status);
    for (size_t i = 0; i < 3; i++) {
        DRIVER(cu.cuMemAlloc_v2(&data[i], COUNT * sizeof(int)));
        launch_fill(data[i], COUNT, 0);
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++)
        DRIVER(cu.cuMemFree_v2(data[i]));
    return fields_unload(&kernels, fresh(&f.error)) != CUSTUB_OK;
}

/* --- Every kind of launch -------------------------------------------------------------------- */

static custub_status launch_dynamic(const custub_kernel *kernel, const custub_argument *arguments)
{
    return custub_kernel_launch(kernel, &f.launch, kernel->info->param_count, arguments,
                                fresh(&f.error));
}

static custub_status launch_prepared(const custub_kernel *kernel, const custub_argument *arguments)
{
    custub_prepared *prepared = custub_kernel_prepare(kernel, &f.launch, kernel->info->param_count,
                                                      arguments, fresh(&f.error));

    custub_prepared_launch(prepared, &f.error);
    custub_prepared_destroy(prepared);
    return f.error.status;
}

static custub_status launch_node(const custub_kernel *kernel, const custub_argument *arguments)
{
    CUgraphExec exec = NULL;
    CUgraph graph;

    DRIVER(cu.cuGraphCreate(&graph, 0));
    add_node(graph, NULL, 0, kernel, &f.launch, kernel->info->param_count, arguments,
             fresh(&f.error));
    if (!f.error.status) {
        DRIVER(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
        DRIVER(cu.cuGraphLaunch(exec, f.stream));
        DRIVER(cu.cuStreamSynchronize(f.stream));
        DRIVER(cu.cuGraphExecDestroy(exec));
    }
    DRIVER(cu.cuGraphDestroy(graph));
    return f.error.status;
}

/* Fails unless the launches without a stub report the same as the stub did in f.error. */
static void repeat(const custub_kernel *kernel, const custub_argument *arguments)
{
    custub_error said = f.error;

    launch_expect(launch_dynamic(kernel, arguments), said.status, __FILE__, __LINE__);
    assert_string_equal(f.error.message, said.message);
    launch_expect(launch_prepared(kernel, arguments), said.status, __FILE__, __LINE__);
    assert_string_equal(f.error.message, said.message);
    if (said.status == CUSTUB_ERROR_UNKNOWN_ADDRESS) /* a graph may allocate it */
        return;
    launch_expect(launch_node(kernel, arguments), said.status, __FILE__, __LINE__);
    assert_string_equal(f.error.message, said.message);
}

/* Fails unless the launch had this status and a message that ends with `end`. */
#define SAYS(status, end) says((status), (end), __FILE__, __LINE__)
static void says(custub_status wanted, const char *end, const char *file, int line)
{
    size_t length = strlen(f.error.message);

    launch_expect(f.error.status, wanted, file, line);
    if (strlen(end) > length || strcmp(f.error.message + length - strlen(end), end) != 0) {
        print_error("%s\n", f.error.message);
        _fail(file, line);
    }
}

#define LEGAL() SAYS(CUSTUB_OK, "")

static fields_image image_of(CUdeviceptr first, CUdeviceptr second, CUdeviceptr third, int height)
{
    CUdeviceptr planes[] = {first, second, third};

    return fields_image_of(planes, height, 32, (CUdeviceptr)(uintptr_t)&on_the_host);
}

/* Launches by the stub, and in the three other ways. */
static void increase_planes(fields_image image)
{
    custub_argument argument = custub_argument_bytes(&image, sizeof(image));

    f.launch.threads = COUNT;
    launch_increase_planes(&kernels, &f.launch, image, fresh(&f.error));
    repeat(&kernels.increase_planes, &argument);
}

static void copy_and_mark(CUdeviceptr from, CUdeviceptr to, int n, CUdeviceptr marks, int m)
{
    fields_copying copying = fields_copying_of(from, to, n);
    custub_argument arguments[] = {
        custub_argument_bytes(&copying, sizeof(copying)), custub_argument_i32(m),
        custub_argument_buffer(CUSTUB_SCALAR_I32, marks, CUSTUB_COUNT_UNKNOWN)};

    launch_copy_and_mark(&kernels, &f.launch, copying, m,
                         custub_i32_view_of(marks, CUSTUB_COUNT_UNKNOWN), fresh(&f.error));
    repeat(&kernels.copy_and_mark, arguments);
}

static void double_all(CUdeviceptr from, CUdeviceptr to, int n)
{
    fields_doubling doubling = fields_doubling_of(from, to, n);
    custub_argument argument = custub_argument_bytes(&doubling, sizeof(doubling));

    launch_doubled(&kernels, &f.launch, doubling, fresh(&f.error));
    repeat(&kernels.doubled, &argument);
}

/* --- An array of pointers -------------------------------------------------------------------- */

static void elements_of_arrays_are_checked(void **state)
{
    (void)state;
    increase_planes(image_of(data[0], data[1], data[2], 32));
    LEGAL();
    for (size_t i = 0; i < 3; i++)
        COMPARE(data[i], COUNT, 4);
    increase_planes(image_of(data[0], data[1], data[2] + 16, 32));
    SAYS(CUSTUB_ERROR_BUFFER_TOO_SMALL,
         "'i.planes[2]' has 4080 bytes at this address, the kernel needs height * pitch = 1024 "
         "ints (4096 bytes) [fields.cu:5]");
    assert_string_equal(f.error.parameter, "i.planes[2]");
    assert_int_equal(f.error.parameter_index, 0);
    assert_int_equal(f.error.needed, 4096);
    assert_int_equal(f.error.found, 4080);
    increase_planes(image_of(data[0] + 16, data[1], data[2], 31));
    LEGAL();
}

static void null_elements_are_legal_by_or_null(void **state)
{
    (void)state;
    increase_planes(image_of(data[0], 0, 0, 32));
    LEGAL();
    COMPARE(data[0], COUNT, 4);
    increase_planes(image_of(0, 0, 0, -1)); /* the count is not evaluated */
    LEGAL();
    increase_planes(image_of(0, data[1], 0, -1));
    SAYS(CUSTUB_ERROR_NOT_COMPUTABLE,
         "'i.planes[1]' needs height * pitch = -32 elements, which is negative for i.height = -1, "
         "i.pitch = 32 [fields.cu:5]");
}

static void addresses_are_aligned(void **state)
{
    (void)state;
    f.launch.check = CUSTUB_CHECK_CONTRACT;
    increase_planes(image_of(data[0], data[1] + 4, data[2], 31));
    SAYS(CUSTUB_ERROR_MISALIGNED,
         "the kernel needs an address that is a multiple of 16 by its CUSTUB_ALIGNED "
         "[fields.cu:5]");
    assert_string_equal(f.error.parameter, "i.planes[1]");
    increase_planes(image_of(data[0] + 4, data[1] + 4, 1, 0)); /* nothing is needed */
    LEGAL();
}

static void freed_memory_is_refused(void **state)
{
    static _Alignas(16) int host[32];
    CUdeviceptr gone;

    (void)state;
    if (launch_attribute(LAUNCH_PAGEABLE_MEMORY_ACCESS))
        SKIP();
    DRIVER(cu.cuMemAlloc_v2(&gone, COUNT * sizeof(int)));
    DRIVER(cu.cuMemFree_v2(gone));
    increase_planes(image_of(data[0], gone, data[2], 32));
    SAYS(CUSTUB_ERROR_UNKNOWN_ADDRESS,
         "the kernel needs height * pitch = 1024 ints (4096 bytes) [fields.cu:5]");
    assert_string_equal(f.error.parameter, "i.planes[1]");
    increase_planes(image_of(data[0], data[1], (CUdeviceptr)(uintptr_t)host, 1));
    SAYS(CUSTUB_ERROR_UNKNOWN_ADDRESS,
         "the kernel needs height * pitch = 32 ints (128 bytes) [fields.cu:5]");
}

/* --- Null and overlap ------------------------------------------------------------------------ */

static void null_is_refused(void **state)
{
    (void)state;
    f.launch.check = CUSTUB_CHECK_CONTRACT;
    copy_and_mark(0, data[1], 4, data[2], 4);
    SAYS(CUSTUB_ERROR_NULL_POINTER,
         "copy_and_mark: 'c.from' is null, the kernel needs n = 4 ints (16 bytes) [fields.cu:21]");
    copy_and_mark(data[0], 0, 4, data[2], 4);
    SAYS(CUSTUB_ERROR_NULL_POINTER,
         "copy_and_mark: 'c.to' is null, the kernel needs n = 4 ints (16 bytes) [fields.cu:22]");
    copy_and_mark(0, 0, 0, 0, 0);
    LEGAL();
    copy_and_mark(data[0], data[1], -4, data[2], 4);
    SAYS(CUSTUB_ERROR_NOT_COMPUTABLE, "[fields.cu:26]"); /* by its CUSTUB_THREADS */
}

static void siblings_do_not_overlap(void **state)
{
    (void)state;
    f.launch.check = CUSTUB_CHECK_CONTRACT;
    copy_and_mark(data[0], data[0] + 64, 17, data[2], 4);
    SAYS(CUSTUB_ERROR_OVERLAP, "; the kernel writes 'c.to' and declares 'c.from' __restrict__ "
                               "[fields.cu:22]");
    copy_and_mark(data[0], data[0] + 64, 16, data[2], 4);
    LEGAL();
}

static void fields_and_parameters_do_not_overlap(void **state)
{
    (void)state;
    f.launch.check = CUSTUB_CHECK_CONTRACT;
    copy_and_mark(data[0], data[1], 16, data[0] + 60, 16);
    SAYS(CUSTUB_ERROR_OVERLAP, "; the kernel writes 'marks' and declares 'c.from' __restrict__ "
                               "[fields.cu:21]");
    assert_int_equal(f.error.found, 4);
    copy_and_mark(data[0], data[1], 16, data[0] + 64, 16);
    LEGAL();
    copy_and_mark(data[0], data[1], 0, data[0], 16);
    LEGAL();
}

static void launches_in_place_are_legal(void **state)
{
    (void)state;
    launch_fill(data[0], COUNT, 1);
    double_all(data[0], data[0], COUNT);
    LEGAL();
    COMPARE(data[0], COUNT, 16);
    double_all(data[0], data[0] + 4, COUNT);
    SAYS(CUSTUB_ERROR_BUFFER_TOO_SMALL, "[fields.cu:40]");
}

/* --- CUSTUB_FIELD ---------------------------------------------------------------------------- */

static fields_spans_int_2 spans_of(CUdeviceptr first, unsigned count, CUdeviceptr second,
                                   unsigned second_count)
{
    fields_spans_int_2 spans;
    CUdeviceptr addresses[] = {first, second};
    unsigned counts[] = {count, second_count};

    memset(&spans, 0, sizeof(spans));
    memcpy(spans.bytes, addresses, sizeof(addresses));
    memcpy(spans.bytes + sizeof(addresses), counts, sizeof(counts));
    return spans;
}

static void increase_spans(fields_spans_int_2 spans)
{
    custub_argument arguments[] = {custub_argument_u32(COUNT),
                                   custub_argument_bytes(&spans, sizeof(spans))};

    launch_increase_spans(&kernels, &f.launch, COUNT, spans, fresh(&f.error));
    repeat(&kernels.increase_spans, arguments);
}

static void instances_of_templates_have_contracts_too(void **state)
{
    (void)state;
    increase_spans(spans_of(data[0], COUNT, data[1], 2));
    LEGAL();
    COMPARE(data[0], COUNT, 4);
    COMPARE(data[1], 2, 4);
    COMPARE(data[1] + 8, COUNT - 2, 0);
    increase_spans(spans_of(data[0], COUNT + 1, 0, 0));
    SAYS(CUSTUB_ERROR_BUFFER_TOO_SMALL,
         "'s.data[0]' has 4096 bytes at this address, the kernel needs s.counts[0] = 1025 ints "
         "(4100 bytes) [fields.cu:54]");
    increase_spans(spans_of(data[0], 3, data[0] + 8, 2));
    SAYS(CUSTUB_ERROR_OVERLAP,
         "; the kernel declares 's.data[1]' CUSTUB_DISJOINT(s.data[0]) [fields.cu:54]");
    increase_spans(spans_of(data[0], 2, data[0] + 8, 2));
    LEGAL();
}

/* --- Prepared launches ----------------------------------------------------------------------- */

static void changes_of_prepared_structs_are_checked(void **state)
{
    fields_doubling doubling = fields_doubling_of(data[0], data[1], COUNT);
    custub_prepared *prepared;
    custub_argument argument;

    (void)state;
    launch_fill(data[0], COUNT, 3);
    prepared = prepare_doubled(&kernels, &f.launch, doubling, fresh(&f.error));
    SUCCEED(custub_prepared_launch(prepared, &f.error));
    COMPARE(data[1], COUNT, 6);
    doubling.to = data[2] + 4;
    argument = custub_argument_bytes(&doubling, sizeof(doubling));
    EXPECT(custub_prepared_set(prepared, doubled_param_d, &argument, &f.error),
           CUSTUB_ERROR_BUFFER_TOO_SMALL);
    assert_string_equal(f.error.parameter, "d.to");
    launch_fill(data[1], COUNT, 0);
    SUCCEED(custub_prepared_launch(prepared, fresh(&f.error))); /* as it was */
    COMPARE(data[1], COUNT, 6);
    doubling.to = data[2];
    argument = custub_argument_bytes(&doubling, sizeof(doubling));
    SUCCEED(custub_prepared_set(prepared, doubled_param_d, &argument, &f.error));
    SUCCEED(custub_prepared_launch(prepared, &f.error));
    COMPARE(data[2], COUNT, 6);
    custub_prepared_destroy(prepared);
}

#define FIELD_TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIELD_TEST(elements_of_arrays_are_checked),
        FIELD_TEST(null_elements_are_legal_by_or_null),
        FIELD_TEST(addresses_are_aligned),
        FIELD_TEST(freed_memory_is_refused),
        FIELD_TEST(null_is_refused),
        FIELD_TEST(siblings_do_not_overlap),
        FIELD_TEST(fields_and_parameters_do_not_overlap),
        FIELD_TEST(launches_in_place_are_legal),
        FIELD_TEST(instances_of_templates_have_contracts_too),
        FIELD_TEST(changes_of_prepared_structs_are_checked),
    };

    return LAUNCH_RUN(tests);
}
