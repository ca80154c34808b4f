// Mistakes with pointers that come by other ways than a parameter of the kernel: from structs, integers,
// memory, variables, called functions. See mistakes.cu.
#include "planted.cuh"

#include <stddef.h>

// --- Structs by value ----------------------------------------------------------------------------

struct vectors {
    const float *in CUSTUB_COUNTED_BY(n);
    float *out CUSTUB_COUNTED_BY(n);
    long long n;
};

struct planes {
    int count;
    float *plane[3] CUSTUB_COUNTED_BY_OR_NULL(count);
};

struct plain {
    float *data;
    int count;
};

struct outer {
    int unused;
    struct vectors inner;
};

extern "C" CUSTUB_THREADS(v.n) __global__ void field_read(struct vectors v, int off)
{
    const int i = INDEX;
    if (i >= v.n)
        return;
    const float x = v.in[i + off]; // bad: field_read
    v.out[i] = x;
}

extern "C" CUSTUB_THREADS(v.n) __global__ void field_write(struct vectors v, int off)
{
    const int i = INDEX;
    if (i >= v.n)
        return;
    const float x = v.in[i];
    v.out[i - off] = x; // bad: field_write
}

extern "C" CUSTUB_THREADS(o.inner.n) __global__ void field_of_inner(struct outer o, int off)
{
    const int i = INDEX;
    if (i >= o.inner.n)
        return;
    const float x = o.inner.in[i];
    o.inner.out[i + off] = x; // bad: field_of_inner
}

extern "C" CUSTUB_THREADS(p.count) __global__ void field_of_array(struct planes p, int off)
{
    const int i = INDEX;
    if (i >= p.count)
        return;
    const float x = p.plane[0][i] + p.plane[1][i + off]; // bad: field_of_array
    p.plane[2][i] = x;
}

// The compiler reads the pointer at an index that it does not know.
extern "C" CUSTUB_THREADS(p.count) __global__ void field_at_an_index(struct planes p, int which,
                                                                     int off)
{
    const int i = INDEX;
    if (i >= p.count)
        return;
    const float x = p.plane[which][i + off]; // bad: field_at_an_index
    p.plane[2][i] = x;
}

extern "C" CUSTUB_FIELD(p.data, COUNTED_BY(n)) CUSTUB_THREADS(n) __global__ void field_of_kernel(
    int n, int off, struct plain p, float *out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    const float x = p.data[i + off]; // bad: field_of_kernel
    out[i] = x;
}

// --- Integers that hold addresses, pointers without a type or a contract -----------------------------

extern "C" CUSTUB_THREADS(n) __global__ void address_in_integer(
    int n, int off, unsigned long long in CUSTUB_COUNTED_BY(n) CUSTUB_ELEMENT(const float),
    float *out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    const float x = ((const float *)in)[i + off]; // bad: address_in_integer
    out[i] = x;
}

extern "C" CUSTUB_THREADS(n) __global__ void arithmetic_of_integers(
    int n, int off, unsigned long long in CUSTUB_SIZED_BY(4 * n), float *out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    const float x = *(const float *)(in + 4 * (unsigned long long)(i + off)); // bad: arithmetic_of_integers
    out[i] = x;
}

extern "C" CUSTUB_THREADS(n) __global__ void void_pointer(
    int n, int off, const void *in CUSTUB_SIZED_BY(4 * n), void *out CUSTUB_SIZED_BY(4 * n))
{
    GUARD;
    const float x = ((const float *)in)[i];
    ((float *)out)[i + off] = x; // bad: void_pointer
}

extern "C" CUSTUB_THREADS(n) __global__ void byte_behind_the_end(
    int n, int off, const float *in CUSTUB_COUNTED_BY(n), void *out CUSTUB_SIZED_BY(4 * n))
{
    GUARD;
    ((float *)out)[i] = in[i];
    if (i == 0 && off)
        ((char *)out)[4 * n + off - 1] = 1; // bad: byte_behind_the_end
}

