// Compares the CPU driver's declarations with cuda.h's: layouts of structs, and parameters of
// functions. It is compiled, not run: every line is a static_assert. The driver's declarations,
// from types.h and the tables of functions, are in a namespace. They come first, because cuda.h
// defines macros with the same names.
#include <custub/types.h>

#include "api/device_attribute_table.h"
#include "api/constant_table.h"
#include "api/result_table.h"

namespace ours
{
#include "api/types.h"

#include "entry/earlier_table.h"
#include "api/function_table.h"
#include "entry/per_thread_table.h"

#define DECLARE(name, version, exported, parameters) CUresult exported parameters;
CPU_FUNCTION_TABLE(DECLARE)
#undef DECLARE
#define DECLARE(exported, suffix, parameters, arguments) CUresult exported##suffix parameters;
CPU_PER_THREAD_TABLE(DECLARE)
#undef DECLARE
#define DECLARE(exported, parameters, current, arguments) CUresult exported parameters;
CPU_EARLIER_TABLE(DECLARE)
#undef DECLARE
} // namespace ours

// All versions of all functions, and their _ptsz and _ptds forms.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <cudaProfiler.h>

#include <type_traits>

#if CUDA_VERSION < 13000
#error "skipped: this cuda.h is older than the layouts that the CPU driver has"
#endif

// --- Structs ------------------------------------------------------------------------------------

