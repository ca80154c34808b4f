/* Copies by random tensor maps, compared byte by byte with a model of them (CUDA Driver API,
 * "Tensor Map Object Management"; PTX ISA, "Tensors"), on the CPU driver and on a GPU of compute
 * capability 9.0, which CUSTUB_DRIVER in the environment chooses. */
#include "device_fixture.h"
#include "tensor_boxes.custub.h"
#include "tensor_model.h"

#include <dlfcn.h>
#include <string.h>

#define CASES 400
#define BOX   (1u << 15) /* most bytes of a box */

typedef int encode_function(void *map, int type, unsigned rank, void *address,
                            const uint64_t *sizes, const uint64_t *strides, const unsigned *box,
                            const unsigned *steps, int interleave, int swizzle, int promotion,
                            int fill);

static tensor_boxes_kernels kernels;
static encode_function *encode;
static uint64_t seed;

static unsigned random_below(unsigned limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 33) % limit;
}

/* --- Random maps ---------------------------------------------------------------------------------
 */

/* PTX ISA, "cp.reduce.async.bulk": int64_t has only the minimum and the maximum, and only uint32_t
 * wraps. */
static int random_way(int type)
{
    const bool is_integer = type >= U32 && type <= I64;
    const int way = (int)random_below(is_integer ? BOX_WAYS : BOX_ADD);
    const bool is_u32_only = way == BOX_INC || way == BOX_DEC;

    if (type == I64 && way >= BOX_ADD)
        return way % 2 ? BOX_MIN : BOX_MAX;
    return is_u32_only && type != U32 ? BOX_XOR : way;
}

/* The innermost dimension of a box has whole 16 bytes, and no more than its swizzle. */
static unsigned random_row(unsigned element, int swizzle)
{
    const unsigned most = swizzle ? 16u << swizzle : 256 * element < 512 ? 256 * element : 512;
    const unsigned sixteens = 1 + random_below(most / 16);

    return (random_below(2) ? most : sixteens * 16) / element;
}

static void choose_sizes(boxes_case *c)
{
    uint64_t stride = element_of(c->type);

    for (unsigned i = 0; i < c->rank; i++) {
        c->sizes[i] = 1 + random_below(i ? 9 : 60);
        c->strides[i] = i ? stride + 16 * random_below(3) : stride;
        stride = (c->strides[i] * c->sizes[i] + 15) / 16 * 16;
    }
}

/* A copy begins at a multiple of 16 bytes, and a store not below 0 (CUDA C++ Programming Guide,
 * "Using TMA to transfer multi-dimensional arrays"). */
static int random_coordinate(const boxes_case *c, unsigned dimension)
{
    const unsigned unit = dimension ? 1 : 16 / element_of(c->type);
    const unsigned before = is_load(c) ? c->box[dimension] : 0;
    const unsigned range = (unsigned)c->sizes[dimension] + before + c->box[dimension] / 2;

    return (int)(random_below(range) / unit * unit) - (int)(before / unit * unit);
}

static void choose_box(boxes_case *c)
{
    const unsigned element = element_of(c->type);

    c->bytes = element;
    for (unsigned i = 0; i < c->rank; i++) {
        c->box[i] = i ? 1 + random_below(c->rank > 3 ? 4 : 12) : random_row(element, c->swizzle);
        c->steps[i] = i && random_below(3) == 0 ? 1 + random_below(3) : 1;
        c->counts[i] = (c->box[i] + c->steps[i] - 1) / c->steps[i];
        c->bytes *= c->counts[i];
        c->at.x[i] = random_coordinate(c, i);
    }
    c->pitch = c->swizzle ? 16u << c->swizzle : c->counts[0] * element;
    c->room = (c->bytes / (c->counts[0] * element) * c->pitch + 1023) / 1024 * 1024;
}

static boxes_case random_case(unsigned number)
{
    boxes_case c;

    do {
        memset(&c, 0, sizeof(c));
        c.type = (int)random_below(TYPES);
        c.rank = 1 + number % 5;
        c.swizzle = (int)random_below(4);
        c.fill = c.type >= F16 && random_below(2);
        c.how = random_way(c.type);
        choose_sizes(&c);
        choose_box(&c);
    } while (c.room > BOX || c.strides[c.rank - 1] * c.sizes[c.rank - 1] > MEMORY);
    return c;
}

/* --- Runs ----------------------------------------------------------------------------------------
 */

