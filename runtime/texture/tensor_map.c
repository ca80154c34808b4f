#include <custub/tensor_map.h>

#include <stdalign.h>
#include <string.h>

#include <custub/arith.h>
#include <custub/runtime.h>

#include "driver/driver.h"
#include "driver/driver_table.h"
#include "driver/result.h"

static const custub_tensor_map no_map;

#define MOST_SIZE  (UINT64_C(1) << 32)
#define END_STRIDE (UINT64_C(1) << 40)
#define MOST_BOX   256u
#define GRANULE    16u /* bytes: of addresses, strides and rows of a box */

/* A type of elements, as cuTensorMapEncodeTiled knows it. */
typedef struct element_type {
    int number; /* CUtensorMapDataType */
    uint32_t bytes;
    bool is_float;
} element_type;

/* A map in the making. */
typedef struct making {
    custub_tensor_map *map;
    const custub_tensor_layout *layout;
    element_type element;
    custub_error *error;
} making;

/* Signed numbers of 8 and 16 bits are copied as unsigned ones; false for no type of the table. */
static bool find_element(custub_scalar scalar, element_type *out)
{
    static const element_type types[] = {
        [CUSTUB_SCALAR_BOOL] = {0, 1, false}, [CUSTUB_SCALAR_I8] = {0, 1, false},
        [CUSTUB_SCALAR_U8] = {0, 1, false},   [CUSTUB_SCALAR_I16] = {1, 2, false},
        [CUSTUB_SCALAR_U16] = {1, 2, false},  [CUSTUB_SCALAR_U32] = {2, 4, false},
        [CUSTUB_SCALAR_I32] = {3, 4, false},  [CUSTUB_SCALAR_U64] = {4, 8, false},
        [CUSTUB_SCALAR_I64] = {5, 8, false},  [CUSTUB_SCALAR_F16] = {6, 2, true},
        [CUSTUB_SCALAR_F32] = {7, 4, true},   [CUSTUB_SCALAR_F64] = {8, 8, true},
        [CUSTUB_SCALAR_BF16] = {9, 2, true}};

    if ((uint32_t)scalar >= sizeof(types) / sizeof(types[0]) || !types[scalar].bytes)
        return false;
    *out = types[scalar];
    return true;
}

/* Begins a message: "a tensor map: ". */
static custub_status fail(const making *m, custub_status status, uint64_t needed, uint64_t found)
{
    custubi_error_begin(m->error, status);
    custubi_error_append(m->error, "a tensor map: ");
    if (m->error) {
        m->error->needed = needed;
        m->error->found = found;
    }
    return status;
}

static custub_status fail_dimension(const making *m, const char *what, uint32_t i, uint64_t most,
                                    uint64_t found)
{
    custub_status status = fail(m, CUSTUB_ERROR_INVALID_ARGUMENT, most, found);

    custubi_error_append(m->error,
                         "%s of dimension %u, counted from the outermost one, is %llu; it must be "
                         "1 to %llu",
                         what, (unsigned)i, (unsigned long long)found, (unsigned long long)most);
    return status;
}

static custub_status check_sizes(const making *m)
{
    const custub_tensor_layout *layout = m->layout;

    if (layout->rank < 1 || layout->rank > CUSTUB_TENSOR_RANK) {
        custub_status status =
            fail(m, CUSTUB_ERROR_INVALID_ARGUMENT, CUSTUB_TENSOR_RANK, layout->rank);
        custubi_error_append(m->error, "the rank is %u; it must be 1 to %u", (unsigned)layout->rank,
                             CUSTUB_TENSOR_RANK);
        return status;
    }
    for (uint32_t i = 0; i < layout->rank; i++) {
        if (layout->sizes[i] < 1 || layout->sizes[i] > MOST_SIZE)
            return fail_dimension(m, "the size", i, MOST_SIZE, layout->sizes[i]);
        if (layout->box[i] < 1 || layout->box[i] > MOST_BOX)
            return fail_dimension(m, "the box", i, MOST_BOX, layout->box[i]);
    }
    return CUSTUB_OK;
}

