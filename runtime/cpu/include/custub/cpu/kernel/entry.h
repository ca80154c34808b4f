/* custub/cpu/kernel/entry.h: makes the image's table entry of a kernel from its type: the layout of
 * its parameters, and the functions that run a block or a thread. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_ENTRY_H
#define CUSTUB_CPU_ENTRY_H

#include "linear_loop.h"
#include "plain_loop.h"
#include "../threads/place.h"
#include "refused.h"

#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace custub_cpu
{

/* The parameter of the function that replaces a kernel that the host compiler did not see. */
struct absent {
};

template <typename... Types> struct type_list {
};

template <typename... Types> type_list<Types...> parameters_of(void (*)(Types...));

/* A reference is passed as an address. */
template <typename Type>
using passed = std::conditional_t<std::is_reference<Type>::value,
                                  std::add_pointer_t<std::remove_reference_t<Type>>, Type>;

#if defined(CUSTUB_CPU_CHECKED)
template <typename Type> struct __attribute__((packed, may_alias)) any_aligned {
    Type value;
};
#endif

/* A parameter's value, read from bytes of any alignment. CUDA copies the bytes, also of types with
 * copy constructors such as __half2 (CUDA C++ Programming Guide, "__global__ Function Argument
 * Processing"). */
template <typename Type> class argument
{
    alignas(passed<Type>) unsigned char bytes_[sizeof(passed<Type>)];

  public:
    CUSTUB_CPU_UNCHECKED_INLINE explicit argument(const void *source)
    {
#if defined(CUSTUB_CPU_CHECKED) /* no checked call, and for most sizes no call at all */
        if constexpr (sizeof(bytes_) == sizeof(any_aligned<unsigned>))
            reinterpret_cast<any_aligned<unsigned> *>(bytes_)->value =
                static_cast<const any_aligned<unsigned> *>(source)->value;
        else if constexpr (sizeof(bytes_) == sizeof(any_aligned<unsigned long>))
            reinterpret_cast<any_aligned<unsigned long> *>(bytes_)->value =
                static_cast<const any_aligned<unsigned long> *>(source)->value;
        else
            __real_memcpy(bytes_, source, sizeof(bytes_));
#else
        std::memcpy(bytes_, source, sizeof(bytes_));
#endif
    }
    CUSTUB_CPU_UNCHECKED_INLINE std::remove_reference_t<Type> &value()
    {
        passed<Type> &found = *CUSTUB_CPU_LAUNDER(reinterpret_cast<passed<Type> *>(bytes_));
        if constexpr (std::is_reference<Type>::value)
            return *found;
        else
            return found;
    }
};

template <typename Type>
constexpr bool can_be_copied =
    std::is_reference<Type>::value || std::is_copy_constructible<Type>::value;

/* The argument that a parameter is constructed from: moved if its type cannot be copied. */
template <typename Type>
using handed_over = std::conditional_t<can_be_copied<Type>, std::remove_reference_t<Type> &,
                                       std::remove_reference_t<Type> &&>;

template <typename... Types> struct layout {
    custub_cpu_param params[sizeof...(Types) + 1] = {};

    constexpr layout()
    {
        const uint32_t sizes[] = {uint32_t(sizeof(passed<Types>))..., 0};
        const uint32_t aligns[] = {uint32_t(alignof(passed<Types>))..., 1};
        uint32_t offset = 0;
        for (unsigned i = 0; i < sizeof...(Types); i++) {
            offset = (offset + aligns[i] - 1) / aligns[i] * aligns[i];
            params[i].offset = offset;
            params[i].size = sizes[i];
            offset += sizes[i];
        }
    }
};

template <auto Kernel, typename List = decltype(parameters_of(Kernel))> struct entry;