typedef custub_status launch_function(const tensor_boxes_kernels *, const custub_launch *,
                                      custub_tensor_map, tensor_boxes_box_place, int, unsigned int,
                                      unsigned int, custub_u8_view, custub_error *);

static launch_function *const launches[] = {launch_box_1d, launch_box_2d, launch_box_3d,
                                            launch_box_4d, launch_box_5d};

/* Made by the driver itself: custub's own functions have no steps. */
static custub_tensor_map map_of(const boxes_case *c, custub_u8_view memory)
{
    custub_tensor_map map;

    memset(&map, 0, sizeof(map));
    assert_int_equal(encode(map.opaque, c->type, c->rank, (void *)(uintptr_t)memory.ptr, c->sizes,
                            c->strides + 1, c->box, c->steps, 0, c->swizzle, 0, c->fill),
                     0);
    map.ptr = memory.ptr;
    map.bytes = MEMORY;
    map.rank = c->rank;
    for (unsigned i = 0; i < 5; i++) {
        map.sizes[i] = i < c->rank ? c->sizes[i] : 1;
        map.strides[i] = c->strides[i];
        map.box[i] = i < c->rank ? c->box[i] : 1;
    }
    return map;
}

static void describe(const boxes_case *c, unsigned number)
{
    printf("case %u: type %d, rank %u, swizzle %d, fill %d, how %d, bytes %u\n", number, c->type,
           c->rank, c->swizzle, c->fill, c->how, c->bytes);
    for (unsigned i = 0; i < c->rank; i++)
        printf("  size %llu, stride %llu, box %u, step %u, at %d\n",
               (unsigned long long)c->sizes[i], (unsigned long long)c->strides[i], c->box[i],
               c->steps[i], c->at.x[i]);
}

static bool are_equal(const unsigned char *is, const unsigned char *wanted, size_t size,
                      const char *name)
{
    for (size_t i = 0; i < size; i++) {
        if (is[i] == wanted[i])
            continue;
        printf("  byte %zu of the %s: 0x%02x, not 0x%02x\n", i, name, is[i], wanted[i]);
        return false;
    }
    return true;
}

/* The box is in its own part of the memory, aligned like in shared memory. */
static bool run(const boxes_case *c, custub_u8_view memory, custub_u8_view box)
{
    static unsigned char tensor[MEMORY], in_box[BOX], tensor_after[MEMORY], box_after[BOX];
    const custub_tensor_map map = map_of(c, memory);
    custub_launch launch = one_block(64);
    tensor_boxes_box_place at;

    memcpy(&at, &c->at, sizeof(at));
    launch.shared = c->room + 1024;
    for (size_t i = 0; i < MEMORY; i++)
        tensor[i] = (unsigned char)random_below(256);
    for (size_t i = 0; i < sizeof(in_box); i++)
        in_box[i] = is_load(c) ? 0xa5 : (unsigned char)random_below(256);
    succeed(custub_u8_upload(memory, tensor, MEMORY, 0, &fixture_error));
    succeed(custub_u8_upload(box, in_box, sizeof(in_box), 0, &fixture_error));
    succeed(launches[c->rank - 1](&kernels, &launch, map, at, c->how, c->bytes, c->room, box,
                                  &fixture_error));
    succeed(custub_u8_download(memory, tensor_after, MEMORY, 0, &fixture_error));
    succeed(custub_u8_download(box, box_after, sizeof(in_box), 0, &fixture_error));
    copy_in_model(c, tensor, in_box);
    return are_equal(tensor_after, tensor, MEMORY, "tensor") &&
           are_equal(box_after, in_box, sizeof(in_box), "box");
}