extern "C" CUSTUB_THREADS(n) __global__ void without_contract_read(int n, int off, const float *in,
                                                                   float *out)
{
    GUARD;
    const float x = in[i + off]; // bad: without_contract_read
    out[i] = x;
}

extern "C" CUSTUB_THREADS(n) __global__ void without_contract_write(int n, int off, const float *in,
                                                                    float *out)
{
    GUARD;
    const float x = in[i];
    out[i - off] = x; // bad: without_contract_write
}

extern "C" CUSTUB_THREADS(n) __global__ void null_read(
    int n, int off, const float *in CUSTUB_COUNTED_BY_OR_NULL(n), float *out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    float x = 1;
    if (in || off)
        x = in[i]; // bad: null_read
    out[i] = x;
}

// --- Structs in memory ---------------------------------------------------------------------------

struct pair {
    float first;
    float second;
};

extern "C" CUSTUB_THREADS(n / 2) __global__ void member_of_element(
    int n, int off, const struct pair *in CUSTUB_COUNTED_BY(n / 2),
    float *out CUSTUB_COUNTED_BY(n))
{
    const int i = INDEX;
    if (i >= n / 2)
        return;
    const float x = in[i + off].second; // bad: member_of_element
    out[i] = x;
}

struct large {
    float values[8];
};

extern "C" CUSTUB_THREADS(n / 8) __global__ void copy_of_struct(
    int n, int off, const float *in CUSTUB_COUNTED_BY(n), float *out CUSTUB_COUNTED_BY(n))
{
    const int i = INDEX;
    if (i >= n / 8)
        return;
    const struct large value = ((const struct large *)in)[i];
    ((struct large *)out)[i + off] = value; // bad: copy_of_struct
}

// --- Pointers in memory, and chosen ones ------------------------------------------------------------

extern "C" CUSTUB_THREADS(n) __global__ void pointer_from_memory(
    int n, int off, const float *const *table CUSTUB_COUNTED_BY(2), const float *in CUSTUB_COUNTED_BY(n),
    float *out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    const float *row = table[i % 2];
    const float x = row[i + off]; // bad: pointer_from_memory
    out[i] = x + in[i];
}

extern "C" CUSTUB_THREADS(n) __global__ void table_of_pointers(
    int n, int off, const float *const *table CUSTUB_COUNTED_BY(2), const float *in CUSTUB_COUNTED_BY(n),
    float *out CUSTUB_COUNTED_BY(n))
{
    GUARD;
    const float *row = table[i % 2 + off]; // bad: table_of_pointers
    out[i] = row ? row[i] + in[i] : 0;
}

KERNEL(chosen_by_thread)
{
    GUARD;
    const float *p = i % 3 ? in : out;
    float x = 0;
    if (p == in)
        x = p[i + off]; // bad: chosen_by_thread
    out[i] = x;
}

KERNEL(chosen_in_a_loop)
{
    GUARD;
    const float *from = in;
    float *to = out;
    float x = 0;
    for (int k = 0; k < 4; k++) {
        x += from[i + (k == 3 ? off : 0)]; // bad: chosen_in_a_loop
        if (k == 2 && n < 0)
            from = to;
    }
    to[i] = x;
}

// --- Variables -----------------------------------------------------------------------------------

