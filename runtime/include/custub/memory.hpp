/* custub/memory.hpp: owners of device memory and of memory of the host; copies and fills. C++17.
 *
 *     auto x = custub::buffer<float>::create(n);
 *     auto y = custub::create_uploaded(host, stream);   a buffer with a container's elements
 *     custub::upload(x, host, stream);
 *     custub::download(y, host, stream);
 *     custub::keep(graph, std::move(x));                x is freed with the graph
 *
 * Device memory is anything that a launch takes for a pointer (<custub/overload.hpp>), except
 * {pointer, count}: write custub::view<float>{pointer, count}. `host` is anything with data() and
 * size(). Both must have elements of one type. As many elements are copied as `host`, or the source
 * of a copy, has; more than the target has are refused. Order, waiting and errors are those of
 * <custub/buffer.h> and <custub/host_buffer.h>; errors are reported as <custub/error.hpp> says,
 * after the stream. Elements are trivially copyable.
 */
#ifndef CUSTUB_MEMORY_HPP
#define CUSTUB_MEMORY_HPP

#include <array>
#include <memory>

#include "host_buffer.h"
#include "owner.hpp"

namespace custub
{
template <class Type> struct is_host_allocator<std::allocator<Type>> : std::true_type {
};
template <class Type, size_t n> struct is_host<std::array<Type, n>> : std::true_type {
};

/* --- Views and owners ------------------------------------------------------------------------ */

/* Borrowed elements: `size()` of them at `data()`. */
template <class Type> struct view {
    Type *pointer; /* to the first one */
    size_t count;  /* how many there are */

    /* The address of the first one. */
    Type *data() const
    {
        return pointer;
    }

    /* How many there are. */
    size_t size() const
    {
        return count;
    }
};

/* The view of elements at an address of the device. */
template <class Type> view<Type> view_of(CUdeviceptr pointer, size_t count)
{
    static_assert(std::is_trivially_copyable_v<Type>, "elements are copied as bytes");
    return {reinterpret_cast<Type *>(pointer), pointer ? count : 0};
}

/* What makes and frees the elements of the owners below. */
template <class Type> view<Type> create_device(size_t count, custub_error *record)
{
    return view_of<Type>(custub_memory_create(count, sizeof(Type), record), count);
}
template <class Type> view<Type> create_managed(size_t count, custub_error *record)
{
    void *host = custub_memory_create_managed(count, sizeof(Type), record);
    return view_of<Type>(reinterpret_cast<CUdeviceptr>(host), count);
}
template <class Type> view<Type> create_pinned(size_t count, custub_error *record)
{
    void *host = custub_memory_create_pinned(count, sizeof(Type), record);
    return view_of<Type>(reinterpret_cast<CUdeviceptr>(host), count);
}
template <class Type> custub_status destroy_device(view<Type> memory, custub_error *record)
{
    return custub_memory_destroy(reinterpret_cast<CUdeviceptr>(memory.pointer), record);
}
template <class Type> custub_status destroy_pinned(view<Type> memory, custub_error *record)
{
    return custub_memory_destroy_pinned(memory.pointer, record);
}

/* Owns elements; data() and size() are those of its view. */
template <class Type, auto creator, auto destroyer>
class memory : public owner<view<Type>, creator, destroyer>
{
  public:
    using owner<view<Type>, creator, destroyer>::owner;

    /* Allocates elements, which are not initialized. */
    template <class Errors = exceptions> static auto create(size_t count, Errors errors = {})
    {
        return make<memory>(creator, count, errors);
    }

    /* The address of the first element. */
    Type *data() const noexcept
    {
        return this->get().pointer;
    }

    /* How many elements there are. */
    size_t size() const noexcept
    {
        return this->get().count;
    }
};

/* Device memory. */
template <class Type> using buffer = memory<Type, create_device<Type>, destroy_device<Type>>;
/* Pinned memory of the host. */
template <class Type> using pinned = memory<Type, create_pinned<Type>, destroy_pinned<Type>>;
/* Managed memory. */
template <class Type> using managed = memory<Type, create_managed<Type>, destroy_device<Type>>;

/* --- What graphs keep ------------------------------------------------------------------------ */

/* True for owners of memory that a graph can keep. */
template <class Type> struct is_device_memory : std::false_type {
};
template <class Type, auto creator, auto destroyer>
struct is_device_memory<memory<Type, creator, destroyer>>
    : std::integral_constant<bool,
                             std::is_same_v<memory<Type, creator, destroyer>, buffer<Type>> ||
                                 std::is_same_v<memory<Type, creator, destroyer>, managed<Type>>> {
};

/* Hands something over to a graph, which destroys it when no graph keeps it any more, as
 * <custub/graph.h> says: an owner, loaded kernels, a std::shared_ptr or anything else that moves.
 */
template <class Type, class Errors = exceptions>
auto keep(CUgraph in, Type &&thing, Errors errors = {})
{
    static_assert(!std::is_reference_v<Type>, "the graph takes it over: use std::move()");
    return attempt(errors, [&](custub_error *record) {
        if constexpr (is_device_memory<Type>::value)
            return custub_graph_keep_memory(
                in, reinterpret_cast<CUdeviceptr>(thing.release().pointer), record);
        else
            return custub_graph_keep(
                in, [](void *owned) { delete static_cast<Type *>(owned); },
                new Type(std::move(thing)), record);
    });
}

/* --- What copies take ------------------------------------------------------------------------ */

/* The type of the elements, without const. */
template <class Range> using element_of = std::remove_cv_t<element_in<Range>>;

/* The memory of the elements, which is not the host's. */
template <class Range> custub_memory memory_of(Range &range)
{
    static_assert(!is_host<std::remove_cv_t<Range>>::value,
                  "this memory is the host's, not a device's");
    return custub_memory_of(reinterpret_cast<CUdeviceptr>(address(range.data())), range.size(),
                            sizeof(element_in<Range>));
}

/* Refuses elements of different types. */
template <class First, class Second> constexpr void check_elements()
{
    static_assert(std::is_same_v<element_of<First>, element_of<Second>>,
                  "the source and the target have elements of different types");
}

/* Refuses const elements. */
template <class Range> constexpr void check_writable()
{
    static_assert(!std::is_const_v<element_in<Range>>, "the target's elements are const");
}

/* --- Copies and fills ------------------------------------------------------------------------ */

#define CUSTUB_DEFINE_UPLOAD(name)                                                                 \
    template <class Device, class Host, class Errors = exceptions>                                 \
    auto name(Device &&target, const Host &host, CUstream in = nullptr, Errors errors = {})        \
    {                                                                                              \
        check_elements<Device, const Host>();                                                      \
        check_writable<Device>();                                                                  \
        return attempt(errors, [&](custub_error *record) {                                         \
            return custub_memory_##name(memory_of(target), host.data(), host.size(),               \
                                        custub_stream_given(in), record);                          \
        });                                                                                        \
    }