#define SAME_STRUCT(type)                                                                          \
    static_assert(sizeof(ours::type) == sizeof(::type) && alignof(ours::type) == alignof(::type),  \
                  #type " has another size than in cuda.h");
#define SAME(type, member)                                                                         \
    static_assert(offsetof(ours::type, member) == offsetof(::type, member) &&                      \
                      sizeof(ours::type::member) == sizeof(::type::member),                        \
                  #type "." #member " lies elsewhere than in cuda.h");

// The first argument and each of the others.
#define SAME_1(type, a)      SAME(type, a)
#define SAME_2(type, a, ...) SAME(type, a) SAME_1(type, __VA_ARGS__)
#define SAME_3(type, a, ...) SAME(type, a) SAME_2(type, __VA_ARGS__)
#define SAME_4(type, a, ...) SAME(type, a) SAME_3(type, __VA_ARGS__)
#define SAME_5(type, a, ...) SAME(type, a) SAME_4(type, __VA_ARGS__)
#define SAME_6(type, a, ...) SAME(type, a) SAME_5(type, __VA_ARGS__)
#define SAME_7(type, a, ...) SAME(type, a) SAME_6(type, __VA_ARGS__)
#define SAME_8(type, a, ...) SAME(type, a) SAME_7(type, __VA_ARGS__)

SAME_STRUCT(CUlaunchAttribute)
SAME_2(CUlaunchAttribute, id, value)
static_assert(offsetof(ours::CUlaunchAttribute, value.cluster) ==
                      offsetof(::CUlaunchAttribute, value.clusterDim) &&
                  sizeof(ours::CUlaunchAttribute::value.cluster) ==
                      sizeof(::CUlaunchAttribute::value.clusterDim),
              "the launch attribute of clusters");
static_assert(sizeof(ours::CUlaunchAttribute::value.cooperative) ==
                  sizeof(::CUlaunchAttribute::value.cooperative),
              "the launch attribute of cooperative launches");
SAME_STRUCT(CUlaunchAttributeValue)
static_assert(offsetof(ours::CUlaunchAttributeValue, window) ==
                      offsetof(::CUlaunchAttributeValue, accessPolicyWindow) &&
                  sizeof(ours::CUlaunchAttributeValue::priority) ==
                      sizeof(::CUlaunchAttributeValue::priority),
              "the attributes of kernel nodes");
SAME_STRUCT(CUaccessPolicyWindow)
SAME_5(CUaccessPolicyWindow, base_ptr, num_bytes, hitRatio, hitProp, missProp)
SAME_STRUCT(CUlaunchConfig)
SAME_8(CUlaunchConfig, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ,
       sharedMemBytes, hStream)
SAME_2(CUlaunchConfig, attrs, numAttrs)

SAME_STRUCT(CUctxCreateParams)
SAME_2(CUctxCreateParams, execAffinityParams, numExecAffinityParams)
static_assert(offsetof(ours::CUctxCreateParams, cigParams) ==
                  offsetof(::CUctxCreateParams, cigParams),
              "CUctxCreateParams.cigParams lies elsewhere than in cuda.h");
SAME_STRUCT(CUuuid)
SAME_STRUCT(CUmemLocation)
SAME_2(CUmemLocation, type, id)
SAME_STRUCT(CUmemAccessDesc)
SAME_2(CUmemAccessDesc, location, flags)
SAME_STRUCT(CUmemAllocationProp)
SAME_5(CUmemAllocationProp, type, requestedHandleTypes, location, win32HandleMetaData, allocFlags)
SAME_STRUCT(CUmemPoolProps)
SAME_6(CUmemPoolProps, allocType, handleTypes, location, win32SecurityAttributes, maxSize, usage)

SAME_STRUCT(CUDA_MEMCPY2D)
SAME_7(CUDA_MEMCPY2D, srcXInBytes, srcY, srcMemoryType, srcHost, srcDevice, srcArray, srcPitch)
SAME_7(CUDA_MEMCPY2D, dstXInBytes, dstY, dstMemoryType, dstHost, dstDevice, dstArray, dstPitch)
SAME_2(CUDA_MEMCPY2D, WidthInBytes, Height)
SAME_STRUCT(CUDA_MEMCPY3D)
SAME_5(CUDA_MEMCPY3D, srcXInBytes, srcY, srcZ, srcLOD, srcMemoryType)
SAME_6(CUDA_MEMCPY3D, srcHost, srcDevice, srcArray, reserved0, srcPitch, srcHeight)
SAME_5(CUDA_MEMCPY3D, dstXInBytes, dstY, dstZ, dstLOD, dstMemoryType)
SAME_6(CUDA_MEMCPY3D, dstHost, dstDevice, dstArray, reserved1, dstPitch, dstHeight)
SAME_3(CUDA_MEMCPY3D, WidthInBytes, Height, Depth)

SAME_STRUCT(CUipcMemHandle)
SAME_STRUCT(CUipcEventHandle)
SAME_STRUCT(CUexecAffinityParam)
SAME_1(CUexecAffinityParam, type)

SAME_STRUCT(CUDA_KERNEL_NODE_PARAMS_v1)
SAME_7(CUDA_KERNEL_NODE_PARAMS_v1, func, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY,
       blockDimZ)
SAME_3(CUDA_KERNEL_NODE_PARAMS_v1, sharedMemBytes, kernelParams, extra)
SAME_STRUCT(CUDA_KERNEL_NODE_PARAMS)
SAME_7(CUDA_KERNEL_NODE_PARAMS, func, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ)
SAME_5(CUDA_KERNEL_NODE_PARAMS, sharedMemBytes, kernelParams, extra, kern, ctx)
SAME_STRUCT(CUDA_MEMSET_NODE_PARAMS)
SAME_6(CUDA_MEMSET_NODE_PARAMS, dst, pitch, value, elementSize, width, height)
SAME_STRUCT(CUDA_HOST_NODE_PARAMS)
SAME_2(CUDA_HOST_NODE_PARAMS, fn, userData)
SAME_STRUCT(CUgraphExecUpdateResultInfo)
SAME_3(CUgraphExecUpdateResultInfo, result, errorNode, errorFromNode)

// --- Functions ----------------------------------------------------------------------------------

// The size of the type that a pointer points to; 0 for incomplete types and functions.
template <typename T, typename = void> struct pointee_size {
    static constexpr size_t value = 0;
};
template <typename T>
struct pointee_size<
    T, std::enable_if_t<std::is_pointer_v<T> && std::is_object_v<std::remove_pointer_t<T>> &&
                        (sizeof(std::remove_pointer_t<T>) > 0)>> {
    static constexpr size_t value = sizeof(std::remove_pointer_t<T>);
};

// The driver declares enumerations as int, and pointers to data that it never reads as void *.
template <typename A, typename B> constexpr bool is_same_parameter()
{
    constexpr size_t a = pointee_size<A>::value;
    constexpr size_t b = pointee_size<B>::value;

    return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
           std::is_floating_point_v<A> == std::is_floating_point_v<B> &&
           std::is_class_v<A> == std::is_class_v<B> && (a == b || a == 0 || b == 0);
}

template <typename A, typename B> struct is_same_function;
template <typename A, typename... As, typename B, typename... Bs>
struct is_same_function<A(As...), B(Bs...)> {
    static constexpr bool parameters()
    {
        if constexpr (sizeof...(As) == sizeof...(Bs))
            return (is_same_parameter<As, Bs>() && ...);
        else
            return false;
    }
    static constexpr bool value = sizeof(A) == sizeof(B) && parameters();
};

#define SAME_FUNCTION(exported)                                                                    \
    static_assert(is_same_function<decltype(ours::exported), decltype(::exported)>::value,         \
                  #exported " takes something else than in cuda.h");
#define COMPARE(name, version, exported, parameters) SAME_FUNCTION(exported)
CPU_FUNCTION_TABLE(COMPARE)
#undef COMPARE
#define COMPARE(exported, suffix, parameters, arguments) SAME_FUNCTION(exported##suffix)
CPU_PER_THREAD_TABLE(COMPARE)
#undef COMPARE
#define COMPARE(exported, parameters, current, arguments) SAME_FUNCTION(exported)
CPU_EARLIER_TABLE(COMPARE)
#undef COMPARE