/* Fills the strides that are not given, and checks all. */
static custub_status fill_strides(const making *m)
{
    const custub_tensor_layout *layout = m->layout;
    uint64_t *strides = m->map->strides;

    strides[layout->rank - 1] = m->element.bytes;
    for (uint32_t i = layout->rank - 1; i-- > 0;) {
        uint64_t dense;
        if (custub_int_overflows(layout->sizes[i + 1], strides[i + 1], &dense))
            dense = UINT64_MAX;
        strides[i] = layout->strides[i] ? layout->strides[i] : dense;
        if (strides[i] % GRANULE && strides[i] < END_STRIDE) {
            custub_status status = fail(m, CUSTUB_ERROR_MISALIGNED, GRANULE, strides[i] % GRANULE);
            custubi_error_append(m->error,
                                 "the stride of dimension %u, counted from the outermost one, is "
                                 "%llu bytes; it must be a multiple of %u",
                                 (unsigned)i, (unsigned long long)strides[i], GRANULE);
            return status;
        }
        if (strides[i] >= END_STRIDE) {
            custub_status status =
                fail(m, CUSTUB_ERROR_INVALID_ARGUMENT, END_STRIDE - 1, strides[i]);
            custubi_error_append(m->error,
                                 "the stride of dimension %u, counted from the outermost one, is "
                                 "%llu bytes; it must be below 2^40",
                                 (unsigned)i, (unsigned long long)strides[i]);
            return status;
        }
    }
    return CUSTUB_OK;
}

static custub_status check_row(const making *m)
{
    static const uint32_t spans[] = {UINT32_MAX, 32, 64, 128};
    const custub_tensor_layout *layout = m->layout;
    const uint32_t bytes = layout->box[layout->rank - 1] * m->element.bytes;
    custub_status status;

    if (bytes % GRANULE) {
        status = fail(m, CUSTUB_ERROR_INVALID_ARGUMENT, GRANULE, bytes % GRANULE);
        custubi_error_append(m->error,
                             "a row of the box has %u elements of %u bytes; its %u bytes must be a "
                             "multiple of %u",
                             (unsigned)layout->box[layout->rank - 1], (unsigned)m->element.bytes,
                             (unsigned)bytes, GRANULE);
        return status;
    }
    if (bytes <= spans[layout->swizzle])
        return CUSTUB_OK;
    status = fail(m, CUSTUB_ERROR_INVALID_ARGUMENT, spans[layout->swizzle], bytes);
    custubi_error_append(m->error,
                         "a row of the box has %u bytes; with a swizzle of %u bytes it must have "
                         "no more than these",
                         (unsigned)bytes, (unsigned)spans[layout->swizzle]);
    return status;
}

static custub_status check_ways(const making *m)
{
    const custub_tensor_layout *layout = m->layout;

    if ((unsigned)layout->swizzle > CUSTUB_TENSOR_SWIZZLE_128B ||
        (unsigned)layout->promotion > CUSTUB_TENSOR_PROMOTION_256B ||
        (unsigned)layout->fill > CUSTUB_TENSOR_FILL_NAN) {
        fail(m, CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0);
        custubi_error_append(m->error,
                             "swizzle %d, promotion %d, fill %d: there is no such layout; begin "
                             "with custub_tensor_layout_matrix() or with zeros",
                             (int)layout->swizzle, (int)layout->promotion, (int)layout->fill);
        return CUSTUB_ERROR_INVALID_ARGUMENT;
    }
    if (layout->fill != CUSTUB_TENSOR_FILL_NAN || m->element.is_float)
        return CUSTUB_OK;
    fail(m, CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0);
    custubi_error_append(m->error, "only elements of a floating-point type can be filled with NaN");
    return CUSTUB_ERROR_INVALID_ARGUMENT;
}

/* a * b + c, or UINT64_MAX. */
static uint64_t add_product(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t product;

    if (custub_int_overflows(a, b, &product) || product > UINT64_MAX - c)
        return UINT64_MAX;
    return product + c;
}