template <auto Kernel, typename... Types> struct entry<Kernel, type_list<Types...>> {
    static constexpr uint32_t param_count = sizeof...(Types);
    static constexpr layout<Types...> parameters{};

    template <loop_form Form, unsigned Across>
    CUSTUB_CPU_UNCHECKED static void run_blocks(custub_cpu_block *block, uint64_t count,
                                                void *const *params)
    {
        run_blocks_with<Form, Across>(*block, count, params, std::index_sequence_for<Types...>());
    }

    CUSTUB_CPU_UNCHECKED static void run_thread(const custub_cpu_block *block, void *const *params,
                                                custub_cpu_extent thread_index)
    {
        /* Every thread does this: the first one may be interrupted before it has. */
        enter_block(block->block_index);
        enter_grid(*block);
        CUSTUB_CPU_OWN(threadIdx).x = thread_index.x;
        CUSTUB_CPU_OWN(threadIdx).y = thread_index.y;
        CUSTUB_CPU_OWN(threadIdx).z = thread_index.z;
        run_thread_with(params, std::index_sequence_for<Types...>());
    }

  private:
    template <loop_form Form, unsigned Across, std::size_t... I>
    CUSTUB_CPU_UNCHECKED static void run_blocks_with(custub_cpu_block &block, uint64_t count,
                                                     void *const *params, std::index_sequence<I...>)
    {
        (void)params;
        if constexpr (!(can_be_copied<Types> && ...)) /* each thread has bytes of its own */
            plain_loop<run_thread_from, void *const *>::run(block, count, params);
        else if constexpr (Form == loop_form::plain)
            plain_loop<Kernel, Types...>::run(block, count, argument<Types>(params[I]).value()...);
        else
            linear_loop<Form, Across, Kernel, Types...>::run(block, count,
                                                             argument<Types>(params[I]).value()...);
    }

    template <std::size_t... I>
    CUSTUB_CPU_UNCHECKED_INLINE static void run_thread_with(void *const *params,
                                                            std::index_sequence<I...>)
    {
        (void)params;
        Kernel(static_cast<handed_over<Types>>(argument<Types>(params[I]).value())...);
    }

    CUSTUB_CPU_UNCHECKED static void run_thread_from(void *const *params)
    {
        run_thread_with(params, std::index_sequence_for<Types...>());
    }
};

/* True if `Kernel` replaces a kernel that the host compiler did not see. */
template <auto Kernel>
constexpr bool is_absent = std::is_same<decltype(parameters_of(Kernel)), type_list<absent>>::value;

template <auto Kernel> constexpr custub_cpu_kernel describe(const char *name, uint32_t max_threads)
{
    custub_cpu_kernel kernel = {};
    kernel.name = name;
    kernel.max_threads = max_threads;
    if constexpr (is_absent<Kernel>) {
        kernel.flags = CUSTUB_CPU_KERNEL_ABSENT | CUSTUB_CPU_KERNEL_UNFIT;
        kernel.unfit = "the host compiler sees no such kernel";
    } else {
        kernel.params = entry<Kernel>::parameters.params;
        kernel.param_count = entry<Kernel>::param_count;
    }
    return kernel;
}

/* A kernel with barriers: each thread runs on a stack of its own. */
template <auto Kernel>
constexpr custub_cpu_kernel thread_kernel(const char *name, uint32_t max_threads)
{
    custub_cpu_kernel kernel = describe<Kernel>(name, max_threads);
    kernel.flags |= CUSTUB_CPU_KERNEL_BARRIER;
    if constexpr (!is_absent<Kernel>)
        kernel.run_thread = entry<Kernel>::run_thread;
    return kernel;
}

/* A kernel whose threads never wait for each other: they run in turn, in a loop. In a checked image
 * each has its own stack: so a thread that fails can end without the others, and the checker knows
 * whose local variables are accessed. */
template <auto Kernel, loop_form Form = loop_form::plain, unsigned Across = 0>
constexpr custub_cpu_kernel loop_kernel(const char *name, uint32_t max_threads)
{
    custub_cpu_kernel kernel = describe<Kernel>(name, max_threads);
    if constexpr (!is_absent<Kernel>) {
#if defined(CUSTUB_CPU_CHECKED)
        kernel.run_thread = entry<Kernel>::run_thread;
#elif defined(CUSTUB_CPU_STEPWISE)
        kernel.run_blocks = entry<Kernel>::template run_blocks<loop_form::plain, 0>;
#else
        kernel.run_blocks = entry<Kernel>::template run_blocks<Form, Across>;
#endif
    }
    return kernel;
}

/* A kernel that cannot run here, with its parameters. */
template <auto Kernel>
constexpr custub_cpu_kernel unfit_kernel(const char *name, uint32_t max_threads, const char *reason)
{
    custub_cpu_kernel kernel = describe<Kernel>(name, max_threads);
    kernel.flags |= CUSTUB_CPU_KERNEL_UNFIT;
    kernel.unfit = reason;
    return kernel;
}

/* `size` is in bytes, of the kernel and of what it calls, as far as the source tells. */
constexpr custub_cpu_kernel with_static_shared(custub_cpu_kernel kernel, uint64_t size)
{
    kernel.static_shared = size < UINT32_MAX ? static_cast<uint32_t>(size) : UINT32_MAX;
    return kernel;
}

/* A variable that the driver finds by its name. */
template <typename Type>
constexpr custub_cpu_global describe_global(const char *name, Type *address, uint32_t flags)
{
    custub_cpu_global global = {};
    global.name = name;
    global.address = const_cast<void *>(static_cast<const volatile void *>(address));
    global.size = sizeof(Type);
    global.flags = flags;
    return global;
}

} // namespace custub_cpu

#endif
