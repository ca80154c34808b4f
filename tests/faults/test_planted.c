/* Launches the tables of planted faults (planted_faults.h) and of launches that only look wrong
 * (planted_valid.h). A fault is refused with its status and its words, and nothing is written.
 * After each one a right launch still computes. The same program runs on the CPU driver and on a
 * GPU: CUSTUB_DRIVER in the environment chooses.
 */
#include "fresh_error.h"
#include "planted.custub.h"

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT   1000
#define POOL    4096
#define SKIPPED 77

static struct fixture {
    custub_device *device;
    planted_kernels kernels;
    planted_kernels unloaded;
    custub_error error;
    custub_launch launch;
    int reads_host;  /* the device reads the host's pageable memory: any address may be valid */
    int unsupported; /* the device has no cooperative launches */
} f;

static custub_f32_buffer buffers[3];
static custub_f32_view x, y, pool; /* views of the buffers, in this order */

#define K (&f.kernels)
#define L (&f.launch)
#define E (&f.error)

/* --- Functions that the tables call ---------------------------------------------------------- */

static void shape3(uint64_t gx, uint64_t gy, uint64_t gz, uint64_t bx, uint64_t by, uint64_t bz)
{
    f.launch.grid = custub_grid(gx, gy, gz);
    f.launch.block = custub_block(bx, by, bz);
}

static void shape2(uint64_t gx, uint64_t gy, uint64_t bx, uint64_t by)
{
    shape3(gx, gy, 1, bx, by, 1);
}

static void shape(uint64_t blocks, uint64_t threads)
{
    shape3(blocks, 1, 1, threads, 1, 1);
}

/* A view from element `first` on, with this count, right or wrong. */
static custub_f32_view part(custub_f32_view view, uint64_t first, uint64_t count)
{
    return custub_f32_view_of(view.ptr + first * sizeof(float), count);
}

static custub_f32_view without_count(custub_f32_view view)
{
    return custub_f32_view_of(view.ptr, CUSTUB_COUNT_UNKNOWN);
}

static planted_layout layout_of(int rows, unsigned short columns, long long pitch,
                                unsigned char step)
{
    planted_layout layout;

    memset(&layout, 0, sizeof(layout));
    layout.rows = rows;
    layout.columns = columns;
    layout.pitch = pitch;
    layout.strides[1] = step;
    return layout;
}

static planted_layout layout(int rows, unsigned short columns, long long pitch)
{
    return layout_of(rows, columns, pitch, sizeof(float));
}

static void succeed(custub_status status)
{
    if (status != CUSTUB_OK)
        fail_msg("%s: %s", custub_status_name(status), f.error.message);
}

/* A map of 16 rows of 16 floats, in boxes of 8 rows. */
static custub_tensor_map map_of(CUdeviceptr ptr, uint64_t count, uint64_t rows)
{
    const custub_tensor_layout layout = custub_tensor_layout_matrix(rows, 16, 8, 16);

    return custub_f32_tensor_map_create(custub_f32_view_of(ptr, count), &layout, E);
}

static custub_tensor_map changed(custub_tensor_map map, uint32_t rank, uint32_t box,
                                 custub_scalar element)
{
    map.rank = rank;
    map.box[0] = box;
    map.element = (uint32_t)element;
    return map;
}

/* The address of freed memory. */
static CUdeviceptr freed(void)
{
    custub_f32_buffer gone = custub_f32_buffer_create(COUNT, E);
    CUdeviceptr address = gone.view.ptr;

    succeed(custub_f32_buffer_destroy(&gone, E));
    return address;
}

static planted_kernels *unloaded(void)
{
    f.unloaded = planted_load(E);
    succeed(planted_unload(&f.unloaded, E));
    return &f.unloaded;
}

/* Accepts the refusal of a cooperative launch by a device that does not support them. */
static custub_status unless_unsupported(custub_status status)
{
    f.unsupported = status == CUSTUB_ERROR_COOPERATIVE &&
                    strstr(f.error.message, "which this device does not support") != NULL;
    if (!f.unsupported)
        return status;
    printf("not launched: %s\n", f.error.message);
    fresh(E);
    return CUSTUB_OK;
}

