/* custub/cpu/entry.h: from a kernel's own type to its entry in the image's table: how its
 * parameters lie, and the functions that run a block or a thread of it. Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_ENTRY_H
#define CUSTUB_CPU_ENTRY_H

#include "linear.h"
#include "place.h"

#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace custub_cpu
{

/* The parameter of the stand-in for a kernel that the host compiler did not see. */
struct absent {
};

template <typename... Types> struct type_list {
};

template <typename... Types> type_list<Types...> parameters_of(void (*)(Types...));

/* A parameter's value, from bytes of any alignment. */
template <typename Type> class argument
{
    static_assert(std::is_trivially_copyable<Type>::value, "kernels take trivially copyable types");
    alignas(Type) unsigned char bytes_[sizeof(Type)];

  public:
    CUSTUB_CPU_UNCHECKED explicit argument(const void *source)
    {
#if defined(CUSTUB_CPU_CHECKED)
        __real_memcpy(bytes_, source, sizeof(Type));
#else
        std::memcpy(bytes_, source, sizeof(Type));
#endif
    }
    Type &value()
    {
        return *std::launder(reinterpret_cast<Type *>(bytes_));
    }
};

template <typename... Types> struct layout {
    custub_cpu_param params[sizeof...(Types) + 1] = {};

    constexpr layout()
    {
        const uint32_t sizes[] = {uint32_t(sizeof(Types))..., 0};
        const uint32_t aligns[] = {uint32_t(alignof(Types))..., 1};
        uint32_t offset = 0;
        for (unsigned i = 0; i < sizeof...(Types); i++) {
            offset = (offset + aligns[i] - 1) / aligns[i] * aligns[i];
            params[i].offset = offset;
            params[i].size = sizes[i];
            offset += sizes[i];
        }
    }
};

CUSTUB_CPU_UNCHECKED inline void enter_block(const custub_cpu_extent &index)
{
    blockIdx.x = index.x;
    blockIdx.y = index.y;
    blockIdx.z = index.z;
}

CUSTUB_CPU_UNCHECKED inline void enter_grid(const custub_cpu_block &block)
{
    blockDim.x = block.block_extent.x;
    blockDim.y = block.block_extent.y;
    blockDim.z = block.block_extent.z;
    gridDim.x = block.grid_extent.x;
    gridDim.y = block.grid_extent.y;
    gridDim.z = block.grid_extent.z;
}

/* The block behind `index`, in the order x, y, z. */
CUSTUB_CPU_INLINE void advance_block(custub_cpu_extent &index, const custub_cpu_extent &grid)
{
    if (++index.x < grid.x)
        return;
    index.x = 0;
    if (++index.y < grid.y)
        return;
    index.y = 0;
    index.z++;
}

/* What the generator knows of a kernel without barriers. */
enum class loop_form {
    plain,
    linear, /* its indices go through linear.h's */
    guarded /* and a guard that is true between two threads for which it is true */
};

template <auto Kernel, typename List = decltype(parameters_of(Kernel))> struct entry;

