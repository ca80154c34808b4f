// Kernels for the CPU driver's tests: one for each group of device functions, on fixed inputs.
extern "C" __global__ void integers(long long *out)
{
    int i = 0;
    out[i++] = __popc(0xf0f0u);
    out[i++] = __popcll(0xffffffffffffffffull);
    out[i++] = __clz(1);
    out[i++] = __clz(0);
    out[i++] = __clz(-1);
    out[i++] = __clzll(1ll << 40);
    out[i++] = __ffs(0);
    out[i++] = __ffs(8);
    out[i++] = __ffs((int)0x80000000u);
    out[i++] = __ffsll(1ll << 50);
    out[i++] = __brev(1u);
    out[i++] = (long long)(__brevll(1ull) >> 1);
    out[i++] = __mul24(0x800001, 3);
    out[i++] = __umul24(0xff000002u, 5u);
    out[i++] = __mulhi(-1, 1);
    out[i++] = __umulhi(0xffffffffu, 0xffffffffu);
    out[i++] = __mul64hi(-1ll, 1ll);
    out[i++] = (long long)(__umul64hi(0xffffffffffffffffull, 0xffffffffffffffffull) & 0xffff);
    out[i++] = __byte_perm(0x33221100u, 0x77665544u, 0x7250u);
    out[i++] = __funnelshift_l(0x80000000u, 1u, 4u);
    out[i++] = __funnelshift_r(0x10u, 0x3u, 4u);
    out[i++] = __sad(-5, 7, 100u);
    out[i++] = __hadd(-3, 2);
    out[i++] = __rhadd(3, 4);
    out[i++] = min(-1, 5);
    out[i++] = min(-1, 5u);
    out[i++] = max(-1ll, 3ll);
    out[i++] = __float2int_rn(2.5f);
    out[i++] = __float2int_rz(-2.9f);
    out[i++] = __float2int_ru(2.1f);
    out[i++] = __float2int_rd(-2.1f);
    out[i++] = __float2int_rz(1e20f);
    out[i++] = __float2uint_rz(-1.0f);
    out[i++] = __double2ll_rn(-9.5);
    out[i++] = __float2int_rn(nanf(""));
    out[i++] = __float_as_int(1.0f);
    out[i++] = __double2hiint(1.0);
    out[i++] = warpSize;
}

extern "C" __global__ void floats(float *out)
{
    int i = 0;
    out[i++] = rsqrtf(16.0f);
    out[i++] = sqrtf(2.0f);
    out[i++] = expf(1.0f);
    out[i++] = __expf(1.0f);
    out[i++] = logf(10.0f);
    out[i++] = __logf(10.0f);
    out[i++] = powf(2.0f, 0.5f);
    out[i++] = __powf(2.0f, 10.0f);
    out[i++] = fmaf(2.0f, 3.0f, 4.0f);
    out[i++] = __fdividef(1.0f, 8.0f);
    out[i++] = __fmul_rn(1.5f, 3.0f);
    out[i++] = __fadd_rn(1.5f, 3.0f);
    out[i++] = __saturatef(-2.0f);
    out[i++] = __saturatef(0.25f);
    out[i++] = __saturatef(nanf(""));
    out[i++] = fminf(nanf(""), 3.0f);
    out[i++] = max(2.0f, nanf(""));
    out[i++] = sinpif(0.5f);
    out[i++] = cospif(1.0f);
    out[i++] = sinpif(1.0f);
    out[i++] = normcdff(0.0f);
    out[i++] = tanhf(0.5f);
    out[i++] = erff(0.5f);
    out[i++] = rhypotf(3.0f, 4.0f);
    out[i++] = norm3df(2.0f, 3.0f, 6.0f);
    float s, c;
    sincosf(0.5f, &s, &c);
    out[i++] = s * s + c * c;
    __sincosf(0.5f, &s, &c);
    out[i++] = c;
    out[i++] = __ldg(&out[0]);
    out[i++] = exp10f(2.0f);
    out[i++] = truncf(-2.5f) + rintf(2.5f) + copysignf(1.0f, -0.0f);
}

extern "C" __global__ void doubles(double *out)
{
    int i = 0;
    out[i++] = rsqrt(4.0);
    out[i++] = rcbrt(27.0);
    out[i++] = sinpi(0.25);
    out[i++] = cospi(0.25);
    out[i++] = erfinv(erf(0.3));
    out[i++] = erfinv(erf(1.75));
    out[i++] = erfcinv(erfc(5.0));
    out[i++] = normcdfinv(normcdf(-8.0));
    out[i++] = normcdfinv(normcdf(1.25));
    out[i++] = normcdf(1.0);
    out[i++] = __dmul_rn(0.1, 3.0);
    out[i++] = __fma_rn(2.0, 3.0, 1.0);
    out[i++] = fma(2.0, 3.0, 1.0);
    out[i++] = __hiloint2double(0x40090000, 0);
    out[i++] = norm4d(1.0, 2.0, 2.0, 4.0);
    out[i++] = min(3.0f, 2.0);
}

struct counters {
    int added, subtracted, least, most, bits_and, bits_or, bits_xor, swapped, replaced;
    unsigned up, down, unsigned_most;
    unsigned long long wide, wide_most;
    float sum;
    double precise;
};

extern "C" __global__ void atomics(counters *c, int *seen)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int before = atomicAdd(&c->added, 1);
    seen[before] = 1;
    atomicSub(&c->subtracted, 2);
    atomicMin(&c->least, -i);
    atomicMax(&c->most, i);
    atomicAnd(&c->bits_and, ~(1 << (i % 8)));
    atomicOr(&c->bits_or, 1 << (i % 16));
    atomicXor(&c->bits_xor, i);
    atomicExch(&c->swapped, 42);
    atomicInc(&c->up, 6u);
    atomicDec(&c->down, 6u);
    atomicMax(&c->unsigned_most, 0x80000000u + (unsigned)i);
    atomicAdd(&c->wide, 1ull << 33);
    atomicMax(&c->wide_most, (unsigned long long)i << 32);
    atomicAdd(&c->sum, 0.5f);
    atomicAdd(&c->precise, 0.25);
    atomicCAS(&c->replaced, 5, 6);
    atomicCAS(&c->replaced, 9, 10);
}

// Vector types have CUDA's layout.
extern "C" __global__ void vectors(const float4 *values, float2 *out, unsigned *sizes)
{
    float4 v = values[threadIdx.x];
    out[threadIdx.x] = make_float2(v.x + v.y, v.z + v.w);
    sizes[0] = sizeof(float3), sizes[1] = alignof(float4), sizes[2] = sizeof(double4);
    sizes[3] = alignof(uchar4), sizes[4] = sizeof(dim3), sizes[5] = alignof(longlong2);
    dim3 d(5);
    sizes[6] = d.x * d.y * d.z;
}

__constant__ int scale_table[4] = {1, 10, 100, 1000};
__device__ int calls;

extern "C" __global__ void globals(int *out)
{
    out[threadIdx.x] = scale_table[threadIdx.x % 4] + atomicAdd(&calls, 1);
}
