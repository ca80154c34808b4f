#include "frontend/unit/prelude.h"

#include "frontend/unit/prelude_rare.h"

#include <string.h>

#define HD "__host__ __device__ "

/* Parts of cuda_runtime.h whose declarations only nvcc accepts together with the C library's. Their
 * functions are declared below. */
static const char nvcc_headers_text[] = "#define __COMMON_FUNCTIONS_H__\n"
                                        "#define __MATH_FUNCTIONS_H__\n"
                                        "#define __DEVICE_FUNCTIONS_H__\n";

static const char attributes_text[] =
    "#ifndef __global__\n"
    "#define __global__ __attribute__((global))\n"
    "#define __device__ __attribute__((device))\n"
    "#define __host__ __attribute__((host))\n"
    "#define __shared__ __attribute__((shared))\n"
    "#define __constant__ __attribute__((constant))\n"
    "#define __managed__ __attribute__((managed))\n"
    "#define __forceinline__ inline __attribute__((always_inline))\n"
    "#define __inline_hint__\n"
    "#define __nv_pure__\n"
    "#define __align__(n) __attribute__((aligned(n)))\n"
    "#define __grid_constant__\n"
    "#define __maxnreg__(n)\n"
    "#define __block_size__(...)\n"
    "#define __cluster_dims__(...)\n"
    "#endif\n";

/* Packs up to three integers into one of 128 bits. Anything else gives no constant; nvcc refuses
 * it, too. */
static void write_sizes(gen_text *out)
{
    static const char text[] = HD
        "unsigned custub_prelude_no_integer();\n"
        "template <class T> " HD "constexpr auto custub_prelude_integer(T value, int)\n"
        "  -> decltype(static_cast<unsigned>(static_cast<long long>(value))) {\n"
        "  return __is_floating_point(T) ? custub_prelude_no_integer()\n"
        "                                : static_cast<unsigned>(static_cast<long long>(value)); "
        "}\n"
        "template <class T> " HD "unsigned custub_prelude_integer(T, long);\n" HD
        "constexpr __int128 custub_prelude_pack(unsigned count, unsigned x, unsigned y,\n"
        "                                          unsigned z) {\n"
        "  return static_cast<__int128>(0x%xu + count) << 96 | static_cast<__int128>(x) << 64 |\n"
        "         static_cast<__int128>(y) << 32 | z; }\n"
        "template <class... A> " HD "__int128 custub_prelude_sizes(A...);\n"
        "template <class A> " HD "constexpr __int128 custub_prelude_sizes(A a) {\n"
        "  return custub_prelude_pack(1, custub_prelude_integer(a, 0), 0, 0); }\n"
        "template <class A, class B> " HD "constexpr __int128 custub_prelude_sizes(A a, B b) {\n"
        "  return custub_prelude_pack(2, custub_prelude_integer(a, 0),\n"
        "                             custub_prelude_integer(b, 0), 0); }\n"
        "template <class A, class B, class C>\n" HD
        "constexpr __int128 custub_prelude_sizes(A a, B b, C c) {\n"
        "  return custub_prelude_pack(3, custub_prelude_integer(a, 0),\n"
        "                             custub_prelude_integer(b, 0),\n"
        "                             custub_prelude_integer(c, 0)); }\n";

    gen_text_printf(out, text, GEN_PRELUDE_SIZES);
}

/* Annotations in place of the attributes that libclang does not show, and clang's own attribute,
 * whose error shows the value of its argument (launch_bounds.c). */