#define CUSTUB_DEFINE_DOWNLOAD(name)                                                               \
    template <class Device, class Host, class Errors = exceptions>                                 \
    auto name(const Device &source, Host &&host, CUstream in = nullptr, Errors errors = {})        \
    {                                                                                              \
        check_elements<const Device, Host>();                                                      \
        check_writable<Host>();                                                                    \
        return attempt(errors, [&](custub_error *record) {                                         \
            return custub_memory_##name(memory_of(source), host.data(), host.size(),               \
                                        custub_stream_given(in), record);                          \
        });                                                                                        \
    }
CUSTUB_DEFINE_UPLOAD(upload)
CUSTUB_DEFINE_UPLOAD(upload_async)
CUSTUB_DEFINE_DOWNLOAD(download)
CUSTUB_DEFINE_DOWNLOAD(download_async)
#undef CUSTUB_DEFINE_UPLOAD
#undef CUSTUB_DEFINE_DOWNLOAD

/* `count` elements of it from `first` on, borrowed; no elements after an error. */
template <class Range, class Errors = exceptions>
auto slice(const Range &range, size_t first, size_t count, Errors errors = {})
{
    typedef view<element_in<const Range>> part;
    static_assert(!is_host<Range>::value, "its memory is the host's");
    return attempt(errors, [&](custub_error *record) {
        const custub_status status =
            custub_slice_check(range.size(), sizeof(element_in<const Range>), first, count, record);
        return status == CUSTUB_OK ? part{address(range.data()) + first, count} : part{};
    });
}

/* From device memory to device memory. */
template <class Target, class Source, class Errors = exceptions>
auto copy(Target &&target, const Source &source, CUstream in = nullptr, Errors errors = {})
{
    check_elements<Target, const Source>();
    check_writable<Target>();
    return attempt(errors, [&](custub_error *record) {
        return custub_memory_copy(memory_of(target), memory_of(source), source.size(),
                                  custub_stream_given(in), record);
    });
}

/* Sets all elements. */
template <class Device, class Errors = exceptions>
auto fill(Device &&target, const element_of<Device> &value, CUstream in = nullptr,
          Errors errors = {})
{
    check_writable<Device>();
    return attempt(errors, [&](custub_error *record) {
        return custub_memory_fill(memory_of(target), &value, custub_stream_given(in), record);
    });
}

/* Sets all bytes to zero. */
template <class Device, class Errors = exceptions>
auto zero(Device &&target, CUstream in = nullptr, Errors errors = {})
{
    check_writable<Device>();
    return attempt(errors, [&](custub_error *record) {
        return custub_memory_zero(memory_of(target), custub_stream_given(in), record);
    });
}

/* A buffer with the elements of a container of the host; waits. */
template <class Host, class Errors = exceptions>
auto create_uploaded(const Host &host, CUstream in = nullptr, Errors errors = {})
{
    typedef element_of<const Host> element;

    return attempt(errors, [&](custub_error *record) {
        const size_t count = host.size();
        return buffer<element>(
            view_of<element>(custub_memory_create_uploaded(host.data(), count, sizeof(element),
                                                           custub_stream_given(in), record),
                             count));
    });
}

/* A buffer of a pool, in the order of the stream; null: the pool of the stream's device. Free it by
 * destroy_async(), or after all work with it is done. */
template <class Type, class Errors = exceptions>
auto create_async(size_t count, CUmemoryPool from, CUstream in, Errors errors = {})
{
    return attempt(errors, [&](custub_error *record) {
        return buffer<Type>(view_of<Type>(
            custub_memory_create_async(count, sizeof(Type), from, custub_stream_given(in), record),
            count));
    });
}

/* Destroys a buffer in stream order. */
template <class Type, class Errors = exceptions>
auto destroy_async(buffer<Type> &&freed, CUstream in, Errors errors = {})
{
    const CUdeviceptr pointer = reinterpret_cast<CUdeviceptr>(freed.release().pointer);

    return attempt(errors, [&](custub_error *record) {
        return custub_memory_destroy_async(pointer, custub_stream_given(in), record);
    });
}
} // namespace custub
#endif
