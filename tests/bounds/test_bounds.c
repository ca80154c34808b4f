/* Planted mistakes, which kernels with bounds checks survive and report.
 *
 *   test_bounds               makes all that end, each in a process of its own: some end the
 * context test_bounds ROW           makes this one test_bounds --bare ROW    only makes the wrong
 * launch, and prints what custub says test_bounds --list        prints the rows' names
 *
 * CUSTUB_BOUNDS_CHECKS in the environment must be 1 or trap. --bare also runs with 0, the plain
 * kernels, for compute-sanitizer. Around each mistake a right launch gives the same results bit by
 * bit. */
#include "planted.h"

#include "access_kinds.custub.h"
#include "mistakes.custub.h"
#include "pointers.custub.h"
#include "shared.custub.h"
#include "types.custub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define SKIPPED     77
#define SLICE       UINT64_C(65536)
#define ARENA       (SLICE * (PLANTED_BUFFERS + 2))
#define MAX_REGIONS PLANTED_BUFFERS

/* Memory that is read back as a whole: an allocation. */
typedef struct region {
    CUdeviceptr ptr;
    uint64_t bytes;
    unsigned char *filled; /* what it has before a launch */
    unsigned char *found;  /* and after */
    unsigned char *right;  /* after a right launch */
} region;

static struct fixture {
    custub_device *device;
    mistakes_kernels mistakes;
    access_kinds_kernels access_kinds;
    pointers_kernels pointers;
    shared_kernels shared;
    types_kernels types;
    CUstream stream;
    custub_error error;
    region regions[MAX_REGIONS];
    uint32_t region_count;
    planted_launch launch;
} f;

/* --- Set-up ---------------------------------------------------------------------------------- */

static int open_all(void)
{
    f.device = custub_device_open(0, &f.error);
    if (f.error.status == CUSTUB_ERROR_DRIVER_NOT_FOUND ||
        f.error.status == CUSTUB_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", f.error.message);
        return SKIPPED;
    }
    f.mistakes = mistakes_load(&f.error);
    f.access_kinds = access_kinds_load(&f.error);
    f.pointers = pointers_load(&f.error);
    f.shared = shared_load(&f.error);
    f.types = types_load(&f.error);
    f.stream = custub_stream_create(&f.error);
    if (custub_failed(&f.error)) {
        printf("%s: %s\n", custub_status_name(f.error.status), f.error.message);
        return EXIT_FAILURE;
    }
    return 0;
}

static void close_all(void)
{
    custub_stream_destroy(f.stream, NULL);
    types_unload(&f.types, NULL);
    shared_unload(&f.shared, NULL);
    pointers_unload(&f.pointers, NULL);
    access_kinds_unload(&f.access_kinds, NULL);
    mistakes_unload(&f.mistakes, NULL);
    custub_device_close(f.device, NULL);
}

static const custub_kernel *find(const planted_mistake *row)
{
    const custub_library *libraries[] = {f.mistakes.library, f.access_kinds.library,
                                         f.pointers.library, f.shared.library, f.types.library};
    const char *name = row->kernel ? row->kernel : row->name;

    for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++) {
        const custub_kernel *kernel = custub_library_find(libraries[i], name, NULL);
        if (kernel)
            return kernel;
    }
    fail_msg("no kernel is called %s", name);
    return NULL;
}

static void require(void)
{
    if (custub_failed(&f.error))
        fail_msg("%s: %s", custub_status_name(f.error.status), f.error.message);
}

/* --- Memory ---------------------------------------------------------------------------------- */

static CUdeviceptr add_region(uint64_t bytes, bool of_pool)
{
    region *r = &f.regions[f.region_count++];

    r->bytes = bytes;
    r->ptr = of_pool ? custub_memory_create_async(bytes, 1, NULL, f.stream, &f.error)
                     : custub_memory_create(bytes, 1, &f.error);
    r->filled = malloc(bytes);
    r->found = malloc(bytes);
    r->right = malloc(bytes);
    if (!r->filled || !r->found || !r->right)
        fail_msg("out of memory");
    return r->ptr;
}

static void create_memory(const planted_mistake *row)
{
    uint64_t offset = SLICE;
    CUdeviceptr arena = 0;

    f.region_count = 0;
    planted_size(&f.launch, row);
    if (row->memory == SLICES || row->memory == ADJACENT)
        arena = add_region(ARENA, false);
    for (uint32_t i = 0; i < f.launch.buffer_count; i++) {
        planted_buffer *b = &f.launch.buffers[i];
        b->ptr = arena ? arena + offset : add_region(b->bytes, row->memory == POOL);
        offset += row->memory == ADJACENT ? b->bytes : SLICE;
    }
    require();
}

static void destroy_memory(void)
{
    for (uint32_t i = 0; i < f.region_count; i++) {
        region *r = &f.regions[i];
        custub_memory_destroy(r->ptr, &f.error);
        free(r->filled);
        free(r->found);
        free(r->right);
    }
}