static void copies_boxes_like_the_model(void **state)
{
    custub_u8_buffer memory = custub_u8_buffer_create(MEMORY, &fixture_error);
    custub_u8_buffer box = custub_u8_buffer_create(BOX, &fixture_error);
    unsigned wrong = 0;

    (void)state;
    seed = 41;
    for (unsigned i = 0; i < CASES; i++) {
        const boxes_case c = random_case(i);
        if (!run(&c, memory.view, box.view)) {
            describe(&c, i);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
    custub_u8_buffer_destroy(&memory, NULL);
    custub_u8_buffer_destroy(&box, NULL);
}

/* What a load makes of numbers that are not exact in the type. */
static void rounds_like_the_model(void **state)
{
    static const uint32_t given[] = {
        0x7fc00000, 0xffc12345, 0x7f800001, 0x7fbd3824, 0xff812345, 0x7fffffff, /* NaNs */
        0x7f800000, 0xff800000, 0x7f7fffff, 0x7f7fefff,                         /* to infinity */
        0x3f801000, 0xbf803000, 0x3f800fff,                                     /* ties */
        0x00000001, 0x807fffff, 0x00001000};                                    /* denormal */
    enum { COUNT = sizeof(given) / sizeof(given[0]) };
    custub_u8_buffer memory = custub_u8_buffer_create(MEMORY, &fixture_error);
    custub_u8_buffer box = custub_u8_buffer_create(BOX, &fixture_error);
    custub_launch launch = one_block(64);
    const tensor_boxes_box_place at = {{0}};
    unsigned wrong = 0;

    (void)state;
    launch.shared = 2048;
    succeed(
        custub_u8_upload(memory.view, (const uint8_t *)given, sizeof(given), 0, &fixture_error));
    for (int type = F32; type < TYPES; type++) {
        const boxes_case c = {.type = type,
                              .rank = 1,
                              .sizes = {COUNT},
                              .strides = {4},
                              .box = {COUNT},
                              .steps = {1},
                              .bytes = sizeof(given)};
        uint32_t is[COUNT];
        if (element_of(type) != 4)
            continue;
        succeed(launch_box_1d(&kernels, &launch, map_of(&c, memory.view), at, BOX_LOAD, c.bytes,
                              1024, box.view, &fixture_error));
        succeed(custub_u8_download(box.view, (uint8_t *)is, sizeof(is), 0, &fixture_error));
        for (unsigned i = 0; i < COUNT; i++) {
            uint32_t wanted;
            load_element(&c, (unsigned char *)&wanted, (const unsigned char *)&given[i]);
            if (is[i] == wanted)
                continue;
            printf("type %d, 0x%08x: 0x%08x, not 0x%08x\n", type, given[i], is[i], wanted);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
    custub_u8_buffer_destroy(&memory, NULL);
    custub_u8_buffer_destroy(&box, NULL);
}

/* --- Copies of bytes -----------------------------------------------------------------------------
 */

static custub_i32_buffer counted(size_t count)
{
    custub_i32_buffer buffer = custub_i32_buffer_create(count, &fixture_error);
    int32_t *host = calloc(count, sizeof(*host));

    assert_non_null(host);
    for (size_t i = 0; i < count; i++)
        host[i] = (int32_t)i;
    succeed(custub_i32_upload(buffer.view, host, count, 0, &fixture_error));
    free(host);
    return buffer;
}

static void a_barrier_waits_for_threads_and_bytes(void **state)
{
    int32_t host[256];
    custub_launch launch = one_block(64);
    custub_i32_buffer from = counted(256);
    custub_i32_buffer to = numbers_of(256);

    (void)state;
    succeed(launch_copy_bytes(&kernels, &launch, from.view, to.view, &fixture_error));
    read_numbers(&to, host);
    for (int i = 0; i < 256; i++)
        assert_int_equal(host[i], i + 1);
    custub_i32_buffer_destroy(&from, NULL);
}

static void stages_are_used_again(void **state)
{
    int32_t host[64];
    custub_launch launch = one_block(64);
    custub_i32_buffer from = counted(64 * 9);
    custub_i32_buffer sums = numbers_of(64);

    (void)state;
    succeed(launch_sum_stages(&kernels, &launch, from.view, sums.view, 9, &fixture_error));
    read_numbers(&sums, host);
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], 9 * i + 64 * (8 * 9 / 2));
    custub_i32_buffer_destroy(&from, NULL);
}

static bool find_encoder(void)
{
    const char *driver = getenv("CUSTUB_DRIVER");
    const bool is_cpu = driver && strcmp(driver, "cpu") == 0;
    void *library = dlopen(is_cpu ? TENSOR_BOXES_CPU : "libcuda.so.1", RTLD_NOW);
    void *symbol = library ? dlsym(library, "cuTensorMapEncodeTiled") : NULL;

    memcpy(&encode, &symbol, sizeof(encode));
    return encode != NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_boxes_like_the_model),
        cmocka_unit_test(rounds_like_the_model),
        cmocka_unit_test(a_barrier_waits_for_threads_and_bytes),
        cmocka_unit_test(stages_are_used_again),
    };
    const int status = open_fixture();

    if (status != 0)
        return status;
    kernels = tensor_boxes_load(&fixture_error);
    if (!find_encoder() || custub_failed(&fixture_error)) {
        printf("skipped: copies by tensor maps need a driver of CUDA 12 and a GPU of compute "
               "capability 9.0: %s\n",
               fixture_error.message);
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