static int holds(custub_f32_view view, size_t index, double value)
{
    float found;

    succeed(custub_f32_download(part(view, index, 1), &found, 1, 0, E));
    if ((double)found != value)
        printf("element %zu is %g, not %g\n", index, (double)found, value);
    return (double)found == value;
}

/* --- The tables ------------------------------------------------------------------------------ */

typedef struct row {
    const char *kernel;
    custub_status status;
    const char *words; /* parts of the message, separated by bars */
    custub_status (*launch)(void);
    int (*expected)(void); /* of a valid launch */
} row;

#define JOIN(a, b)  JOIN_(a, b)
#define JOIN_(a, b) a##b

#define FAULT(kernel, fault, status, words, ...)                                                   \
    static custub_status JOIN(fault_, __LINE__)(void)                                              \
    {                                                                                              \
        return (__VA_ARGS__);                                                                      \
    }
#include "planted_faults.h"
#undef FAULT

#define VALID(kernel, look, expected, ...)                                                         \
    static custub_status JOIN(valid_, __LINE__)(void)                                              \
    {                                                                                              \
        return (__VA_ARGS__);                                                                      \
    }                                                                                              \
    static int JOIN(expected_, __LINE__)(void)                                                     \
    {                                                                                              \
        return expected;                                                                           \
    }
#include "planted_valid.h"
#undef VALID

