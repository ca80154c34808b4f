/* Contracts of integers that hold addresses, as parameters and in structs of the program's own
 * header. Every kind of launch checks them as it checks pointers. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include "addresses.custub.h"
#include "graph_node.h"

#include <string.h>

#define WIDTH  64u
#define HEIGHT 16u
#define COUNT  (WIDTH * HEIGHT)

static addresses_kernels kernels;
static CUdeviceptr src;     /* COUNT bytes */
static CUdeviceptr blurred; /* 2 * COUNT bytes */
static CUdeviceptr before;  /* COUNT bytes */
static CUdeviceptr sad;     /* 8 bytes */

static int begin(void **state)
{
    launch_begin(state);
    kernels = addresses_load(fresh(&f.error));
    SUCCEED(f.error.status);
    DRIVER(cu.cuMemAlloc_v2(&src, COUNT));
    DRIVER(cu.cuMemAlloc_v2(&before, COUNT));
    DRIVER(cu.cuMemAlloc_v2(&sad, 8));
    DRIVER(cu.cuMemAlloc_v2(&blurred,
                            2 * COUNT)); /* last, so that no other allocation follows it directly */
    launch_fill(src, COUNT / 4, 0x05050505);
    launch_fill(before, COUNT / 4, 0x02020202);
    launch_fill(sad, 2, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    DRIVER(cu.cuMemFree_v2(src));
    DRIVER(cu.cuMemFree_v2(blurred));
    DRIVER(cu.cuMemFree_v2(before));
    DRIVER(cu.cuMemFree_v2(sad));
    return addresses_unload(&kernels, fresh(&f.error)) != CUSTUB_OK;
}

/* --- Every kind of launch -------------------------------------------------------------------- */

typedef struct motion {
    struct picture picture;
    struct picture_buffer blurred;
    CUdeviceptr before;
    uint64_t before_count;
    CUdeviceptr sad;
} motion;

static motion whole(void)
{
    motion m;

    memset(&m, 0, sizeof(m));
    m.picture.format = PICTURE_GREY;
    m.picture.depth = 8;
    m.picture.w[0] = WIDTH;
    m.picture.h[0] = HEIGHT;
    m.picture.stride[0] = WIDTH;
    m.picture.data[0] = src;
    m.blurred.size = 2 * COUNT;
    m.blurred.data = blurred;
    m.before = before;
    m.before_count = COUNT;
    m.sad = sad;
    return m;
}

enum { ARGUMENTS = motion_param_height + 1 };

static void set_arguments(custub_argument *arguments, const motion *m)
{
    arguments[motion_param_src] = custub_argument_bytes(&m->picture, sizeof(m->picture));
    arguments[motion_param_blurred] = custub_argument_bytes(&m->blurred, sizeof(m->blurred));
    arguments[motion_param_before] =
        custub_argument_buffer(CUSTUB_SCALAR_U8, m->before, m->before_count);
    arguments[motion_param_sad] = custub_argument_buffer(CUSTUB_SCALAR_U64, m->sad, 1);
    arguments[motion_param_width] = custub_argument_u32(WIDTH);
    arguments[motion_param_height] = custub_argument_u32(HEIGHT);
}

static void launch_node(const custub_argument *arguments)
{
    CUgraphExec exec = NULL;
    CUgraph graph;

    DRIVER(cu.cuGraphCreate(&graph, 0));
    add_node(graph, NULL, 0, &kernels.motion, &f.launch, ARGUMENTS, arguments, fresh(&f.error));
    if (!f.error.status) {
        DRIVER(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
        DRIVER(cu.cuGraphLaunch(exec, f.stream));
        DRIVER(cu.cuStreamSynchronize(f.stream));
        DRIVER(cu.cuGraphExecDestroy(exec));
    }
    DRIVER(cu.cuGraphDestroy(graph));
}

/* Fails unless each kind of launch has this status and message: by the stub, by the description,
 * prepared, as a node. */
#define SAYS(m, status, message) says((m), (status), (message), __FILE__, __LINE__)
static void says(const motion *m, custub_status status, const char *message, const char *file,
                 int line)
{
    custub_argument arguments[ARGUMENTS];
    custub_prepared *prepared;

    set_arguments(arguments, m);
    launch_motion(&kernels, &f.launch, m->picture, m->blurred,
                  custub_u8_view_of(m->before, m->before_count), custub_u64_view_of(m->sad, 1),
                  WIDTH, HEIGHT, fresh(&f.error));
    launch_expect(f.error.status, status, file, line);
    assert_string_equal(f.error.message, message);
    custub_kernel_launch(&kernels.motion, &f.launch, ARGUMENTS, arguments, fresh(&f.error));
    launch_expect(f.error.status, status, file, line);
    assert_string_equal(f.error.message, message);
    prepared =
        custub_kernel_prepare(&kernels.motion, &f.launch, ARGUMENTS, arguments, fresh(&f.error));
    custub_prepared_launch(prepared, &f.error);
    custub_prepared_destroy(prepared);
    launch_expect(f.error.status, status, file, line);
    assert_string_equal(f.error.message, message);
    launch_node(arguments);
    launch_expect(f.error.status, status, file, line);
    assert_string_equal(f.error.message, message);
}

/* --- Tests ----------------------------------------------------------------------------------- */

static void right_launches_compute(void **state)
{
    const motion m = whole();
    uint64_t sum = 0;

    (void)state;
    SAYS(&m, CUSTUB_OK, "");
    DRIVER(cu.cuStreamSynchronize(f.stream));
    DRIVER(cu.cuMemcpyDtoH_v2(&sum, sad, sizeof(sum)));
    assert_int_equal(sum, 4 * 3 * COUNT);
}

static void short_memory_is_refused_and_named(void **state)
{
    motion m = whole();

    (void)state;
    m.before_count = COUNT - 1;
    SAYS(&m, CUSTUB_ERROR_COUNT_TOO_SMALL,
         "motion: 'before' has a count of 1023 elements of unsigned char, the kernel needs width * "
         "height = 1024 elements of unsigned char (1024 bytes) [addresses.cu:7]");
    m = whole();
    m.picture.data[0] += 4;
    SAYS(&m, CUSTUB_ERROR_BUFFER_TOO_SMALL,
         "motion: 'src.data[0]' has 1020 bytes at this address, the kernel needs stride[0] * h[0] "
         "= 1024 bytes [picture.h:20]");
    m = whole();
    m.blurred.data += 2;
    SAYS(&m, CUSTUB_ERROR_BUFFER_TOO_SMALL,
         "motion: 'blurred.data' has 2046 bytes at this address, the kernel needs 2 * width * "
         "height = 2048 bytes [picture.h:26]");
}

static void null_alignment_and_overlap_are_checked(void **state)
{
    motion m = whole();

    (void)state;
    f.launch.check = CUSTUB_CHECK_CONTRACT;
    m.blurred.data = 0;
    SAYS(&m, CUSTUB_ERROR_NULL_POINTER,
         "motion: 'blurred.data' is null, the kernel needs 2 * width * height = 2048 bytes "
         "[picture.h:26]");
    m = whole();
    m.sad = 0x7004;
    SAYS(&m, CUSTUB_ERROR_MISALIGNED,
         "motion: 'sad' is at 0x7004, the kernel needs an address that is a multiple of 8 "
         "[addresses.cu:9]");
    m = whole();
    m.before = 0x8000;
    m.blurred.data = 0x8100;
    SAYS(
        &m, CUSTUB_ERROR_OVERLAP,
        "motion: 'blurred.data' (2048 bytes at 0x8100) overlaps 'before' (1024 bytes at 0x8000) by "
        "768 bytes; the kernel declares 'before' CUSTUB_DISJOINT(blurred.data) [picture.h:26]");
}

static custub_status scale(CUdeviceptr y, CUdeviceptr x, CUdeviceptr factors, CUdeviceptr constants)
{
    struct picture_work work;

    memset(&work, 0, sizeof(work));
    work.gain = 1;
    return launch_scale(&kernels, &f.launch, 4, custub_f32_view_of(y, 4), custub_f32_view_of(x, 4),
                        custub_f32_view_of(factors, 4), custub_bytes_view_of(constants, 16), work,
                        fresh(&f.error));
}

static void a_const_element_is_only_read(void **state)
{
    (void)state;
    SUCCEED(scale(src, before, blurred, blurred)); /* although factors is restrict */
    SUCCEED(scale(src, 0, blurred, before));
    EXPECT(scale(src, src, blurred, before), CUSTUB_ERROR_OVERLAP);
    EXPECT(scale(src, before, blurred, src + 8), CUSTUB_ERROR_OVERLAP);
    EXPECT(scale(src, before, blurred, 0), CUSTUB_ERROR_NULL_POINTER);
}

#define ADDRESS_TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ADDRESS_TEST(right_launches_compute),
        ADDRESS_TEST(short_memory_is_refused_and_named),
        ADDRESS_TEST(null_alignment_and_overlap_are_checked),
        ADDRESS_TEST(a_const_element_is_only_read),
    };

    return LAUNCH_RUN(tests);
}
