#include "execute/texture/reduction.h"

#include "execute/kernel/trap.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

/* CUtensorMapDataType */
enum {
    UINT32 = 2,
    INT32 = 3,
    UINT64 = 4,
    INT64 = 5,
    FLOAT16 = 6,
    FLOAT32 = 7,
    FLOAT64 = 8,
    BFLOAT16 = 9
};

/* True for what an H200 does (PTX ISA, "cp.reduce.async.bulk"). */
static bool is_legal(custub_cpu_bulk how, int type)
{
    const bool is_minimum = how == CUSTUB_CPU_BULK_MIN || how == CUSTUB_CPU_BULK_MAX;
    const bool wraps = how == CUSTUB_CPU_BULK_INC || how == CUSTUB_CPU_BULK_DEC;

    if (type < UINT32)
        return false;
    if (type == INT64)
        return is_minimum;
    if (type <= UINT64)
        return !wraps || type == UINT32;
    return how == CUSTUB_CPU_BULK_ADD || (is_minimum && (type == FLOAT16 || type == BFLOAT16));
}

static void require_operation(custub_cpu_bulk how, int type)
{
    if (!is_legal(how, type))
        cpu_kernel_trap(CUSTUB_CPU_TRAP_INSTRUCTION,
                        "a reduction by a tensor map: its elements have no such operation");
    if (type > INT64 && type != FLOAT32 && type != FLOAT64)
        cpu_kernel_trap(
            CUSTUB_CPU_TRAP_UNFIT,
            "a reduction by a tensor map: on the CPU its elements are integers, float or "
            "double");
}

static bool is_signed(int type)
{
    return type == INT32 || type == INT64;
}

/* Numbers of 32 bits are extended to 64 bits, with their sign. */
static bool is_less(uint64_t a, uint64_t b, int type)
{
    return is_signed(type) ? (int64_t)a < (int64_t)b : a < b;
}

static uint64_t combine_integers(custub_cpu_bulk how, int type, uint64_t old, uint64_t value)
{
    switch (how) {
    case CUSTUB_CPU_BULK_ADD:
        return old + value;
    case CUSTUB_CPU_BULK_MIN:
        return is_less(value, old, type) ? value : old;
    case CUSTUB_CPU_BULK_MAX:
        return is_less(old, value, type) ? value : old;
    case CUSTUB_CPU_BULK_INC:
        return old >= value ? 0 : old + 1;
    case CUSTUB_CPU_BULK_DEC:
        return old == 0 || old > value ? value : old - 1;
    case CUSTUB_CPU_BULK_AND:
        return old & value;
    case CUSTUB_CPU_BULK_OR:
        return old | value;
    case CUSTUB_CPU_BULK_XOR:
        return old ^ value;
    case CUSTUB_CPU_BULK_LOAD:
    case CUSTUB_CPU_BULK_STORE:
        break;
    }
    return old;
}

static uint64_t extend(uint32_t bits, int type)
{
    return type == INT32 ? (uint64_t)(int64_t)(int32_t)bits : bits;
}

static uint32_t combine_32(custub_cpu_bulk how, int type, uint32_t old, uint32_t value)
{
    float a, b;

    if (type != FLOAT32)
        return (uint32_t)combine_integers(how, type, extend(old, type), extend(value, type));
    memcpy(&a, &old, sizeof(a));
    memcpy(&b, &value, sizeof(b));
    a += b;
    memcpy(&old, &a, sizeof(a));
    return old;
}

static uint64_t combine_64(custub_cpu_bulk how, int type, uint64_t old, uint64_t value)
{
    double a, b;

    if (type != FLOAT64)
        return combine_integers(how, type, old, value);
    memcpy(&a, &old, sizeof(a));
    memcpy(&b, &value, sizeof(b));
    a += b;
    memcpy(&old, &a, sizeof(a));
    return old;
}

static void reduce_32(custub_cpu_bulk how, int type, void *target, const void *source)
{
    _Atomic uint32_t *at = target;
    uint32_t old = atomic_load(at);
    uint32_t value;

    memcpy(&value, source, sizeof(value));
    while (!atomic_compare_exchange_weak(at, &old, combine_32(how, type, old, value)))
        ;
}

static void reduce_64(custub_cpu_bulk how, int type, void *target, const void *source)
{
    _Atomic uint64_t *at = target;
    uint64_t old = atomic_load(at);
    uint64_t value;

    memcpy(&value, source, sizeof(value));
    while (!atomic_compare_exchange_weak(at, &old, combine_64(how, type, old, value)))
        ;
}

void cpu_reduce(custub_cpu_bulk how, int type, void *target, const void *source, size_t size)
{
    const bool is_long = type == UINT64 || type == INT64 || type == FLOAT64;
    const size_t element = is_long ? 8 : 4;

    require_operation(how, type);
    for (size_t i = 0; i < size; i += element) {
        if (is_long)
            reduce_64(how, type, (char *)target + i, (const char *)source + i);
        else
            reduce_32(how, type, (char *)target + i, (const char *)source + i);
    }
}