static custub_status check_memory(const making *m, uint64_t count)
{
    custub_tensor_map *map = m->map;
    custub_status status;

    map->bytes = m->element.bytes;
    for (uint32_t i = 0; i < m->layout->rank; i++)
        map->bytes = add_product(m->layout->sizes[i] - 1, map->strides[i], map->bytes);
    if (!map->ptr) {
        status = fail(m, CUSTUB_ERROR_NULL_POINTER, map->bytes, 0);
        custubi_error_append(m->error, "the address is null, the tensor has %llu bytes",
                             (unsigned long long)map->bytes);
        return status;
    }
    if (map->ptr % GRANULE) {
        status = fail(m, CUSTUB_ERROR_MISALIGNED, GRANULE, map->ptr % GRANULE);
        custubi_error_append(m->error, "the address 0x%llx must be a multiple of %u bytes",
                             map->ptr, GRANULE);
        return status;
    }
    if (count == CUSTUB_COUNT_UNKNOWN || map->bytes / m->element.bytes <= count)
        return CUSTUB_OK;
    status = fail(m, CUSTUB_ERROR_COUNT_TOO_SMALL, map->bytes, count * m->element.bytes);
    custubi_error_append(
        m->error, "the view has a count of %llu elements, the tensor ends after %llu",
        (unsigned long long)count, (unsigned long long)(map->bytes / m->element.bytes));
    return status;
}

static custub_status check(const making *m, uint64_t count)
{
    custub_status status = check_sizes(m);

    if (!status)
        status = check_ways(m);
    if (!status)
        status = fill_strides(m);
    if (!status)
        status = check_row(m);
    return status ? status : check_memory(m, count);
}

static void note_layout(const making *m, custub_scalar element)
{
    const custub_tensor_layout *layout = m->layout;

    for (uint32_t i = 0; i < layout->rank; i++) {
        m->map->sizes[i] = layout->sizes[i];
        m->map->box[i] = layout->box[i];
    }
    m->map->rank = layout->rank;
    m->map->element = (uint32_t)element;
    m->map->swizzle = (uint32_t)layout->swizzle;
    m->map->promotion = (uint32_t)layout->promotion;
    m->map->fill = (uint32_t)layout->fill;
}

/* CUDA counts dimensions from the innermost one. */
static custub_status encode(const making *m)
{
    const custub_tensor_layout *layout = m->layout;
    uint64_t sizes[CUSTUB_TENSOR_RANK];
    uint64_t strides[CUSTUB_TENSOR_RANK];
    uint32_t box[CUSTUB_TENSOR_RANK];
    uint32_t steps[CUSTUB_TENSOR_RANK];
    alignas(64) uint64_t opaque[16]; /* as the driver requires */
    int result;

    for (uint32_t i = 0; i < layout->rank; i++) {
        uint32_t from = layout->rank - 1 - i;
        sizes[i] = layout->sizes[from];
        strides[i] = from ? m->map->strides[from - 1] : 0;
        box[i] = layout->box[from];
        steps[i] = 1;
    }
    result = custubi_cu.tensor_map_encode(
        opaque, m->element.number, layout->rank, (void *)(uintptr_t)m->map->ptr, sizes, strides,
        box, steps, 0, (int)layout->swizzle, (int)layout->promotion, (int)layout->fill);
    if (result)
        return custubi_error_driver(m->error, "cuTensorMapEncodeTiled", result,
                                    "making a tensor map");
    memcpy(m->map->opaque, opaque, sizeof(opaque));
    return CUSTUB_OK;
}

static custub_status make(making *m, uint64_t count, custub_scalar element)
{
    custub_status status;

    if (!m->layout)
        return custubi_error_set(m->error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "a tensor map: the layout is null");
    if (!find_element(element, &m->element))
        return custubi_error_set(m->error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "a tensor map: there is no element type %d", (int)element);
    status = check(m, count);
    if (status)
        return status;
    note_layout(m, element);
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, m->error);
    if (status)
        return status;
    if (!custubi_cu.tensor_map_encode)
        return custubi_error_set(m->error, CUSTUB_ERROR_DRIVER_TOO_OLD,
                                 "a tensor map needs cuTensorMapEncodeTiled, which drivers have "
                                 "since CUDA 12.0; this one has CUDA %d.%d: update it",
                                 custub_driver_version() / 1000,
                                 custub_driver_version() % 1000 / 10);
    return encode(m);
}

custub_tensor_map custub_tensor_map_create(CUdeviceptr ptr, uint64_t count, custub_scalar element,
                                           const custub_tensor_layout *layout, custub_error *error)
{
    custub_tensor_map map = no_map;
    making m = {&map, layout, {0, 0, false}, error};

    map.ptr = ptr;
    if (custub_failed(error) || make(&m, count, element))
        return no_map;
    return map;
}