static row fault_rows[] = {
#define FAULT(kernel, fault, status, words, ...)                                                   \
    {#kernel, CUSTUB_ERROR_##status, words, JOIN(fault_, __LINE__), NULL},
#include "planted_faults.h"
#undef FAULT
};

static row valid_rows[] = {
#define VALID(kernel, look, expected, ...)                                                         \
    {#kernel, CUSTUB_OK, "", JOIN(valid_, __LINE__), JOIN(expected_, __LINE__)},
#include "planted_valid.h"
#undef VALID
};

static const char *const names[] = {
#define FAULT(kernel, fault, status, words, ...) #kernel ": " fault,
#include "planted_faults.h"
#undef FAULT
#define VALID(kernel, look, expected, ...) #kernel ": " look,
#include "planted_valid.h"
#undef VALID
};

#define FAULTS (sizeof(fault_rows) / sizeof(fault_rows[0]))
#define VALIDS (sizeof(valid_rows) / sizeof(valid_rows[0]))

/* --- Running them ---------------------------------------------------------------------------- */

static float host[POOL];

static void upload(custub_f32_view view, float first, float step)
{
    for (size_t i = 0; i < view.count; i++)
        host[i] = first + step * (float)i;
    succeed(custub_f32_upload(view, host, view.count, 0, E));
}

static void expect(custub_f32_view view, const char *name, float first, float step)
{
    succeed(custub_f32_download(view, host, view.count, 0, E));
    for (size_t i = 0; i < view.count; i++)
        if (host[i] != first + step * (float)i)
            fail_msg("%s[%zu] is %g, not %g", name, i, (double)host[i],
                     (double)(first + step * (float)i));
}

/* x and pool are 0, 1, 2, …; y is 1, 1, 1, … */
static int set_up(void **state)
{
    (void)state;
    fresh(E);
    f.launch = custub_launch_default();
    upload(x, 0, 1);
    upload(y, 1, 0);
    upload(pool, 0, 1);
    return 0;
}

static int context_is_usable(void **state)
{
    set_up(state);
    succeed(launch_axpy(K, L, COUNT, 3, x, y, E));
    succeed(custub_device_synchronize(f.device, E));
    expect(y, "y", 1, 3);
    return 0;
}

static void expect_words(const char *words)
{
    char word[CUSTUB_MESSAGE_SIZE];

    while (*words) {
        size_t length = 0;
        /* "||" means itself */
        while (words[length] && (words[length] != '|' || words[length + 1] == '|'))
            length += words[length] == '|' ? 2 : 1;
        snprintf(word, sizeof(word), "%.*s", (int)length, words);
        if (!strstr(f.error.message, word))
            fail_msg("no '%s' in: %s", word, f.error.message);
        words += length + (words[length] == '|');
    }
}

static void is_refused(void **state)
{
    const row *r = *state;
    custub_status status;

    if (f.reads_host && r->status == CUSTUB_ERROR_UNKNOWN_ADDRESS)
        skip();
    status = r->launch();
    if (status != r->status)
        fail_msg("%s, not %s: %s", custub_status_name(status), custub_status_name(r->status),
                 f.error.message);
    assert_int_equal(f.error.status, status);
    assert_string_equal(f.error.kernel, r->kernel);
    assert_string_equal(f.error.file,
                        strcmp(r->kernel, "blend") == 0 ? "vendor.cuh" : "planted.cu");
    assert_true(f.error.line > 0);
    expect_words(r->words);
    succeed(custub_device_synchronize(f.device, fresh(E)));
    expect(x, "x", 0, 1);
    expect(y, "y", 1, 0);
    expect(pool, "pool", 0, 1);
}

static void succeeds(void **state)
{
    const row *r = *state;

    succeed(r->launch());
    succeed(custub_device_synchronize(f.device, E));
    assert_true(r->expected());
    f.unsupported = 0;
}

/* The name of a test that fails has to lead to its row. */
static void every_row_has_its_own_name(void **state)
{
    (void)state;
    assert_true(FAULTS >= 60);
    for (size_t i = 0; i < FAULTS + VALIDS; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(names[i], names[j]) == 0)
                fail_msg("two rows are called '%s'", names[i]);
}

static custub_status open_all(void)
{
    f.device = custub_device_open(0, E);
    f.kernels = planted_load(E);
    buffers[0] = custub_f32_buffer_create(COUNT, E);
    buffers[1] = custub_f32_buffer_create(COUNT, E);
    buffers[2] = custub_f32_buffer_create(POOL, E);
    x = buffers[0].view;
    y = buffers[1].view;
    pool = buffers[2].view;
    return f.error.status;
}

static custub_status close_all(void)
{
    fresh(E);
    for (size_t i = 0; i < 3; i++)
        custub_f32_buffer_destroy(&buffers[i], E);
    planted_unload(&f.kernels, E);
    return custub_device_close(f.device, E);
}

int main(void)
{
    static struct CMUnitTest tests[FAULTS + VALIDS + 1];
    custub_status status = open_all();
    int failures;

    if (status == CUSTUB_ERROR_DRIVER_NOT_FOUND || status == CUSTUB_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", f.error.message);
        return SKIPPED;
    }
    if (status != CUSTUB_OK) {
        printf("%s: %s\n", custub_status_name(status), f.error.message);
        return EXIT_FAILURE;
    }
    f.launch = custub_launch_default();
    f.reads_host = launch_twice(K, L, 1, custub_f32_view_at(host, 1), y, E) == CUSTUB_OK;
    printf("on %s, driver %s %d: %zu faults, %zu launches that look like some%s\n",
           custub_device_name(f.device), custub_driver_name(), custub_driver_version(), FAULTS,
           VALIDS, f.reads_host ? "; the device reads the host's memory: no address is wrong" : "");
    for (size_t i = 0; i < FAULTS + VALIDS; i++) {
        row *r = i < FAULTS ? &fault_rows[i] : &valid_rows[i - FAULTS];
        tests[i].name = names[i];
        tests[i].test_func = i < FAULTS ? is_refused : succeeds;
        tests[i].setup_func = set_up;
        tests[i].teardown_func = context_is_usable;
        tests[i].initial_state = r;
    }
    tests[FAULTS + VALIDS].name = "every row has a name of its own";
    tests[FAULTS + VALIDS].test_func = every_row_has_its_own_name;
    failures = cmocka_run_group_tests(tests, NULL, NULL);
    if (close_all() != CUSTUB_OK) {
        printf("%s\n", f.error.message);
        return EXIT_FAILURE;
    }
    return failures;
}