/* The bytes of a buffer in what its region is filled with. */
static void *filling_of(const planted_buffer *b)
{
    for (uint32_t i = 0; i < f.region_count; i++) {
        region *r = &f.regions[i];
        if (b->ptr >= r->ptr && b->ptr - r->ptr < r->bytes)
            return r->filled + (b->ptr - r->ptr);
    }
    return NULL;
}

/* Fills all with floats between 1 and 2, which are numbers of moderate size in other types too. */
static void fill(int64_t off)
{
    const planted_mistake *row = f.launch.row;
    void *first = filling_of(&f.launch.buffers[0]);
    uint32_t state = 1;

    for (uint32_t i = 0; i < f.region_count; i++) {
        for (uint64_t k = 0; k + 4 <= f.regions[i].bytes; k += 4) {
            uint32_t word = 0x3f800000 | (state >> 9 & 0x7fbfff);
            state = state * 1664525 + 1013904223;
            memcpy(f.regions[i].filled + k, &word, sizeof(word));
        }
    }
    if (row->form == INDEXED) {
        int index[PLANTED_N];
        for (int i = 0; i < PLANTED_N; i++)
            index[i] = i * 7 % PLANTED_N;
        if (off)
            index[77] = (int)off;
        memcpy(first, index, sizeof(index));
    } else if (row->form == TABLE) {
        const CUdeviceptr in = f.launch.buffers[1].ptr, table[] = {in, in};
        memcpy(first, table, sizeof(table));
    }
    for (uint32_t i = 0; i < f.region_count; i++)
        custub_memory_upload(custub_memory_of(f.regions[i].ptr, f.regions[i].bytes, 1),
                             f.regions[i].filled, f.regions[i].bytes, f.stream, &f.error);
    require();
}

static void download(void)
{
    for (uint32_t i = 0; i < f.region_count; i++)
        custub_memory_download(custub_memory_of(f.regions[i].ptr, f.regions[i].bytes, 1),
                               f.regions[i].found, f.regions[i].bytes, f.stream, &f.error);
    require();
}

/* Fails if anything has changed but the buffers that the kernel may write. */
static void compare_outside(void)
{
    const uint32_t count = f.launch.buffer_count;

    download();
    for (uint32_t i = f.launch.row->writes_all ? 0 : count - 1; i < count; i++) {
        const planted_buffer *b = &f.launch.buffers[i];
        for (uint32_t k = 0; k < f.region_count; k++) {
            region *r = &f.regions[k];
            if (b->ptr >= r->ptr && b->ptr - r->ptr < r->bytes)
                memcpy(r->found + (b->ptr - r->ptr), r->filled + (b->ptr - r->ptr), b->bytes);
        }
    }
    for (uint32_t k = 0; k < f.region_count; k++)
        assert_memory_equal(f.regions[k].found, f.regions[k].filled, f.regions[k].bytes);
}

/* --- Launches -------------------------------------------------------------------------------- */

static custub_launch shape(void)
{
    custub_launch launch = custub_launch_in(f.stream);

    if (!f.launch.row->own_block)
        launch.block = custub_block(PLANTED_BLOCK, 1, 1);
    if (f.launch.row->blocks)
        launch.grid = custub_grid(f.launch.row->blocks, 1, 1);
    return launch;
}

static void launch_generated(const custub_launch *launch, int64_t off)
{
    const planted_buffer *b = f.launch.buffers;

    launch_write_past_end(&f.mistakes, launch, PLANTED_N, (int)off,
                          custub_f32_view_of(b[0].ptr, PLANTED_N),
                          custub_f32_view_of(b[1].ptr, PLANTED_N), &f.error);
}

static void run_graph(CUgraph graph)
{
    CUgraphExec exec = custub_graph_instantiate(graph, &f.error);

    custub_graph_launch(exec, f.stream, &f.error);
    custub_stream_synchronize(f.stream, &f.error);
    custub_graph_exec_destroy(exec, &f.error);
    custub_graph_destroy(graph, &f.error);
}

/* Launches as the row says and waits. The result is in f.error. */
static void make(const custub_kernel *kernel, int64_t off)
{
    const custub_launch launch = shape();
    custub_prepared *prepared = NULL;
    CUgraph graph;

    planted_argue(&f.launch, off);
    switch (f.launch.row->way) {
    case GENERATED:
        launch_generated(&launch, off);
        break;
    case PREPARED:
        prepared =
            custub_kernel_prepare(kernel, &launch, f.launch.count, f.launch.arguments, &f.error);
        custub_prepared_launch(prepared, &f.error);
        break;
    case CAPTURED:
        custub_capture_begin(f.stream, &f.error);
        custub_kernel_launch(kernel, &launch, f.launch.count, f.launch.arguments, &f.error);
        run_graph(custub_capture_end(f.stream, &f.error));
        break;
    case NODE:
        graph = custub_graph_create(&f.error);
        prepared =
            custub_kernel_prepare(kernel, &launch, f.launch.count, f.launch.arguments, &f.error);
        custub_graph_node_add(graph, NULL, 0, prepared, &f.error);
        run_graph(graph);
        break;
    default:
        custub_kernel_launch(kernel, &launch, f.launch.count, f.launch.arguments, &f.error);
        if (f.launch.row->way == TWICE) {
            planted_argue(&f.launch, 2 * off);
            custub_kernel_launch(kernel, &launch, f.launch.count, f.launch.arguments, &f.error);
        }
    }
    custub_stream_synchronize(f.stream, &f.error);
    custub_prepared_destroy(prepared);
}