static const char bounds_text[] =
    "#include <stddef.h>\n"
    "#define CUSTUB_PRELUDE_NOTE(key, ...) CUSTUB_PRELUDE_NOTE_(key, __VA_ARGS__)\n"
    "#define CUSTUB_PRELUDE_NOTE_(key, ...) "
    "__attribute__((annotate(\"custub.\" key \":\" #__VA_ARGS__)))\n"
    /* clang drops annotations of later declarations, unless the definition has one, too. */
    "#undef __global__\n"
    "#define __global__ __attribute__((global)) CUSTUB_PRELUDE_NOTE(\"global\", )\n"
    /* In nvcc a function is one, whichever of __host__ and __device__ its declarations have. clang
       would make two of it, even of templates and members, unless neither is written. */
    "#undef __host__\n"
    "#define __host__\n"
    "#undef __device__\n"
    "#define __device__ CUSTUB_PRELUDE_NOTE(\"device\", )\n"
    "#pragma clang force_cuda_host_device begin\n"
    "#define CUSTUB_PRELUDE_BOUNDS(key, ...) CUSTUB_PRELUDE_BOUNDS_(key, __VA_ARGS__)\n"
    "#define CUSTUB_PRELUDE_BOUNDS_(key, ...) "
    "__attribute__((annotate(\"custub.\" key \":\" #__VA_ARGS__), "
    "launch_bounds(::custub_prelude_sizes(__VA_ARGS__))))\n"
    "#define CUSTUB_PRELUDE_BLOCK(block, cluster, ...) "
    "launch_bounds(::custub_prelude_sizes block), launch_bounds(::custub_prelude_sizes cluster)\n"
    "#define CUSTUB_PRELUDE_BLOCKS(...) CUSTUB_PRELUDE_BLOCKS_(__VA_ARGS__)\n"
    "#define CUSTUB_PRELUDE_BLOCKS_(...) "
    "__attribute__((annotate(\"custub.block_size:\" #__VA_ARGS__), "
    "CUSTUB_PRELUDE_BLOCK(__VA_ARGS__, (1, 1, 1), )))\n"
    "#undef __launch_bounds__\n"
    "#define __launch_bounds__(...) CUSTUB_PRELUDE_BOUNDS(\"launch_bounds\", __VA_ARGS__)\n"
    "#undef __cluster_dims__\n"
    "#define __cluster_dims__(...) CUSTUB_PRELUDE_BOUNDS(\"cluster_dims\", __VA_ARGS__)\n"
    "#undef __maxnreg__\n"
    "#define __maxnreg__(n)\n"
    "#undef __block_size__\n"
    "#define __block_size__(...) CUSTUB_PRELUDE_BLOCKS(__VA_ARGS__)\n"
    "#undef __grid_constant__\n"
    "#define __grid_constant__\n"
    /* A keyword to nvcc and, since version 15, to clang. Empty here, so that the C++ library's
       __attribute__((__noinline__)) works. */
    "#undef __noinline__\n"
    "#define __noinline__\n";

/* nvcc includes these through cuda_runtime.h. */
static const char libraries_text[] = "#include <stdlib.h>\n"
                                     "#include <time.h>\n";

/* The parts of these headers that files use without including them. */
static const char brief_text[] = "typedef unsigned short ushort;\n"
                                 "typedef unsigned int uint;\n"
                                 "typedef unsigned long ulong;\n";

static const char builtins_text[] = "extern \"C\" {\n"
                                    "extern const __device__ uint3 threadIdx;\n"
                                    "extern const __device__ uint3 blockIdx;\n"
                                    "extern const __device__ dim3 blockDim;\n"
                                    "extern const __device__ dim3 gridDim;\n"
                                    "extern const __device__ int warpSize;\n"
                                    "__device__ void *malloc(__SIZE_TYPE__) throw();\n"
                                    "__device__ void free(void *) throw();\n"
                                    "}\n";

/* Size and alignment as in "CUDA C++ Programming Guide", built-in vector types. The toolkit's
 * header has the types; the header of the functions that make them is too slow to include. */
static void write_vector_types(gen_text *out, bool has_toolkit)
{
    static const struct {
        const char *stem, *element;
        unsigned align[4]; /* for 1 to 4 components */
    } vectors[] = {
        {"char", "signed char", {1, 2, 1, 4}},
        {"uchar", "unsigned char", {1, 2, 1, 4}},
        {"short", "short", {2, 4, 2, 8}},
        {"ushort", "unsigned short", {2, 4, 2, 8}},
        {"int", "int", {4, 8, 4, 16}},
        {"uint", "unsigned int", {4, 8, 4, 16}},
        {"long", "long", {8, 16, 8, 16}},
        {"ulong", "unsigned long", {8, 16, 8, 16}},
        {"longlong", "long long", {8, 16, 8, 16}},
        {"ulonglong", "unsigned long long", {8, 16, 8, 16}},
        {"float", "float", {4, 8, 4, 16}},
        {"double", "double", {8, 16, 8, 16}},
    };
    static const char *const members[] = {"x", "x, y", "x, y, z", "x, y, z, w"};

    for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
        for (unsigned n = 0; n < 4; n++) {
            if (!has_toolkit)
                gen_text_printf(out, "struct __attribute__((aligned(%u))) %s%u { %s %s; };\n",
                                vectors[i].align[n], vectors[i].stem, n + 1, vectors[i].element,
                                members[n]);
            gen_text_printf(out, "template <class... A> " HD "%s%u make_%s%u(A...);\n",
                            vectors[i].stem, n + 1, vectors[i].stem, n + 1);
        }
    }
    if (!has_toolkit)
        gen_text_puts(out, "struct dim3 { unsigned int x, y, z;\n"
                           "  constexpr " HD "dim3(unsigned int a = 1, unsigned int b = 1, "
                           "unsigned int c = 1) : x(a), y(b), z(c) {}\n"
                           "  constexpr " HD "dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}\n"
                           "  constexpr " HD "operator uint3() const { return {x, y, z}; } };\n");
}

