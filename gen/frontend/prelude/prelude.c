#include "frontend/prelude/prelude.h"

#include "frontend/prelude/prelude_functions.h"

#include <string.h>

#define HD "__host__ __device__ "

/* Parts of cuda_runtime.h whose declarations, together with the C library's, only nvcc accepts.
 * Their functions are declared below. */
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
    "#define __forceinline__ inline __attribute__((__always_inline__))\n"
    "#define __inline_hint__\n"
    "#define __nv_pure__\n"
    "#define __align__(n) __attribute__((__aligned__(n)))\n"
    "#define __grid_constant__\n"
    "#define __maxnreg__(n)\n"
    "#define __block_size__(...)\n"
    "#define __cluster_dims__(...)\n"
    "#endif\n";

/* Packs up to three integers into one of 128 bits. Anything else gives no constant, and nvcc
 * refuses it, too. */
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

/* Annotations replace the attributes that libclang does not show. Beside each is an attribute of
 * clang's whose error shows the value of its argument (launch_bounds.c). */
static const char bounds_text[] =
    "#include <stddef.h>\n"
    "#define CUSTUB_PRELUDE_NOTE(key, ...) CUSTUB_PRELUDE_NOTE_(key, __VA_ARGS__)\n"
    "#define CUSTUB_PRELUDE_NOTE_(key, ...) "
    "__attribute__((annotate(\"custub.\" key \":\" #__VA_ARGS__)))\n"
    /* clang drops the annotations of later declarations unless the definition has one, too. */
    "#undef __global__\n"
    "#define __global__ __attribute__((global)) CUSTUB_PRELUDE_NOTE(\"global\", )\n"
    /* In nvcc a function is the same, whichever of __host__ and __device__ its declarations have.
     * clang would make two of it, even of templates and members, unless neither is written. */
    "#undef __host__\n"
    "#define __host__\n"
    "#undef __device__\n"
    "#define __device__ CUSTUB_PRELUDE_NOTE(\"device\", )\n"
    "#undef __managed__\n" /* means __device__, too */
    "#define __managed__ CUSTUB_PRELUDE_NOTE(\"device\", )\n"
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
    /* A keyword to nvcc and, since version 15, to clang. It is empty here, so that the C++
     * library's __attribute__((__noinline__)) works. */
    "#undef __noinline__\n"
    "#define __noinline__\n"
    /* GCC's own headers name the function that frees, which clang refuses before version 21. */
    "#define __malloc__(...)\n";

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

/* Size and alignment are as in "CUDA C++ Programming Guide", built-in vector types. The toolkit's
 * header has the types; the header with the functions that make them is too slow to include. */
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
                gen_text_printf(out, "struct __attribute__((__aligned__(%u))) %s%u { %s %s; };\n",
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

/* The types of the runtime API, for use without a toolkit. CPU images have the same in
 * <custub/cpu/language/runtime_types.h>. Only types that all toolkits since 11.8 share: files
 * define later ones themselves if CUDART_VERSION, which is not defined here, is too small. */
static const char runtime_types_text[] =
    "#define CUDART_CB\n"
    "#define CUDARTAPI\n"
    "typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;\n"
    "enum cudaError { cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation,\n"
    "  cudaErrorUnknown = 999 };\n"
    "enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };\n"
    "enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp,\n"
    "  cudaBoundaryModeTrap };\n"
    "enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, "
    "cudaMemcpyDeviceToHost,\n"
    "  cudaMemcpyDeviceToDevice, cudaMemcpyDefault };\n"
    "typedef enum cudaError cudaError_t;\n"
    "typedef struct CUstream_st *cudaStream_t;\n"
    "typedef struct CUevent_st *cudaEvent_t;\n"
    "typedef struct cudaArray *cudaArray_t;\n"
    "typedef const struct cudaArray *cudaArray_const_t;\n"
    "typedef struct cudaMipmappedArray *cudaMipmappedArray_t;\n"
    "typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;\n"
    "typedef struct cudaGraphicsResource *cudaGraphicsResource_t;\n"
    "typedef struct CUexternalMemory_st *cudaExternalMemory_t;\n"
    "typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;\n"
    "typedef struct CUgraph_st *cudaGraph_t;\n"
    "typedef struct CUgraphNode_st *cudaGraphNode_t;\n"
    "typedef struct CUgraphExec_st *cudaGraphExec_t;\n"
    "typedef struct CUuserObject_st *cudaUserObject_t;\n"
    "typedef struct CUfunc_st *cudaFunction_t;\n"
    "typedef struct CUmemPoolHandle_st *cudaMemPool_t;\n"
    "typedef void (*cudaHostFn_t)(void *);\n"
    "typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);\n"
    "struct cudaExtent { size_t width, height, depth; };\n"
    "struct cudaPos { size_t x, y, z; };\n"
    "struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };\n";

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
                "__attribute__((__aligned__(::custub_prelude_alignment<__VA_ARGS__>())))\n");
}

void gen_prelude_write_launches(gen_text *out)
{
    gen_text_puts(out, "extern \"C\" int cudaConfigureCall(dim3, dim3, size_t = 0, void * = 0);\n"
                       "#pragma clang force_cuda_host_device end\n");
}

/* Writes the macros of nvcc's driver and cuda_runtime.h ("CUDA Compiler Driver NVCC", Predefined
 * Macros). */
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
        gen_prelude_write_each(out, guards, "#define __@_H__\n");
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
    gen_prelude_write_functions(out);
    if (!toolkit)
        gen_text_puts(out, runtime_types_text);
    if (!brief)
        gen_prelude_write_rare_functions(out);
    write_macros(out, toolkit, brief);
    if (toolkit && !brief)
        gen_text_puts(out, "#if __has_include(\"cuda_runtime.h\") /* a toolkit may be in parts */\n"
                           "#include \"cuda_runtime.h\"\n"
                           "#endif\n");
}
