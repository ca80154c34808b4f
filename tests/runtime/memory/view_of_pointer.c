/* Every pointer type that has a view, for view_of_pointer.sh, as C11 and as C++17. If a view has
 * another type than is written here, this does not compile. With REFUSED it has one line that must
 * not compile. */
#ifdef IN_BLOCK /* included in a block of extern "C", like old C headers */
#include <limits.h>
#include <stdint.h>
extern "C" {
#include <custub/vector.h>
}
#else
#include <custub/vector.h>
#endif

#include <stdio.h>

typedef struct pair {
    float a, b;
} pair;

static int wrong;

#define VIEWS(element, view_type)                                                                  \
    do {                                                                                           \
        static element memory[3];                                                                  \
        const element *constant = memory;                                                          \
        element *const pointer = memory;                                                           \
        view_type view = custub_view(memory, 3);                                                   \
        wrong += view.ptr != (CUdeviceptr)(uintptr_t)memory || view.count != 3;                    \
        view = custub_view(constant + 1, (uint64_t)2);                                             \
        wrong += view.ptr != (CUdeviceptr)(uintptr_t)(memory + 1) || view.count != 2;              \
        view = custub_view(pointer, CUSTUB_COUNT_UNKNOWN);                                         \
        wrong += view.count != CUSTUB_COUNT_UNKNOWN;                                               \
    } while (0)

#define VECTOR_VIEWS(name)                                                                         \
    VIEWS(custub_##name##1, custub_##name##1_view);                                                \
    VIEWS(custub_##name##2, custub_##name##2_view);                                                \
    VIEWS(custub_##name##3, custub_##name##3_view);                                                \
    VIEWS(custub_##name##4, custub_##name##4_view)

#define WIDE_VECTOR_VIEWS(name)                                                                    \
    VECTOR_VIEWS(name);                                                                            \
    VIEWS(custub_##name##4_16a, custub_##name##4_16a_view);                                        \
    VIEWS(custub_##name##4_32a, custub_##name##4_32a_view)

static void view_vectors(void)
{
    VECTOR_VIEWS(char);
    VECTOR_VIEWS(uchar);
    VECTOR_VIEWS(short);
    VECTOR_VIEWS(ushort);
    VECTOR_VIEWS(int);
    VECTOR_VIEWS(uint);
    WIDE_VECTOR_VIEWS(long);
    WIDE_VECTOR_VIEWS(ulong);
    WIDE_VECTOR_VIEWS(longlong);
    WIDE_VECTOR_VIEWS(ulonglong);
    VECTOR_VIEWS(float);
    WIDE_VECTOR_VIEWS(double);
}

static void view_scalars(void)
{
    static double memory[2];
    void *anything = memory;
    const void *constant = memory;
    const double *next = memory;
    custub_bytes_view bytes;

    VIEWS(bool, custub_bool_view);
    VIEWS(signed char, custub_i8_view);
    VIEWS(unsigned char, custub_u8_view);
    VIEWS(short, custub_i16_view);
    VIEWS(unsigned short, custub_u16_view);
    VIEWS(int, custub_i32_view);
    VIEWS(unsigned int, custub_u32_view);
    VIEWS(long, custub_i64_view);
    VIEWS(unsigned long, custub_u64_view);
    VIEWS(long long, custub_i64_view);
    VIEWS(unsigned long long, custub_u64_view);
    VIEWS(int8_t, custub_i8_view);
    VIEWS(uint8_t, custub_u8_view);
    VIEWS(int16_t, custub_i16_view);
    VIEWS(uint16_t, custub_u16_view);
    VIEWS(int32_t, custub_i32_view);
    VIEWS(uint32_t, custub_u32_view);
    VIEWS(int64_t, custub_i64_view);
    VIEWS(uint64_t, custub_u64_view);
    VIEWS(size_t, custub_u64_view);
    VIEWS(ptrdiff_t, custub_i64_view);
    VIEWS(custub_half, custub_f16_view);
    VIEWS(custub_bfloat16, custub_bf16_view);
    VIEWS(float, custub_f32_view);
    VIEWS(double, custub_f64_view);
#if CHAR_MIN < 0
    VIEWS(char, custub_i8_view);
#else
    VIEWS(char, custub_u8_view);
#endif
    bytes = custub_view(anything, 16);
    wrong += bytes.ptr != (CUdeviceptr)(uintptr_t)memory || bytes.count != 16;
    bytes = custub_view(constant, 8);
    wrong += bytes.count != 8;
    (void)custub_view(next++, 1);
    wrong += next != memory + 1; /* evaluated once */
}

#ifdef REFUSED
static void refuse(pair *p, const pair *c, volatile float *v, float **f, CUdeviceptr n, float x)
{
    (void)p, (void)c, (void)v, (void)f, (void)n, (void)x;
    REFUSED;
}
#endif

int main(void)
{
    view_scalars();
    view_vectors();
#ifdef REFUSED
    (void)refuse;
#endif
    if (wrong)
        printf("%d views are wrong\n", wrong);
    return wrong != 0;
}