/* Functions that nvcc knows without an include. Their results do not matter here, but calls must
 * keep their arguments in the tree, so each is a template. */

/* Each for double, and with the suffix `f` for float. */
static const char math_functions[] =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi erf erfc "
    "erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs fdim fdivide floor fma fmax fmin fmod "
    "frexp hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint "
    "lround modf nearbyint nextafter norm norm3d norm4d normcdf normcdfinv pow rcbrt "
    "remainder remquo rhypot rint rnorm round rsqrt scalbln scalbn sin sincos sincospi sinh "
    "sinpi sqrt tan tanh tgamma trunc y0 y1 yn";

static const char other_functions[] =
    "abs labs llabs min max umin umax ullmin ullmax llmin llmax isnan isinf isfinite signbit "
    "nan nanf memcpy memset memcmp printf __assertfail __stcg __stcs __stwb __stwt __popc "
    "__popcll __clz __clzll __ffs __ffsll __brev __brevll __mul24 __umul24 __mulhi __umulhi "
    "__mul64hi __umul64hi __hadd __rhadd __uhadd __urhadd __sad __usad __byte_perm "
    "__funnelshift_l __funnelshift_r __funnelshift_lc __funnelshift_rc __dp4a __dp2a_lo "
    "__dp2a_hi __vadd4 __vsub4 __vsubss4 __vcmpne4 __vcmpeq4 __vabsdiffs4 __vsetne4 "
    "__saturatef __fdividef __expf __exp10f __logf __log2f __log10f __powf __sinf __cosf "
    "__tanf __sincosf __frcp_rn __frcp_rz __frcp_ru __frcp_rd __fsqrt_rn __fsqrt_rz "
    "__fsqrt_ru __fsqrt_rd __frsqrt_rn __fadd_rn __fadd_rz __fadd_ru __fadd_rd __fsub_rn "
    "__fsub_rz __fsub_ru __fsub_rd __fmul_rn __fmul_rz __fmul_ru __fmul_rd __fmaf_rn "
    "__fmaf_rz __fmaf_ru __fmaf_rd __fmaf_ieee_rn __fdiv_rn __fdiv_rz __fdiv_ru __fdiv_rd "
    "__dadd_rn __dsub_rn __dmul_rn __ddiv_rn __drcp_rn __dsqrt_rn __fma_rn __float_as_int "
    "__float_as_uint __int_as_float __uint_as_float __double_as_longlong __longlong_as_double "
    "__double2hiint __double2loint __hiloint2double __float2int_rn __float2int_rz "
    "__float2int_ru __float2int_rd __float2uint_rn __float2uint_rz __float2uint_ru "
    "__float2uint_rd __float2ll_rn __float2ll_rz __float2ll_ru __float2ll_rd __float2ull_rn "
    "__float2ull_rz __float2ull_ru __float2ull_rd __int2float_rn __int2float_rz "
    "__int2float_ru __int2float_rd __uint2float_rn __uint2float_rz __uint2float_ru "
    "__uint2float_rd __ll2float_rn __ull2float_rn __ll2float_rz __ull2float_rz __ll2float_ru "
    "__ull2float_ru __ll2float_rd __ull2float_rd __double2float_rn __double2float_rz "
    "__double2float_ru __double2float_rd __double2int_rn __double2int_rz __double2uint_rn "
    "__double2uint_rz __double2ll_rn __double2ll_rz __double2ull_rn __double2ull_rz "
    "__int2double_rn __uint2double_rn __ll2double_rn __ull2double_rn __shfl_sync "
    "__shfl_up_sync __shfl_down_sync __shfl_xor_sync __shfl __shfl_up __shfl_down __shfl_xor "
    "__match_any_sync __match_all_sync __reduce_add_sync __reduce_min_sync __reduce_max_sync "
    "__reduce_and_sync __reduce_or_sync __reduce_xor_sync __any_sync __all_sync __ballot_sync "
    "__any __all __ballot __syncthreads_count __syncthreads_and __syncthreads_or __nanosleep "
    "__cvta_generic_to_shared __cvta_generic_to_global __isGlobal __isShared __isConstant "
    "__isLocal";