template <auto Kernel, typename... Types> struct entry<Kernel, type_list<Types...>> {
    static constexpr uint32_t param_count = sizeof...(Types);
    static constexpr layout<Types...> parameters{};

    template <loop_form Form>
    CUSTUB_CPU_UNCHECKED static void run_blocks(custub_cpu_block *block, uint64_t count,
                                                void *const *params)
    {
        run_blocks_with<Form>(block, count, params, std::index_sequence_for<Types...>());
    }

    CUSTUB_CPU_UNCHECKED static void run_thread(const custub_cpu_block *block, void *const *params,
                                                custub_cpu_extent thread_index)
    {
        enter_block(block->block_index);
        enter_grid(*block);
        threadIdx.x = thread_index.x;
        threadIdx.y = thread_index.y;
        threadIdx.z = thread_index.z;
        run_thread_with(params, std::index_sequence_for<Types...>());
    }

  private:
    template <loop_form Form, std::size_t... I>
    CUSTUB_CPU_UNCHECKED static void run_blocks_with(custub_cpu_block *block, uint64_t count,
                                                     void *const *params, std::index_sequence<I...>)
    {
        (void)params;
        if constexpr (Form == loop_form::plain)
            run_plain(*block, count, argument<Types>(params[I]).value()...);
        else
            run_linear<Form == loop_form::guarded>(*block, count,
                                                   argument<Types>(params[I]).value()...);
    }

    template <std::size_t... I>
    CUSTUB_CPU_UNCHECKED static void run_thread_with(void *const *params, std::index_sequence<I...>)
    {
        (void)params;
        Kernel(argument<Types>(params[I]).value()...);
    }

    CUSTUB_CPU_INLINE static void loop_plainly(const custub_cpu_extent &extent, Types... arguments)
    {
        for (uint32_t z = 0; z < extent.z; z++) {
            threadIdx.z = z;
            for (uint32_t y = 0; y < extent.y; y++) {
                threadIdx.y = y;
                for (uint32_t x = 0; x < extent.x; x++) {
                    threadIdx.x = x;
                    Kernel(arguments...);
                }
            }
        }
    }

    /* Not inlined, so that the arguments are parameters, which nothing local can alias. */
    CUSTUB_CPU_WIDE CUSTUB_CPU_NOINLINE static void run_plain(custub_cpu_block &block,
                                                              uint64_t count, Types... arguments)
    {
        const custub_cpu_extent grid = block.grid_extent;
        const custub_cpu_extent extent = block.block_extent;
        custub_cpu_extent index = block.block_index;

        enter_grid(block);
        for (; count > 0; count--) {
            block.block_index = index; /* a kernel may end here, and be asked where */
            enter_block(index);
            loop_plainly(extent, arguments...);
            advance_block(index, grid);
        }
    }

    CUSTUB_CPU_NOINLINE static bool holds_at(uint32_t x, Types... arguments)
    {
        pass = pass_probe;
        threadIdx.x = x;
        Kernel(arguments...);
        return guard_holds;
    }

    /* The threads of a row from `first` up to `end`, of which the guard is known to be true. */
    CUSTUB_CPU_INLINE static void loop_linearly(int first, int end, Types... arguments)
    {
        pass = pass_linear;
        for (int x = first; x < end; x++) {
            threadIdx.x = unsigned(x);
            Kernel(arguments...);
        }
    }

    /* A row of a block at an edge of the data: where the guard is true at one of its ends, it is so
     * up to some thread, which is searched for. */
    CUSTUB_CPU_NOINLINE static bool trim(int &first, int &end, Types... arguments)
    {
        const bool at_first = holds_at(unsigned(first), arguments...);
        const bool at_last = holds_at(unsigned(end - 1), arguments...);
        int low = first;
        int high = end - 1;

        if (at_first && at_last)
            return true;
        if (!at_first && !at_last)
            return false;
        while (high - low > 1) {
            const int middle = low + (high - low) / 2;
            if (holds_at(unsigned(middle), arguments...) == at_first)
                low = middle;
            else
                high = middle;
        }
        first = at_first ? first : high;
        end = at_first ? high : end;
        return true;
    }

    /* A guard is a conjunction of comparisons of an index with what is the same for all threads: if
     * it is true for the first thread and for the last one, it is so for those between. */
    template <bool Guarded>
    CUSTUB_CPU_INLINE static bool holds_everywhere(const custub_cpu_extent &extent,
                                                   Types... arguments)
    {
        if constexpr (Guarded) {
            bool holds = true;
            pass = pass_probe;
            for (uint32_t last = 0; last < 2; last++) {
                threadIdx.x = last * (extent.x - 1);
                threadIdx.y = last * (extent.y - 1);
                threadIdx.z = last * (extent.z - 1);
                Kernel(arguments...);
                holds = holds && guard_holds;
            }
            return holds;
        } else {
            return true;
        }
    }

    CUSTUB_CPU_INLINE static void loop_row_plainly(uint32_t extent, Types... arguments)
    {
        pass = pass_plain;
        for (uint32_t x = 0; x < extent; x++) {
            threadIdx.x = x;
            Kernel(arguments...);
        }
    }

    template <bool Guarded>
    CUSTUB_CPU_WIDE CUSTUB_CPU_NOINLINE static void
    run_edge_block(bool fits, const custub_cpu_extent &extent, Types... arguments)
    {
        for (uint32_t z = 0; z < extent.z; z++) {
            threadIdx.z = z;
            for (uint32_t y = 0; y < extent.y; y++) {
                int first = 0;
                int end = int(extent.x);
                threadIdx.y = y;
                if (Guarded && fits && trim(first, end, arguments...))
                    loop_linearly(first, end, arguments...);
                else
                    loop_row_plainly(extent.x, arguments...);
            }
        }
    }

    CUSTUB_CPU_INLINE static void loop_block_linearly(const custub_cpu_extent &extent,
                                                      Types... arguments)
    {
        pass = pass_linear;
        for (uint32_t z = 0; z < extent.z; z++) {
            threadIdx.z = z;
            for (uint32_t y = 0; y < extent.y; y++) {
                threadIdx.y = y;
                loop_linearly(0, int(extent.x), arguments...);
            }
        }
    }

    template <bool Guarded>
    CUSTUB_CPU_WIDE CUSTUB_CPU_NOINLINE static void run_linear(custub_cpu_block &block,
                                                               uint64_t count, Types... arguments)
    {
        const custub_cpu_extent grid = block.grid_extent;
        const custub_cpu_extent extent = block.block_extent;
        custub_cpu_extent index = block.block_index;

        enter_grid(block);
        for (; count > 0; count--) {
            const bool fits = is_linear(index.x, extent.x) && is_linear(index.y, extent.y) &&
                              is_linear(index.z, extent.z);
            block.block_index = index;
            enter_block(index);
            if (fits && holds_everywhere<Guarded>(extent, arguments...))
                loop_block_linearly(extent, arguments...);
            else
                run_edge_block<Guarded>(fits, extent, arguments...);
            advance_block(index, grid);
        }
    }
};

/* A kernel that the host compiler did not see: `entry` of the stand-in. */
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

/* A kernel whose threads never wait for each other: they run in turn, in a loop; if they are
 * checked, on stacks of their own, so that one that fails can end alone. */
template <auto Kernel, loop_form Form = loop_form::plain>
constexpr custub_cpu_kernel loop_kernel(const char *name, uint32_t max_threads)
{
#if defined(CUSTUB_CPU_CHECKED)
    return thread_kernel<Kernel>(name, max_threads);
#else
    custub_cpu_kernel kernel = describe<Kernel>(name, max_threads);
    if constexpr (!is_absent<Kernel>)
        kernel.run_blocks = entry<Kernel>::template run_blocks<Form>;
    return kernel;
#endif
}

/* A kernel that cannot run here; its parameters are known all the same. */
template <auto Kernel>
constexpr custub_cpu_kernel unfit_kernel(const char *name, uint32_t max_threads, const char *reason)
{
    custub_cpu_kernel kernel = describe<Kernel>(name, max_threads);
    kernel.flags |= CUSTUB_CPU_KERNEL_UNFIT;
    kernel.unfit = reason;
    return kernel;
}

/* In bytes, of the kernel and what it calls, as far as the source tells. */
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