/* --- Tests ----------------------------------------------------------------------------------- */

/* More than once: launches that repeat a right one may need no checks. */
static void make_right(const custub_kernel *kernel)
{
    for (int i = 0; i < 3; i++) {
        fill(0);
        make(kernel, 0);
        require();
        download();
    }
}

/* A right launch, the wrong one, and the right one again. */
static void is_survived(void **state)
{
    const planted_mistake *row = *state;
    const custub_kernel *kernel = find(row);

    f.error = custub_error_none();
    assert_null(custub_kernel_unchecked(kernel));
    assert_int_not_equal(custub_kernel_bounds_checks(kernel), CUSTUB_BOUNDS_CHECKS_OFF);
    create_memory(row);
    make_right(kernel);
    for (uint32_t i = 0; i < f.region_count; i++)
        memcpy(f.regions[i].right, f.regions[i].found, f.regions[i].bytes);

    fill(row->off);
    make(kernel, row->off);
    planted_compare(row, kernel, &f.error);
    if (row->traps || custub_kernel_bounds_checks(kernel) == CUSTUB_BOUNDS_CHECKS_TRAP)
        return; /* the context is gone */
    f.error = custub_error_none();
    custub_stream_synchronize(f.stream, &f.error); /* it was said once */
    require();
    compare_outside();

    make_right(kernel);
    for (uint32_t i = 0; i < f.region_count; i++)
        assert_memory_equal(f.regions[i].found, f.regions[i].right, f.regions[i].bytes);
    destroy_memory();
    require();
}

static int run(const planted_mistake *row)
{
    const struct CMUnitTest test = {row->name, is_survived, NULL, NULL, (void *)(uintptr_t)row};

    return _cmocka_run_group_tests(row->name, &test, 1, NULL, NULL);
}

static int run_bare(const planted_mistake *row)
{
    const custub_kernel *kernel = find(row);

    create_memory(row);
    fill(row->off);
    make(kernel, row->off);
    printf("%s: %s\n", row->name, custub_failed(&f.error) ? f.error.message : "success");
    f.error = custub_error_none();
    destroy_memory();
    return 0;
}

static const planted_mistake *find_row(const char *name)
{
    for (uint32_t i = 0; i < planted_mistake_count; i++)
        if (strcmp(planted_mistakes[i].name, name) == 0)
            return &planted_mistakes[i];
    return NULL;
}

/* Opens all, makes the row, if it is not null, and closes all. */
static int run_process(const planted_mistake *row, bool bare)
{
    int result = open_all();

    if (result)
        return result;
    if (row)
        result = bare ? run_bare(row) : run(row);
    close_all();
    return result;
}

/* The same in a child, which has a context of its own. Returns its exit status. */
static int run_child(const planted_mistake *row)
{
    int status = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0)
        exit(run_process(row, false));
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return EXIT_FAILURE;
    return WEXITSTATUS(status);
}

static int run_all(void)
{
    uint32_t failed = 0, made = 0;
    int result = run_child(NULL);

    if (result)
        return result;
    for (uint32_t i = 0; i < planted_mistake_count; i++) {
#ifdef BOUNDS_DEBUG
        if (planted_mistakes[i].split)
            continue;
#endif
        if (planted_mistakes[i].waits)
            continue;
        made++;
        if (run_child(&planted_mistakes[i])) {
            printf("FAILED: %s\n", planted_mistakes[i].name);
            failed++;
        }
    }
    printf("%u of %u mistakes reported as they should be\n", (unsigned int)(made - failed),
           (unsigned int)made);
    return failed != 0;
}

int main(int count, char **words)
{
    const bool bare = count == 3 && strcmp(words[1], "--bare") == 0;
    const planted_mistake *row = NULL;

    if (count == 2 && strcmp(words[1], "--list") == 0) {
        for (uint32_t i = 0; i < planted_mistake_count; i++)
            puts(planted_mistakes[i].name);
        return 0;
    }
    if (count == 1)
        return run_all();
    row = find_row(words[count - 1]);
    if (!row || count != 2 + bare) {
        fprintf(stderr, "usage: test_bounds [[--bare] ROW | --list]\n");
        return EXIT_FAILURE;
    }
    return run_process(row, bare);
}