/* The result has the type of the first argument, or the type is written: tex2D<float4>(t, x, y). */
static const char texture_functions[] =
    "tex1Dfetch tex1D tex2D tex3D tex1DLayered tex2DLayered texCubemap texCubemapLayered "
    "tex2Dgather tex1DLod tex2DLod tex3DLod tex1DLayeredLod tex2DLayeredLod texCubemapLod "
    "texCubemapLayeredLod tex1DGrad tex2DGrad tex3DGrad tex1DLayeredGrad tex2DLayeredGrad "
    "texCubemapGrad texCubemapLayeredGrad surf1Dread surf2Dread surf3Dread surf1DLayeredread "
    "surf2DLayeredread surfCubemapread surfCubemapLayeredread surf1Dwrite surf2Dwrite surf3Dwrite "
    "surf1DLayeredwrite surf2DLayeredwrite surfCubemapwrite surfCubemapLayeredwrite";

/* The result has the type that the first argument points to. */
static const char pointer_functions[] =
    "__ldg __ldca __ldcg __ldcs __ldcv __ldlu atomicAdd atomicSub atomicExch atomicMin "
    "atomicMax atomicInc atomicDec atomicCAS atomicAnd atomicOr atomicXor atomicAdd_block "
    "atomicAdd_system atomicCAS_block atomicCAS_system atomicExch_block atomicExch_system";

static const char *const without_arguments[] = {
    "unsigned int __activemask",
    "long clock",
    "long long clock64",
    "unsigned long long __globaltimer",
    "void __threadfence",
    "void __threadfence_block",
    "void __threadfence_system",
    "void __trap",
    "void __brkpt",
    "void cudaGridDependencySynchronize",
    "void cudaTriggerProgrammaticLaunchCompletion",
};

/* Writes a line for each name of a list: the form, with the name in place of '@'. */
static void write_each(gen_text *out, const char *names, const char *form)
{
    while (*names) {
        size_t length = strcspn(names, " ");
        for (const char *c = form; *c; c++)
            gen_text_append(out, *c == '@' ? names : c, *c == '@' ? length : 1);
        names += length;
        names += *names == ' ';
    }
}

static void write_rare_functions(gen_text *out)
{
    write_each(out, gen_prelude_rare_functions,
               "template <class T, class... A> " HD "T @(T, A...);\n");
    write_each(out, gen_prelude_rare_pointer_functions,
               "template <class T, class... A> " HD "T @(T *, A...);\n");
    write_each(out, gen_prelude_rare_address_functions,
               "template <class... A> " HD "void *@(A...);\n");
}

static void write_device_functions(gen_text *out)
{
    write_each(out, math_functions, "template <class T, class... A> " HD "T @(T, A...);\n");
    write_each(out, math_functions, "template <class T, class... A> " HD "T @f(T, A...);\n");
    write_each(out, other_functions, "template <class T, class... A> " HD "T @(T, A...);\n");
    write_each(out, texture_functions, "template <class T, class... A> " HD "T @(T, A...);\n");
    write_each(out, texture_functions,
               "template <class T, class... A> " HD "T @(unsigned long long, A...);\n");
    write_each(out, pointer_functions, "template <class T, class... A> " HD "T @(T *, A...);\n");
    for (size_t i = 0; i < sizeof(without_arguments) / sizeof(without_arguments[0]); i++)
        gen_text_printf(out, "template <class... A> " HD "%s(A...);\n", without_arguments[i]);
    gen_text_puts(out, "template <class... A> " HD "void __syncwarp(A...);\n"
                       "#ifndef assert\n#define assert(...) ((void)0)\n#endif\n");
}