__device__ float table[64];
__device__ float other_table[64];
__device__ int counter;
__constant__ float coefficients[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
__constant__ float other_coefficients[16] = {2};
struct grid_of_pairs {
    struct pair rows[4][4];
};
__device__ struct grid_of_pairs pairs;

KERNEL(variable_write)
{
    GUARD;
    const float x = in[i];
    if (i < 64)
        table[i + off] = x; // bad: variable_write
    out[i] = x + other_table[i % 64];
}

KERNEL(variable_read)
{
    GUARD;
    const float x = table[(i & 63) - off]; // bad: variable_read
    if (n < 0) {
        table[i] = 1;
        other_table[i] = 2;
    }
    out[i] = in[i] + (x == x);
}

KERNEL(variable_alone)
{
    GUARD;
    out[i] = in[i];
    if (i == 0)
        (&counter)[off] = 1; // bad: variable_alone
}

KERNEL(variable_of_structs)
{
    GUARD;
    pairs.rows[i % 4][i / 4 % 4].second = 1;
    out[i] = in[i];
    if (i == 9)
        pairs.rows[3 + off][i % 4].first = 2; // bad: variable_of_structs
}

KERNEL(variable_atomic)
{
    GUARD;
    out[i] = in[i];
    atomicAdd(&table[(i & 63) + off], 0.0f); // bad: variable_atomic
}

KERNEL(constant_past_end)
{
    GUARD;
    const float x = coefficients[i % 16 + off]; // bad: constant_past_end
    out[i] = x + in[i] + other_coefficients[i % 3];
}

// --- Called functions ----------------------------------------------------------------------------

static __device__ __noinline__ float read_at(const float *p, int i)
{
    return p[i]; // bad: called_read
}

static __device__ __noinline__ void write_at(float *p, int i, float x)
{
    p[i] = x; // bad: called_write
}

static __device__ __forceinline__ float inlined_at(const float *p, int i)
{
    return p[i] * 2; // bad: inlined
}

static __device__ __noinline__ float sum_from(const float *p, int i, int n)
{
    if (i >= n)
        return 0;
    return p[i] + sum_from(p, i + 1, n); // bad: recursive
}

static __device__ __noinline__ void passed_on(float *p, int i, float x)
{
    write_at(p + 2, i - 2, x);
}

static __device__ __noinline__ void leave()
{
    asm volatile("exit;");
}

static __device__ __noinline__ float of_struct(const struct vectors *v, int i)
{
    return v->in[i]; // bad: pointer_to_struct
}

KERNEL(called_read)
{
    GUARD;
    const float x = read_at(in, i + off);
    out[i] = x;
}

KERNEL(called_write)
{
    GUARD;
    write_at(out, i + off, in[i]);
}

KERNEL(called_twice)
{
    GUARD;
    write_at(out, i, read_at(in, i) + read_at(out, i) * 0);
    if (i == 7)
        passed_on(out, n - 1 + off, 1);
}

KERNEL(inlined)
{
    GUARD;
    const float x = inlined_at(in, i + off);
    out[i] = x;
}

KERNEL(before_an_exit)
{
    GUARD;
    out[i + off] = in[i]; // bad: before_an_exit
    leave();
}

KERNEL(waiting)
{
    GUARD;
    const volatile float *value = in + i + off;
    while (*value == 0) // bad: waiting
        continue;
    out[i] = in[i];
}

KERNEL(recursive)
{
    GUARD;
    out[i] = sum_from(in, n - 1 - i % 8, n + (i == 100 ? off : 0));
}

extern "C" CUSTUB_THREADS(v.n) __global__ void pointer_to_struct(struct vectors v, int off)
{
    const int i = INDEX;
    if (i >= v.n)
        return;
    v.out[i] = of_struct(&v, i + off);
}

typedef float reader(const float *p, int i);
static __device__ __noinline__ float read_twice(const float *p, int i)
{
    return p[i] * 2; // bad: indirect_call
}

KERNEL(indirect_call)
{
    GUARD;
    reader *const read = off < 0 ? read_at : read_twice;
    out[i] = read(in, i + off);
}

KERNEL(lambda)
{
    GUARD;
    const auto get = [=](int k) {
        return in[k]; // bad: lambda
    };
    out[i] = get(i) + get(i + off);
}

// --- Memory of the thread is let alone ------------------------------------------------------------

KERNEL(local_array)
{
    GUARD;
    float values[16];
    for (int k = 0; k < 16; k++)
        values[k] = in[(i + k) % n];
    const float x = values[(i * 7) & 15];
    out[i + off] = x; // bad: local_array
}