void gen_prelude_write_alignas(gen_text *out)
{
    gen_text_puts(
        out, HD "constexpr unsigned long custub_prelude_greatest(unsigned long a) { return a; }\n"
                "template <class... A> " HD
                "constexpr unsigned long custub_prelude_greatest(unsigned long a, "
                "unsigned long b, A... more) {\n"
                "  return custub_prelude_greatest(a < b ? b : a, more...); }\n"
                "template <class... T> " HD "constexpr unsigned long custub_prelude_alignment() {\n"
                "  return custub_prelude_greatest(1, alignof(T)...); }\n"
                "template <unsigned long... N> " HD
                "constexpr unsigned long custub_prelude_alignment() {\n"
                "  return custub_prelude_greatest(1, N...); }\n"
                "#define alignas(...) "
                "__attribute__((aligned(::custub_prelude_alignment<__VA_ARGS__>())))\n");
}

bool gen_prelude_has_texture_function(const char *name)
{
    const char *next = texture_functions;
    size_t length = strlen(name);

    while (*next) {
        size_t of_next = strcspn(next, " ");
        if (of_next == length && memcmp(next, name, length) == 0)
            return true;
        next += of_next;
        next += *next == ' ';
    }
    return false;
}

/* As nvcc's driver and cuda_runtime.h define them ("CUDA Compiler Driver NVCC", Predefined Macros).
 */
static void write_macros(gen_text *out, long toolkit, bool brief)
{
    /* Code tests these to learn whether it is compiled with the runtime. */
    static const char guards[] =
        "CUDA_RUNTIME CUDA_RUNTIME_API CUDA_DEVICE_RUNTIME_API CHANNEL_DESCRIPTOR "
        "DEVICE_LAUNCH_PARAMETERS DEVICE_TYPES DRIVER_FUNCTIONS DRIVER_TYPES HOST_CONFIG "
        "LIBRARY_TYPES SURFACE_TYPES TEXTURE_TYPES VECTOR_FUNCTIONS";

    gen_text_puts(out, "#define CUDA_DOUBLE_MATH_FUNCTIONS 1\n"
                       "#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1\n"
                       "#define __CUDACC_VER__ \"__CUDACC_VER__ is no longer supported.  Use "
                       "__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, and __CUDACC_VER_BUILD__ "
                       "instead.\"\n");
    if (toolkit >= 12080)
        gen_text_puts(out, "#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1\n");
    if (toolkit)
        gen_text_printf(out,
                        "#define __CUDA_API_VER_MAJOR__ %ld\n#define __CUDA_API_VER_MINOR__ %ld\n",
                        toolkit / 1000, toolkit % 1000 / 10);
    if (toolkit && brief)
        gen_text_printf(out, "#define CUDART_VERSION %ld\n", toolkit);
    if (!toolkit || brief)
        write_each(out, guards, "#define __@_H__\n");
}

void gen_prelude_write(gen_text *out, long toolkit, bool brief)
{
    gen_text_puts(out, "#pragma GCC system_header\n");
    gen_text_puts(out, nvcc_headers_text);
    if (toolkit)
        gen_text_puts(out, "#include \"crt/host_defines.h\"\n");
    gen_text_puts(out, attributes_text);
    write_sizes(out);
    gen_text_puts(out, bounds_text);
    gen_text_puts(out, brief ? brief_text : libraries_text);
    if (toolkit)
        gen_text_puts(out, "#include \"vector_types.h\"\n");
    if (toolkit && !brief)
        gen_text_puts(out, "#include \"cuda_runtime_api.h\"\n");
    write_vector_types(out, toolkit > 0);
    gen_text_puts(out, builtins_text);
    write_device_functions(out);
    if (!toolkit)
        gen_text_puts(out, gen_prelude_runtime_types);
    if (!brief)
        write_rare_functions(out);
    write_macros(out, toolkit, brief);
    if (toolkit && !brief)
        gen_text_puts(out, "#if __has_include(\"cuda_runtime.h\") /* a toolkit may be in parts */\n"
                           "#include \"cuda_runtime.h\"\n"
                           "#endif\n");
}
